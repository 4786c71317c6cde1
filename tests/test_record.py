"""A record holds a whole match: what is written is read again, to the letter."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from golden import same_as_file
from journals import ENGINE, GAMES, check_round_trips, loaded, rules_of, untimed
from splitpick.core.matches.record import Record, load_setup, record_of, settle
from splitpick.core.matches.record_json import read_json, write_json
from splitpick.core.matches.record_reader import read_text
from splitpick.core.matches.record_text import write_text
from splitpick.core.matches.sharing import shared

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_as_it_went_out(game: str) -> None:
    """With undos, marks, comments and forfeits, in text and in JSON."""
    assert check_round_trips(game, 0, 40) == 40


@pytest.mark.slow
def test_thousands_of_matches_come_back_as_they_went_out() -> None:
    """5,000 of each variant of Jolly & Roger, 1,000 of each other game."""
    parts = [
        (game, first, first + 250)
        for game, (ruleset, _, _) in GAMES.items()
        for first in range(1_000, 6_000 if ruleset == "jolly-roger" else 2_000, 250)
    ]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        checked = sum(pool.map(check_round_trips, *zip(*parts, strict=True)))

    assert checked == 3 * 5_000 + 2 * 1_000


def test_a_new_match_does_not_read_its_rules_again() -> None:
    ruleset, _ = rules_of("advanced")
    setup = settle(ENGINE, ruleset, ("human", "greedy"), 0, 7)
    found = load_setup(ENGINE, replace(setup, rules="no JSON"), ruleset)

    assert found.ruleset is ruleset


# Records that people can read.


def scripted(game: str, plays: int, players: tuple[str, ...]) -> Record:
    """Play a match by the first, second, third, ... choice in turn."""
    ruleset, _ = rules_of(game)
    begun = loaded(ruleset, players, seed=7, first=1)
    match = begun.match()
    for number in range(plays):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[number % len(legal)])
    return record_of(begun.setup, match)


def annotated() -> Record:
    """An unfinished match with everything that somebody may write into one."""
    ruleset, _ = rules_of("advanced")
    begun = loaded(ruleset, ("human", "process:./bots/my-bot --level 3"), seed=7, first=1)
    match = begun.match()
    for number in range(5):
        match.play(match.legal()[number])
    match.undo(seat=0)
    match.play(match.legal()[0])
    match.play(match.legal()[-1])
    match.forfeit(1, "time")
    notes = {
        5: ("?!", "Zwei Einsen für einen Piraten: {3} ist viel zu viel, meint der Papagei."),
        6: ("", "A path C:\\decks and  two blanks."),
        8: ("??", ""),
        9: ("", "这是一个很好的选择因为对手不能再拿走那艘船上的任何东西所以我们应该留下它。" * 2),
    }  # fmt: skip
    for number, (mark, comment) in notes.items():
        match.entries[number] = replace(match.entries[number], mark=mark, comment=comment)
    setup = replace(begun.setup, practice=True, leg=2, partner="f" * 16, daily="2026-11-22")
    return record_of(setup, match)


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("jolly-roger", scripted("advanced", 200, ("human", "greedy"))),
        ("skull-queen", scripted("skull-queen", 200, ("human", "random", "post", "human"))),
        ("dead-mans-dice", scripted("dead-mans-dice", 60, ("human", "random", "human"))),
        ("annotated", annotated()),
    ],
)
def test_a_record_can_be_read_by_people(name: str, record: Record) -> None:
    """The files are for looking at; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    same_as_file(RECORDS / f"{name}.txt", write_text(record))

    assert read_text((RECORDS / f"{name}.txt").read_text("utf-8"), ENGINE) == untimed(
        shared(record)
    )


def test_a_record_can_hold_the_rules() -> None:
    """In lines for people, which any line end may be taken out of."""
    record = annotated()
    text = write_text(record, with_rules=True)
    same_as_file(RECORDS / "with-rules.txt", text)
    head, _, rules = text.partition("[Definition]\n")

    assert read_text(text, ENGINE) == untimed(shared(record))
    assert read_text(head + "[Definition]" + " ".join(rules.split()), ENGINE) == read_text(
        text, ENGINE
    )


def test_a_record_in_json_can_be_read_by_people() -> None:
    same_as_file(RECORDS / "annotated.json", write_json(annotated()))

    assert read_json((RECORDS / "annotated.json").read_text("utf-8")) == shared(annotated())
