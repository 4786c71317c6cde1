"""``splitpick engine``: a program asks on the input, the rules answer on the output."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer
from typer import Argument

from ...core.matches.programs.protocol import MOST_LINE
from ...core.matches.programs.session import EngineSession
from ..exits import FINE
from ..localized_typer import command
from ..start import begin
from ..version import VERSION


@command("splitpick engine", "splitpick engine my-deck.yaml")
def engine(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None,
        Argument(metavar="FILE", help="A rule set of your own; requests name it by its id."),
    ] = None,
) -> int:
    """Answer requests from a program that plays or trains with the rules.

    Each line of input is a request in JSON, each line of output an answer. The protocol is in
    core/matches/programs/README.md.
    """
    screen, engine = begin(ctx)
    rulesets = [engine.ruleset_at(Path(path)) for path in files or ()]
    named = {file.variant().id: file for file in rulesets}
    session = EngineSession(engine, screen.language, named, VERSION)
    if sys.stdin is None or (out := screen.out) is None:
        return FINE  # nobody there to talk to
    for line in lines(sys.stdin.buffer):
        out.buffer.write(session.answer(line))
        out.flush()
        if session.over:
            break
    return FINE


def lines(source: IO[bytes]) -> Iterator[bytes]:
    """Yield each line of *source*; one that is too long is cut to `MOST_LINE` + 2 bytes."""
    while line := source.readline(MOST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(MOST_LINE)
        yield line
