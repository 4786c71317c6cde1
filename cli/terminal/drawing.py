"""The table of a game: drawn on the terminal with rich, or told in sentences."""

from collections.abc import Sequence
from typing import Final

from rich.box import ROUNDED
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Words

from ...core.game import Position
from ...core.rules.reading.inks import between
from ...core.scene import Presenter
from ...core.scene_lines import Drawing, Line, Row, drawing_of
from ..screen import Screen

NARROWEST_PANEL = 18
"""Least columns of a panel; panels that do not fit side by side take several lines."""

WIDEST_ROW = 100
"""Most columns of a row of panels: on a wider one the eye would lose the line."""

GAP = Words("  ")
"""Blanks between the cells of a panel that is written in one paragraph."""


def show_table(
    screen: Screen,
    presenter: Presenter,
    position: Position,
    seat: int | None,
    *,
    boxes: bool = True,
) -> None:
    """Show *position* as *seat* sees it, with *boxes* or in few lines; ``None`` is an onlooker."""
    for line in table_lines(screen, presenter, position, seat, boxes=boxes):
        screen.line(line)


def table_lines(
    screen: Screen,
    presenter: Presenter,
    position: Position,
    seat: int | None,
    *,
    boxes: bool = True,
) -> list[str]:
    """Draw *position* as *seat* sees it, or tell it in sentences; return the lines."""
    view = position.view(seat)
    if screen.accessible:
        return [line for text in presenter.sentences(view, seat) for line in screen.lines(text)]
    return scene_lines(screen, drawing_of(presenter.scene(view, seat), head=boxes), boxes=boxes)


def scene_lines(screen: Screen, drawing: Drawing, *, boxes: bool = True) -> list[str]:
    """Draw *drawing*, with panels as boxes or in as few lines as possible; return the lines."""
    console = Console(
        file=screen.out,
        width=screen.width,
        color_system="auto" if screen.color else None,
        force_terminal=screen.color,
    )
    with console.capture() as captured:
        for block in drawing:
            if not isinstance(block, Row):
                _draw_line(screen, console, block)
            elif boxes:
                _draw_panels(screen, console, block)
            else:
                _draw_cells(screen, console, block)
    return [line.rstrip() for line in captured.get().splitlines()]  # rich fills lines up


def _draw_line(screen: Screen, console: Console, line: Line) -> None:
    """Draw *line*, what lies there below its title where that keeps it together."""
    title, things = _line(screen, line[:1]), GAP + _line(screen, line[1:])
    if title.cell_len + things.cell_len > screen.width >= things.cell_len > len(GAP):
        console.print(title)
        console.print(things)
    else:
        console.print(_line(screen, line))


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


def _draw_cells(screen: Screen, console: Console, row: Row) -> None:
    """Draw each panel of *row* as a row of a table, or if that is too wide, its facts in a line,
    and what lies there beside or below them."""
    cells = [[_line(screen, cell) for cell in panel.cells] for panel in row.panels]
    if row.heads:
        cells.insert(0, [_line(screen, head) for head in row.heads])
    else:
        _align(cells)
    columns = {len(line) for line in cells}
    gap = 1 if row.heads or _table_width(cells, 2) > screen.width else 2
    if len(columns) == 1 and (row.heads or _table_width(cells, gap) <= screen.width):
        table = Table.grid(padding=(0, gap, 0, 0))
        for column in zip(*cells, strict=True):
            numeric = all(cell.plain.isdecimal() for cell in column if cell.plain)
            table.add_column(justify="right" if numeric else "left", overflow="fold")
        for line in cells:
            table.add_row(*line)
        console.print(table)
        return
    for panel, line in zip(row.panels, cells, strict=True):
        facts = _packed(console, line[: panel.facts], Words(), screen.width)
        things = _packed(console, line[panel.facts :], GAP, screen.width)
        if len(things) == 1 and facts[-1].cell_len + things[0].cell_len <= screen.width:
            facts[-1] += things.pop()
        for one in (*facts, *things):
            console.print(one)


def _packed(console: Console, cells: Sequence[Words], first: Words, width: int) -> list[Words]:
    """Write *cells* in lines, which begin within a cell only where that is too wide for one."""
    lines: list[Words] = []
    for cell in cells:
        if lines and lines[-1].cell_len + len(GAP) + cell.cell_len <= width:
            lines[-1] += GAP + cell
        else:
            parts = cell.wrap(console, width - len(GAP))
            lines += [(GAP if lines or at else first) + part for at, part in enumerate(parts)]
    return lines


def _align(cells: Sequence[Sequence[Words]]) -> None:
    """Put the titles and the points that follow them below each other, as in a table."""
    titles = max(line[0].cell_len for line in cells)
    numbers = [cell_len(line[1].plain.partition(" ")[0]) for line in cells if len(line) > 1]
    for line in cells:
        line[0].pad_right(titles - line[0].cell_len)
        if len(line) > 1:
            line[1].pad_left(max(numbers) - cell_len(line[1].plain.partition(" ")[0]))


def _table_width(cells: Sequence[Sequence[Words]], gap: int) -> int:
    """Return the columns that a table of *cells* takes with a *gap* behind each."""
    widest: list[int] = [
        max(cell.cell_len for cell in column) for column in zip(*cells, strict=False)
    ]
    return sum(widest) + gap * (len(widest) - 1)


INKS: Final = {
    "orange": "#d2691e", "brown": "#a0663a", "pink": "#e0559a", "purple": "#8a63d2",
    "olive": "#8a8f1f", "teal": "#2a9d8f", "navy": "#5b76d8", "grey": "#8a8f99",
}  # fmt: skip
"""Colours that terminals have no name for, as they can be read on black and on white."""


def _line(screen: Screen, line: Line) -> Words:
    """Return *line* as text for rich, which may wrap it between its spans and within them."""
    words = []
    for span in line:
        inks = [
            between(span.ink) if span.ink[:1] == "#" else INKS.get(span.ink, span.ink),
            "bold" * span.strong,
            "dim" * (span.faint and not span.ink),
        ]
        words.append(Words(screen.words(span.text), style=" ".join(filter(None, inks))))
    return Words(" ", overflow="fold").join(words)
