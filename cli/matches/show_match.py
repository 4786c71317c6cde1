"""``splitpick matches show``: the last entries of a match, or others, with the table after them."""

import typer

from .. import options
from ..localized_typer import command
from ..start import begin
from ..terminal.show_entries import show_entries


@command()
def show(
    ctx: typer.Context,
    match: options.Match,
    at: options.At = None,
    accessible: options.Accessible = False,
) -> None:
    """Show who played a match, what one player did in a row, and the table after it.

    Unless you name an entry, these are the last ones of the match.
    """
    show_entries(*begin(ctx, accessible=accessible), match, typed=at)
