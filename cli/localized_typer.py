"""Typer's commands in the reader's language: help, usage errors, and modules imported when needed.

Typer words its help and its usage errors in English only, and its public API offers no way to
change that.  This file and `shell_completion` are the only ones that use Typer's private parts
(`typer._click`, ``_runtime_param`` and others), so pyproject.toml bounds Typer's version.

Help texts are plain English in the declarations; ``.ci/catalogs`` finds them there, and they are
translated when they are shown.  The `Screen` to show them on is the context's ``obj``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import typer
from typer import _click
from typer._click import exceptions, shell_completion
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from ..core.errors import BadValue, unknown
from ..core.text import Message, Text, msg, sentences
from .exits import FINE
from .screen import Screen
from .wrapping import columns, wrap

Function = TypeVar("Function", bound=Callable[..., Any])

_sentence = sentences(
    msg("option-elsewhere", '"{command}" has no option "{option}", but "{owner}" has.'),
    msg("unknown-option", 'There is no option "{name}".'),
    msg("option-takes-no-value", 'The option "{option}" takes no value.'),
    msg("option-needs-value", 'The option "{option}" needs a value.'),
    msg("missing-argument", "{argument} is missing."),
)  # fmt: skip


@dataclass(frozen=True)
class Lazy:
    """A command, or a group of *commands*, that is imported when it is needed.

    *place* is ``"module:function"`` relative to this package; a group runs the function before its
    commands. *about* is shown in lists of commands, and as the help of a group without a function.
    A plugin's command has its *function*. The *words* of the root are the names of commands, which
    people may type in their language, and *others* are further words for some of them.
    """

    place: str = "localized_typer:require_command"
    about: str = ""
    commands: Mapping[str, Lazy] = field(default_factory=dict)
    function: Callable[..., Any] | None = None
    words: Sequence[Message] = ()
    others: Mapping[str, Message] = field(default_factory=dict)


def command(*examples: str) -> Callable[[Function], Function]:
    """Mark a function as a command; its docstring is the help, followed by *examples*."""

    def mark(function: Function) -> Function:
        function.examples = examples  # type: ignore[attr-defined]
        return function

    return mark


def build(name: str, lazy: Lazy) -> _click.Command:
    """Import the function of *lazy*, and return it as a Typer command called *name*."""
    function = _imported(lazy)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings: dict[str, Any] = {
        "help": lazy.about
        if function is require_command
        else " ".join((function.__doc__ or "").split()),
        "epilog": "\n".join(getattr(function, "examples", ())),
        "add_help_option": False,  # Typer's has English texts; see `show_help`
    }
    if lazy.commands:
        app.callback(cls=Group, invoke_without_command=True, **settings)(function)
    else:
        app.command(name, cls=Command, **settings)(function)
    built = cast(_Localized, get_command(app))
    built.lazy, built.words, built.others = lazy.commands, lazy.words, lazy.others
    for param in built.params:
        # Typer would let pydantic turn text into text, and importing pydantic takes longer than
        # all else that help needs.  Newer versions of Typer keep pydantic's adapter here.
        as_typed = SimpleNamespace(coerce=lambda value, param, ctx: value)
        param._runtime_param = as_typed  # type: ignore[attr-defined]
        param._custom_shell_complete = _completed
    return built


def _imported(lazy: Lazy) -> Any:
    if lazy.function:
        return lazy.function
    module, _, attribute = lazy.place.partition(":")
    return getattr(import_module(f".{module}", __package__), attribute)


def function_of(ctx: typer.Context, name: str) -> Any:
    """Return the function of the command *name*, for another command that goes on with it."""
    return _imported(cast(_Localized, ctx.find_root().command).lazy[name])


def _completed(
    ctx: _click.Context, param: _click.Parameter, begun: str
) -> list[shell_completion.CompletionItem]:
    """Complete a value of *param* in the shell."""
    from .completed_names import names_like

    # While completing, Typer leaves arguments before an option in `args`.
    given = {**ctx.params, "ruleset": ctx.params.get("ruleset") or next(iter(ctx.args), None)}
    names = names_like(param.metavar or "", param.name or "", given, begun)
    return [shell_completion.CompletionItem(name) for name in names]


def run(root: Lazy, program: str, arguments: Sequence[str], screen: Screen) -> int:
    """Run a command line; return the exit code.

    Raises `BadValue` for a command line that cannot be understood.
    """
    # Not Typer's main(): it prints for some exceptions and exits for others.
    group = build(program, root)
    try:
        with group.make_context(program, list(arguments), obj=screen) as ctx:
            code = group.invoke(ctx)
    except typer.Exit as ended:
        code = ended.exit_code
    return code if isinstance(code, int) else FINE


class _Localized(_click.Command):
    """Base of all commands: usage errors in the reader's language, and the shared options."""

    allow_extra_args = True  # since Typer's own complaint about them is a bare English sentence
    lazy: Mapping[str, Lazy]
    words: Sequence[Message]
    others: Mapping[str, Message]

    def get_params(self, ctx: _click.Context) -> list[_click.Parameter]:
        """Return the command's own parameters, and the options that all share with the root."""
        shared = (param for param in ctx.find_root().command.params if not param.expose_value)
        return list(dict.fromkeys([*self.params, *shared]))

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        try:
            left = super().parse_args(ctx, args)
        except exceptions.UsageError as error:
            raise complaint(_explain(error, ctx), ctx) from error
        if left and not self.lazy and not ctx.resilient_parsing:  # as completion parses
            message = msg("extra-argument", 'Unexpected argument "{argument}".', argument=left[0])
            raise complaint(message, ctx)
        return left


