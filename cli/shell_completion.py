"""Completion of commands, options and names in the shell, by Typer's scripts for each shell.

Like `localized_typer`, it uses private parts of Typer.
"""

from __future__ import annotations

import os
from shutil import which

import typer
from typer import _completion_shared
from typer._completion_classes import completion_init
from typer.completion import shell_complete

from ..core.errors import BadValue
from ..core.text import msg, sentences
from .exits import FINE
from .localized_typer import Lazy, build
from .screen import Screen

PROGRAM = "splitpick"
VARIABLE = "_SPLITPICK_COMPLETE"
"""Variable by which the shell asks for completions; `main` looks for it."""

POWERSHELLS = ("powershell", "pwsh")
SHELLS = ("bash", "zsh", "fish", *POWERSHELLS)

_sentence = sentences(
    msg("bad-completion", "{variable} is for the completion of shells."),
    msg("unknown-shell", 'There is no completion for the shell "{shell}". Available: {known}.'),
    msg("no-such-shell",
        "{shell} is not on the PATH here. Run this where {shell} is installed."),
    msg("completion-installed",
        "The completion for {shell} is in {path} now. It works in new terminals."),
)  # fmt: skip


def complete(root: Lazy, screen: Screen) -> int:
    """Answer the shell, which asks by `VARIABLE` and others; return the exit code.

    Raises `BadValue` if a variable is missing, or wrong.
    """
    completion_init()
    group = build(PROGRAM, root)
    asked = os.environ[VARIABLE]
    try:
        if asked not in [f"complete_{shell}" for shell in SHELLS]:
            raise ValueError(asked)
        return shell_complete(group, {"obj": screen}, PROGRAM, VARIABLE, asked)
    except (KeyError, ValueError):
        text = _sentence("bad-completion", variable=VARIABLE)
        raise BadValue(text) from None


def install_completion(ctx: typer.Context, shell: str) -> None:
    """Install the script for *shell*, or for the one this runs in if it is empty, and end.

    Raises `BadValue` for a shell that has no script, and for PowerShell where it is not installed.
    """
    found = shell or _completion_shared._get_shell_name() or ""
    if found not in SHELLS:
        text = _sentence("unknown-shell", shell=found, known=", ".join(SHELLS))
        raise BadValue(text)
    if found in POWERSHELLS and not which(found):  # which Typer would run
        raise BadValue(_sentence("no-such-shell", shell=found))
    completion_init()
    name, path = _completion_shared.install(found, PROGRAM, VARIABLE)
    screen: Screen = ctx.obj
    screen.say(_sentence("completion-installed", shell=name, path=str(path)))
    raise typer.Exit(FINE)
