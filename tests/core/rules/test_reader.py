"""The safe YAML reader: what it takes, what it refuses, and where it says the fault is."""

import os
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from splitpick.core.errors import Finding, RulesetError
from splitpick.core.rules.characters import LINE_END
from splitpick.core.rules.checking.file_check import read_ruleset
from splitpick.core.rules.reading.nodes import finding_at, node_at, plain
from splitpick.core.rules.reading.reader import MOST_VALUES, read_mapping
from splitpick.core.text import Language, msg

ENGLISH = Language("en")


def findings_in(data: bytes | str) -> list[Finding]:
    try:
        read_mapping("test.yaml", data.encode() if isinstance(data, str) else data)
    except RulesetError as error:
        return list(error.findings)
    return []


def found(data: bytes | str) -> list[tuple[int, int, int, str]]:
    """Return line, column, length and code of what is found in *data*."""
    return [(one.line, one.column, one.length, one.message.code) for one in findings_in(data)]


def test_only_truths_and_whole_decimal_numbers_are_more_than_text() -> None:
    """No other word, number or date is taken for more, as YAML 1.1 would; quotes make texts."""
    typed = (
        "NO no Yes on OFF True FALSE Null 010 0x10 0o7 1_000 12:30 1.5 1e3 .5 +5 2020-01-01 .inf"
        " = -0x1 -x -- ٣ 1;5"
    )
    words = typed.split()
    text = (
        "a: [7, -3, 0, 123456789012345, true, false, null, ~, '7', \"true\", '']\nb:\n"
        "c: \"tab\\u00e4\"\nd: 'it''s'\ne: |\n  one\n  two\nf: >-\n  one\n  two\ng: two\n  lines\n"
        '"<<": 1\nwords:\n' + "".join(f"- {word}\n" for word in words)
    )

    assert plain(read_mapping("test.yaml", text.encode())) == {
        "a": [7, -3, 0, 123456789012345, True, False, None, None, "7", "true", ""],
        "b": None,
        "c": "tabä",
        "d": "it's",
        "e": "one\ntwo\n",
        "f": "one two",
        "g": "two lines",
        "<<": 1,
        "words": words,
    }


