"""All that is heard can be typed: names of cards, and what is said of them in refusals."""

import re
from random import Random

import pytest

from splitpick.core import CHANCE, OVER, Engine
from splitpick.core.matches.record import settle
from splitpick.core.session.menu import Menu
from splitpick.core.session.move_reader import MoveReader
from splitpick.core.session.play_session import Session
from splitpick.core.text import FORMS

ENGINE = Engine()

GAMES = [
    (name, variant)
    for name in (
        *("jolly-roger", "skull-queen", "dead-mans-dice", "galley-thieves", "smugglers-cove"),
    )
    for variant, _ in ENGINE.ruleset_file(name).variants
]

CODE = re.compile(r"\b[A-Z]{1,2}\d+\b|\b[A-ZÄÖÜ]{2}\b|[@?*$]")


def begun(name: str, variant: str) -> Session:
    rules = ENGINE.ruleset_file(name).variant(variant)
    setup = settle(ENGINE, rules, ["human"] * rules.players[0], 0, 7)
    session = Session(ENGINE, setup, rules=rules)
    session.loaded.presenter.spoken = True
    return session


def decisions(session: Session, most: int = 60) -> list[Menu]:
    """Play at random; return what was on offer at each decision but for splits."""
    random, menus = Random(1), list[Menu]()
    while session.position.to_act() not in (CHANCE, OVER) and len(menus) < most:
        menus.append(session.menu(session.loaded.presenter))
        session.apply(random.choice(session.position.legal_actions()))
    return [menu for menu in menus if " / " not in menu.items[0].choice.notation]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_every_card_can_be_typed_by_its_name(name: str, variant: str, language: str) -> None:
    """In each case, with the article: what can be done with it is played, or listed.

    A card that is not on offer is refused by its name.  A number alone means a choice.
    """
    session = begun(name, variant)
    presenter, codes = session.loaded.presenter, session.match.game.info().codes
    words = ENGINE.language(language)
    reader = MoveReader(words, presenter, codes)
    for menu in decisions(session):
        offered = [item.choice.piece for item in menu.items]
        for code in codes:
            card = presenter.card_name(code)
            for way in {words.say(card, form) for form in ("", *FORMS[:3])}:
                if way.isdecimal():
                    continue
                typed = reader.read(way, menu)
                same = [one for one in codes if words.say(presenter.card_name(one)) == way]
                if {code, *same} & {*offered}:
                    played = [one.choice.piece for one in menu.items if one.action == typed.action]
                    assert typed.kind in offered or {*played} & {code, *same}, way
                elif typed.refusal:
                    assert not CODE.search(words.say(typed.refusal.message)), way


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_a_refusal_by_ear_speaks_in_names(name: str, variant: str, language: str) -> None:
    """Also of moves whose codes were typed; what nobody knows is quoted as it was typed."""
    session = begun(name, variant)
    presenter, codes = session.loaded.presenter, session.match.game.info().codes
    words = ENGINE.language(language)
    reader = MoveReader(words, presenter, codes)
    menus = decisions(session)
    moves = {item.choice.notation for menu in menus for item in menu.items}
    for menu in menus:
        for text in sorted({*codes, *moves}):
            refusal = reader.read(text, menu).refusal
            told = words.say(refusal.message) if refusal else ""
            assert not CODE.search(told.replace(text, "")), text
    refusal = reader.read("blue 77", menus[-1]).refusal
    if refusal and "7" in words.say(refusal.message):
        assert "blue 77" in words.say(refusal.message)


def test_a_typed_split_is_refused_for_what_is_wrong_with_it() -> None:
    """A card that is not there, by name or by code; where cards lie face down, a set alone."""
    session = begun("jolly-roger", "introductory")
    presenter, words = session.loaded.presenter, ENGINE.language("en")

    def refused(text: str) -> str:
        reader = MoveReader(words, presenter, session.match.game.info().codes)
        refusal = reader.read(text, session.menu(presenter)).refusal
        return words.say(refusal.message) if refusal else ""

    assert refused("green pirate 1, blue pirate 4") == "You have no blue pirate 4."
    assert refused("set 1: green 1, blue 4; set 2: yellow 1") == "You have no blue pirate 4."
    presenter.spoken = False
    assert refused("G1 B4") == "You have no B4."
    session = begun("smugglers-cove", ENGINE.ruleset_file("smugglers-cove").variants[0][0])
    presenter = session.loaded.presenter
    assert refused("silk 1, face-down silk 4").startswith("The other set is missing")
    assert "Set 2: spice" in refused("silk 1, face-down silk 4")


def test_short_names_can_begin_a_sentence() -> None:
    """As the full names that are heard: "red 3 joins"."""
    session = begun("jolly-roger", "introductory")
    presenter, words = session.loaded.presenter, ENGINE.language("en")
    for _ in range(2):
        session.apply(session.position.legal_actions()[0])
    reader = MoveReader(words, presenter, session.match.game.info().codes)

    assert reader.read("green 1 joins", session.menu(presenter)).action == 0
