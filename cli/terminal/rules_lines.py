"""The rules of a game, laid out in lines."""

import sys
from collections.abc import Sequence

from ...core.scene import Section, no_rulebook
from ...core.text import msg
from ...core.width import display_width
from ..screen import Screen
from ..wrapping import wrap

OURS = "†"
"""Mark of a sentence that is not in the rulebook, which is explained before."""

ADDED = msg("rules-added", "Added:")
"""The same for people who listen."""


def rules_lines(screen: Screen, sections: Sequence[Section]) -> list[str]:
    """Lay the rules out: headings, paragraphs, and points behind a bullet."""
    mark = screen.words(ADDED) if screen.accessible else OURS
    sections = no_rulebook(sections, mark)
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
    if any(f"{mark} " in line for line in lines):
        about = msg(
            "rules-mark",
            '"{mark}" stands before what is not in the rulebook: in this program it works like'
            " this.",
            mark=mark,
        )
        lines = [*wrap(screen.words(about), width), "", *lines]
    return lines[:-1]
