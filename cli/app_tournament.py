"""The command `splitpick tournament`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .localized_typer import command
from .start import start_engine
from .tournament import tournament_command
from .wishes import TournamentWishes

if TYPE_CHECKING:
    from .screen import Screen


@command(
    "splitpick tournament --player greedy --player mcts:100ms --player random",
    "splitpick tournament --player greedy --player process:./mybot --within 50 --out games.json",
    "splitpick tournament --player greedy --player process:./mybot --out games.json --continue",
)
def tournament(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who takes part: the name of a bot, perhaps with its budget, or process: and the "
            "command of a program of yours. Once for each.",
        ),
    ] = None,
    players: options.Players = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            "-n",
            metavar="NUMBER",
            help="On how many deals everybody meets everybody at most; 100 by default.",
        ),
    ] = None,
    within: Annotated[
        str | None,
        typer.Option(
            "--within",
            metavar="ELO",
            help="Play until every error bar is within this many Elo points; by default until the "
            "order is settled.",
        ),
    ] = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="NUMBER", help="The seed of the first deal; 0 by default."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Keep the games in this file, as JSON."),
    ] = None,
    goes_on: options.Continue = False,
    force: options.Overwrite = False,
    as_json: options.Json = False,
) -> int:
    """Let bots and programs play each other on the same deals, and show their Elo ratings.

    The seats change until everybody sat everywhere. The ratings have error bars, and it ends when
    the order is settled. Ctrl-C shows what was played until then.
    """
    screen: Screen = ctx.obj
    wishes = TournamentWishes(
        variant=variant,
        seats=players,
        players=tuple(player or ()),
        deals=deals,
        within=within,
        jobs=jobs,
        cluster=cluster,
        seed=seed,
        out=out,
        goes_on=goes_on,
        force=force,
        as_json=as_json,
    )
    return tournament_command(screen, start_engine(screen), ruleset, wishes)
