"""Texts, lists and tables of Skull Queen, and who gets to see them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from skull_queen_tables import SEATS, dealt, final, lay, leave_over, play, skull_queen
from splitpick.core import Engine, Match
from splitpick.core.game import CHANCE
from splitpick.core.scene import Presenter, Row
from splitpick.core.text import Both, Language, Text
from splitpick.plugins.skull_queen.queen_game import SkullPosition

ENGLISH = Language("en")


def presenter(players: int = 3, **options: bool) -> Presenter:
    """Load the words for so many players."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    ruleset = Engine().ruleset_file("skull-queen").variant(None).with_options(named)
    return ruleset.presenter(ruleset.build(players))


def said(texts: Sequence[Text | Both]) -> list[str]:
    """Put *texts* into words."""
    return [ENGLISH.say(text) for text in texts]


def seat_of(name: str | None) -> int | None:
    """Return the number of a seat; nobody is an onlooker."""
    return None if name is None else SEATS.index(name)


def told(position: SkullPosition, text: str, seat: str | None = None) -> list[str]:
    """Do what *text* writes, and return what *seat* is told of it."""
    before = position.copy()
    action = position.parse(text)
    position.apply(action)
    words = presenter(position.rules.players)
    return said(words.tell(before, action, position, seat_of(seat)))


def drawing(position: SkullPosition, seat: str | None) -> str:
    """Write the scene without its boxes."""
    viewer = seat_of(seat)
    lines = []
    for block in presenter(position.rules.players).scene(position.view(viewer), viewer):
        if isinstance(block, Row):
            lines += [line for panel in block.panels for line in (panel.title, *panel.lines)]
        else:
            lines.append(block)
    return "\n".join(" ".join(said([span.text for span in line])) for line in lines)


def sentences(position: SkullPosition, seat: str | None) -> list[str]:
    """Say the table as it is read out."""
    viewer = seat_of(seat)
    return said(presenter(position.rules.players).sentences(position.view(viewer), viewer))


# The story.


def test_a_trick_is_told_card_by_card_and_then_judged() -> None:
    table = lay("R5 Y9 | R8 Y2 | G10 Y6", planks="up 2 3 3 3 | up 3 3 3 3 | up 3 3 3 3")

    assert told(table, "R5") == ["Anne plays the red 5."]
    assert told(table, "R8") == ["Bart plays the red 8."]
    assert told(table, "G10") == [
        "Grace plays the green 10.",
        "Bart: the red pirate goes up by 2, to field 5 (8).",
        "Anne: the red pirate goes over the end of the plank and falls into the water.",
        "Single cards in the middle: G10.",
        "Grace leads the next trick.",
    ]


def test_pirates_in_the_water_and_colours_of_the_middle_are_told_too() -> None:
    table = lay("R5 Y9 | R8 Y2 | R7 Y6", middle="B2 B3", planks="up 0 1 1 1")
    play(table, "R5 R8")

    assert told(table, "R7") == [
        "Grace plays the red 7.",
        "Bart: the red pirate goes up by 2, to field 5 (8).",
        "Anne: the red pirate is already in the water.",
        "Blue: nobody moves.",
        "Bart leads the next trick.",
    ]


def test_the_end_of_a_round_is_told_with_its_points() -> None:
    table = play(lay("R3 | R7 | R10", planks="up 1 2 3 4 | down 1 2 3 4 | up 4 0 0 0"), "R3 R7")

    assert told(table, "R10")[-3:] == [
        "Round 1 is over.",
        "The round brings: Anne 11, Bart 19, Grace 8.",
        "In all: Anne 11, Bart 19, Grace 8.",
    ]


