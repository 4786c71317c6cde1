"""A split made card by card, for people who do not want to hear every possible split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
            item
            for item in self.menu.items
            if sorted(_sets_of(item.choice.notation)) == sorted(wanted)
        ]
        same.sort(key=lambda item: _sets_of(item.choice.notation) != wanted)
        return same[0].action if same else None


def split_by_card(menu: Menu) -> SplitByCard | None:
    """Return what *menu* splits, if each of its choices puts the same cards into as many sets."""
    splits = [_sets_of(item.choice.notation) for item in menu.items]
    cards = [card for one in menu.items[0].choice.notation.split(" / ") for card in one.split()]
    for sets in splits:
        if len(sets) < 2 or len(sets) != len(splits[0]):
            return None
        if sorted(card for one in sets for card in one) != sorted(cards):
            return None
    return SplitByCard(menu, cards, len(splits[0]))


def _sets_of(notation: str) -> list[list[str]]:
    return [sorted(one.split()) for one in notation.split(" / ")]
