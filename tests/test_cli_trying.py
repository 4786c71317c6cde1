"""``splitpick rulesets try``: what it shows, in which words, and what it refuses."""

from __future__ import annotations

import json
import sys

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.cli.counts import count_table

TRY = ("rulesets", "try", "jolly-roger", "--seat", "jolly=random", "--seat", "roger=random")


def test_it_tells_who_wins_and_what_each_card_was_for() -> None:
    ended = run(*TRY, "-n", "40")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(
        "Jolly & Roger, introductory game: 40 games by bots (random, random)."
    )
    for words in ("wins ", "(95%: ", "Whoever begins", "Decisions", "56.0 ± 0.0 (56 to 56)",
                  "green pirate 1", "split 320"):  # fmt: skip
        assert words in ended.out


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["laid as joined", "a parrot a crew what it is boarded came"]),
        ("de", ["als als als", "Papagei Verstärkung Sonderkarte geentert"]),
    ],
)
def test_what_was_done_is_a_table_where_there_is_room(language: str, heads: list[str]) -> None:
    """A row for each card, a column for each use; on a narrow screen it is told card by card."""
    words = (*TRY, "-v", "advanced", "-n", "10")
    wide = run(*words, language=language).out.split("\n\n")[1].splitlines()
    told = [" ".join(line.split()) for line in wide]
    narrow = run(*words, language=language, width=50).out

    assert told[1].startswith(heads[0])
    assert told[2].startswith(heads[1])
    assert len({len(line) for line in wide[3:-1]}) == 1
    assert max(map(len, wide)) <= 80
    for line in wide[3:-1]:
        *uses, came = (0 if cell == "–" else int(cell) for cell in line[25:].split()[-5:])
        assert came == sum(uses) > 0
    assert heads[1] not in " ".join(narrow.split())


def test_a_table_that_is_too_wide_is_none() -> None:
    """Headings take two lines; nothing is wider than it must be."""
    rows = [("A  ant", ["1", "–"]), ("B  bee", ["1,000", "0"])]

    assert count_table(rows, ["was carried home", "lost"], 30) == [
        "          was carried",
        "                 home  lost",
        "  A  ant            1     –",
        "  B  bee        1,000     0",
    ]
    assert count_table(rows, ["was carried home", "lost"], 26) is None


def test_numbers_and_words_are_german_in_german() -> None:
    ended = run(*TRY, "-n", "200", language="de")

    assert ended.code == 0
    for words in ("200 Partien von Bots (Zufall, Zufall)", "56,0 ± 0,0 (56 bis 56)", "1.600",
                  "grüner Pirat 1", "Papagei", "Wer beginnt"):  # fmt: skip
        assert words in ended.out
    assert "wins" not in ended.out


def test_a_variant_with_special_cards_names_what_never_happened() -> None:
    ended = run(*TRY, "-v", "advanced", "-n", "1", "--seed", "3")

    assert "Kraken" in ended.out
    assert "Never done, though it could have been: " in ended.out
    assert "1 game by bots" in ended.out


def test_numbers_in_json_are_numbers() -> None:
    ended = run(*TRY, "-n", "3", "--json")
    told = json.loads(ended.out)

    assert (ended.code, ended.err) == (0, "")
    assert told["stopped"] is False
    assert (told["games"], told["ruleset"], told["variant"]) == (3, "jolly-roger", "introductory")
    assert sum(seat["wins"] for seat in told["seats"]) == pytest.approx(3)
    for number in (told["first"]["wins"], *told["first"]["interval"], told["margin"]["mean"]):
        assert isinstance(number, int | float)
    assert told["decisions"] == {"mean": 56.0, "margin": 0.0, "least": 56, "most": 56}
    assert all(use["count"] <= use["offered"] for use in told["uses"])
    assert {"card": None, "kind": "pick", "count": 24, "offered": 24} in told["uses"]


def test_a_game_without_cards_is_told_too() -> None:
    ended = run("rulesets", "try", "dead-mans-dice", "--players", "3", "-n", "2", language="de")

    assert ended.code == 0
    assert "gewürfelt" in ended.out


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (["-n", "0"], "number-of-games"),
        (["-n", "9999999"], "number-of-games"),
        (["-n", "many"], "bad-number"),
        (["--seed", "-1"], "bad-number"),
        (["--players", "3"], "number-of-players"),
        (["--variant", "advnced"], "unknown-variant"),
        (["--seat", "anne=random"], "unknown-seat"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(wish: list[str], code: str) -> None:
    ended = run("rulesets", "try", "jolly-roger", *wish)

    assert (ended.code, ended.out, ended.error_code) == (2, "", code)


@pytest.mark.parametrize("player", ["human", "post", "process:./mybot", "greeedy"])
def test_only_bots_can_try(player: str) -> None:
    ended = run("rulesets", "try", "jolly-roger", "--seat", f"jolly={player}")

    assert (ended.code, ended.error_code) == (2, "unknown-player")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_ctrl_c_shows_what_was_played_until_then() -> None:
    ended = run_in_terminal([*PROGRAM, *TRY, "-n", "100000"], typed="\x03", after="/100000")

    assert ended.code == 0
    assert "Stopped; this is what was played until then." in ended.out
    assert "games by bots" in ended.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_programs_are_told_of_ctrl_c() -> None:
    """So that nobody takes a few games for all."""
    ended = run_in_terminal(
        [*PROGRAM, *TRY, "-n", "100000", "--json"], typed="\x03", after="/100000"
    )

    assert ended.code == 0
    assert '"stopped": true' in ended.out


def test_of_one_game_no_margin_is_told() -> None:
    """One value says nothing of how far others lie from it."""
    ended = run("rulesets", "try", "jolly-roger", "-n", "1", language="en")

    assert ended.code == 0
    assert "±" not in ended.out
