"""``splitpick matches show``: a match, one of its turns, and the table after it."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from ...core.errors import BadValue
from ...core.matches.entry import Turn
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..terminal.choices import number_of


@command()
def show(
    ctx: typer.Context,
    match: options.Match,
    turn: options.Turn = None,
    accessible: options.Accessible = False,
) -> None:
    """Show who played a match, and one turn with the table after it.

    This is the last turn, unless you name another.
    """
    from .narrate import narrator_of

    narrator = narrator_of(ctx, match, accessible)
    shown = turn_of(narrator.turns, turn)
    narrator.tell_head()
    narrator.screen.line()
    position = narrator.walk.position
    if shown is not None:
        steps = narrator.steps(shown)
        narrator.tell_turn(shown, steps)
        narrator.screen.line()
        position = steps[-1].after
    narrator.show_table(position)
    if shown is None or shown.number == len(narrator.turns):
        narrator.screen.line()
        narrator.tell_end()


def turn_of(turns: Sequence[Turn], typed: str | None) -> Turn | None:
    """Find the turn whose number was *typed*, by default the last; ``None`` if there is no turn.

    Raises `BadValue` for a number that no turn has.
    """
    if typed is None:
        return turns[-1] if turns else None
    if not turns:
        raise BadValue(msg("no-turns", "This match has no turns yet."))
    if 1 <= number_of(typed) <= len(turns):
        return turns[number_of(typed) - 1]
    raise BadValue(
        msg(
            "no-such-turn",
            'There is no turn "{turn}": this match has turns 1 to {most}.',
            turn=excerpt(typed),
            most=len(turns),
        )
    )
