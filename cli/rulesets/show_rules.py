"""``splitpick rules``: the rules of a game, page by page on a terminal."""

from dataclasses import replace

import typer

from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..start import begin
from ..terminal.pager import show_pages
from ..terminal.rules_lines import rules_lines
from ..typed_values import chosen_rules, parse_number

FOR_PLAYERS = msg(
    "rules-for-players",
    "These rules are for {count} players. To see them for another number, {least} to {most}, add"
    " --players.",
)


@command("splitpick rules", "splitpick rules jolly-roger --variant advanced")
def rules(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    players: options.Players = None,
    no_pager: options.NoPager = False,
) -> None:
    """Show the complete rules of a game, generated from the rule set that is played."""
    screen, engine = begin(ctx)
    loaded = chosen_rules(screen, engine, ruleset, variant)
    least, most = loaded.players
    count = least if players is None else parse_number(players)
    game = loaded.build(count)
    sections = [*engine.presenter(loaded, game).rules()]
    if description := loaded.model.description:
        first = sections[0]
        sections[0] = replace(first, paragraphs=[description, *first.paragraphs])
    lines = rules_lines(screen, sections)
    if least < most:
        about = FOR_PLAYERS.filled(count=count, least=least, most=most)
        lines = [*lines, "", *screen.lines(about)]
    show_pages(screen, lines, pager=not no_pager)
