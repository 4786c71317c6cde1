"""The turns of a journal."""

from __future__ import annotations

from accounts import TABLES, played
from splitpick.core import CHANCE
from splitpick.core.matches import Entry
from splitpick.core.matches.entry import turns


def test_a_turn_is_what_one_actor_does_before_another_does_something() -> None:
    entries = [Entry(CHANCE, "+G1"), Entry(CHANCE, "+G2"), Entry(0, "G1 / G2"), Entry(1, "pick 1")]

    divided = turns(entries)
    assert [(turn.number, turn.seat, turn.start) for turn in divided] == [
        (1, CHANCE, 0), (2, 0, 2), (3, 1, 3),
    ]  # fmt: skip
    assert [len(turn.entries) for turn in divided] == [2, 1, 1]


def test_what_is_taken_back_and_done_instead_is_one_turn() -> None:
    entries = [Entry(0, "G1@green"), Entry(0, "undo 1"), Entry(0, "G1?green"), Entry(1, "G1$")]

    assert [turn.seat for turn in turns(entries)] == [0, 1]


def test_no_entry_is_in_no_turn_or_in_two() -> None:
    for ruleset, players in TABLES:
        _, record = played(ruleset, players, 40)
        divided = turns(record.entries)

        assert tuple(entry for turn in divided for entry in turn.entries) == record.entries
        assert [turn.number for turn in divided] == list(range(1, len(divided) + 1))


def test_a_journal_without_entries_has_no_turns() -> None:
    assert turns([]) == []
