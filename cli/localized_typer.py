"""Typer's commands in the reader's language: help, usage errors, and modules imported when needed.

Typer words its help and its usage errors in English alone, and its public API offers no way to
change that.  This is the only file that reaches into its private parts (`typer._click` and a
parameter's ``_runtime_param``), so pyproject.toml bounds Typer's version.

Help texts are plain English in the declarations; ``.ci/catalogs`` finds them there, and they are
translated when they are shown.  The `Screen` that speaks is the context's ``obj``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

import typer
from typer import _click
from typer._click import exceptions
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from ..core.errors import BadValue, unknown
from ..core.text import Message, Text, msg
from .wrapping import columns, wrap

if TYPE_CHECKING:
    from .screen import Screen

    Context = _click.Context

HELP_OPTIONS = ["--help", "-h"]

WIDEST = 100
"""The most columns a line of help has, however wide the terminal is."""

Function = TypeVar("Function", bound=Callable[..., Any])


# Declarations.


@dataclass(frozen=True)
class Lazy:
    """A command, or group of commands, that is imported when it is needed.

    *place* is ``"module:function"`` relative to this package; for a group with *commands* it is the
    function that runs before them.
    """

    place: str
    about: Text
    """What the list of commands says about it."""
    commands: Mapping[str, Lazy] | None = None


def command(*examples: str) -> Callable[[Function], Function]:
    """Mark a function as a command; its docstring is the help, followed by *examples*."""

    def mark(function: Function) -> Function:
        function.examples = examples  # type: ignore[attr-defined]
        return function

    return mark


def build(name: str, lazy: Lazy) -> _click.Command:
    """Import a command and make it ready to be called."""
    module, _, attribute = lazy.place.partition(":")
    function = getattr(import_module(f".{module}", __package__), attribute)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings: dict[str, Any] = {
        "help": " ".join((function.__doc__ or "").split()),
        "epilog": "\n".join(function.examples),
        "context_settings": {"help_option_names": HELP_OPTIONS},
    }
    if lazy.commands is None:
        app.command(name, cls=Command, **settings)(function)
        return get_command(app)
    app.callback(cls=Group, invoke_without_command=True, **settings)(function)
    group = cast(Group, get_command(app))
    group.lazy = lazy.commands
    return group


# Commands and groups.


class _Localized(_click.Command):
    """What commands and groups share: help in the reader's language, and options for everybody."""

    shared: Sequence[_click.Parameter] = ()
    """The options that every command takes."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        _take_as_typed(self.params)

    def get_params(self, ctx: Context) -> list[_click.Parameter]:
        *own, help_option = super().get_params(ctx)
        return [*own, *_Localized.shared, help_option]

    def get_help_option(self, ctx: Context) -> TyperOption | None:
        option = super().get_help_option(ctx)
        assert option is not None
        option.opts = HELP_OPTIONS  # Typer keeps them in a set, in any order
        option.help = HELP_OF_HELP.text
        _take_as_typed([option])
        return option

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except exceptions.ClickException as error:
            raise complaint(_explain(error, ctx), ctx) from error

    def get_help(self, ctx: Context) -> str:
        return "\n".join(help_lines(self, ctx))


class Command(_Localized, TyperCommand):
    """A command with help and usage errors in the reader's language."""

    allow_extra_args = True  # since Typer's own complaint about them is a bare English sentence

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if left:
            message = msg("extra-argument", 'Unexpected argument "{argument}".', argument=left[0])
            raise complaint(message, ctx)
        return left


class Group(_Localized, TyperGroup):
    """A group of commands, each of which is imported when it is needed."""

    lazy: Mapping[str, Lazy]

    def list_commands(self, ctx: Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: Context, cmd_name: str) -> _click.Command | None:
        if cmd_name not in self.commands and cmd_name in self.lazy:
            self.commands[cmd_name] = build(cmd_name, self.lazy[cmd_name])
        return self.commands.get(cmd_name)

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        name = args[0]
        found = self.get_command(ctx, name)
        if found is None:
            message = msg("unknown-command", 'There is no command "{command}".', command=name)
            raise complaint(unknown(message, name, list(self.lazy)).message, ctx)
        return name, found, args[1:]


def share_options(function: Callable[..., None]) -> None:
    """Let every command take the options that *function* declares; none is handed to it."""
    app = typer.Typer(add_completion=False)
    app.command()(function)
    _Localized.shared = get_command(app).params
    _take_as_typed(_Localized.shared)


def run(root: Lazy, program: str, arguments: Sequence[str], screen: Screen) -> object:
    """Run a command line; returns what the command does, or the exit code of ``--help`` and such.

    Raises `BadValue` for a command line that cannot be understood.
    """
    # Not Typer's main(): it prints for some exceptions and exits for others.
    group = build(program, root)
    try:
        with group.make_context(program, list(arguments), obj=screen) as ctx:
            return group.invoke(ctx)
    except typer.Exit as ended:
        return ended.exit_code
    except exceptions.ClickException as error:
        where = typer.Context(group, info_name=program)
        raise complaint(_explain(error, where), where) from error


