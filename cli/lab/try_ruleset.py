"""The command `splitpick rulesets try`: a quick look at the balance of a rule set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.lab.trial import Trial
from ...core.lab.workers import workers
from .. import options
from ..exits import FINE
from ..localized_typer import command
from ..start import start_engine
from .lineup import Lineup, number_of_games
from .playing import play_all, stopped_note
from .trial_json import trial_json
from .trial_report import TrialReport

if TYPE_CHECKING:
    from ..screen import Screen


@command(
    "splitpick rulesets try my-deck.yaml",
    "splitpick rulesets try jolly-roger --variant advanced -n 1000 --seat roger=random",
)
def try_ruleset(
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
    engine = start_engine(screen)
    lineup = Lineup(screen, engine, ruleset, variant, players=players, seats=seats, seed=seed)
    total = number_of_games(games, 200)
    trial = Trial(lineup.game)
    was_stopped = play_all(screen, workers(1), lineup.games, range(total), trial.count)
    if as_json:
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(trial_json(trial, lineup, was_stopped), indent=2))
        return FINE
    if was_stopped:
        screen.note(stopped_note(trial.games, None))
    TrialReport(screen, lineup, trial).show()
    return FINE
