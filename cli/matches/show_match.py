"""``splitpick matches show`` and ``delete``: one match looked at, or forgotten for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.rules.characters import excerpt
from ...core.text import Both, msg
from .. import options
from ..localized_typer import command
from ..play.vocabulary import YES
from ..start import start_engine
from .open_store import open_store

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.entry import Turn
    from ..screen import Screen


@command()
def show(
    ctx: typer.Context,
    match: options.Match,
    turn: options.Turn = None,
    accessible: options.Accessible = False,
) -> None:
    """Show who played a match, what was done in a turn, and the table after it.

    It is the last turn unless another is given.
    """
    screen: Screen = ctx.obj
    screen.accessible = accessible
    show_match(screen, start_engine(screen), match, turn)


@command()
def delete(
    ctx: typer.Context,
    names: options.Matches,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
) -> None:
    """Delete matches for good, after asking."""
    delete_matches(ctx.obj, names, sure=yes)


def show_match(screen: Screen, engine: Engine, name: str, turn: str | None = None) -> None:
    """Show the match *name*: its head, and what was done in a turn with the table after it.

    *turn* is a number as it was typed; without one it is the last turn.  Raises `UnknownName`,
    `BadValue` for a turn there is not, `PluginsMissing` and `RecordError`.
    """
    from .narrate import Tale

    with open_store(screen) as store:
        saved = store.load(name)
    tale = Tale(screen, engine, saved)
    shown = turn_of(tale.turns, turn)
    tale.tell_head()
    screen.line()
    if shown is not None:
        tale.tell_number(shown)
        tale.tell(shown, tale.steps(shown))
        screen.line()
    tale.show_table(tale.position if shown is None else tale.steps(shown)[-1].after)
    if shown is None or shown.number == len(tale.turns):
        screen.line()
        tale.tell_end()


def turn_of(turns: Sequence[Turn], typed: str | None) -> Turn | None:
    """Find the turn whose number was *typed*, the last one without a number.

    Returns ``None`` where nothing has been done yet; raises `BadValue` for a turn there is not.
    """
    if typed is None:
        return turns[-1] if turns else None
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else 0
    if 1 <= number <= len(turns):
        return turns[number - 1]
    if not turns:
        raise BadValue(msg("no-turns", "Nothing has been done in this match yet."))
    raise BadValue(
        msg(
            "no-such-turn",
            'There is no turn "{turn}": this match has turns 1 to {most}.',
            turn=excerpt(typed),
            most=len(turns),
        )
    )


def delete_matches(screen: Screen, names: Sequence[str], sure: bool = False) -> None:
    """Forget the matches *names* for good, if whoever asks is *sure* or says so when asked.

    Where one of them does not exist nothing is deleted, and `UnknownName` is raised; `BadValue`
    where nobody can be asked.
    """
    with open_store(screen) as store:
        names = list(dict.fromkeys(map(store.name_of, names)))
        if not (sure or _is_sure(screen, names)):
            screen.say(msg("nothing-deleted", "Nothing was deleted."))
            return
        for name in names:
            store.delete(name)
            screen.say(msg("deleted", "{name} is deleted.", name=name))


def _is_sure(screen: Screen, names: Sequence[str]) -> bool:
    """Ask whether *names* are to go."""
    if not (screen.terminal and screen.asks_terminal):
        raise BadValue(msg("not-sure", "Nobody can be asked here. If you mean it, add --yes."))
    question = msg(
        "ask-delete",
        "Delete {names} for good? Type {yes} to do it:",
        names=Both(tuple(names), commas=True),
        yes=YES,
    )
    answer = screen.ask(question).strip().casefold()
    return answer in (YES.text, screen.words(YES).casefold())
