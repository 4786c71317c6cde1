"""The commands `splitpick simulate` and `splitpick rulesets try`: many bot games, summed up."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ...core.lab.files.results import results_file
from ...core.lab.games import Played
from ...core.lab.trial import Trial
from ...core.lab.workers import workers
from .. import options
from ..exits import FINE
from ..localized_typer import command
from ..start import begin
from ..version import VERSION
from .lineup import Lineup, check_continue, chosen_workers, number_of_games
from .playing import ended, play_all
from .trial_report import TrialReport, trial_json

FORM = 1
"""Form of the rows; files of another one cannot be continued."""


@command(
    "splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv",
    "splitpick simulate jolly-roger -v advanced -n 10000 --out games.csv --continue",
    "splitpick simulate my-deck.yaml --seat roger=random --plot games.svg",
)
def simulate(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    seats: options.BotSeats = None,
    games: options.Games = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the games to this file, one per row: .csv, .json or .parquet.",
        ),
    ] = None,
    resumes: options.Continue = False,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw a chart into this file: .png or .svg."),
    ] = None,
    force: options.Overwrite = False,
    as_json: options.Json = False,
) -> int:
    """Let bots play any number of games, with every seat beginning in turn, and summarize them.

    It shows, with confidence intervals (95%), who wins, the scores, and the uses and worth of each
    card. Ctrl-C keeps the games played so far.
    """
    screen, engine = begin(ctx)
    given = (players, seats, seed, ruleset_options)
    lineup = Lineup(screen, engine, ruleset, variant, *given)
    total = number_of_games(games)
    pool = chosen_workers(jobs, cluster)
    if plot is not None:
        from .plots import check_plot, draw_plot

        check_plot(Path(plot), force=force or resumes)
    check_continue(out, resumes=resumes)
    settings = {
        "form": FORM,
        "splitpick": VERSION,
        **lineup.told(),
        "seats": lineup.seats,
        "bots": lineup.bots,
        "seed": lineup.seed,
        "plugins": lineup.plugins,
        "prizes": lineup.prizes,
    }
    trial = Trial(lineup.game, lineup.prizes)
    file = None if out is None else results_file(Path(out), settings)

    def count(played: Played) -> None:
        if file:
            file.add(played)
        trial.count(played)

    with file or nullcontext():
        for old in file.begin(resume=resumes, replace=force) if file else ():
            trial.count(old)
        numbers = range(trial.games, max(total, trial.games))
        was_stopped = play_all(screen, pool, lineup.games, numbers, count)
    if as_json:
        screen.json(trial_json(trial, lineup, was_stopped, is_full=True))
    else:
        TrialReport(screen, lineup, trial, is_full=True).show()
    if plot is not None and trial.ended:
        draw_plot(screen, trial, lineup, Path(plot))
    return ended(screen, was_stopped, trial.games, out)


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
            "--games", "-n", metavar="NUMBER", help="The number of games; 200 by default."
        ),
    ] = None,
    seats: options.BotSeats = None,
    players: options.Players = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Let bots play a rule set, with every seat beginning in turn, and summarize the games.

    It shows how often each seat wins, the scores, the length, the uses of each card, and what never
    happened. Ctrl-C ends it early.
    """
    screen, engine = begin(ctx)
    lineup = Lineup(screen, engine, ruleset, variant, players, seats, seed)
    total = number_of_games(games, 200)
    trial = Trial(lineup.game)
    was_stopped = play_all(screen, workers(1), lineup.games, range(total), trial.count)
    if as_json:
        screen.json(trial_json(trial, lineup, was_stopped))
    else:
        TrialReport(screen, lineup, trial).show()
    ended(screen, was_stopped, trial.games, None)
    return FINE
