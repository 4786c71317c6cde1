"""A split made card by card, for people who do not want to hear every possible split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..scene import Choice
from .menu import Menu


@dataclass(frozen=True)
class SplitByCard:
    """The *cards* that *menu* splits into a number of *sets*."""

    menu: Menu
    cards: Sequence[str]
    sets: int

    def action(self, places: Sequence[int]) -> int | None:
        """Return the action that puts each card into the set of that number, from 1, if allowed.

        The order of the sets counts only where several splits differ in nothing else.
        """
        wanted = [
            sorted(card for card, at in zip(self.cards, places, strict=True) if at == number)
            for number in range(1, self.sets + 1)
        ]
        same = [
            item for item in self.menu.items if sorted(_sorted_sets(item.choice)) == sorted(wanted)
        ]
        same.sort(key=lambda item: _sorted_sets(item.choice) != wanted)
        return same[0].action if same else None


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
    return split_by_card(menu) if types_split(menu) else None


def split_by_card(menu: Menu) -> SplitByCard | None:
    """Return what *menu* splits, if each of its choices puts the same cards into as many sets."""
    splits = [_sorted_sets(item.choice) for item in menu.items]
    cards = [card for one in sets_in(menu.items[0].choice) for card in one.split()]
    for sets in splits:
        if len(sets) < 2 or len(sets) != len(splits[0]):
            return None
        if sorted(card for one in sets for card in one) != sorted(cards):
            return None
    return SplitByCard(menu, cards, len(splits[0]))


def word_before(kind: str, notation: str) -> str:
    """Return the word before the cards of a *notation*, its *kind* and a space; empty if none."""
    word = f"{kind} "
    is_word = notation.startswith(word) and not notation.startswith(f"{word}/")
    return word if is_word else ""


def sets_in(choice: Choice) -> list[str]:
    """Return the sets of a split as they are written, without the word before them, if any."""
    word = word_before(choice.kind, choice.notation)
    return choice.notation.removeprefix(word).split(" / ")


def _sorted_sets(choice: Choice) -> list[list[str]]:
    return [sorted(one.split()) for one in sets_in(choice)]
