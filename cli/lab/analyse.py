"""The command `splitpick analyse`: the cost of each decision of a match, and the luck in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.lab.analysis import SAMPLES, Analysing, Pieces, analyse
from ...core.lab.analyst import NODES
from ...core.matches.record import load_setup
from ...core.matches.seating import check_budget
from ...core.matches.sentences import sentences
from ...core.matches.store import Saved
from ...core.players import Captain
from ...core.players.budget import MOST_NODES, read_budget
from ...core.players.budget import NODES as NODES_SETTING
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..exits import BAD_INPUT, FINE
from ..localized_typer import command
from ..matches.export_match import RECORD, whole, write_file
from ..matches.import_match import STANDARD_INPUT, record_in
from ..matches.narrate import walked
from ..matches.open_store import open_store
from ..start import begin
from ..typed_values import number_wish
from .analysis_report import AnalysisReport
from .playing import progress

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ..screen import Screen

MOST_DEALS = 10_000  # more are a typing error
FEWEST_NODES = 1000  # with fewer not everything has been tried once, and values mean nothing

_told = sentences(
    msg("number-of-deals", "The number of deals can be 0 or from 2 to {most}, not {deals}."),
    msg("bad-analysis-budget", 'Write the budget as 200ms or nodes=10000, not "{text}".'),
    msg("analysis-secrets", "The match is not over, and an analysis would reveal what is hidden."),
    msg("analysis-unfair",
        "The match is not over; only a practice match may be analysed before its end."),
    msg("written", "Written: {file}"),
)  # fmt: skip


@command(
    "splitpick analyse jolly-roger-1",
    "splitpick analyse jolly-roger-1 --budget nodes=40000 --jobs 2",
    "splitpick analyse my-match.txt --export marked.txt",
)
def analyse_match(
    ctx: typer.Context,
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="The name of a match, or a file with a record.")
    ],
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="BUDGET",
            help=(
                "The effort for each decision: a time such as 200ms, or nodes=40000, which gives "
                "the same result on every machine."
            ),
        ),
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(
            "--jobs",
            metavar="NUMBER",
            help="The number of processes; 0, the default, means one for each processor core.",
        ),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            metavar="NUMBER",
            help=(
                "The number of other deals that each one is compared with, to measure luck; 16 by "
                "default, 0 for none."
            ),
        ),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Write the annotated record to this file."),
    ] = None,
    force: options.Force = False,
    as_json: options.Json = False,
    accessible: options.Accessible = False,
) -> int:
    """Show what each decision of a match cost, what would have been better, and why.

    It also measures the luck in the result.
    """
    screen, engine = begin(ctx, accessible=accessible)
    nodes, seconds = _budget(budget)
    processes = 0 if jobs is None else number_wish(jobs)
    samples = SAMPLES if deals is None else number_wish(deals)
    # A single deal has no spread.
    if samples == 1 or samples > MOST_DEALS:
        raise BadValue(_told("number-of-deals", most=MOST_DEALS, deals=samples))
    saved = _saved(screen, engine, match)
    if saved is None:
        return BAD_INPUT
    loaded = load_setup(engine, saved.record.setup)
    walk = walked(loaded, saved)
    # The analysis of a match that is not over must wrong nobody.
    if not walk.over and loaded.presenter.secrets:
        raise BadValue(_told("analysis-secrets"))
    if not walk.over and not loaded.setup.practice:
        raise BadValue(_told("analysis-unfair"))
    work = Analysing(saved.record, nodes, seconds, samples, screen.without)
    with progress(screen, Pieces(work, engine, loaded, walk).count) as tell:
        found = analyse(engine, loaded, work, processes, tell)
    report = AnalysisReport(screen, engine, saved.name, loaded, work, walk, found)
    if export is not None:
        write_file(Path(export), whole(engine, report.annotated(), RECORD), force=force)
    if as_json:
        screen.json(report.as_json())
        return FINE
    report.show()
    if export is not None:
        screen.say(_told("written", file=export))
    return FINE


def _budget(typed: str | None) -> tuple[int, float]:
    """Read the nodes or seconds for a decision: ``200ms``, ``nodes=10000``, or nothing."""
    if typed is None:
        return NODES, 0.0
    budget = read_budget(typed)
    settings = dict(budget.settings) if budget else {}
    if budget is None or set(settings) - {NODES_SETTING}:
        raise BadValue(_told("bad-analysis-budget", text=excerpt(typed)))
    check_budget(budget, Captain.id, {NODES_SETTING: (FEWEST_NODES, MOST_NODES)})
    return settings.get(NODES_SETTING, 0), budget.seconds


def _saved(screen: Screen, engine: Engine, name: str) -> Saved | None:
    """Find the match; ``None`` for a file with mistakes, which have been shown."""
    if name == STANDARD_INPUT or Path(name).is_file():
        record = record_in(screen, engine, name)
        return None if record is None else Saved(name, record, 0)
    with open_store(screen) as store:
        return store.load(name)
