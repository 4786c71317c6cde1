"""Positions of declared games: copies, views, secrets and notation follow from declarations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from mypy_extensions import mypyc_attr

from ..errors import IllegalAction, InvalidNotation
from ..evaluable import Evaluable
from ..game import CHANCE, JSON, OVER, Action
from ..text import Both, Message, Text, msg
from .action_kind import TARGET_MASK, ActionKind
from .declared_game import DeclaredGame, Sets, plain
from .redeal import redeal
from .zone import ALL, HIDDEN, OWNER, Zone

ONLOOKER = -1
"""Stands for the seat of an onlooker in `DeclaredPosition.sees`."""

LONGEST_SHOWN = 40
"""Most characters of a typed text that a message quotes."""

TAKEN = ("game", "first", "actor", "done", "secret", "secret_kinds")
"""Attributes of every position, which no zone can be called; nor can it be called as a method."""


# Serializable: `__new__` of a compiled subclass then leaves its `__init__` alone, as `copy` needs.
@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class DeclaredPosition(Evaluable):
    """A position of a declared game; a subclass writes its rules.

    It writes `set_up`, `possible`, `do` and `scores`, and may override any other method.  Each zone
    is an attribute with the zone's name, empty at first.  Attributes of the game's own are ints,
    texts, tuples, and lists of these or of such lists: `copy` copies them.

    Attributes:
        game: the declarations.
        first: seat that starts.
        actor: seat to act, `CHANCE` or `OVER`.
        done: number of actions since the beginning.
        secret: actions that are still hidden from other seats, by their number, from 0.
        secret_kinds: the number of the kind of each of these.
        facts: names of attributes that everybody may know, such as the round; views have them.
        lasting_actions: set it to true, for faster bots, if no seat chooses several hidden cards.
        lasting_uses: set it to true, for faster statistics, if neither `describe` nor `details`
            gives an action another kind, ``card`` or ``cards`` than its target says.
    """

    # The number of such a choice means other cards in another deal.
    lasting_actions: ClassVar[bool] = False
    lasting_uses: ClassVar[bool] = False

    facts: ClassVar[Sequence[str]] = ()

    def __init__(self, game: DeclaredGame, first: int = 0) -> None:
        self.game = game
        self.first = first
        self.actor = first
        self.done = 0
        self.secret: list[int] = []
        self.secret_kinds: list[int] = []
        self.make_zones()
        self.set_up()

    def make_zones(self) -> None:
        """Make the zones, all empty; a game that keeps them in its own way has properties."""
        seats = range(self.game.players)
        for zone in self.game.zones:
            if hasattr(self, zone.name):
                raise ValueError(f"zone {zone.name}: positions have an attribute of that name")
            setattr(self, zone.name, [[] for _ in seats] if zone.each else [])

    # What a game writes.

    def set_up(self) -> None:
        """Set up the first position: fill the zones, set `actor`."""
        raise NotImplementedError

    def possible(self) -> list[int]:
        """Return the possible actions of the actor or of chance, each once, in a stable order."""
        raise NotImplementedError

    def do(self, kind: ActionKind, target: int) -> None:
        """Carry out the action of *kind* with *target*, and set who acts next."""
        raise NotImplementedError

    def why_not(self, kind: ActionKind, target: int) -> Message | None:
        """Say why *kind* with *target* is not possible now; ``None`` for general words.

        It is asked where no action of *kind* is possible, too; *target* is then -1 if only the kind
        is known: its word was typed alone, or a choice of cards.
        """
        return None

    def sees(self, zone: Zone, owner: int, seat: int) -> bool:
        """Return whether *seat*, or `ONLOOKER`, sees what *owner* (-1: the table) has in *zone*."""
        return zone.seen_by == ALL or (zone.seen_by == OWNER and owner == seat)

    def may_hold(self, zone: Zone, owner: int, card: int, seat: int) -> bool:
        """Return whether *card* may lie in *zone* of *owner*, for all that *seat* knows.

        Override this if play reveals something about hidden cards, as not following suit does.
        """
        return True

    def receiver(self) -> int:
        """Return the seat that the hidden card which chance brings now goes to; -1 for nobody."""
        return -1

    def known_scores(self, seat: int) -> list[int]:
        """Return `scores` as far as *seat*, or `ONLOOKER`, may know them."""
        return self.scores()

    def show(self, zone: Zone, card: int) -> JSON:
        """Return *card* in *zone* as a plain value for views: its code, or the number itself."""
        return card if zone.numbers else self.game.codes[card]

    # For the rules.

    def reveal(self, *kinds: ActionKind) -> None:
        """Show all seats the actions that were hidden until now: all, or those of *kinds*."""
        numbers = [kind.number for kind in kinds]
        secrets = zip(self.secret, self.secret_kinds, strict=True) if kinds else ()
        kept = [one for one in secrets if one[1] not in numbers]
        self.secret = [done for done, _ in kept]
        self.secret_kinds = [number for _, number in kept]

    def revealed_by(self, after: DeclaredPosition) -> list[ActionKind]:
        """Return the kinds of which actions may be hidden here, but none are in *after*."""
        if not after.secret:
            return self.game.kinds if self.secret else []
        gone = {*self.secret_kinds} - {*after.secret_kinds}
        return [kind for kind in self.game.kinds if kind.number in gone]

    def cards_in(self, kind: ActionKind) -> list[int]:
        """Return the cards that the actor can choose from for *kind*."""
        cards = getattr(self, kind.zone)
        return cards[self.actor] if cards and isinstance(cards[0], list) else cards  # type: ignore[no-any-return]

    def choices(self, kind: ActionKind) -> list[int]:
        """Return the actions of *kind* for the cards in its zone: one for each card or choice."""
        cards = self.cards_in(kind)
        if kind.target == "card":
            return kind.actions(sorted({*cards}))
        return kind.actions(range(len(self.game.ways(kind, cards))))

    def chosen(self, kind: ActionKind, target: int) -> Sets:
        """Return the sets of cards that *target* of *kind* stands for, as new lists."""
        return [cards[:] for cards in self.game.ways(kind, self.cards_in(kind))[target]]

    def next_seat(self, seat: int) -> int:
        """Return the seat to the left of *seat*."""
        return seat + 1 if seat + 1 < self.game.players else 0

    # The contract.

    def to_act(self) -> int:
        return self.actor

    def legal_actions(self) -> list[int]:
        return self.possible() if self.actor >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(one, self.weight(one)) for one in self.possible()] if self.actor == CHANCE else []

    def weight(self, action: int) -> int:
        """Return the weight of *action* of chance: the number of such cards in the kind's zone."""
        kind = self.game.kind(action)
        return self.cards_in(kind).count(action & TARGET_MASK) if kind.zone else 1

    def apply(self, action: int) -> None:
        kind = self.game.kind(action)
        if kind.hidden and self.actor >= 0:
            self.secret.append(self.done)
            self.secret_kinds.append(kind.number)
        self.done += 1
        self.do(kind, action & TARGET_MASK)

    def copy(self) -> Self:
        again = type(self).__new__(type(self))
        # What a compiled class declares lies beside the dictionary.
        for name in getattr(type(self), "__mypyc_attrs__", ()):
            if name != "__dict__" and hasattr(self, name):
                setattr(again, name, _own(getattr(self, name)))
        state = getattr(again, "__dict__", {})
        state.update(getattr(self, "__dict__", {}))
        for name, value in state.items():
            if isinstance(value, list):
                state[name] = _own(value)
        return again

    def winners(self) -> list[int]:
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def resample(self, seat: int, rng: Random) -> Self:
        again = self.copy()
        if self.game.secrets:
            again.draw_secrets(seat, rng)
        return again

    def draw_secrets(self, seat: int, rng: Random) -> None:
        """Deal the cards that *seat* does not see again, within what `may_hold` allows."""
        holders = [
            (zone, owner, lying)
            for zone in self.game.zones
            if not zone.numbers
            for owner, lying in self._holdings(zone)
            if not self.sees(zone, owner, seat)
        ]

        def may_hold(at: int, card: int) -> bool:
            zone, owner, _ = holders[at]
            return self.may_hold(zone, owner, card, seat)

        cards = sorted([card for _, _, lying in holders for card in lying])
        deal = redeal(cards, [len(lying) for _, _, lying in holders], may_hold, rng)
        for (zone, _, lying), dealt in zip(holders, deal, strict=True):
            lying[:] = dealt if zone.ordered else sorted(dealt)

    def _holdings(self, zone: Zone) -> list[tuple[int, list[int]]]:
        """Return by owner, `ONLOOKER` for the table, the list of what lies in *zone*, itself."""
        lying = getattr(self, zone.name)
        return list(enumerate(lying)) if zone.each else [(ONLOOKER, lying)]

    def view(self, seat: int | None) -> dict[str, JSON]:
        viewer = ONLOOKER if seat is None else seat
        view: dict[str, JSON] = {"to_act": self.actor}
        for fact in self.facts:
            view[fact] = _own(getattr(self, fact))
        for zone in self.game.zones:
            shown: list[JSON] = []
            for owner, lying in self._holdings(zone):
                shown.append(self._shown(zone, owner, lying, viewer))
            view[zone.name] = shown if zone.each else shown[0]
        view["scores"] = list(self.known_scores(viewer))
        # Which kinds are possible may tell of a hand, so the other seats do not hear it.
        hears = self.actor >= 0 and (viewer == self.actor or not self.game.secrets)
        possible = self.possible() if hears else []
        view["possible"] = [kind.name for kind in self.kinds_of(possible)]
        return view

    def _shown(self, zone: Zone, owner: int, lying: list[int], viewer: int) -> list[JSON]:
        if not self.sees(zone, owner, viewer):
            return [HIDDEN] * len(lying)
        if not zone.ordered and not zone.numbers:
            lying = sorted(lying)
        return [self.show(zone, card) for card in lying]

    def census(self) -> Sequence[int | str]:
        """Return the codes of all cards in all zones: the same cards at any time."""
        census: list[int | str] = []
        for zone in self.game.zones:
            if not zone.numbers:
                for _, lying in self._holdings(zone):
                    census += self.game.codes_of(lying)
        return census

    def observation(self, seat: int | None) -> list[int]:
        """Return what *seat* knows as numbers, for learning programs.

        The list has the same length in every position: who acts, then the scores, and for each
        zone of each owner the number of its cards, and of each type how many of them *seat* sees;
        of zones of numbers, these numbers are left out.
        """
        viewer = ONLOOKER if seat is None else seat
        numbers = [self.actor, *self.known_scores(viewer)]
        for zone in self.game.zones:
            if zone.numbers:
                continue
            for owner, lying in self._holdings(zone):
                counts = [0] * len(self.game.codes)
                if self.sees(zone, owner, viewer):
                    for card in lying:
                        counts[card] += 1
                numbers.append(len(lying))
                numbers += counts
        return numbers

    # Notation.

    def notation(self, action: int) -> str:
        written = self.game.written(action)
        if written:
            return written
        kind = self.game.kind(action)
        return kind.write(self._write(self.chosen(kind, action & TARGET_MASK)))

    def _write(self, sets: Sets) -> str:
        return " / ".join([" ".join(self.game.codes_of(cards)) for cards in sets])

    def describe(self, action: int) -> Action:
        kind = self.game.kind(action)
        target = action & TARGET_MASK
        details: dict[str, JSON] = {}
        if kind.target == "cards":
            sets = self.chosen(kind, target)
            details["cards"] = [code for cards in sets for code in self.game.codes_of(cards)]
            if len(sets) > 1:
                details["sets"] = [[*self.game.codes_of(cards)] for cards in sets]
        elif kind.target == "card":
            details["card"] = self.game.codes[target]
        elif kind.target == "seat":
            details["player"] = target
        elif kind.target:
            details["word"] = kind.words[target]
        if kind.chance and kind.hidden:
            details["seat"] = self.receiver()
        details.update(self.details(kind, target))
        return Action(kind.name, self.actor, self.notation(action), details)

    def details(self, kind: ActionKind, target: int) -> dict[str, JSON]:
        """Return further facts about an action for `Action.details`."""
        return {}

    def parse(self, text: str) -> int:
        text = " ".join(text.split())
        if not text:
            raise InvalidNotation(msg("empty-notation", "There is nothing to read."))
        possible = self.possible() if self.actor != OVER else []
        meant = self.game.read(text)
        for action in meant:
            if action in possible:
                return action
        kinds = self.kinds_of(possible)
        for kind in self.game.kinds:
            if kind.target == "cards" and not kind.bare and (rest := kind.target_in(text)):
                if kind not in kinds:
                    raise IllegalAction(self._refusal(kind, -1, kinds))
                return self._read_choice(kind, rest)
        # The target alone is enough where only one action has it.
        short = [one for one in possible if plain(text) == plain(self._target_text(one))]
        if len(short) == 1:
            return short[0]
        if meant:
            action = next((one for one in meant if self.game.kind(one) in kinds), meant[0])
            raise IllegalAction(self._refusal(self.game.kind(action), action & TARGET_MASK, kinds))
        for kind in self.game.kinds:
            if kind.target and kind not in kinds and kind.name.casefold() == text.casefold():
                raise IllegalAction(self._refusal(kind, -1, kinds))
        choosing = [kind for kind in kinds if kind.target == "cards"]
        first = re.split("[ /,]+", text.casefold().strip(" /,"))[0]
        if len(choosing) == 1 and first in self.game.cards_by_code:
            return self._read_choice(choosing[0], text)
        if self.actor == OVER:
            raise InvalidNotation(msg("game-over", "The game is over."))
        message = msg(
            "not-a-move",
            '"{text}" is not a move. Type, for example: {examples}.',
            text=text[:LONGEST_SHOWN],
            examples=self._examples(possible),
        )
        raise InvalidNotation(message)

    def kinds_of(self, actions: Sequence[int]) -> list[ActionKind]:
        """Return the kinds of *actions*, each once."""
        return list(dict.fromkeys([self.game.kind(action) for action in actions]))

    def _target_text(self, action: int) -> str:
        kind = self.game.kind(action)
        if kind.target == "cards":
            return self._write(self.chosen(kind, action & TARGET_MASK))
        return self.game.targets(kind)[action & TARGET_MASK] if kind.target else ""

    def _read_choice(self, kind: ActionKind, text: str) -> int:
        """Return the action of *kind*, now possible, with the cards that *text* names."""
        sets: Sets = []
        for part in text.replace(",", " ").split("/"):
            cards: list[int] = []
            for code in part.split():
                card = self.game.cards_by_code.get(code.casefold(), -1)
                if card < 0:
                    message = msg(
                        "unknown-card", "There is no card {card}.", card=code[:LONGEST_SHOWN]
                    )
                    raise InvalidNotation(message)
                cards.append(card)
            sets.append(sorted(cards))
        held = self.cards_in(kind)
        wanted = [card for cards in sets for card in cards]
        for card in wanted:
            if wanted.count(card) > held.count(card):
                raise IllegalAction(self._not_among(kind, card))
        sets.sort()
        for target, way in enumerate(self.game.ways(kind, held)):
            if way == sets:
                action = kind.action(target)
                if action in self.possible():
                    return action
                why = self.why_not(kind, target)
                raise IllegalAction(why or self._instead(self.possible()))
        shapes = [" / ".join([str(size) for size in shape]) for shape in kind.shapes]
        message = msg(
            "wrong-shape",
            "The cards of {word} must be sets of these sizes: {shapes}.",
            word=kind.name,
            shapes=Both(tuple(shapes), commas=True),
        )
        raise IllegalAction(message)

    def _not_among(self, kind: ActionKind, card: int) -> Message:
        code = self.game.codes[card]
        if any(zone.name == kind.zone and not zone.each for zone in self.game.zones):
            return msg("not-on-table", "{card:cap} is not among the cards on the table.", card=code)
        return msg("not-in-hand", "{card:cap} is not among your cards.", card=code)

    def _refusal(self, kind: ActionKind, target: int, possible: Sequence[ActionKind]) -> Message:
        """Say why an action that the game has, but not now, is not among *possible* kinds."""
        if self.actor == OVER:
            return msg("game-over", "The game is over.")
        why = self.why_not(kind, target) if self.actor >= 0 and not kind.chance else None
        if why is not None:
            return why
        if kind in possible:
            if kind.target == "card" and kind.chance:
                code = self.game.codes[target]
                return msg("none-left", "There is no {card} left to draw.", card=code)
            if kind.target == "card":
                return self._not_among(kind, target)
        return self._instead(self.possible())

    def _instead(self, possible: Sequence[int]) -> Message:
        """Say that something else is done now, with an example of each kind."""
        if not possible:
            return msg("game-over", "The game is over.")
        return msg(
            "something-else-now",
            "That is not possible now. Type, for example: {examples}.",
            examples=self._examples(possible),
        )

    def _examples(self, possible: Sequence[int]) -> Both:
        examples: dict[int, Text] = {}
        for action in possible:
            examples.setdefault(self.game.kind(action).number, self.notation(action))
        return Both(tuple(examples.values()), commas=True)


def _own(value: Any) -> Any:
    """Return *value*; of a list a copy, with copies of the lists in it."""
    if not isinstance(value, list):
        return value
    return [one[:] if isinstance(one, list) else one for one in value]
