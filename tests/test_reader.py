"""The safe YAML reader: what it takes, what it refuses, and where it says the fault is."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from splitpick.core.errors import Finding, RulesetError
from splitpick.core.rules.faults import Plain
from splitpick.core.rules.files import MOST_BYTES, decode, read_source
from splitpick.core.rules.nodes import place_of, plain
from splitpick.core.rules.reader import MOST_LEVELS, MOST_VALUES, read_mapping, read_tree
from splitpick.core.text import Language

ENGLISH = Language("en")


def read(text: str) -> Plain:
    """Read *text*, which has no faults, as plain values."""
    return plain(read_mapping(*decode("test.yaml", text.encode())))


def findings_in(data: bytes | str) -> list[Finding]:
    """Read *data* and return what is found."""
    try:
        source, text = decode("test.yaml", data.encode() if isinstance(data, str) else data)
    except RulesetError as error:
        return list(error.findings)
    return read_tree(source, text)[1]


def found(data: bytes | str) -> list[tuple[int, int, int, str]]:
    """Return line, column, length and code of what is found in *data*."""
    return [
        (finding.line, finding.column, finding.length, finding.message.code)
        for finding in findings_in(data)
    ]


def refused(file: Path) -> tuple[int, str]:
    """Read *file*, which cannot be read, and return line and code of the one finding."""
    with pytest.raises(RulesetError) as caught:
        read_source(file)
    (finding,) = caught.value.findings
    return finding.line, finding.message.code


# Values.


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("7", 7),
        ("-3", -3),
        ("0", 0),
        ("123456789012345", 123456789012345),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("'7'", "7"),
        ('"true"', "true"),
        ("''", ""),
    ],
)
def test_numbers_and_truths_are_typed_where_they_are_plain(written: str, value: object) -> None:
    """Whole decimal numbers, true, false and null have types, but quoted they are texts."""
    assert read(f"key: {written}") == {"key": value}


@pytest.mark.parametrize(
    "written",
    [
        "NO",
        "no",
        "Yes",
        "on",
        "OFF",
        "True",
        "FALSE",
        "Null",
        "010",
        "0x10",
        "0o7",
        "1_000",
        "12:30",
        "1.5",
        "1e3",
        ".5",
        "+5",
        "2020-01-01",
        ".inf",
        "=",
        "-0x1",
        "-",
        "--",
        "٣",
        "1,5",
    ],
)
def test_everything_else_stays_the_text_it_is(written: str) -> None:
    """No other word, number or date is taken for more than text, as YAML 1.1 would."""
    if written == "-":
        written = "-x"

    assert read(f"key: {written}") == {"key": written}


def test_all_ways_to_write_a_text_are_read() -> None:
    """Quotes, escapes, folded and literal texts say what they say in YAML."""
    text = (
        "a: \"tab\\u00e4\"\nb: 'it''s'\nc: |\n  one\n  two\nd: >-\n  one\n  two\ne: two\n  lines\n"
    )

    assert read(text) == {
        "a": "tabä",
        "b": "it's",
        "c": "one\ntwo\n",
        "d": "one two",
        "e": "two lines",
    }


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    """A file from Windows reads the same, and its columns count from the first real character."""
    source, text = decode("test.yaml", b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    tree = read_mapping(source, text)
    place = place_of(tree, ("b",))

    assert plain(tree) == {"a": 1, "b": "x"}
    assert place_of(tree, ("a",), key=True).column == 1
    assert (place.line, place.column, place.length) == (2, 4, 1)


def test_every_key_and_value_knows_its_place() -> None:
    """Places are counted in characters from 1, and quotes belong to a text."""
    tree = read_mapping(*decode("test.yaml", "ä: {b: 'öö', c: [1, two]}\n".encode()))

    def at(*path: str | int, key: bool = False) -> tuple[int, int, int]:
        place = place_of(tree, path, key=key)
        return place.line, place.column, place.length

    assert at("ä", key=True) == (1, 1, 1)
    assert at("ä", "b", key=True) == (1, 5, 1)
    assert at("ä", "b") == (1, 8, 4)
    assert at("ä", "c", 1) == (1, 21, 3)
    assert at("ä", "c", 7) == at("ä", "c")


# Faults of the file.


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder and a pipe each have a finding without a line."""
    os.mkfifo(tmp_path / "pipe.yaml")

    assert refused(tmp_path / "missing.yaml") == (0, "no-such-file")
    assert refused(tmp_path) == (0, "is-a-directory")
    assert refused(tmp_path / "pipe.yaml") == (0, "not-a-file")


def test_a_file_that_must_not_be_read_is_refused(tmp_path: Path) -> None:
    """Whatever the system says against reading is one finding."""

    class Locked(type(Path())):  # type: ignore[misc]
        def open(self, *args: Any, **kwargs: Any) -> IO[bytes]:
            raise PermissionError

    file = tmp_path / "locked.yaml"
    file.touch()

    assert refused(Locked(file)) == (0, "unreadable")


def test_a_big_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    """Two megabytes, and a file that claims to have a hundred gigabytes, cost nothing."""
    (tmp_path / "big.yaml").write_bytes(b"# comment\n" * 200_000)
    with (tmp_path / "huge.yaml").open("wb") as huge:
        huge.truncate(100 * 10**9)

    assert refused(tmp_path / "big.yaml") == (0, "too-big")
    assert refused(tmp_path / "huge.yaml") == (0, "too-big")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", (0, 1, 1, "empty")),
        (b"\n\n", (0, 1, 1, "empty")),
        (b"---\n", (0, 1, 1, "empty")),
        (b"\x7fELF\x02\x01\x00\x00", (0, 1, 1, "binary")),
        ("format: 1".encode("utf-16"), (0, 1, 1, "not-utf-8")),
        (b"a: 1\r\nname: Kapit\xe4n\r\n", (2, 12, 1, "not-utf-8")),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, fault: tuple[int, int, int, str]) -> None:
    """An empty file, a program and a text of another encoding say which they are."""
    assert found(data) == [fault]


