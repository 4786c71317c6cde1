"""What stands behind ``seat=``: bots, what they may think, and levels for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import run
from splitpick.cli.play.vocabulary import WITHOUT_UMLAUTS
from splitpick.core import Match
from splitpick.core.errors import SplitpickError
from splitpick.core.game import Position
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.player import BotPlayer
from splitpick.core.matches.records.fields import PLAYER
from splitpick.core.matches.seating import BOT, Seated, bot_of, seated, title_of
from splitpick.core.players import BUILT_IN, Bot
from splitpick.core.players.budget import MOST_MS, MOST_NODES, USUAL_SECONDS, Budget, read_budget
from splitpick.core.players.levels import LEVELS, Level
from splitpick.core.text import Language, msg
from tables import jolly_roger


class Thinker(Bot):
    """A bot that tells what it was given."""

    id = "thinker"
    title = msg("bot-thinker", "thinker")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {"nodes": (1, MOST_NODES), "turns": (1, 9)}
    turns = 3
    given: float = -1

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        self.given = budget
        return position.legal_actions()[0]


BOTS: dict[str, type[Bot]] = {**{bot.id: bot for bot in BUILT_IN}, Thinker.id: Thinker}
ENGLISH = Language("en")


def sit(name: str) -> Seated:
    return seated(name, BOTS)


@pytest.mark.parametrize(
    ("typed", "name", "seconds", "title"),
    [
        ("thinker", "thinker", USUAL_SECONDS, "thinker"),
        ("greedy", "greedy", USUAL_SECONDS, "greedy"),
        ("thinker:300ms", "thinker:300ms", 0.3, "thinker, 300 ms"),
        ("thinker:1.5s", "thinker:1500ms", 1.5, "thinker, 1500 ms"),
        ("thinker: 2 S", "thinker:2000ms", 2.0, "thinker, 2000 ms"),
        ("Thinker:0.05s", "thinker:50ms", 0.05, "thinker, 50 ms"),
        ("thinker:nodes=20000", "thinker:nodes=20000", 0.0, "thinker, 20000 nodes"),
        ("thinker:nodes=1", "thinker:nodes=1", 0.0, "thinker, 1 node"),
        ("thinker:turns=1, 500ms", "thinker:500ms,turns=1", 0.5, "thinker, 500 ms, turns=1"),
        ("thinker:turns=2", "thinker:turns=2", USUAL_SECONDS, "thinker, turns=2"),
        (
            "thinker:turns=2,nodes=9",
            "thinker:nodes=9,turns=2",
            0.0,
            "thinker, 9 nodes, turns=2",
        ),
    ],
)
def test_a_bot_is_named_with_what_it_may_think(
    typed: str, name: str, seconds: float, title: str
) -> None:
    """However it is typed, it is kept in one way, which means the same again."""
    found = sit(typed)

    assert (found.name, found.budget, ENGLISH.say(found.title)) == (name, seconds, title)
    assert sit(name) == found
    assert re.fullmatch(BOT, name)
    assert title_of(name, BOTS) == found.title


def test_every_seat_has_a_bot_of_its_own_with_its_settings() -> None:
    one, other = sit("thinker:nodes=7,turns=1"), sit("thinker")

    made = one.bot()
    assert isinstance(made, Thinker)
    assert (made.nodes, made.turns) == (7, 1)
    assert one.bot() is not made
    assert isinstance(plain := other.bot(), Thinker)
    assert (plain.nodes, plain.turns) == (0, 3)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_a_level_is_a_bot_with_a_budget(level: Level) -> None:
    found = sit(level.id)

    assert found.name == level.id
    assert found.title == level.title
    assert found.kind.id == level.bot == bot_of(level.id)
    plain = sit(f"{level.bot}:{level.budget}")
    assert (plain.kind, plain.budget, plain.settings) == (found.kind, found.budget, found.settings)


def test_a_level_goes_before_a_bot_of_its_name_but_has_no_budget() -> None:
    class Captain(Thinker):
        id = "captain"

    bots = {**BOTS, "captain": Captain}
    alone, told = seated("captain", bots), seated("captain:500ms", bots)

    assert alone.kind.id == bot_of("captain")
    assert (told.kind, told.budget, told.name) == (Captain, 0.5, "captain:500ms")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("thinkre", "unknown-player"),
        ("", "unknown-player"),
        (":300ms", "unknown-player"),
        ("thinkre:300ms", "unknown-player"),
        ("thinker:", "bad-budget"),
        ("thinker:fast", "bad-budget"),
        ("thinker:300", "bad-budget"),
        ("thinker:1,5s", "bad-budget"),
        ("thinker:1ms,2ms", "bad-budget"),
        ("thinker:turns=1,turns=2", "bad-budget"),
        ("thinker:300ms,nodes=5", "bad-budget"),
        ("thinker:-3ms", "bad-budget"),
        ("thinker:nodes=1e9", "bad-budget"),
        ("thinker:٣ms", "bad-budget"),
        ("thinker:0ms", "budget-range"),
        ("thinker:601s", "budget-range"),
        ("thinker:nodes=0", "setting-range"),
        ("thinker:nodes=1000000001", "setting-range"),
        ("thinker:turns=10", "setting-range"),
        ("thinker:node=5", "unknown-setting"),
        ("greedy:nodes=5", "unknown-setting"),
        ("mate:300ms", "level-budget"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, code: str) -> None:
    with pytest.raises(SplitpickError) as refused:
        sit(typed)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("pirat-king", 'There is no player "pirat-king". Did you mean "pirate-king"?'),
        ("thinker:node=5", 'The bot thinker has no setting "node". Did you mean "nodes"?'),
        (
            "thinker:?",
            (
                "Behind a bot stands how long it may think, such as thinker:500ms or "
                'thinker:nodes=5000, not "?".'
            ),
        ),
        (
            "greedy:fast",
            'Behind a bot stands how long it may think, such as greedy:500ms, not "fast".',
        ),
        ("thinker:11111s", "A bot may think from 1 ms to 600 s over a decision."),
    ],
)
def test_it_says_what_would_make_sense(typed: str, sentence: str) -> None:
    with pytest.raises(SplitpickError) as refused:
        sit(typed)
    assert ENGLISH.say(refused.value.message) == sentence


@given(st.integers(1, MOST_MS), st.integers(1, MOST_NODES), st.integers(1, 9))
def test_every_budget_is_read_as_it_is_written(time: int, nodes: int, turns: int) -> None:
    for budget in (
        Budget(time),
        Budget(time, (("turns", turns),)),
        Budget(None, (("nodes", nodes), ("turns", turns))),
    ):
        assert read_budget(str(budget)) == budget
    assert read_budget(f"{time // 1000}.{time % 1000:03}s") == Budget(time)


@given(st.text(max_size=30))
def test_nothing_that_is_typed_makes_it_fail_otherwise(typed: str) -> None:
    try:
        found = sit(f"thinker:{typed}")
    except SplitpickError:
        return
    assert sit(found.name) == found


@pytest.mark.parametrize(
    "command", ["process:500ms", "program:nodes=5", "human:500ms", "post:500ms", "process:./x"]
)
def test_no_command_looks_like_a_bot(command: str) -> None:
    assert re.fullmatch(BOT, command) is None


def test_a_name_nobody_knows_is_its_own_title() -> None:
    for name in ("stranger", "stranger:500ms", "greedy:nodes=5", "mate:5ms", "a\x1b[1m"):
        assert title_of(name) == name
    assert re.fullmatch(PLAYER, "program:500ms")


def test_a_bot_thinks_as_long_as_its_seat_says() -> None:
    """Whatever the others may."""
    match = Match(jolly_roger(), seed=1)
    for typed, seconds in (("thinker:30ms", 0.03), ("thinker:nodes=5", 0.0)):
        found = sit(typed)
        bot = found.bot()
        assert isinstance(bot, Thinker)
        player = BotPlayer(bot, None, found.budget, found.title)
        player.choose(match, match.position.to_act(), 2.0)
        assert bot.given == seconds


# On the command line.

GAME = ("play", "jolly-roger", "--seed", "3", "--no-save", "--first", "roger")


def welcome(*seats: str, language: str = "en") -> str:
    """Return the line that says who plays, after *seats* were wished for."""
    wishes = [word for seat in seats for word in ("--seat", seat)]
    ended = run(*GAME, *wishes, typed="quit\n", language=language)
    assert ended.code == 0, ended.err
    return ended.out.splitlines()[0]


@pytest.mark.parametrize(
    ("player", "title"),
    [
        ("ships-boy", "ship's boy"),
        ("ship's boy", "ship's boy"),
        ("Mate", "mate"),
        ("mcts:nodes=2", "mcts, 2 nodes"),
        ("mcts : 20 ms", "mcts, 20 ms"),
    ],
)
def test_levels_and_budgets_are_typed_behind_a_seat(player: str, title: str) -> None:
    assert f"Roger: {title}. " in welcome("jolly=human", f"roger={player}")


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_a_level_is_typed_in_ones_own_language(level: Level) -> None:
    """With its umlauts or without."""
    german = Language("de").say(level.title)
    without = german.casefold().translate(WITHOUT_UMLAUTS)

    told = welcome("jolly=human", f"roger={german}", language="de")
    assert f"Roger: {german}. " in told
    assert welcome("jolly=human", f"roger={without}", language="de") == told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["play", "--seat", "roger=mcts:quick"], "bad-budget"),
        (["play", "--seat", "roger=mcts:0ms"], "budget-range"),
        (["play", "--seat", "roger=mcts:nodes=0"], "setting-range"),
        (["play", "--seat", "roger=mcts:turn=1"], "unknown-setting"),
        (["play", "--seat", "roger=mate:3s"], "level-budget"),
        (["play", "--seat", "roger=mctss:3s"], "unknown-player"),
        (["play", "--seat", "roger=human:3s"], "unknown-player"),
        (["rulesets", "try", "jolly-roger", "--seat", "roger=pirat-king"], "unknown-player"),
        (["rulesets", "try", "jolly-roger", "--seat", "roger=human"], "unknown-player"),
    ],
)
def test_a_wrong_budget_is_bad_input(arguments: list[str], code: str) -> None:
    ended = run(*arguments)

    assert (ended.code, ended.error_code) == (2, code)


def test_a_trial_takes_nodes() -> None:
    ended = run(
        "rulesets", "try", "jolly-roger", "-n", "1",
        "--seat", "jolly=mcts:nodes=2", "--seat", "roger=ships-boy",
    )  # fmt: skip
    assert "(mcts, 2 nodes, ship's boy)" in ended.out


def test_a_match_goes_on_with_the_same_player(tmp_path: Path) -> None:
    """It is kept in the one way it is written, also in a record that goes out and comes back."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    seats = ("--seat", "jolly=human", "--seat", "roger=mcts: nodes=3")
    run("play", "jolly-roger", "--seed", "3", *seats, typed="quit\n", variables=home)

    resumed = run("resume", typed="quit\n", variables=home)
    assert "Roger: mcts, 3 nodes. " in resumed.out
    assert "mcts, 3 nodes" in run("matches", "list", variables=home).out
    record = run("matches", "export", "jolly-roger-1", variables=home).out
    assert '[Seat "roger" "mcts:nodes=3"]' in record
    page = run("matches", "export", "jolly-roger-1", "--format", "markdown", variables=home).out
    assert "mcts, 3 nodes" in page

    file = tmp_path / "sent.txt"
    file.write_text(record, "utf-8")
    elsewhere = {"SPLITPICK_HOME": str(tmp_path / "elsewhere")}
    assert run("matches", "import", str(file), variables=elsewhere).code == 0
    again = run("resume", "--seat", "jolly=ships-boy", typed="", variables=elsewhere)
    assert "Jolly: ship's boy, Roger: mcts, 3 nodes. " in again.out


def test_plugins_bring_no_bot_of_a_level_name() -> None:
    from splitpick.core.hooks.brought import HOOKS

    assert {level.id for level in LEVELS} <= set(HOOKS["splitpick_bots"].taken())
    assert set(Engine().bots) >= {level.bot for level in LEVELS}
