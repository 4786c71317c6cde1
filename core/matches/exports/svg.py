"""Drawing of the table at one moment, as SVG: zones as boxes, with the same faces as on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...errors import BadValue
from ...rules.reading.inks import INKS, by_day, by_night, class_of
from ...scene import Presenter, View
from ...scene_lines import head_of
from ...text import Language, Text, msg, nmsg
from ...things import NO_OWNER, Piece, Scene, SceneCounter, SceneZone, together
from ...width import display_width, fitting
from ..record import Loaded, Record
from .faces import FaceSheet, form_of, places_of, referred, symbols
from .facts import title
from .templates import symbol_id, template
from .words import Words

ROOM = 800.0
"""Width of the table in pixels; boxes that do not fit stand below each other."""
NARROWEST = 130.0
"""Least width of a box."""
MARGIN = 16.0
GAP = 6.0
SIZE, SMALL = 14.0, 12.0
"""Heights of letters; one is at most `LETTER` of that wide in any usual font."""
LETTER = 0.64
CARD, CARD_ON_TABLE, CARD_IN_BOX, TOKEN = 46.0, 38.0, 32.0, 22.0
"""Widths of cards: of a decision, at a place for all, in a box, and of figures on a track."""
PLACE = 150.0, 72.0
"""Width and height of what the sides of a zone are around."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A text, symbol or rectangle of a drawing, with the CSS classes that colour it."""

    x: float
    y: float
    width: float
    height: float
    classes: str = ""
    text: str = ""
    symbol: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a drawing with its size; its marks are placed from its upper left corner."""

    width: float
    height: float
    marks: Sequence[Mark] = ()

    def at(self, x: float, y: float) -> Iterator[Mark]:
        """Yield the marks, moved by *x* and *y*."""
        for mark in self.marks:
            yield replace(mark, x=mark.x + x, y=mark.y + y)


def _above(blocks: Iterable[Block], gap: float = GAP, *, width: float = 0.0) -> Block:
    """Put *blocks* below each other; centred, if a *width* is given."""
    marks: list[Mark] = []
    top = 0.0
    shown = [block for block in blocks if block.height]
    for block in shown:
        marks += block.at(max(0.0, (width - block.width) / 2) if width else 0.0, top)
        top += block.height + gap
    widest = max([width, *(block.width for block in shown)])
    return Block(widest, max(0.0, top - gap), marks)


def _beside(blocks: Iterable[Block], room: float, gap: float = GAP) -> Block:
    """Put *blocks* side by side, in as many rows as their width needs."""
    rows: list[list[Block]] = [[]]
    taken = 0.0
    for block in blocks:
        if rows[-1] and taken + block.width > room:
            rows.append([])
            taken = 0.0
        rows[-1].append(block)
        taken += block.width + gap
    drawn = []
    for row in rows:
        height = max((block.height for block in row), default=0.0)
        marks: list[Mark] = []
        left = 0.0
        for block in row:
            marks += block.at(left, (height - block.height) / 2)
            left += block.width + gap
        drawn.append(Block(max(0.0, left - gap), height, marks))
    return _above(drawn, gap)


def _within(block: Block, classes: str, pad: float = GAP, *, width: float = 0.0) -> Block:
    """Draw a rectangle around *block*."""
    width, height = max(width, block.width + 2 * pad), block.height + 2 * pad
    return Block(width, height, [Mark(0, 0, width, height, classes), *block.at(pad, pad)])


def _stretched(block: Block, height: float) -> Block:
    """Return *block* with that *height*, as its frame, if it has one."""
    first, *rest = block.marks
    if first.height == block.height:
        first = replace(first, height=height)
    return Block(block.width, height, [first, *rest])


class TableDrawing:
    """The blocks of a scene in the words of one reader."""

    def __init__(self, words: Words, presenter: Presenter, faces: FaceSheet) -> None:
        self.words = words
        self.presenter = presenter
        self.faces = faces

    def scene(self, scene: Scene) -> Block:
        """Draw the facts on the game, and the zones from top to bottom."""
        blocks = [self.text(head_of(scene), ROOM)] if scene.heads else []
        for place, zones in places_of(scene.zones, None).items():
            if place in ("seats", "middle"):
                blocks += self.grid(zones)
            else:
                rows = (self.row(zone, ROOM, CARD) for zone in zones)
                blocks.append(_beside(rows, ROOM, 4 * GAP))
        return _above(blocks, 2 * GAP)

    def grid(self, zones: Sequence[SceneZone]) -> Iterator[Block]:
        """Draw boxes of one width in rows of one height."""
        most = int((ROOM + GAP) // (NARROWEST + GAP))
        across = -(-len(zones) // max(1, -(-len(zones) // most)))
        for first in range(0, len(zones), across or 1):
            width = min(ROOM / 2, (ROOM + GAP) / across) - GAP
            boxes = [self.box(zone, width) for zone in zones[first : first + across]]
            tallest = max(box.height for box in boxes)
            yield _beside((_stretched(box, tallest) for box in boxes), ROOM)

    def text(
        self, text: Text, room: float, classes: str = "text", size: float = SIZE, *,
        bold: bool = True,
    ) -> Block:  # fmt: skip
        """Write *text* in lines of at most that width."""
        columns = max(2, int(room / (size * LETTER)))
        lines: list[str] = [""]
        for word in self.words.piece(text).split():
            for bit in _bits(word, columns):
                if lines[-1] and display_width(lines[-1]) + 1 + display_width(bit) > columns:
                    lines.append("")
                lines[-1] = f"{lines[-1]} {bit}".strip()
        marks = [
            Mark(0, number * size * 1.4, display_width(line) * size * LETTER, size, classes,
                 line, bold=bold)
            for number, line in enumerate(lines)
        ]  # fmt: skip
        width = max(mark.width for mark in marks)
        return Block(width, len(lines) * size * 1.4 if lines[0] else 0.0, marks)

    def counter(self, counter: SceneCounter, room: float, style: str = "text") -> Block:
        """Draw a number with its symbol, or a few words."""
        words = not counter.picture and counter.value == counter.label
        style = "faint" if words else style
        text = self.text(counter.value, room - 24, style, SMALL if words else SIZE, bold=not words)
        if counter.picture:
            height = text.height
            drawn = Mark(0, 0, height, height, symbol=symbol_id(counter.picture))
            text = _beside([Block(height, height, [drawn]), text], room, 3)
        return text

    def pill(self, counter: SceneCounter, room: float) -> Block:
        """Draw a number on a ground of its own, which is gold if it leads."""
        style, ground = ("on-gold", "gold") if counter.leads else ("text", "edge")
        return _within(self.counter(counter, room, style), ground, 3, width=26)

    def piece(self, piece: Piece, width: float, zone: str = "") -> Block:
        """Draw a card, die or token, with its owner's name below if it has an owner there."""
        sign, form = self.words.piece(piece.sign or piece.code).strip(), form_of(piece, zone)
        if form == "card" and len(sign) > 6:
            counted = f"{sign} ×{piece.count}" if piece.count > 1 else sign
            return self.text(counted, ROOM / 2, class_of(piece.ink) or "text")
        height = width * (1 if form != "card" else 85 / 60)
        face = self.faces.shared(piece, sign, form, self.words(piece.name))
        classes = "down" if piece.face != "up" else class_of(piece.ink) or "text"
        card = Block(width, height, [Mark(0, 0, width, height, classes, symbol=face)])
        if piece.owner == NO_OWNER:
            return card
        owner = self.text(self.presenter.seats[piece.owner], 2 * width, "text", 10, bold=False)
        return _above([card, owner], 2, width=max(width, owner.width))

    def pieces(self, zone: SceneZone, room: float, width: float) -> Block:
        """Draw what lies in *zone*; equal or hidden pieces together, where order does not count."""
        hidden = all(piece.code == "?" for piece in zone.pieces)
        alike = zone.form == "heap" or hidden
        pieces = together(zone.pieces) if alike else zone.pieces
        return _beside((self.piece(piece, width, zone.form) for piece in pieces), room, 3)

    def row(self, zone: SceneZone, room: float, width: float, size: float = SIZE) -> Block:
        """Draw a zone in a row: title, counters, pieces."""
        style = class_of(zone.ink) or "text" if size == SIZE else "faint"
        blocks = [self.text(zone.title, room, style, size)]
        for counter in zone.counters:
            blocks.append((self.pill if counter.leads else self.counter)(counter, room))
        rest = room - sum(block.width + GAP for block in blocks)
        if zone.pieces:
            wide = rest if rest > 3 * width else room
            blocks.append(self.pieces(zone, wide, width))
        return _beside((block for block in blocks if block.height), room, 1.5 * GAP)

    def box(self, zone: SceneZone, room: float) -> Block:
        """Draw a zone that holds zones."""
        if zone.form == "sides":
            return self.sides(zone, room)
        inner = room - 4 * GAP
        head = self.row(replace(zone, pieces=()), inner, 0)
        blocks = [head]
        for within in zone.zones:
            if within.form == "track":
                blocks.append(self.row(replace(within, pieces=()), inner, 0, SMALL))
                fields = (self.row(field, inner, TOKEN, SMALL) for field in within.zones)
                blocks.append(_above((_within(f, "field", 2, width=inner) for f in fields), 1))
            else:
                blocks.append(self.row(within, inner, CARD_IN_BOX, SMALL))
        return _within(_above(blocks), "edge acts" if zone.acts else "edge", 2 * GAP, width=room)

    def sides(self, zone: SceneZone, room: float) -> Block:
        """Draw what *zone* is, with the pieces of one side above it, of the other below."""
        width, height = min(PLACE[0], room), PLACE[1]
        place = [
            Mark(0, 0, width, height, class_of(zone.ink) or "i-", symbol=symbol_id(zone.picture))
        ]
        named = self.text(zone.title, room, "text", SMALL)
        for counter in zone.counters:
            place += self.counter(counter, width, "on-sail").at(width * 0.52, height * 0.28)
        for piece in zone.pieces:
            if piece.owner != NO_OWNER:
                symbol = symbol_id(piece.picture)
                place.append(
                    Mark(width * 0.24, height * 0.2, 34, 34, f"o{piece.owner}", symbol=symbol)
                )
        sides = [*zone.zones]
        for number, side in enumerate(sides):
            below = number == len(sides) - 1
            for counter in side.counters:
                pill = self.pill(counter, width)
                place += pill.at(width - pill.width, height - pill.height if below else 0)
        drawn = Block(width, height, place)
        fans = [self.fan(side, room) for side in sides]
        return _above([*fans[:-1], drawn, named, *fans[-1:]], 4, width=room)

    def fan(self, zone: SceneZone, room: float) -> Block:
        """Draw the pieces of *zone* in one row, over each other where there are many."""
        cards = [self.piece(piece, CARD_ON_TABLE) for piece in zone.pieces]
        if not cards:
            return Block(0, CARD_ON_TABLE * 85 / 60)
        steps = max(1, len(cards) - 1)
        step = min(CARD_ON_TABLE + 3, (room - CARD_ON_TABLE) / steps)
        marks = [mark for number, card in enumerate(cards) for mark in card.at(number * step, 0)]
        return Block(step * (len(cards) - 1) + CARD_ON_TABLE, cards[0].height, marks)


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
    presenter = loaded.presenter
    moment = nmsg("after-actions", "after {count} action", "after {count} actions", actions)
    heading = msg("moment", "{title}, {moment}", title=title(presenter), moment=moment)
    return table_svg(presenter, match.at(actions).view(None), None, heading, language)


