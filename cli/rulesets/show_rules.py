"""``splitpick rules``: the rules of a game, page by page on a terminal."""

import typer

from .. import options
from ..localized_typer import command
from ..start import begin
from ..terminal.pager import show_pages
from ..terminal.rules_lines import rules_lines
from ..typed_values import DEFAULT_RULESET, parse_variant


@command("splitpick rules", "splitpick rules jolly-roger --variant advanced")
def rules(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    no_pager: options.NoPager = False,
) -> None:
    """Show the complete rules of a game, generated from the rule set that is played."""
    screen, engine = begin(ctx)
    loaded = parse_variant(screen, engine.ruleset_file(ruleset or DEFAULT_RULESET), variant)
    sections = engine.presenter(loaded, loaded.build(None)).rules()
    show_pages(screen, rules_lines(screen, sections), pager=not no_pager)
