"""The command `splitpick compare`: the same deals under two rule sets, and the differences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.lab.comparison import Comparison, Paired
from ...core.lab.games import Pairs
from ...core.lab.played import SHARES, Fact
from ...core.text import Both, Message, Text, msg, nmsg
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..start import start_engine
from .figures import ONE_DIGIT, SIGNED, Figures, show_table
from .lineup import Lineup, chosen_workers, number_of_games
from .playing import play_all, stopped_note
from .trial_report import fact_label

if TYPE_CHECKING:
    from ..screen import Screen

CHANCE_ALONE = 0.05
"""Share of 95% intervals that miss the truth."""


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
            help="The names of two rule sets, or the paths of YAML files; or one, in two variants.",
        ),
    ],
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            "-v",
            metavar="NAME",
            help="The variant of the games; twice for one of each.",
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

    It compares wins, scores, length, and what cards are used for, with confidence intervals of 95%.
    """
    screen: Screen = ctx.obj
    engine = start_engine(screen)
    kinds: Sequence[str | None] = variants or [None]
    if len(rulesets) > 2 or len(kinds) > 2 or len(rulesets) == len(kinds) == 1:
        raise BadValue(
            msg(
                "compare-two",
                "Two rule sets can be compared, or one in two variants: name both, or give"
                " --variant twice.",
            )
        )
    one, other = [
        Lineup(
            screen,
            engine,
            rulesets[which],
            kinds[which],
            players=players,
            seats=seats,
            seed=seed,
            options=ruleset_options,
        )
        for which in (0, -1)
    ]
    if one.game.players != other.game.players:
        raise BadValue(
            msg(
                "compare-players",
                "The two games are for {one} and for {other} players: --players sets the same"
                " number for both.",
                one=one.game.players,
                other=other.game.players,
            )
        )
    total = number_of_games(games)
    workers = chosen_workers(jobs, cluster)
    comparison = Comparison()
    was_stopped = play_all(
        screen,
        workers,
        Pairs(one.games, other.games),
        range(total),
        lambda pair: comparison.count(*pair),
    )
    if as_json:
        screen.line(json.dumps(_as_json(comparison, one, other, was_stopped), indent=2))
    else:
        ComparisonReport(screen, comparison, one, other).show()
    if was_stopped:
        screen.note(stopped_note(comparison.pairs, None))
    return INTERRUPTED if was_stopped else FINE


