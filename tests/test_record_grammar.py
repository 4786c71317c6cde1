"""The specification of records in core/matches/README.md is true of the reader."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden import writing
from journals import ENGINE
from splitpick.core.errors import RecordError
from splitpick.core.matches.record_reader import read_text
from splitpick.core.matches.record_scan import scan
from splitpick.core.matches.record_tags import TAGS, example

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "core" / "matches" / "README.md"
RECORDS = sorted((ROOT / "tests" / "records").glob("*.txt"))


def behind(marker: str) -> str:
    """Return the block or table of the README behind the comment *marker*."""
    text = README.read_text("utf-8").partition(f"<!-- {marker} -->\n")[2]
    if text.startswith("```"):
        return text.partition("\n")[2].partition("```")[0]
    return text.partition("\n\n")[0]


# The grammar, made into regular expressions: no production comes back to itself.

TOKEN = re.compile(r'"[^"]*"|\'[^\']*\'|\[\^?(?:\\|[^\]])[^\]]*\]|#x[0-9A-F]+|\w+|[()|?*+-]')


def character(found: re.Match[str]) -> str:
    return re.escape(chr(int(found.group(1), 16)))


class Grammar:
    """Productions as the XML specification writes them."""

    def __init__(self, text: str) -> None:
        parts = re.split(r"^(\w+) +::=", text, flags=re.MULTILINE)
        self.productions = dict(zip(parts[1::2], parts[2::2], strict=True))

    def regex(self, name: str) -> str:
        """Make a regular expression of the production *name*."""
        tokens = TOKEN.findall(self.productions[name])
        assert "".join(tokens) == re.sub(r"\s", "", self.productions[name])
        if "-" in tokens:
            # A - B: what is an A and no B; both end where no sign follows.
            at, end = tokens.index("-"), f"(?!{self.regex('sign')})"
            taken, but = self._join(tokens[:at]), self._join(tokens[at + 1 :])
            return f"(?:(?!(?:{but}){end}){taken}{end})"
        return f"(?:{self._join(tokens)})"

    def _join(self, tokens: list[str]) -> str:
        return "".join(map(self._piece, tokens))

    def _piece(self, token: str) -> str:
        if token[0] in "\"'":
            return re.escape(token[1:-1])
        if token.startswith("["):
            inner = token[1:-1].replace("\\", "\\\\").replace("[", "\\[")
            return f"[{re.sub('#x([0-9A-F]+)', character, inner)}]"
        if token.startswith("#x"):
            return re.escape(chr(int(token[2:], 16)))
        return self.regex(token) if token[0].isalpha() else token

    def make(self, name: str, rng: Random) -> str:
        """Make a text by the production *name*."""
        tokens = TOKEN.findall(self.productions[name])
        but = re.compile(self._join(tokens[tokens.index("-") + 1 :])) if "-" in tokens else None
        while True:
            text = self._make(tokens[: tokens.index("-")] if but else tokens, rng)
            if not but or not but.fullmatch(text):
                return text

    def _make(self, tokens: list[str], rng: Random) -> str:
        tokens = rng.choice(list(split(tokens)))
        text = ""
        while tokens:
            end = closed(tokens) if tokens[0] == "(" else 1
            often = tokens[end] if tokens[end:] and tokens[end] in "?*+" else ""
            for _ in range(rng.choice({"": (1,), "?": (0, 1), "*": (0, 1, 3), "+": (1, 2)}[often])):
                text += self._make_piece(tokens[:end], rng)
            tokens = tokens[end + len(often) :]
        return text

    def _make_piece(self, tokens: list[str], rng: Random) -> str:
        if tokens[0] == "(":
            return self._make(tokens[1:-1], rng)
        if tokens[0][0].isalpha():
            return self.make(tokens[0], rng)
        found = re.compile(self._piece(tokens[0]))
        return rng.choice([text for text in SIGNS if found.fullmatch(text)])


SIGNS = [*map(chr, range(32, 127)), "\n", "\t", "ü", "漢", "Definition", "?!", "??", '\\"', "\\\\"]
"""What terminals are made of."""


def closed(tokens: list[str]) -> int:
    """Count the tokens of the group that *tokens* begin with."""
    level = 0
    for number, token in enumerate(tokens, 1):
        level += (token == "(") - (token == ")")
        if not level:
            return number
    raise ValueError(tokens)


def split(tokens: list[str]) -> Iterator[list[str]]:
    """Go through the alternatives of *tokens*."""
    level, start = 0, 0
    for number, token in enumerate(tokens):
        level += (token == "(") - (token == ")")
        if token == "|" and not level:
            yield tokens[start:number]
            start = number + 1
    yield tokens[start:]


GRAMMAR = Grammar(behind("grammar"))
RECORD = re.compile(GRAMMAR.regex("record"))
TURN = re.compile(GRAMMAR.regex("turn"))

SYNTAX = {
    "record-tag",
    "record-actor",
    "record-no-action",
    "record-stray",
    "record-mark",
    "record-comment",
    "record-escape",
    "record-late-tag",
}
"""The codes of what the grammar rules out by itself."""


def why_not(text: str) -> str:
    """Say why *text* cannot be taken apart; nothing where it can."""
    try:
        scan(text)
    except RecordError as error:
        return error.code
    return ""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_is_one_by_the_grammar(path: Path) -> None:
    assert RECORD.fullmatch(path.read_text("utf-8"))


def test_the_examples_of_turns_are_turns() -> None:
    """And the others are none, for the grammar and for the scanner."""
    good, bad = behind("turns").splitlines(), behind("no turns").splitlines()
    assert len(good) == 6
    assert len(bad) == 7
    for number, turn in enumerate(good, 1):
        assert TURN.fullmatch(turn)
        assert turn.startswith(f"{number}.")
    assert len(scan("\n".join(good)).entries) == 12
    for turn in bad:
        assert not TURN.fullmatch(turn)
        with pytest.raises(RecordError) as refused:
            scan("1. " + turn.partition(".")[2])
        assert refused.value.code in SYNTAX


PIECES = ["[", "]", '"', "{", "}", "\\", ";", "?", "!", "?!", "*", ":", ".", " ", "\n", "\t",
          "1.", "2.", "undo 1", "X-a", "jolly", "roger:", "\\_", "\\\n", "ü", "/", "0", "#", "_",
          '[X-a "b"]', "{c}"]  # fmt: skip


@st.composite
def changed(draw: st.DrawFn) -> str:
    """Make a record and change some of its signs."""
    text = draw(st.sampled_from([path.read_text("utf-8") for path in RECORDS[:1] + RECORDS[-2:]]))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        if draw(st.booleans()):  # between two words, where more can stand
            at = max(text.rfind(" ", 0, at), 0)
        cut = draw(st.sampled_from((0, 0, 1, 3)))
        text = text[:at] + draw(st.sampled_from(PIECES) | st.just("")) + text[at + cut :]
    return text


@given(changed())
@settings(max_examples=600)
def test_what_is_read_is_in_the_grammar(text: str) -> None:
    """Whatever the reader takes, others may rely on the grammar for it."""
    with suppress(RecordError):
        read_text(text, ENGINE)
        assert RECORD.fullmatch(text)


@given(changed())
@settings(max_examples=600)
def test_what_the_reader_calls_bad_writing_is_not_in_the_grammar(text: str) -> None:
    assert why_not(text) not in SYNTAX or not RECORD.fullmatch(text)


def test_what_the_grammar_makes_is_well_written() -> None:
    """Two thousand turns that may be by no rules, but can be taken apart."""
    rng = Random(1)
    for _ in range(700):
        turns = [re.sub("^[0-9]+", str(number), GRAMMAR.make("turn", rng)) for number in (1, 2, 3)]
        text = GRAMMAR.make("tag", rng) + " ".join(turns)
        assert RECORD.fullmatch(text)
        assert why_not(text) == ""


# The tables.


def test_the_readme_has_every_tag_with_its_example() -> None:
    shown = re.findall(r"^\| `(\[.*?\])`", behind("tags"), re.MULTILINE)

    assert shown == [example(name) for name in TAGS]


def test_the_readme_has_every_code_of_a_record() -> None:
    """Those that the modules of records say themselves."""
    said = set()
    for path in (ROOT / "core" / "matches").glob("*.py"):
        if path.stem in ("proof", "sharing", "json_text") or path.stem.startswith("record_"):
            said |= {
                str(call.args[0].value)
                for call in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id == "msg"
                and isinstance(call.args[0], ast.Constant)
            }
    shown = set(re.findall(r"`([a-z-]+)`", re.sub(r"(?m)^(\| [^|]*\|).*", r"\1", behind("codes"))))

    assert len(said) > 30
    assert said - {"long-text", "several-lines"} <= shown  # which rule sets have as well


def test_every_code_of_a_record_has_a_test() -> None:
    """By its name."""
    shown = set(re.findall(r"`([a-z-]+)`", re.sub(r"(?m)^(\| [^|]*\|).*", r"\1", behind("codes"))))
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))

    assert {code for code in shown if f'"{code}"' not in tests} == set()


def test_the_readme_has_every_key_of_the_json() -> None:
    written = json.loads((ROOT / "tests" / "records" / "annotated.json").read_text("utf-8"))
    shown = re.findall(r"`(\w+)`", re.sub(r"(?m)^(\| [^|]*\|).*", r"\1", behind("keys")))

    assert sorted(shown) == sorted(written)


def test_the_record_in_the_readme_is_a_real_one() -> None:
    """``SPLITPICK_GOLDEN=write`` writes it into the README."""
    name = "tests/records/annotated.txt"
    real = (ROOT / name).read_text("utf-8")
    if writing():
        text = README.read_text("utf-8")
        before, marker, after = text.partition(f"<!-- file: {name} -->\n```text\n")
        end = after.index("```\n")
        README.write_text(before + marker + real + after[end:], "utf-8")

    assert behind(f"file: {name}") == real
