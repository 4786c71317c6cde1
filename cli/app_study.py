"""The commands `splitpick analyse` and `splitpick daily` and what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command
from .start import start_engine

if TYPE_CHECKING:
    from .screen import Screen
    from .takes import Takes

ANALYSE_EXAMPLES = """\
splitpick analyse jolly-roger-1
splitpick analyse jolly-roger-1 --budget nodes=40000 --jobs 2
splitpick analyse my-match.txt --export marked.txt"""


def add_analyse(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the command to *app*."""
    match_argument = takes.argument(
        msg("metavar-match", "MATCH"),
        msg("help-analyse-match", "The name of a match, or a file with a record."),
        default=...,
    )
    budget_option = takes.option(
        "--budget",
        msg("metavar-budget", "BUDGET"),
        msg(
            "help-budget",
            "How long each decision is looked at: a time such as 200ms, or nodes=40000, which "
            "brings the same on every machine.",
        ),
    )
    jobs_option = takes.option(
        "--jobs",
        msg("metavar-number", "NUMBER"),
        msg(
            "help-analyse-jobs",
            "How many processes work; 0, or nothing, takes all processor cores.",
        ),
    )
    deals_option = takes.option(
        "--deals",
        msg("metavar-number", "NUMBER"),
        msg(
            "help-deals",
            "With how many deals each real one is compared, for the luck in it; 16 otherwise, and "
            "0 does without.",
        ),
    )
    export_option = takes.option(
        "--export",
        msg("metavar-file", "FILE"),
        msg("help-analyse-export", "Writes the record with its marks into this file."),
    )
    force_flag = takes.flag("--force", msg("help-force", "Replaces the file if it is there."))

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-analyse-short", "See what was played well in a match.")),
        help=takes.say(
            msg(
                "help-analyse",
                "Says what each decision of a match has cost, what would have been better and why, "
                "and how much luck there was in the result.",
            )
        ),
        epilog=ANALYSE_EXAMPLES,
    )
    def analyse(
        match: str = match_argument,
        budget: str | None = budget_option,
        jobs: str | None = jobs_option,
        deals: str | None = deals_option,
        export: str | None = export_option,
        force: bool = force_flag,
        as_json: bool = takes.json,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .analyse import analyse_command
        from .wishes import AnalyseWishes

        screen.accessible = accessible
        wishes = AnalyseWishes(budget, jobs, deals, as_json, export, force)
        return analyse_command(screen, start_engine(screen), match, wishes)


DAILY_EXAMPLES = """\
splitpick daily
splitpick daily --date 2026-11-22"""


def add_daily(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the command to *app*."""
    date_option = takes.option(
        "--date",
        msg("metavar-date", "DATE"),
        msg("help-date", "Another day than today, such as 2026-11-22; days are those of UTC."),
    )
    no_save_flag = takes.flag("--no-save", msg("help-no-save", "Does not keep the match."))

    @app.command(
        cls=Command,
        short_help=takes.say(msg("help-daily-short", "Play the deal of the day.")),
        help=takes.say(
            msg(
                "help-daily",
                "Plays the deal of the day against a mate: the same cards for everybody. At the "
                "end it says how you did against what the strongest bots make of it, in a line to "
                "share.",
            )
        ),
        epilog=DAILY_EXAMPLES,
    )
    def daily(
        date: str | None = date_option,
        no_save: bool = no_save_flag,
        accessible: bool = takes.accessible,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .daily import daily_command
        from .wishes import DailyWishes

        screen.accessible = accessible
        return daily_command(screen, start_engine(screen), DailyWishes(date, keep=not no_save))
