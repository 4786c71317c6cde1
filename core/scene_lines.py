"""A scene as lines of text: in colours for a screen of characters, or as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from .text import Both, Message, Text, nmsg, repeated
from .things import NO_OWNER, UP, Piece, Scene, SceneZone, together

MOST_SIGNS = 12
"""Most hidden cards that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style; no meaning may depend on the style alone.

    Attributes:
        text: what is shown.
        ink: one of the inks of rule sets (see `core.rules.reading.inks`), or empty.
        strong, faint: the weight.
    """

    text: Text
    ink: str = ""
    strong: bool = False
    faint: bool = False


Line = tuple[Span, ...]
"""Spans in a row with a space between them, where the line may wrap."""

NOTHING: Line = (Span("–", faint=True),)


@dataclass(frozen=True, slots=True)
class Panel:
    """A box with a *title* and *lines*, such as the cards in front of a player.

    Attributes:
        cells: the same as one row of a table, where there is no room for boxes.
        facts: how many of the cells, the first, say whose it is and how it stands.
    """

    title: Line
    lines: Sequence[Line]
    cells: Sequence[Line]
    facts: int


@dataclass(frozen=True, slots=True)
class Row:
    """Several *panels* side by side, or below each other on a narrow screen.

    Attributes:
        heads: what stands above the `Panel.cells` where the panels are rows of a table.
    """

    panels: Sequence[Panel]
    heads: Sequence[Line] = ()


Drawing = Sequence[Line | Row]
"""A drawing of the table from top to bottom."""


def head_of(scene: Scene) -> Message:
    """Write the facts on the course of the game in one line."""
    gaps = {f"head{number}": head for number, head in enumerate(scene.heads)}
    return Message("heads", " · ".join(f"{{{gap}}}" for gap in gaps), gaps)


def drawing_of(scene: Scene, *, head: bool = True) -> Drawing:
    """Draw *scene* in lines, with its *head*: zones that hold zones are boxes, side by side."""
    blocks: list[Line | Row] = []
    if head and scene.heads:
        blocks.append((Span(head_of(scene), strong=True),))
    for boxed, zones in groupby(scene.zones, key=lambda zone: bool(zone.zones)):
        if not boxed:
            blocks += [_line(zone) for zone in zones]
            continue
        drawn = [*zones]
        sides = [side.title for side in drawn[0].zones if side.form == "side"]
        heads = [(), (), *(head for side in sides for head in ((), (), (Span(side, strong=True),)))]
        blocks.append(Row([*map(_panel, drawn)], heads if sides else ()))
    return blocks


def _panel(zone: SceneZone) -> Panel:
    """Draw *zone* as a box: its counters, what is within it, and whose figures stand on it."""
    strong = zone.acts or zone.owner == NO_OWNER
    title: Line = (Span(zone.title, zone.ink, strong),)
    counters: list[Line] = [(Span(one.label, strong=one.leads),) for one in zone.counters]
    lines, cells = [*counters], [title, *counters]
    for within in zone.zones:
        if within.form == "side":
            lines += [_title(within, brief=True), _pieces(within) or NOTHING]
            figures = [piece for piece in zone.pieces if piece.owner == within.owner]
            cells.append(tuple(Span(piece.shown, strong=True) for piece in figures))
            cells.append(tuple(Span(c.value, strong=c.leads) for c in within.counters))
            cells.append(_pieces(within))
        elif within.form == "track":
            lines += [_title(within), *map(_boxed_field, within.zones)]
            cells.append(_title(within, brief=True))
            cells += map(_field, reversed(within.zones))
        elif within.form == "stack" and within.pieces:
            lines += [_title(within), *((span,) for span in _pieces(within))]
            cells.append(_line(within))
        else:
            lines.append(_line(within))
            cells.append(_line(within))
    lines += [(Span(piece.name, strong=piece.owner != NO_OWNER),) for piece in zone.pieces]
    return Panel(title, lines, cells, 1 + len(counters))


def _title(zone: SceneZone, *, brief: bool = False) -> Line:
    """Write the title of *zone* and its counters, as bare values if it is to be *brief*."""
    strong = any(counter.leads for counter in zone.counters)
    if not zone.counters:
        return (Span(Message("zone", "{zone:cap}", {"zone": zone.title}), zone.ink),)
    shown = tuple(one.value if brief else one.label for one in zone.counters)
    text = Message("zone-counters", "{zone:cap}: {counters}", {
        "zone": zone.title, "counters": Both(shown, commas=True)})  # fmt: skip
    return (Span(text, zone.ink, strong),)


def _line(zone: SceneZone) -> Line:
    """Write *zone* in one line: title, counters, pieces."""
    (title,) = _title(zone)
    pieces = _pieces(zone)
    if zone.counters and not pieces:
        return (title,)
    text = Message("titled", "{title}:", {"title": title.text})
    if zone.counters and zone.form == "stack":  # its worth is no second thing that lies there
        shown = Both(tuple(one.label for one in zone.counters), commas=True)
        text = Message("stack", "{zone:cap} ({counters}):", {
            "zone": zone.title, "counters": shown})  # fmt: skip
    return (replace(title, text=text), *(pieces or NOTHING))


def _field(zone: SceneZone) -> Line:
    """Write a field of a track for a table: its value, or else its title, and who stands on it."""
    there = "".join(str(piece.shown or piece.code) for piece in zone.pieces)
    if not zone.counters:
        titled = Message("zone-pieces", "{zone:cap}:{there}", {"zone": zone.title, "there": there})
        return (Span(titled),) if there else ()
    value = "".join(str(counter.value) for counter in zone.counters)
    return (Span(f"{value}:{there}" if there else value),)


def _boxed_field(zone: SceneZone) -> Line:
    """Write a field of a track in a box: by its value alone, as in a table, or else its title."""
    if not zone.counters:
        return _line(zone)
    value = "".join(str(counter.value) for counter in zone.counters)
    return (Span(f"{value}:"), *(_pieces(zone) or NOTHING))


def _pieces(zone: SceneZone) -> Line:
    hidden = _hidden(zone.pieces)
    pieces = together(zone.pieces) if zone.form == "heap" and not hidden else zone.pieces
    if hidden > MOST_SIGNS:
        return (Span(nmsg("card-count", "{count} card", "{count} cards", hidden)),)
    spans = [*map(_span, pieces)]
    if len({piece.owner for piece in pieces}) > 1:  # as around a table
        spans = [part for span in spans for part in (Span("·"), span)][1:]
    return tuple(spans)


def _span(piece: Piece) -> Span:
    shown = piece.shown or piece.code
    if piece.count > 1:
        shown = Message("counted", "{sign}×{count}", {"sign": shown, "count": piece.count})
    return Span(shown, piece.ink, faint=piece.face != UP)


def _hidden(pieces: Sequence[Piece]) -> int:
    """Return the number of *pieces* if nothing is known of any of them, else 0."""
    return sum(piece.count for piece in pieces) if all(p.code == "?" for p in pieces) else 0


# By ear.


def sentences_of(scene: Scene) -> Iterator[Text]:
    """Tell *scene* in sentences, a zone each; nothing is said of empty ones without counters."""
    if scene.heads:
        yield Message("say-heads", "{heads:cap}.", {"heads": Both(tuple(scene.heads), commas=True)})
    for zone in scene.walk():
        if zone.form == "field":  # told with its track
            continue
        counters = tuple(counter.label for counter in zone.counters)
        pieces = _names(zone.pieces, ordered=zone.ordered) if zone.pieces else None
        if zone.form == "track":
            fields = tuple(_on(field) for field in zone.zones if field.pieces)
            pieces = Both(fields, commas=True) if fields else None
        elif zone.zones:  # figures that stand on it
            counters += tuple(piece.name for piece in zone.pieces)
            pieces = None
        gaps = {"zone": zone.name or zone.title, "counters": Both(counters, commas=True)}
        if pieces:
            gaps["pieces"] = pieces
            said = "{zone:cap}, {counters}: {pieces}." if counters else "{zone:cap}: {pieces}."
            yield Message("say-zone", said, gaps)
        elif counters and zone.form != "side":
            yield Message("say-counters", "{zone:cap}, {counters}.", gaps)


def _on(field: SceneZone) -> Message:
    gaps = {"pieces": _names(field.pieces, ordered=False), "field": field.name or field.title}
    return Message("on-field", "{pieces} {field}", gaps)


def _names(pieces: Sequence[Piece], *, ordered: bool) -> Both | Message:
    hidden = _hidden(pieces)
    if hidden and not ordered:
        return nmsg("card-count", "{count} card", "{count} cards", hidden)
    names = tuple(
        repeated(piece.name, piece.count) for piece in (pieces if ordered else together(pieces))
    )
    return Both(names, commas=ordered, once=not ordered)
