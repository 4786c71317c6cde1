"""Outlooks on a trick of Skull Queen: the probable outcome of a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from ...core.declared.action_kind import TARGET_MASK
from ...core.game import lead_in
from ...core.vectors import i64, vec
from .queen_game import SkullPosition
from .queen_rules import NOBODY, PLAY, WATER, Move

DEALS = 40
"""Random deals in which the others play a trick to its end, to tell what is probable in it."""

LIKELY = 0.6
"""Share of the `DEALS` from which on something is called probable."""

RISKY = 0.2
"""Share of the `DEALS` from which on a loss of one's own is worth a warning."""


@dataclass
class Trick:
    """A trick as a search expects it to end, or as it has ended.

    Attributes:
        cards: all its cards.
        moves: what the pirates do.
        middle: the cards that lie in the middle after it.
        ends: True if it is the last of the round.
        leads: the seat that leads the next trick; `NOBODY` with the old pirate king or if it is
            the last.
    """

    cards: list[int]
    moves: list[Move]
    middle: list[int]
    ends: bool
    leads: int


def trick_of(position: SkullPosition, line: Sequence[int]) -> Trick | None:
    """Return the current trick as *line* ends it, or ``None`` if it stops before."""
    if position.choosing:
        return None
    rules = position.rules
    played = position.open_cards() + position.covered[position.starter]
    left = int(rules.trick_size) - len(played)
    if not 0 < left <= len(line):
        return None
    trick = [*played, *(action & TARGET_MASK for action in line[:left])]
    leader = position.leaders[-1]
    moves, middle = rules.judge(trick, leader, position.middle)
    ends = len(position.hand[position.actor]) == 1
    leads = rules.leads_next(vec[i64](trick), 0, leader)
    return Trick(trick, moves, middle, ends, NOBODY if ends or rules.king else leads)


def real_moves(position: SkullPosition, moves: Sequence[Move]) -> list[Move]:
    """Return those of *moves* that a pirate makes which is not in the water at *position*."""
    return [
        (colour, seat, steps)
        for colour, seat, steps in moves
        if seat != NOBODY and position.planks[seat][1 + colour] != WATER
    ]


def lead_after(position: SkullPosition, seat: int, moves: Sequence[Move]) -> int:
    """Return by how many points *seat* leads once pirates have made *moves*."""
    scores = position.scores()
    for move in moves:
        if move[1] != NOBODY:
            scores[move[1]] += gain_of(position, move)
    return lead_in(scores, seat, position.sides())


def hides_card(position: SkullPosition, seat: int) -> bool:
    """Return whether the trick that *seat* plays to has a card of another seat face down."""
    starter = position.starter
    return position.phase == PLAY and starter != seat and bool(position.covered[starter])


@dataclass
class Outlook:
    """Probable outcome of a card in the current trick.

    Attributes:
        moves: the probable moves of pirates that are not in the water.
        quiet: True if probably none moves.
        leads: the seat that probably leads the next trick, or `NOBODY`.
        sure: True if no card that is unknown counts.
        lead: by how many points the seat leads after the trick, on average.
        loss: the points that its own pirates lose in it, on average.
        risk: the worst move of its own that is not probable but frequent, if one is.
    """

    moves: list[Move]
    quiet: bool
    leads: int
    sure: bool
    lead: float
    loss: float
    risk: Move | None


def outlook(position: SkullPosition, seat: int, card: int) -> Outlook:
    """Look ahead at the trick to which *seat* plays *card*, by what it knows.

    In `DEALS` random deals, each of the others does what is best for itself.
    """
    moved, leads, quiet, lead, loss = Counter[Move](), Counter[int](), 0, 0, 0
    sure = len(position.open_cards()) + 1 == position.rules.trick_size
    deals = 1 if sure else DEALS
    for deal in range(deals):
        rng = Random(deal)
        world = position.resample(seat, rng)
        trick = _played_on(world, card, rng)
        moves = [_as_far(position, move) for move in real_moves(position, trick.moves)]
        moved.update(moves)
        loss -= min(0, gained(position, seat, moves))
        leads[trick.leads] += 1
        quiet += not moves
        lead += lead_after(position, seat, trick.moves)
    often = LIKELY * deals
    bad = [one for one, n in moved.items() if one[1] == seat and RISKY * deals <= n < often]
    risk = min(bad, key=lambda one: gain_of(position, one), default=None)
    return Outlook(
        moves=sorted(move for move, times in moved.items() if times >= often),
        quiet=quiet >= often,
        leads=next((one for one, times in leads.items() if times >= often), NOBODY),
        sure=sure,
        lead=lead / deals,
        loss=loss / deals,
        risk=risk if risk and gain_of(position, risk) < 0 else None,
    )


def _as_far(position: SkullPosition, move: Move) -> Move:
    """Return *move* without the steps that a pirate would make in the water."""
    colour, seat, steps = move
    field = position.planks[seat][1 + colour]
    return colour, seat, max(-field, min(steps, int(position.rules.fields) + 1 - field))


def _played_on(world: SkullPosition, card: int, rng: Random) -> Trick:
    """Return the trick of *world* after *card*, in which others do what is best for themselves.

    They expect those after them to play at random, and so does one who sees no card.
    """
    line, now = [card], world.copy()
    while (trick := trick_of(world, line)) is None:
        now.apply(line[-1])
        best, most = now.action_at(rng.random()), -inf
        for one in now.legal_actions() if not world.rules.king else ():
            rest, after = [one], now.copy()
            while (ended := trick_of(now, rest)) is None:
                after.apply(rest[-1])
                rest.append(after.action_at(rng.random()))
            if (lead := lead_after(now, now.actor, ended.moves)) > most:
                best, most = one, lead
        line.append(best)
    return trick


def lands(position: SkullPosition, move: Move) -> int:
    """Return the field on which the pirate of *move* lands."""
    colour, seat, steps = move
    return int(position.rules.landing(position.planks[seat][1 + colour], steps))


def gain_of(position: SkullPosition, move: Move) -> int:
    """Return by how much *move* makes its pirate worth more."""
    colour, seat, _ = move
    side, *fields = position.planks[seat]
    values = position.rules.values[side]
    return values[lands(position, move)] - values[fields[colour]]


def gained(position: SkullPosition, seat: int, moves: Sequence[Move]) -> int:
    """Return by how much *moves* make the pirates of *seat* worth more."""
    return sum(gain_of(position, move) for move in moves if move[1] == seat)
