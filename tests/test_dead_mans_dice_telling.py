"""Dead Man's Dice in words: whole games as text, the choices, the story, the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from command import run
from golden import same_as_file
from piles import PLAYERS, SEATS, dice_game, lay, new, opened, view
from splitpick.core import Engine, Match, Position
from splitpick.core.scene import Row
from splitpick.core.text import Language
from splitpick.plugins.dead_mans_dice.dice_game import DiceGame, DicePosition
from splitpick.plugins.dead_mans_dice.dice_presenter import DicePresenter
from tables import play

GAMES = Path(__file__).parent / "playthroughs"
ENGLISH = Language("en")


def presenter_of(position: DicePosition) -> DicePresenter:
    """Make the presenter for that position's game."""
    presenter = Engine().ruleset_file("dead-mans-dice").variant().presenter(position.game)
    assert isinstance(presenter, DicePresenter)
    return presenter


# Whole games, which must come out to the letter; SPLITPICK_GOLDEN=write writes them anew.


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_of_bots_is_the_same_everywhere(players: int) -> None:
    """Greedy and random ones take turns around the table."""
    same_as_file(GAMES / f"dead-mans-dice.{players}.en.txt", played(players, "en"))


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_of_bots_in_german(players: int) -> None:
    same_as_file(GAMES / f"dead-mans-dice.{players}.de.txt", played(players, "de"))


def played(players: int, language: str, *more: str) -> str:
    """Let bots play the standard game for two, and the short one for more."""
    seats = SEATS[:players]
    bots = [f"--seat={seat}={('greedy', 'random')[at % 2]}" for at, seat in enumerate(seats)]
    variant = "standard" if players == 2 else "short"
    ended = run(
        *("play", "dead-mans-dice", "--variant", variant, "--players", str(players), *bots),
        *("--first", "jack", "--seed", str(players), *more),
        language=language,
    )
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def test_a_game_in_plain_sentences() -> None:
    """Nothing is drawn with --accessible."""
    out = played(3, "en", "--accessible")

    same_as_file(GAMES / "dead-mans-dice.accessible.en.txt", out)
    assert not set("╭│☠[") & set(out)


TYPED = """\
take
roll x
2
plunder bart
ROLL J
help
1
hint
1
1
log
undo
1
undo
1
table
1
1
rules
quit
"""


def test_what_a_newcomer_sees() -> None:
    """Slips, the words, a roll that is taken back, and how to go on."""
    ended = run(
        *("play", "dead-mans-dice", "--players", "3", "--seat", "jack=human"),
        *("--variant", "standard", "--first", "jack", "--seed", "5"),
        language="en",
        typed=TYPED,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / "dead-mans-dice.newcomer.en.txt", ended.out)


def test_the_rules_of_the_game() -> None:
    ended = run("rules", "dead-mans-dice", language="en")

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / "dead-mans-dice.rules.en.txt", ended.out)


# What stands on the screen.


def drawn(position: DicePosition) -> list[str]:
    """Write the table's lines, those of the panels one below the other."""
    presenter = presenter_of(position)
    lines = []
    for block in presenter.scene(position.view(None), None):
        rows = [block] if isinstance(block, tuple) else []
        if isinstance(block, Row):
            rows = [row for panel in block.panels for row in (panel.title, *panel.lines)]
        lines += [" ".join(ENGLISH.say(span.text) for span in row) for row in rows]
    return lines


def test_piles_stand_from_top_to_bottom() -> None:
    position = lay(jack="4 5 S", bart="", totals={"jack": 20, "bart": -3})

    assert drawn(position) == [
        "Round 1 · to 100 doubloons",
        "Jack", "20 doubloons", "To roll: –", "Pile: 32", "[☠S]", "[5]", "[4]",
        "Bart", "-3 doubloons", "To roll: D D J", "Pile: 0", "–",
    ]  # fmt: skip


def test_a_skull_of_the_opening_shows_what_it_is_worth() -> None:
    assert "[☠S1]" in drawn(lay(jack="s"))
    assert "[☠S]" in drawn(lay(jack="s", options={"opening_skull_one": "false"}))


def test_the_rolled_die_lies_apart() -> None:
    position = play(lay(jack="2"), "roll D", "+5")

    assert drawn(position)[-1] == "Rolled: [5]"


def test_a_die_out_of_the_round_is_shown() -> None:
    position = lay(jack="2", bart="6", options={"misfits_return": "false"})
    play(position, "roll D", "+6")

    assert "Out: D" in drawn(position)
    assert "Dice of Jack that are out of the round: 1 ordinary die." in sentences(position)


def sentences(position: DicePosition) -> list[str]:
    said = presenter_of(position).sentences(position.view(None), None)
    return [ENGLISH.say(text) for text in said]


