"""The split of a newcomer, who types the cards of one set."""

from typing import Any, cast

import pytest

from splitpick.core import Engine
from splitpick.core.matches.record import settle
from splitpick.core.scene import Choice
from splitpick.core.session.menu import Menu, MenuItem
from splitpick.core.session.move_reader import MoveReader, Typed, sets_to_type
from splitpick.core.session.play_session import Session
from splitpick.core.session.split_by_card import (
    first_split,
    sets_in,
    split_by_card,
    types_split,
)
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

    refused = {" ".join(split.cards): "set-size", f"{split.cards[0]} Q9": "no-set-of-two"}
    for text, code in refused.items():  # all of them; no card
        refusal = reader.read(text, menu).refusal
        assert refusal is not None
        assert refusal.code == code


def test_all_sets_are_typed_where_one_would_not_do() -> None:
    """Where some cards are face down."""
    session = begun("smugglers-cove")
    menu = session.menu(session.loaded.presenter)

    assert types_split(menu)
    assert first_split(menu) is None


@pytest.mark.parametrize("brackets", [True, False])
def test_one_set_of_two_with_cards_face_down_is_refused_with_both(brackets: bool) -> None:
    """The example completes what was typed; where it leaves no choice, it is the whole split."""
    session = begun("smugglers-cove")
    menu = session.menu(session.loaded.presenter)
    codes = session.match.game.info().codes
    reader = MoveReader(Language("en"), session.loaded.presenter, codes)
    for item in menu.items:
        one = sets_in(item.choice)[0]
        alike = [it for it in menu.items if one in sets_in(it.choice)]
        read = reader.read(one if brackets else one.replace("(", "").replace(")", ""), menu)
        if brackets and len(alike) == 1:
            assert read.action == item.action
            continue
        assert read.refusal is not None
        assert read.refusal.code == "both-sets"
        example = str(read.refusal.message.params["example"])
        assert session.position.parse(example) in session.position.legal_actions()
        assert not brackets or one in example


@pytest.mark.parametrize("name", ["jolly-roger", "smugglers-cove", "galley-thieves"])
def test_every_split_can_be_made_card_by_card(name: str) -> None:
    """Face down or up, and whichever set comes first."""
    session = begun(name)
    menu = session.menu(session.loaded.presenter)
    split = split_by_card(menu)
    assert split
    assert split.hides is (name == "smugglers-cove")
    for item in menu.items:
        sets = [one.split() for one in sets_in(item.choice)]
        for ordered in (sets, sets[::-1]):
            placed = [(at, card) for at, cards in enumerate(ordered, 1) for card in cards]
            assert split.actions(placed) == [item.action]
    assert split.actions([(1, card) for card in split.cards]) == []


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
    for text in ("green pirate 77, yellow pirate 3", "g4 q9", "green pirate 4 / q9", "pick 1"):
        refusal = reader.read(text, menu).refusal
        assert refusal is not None
        assert refusal.code == "no-set-heard"
        assert "pirate" in Language("en").say(refusal.message)


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        (
            "en",
            (
                "silk 1 pearl (chart 2) / chart 5 (lantern)",
                "Silk 1, pearl, [chart 2] / chart 5, [lantern]",
                "pearl and silk 1 and (chart 2) / chart 5 and (lantern)",
                "silk 1, pearl, and chart 2 (face down) / chart 5 and lantern (face down)",
                "S1 P [C2] / C5 [L]",
            ),
        ),
        (
            "de",
            (
                "Seide 1 Perle (Seekarte 2) / Seekarte 5 (Laterne)",
                "Seide 1, Perle und [Seekarte 2] / Seekarte 5, [Laterne]",
                "Perle, Seide 1 und Seekarte 2 (verdeckt) / Seekarte 5 und Laterne (verdeckt)",
            ),
        ),
        (
            "nl",
            (
                "zijde 1 parel (zeekaart 2) / zeekaart 5 (lantaarn)",
                "zijde 1, parel en [zeekaart 2] / zeekaart 5, [lantaarn]",
            ),
        ),
    ],
)
def test_cards_that_lie_face_down_are_typed_by_name(code: str, texts: tuple[str, ...]) -> None:
    """In brackets, round or square, or as they are told, in the player's language."""
    session = begun("smugglers-cove")
    game, presenter = session.match.game, session.loaded.presenter
    position = game.new_position()
    for card in ("S1", "P", "C2", "C5", "L", "X", "X", "X", "X", "X"):
        position.apply(position.parse(f"+{card}"))
    choices = [(one, presenter.choice(position, one)) for one in position.legal_actions()]
    menu = Menu(position, [MenuItem(n, *one) for n, one in enumerate(choices, 1)])
    reader = MoveReader(Language(code), presenter, game.info().codes)
    (item,) = (one for one in menu.items if one.choice.notation == "S1 P (C2) / C5 (L)")

    for text in texts:
        typed = reader.read(text, menu)
        assert typed.action == item.action, (text, typed.refusal)


