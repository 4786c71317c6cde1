"""The table of a collection: the plays that each card has, how they are written, and effects."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from mypy_extensions import mypyc_attr

from ...errors import IllegalAction, InvalidNotation
from ...game import JSON, Action
from ...splitting.card_effect import CardEffect
from ...text import Message, msg
from .collection import Collection
from .collection_rules import DISCARD, EAT, FACE_DOWN, KEEP, USES, CollectionRules

AnyEffect: TypeAlias = CardEffect[CollectionRules, Collection]


@mypyc_attr(allow_interpreted_subclasses=True)
class CollectionEffect(CardEffect[CollectionRules, Collection]):
    """The effect of a special card, which can also be kept, eaten or discarded like all others.

    `play` puts the card itself somewhere: ``table.keep``, ``table.eat`` or ``table.discard``.

    Attributes:
        reaches: True if it gives cards to the hand, through `Collection.pending`.
    """

    reaches: ClassVar[bool] = False


class CollectionTable(Collection):
    """A collection with the plays of all cards; *effects* has each card's effect, or ``None``.

    Plays are numbered ``card * stride + option``: the options are the uses face up, the uses face
    down, and those of the card's effect.
    """

    def __init__(
        self,
        rules: CollectionRules,
        effects: list[AnyEffect | None],
        like: CollectionTable | None = None,
    ) -> None:
        """Set up an empty table, or a copy of *like*."""
        super().__init__(rules, like)
        self.effects = effects
        self.stride: int
        if like is None:
            self.stride = 2 * FACE_DOWN + max([len(options) for options in rules.effect_options])
        else:
            self.stride = like.stride
        self.secret = rules.uses[-1] >= FACE_DOWN
        self.automatic = len(rules.uses) == 1 and self.stride == 2 * FACE_DOWN

    def copy(self) -> CollectionTable:
        return CollectionTable(self.rules, self.effects, self)

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        plays: list[int] = []
        before = -1
        for card in hand:
            if card == before:
                continue
            before = card
            first = card * self.stride
            effect = self.effects[card]
            if effect is not None:
                for option in effect.legal(self, seat):
                    plays.append(first + 2 * FACE_DOWN + option)
            for use in self.rules.uses:
                plays.append(first + use)
        return plays

    def play(self, seat: int, play: int) -> int:
        return self.play_known(seat, play, (2 << self.rules.players) - 1)

    def play_known(self, seat: int, play: int, known: int) -> int:
        card = play // self.stride
        option = play - card * self.stride
        if option == KEEP:
            self.keep(seat, card)
        elif option == EAT:
            self.eat(seat, card)
        elif option == DISCARD:
            self.discard(card)
        elif option < 2 * FACE_DOWN:
            self.hide(seat, card, option - FACE_DOWN, known)
        else:
            effect = self.effects[card]
            assert effect is not None
            effect.play(self, seat, option - 2 * FACE_DOWN)
        return card

    def effect_play(self, card: int, option: int) -> int:
        """Return the play of a special *card* for an option of its effect."""
        return card * self.stride + 2 * FACE_DOWN + option

    def card_of(self, play: int) -> int:
        return play // self.stride

    def lies_face_down(self, play: int) -> bool:
        return FACE_DOWN <= play % self.stride < 2 * FACE_DOWN

    # Evaluation.

    def terms(self, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        rules = self.rules
        scores = self.scores()
        points = [0] * rules.players  # partners' together, at the first of them
        promises = [0.0] * rules.players
        for owner, side in enumerate(rules.sides):
            points[side] += scores[owner]
            for rule in rules.at_end:
                promises[side] += rule.promise(self.counts, owner * rules.stride, rules.players)
        own = rules.sides[seat]
        rivals = [side for side in rules.sides if side != own]
        return [
            float(points[own] - max([points[side] for side in rivals])),
            promises[own] - max([promises[side] for side in rivals]),
        ]

    def term_names(self) -> list[str]:
        return ["lead", "promise"]

    # Notation.

    def notation(self, play: int) -> str:
        card = play // self.stride
        return self._written(self.rules.codes[card], play - card * self.stride, card)

    def _written(self, code: str, option: int, card: int) -> str:
        """Write *option* of *card*, whose code is *code* or ``?``."""
        if option >= 2 * FACE_DOWN:
            return code + self.rules.effect_options[card][option - 2 * FACE_DOWN]
        return f"{USES[option % FACE_DOWN]} {code}" + ("?" if option >= FACE_DOWN else "")

    def describe(self, seat: int, play: int) -> Action:
        card = play // self.stride
        option = play - card * self.stride
        details: dict[str, JSON] = {"card": self.rules.codes[card]}
        effect = self.effects[card]
        if option < 2 * FACE_DOWN:
            details["face-down"] = option >= FACE_DOWN
            return Action(USES[option % FACE_DOWN], seat, self.notation(play), details)
        assert effect is not None
        details["effect"] = effect.id
        details["option"] = option - 2 * FACE_DOWN
        return Action("effect", seat, self.notation(play), details)

    def masked(self, done: Action) -> Action:
        if done.details.get("face-down") is not True:
            return done
        return Action(done.kind, done.seat, f"{done.kind} ?", {"card": "?", "face-down": True})

    def looks_like_play(self, text: str) -> bool:
        word = text.casefold().partition(" ")[0]
        return word in USES or any(sign in text for sign in "@?*")

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        play = self._read(seat, text)
        if play in self.legal_plays(seat, hand):
            return play
        raise IllegalAction(self._why_not(seat, hand, play))

    def _read(self, seat: int, text: str) -> int:
        """Return the play that *text* writes, legal or not; raises `InvalidNotation`."""
        rules = self.rules
        plain = " ".join(text.split()).casefold()
        word, _, rest = plain.partition(" ")
        if word in USES and rest:
            card = self._card(rest.removesuffix("?").strip())
            return card * self.stride + USES.index(word) + (FACE_DOWN if rest[-1] == "?" else 0)
        joined = plain.replace(" ", "")
        sign = min([at for at in (joined.find("@"), joined.find("*")) if at >= 0], default=-1)
        card = self._card(joined[:sign] if sign >= 0 else joined)
        for option, suffix in enumerate(rules.effect_options[card]):
            if sign >= 0 and suffix.casefold() == joined[sign:]:
                return card * self.stride + 2 * FACE_DOWN + option
        written = [self._written(rules.codes[card], use, card) for use in rules.uses]
        effect, options = self.effects[card], rules.effect_options[card]
        legal = effect.legal(self, seat) if effect else []
        shown = dict.fromkeys([*legal[:1], *legal[-1:]]) or [0]  # the first may do nothing
        written += [rules.codes[card] + options[at] for at in shown if options]
        examples = ", ".join(written)
        code = rules.codes[card]
        raise InvalidNotation(
            msg(
                "no-play",
                "Say what to do with {card}, for example {examples}.",
                card=code,
                examples=examples,
            )
        )

    def _card(self, code: str) -> int:
        for card, known in enumerate(self.rules.codes):
            if known.casefold() == code:
                return card
        raise InvalidNotation(
            msg("unknown-card", "There is no card {card}.", card=code.upper())
            if code.isalnum()
            else msg("not-a-play", '"{text}" is neither a command nor a move.', text=code)
        )

    def _why_not(self, seat: int, hand: list[int], play: int) -> Message:
        """Say why *play* is not legal."""
        card = play // self.stride
        option = play - card * self.stride
        code = self.rules.codes[card]
        if card not in hand:
            return msg("not-in-hand", "{card:cap} is not among your cards.", card=code)
        effect = self.effects[card]
        if option >= 2 * FACE_DOWN and effect is not None:
            why = effect.why_not(self, seat, option - 2 * FACE_DOWN)
            return why or msg("not-possible", "{card:cap} cannot do that now.", card=code)
        uses = ", ".join([self._written(code, use, card) for use in self.rules.uses])
        return msg(
            "not-a-use", "In this game you can only play a card like this: {uses}.", uses=uses
        )
