"""``splitpick rulesets allow`` and ``disallow``: the Python file of a folder of rule sets."""

import typer

from ...core.hooks import user_rulesets
from ...core.text import msg, sentences
from .. import options
from ..localized_typer import command

_sentence = sentences(
    msg("folder-allowed", "{file} (SHA-256 {hash}) may now do whatever you can, until it changes."),
    msg("folder-disallowed", 'The Python file of the folder "{folder}" will not run.'),
)  # fmt: skip


@command()
def allow(ctx: typer.Context, folder: options.Folder) -> None:
    """Let the Python file of one of your own folders run whenever splitpick starts.

    It may run until it changes. Read it first: it can do whatever you can.
    """
    allowed = user_rulesets.allow(folder)
    ctx.obj.say(_sentence("folder-allowed", file=str(allowed.python), hash=allowed.version))


@command()
def disallow(ctx: typer.Context, folder: options.Folder) -> None:
    """No longer let the Python file of a folder run."""
    user_rulesets.disallow(folder)
    ctx.obj.say(_sentence("folder-disallowed", folder=folder))