def test_nothing_of_a_plank_is_told_before_all_are_revealed() -> None:
    """Only that it is set up."""
    position = dealt(3)

    assert told(position, "up") == []
    assert told(position, "place R1") == []
    play(position, "place Y2, place G3")
    assert told(position, "place B4", "anne") == ["Anne's plank is set up."]
    play(position, "down, place R1, place Y2, place G3, place B4")
    play(position, "up, place R5, place Y5, place G5")
    assert told(position, "place B5") == [
        "Grace's plank is set up.",
        "Now all planks are shown:",
        (
            "Anne, rising plank: red on field 1 (1), yellow on field 2 (2), green on field 3 (4),"
            " blue on field 4 (5)."
        ),
        (
            "Bart, falling plank: red on field 1 (8), yellow on field 2 (5), green on field 3 (4),"
            " blue on field 4 (2)."
        ),
        (
            "Grace, rising plank: red on field 5 (8), yellow on field 5 (8), green on field 5 (8),"
            " blue on field 5 (8)."
        ),
    ]


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("anne", "You lay the red 3 face down."),
        ("bart", "Anne lays a card face down."),
        (None, "Anne lays a card face down."),
    ],
)
def test_a_card_laid_face_down_is_told_to_its_player_alone(seat: str | None, words: str) -> None:
    table = play(lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10")

    assert told(table, "R3", seat) == [words]


def test_both_cards_are_told_when_they_are_turned_over() -> None:
    table = play(lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10 R3")

    assert told(table, "R7") == [
        "Anne plays the red 3.",
        "Bart plays the red 7.",
        "Anne: the red pirate goes down by 1, to field 2 (2).",
    ]


def test_of_a_deal_only_what_lies_open_is_told() -> None:
    match = Match(skull_queen(4), seed=1)
    words = presenter(4)
    laid = " ".join(str(card) for card in match.position.view(None)["middle"])  # type: ignore[union-attr]

    for seat in (None, *range(4)):
        assert said(words.deal(match.actions, match.position, seat)) == [
            "",
            "Round 1: the cards are dealt, 12 to each player. Anne begins.",
            f"Left for the middle: {laid}.",
        ]


def test_the_card_the_king_turns_over_is_told() -> None:
    table = lay("R3 Y9 | R7 Y2", pile="R10 B4")
    done = table.describe(table.parse("+R10"))
    play(table, "+R10")

    assert said(presenter(2).deal([done], table, None)) == [
        "",
        "The old pirate king turns over the red 10.",
    ]


def test_who_listens_hears_names_instead_of_codes() -> None:
    table = play(lay("R3 Y9 | G7 Y2 | B10 Y6"), "R3 G7")
    words = presenter()
    words.spoken = True
    before = table.copy()
    play(table, "B10")

    assert "Single cards in the middle: red 3, green 7, and blue 10." in said(
        words.tell(before, before.parse("B10"), table, None)
    )


# The journal.


def listed(match: Match, seat: int | None) -> list[str]:
    """Write the journal as *seat* may read it."""
    entries = presenter(match.game.players).journal(match.actions, match.position, seat)
    return [f"{'+' if by == CHANCE else SEATS[by]} {text}" for by, text in entries]


def test_of_the_deal_the_journal_lists_the_own_hand_alone() -> None:
    match = Match(skull_queen(3), seed=1)

    for seat in range(3):
        cards = [entry.removeprefix("+ +") for entry in listed(match, seat)]
        hand = match.position.view(seat)["hand"]
        assert isinstance(hand, list)
        assert sorted(cards) == sorted(map(str, hand))
    assert listed(match, None) == []


def test_choices_are_listed_for_the_others_when_they_are_revealed() -> None:
    match = Match(skull_queen(3), seed=1)
    for text in ("up", "place R1", "place Y2", "place G3", "place B4", "down"):
        match.play(text)

    assert listed(match, 0)[-6:] == [
        "anne up", "anne place R1", "anne place Y2", "anne place G3", "anne place B4", "bart ?",
    ]  # fmt: skip
    assert listed(match, 1)[-6:] == ["anne ?"] * 5 + ["bart down"]
    assert listed(match, None) == ["anne ?"] * 5 + ["bart ?"]
    for text in ["place R1", "place Y1", "place G1", "place B1", "up"]:
        match.play(text)
    for text in ["place R1", "place Y1", "place G1", "place B1"]:
        match.play(text)
    assert listed(match, None)[:2] == ["anne up", "anne place R1"]
    assert len(listed(match, None)) == 15


def test_the_card_that_lies_face_down_is_not_listed_for_the_other() -> None:
    match = Match(skull_queen(2), seed=1)
    while match.position.view(None)["phase"] != "play":
        match.apply(match.position.legal_actions()[0])
    card = match.legal()[0]
    match.play(card)

    assert listed(match, 0)[-1] == f"anne {card}"
    assert listed(match, 1)[-1] == "anne ?"
    assert listed(match, None)[-1] == "anne ?"
    match.apply(match.position.legal_actions()[0])
    assert f"anne {card}" in listed(match, 1)


def test_a_swap_stands_in_the_journal_of_nobody() -> None:
    """The new owner has the card as if dealt; the former owner never had it."""
    position = leave_over(4, "M0", "F13")
    actions = []
    replayed = skull_queen(4).new_position()
    for text in _deals(position):
        actions.append(replayed.describe(replayed.parse(text)))
        replayed.apply(replayed.parse(text))
    for text in ("swap R7", "swap B2"):
        actions.append(replayed.describe(replayed.parse(text)))
        replayed.apply(replayed.parse(text))

    for seat in range(4):
        entries = [text for _, text in presenter(4).journal(actions, replayed, seat)]
        hand = replayed.view(seat)["hand"]
        assert isinstance(hand, list)
        assert sorted(entries) == sorted(f"+{card}" for card in hand)


def _deals(position: SkullPosition) -> list[str]:
    """Write the deal of *position*, which is over, one card each in turn."""
    rounds = zip(*[position.hands[seat] for seat in range(4)], strict=True)
    return [f"+{position.rules.codes[card]}" for cards in rounds for card in cards]


# The table.


def test_an_onlooker_sees_no_hand_and_a_player_the_own_one() -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y5", middle="B4")

    assert "Your hand: R3 · Y9" in drawing(table, "anne")
    assert "R7" not in drawing(table, "anne")
    assert "hand" not in drawing(table, None)
    assert "Middle: B4" in drawing(table, None)


def test_planks_are_drawn_with_values_and_pirates() -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y5", planks="down 5 5 0 1")

    assert drawing(table, None).splitlines()[1:9] == [
        "Anne: 10", "falling", "5:  1 R Y", "4:  2", "3:  4", "2:  5", "1:  8 B", "water G",
    ]  # fmt: skip


def test_a_plank_that_is_secret_is_not_drawn() -> None:
    position = play(dealt(3), "up, place R1, place Y1, place G1, place B1, down")

    assert drawing(position, "bart").count("still secret") == 2
    assert " R" not in drawing(position, "bart").split("Your hand")[0]
    assert "R Y G B" in drawing(position, "anne")
    assert "still secret" in sentences(position, "bart")[1]


def test_the_trick_is_drawn_with_the_colour_that_was_led() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y5"), "R3 R7")

    assert "Trick: Anne R3 Bart R7 · red was led" in drawing(table, "grace")
    assert "In this trick: Anne red 3, Bart red 7." in sentences(table, "grace")
    assert "Led: red." in sentences(table, "grace")


def test_a_card_face_down_is_drawn_face_down() -> None:
    table = play(lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10 R3")

    assert "Trick: the old pirate king R10 Anne ? · red was led" in drawing(table, "bart")
    assert "R3" not in drawing(table, "bart")
    assert "R3" in drawing(table, "anne")
    assert "a card face down" in " ".join(sentences(table, "bart"))
    assert "You have laid the red 3 face down." in sentences(table, "anne")


def test_the_table_is_said_in_sentences() -> None:
    table = lay("R3 Y9 | R7 Y2", pile="R10 B4", planks="up 1 0 5 5")

    assert sentences(table, "anne") == [
        "Round 1 of 2 · Trick 1 of 14.",
        (
            "Anne: 17 points, rising plank; red on field 1 (1), yellow in the water, green on"
            " field 5 (8), blue on field 5 (8)."
        ),
        (
            "Bart: 16 points, rising plank; red on field 3 (4), yellow on field 3 (4), green on"
            " field 3 (4), blue on field 3 (4)."
        ),
        "The old pirate king has 2 cards left.",
        "Your hand: red 3 and yellow 9.",
    ]


@pytest.mark.parametrize(("players", "rows"), [(2, 1), (4, 1), (5, 2), (6, 2)])
def test_many_planks_stand_in_two_rows(players: int, rows: int) -> None:
    view = dealt(players).view(None)
    scene = presenter(players).scene(view, None)

    assert sum(isinstance(block, Row) for block in scene) == rows


# Questions and choices.


@pytest.mark.parametrize(
    ("before", "question", "advice"),
    [
        ("", "Anne, choose the side of your plank.", "sq-advice-side"),
        ("up", "Anne, where does the red pirate begin?", "sq-advice-place"),
        ("up, place R3", "Anne, where does the yellow pirate begin?", "sq-advice-place"),
    ],
)
def test_each_decision_has_its_question_and_advice(before: str, question: str, advice: str) -> None:
    view = play(dealt(3), before).view(0) if before else dealt(3).view(0)
    words = presenter()
    given = words.advice(view)

    assert said([words.question(view)]) == [question]
    assert given is not None
    assert given.code == advice


def test_the_question_for_a_card_names_the_colour_that_was_led() -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y5")

    assert said([presenter().question(table.view(0))]) == ["Anne, play a card."]
    play(table, "R3")
    assert said([presenter().question(table.view(1))]) == ["Bart, play a card: red was led."]
    king = play(lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10")
    assert said([presenter(2).question(king.view(0))]) == ["Anne, lay a card face down."]
    assert said([presenter().question(final([[1, 2, 3]] * 3).view(0))]) == ["The game is over."]


def test_choices_say_what_they_bring() -> None:
    words = presenter()
    position = dealt(3)
    falling = words.choice(position, position.parse("down"))
    assert (falling.notation, said([falling.short, falling.sentence])) == (
        "down",
        ["8 5 4 2 1", "The falling side, from the bottom up 8 5 4 2 1"],
    )
    play(position, "down")
    lowest = words.choice(position, position.parse("place R1"))
    assert said([lowest.short, lowest.sentence]) == ["8 points", "Field 1, 8 points"]
    table = lay("R3 R8 M0 | R7 Y2 Y3 | R10 Y5 Y6")
    found = [words.choice(table, action) for action in table.legal_actions()]
    assert [(choice.group, choice.notation) for choice in found] == [
        ("R", "R3"), ("R", "R8"), ("", "M0"),
    ]  # fmt: skip
    assert said([choice.sentence for choice in found]) == [
        "Red 3", "Red 8, “Aye aye, Madame!”", "Monkey",
    ]  # fmt: skip


# The end, and the rules.


def test_the_result_is_accounted_for_round_by_round() -> None:
    end = final([[1, 9, 4], [9, 2, 8], [5, 5, 0]])

    assert said(presenter().scoring(end)) == [
        "Round 1: Anne 1, Bart 9, Grace 4.",
        "Round 2: Anne 9, Bart 2, Grace 8.",
        "Round 3: Anne 5, Bart 5, Grace 0.",
        "Anne: 15 points.",
        "Bart: 16 points.",
        "Grace: 12 points.",
        "Bart wins.",
    ]


def test_a_shared_win_is_told() -> None:
    end = final([[1, 9, 4], [9, 2, 8], [6, 5, 0]])
    assert said(presenter().scoring(end))[-1] == "Anne and Bart share the win."
    end = final([[1, 9, 4], [9, 2, 8], [6, 5, 0]], shared_win=False)
    assert said(presenter(shared_win=False).scoring(end))[-1] == (
        "Equal totals: the last round decides. Anne wins."
    )


def rules_of(**options: bool) -> list[str]:
    """Tell the rules as one list of sentences."""
    sections = presenter(6, **options).rules()
    return [line for part in sections for line in said([*part.paragraphs, *part.points])]


@pytest.mark.parametrize(
    "option",
    ["middle_orders", "later_leads", "deal_passes", "swap_middle", "swap_king", "shared_win"],
)
def test_each_ruling_is_told_as_it_is_set(option: str) -> None:
    assert rules_of() != rules_of(**{option: False})
    assert rules_of() == rules_of(**{option: True})


def test_the_rules_take_their_numbers_from_the_rule_set() -> None:
    told_ = "\n".join(rules_of())

    assert "1, 2, 4, 5, 8" in told_
    assert "With 2 and 3 players the numbers 1 and 12 stay in the box." in told_
    assert "6 players: 8 cards each, 2 in the middle." in told_
    assert "2 players: 14 cards each, and as many for the old pirate king." in told_


def test_the_legend_names_a_card_of_each_colour_and_those_without() -> None:
    legend = said(presenter().legend())

    assert "F13 is the First Mate" in legend[0]
    assert len(legend) == 6


def test_colours_and_sides_can_be_typed_as_words() -> None:
    typed = {ENGLISH.say(word): notation for word, notation in presenter().words()}

    assert typed["rising"] == "up"
    assert typed["red"] == typed["R"] == "R"
