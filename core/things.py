"""Things on a table, as data: zones with pieces and counters, which every front end draws its way.

A game says what lies where; terminal, browser, pictures and spoken text say it in their own form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from .text import MINUS, Text, written

Symbol: TypeAlias = Literal[
    "pirate", "captain", "mate", "king", "queen", "skull", "kraken", "island", "parrot", "ship",
    "chest", "coin", "plank", "monkey", "provisions", "lantern", "silk", "hourglass", "anchor",
    "die1", "die2", "die3", "die4", "die5", "die6", "dieskull", "star", "heart", "leaf", "sun",
    "moon", "gem", "crown", "key", "shield", "flame", "drop", "feather", "fish", "tree", "biscuit",
    "cheese", "ham", "pineapple", "rum", "rat", "spice", "pearl", "tea", "chart", "informer",
    "flag",
]  # fmt: skip
"""Symbols that a card may show, as `symbols.svg` draws them."""


def is_drawn(picture: str) -> bool:
    """Return true if *picture* is an SVG text, not the name of a symbol."""
    return picture.startswith("<")


IN_HAND: Final = ("hand", "offer", "ring", "set")
"""Forms of zones that the next decision is about."""

NO_OWNER: Final = -1
"""Owner of what belongs to no seat."""

UP: Final = "up"
DOWN: Final = "down"
"""Faces of a piece: open, or face down though the reader knows it."""

HIDDEN: Final = "hidden"
"""Face of a piece that the reader does not know."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, die, token or figure.

    Attributes:
        code: as views and the notation have it, such as ``G4``.
        name: what it is called, for people who listen and for a pointer that rests on it.
        sign: what stands on it, such as a number; the code if it is empty.
        shown: how a line of text writes it; the code if it is empty.
        ink: one of the inks of rule sets (see `core.rules.reading.inks`), or empty.
        face: `UP`, `DOWN` or `HIDDEN`.
        picture: a symbol of the built-in set, such as ``kraken``, an SVG text that was checked
            (`rules.reading.pictures`), or empty.
        owner: the seat that it belongs to, where that is not the zone's.
        count: how many equal ones lie there together.
        by: whoever has played it, if that is no seat; may be empty.
        note: what its face does not say, in a sign or two, such as ``↑2``: drawn in a corner.
    """

    code: str
    name: Text
    sign: Text = ""
    shown: Text = ""
    ink: str = ""
    face: str = UP
    picture: str = ""
    owner: int = NO_OWNER
    count: int = 1
    by: Text = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SceneCounter:
    """A number, or a word, that belongs to a zone.

    Attributes:
        label: value and meaning in words: "strength 5".
        value: what a small field shows: "5".
        leads: true if it is the best of its kind, so that its owner holds something.
        picture: symbol of what is counted, such as ``coin``, or empty.
    """

    label: Text
    value: Text
    leads: bool = False
    picture: str = ""


@dataclass(frozen=True, slots=True)
class SceneZone:
    """A place on the table where *pieces* lie, with *counters* and *zones* within it.

    Attributes:
        id: the word that actions have for it (see `Choice.zone`), unique in a scene.
        title: what stands at it.
        name: what it is called where it stands alone, as in a sentence; the title if it is empty.
        form: how it may be drawn: ``row``, ``heap`` (equal cards count), ``stack`` (the
            top one first), ``track`` with a ``field`` in each zone, ``seat``, ``purse`` of one,
            ``sides`` with a ``side`` of each seat around a picture; ``hand``, ``offer``, ``ring``
            and ``set`` hold what the next decision is about; an unknown form is drawn as a row.
        owner: the seat that it belongs to, or `NO_OWNER`.
        ink: colour of the title and the drawing.
        picture: a symbol that stands for the place, or empty.
        acts: true if its seat has to act.
        ordered: true if the order of the pieces means something.
    """

    id: str
    title: Text
    pieces: Sequence[Piece] = ()
    counters: Sequence[SceneCounter] = ()
    zones: Sequence[SceneZone] = ()
    name: Text = ""
    form: str = "row"
    owner: int = NO_OWNER
    ink: str = ""
    picture: str = ""
    acts: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A table: facts on the course of the game, and the zones from top to bottom."""

    heads: Sequence[Text]
    zones: Sequence[SceneZone]

    def walk(self) -> Iterator[SceneZone]:
        """Yield every zone, those within a zone after it."""
        rest = [*self.zones]
        while rest:
            zone = rest.pop(0)
            yield zone
            rest[:0] = zone.zones

    def pictures(self) -> Iterator[str]:
        """Yield the pictures of all zones, pieces and counters; some are empty."""
        for zone in self.walk():
            yield zone.picture
            yield from (one.picture for one in zone.pieces)
            yield from (one.picture for one in zone.counters)


class Fresh:
    """Comparison of a scene with the one *before*; nothing is new since ``None``.

    What the next decision is about, such as a hand, changes all the time and never counts as new.
    """

    def __init__(self, before: Scene | None) -> None:
        self._before = None if before is None else {zone.id: zone for zone in before.walk()}

    def pieces(self, zone: SceneZone) -> list[tuple[Piece, bool]]:
        """Pair the pieces of *zone*, equal ones of a heap together, with whether they are new."""
        pieces = together(zone.pieces) if zone.form == "heap" else zone.pieces
        if self._before is None or zone.form in IN_HAND:
            return [(piece, False) for piece in pieces]
        old = self._before.get(zone.id)
        left = Counter[tuple[str, str, int]]()
        for piece in old.pieces if old else ():
            left[piece.code, piece.face, piece.owner] += piece.count
        paired = []
        for piece in pieces:
            left[piece.code, piece.face, piece.owner] -= piece.count
            paired.append((piece, left[piece.code, piece.face, piece.owner] < 0))
        return paired

    def counters(self, zone: SceneZone) -> list[tuple[SceneCounter, str]]:
        """Pair the counters of *zone* with what each has gained or lost: ``+2``, or nothing."""
        old = self._before.get(zone.id) if self._before is not None else None
        if old is None or zone.form in (*IN_HAND, "field", "stack"):  # worth what lies there
            return [(counter, "") for counter in zone.counters]
        gains = map(_gain, old.counters, zone.counters)
        return [(one, next(gains, "")) for one in zone.counters]


def signed(gain: int) -> str:
    """Write a gain or a loss with its sign."""
    return written(gain, "+" if gain else "")


def _gain(was: SceneCounter, now: SceneCounter) -> str:
    """Write how much more *now* counts; empty for words, and for what has not changed."""
    old, new = (str(one.value).replace(MINUS, "-").strip("()") for one in (was, now))
    if was.picture != now.picture or old == new:
        return ""
    if not all(re.fullmatch("[-+]?[0-9]+", one) for one in (old, new)):
        return ""
    return signed(int(new) - int(old))


def together(pieces: Sequence[Piece]) -> list[Piece]:
    """Lay equal *pieces* together, in the order in which each comes first."""
    counts: dict[Piece, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + piece.count
    return [replace(piece, count=count) for piece, count in counts.items()]
