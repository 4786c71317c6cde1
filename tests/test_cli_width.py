"""Width on a terminal: nothing is cut off, nothing is lost, nothing is wider than it may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.cli.wrapping import columns, wrap
from splitpick.core.width import display_width

WORDS = st.text("aäß漢é́~⟦⟧- \n", max_size=60)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Schiff", 6),
        ("Schätze", 7),
        ("漢字", 4),
        ("e\u0301", 1),
        ("a\u200db", 2),
        ("⟦x⟧", 3),
        ("\x1b[1;31mred\x1b[0m", 3),
        ("—", 1),
    ],
)
def test_the_width_is_that_on_the_screen(text: str, width: int) -> None:
    assert display_width(text) == width


def test_text_is_wrapped_at_its_blanks() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]


def test_line_breaks_stay() -> None:
    assert wrap("one\n\ntwo three", 80) == ["one", "", "two three"]


def test_the_first_line_may_begin_otherwise() -> None:
    assert wrap("one two three", 9, "- ", "  ") == ["- one two", "  three"]


def test_a_word_wider_than_a_line_is_cut() -> None:
    assert wrap("Donaudampfschiff", 6) == ["Donaud", "ampfsc", "hiff"]
    assert wrap("漢字漢字", 3) == ["漢", "字", "漢", "字"]
    assert wrap("漢字", 1) == ["漢", "字"]


def test_a_no_break_space_holds_words_together() -> None:
    assert wrap("so z.\u00a0B. hier", 7) == ["so", "z.\u00a0B.", "hier"]


@given(WORDS, st.integers(2, 30))
def test_no_line_is_wider_than_it_may_be(text: str, width: int) -> None:
    assert all(display_width(line) <= width for line in wrap(text, width))


@given(WORDS, st.integers(1, 30))
def test_nothing_but_blanks_is_lost(text: str, width: int) -> None:
    wrapped = "".join(wrap(text, width))

    assert wrapped.replace(" ", "") == text.replace(" ", "").replace("\n", "")


ROWS = [("--seed NUMBER", "The number."), ("-h", "Help.")]


def test_columns_stand_side_by_side_where_there_is_room() -> None:
    assert columns(ROWS, 60) == ["  --seed NUMBER  The number.", "  -h             Help."]


def test_columns_stand_below_each_other_where_there_is_not() -> None:
    assert columns(ROWS, 40) == [
        "  --seed NUMBER",
        "      The number.",
        "  -h",
        "      Help.",
    ]


def test_a_long_term_does_not_push_the_others_aside() -> None:
    rows = [("--option " + "X" * 30, "Long."), ("-h", "Help.")]

    assert columns(rows, 60) == [f"  --option {'X' * 30}", "      Long.", "  -h  Help."]


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5), st.integers(10, 100))
def test_columns_keep_within_the_width(rows: list[tuple[str, str]], width: int) -> None:
    assert all(display_width(line) <= width for line in columns(rows, width))
