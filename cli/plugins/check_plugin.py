"""``splitpick plugins check``: whether all that a plugin brings is right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.game import JSON
from ...core.text import Message, msg, nmsg
from .. import options
from ..exits import FAILED, FINE
from ..lab.lineup import number_of_games
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..typed_values import number_wish


@command()
def check(
    ctx: typer.Context,
    name: Annotated[
        str,
        Argument(
            metavar="NAME", help='The name of a plugin, as "splitpick plugins list" shows it.'
        ),
    ],
    games: Annotated[
        str | None,
        Option(
            "--games",
            "-n",
            metavar="NUMBER",
            help="How many games the check of a special card or a rule set plays; by default each "
            "decides. Bots, observers and translations are always checked in the same way.",
        ),
    ] = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Play everything that a plugin brings in random games, and say what is wrong with it.

    It finds games that do not end, cards that are lost, secrets that can be seen, texts that are
    missing in English or German, and more. Each finding is named with the seed and the shortest
    actions that show it.
    """
    from ...core.testing.check_plugins import parts_of
    from ...core.testing.failure import CheckFailed

    screen, engine = begin(ctx, but=name)
    parts = parts_of(
        name,
        engine,
        games=None if games is None else number_of_games(games),
        seed=0 if seed is None else number_wish(seed),
    )
    results: list[JSON] = []
    failed = 0
    for part in parts:
        result: dict[str, JSON] = {"hook": part.hook, "id": part.id, "error": None}
        told = msg("plugin-part-right", "{what} {id}: fine", what=part.kind, id=part.id)
        try:
            with _busy(screen, msg("plugin-checking", "{what} {id}", what=part.kind, id=part.id)):
                part.check()
        except CheckFailed as error:
            failed += 1
            result["error"] = {"code": error.code, "message": screen.words(error.message)}
            told = msg(
                "plugin-part-wrong",
                "{what} {id}: fault[{code}]: {message}",
                what=part.kind,
                id=part.id,
                code=error.code,
                message=error.message,
            )
        results.append(result)
        if not as_json:
            screen.say(told)
    if as_json:
        screen.json(results)
    elif not parts:
        screen.say(msg("plugin-brings-nothing", "The plugin brings nothing."))
    elif failed:
        screen.say(
            nmsg(
                "plugin-parts-wrong",
                "{count} part of {all} has faults.",
                "{count} parts of {all} have faults.",
                failed,
                all=len(parts),
            )
        )
    return FAILED if failed else FINE


@contextmanager
def _busy(screen: Screen, doing: Message) -> Iterator[None]:
    """Show on the error output, where that is a terminal, what takes its time."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    with console.status(Text(screen.words(doing))):
        yield
