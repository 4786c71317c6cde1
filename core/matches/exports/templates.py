"""Templates of exports, which lie beside this file, and their colours."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from ...things import is_drawn

if TYPE_CHECKING:
    from jinja2 import Template

DAY = {
    "paper": "#faf8f3", "card": "#ffffff", "edge": "#d8d2c4", "text": "#22252b",
    "faint": "#626772", "accent": "#7a4b12",
    "black": "#22252b", "red": "#b3261e", "green": "#1a6e33", "yellow": "#7d5a00",
    "blue": "#0b57b8", "magenta": "#96277f", "cyan": "#0a6577", "white": "#5c626d",
    "orange": "#a84300", "brown": "#6b4423", "pink": "#c2185b", "purple": "#5e35b1",
    "olive": "#5f6300", "teal": "#00695c", "navy": "#1f3a93", "grey": "#474d57",
}  # fmt: skip
NIGHT = {
    "paper": "#15171b", "card": "#1d2026", "edge": "#3a3f49", "text": "#e7e5e0",
    "faint": "#a3a8b2", "accent": "#e3b778",
    "black": "#b4b9c3", "red": "#ff9089", "green": "#86d993", "yellow": "#ecc966",
    "blue": "#8fb8f6", "magenta": "#eca3df", "cyan": "#7cd5e2", "white": "#ffffff",
    "orange": "#ffab66", "brown": "#d0a37c", "pink": "#ff9ec4", "purple": "#c3a6ff",
    "olive": "#cbd169", "teal": "#6fd3c1", "navy": "#9fb0ff", "grey": "#c8cdd6",
}  # fmt: skip
INKS = list(DAY)[6:]
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
    "day": DAY, "night": NIGHT, "inks": INKS,
    "table": TABLE, "table_at_night": TABLE_AT_NIGHT, "figures": FIGURES,
}  # fmt: skip
"""Colours by their names in templates."""


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
    environment.globals.update(PALETTE, symbol_id=symbol_id)
    return environment.get_template(name)


def symbol_id(picture: str) -> str:
    """Return the id of the symbol of *picture*, a name or an SVG text."""
    name = sha256(picture.encode()).hexdigest()[:12] if is_drawn(picture) else picture
    return f"s-{name}"


def resource(name: str) -> str:
    """Return the text of a file beside this one."""
    return (files(__package__) / name).read_text("utf-8")
