"""The table of a game, drawn on the terminal with rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Words

from ...core.scene import Line, Row, Scene
from ..screen import Screen, output

NARROWEST_PANEL = 18
"""Panels that would be narrower than this stand below each other."""

WIDEST_ROW = 100
"""Panels do not grow beyond this on a wide terminal: the eye would lose the line."""


def draw_scene(screen: Screen, scene: Scene) -> None:
    """Print *scene* at the screen's width."""
    drawn: list[RenderableType] = []
    for block in scene:
        if isinstance(block, tuple):
            drawn.append(_line(screen, block))
        else:
            drawn += _panels(screen, block)
    console = Console(
        file=output(),
        width=screen.width,
        color_system="standard" if screen.color else None,
        force_terminal=screen.color,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as captured:
        console.print(*drawn, sep="\n")
    for line in captured.get().splitlines():
        screen.line(line.rstrip())  # rich fills lines up


def _panels(screen: Screen, row: Row) -> list[RenderableType]:
    """Draw the panels of *row* side by side where they fit, in lines of equal length."""
    count = len(row.panels)
    room = min(screen.width, WIDEST_ROW)
    fitting = (lines for lines in range(1, count) if room // -(-count // lines) >= NARROWEST_PANEL)
    across = -(-count // next(fitting, count))
    width = room // across if across > 1 else min(room, 2 * NARROWEST_PANEL)
    titles = [_line(screen, panel.title) for panel in row.panels]
    framed = all(title.cell_len <= width - 6 for title in titles)
    contents = [
        [*([] if framed else [title]), *(_line(screen, line) for line in panel.lines)]
        for panel, title in zip(row.panels, titles, strict=True)
    ]
    drawn: list[RenderableType] = []
    for start in range(0, count, across):
        side_by_side = range(start, min(start + across, count))
        height = 2 + max(_height(contents[number], width - 4) for number in side_by_side)
        grid = Table.grid()
        boxes = [
            Panel(
                Group(*contents[number]),
                title=titles[number] if framed else None,
                title_align="left",
                box=ROUNDED,
                width=width,
                height=height,
            )
            for number in side_by_side
        ]
        grid.add_row(*boxes)
        drawn.append(grid)
    return drawn


def _height(lines: Sequence[Words], width: int) -> int:
    """Return how many lines *lines* take when they are wrapped to *width* columns."""
    console = Console(width=width)
    return sum(len(line.wrap(console, width)) for line in lines)


def _line(screen: Screen, line: Line) -> Words:
    """Put a line into words; it wraps between its spans and within them."""
    words = Words(overflow="fold")
    for number, span in enumerate(line):
        if number:
            words.append(" ")
        style = " ".join(
            filter(None, [span.ink, "bold" * span.strong, "dim" * (span.faint and not span.ink)])
        )
        words.append(screen.words(span.text), style=style or None)
    return words
