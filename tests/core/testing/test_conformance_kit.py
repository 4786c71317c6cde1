"""The conformance kit passes what is right, and finds each fault that is planted."""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gifts
from bazaar import OFFER, Bazaar, BazaarPosition, presenter
from splitpick.core import Engine, Position, load_game
from splitpick.core.declared import ActionKind
from splitpick.core.game import JSON
from splitpick.core.players import Bot, Greedy, RandomBot
from splitpick.core.testing import (
    CheckFailed,
    check_bot,
    check_bots,
    check_effect,
    check_game,
    check_games,
    check_plugin,
    check_ruleset,
)
from splitpick.core.testing.check_hidden import check_hidden
from splitpick.core.text import Language, Message, msg
from splitpick.plugins.jolly_roger import Crews, Effect


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


# What is right passes.


@pytest.mark.parametrize("bot", [RandomBot, Greedy])
def test_our_bots_pass(bot: type[Bot]) -> None:
    check_bot(bot, [load_game("jolly-roger", "introductory"), gifts.Gifts(gifts.Right)])


def test_one_of_our_plugins_passes() -> None:
    check_plugin("kraken", games=1)


# Faults of games.


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search only a little for shorter ways to a fault."""
    monkeypatch.setattr(check_games, "PROBES", 100)


def engine_of(
    folder: Path, position: type[gifts.GiftsPosition], told: type[gifts.GiftsPresenter]
) -> Engine:
    return Engine({"gifts": gifts.GiftsPlugin(folder, gifts.GiftsKind(position, told))})


def test_the_game_of_hidden_hands_is_right(tmp_path: Path) -> None:
    """In its rules, with and without a census, and in its words."""
    check_game(gifts.Gifts(type("Counted", (gifts.Right,), {"census": gifts.census})), games=10)
    check_ruleset("gifts", engine_of(tmp_path, gifts.Right, gifts.RightPresenter))


def found_by(check: Callable[[], None]) -> str:
    """Return the code of the fault that *check* finds, which it must be able to say."""
    with pytest.raises(CheckFailed) as found:
        check()

    assert Language("de").say(found.value.message)
    return found.value.code


@pytest.mark.often(6)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", gifts.WRONG)
def test_wrong_rules_of_a_game_with_hidden_hands_are_found(what: str) -> None:
    """By the code, with the game, the seed and the actions that show the fault."""
    with pytest.raises(CheckFailed) as found:
        check_game(gifts.Gifts(gifts.wrong(what)), games=10)
    failed = found.value

    assert (failed.code, failed.where) == (gifts.WRONG[what][0], "gifts/Wrong (2)")
    assert str(failed.seed) in Language("de").say(failed.message)
    assert failed.actions or "Seen at the beginning" in str(failed)
    assert len(str(failed)) < 1_500  # nobody reads all actions of an endless game
    if what == "a view shows the hands":
        assert ": hand[" in str(failed)
    if what == "a copy shares a list":
        assert "changes kept of its original" in str(failed)
    if what == "an action raises":
        assert "apply() raises KeyError" in str(failed)


class SuitsPosition(gifts.GiftsPosition):
    """A seat sees its hand by suits as well."""

    def suits(self, seat: int) -> list[list[JSON]]:
        hand: list[JSON] = [gifts.CARDS[card] for card in self.hands[seat]]
        return [[card for card in hand if str(card)[0] == suit] for suit in "ABC"]

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {**super().view(seat), "suits": [] if seat is None else [*self.suits(seat)]}


class KeptSuitsPosition(SuitsPosition):
    def resample(self, seat: int, rng: Random) -> Position:
        while True:
            other = super().resample(seat, rng)
            assert isinstance(other, SuitsPosition)
            if [*map(len, other.suits(1 - seat))] == [*map(len, self.suits(1 - seat))]:
                return other


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_hidden_sizes_that_resample_keeps_are_found() -> None:
    check_game(gifts.Gifts(SuitsPosition), games=10)

    assert found_by(lambda: check_game(gifts.Gifts(KeptSuitsPosition), games=10)) == gifts.COPIES


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", gifts.MISCOUNTED)
def test_lost_and_doubled_cards_are_found_by_a_census(what: str) -> None:
    """Without one they pass: they might lie where nobody sees them."""
    code, method, does = gifts.MISCOUNTED[what]
    wrong = type("Wrong", (gifts.Right,), {method: does})
    counted = type("Counted", (wrong,), {"census": gifts.census})
    check_game(gifts.Gifts(wrong), games=3)

    assert found_by(lambda: check_game(gifts.Gifts(counted), games=3)) == code


class StuckPosition(BazaarPosition):
    """A declared game whose rules forget that a hand may be without an A."""

    def possible(self) -> list[int]:
        return [] if self.actor > 0 and 0 not in self.hand[self.actor] else super().possible()


class Stuck(Bazaar):
    def new_position(self, first: int = 0) -> BazaarPosition:
        return StuckPosition(self, first)


@pytest.mark.usefixtures("quick")
def test_rules_that_offer_nothing_are_refused_with_the_shortest_way_there() -> None:
    """It is the deal alone, if a seat without an A starts."""
    with pytest.raises(CheckFailed) as found:
        check_game(Stuck())
    failed = found.value

    assert failed.code == "check-no-actions"
    assert {text[0] for text in failed.actions} == {"+"}
    assert f"Seen with the seed {failed.seed} after: +" in str(failed)


class StackPosition(BazaarPosition):
    """A declared game that has a second name for a zone, which is another list in a copy."""

    stack: list[int]

    def set_up(self) -> None:
        super().set_up()
        self.stack = self.pack

    def do(self, kind: ActionKind, target: int) -> None:
        super().do(kind, target)
        if kind is OFFER and self.stack:
            self.stack.pop()


@pytest.mark.usefixtures("quick")
def test_two_names_for_one_zone_are_found() -> None:
    """The copy that everybody searches in would play another game than the original."""
    assert found_by(lambda: check_game(Bazaar(StackPosition), games=3)) == "check-copy-parts"


class RestlessPosition(BazaarPosition):
    """A declared game whose possible() counts how often it was asked."""

    def possible(self) -> list[int]:
        self.round += 1
        return super().possible()


@pytest.mark.usefixtures("quick")
def test_rules_that_change_what_they_should_only_look_at_are_named() -> None:
    """By the method that an author writes, not by the one that asks for it."""
    with pytest.raises(CheckFailed) as found:
        check_game(Bazaar(RestlessPosition), games=1)

    assert found.value.code in ("check-looking", "check-looking-method")
    assert "possible()" in str(found.value)


def test_a_secret_that_never_comes_out_or_is_never_told_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes out by `reveal`, and is told from the zones of `kept_in`."""
    silent = type("Silent", (BazaarPosition,), {"reveal": lambda self: None})
    never, told = Bazaar(silent), Bazaar()
    check_hidden(told, presenter(told), 2, 0)

    assert found_by(lambda: check_hidden(never, presenter(never), 2, 0)) == "check-never-revealed"
    monkeypatch.setattr(OFFER, "kept_in", [])
    assert found_by(lambda: check_hidden(told, presenter(told), 2, 0)) == "check-reveal-untold"