class _AsTyped:
    """Takes each value as it was typed, where Typer would have pydantic turn text into text.

    Importing pydantic takes longer than everything else that help and the greeting need.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None and (param.multiple or param.nargs == -1):
            return ()
        return value


def _take_as_typed(params: Sequence[_click.Parameter]) -> None:
    for param in params:
        # Where newer versions cache pydantic's adapter; older ones do without pydantic.
        param._runtime_param = _AsTyped()  # type: ignore[attr-defined]


# Help.

HELP_OF_HELP = msg("help-help", "Show this help.")


def declared(text: str) -> Text:
    """Make a message of an English text that stands in a declaration."""
    return Message("help", text) if text else ""  # the catalogs' own head is what "" would find


def help_lines(command: _click.Command, ctx: Context) -> list[str]:
    """Lay out the help of a command: usage, purpose, arguments, commands, options, examples."""
    screen: Screen = ctx.obj
    width = help_width(screen)
    params = command.get_params(ctx)
    options = [param for param in params if isinstance(param, TyperOption)]
    commands = command.lazy if isinstance(command, Group) else {}
    examples: list[str] = []
    for example in (command.epilog or "").splitlines():
        examples += wrap(example, width, "  ", "    ")
    sections = [
        (
            msg("help-arguments", "Arguments:"),
            columns(
                [(_argument(one, screen), _help(one, screen)) for one in _arguments(params)], width
            ),
        ),
        (
            msg("help-commands", "Commands:"),
            columns([(name, screen.words(one.about)) for name, one in commands.items()], width),
        ),
        (
            msg("help-options", "Options:"),
            columns([(_option(one, screen), _help(one, screen)) for one in options], width),
        ),
        (msg("help-examples", "Examples:"), examples),
    ]
    purpose = wrap(screen.words(declared(command.help or "")), width)
    lines = [*_usage_lines(command, ctx), "", *purpose]
    for title, body in sections:
        if body:
            lines += ["", *wrap(screen.words(title), width), *body]
    return lines


def help_width(screen: Screen) -> int:
    """Return the width that help is wrapped to."""
    return min(WIDEST, screen.width)


def _usage_lines(command: _click.Command, ctx: Context) -> list[str]:
    """Say in a line what a command takes: ``Usage: splitpick play [OPTIONS] [RULESET]``."""
    screen: Screen = ctx.obj
    pieces = [ctx.command_path, f"[{screen.words(msg('metavar-options', 'OPTIONS'))}]"]
    for param in _arguments(command.get_params(ctx)):
        name = _argument(param, screen)
        pieces.append(name if param.required else f"[{name}]")
    if isinstance(command, Group):
        pieces.append(screen.words(msg("metavar-command", "COMMAND")))
    usage = msg("usage", "Usage: {command}", command=" ".join(pieces))
    return wrap(screen.words(usage), help_width(screen), "", "    ")


def _arguments(params: Sequence[_click.Parameter]) -> list[TyperArgument]:
    return [param for param in params if isinstance(param, TyperArgument)]


def _argument(param: TyperArgument, screen: Screen) -> str:
    name = screen.words(declared(param.metavar or param.name))
    return f"{name}..." if param.nargs == -1 else name


def _option(param: TyperOption, screen: Screen) -> str:
    names = ", ".join(sorted(param.opts, key=len))
    return names if param.is_flag else f"{names} {screen.words(declared(param.metavar or ''))}"


def _help(param: TyperArgument | TyperOption, screen: Screen) -> str:
    return screen.words(declared(param.help or ""))


# Usage errors.


def complaint(message: Message, ctx: Context) -> BadValue:
    """Make the error for a wrong command line, which ends with where to find help."""
    hint = msg("see-help", "Help: {command}", command=f"{ctx.command_path} --help")
    return BadValue(Message(message.code, "{what} {hint}", {"what": message, "hint": hint}))


def missing_command(ctx: Context) -> BadValue:
    """Make the error for a group of commands that was given none of them."""
    known = ", ".join(cast(Group, ctx.command).lazy)
    return complaint(
        msg("missing-command", "A command is missing. Available: {known}.", known=known), ctx
    )


def _explain(error: exceptions.ClickException, ctx: Context) -> Message:
    """Say what an exception of Typer's means, from its class and attributes alone."""
    if isinstance(error, exceptions.NoSuchOption):
        return _unknown_option(error, ctx)
    if isinstance(error, exceptions.BadOptionUsage):
        return _bad_option(error, ctx)
    if isinstance(error, exceptions.MissingParameter) and error.param is not None:
        name = declared(error.param.metavar or error.param.name or "")
        return msg("missing-argument", "{argument} is missing.", argument=name)
    # No declaration of ours makes Typer raise another one: every value is taken as text.
    return msg("bad-usage", "This command line makes no sense.")


def _unknown_option(error: exceptions.NoSuchOption, ctx: Context) -> Message:
    option = error.option_name
    root = ctx.find_root()
    owner = _owner(option, root.command, root, root.info_name or "")
    if owner:
        return msg(
            "option-elsewhere",
            '"{command}" has no option "{option}", but "{owner}" has.',
            command=ctx.command_path,
            option=option,
            owner=owner,
        )
    message = msg("unknown-option", 'There is no option "{option}".', option=option)
    options = [one for one in ctx.command.get_params(ctx) if isinstance(one, TyperOption)]
    names = [name for one in options for name in one.opts if name.startswith("--")]
    return unknown(message, option, names).message


def _owner(option: str, command: _click.Command, root: Context, path: str) -> str:
    """Find the first command, from *command* downwards, that has *option*: ``splitpick play``."""
    if any(option in param.opts for param in command.params):
        return path
    for name in command.lazy if isinstance(command, Group) else ():
        below = cast(Group, command).get_command(root, name)
        assert below is not None
        if owner := _owner(option, below, root, f"{path} {name}"):
            return owner
    return ""


def _bad_option(error: exceptions.BadOptionUsage, ctx: Context) -> Message:
    option = error.option_name
    for param in ctx.command.get_params(ctx):
        if option in param.opts and isinstance(param, TyperOption) and param.is_flag:
            return msg(
                "option-takes-no-value", 'The option "{option}" takes no value.', option=option
            )
    return msg("option-needs-value", 'The option "{option}" needs a value.', option=option)
