"""The engine: what plugins bring is found, clashes are named, and nothing of it is global."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.play.match_players import MatchPlayers
from splitpick.cli.screen import Screen
from splitpick.core import Engine, Match, RulesetError, UnknownName
from splitpick.core.game import CHANCE, JSON, OVER, Action, Game, Position
from splitpick.core.hooks import hookimpl
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.players import Bot, Greedy, RandomBot
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel
from splitpick.core.text import Message

ROOT = Path(__file__).resolve().parent.parent
SPECIAL_CARDS = ("kraken", "skeleton", "tortuga")


# The special cards are plugins like anybody's.


def as_a_third_party_writes_it(name: str, folder: Path) -> ModuleType:
    """Make a module outside of splitpick from one of our plugins, importing as outsiders do."""
    source = (ROOT / "plugins" / f"{name}.py").read_text("utf-8")
    source = source.replace("from ..core", "from splitpick.core")
    assert "from ." not in source
    module = ModuleType(f"outsider_{name}")
    module.__file__ = str(folder / f"{name}.py")
    sys.modules[module.__name__] = module
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    return module


@pytest.fixture
def outsiders(tmp_path: Path) -> Iterator[dict[str, object]]:
    """Our three special cards as an outsider's modules."""
    modules = {name: as_a_third_party_writes_it(name, tmp_path) for name in SPECIAL_CARDS}
    yield dict(modules)
    for module in modules.values():
        del sys.modules[module.__name__]


def test_the_special_cards_need_nothing_a_third_party_has_not_got(
    outsiders: dict[str, object],
) -> None:
    """Loaded from outside they play the very same games."""
    journals = []
    for engine in (Engine(), Engine(outsiders)):
        match = Match(engine.load_game("jolly-roger", variant="all-cards"), seed=5)
        rng = Random(5)
        while not match.over:
            match.apply(RandomBot().choose(match.position, match.position.to_act(), rng, 0))
        journals.append(match.journal)

    assert journals[0] == journals[1]
    assert any("KR*" in text for text in journals[0])


def test_without_the_plugins_the_rule_set_says_what_is_missing() -> None:
    """Each special card is a finding."""
    with pytest.raises(RulesetError) as refused:
        Engine({}).load_game("jolly-roger")

    assert {finding.message.code for finding in refused.value.findings} == {"unknown-effect"}
    assert len(refused.value.findings) == 3


def test_the_installed_plugins_are_found_by_name() -> None:
    """Through their entry points."""
    names = [name for name, _ in Engine().manager.list_name_plugin()]

    assert set(SPECIAL_CARDS) <= set(names)
    assert list(Engine().effects) == sorted(Engine().effects)


def test_engines_know_nothing_of_each_other() -> None:
    """One manager an engine."""
    assert Engine({}).effects == {}
    assert set(Engine().effects) >= set(SPECIAL_CARDS)


# What goes wrong.


def test_a_name_is_never_a_path() -> None:
    """What looks like a path is one; anything else is looked up among the rule sets."""
    for name in ("..", "jolly-roger.txt", "", "JOLLY-ROGER", "jolly roger"):
        with pytest.raises(UnknownName):
            Engine().ruleset_file(name)
    with pytest.raises(RulesetError):
        Engine().ruleset_file("./no-such-file.yaml")


# A whole game from a plugin, which brings no words of its own.


class NimPosition(Position):
    """Take one or two of what is left; whoever takes the last wins.  A coin says what is there."""

    def __init__(self, left: int, seat: int) -> None:
        self.left = left
        self.seat = seat

    def to_act(self) -> int:
        return CHANCE if self.left < 0 else OVER if self.left == 0 else self.seat

    def legal_actions(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.left]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(4, 1), (5, 1)] if self.left < 0 else []

    def apply(self, action: int) -> None:
        if self.left < 0:
            self.left = action
        else:
            self.left -= action
            self.seat = 1 - self.seat

    def copy(self) -> NimPosition:
        return NimPosition(self.left, self.seat)

    def scores(self) -> list[int]:
        return [int(self.left == 0 and self.seat != seat) for seat in (0, 1)]

    def winners(self) -> list[int]:
        return [1 - self.seat]

    def notation(self, action: int) -> str:
        return f"there are {action}" if self.left < 0 else f"take {action}"

    def parse(self, text: str) -> int:
        return int(text.split()[-1])

    def describe(self, action: int) -> Action:
        return Action("take", self.to_act(), self.notation(action))

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {"left": self.left, "to_act": self.to_act()}

    def resample(self, seat: int, rng: Random) -> NimPosition:
        return self.copy()


class Nim(Game):
    def new_position(self, first: int = 0) -> NimPosition:
        return NimPosition(-1, first)


class NimKind(GameKind):
    id = "nim"

    def model(self, rules: Mapping[str, object]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return Nim(rules.id, variant, players)


class LastBot(Bot):
    id = "last"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return position.legal_actions()[-1]


class NimPlugin:
    """Brings a game, its rule set and a bot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "nim.yaml").write_text(
            "format: 1\nid: nim\ngame: nim\nname: {en: Nim, de: Nimm}\n"
            "seats: [{id: a, name: {en: Ann}}, {id: b, name: {en: Bob}}]\n"
        )

    @hookimpl
    def splitpick_games(self) -> list[GameKind]:
        return [NimKind()]

    @hookimpl
    def splitpick_rulesets(self) -> list[Traversable]:
        return [self.folder]

    @hookimpl
    def splitpick_bots(self) -> list[type[Bot]]:
        return [LastBot]

    @hookimpl
    def splitpick_catalogs(self) -> list[tuple[str, Traversable]]:
        return [("nim", self.folder)]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine({"nim": NimPlugin(tmp_path)})


def test_a_plugin_brings_a_whole_game(engine: Engine) -> None:
    """By name, beside ours."""
    assert {"jolly-roger", "nim"} <= set(engine.rulesets())
    assert {"random", "greedy", "last"} <= set(engine.bots)
    assert isinstance(engine.load_game("nim"), Nim)
    assert engine.language("de").say(Message("x", "Tortuga", domain="nim")) == "Tortuga"


def test_bots_play_what_they_have_never_seen(engine: Engine) -> None:
    """Greedy sees a win that is one move away."""
    match = Match(engine.load_game("nim"), seed=1)
    while not match.over:
        seat = match.position.to_act()
        match.apply(Greedy().choose(match.position, seat, Random(0), 0))

    assert match.journal[-1] in ("take 1", "take 2")
    assert match.position.scores()[match.position.winners()[0]] == 1


def test_a_game_without_words_of_its_own_is_played_in_its_notation(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screen knows nothing of any game."""
    ruleset = engine.ruleset_file("nim").variant(None)
    loaded = load_setup(engine, settle(engine, ruleset, ["last", "greedy"], first=0, seed=3))
    for accessible in (False, True):
        screen = Screen(engine.language("en"), accessible=accessible)
        sitting = GameLoop(screen, MatchPlayers.of(engine, loaded), loaded.match())
        sitting.welcome()
        sitting.recall()
        sitting.play()
    said: Any = capsys.readouterr().out

    assert "Nim, standard game. Ann: bot, Bob: greedy. Ann begins." in said
    assert "there are" in said
    assert "take 2" in said
    assert "left: 0" in said
    assert sitting.presenter.choice(loaded.game.new_position(), 4).notation == "there are 4"
    assert loaded.presenter.rules() == []