def test_the_table_in_sentences() -> None:
    position = play(lay(jack="4 s", bart="", totals={"jack": 1}), "roll D", "+1")

    assert sentences(position) == [
        "Round 1. The game is to 100 doubloons.",
        "Jack: 1 doubloon.",
        "Pile of Jack from the top: skull (counts 1), 4; it counts 10.",
        "Jack has to roll: 1 ordinary die.",
        "Bart: 0 doubloons.",
        "Bart has no pile.",
        "Bart has to roll: 2 ordinary dice and Jolly Roger die.",
        "Rolled: a 1.",
    ]


def test_a_skull_is_named_in_a_pile() -> None:
    assert "Pile of Jack from the top: 2, skull; it counts 9." in sentences(lay(jack="S 2"))


def test_where_the_game_stands() -> None:
    position = lay(jack="S 2", round=7)

    assert ENGLISH.say(presenter_of(position).status(position.view(None))) == (
        "Round 7 · to 100 doubloons"
    )


def choices(position: DicePosition) -> list[str]:
    presenter = presenter_of(position)
    found = [presenter.choice(position, action) for action in position.legal_actions()]
    return [ENGLISH.say(choice.sentence) for choice in found]


def test_the_choices_in_sentences() -> None:
    position = lay(jack="2", bart="6")
    assert choices(position) == ["Roll an ordinary die.", "Roll the Jolly Roger die."]
    play(position, "roll D", "+5")
    assert choices(position) == [
        "Stack a 5: your pile then counts 7 doubloons.",
        "Do not stack a 5.",
    ]
    play(position, "stack")

    assert choices(position) == [
        "Plunder a 6 from Bart: your pile then counts 13 doubloons.",
        "Plunder no more.",
    ]


def test_the_choice_of_a_skull_counts_it_double() -> None:
    position = play(lay(jack="2"), "roll J", "+S")

    assert choices(position)[0] == "Stack the skull: your pile then counts 18 doubloons."


def test_who_may_roll_again_may_also_stop() -> None:
    position = lay(jack="2", options={"roll_again": "true"})
    play(position, "roll D", "+2", "stack")

    assert choices(position) == ["Roll the Jolly Roger die.", "Roll no more."]
    assert told(position, "stop") == ["Jack rolls no more."]


@pytest.mark.parametrize(
    ("done", "question", "advice"),
    [
        ((), "Jack, choose a die to roll.", "dd-advice-roll"),
        (("roll D", "+5"), "Jack, you rolled a 5.", "dd-advice-stack"),
        (("roll D", "+5", "stack"), "Jack, plunder or stop.", "dd-advice-plunder"),
    ],
)
def test_what_is_asked_and_advised(done: tuple[str, ...], question: str, advice: str) -> None:
    position = play(lay(jack="2", bart="6"), *done)
    presenter = presenter_of(position)
    found = presenter.advice(position.view(0))

    assert ENGLISH.say(presenter.question(position.view(0))) == question
    assert found is not None
    assert found.code == advice


def test_what_is_asked_in_the_opening_and_at_the_end() -> None:
    position = new()
    presenter = presenter_of(position)
    end = lay(jack="4 5", bart="3", totals={"jack": 99})
    play(end, "roll J", "+6", "stack")

    assert ENGLISH.say(presenter.question(position.view(0))) == (
        "Jack, choose a die for the opening."
    )
    assert ENGLISH.say(presenter.question(end.view(0))) == "The game is over."
    assert presenter.advice(end.view(0)) is None


# The story.


def told(position: DicePosition, text: str) -> list[str]:
    """Do a seat's action and return what is said of it."""
    before = position.copy()
    action = position.parse(text)
    position.apply(action)
    said = presenter_of(position).tell(before, action, position, None)
    return [ENGLISH.say(line) for line in said]


def dealt(position: DicePosition, *rolls: str) -> list[str]:
    """Let dice be rolled and return what is said of it."""
    outcomes = []
    for text in rolls:
        action = position.parse(text)
        outcomes.append(position.describe(action))
        position.apply(action)
    said = presenter_of(position).deal(outcomes, position, None)
    return [ENGLISH.say(line) for line in said]


def test_a_choice_of_a_die_is_told_with_what_it_shows() -> None:
    position = lay(jack="2", bart="3")

    assert told(position, "roll J") == []
    assert dealt(position, "+S") == ["Jack rolls the skull with the Jolly Roger die. It fits."]


def test_what_a_roll_comes_to_is_told() -> None:
    position = play(lay(jack="2", bart=""), "roll D")
    assert dealt(position, "+6") == [
        "Jack rolls a 6 with an ordinary die. It does not fit and goes back."
    ]
    play(position, "roll D")

    assert dealt(position, "+6") == ["Bart rolls a 6 with an ordinary die. It begins a new pile."]


