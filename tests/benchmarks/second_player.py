"""Advantage of beginning Jolly & Roger as the picker, in each of its variants.

    python tests/benchmarks/second_player.py --games 1000 --nodes 2500 --jobs 2

The bot captain plays both seats, with nodes and not seconds, so that the figures are the same on
every machine; each game has cards of its own.  The second player is who does not split first.  For
each variant a row of the table in rulesets/README.md is printed: how many games the second player
wins (a shared win is half a win; Wilson's interval), and by how much gold it leads in the mean
(Student's t), both of 95 %.
"""

from __future__ import annotations

import argparse
import sys

from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.games import Games
from splitpick.core.lab.statistics.intervals import Mean, wilson
from splitpick.core.lab.workers import workers


def row(engine: Engine, variant: str, bot: str, games: int, seed: int, jobs: int) -> str:
    """Play *games* games of *variant* and return its row."""
    ruleset = engine.ruleset_file("jolly-roger").variant(variant)
    won = 0.0
    lead = Mean()
    for played in workers(jobs).run(Games(ruleset.text, (bot, bot), seed), range(games)):
        second = 1 - played.first
        won += played.credit(second)
        lead.add(played.margin(second))
    low, high = wilson(won, games)
    return (
        f"| `{variant}` | {games:,} | {won / games:.1%} ({low:.1%} to {high:.1%}) |"
        f" {lead.mean:+.2f} ({lead.mean - lead.margin:+.2f} to {lead.mean + lead.margin:+.2f}) |"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    engine = Engine()
    print("| variant | games | the second player wins | and leads by (gold) |\n|---|---|---|---|")
    for variant in ("introductory", "advanced", "all-cards"):
        bot = f"captain:nodes={wanted.nodes}"
        print(row(engine, variant, bot, wanted.games, wanted.seed, wanted.jobs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
