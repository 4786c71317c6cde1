"""No text makes the readers of records raise anything but their own error, or take long over it."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_matches import engine, loaded
from splitpick.core.errors import RecordError
from splitpick.core.matches.record import record_of
from splitpick.core.matches.records.record_reader import finding, read_record
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.rules.characters import FORBIDDEN
from splitpick.core.rules.finding_lines import render

RECORDS = Path(__file__).parents[3] / "golden" / "records"
TEXTS = [
    (RECORDS / f"{name}.txt").read_text("utf-8")
    for name in ("annotated", "with-rules", "dead-mans-dice")
]
PLAIN = json.loads((RECORDS / "annotated.json").read_text("utf-8"))
ODD = ["\0", "\ud800", "\u2028", "\x1b[2J", "\ufeff", "\r", "\x85", "9" * 5_000, "[" * 50, "٣", "ß"]
"""Texts that programs stumble over."""
SIGNS = st.sampled_from([*'[]"{}\\;?!*:./ \n1', "1.", "undo 1", "forfeit x", "roger: ", *ODD])


def check(text: str) -> None:
    """Read *text*; if it is refused, its own error says why, and can be shown."""
    error = refusal(text)
    if error:
        assert error.code != "record-game-fails", "a game of ours fails"
        shown = render(finding(error, "x", text), engine().language("en"))
        assert not FORBIDDEN.search("".join(shown))


def refusal(text: str) -> RecordError | None:
    try:
        read_record(text, engine())
    except RecordError as error:
        return error
    return None


@given(st.data())
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


def places(value: object, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List the paths to every value in *value*."""
    found = [way] if way else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*way, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            found += places(inner, (*way, number))
    return found


PLACES = places(PLAIN)


@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON), max_size=3), st.booleans(), JSON)
def test_a_record_in_json_with_other_values(
    changes: list[tuple[tuple[str | int, ...], object]], drop: bool, anything: object
) -> None:
    """Any value replaced by any other, or left out."""
    check(json.dumps(anything))
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


SHORT = write_text(record_of(loaded(first=1).setup, loaded(first=1).match())).rstrip()
MISCHIEF = [
    "[" * 400_000,
    "[Splitpick " + '"1" ' * 100_000 + "]",
    '[Splitpick "' + "\\" * 400_000,
    SHORT + "{" + "\\{" * 200_000,
    SHORT + "{}" * 200_000 + "!!",
    SHORT + "{x}" * 130_000,
    SHORT + "; x" * 15_000,
    SHORT + "; " + "x " * 200_000,
    SHORT + "\n2. " + "j" * 400_000,
    '[Seat "x" "y"]' * 30_000 + SHORT,
    '{"format": "splitpick-record", "entries": [' + "{}," * 100_000 + "{}]}",
]


@pytest.mark.often(3)
@pytest.mark.parametrize("text", MISCHIEF, ids=lambda text: text[-20:])
def test_a_long_text_full_of_mischief_is_refused(text: str) -> None:
    """No reader looks at anything twice: this test would run for hours."""
    with pytest.raises(RecordError):
        read_record(text, engine())
