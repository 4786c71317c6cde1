"""A client that knows the guide alone plays by MCP, and mends a rule set."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splitpick.cli.mcp.mcp_tools import Tools
from splitpick.core import BadValue, Engine, UnknownName
from splitpick.core.matches.record import Record, settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.matches.store import Store
from splitpick.core.players import RandomBot

mcp = pytest.importorskip("mcp")

Call = Callable[..., Awaitable[Any]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def ask(tools: Tools, talk: Callable[[Any, Call], Awaitable[None]]) -> None:
    """Let *talk* speak to a server of *tools* through a client of the protocol."""
    from splitpick.cli.mcp.mcp_server import server_of

    async def go() -> None:
        async with mcp.Client(server_of(tools)) as client:

            async def call(name: str, **arguments: Any) -> Any:
                answer = await client.call_tool(name, arguments)
                text = "\n".join(part.text for part in answer.content)
                if answer.is_error:
                    raise BadValue(text)  # type: ignore[arg-type]
                return json.loads(text)

            await talk(client, call)

    asyncio.run(go())


def test_a_model_learns_of_no_file_by_naming_it_for_a_bot(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is the same whether the file is there or not."""

    class Reader(RandomBot):
        id = "reader"
        reads_file = True

    engine = Engine()
    monkeypatch.setitem(engine.bots, "reader", Reader)
    tools = Tools(engine, store, engine.language("en"))
    there = tmp_path / "there"
    there.write_text("")
    for opponents in (f"reader:{there}", f"reader:{tmp_path / 'nowhere'}", f"Reader : {there}"):
        with pytest.raises(BadValue) as refused:
            tools.new_match("smugglers-cove", opponents=opponents)
        assert refused.value.code == "mcp-bot-file"


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_client_plays_a_match(store: Store, code: str) -> None:
    engine = Engine()
    tools = Tools(engine, store, engine.language(code))

    async def talk(client: Any, call: Call) -> None:
        games = {game["game"] for game in await call("list_games")}
        assert "smugglers-cove" in games
        table = await call("new_match", game="smugglers-cove", opponents="greedy")
        match, seat = table["match"], table["seat"]
        rng = Random(3)
        with pytest.raises(BadValue):
            await call("play", match=match, seat=seat, move="nonsense")
        while not table["over"]:
            moves = await call("legal_moves", match=match, seat=seat)
            table = await call("play", match=match, seat=seat, move=rng.choice(moves)["move"])
            assert table["happened"]
        assert len(table["scores"]) == 2
        assert "gewinn" in table["ends"] if code == "de" else "win" in table["ends"]

    ask(tools, talk)
    (saved,) = store.list()
    assert saved.result


def test_a_client_mends_a_rule_set(store: Store) -> None:
    engine = Engine()
    tools = Tools(engine, store, engine.language("en"))
    text = "format: 1\nid: my-deck\nname: Mine\nextends: jolly-roger/advanced\nturns: ten\n"

    async def talk(client: Any, call: Call) -> None:
        guide = await client.read_resource("splitpick://guide/rulesets")
        assert "extends" in guide.contents[0].text

        async def faults(text: str) -> list[str]:
            found = (await call("check_ruleset", text=text))["findings"]
            return [each["code"] for each in found if each["severity"] == "error"]

        assert await faults(text) == ["not-a-number"]
        mended = text.replace("turns: ten", "turns: 10")
        (code,) = await faults(mended)
        assert "set-aside" in (await call("explain_finding", code=code))["cure"]
        assert await faults(mended + "set-aside: 0\n") == []
        rules = await client.read_resource("splitpick://games/jolly-roger/rules")
        assert "captain" in rules.contents[0].text
        prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
        assert prompts == {"play_match", "write_ruleset"}

    ask(tools, talk)


@pytest.mark.parametrize("path", ["/etc/passwd", "./my-deck.yaml", "../jolly-roger.yaml"])
def test_a_model_opens_no_files(store: Store, path: str) -> None:
    tools = Tools(Engine(), store, Engine().language("en"))
    for call in (tools.rules, tools.new_match):
        with pytest.raises(UnknownName, match="There is no rule set"):
            call(path)


def test_a_seat_that_is_played_elsewhere_is_not_served(store: Store) -> None:
    engine = Engine()
    tools = Tools(engine, store, engine.language("en"))
    table = tools.new_match("smugglers-cove", opponents="random")
    for call in (tools.look, tools.legal_moves, tools.hint):
        with pytest.raises(BadValue, match="is not played here"):
            call(str(table["match"]), 2)


def test_of_people_with_secrets_one_is_served(store: Store) -> None:
    engine = Engine()
    tools = Tools(engine, store, engine.language("en"))
    ruleset = engine.ruleset_file("smugglers-cove").variant()
    name = store.create(Record(settle(engine, ruleset, [HUMAN, HUMAN], 0, 5), ()))
    assert tools.look(name, 1)["your_turn"]
    with pytest.raises(BadValue, match="has secrets"):
        tools.look(name, 2)


def test_a_redealt_hand_changes_no_answer(store: Store) -> None:
    """Two deals that differ only in the other hand answer alike."""
    engine = Engine()
    tools = Tools(engine, store, engine.language("en"))
    table = tools.new_match("smugglers-cove", opponents="random")
    session = tools._session(str(table["match"]), 1)
    before = tools._table(session, 0), tools.legal_moves(str(table["match"]), 1)
    assert "(?)" not in str(before)
    hidden = session.position.resample(0, Random(4))
    assert hidden.view(1) != session.position.view(1)
    session.match.position = hidden
    assert tools._table(session, 0) == before[0]
