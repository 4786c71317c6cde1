"""How much better one bot plays than another: games won on duplicate deals, with an interval.

    python tests/benchmarks/strength.py captain:300ms greedy -n 60 --jobs 2 --least 0.95
    python tests/benchmarks/strength.py --ladder mcts:30ms mcts:100ms mcts:300ms -n 40
    python tests/benchmarks/strength.py --ladder mcts:30ms mcts:100ms --against greedy

Each deal is played with the seats changed until both sat everywhere: two games for two players, at
more seats each of the two alone against the other at every seat.  A tie counts half.  The bots'
generators follow from the deal, the seat and the moment, so whoever has a budget of nodes plays the
same games every time.

The first interval is that of the deals: Wilson's, with as many independent games as would leave the
share as uncertain as the deals did (`splitpick.core.lab.duplicate.share_interval`), so it respects
that the games of one deal are not independent.  The second, in brackets, is Wilson's for the games
as if they were.  With ``--least`` the exit code is 1 where the share is lower.  A ladder plays each
name against the one before it, or all of them ``--against`` another.

Time for a decision is wall time: other programs that run on the same cores make a bot with a budget
of seconds weaker.  ``splitpick --version`` says whether the kernel is compiled.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import FunctionType

from splitpick.cli.version import VERSION
from splitpick.core.errors import SplitpickError
from splitpick.core.game import draw_outcome
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.duplicate import Deal, Deals, share, share_interval
from splitpick.core.lab.statistics.intervals import wilson
from splitpick.core.lab.workers import workers


@dataclass
class Strength:
    """What came of the games of one bot against another."""

    one: str
    other: str
    shares: list[float] = field(default_factory=list)
    """Which share of each deal *one* has won."""
    won: float = 0
    games: int = 0
    ties: int = 0
    failed: list[int] = field(default_factory=lambda: [0, 0])
    endless: int = 0
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, deal: Deal) -> None:
        """Count the games of one deal."""
        part = share(deal, 0, 1)
        self.shares.append(part)
        self.won += part * len(deal)
        self.games += len(deal)
        for game in deal:
            first = {
                who for who, place in zip(game.lineup, game.places(), strict=True) if place == 1
            }
            self.ties += len(first) > 1
            self.endless += not game.ended
            if game.failed is not None:
                self.failed[game.lineup[game.failed]] += 1
            for who, count, took in zip(game.lineup, game.decisions, game.seconds, strict=True):
                self.decisions[who] += count
                self.seconds[who] += took

    @property
    def share(self) -> float:
        """Which share of all games *one* has won, ties half."""
        return sum(self.shares) / len(self.shares)

    def milliseconds(self, who: int) -> float:
        """Return how long the one or the other took for a decision on average."""
        return 1000 * self.seconds[who] / max(1, self.decisions[who])

    def told(self) -> str:
        low, high = share_interval(self.shares)
        plain = wilson(self.won, self.games)
        notes = [f"{self.ties} tied"]
        for name, count in zip((self.one, self.other), self.failed, strict=True):
            if count:
                notes.append(f"{name} FAILED in {count}")
        if self.endless:
            notes.append(f"{self.endless} without end")
        return (
            f"{self.one} against {self.other}: {100 * self.share:.1f} % of {self.games} games on "
            f"{len(self.shares)} deals ({', '.join(notes)}); 95 %: {100 * low:.1f} to "
            f"{100 * high:.1f} by deals (Wilson by games {100 * plain[0]:.1f} to "
            f"{100 * plain[1]:.1f}); {self.milliseconds(0):.1f} and {self.milliseconds(1):.1f} ms "
            "a decision"
        )

    def data(self) -> dict[str, object]:
        return {
            "one": self.one,
            "other": self.other,
            "share": self.share,
            "interval": share_interval(self.shares),
            "wilson": wilson(self.won, self.games),
            "won": self.won,
            "games": self.games,
            "deals": len(self.shares),
            "ties": self.ties,
            "failed": self.failed,
            "endless": self.endless,
            "milliseconds": [self.milliseconds(0), self.milliseconds(1)],
        }


def measure(
    one: str,
    other: str,
    *,
    deals: int = 50,
    ruleset: str = "jolly-roger",
    variant: str | None = "advanced",
    players: int | None = None,
    jobs: int = 1,
    seed: int = 1,
    progress: bool = False,
) -> Strength:
    """Play *one* against *other*; Ctrl-C ends it, and what was played until then counts."""
    engine = Engine()
    rules = engine.ruleset_file(ruleset).variant(variant)
    found = Strength(one, other)
    played = workers(jobs).run(
        Deals(rules.text, players or rules.players[0], (one, other), seed), range(deals)
    )
    try:
        for deal in played:
            found.add(deal)
            if progress:
                print(f"\r{len(found.shares)}/{deals} deals, {100 * found.share:.1f} %  ",
                      end="", file=sys.stderr, flush=True)  # fmt: skip
    except KeyboardInterrupt:
        if not found.shares:
            raise
        print("\nstopped early", file=sys.stderr)
    finally:
        if progress:
            print(file=sys.stderr)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="A B", help="as behind --seat SEAT=")
    parser.add_argument("-n", "--deals", type=int, default=50)
    parser.add_argument("--ruleset", default="jolly-roger")
    parser.add_argument("--variant", help="advanced for jolly-roger, else the first")
    parser.add_argument("--players", type=int, help="as few as can otherwise")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0: as many as cores")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--least", type=float, metavar="SHARE", help="exit code 1 if lower")
    parser.add_argument("--ladder", nargs="+", default=[], metavar="B")
    parser.add_argument("--against", metavar="B", help="whom everyone on the ladder plays")
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args(arguments)
    pairs = []
    if wishes.names:
        if len(wishes.names) != 2:
            parser.error("name two: A B")
        pairs.append((wishes.names[0], wishes.names[1]))
    if wishes.against:
        pairs += [(name, wishes.against) for name in wishes.ladder]
    else:
        pairs += [(higher, lower) for lower, higher in pairwise(wishes.ladder)]
    if not pairs or wishes.deals < 1:
        parser.error("nothing to play: name two, A B, or a ladder of several")
    variant = wishes.variant
    if variant is None and wishes.ruleset == "jolly-roger":
        variant = "advanced"
    found = []
    if not wishes.json:
        form = "pure Python" if isinstance(draw_outcome, FunctionType) else "compiled"
        print(f"splitpick {VERSION}, {form}")
        print(f"{wishes.ruleset} {variant or ''}, deals {wishes.seed} to "
              f"{wishes.seed + wishes.deals - 1}, {wishes.jobs} jobs")  # fmt: skip
    for one, other in pairs:
        try:
            strength = measure(
                one, other, deals=wishes.deals, ruleset=wishes.ruleset, variant=variant,
                players=wishes.players, jobs=wishes.jobs, seed=wishes.seed,
                progress=sys.stderr.isatty(),
            )  # fmt: skip
        except SplitpickError as error:
            print(error, file=sys.stderr)
            return 2
        found.append(strength)
        if not wishes.json:
            print(strength.told(), flush=True)
    if wishes.json:
        print(json.dumps([strength.data() for strength in found], indent=2))
    least = wishes.least
    low = [strength for strength in found if least is not None and strength.share < least]
    for strength in low:
        print(f"{strength.one} against {strength.other}: less than {least}", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
