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
from .package_index import IndexUnreachable, PackageIndex, index_address

MOST_SHOWN = 40

_sentence = sentences(
    msg("index-unreachable", "The package index {address} cannot be read: {why}"),
    msg("search-empty", "The package index {address} has no such plugin."),
    msg("search-installs", "To install one: splitpick plugins install {name}"),
    msg("search-more", "Not all are shown: add a word to see fewer."),
)  # fmt: skip


@command("splitpick plugins search", "splitpick plugins search dice")
def search(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        Argument(metavar="WORD", help="Show those whose name or description has all these words."),
    ] = None,
    as_json: options.Json = False,
) -> int:
    """Search the package index for plugins that others have published.

    It is the index that pip uses here, and PyPI if none is set. The list of all its names is
    fetched, which takes a while at PyPI.
    """
    screen, _ = begin(ctx, quiet=True)
    address = index_address()
    try:
        found = [*PackageIndex(address).plugins([word.casefold() for word in words or ()])]
    except IndexUnreachable as error:
        screen.error(_sentence("index-unreachable", address=address, why=str(error)))
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
