"""The command `splitpick rulesets try`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .localized_typer import command
from .start import start_engine
from .trying import try_command
from .wishes import TryWishes

if TYPE_CHECKING:
    from .screen import Screen


@command(
    "splitpick rulesets try my-deck.yaml",
    "splitpick rulesets try jolly-roger --variant advanced -n 1000 --seat roger=random",
)
def trying(
    ctx: typer.Context,
    ruleset: options.RulesetName,
    variant: options.Variant = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games", "-n", metavar="NUMBER", help="How many games are played; 200 by default."
        ),
    ] = None,
    seats: options.BotSeats = None,
    players: options.Players = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Let bots play a rule set, every seat beginning in turn, and sum the games up.

    It shows who wins how often, the scores, how long it takes, what each card was used for, and
    what never happened. Ctrl-C ends it early.
    """
    screen: Screen = ctx.obj
    wishes = TryWishes(variant, games, tuple(seats or ()), seed, players, as_json)
    return try_command(screen, start_engine(screen), ruleset, wishes)
