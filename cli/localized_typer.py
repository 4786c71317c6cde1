"""Typer's commands in the reader's language: help, usage errors, and modules imported when needed.

Typer words its help and its usage errors in English alone, and its public API offers no way to
change that.  This is the only file that reaches into its private parts (`typer._click` and a
parameter's ``_runtime_param``), so pyproject.toml bounds Typer's version.

Help texts are plain English in the declarations; ``.ci/catalogs`` finds them there, and they are
translated when they are shown.  The `Screen` that speaks is the context's ``obj``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import typer
from typer import _click
from typer._click import exceptions
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from ..core.errors import BadValue, unknown
from ..core.text import Message, Text, msg
from .screen import Screen
from .wrapping import columns, wrap

HELP_OPTIONS = ["--help", "-h"]
HELP_OF_HELP = msg("help-help", "Show this help.")

WIDEST = 100
"""Most columns of a line of help, however wide the terminal is."""

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Lazy:
    """A command, or a group of *commands*, that is imported when it is needed.

    *place* is ``"module:function"`` relative to this package; a group runs the function before its
    commands. *about* is for the list of commands; *help* and *examples* are a group's own help.
    """

    place: str = "localized_typer:require_command"
    about: str = ""
    help: str = ""
    examples: tuple[str, ...] = ()
    commands: Mapping[str, Lazy] = field(default_factory=dict)


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
        "help": lazy.help or " ".join((function.__doc__ or "").split()),
        "epilog": "\n".join(lazy.examples or function.examples),
        "context_settings": {"help_option_names": HELP_OPTIONS},
    }
    if lazy.commands:
        app.callback(cls=Group, invoke_without_command=True, **settings)(function)
    else:
        app.command(name, cls=Command, **settings)(function)
    built = get_command(app)
    if isinstance(built, Group):
        built.lazy = lazy.commands
    _take_as_typed(built.params)
    return built


def share_options(function: Callable[..., None]) -> None:
    """Let every command take the options that *function* declares; none is handed to it."""
    app = typer.Typer(add_completion=False)
    app.command()(function)
    _Localized.shared = get_command(app).params
    _take_as_typed(_Localized.shared)


def run(root: Lazy, program: str, arguments: Sequence[str], screen: Screen) -> object:
    """Run a command line; return what the command returns, or the exit code of ``--help``.

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


# Commands and groups.


class _Localized(_click.Command):
    """Help and usage errors in the reader's language, and the shared options."""

    shared: Sequence[_click.Parameter] = ()
    lazy: Mapping[str, Lazy] = {}

    def get_params(self, ctx: _click.Context) -> list[_click.Parameter]:
        *own, help_option = super().get_params(ctx)
        return [*own, *_Localized.shared, help_option]

    def get_help_option(self, ctx: _click.Context) -> TyperOption | None:
        option = super().get_help_option(ctx)
        assert option is not None
        option.opts = HELP_OPTIONS  # Typer keeps them in a set, in any order
        option.help = HELP_OF_HELP.text
        _take_as_typed([option])
        return option

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except exceptions.ClickException as error:
            raise complaint(_explain(error, ctx), ctx) from error

    def get_help(self, ctx: _click.Context) -> str:
        return "\n".join(_help_lines(self, ctx))


class Command(_Localized, TyperCommand):
    """A single command."""

    allow_extra_args = True  # since Typer's own complaint about them is a bare English sentence

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        for left in super().parse_args(ctx, args):
            message = msg("extra-argument", 'Unexpected argument "{argument}".', argument=left)
            raise complaint(message, ctx)
        return []


class Group(_Localized, TyperGroup):
    """A group of commands, each imported when it is needed."""

    def get_command(self, ctx: _click.Context, cmd_name: str) -> _click.Command | None:
        return build(cmd_name, self.lazy[cmd_name]) if cmd_name in self.lazy else None

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        if found := self.get_command(ctx, args[0]):
            return args[0], found, args[1:]
        message = msg("unknown-command", 'There is no command "{command}".', command=args[0])
        raise complaint(unknown(message, args[0], list(self.lazy)).message, ctx)


def _take_as_typed(params: Sequence[_click.Parameter]) -> None:
    """Keep each value exactly as typed, where Typer would have pydantic turn text into text.

    Importing pydantic takes longer than everything else that help and the greeting need.
    """

    def coerce(value: Any, param: Any, ctx: Any) -> Any:
        return () if value is None and (param.multiple or param.nargs == -1) else value

    for param in params:
        # Where newer versions cache pydantic's adapter; older ones do without pydantic.
        param._runtime_param = SimpleNamespace(coerce=coerce)  # type: ignore[attr-defined]