def bid_another(self: BazaarPosition, kind: ActionKind, target: int) -> None:
    """Carry out an action; what was bid goes back to the hand for another card."""
    seat = self.actor
    BazaarPosition.do(self, kind, target)
    if kind is OFFER and self.bid[seat]:
        self.hand[seat].append(self.bid[seat][0])
        self.bid[seat] = [self.hand[seat].pop(0)]


def note_the_bid(self: BazaarPosition, kind: ActionKind, target: int) -> None:
    BazaarPosition.do(self, kind, target)
    self.round = 7 + target if kind is OFFER else self.round


def note_the_draw(self: BazaarPosition, kind: ActionKind, target: int) -> None:
    BazaarPosition.do(self, kind, target)
    self.round = 7 + target if kind.chance and kind.hidden else self.round


SECRETS: list[tuple[str, str, object]] = [
    ("check-reveal-false", "do", bid_another),
    ("check-leak", "do", note_the_bid),
    ("check-leak", "do", note_the_draw),
    ("check-zone-rule", "sees", lambda *_: True),
]


@pytest.mark.parametrize(("code", "method", "does"), SECRETS)
def test_a_secret_that_is_told_falsely_or_seen_by_others_is_found(
    code: str, method: str, does: object
) -> None:
    """The log tells what was hidden, no fact gives it away, and the rules say who sees it."""
    wrong = Bazaar(type("Wrong", (BazaarPosition,), {method: does}))

    assert found_by(lambda: check_hidden(wrong, presenter(wrong), 2, 0)) == code


@pytest.mark.often(4)
@pytest.mark.parametrize("what", gifts.TELLS)
def test_wrong_words_of_a_game_with_hidden_hands_are_found(what: str, tmp_path: Path) -> None:
    """Texts that tell more than the view, and texts that are missing."""
    code, method, does = gifts.TELLS[what]
    wrong = engine_of(tmp_path, gifts.Right, type("Wrong", (gifts.RightPresenter,), {method: does}))

    assert found_by(lambda: check_ruleset("gifts", wrong, games=1)) == code


# Faults of special cards.


