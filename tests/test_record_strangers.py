"""No text makes the readers of records raise anything but their own error."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journals import ENGINE
from splitpick.core.errors import RecordError
from splitpick.core.matches.record_json import read_json
from splitpick.core.matches.record_reader import finding, read_any, read_text
from splitpick.core.rules.characters import FORBIDDEN
from splitpick.core.rules.findings import render
from splitpick.core.text import Language

RECORDS = Path(__file__).parent / "records"
ENGLISH = Language("en")
TEXTS = [
    (RECORDS / f"{name}.txt").read_text("utf-8")
    for name in ("annotated", "with-rules", "dead-mans-dice")
]
PLAIN = json.loads((RECORDS / "annotated.json").read_text("utf-8"))

ODD = ["\0", "\ud800", "\u2028", "\x1b[2J", "\ufeff", "\r", "\x85", "9" * 5_000, "[" * 50, "٣", "ß"]
"""What programs stumble over."""

SIGNS = st.sampled_from([*'[]"{}\\;?!*:./ \n1', "1.", "undo 1", "forfeit x", "roger: ", *ODD])


def check(text: str) -> None:
    """Read *text*; if it is refused, its own error says why, and can be shown."""
    error = refusal(text)
    if error:
        assert error.code != "record-game-fails", "a game of ours fails"
        shown = render(finding(error, "x", text), ENGLISH)
        assert not FORBIDDEN.search("".join(shown))


def refusal(text: str) -> RecordError | None:
    try:
        read_any(text, ENGINE)
    except RecordError as error:
        return error
    return None


@given(st.text(st.characters(), max_size=200))
def test_any_text_at_all(text: str) -> None:
    for start in ("", "[", '[Splitpick "1"]', "{", '{"format": "splitpick-record", '):
        check(start + text)
    with suppress(RecordError):
        read_text(text, ENGINE)
    with suppress(RecordError):
        read_json(text)


@given(st.data())
@settings(max_examples=500)
def test_a_record_that_somebody_has_changed(data: st.DataObject) -> None:
    """Signs put in and taken out anywhere, parts put elsewhere."""
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = at + data.draw(st.sampled_from((0, 0, 1, 1, 5, 80)))
        put = data.draw(SIGNS | st.just("") | st.text(st.characters(), max_size=3))
        if data.draw(st.booleans()):
            to = data.draw(st.integers(0, len(text)))
            put = text[to : to + data.draw(st.integers(0, 60))]
        text = text[:at] + put + text[end:]
    check(text)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | st.sampled_from([*ODD, "jolly", "*", "undo 1", "pick 1", "human", 2**63, -1, 10**30]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(JSON)
@settings(max_examples=200)
def test_any_json_at_all(value: object) -> None:
    check(json.dumps(value))
    check(json.dumps({"format": "splitpick-record", "version": 1, "entries": value}))


def places(value: object, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List the ways to every value in *value*."""
    found = [way] if way else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*way, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            found += places(inner, (*way, number))
    return found


PLACES = places(PLAIN)


@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON), min_size=1, max_size=3), st.booleans())
@settings(max_examples=500)
def test_a_record_in_json_with_other_values(
    changes: list[tuple[tuple[str | int, ...], object]], drop: bool
) -> None:
    """Any value replaced by any other, or left out."""
    plain = json.loads(json.dumps(PLAIN))
    for way, value in changes:
        with suppress(LookupError, TypeError):  # a change before has taken the place away
            inner = plain
            for step in way[:-1]:
                inner = inner[step]
            if drop:
                del inner[way[-1]]
            else:
                inner[way[-1]] = value
    check(json.dumps(plain))


@pytest.mark.parametrize("text", TEXTS)
def test_a_record_that_was_cut_off_anywhere(text: str) -> None:
    for end in range(0, len(text), 7):
        check(text[:end])


def test_a_record_in_json_that_was_cut_off_anywhere() -> None:
    text = (RECORDS / "annotated.json").read_text("utf-8")
    for end in range(0, len(text), 7):
        check(text[:end])
