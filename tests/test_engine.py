"""The engine loads games, also those that a plugin brings without any words."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.play.match_players import MatchPlayers
from splitpick.cli.screen import Screen
from splitpick.core import Engine, RulesetError, UnknownName
from splitpick.core.game import CHANCE, JSON, OVER, Action, Game, Position
from splitpick.core.hooks import hookimpl
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.players import Bot
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel


def test_without_the_plugins_each_special_card_is_a_finding() -> None:
    with pytest.raises(RulesetError) as refused:
        Engine({}).load_game("jolly-roger")

    assert {finding.message.code for finding in refused.value.findings} == {"unknown-effect"}
    assert len(refused.value.findings) == 3


def test_a_name_is_never_a_path() -> None:
    for name in ("..", "jolly-roger.txt", "", "JOLLY-ROGER", "jolly roger"):
        with pytest.raises(UnknownName):
            Engine().ruleset_file(name)
    with pytest.raises(RulesetError):
        Engine().ruleset_file("./no-such-file.yaml")


# A whole game from a plugin, which brings no words of its own.


class NimPosition(Position):
    """Take one or two of what is left; whoever takes the last wins.  Chance lays 4 or 5."""

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


def test_a_game_without_words_of_its_own_is_played_in_its_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screen knows nothing of any game."""
    engine = Engine({"nim": NimPlugin(tmp_path)})
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
