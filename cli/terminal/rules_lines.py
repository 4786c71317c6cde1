"""The rules of a game, laid out in lines."""

import sys
from collections.abc import Sequence

from ...core.scene import Section
from ...core.width import display_width
from ..screen import Screen
from ..wrapping import wrap


def rules_lines(screen: Screen, sections: Sequence[Section]) -> list[str]:
    """Lay the rules out: headings, paragraphs, and points behind a bullet."""
    # Longer lines are hard to read; who listens hears each break.
    width = sys.maxsize if screen.accessible else min(80, screen.width)
    lines: list[str] = []
    for section in sections:
        heading = wrap(screen.words(section.title), width)
        lines += [screen.bold(line) for line in heading]
        if not (screen.color or screen.accessible):  # a row of dashes would be read out
            lines.append("-" * max(map(display_width, heading)))
        for paragraph in section.paragraphs:
            lines += ["", *wrap(screen.words(paragraph), width)]
        if section.points:
            lines.append("")
        for point in section.points:
            lines += wrap(screen.words(point), width, "• ", "  ")
        lines.append("")
    return lines[:-1]
