"""Planks as they are drawn, with the pirates on their spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.declared.zone import HIDDEN
from ...core.text import Message, Name, Text, msg, written
from ...core.things import Piece, SceneCounter, SceneZone
from .queen_game import SkullQueen
from .queen_rules import WATER


def side_of(plank: Sequence[Any]) -> Message:
    """Return the adjective for the side of *plank*, as far as it is known."""
    if not plank:
        return msg("sq-no-side", "no side yet")
    if plank[0] == HIDDEN:
        return msg("sq-secret", "still secret")
    return msg("sq-falling", "falling") if plank[0] else msg("sq-rising", "rising")


def plank_zone(
    game: SkullQueen,
    owner: int,
    name: Name,
    plank: Sequence[Any],
    worth: Sequence[SceneCounter] = (),
    *,
    drawn: bool,
) -> SceneZone:
    """Lay out the *plank* of *owner* from the top down; *drawn* by pictures, not by numbers."""
    id, side = game.seats[owner], side_of(plank)
    fields = []
    for number in range(game.fields, -1, -1) if plank and plank[0] != HIDDEN else ():
        value = game.values[plank[0]][number]
        points = msg("sq-value", "worth {value}", value=value)
        counters = [SceneCounter(points, written(value), picture="coin" if drawn else "")]
        title: Text = "" if drawn else str(number)
        called: Text = msg(
            "sq-on-field", "on space {field} (worth {value})", field=number, value=value
        )
        if number == WATER:
            title, called = msg("sq-water", "water"), msg("sq-in-water", "in the water")
            counters = []
        there = [
            Piece(colour.code, colour.pirate, " ", ink=colour.shown_ink, picture="pirate")
            for colour, at in zip(game.model.colours, plank[1:], strict=False)
            if at == number
        ]
        fields.append(SceneZone(f"field:{id}:{number}", title, there, counters, (), called,
                                "field", owner))  # fmt: skip
    of = msg("sq-plank-of", "{seat:gen} plank", seat=name).to_you(
        seat=msg("sq-your-plank", "your plank")
    )
    title = side if drawn else msg("sq-plank-title", "plank")
    counters = [*([] if drawn else [SceneCounter(side, side)]), *worth]
    return SceneZone(f"plank:{id}", title, (), counters, fields, of, "track", owner)
