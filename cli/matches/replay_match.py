"""``splitpick matches replay``: a match told from the beginning, at the reader's pace."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.game import CHANCE, Position
from ...core.matches.entry import Turn
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..screen import Screen, output
from ..start import begin
from ..terminal.vocabulary import QUIT, Vocabulary
from .open_store import open_store

if TYPE_CHECKING:
    from .narrate import Narrator

PAUSE = 2.0
"""How many seconds the table stands at speed 1."""

SPEED = re.compile(r"[0-9]{1,3}([.,][0-9]{1,3})?", re.ASCII)
"""A speed as it is typed; people who write decimals with a comma may."""


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

    What was taken back is left out.
    """
    from .narrate import Narrator

    screen, engine = begin(ctx, accessible=accessible)
    if not SPEED.fullmatch(speed):
        raise BadValue(
            msg(
                "bad-speed",
                'A speed is a number such as 0, 1 or 2.5, not "{text}".',
                text=excerpt(speed),
            )
        )
    pace = float(speed.replace(",", ".")) if screen.terminal else 0
    with open_store(screen) as store:
        saved = store.load(match)
    narrator = Narrator(screen, engine, saved)
    narrator.tell_head()
    if any(step.undone for step in narrator.walk.happenings):
        screen.say(msg("undone-left-out", "What was taken back later is left out."))
    if pace and screen.asks_terminal:
        screen.say(msg("replay-keys", "Enter goes on at once; {quit} ends.", quit=QUIT))
    for turns, position in _scenes(narrator):
        screen.line()
        for turn in turns:
            narrator.tell_turn(turn, narrator.lasting(turn))
        screen.line()
        narrator.show_table(position)
        if pace and not _goes_on(screen, PAUSE / pace):
            return
    screen.line()
    narrator.tell_end()


def _scenes(narrator: Narrator) -> Iterator[tuple[list[Turn], Position]]:
    """Put together the turns until a seat is to act again, with the position then."""
    scene: list[Turn] = []
    for turn in narrator.turns:
        lasting = narrator.lasting(turn)
        if not lasting:
            continue
        scene.append(turn)
        position = lasting[-1].after
        if position.to_act() != CHANCE:
            yield scene, position
            scene = []
    if scene:
        yield scene, position


def _goes_on(screen: Screen, seconds: float) -> bool:
    """Wait, or until Enter is pressed; return false where the reader has had enough."""
    if (shown := output()) is not None:
        shown.flush()
    if not screen.asks_terminal:
        time.sleep(seconds)
        return True
    typed = _typed_within(seconds)
    return typed is None or Vocabulary(screen.language).command(typed.strip()) != "quit"


def _typed_within(seconds: float) -> str | None:
    """Return the line typed within *seconds*, ``None`` if there is none; raises `EOFError`."""
    if sys.platform == "win32":
        import msvcrt

        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= end:
                return None
            time.sleep(0.05)
        return input()
    import select

    if not select.select([sys.stdin], [], [], seconds)[0]:
        return None
    # Not readline: it may read ahead what select would then no longer tell of.
    typed = os.read(sys.stdin.fileno(), 4096)
    if not typed:
        raise EOFError
    return typed.decode(errors="replace")
