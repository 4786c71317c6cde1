"""Knowledge from playouts: how well each action of each seat went, whenever it was played."""

from __future__ import annotations

from typing import Final

from ..vectors import append, i64, vec

SLOTS: Final = 512
"""Number of actions of a seat that are told apart."""

KIND_BITS: Final = 16
KIND_STEP: Final = 73
"""Distance of the slots of two kinds of actions, which declared games number above `KIND_BITS`."""

UNKNOWN: Final = 2.0
"""Mean of an action that was never played: above every reward, so that it is tried."""


class Experience:
    """Mean reward of every action of each seat in all playouts, whenever it was played.

    The move-average sampling technique: H. Finnsson and Y. Björnsson, "Simulation-Based Approach to
    General Game Playing", AAAI 2008.  It needs `Evaluable.lasting_actions`.  In a game with very
    many actions some share a slot, and so their mean.
    """

    def __init__(self, seats: int) -> None:
        self.means = vec[float]([UNKNOWN] * (SLOTS * seats))
        self.counts = vec[float]([0.0] * (SLOTS * seats))
        self.played: vec[i64] = vec[i64]([])
        """Slots of the decisions of the current playout, and old ones behind them."""
        self.decisions: i64 = 0
        """Number of decisions of the current playout."""

    def note(self, seat: i64, action: i64) -> None:
        """Remember that *seat* played *action* in the current playout."""
        slot = seat * SLOTS + slot_of(action)
        if self.decisions < len(self.played):
            self.played[self.decisions] = slot
        else:
            self.played = append(self.played, slot)
        self.decisions += 1

    def mean(self, seat: i64, action: i64) -> float:
        """Return the mean reward of *action* for *seat*, or `UNKNOWN`."""
        return self.means[seat * SLOTS + slot_of(action)]

    def best(self, actions: list[int], seat: i64) -> int:
        """Return the one of *actions* with the best mean for *seat*, or the first without any."""
        means = self.means
        first = seat * SLOTS
        found = actions[0]
        best = -1.0
        for action in actions:
            mean = means[first + slot_of(action)]
            if mean > best:
                best = mean
                found = action
        return found

    def learn(self, rewards: list[float]) -> None:
        """Count *rewards*, by seat, for all decisions of the playout, and begin the next one."""
        means = self.means
        counts = self.counts
        at: i64 = 0
        while at < self.decisions:
            slot = self.played[at]
            count = counts[slot] + 1.0
            counts[slot] = count
            reward = rewards[slot // SLOTS]
            means[slot] = reward if count == 1.0 else means[slot] + (reward - means[slot]) / count
            at += 1
        self.decisions = 0


def slot_of(action: i64) -> i64:
    """Return the slot of *action* among those of a seat."""
    return (action + (action >> KIND_BITS) * KIND_STEP) & (SLOTS - 1)
