"""The commands `splitpick simulate` and `compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .localized_typer import command
from .start import start_engine
from .wishes import LabWishes

if TYPE_CHECKING:
    from .screen import Screen

Games = Annotated[
    str | None,
    typer.Option(
        "--games", "-n", metavar="NUMBER", help="How many games are played; 1000 by default."
    ),
]


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
    games: Games = None,
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
    from .simulating import simulate_command

    screen: Screen = ctx.obj
    wishes = LabWishes(
        variants=() if variant is None else (variant,),
        players=players,
        options=tuple(ruleset_options or ()),
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


@command(
    "splitpick compare jolly-roger my-deck.yaml",
    "splitpick compare jolly-roger -v introductory -v advanced -n 2000",
)
def compare(
    ctx: typer.Context,
    rulesets: Annotated[
        list[str],
        typer.Argument(
            metavar="RULESET",
            help="The names of two rule sets, or the paths of YAML files; or one, in two variants.",
        ),
    ],
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            "-v",
            metavar="NAME",
            help="The variant of the games; twice for one of each.",
        ),
    ] = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    seats: options.BotSeats = None,
    games: Games = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Play the same deals under two rule sets, or two variants of one, and show what differs.

    It compares wins, scores, length, and what cards are used for, with confidence intervals of 95%.
    """
    from .comparing import compare_command

    screen: Screen = ctx.obj
    wishes = LabWishes(
        variants=tuple(variants or ()),
        players=players,
        options=tuple(ruleset_options or ()),
        seats=tuple(seats or ()),
        games=games,
        jobs=jobs,
        cluster=cluster,
        seed=seed,
        as_json=as_json,
    )
    return compare_command(screen, start_engine(screen), rulesets, wishes)
