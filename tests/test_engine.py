"""The engine loads games, also those that a plugin brings without any words."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from planted import Duel, DuelPosition
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.vocabulary import Vocabulary
from splitpick.core import (
    CHANCE,
    Action,
    Engine,
    Match,
    PluginError,
    Position,
    RulesetError,
    UnknownName,
)
from splitpick.core.game import Game
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.record import settle
from splitpick.core.players import Greedy, RandomBot
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel
from splitpick.core.text import Name


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
    position = DuelPosition

    def model(self, rules: Mapping[str, object]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        game = Duel(self.position)
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


THINGS = [f"gift {a} {b}" for a in range(8) for b in range(a)]
THINGS += [*(f"keep {card}" for card in range(8)), "pass"]


class Gifts(DuelPosition):
    """Each seat gives two of eight cards away, keeps one, or passes."""

    def legal_actions(self) -> list[int]:
        return [*range(len(THINGS))] if self.to_act() >= 0 else []

    def notation(self, action: int) -> str:
        return super().notation(action) if self.to_act() == CHANCE else THINGS[action]

    def parse(self, text: str) -> int:
        return THINGS.index(text) if text in THINGS else super().parse(text)

    def describe(self, action: int) -> Action:
        text = self.notation(action)
        return Action(text.split()[0], self.to_act(), text)


@pytest.mark.parametrize("accessible", [False, True])
def test_many_choices_of_several_kinds_are_made_in_two_steps(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    accessible: bool,
) -> None:
    """A kind alone lists its choices; the whole move, or its number, works at once."""
    monkeypatch.setattr(DuelKind, "position", Gifts)
    engine = Engine({"duel": DuelPlugin(tmp_path)})
    setup = settle(engine, engine.ruleset_file("duel").variant(), ["human", "human"], 0, 3)
    game = GameLoop(Screen(engine.language("en"), accessible=accessible), engine, setup)
    game.vocabulary = Vocabulary(engine.language("de"), [(Name("Gabe"), "gift")])
    monkeypatch.setattr("sys.stdin", StringIO("keep\nGABE\n\ngift 9 9\n30\nGabe 3 1\n"))
    game.play()
    kinds, keeps, gifts, again, wrong, *_ = capsys.readouterr().out.split("> ")

    first = "Gabe: 28 choices\nkeep: 8 choices\n" + ("37: pass\n" if accessible else "37 pass\n")
    assert first in kinds
    assert first in again
    assert "A word alone, such as Gabe, lists its choices." in kinds
    assert (keeps.count("keep "), keeps.count("gift")) == (8, 0)
    assert (gifts.count("28"), gifts.count("29"), gifts.count("pass")) == (1, 0, 0)
    assert "Type a number from 1 to 37, a move" in wrong
    assert game.match.journal[2:] == ["keep 1", "gift 3 1"]


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
