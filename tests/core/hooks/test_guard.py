"""A special card or a bot that fails is named, and the match goes on without it."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gifts import GiftsKind, GiftsPlugin, GiftsPosition, GiftsPresenter
from plugin_sites import DECK
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.core import Engine, Match, PluginError, Position
from splitpick.core.errors import BotError, EffectError
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.guard import Guard
from splitpick.core.matches.record import settle
from splitpick.core.players import Bot, Captain, Greedy, RandomBot, bot_generator
from splitpick.core.scene import Choice, Section
from splitpick.core.session.play_session import Session
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.text import Language, Message, msg, nmsg
from splitpick.core.things import Scene
from splitpick.plugins import jolly_roger
from splitpick.plugins.jolly_roger import Crews, CrewsTable, Effect
from splitpick.plugins.jolly_roger.crews_table import CrewEffect


class Storm(Effect):
    """A card without faults: it takes the last card of each crew at a ship."""

    id = "storm"

    def options(self) -> list[str]:
        return [f"*{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(len(self.rules.ships)))

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        for victim in range(self.rules.players):
            if table.can_take_last(victim, option):
                table.take_last(victim, option)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("calm", "It is calm.")

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("storms", "It storms {ship:loc}.", ship=self.rules.ship_names[option])

    def rules_text(self) -> list[Message]:
        return [msg("storm", "It storms.")]


class Weather:
    """A plugin that brings a card and bots."""

    __version__ = "1.5"

    def __init__(self, effect: type[Effect] = Storm, *bots: type[Bot]) -> None:
        self.effect = effect
        self.bots = list(bots)

    @hookimpl
    def splitpick_effects(self) -> list[type[Effect]]:
        return [self.effect]

    @hookimpl
    def splitpick_bots(self) -> list[type[Bot]]:
        return self.bots


class Guarded:
    """A guarded match with a special card, and the faults that were reported."""

    def __init__(self, folder: Path, effect: type[Effect] = Storm, *bots: type[Bot]) -> None:
        (folder / "storm.yaml").write_text(DECK)
        self.engine = Engine({"jolly-roger": jolly_roger, "weather": Weather(effect, *bots)})
        self.reported: list[PluginError] = []
        self.guard = Guard(self.engine)
        self.guard.tell(self.reported.append)
        game = self.engine.load_game(str(folder / "storm.yaml"))
        self.guard.protect(game)
        self.match = Match(game, seed=2)

    def to_the_card(self) -> Position:
        """Play until the seat to act has the special card."""
        while not self.ways():
            self.match.play(self.match.legal()[-1])
        return self.match.position

    def ways(self) -> list[str]:
        """Return the ways of playing the special card."""
        return [text for text in self.match.legal() if text.startswith("ST")]

    def to_the_end(self, bot: Bot | None = None) -> None:
        """Let a bot play on for both seats."""
        while not self.match.over:
            position, seat = self.match.position, self.match.position.to_act()
            action = self.guard.choose(bot or RandomBot(), position, seat, self.generator, 0.01)
            self.match.apply(action)

    def generator(self) -> Random:
        return bot_generator(self.match.seed, 0, len(self.match.actions))

    def codes(self) -> list[str]:
        return [error.code for error in self.reported]

    def said(self, language: str = "en") -> str:
        return "\n".join(Language(language).say(error.message) for error in self.reported)


Guards = Callable[..., Guarded]


@pytest.fixture
def guarded(tmp_path: Path) -> Guards:
    return lambda *args: Guarded(tmp_path, *args)


PARROTS = ["ST?green", "ST?blue"]


def test_a_card_without_faults_plays_the_same_under_guard(guarded: Guards, tmp_path: Path) -> None:
    table = guarded()
    table.to_the_end(RandomBot())
    plain = Match(table.engine.load_game(str(tmp_path / "storm.yaml")), seed=2)
    while not plain.over:
        rng = bot_generator(2, 0, len(plain.actions))
        seen = plain.position.resample(plain.position.to_act(), rng)
        plain.apply(RandomBot().choose(seen, seen.to_act(), rng, 0))

    assert plain.journal == table.match.journal
    assert any(text.startswith("ST*") for text in plain.journal)
    assert table.reported == []


# A special card that fails when it is played.


def playing(does: Callable[[Storm, Crews, int], object]) -> type[Effect]:
    """Make a card that does something else at the blue ship."""

    class Faulty(Storm):
        def play(self, table: Crews, seat: int, option: int) -> None:
            if option == 1:
                does(self, table, seat)
            else:
                super().play(table, seat, option)

    return Faulty


def garbling(does: Callable[[Any], object]) -> type[Effect]:
    """Make a card that is discarded, and leaves nonsense on the table."""

    def play(card: Storm, table: Crews, seat: int) -> None:
        table.discard(card.card)
        does(table)

    return playing(play)


def fail(*_: object) -> None:
    raise ValueError("\x1b[2Jblue")


def take_what_is_not_there(card: Storm, table: Crews, seat: int) -> None:
    for ship in range(2):
        table.take_last(seat, ship)


def double(card: Storm, table: Crews, seat: int) -> None:
    table.discard(card.card)
    table.join(seat, 0, card.card)


FAILS_AT_BLUE: dict[str, type[Effect]] = {
    "raises": playing(fail),
    "takes what is not there": playing(take_what_is_not_there),
    "exits": playing(lambda *_: sys.exit("bye")),
    "recursion": playing(lambda card, table, seat: card.play(table, seat, 1)),
    "loses itself": playing(lambda *_: None),
    "doubles itself": playing(double),
    "text for a card": garbling(lambda table: table.discard("x")),
    "no such card": garbling(lambda table: table.discard(-3)),
    "a float": garbling(lambda table: table.discard(1.5)),
    "no such seat": garbling(lambda table: table.board(99, 0)),
    "no such ship": garbling(lambda table: table.check(4)),
    "a crew nowhere": garbling(lambda table: table.crew(2, 0)),
    "no such place": garbling(lambda table: table.take(0, 0, -1)),
    "no numbers": garbling(lambda table: setattr(table, "numbers", None)),
    "no supply": garbling(lambda table: setattr(table, "supply", None)),
}


@pytest.mark.parametrize("name", FAILS_AT_BLUE)
def test_a_failed_action_is_taken_back_and_the_card_has_no_effect_any_more(
    guarded: Guards, name: str
) -> None:
    table = guarded(FAILS_AT_BLUE[name])
    before = table.to_the_card().view(None)
    journal = table.match.journal
    assert table.ways() == ["ST*green", "ST*blue", *PARROTS]

    with pytest.raises(EffectError) as refused:
        table.match.play("ST*blue")

    assert table.reported == [refused.value]
    assert table.match.position.view(None) == before
    assert table.match.journal == journal
    assert table.ways() == PARROTS
    assert table.said().startswith('The card ST (effect "storm" of the plugin weather 1.5) fails')
    assert table.said("de").isprintable()
    assert table.said("de") != table.said()
    assert name != "raises" or table.said().endswith(
        "in play(): ValueError: \N{REPLACEMENT CHARACTER}[2Jblue. For the rest of this match, the"
        " card has no effect."
    )


@pytest.mark.often(8)
@pytest.mark.parametrize("name", FAILS_AT_BLUE)
@pytest.mark.parametrize("bot", [Greedy, Captain])
def test_bots_play_to_the_end_with_a_card_that_fails(
    guarded: Guards, bot: type[Bot], name: str
) -> None:
    """Also if they search; it is reported once at most, and nobody loses a seat."""
    table = guarded(FAILS_AT_BLUE[name])
    player = bot()
    player.nodes = 20
    table.to_the_end(player)

    assert "ST*blue" not in table.match.journal
    assert table.codes() in ([], ["effect-fails"])


# A special card that gives wrong answers.


def answering(method: str, answer: Callable[..., object]) -> type[Effect]:
    """Make a card with another *method*."""
    return type("Faulty", (Storm,), {method: lambda self, *asked: answer(*asked)})


@pytest.mark.parametrize("answer", [[0, 2], [0, 0], None, ["*green"], ZeroDivisionError])
def test_a_card_whose_legal_fails_has_no_effect(guarded: Guards, answer: object) -> None:
    table = guarded(answering("legal", lambda *_: 1 / 0 if callable(answer) else answer))
    table.to_the_card()

    assert table.ways() == PARROTS
    table.to_the_end()
    assert table.codes() == ["effect-fails"]


def special(table: Guarded) -> tuple[CrewsTable, CrewEffect]:
    """Return the table and the special card where it can be played."""
    position = table.to_the_card()
    assert isinstance(position, SplitPosition)
    assert isinstance(position.table, CrewsTable)
    effect = position.table.effects[2]
    assert effect is not None
    return position.table, effect


@pytest.mark.parametrize("answer", [7, msg("x", "It storms {where}."), ZeroDivisionError])
@pytest.mark.parametrize("method", ["tell", "rules_text"])
def test_a_card_without_words_can_still_be_played(
    guarded: Guards, answer: object, method: str
) -> None:
    table = guarded(answering(method, lambda *_: 1 / 0 if callable(answer) else [answer]))
    crews, effect = special(table)

    assert not (effect.rules_text() if method == "rules_text" else effect.tell(crews, 0, 0))
    assert table.codes() == ["effect-fails"]
    assert table.ways() == ["ST*green", "ST*blue", *PARROTS]


@pytest.mark.parametrize(
    ("method", "answer", "code"),
    [
        ("__init__", fail, "effect-unready"),
        ("options", lambda: None, "effect-unready"),
        ("options", lambda: ["*", "*"], "effect-options"),
        ("options", lambda: ["?blue"], "effect-options"),
        ("options", lambda: ["*", "*a b"], "effect-options"),
    ],
)
def test_a_card_that_cannot_be_made_is_named(
    guarded: Guards, method: str, answer: Callable[..., object], code: str
) -> None:
    with pytest.raises(EffectError, match=code) as refused:
        guarded(answering(method, answer))

    named = 'The card ST (effect "storm" of the plugin weather 1.5) cannot be played'
    assert named in Language("en").say(refused.value.message)


# Bots.


def choosing(choose: Callable[[Position], object], **more: object) -> type[Bot]:
    """Make a bot that chooses something."""
    made = {"id": "odd", "choose": lambda self, position, *_: choose(position), **more}
    return type("Odd", (Bot,), made)


FAULTY_BOTS: dict[str, tuple[type[Bot], str]] = {
    "no such action": (choosing(lambda position: 10**6), "bot-illegal"),
    "boolean": (choosing(lambda position: False), "bot-illegal"),
    "text": (choosing(lambda position: "pick 1"), "bot-illegal"),
    "raises": (choosing(fail), "bot-raises"),
    "exits": (choosing(lambda position: sys.exit(0)), "bot-raises"),
    "cannot be made": (choosing(fail, __init__=lambda self: sys.exit(3)), "bot-raises"),
}


@pytest.mark.parametrize("name", FAULTY_BOTS)
def test_a_faulty_bot_is_named_once_and_loses_its_seat(guarded: Guards, name: str) -> None:
    kind, code = FAULTY_BOTS[name]
    table = guarded(Storm, kind)
    table.to_the_end(table.guard.made(kind))

    assert table.codes() == [code]
    assert isinstance(table.reported[0], BotError)
    assert table.said().startswith("The bot odd of the plugin weather 1.5 fails: ")
    assert table.said().endswith("The bot greedy takes its seat.")
    assert table.said("de") != table.said()


def test_a_bot_or_card_that_changes_what_it_sees_changes_nothing(guarded: Guards) -> None:
    def overturn(position: Position) -> int:
        action = position.legal_actions()[-1]
        while position.to_act() >= 0:
            position.apply(position.legal_actions()[0])
        return action

    bot = choosing(overturn)
    table = guarded(answering("tell", lambda crews, *_: crews.discard(0)), bot)
    crews, effect = special(table)
    before = crews.view()
    effect.tell(crews, 0, 0)

    assert crews.view() == before
    table.to_the_end(bot())
    assert table.reported == []


def test_hints_survive_a_card_that_fails(guarded: Guards) -> None:
    table = guarded(FAILS_AT_BLUE["raises"])
    position, bot = table.to_the_card(), Captain()
    bot.nodes = 20
    weighed = table.guard.weigh(bot, position, position.to_act(), table.generator, 0)

    assert weighed
    for one in weighed:
        now = position.copy()
        for action in one.line:
            now.apply(action)


# Interruptions.


class Stopped(BaseException):
    """Stands for a signal that ends the process."""


@pytest.mark.parametrize("signal", [KeyboardInterrupt, Stopped])
def test_ctrl_c_and_signals_are_no_fault_of_plugins(
    guarded: Guards, signal: type[BaseException]
) -> None:
    def stop(*_: object) -> None:
        raise signal

    table = guarded(playing(stop))
    table.to_the_card()

    with pytest.raises(signal):
        table.match.play("ST*blue")
    with pytest.raises(signal):
        table.to_the_end(choosing(stop)())
    assert table.reported == []


# Presenters.


def unsayable(*_: object) -> Message:
    return Message("gap", "{seat} gives {card}.", {"seat": "Ann"})


FAULTY_WORDS: dict[str, Callable[..., object]] = {
    "tell": lambda *asked: [unsayable()],
    "deal": lambda *asked: [msg("bad-spec", "{count:dat} cards.", count=3)],
    "choice": lambda self, position, action: Choice("", "take up", "", unsayable()),
    "question": unsayable,
    "status": lambda *asked: nmsg("brace", "one}", "many}", 2),
    "scene": lambda *asked: Scene((unsayable(),), ()),
    "scoring": lambda *asked: None,
    "rules": lambda self: [*GiftsPresenter.rules(self), Section(unsayable())],
    "journal": lambda *asked: 1 / 0,
}


@pytest.mark.parametrize("method", FAULTY_WORDS)
def test_general_words_stand_in_for_those_of_a_plugin_that_cannot_be_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    method: str,
) -> None:
    """The match goes on, one note names the plugin, and no secret is told."""
    wrong = type("Wrong", (GiftsPresenter,), {method: FAULTY_WORDS[method]})
    engine = Engine({"gifts": GiftsPlugin(tmp_path, GiftsKind(GiftsPosition, wrong))})
    rules = engine.ruleset_file("gifts").variant()
    session = Session(engine, settle(engine, rules, ["human", "random"], 1, 3))
    session.seat_players()
    players = GameLoop(Screen(engine.language("en")), session)
    monkeypatch.setattr(sys, "stdin", io.StringIO("log\nnotation\nrules\nhelp\n" + "1\n" * 9))
    players.recall()
    players.play()
    players.account()
    said = capsys.readouterr().out
    hidden = [done.notation for done in players.match.actions if done.details.get("seat") == 1]

    assert players.match.over
    assert len(engine.notes) == 1
    assert "The plugin gifts fails in " in Language("en").say(engine.notes[0])
    assert len(players.presenter.rules()) == 1
    assert not [card for card in hidden if card in said]
