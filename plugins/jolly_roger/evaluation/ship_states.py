"""The states of ships as numbers, and the values of those that were seen last."""

from __future__ import annotations

from typing import Final

from ....core.vectors import i64, vec
from ..crew_rules import CrewRules
from ..crews import Crews

SLOTS: Final = 4096
"""Number of states of ships in a `ShipCache`."""


class ShipCache:
    """Values of ships in the states in which they were seen last, by a hash of the state.

    Attributes:
        keys, tags: the state in each slot, and the number of its ship and `Judgement`.
        worths: three values for each slot.
    """

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([-1] * SLOTS)
        self.tags: vec[i64] = vec[i64]([-1] * SLOTS)
        self.worths: vec[float] = vec[float]([0.0] * (3 * SLOTS))
        self.used: i64 = 0

    def next_tags(self, count: i64) -> i64:
        """Return the first of *count* numbers that were not used before."""
        first = self.used
        self.used += count
        return first


def key_at(table: Crews, seat: i64, pile: i64, ship: i64) -> i64:
    """Return the `key_at` of *ship*, where the crew of *seat* is *pile*.

    Partners are seen as one: theirs is the crew that is the strongest of them.
    """
    rules = table.rules
    numbers = table.numbers
    if rules.have_partners:
        pile = strongest_of(rules, numbers, pile)
    rival = rival_of(rules, numbers, pile)
    other: i64 = -1
    other_top: i64 = 0
    if rival != pile:
        other = numbers[rules.strength_at + rival]
        other_top = table.top_strength(rival)
    holder = numbers[rules.captain_at + ship]
    captain: i64 = 0
    if holder >= 0:
        captain = 1 if rules.side_of[holder] == rules.side_of[seat] else -1
    return (
        within(numbers[rules.strength_at + pile], 0, 1023)
        | within(other + 1, 0, 1023) << 10
        | within(numbers[rules.hidden_at + pile] + 512, 0, 1023) << 20
        | within(numbers[rules.hidden_at + rival] + 512, 0, 1023) << 30
        | within(table.top_strength(pile), 0, 127) << 40
        | within(other_top, 0, 127) << 47
        | (captain + 1) << 54
    )


def state_of(key: i64) -> tuple[i64, i64, i64, i64, i64, i64, i64]:
    """Return what is in a `key_at`: strengths, hidden strengths, top strengths, captain.

    Each pair is that of the seat and of its strongest opponent.
    """
    return (
        key & 1023,
        (key >> 10 & 1023) - 1,
        (key >> 20 & 1023) - 512,
        (key >> 30 & 1023) - 512,
        key >> 40 & 127,
        key >> 47 & 127,
        (key >> 54) - 1,
    )


def within(number: i64, least: i64, most: i64) -> i64:
    """Return *number*, or the nearest limit."""
    if number < least:
        return least
    return number if number < most else most


def rival_of(rules: CrewRules, numbers: vec[i64], pile: i64) -> i64:
    """Return the strongest other crew at the ship of the crew *pile*; without any, *pile* itself.

    Of crews that are equally strong it is that of the first seat.  Crews of partners do not count.
    """
    ships = rules.ship_count
    at = pile % ships
    side = rules.side_of[pile // ships]
    best: i64 = -1
    rival = pile
    seat: i64 = 0
    while at < rules.chest_pile:
        strength = numbers[rules.strength_at + at]
        if strength > best and rules.side_of[seat] != side:
            best = strength
            rival = at
        at += ships
        seat += 1
    return rival


def strongest_of(rules: CrewRules, numbers: vec[i64], pile: i64) -> i64:
    """Return the strongest crew of partners at the ship of *pile*, which is one of them.

    Of crews that are equally strong it is that of the first seat.
    """
    ships = rules.ship_count
    at = pile % ships
    side = rules.side_of[pile // ships]
    strongest = side * ships + at
    seat: i64 = 0
    while at < rules.chest_pile:
        stronger = numbers[rules.strength_at + at] > numbers[rules.strength_at + strongest]
        if stronger and rules.side_of[seat] == side:
            strongest = at
        at += ships
        seat += 1
    return strongest


def chest_lead(rules: CrewRules, numbers: vec[i64], seat: i64) -> i64:
    """Return how far the chest of *seat* is ahead of the fullest other one, in gold.

    Partners add theirs up.
    """
    side = rules.side_of[seat]
    own: i64 = 0
    best: i64 = 0
    someone: i64 = 0
    while someone < rules.players:
        gold: i64 = 0
        if rules.have_partners:
            for partner in rules.partners[someone]:
                gold += numbers[rules.gold_at + partner]
        else:
            gold = numbers[rules.gold_at + someone]
        if rules.side_of[someone] == side:
            own = gold
        elif gold > best:
            best = gold
        someone += 1
    return own - best
