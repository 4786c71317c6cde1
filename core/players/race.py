"""A race between choices over sampled deals, until it is settled which one is best."""

from __future__ import annotations

from typing import Final

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
    spread = sum([(found - mean) ** 2 for found in differences]) / (count - 1)
    return mean, (spread + LEAST_SPREAD) / count
