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
splitpick --without kraken plugins list
splitpick plugins check kraken
splitpick plugins new my-card --kind effect"""


def add_plugins(app: typer.Typer, screen: Screen, takes: Takes) -> None:
    """Add `splitpick plugins` to *app*."""
    name_argument = takes.argument(
        msg("metavar-name", "NAME"),
        msg("help-new-name", "What the plugin is called, and what it brings, such as my-card."),
        default=...,
    )
    check_argument = takes.argument(
        msg("metavar-name", "NAME"),
        msg("help-check-name", 'The name of a plugin, as "splitpick plugins list" shows it.'),
        default=...,
    )
    number = msg("metavar-number", "NUMBER")
    games_option = takes.option(
        "--games -n",
        number,
        msg(
            "help-check-games",
            "How many games the check of a special card or a rule set plays; otherwise each knows "
            "itself. Bots, observers and translations are always looked at in the same way.",
        ),
    )
    kind_option = takes.option(
        "--kind",
        msg("metavar-kind", "KIND"),
        msg(
            "help-new-kind",
            "What it brings: effect (a special card), table, bot or game. Without this an effect.",
        ),
    )
    into_option = takes.option(
        "--into",
        msg("metavar-folder", "FOLDER"),
        msg("help-new-into", "The folder its own is made in; otherwise the one you are in."),
    )
    plugins = typer.Typer(
        cls=Group,
        name="plugins",
        short_help=takes.say(msg("help-plugins-short", "List, check and begin plugins.")),
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

    @plugins.command(
        "check",
        cls=Command,
        short_help=takes.say(msg("help-plugins-check-short", "Check what a plugin brings.")),
        help=takes.say(
            msg(
                "help-plugins-check",
                "Plays everything that a plugin brings by lot, and says what is wrong with it: "
                "games that do not end, cards that are lost, secrets that can be seen, texts that "
                "are missing in English or German, and more. What it finds is named with the seed "
                "and the shortest actions that show it.",
            )
        ),
    )
    def checking(
        name: str = check_argument,
        games: str | None = games_option,
        seed: str | None = takes.seed,
        as_json: bool = takes.json,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> int:
        from .plugins import check_plugin
        from .wishes import CheckWishes

        wishes = CheckWishes(games, seed, as_json)
        return check_plugin(screen, start_engine(screen, but=name), name, wishes)

    @plugins.command(
        "new",
        cls=Command,
        short_help=takes.say(msg("help-plugins-new-short", "Begin a plugin of your own.")),
        help=takes.say(
            msg(
                "help-plugins-new",
                "Writes the package of a new plugin that can be installed, tested and played as "
                "it is, with its tests and its texts in English and German.",
            )
        ),
    )
    def beginning(
        name: str = name_argument,
        kind: str | None = kind_option,
        into: str | None = into_option,
        no_color: bool = takes.no_color,
        lang: str | None = takes.lang,
    ) -> None:
        from .plugins import new_plugin

        new_plugin(screen, start_engine(screen), name, kind or "effect", into or ".")
