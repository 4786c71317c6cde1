"""The command `splitpick simulate`: very many bot games, into a file and summed up."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.lab.files.results import Results
from ...core.lab.played import Played
from ...core.lab.trial import Trial
from ...core.text import msg
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..start import start_engine
from ..version import VERSION
from .lineup import Lineup, chosen_workers, number_of_games
from .playing import play_all, stopped_note
from .trial_json import full_json
from .trial_report import TrialReport

if TYPE_CHECKING:
    from ..screen import Screen

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
            help="Write the games into this file, a row each: .csv, .json or .parquet.",
        ),
    ] = None,
    resumes: options.Continue = False,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw a picture into this file: .png or .svg."),
    ] = None,
    force: options.Overwrite = False,
    as_json: options.Json = False,
) -> int:
    """Let bots play as many games as you like, every seat beginning in turn, and sum them up.

    It shows, with confidence intervals of 95%, who wins, the scores, what each card was used for
    and what it was worth. Ctrl-C keeps what was played.
    """
    screen: Screen = ctx.obj
    lineup = Lineup(
        screen,
        start_engine(screen),
        ruleset,
        variant,
        players=players,
        seats=seats,
        seed=seed,
        options=ruleset_options,
    )
    total = number_of_games(games)
    workers = chosen_workers(jobs, cluster)
    if plot is not None:
        from .plots import check_plot, draw_plot

        check_plot(Path(plot), force=force or resumes)
    trial = Trial(lineup.game, lineup.prizes)
    with ExitStack() as stack:
        results = _results(lineup, out, resumes=resumes, force=force)
        if results:
            stack.enter_context(results)
            for played in results.old() if resumes else ():
                trial.count(played)

        def count(played: Played) -> None:
            if results:
                results.take(played)
            trial.count(played)

        numbers = range(trial.games, max(total, trial.games))
        was_stopped = play_all(screen, workers, lineup.games, numbers, count)
    if as_json:
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(full_json(trial, lineup, was_stopped), indent=2))
    else:
        TrialReport(screen, lineup, trial, is_full=True).show()
    if plot is not None and trial.ended:
        draw_plot(screen, trial, lineup, Path(plot))
    if was_stopped:
        screen.note(stopped_note(trial.games, out))
    return INTERRUPTED if was_stopped else FINE


def _results(lineup: Lineup, out: str | None, *, resumes: bool, force: bool) -> Results | None:
    """Open the file for the games; raises `BadValue` if it makes no sense or would be lost."""
    if out is None:
        check_continue(out, resumes=resumes)
        return None
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
    if resumes:
        return Results.resume(Path(out), settings)
    return Results.create(Path(out), settings, replace=force)


def check_continue(out: str | None, *, resumes: bool) -> None:
    """Raise `BadValue` if there is no file to continue."""
    if resumes and out is None:
        raise BadValue(
            msg("continue-what", "--continue needs a file to continue: name it with --out.")
        )