def test_a_die_that_leaves_the_round_is_told() -> None:
    position = lay(jack="2", bart="3", options={"misfits_return": "false"})
    play(position, "roll D")

    assert dealt(position, "+6") == [
        "Jack rolls a 6 with an ordinary die. It does not fit and is out of the round."
    ]


def test_a_tie_in_the_opening_is_told() -> None:
    position = play(opened(new(), "D 3"), "roll J")

    assert dealt(position, "+3", "+2", "+4") == [
        "Bart rolls a 3 with the Jolly Roger die.",
        "Several have the lowest number: all roll again.",
        "Jack rolls a 2 with an ordinary die.",
        "Bart rolls a 4 with the Jolly Roger die.",
        "Jack has the lowest number and takes the first turn.",
    ]


def test_the_worked_example_is_accounted_for() -> None:
    position = play(lay(jack="2 5 6/bart", bart="4"), "roll J", "+S")

    assert told(position, "stack") == [
        "Jack stacks the skull: 40 doubloons in the pile.",
        "Round 1 is over.",
        "Jack: (2 + 5 + 6 + 7) × 2 = 40; 40 in all. The skull on top doubles the pile.",
        "Bart: 4 - 7 = -3; -3 in all. The Jolly Roger die was not placed.",
        "Round 2 begins: everybody rolls one die.",
    ]


def test_a_round_that_ends_with_a_new_pile_is_accounted_for() -> None:
    """The last die is placed by the roll itself."""
    position = lay(jack="3 4/bart 5/bart", bart="")
    play(position, "roll J", "+3", "roll J")

    assert dealt(position, "+6") == [
        "Bart rolls a 6 with the Jolly Roger die. It begins a new pile.",
        "Round 1 is over.",
        "Jack: 3 + 4 + 5 - 7 = 5; 5 in all. The Jolly Roger die was not placed.",
        "Bart: 6; 6 in all.",
        "Round 2 begins: everybody rolls one die.",
    ]


def test_a_tie_at_the_top_is_told() -> None:
    position = lay(jack="4 5", bart="S", totals={"jack": 90, "bart": 91})
    play(position, "roll J", "+6")

    assert "A tie at the top: another round is played." in told(position, "stack")


def test_a_game_that_ends_with_the_last_round_says_so() -> None:
    position = lay(jack="4 5", bart="S", round=100)
    play(position, "roll J", "+6")

    assert told(position, "stack")[-1] == "The game ends after 100 rounds."


def test_the_result_is_told() -> None:
    position = lay(jack="4 5", bart="3", totals={"jack": 99, "bart": 20})
    presenter = presenter_of(play(position, "roll J", "+6", "stack"))

    assert [ENGLISH.say(line) for line in presenter.scoring(position)] == [
        "Jack: 114 doubloons.",
        "Bart: 16 doubloons.",
        "Jack wins.",
    ]


def test_a_shared_victory_is_told() -> None:
    options = {"tie_plays_on": "false"}
    position = lay(jack="4 5", bart="S", totals={"jack": 90, "bart": 91}, options=options)
    presenter = presenter_of(play(position, "roll J", "+6", "stack"))

    assert ENGLISH.say(presenter.scoring(position)[-1]) == "Jack and Bart share the victory."


# The rules in our own words follow the options.


def rules(options: Mapping[str, str] | None = None) -> str:
    position = dice_game(options=options).new_position()
    sections = presenter_of(position).rules()
    return "\n".join(
        ENGLISH.say(text) for part in sections for text in (*part.paragraphs, *part.points)
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("opening-skull-one", "false"),
        ("skull-top-one", "false"),
        ("misfits-return", "false"),
        ("roll-again", "true"),
        ("last-plunder", "false"),
        ("tie-plays-on", "false"),
    ],
)
def test_each_option_tells_another_rule(option: str, value: str) -> None:
    assert rules({option: value}) != rules()


def test_the_rules_name_the_numbers_of_the_rule_set() -> None:
    told_rules = rules()

    for piece in ("2 ordinary dice", "a skull brings 7", "loses 7 doubloons", "100 doubloons"):
        assert piece in told_rules


def test_the_rules_say_that_no_pile_topples_on_a_screen() -> None:
    assert "On a screen nothing falls over" in rules()


# Before the game.


def test_the_rule_set_shows_its_numbers_and_options() -> None:
    ended = run("rulesets", "show", "dead-mans-dice", language="en")

    assert ended.code == 0
    for piece in ("Doubloons that end the game", "roll-again: false", "misfits-return: true"):
        assert piece in ended.out


def test_a_match_is_played_and_taken_back() -> None:
    """The journal brings every roll again."""
    game: DiceGame = dice_game(3)
    match = Match(game, seed=4)
    match.play("roll J")
    before: Position = match.position.copy()
    match.play("roll D")
    assert match.undo()

    assert view(match.position) == view(before)
    assert match.journal[0] == "roll J"
