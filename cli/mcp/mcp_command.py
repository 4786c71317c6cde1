"""``splitpick mcp``: a language model plays, and writes rule sets, by the protocol MCP."""

import sys

import typer

from ...core.errors import needing
from ...core.text import msg
from ..exits import FINE
from ..localized_typer import command
from ..start import begin
from ..storage.open_store import open_store


@command("splitpick mcp")
def mcp(ctx: typer.Context) -> int:
    """Let a language model play through the Model Context Protocol.

    Enter this command where your program for language models lists its servers. The model then
    plays matches against bots, reads rules and checks rule sets; matches are saved as usual.
    """
    screen, engine = begin(ctx)
    with needing("mcp", msg("mcp-missing", "Language models need more packages: {command}")):
        import mcp.server  # noqa: F401
    from .mcp_server import server_of
    from .mcp_tools import Tools

    if sys.stdin is None or screen.out is None:
        return FINE  # nobody asks, or nobody hears the answers
    with open_store(screen) as store:
        server_of(Tools(engine, store, screen.language)).run()
    return FINE