# Help.


def _declared(text: str | None) -> Text:
    """Make a message of an English text that stands in a declaration."""
    return Message("help", text) if text else ""  # the catalogs' own head is what "" would find


def _help_lines(command: _Localized, ctx: _click.Context) -> list[str]:
    """Lay out the help of a command: usage, purpose, arguments, commands, options, examples."""
    screen = cast(Screen, ctx.obj)
    width = help_width(screen)
    arguments, options, usage = [], [], []
    for param in command.get_params(ctx):
        metavar = screen.words(_declared(param.metavar))
        about = screen.words(_declared(cast(TyperArgument | TyperOption, param).help))
        if isinstance(param, TyperOption):
            names = ", ".join(sorted(param.opts, key=len))
            options.append((names if param.is_flag else f"{names} {metavar}", about))
        else:
            name = f"{metavar}..." if param.nargs == -1 else metavar
            arguments.append((name, about))
            usage.append(name if param.required else f"[{name}]")
    if command.lazy:
        usage.append(screen.words(msg("metavar-command", "COMMAND")))
    takes = f"[{screen.words(msg('metavar-options', 'OPTIONS'))}]"
    line = msg("usage", "Usage: {command}", command=" ".join([ctx.command_path, takes, *usage]))
    lines = wrap(screen.words(line), width, "", "    ")
    lines += ["", *wrap(screen.words(_declared(command.help)), width)]
    commands = [(name, screen.words(_declared(one.about))) for name, one in command.lazy.items()]
    examples: list[str] = []
    for example in (command.epilog or "").splitlines():
        examples += wrap(example, width, "  ", "    ")
    for title, body in (
        (msg("help-arguments", "Arguments:"), columns(arguments, width)),
        (msg("help-commands", "Commands:"), columns(commands, width)),
        (msg("help-options", "Options:"), columns(options, width)),
        (msg("help-examples", "Examples:"), examples),
    ):
        if body:
            lines += ["", *wrap(screen.words(title), width), *body]
    return lines


def help_width(screen: Screen) -> int:
    """Return the width that help is wrapped to."""
    return min(WIDEST, screen.width)


# Usage errors.


def complaint(message: Message, ctx: _click.Context) -> BadValue:
    """Make the error for a wrong command line, which ends with where to find help."""
    hint = msg("see-help", "Help: {command}", command=f"{ctx.command_path} --help")
    return BadValue(Message(message.code, "{what} {hint}", {"what": message, "hint": hint}))


def require_command(ctx: typer.Context) -> None:
    """Refuse a group without a command; raises `BadValue`."""
    if ctx.invoked_subcommand is None:
        known = ", ".join(cast(Group, ctx.command).lazy)
        message = msg("missing-command", "A command is missing. Available: {known}.", known=known)
        raise complaint(message, ctx)


def _explain(error: exceptions.ClickException, ctx: _click.Context) -> Message:
    """Say what an exception of Typer's means, from its class and attributes alone."""
    params = ctx.command.get_params(ctx)
    if isinstance(error, exceptions.NoSuchOption):
        option = error.option_name
        root = ctx.find_root()
        if owner := _owner(option, root.command, root.info_name or ""):
            return msg(
                "option-elsewhere",
                '"{command}" has no option "{option}", but "{owner}" has.',
                command=ctx.command_path,
                option=option,
                owner=owner,
            )
        message = msg("unknown-option", 'There is no option "{name}".', name=option)
        names = [name for param in params for name in param.opts if name.startswith("--")]
        return unknown(message, option, names).message
    if isinstance(error, exceptions.BadOptionUsage):
        option = error.option_name
        for param in params:
            if option in param.opts and isinstance(param, TyperOption) and param.is_flag:
                return msg(
                    "option-takes-no-value", 'The option "{option}" takes no value.', option=option
                )
        return msg("option-needs-value", 'The option "{option}" needs a value.', option=option)
    if isinstance(error, exceptions.MissingParameter) and error.param is not None:
        name = _declared(error.param.metavar)
        return msg("missing-argument", "{argument} is missing.", argument=name)
    # No declaration of ours makes Typer raise another one: every value is taken as text.
    return msg("bad-usage", "This command line makes no sense.")


def _owner(option: str, command: _click.Command, path: str) -> str:
    """Find the first command, from *command* downwards, that has *option*: ``splitpick play``."""
    if any(option in param.opts for param in command.params):
        return path
    subcommands = cast(_Localized, command).lazy.items()
    owners = (_owner(option, build(name, lazy), f"{path} {name}") for name, lazy in subcommands)
    return next(filter(None, owners), "")
