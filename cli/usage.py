"""Usage errors in our own words: every exception class of Typer's, and what it means.

Typer's exceptions carry fixed English sentences.  Those are neither shown nor looked at: what is
said comes from the class and from what its attributes name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from typer._click import Command, Context, exceptions
from typer.core import TyperGroup, TyperOption

from ..core.errors import BadValue, unknown
from ..core.text import Message, msg


@contextmanager
def in_our_words(ctx: Context) -> Iterator[None]:
    """Turn what Typer finds wrong in the command line of *ctx* into an error of ours."""
    try:
        yield
    except exceptions.ClickException as error:
        where = getattr(error, "ctx", None) or ctx
        raise complaint(explain(error, where), where) from error


def complaint(message: Message, ctx: Context) -> BadValue:
    """Make the error for a wrong command line; it says where help is."""
    command = f"{ctx.command_path} --help"
    hint = msg("see-help", "Help: {command}", command=command)
    return BadValue(Message(message.code, "{what} {hint}", {"what": message, "hint": hint}))


def explain(error: exceptions.ClickException, ctx: Context) -> Message:
    """Say what an exception of Typer's means; one of an unknown class is explained by its base."""
    kind = next(kind for kind in type(error).__mro__ if kind in EXPLANATIONS)
    return EXPLANATIONS[kind](error, ctx)


def _unknown_option(error: exceptions.NoSuchOption, ctx: Context) -> Message:
    option = error.option_name
    owner = _owner(option, ctx.find_root().command, ctx.find_root().info_name or "")
    if owner:
        return msg(
            "option-elsewhere",
            '"{command}" has no option "{option}", but "{owner}" has.',
            command=ctx.command_path,
            option=option,
            owner=owner,
        )
    message = msg("unknown-option", 'There is no option "{option}".', option=option)
    return unknown(message, option, _option_names(ctx.command, ctx)).message


def _owner(option: str, command: Command, path: str) -> str:
    """Find the first command, from *command* downwards, that has *option*: ``splitpick play``."""
    if any(option in param.opts for param in command.params):
        return path
    below = command.commands if isinstance(command, TyperGroup) else {}
    owners = (_owner(option, found, f"{path} {name}") for name, found in below.items())
    return next(filter(None, owners), "")


def _option_names(command: Command, ctx: Context) -> list[str]:
    options = [param for param in command.get_params(ctx) if isinstance(param, TyperOption)]
    return [name for option in options for name in option.opts if name.startswith("--")]


def _bad_option(error: exceptions.BadOptionUsage, ctx: Context) -> Message:
    option = error.option_name
    for param in ctx.command.get_params(ctx):
        if option in param.opts and isinstance(param, TyperOption) and param.is_flag:
            return msg(
                "option-takes-no-value", 'The option "{option}" takes no value.', option=option
            )
    return msg("option-needs-value", 'The option "{option}" needs a value.', option=option)


def _missing_argument(error: exceptions.MissingParameter, ctx: Context) -> Message:
    return msg("missing-argument", "{argument} is missing.", argument=_named(error))


def _bad_value(error: exceptions.BadParameter, ctx: Context) -> Message:
    return msg("bad-argument", "The value of {argument} makes no sense.", argument=_named(error))


def _named(error: exceptions.BadParameter) -> str:
    """Name the option or argument that an error is about."""
    if isinstance(error.param, TyperOption):
        return error.param.opts[0]
    if error.param is not None:
        return error.param.metavar or error.param.name
    hint = error.param_hint or ""
    return hint if isinstance(hint, str) else " / ".join(hint)


def missing_command(ctx: Context) -> Message:
    """Say that a group of commands was given none of them."""
    assert isinstance(ctx.command, TyperGroup)
    return msg(
        "missing-command",
        "A command is missing. Available: {known}.",
        known=", ".join(ctx.command.commands),
    )


def _bad_file(error: exceptions.FileError, ctx: Context) -> Message:
    return msg("bad-file", 'The file "{file}" cannot be opened.', file=error.filename)


def _bad_usage(error: Exception, ctx: Context) -> Message:
    return msg("bad-usage", "This command line makes no sense.")


EXPLANATIONS: dict[type, Callable[[Any, Context], Message]] = {
    exceptions.NoSuchOption: _unknown_option,
    exceptions.BadOptionUsage: _bad_option,
    exceptions.MissingParameter: _missing_argument,
    exceptions.BadParameter: _bad_value,
    exceptions.FileError: _bad_file,
    exceptions.BadArgumentUsage: _bad_usage,
    exceptions.NoArgsIsHelpError: _bad_usage,
    exceptions.UsageError: _bad_usage,
    exceptions.ClickException: _bad_usage,
}
"""What each class means; a test fails when a newer Typer has one that is not here."""
