"""``splitpick plugins search``: the plugins in the package index."""

from typing import Annotated

import typer
from typer import Argument

from ...core.text import msg, sentences
from .. import options
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..start import begin
from ..wrapping import columns
from .package_index import IndexUnreachable, PackageIndex, index_addresses

MOST_SHOWN = 40

_sentence = sentences(
    msg("index-unreachable", "The package index {address} cannot be read: {why}"),
    msg("search-nowhere", "pip is told here to use no index and to look in no folder."),
    msg("search-empty", "The package index {address} has no such plugin."),
    msg("search-installs", "To install one: splitpick plugins install {name}"),
    msg("search-more", "Not all are shown: add a word to see fewer."),
)  # fmt: skip


@command("splitpick plugins search", "splitpick plugins search dice")
def search(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="WORD", help="Show those whose name, summary or keywords have all these words."
        ),
    ] = None,
    as_json: options.Json = False,
) -> int:
    """Search the package index for plugins that others have published.

    The index is the one that pip uses here, with its folders of links, or PyPI if none is set. The
    list of all names in it is fetched, which takes a while with PyPI.
    """
    screen, _ = begin(ctx, quiet=True)
    index = PackageIndex(index_addresses())
    address = index.shown
    if not address:
        screen.say(_sentence("search-nowhere"))
        return FINE
    try:
        found = [*index.plugins([word.casefold() for word in words or ()])]
    except IndexUnreachable as error:
        screen.error(_sentence("index-unreachable", address=error.address, why=error.why))
        return FAILED
    if as_json:
        screen.json([one._asdict() for one in found])
        return FINE
    if not found:
        screen.say(_sentence("search-empty", address=address))
        return FINE
    shown = found[:MOST_SHOWN]
    screen.say(
        *columns([(one.name, f"{one.version}  {one.summary}") for one in shown], screen.width)
    )
    if len(found) > len(shown):
        screen.say(_sentence("search-more"))
    screen.say("", _sentence("search-installs", name=shown[0].name))
    return FINE
