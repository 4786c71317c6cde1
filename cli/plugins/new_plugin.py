"""``splitpick plugins new``: the package of a plugin of your own."""

import shlex
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue
from ...core.hooks.plugin_template import PREFIX, write_plugin
from ...core.rules.characters import excerpt
from ...core.text import msg
from ..localized_typer import command
from ..start import begin


@command()
def new(
    ctx: typer.Context,
    name: Annotated[
        str,
        Argument(
            metavar="NAME", help="The name of the plugin and of what it provides, such as my-card."
        ),
    ],
    kind: Annotated[
        str,
        Option("--kind", metavar="KIND", help="effect (a card; the default), table, bot or game."),
    ] = "effect",
    table: Annotated[
        str,
        Option(
            "--table", metavar="TABLE", help="The table that an effect is for, such as collection."
        ),
    ] = "",
    into: Annotated[
        str, Option("--into", metavar="FOLDER", help="Create it there, not in the current folder.")
    ] = ".",
) -> None:
    """Write the package of a new plugin that can be installed, tested and played as it is.

    It has tests, and texts in English and German.
    """
    screen, engine = begin(ctx)
    if not Path(into).is_dir():
        message = msg("no-folder", 'There is no folder "{folder}".', folder=excerpt(into, 200))
        raise BadValue(message)
    folder, files = write_plugin(engine, name, kind, Path(into), table)
    id = name.removeprefix(PREFIX)
    play = f"play --seat roger={id}" if kind == "bot" else f"play {id}"
    screen.say(msg("plugin-written", "Written into {folder}:", folder=str(folder)))
    screen.say(*(f"  {file}" for file in files))
    screen.say(msg("plugin-next", "It can be installed, tested and played at once:"))
    enter, install = f"cd {shlex.quote(str(folder))}", 'python -m pip install -e ".[test]"'
    screen.say(*(f"  {step}" for step in (enter, install, "pytest", f"splitpick {play}")))
