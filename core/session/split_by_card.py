"""A split made card by card, for people who do not want to hear every possible split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..scene import Choice
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
