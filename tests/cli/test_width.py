"""Width on a terminal: nothing is cut off, nothing is lost, nothing is wider than it may be."""

from hypothesis import given
from hypothesis import strategies as st

from splitpick.cli.wrapping import columns, in_leaves, table, wrap
from splitpick.core.width import display_width

WORDS = st.text("aäß漢é́~⟦⟧- \n", max_size=60)


def test_the_width_is_that_on_the_screen() -> None:
    texts = ["", "Schiff", "漢字", "e\u0301", "a\u200db", "⟦x⟧", "\x1b[1;31mred\x1b[0m", "—"]

    assert [display_width(text) for text in texts] == [0, 6, 4, 1, 2, 3, 3, 1]


def test_text_is_wrapped_at_its_blanks() -> None:
    """Line breaks stay, a word wider than a line is cut, a no-break space holds words together."""
    assert wrap("one\n\ntwo three", 8) == ["one", "", "two", "three"]
    assert wrap("one two three", 9, "- ", "  ") == ["- one two", "  three"]
    assert wrap("  as  it is\n one two", 11) == ["  as  it is", " one two"]
    assert wrap("Donaudampfschiff", 6) == ["Donaud", "ampfsc", "hiff"]
    assert wrap("漢字", 1) == ["漢", "字"]
    assert wrap("so z.\u00a0B. hier", 7) == ["so", "z.\u00a0B.", "hier"]


@given(WORDS, st.integers(2, 30))
def test_no_line_is_too_wide_and_nothing_but_blanks_is_lost(text: str, width: int) -> None:
    wrapped = wrap(text, width)

    assert all(display_width(line) <= width for line in wrapped)
    assert "".join(wrapped).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_columns_stand_side_by_side_where_there_is_room() -> None:
    """A long term does not push the others aside."""
    rows = [("--seed NUMBER", "The number."), ("-h", "Help.")]
    long = ("--option " + "X" * 30, "Long.")

    assert columns(rows, 60) == ["  --seed NUMBER  The number.", "  -h             Help."]
    assert columns(rows, 40) == ["  --seed NUMBER", "      The number.", "  -h", "      Help."]
    assert columns([long, rows[1]], 60) == [f"  {long[0]}", "      Long.", "  -h  Help."]


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5), st.integers(10, 100))
def test_columns_keep_within_the_width(rows: list[tuple[str, str]], width: int) -> None:
    assert all(display_width(line) <= width for line in columns(rows, width))


def test_a_head_is_broken_at_its_blanks_only() -> None:
    """The German "5 %" has a no-break space, and a head begins where the labels under it do."""
    assert table(("  Seat", "5\u00a0%", "as\u00a0a gift"), [("  Jolly", "1", "2")], 0, [1, 2]) == [
        "              as\u00a0a",
        "  Seat   5\u00a0%  gift",
        "  Jolly    1     2",
    ]


def test_a_table_that_is_too_wide_becomes_a_paragraph_a_row() -> None:
    rows = [("red ship", "9"), ("漢", "10")]

    assert table(("Ship", "Gold"), rows, 0, [1]) == [
        "Ship      Gold",
        "red ship     9",
        "漢          10",
    ]
    assert table(("Ship", "Gold"), rows, 13, [1]) == [
        "Ship red",
        "  ship, Gold",
        "  9",
        "Ship 漢, Gold",
        "  10",
    ]


def test_no_leaf_of_a_text_ends_with_a_heading() -> None:
    """Bold or underlined; a text of headings alone is cut all the same."""
    for head in (["Head", "----"], ["\x1b[1mHead\x1b[0m", ""]):
        before, after = ["one", "two", ""], [*head, "", "three"]

        assert in_leaves([*before, *after], 5) == [before, after]
        assert in_leaves([*before, *after], 6) == [before, after]
        assert in_leaves(head * 3, 2) == [head] * 3
    assert in_leaves([], 5) == [[]]
    paragraphs = ["one", "one", "one", "", "two", "two", "two"]
    assert in_leaves(paragraphs, 5) == [paragraphs[:4], paragraphs[4:]]
    points = ["• one", "  one", "  one", "• two", "  two", "  two"]
    assert in_leaves(points, 4) == [points[:3], points[3:]]
    assert in_leaves(["a", "b", "c"], 2) == [["a", "b"], ["c"]]
