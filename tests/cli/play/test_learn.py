"""The guided first game: it can be played as it says, in every language, and goes on afterwards."""

import json
import re
from pathlib import Path

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.record import load_setup
from splitpick.core.session.lesson import Lesson
from splitpick.core.text import Language

ENGINE = Engine()
LESSONS = sorted(ENGINE.library.lessons())
LANGUAGES = ("de", "en", "nl")


def own_moves(lesson: Lesson) -> list[str]:
    """Return what the person does in *lesson*."""
    person = lesson.record.setup.players.index("human")
    return [entry.text for entry in lesson.entries if entry.seat == person]


@pytest.mark.parametrize("name", LESSONS)
def test_its_cards_follow_from_its_seed(name: str) -> None:
    """So chance brings in the game what the record says."""
    lesson = Lesson(ENGINE, name)
    match = load_setup(ENGINE, lesson.setup()).match()
    for entry in lesson.entries:
        if entry.seat != CHANCE:
            match.play(entry.text)
    drawn = [done.notation for done in match.actions if done.seat == CHANCE]

    assert drawn[: sum(entry.seat == CHANCE for entry in lesson.entries)] == [
        entry.text for entry in lesson.entries if entry.seat == CHANCE
    ]
    assert lesson.setup().practice


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_idea_is_said_once_before_the_decision_that_it_is_about(name: str, code: str) -> None:
    lesson, language = Lesson(ENGINE, name), Language(code)
    moves = own_moves(lesson)
    texts = [*lesson.texts(0, len(lesson.entries))]
    ended = run("learn", name, "--no-save", typed="\n".join(moves) + "\n", language=code)

    assert ended.code == 0
    assert len(moves) >= 5
    for text in texts:
        assert language.knows(text)
        assert ended.out.count(language.say(text)) == 1
    places = [ended.out.index(language.say(text)) for text in texts]
    assert places == sorted(places)
    assert len(re.findall(r"(?m)^> ", ended.out)) == len(moves) + 1


def test_another_move_waits_until_the_lesson_is_over(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    moves = own_moves(Lesson(ENGINE, "jolly-roger"))
    ended = run("learn", typed="1\nundo\n" + "\n".join(moves), language="en", variables=home)
    (kept,) = json.loads(run("matches", "list", "--json", variables=home).out)

    assert ended.out.count("You could, but for this lesson please type ") == 1
    assert "Do you mean" not in ended.out
    assert kept["practice"]
    assert "Hint: " in ended.out.rpartition("That is how a turn goes.")[2]


def test_what_the_lesson_asks_for_counts_as_a_hint(tmp_path: Path) -> None:
    """So that no analysis calls it a mistake."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    run("learn", typed="2\nR4@red\nquit\n", language="en", variables=home)
    kept = run("matches", "export", "jolly-roger-1", variables=home)

    assert "jolly: pick 2 !; R4@red !" in kept.out


def test_a_hint_in_a_lesson_says_what_the_lesson_asks() -> None:
    ended = run("learn", "--no-save", typed="hint\nquit\n", language="en")

    assert ended.out.count("Now type 2") == 2
    assert "Hint: " not in ended.out


def test_a_hint_in_a_lesson_has_the_reasons_of_the_lesson() -> None:
    """And no plan of a search, which would play the next card elsewhere."""
    ended = run("learn", "--no-save", typed="why\n2\nhint\nwhy\nquit\n", language="en")
    first, _, then = ended.out.partition("> 2\n")

    assert first.count("Cards: G green, Y yellow, B blue, R red") == 1
    assert first.count("the red ship has the most: take the two red cards") == 2
    assert then.count("Send your strongest pirate to the red ship.") == 3
    assert "If you then play" not in then


def test_a_game_without_a_lesson_says_which_one_has_one() -> None:
    ended = run("learn", "skull-queen", language="en")

    assert ended.error_code == "no-lesson"
    assert "jolly-roger" in ended.err


def test_a_folder_of_rule_sets_brings_a_lesson_of_its_own(tmp_path: Path) -> None:
    """Beside the others, and in the words of its author."""
    home, folder = {"SPLITPICK_HOME": str(tmp_path)}, tmp_path / "rulesets"
    folder.mkdir()
    text = Path(str(ENGINE.library.lessons()["jolly-roger"][0])).read_text("utf-8")
    (folder / "mine.lesson").write_text(
        text.replace("Roger has made", "Ahoy! Roger has made"), "utf-8"
    )
    ended = run("learn", "mine", "--no-save", typed="quit\n", language="de", variables=home)

    assert "Ahoy! Roger has made" in ended.out


@pytest.mark.parametrize("more", [[], ["--accessible"]])
def test_a_lesson_that_was_left_is_resumed_where_it_stopped(
    tmp_path: Path, more: list[str]
) -> None:
    """With the idea and the move that come next, but not those before."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    lesson = Lesson(ENGINE, "jolly-roger")
    first, second, *_ = own_moves(lesson)
    left = run("learn", *more, typed=f"{first}\nquit\n", variables=home)
    again = run("resume", *more, typed=f"{second}\nquit\n", variables=home)
    texts = [Language("en").say(text) for text in lesson.texts(0, 7)]

    assert "splitpick resume jolly-roger-1" in left.out
    assert texts[0] in left.out
    assert texts[0] not in again.out
    assert texts[-1] in again.out
    assert again.out.count("Now type ") == 2
    assert (again.code, again.err) == (0, "")


@pytest.mark.process
def test_at_its_end_it_asks_what_now(tmp_path: Path) -> None:
    """As any match does: the costliest moves, or a match of one's own; and again if the list of
    games is left without a choice."""
    variables = {"SPLITPICK_HOME": str(tmp_path), "SPLITPICK_LANG": "en"}
    ended = run_in_terminal(
        [*PROGRAM, "learn"], typed="resign\nyes\n\n4\nq\n5\n", after="> ", variables=variables
    )

    assert ended.code == 0
    assert "Well done!" not in ended.out  # who gives up has not gone through the lesson
    assert ended.out.count("What now?") == 2
    told = ended.out.rpartition("What now?")[2]
    assert re.findall(r"(?m)^\d: (.*?)\r?$", told) == [
        "see which moves cost most, and what would have been better",
        "watch it again (later: splitpick replay jolly-roger-1)",
        "play a first match of your own, with hints",
        "choose another game, or go on with a match",
        "stop here",
    ]
    assert "splitpick play jolly-roger" in told


def test_a_replay_is_offered_in_the_language_of_the_match(tmp_path: Path) -> None:
    variables = {"SPLITPICK_HOME": str(tmp_path), "SPLITPICK_LANG": "en"}
    words = [*PROGRAM, "--lang", "de", "learn"]
    ended = run_in_terminal(words, typed="aufgeben\nja\n\n5\n", after="> ", variables=variables)

    told = " ".join(ended.out.rpartition("Und jetzt?")[2].split())
    assert "(später: splitpick replay jolly-roger-1 --lang de)" in told
