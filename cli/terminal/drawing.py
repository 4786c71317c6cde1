"""The table of a game: drawn on the terminal with rich, or told in sentences."""

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text as Words

from ...core.game import Position
from ...core.scene import Line, Presenter, Row
from ..screen import Screen

NARROWEST_PANEL = 18
"""Least columns of a panel; panels that do not fit side by side take several lines."""

WIDEST_ROW = 100
"""Most columns of a row of panels: on a wider one the eye would lose the line."""


def show_table(screen: Screen, presenter: Presenter, position: Position, seat: int | None) -> None:
    """Show *position* as *seat* sees it; ``None`` is an onlooker."""
    view = position.view(seat)
    if screen.accessible:
        screen.say(*presenter.sentences(view, seat))
        return
    console = Console(
        file=screen.out,
        width=screen.width,
        color_system="standard" if screen.color else None,
        force_terminal=screen.color,
    )
    with console.capture() as captured:
        for block in presenter.scene(view, seat):
            if isinstance(block, Row):
                _draw_panels(screen, console, block)
            else:
                console.print(_line(screen, block))
    for line in captured.get().splitlines():
        screen.line(line.rstrip())  # rich fills lines up


def _draw_panels(screen: Screen, console: Console, row: Row) -> None:
    """Draw the panels of *row* side by side, spread evenly over as few lines as they fit in."""
    count = len(row.panels)
    room = min(screen.width, WIDEST_ROW)
    fitting = (lines for lines in range(1, count) if room // -(-count // lines) >= NARROWEST_PANEL)
    across = -(-count // next(fitting, count))
    width = room // across if across > 1 else min(room, 2 * NARROWEST_PANEL)
    titles = [_line(screen, panel.title) for panel in row.panels]
    framed = all(title.cell_len <= width - 6 for title in titles)
    boxes = []
    for panel, title in zip(row.panels, titles, strict=True):
        lines = [_line(screen, line) for line in panel.lines]
        content = Group(*lines) if framed else Group(title, *lines)
        head = title if framed else None
        boxes.append(Panel(content, ROUNDED, title=head, title_align="left", width=width))
    for start in range(0, count, across):
        side_by_side = boxes[start : start + across]
        height = max(len(console.render_lines(box)) for box in side_by_side)
        for box in side_by_side:
            box.height = height
        console.print(Columns(side_by_side, padding=0))


def _line(screen: Screen, line: Line) -> Words:
    """Return *line* as text for rich, which may wrap it between its spans and within them."""
    words = []
    for span in line:
        inks = [span.ink, "bold" * span.strong, "dim" * (span.faint and not span.ink)]
        words.append(Words(screen.words(span.text), style=" ".join(filter(None, inks))))
    return Words(" ", overflow="fold").join(words)
