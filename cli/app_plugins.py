"""The commands around plugins, and what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..core.text import msg
from .commands import Command, Group
from .start import start_engine
from .usage import complaint, missing_command

if TYPE_CHECKING:
    from .screen import Screen
    from .takes import Takes

EXAMPLES = """\
splitpick plugins list
splitpick --without kraken plugins list"""


def add_plugins(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add `splitpick plugins` to *app*."""
    plugins = typer.Typer(
        cls=Group,
        name="plugins",
        short_help=takes.say(msg("help-plugins-short", "List and write plugins.")),
        help=takes.say(
            msg(
                "help-plugins",
                "Plugins are Python packages that bring special cards, tables, bots or whole "
                "games.",
            )
        ),
        epilog=EXAMPLES,
    )
    app.add_typer(plugins)

    @plugins.callback(invoke_without_command=True)
    def group(
        ctx: typer.Context, no_color: bool = takes.no_color, lang: str | None = takes.lang
    ) -> None:
        if ctx.invoked_subcommand is None:
            raise complaint(missing_command(ctx), ctx)

    @plugins.command(
        "list",
        cls=Command,
        short_help=takes.say(msg("help-plugins-list-short", "List the plugins.")),
        help=takes.say(
            msg(
                "help-plugins-list",
                "Lists the plugins that are installed, what each brings, and why one is not "
                "loaded.",
            )
        ),
    )
    def listing(
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .plugins import list_plugins

        list_plugins(screen, start_engine(screen, quiet=True), as_json)
