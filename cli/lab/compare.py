"""The command `splitpick compare`: the same deals under two rule sets, and the differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.lab.games import SHARES, Fact, Pairs
from ...core.lab.trial import Comparison, Paired
from ...core.matches.sentences import sentences
from ...core.text import Both, Text, msg, nmsg
from .. import options
from ..localized_typer import command
from ..start import begin
from .figures import ONE_DIGIT, Figures
from .lineup import Lineup, chosen_workers, number_of_games
from .playing import ended, play_all
from .trial_report import fact_label, used

if TYPE_CHECKING:
    from ..screen import Screen

CHANCE_ALONE = 0.05
"""Share of 95% intervals that miss the truth."""

_told = sentences(
    msg("compare-two",
        "Compare two rule sets, or one in two variants: name both, or give --variant twice."),
    msg("compare-players",
        "One game is for {one} players and the other for {other}: set one number for both with "
        "--players."),
    nmsg("compared", "{count} deal under {one} and {other}, played by bots ({bots}).",
         "{count} deals under {one} and {other}, played by bots ({bots}).", 0),
    msg("compared-name", "{name}, {variant}"),
    nmsg("compared-endless", "{count} more did not end.",
         "{count} more did not end.", 0),
    msg("compared-one", "first"),
    msg("compared-other", "second"),
    msg("compared-difference", "difference"),
    msg("compared-changed", "Differences, with confidence intervals (95%):"),
    msg("compared-same", "No differences: every confidence interval (95%) contains 0."),
    msg("compared-rest", "Without a clear difference:"),
    nmsg("compared-uses", "Also {count} use of a card.", "Also {count} uses of cards.", 0),
    nmsg("compared-chance", "Of {count} figure compared, about {number} differs by chance alone.",
         "Of {count} figures compared, about {number} differ by chance alone.", 0),
)  # fmt: skip


@command(
    "splitpick compare jolly-roger my-deck.yaml",
    "splitpick compare jolly-roger -v introductory -v advanced -n 2000",
)
def compare(
    ctx: typer.Context,
    rulesets: Annotated[
        list[str],
        typer.Argument(
            metavar="RULESET",
            help=(
                "Two rule sets, by name or as paths of YAML files, or one rule set in two variants."
            ),
        ),
    ],
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            "-v",
            metavar="NAME",
            help="The variant; give it twice to compare two.",
        ),
    ] = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    seats: options.BotSeats = None,
    games: options.Games = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Play the same deals under two rule sets, or two variants of one, and show what differs.

    It compares wins, scores, length and the uses of cards, with confidence intervals (95%).
    """
    screen, engine = begin(ctx)
    kinds: Sequence[str | None] = variants or [None]
    if len(rulesets) > 2 or len(kinds) > 2 or len(rulesets) == len(kinds) == 1:
        raise BadValue(_told("compare-two"))
    given = (players, seats, seed, ruleset_options)
    one, other = (
        Lineup(screen, engine, rulesets[which], kinds[which], *given) for which in (0, -1)
    )
    if one.game.players != other.game.players:
        players_of = {"one": one.game.players, "other": other.game.players}
        raise BadValue(_told("compare-players", **players_of))
    numbers = range(number_of_games(games))
    found = Comparison()
    was_stopped = play_all(
        screen,
        chosen_workers(jobs, cluster),
        Pairs(one.games, other.games),
        numbers,
        lambda pair: found.count(*pair),
    )
    if as_json:
        screen.json(_as_json(found, one, other, was_stopped))
    else:
        _show(screen, found, one, other)
    return ended(screen, was_stopped, found.pairs, None)


def _show(screen: Screen, found: Comparison, one: Lineup, other: Lineup) -> None:
    """Show the facts that differ, and those that cannot be told apart."""
    say, figures = screen.say, Figures(screen)
    names = {
        "one": _told("compared-name", **one.called),
        "other": _told("compared-name", **other.called),
    }
    say(_told("compared", count=found.pairs, bots=Both(tuple(one.titles), commas=True), **names))
    if found.endless:
        say(_told("compared-endless", count=found.endless))
    deck = [code for each in (one, other) for code in getattr(each.game, "codes", ())]

    def place(fact: Fact) -> tuple[int, int, Fact]:
        """Return the place of a fact: whole games first, then cards in the order of the deck."""
        if fact[0] != "use":
            return 0, 0, ()
        card = fact[1]
        return 1 + (not card), deck.index(card) if card in deck else len(deck), fact

    def label(fact: Fact) -> Text:
        if fact[0] != "use":
            return fact_label(one.presenter, fact)
        _, card, kind = fact
        # One of the games may not know it, and calls it by its code.
        presenters = (one.presenter, other.presenter)
        what = next((name for p in presenters if (name := p.kind_name(kind)) != kind), kind)
        return used(next((n for p in presenters if (n := p.card_name(card)) != card), card), what)

    def table(facts: Sequence[Fact]) -> None:
        heads = [*map(_told, ("compared-one", "compared-other", "compared-difference"))]
        rows = [(label(fact), _cells(figures, fact, found.facts[fact])) for fact in facts]
        figures.table(rows, heads)

    ordered = sorted(found.facts, key=place)
    different = [fact for fact in ordered if found.facts[fact].differs]
    rest = [fact for fact in ordered if not found.facts[fact].differs]
    if different:
        screen.line()
        say(_told("compared-changed"))
        table(different)
        screen.line()
    else:
        say(_told("compared-same"))
    if rest:
        if different:
            say(_told("compared-rest"))
        table([fact for fact in rest if fact[0] != "use"])
        if uses := sum(fact[0] == "use" for fact in rest):
            say(_told("compared-uses", count=uses))
        if different:
            screen.line()
    if different:
        number = figures.number(len(ordered) * CHANCE_ALONE, ONE_DIGIT)
        say(_told("compared-chance", count=len(ordered), number=number))


def _cells(figures: Figures, fact: Fact, paired: Paired) -> list[str]:
    """Return a fact under both rule sets, and the difference with its interval."""
    share = fact[0] in SHARES
    digits, scale = (1, 100) if share else (2, 1)
    form = f"#,##0.{'0' * digits}"
    values = [
        figures.percent(mean.mean) if share else figures.number(mean.mean, form)
        for mean in (paired.one, paired.other)
    ]
    change = paired.difference
    margin = figures.number(change.margin * scale, form)
    return [*values, f"{figures.signed(change.mean * scale, digits)} ± {margin}"]


def _as_json(found: Comparison, one: Lineup, other: Lineup, was_stopped: bool) -> dict[str, object]:
    def named(what: str, *rest: str) -> dict[str, object]:
        if what == "use":
            return {"what": what, "card": rest[0] or None, "kind": rest[1]}
        return {"what": what, **({"seat": one.seats[int(rest[0])]} if rest else {})}

    return {
        "rulesets": [one.told(), other.told()],
        "bots": [*one.bots],
        "seed": one.seed,
        "games": found.pairs,
        "endless": found.endless,
        "stopped": was_stopped,
        "facts": [
            {
                **named(*fact),
                "first": round(paired.one.mean, 4),
                "second": round(paired.other.mean, 4),
                "difference": round(paired.difference.mean, 4),
                "margin": round(paired.difference.margin, 4),
                "differs": paired.differs,
            }
            for fact, paired in found.facts.items()
        ],
    }
