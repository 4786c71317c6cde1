"""The worth of a network: captain with it against captain without it, or with another one.

    python tests/benchmarks/compare_networks.py --variant advanced --time 30ms --deals 200 --jobs 2
    python tests/benchmarks/compare_networks.py --network new.json --than ship_network.json

Both have the same time for each decision and the same deals, which they play from both seats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import splitpick.plugins.jolly_roger.evaluation as evaluation
from splitpick.core import CHANCE, OVER, Game
from splitpick.core.lab.inference import Mean
from splitpick.core.lab.training.self_play import Judged
from splitpick.core.lab.workers import workers
from splitpick.core.matches.seating import seated
from splitpick.core.players import Captain
from splitpick.plugins.jolly_roger.training.fit_network import NetworkJudged

INSTALLED = str(files(evaluation) / "ship_network.json")


@dataclass(frozen=True)
class Contest:
    """Deals, a number each, that the captain plays with the one network and with the other."""

    one: Judged
    other: Judged
    budget: float

    def begin(self) -> Callable[[int], tuple[float, float]]:
        games = [self.one.load(), self.other.load()]

        def play(number: int) -> tuple[float, float]:
            """Return the share of the two games that the first network won, and its mean lead."""
            results = [self.play(games, number), self.play(games[::-1], number)]
            wins = (results[0][0] + 1.0 - results[1][0]) / 2
            return wins, (results[0][1] - results[1][1]) / 2

        return play

    def play(self, games: list[Game], number: int) -> tuple[float, float]:
        """Play a game, in which each seat thinks in its own one of *games*.

        Return the win of seat 0, a half if it is shared, and its lead.
        """
        chance = Random(number)
        positions = [game.new_position(number % 2) for game in games]
        bots = [Captain(), Captain()]
        moment = 0
        while (seat := positions[0].to_act()) != OVER:
            moment += 1
            if seat == CHANCE:
                action = positions[0].draw_at(chance.random())
            else:
                rng = Random(f"{number}/{seat}/{moment}")
                action = bots[seat].choose(positions[seat], seat, rng, self.budget)
            for position in positions:
                position.apply(action)
        winners = positions[0].winners()
        scores = positions[0].scores()
        return (0 in winners) / len(winners), scores[0] - scores[1]


def main(words: list[str] | None = None) -> int:
    """Play and print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--variant", default="advanced")
    parser.add_argument("--time", default="30ms", help="for each decision (30ms)")
    parser.add_argument("--deals", type=int, default=200, help="number of deals, two games each")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first deal")
    parser.add_argument("--network", default=INSTALLED, help="a file; by default the one in use")
    parser.add_argument("--than", help="the file of the other one; by default there is none")
    options = parser.parse_args(words)
    budget = seated(f"captain:{options.time}", {Captain.id: Captain}).budget
    wins, leads = Mean(), Mean()
    networks: list[Any] = [
        json.loads(Path(name).read_text("utf-8")) if name else None
        for name in (options.network, options.than)
    ]
    one, other = (
        NetworkJudged("jolly-roger", options.variant, [], network) for network in networks
    )
    numbers = range(options.seed, options.seed + options.deals)
    for won, lead in workers(options.jobs).run(Contest(one, other, budget), numbers):
        wins.add(won)
        leads.add(lead)
    print(
        f"{options.variant}, {options.time}, {2 * options.deals} games: "
        f"wins {100 * wins.mean:.1f} ± {100 * wins.margin:.1f} %, "
        f"lead {leads.mean:.2f} ± {leads.margin:.2f} points"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
