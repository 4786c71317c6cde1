"""Errors carry a code and a message, and say what was probably meant."""

from __future__ import annotations

import inspect

import pytest

from splitpick.core import errors
from splitpick.core.errors import SplitpickError, did_you_mean, unknown
from splitpick.core.text import Language, msg


@pytest.mark.parametrize(
    ("wrong", "likely"),
    [("krakken", "kraken"), ("KRAKEN", "kraken"), ("krr", "KR"), ("zebra", ""), ("", "")],
)
def test_what_was_probably_meant(wrong: str, likely: str) -> None:
    """Whatever the case of either."""
    assert did_you_mean(wrong, ["kraken", "skeleton", "KR"]) == likely


def test_an_unknown_name_is_told_with_what_there_is() -> None:
    """Where nothing is like it."""
    error = unknown(msg("unknown-x", 'There is no x "{name}".', name="zebra"), "zebra", ["a", "b"])

    assert error.code == "unknown-x"
    assert Language("en").say(error.message) == 'There is no x "zebra". Available: a, b.'


def test_an_error_reads_well_in_a_log() -> None:
    """The code, the English sentence and what it speaks of."""
    error = SplitpickError(msg("bad-x", "No {x}.", x="y"))

    assert str(error) == "bad-x: No y."
    assert str(SplitpickError(msg("bad", "Bad."))) == "bad: Bad."


def test_the_tree_at_the_top_of_the_file_names_every_error() -> None:
    """One file, one tree."""
    drawn = inspect.getdoc(errors)
    assert drawn

    for name, thing in vars(errors).items():
        if inspect.isclass(thing) and issubclass(thing, Exception):
            assert name in drawn
