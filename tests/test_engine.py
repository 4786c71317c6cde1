"""The engine loads games, also those that a plugin brings without any words."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random

import pytest

from planted import Duel, DuelPosition
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.core import Engine, Match, PluginError, Position, RulesetError, UnknownName
from splitpick.core.game import Game
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.record import settle
from splitpick.core.players import Greedy, RandomBot
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel


def test_without_the_plugins_each_special_card_is_a_finding() -> None:
    with pytest.raises(RulesetError) as refused:
        Engine({}).load_game("jolly-roger")

    codes = [finding.message.code for finding in refused.value.findings]
    assert codes == ["unknown-effect"] * 3


def test_a_name_is_never_a_path() -> None:
    for name in ("..", "jolly-roger.txt", "", "JOLLY-ROGER", "jolly roger"):
        with pytest.raises(UnknownName):
            Engine().ruleset_file(name)
    with pytest.raises(RulesetError):
        Engine().ruleset_file("./no-such-file.yaml")


class DuelKind(GameKind):
    """The game of the planted faults, without a presenter."""

    id = "duel"

    def model(self, rules: Mapping[str, object]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        game = Duel(DuelPosition)
        game.variant = variant
        return game


class DuelPlugin:
    """Brings the game and its rule set."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "duel.yaml").write_text(
            "format: 1\nid: duel\ngame: duel\nname: {en: Duel, de: Duell}\n"
            "seats: [{id: a, name: {en: Ann}}, {id: b, name: {en: Bob}}]\n"
        )

    @hookimpl
    def splitpick_games(self) -> list[GameKind]:
        return [DuelKind()]

    @hookimpl
    def splitpick_rulesets(self) -> list[Traversable]:
        return [self.folder]


@pytest.mark.parametrize("accessible", [False, True])
def test_a_game_without_words_of_its_own_is_played_in_its_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], accessible: bool
) -> None:
    """The screen knows nothing of any game."""
    engine = Engine({"duel": DuelPlugin(tmp_path)})
    ruleset = engine.ruleset_file("duel").variant()
    setup = settle(engine, ruleset, ["random", "greedy"], first=0, seed=3)
    screen = Screen(engine.language("en"), accessible=accessible)
    sitting = GameLoop(screen, engine, setup)
    sitting.welcome()
    sitting.recall()
    sitting.play()
    said = capsys.readouterr().out

    assert "Duel, standard game. Ann: random, Bob: greedy. Ann begins." in said
    assert "say low" in said
    assert "hands: " in said
    assert sitting.presenter.rules() == []


def test_a_game_that_fails_ends_the_match_with_the_name_of_its_plugin(tmp_path: Path) -> None:
    """No bot is to blame for it."""

    class Failing(DuelPosition):
        def resample(self, seat: int, rng: Random) -> Position:
            raise ValueError("no")

    guard = Guard(Engine({"duel": DuelPlugin(tmp_path)}))
    match = Match(Duel(Failing), seed=1)
    for bot in (RandomBot(), Greedy()):
        with pytest.raises(PluginError, match="The plugin duel fails: ValueError: no"):
            guard.choose(bot, match.position, match.position.to_act(), Random, 0)
