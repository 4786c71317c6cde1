"""Bots in processes of their own, and programs at a table in browsers: they play or are lost."""

import asyncio
import os
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from program_players import EXAMPLES, SLEEP, pids, program
from splitpick.cli.web import bot_pool
from splitpick.cli.web.bot_pool import BotPool, Chosen, _thinking
from splitpick.core.errors import BotFailed
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.programs.allowed_commands import keep_command
from splitpick.core.matches.record import Record, load_setup, record_of, settle
from splitpick.core.matches.setup import Setup
from splitpick.core.matches.store import Store
from web_tables import serving

pytestmark = pytest.mark.process

ENGINE = Engine()


def setup_of(*players: str) -> Setup:
    rules = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    return settle(ENGINE, rules, players, 0, 7)


@pytest.mark.slow
def test_a_bot_chooses_as_it_does_in_the_terminal() -> None:
    """With the same seed, at the same moment: a resumed match goes on in the same way."""
    setup = setup_of("mate", "human")
    match = load_setup(ENGINE, setup).match()

    async def choices() -> set[str]:
        asked = [pool.choose(record_of(setup, match), 0) for _ in range(3)]
        return {chosen.notation for chosen in await asyncio.gather(*asked)}

    with closing(BotPool(processes=2)) as pool:
        found = asyncio.run(choices())
    assert len(found) == 1
    assert found <= {*match.legal()}


def test_a_process_that_dies_twice_has_lost() -> None:
    async def ask() -> None:
        await pool._ask(os._exit, 3)

    with closing(BotPool(processes=1)) as pool, pytest.raises(BotFailed) as failed:
        asyncio.run(ask())
    assert failed.value.code == "bot-lost"


@pytest.mark.slow
def test_bots_that_never_answer_hold_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are processes, and more: only they have lost."""
    monkeypatch.setattr(bot_pool, "SHARED_SECONDS", 3.0)
    monkeypatch.setattr(bot_pool, "ALONE_SECONDS", 6.0)
    setup = setup_of("human", "greedy")
    match = load_setup(ENGINE, setup).match()
    match.apply(match.position.legal_actions()[0])
    record = record_of(setup, match)

    async def ask() -> list[object]:
        hanging = [pool._ask(time.sleep, 1000) for _ in range(3)]
        return await asyncio.gather(*hanging, pool.choose(record, 1), return_exceptions=True)

    with closing(BotPool(processes=2)) as pool:
        *lost, chosen = asyncio.run(ask())

    assert [failed.code for failed in lost if isinstance(failed, BotFailed)] == ["bot-hangs"] * 3
    assert isinstance(chosen, Chosen)
    assert chosen.notation in match.legal()


def test_a_bot_has_the_time_of_its_budget() -> None:
    assert [_thinking(name) for name in ("mate", "mcts:5000ms", "mcts:nodes=900000")] == [
        4,
        10,
        600,
    ]


def saved(home: Path, command: str) -> str:
    """Save a match of a person against the program *command* in *home*; return its name."""
    setup = setup_of("human", f"process:{command}")
    with closing(Store(home)) as store:
        return store.create(Record(replace(setup, uid="0123456789abcdef"), ()))


@pytest.mark.slow
@pytest.mark.parametrize("falls", [False, True])
def test_a_program_plays_at_a_table(
    tmp_path: Path, falls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = f"{sys.executable} {EXAMPLES / 'bot.py'}"
    command = program(tmp_path, "hello(); sys.exit(1)") if falls else bot
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    keep_command(command)
    name = saved(tmp_path, command)
    with serving(tmp_path) as server:
        jolly, _ = server.seats_of(f"{server.host_path}/{name}")
        jolly.play()
        if falls:
            assert jolly.sees("has lost")
            assert "You win." in jolly.page
        else:
            assert jolly.sees("Play a card.")
        assert sys.executable not in jolly.page  # nor any other path of the host's
        assert str(tmp_path) not in jolly.page


@pytest.mark.slow
def test_no_browser_starts_a_command_from_elsewhere(tmp_path: Path) -> None:
    """The table says so, the match stands still, and nobody has lost."""
    name = saved(tmp_path, program(tmp_path, SLEEP))
    with serving(tmp_path) as server:
        jolly, _ = server.seats_of(f"{server.host_path}/{name}")
        jolly.play()

        assert jolly.sees("a match from elsewhere may name any command")
        assert pids(tmp_path) == []
        assert "has lost" not in jolly.page