class Command(_Localized, TyperCommand):
    """A single command."""


class Group(_Localized, TyperGroup):
    """A group of commands, each imported when it is needed."""

    def list_commands(self, ctx: _click.Context) -> list[str]:
        """Return the names of the commands; only completion asks for them."""
        return list(self.lazy)

    def get_command(self, ctx: _click.Context, cmd_name: str) -> _click.Command | None:
        """Return the command *cmd_name*; only completion asks for it."""
        return build(cmd_name, self.lazy[cmd_name]) if cmd_name in self.lazy else None

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        name, *others = args
        if name not in self.lazy:
            screen: Screen = ctx.obj
            also = {
                word: meant
                for meant, others in self.others.items()
                for word in f"{others.text} {screen.words(others)}".split()
            }
            own = also | {said: word for word, said in own_names(ctx, self.lazy).items()}
            name = own.get(name.casefold(), name)
        if name in self.lazy:
            return name, build(name, self.lazy[name]), others
        if ctx.parent is None and name in (added := _added_commands(ctx)):
            return name, build(name, Lazy(function=added[name])), others
        message = msg("unknown-command", 'There is no command "{command}".', command=name)
        inside = next((f"{at} {name}" for at, it in self.lazy.items() if name in it.commands), None)
        raise complaint(unknown(message, name, list(self.lazy), inside).message, ctx)


def _added_commands(ctx: _click.Context) -> Mapping[str, Callable[..., object]]:
    """Return the commands of plugins, which are loaded for a name that is none of ours."""
    from ..core.hooks.engine import Engine

    screen: Screen = ctx.obj
    engine = Engine(without=ctx.params.get("without") or ())
    screen.blame = engine.blame
    return engine.commands


def _declared(text: str | None) -> Text:
    """Turn the English text of a declaration into a message; empty if there is none."""
    return Message("help", text) if text else ""  # catalogs have their header under ""


