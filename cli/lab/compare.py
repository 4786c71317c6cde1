"""The command `splitpick compare`: the same deals under two rule sets, and the differences."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue
from ...core.lab.batches import Pairs
from ...core.lab.statistics import SHARES, Fact
from ...core.lab.trial import Comparison
from ...core.text import Text, msg, sentences
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..terminal.figures import Figures, rounded
from ..typed_values import number_from_one
from .lineup import Lineup, chosen_workers
from .playing import play_all
from .trial_report import label

_sentence = sentences(
    msg("compare-two",
        "Compare two rule sets, or one in two variants: name both, or give --variant twice."),
    msg("compare-players",
        "The games are for {one} and {other} players: set one number with --players."),
    msg("compared",
        "{one} and {other}. Bots: {bots}. Deals: {deals}, left out as endless: {endless}."),
    msg("compared-one", "first"),
    msg("compared-other", "second"),
    msg("compared-difference", "difference"),
    msg("compared-changed", "Differences, with confidence intervals (95%):"),
    msg("compared-same", "No differences: every confidence interval (95%) contains 0."),
    msg("compared-rest", "No clear difference (figures on uses of cards, not shown: {uses}):"),
    msg("compared-chance", "Figures compared: {count}; about {number} would differ by chance."),
)  # fmt: skip


@command(
    "splitpick compare jolly-roger my-deck.yaml",
    "splitpick compare jolly-roger -v introductory -v advanced -n 2000",
)
def compare(
    ctx: typer.Context,
    rulesets: Annotated[
        list[str],
        Argument(
            metavar="RULESET",
            help="Two rule sets, by name or as paths of YAML files, or one rule set in two "
            "variants.",
        ),
    ],
    variants: Annotated[
        list[str] | None,
        Option(
            "--variant", "-v", metavar="NAME", help="The variant; give it twice to compare two."
        ),
    ] = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    seats: options.BotSeats = None,
    games: Annotated[
        str, Option("--games", "-n", metavar="NUMBER", help="The number of deals; 1000 by default.")
    ] = "1000",
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = "0",
    as_json: options.Json = False,
) -> int:
    """Play the same deals under two rule sets, or two variants of one, and show what differs.

    It compares wins, scores, length and the uses of cards, with confidence intervals (95%).
    """
    screen, engine = begin(ctx)
    kinds: Sequence[str | None] = variants or [None]
    # A variant as in my-deck/short is no path.
    known = tuple(f"{name}/" for name in engine.library.known())
    odd = any(ruleset.startswith(known) and not Path(ruleset).exists() for ruleset in rulesets)
    if odd or len(rulesets) > 2 or len(kinds) > 2 or len(rulesets) == len(kinds) == 1:
        raise BadValue(_sentence("compare-two"))
    given = (players, seats, seed, ruleset_options)
    one, other = (Lineup(screen, engine, rulesets[at], kinds[at], *given) for at in (0, -1))
    if one.game.players != other.game.players:
        raise BadValue(_sentence("compare-players", one=one.game.players, other=other.game.players))
    comparison = Comparison()
    total, pool = number_from_one(games), chosen_workers(jobs, cluster)
    work = Pairs(one.games, other.games)
    was_stopped = play_all(screen, pool, work, total, lambda pair: comparison.count(*pair))
    if not as_json:
        _show(screen, comparison, one, other)
        return INTERRUPTED if was_stopped else FINE

    def named(what: str, *rest: str) -> dict[str, object]:
        if what == "use":
            return {"what": what, "card": rest[0] or None, "kind": rest[1]}
        return {"what": what, **({"seat": one.seats[int(rest[0])]} if rest else {})}

    fields = {
        "rulesets": [one.identity, other.identity],
        "bots": one.bots,
        "seed": one.seed,
        "games": comparison.pairs,
        "endless": comparison.endless,
        "stopped": was_stopped,
        "facts": [
            {
                **named(*fact),
                "first": first.mean,
                "second": second.mean,
                "difference": difference.mean,
                "margin": difference.margin,
                "differs": difference.differs,
            }
            for fact, (first, second, difference) in comparison.facts.items()
        ],
    }
    screen.json(rounded(fields))
    return INTERRUPTED if was_stopped else FINE


def _show(screen: Screen, found: Comparison, one: Lineup, other: Lineup) -> None:
    """Show the facts that differ, and the facts of whole games that do not differ clearly."""
    say, figures = screen.say, Figures(screen)
    counted = {"deals": found.pairs, "endless": found.endless}
    say(_sentence("compared", one=one.title, other=other.title, bots=one.titles, **counted))

    def row(fact: Fact) -> tuple[Text, list[str]]:
        format = figures.percent if fact[0] in SHARES else partial(figures.number, digits=2)
        *both, difference = found.facts[fact]
        cells = [format(mean.mean) for mean in (*both, difference)]
        sign = "+" * (difference.mean >= 0)
        cells[-1] = f"{sign}{cells[-1]} ± {format(difference.margin)}"
        return label(fact, one.presenter, other.presenter), cells

    ordered = sorted(found.facts, key=lambda fact: fact if fact[0] == "use" else ())
    heads = [*map(_sentence, ("compared-one", "compared-other", "compared-difference"))]
    different = [fact for fact in ordered if found.facts[fact][-1].differs]
    rest = [fact for fact in ordered if fact not in different]
    games = [fact for fact in rest if fact[0] != "use"]
    if found.facts and not different:
        say(_sentence("compared-same"))
    figures.table(_sentence("compared-changed"), heads, map(row, different))
    figures.table(_sentence("compared-rest", uses=len(rest) - len(games)), heads, map(row, games))
    screen.line()
    missed = figures.number(len(found.facts) * 0.05, 1)  # by intervals of 95%
    say(_sentence("compared-chance", count=len(found.facts), number=missed))
