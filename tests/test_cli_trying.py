"""``splitpick rulesets try``: what it shows, in which words, and what it refuses."""

from __future__ import annotations

import json
import sys

import pytest

from command import PROGRAM, run, run_in_terminal

TRY = ("rulesets", "try", "jolly-roger", "--seat", "jolly=random", "--seat", "roger=random")


def test_it_tells_who_wins_and_what_each_card_was_for() -> None:
    ended = run(*TRY, "-n", "40")
    german = run(*TRY, "-n", "126", language="de").out
    few = run(*TRY, "-v", "advanced", "-n", "1", "--seed", "3").out

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(
        "Jolly & Roger, introductory game: 40 games by bots (random, random)."
    )
    for words in ("wins ", "(95%: ", "Whoever begins", "56.0 ± 0.0 (56 to 56)", "green pirate 1",
                  "split 320"):  # fmt: skip
        assert words in ended.out
    for words in ("126 Partien von Bots (Zufall, Zufall)", "56,0 ± 0,0 (56 bis 56)", "1.008",
                  "grüner Pirat 1", "Papagei", "Wer beginnt"):  # fmt: skip
        assert words in german
    assert "wins" not in german
    for words in ("1 game by bots", "Kraken", "Possible, but never done: "):
        assert words in few
    assert "±" not in few  # one value does not tell how far others are from it


def test_uses_are_a_table_if_there_is_room() -> None:
    """A row for each card, a column for each use; on a narrow screen a list for each card."""
    words = (*TRY, "-v", "advanced", "-n", "10")
    wide = run(*words).out.split("\n\n")[1].splitlines()
    narrow = run(*words, width=50).out

    assert wide[1].split() == ["laid", "as", "joined", "took"]
    assert wide[2].split() == ["a", "parrot", "a", "crew", "effect", "boarded", "came"]
    assert len({len(line) for line in wide[3:-1]}) == 1
    assert max(map(len, wide)) <= 80
    for line in wide[3:-1]:
        *uses, came = (0 if cell == "–" else int(cell) for cell in line[25:].split()[-5:])
        assert came == sum(uses) > 0
    assert "laid as a parrot: " in narrow


def test_numbers_in_json_are_numbers() -> None:
    ended = run(*TRY, "-n", "3", "--json")
    told = json.loads(ended.out)

    assert (ended.code, ended.err) == (0, "")
    assert told["stopped"] is False
    assert (told["games"], told["ruleset"], told["variant"]) == (3, "jolly-roger", "introductory")
    assert sum(seat["wins"] for seat in told["seats"]) == pytest.approx(3)
    assert told["decisions"] == {"mean": 56.0, "margin": 0.0, "least": 56, "most": 56}
    assert all(use["count"] <= use["offered"] for use in told["uses"])
    assert {"card": None, "kind": "pick", "count": 24, "offered": 24} in told["uses"]


def test_a_game_without_cards_is_told_too() -> None:
    ended = run("rulesets", "try", "dead-mans-dice", "--players", "3", "-n", "2", language="de")

    assert ended.code == 0
    assert "gewürfelt" in ended.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-n", "0"], "number-of-games"),
        (["-n", "9999999"], "number-of-games"),
        (["-n", "many"], "bad-number"),
        (["--seed", "-1"], "bad-number"),
        (["--players", "3"], "number-of-players"),
        (["--variant", "advnced"], "unknown-variant"),
        (["--seat", "anne=random"], "unknown-seat"),
        *((["--seat", f"jolly={player}"], "unknown-player")
          for player in ("human", "post", "process:./mybot", "greeedy")),
    ],
)  # fmt: skip
def test_a_senseless_wish_is_refused(words: list[str], code: str) -> None:
    ended = run("rulesets", "try", "jolly-roger", *words)

    assert (ended.code, ended.out, ended.error_code) == (2, "", code)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_ctrl_c_shows_the_games_so_far_and_says_so() -> None:
    """To programs too, so that nobody takes a few games for all."""
    ended = run_in_terminal(
        [*PROGRAM, *TRY, "-n", "100000", "--json"], typed="\x03", after="/100000"
    )

    assert ended.code == 0
    assert "Stopped early; these are the results so far." in ended.out
    assert '"stopped": true' in ended.out
