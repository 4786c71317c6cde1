"""Faces of pieces, and places of zones, which every picture of a table shares: page, account, SVG.

`face.svg.jinja` draws a face from symbols, each of which a page holds once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache

from ...errors import BadValue
from ...things import IN_HAND, NO_OWNER, Piece, SceneZone, is_drawn
from .templates import resource, symbol_id, template


def form_of(piece: Piece, zone: str) -> str:
    """Return how *piece* is drawn in a *zone* of that form: ``card``, ``die`` or ``token``."""
    if piece.picture.startswith("die"):
        return "die"
    return "token" if zone == "field" and piece.picture else "card"


class FaceSheet:
    """The different faces of a page that shows the same ones many times."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def shared(self, piece: Piece, sign: str, form: str, name: str) -> str:
        """Return the id of the symbol with the face of *piece*, which is called *name*."""
        face = template("face.svg.jinja").module.face  # type: ignore[attr-defined]
        height = 85 if form == "card" else 60
        drawn = f' viewBox="0 0 60 {height}">{face(piece, sign, form, name)}</symbol>'
        return self._ids.setdefault(drawn, f"f-{len(self._ids)}")

    def symbols(self) -> str:
        """Return the faces as symbols."""
        return "\n".join(f'<symbol id="{id}"{drawn}' for drawn, id in self._ids.items())


def referred(drawing: str) -> set[str]:
    """Return the ids of the symbols that *drawing*, in SVG or HTML, refers to."""
    return {*re.findall(r'href="#(s-[\w-]+)"', drawing)}


def symbols(pictures: Iterable[str], ids: Container[str], sheet: str = "") -> str:
    """Return an element with those built-in symbols and *pictures* that have one of the *ids*.

    *sheet* are the faces of a `FaceSheet`, which it has as well.
    """
    own = {symbol_id(picture): _symbol(picture) for picture in pictures if is_drawn(picture)}
    known = {**_built_in(), **own}
    held = "\n".join([*(symbol for id, symbol in known.items() if id in ids), sheet])
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n{held}\n</svg>'


def is_symbol(picture: str) -> bool:
    """Return whether *picture* is the name of a built-in symbol."""
    return not is_drawn(picture) and symbol_id(picture) in _built_in()


@cache
def _built_in() -> Mapping[str, str]:
    found = re.finditer(r'<symbol id="(s-[\w-]+)".*</symbol>', resource("symbols.svg"))
    return {match[1]: match[0] for match in found}


@cache
def _symbol(picture: str) -> str:
    """Return an SVG text as a symbol, empty if a plugin gives one that no rule set may have."""
    from ...rules.reading.pictures import checked_svg  # which loads pydantic

    try:
        shapes = checked_svg(picture.encode("utf-8", "replace"))
    except BadValue:
        return ""
    begun = shapes.replace("<svg", f'<symbol id="{symbol_id(picture)}"', 1)
    return re.sub("</svg>$", "</symbol>", begun)


def places_of(
    zones: Sequence[SceneZone], viewer: int | None, *, split_apart: bool = False
) -> Mapping[str, Sequence[SceneZone]]:
    """Return the *zones* by place: at the edges, in the middle, or what the decision is about.

    With *split_apart*, the cards that are split are shown elsewhere.
    """
    near = viewer or 0
    at = {
        zone.id: "" if split_apart and zone.form in ("offer", "ring")
        else "tray" if zone.form in IN_HAND and zone.owner in (NO_OWNER, near)
        else "seats" if zone.form == "seat"
        else "middle" if zone.form == "sides"
        else "common" if zone.owner == NO_OWNER
        else "own" if zone.owner == near
        else "others"
        for zone in zones
    }  # fmt: skip
    names = ("others", "seats", "middle", "common", "own", "tray")
    return {name: [zone for zone in zones if at[zone.id] == name] for name in names}
