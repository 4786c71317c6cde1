"""``splitpick matches replay``: a match told from the beginning, at the reader's pace."""

from __future__ import annotations

import os
import re
import sys
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.game import CHANCE
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..screen import Screen, output
from ..terminal.vocabulary import QUIT, Vocabulary

PAUSE = 2.0
"""Seconds between two tables at speed 1."""

SPEED = re.compile(r"[0-9]{1,3}([.,][0-9]{1,3})?", re.ASCII)


@command()
def replay(
    ctx: typer.Context,
    match: options.Match,
    speed: Annotated[
        str,
        Option("--speed", metavar="NUMBER", help="The speed: 2 is twice as fast, 0 does not wait."),
    ] = "1",
    accessible: options.Accessible = False,
) -> None:
    """Replay a match from the beginning, with the table after each turn.

    Decisions that were taken back are left out.
    """
    from .narrate import narrator_of

    if not SPEED.fullmatch(speed):
        raise BadValue(
            msg(
                "bad-speed",
                'A speed is a number such as 0, 1 or 2.5, not "{text}".',
                text=excerpt(speed),
            )
        )
    narrator = narrator_of(ctx, match, accessible)
    screen = narrator.screen
    pace = float(speed.replace(",", ".")) if screen.terminal else 0
    narrator.tell_head()
    if any(step.undone for step in narrator.walk.happenings):
        screen.say(msg("undone-left-out", "Decisions that were taken back later are left out."))
    typed: SimpleQueue[bytes] = SimpleQueue()
    if pace and screen.asks_terminal:
        screen.say(
            msg("replay-keys", "Enter continues at once; {quit} ends the replay.", quit=QUIT)
        )
        Thread(target=_read_lines, args=[typed], daemon=True).start()
    between = True
    for turn in narrator.turns:
        steps = narrator.lasting(turn)
        if not steps:
            continue
        if between:
            screen.line()
        narrator.tell_turn(turn, steps)
        position = steps[-1].after
        between = position.to_act() != CHANCE
        if not between:  # the seat whose decision it is sees what chance brings, too
            continue
        screen.line()
        narrator.show_table(position)
        if pace and _is_left(screen, typed, PAUSE / pace):
            return
    screen.line()
    narrator.tell_end()


def _is_left(screen: Screen, typed: SimpleQueue[bytes], seconds: float) -> bool:
    """Wait, or until Enter is pressed; return whether the reader has had enough."""
    if (out := output()) is not None:
        out.flush()
    try:
        line = typed.get(timeout=seconds)
    except Empty:
        return False
    word = line.decode(errors="replace").strip()
    return not line or Vocabulary(screen.language).command(word) == "quit"


def _read_lines(typed: SimpleQueue[bytes]) -> None:
    """Put each line that is typed into *typed*, and an empty one at the end of the input.

    Runs in a thread: select() cannot wait for a terminal on Windows.
    """
    line = b"\n"
    while line:
        # Not readline(), whose lock the interpreter could not get when it ends.
        line = os.read(sys.stdin.fileno(), 4096)
        typed.put(line)
