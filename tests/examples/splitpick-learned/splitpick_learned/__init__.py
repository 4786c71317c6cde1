"""The bot `learned:FILE`: it plays what `python -m splitpick_learned.train` has learned."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np

from splitpick.core import OVER, Position
from splitpick.core.game import lead_in
from splitpick.core.hooks import hookimpl
from splitpick.core.players import Bot, Greedy
from splitpick.core.text import Texts

from .policy import Policy

msg = Texts("splitpick_learned").msg

MOST_LINES = 48
"""Most ways to play on that are compared."""


class Learned(Greedy):
    """A bot that looks for ways to play on as `Greedy` does, up to the next moment of chance.

    What they are worth it has learned: the lead there, and what will still be added to it.
    """

    id = "learned"
    title = msg("bot-learned", "learned")
    reads_file = True

    def __init__(self, policy: Policy | None = None) -> None:
        super().__init__()
        self.policy = policy

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        planned = self.plan.next_at(position)
        if len(actions) == 1 or planned in actions:
            return planned if planned in actions else actions[0]
        lines, ends = self.ways(position, seat)
        best = lines[self.prefer(ends, seat, rng)]
        self.plan.follow(position, best)
        return best[0]

    def prefer(self, ends: list[Position], seat: int, rng: Random) -> int:
        """Return the number of the best of *ends*."""
        return int(np.argmax(self.values(ends, seat)))

    def ways(self, position: Position, seat: int) -> tuple[list[list[int]], list[Position]]:
        """Return lines of actions of *seat*, the best lead first, and where each of them ends."""
        lines: list[list[int]] = []
        ends: list[Position] = []
        begun: set[int] = set()
        self.own.find(position, seat)
        while line := self.own.take():
            actions = line.actions()
            if len(lines) < MOST_LINES or actions[0] not in begun:
                begun.add(actions[0])
                lines.append(actions)
                ends.append(line.end())
        # Only now: it uses the same search.
        return lines, [self.settle(end) for end in ends]

    def values(self, ends: list[Position], seat: int) -> list[float]:
        """Return what *ends* are worth to *seat*, in points of its lead."""
        if self.policy is None:
            self.policy = policy_in(self.file)
            self.policy.check(ends[0], seat)
        policy = self.policy
        leads = np.array([lead_in(end.scores(), seat) for end in ends], np.float32)
        if policy.is_new:
            return list(leads)
        goes_on = np.array([end.to_act() != OVER for end in ends])
        to_come = policy.still_to_come(seat, policy.observe(ends, seat))
        return list(leads + goes_on * to_come)


@lru_cache(maxsize=8)
def policy_in(file: str) -> Policy:
    """Return the policy in *file*."""
    return Policy.load(Path(file))


@hookimpl
def splitpick_bots() -> list[type[Bot]]:
    return [Learned]
