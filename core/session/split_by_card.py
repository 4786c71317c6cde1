"""A split made card by card, for people who do not want to hear every possible split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..errors import NotationError
from ..scene import Choice
from ..text import Message, msg
from .menu import Menu


@dataclass(frozen=True)
class SplitByCard:
    """The *cards* that *menu* splits into a number of *sets*, some face down if it *hides* any."""

    menu: Menu
    cards: Sequence[str]
    sets: int
    hides: bool

    def actions(self, placed: Sequence[tuple[int, str]]) -> list[int]:
        """Return the actions that put cards into the sets of these numbers, from 1.

        A card that lies face down is in brackets.  The order of the sets counts only where several
        splits differ in nothing else.
        """
        wanted = [
            Counter(card for at, card in placed if at == number)
            for number in range(1, self.sets + 1)
        ]
        fit = [(sets != wanted, action) for action, sets in self._splits if _fit(wanted, sets)]
        return [action for _, action in sorted(fit)]

    @cached_property
    def _splits(self) -> list[tuple[int, list[Counter[str]]]]:
        """The actions, and the cards in each of their sets: read once, for every card is asked."""
        return [
            (item.action, [Counter(one.split()) for one in sets_in(item.choice)])
            for item in self.menu.items
        ]


MOST_SHOWN = 6
"""Most splits that a newcomer is shown as a list of codes."""


def types_split(menu: Menu) -> bool:
    """Return whether a newcomer splits without a list, which would be too long."""
    splits = all(len(sets_in(item.choice)) > 1 for item in menu.items)
    return splits and len(menu.items) > MOST_SHOWN


def first_split(menu: Menu) -> SplitByCard | None:
    """Return what a newcomer splits by typing one of two sets, or card by card into more.

    Where cards lie face down or are left over, all sets have to be typed.
    """
    split = split_by_card(menu) if types_split(menu) else None
    return None if split and split.hides else split


def split_by_card(menu: Menu) -> SplitByCard | None:
    """Return what *menu* splits, if each of its choices puts the same cards into as many sets."""
    splits = [[cards.split() for cards in sets_in(item.choice)] for item in menu.items]
    cards = [bare(card) for one in splits[0] for card in one]
    for sets in splits:
        if len(sets) < 2 or len(sets) != len(splits[0]):
            return None
        if sorted(bare(card) for one in sets for card in one) != sorted(cards):
            return None
    hides = any("(" in item.choice.notation for item in menu.items)
    return SplitByCard(menu, cards, len(splits[0]), hides)


def bare(card: str) -> str:
    """Return the code of a *card*, without the brackets of one that lies face down."""
    return card.strip("()")


def word_before(kind: str, notation: str) -> str:
    """Return the word before the cards of a *notation*, its *kind* and a space; empty if none."""
    word = f"{kind} "
    is_word = notation.startswith(word) and not notation.startswith(f"{word}/")
    return word if is_word else ""


def sets_in(choice: Choice) -> list[str]:
    """Return the sets of a split as they are written, without the word before them, if any."""
    word = word_before(choice.kind, choice.notation)
    return choice.notation.removeprefix(word).split(" / ")


def _fit(wanted: Sequence[Counter[str]], sets: Sequence[Counter[str]]) -> bool:
    """Return whether the cards *wanted* in each set can all be in a set of their own of *sets*."""
    if not wanted:
        return True
    first, *rest = wanted
    return any(
        first <= one and _fit(rest, [*sets[:at], *sets[at + 1 :]]) for at, one in enumerate(sets)
    )


def why_no_set(text: str, menu: Menu, codes: Sequence[str]) -> Message | None:
    """Say why *text*, which begins with one of the *codes* of cards, is none of two sets of *menu*.

    Where the game knows why the rest may not be the other set, it says so.
    """
    typed = text.upper().replace(",", " ").split()
    split = split_by_card(menu) if typed else None
    if split is None or bare(typed[0]) not in {*split.cards, *codes}:
        return None
    there = [bare(word) for word in typed if word[0] not in "/="]
    more = Counter(there) - Counter(split.cards)
    if more and {*codes}.issuperset(there):
        if none := " ".join(card for card in more if card not in split.cards):
            return msg("card-lacking", "You have no {cards}.", cards=none)
        often = " ".join(more.elements())
        return msg("typed-too-often", "Typed too often: {cards}.", cards=often)
    if "/" in text:
        left = " ".join((Counter(split.cards) - Counter(there)).elements())
        named = left and not more
        return msg("left-out", "Not in any set yet: {cards}.", cards=left) if named else None
    if split.sets != 2:
        return None
    if split.hides:
        return _both_sets(typed, menu)
    rest = [*split.cards]
    for card in typed:
        if card in rest:
            rest.remove(card)
    if len(rest) + len(typed) == len(split.cards):
        try:
            menu.position.parse(f"{' '.join(typed)} / {' '.join(rest)}")
        except NotationError as error:
            return error.message
    return msg(
        "no-set-of-two",
        "{text} cannot be one of the two sets. The cards are: {cards}.",
        text=" ".join(typed),
        cards=" ".join(split.cards),
    )


def _both_sets(typed: Sequence[str], menu: Menu) -> Message | None:
    """Say that of two sets with cards face down the one that is *typed* does not say all."""
    for same in (str, bare):  # as it is typed, or else but for the brackets
        wanted = sorted(map(same, typed))
        for item in menu.items:
            if wanted in [sorted(map(same, one.split())) for one in sets_in(item.choice)]:
                return msg(
                    "both-sets",
                    "The other set is missing, and what lies face down in it. Type both, such as:"
                    " {example}",
                    example=item.choice.notation,
                )
    return None
