"""A client that knows the guide alone plays a match and mends a rule set: what is said, in full.

``SPLITPICK_GOLDEN=write pytest tests/cli/mcp/test_mcp_transcript.py`` writes the transcripts.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from golden import same_as_file
from splitpick.cli.mcp import mcp_tools
from splitpick.core import Engine
from splitpick.core.matches.store import Store

mcp = pytest.importorskip("mcp")

GOLDEN = Path(__file__).parents[2] / "golden" / "mcp"
DRAFT = """\
format: 1
id: my-deck
name: Mine
extends: jolly-roger/advanced
turns: ten
"""


MOST_LINES = 6
"""Most items of a list that are written down."""


def told_as(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class GuidedClient:
    """A client that calls the tools of the guide's table, and writes down what is said.

    Of its answers it reads what the guide names; it knows nothing else of splitpick.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.lines: list[str] = []

    async def call(self, tool: str, **arguments: object) -> Any:
        told = ", ".join(f"{name}={json.dumps(one)}" for name, one in arguments.items())
        answer = await self.client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content)
        self.lines += ["", f"> {tool}({told})"]
        if answer.is_error:
            self.lines.append(f"! {text}")
            return None
        found = json.loads(text)
        for name, value in found.items() if isinstance(found, dict) else [("", found)]:
            lines = [
                f"{name}: {told_as(one)}" for one in (value if type(value) is list else [value])
            ]
            self.lines += [f"< {line}" for line in lines[:MOST_LINES]]
            if len(lines) > MOST_LINES:
                self.lines.append(f"< ... and {len(lines) - MOST_LINES} more")
        return found

    async def play(self) -> None:
        games = await self.call("list_games")
        game = next(one["game"] for one in games if one["game"] == "smugglers-cove")
        table = await self.call("new_match", game=game, opponents="greedy")
        match, seat = table["match"], table["seat"]
        await self.call("play", match=match, seat=seat, move="all of them, please")
        while not table["over"]:
            moves = await self.call("legal_moves", match=match, seat=seat)
            table = await self.call("play", match=match, seat=seat, move=moves[0]["move"])
        await self.call("look", match=match, seat=seat)

    async def mend(self) -> None:
        text = DRAFT
        while True:
            found = await self.call("check_ruleset", text=text)
            errors = [one for one in found["findings"] if one["severity"] == "error"]
            if not errors:
                return
            await self.call("explain_finding", code=errors[0]["code"])
            lines = text.splitlines(keepends=True)
            for edit in errors[0]["edits"]:
                at, column, end = edit["line"] - 1, edit["column"] - 1, edit["end_column"] - 1
                assert edit["end_line"] == edit["line"]
                lines[at] = lines[at][:column] + edit["text"] + lines[at][end:]
            text = "".join(lines)


@pytest.mark.often(1)
@pytest.mark.parametrize("code", ["en", "de"])
def test_a_client_written_from_the_guide_plays_and_mends(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from splitpick.cli.mcp.mcp_server import server_of

    monkeypatch.setattr(mcp_tools, "new_seed", lambda: 7)
    engine = Engine()
    store = Store(tmp_path)
    tools = mcp_tools.Tools(engine, store, engine.language(code))

    async def talk() -> GuidedClient:
        async with mcp.Client(server_of(tools)) as client:
            guided = GuidedClient(client)
            await guided.play()
            await guided.mend()
            return guided

    said = "\n".join(asyncio.run(talk()).lines).strip() + "\n"
    (saved,) = store.list()
    store.close()
    assert saved.result
    same_as_file(GOLDEN / f"transcript.{code}.txt", said.replace(saved.name, "MATCH"))
