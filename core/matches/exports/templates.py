"""Templates of exports, which lie beside this file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def template(name: str) -> Template:
    """Read the template *name*; whatever stands in HTML and SVG is escaped."""
    from jinja2 import Environment, StrictUndefined  # only where an export is written

    environment = Environment(
        autoescape=not name.startswith("account.md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(resource(name))


def resource(name: str) -> str:
    """Return the text of a file beside this one."""
    return (files(__package__) / name).read_text("utf-8")
