"""Fit captain and its network: ``python -m splitpick.plugins.jolly_roger.training.fit_network``.

As `core.lab.fit` does, and a network, which all turns and variants share, learns what the weights
of the terms miss.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.evaluable import Evaluable
from ....core.game import Game
from ....core.lab.fit import Floats, Run, parser_of, write_weights, written
from ....core.lab.training.self_play import Judged
from ....core.splitting.position import SplitGame
from ..crews_table import CrewsTable
from ..evaluation.ship_network import network_from
from .ship_training import new_network, seen_at, train

STEPS = 3000  # of training for each turn more
LAST_STEPS = 20000  # of training in the end


@dataclass(frozen=True)
class NetworkJudged(Judged):
    """A variant that is valued by weights and by a *network*, as it is stored, or by none."""

    network: Any = None

    def load(self) -> Game:
        game = super().load()
        table = game.empty_table if isinstance(game, SplitGame) else None
        if isinstance(table, CrewsTable):
            table.all_terms.set_network(network_from(self.network) if self.network else None)
        return game


class NetworkRun(Run):
    """A run whose *network*, as it is stored, is ``None`` before it has learnt anything."""

    missed_term = "network"

    def __init__(self, chosen: argparse.Namespace) -> None:
        super().__init__(chosen)
        self.network: Any = None
        codes = {name for terms in self.terms.values() for name in terms if name[:4] == "top-"}
        self.specials = sorted(code[4:] for code in codes)
        self.seen: list[NDArray[np.float32]] = []
        self.missed: list[Floats] = []

    def judged(self, variant: str) -> Judged:
        return NetworkJudged(self.chosen.ruleset, variant, self.weights[variant], self.network)

    def note(self, positions: Sequence[Evaluable], missed: Floats) -> None:
        network = network_from(new_network(self.specials, self.chosen.seed))
        self.seen.append(np.array([seen_at(position, network) for position in positions], "f4"))
        self.missed.append(missed)

    def learn(self, left: int) -> None:
        if not self.seen:
            return
        path = self.folder / f"network-{left}.json"
        if not path.is_file():
            network = self.network or new_network(self.specials, self.chosen.seed)
            most = max(one.shape[1] for one in self.seen)
            seen = [np.pad(one, ((0, 0), (0, most - one.shape[1]), (0, 0))) for one in self.seen]
            steps = STEPS if left < max(self.turns.values()) - 1 else LAST_STEPS
            missed = np.concatenate(self.missed).astype("f4")
            path.write_text(written(train(network, np.concatenate(seen), missed, steps, left)))
        self.network = json.loads(path.read_text("ascii"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit a rule set; write the weights and the network to files, or print the weights."""
    parser = parser_of("splitpick.plugins.jolly_roger.training.fit_network", __doc__)
    parser.add_argument("--network", type=Path, help="a file for the network")
    run = NetworkRun(parser.parse_args(arguments))
    write_weights(run)
    if run.chosen.network and run.network:
        run.chosen.network.write_text(written(run.network), "ascii")


if __name__ == "__main__":
    main()
