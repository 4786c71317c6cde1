"""Templates of exports, which lie beside this file, and their colours."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from ...rules.reading.inks import DAY, INKS, NIGHT, PAINTS, class_of, sign_of
from ...things import is_drawn

if TYPE_CHECKING:
    from jinja2 import Template

TABLE = {
    "sea": "#cfe3ee", "sea2": "#b9d5e4", "gold": "#e3a81f", "lit": "#ffffff50", "wood": "#e6d2ad",
}  # fmt: skip
TABLE_AT_NIGHT = {"sea": "#12293a", "sea2": "#0d2030", "lit": "#ffffff18", "wood": "#4b3a22"}
"""Colours of the table that are others at night."""
FIGURES = [
    ("#1b1b1f", "#fff"), ("#f3f0e8", "#333"), ("#6b3fa0", "#fff"),
    ("#0a6577", "#fff"), ("#96277f", "#fff"), ("#7a4b12", "#fff"),
    ("#1f6b3a", "#fff"), ("#b8b2a4", "#22252b"),
]  # fmt: skip
"""Colours of the figures of each seat, and of their rims."""
PALETTE = {
    "day": DAY, "night": NIGHT, "inks": INKS, "paints": PAINTS,
    "table": TABLE, "table_at_night": TABLE_AT_NIGHT, "figures": FIGURES,
}  # fmt: skip
"""Colours by their names in templates."""
INK_WORDS = {"ink_class": class_of, "ink_sign": sign_of}
"""Functions of an ink by their names in templates."""


@cache
def template(name: str) -> Template:
    """Read the template *name*; in HTML and SVG, values are escaped unless marked safe."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # only for an export

    environment = Environment(
        loader=FunctionLoader(resource),
        autoescape=not name.startswith("account.md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(PALETTE, **INK_WORDS, symbol_id=symbol_id)
    return environment.get_template(name)


def symbol_id(picture: str) -> str:
    """Return the id of the symbol of *picture*, a name or an SVG text."""
    name = sha256(picture.encode()).hexdigest()[:12] if is_drawn(picture) else picture
    return f"s-{name}"


def resource(name: str) -> str:
    """Return the text of a file beside this one."""
    return (files(__package__) / name).read_text("utf-8")
