"""A policy: what a position is worth to a seat, learned from the vectors that the seat observes."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from splitpick.core import Position
from splitpick.core.learning import LearningGame, study

Floats = NDArray[np.float32]
POINTS = 10.0  # points that are 1 for the network
LAYERS = ("linear", "bias", "inner", "inner_bias", "outer")


class Policy:
    """The points by which the lead of each seat will still grow: a network for each seat.

    It is the sum of a linear function and one with a layer of *hidden* neurons.  A new policy says
    0: then it is best to take what can be had now.

    Attributes:
        about: the rule set, its variant and the number of players.
        columns: the numbers of an observation that vary.
        scale: the greatest size of each of these.
        signed: those that can be negative, which often stands for "nobody": a second input says so.
    """

    def __init__(
        self,
        about: dict[str, Any],
        columns: NDArray[np.int64],
        scale: Floats,
        signed: NDArray[np.int64],
    ) -> None:
        self.about = about
        self.columns = columns
        self.scale = scale
        self.signed = signed
        self.layers: dict[str, Floats] = {}

    @classmethod
    def begin(cls, about: dict[str, Any], seen: NDArray[np.int32], hidden: int) -> Policy:
        """Make a new policy for the game *about*, of which observations were *seen*."""
        columns = np.flatnonzero(seen.min(axis=0) != seen.max(axis=0))
        seen = seen[:, columns]
        scale = np.abs(seen).max(axis=0).astype(np.float32)
        policy = cls(about, columns, scale, np.flatnonzero(seen.min(axis=0) < 0))
        seats, inputs = about["players"], len(columns) + len(policy.signed)
        rng = np.random.default_rng(1)
        random = rng.normal(0, inputs**-0.5, (seats, inputs, hidden))
        policy.layers = {
            "linear": np.zeros((seats, inputs), np.float32),
            "bias": np.zeros((seats, 1), np.float32),
            "inner": random.astype(np.float32),
            "inner_bias": np.zeros((seats, hidden), np.float32),
            "outer": np.zeros((seats, hidden), np.float32),
        }
        return policy

    @property
    def is_new(self) -> bool:
        """True if it has learned nothing yet."""
        return not (self.layers["linear"].any() or self.layers["outer"].any())

    @cached_property
    def learning(self) -> LearningGame:
        """The game, with its observations; it takes a second to find them."""
        return study(self.about["ruleset"], self.about["variant"], self.about["players"])

    def check(self, position: Position, seat: int) -> None:
        """Raise `ValueError` if a view of *position* is not like those of the game learned."""
        start = self.learning.game.new_position()
        if position.view(seat).keys() != start.view(seat).keys():
            raise ValueError("this policy was learned for another game")

    def observe(self, positions: list[Position], seat: int) -> NDArray[np.int32]:
        """Return what *seat* knows of *positions*, a row each."""
        observer = self.learning.observer
        rows = np.zeros((len(positions), observer.size), dtype=np.int32)
        for position, row in zip(positions, rows, strict=True):
            observer.fill(position, seat, row.data)
        return rows[:, self.columns]

    def inputs(self, observed: NDArray[np.int32]) -> Floats:
        """Return the rows of `observe` as inputs of the network."""
        return np.hstack([observed / self.scale, observed[:, self.signed] < 0]).astype(np.float32)

    def still_to_come(self, seat: int, observed: NDArray[np.int32]) -> Floats:
        """Return the points by which the lead of *seat* will still grow, for rows of `observe`."""
        x, layers = self.inputs(observed), self.layers
        hidden = np.maximum(x @ layers["inner"][seat] + layers["inner_bias"][seat], 0)
        straight = x @ layers["linear"][seat] + layers["bias"][seat]
        return np.asarray(POINTS * (straight + hidden @ layers["outer"][seat]), np.float32)

    def save(self, file: Path) -> None:
        """Write the policy: half precision is enough to play."""
        layers: dict[str, Any] = {
            name: layer.astype(np.float16) for name, layer in self.layers.items()
        }
        layers["about"] = np.array(json.dumps(self.about))
        layers |= {"columns": self.columns, "scale": self.scale, "signed": self.signed}
        with file.open("wb") as out:
            np.savez_compressed(out, **layers)

    @classmethod
    def load(cls, file: Path) -> Policy:
        """Read a policy; raises `ValueError`, `KeyError` or `OSError`."""
        with np.load(file, allow_pickle=False) as found:
            about = json.loads(str(found["about"]))
            policy = cls(about, found["columns"], found["scale"], found["signed"])
            policy.layers = {name: found[name].astype(np.float32) for name in LAYERS}
        return policy
