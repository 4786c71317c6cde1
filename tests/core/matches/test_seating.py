"""The players behind ``seat=``: bots, budgets for their thinking, and levels for people."""

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import run
from splitpick.core.errors import SplitpickError
from splitpick.core.game import Position
from splitpick.core.matches.seating import BOT, Seated, bot_of, seated, title_of
from splitpick.core.players import BUILT_IN, Bot
from splitpick.core.players.budget import MOST_MS, MOST_NODES, USUAL_SECONDS, Budget, read_budget
from splitpick.core.players.levels import LEVELS
from splitpick.core.text import Language, msg


class Thinker(Bot):
    """A bot that remembers its budget."""

    id = "thinker"
    title = msg("bot-thinker", "thinker")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {"nodes": (1, MOST_NODES), "turns": (1, 9)}
    turns = 3
    given: float = -1

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        self.given = budget
        return position.legal_actions()[0]


class Reader(Bot):
    """A bot that needs a file."""

    id = "reader"
    title = msg("bot-reader", "reader")
    reads_file = True


BOTS: dict[str, type[Bot]] = {
    **{bot.id: bot for bot in BUILT_IN},
    Thinker.id: Thinker,
    Reader.id: Reader,
}
ENGLISH = Language("en")


def sit(name: str) -> Seated:
    return seated(name, BOTS)


@pytest.mark.parametrize(
    ("typed", "name", "seconds", "title"),
    [
        ("greedy", "greedy", USUAL_SECONDS, "greedy"),
        ("Thinker:0.05s", "thinker:50ms", 0.05, "thinker, 50 ms"),
        ("thinker: 2 S", "thinker:2000ms", 2.0, "thinker, 2000 ms"),
        ("thinker:nodes=20000", "thinker:nodes=20000", 0.0, "thinker, 20000 nodes"),
        ("thinker:nodes=1", "thinker:nodes=1", 0.0, "thinker, 1 node"),
        ("thinker:turns=1, 500ms", "thinker:500ms,turns=1", 0.5, "thinker, 500 ms, turns=1"),
        ("thinker:turns=2", "thinker:turns=2", USUAL_SECONDS, "thinker, turns=2"),
        ("thinker:turns=2,nodes=9", "thinker:nodes=9,turns=2", 0.0, "thinker, 9 nodes, turns=2"),
    ],
)
def test_a_bot_is_named_with_its_budget(typed: str, name: str, seconds: float, title: str) -> None:
    """However it is typed, it is kept in one form, which means the same again."""
    found = sit(typed)

    assert (found.name, found.budget, ENGLISH.say(found.title)) == (name, seconds, title)
    assert sit(name) == found
    assert re.fullmatch(BOT, name)
    assert title_of(name, BOTS) == found.title


def test_a_level_is_a_bot_with_a_budget() -> None:
    for level in LEVELS:
        found, plain = sit(level.id), sit(f"{level.bot}:{level.budget}")
        assert (found.name, found.title) == (level.id, level.title)
        assert found.kind.id == level.bot == bot_of(level.id)
        assert (plain.budget, plain.settings) == (found.budget, found.settings)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("unknown-player", ["thinkre", "", ":300ms", "thinkre:300ms"]),
        ("bad-budget", ["thinker:", "thinker:fast", "thinker:300", "thinker:1,5s", "thinker:٣ms"]),
        ("bad-budget", ["thinker:1ms,2ms", "thinker:turns=1,turns=2", "thinker:300ms,nodes=5"]),
        ("budget-range", ["thinker:0ms", "thinker:601s"]),
        ("setting-range", ["thinker:nodes=0", "thinker:nodes=1000000001", "thinker:turns=10"]),
        ("unknown-setting", ["thinker:node=5", "greedy:nodes=5"]),
        ("level-budget", ["mate:300ms"]),
    ],
)
def test_a_bad_name_is_refused(code: str, typed: list[str]) -> None:
    for name in typed:
        with pytest.raises(SplitpickError) as refused:
            sit(name)
        assert refused.value.code == code, name


@given(st.integers(1, MOST_MS), st.integers(1, MOST_NODES), st.integers(1, 9))
def test_every_budget_is_read_as_it_is_written(time: int, nodes: int, turns: int) -> None:
    for budget in (
        Budget(time),
        Budget(time, (("turns", turns),)),
        Budget(None, (("nodes", nodes), ("turns", turns))),
    ):
        assert read_budget(str(budget)) == budget
    assert read_budget(f"{time // 1000}.{time % 1000:03}s") == Budget(time)


def test_no_command_looks_like_a_bot_and_an_unknown_name_is_its_own_title() -> None:
    for name in ("process:500ms", "program:nodes=5", "human:500ms", "post:500ms", "process:./x"):
        assert re.fullmatch(BOT, name) is None
    for name in ("stranger", "stranger:500ms", "greedy:nodes=5", "mate:5ms", "a\x1b[1m"):
        assert title_of(name) == name


@pytest.mark.slow
def test_a_match_goes_on_with_the_same_player(tmp_path: Path) -> None:
    """It is kept in one form, also in a record that goes out and comes back."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    seats = ("--seat", "jolly=human", "--seat", "roger=mcts: nodes=3")
    run("play", "jolly-roger", "--seed", "3", *seats, typed="quit\n", variables=home)

    assert "Roger: mcts, 3 nodes. " in run("resume", typed="quit\n", variables=home).out
    assert "mcts, 3 nodes" in run("matches", "list", variables=home).out
    record = run("matches", "export", "jolly-roger-1", variables=home).out
    assert '[Seat "roger" "mcts:nodes=3"]' in record
    page = run("matches", "export", "jolly-roger-1", "--format", "markdown", variables=home).out
    assert "mcts, 3 nodes" in page

    file = tmp_path / "sent.txt"
    file.write_text(record, "utf-8")
    elsewhere = {"SPLITPICK_HOME": str(tmp_path / "elsewhere")}
    assert run("matches", "import", str(file), variables=elsewhere).code == 0
    again = run("resume", "--seat", "jolly=ships-boy", variables=elsewhere)
    assert "Jolly: ship's boy, Roger: mcts, 3 nodes. " in again.out


def test_a_bot_that_reads_a_file_knows_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the match is resumed; others see the name of the file alone."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "My Policy.npz"
    file.touch()
    found = sit("Reader: My Policy.npz")

    assert found.name == f"reader:{file}"
    assert found.bot().file == str(file)
    assert sit(found.name) == found
    assert ENGLISH.say(found.title) == "reader, My Policy.npz"
    assert bot_of(found.name) == "reader"
    assert title_of(found.name) == "reader:My Policy.npz"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("reader", "The bot reader needs a file, as in reader:FILE."),
        ("reader:", "The bot reader needs a file, as in reader:FILE."),
        ("reader:nowhere.npz", 'There is no file "nowhere.npz".'),
    ],
)
def test_a_bot_without_its_file_is_refused(typed: str, message: str) -> None:
    with pytest.raises(SplitpickError) as refused:
        sit(typed)

    assert ENGLISH.say(refused.value.message) == message
