"""``splitpick engine``: a program asks on the input, the rules answer on the output."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ...core.matches.protocol import MOST_LINE
from ...core.matches.session import EngineSession
from ..exits import FINE
from ..localized_typer import command
from ..screen import output
from ..start import start_engine
from ..version import VERSION

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ..screen import Screen


@command("splitpick engine", "splitpick engine my-deck.yaml")
def engine(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="A rule set of your own, to be asked for by its id."),
    ] = None,
) -> int:
    """Answer a program that plays or trains with the rules.

    A line of JSON on the input is a request, a line on the output its answer.
    core/matches/README.md has the protocol.
    """
    screen: Screen = ctx.obj
    return engine_command(screen, start_engine(screen), files or ())


def engine_command(screen: Screen, engine: Engine, files: Sequence[str]) -> int:
    """Answer line by line until the program says ``quit`` or the input ends.

    *files* are paths of rule sets that can be asked for by their ids.  Raises `RulesetError` with
    the faults of the first that has some.
    """
    named = {}
    for path in files:
        file = engine.ruleset_at(Path(path))
        named[file.id] = file
    session = EngineSession(engine, screen.language, named, VERSION)
    if sys.stdin is None or (out := output()) is None:
        return FINE  # nobody there to talk to
    for line in lines(sys.stdin.buffer):
        out.buffer.write(session.answer(line).encode("ascii") + b"\n")
        out.flush()
        if session.over:
            break
    return FINE


def lines(source: IO[bytes]) -> Iterator[bytes]:
    """Read line by line; of a line that is too long only so much that this can be seen."""
    while line := source.readline(MOST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(MOST_LINE)
        yield line
