"""The protocol MCP over the tools of a language model."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from importlib.resources import files
from typing import ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.types import CallToolResult, TextContent

from ...core.errors import SplitpickError
from ..version import VERSION
from .mcp_tools import Tools

Arguments = ParamSpec("Arguments")

INSTRUCTIONS = """\
Play "I split, you choose" games: list_games, then new_match; then, until the match is over, \
legal_moves and play. Every call names the match and your seat, counted from 1. A refused move \
changes nothing, and the message says why. To write a rule set, read splitpick://guide/rulesets, \
then call check_ruleset until it finds no errors; explain_finding explains a code."""


def server_of(tools: Tools) -> MCPServer[None]:
    """Make the server of *tools*, which speaks their language."""
    server: MCPServer[None] = MCPServer(
        "splitpick", version=VERSION, instructions=INSTRUCTIONS, log_level="ERROR"
    )

    def said(error: SplitpickError) -> str:
        return tools.words(error.message)

    def tool(done: Callable[Arguments, object]) -> None:
        # Coroutines, since other functions would run in other threads than the store's.
        @wraps(done)
        async def answer(*args: Arguments.args, **kwargs: Arguments.kwargs) -> str | CallToolResult:
            try:
                found = done(*args, **kwargs)
            except SplitpickError as error:
                # A ToolError would put English words before ours.
                text = TextContent(type="text", text=said(error))
                return CallToolResult(content=[text], is_error=True)
            return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)

        server.add_tool(
            answer, name=done.__name__, description=done.__doc__, structured_output=False
        )

    for done in (
        tools.list_games,
        tools.new_match,
        tools.look,
        tools.legal_moves,
        tools.play,
        tools.hint,
        tools.rules,
        tools.check_ruleset,
        tools.explain_finding,
    ):
        tool(done)

    def resource(uri: str, about: str) -> Callable[[Callable[Arguments, str]], None]:
        def add(read: Callable[Arguments, str]) -> None:
            @wraps(read)
            async def answer(*args: Arguments.args, **kwargs: Arguments.kwargs) -> str:
                try:
                    return read(*args, **kwargs)
                except SplitpickError as error:
                    raise ResourceError(said(error)) from error

            server.resource(uri, description=about)(answer)

        return add

    @resource("splitpick://guide/rulesets", "How a rule set is written, with all its keys.")
    def guide() -> str:
        return (files("splitpick.rulesets") / "README.md").read_text(encoding="utf-8")

    @resource("splitpick://games/{game}/rules", "The rules of a game.")
    def rules(game: str) -> str:
        return tools.rules(game)

    @resource("splitpick://games/{game}/ruleset", "The rule set of a game, as YAML.")
    def ruleset(game: str) -> str:
        return tools.engine.library.find(game).read_text(encoding="utf-8")

    @server.prompt(description="Play a match of a game to its end.")
    async def play_match(game: str) -> str:
        return f"Read the rules of {game} with the tool rules, begin a match, and play it to win."

    @server.prompt(description="Write a rule set of your own, and mend it until it has no errors.")
    async def write_ruleset(idea: str) -> str:
        return (
            f"Read splitpick://guide/rulesets. Write a rule set in YAML: {idea}. Call"
            " check_ruleset, mend what it finds, and explain the game when there are no errors."
        )

    return server