def test_every_key_and_value_knows_its_place() -> None:
    """Places are counted in characters from 1, and quotes belong to a text."""
    node = read_mapping("test.yaml", "\ufeffä: {b: 'öö', c: [1, two]}\r\nb: x\r\n".encode())

    def at(*path: str | int, key: bool = False) -> tuple[int, int, int]:
        place = finding_at(node_at(node, path, key=key), msg("code", "What."))
        return place.line, place.column, place.length

    assert at("ä", key=True) == (1, 1, 1)
    assert at("ä", "b", key=True) == (1, 5, 1)
    assert at("ä", "b") == (1, 8, 4)
    assert at("ä", "c", 1) == (1, 21, 3)
    assert at("ä", "c", 7) == at("ä", "c")
    assert at("b") == (2, 4, 1)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder, a pipe, one that is locked or too big: one finding each."""

    class Locked(type(Path())):  # type: ignore[misc]
        def open(self, *args: Any, **kwargs: Any) -> IO[bytes]:
            raise PermissionError

    (tmp_path / "locked.yaml").touch()
    with (tmp_path / "huge.yaml").open("wb") as huge:
        huge.truncate(100 * 10**9)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
    files: dict[Path, str] = {
        tmp_path / "missing.yaml": "no-such-file",
        tmp_path: "is-a-directory",
        Locked(tmp_path / "locked.yaml"): "unreadable",
        tmp_path / "huge.yaml": "too-big",
        tmp_path / "pipe.yaml": "not-a-file" if hasattr(os, "mkfifo") else "no-such-file",
    }
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    files |= {tmp_path / "loop.yaml": "not-a-file", tmp_path / "\0.yaml": "no-such-file"}
    for file, code in files.items():
        with pytest.raises(RulesetError) as caught:
            read_ruleset(file, {})
        assert [(each.line, each.message.code) for each in caught.value.findings] == [(0, code)]


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"", [(0, 1, 1, "empty")]),
        (b"---\n", [(0, 1, 1, "empty")]),
        (b"\x7fELF\x02\x01\x00\x00", [(0, 1, 1, "binary")]),
        ("format: 1".encode("utf-16"), [(0, 1, 1, "not-utf-8")]),
        (b"a: 1\r\nname: Kapit\xe4n\r\n", [(2, 12, 1, "not-utf-8")]),
        # Tabs side by side are one, and what has some is not parsed.
        ("a:\n\tb: 1\n\tc: 2\n", [(2, 1, 1, "tab"), (3, 1, 1, "tab")]),
        ("a: &a [1]\nb: *a\n", [(1, 4, 2, "anchor"), (2, 4, 2, "alias")]),
        ("a: " + "[" * 19 + "]" * 19, []),
        ("a: " + "[" * 20 + "]" * 20, [(1, 23, 1, "too-deep")]),
    ],
)
def test_a_fault_of_the_text_has_its_place(
    data: bytes | str, faults: list[tuple[int, int, int, str]]
) -> None:
    assert found(data) == faults


@pytest.mark.slow
def test_the_number_of_values_is_limited() -> None:
    assert found(f"a: [{'1,' * (MOST_VALUES - 10)} 1]") == []
    assert [code for *_, code in found(f"a: [{'1,' * MOST_VALUES} 1]")] == ["too-many-values"]


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\ud83d"]
)
def test_no_character_that_steers_or_hides_gets_through(character: str) -> None:
    """Such characters are found where they stand and where an escape makes them."""
    escape = f"\\u{ord(character):04x}"
    text = f'a: "x{escape}y"'

    assert found(text) == [(1, 4, len(escape) + 4, "forbidden-character")]
    if character not in "\x00\ud83d":
        assert found(f"a: x{character}y") == [(1, 5, 1, "forbidden-character")]


MUCH = [
    *("[", "{a: ", "- ", "? ", "- 1\n", "a: 1\n", "- {<<: *a}\n", "# x\n", " ", "\n", "\x1b"),
    *("\\", "'", "---\n", "%A b\n", " x\n", "\t", "- &a b\n", "- !t b\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize("size", [2_000, pytest.param(200_000, marks=pytest.mark.weekly)])
def test_much_of_anything_is_a_bounded_number_of_values_and_findings(size: int) -> None:
    """However big the file is: what is read and told does not grow without end."""
    for unit in MUCH:
        for head in ("", "a: ", 'a: "', "a: |\n"):
            data = (head + unit * (size // len(unit)))[:size]
            assert len(findings_in(data)) <= MOST_VALUES


PIECES = st.sampled_from(
    r"a¦b: ¦- ¦? ¦: ¦, ¦[¦]¦{¦}¦\n¦\n  ¦'¦\"¦|\n¦>-\n¦&x ¦*x ¦!t ¦!!int ¦<<: ¦---\n¦...\n"
    r"¦%YAML 1.1\n¦# c"
    r"¦\\¦\\U¦\t¦\r¦\0¦\x85¦\u2028¦\ufeff¦\u6f22¦1¦-¦true¦FFFFFFFF¦@¦`".encode("latin-1")
    .decode("unicode_escape")
    .split("¦")
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.binary(), st.lists(PIECES).map(lambda pieces: "".join(pieces).encode())))
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    """Whatever a file holds becomes a mapping or findings, each in a line that exists."""
    lines = LINE_END.split(data.decode("utf-8-sig", "surrogateescape"))
    for finding in findings_in(data):
        assert 0 <= finding.line <= len(lines)
        assert finding.length >= 1
        if finding.line:
            assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert ENGLISH.say(finding.message)
