"""Changes that the verbs make to a table of crews.

A card is said by the seat and the ship of its crew, and by its place there, 0 being the first card.
"""

from __future__ import annotations

from typing import TypeAlias

from ....core.vectors import i64
from ..crew_rules import BELOW, ENTRY
from ..crews import Crews

At: TypeAlias = tuple[int, int, int]


def _depth(table: Crews, at: At) -> int:
    """Return the number of cards that lie on the card *at*."""
    return len(table.crew(at[0], at[1])) - 1 - at[2]


def carry(table: Crews, at: At, seat: int, ship: int) -> None:
    """Put the card *at* on top of the crew of *seat* at *ship*, face up or down as it is."""
    place = table.lift(at[0], at[1], _depth(table, at))
    table.drop(place, seat, ship)
    table.check(at[1])


def exchange(table: Crews, one: At, other: At) -> None:
    """Put each of two cards of different crews on top of the other's crew."""
    first = table.lift(one[0], one[1], _depth(table, one))
    second = table.lift(other[0], other[1], _depth(table, other))
    table.drop(first, other[0], other[1])
    table.drop(second, one[0], one[1])


def turn_down(table: Crews, at: At) -> None:
    """Turn the card *at* face down, so that it is a parrot, in place."""
    rules = table.rules
    numbers = table.numbers
    pile = at[0] * rules.ship_count + at[1]
    place = numbers[pile]
    for _ in range(_depth(table, at)):
        place = numbers[place] >> BELOW
    laid = numbers[place] & ENTRY
    numbers[place] |= 1
    numbers[rules.strength_at + pile] += table.strength_of(laid | 1) - table.strength_of(laid)
    numbers[rules.hidden_at + pile] += rules.gain_of[laid >> 1]
    table.check(at[1])


def stow(table: Crews, at: At, owner: int) -> None:
    """Put the card *at* under the treasure chest of *owner*, where it counts its gold."""
    rules = table.rules
    place = table.lift(at[0], at[1], _depth(table, at))
    numbers = table.numbers
    card = (numbers[place] & ENTRY) >> 1
    numbers[place] = 2 * card | numbers[rules.chest_pile + owner] << BELOW
    numbers[rules.chest_pile + owner] = place
    numbers[rules.gold_at + owner] += rules.gold_of[card]
    table.check(at[1])


def earn(table: Crews, seat: int, gold: int) -> None:
    """Add *gold*, which may be negative, to the chest of *seat*; only with `Effect.earns`."""
    table.numbers[table.rules.gold_at + seat] += gold


def give_back(table: Crews, at: At) -> None:
    """Give the card *at* back to the hand of whoever plays; only with `Effect.reaches`."""
    place = table.lift(at[0], at[1], _depth(table, at))
    table.give((table.numbers[place] & ENTRY) >> 1)
    table.check(at[1])


def last_in_box(table: Crews) -> int:
    """Return the pirate that has left the game last, or -1."""
    for card in reversed(table.box):
        if not table.rules.special[card]:
            return card
    return -1


def fetch_back(table: Crews) -> None:
    """Give `last_in_box` to the hand of whoever plays; only with `Effect.reaches`."""
    numbers = table.numbers
    box = table.rules.box_pile
    card = last_in_box(table)
    above: i64 = box
    place = numbers[above]
    while (numbers[place] & ENTRY) >> 1 != card:
        above = place
        place = numbers[place] >> BELOW
    below = numbers[place] >> BELOW
    numbers[above] = below if above == box else (numbers[above] & ENTRY) | below << BELOW
    table.give(card)
