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
from pathlib import Path
from random import Random
from typing import Any

from splitpick.core import CHANCE, OVER, Engine, Game
from splitpick.core.lab.inference import Mean
from splitpick.core.lab.workers import workers
from splitpick.core.matches.seating import seated
from splitpick.core.players import Captain
from splitpick.core.tables.crews.crews_table import CrewsTable
from splitpick.core.tables.crews.evaluation.ship_network import network_from, ship_network


@dataclass(frozen=True)
class Deals:
    """Deals, a number each, that the captain plays with the *network* and with the *other* one."""

    variant: str
    budget: float
    network: str
    other: str

    def begin(self) -> Callable[[int], tuple[float, float]]:
        games = [self.load(self.network), self.load(self.other)]

        def play(number: int) -> tuple[float, float]:
            """Return the share of the two games that the network won, and its mean lead."""
            results = [self.play(games, number), self.play(games[::-1], number)]
            wins = (results[0][0] + 1.0 - results[1][0]) / 2
            return wins, (results[0][1] - results[1][1]) / 2

        return play

    def load(self, network: str) -> Game:
        """Return the game with the *network* of a file, "none" or the one that is installed."""
        game = Engine().load_game("jolly-roger", variant=self.variant)
        table: Any = getattr(game, "empty_table", None)
        assert isinstance(table, CrewsTable)
        if network == "none":
            table.all_terms.set_network(None)
        elif network == "installed":
            table.all_terms.set_network(ship_network())
        else:
            table.all_terms.set_network(network_from(json.loads(Path(network).read_text("utf-8"))))
        return game

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
    parser.add_argument("--network", default="installed", help="a file, or none")
    parser.add_argument("--than", default="none", help="the other one; none by default")
    options = parser.parse_args(words)
    budget = seated(f"captain:{options.time}", {Captain.id: Captain}).budget
    wins, leads = Mean(), Mean()
    deals = Deals(options.variant, budget, options.network, options.than)
    numbers = range(options.seed, options.seed + options.deals)
    for won, lead in workers(options.jobs).run(deals, numbers):
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
