"""The command `splitpick rulesets try` and what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command
from .start import start_engine
from .takes import Takes

if TYPE_CHECKING:
    from .screen import Screen

TRY_EXAMPLES = """\
splitpick rulesets try my-deck.yaml
splitpick rulesets try jolly-roger --variant advanced -n 1000 --seat roger=random"""


def add_try(rulesets: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add the command to the group *rulesets*."""
    number = msg("metavar-number", "NUMBER")
    name_argument = takes.argument(
        msg("metavar-name", "NAME"),
        msg("help-show-name", "The name of a rule set, or the path of a YAML file."),
        default=...,
    )
    games_option = takes.option(
        "--games -n", number, msg("help-games", "How many games are played; 200 otherwise.")
    )

    @rulesets.command(
        "try",
        cls=Command,
        short_help=takes.say(msg("help-try-short", "Try one out with games by bots.")),
        help=takes.say(
            msg(
                "help-try",
                "Lets bots play a rule set, every seat beginning in turn, and shows who wins how "
                "often, the scores, how long it takes, what each card was used for, and what never "
                "happened. Ctrl-C ends it early.",
            )
        ),
        epilog=TRY_EXAMPLES,
    )
    def trying(
        ruleset: str = name_argument,
        variant: str | None = takes.variant,
        games: str | None = games_option,
        seats: list[str] | None = takes.bot_seat,
        players: str | None = takes.players,
        seed: str | None = takes.seed,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .trying import try_command
        from .wishes import TryWishes

        wishes = TryWishes(variant, games, tuple(seats or ()), seed, players, as_json)
        return try_command(screen, start_engine(screen), ruleset, wishes)
