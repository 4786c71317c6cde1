"""Training of the `ShipNetwork`, with NumPy: it learns what the weighted terms miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.evaluable import Evaluable
from ....core.splitting.position import SplitPosition
from ..crews_table import CrewsTable
from ..evaluation.ship_network import EVEN, EVEN_INPUTS, ODD, ShipNetwork

UNITS = 24
BATCH = 512
RATE = 0.01  # of learning at first; it falls to a hundredth of that
DECAY = 1e-6  # pull of all weights towards 0
GOLDS = [ODD + EVEN_INPUTS.index("gold"), ODD + EVEN_INPUTS.index("gold-coming")]

Numbers = NDArray[np.floating[Any]]


def seen_at(position: Evaluable, network: ShipNetwork) -> list[list[float]]:
    """Return what the *network* sees of each ship; there is nothing at another table."""
    if not isinstance(position, SplitPosition) or not isinstance(position.table, CrewsTable):
        return []
    coming = position.turns_left() * position.game.draw
    return position.table.all_terms.network_inputs(
        position.table, 0, position.pool, coming, position.last_splitter(), network
    )


def new_network(specials: Sequence[str], seed: int) -> dict[str, Any]:
    """Return a network at random that knows the cards *specials*, as it is stored."""
    rng = np.random.default_rng(seed)
    inputs = ODD + EVEN + len(specials)
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

    def values(self, seen: Numbers) -> Numbers:
        """Return the values of positions: *seen* by position, ship and input."""
        own, other, golds = self.units(seen)
        apart = np.maximum(own, 0.0) - np.maximum(other, 0.0)
        return np.asarray(((apart @ self.weights[2]) * golds).sum(axis=(1, 2)))

    def units(self, seen: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return the sums of the hidden units from both sides, and what the outputs share."""
        first, bias, _ = self.weights
        odd = seen[..., :ODD] @ first[:ODD]
        even = seen[..., ODD:] @ first[ODD:] + bias
        return even + odd, even - odd, 10.0 * seen[..., GOLDS]

    def gradients(self, seen: Numbers, wanted: Numbers) -> list[Numbers]:
        """Return the gradient of the mean square error, where the *wanted* values are known."""
        _, bias, last = self.weights
        own, other, golds = self.units(seen)
        apart = np.maximum(own, 0.0) - np.maximum(other, 0.0)
        off = ((apart @ last) * golds).sum(axis=(1, 2)) - wanted
        to_shares = (2.0 / len(wanted)) * off[:, None, None] * golds
        to_apart = to_shares @ last.T
        to_own, to_other = to_apart * (own > 0.0), to_apart * (other > 0.0)
        to_odd = (to_own + to_other).reshape(-1, len(bias))
        to_even = (to_own - to_other).reshape(-1, len(bias))
        flat = seen.reshape(-1, seen.shape[-1])
        return [
            np.concatenate([flat[:, :ODD].T @ to_odd, flat[:, ODD:].T @ to_even]),
            to_even.sum(axis=0),
            apart.reshape(-1, len(bias)).T @ to_shares.reshape(-1, 2),
        ]

    def step(self, seen: Numbers, wanted: Numbers, rate: float) -> None:
        """Move the weights towards the *wanted* values."""
        self.steps += 1
        for at, found in enumerate(self.gradients(seen, wanted)):
            gradient = found + DECAY * self.weights[at]
            self.means[at] += 0.1 * (gradient - self.means[at])
            self.squares[at] += 0.001 * (gradient * gradient - self.squares[at])
            mean = self.means[at] / (1.0 - 0.9**self.steps)
            square = self.squares[at] / (1.0 - 0.999**self.steps)
            self.weights[at] -= rate * mean / (np.sqrt(square) + 1e-8)


def train(
    network: dict[str, Any], seen: Numbers, wanted: Numbers, steps: int, seed: int
) -> dict[str, Any]:
    """Return *network* after it has learnt the *wanted* values of what was *seen*."""
    trainer = Trainer(network)
    rng = np.random.default_rng(seed)
    for step in range(steps):
        some = rng.integers(len(wanted), size=BATCH)
        trainer.step(seen[some], wanted[some], RATE * 0.01 ** (step / steps))
    return trainer.stored()
