"""Typer's command classes without Typer's English.

Typer words its help and its usage errors itself, in English alone.  These classes say all of it in
the reader's language; they find the `Screen` that words it as the context's ``obj``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from typer import _click
from typer.core import TyperCommand, TyperGroup

from ..core.errors import unknown
from ..core.text import msg
from .helptext import help_lines
from .usage import complaint, in_our_words

if TYPE_CHECKING:
    from typer.core import TyperOption

HELP_OPTIONS = ["--help", "-h"]


class Worded(_click.Command):
    """What commands and groups of commands have in common."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        _take_as_typed(self.params)

    def get_help_option(self, ctx: _click.Context) -> TyperOption | None:
        """Return the option that shows help, with a text of ours."""
        option = super().get_help_option(ctx)
        if option is not None:
            _take_as_typed([option])
            option.opts = HELP_OPTIONS  # Typer keeps them in a set, in any order
            option.help = ctx.obj.words(msg("help-help", "Show this help."))
        return option

    def get_help(self, ctx: _click.Context) -> str:
        """Return the help in the layout of ours."""
        return "\n".join(help_lines(self, ctx))


class Command(Worded, TyperCommand):
    """A command with help and usage errors of ours."""

    allow_extra_args = True  # since Typer's own complaint about them is a bare English sentence

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Read the arguments into *ctx*; raises `BadValue` for what the command does not take."""
        with in_our_words(ctx):
            left = super().parse_args(ctx, args)
        if left:
            message = msg("extra-argument", 'Unexpected argument "{argument}".', argument=left[0])
            raise complaint(message, ctx)
        return left


class Group(Worded, TyperGroup):
    """A group of commands with help and usage errors of ours."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Read the own arguments into *ctx*; raises `BadValue` for what it does not take."""
        with in_our_words(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        """Find the command that the first of *args* names; raises `BadValue` if there is none."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None:
            message = msg("unknown-command", 'There is no command "{command}".', command=name)
            raise complaint(unknown(message, name, list(self.commands)).message, ctx)
        return name, command, args[1:]

    def make_context(self, *args: Any, **settings: Any) -> _click.Context:
        """Read the command line; what Typer would print or exit for is `Carried` past it."""
        with _carried():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: _click.Context) -> Any:
        """Run the command; what Typer would print or exit for is `Carried` past it."""
        with _carried(), in_our_words(ctx):
            return super().invoke(ctx)


class Carried(Exception):
    """Carries an exception past Typer, which would print for some and exit for others."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(cause)
        self.cause = cause


@contextmanager
def _carried() -> Iterator[None]:
    try:
        yield
    except (EOFError, KeyboardInterrupt, OSError) as error:
        raise Carried(error) from error


class _AsTyped:
    """Takes each value as it was typed, where Typer would have pydantic turn text into text.

    Importing pydantic takes longer than all else that help and the greeting need.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None and (param.multiple or param.nargs == -1):
            return ()
        return value


def _take_as_typed(params: Sequence[_click.Parameter]) -> None:
    for param in params:
        # Typer's cache of what pydantic made of a parameter.  Versions without one read text by
        # themselves, and do not mind.
        param._runtime_param = _AsTyped()  # type: ignore[attr-defined]
