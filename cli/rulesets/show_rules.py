"""``splitpick rules``: the rules of a game, page by page on a terminal."""

from collections.abc import Sequence

import typer

from ...core.scene import Section
from ...core.width import display_width
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..terminal.pager import show_pages
from ..typed_values import DEFAULT_RULESET, variant_wish
from ..wrapping import wrap


@command("splitpick rules", "splitpick rules jolly-roger --variant advanced")
def rules(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    no_pager: options.NoPager = False,
) -> None:
    """Show the complete rules of a game, generated from the rule set that is played."""
    screen, engine = begin(ctx)
    loaded = variant_wish(screen, engine.ruleset_file(ruleset or DEFAULT_RULESET), variant)
    sections = engine.presenter(loaded, loaded.build(None)).rules()
    show_pages(screen, rules_lines(screen, sections), pager=not no_pager)


def rules_lines(screen: Screen, sections: Sequence[Section]) -> list[str]:
    """Lay the rules out: headings, paragraphs, and points behind a bullet."""
    width = min(80, screen.width)  # longer lines are hard to read
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
