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
    """Show who played a match, and what a seat did in a row, with the table after it.

    These are its last entries, unless you name another one.
    """
    show_entries(*begin(ctx, accessible=accessible), match, typed=at)
