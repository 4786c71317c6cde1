"""The table of budgets in cli/README.md: searching bots, from one node up, against simple ones.

    python tests/benchmarks/budget_ladder.py -n 10

A cell is the share of games won over *n* duplicate deals of two games, in per cent; a tie counts
half.  Behind it stands Wilson's 95% interval for as many trials as deals: the two games of a deal
depend on each other, so it is rather too wide.  Nodes give the same table on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import mean

from splitpick.core import Engine
from splitpick.core.lab.duplicate import Deals, share
from splitpick.core.lab.inference import wilson

GAMES = ("jolly-roger", "galley-thieves", "smugglers-cove", "skull-queen", "dead-mans-dice")
BOTS = ("mcts", "captain")
BUDGETS = ("nodes=1", "nodes=10", "nodes=100", "nodes=1000", "1ms")
SIMPLE = ("random", "greedy")


def shares(engine: Engine, game: str, player: str, other: str, deals: int) -> list[float]:
    """Return the share that *player* won against *other* of each of a number of *deals*."""
    text = engine.ruleset_file(game).variant().text
    play = Deals(text, 2, (player, other), seed=1).begin(engine)
    return [share(play(number), 0, 1) for number in range(deals)]


def ladder(engine: Engine, game: str, deals: int) -> Iterator[list[str]]:
    """Yield the rows of the table about *game*."""
    for bot in BOTS:
        for other in SIMPLE:
            cells = [f"`{game}`", f"`{bot}`", f"`{other}`"]
            for budget in BUDGETS:
                won = shares(engine, game, f"{bot}:{budget}", other, deals)
                low, high = wilson(sum(won), len(won))
                cells.append(f"{100 * mean(won):.0f} ({100 * low:.0f} to {100 * high:.0f})")
            yield cells


def main() -> None:
    """Print the table, in Markdown."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("-n", type=int, default=10, help="number of deals, each of two games")
    options.add_argument("games", nargs="*", default=GAMES)
    asked = options.parse_args()
    head = ["game", "bot", "against", *(f"`{budget}`" for budget in BUDGETS)]
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for game in asked.games:
        for row in ladder(Engine(), game, asked.n):
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