def show_help(ctx: typer.Context, wanted: bool) -> None:
    """Show the help of a command and end, if it is *wanted*: the callback of ``--help``."""
    if not wanted:
        return
    command = cast(_Localized, ctx.command)
    screen: Screen = ctx.obj
    say, width = screen.words, min(100, screen.width)
    arguments, options, usage = [], [], []
    for param in command.get_params(ctx):
        metavar = say(_declared(param.metavar))
        about = say(_declared(cast(TyperArgument | TyperOption, param).help))
        if isinstance(param, TyperOption):
            names = ", ".join(sorted(param.opts, key=len))
            options.append((names if param.is_flag else f"{names} {metavar}", about))
        else:
            name = f"{metavar}..." if param.nargs == -1 else metavar
            arguments.append((name, about))
            usage.append(name if param.required else f"[{name}]")
    own = own_names(ctx, command.lazy)
    commands = [
        (", ".join(dict.fromkeys([name, own.get(name, name)])), say(_declared(one.about)))
        for name, one in command.lazy.items()
    ]
    if commands:
        usage.append(say(msg("metavar-command", "COMMAND")))
    takes = f"[{say(msg('metavar-options', 'OPTIONS'))}]"
    line = msg("usage", "Usage: {command}", command=" ".join([ctx.command_path, takes, *usage]))
    shown = (wrap(line, width, "  ", "    ") for line in (command.epilog or "").splitlines())
    lines = [*wrap(say(line), width, "", "    "), "", *wrap(say(_declared(command.help)), width)]
    for title, body in (
        (msg("help-arguments", "Arguments:"), columns(arguments, width)),
        (msg("help-commands", "Commands:"), columns(commands, width)),
        (msg("help-options", "Options:"), columns(options, width)),
        (msg("help-examples", "Examples:"), [*chain(*shown)]),
    ):
        if body:
            lines += ["", *wrap(say(title), width), *body]
    screen.line("\n".join(lines))
    raise typer.Exit(FINE)


def own_names(ctx: _click.Context, commands: Mapping[str, Lazy]) -> dict[str, str]:
    """Return the names of *commands* in the reader's language, by those in English."""
    screen: Screen = ctx.obj
    words = cast(_Localized, ctx.find_root().command).words
    return {word.text: screen.words(word).casefold() for word in words if word.text in commands}


def complaint(message: Message, ctx: _click.Context) -> BadValue:
    """Return the error for a wrong command line: *message*, and the command that shows help."""
    hint = msg("see-help", "Help: {command}", command=f"{ctx.command_path} --help")
    return BadValue(Message(message.code, "{what} {hint}", {"what": message, "hint": hint}))


def require_command(ctx: typer.Context) -> None:
    """Raise `BadValue` if a group is called without one of its commands."""
    if ctx.invoked_subcommand is None:
        known = ", ".join(cast(Group, ctx.command).lazy)
        message = msg("missing-command", "A command is missing. Available: {known}.", known=known)
        raise complaint(message, ctx)


def _explain(error: exceptions.UsageError, ctx: _click.Context) -> Message:
    """Return our own message for an *error* of Typer's, from its class and attributes alone."""
    params = ctx.command.get_params(ctx)
    if isinstance(error, exceptions.NoSuchOption):
        option, root = error.option_name, ctx.find_root()
        if owner := _owner(option, root.command, root.info_name or ""):
            asked = {"command": ctx.command_path, "option": option}
            return _sentence("option-elsewhere", owner=owner, **asked)
        names = [name for param in params for name in param.opts if name.startswith("--")]
        return unknown(_sentence("unknown-option", name=option), option, names).message
    if isinstance(error, exceptions.BadOptionUsage):
        option = error.option_name
        flag = any(option in param.opts and getattr(param, "is_flag", False) for param in params)
        return _sentence("option-takes-no-value" if flag else "option-needs-value", option=option)
    # No declaration of ours makes Typer raise another one: every value is taken as text.
    assert isinstance(error, exceptions.MissingParameter)
    assert error.param is not None
    return _sentence("missing-argument", argument=_declared(error.param.metavar))


def _owner(option: str, command: _click.Command, path: str) -> str:
    """Return the path of the command with *option*: *command*, at *path*, or one below; or ""."""
    if any(option in param.opts for param in command.params):
        return path
    subcommands = cast(_Localized, command).lazy.items()
    owners = (_owner(option, build(name, lazy), f"{path} {name}") for name, lazy in subcommands)
    return next(filter(None, owners), "")
