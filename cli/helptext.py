"""How help is laid out: usage, what the command is for, its arguments, commands and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from typer.core import TyperArgument, TyperGroup, TyperOption

from ..core.text import Message, msg
from .width import columns, wrap

if TYPE_CHECKING:
    from typer._click import Command, Context

    from .screen import Screen

WIDEST = 100
"""Lines of help are not longer than this, however wide the terminal is."""


def help_width(screen: Screen) -> int:
    """Return the width that help is wrapped to."""
    return min(WIDEST, screen.width)


def help_lines(command: Command, ctx: Context) -> list[str]:
    """Lay out the help of a command; the `Screen` that words it is the context's ``obj``."""
    screen: Screen = ctx.obj
    width = help_width(screen)
    arguments = [(_argument(param), param.help or "") for param in _arguments(command, ctx)]
    options = [
        (_option(param), param.help or "")
        for param in command.get_params(ctx)
        if isinstance(param, TyperOption)
    ]
    commands = []
    if isinstance(command, TyperGroup):
        commands = [(name, below.short_help or "") for name, below in command.commands.items()]
    examples = []
    for example in (command.epilog or "").splitlines():
        examples += wrap(example, width, "  ", "    ")
    sections: list[tuple[Message, list[str]]] = [
        (msg("help-arguments", "Arguments:"), columns(arguments, width)),
        (msg("help-commands", "Commands:"), columns(commands, width)),
        (msg("help-options", "Options:"), columns(options, width)),
        (msg("help-examples", "Examples:"), examples),
    ]
    lines = [*usage_lines(command, ctx), "", *wrap(command.help or "", width)]
    for title, body in sections:
        if body:
            lines += ["", *wrap(screen.words(title), width), *body]
    return lines


def usage_lines(command: Command, ctx: Context) -> list[str]:
    """Say in a line what a command takes: ``Usage: splitpick play [OPTIONS] [RULESET]``."""
    screen: Screen = ctx.obj
    options = screen.words(msg("metavar-options", "OPTIONS"))
    pieces = [ctx.command_path, f"[{options}]"]
    for param in _arguments(command, ctx):
        pieces.append(_argument(param) if param.required else f"[{_argument(param)}]")
    if isinstance(command, TyperGroup):
        pieces.append(screen.words(msg("metavar-command", "COMMAND")))
    usage = msg("usage", "Usage: {command}", command=" ".join(pieces))
    return wrap(screen.words(usage), help_width(screen), "", "    ")


def _arguments(command: Command, ctx: Context) -> list[TyperArgument]:
    return [param for param in command.get_params(ctx) if isinstance(param, TyperArgument)]


def _argument(param: TyperArgument) -> str:
    return f"{param.metavar}..." if param.nargs == -1 else cast(str, param.metavar)


def _option(param: TyperOption) -> str:
    names = ", ".join(sorted(param.opts, key=len))
    return names if param.is_flag else f"{names} {param.metavar}"


def greeting_lines(screen: Screen) -> list[str]:
    """Greet somebody who typed nothing but `splitpick`: the three commands worth knowing."""
    width = help_width(screen)
    greeting = msg(
        "greeting",
        "Welcome to splitpick, where one player makes two sets of cards and the other chooses one.",
    )
    commands = [
        ("splitpick play", msg("greeting-play", "play now; splitpick asks what it has to know")),
        ("splitpick rules", msg("greeting-rules", "read the rules of the game")),
        ("splitpick --help", msg("greeting-help", "see everything else there is")),
    ]
    rows = [(command, screen.words(purpose)) for command, purpose in commands]
    return [*wrap(screen.words(greeting), width), "", *columns(rows, width)]