@pytest.mark.parametrize("code", ["en", "de", "nl"])
def test_the_example_of_a_split_can_be_typed(code: str) -> None:
    """By name where it is heard, and else by code; what is no split is answered with it."""
    session = begun("smugglers-cove")
    presenter, language = session.loaded.presenter, Language(code)
    menu = session.menu(presenter)
    reader = MoveReader(language, presenter, session.match.game.info().codes)
    for presenter.spoken in (True, False):
        example = language.say(sets_to_type(presenter, menu))
        assert (menu.items[0].choice.notation in example) is not presenter.spoken
        assert reader.read(example, menu).action == menu.items[0].action

    presenter.spoken = True
    refusal = reader.read("Q9 / Q8", menu).refusal
    assert refusal is not None
    assert refusal.code == "no-split-heard"
    assert language.say(sets_to_type(presenter, menu)) in language.say(refusal.message)


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        (
            "en",
            (
                "set 1: silk 1, face down silk 4; set 2: spice, tea, face down chart 1",
                "Face down silk 4 and silk 1, Set 2 tea, spice, face down chart 1",
                "set 2 spice, tea, face down chart 1 set 1 silk 1, face down silk 4",
            ),
        ),
        ("de", ("Seide 1, verdeckt Seide 4. Set 2: den Tee, Gewürz und verdeckt Seekarte 1",)),
        ("nl", ("zijde 1, gedekt zijde 4 set 2 thee, specerij en gedekt zeekaart 1",)),
    ],
)
def test_who_listens_says_set_2_instead_of_a_slash(code: str, texts: tuple[str, ...]) -> None:
    session = begun("smugglers-cove")
    presenter = session.loaded.presenter
    presenter.spoken = True
    menu = session.menu(presenter)
    reader = MoveReader(Language(code), presenter, session.match.game.info().codes)
    for text in texts:
        assert reader.read(text, menu).action == menu.items[0].action, text
    refusal = reader.read("set 2", menu).refusal
    assert refusal is not None
    assert "2" in Language(code).say(refusal.message)


@pytest.mark.parametrize("name", ["jolly-roger", "smugglers-cove"])
@pytest.mark.parametrize(
    "way",
    [
        "{one}; {other}", "{one} | {other}", "{one}/{other}", "{other} // {one}", "{one} - {other}",
        "1: {one} 2: {other}", "2: {other}; 1: {one}", "Set 2: {other}. Set 1: {one}",
        "{one}\\{other}", "{one} : {other}",
    ],
)  # fmt: skip
def test_what_parts_the_sets_can_be_typed_in_many_ways(name: str, way: str) -> None:
    session = begun(name)
    menu = session.menu(session.loaded.presenter)
    reader = MoveReader(Language("en"), session.loaded.presenter, session.match.game.info().codes)
    for item in menu.items:
        one, other = sets_in(item.choice)
        text = way.format(one=one, other=other.lower())
        assert reader.read(text, menu).action == item.action, text


def test_one_set_can_be_typed_with_its_number_or_without_blanks() -> None:
    session = begun("jolly-roger")
    menu = session.menu(session.loaded.presenter)
    reader = MoveReader(Language("en"), session.loaded.presenter, session.match.game.info().codes)
    for item in menu.items:
        one, other = sets_in(item.choice)
        for text in (f"1: {one}", f"set 2 {other}", one.replace(" ", "+"), f"{one} /",
                     f"{one}/{other}".replace(" ", "")):  # fmt: skip
            assert reader.read(text, menu).action == item.action, text


@pytest.mark.parametrize(
    ("code", "left", "twice"),
    [
        ("en", "Not in any set yet: silk 4.", "Typed too often: silk 1."),
        ("de", "Noch in keinem Set: Seide 4.", "Zu oft getippt: Seide 1."),
        ("nl", "Nog in geen enkele set: zijde 4.", "Te vaak getypt: zijde"),
    ],
)
def test_a_split_that_lacks_a_card_is_refused_with_its_name(
    code: str, left: str, twice: str
) -> None:
    """Also one that would lie face down; to who reads, with its code."""
    session = begun("smugglers-cove")
    presenter, language = session.loaded.presenter, Language(code)
    menu = session.menu(presenter)
    reader = MoveReader(language, presenter, session.match.game.info().codes)
    split = next(it.choice.notation for it in menu.items if "S1 (S4)" in it.choice.notation)
    for presenter.spoken in (True, False):
        for typed, told in ((split.replace(" (S4)", ""), left), (f"{split} S1", twice)):
            refusal = reader.read(typed.replace(" / ", "; "), menu).refusal
            assert refusal is not None
            assert (told in language.say(refusal.message)) is presenter.spoken


def test_a_number_can_be_typed_with_yes() -> None:
    session = begun("jolly-roger")
    menu = session.menu(session.loaded.presenter)
    reader = MoveReader(Language("de"), session.loaded.presenter)
    for text in ("2 j", "2 ja", "2 y"):
        assert reader.read(text, menu) == Typed(menu.items[1].action, sure=True), text
    assert reader.read("2 n", menu).action is None
