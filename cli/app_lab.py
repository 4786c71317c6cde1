"""The commands `splitpick simulate` and `compare`, and what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command
from .start import start_engine
from .takes import Takes

if TYPE_CHECKING:
    from .screen import Screen

SIMULATE_EXAMPLES = """\
splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv
splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv --continue
splitpick simulate my-deck.yaml --seat roger=random --plot games.svg"""

COMPARE_EXAMPLES = """\
splitpick compare jolly-roger my-deck.yaml
splitpick compare jolly-roger -v introductory -v advanced -n 2000"""


def add_lab(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the commands to *app*."""
    number = msg("metavar-number", "NUMBER")
    file = msg("metavar-file", "FILE")
    options_option = takes.option(
        "--option",
        msg("metavar-option", "NAME=VALUE"),
        msg("help-option", "Sets an option of the rule set. Can be repeated."),
    )
    games_option = takes.option(
        "--games -n",
        number,
        msg("help-lab-games", "How many games are played; 1000 otherwise."),
    )
    out_option = takes.option(
        "--out",
        file,
        msg(
            "help-lab-out",
            "Writes the games into this file, a row each: .csv, .json or .parquet.",
        ),
    )
    plot_option = takes.option(
        "--plot", file, msg("help-plot", "Draws a picture into this file: .png or .svg.")
    )
    variants_option = takes.option(
        "--variant -v",
        msg("metavar-name", "NAME"),
        msg("help-variants", "The variant of the games; twice for one of each."),
    )
    names_argument = takes.argument(
        msg("metavar-ruleset", "RULESET"),
        msg(
            "help-compare-names",
            "The names of two rule sets, or the paths of YAML files; or one, in two variants.",
        ),
        default=...,
    )

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-simulate-short", "Play many games by bots.")),
        help=takes.say(
            msg(
                "help-simulate",
                "Lets bots play as many games as you like, every seat beginning in turn, and shows"
                " with intervals of 95% who wins, the scores, what each card was used for and what"
                " it was worth. Ctrl-C keeps what was played.",
            )
        ),
        epilog=SIMULATE_EXAMPLES,
    )
    def simulate(
        ruleset: str | None = takes.ruleset,
        variant: str | None = takes.variant,
        players: str | None = takes.players,
        options: list[str] | None = options_option,
        seats: list[str] | None = takes.bot_seat,
        games: str | None = games_option,
        jobs: str | None = takes.jobs,
        cluster: str | None = takes.cluster,
        seed: str | None = takes.seed,
        out: str | None = out_option,
        resumes: bool = takes.goes_on,
        plot: str | None = plot_option,
        force: bool = takes.anew,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .simulating import simulate_command
        from .wishes import LabWishes

        wishes = LabWishes(
            variants=() if variant is None else (variant,),
            players=players,
            options=tuple(options or ()),
            seats=tuple(seats or ()),
            games=games,
            jobs=jobs,
            cluster=cluster,
            seed=seed,
            out=out,
            resumes=resumes,
            plot=plot,
            force=force,
            as_json=as_json,
        )
        return simulate_command(screen, start_engine(screen), ruleset, wishes)

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-compare-short", "Compare two rule sets by games of bots.")),
        help=takes.say(
            msg(
                "help-compare",
                "Plays the same deals under two rule sets, or two variants of one, and tells with"
                " intervals of 95% what is different: wins, scores, length, and what cards are used"
                " for.",
            )
        ),
        epilog=COMPARE_EXAMPLES,
    )
    def compare(
        rulesets: list[str] = names_argument,
        variants: list[str] | None = variants_option,
        players: str | None = takes.players,
        options: list[str] | None = options_option,
        seats: list[str] | None = takes.bot_seat,
        games: str | None = games_option,
        jobs: str | None = takes.jobs,
        cluster: str | None = takes.cluster,
        seed: str | None = takes.seed,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .comparing import compare_command
        from .wishes import LabWishes

        wishes = LabWishes(
            variants=tuple(variants or ()),
            players=players,
            options=tuple(options or ()),
            seats=tuple(seats or ()),
            games=games,
            jobs=jobs,
            cluster=cluster,
            seed=seed,
            as_json=as_json,
        )
        return compare_command(screen, start_engine(screen), rulesets, wishes)
