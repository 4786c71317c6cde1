"""A small right game of gifts from a hidden hand, on the bare contract, and wrong versions of it.

Twelve cards, worth 1 to 4, come from a deck that is dealt and drawn from in secret.  In each turn
one player offers two cards of a hidden hand, one face up and one face down; the other takes one of
them, the giver keeps the other and draws a card.  Kept cards lie face up; their worth counts.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any, Self

from splitpick.core import CHANCE, OVER, Action, Game, IllegalAction, InvalidNotation, Position
from splitpick.core.game import JSON
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel
from splitpick.core.scene import Choice, Presenter, Section
from splitpick.core.text import Message, Name, Text, in_place, msg
from splitpick.core.things import Scene, SceneZone

CARDS = [f"{suit}{worth}" for suit in "ABC" for worth in range(1, 5)]
HAND, TURNS = 4, 4
TAKE = 10_000


class Gifts(Game):
    def __init__(self, position: type[GiftsPosition]) -> None:
        super().__init__("gifts", position.__name__, 2)
        self.position = position

    def new_position(self, first: int = 0) -> GiftsPosition:
        return self.position(self, first)


class GiftsPosition(Position):
    def __init__(self, game: Gifts, first: int = 0) -> None:
        self.game, self.giver, self.turn, self.face = game, first, 0, 1
        self.deck = list(range(len(CARDS)))
        self.hands: list[list[int]] = [[], []]
        self.kept: list[list[int]] = [[], []]
        self.offer: list[int] = []
        """The card that lies face up, then the one that lies face down."""

    def to_act(self) -> int:
        if len(self.hands[self.giver]) < HAND and not self.offer:
            return OVER if self.turn == TURNS else CHANCE
        return 1 - self.giver if self.offer else self.giver

    def taker(self) -> int:
        """Return the seat that the next card of the deck goes to."""
        return self.giver if self.turn else min((0, 1), key=lambda seat: len(self.hands[seat]))

    def legal_actions(self) -> list[int]:
        if self.to_act() in (CHANCE, OVER):
            return []
        hand = self.hands[self.giver]
        gifts = [100 * up + down for up in hand for down in hand if up != down]
        return [TAKE, TAKE + 1] if self.offer else gifts

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(card, 1) for card in self.deck] if self.to_act() == CHANCE else []

    def apply(self, action: int) -> None:
        if self.to_act() == CHANCE:
            self.deck.remove(action)
            self.hands[self.taker()].append(action)
            if self.turn == 0 and len(self.hands[1 - self.giver]) < HAND:
                self.giver = 1 - self.giver
        elif self.offer:
            self.kept[1 - self.giver].append(self.offer[action - TAKE])
            self.kept[self.giver].append(self.offer[1 - (action - TAKE)])
            self.offer, self.giver, self.turn = [], 1 - self.giver, self.turn + 1
        else:
            self.offer = [*divmod(action, 100)]
            self.hands[self.giver] = [c for c in self.hands[self.giver] if c not in self.offer]

    def copy(self) -> Self:
        twin = type(self)(self.game)
        twin.giver, twin.turn = self.giver, self.turn
        twin.deck, twin.offer = self.deck[:], self.offer[:]
        twin.hands, twin.kept = [h[:] for h in self.hands], [k[:] for k in self.kept]
        return twin

    def scores(self) -> list[int]:
        return [sum(card % 4 + 1 for card in cards) for cards in self.kept]

    def winners(self) -> list[int]:
        return [seat for seat in (0, 1) if self.scores()[seat] == max(self.scores())]

    def notation(self, action: int) -> str:
        if self.to_act() == CHANCE:
            return f"+{CARDS[action]}"
        if self.offer:
            return "take " + ("up", "down")[action - TAKE]
        return f"give {CARDS[action // 100]} ({CARDS[action % 100]})"

    def parse(self, text: str) -> int:
        wanted = " ".join(text.lower().split())
        for action in self.legal_actions() or [one for one, _ in self.chance_outcomes()]:
            if self.notation(action).lower() == wanted:
                return action
        if wanted.startswith(("give ", "take ")):
            raise IllegalAction(msg("not-now", "Not now."))
        raise InvalidNotation(msg("what", "What?"))

    def describe(self, action: int) -> Action:
        kind = "draw" if self.to_act() == CHANCE else "take" if self.offer else "give"
        details: dict[str, JSON] = {"seat": self.taker()} if kind == "draw" else {}
        return Action(kind, self.to_act(), self.notation(action), details)

    def view(self, seat: int | None) -> dict[str, JSON]:
        offer: list[JSON] = [CARDS[card] for card in self.offer]
        return {
            "to_act": self.to_act(),
            "deck": len(self.deck),
            "hand": [] if seat is None else [CARDS[card] for card in self.hands[seat]],
            "offer": offer if seat == self.giver else [*offer[:1], *["?" for _ in offer[1:]]],
            "kept": [[CARDS[card] for card in kept] for kept in self.kept],
            "scores": [*self.scores()],
        }

    def resample(self, seat: int, rng: Random) -> Position:
        other = self.copy()
        hides_card = len(self.offer) > 1 and seat != self.giver
        unseen = self.deck + self.hands[1 - seat] + self.offer[1:] * hides_card
        unseen.sort(key=lambda card: rng.random())
        if hides_card:
            other.offer[1] = unseen.pop()
        other.hands[1 - seat] = [unseen.pop() for _ in self.hands[1 - seat]]
        other.deck = sorted(unseen)
        return other


class GiftsPresenter(Presenter):
    """Sentences about gifts; a card that lies face down is named to the giver alone."""

    secrets = True

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        hides = before.describe(action).kind == "give" and before.to_act() != seat
        return [before.notation(action).partition(" (")[0] if hides else before.notation(action)]

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        return [done.notation for done in outcomes if done.details["seat"] == seat]

    def journal(
        self, actions: Sequence[Action], position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        listed = []
        for number, done in enumerate(actions):
            text = done.notation if done.seat != CHANCE or done.details["seat"] == seat else ""
            if done.kind == "give" and done.seat != seat and number == len(actions) - 1:
                text = text.partition(" (")[0]
            listed.append((done.seat, text))
        return listed

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        texts = {"give": "gib", "take": "nimm", "up": "offen", "down": "verdeckt"}
        return [(in_place(en, en=en, de=de), en) for en, de in texts.items()]

    def rules(self) -> list[Section]:
        point = in_place("rules", en="One gives, the other takes.", de="Einer gibt, einer nimmt.")
        return [Section(in_place("gifts", en="Gifts", de="Geschenke"), points=[point])]


class GiftsKind(GameKind):
    """The game in YAML, with the classes of a right or wrong position and presenter."""

    id = "gifts"

    def __init__(self, position: type[GiftsPosition], presenter: type[Presenter]) -> None:
        self.position, self.presenter_class = position, presenter

    def model(self, rules: Mapping[str, object]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return Gifts(self.position)

    def presenter(self, rules: RulesetModel, game: Game) -> Presenter:
        return self.presenter_class(
            rules.name, rules.variant_name("standard"), [s.name for s in rules.seats]
        )


class GiftsPlugin:
    """A plugin that provides the game and, in *folder*, its rule set."""

    def __init__(self, folder: Path, kind: GiftsKind) -> None:
        self.folder, self.kind = folder, kind
        (folder / "gifts.yaml").write_text(
            "format: 1\nid: gifts\ngame: gifts\nname: {en: Gifts, de: Geschenke}\n"
            "seats: [{id: a, name: {en: Ann, de: Ann}}, {id: b, name: {en: Bob, de: Bob}}]\n"
        )

    @hookimpl
    def splitpick_games(self) -> list[GameKind]:
        return [self.kind]

    @hookimpl
    def splitpick_rulesets(self) -> list[Traversable]:
        return [self.folder]


Right, RightPresenter = GiftsPosition, GiftsPresenter


def redealt(change: Callable[[Any, int, Random], object]) -> Callable[..., Position]:
    """Return `resample` that does something wrong to its result afterwards."""

    def resample(self: GiftsPosition, seat: int, rng: Random) -> Position:
        other = Right.resample(self, seat, rng)
        change(other, seat, rng)
        return other

    return resample


def after(change: Callable[[Any, int], object]) -> Callable[..., None]:
    """Return `apply` that does something wrong to the position afterwards."""

    def apply(self: GiftsPosition, action: int) -> None:
        Right.apply(self, action)
        change(self, action)

    return apply


def drop(cards: list[int]) -> None:
    del cards[-1:]


def double(cards: list[int], others: list[int]) -> None:
    """Put the first of *cards* in place of the first of the *others*."""
    if others:
        others[:1] = cards[:1] or others[:1]


def keep_deck(self: GiftsPosition, seat: int, rng: Random) -> Position:
    other = Right.resample(self, seat, rng)
    assert isinstance(other, Right)
    other.deck = self.deck[:]
    return other


def copy_offer(self: GiftsPosition, seat: int, rng: Random) -> Position:
    """Deal the hand again, but never the card that lies face down."""
    other = Right.resample(self, seat, rng)
    assert isinstance(other, Right)
    if self.offer and self.offer[1] != other.offer[1]:
        for cards in (other.deck, *other.hands):
            cards[:] = [other.offer[1] if card == self.offer[1] else card for card in cards]
        other.offer = self.offer[:]
    return other


def shows(key: str, what: Callable[[Any], JSON], to: str = "all") -> Callable[..., Any]:
    """Return `view` with another value of *key*, for an onlooker or for all."""

    def view(self: GiftsPosition, seat: int | None) -> dict[str, JSON]:
        changed = {key: what(self)} if to == "all" or seat is None else {}
        return {**Right.view(self, seat), **changed}

    return view


def secret_scores(self: GiftsPosition) -> list[int]:
    return [sum(card % 4 + 1 for card in self.hands[seat] + self.kept[seat]) for seat in (0, 1)]


def raise_on_b1(self: GiftsPosition, action: int) -> None:
    if self.to_act() >= 0 and not self.offer and action % 100 == CARDS.index("B1"):
        raise KeyError("B1")
    Right.apply(self, action)


def parse_any_card(self: GiftsPosition, text: str) -> int:
    words = text.upper().replace("(", "").replace(")", "").split()
    if words[:1] == ["GIVE"] and {*words[1:]} <= {*CARDS} and len(words) == 3 and not self.offer:
        return CARDS.index(words[1]) * 100 + CARDS.index(words[2])
    return Right.parse(self, text)


def give_back(self: GiftsPosition, action: int) -> None:
    if self.offer:
        self.hands[self.giver] += self.offer
        self.offer = []
    else:
        Right.apply(self, action)


def copied(change: Callable[[Any, Any], object]) -> Callable[[GiftsPosition], GiftsPosition]:
    """Return `copy` that does something wrong to its result, which it gets after the original."""

    def copy(self: GiftsPosition) -> GiftsPosition:
        twin = Right.copy(self)
        change(self, twin)
        return twin

    return copy


def change_and_resample(self: GiftsPosition, seat: int, rng: Random) -> Position:
    other = Right.resample(self, seat, rng)
    self.turn, self.kept = 1, [[0], [1]]
    return other


def write(word: str) -> Callable[[GiftsPosition, int], str]:
    """Return `notation` with another word for what lies face down."""
    return lambda self, action: Right.notation(self, action).replace("down", word)


def read(text: str, other: str) -> Callable[[GiftsPosition, str], int]:
    """Return `parse` that reads *other* in place of *text*."""
    return lambda self, typed: Right.parse(self, typed.replace(text, other))


def parse_hello(self: GiftsPosition, text: str) -> int:
    return 0 if text == "hello" else Right.parse(self, text)


def refuse_badly(self: GiftsPosition, text: str) -> int:
    return CARDS.index(text) if text == "?" else Right.parse(self, text)


def hands_of(position: Any) -> JSON:
    return [[CARDS[card] for card in hand] for hand in position.hands]


NUMBERS = itertools.count()
Faults = dict[str, tuple[str, str, Callable[..., Any] | Any]]


def census(self: GiftsPosition) -> list[str]:
    cards = sum([*self.hands, *self.kept], self.deck + self.offer)
    return [CARDS[card] for card in cards]


COPIES, CARDS_OF = "check-resample-copies", "check-resample-cards"
WRONG: Faults = {
    # what is wrong: (code, method, what it does instead)
    "resample copies all": (COPIES, "resample", lambda self, *_: self.copy()),
    "resample copies the card face down": (COPIES, "resample", copy_offer),
    "resample forgets a card of a hand": ("check-resample-sizes", "resample",
        redealt(lambda other, seat, rng: drop(other.hands[1 - seat] if other.offer else []))),
    "resample deals a card twice": (CARDS_OF, "resample",
        redealt(lambda other, seat, rng: double(other.hands[seat], other.hands[1 - seat]))),
    "the deck of resample has cards of hands": (CARDS_OF, "resample", keep_deck),
    "resample empties the deck": ("check-leak", "resample",
        redealt(lambda other, seat, rng: other.deck.clear())),
    "resample leaves another seat to act": ("check-leak", "resample",
        redealt(lambda other, seat, rng: setattr(other, "giver", 1 - other.giver))),
    "a view shows the hands": ("check-leak", "view", shows("hand", hands_of)),
    "an onlooker's view shows the hands": ("check-leak-onlooker", "view",
        shows("hand", hands_of, "onlooker")),
    "a view shows the card face down": ("check-leak", "view",
        shows("offer", lambda self: [CARDS[card] for card in self.offer])),
    "a view has other values each time": ("check-looking", "view",
        shows("number", lambda self: next(NUMBERS))),
    "scores count hidden cards": ("check-leak", "scores", secret_scores),
    "all win": ("check-winner-score", "winners", lambda self: [0, 1]),
    "an action raises": ("check-raises", "apply", raise_on_b1),
    "cards of others can be given": ("check-illegal", "parse", parse_any_card),
    "a notation tells of a hand": ("check-describe-leak", "notation", lambda self, action:
        f"{Right.notation(self, action)} {CARDS[self.hands[0][-1]]}"
        if self.offer else Right.notation(self, action)),
    "chance has weight 0": ("check-weight", "chance_outcomes",
        lambda self: [(card, card) for card, _ in Right.chance_outcomes(self)]),
    "nothing can be given in the third turn": ("check-no-actions", "legal_actions",
        lambda self: [] if self.turn == 2 and not self.offer else Right.legal_actions(self)),
    "what is offered always comes back": ("check-endless", "apply", give_back),
    "another seat is to act": ("check-seat", "to_act",
        lambda self: Right.to_act(self) + 7 * (self.turn == 2)),
    "chance has no outcome": ("check-no-outcomes", "chance_outcomes",
        lambda self: [] if self.hands[0] else Right.chance_outcomes(self)),
    "chance draws the first outcome alone": ("check-draw-at", "draw_at",
        lambda self, x: self.chance_outcomes()[0][0]),
    "the action at every number is the first": ("check-action-at", "action_at",
        lambda self, x: self.legal_actions()[0]),
    "actions come twice": ("check-action-twice", "legal_actions",
        lambda self: Right.legal_actions(self) * 2),
    "actions come in another order": ("check-order", "legal_actions",
        lambda self: Right.legal_actions(self)[:: -1 if next(NUMBERS) % 2 else 1]),
    "there are actions in a deal": ("check-two-lists", "legal_actions",
        lambda self: [0] if self.to_act() == CHANCE else Right.legal_actions(self)),
    "there are actions at the end": ("check-over", "legal_actions",
        lambda self: Right.legal_actions(self) or [0] * (self.to_act() == OVER)),
    "two notations are one": ("check-notation-twice", "notation", write("up")),
    "a notation has an umlaut": ("check-notation-ascii", "notation", write("döwn")),
    "a notation has braces": ("check-notation-reserved", "notation", write("{down}")),
    "a notation is refused": ("check-notation-refused", "parse", read("down", "below")),
    "a notation is read as another": ("check-notation-other", "parse", read("down", "up")),
    "nonsense is read": ("check-nonsense", "parse", parse_hello),
    "a refusal has no code": ("check-refusal", "parse", refuse_badly),
    "a description is of another seat": ("check-describe", "describe",
        lambda self, action: Action("give", 7, self.notation(action))),
    "a copy shares a list": ("check-copy-shares", "copy",
        copied(lambda self, twin: setattr(twin, "kept", self.kept))),
    "a copy is empty": ("check-copy-unequal", "copy",
        copied(lambda self, twin: setattr(twin, "kept", [[], []]))),
    "an action does this and that": ("check-apply-unstable", "apply", lambda self, action:
        Right.apply(self, TAKE + next(NUMBERS) % 2 if self.offer else action)),
    "an action draws from the global generator": ("check-apply-chance", "apply",
        after(lambda self, action: random.random())),
    "a score is missing": ("check-scores", "scores", lambda self: Right.scores(self)[:1]),
    "resample uses the global generator": ("check-global-chance", "resample",
        redealt(lambda other, seat, rng: random.random())),
    "resample changes the position": ("check-resample-changes", "resample", change_and_resample),
    "a view holds a set": ("check-view-json", "view", shows("set", lambda self: {1})),  # type: ignore[arg-type, return-value]
    "nobody wins": ("check-winners", "winners", lambda self: []),
}  # fmt: skip
"""Wrong versions of the game that `check_game` finds."""


def wrong(what: str) -> type[GiftsPosition]:
    """Make the wrong version *what* of the position."""
    _, method, does = WRONG[what]
    return type("Wrong", (Right,), {method: does})


MISCOUNTED: Faults = {
    "a kept card is lost": ("check-cards", "apply",
        after(lambda self, action: drop(self.kept[0]) if action == TAKE else None)),
    "a card is kept by both": ("check-cards", "apply",
        after(lambda self, action: double(*self.kept) if action == TAKE else None)),
}  # fmt: skip
"""Wrong versions that are found only because the position has a `census`."""


def pictured(picture: str) -> Callable[..., Scene]:
    """Return a `Presenter.scene` that shows *picture*."""
    return lambda self, view, seat: Scene(("Gifts",), [SceneZone("gift", "G", picture=picture)])


LEAK = "check-tells-secret"
TELLS: Faults = {
    "tell names the card face down": (LEAK, "tell",
        lambda self, before, action, after, seat: [before.notation(action)]),
    "tell names a card of a hand": (LEAK, "tell",
        lambda self, before, action, after, seat: [CARDS[after.hands[0][0]]]),
    "tell names the card face down to the players": (LEAK, "tell",
        lambda self, before, action, after, seat:
            [before.notation(action)[: 7 if seat is None else None]]),
    "deal names cards to all": (LEAK, "deal",
        lambda self, outcomes, after, seat: [done.notation for done in outcomes]),
    "deal names cards to an onlooker": (LEAK, "deal", lambda self, outcomes, after, seat:
            [done.notation for done in outcomes if seat in (None, done.details["seat"])]),
    "a sentence holds the card without showing it": ("check-tells-values", "tell",
        lambda self, before, action, after, seat:
            [in_place("given", en="Given.", de="Gegeben.").filled(card=before.notation(action))]),
    "a word means two": ("check-same-word", "words",
        lambda self: [(Name("take"), sign) for sign in ("take", "grab")]),
    "the log shows all": (LEAK, "journal", Presenter.journal),
    "a choice names the card face down": (LEAK, "choice", lambda self, position, action:
        Choice("", "", "", " ".join([CARDS[card] for card in position.offer]))),
    "no secrets": ("check-secrets", "secrets", False),
    "no rules": ("check-no-rules", "rules", lambda self: []),
    "rules without text": ("check-no-rules", "rules",
        lambda self: [Section(in_place("gifts", en="Gifts", de="Geschenke"))]),
    "no words": ("check-no-word", "words", lambda self: []),
    "no scene": ("check-no-table", "scene", lambda self, view, seat: Scene((), ())),
    "a picture with a script": ("check-picture", "scene", pictured(
        '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>')),
    "a picture that is too large": ("check-picture", "scene", pictured(
        '<svg viewBox="0 0 9 9"><path d="M' + "0 " * 4_000 + '"/></svg>')),
    "a symbol that there is not": ("check-picture", "scene", pictured("krakken")),
    "a picture that is not listed": ("check-picture-unlisted", "scene", pictured(
        '<svg viewBox="0 0 9 9"><path d="M0 0h9z"/></svg>')),
    "no sentences": ("check-no-table", "sentences", lambda self, view, seat: []),
}  # fmt: skip
"""Wrong presenters of the right game, which `check_ruleset` finds."""
