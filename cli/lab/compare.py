"""The command `splitpick compare`: the same deals under two rule sets, and the differences."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.lab.batches import Pairs
from ...core.lab.statistics import SHARES, Fact
from ...core.lab.trial import Comparison
from ...core.rules.load import Ruleset
from ...core.text import Text, msg, sentences
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..terminal.figures import Figures, rounded
from ..typed_values import no_comparison, number_from_one, parse_variant
from .lineup import Lineup, base_rules, chosen_workers
from .playing import play_all
from .trial_report import by_side, label

MOST_USES = 5
"""Number of uses of cards in the short form."""

_sentence = sentences(
    msg("compare-two",
        "Name two rule sets or variants to compare, such as jolly-roger/advanced; one alone is"
        " compared with the one that it extends, but this one extends none."),
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
    "splitpick compare my-deck.yaml",
    "splitpick compare jolly-roger/introductory jolly-roger/advanced -n 2000",
)
def compare(
    ctx: typer.Context,
    rulesets: Annotated[
        list[str],
        Argument(
            metavar="RULESET",
            help="Two rule sets or variants, by name or as paths of YAML files; one alone is "
            "compared with the one that it extends.",
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
    """Play the same deals under two rule sets or variants, and show what differs.

    It compares wins, scores, length and the uses of cards, with confidence intervals (95%).
    """
    screen, engine = begin(ctx)
    given = (players, seats, seed, ruleset_options)
    both = _both(screen, engine, rulesets, variants or [None])
    if apart := no_comparison(*both):
        raise BadValue(apart)
    one, other = (Lineup(screen, engine, rules, *given) for rules in both)
    if one.game.players != other.game.players:
        raise BadValue(_sentence("compare-players", one=one.game.players, other=other.game.players))
    comparison = Comparison()
    total, pool = number_from_one(games), chosen_workers(jobs, cluster)
    work = Pairs(one.games, other.games)
    was_stopped = play_all(screen, pool, work, total, lambda pair: comparison.count(*pair))
    if not as_json:
        show_comparison(screen, comparison, one, other)
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


def _both(
    screen: Screen, engine: Engine, rulesets: Sequence[str], variants: Sequence[str | None]
) -> list[Ruleset]:
    """Return the rules to compare, in the order typed; one rule set alone comes after its base."""
    files = [*map(engine.ruleset_file, rulesets)]
    both = [parse_variant(screen, files[at], variants[at]) for at in (0, -1)]
    if len(files) == len(variants) == 1:
        base = base_rules(screen, engine, files[0], variants[0])
        both = [base, both[0]] if base else []
    if not both or len(files) > 2 or len(variants) > 2:
        raise BadValue(_sentence("compare-two"))
    return both


def show_comparison(
    screen: Screen, found: Comparison, one: Lineup, other: Lineup, *, is_full: bool = True
) -> None:
    """Show the facts that differ, but only the clearest `MOST_USES` of cards unless *is_full*.

    Then the facts of whole games that do not differ clearly are shown as well.
    """
    say, figures = screen.say, Figures(screen)
    counted = {"deals": found.pairs, "endless": found.endless}
    say(_sentence("compared", one=one.title, other=other.title, bots=one.titles, **counted))

    def row(fact: Fact) -> tuple[Text, list[str]]:
        format = figures.percent if fact[0] in SHARES else partial(figures.number, digits=2)
        *both, difference = found.facts[fact]
        cells = [format(mean.mean) for mean in (*both, difference)]
        sign = "+" * (difference.mean >= 0)
        cells[-1] = f"{sign}{cells[-1]} ± {format(difference.margin)}"
        return label(fact, one.presenter, other.presenter, sides=sides), cells

    sides = one.sides if one.sides == other.sides else []
    facts = by_side(found.facts, sides)
    ordered = sorted(facts, key=lambda fact: fact if fact[0] == "use" else ())
    heads = [*map(_sentence, ("compared-one", "compared-other", "compared-difference"))]
    different = [fact for fact in ordered if found.facts[fact][-1].differs]
    if not is_full:
        uses = [fact for fact in different if fact[0] == "use"]
        changes = {fact: found.facts[fact][-1] for fact in uses}
        uses.sort(key=lambda fact: changes[fact].margin / abs(changes[fact].mean))
        different = [fact for fact in different if fact not in uses[MOST_USES:]]
    rest = [fact for fact in ordered if fact not in different]
    games = [fact for fact in rest if fact[0] != "use"]
    if found.facts and not different:
        say(_sentence("compared-same"))
    figures.table(_sentence("compared-changed"), heads, map(row, different))
    if is_full:
        about = _sentence("compared-rest", uses=len(rest) - len(games))
        figures.table(about, heads, map(row, games))
    screen.line()
    missed = figures.number(len(facts) * 0.05, 1)  # by intervals of 95%
    say(_sentence("compared-chance", count=len(facts), number=missed))