# Faults of the text.


def test_a_tab_is_found_in_every_line_that_has_one() -> None:
    """Tabs are one finding a line; between words they do not keep other faults from being found."""
    assert found("a:\n\tb: 1\n\tc: 2\n") == [(2, 1, 1, "tab"), (3, 1, 1, "tab")]
    assert found("a:\t1\na:\t\t2\n") == [
        (1, 3, 1, "tab"),
        (2, 3, 1, "tab"),
        (2, 1, 1, "duplicate-key"),
    ]


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\u2066"]
)
def test_no_character_that_steers_or_hides_gets_through(character: str) -> None:
    """Such characters are found where they stand and where an escape makes them."""
    escape = f"\\u{ord(character):04x}"
    finding = (1, 4, len(escape) + 4, "forbidden-character")

    assert found(f'a: "x{escape}y"') == [finding]
    if character != "\x00":
        assert found(f"a: x{character}y") == [(1, 5, 1, "forbidden-character")]
    source, text = decode("test.yaml", f'a: "x{escape}y"'.encode())
    tree, _ = read_tree(source, text)
    assert tree is not None
    assert plain(tree) == {"a": "x\N{REPLACEMENT CHARACTER}y"}


def test_half_a_character_does_not_get_through() -> None:
    """An escape can name a surrogate, which no file could be written with."""
    assert found('a: "\\ud83d"') == [(1, 4, 8, "forbidden-character")]


def test_anchors_and_aliases_are_refused() -> None:
    """An anchor is found where it stands, an alias once however often it is used."""
    text = "a: &a [1]\nb: [*a, *a]\nc: {x: *a}\n"

    assert found(text) == [(1, 4, 2, "anchor"), (2, 5, 2, "alias")]


def test_a_bomb_of_merge_keys_is_a_handful_of_findings() -> None:
    """What would be a billion values costs nothing, since nothing is ever merged."""
    bomb = "a0: &a0 {x: 1}\n" + "".join(
        f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 10)
    )
    codes = [code for _, _, _, code in found(bomb)]

    assert codes.count("merge-key") == 9
    assert codes.count("anchor") == 10
    assert len(codes) == 19


def test_a_quoted_merge_key_is_a_key() -> None:
    """Only the plain word means a merge."""
    assert read('"<<": 1') == {"<<": 1}


def test_depth_is_limited() -> None:
    """As many levels as allowed are read, one more is a fault at the bracket that opens it."""
    inside = MOST_LEVELS - 1
    fits = "a: " + "[" * inside + "]" * inside

    assert found(fits) == []
    assert found("a: " + "[" * 20 + "]" * 20) == [(1, 3 + 20, 1, "too-deep")]


def test_the_number_of_values_is_limited() -> None:
    """A list may be long, but not endless."""
    assert found(f"a: [{'1,' * (MOST_VALUES - 10)} 1]") == []
    assert [code for _, _, _, code in found(f"a: [{'1,' * MOST_VALUES} 1]")] == ["too-many-values"]


# Whatever comes.

SLOW = {
    "brackets": "[",
    "braces": "{a: ",
    "dashes": "- ",
    "questions": "? ",
    "numbers": "- 1\n",
    "keys": "a: 1\n",
    "merges": "- {<<: *a}\n",
    "comments": "# x\n",
    "blanks": " ",
    "lines": "\n",
    "escapes": "\x1b",
    "backslashes": "\\",
    "quotes": "'",
    "documents": "---\n",
    "directives": "%A b\n",
    "blocks": " x\n",
}


@pytest.mark.parametrize(
    "size", [20_000, pytest.param(MOST_BYTES, marks=pytest.mark.slow)], ids=["20 kB", "1 MB"]
)
@pytest.mark.parametrize("unit", SLOW.values(), ids=SLOW)
def test_much_of_anything_is_read_in_bounded_time(unit: str, size: int) -> None:
    """Time grows with the size and no faster: about a second for the biggest file there may be."""
    for head in ("", "a: ", 'a: "', "a: |\n"):
        data = (head + unit * (size // len(unit)))[:size]
        start = time.process_time()
        findings_in(data)

        assert time.process_time() - start < 5


PIECES = st.sampled_from(
    r"a¦b: ¦- ¦? ¦: ¦, ¦[¦]¦{¦}¦\n¦\n  ¦'¦\"¦|\n¦>-\n¦&x ¦*x ¦!t ¦!!int ¦<<: ¦---\n¦...\n"
    r"¦%YAML 1.1\n¦# c"
    r"¦\\¦\\U¦\t¦\r¦\0¦\x85¦\u2028¦\ufeff¦\u6f22¦1¦-¦true¦FFFFFFFF¦@¦`".encode("latin-1")
    .decode("unicode_escape")
    .split("¦")
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.binary(), st.lists(PIECES).map(lambda pieces: "".join(pieces).encode())))
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    """Whatever a file holds becomes a mapping or findings, each in a line that exists."""
    try:
        source, text = decode("test.yaml", data)
    except RulesetError:
        return
    tree, findings = read_tree(source, text)

    assert tree is not None or findings
    for finding in findings:
        assert 0 <= finding.line <= len(source.lines)
        assert finding.length >= 1
        if finding.line:
            assert 1 <= finding.column <= len(source.lines[finding.line - 1]) + 1
        assert ENGLISH.say(finding.message)
