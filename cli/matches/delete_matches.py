"""``splitpick matches delete``: matches are deleted for good."""

from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.session.vocabulary import YES
from ...core.text import Both, msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..storage.open_store import open_store
from ..terminal.questions import agrees

_sentence = sentences(
    msg("not-sure", "There is nobody to confirm this. If you mean it, add --yes."),
    msg("ask-delete", "Delete {names} for good? Type {yes} to confirm:"),
)


@command()
def delete(
    ctx: typer.Context,
    matches: options.Matches,
    yes: Annotated[bool, Option("--yes", "-y", help="Do not ask first.")] = False,
) -> None:
    """Delete matches for good, after asking."""
    screen: Screen = ctx.obj
    with open_store(screen) as store:
        names = tuple(dict.fromkeys(map(store.name_of, matches)))  # an unknown name deletes nothing
        if not (yes or (screen.terminal and screen.asks_terminal)):
            raise BadValue(_sentence("not-sure"))
        question = _sentence("ask-delete", names=Both(names, commas=True), yes=YES)
        if not (yes or agrees(screen, question)):
            screen.say(msg("nothing-deleted", "Nothing was deleted."))
            return
        for name in names:
            store.delete(name)
            screen.say(msg("deleted", "{name} is deleted.", name=name))
