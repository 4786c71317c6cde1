"""Training of the `ShipNetwork`, with NumPy: it learns what the weighted terms miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..evaluable import Evaluable
from ..splitting.position import SplitPosition
from ..tables.crews.crews_table import CrewsTable
from ..tables.crews.ship_network import STATES, TURN_INPUTS, TURNS

UNITS = 32
BATCH = 512
RATE = 0.003  # of learning at first; it falls to a hundredth of that
DECAY = 1e-6  # pull of all weights towards 0
GOLD = STATES + TURN_INPUTS.index("gold")
COMING = STATES + TURN_INPUTS.index("gold-coming")

Numbers = NDArray[np.float32]


def seen_at(position: Evaluable, specials: Sequence[str]) -> list[list[list[float]]] | None:
    """Return by ship what the network sees from both sides, or ``None`` at another table."""
    if not isinstance(position, SplitPosition) or not isinstance(position.table, CrewsTable):
        return None
    table = position.table
    coming = position.turns_left() * position.game.draw
    rows = table.all_terms.network_inputs(
        table, 0, position.pool, coming, position.last_splitter(), list(specials)
    )
    return [rows[at : at + 2] for at in range(0, len(rows), 2)]


def new_network(specials: Sequence[str], seed: int) -> dict[str, Any]:
    """Return a network at random that knows the cards *specials*, as it is stored."""
    rng = np.random.default_rng(seed)
    inputs = STATES + TURNS + len(specials)
    hidden = rng.normal(0.0, (1.0 / inputs) ** 0.5, (UNITS, inputs + 1))
    outputs = np.zeros((2, UNITS))
    return {"specials": [*specials], "hidden": hidden.tolist(), "outputs": outputs.tolist()}


class Trainer:
    """The weights of a *network*, and their moments for Adam (Kingma and Ba, 2015)."""

    def __init__(self, network: dict[str, Any]) -> None:
        self.specials = network["specials"]
        hidden = np.array(network["hidden"], np.float32)
        outputs = np.array(network["outputs"], np.float32)
        self.weights = [hidden[:, :-1].T.copy(), hidden[:, -1].copy(), outputs.T.copy()]
        self.means = [np.zeros_like(weights) for weights in self.weights]
        self.squares = [np.zeros_like(weights) for weights in self.weights]
        self.steps = 0

    def stored(self) -> dict[str, Any]:
        """Return the network as it is stored: rounded."""
        first, bias, last = self.weights
        hidden = np.concatenate([first.T, bias[:, None]], axis=1)
        return {
            "specials": self.specials,
            "hidden": [[round(float(x), 4) for x in row] for row in hidden],
            "outputs": [[round(float(x), 4) for x in row] for row in last.T],
        }

    def units(self, seen: Numbers) -> tuple[Numbers, Numbers]:
        """Return the hidden units of both sides, and the golds that the outputs are shares of."""
        first, bias, _ = self.weights
        golds = 10.0 * seen[:, :, 0, [GOLD, COMING]]
        return np.maximum(seen @ first + bias, 0.0), golds

    def values(self, seen: Numbers) -> Numbers:
        """Return the values of positions: *seen* by position, ship, side and input."""
        units, golds = self.units(seen)
        shares = (units[:, :, 0] - units[:, :, 1]) @ self.weights[2]
        return np.asarray((shares * golds).sum(axis=(1, 2)), np.float32)

    def step(self, seen: Numbers, wanted: Numbers, rate: float) -> None:
        """Move the weights towards the *wanted* values, by the gradient of the mean square."""
        _, bias, last = self.weights
        units, golds = self.units(seen)
        apart = units[:, :, 0] - units[:, :, 1]
        off = ((apart @ last) * golds).sum(axis=(1, 2)) - wanted
        to_shares = (2.0 / len(wanted)) * off[:, None, None] * golds
        to_apart = to_shares @ last.T
        to_units = np.stack([to_apart, -to_apart], axis=2) * (units > 0.0)
        flat = to_units.reshape(-1, len(bias))
        count = len(self.weights[0])
        gradients = [
            seen.reshape(-1, count).T @ flat,
            flat.sum(axis=0),
            apart.reshape(-1, len(bias)).T @ to_shares.reshape(-1, 2),
        ]
        self.steps += 1
        for at, gradient in enumerate(gradients):
            gradient = gradient + DECAY * self.weights[at]
            self.means[at] += 0.1 * (gradient - self.means[at])
            self.squares[at] += 0.001 * (gradient * gradient - self.squares[at])
            mean = self.means[at] / (1.0 - 0.9**self.steps)
            square = self.squares[at] / (1.0 - 0.999**self.steps)
            self.weights[at] -= rate * mean / (np.sqrt(square) + 1e-8)


def train(
    network: dict[str, Any], seen: Numbers, wanted: Numbers, epochs: int, seed: int
) -> dict[str, Any]:
    """Return *network* after it has learnt the *wanted* values of what was *seen*."""
    trainer = Trainer(network)
    rng = np.random.default_rng(seed)
    batches = -(-len(wanted) // BATCH)
    for epoch in range(epochs):
        order = rng.permutation(len(wanted))
        for number in range(batches):
            some = order[number * BATCH : (number + 1) * BATCH]
            done = (epoch + number / batches) / epochs
            trainer.step(seen[some], wanted[some], RATE * 0.01**done)
    return trainer.stored()