class Card(Effect):
    """A right card: it goes to the box, or joins the first ship."""

    id = "checked"

    def options(self) -> list[str]:
        return ["*", "@green"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0, 1]

    def play(self, table: Crews, seat: int, option: int) -> None:
        if option:
            table.join(seat, 0, self.card)
        else:
            table.discard(self.card)


def raises(*_: object) -> None:
    raise RuntimeError("no")


def discard_twice(card: Card, table: Crews, *_: object) -> None:
    table.discard(card.card)
    table.discard(card.card)


def look_and_discard(card: Card, table: Crews, seat: int) -> list[int]:
    discard_twice(card, table)
    return [0]


def count_looks(card: Card, *_: object) -> list[int]:
    looks: Any = card  # compiled, an object has no __dict__ before its first attribute
    looks.looks = getattr(looks, "looks", 0) + 1
    return [0, 1]


FAULTY_CARDS: list[tuple[str, Callable[..., object], str]] = [
    ("play", discard_twice, "check-cards"),
    ("play", lambda *_: None, "check-cards"),
    ("play", raises, "check-raises"),
    ("legal", lambda *_: [0, 2], "check-effect-legal"),
    ("legal", look_and_discard, "check-looking-method"),
    ("legal", count_looks, "check-effect-state"),
    ("rules_text", lambda *_: ["Nobody can translate this."], "check-plain-text"),
    ("legal", lambda *_: [], "check-effect-never"),
    ("legal", lambda *_: [0], "check-effect-idle"),
    ("options", lambda *_: ["*", "*"], "check-effect-options"),
    ("rules_text", lambda *_: [msg("x", "No German anywhere.")], "check-untranslated"),
    ("rules_text", lambda *_: [Message("x", "A {thing} is missing.", {})], "check-unknown-gap"),
    ("rules_text", lambda *_: [Message("x", "{n:q}", {"n": 1})], "check-unsayable"),
    ("__init__", raises, "check-refuses"),
]


@pytest.mark.often(4)
@pytest.mark.parametrize(("method", "does", "code"), FAULTY_CARDS)
def test_a_fault_planted_in_a_special_card_is_found(
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    does: Callable[..., object],
    code: str,
) -> None:
    monkeypatch.setattr(check_games, "PROBES", 100)
    with pytest.raises(CheckFailed) as found:
        check_effect(type("Faulty", (Card,), {method: does}), engine, games=1)

    assert found.value.code == code


def test_a_right_card_passes(engine: Engine) -> None:
    check_effect(Card, engine, games=1)


# Faults of bots.


def spin(position: Position) -> int:
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
    return position.legal_actions()[0]


def move(position: Position) -> int:
    action = position.legal_actions()[0]
    position.apply(action)
    return action


FAULTY_BOTS: list[tuple[str, Callable[[Position], object], str]] = [
    ("faulty", lambda position: 10**6, "check-bot-illegal"),
    ("faulty", move, "check-bot-changes"),
    ("faulty", lambda position: random.choice(position.legal_actions()), "check-bot-chance"),
    ("faulty", spin, "check-bot-slow"),
    ("", lambda position: position.legal_actions()[0], "check-bot-name"),
    ("faulty", raises, "check-raises"),
    ("faulty", lambda position: sys.exit(), "check-raises"),
]


@pytest.mark.parametrize(("id", "choose", "code"), FAULTY_BOTS)
def test_a_fault_planted_in_a_bot_is_found(
    monkeypatch: pytest.MonkeyPatch, id: str, choose: Callable[[Position], object], code: str
) -> None:
    monkeypatch.setattr(check_bots, "SLACK", 0.1 if code == "check-bot-slow" else 2.0)
    title = msg("bot-faulty", "faulty")
    made = {"id": id, "title": title, "choose": lambda self, position, *_: choose(position)}
    with pytest.raises(CheckFailed) as found:
        check_bot(type("Faulty", (Bot,), made), [load_game("jolly-roger")])

    assert found.value.code == code


# Faults of rule sets.


def test_a_rule_set_with_a_fault_is_refused_with_its_place(tmp_path: Path, engine: Engine) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("format: 1\ngame: splitting\n", encoding="utf-8")
    with pytest.raises(CheckFailed) as found:
        check_ruleset(file, engine)

    assert str(found.value.where).startswith(str(file))


@pytest.mark.slow
def test_a_name_without_german_is_found(tmp_path: Path, engine: Engine) -> None:
    shipped = Path(__file__).resolve().parents[3] / "rulesets" / "jolly-roger.yaml"
    file = tmp_path / "english.yaml"
    text = shipped.read_text(encoding="utf-8").replace("name: red ship", "name: scarlet ship")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CheckFailed) as found:
        check_ruleset(file, engine, games=1)

    assert found.value.code == "check-untranslated"
    assert "scarlet ship" in str(found.value)
