"""Drawing of the table at one moment, as SVG: in columns of equal width, as on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import BadValue
from ...scene_lines import Drawing, Line, Row, Span, drawing_of
from ...text import Language, msg, nmsg
from ...width import display_width, fitting
from ..record import Loaded, Record
from .facts import title
from .templates import template
from .words import Words

COLUMN = 8.5
"""Width of a column in pixels: a little more than a letter of `SIZE` in any usual font."""
SIZE = 14
LEADING = 20
MARGIN = 16
WIDEST = 100
"""Most columns of a drawing; panels that do not fit stand below each other."""
NARROWEST = 18
"""Fewest columns of a panel with long lines, which are wrapped; short lines may need fewer."""
INSET = 1
GAP = 1

Wrapped = list[tuple[int, str, Span]]
"""Pieces of a line: the column where each begins, its text, and the span that it is from."""


def svg(loaded: Loaded, record: Record, language: Language, actions: int | None = None) -> str:
    """Draw the table for an onlooker after the first *actions* actions, by default at the end.

    Actions taken back do not count.  Raises `JournalError`, and `BadValue` if there are fewer.
    """
    match = loaded.replay(record.entries)
    most = len(match.line)
    actions = most if actions is None else actions
    if not 0 <= actions <= most:
        raise BadValue(
            msg(
                "no-such-moment",
                "The table can be drawn after 0 to {most} actions, not after {actions}.",
                most=most,
                actions=actions,
            )
        )
    words, presenter = Words(language), loaded.presenter
    view = match.at(actions).view(None)
    moment = nmsg("after-actions", "after {count} action", "after {count} actions", actions)
    drawing = _Drawing(words, drawing_of(presenter.scene(view, None)))
    return template("table.svg.jinja").render(
        number="{:g}".format,
        width=round(drawing.columns * COLUMN + 2 * MARGIN),
        height=round(drawing.top + MARGIN),
        lang=language.code.replace("_", "-"),
        heading=words(msg("moment", "{title}, {moment}", title=title(presenter), moment=moment)),
        told=" ".join(words.lines(presenter.sentences(view, None))),
        size=SIZE,
        inset=INSET * COLUMN,
        boxes=drawing.boxes,
        texts=drawing.texts,
    )


class _Drawing:
    """A scene laid out in columns and lines: the boxes and texts of the template."""

    def __init__(self, words: Words, scene: Drawing) -> None:
        self.words = words
        self.boxes: list[dict[str, float]] = []
        self.texts: list[tuple[float, list[tuple[float, str, Span]]]] = []
        self.top: float = MARGIN
        """Top of the next line, in pixels."""
        self.columns = max([1, *(self._room(block)[0] for block in scene)])
        for block in scene:
            if isinstance(block, Row):
                self._row(block)
            else:
                self._lines(self._wrap([block], self.columns), MARGIN)

    def _room(self, block: Line | Row) -> tuple[int, int, int]:
        """Return the columns of *block*, the number of panels in a row, and the columns in each."""
        if not isinstance(block, Row):
            return min(WIDEST, self._width(block)), 1, 0
        count = max(1, len(block.panels))
        across = -(-count // -(-count // ((WIDEST + GAP) // (NARROWEST + GAP))))
        lines = [line for panel in block.panels for line in (panel.title, *panel.lines)]
        widest = (WIDEST + GAP) // across - GAP - 2 * INSET
        columns = min(widest, max([1, *map(self._width, lines)]))
        return across * (columns + 2 * INSET + GAP) - GAP, across, columns

    def _width(self, line: Line) -> int:
        return sum(display_width(self.words.piece(span.text)) + 1 for span in line) - 1

    def _wrap(self, lines: Sequence[Line], room: int) -> list[Wrapped]:
        """Break *lines* into *room* columns, between spans or, if need be, inside long ones."""
        wrapped: list[Wrapped] = []
        for line in lines:
            wrapped.append([])
            at = 0
            for span in line:
                text = self.words.piece(span.text)
                for bit in [text] if display_width(text) <= room else _bits(text, room):
                    width = display_width(bit)
                    if at and at + 1 + width > room:
                        wrapped.append([])
                        at = 0
                    start = at + 1 if at else 0
                    if bit.strip():
                        wrapped[-1].append((start, bit, span))
                    at = start + width
        return wrapped

    def _lines(self, lines: Sequence[Wrapped], left: float) -> None:
        for line in lines:
            pieces = [(left + column * COLUMN, bit, span) for column, bit, span in line]
            if pieces:
                self.texts.append((self.top + SIZE, pieces))
            self.top += LEADING

    def _row(self, row: Row) -> None:
        _, across, columns = self._room(row)
        width = (columns + 2 * INSET) * COLUMN
        for first in range(0, len(row.panels), across):
            panels = [
                (self._wrap([panel.title], columns), self._wrap(panel.lines, columns))
                for panel in row.panels[first : first + across]
            ]
            # Titles side by side end at one height, so that the lines below them align.
            heads = max(len(head) for head, _ in panels)
            height = (heads + max(len(lines) for _, lines in panels) + 1) * LEADING
            top = self.top + LEADING * 0.2
            for number, (head, lines) in enumerate(panels):
                left = MARGIN + number * (width + GAP * COLUMN)
                below = top + (heads + 0.45) * LEADING
                box = {"left": left, "top": top, "width": width, "height": height, "below": below}
                self.boxes.append(box)
                self.top = top + LEADING * 0.3
                self._lines(head, left + INSET * COLUMN)
                self.top = top + (heads + 0.6) * LEADING
                self._lines(lines, left + INSET * COLUMN)
            self.top = top + height + LEADING * 0.25


def _bits(text: str, room: int) -> Iterator[str]:
    """Yield the words of *text*, and words wider than *room* columns in pieces."""
    for rest in text.split():
        while rest:
            count = max(1, fitting(rest, room))
            yield rest[:count]
            rest = rest[count:]
