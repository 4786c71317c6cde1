"""The menu of a decision: what is on offer, by which number, and of which kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple

from ..game import Position
from ..matches.match import Match
from ..scene import Choice, Presenter

MOST_LISTED = 30
"""Most choices of several kinds in one list; of more, only the kinds are shown first."""

MOST_HEARD = 6
"""Most choices that are told in full to people who listen, unless they ask for all."""


class MenuItem(NamedTuple):
    """A legal action with the *number* to type for it."""

    number: int
    action: int
    choice: Choice


class Menu:
    """The *items* on offer at *position*, as a list for people has them."""

    def __init__(self, position: Position, items: Sequence[MenuItem]) -> None:
        self.position = position
        self.items = items

    @cached_property
    def kinds(self) -> Mapping[str, Sequence[int]]:
        """The places of the items by kind, if they are too many for one list."""
        return kinds_of([item.choice for item in self.items])

    @cached_property
    def cards(self) -> Mapping[str, Sequence[int]]:
        """The places of the items by the card that they play in one of several ways.

        Nothing if some play none, or if they are grouped by suit.
        """
        places: dict[str, list[int]] = {}
        for place, item in enumerate(self.items):
            group, piece = item.choice.group, item.choice.piece
            if not isinstance(group, str) or not group or (piece or group) != group:
                return {}
            places.setdefault(group, []).append(place)
        return places


def kinds_of(choices: Sequence[Choice]) -> Mapping[str, Sequence[int]]:
    """Return the places of many *choices* by kind, without kinds of one choice; else nothing."""
    places: dict[str, list[int]] = {}
    for place, choice in enumerate(choices):
        places.setdefault(choice.kind, []).append(place)
    if len(choices) <= MOST_LISTED or len(places) == 1 or "" in places:
        return {}
    return {kind: same for kind, same in places.items() if len(same) > 1}


def numbers_of(match: Match, choices: Sequence[Choice], presenter: Presenter) -> list[int]:
    """Number the *choices* of a decision by rank, from 1 where a hand is new or no group is named.

    Choices that were on offer since the seat began to play its hand keep their numbers, but not
    where nobody has got used to these: in a first match, and where they are only heard.
    """
    places = sorted(range(len(choices)), key=lambda at: choices[at].rank)
    placed = {at: number for number, at in enumerate(places, 1)}
    anew = presenter.in_sentences or (presenter.spoken and not presenter.pointed)
    numbers = [choice.number or placed[at] for at, choice in enumerate(choices)]
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
