"""People with secrets at one keyboard: the screen is wiped before it is passed on."""

import re
from typing import Any

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.core import Match, load_game
from terminals import Terminal

WIPED = "\x1b[2J\x1b[3J\x1b[H"

GAME = (
    *("play", "skull-queen", "--players", "3", "--first", "anne", "--seed", "3"),
    *("--seat", "anne=human", "--seat", "bart=human", "--seat", "grace=greedy", "--no-color"),
)


def hand_of(seat: int) -> set[str]:
    """Return the cards that *seat* is dealt."""
    hands: Any = Match(load_game("skull-queen", players=3), seed=3).position.view(seat)["hand"]
    return {*hands[seat]}


def shown_cards(screen: str) -> set[str]:
    """List the cards of all hands on a screen."""
    lines = [line for line in screen.splitlines() if line.startswith("Your hand:")]
    return {code for line in lines for code in re.findall(r"\b[A-Z]\d+\b", line)}


@pytest.mark.often(1)
@pytest.mark.process
@pytest.mark.parametrize("form", [["--plain"], []], ids=["plain", "page"])
def test_a_screen_shows_one_hand_and_is_wiped_before_the_next(form: list[str]) -> None:
    """Everything between two wipes is for one person's eyes."""
    with Terminal([*PROGRAM, *GAME, *form], 100, 50, {"SPLITPICK_LANG": "en"}) as terminal:
        for typed in ("", *"11111", "", *"11111", "quit"):
            assert terminal.wait("> ", "Enter. "), terminal.seen
            terminal.send(f"{typed}\r")
        assert not terminal.wait()
    shown = terminal.seen.decode().replace("\r\n", "\n")
    screens = shown.replace("\x1b[K", "").split(WIPED)
    hands = [hand for screen in screens if (hand := shown_cards(screen))]
    passing = [screen for screen in screens if "Pass the keyboard to" in screen]

    assert terminal.ended == 0
    assert "Pass the keyboard to Anne" in passing[0]
    assert "Pass the keyboard to Bart" in passing[1]
    assert not any(map(shown_cards, passing))
    assert all(hand <= hand_of(0) or hand <= hand_of(1) for hand in hands)
    for seat in (0, 1):
        assert any(hand <= hand_of(seat) for hand in hands)


def test_nobody_sees_what_another_chose_in_secret() -> None:
    """The story that the second person hears has no side and no place of the first."""
    ended = run(*GAME, typed="\n" + "1\n" * 5 + "\n" + "log\nquit\n", language="en")
    after = ended.out.split("Pass the keyboard to Bart, then press Enter.")[1]
    story = after.partition("The game is not over.")[0]

    assert "Anne: side" not in story
    assert "Anne: place" not in story
    assert not shown_cards(story) - hand_of(1)


def test_one_person_alone_is_never_asked_to_pass_the_keyboard() -> None:
    ended = run(*GAME[:8], "--seat", "anne=human", typed="1\n1\n1\n1\n1\n1\n", language="en")

    assert ended.code == 0
    assert "Pass the keyboard" not in ended.out


@pytest.mark.slow
@pytest.mark.process
def test_whoever_leaves_takes_the_own_hand_off_the_screen() -> None:
    """Output after the last wipe shows nobody's cards."""
    ended = run_in_terminal(
        [
            *PROGRAM, "play", "skull-queen", "--players", "2", "--seat", "anne=human",
            "--seat", "bart=human", "--first", "anne", "--seed", "3", "--no-color", "--no-save",
        ],
        lines=60,
        typed="\nup\nquit\n",
        after="Pass the keyboard",
        variables={"SPLITPICK_LANG": "en"},
    )  # fmt: skip
    before, _, after = ended.out.rpartition("\x1b[2J")

    assert "Your hand:" in before
    assert "Your hand:" not in after
    assert "This match was not saved." in after
