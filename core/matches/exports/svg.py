"""A drawing of the table at one moment, as SVG.

It is set in columns of equal width, as on a terminal, and each span begins at its own column: so
whatever font a reader has, nothing moves far.  It brings its own paper, so it can be read on a
white page and on a black one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from ...errors import BadValue
from ...scene import Line, Panel, Row, Scene, Span
from ...text import msg, nmsg
from ...width import display_width, fitting
from .facts import title
from .palette import DAY, INKS, NIGHT
from .walk import walk
from .words import Words

if TYPE_CHECKING:
    from ...text import Language
    from ..record import Loaded, Record

COLUMN = 8.5
"""How wide a column is, in pixels: a little more than a letter of `SIZE` in any usual font."""

SIZE = 14
"""The size of the letters, in pixels."""

LEADING = 20
"""From one line to the next, in pixels."""

MARGIN = 16
"""Round the whole drawing, in pixels."""

WIDEST = 100
"""How many columns a drawing may have; panels that do not fit stand below each other."""

NARROWEST_PANEL = 18
"""Panels that would have fewer columns stand below each other; long lines in them are wrapped."""

INSET = 1
"""The columns between the edge of a panel and its text."""

GAP = 1
"""The columns between two panels."""

FONTS = (
    "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono',"
    " monospace"
)


def svg(loaded: Loaded, record: Record, language: Language, actions: int | None = None) -> str:
    """Draw the table of *record* for an onlooker, with the words of *language*.

    *actions* is after how many of the actions that were not taken back; ``None`` is the end.
    Raises `JournalError` for the first entry that cannot have been, and `BadValue` where there are
    not so many actions.
    """
    walked = walk(loaded, record)
    most = len(walked.positions) - 1
    if actions is None:
        actions = most
    if not 0 <= actions <= most:
        raise BadValue(
            msg(
                "no-such-moment",
                "The table can be drawn after 0 to {most} actions, not after {actions}.",
                most=most,
                actions=actions,
            )
        )
    words = Words(language)
    presenter = loaded.presenter
    view = walked.positions[actions].view(None)
    moment = nmsg("after-actions", "after {count} action", "after {count} actions", actions)
    heading = msg("moment", "{title}, {moment}", title=title(presenter), moment=moment)
    told = words.lines(presenter.sentences(view, None))
    drawing = _Drawing(words, presenter.scene(view, None))
    return drawing.file(language.code, words(heading), " ".join(told))


@dataclass(frozen=True)
class _Piece:
    """A part of a line without a break."""

    column: int
    text: str
    style: str


class _Drawing:
    """A scene laid out in columns and lines."""

    def __init__(self, words: Words, scene: Scene) -> None:
        self.words = words
        self.scene = scene
        rows = [self._row_columns(block) for block in scene if isinstance(block, Row)]
        lines = [self._columns(block) for block in scene if not isinstance(block, Row)]
        self.columns = max([*rows, *(min(columns, WIDEST) for columns in lines), 1])
        self.top = float(MARGIN)
        """Where the next line begins, from the top in pixels."""
        self.drawn: list[str] = []
        for block in scene:
            if isinstance(block, Row):
                self._draw_row(block)
            else:
                self._draw_lines(self._wrap(block, self.columns), MARGIN)

    def file(self, language: str, heading: str, told: str) -> str:
        """Write the file; *heading* names it, and *told* says it to those who cannot see it."""
        width = round(self.columns * COLUMN + 2 * MARGIN)
        height = round(self.top + MARGIN)
        lang = quoteattr(language.replace("_", "-"))
        text = f'fill="{DAY["text"]}" font-family="{FONTS}" font-size="{SIZE}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"',
            f' viewBox="0 0 {width} {height}" xml:lang={lang} lang={lang}',
            ' role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(heading)}</title>',
            f'<desc id="desc">{escape(told)}</desc>',
            f"<style>{_style()}</style>",
            f'<rect class="paper" width="100%" height="100%" rx="10" fill="{DAY["paper"]}"/>',
            f'<g class="text" {text} xml:space="preserve">',
            *self.drawn,
            "</g>",
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    # Measuring.

    def _columns(self, line: Line) -> int:
        """Count the columns of a line that is not wrapped."""
        widths = [display_width(self.words.piece(span.text)) for span in line]
        return sum(widths) + max(0, len(widths) - 1)

    def _across(self, row: Row) -> int:
        """Say how many panels of *row* stand side by side, in lines of equal length."""
        count = max(1, len(row.panels))
        fit = max(1, (WIDEST + GAP) // (NARROWEST_PANEL + GAP))
        return -(-count // -(-count // fit))

    def _panel_columns(self, row: Row) -> int:
        """Count the columns of the text in each panel of *row*; all are equally wide."""
        room = (WIDEST + GAP) // self._across(row) - GAP - 2 * INSET
        lines = [line for panel in row.panels for line in (panel.title, *panel.lines)]
        return min(room, max([1, *map(self._columns, lines)]))

    def _row_columns(self, row: Row) -> int:
        return self._across(row) * (self._panel_columns(row) + 2 * INSET + GAP) - GAP

    def _wrap(self, line: Line, room: int) -> list[list[_Piece]]:
        """Break *line* between its spans where it is too long, and within a span if need be."""
        lines: list[list[_Piece]] = [[]]
        at = 0
        for span in line:
            text = self.words.piece(span.text)
            whole = display_width(text) <= room
            for bit in [text] if whole else _bits(text, room):
                width = display_width(bit)
                if at and at + 1 + width > room:
                    lines.append([])
                    at = 0
                start = at + 1 if at else 0
                if bit.strip():
                    lines[-1].append(_Piece(start, bit, _styles(span)))
                at = start + width
        return lines

    # Drawing.

    def _draw_lines(self, lines: Sequence[Sequence[_Piece]], left: float) -> None:
        for line in lines:
            base = _number(self.top + SIZE)
            pieces = "".join(
                f"<tspan x={quoteattr(_number(left + piece.column * COLUMN))}{piece.style}>"
                f"{escape(piece.text)}</tspan>"
                for piece in line
            )
            if pieces:
                self.drawn.append(f'<text y="{base}">{pieces}</text>')
            self.top += LEADING

    def _draw_row(self, row: Row) -> None:
        across = self._across(row)
        columns = self._panel_columns(row)
        width = (columns + 2 * INSET) * COLUMN
        for first in range(0, len(row.panels), across):
            panels = row.panels[first : first + across]
            texts = [self._panel_text(panel, columns) for panel in panels]
            # Titles of one line of panels end at one height, so that what is below compares.
            heads = max(len(head) for head, _ in texts)
            height = (heads + max(len(lines) for _, lines in texts) + 1) * LEADING
            top = self.top + LEADING * 0.2
            for number, (head, lines) in enumerate(texts):
                left = MARGIN + number * (width + GAP * COLUMN)
                self.top = top
                self._draw_box(left, width, height, heads)
                self.top += LEADING * 0.3
                self._draw_lines(head, left + INSET * COLUMN)
                self.top = top + (heads + 0.6) * LEADING
                self._draw_lines(lines, left + INSET * COLUMN)
            self.top = top + height + LEADING * 0.25

    def _panel_text(
        self, panel: Panel, columns: int
    ) -> tuple[list[list[_Piece]], list[list[_Piece]]]:
        lines = [wrapped for line in panel.lines for wrapped in self._wrap(line, columns)]
        return self._wrap(panel.title, columns), lines

    def _draw_box(self, left: float, width: float, height: float, heads: int) -> None:
        """Draw a panel without its text: the edge, and the line below the title."""
        x, y = _number(left), _number(self.top)
        self.drawn.append(
            f'<rect class="card" x="{x}" y="{y}" width="{_number(width)}"'
            f' height="{_number(height)}" rx="7" fill="{DAY["card"]}" stroke="{DAY["edge"]}"/>'
        )
        begin, end = left + INSET * COLUMN, left + width - INSET * COLUMN
        below = self.top + (heads + 0.45) * LEADING
        path = f"M{_number(begin)} {_number(below)}H{_number(end)}"
        self.drawn.append(f'<path class="edge" d="{path}" stroke="{DAY["edge"]}"/>')


def _bits(text: str, room: int) -> Iterator[str]:
    """Break *text* at its blanks, and words that are longer than *room* within."""
    for word in text.split():
        rest = word
        while rest:
            count = max(1, fitting(rest, room))
            yield rest[:count]
            rest = rest[count:]


def _styles(span: Span) -> str:
    ink = span.ink if span.ink in INKS else ""
    name = f"i-{ink}" if ink else "faint" * span.faint
    written = f' class="{name}" fill="{DAY[ink or "faint"]}"' if name else ""
    return f'{written} font-weight="bold"' if span.strong else written


def _style() -> str:
    """Write the style sheet: what stands in the file is for the day, this is for the night."""
    night = "".join(f".i-{ink}{{fill:{NIGHT[ink]}}}" for ink in INKS)
    return (
        "@media screen and (prefers-color-scheme:dark){"
        f".paper{{fill:{NIGHT['paper']}}}.card{{fill:{NIGHT['card']}}}"
        f".card,.edge{{stroke:{NIGHT['edge']}}}.text{{fill:{NIGHT['text']}}}"
        f".faint{{fill:{NIGHT['faint']}}}{night}}}"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
