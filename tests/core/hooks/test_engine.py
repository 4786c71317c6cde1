"""The engine loads games, also those that a plugin brings without any words."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest

from gifts import Gifts, GiftsKind, GiftsPlugin, GiftsPosition, redealt
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.core import (
    CHANCE,
    OVER,
    Action,
    Engine,
    Match,
    PluginError,
    RulesetError,
    UnknownName,
)
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.record import settle
from splitpick.core.players import Greedy, RandomBot
from splitpick.core.scene import Presenter
from splitpick.core.session.play_session import Session
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Name
from splitpick.plugins import jolly_roger


def test_without_the_plugins_each_special_card_is_a_finding() -> None:
    with pytest.raises(RulesetError) as refused:
        Engine({"jolly-roger": jolly_roger}).load_game("jolly-roger")

    codes = [finding.message.code for finding in refused.value.findings]
    assert codes == ["unknown-effect"] * 3


def test_a_name_is_never_a_path() -> None:
    for name in ("..", "jolly-roger.txt", "", "JOLLY-ROGER", "jolly roger"):
        with pytest.raises(UnknownName):
            Engine().ruleset_file(name)
    with pytest.raises(RulesetError):
        Engine().ruleset_file("./no-such-file.yaml")


def gifts_of(folder: Path, position: type[GiftsPosition]) -> Engine:
    """Load the game without a presenter of its own."""
    return Engine({"gifts": GiftsPlugin(folder, GiftsKind(position, Presenter))})


@pytest.mark.parametrize("accessible", [False, True])
def test_a_game_without_words_of_its_own_is_played_in_its_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], accessible: bool
) -> None:
    """The screen knows nothing of any game."""
    engine = gifts_of(tmp_path, GiftsPosition)
    ruleset = engine.ruleset_file("gifts").variant()
    setup = settle(engine, ruleset, ["random", "greedy"], first=0, seed=3)
    screen = Screen(engine.language("en"), accessible=accessible)
    session = Session(engine, setup)
    session.seat_players()
    players = GameLoop(screen, session)
    players.welcome()
    players.recall()
    players.play()
    players.account()
    said = capsys.readouterr().out

    assert "Gifts, standard game. Ann: random, Bob: greedy. Ann begins." in said
    assert "take up" in said
    assert ("kept: " in said) != accessible  # who listens has heard it
    assert players.presenter.rules() == []


THINGS = [f"gift {a} {b}" for a in range(8) for b in range(a)]
THINGS += [*(f"keep {card}" for card in range(8)), "pass"]


class Things(GiftsPosition):
    """Each seat once gives two of eight cards away, keeps one, or passes."""

    def to_act(self) -> int:
        return OVER if self.turn == 2 else super().to_act()

    def legal_actions(self) -> list[int]:
        return [*range(len(THINGS))] if self.to_act() >= 0 else []

    def apply(self, action: int) -> None:
        if self.to_act() == CHANCE:
            super().apply(action)
        else:
            self.giver, self.turn = 1 - self.giver, self.turn + 1

    def notation(self, action: int) -> str:
        return super().notation(action) if self.to_act() == CHANCE else THINGS[action]

    def describe(self, action: int) -> Action:
        text = self.notation(action)
        return Action(text.split()[0], self.to_act(), text, {"seat": self.taker()})


@pytest.mark.parametrize("accessible", [False, True])
def test_many_choices_of_several_kinds_are_made_in_two_steps(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    accessible: bool,
) -> None:
    """A kind alone lists its choices; the whole move works at once, and its number if just told."""
    engine = gifts_of(tmp_path, Things)
    setup = settle(engine, engine.ruleset_file("gifts").variant(), ["human", "human"], 0, 3)
    screen = Screen(engine.language("en"), accessible=accessible)
    game = GameLoop(screen, Session(engine, setup))
    game.vocabulary = game.reader.vocabulary = Vocabulary(
        engine.language("de"), [(Name("Gabe"), "gift")]
    )
    sure = "\n" if accessible else ""  # 30 is not among those heard last
    typed = f"keep\nGABE\n\ngift 9 9\n30\n{sure}Gabe 3 1\n"
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    game.play()
    game.account()
    kinds, keeps, gifts, again, wrong, *_ = capsys.readouterr().out.split("> ")

    first = "Gabe: 28 choices\nkeep: 8 choices\n" + ("37: pass\n" if accessible else "37 pass\n")
    assert first in kinds
    assert first in again
    assert "Type only the beginning, such as Gabe, to list how it can go on." in kinds
    assert (keeps.count("keep "), keeps.count("gift")) == (8, 0)
    assert (gifts.count("28"), gifts.count("29"), gifts.count("pass")) == (1, 0, 0)
    assert "Type one of the numbers, a move" in wrong
    assert game.match.journal[-2:] == ["keep 1", "gift 3 1"]


def test_a_game_that_fails_ends_the_match_with_the_name_of_its_plugin(tmp_path: Path) -> None:
    """No bot is to blame for it."""
    failing = type("Failing", (GiftsPosition,), {"resample": redealt(lambda *_: 1 / 0)})
    guard = Guard(gifts_of(tmp_path, failing))
    match = Match(Gifts(failing), seed=1)
    for bot in (RandomBot(), Greedy()):
        with pytest.raises(PluginError, match="The plugin gifts fails: ZeroDivisionError"):
            guard.choose(bot, match.position, match.position.to_act(), Random, 0)