@dataclass
class ComparisonReport:
    """Shows *comparison* to people."""

    screen: Screen
    comparison: Comparison
    one: Lineup
    other: Lineup

    def __post_init__(self) -> None:
        self.figures = Figures(self.screen.language)

    def show(self) -> None:
        """Show the facts that differ, and those that cannot be told apart."""
        comparison, say = self.comparison, self.screen.say
        say(
            nmsg(
                "compared",
                "{count} deal under {one} and under {other}, by bots ({bots}).",
                "{count} deals under {one} and under {other}, by bots ({bots}).",
                comparison.pairs,
                one=_called(self.one),
                other=_called(self.other),
                bots=Both(tuple(self.one.titles), commas=True),
            )
        )
        if comparison.endless:
            say(
                nmsg(
                    "compared-endless",
                    "{count} more did not come to an end.",
                    "{count} more did not come to an end.",
                    comparison.endless,
                )
            )
        ordered = sorted(comparison.facts.items(), key=self._place)
        different = [fact for fact, paired in ordered if paired.differs]
        rest = [fact for fact, paired in ordered if not paired.differs]
        if different:
            self.screen.line()
            say(msg("compared-changed", "Differences, with confidence intervals of 95%:"))
            self._table(different)
        else:
            say(msg("compared-same", "No differences: 0 is in every confidence interval of 95%."))
        if rest:
            if different:
                self.screen.line()
                say(msg("compared-rest", "Without a clear difference:"))
            self._table([fact for fact in rest if fact[0] != "use"])
            if uses := sum(fact[0] == "use" for fact in rest):
                say(
                    nmsg(
                        "compared-uses",
                        "Also {count} use of a card.",
                        "Also {count} uses of cards.",
                        uses,
                    )
                )
        if different:
            self.screen.line()
            by_chance = self.figures.number(len(ordered) * CHANCE_ALONE, ONE_DIGIT)
            say(
                nmsg(
                    "compared-chance",
                    "Of {count} figure compared, about {number} differs by chance alone.",
                    "Of {count} figures compared, about {number} differ by chance alone.",
                    len(ordered),
                    number=by_chance,
                )
            )

    def _place(self, item: tuple[Fact, Paired]) -> tuple[int, int, str, str]:
        """Return the place of a fact: whole games first, then cards in the order of the deck."""
        kind, *rest = item[0]
        if kind != "use":
            return 0, 0, "", ""
        card, use = rest
        decks = [getattr(lineup.game, "codes", ()) for lineup in (self.one, self.other)]
        deck = [code for codes in decks for code in codes]
        return 1 + (not card), deck.index(card) if card in deck else len(deck), card, use

    def _table(self, facts: Sequence[Fact]) -> None:
        heads: list[Text] = [
            msg("compared-one", "first"),
            msg("compared-other", "second"),
            msg("compared-difference", "difference"),
        ]
        rows = [(self.screen.words(self._label(fact)), self._cells(fact)) for fact in facts]
        show_table(self.screen, rows, heads)

    def _cells(self, fact: Fact) -> list[str]:
        figures, paired = self.figures, self.comparison.facts[fact]
        change = paired.difference
        if fact[0] in SHARES:
            values = [figures.percent(mean.mean) for mean in (paired.one, paired.other)]
            scale, form, signed = 100, ONE_DIGIT, SIGNED
        else:
            scale, form, signed = 1, "#,##0.00", "+#,##0.00;-#,##0.00"
            values = [figures.number(mean.mean, form) for mean in (paired.one, paired.other)]
        mean = figures.number(round(change.mean * scale, 2) + 0.0, signed)  # there is no -0.0
        return [*values, f"{mean} ± {figures.number(change.margin * scale, form)}"]

    def _label(self, fact: Fact) -> Text:
        if fact[0] != "use":
            return fact_label(self.one.presenter, fact)
        _, card, use = fact
        # One of the games may not know it, and calls it by its code.
        presenters = self.one.presenter, self.other.presenter
        what = next((n for p in presenters if (n := p.kind_name(use)) != use), use)
        called = next((n for p in presenters if (n := p.card_name(card)) != card), card)
        return msg("tried-never-use", "{card} {what}", card=called, what=what) if card else what


def _called(lineup: Lineup) -> Message:
    name, variant = lineup.ruleset.name, lineup.ruleset.variant_name
    return msg("compared-name", "{name}, {variant}", name=name, variant=variant)


def _as_json(
    comparison: Comparison, one: Lineup, other: Lineup, was_stopped: bool
) -> dict[str, object]:
    def named(fact: Fact) -> dict[str, object]:
        what, *rest = fact
        if what == "use":
            return {"what": what, "card": rest[0] or None, "kind": rest[1]}
        return {"what": what, **({"seat": one.seats[int(rest[0])]} if rest else {})}

    return {
        "rulesets": [one.told(), other.told()],
        "bots": one.bots,
        "seed": one.seed,
        "games": comparison.pairs,
        "endless": comparison.endless,
        "stopped": was_stopped,
        "facts": [
            {
                **named(fact),
                "first": round(paired.one.mean, 4),
                "second": round(paired.other.mean, 4),
                "difference": round(paired.difference.mean, 4),
                "margin": round(paired.difference.margin, 4),
                "differs": paired.differs,
            }
            for fact, paired in comparison.facts.items()
        ],
    }
