"""The menu of a decision: what is on offer, by which number, and of which kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple

from ..game import Position
from ..matches.match import Match
from ..scene import Choice

MOST_LISTED = 30
"""Most choices of several kinds in one list; of more, only the kinds are shown first."""


class MenuItem(NamedTuple):
    """A legal action with the *number* to type for it."""

    number: int
    action: int
    choice: Choice


class Menu:
    """The *items* on offer at *position*, in the order of the legal actions."""

    def __init__(self, position: Position, items: Sequence[MenuItem]) -> None:
        self.position = position
        self.items = items

    @cached_property
    def kinds(self) -> Mapping[str, Sequence[int]]:
        """The places of the items by kind, if they are too many for one list."""
        return kinds_of([item.choice for item in self.items])

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The actions by number."""
        return {item.number: item.action for item in self.items}

    @cached_property
    def cards(self) -> Mapping[str, Sequence[int]]:
        """The places of the items by the card that they play; nothing if some play none."""
        places: dict[str, list[int]] = {}
        for place, item in enumerate(self.items):
            if not isinstance(item.choice.group, str) or not item.choice.group:
                return {}
            places.setdefault(item.choice.group, []).append(place)
        return places


def kinds_of(choices: Sequence[Choice]) -> Mapping[str, Sequence[int]]:
    """Return the places of many *choices* by kind, without kinds of one choice; else nothing."""
    places: dict[str, list[int]] = {}
    for place, choice in enumerate(choices):
        places.setdefault(choice.kind, []).append(place)
    if len(choices) <= MOST_LISTED or len(places) == 1 or "" in places:
        return {}
    return {kind: same for kind, same in places.items() if len(same) > 1}


def numbers_of(match: Match, choices: Sequence[Choice], *, anew: bool = False) -> list[int]:
    """Number the *choices* of a decision, from 1 where a new hand is played or they have no group.

    Choices that were on offer since the seat began to play its hand keep their numbers, unless all
    are numbered *anew*: in a first match, nobody has got used to them.
    """
    numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
    if anew or not all(choice.group for choice in choices):
        return numbers
    done, hand = match.actions, dict[str, int]()
    began = len(done)
    while began and done[began - 1].seat == match.position.to_act():
        began -= 1
    for moment in range(began, len(done) + 1):
        position = match.at(moment)
        offered = [position.notation(action) for action in position.legal_actions()]
        if hand.keys().isdisjoint(offered):
            hand = {}
        new = count(max(hand.values(), default=0) + 1)
        hand |= {one: next(new) for one in offered if one not in hand}
    return [hand[choice.notation] for choice in choices]
