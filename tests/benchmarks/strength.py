"""Strength of one bot against another: games won on duplicate deals, with an interval.

    python tests/benchmarks/strength.py captain:300ms greedy -n 60 --jobs 2 --least 0.95
    python tests/benchmarks/strength.py --ladder mcts:30ms mcts:100ms mcts:300ms -n 40
    python tests/benchmarks/strength.py --ladder mcts:30ms mcts:100ms --against greedy

Each deal is played with the seats changed until both sat everywhere; a tie counts half.  A budget
of nodes plays the same games every time.  The interval respects that the games of one deal are not
independent (`share_interval`).  With ``--least`` the exit code is 1 if the share is lower.  A
ladder plays each name against the one before it, or all of them ``--against`` another.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from types import FunctionType

from splitpick.cli.version import VERSION
from splitpick.core.errors import SplitpickError
from splitpick.core.game import draw_outcome
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.duplicate import Deals, share
from splitpick.core.lab.statistics.intervals import wilson
from splitpick.core.lab.workers import workers


def share_interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of the mean of *shares*, each from 0 to 1 and of one deal.

    Wilson's interval for the number of independent games that would leave the mean as uncertain as
    these deals do: the effective sample size of cluster surveys (N. Dean and M. Pagano, Journal of
    Survey Statistics and Methodology 3, 2015).  One more, imagined deal, as uneven as possible,
    keeps the interval from vanishing where all deals are alike.
    """
    deals = len(shares)
    if deals == 0:
        return 0.0, 1.0
    mean = sum(shares) / deals
    squares = sum((one - mean) ** 2 for one in shares) + 0.25
    # Where nobody ever lost, a deal counts for one game.
    trials = mean * (1 - mean) * deals * deals / squares if 0 < mean < 1 else deals
    # Never fewer than one: a few contradictory deals tell little, but not nothing.
    trials = max(1.0, trials)
    return wilson(mean * trials, trials)


def measure(one: str, other: str, wanted: argparse.Namespace) -> float:
    """Play *one* against *other*, print the result and return the share of *one*.

    Ctrl-C ends it early.
    """
    rules = Engine().ruleset_file(wanted.ruleset).variant(wanted.variant)
    work = Deals(rules.text, wanted.players or rules.players[0], (one, other), wanted.seed)
    shares: list[float] = []
    games = ties = failed = endless = 0
    decisions, seconds = [0, 0], [0.0, 0.0]
    try:
        for deal in workers(wanted.jobs).run(work, range(wanted.deals)):
            shares.append(share(deal, 0, 1))
            for game in deal:
                places = zip(game.lineup, game.places(), strict=True)
                games += 1
                ties += len({who for who, place in places if place == 1}) > 1
                failed += game.failed is not None
                endless += not game.ended
                for seat, who in enumerate(game.lineup):
                    decisions[who] += game.decisions[seat]
                    seconds[who] += game.seconds[seat]
    except KeyboardInterrupt:
        if not shares:
            raise
    mean = sum(shares) / len(shares)
    low, high = share_interval(shares)
    spent = [1000 * took / max(1, count) for took, count in zip(seconds, decisions, strict=True)]
    print(
        f"{one} against {other}: {100 * mean:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}) of"
        f" {games} games on {len(shares)} deals ({ties} tied, {failed} failed, {endless} without"
        f" end); {spent[0]:.1f} and {spent[1]:.1f} ms a decision",
        flush=True,
    )
    return mean


def main() -> int:
    """Measure all pairs; return 1 if a share is too low."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("names", nargs="*", metavar="A B", help="as behind --seat SEAT=")
    add("-n", "--deals", type=int, default=50)
    add("--ruleset", default="jolly-roger")
    add("--variant", help="advanced for jolly-roger, else the first")
    add("--players", type=int, help="by default as few as can")
    add("--jobs", type=int, default=1, help="processes; 0: as many as cores")
    add("--seed", type=int, default=1, help="of the first deal")
    add("--least", type=float, default=0.0, metavar="SHARE")
    add("--ladder", nargs="+", default=[], metavar="B")
    add("--against", metavar="B", help="the opponent of everyone on the ladder")
    wanted = parser.parse_args()
    pairs = [*pairwise(reversed(wanted.ladder))]
    if wanted.against:
        pairs = [(name, wanted.against) for name in wanted.ladder]
    if len(wanted.names) == 2:
        pairs.insert(0, tuple(wanted.names))
    if not pairs or wanted.deals < 1:
        parser.error("nothing to play: name two, A B, or a ladder of several")
    if wanted.ruleset == "jolly-roger":
        wanted.variant = wanted.variant or "advanced"
    form = "pure Python" if isinstance(draw_outcome, FunctionType) else "compiled"
    print(f"splitpick {VERSION}, {form}; {wanted.ruleset} {wanted.variant or ''}")
    try:
        return int(min(measure(*pair, wanted) for pair in pairs) < wanted.least)
    except SplitpickError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
