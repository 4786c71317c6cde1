"""Draws a scene on the terminal with rich: panels side by side, or below each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import ROUNDED
from rich.console import Console, Group
from rich.panel import Panel as Box
from rich.table import Table as Grid
from rich.text import Text as Words

from ..screen import output, plain

if TYPE_CHECKING:
    from ...core.scene import Line, Row, Scene
    from ..screen import Screen

NARROWEST_PANEL = 18
"""Panels that would be narrower than this stand below each other."""

WIDEST_ROW = 100
"""Panels do not grow beyond this on a wide terminal: the eye would lose the line."""


def draw(screen: Screen, scene: Scene) -> None:
    """Print *scene* at the screen's width; nothing is ever printed over."""
    console = Console(
        file=output(),
        width=screen.width,
        color_system="standard" if screen.color else None,
        force_terminal=screen.color,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as drawn:
        for block in scene:
            if isinstance(block, tuple):
                console.print(_words(screen, block))
            else:
                _draw_row(screen, console, block)
    for line in drawn.get().splitlines():
        screen.line(line.rstrip())  # rich fills lines up with blanks


def _draw_row(screen: Screen, console: Console, row: Row) -> None:
    count = len(row.panels)
    # As many side by side as fit, in lines of equal length: four, two and two, or each alone.
    lines = next(
        (
            lines
            for lines in range(1, count)
            if min(screen.width, WIDEST_ROW) // -(-count // lines) >= NARROWEST_PANEL
        ),
        count,
    )
    across = -(-count // lines)
    width = min(screen.width, WIDEST_ROW) // across
    if across == 1:
        width = min(width, 2 * NARROWEST_PANEL)
    boxes = _boxes(screen, row, width)
    for at in range(0, count, across):
        _draw_line(console, boxes[at : at + across], width)


def _draw_line(console: Console, boxes: list[Box], width: int) -> None:
    """Draw *boxes* side by side, equally high."""
    options = console.options.update(width=width)
    height = max(len(console.render_lines(box, options)) for box in boxes)
    grid = Grid.grid()
    for box in boxes:
        box.height = height
        grid.add_column(width=width)
    grid.add_row(*boxes)
    console.print(grid)


def _boxes(screen: Screen, row: Row, width: int) -> list[Box]:
    """Draw the panels' boxes; the titles stand in the frames if all of them fit there."""
    titles = [_words(screen, panel.title) for panel in row.panels]
    framed = all(title.cell_len <= width - 6 for title in titles)
    boxes = []
    for panel, title in zip(row.panels, titles, strict=True):
        lines = [_words(screen, line) for line in panel.lines]
        content = Group(*lines) if framed else Group(title, *lines)
        boxes.append(
            Box(content, title=title if framed else None, title_align="left", box=ROUNDED,
                width=width)
        )  # fmt: skip
    return boxes


def _words(screen: Screen, line: Line) -> Words:
    """Put a line into words; it wraps between its spans and within them."""
    words = Words(overflow="fold")
    for number, span in enumerate(line):
        if number:
            words.append(" ")
        style = " ".join(
            filter(None, [span.ink, "bold" * span.strong, "dim" * (span.faint and not span.ink)])
        )
        words.append(plain(screen.language.say(span.text)), style=style or None)
    return words
