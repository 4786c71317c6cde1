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

from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.games import Games
from splitpick.core.lab.statistics.intervals import Mean, wilson
from splitpick.core.lab.workers import workers

parser = argparse.ArgumentParser(description=__doc__)
for name, default in {"games": 1000, "nodes": 2500, "seed": 1, "jobs": 2}.items():
    parser.add_argument(f"--{name}", type=int, default=default)


if __name__ == "__main__":
    wanted = parser.parse_args()
    print("| variant | games | the second player wins | and leads by (gold) |\n|---|---|---|---|")
    for variant in ("introductory", "advanced", "all-cards"):
        rules = Engine().ruleset_file("jolly-roger").variant(variant).text
        games = Games(rules, (f"captain:nodes={wanted.nodes}",) * 2, wanted.seed)
        won, lead = 0.0, Mean()
        for played in workers(wanted.jobs).run(games, range(wanted.games)):
            won += played.credit(1 - played.first)
            lead.add(played.margin(1 - played.first))
        low, high = wilson(won, wanted.games)
        least, most = lead.mean - lead.margin, lead.mean + lead.margin
        print(
            f"| `{variant}` | {wanted.games:,} | {won / wanted.games:.1%} ({low:.1%} to {high:.1%})"
            f" | {lead.mean:+.2f} ({least:+.2f} to {most:+.2f}) |",
            flush=True,
        )
