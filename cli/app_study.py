"""The command `splitpick analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .analyse import analyse_command
from .localized_typer import command
from .start import start_engine
from .wishes import AnalyseWishes

if TYPE_CHECKING:
    from .screen import Screen


@command(
    "splitpick analyse jolly-roger-1",
    "splitpick analyse jolly-roger-1 --budget nodes=40000 --jobs 2",
    "splitpick analyse my-match.txt --export marked.txt",
)
def analyse(
    ctx: typer.Context,
    match: Annotated[
        str,
        typer.Argument(metavar="MATCH", help="The name of a match, or a file with a record."),
    ],
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="BUDGET",
            help="How long each decision is looked at: a time such as 200ms, or nodes=40000, which "
            "gives the same result on every machine.",
        ),
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(
            "--jobs",
            metavar="NUMBER",
            help="How many processes work; by default 0, which is one for each processor core.",
        ),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            metavar="NUMBER",
            help="The number of deals each real one is compared with, to measure luck; 16 by "
            "default, and 0 leaves luck out.",
        ),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            "--export", metavar="FILE", help="Write the record with its marks into this file."
        ),
    ] = None,
    force: options.Force = False,
    as_json: options.Json = False,
    accessible: options.Accessible = False,
) -> int:
    """Say what each decision of a match has cost, what would have been better, and why.

    It also says how much luck there was in the result.
    """
    screen: Screen = ctx.obj
    screen.accessible = accessible
    wishes = AnalyseWishes(budget, jobs, deals, as_json, export, force)
    return analyse_command(screen, start_engine(screen), match, wishes)
