"""Kinds of actions of a declared game: their notation, their secrecy and their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import did_you_mean
from ..text import Message
from .zone import Zone

TARGET_BITS: Final = 16
MOST_TARGETS: Final = 1 << TARGET_BITS
TARGET_MASK: Final = MOST_TARGETS - 1


class ActionKind:
    """A kind of action, such as to play a card, and the ways to write and to tell it.

    An action is one number: that of its kind, and its *target*, the index of a card, a seat, a
    word or a choice of cards.

    Parameters:
        name: kind in `Action.kind`, and the word of the notation.
        target: what the notation names after the word: ``"card"``, ``"seat"``, one of the words of
            a list, or of a mapping to their names for people, or ``"cards"`` for cards of *zone*
            in the *shapes*; empty if the word is all.
        form: notation, with ``{target}`` for the target; by default the name and the target.
        chance: true if chance decides, as in a deal.
        hidden: true if other seats do not see the target: until `DeclaredPosition.reveal` if a seat
            acts, for good if chance does (`DeclaredPosition.receiver` sees it).
        kept_in: names of zones of each seat that have just the hidden cards, or a hidden set each,
            until they are revealed; then *tells* is told to all, once for each card.
        zone: name of the acting seat's zone, or the table's, that the card or the chosen cards lie
            in; chance draws each card of it with equal probability.
        shapes: sizes of the sets that the chosen cards make, a list for each possible form:
            ``[[3]]`` three cards, ``[[2, 2]]`` two pairs, ``[[1], [2]]`` one or two cards.
        asks: question to the seat; gap ``{seat}``.
        tells: sentence that tells the action; gaps ``{seat}`` unless chance acts, and ``{card}``,
            ``{cards}``, ``{player}`` or ``{word}`` for the target, and details that are numbers.
        tells_hidden: the sentence for those who do not see the target; gap ``{seat}``.
        offers: the action in the list of choices: "Play {card:acc}."; the gaps of *tells*.
        does: a few words for statistics: "played a card".
        rule: sentence about the action for the rules text and for help.
        word: *name* as players type it in their language.

    Attributes:
        words: the words, if the target is one of them; *word_names* are their names for people.
        number: place among `DeclaredGame.kinds`, which sets it.
    """

    def __init__(
        self,
        name: str,
        target: str | Sequence[str] | Mapping[str, Message] = "",
        *,
        form: str = "",
        chance: bool = False,
        hidden: bool = False,
        kept_in: Sequence[str] = (),
        zone: str = "",
        shapes: Sequence[Sequence[int]] = (),
        asks: Message | None = None,
        tells: Message | None = None,
        tells_hidden: Message | None = None,
        offers: Message | None = None,
        does: Message | None = None,
        rule: Message | None = None,
        word: Message | None = None,
    ) -> None:
        self.name = name
        self.words: list[str] = [] if isinstance(target, str) else list(target)
        self.word_names = {**target} if isinstance(target, Mapping) else {}
        self.target: str = target if isinstance(target, str) else "word"
        self.form = form or (f"{name} {{target}}" if target else name)
        self.chance = chance
        self.hidden = hidden
        self.kept_in = list(kept_in)
        self.zone = zone
        self.shapes = [sorted(shape, reverse=True) for shape in shapes]
        self.asks = asks
        self.tells = tells
        self.tells_hidden = tells_hidden
        self.offers = offers
        self.does = does
        self.rule = rule
        self.word = word
        self.number = -1
        if self.target not in ("", "card", "seat", "word", "cards"):
            raise ValueError(f"action {name}: target={target!r} is not possible")
        if (self.target == "cards") != bool(shapes) or (shapes and not zone):
            raise ValueError(f"action {name}: cards need a zone and shapes")

    def action(self, target: int = 0) -> int:
        """Return the action of this kind with *target*."""
        return self.actions([target])[0]

    def actions(self, targets: Sequence[int]) -> list[int]:
        """Return the actions of this kind with each of *targets*."""
        if self.number < 0:
            raise ValueError(f"action {self.name}: it is not among the kinds of the game")
        base = self.number << TARGET_BITS
        return [base | target for target in targets]

    def write(self, target: str) -> str:
        """Return the notation with *target* as written."""
        return self.form.replace("{target}", target)

    def target_in(self, text: str) -> str:
        """Return the target that *text*, read as this notation, names; empty if it is another."""
        before, _, after = self.form.casefold().partition("{target}")
        if not text.casefold().startswith(before) or not text.casefold().endswith(after):
            return ""
        return text[len(before) : len(text) - len(after)].strip()

    @property
    def bare(self) -> bool:
        """True if the notation is the target alone."""
        return self.form == "{target}"


def check_zones(kinds: Sequence[ActionKind], zones: Sequence[Zone]) -> None:
    """Raise `ValueError` if one of *kinds* names a zone that is not among *zones*."""
    known = [zone.name for zone in zones]
    for kind in kinds:
        for name in (kind.zone, *kind.kept_in):
            if name and name not in known:
                likely = did_you_mean(name, known)
                hint = f"; did you mean {likely!r}?" if likely else ""
                raise ValueError(f"action {kind.name}: there is no zone {name!r}{hint}")
        for zone in zones:
            if zone.name in kind.kept_in and not zone.each:
                why = "so nobody could tell whose card it was: override tell() of the presenter"
                raise ValueError(f"action {kind.name}: kept_in {zone.name!r} is the table's, {why}")
