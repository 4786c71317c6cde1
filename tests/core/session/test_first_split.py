"""The split of a newcomer, who types the cards of one set."""

from typing import Any, cast

import pytest

from splitpick.core import Engine
from splitpick.core.matches.record import settle
from splitpick.core.scene import Choice
from splitpick.core.session.move_reader import MoveReader
from splitpick.core.session.play_session import Session
from splitpick.core.session.split_by_card import first_split, sets_in, types_split
from splitpick.core.text import Both, Language, Message

ENGINE = Engine()


def begun(name: str, players: int = 2) -> Session:
    rules = ENGINE.ruleset_file(name).variant(None)
    return Session(ENGINE, settle(ENGINE, rules, ["human"] * players, 0, 7), rules=rules)


def test_the_cards_of_one_set_are_the_whole_split() -> None:
    """With or without commas, in any order, and small or capital."""
    session = begun("jolly-roger")
    menu = session.menu(session.loaded.presenter)
    codes = session.match.game.info().codes
    reader = MoveReader(Language("en"), session.loaded.presenter, codes)
    split = first_split(menu)
    assert split
    item = next(one for one in menu.items if len(one.choice.notation.partition(" /")[0]) > 5)
    cards = item.choice.notation.partition(" / ")[0].split()
    for text in (" ".join(cards), ", ".join(reversed(cards)).lower()):
        assert reader.read(text, menu).action == item.action

    for text in (" ".join(split.cards), f"{split.cards[0]} Q9"):  # all of them; no card
        refusal = reader.read(text, menu).refusal
        assert refusal is not None
        assert refusal.code == "no-set-of-two"


def test_all_sets_are_typed_where_one_would_not_do() -> None:
    """Where some cards are face down."""
    session = begun("smugglers-cove")
    menu = session.menu(session.loaded.presenter)

    assert types_split(menu)
    assert first_split(menu) is None


def test_the_sets_of_a_circle_are_written_as_they_lie() -> None:
    """In the list and inside a sentence; a set of cards that do not is refused with the reason."""
    session = begun("galley-thieves")
    presenter = session.loaded.presenter
    menu = session.menu(presenter)
    circle = 2 * cast(Any, session.position.view(0))["drawn"]
    for item in menu.items:
        for cards in sets_in(item.choice):
            assert f" {cards} " in f" {' '.join(circle)} "
        move = presenter.name_move(session.position, item.action)
        assert isinstance(move, Message)
        assert move.params["move"] == item.choice.notation

    reader = MoveReader(Language("en"), presenter, session.match.game.info().codes)
    refusal = reader.read(f"{circle[0]} {circle[3]}", menu).refusal
    assert refusal is not None
    assert refusal.code == "not-a-run"


def test_the_word_of_a_choice_is_no_card_of_its_first_set() -> None:
    """Where cards stand for the kind of a choice, they are cards."""
    worded = Choice("", "lay A B / C D", "", "", kind="lay")
    bare = [
        Choice("", "G1 / G2 Y1", "", "", kind="G1"),
        Choice("", "G1 G2 / Y1", "", "", kind="G1 G2"),
    ]

    assert sets_in(worded) == ["A B", "C D"]
    assert [sets_in(one) for one in bare] == [["G1", "G2 Y1"], ["G1 G2", "Y1"]]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_split_can_be_typed_in_the_names_of_the_cards(language: str) -> None:
    """As they are heard: with commas, "and", and "twice"; the other set may follow."""
    session = begun("jolly-roger")
    presenter = session.loaded.presenter
    menu = session.menu(presenter)
    words = Language(language)
    reader = MoveReader(words, presenter, session.match.game.info().codes)
    for item in menu.items:
        sets = [one.split() for one in sets_in(item.choice)]
        names = [[presenter.card_name(code) for code in cards] for cards in sets]
        listed = words.say(Both(tuple(names[0]), commas=True))
        both = " / ".join(words.say(Both(tuple(one)), "acc") for one in names)
        for text in (listed, listed.upper(), both):
            assert reader.read(text, menu).action == item.action, text


def test_a_split_by_ear_is_refused_in_names() -> None:
    """Also where a card is unknown, or was not drawn."""
    session = begun("jolly-roger")
    presenter = session.loaded.presenter
    presenter.spoken = True
    menu = session.menu(presenter)
    reader = MoveReader(Language("en"), presenter, session.match.game.info().codes)
    for text in ("green pirate 77, yellow pirate 3", "g4 q9", "green pirate 4 /", "pick 1"):
        refusal = reader.read(text, menu).refusal
        assert refusal is not None
        assert refusal.code == "no-set-heard"
        assert "pirate" in Language("en").say(refusal.message)
