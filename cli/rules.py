"""The command `rules`: the rules of a game, page by page on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.scene import Section
from ..core.text import Text
from ..core.width import display_width
from .exits import FINE
from .pages import show_pages
from .screen import Screen
from .width import wrap

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine

WIDEST = 80
"""Longer lines are hard to read."""


def show_rules(screen: Screen, sections: Sequence[Section], pager: bool) -> None:
    """Show the rules; *pager* allows to do it page by page where they are longer than a screen."""
    show_pages(screen, rules_lines(screen, sections), pager)


def rules_lines(screen: Screen, sections: Sequence[Section]) -> list[str]:
    """Lay the rules out: headings, paragraphs, and points behind a bullet."""
    width = min(WIDEST, screen.width)
    bullet = "• " if screen.unicode else "- "
    lines: list[str] = []
    for section in sections:
        lines += _heading(screen, section.title, width)
        for paragraph in section.paragraphs:
            lines += ["", *wrap(screen.words(paragraph), width)]
        if section.points:
            lines.append("")
        for point in section.points:
            lines += wrap(screen.words(point), width, bullet, "  ")
        lines.append("")
    return lines[:-1]


def _heading(screen: Screen, title: Text, width: int) -> list[str]:
    lines = wrap(screen.words(title), width)
    if screen.color:
        return [screen.paint(line, strong=True) for line in lines]
    if screen.accessible:  # a row of dashes would be read out
        return lines
    return [*lines, "-" * max(map(display_width, lines))]


def rules_command(
    screen: Screen, engine: Engine, ruleset: str | None, variant: str | None, pager: bool
) -> int:
    """Show the rules of a rule set, by name or from a file."""
    from .sit_down import DEFAULT_RULESET

    screen.playing = ruleset or DEFAULT_RULESET
    loaded = engine.ruleset_file(screen.playing).variant(variant)
    show_rules(screen, loaded.presenter(loaded.build(None)).rules(), pager)
    return FINE
