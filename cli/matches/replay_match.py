"""``splitpick matches replay``: a match told from the beginning, at the reader's pace."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.game import CHANCE, Position
from ...core.matches.entry import Turn
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..play.vocabulary import COMMANDS, Vocabulary
from ..screen import output
from ..start import start_engine
from .narrate import Tale
from .open_store import open_store

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ..screen import Screen

PAUSE = 2.0
"""How many seconds the table stands at speed 1."""

SPEED = re.compile(r"[0-9]{1,3}([.,][0-9]{1,3})?", re.ASCII)
"""A speed as it is typed; people who write decimals with a comma may."""


@command()
def replay(
    ctx: typer.Context,
    match: options.Match,
    speed: Annotated[
        str | None,
        typer.Option(
            "--speed",
            metavar="NUMBER",
            help="The speed: 2 is twice as fast, 0 does not wait.",
        ),
    ] = None,
    accessible: options.Accessible = False,
) -> None:
    """Replay a match from the beginning, with the table after each turn.

    What was taken back is left out.
    """
    screen: Screen = ctx.obj
    screen.accessible = accessible
    replay_match(screen, start_engine(screen), match, speed)


def replay_match(screen: Screen, engine: Engine, name: str, speed: str | None = None) -> None:
    """Tell the match *name* turn by turn, with the table wherever a seat was to act.

    What was taken back is left out.  *speed* is a number as it was typed: 2 is twice as fast, and
    0 waits for nobody, as where no person looks at the output.  Raises what `show_match` does.
    """
    pace = _pace(screen, speed)
    with open_store(screen) as store:
        saved = store.load(name)
    tale = Tale(screen, engine, saved)
    tale.tell_head()
    if any(step.undone for step in tale.walk.happenings):
        screen.say(msg("undone-left-out", "What was taken back later is left out."))
    if pace and screen.asks_terminal:
        word = COMMANDS["quit"][0]
        screen.say(msg("replay-keys", "Enter goes on at once; {quit} ends.", quit=word))
    for turns, position in _scenes(tale):
        screen.line()
        for turn in turns:
            tale.tell_number(turn)
            tale.tell(turn, tale.lasting(turn))
        screen.line()
        tale.show_table(position)
        if pace and not _goes_on(screen, PAUSE / pace):
            return
    screen.line()
    tale.tell_end()


def _pace(screen: Screen, speed: str | None) -> float:
    """Read the speed; 0 where nobody waits for anything."""
    if speed is not None and not SPEED.fullmatch(speed):
        raise BadValue(
            msg("bad-speed", 'A speed is a number such as 0, 1 or 2.5, not "{text}".',
                text=excerpt(speed))
        )  # fmt: skip
    return float((speed or "1").replace(",", ".")) if screen.terminal else 0


def _scenes(tale: Tale) -> Iterator[tuple[list[Turn], Position]]:
    """Put together what happens until a seat is to act again, with the position then.

    What was taken back is left out.
    """
    scene: list[Turn] = []
    for turn in tale.turns:
        lasting = tale.lasting(turn)
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
    """Wait, or until Enter is pressed; return ``False`` where the reader has had enough."""
    if (out := output()) is not None:
        out.flush()
    if not screen.asks_terminal:
        time.sleep(seconds)
        return True
    typed = _typed_within(seconds)
    return typed is None or Vocabulary(screen.language, ()).command(typed.strip()) != "quit"


if sys.platform == "win32":

    def _typed_within(seconds: float) -> str | None:
        """Return the line typed within *seconds*, ``None`` if there is none."""
        import msvcrt

        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= end:
                return None
            time.sleep(0.05)
        return input()

else:

    def _typed_within(seconds: float) -> str | None:
        """Return the line typed within *seconds*, ``None`` if there is none.

        Raises `EOFError` where nothing will be typed any more.
        """
        import select

        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return None
        # Not readline: it may read ahead what select would then no longer tell of.
        typed = os.read(sys.stdin.fileno(), 4096)
        if not typed:
            raise EOFError
        return typed.decode(errors="replace")
