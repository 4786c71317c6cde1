"""A race between choices over sampled deals, until it is settled which one is best."""

from __future__ import annotations

from random import Random
from typing import Final

from ..game import CHANCE, Position, draw_outcome

LEAST_SAMPLES: Final = 8
"""Number of sampled deals before the first choice is dropped."""

SURE: Final = 2.0
"""Number of standard errors that settles which of two choices is better."""

LEAST_SPREAD: Final = 0.25
"""Addition to the variance between sampled deals, since a few of them may agree by chance."""


class Race:
    """Choices that are tried in the same sampled deals.

    *thoughts* are the values of the choices so far; a difference between two is typically wrong by
    *error*.  The first choice leads at the start.
    """

    def __init__(self, thoughts: list[float], error: float) -> None:
        self.thoughts = thoughts
        self.doubt = error * error
        self.samples: list[list[float]] = [[] for _ in thoughts]
        """The values of each choice, deal by deal."""
        self.running = list(range(len(thoughts)))
        """The choices that may still be the best."""
        self.leader = 0

    def count(self) -> int:
        """Return the number of deals so far."""
        return len(self.samples[self.leader])

    def add(self, values: list[float]) -> None:
        """Add one deal's *values* of the `running` choices, and drop those that are beaten."""
        for number, at in enumerate(self.running):
            self.samples[at].append(values[number])
        if self.count() < LEAST_SAMPLES:
            return
        leads = [self.lead(at, self.leader) for at in self.running]
        self.leader = self.running[leads.index(max(leads))]
        self.running = [at for at in self.running if not self.is_beaten(at)]

    def lead(self, at: int, other: int) -> float:
        """Estimate how much better choice *at* is than *other*.

        The estimate averages the difference in the deals and in `thoughts`, weighted by precision.
        """
        if at == other:
            return 0.0
        mean, variance = difference(self.samples[at], self.samples[other])
        before = self.thoughts[at] - self.thoughts[other]
        return (mean * self.doubt + before * variance) / (self.doubt + variance)

    def is_beaten(self, at: int) -> bool:
        """Return whether the leader is better than choice *at* by over `SURE` standard errors."""
        lead = self.lead(at, self.leader)
        if lead >= 0.0:
            return False
        _, variance = difference(self.samples[at], self.samples[self.leader])
        return lead * lead > SURE * SURE * self.doubt * variance / (self.doubt + variance)


def difference(samples: list[float], others: list[float]) -> tuple[float, float]:
    """Return the mean difference in the deals of both (two or more), and the mean's variance."""
    count = min(len(samples), len(others))
    differences = [samples[at] - others[at] for at in range(count)]
    mean = sum(differences) / count
    spread = sum([(each - mean) ** 2 for each in differences]) / (count - 1)
    return mean, (spread + LEAST_SPREAD) / count


def deal_from(position: Position, rng: Random) -> list[int]:
    """Draw and return the actions of chance at *position* until a seat acts or the game is over."""
    dealt: list[int] = []
    position = position.copy()
    while position.to_act() == CHANCE:
        action = position.draw_at(rng.random())
        position.apply(action)
        dealt.append(action)
    return dealt


class SampledDeals:
    """Deals from *position*, each as likely as `deal_from` has it.

    Where chance deals from a deck, one deal follows the other through a shuffled deck before it is
    shuffled again.  All cards come equally often, so the mean of a few deals is less a matter of
    luck than with independent ones (sampling without replacement).
    """

    def __init__(self, position: Position, rng: Random) -> None:
        self.position = position
        self.rng = rng
        self.is_deck = is_deck(position)
        self._gone: dict[int, int] = {}
        """By action, how often it came since the deck was shuffled."""

    def deal(self) -> list[int]:
        """Return the actions of another deal."""
        if not self.is_deck:
            return deal_from(self.position, self.rng)
        dealt: list[int] = []
        position = self.position.copy()
        gone = self._gone
        while position.to_act() == CHANCE:
            outcomes = position.chance_outcomes()
            there = [(card, count - gone.get(card, 0)) for card, count in outcomes]
            there = [(card, count) for card, count in there if count > 0]
            if not there:
                gone.clear()
                there = outcomes
            card = draw_outcome(there, self.rng.random())
            position.apply(card)
            dealt.append(card)
        for card in dealt:
            gone[card] = gone.get(card, 0) + 1
        return dealt


def is_deck(position: Position) -> bool:
    """Return whether chance at *position* deals two cards or more and puts none of them back."""
    counts = dict(position.chance_outcomes())
    if not counts:
        return False
    card = min(counts)
    after = position.copy()
    after.apply(card)
    counts[card] -= 1
    return dict(after.chance_outcomes()) == {card: count for card, count in counts.items() if count}
