"""The conformance kit: it passes what is right, and finds each fault that is planted."""

from __future__ import annotations

from random import Random

import pytest

from planted import PLANTED, Duel, DuelPosition
from splitpick.core import Engine, Position, load_game
from splitpick.core.players import Bot, Greedy, RandomBot
from splitpick.core.tables.crews import CrewRules, Crews, Effect
from splitpick.core.testing import CheckFailed, check_bot, check_effect, check_game, check_ruleset
from splitpick.core.text import Language, Message, msg
from splitpick.plugins.kraken import Kraken
from splitpick.plugins.skeleton import Skeleton
from splitpick.plugins.tortuga import Tortuga


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


# What is right passes.


def test_a_right_game_passes() -> None:
    """The little one of which all planted faults are made."""
    check_game(Duel(DuelPosition))


@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_our_games_pass(name: str) -> None:
    """As anybody else's."""
    check_game(load_game(name, players=2), games=1)


@pytest.mark.parametrize("effect", [Kraken, Skeleton, Tortuga])
def test_our_special_cards_pass(effect: type[Effect], engine: Engine) -> None:
    """With two and with three players."""
    check_effect(effect, engine, games=2)


@pytest.mark.parametrize("bot", [RandomBot, Greedy])
def test_our_bots_pass(bot: type[Bot]) -> None:
    """In Jolly & Roger and at dice."""
    check_bot(bot, [load_game("jolly-roger"), Duel(DuelPosition)])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_our_rule_sets_pass(name: str, engine: Engine) -> None:
    """In every variant, with as many as can play, in every language."""
    check_ruleset(name, engine, games=1, languages=("en", "de", "nl"))


# Faults of games.


@pytest.mark.parametrize("position", PLANTED, ids=lambda position: position.__name__)
def test_a_fault_planted_in_a_game_is_found(position: type[DuelPosition]) -> None:
    """By its code, with the seed and the shortest actions that show it."""
    assert position.__doc__ is not None
    with pytest.raises(CheckFailed) as found:
        check_game(Duel(position), games=10)

    assert found.value.code == position.__doc__.strip(". ")
    assert found.value.seed is not None
    assert found.value.where == f"duel/{position.__name__} (2)"
    assert len(found.value.actions) <= 4 or found.value.code == "check-endless"
    said = Language("de").say(found.value.message)
    assert str(found.value.seed) in said


def test_the_actions_lead_to_the_fault_and_are_the_shortest() -> None:
    """It raises once a seat has said high, which takes two cards and a word."""
    raising = next(position for position in PLANTED if position.__name__ == "Raises")
    with pytest.raises(CheckFailed) as found:
        check_game(Duel(raising))
    failed = found.value

    position = Duel(raising).new_position()
    for text in failed.actions:
        position.apply(position.parse(text))
    assert len(failed.actions) == 3
    with pytest.raises(ZeroDivisionError):
        position.legal_actions()
    assert "legal_actions() raises ZeroDivisionError('by zero')" in str(failed)


# Faults of special cards.


class Card(Effect):
    """Right but for what a subclass does: sends the card to the box, or joins the first ship."""

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


class Doubles(Card):
    """check-cards."""

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        table.discard(self.card)


class Loses(Card):
    """check-cards."""

    def play(self, table: Crews, seat: int, option: int) -> None:
        return


class OffersWhatIsNotThere(Card):
    """check-effect-legal."""

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0, 2]


class RaisesInPlay(Card):
    """check-raises."""

    def play(self, table: Crews, seat: int, option: int) -> None:
        raise RuntimeError("no")


class ChangesWhileAsked(Card):
    """check-looking."""

    def legal(self, table: Crews, seat: int) -> list[int]:
        table.discard(self.card)
        return [0]


class NeverPlayed(Card):
    """check-effect-never."""

    def legal(self, table: Crews, seat: int) -> list[int]:
        return []


class DoesNothing(Card):
    """check-effect-idle."""

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0]


class SameOptions(Card):
    """check-effect-options."""

    def options(self) -> list[str]:
        return ["*", "*"]


class Untranslated(Card):
    """check-untranslated."""

    def rules_text(self) -> list[Message]:
        return [msg("no-german", "This sentence has no German anywhere.")]


class Unsayable(Card):
    """check-unsayable."""

    def rules_text(self) -> list[Message]:
        return [Message("lacks", "A {thing} is missing.", {})]


class RaisesAtOnce(Card):
    """check-refuses."""

    def __init__(self, rules: CrewRules, card: int) -> None:
        raise LookupError("at once")


@pytest.mark.parametrize(
    "effect",
    [
        Doubles, Loses, OffersWhatIsNotThere, RaisesInPlay, ChangesWhileAsked, NeverPlayed,
        DoesNothing, SameOptions, Untranslated, Unsayable, RaisesAtOnce,
    ],
)  # fmt: skip
def test_a_fault_planted_in_a_special_card_is_found(effect: type[Effect], engine: Engine) -> None:
    """By its code."""
    assert effect.__doc__ is not None
    with pytest.raises(CheckFailed) as found:
        check_effect(effect, engine, games=3)

    assert found.value.code == effect.__doc__.strip(". ")


def test_a_right_card_passes(engine: Engine) -> None:
    """The one of which the faults are made."""
    check_effect(Card, engine, games=2)


# Faults of bots.


class Good(Bot):
    """Right but for what a subclass does."""

    id = "good"
    title = msg("bot-good", "good")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return position.legal_actions()[0]


class ForeignAction(Good):
    """check-bot-illegal."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**6


class Moves(Good):
    """check-bot-changes."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        action = position.legal_actions()[0]
        position.apply(action)
        return action


class TossesGlobally(Good):
    """check-bot-chance."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        import random

        actions = position.legal_actions()
        return actions[int(random.random() * len(actions))]


class Broods(Good):
    """check-bot-slow."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        import time

        until = time.process_time() + 0.7
        while time.process_time() < until:
            pass
        return position.legal_actions()[0]


class Nameless(Good):
    """check-bot-name."""

    id = ""


class Crashes(Good):
    """check-raises."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        raise OSError("no disk")


@pytest.mark.parametrize("bot", [ForeignAction, Moves, TossesGlobally, Broods, Nameless, Crashes])
def test_a_fault_planted_in_a_bot_is_found(bot: type[Bot]) -> None:
    """By its code."""
    assert bot.__doc__ is not None
    with pytest.raises(CheckFailed) as found:
        check_bot(bot, [load_game("jolly-roger")])

    assert found.value.code == bot.__doc__.strip(". ")


# Faults of rule sets.


def test_a_rule_set_with_a_fault_is_refused_with_its_place(
    tmp_path: object, engine: Engine
) -> None:
    """As `rulesets check` would."""
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    file = tmp_path / "broken.yaml"
    file.write_text("format: 1\ngame: splitting\n", encoding="utf-8")
    with pytest.raises(CheckFailed) as found:
        check_ruleset(file, engine)

    assert str(found.value.where).startswith(str(file))


def test_a_name_without_german_is_found(tmp_path: object, engine: Engine) -> None:
    """A name that no catalog has, and that gives no German in place."""
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    shipped = Path(__file__).resolve().parent.parent / "rulesets" / "jolly-roger.yaml"
    file = tmp_path / "english.yaml"
    text = shipped.read_text(encoding="utf-8").replace("name: red ship", "name: scarlet ship")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CheckFailed) as found:
        check_ruleset(file, engine, games=1)

    assert found.value.code == "check-untranslated"
    assert "scarlet ship" in str(found.value)