def table_svg(
    presenter: Presenter, view: View, seat: int | None, heading: Text, language: Language
) -> str:
    """Draw the table of the *view* of *seat*, under a *heading*; ``None`` is an onlooker."""
    words, faces = Words(language), FaceSheet()
    table = TableDrawing(words, presenter, faces).scene(presenter.scene(view, seat))
    marks = [*table.at(MARGIN, MARGIN)]
    drawn = {mark.classes for mark in marks}
    drawing = template("table.svg.jinja").render(
        inks=[
            (ink, class_of(ink), by_day(ink), by_night(ink))
            for ink in (*INKS, *presenter.own_inks)
            if ink in INKS[:8] or class_of(ink) in drawn
        ],
        number="{:.4g}".format,
        width=round(table.width + 2 * MARGIN),
        height=round(table.height + 2 * MARGIN),
        lang=language.code.replace("_", "-"),
        heading=words(heading),
        told=" ".join(words.lines(presenter.sentences(view, seat))),
        marks=marks,
    )
    before, end, after = drawing.rpartition("</svg>")
    sheet = faces.symbols()
    held = symbols(presenter.pictures.values(), referred(before + sheet), sheet)
    return before + held + "\n" + end + after


def _bits(text: str, room: int) -> Iterator[str]:
    """Yield *text*, or if it is wider than *room* columns, its pieces."""
    while text:
        count = max(1, fitting(text, room))
        yield text[:count]
        text = text[count:]
