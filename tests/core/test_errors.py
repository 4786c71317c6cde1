"""Errors carry a code and a message, and suggest the name that was probably meant."""

import inspect

import pytest

from splitpick.core import errors
from splitpick.core.errors import SplitpickError, did_you_mean, unknown
from splitpick.core.text import Language, msg


@pytest.mark.parametrize(
    ("wrong", "likely"),
    [("krakken", "kraken"), ("KRAKEN", "kraken"), ("krr", "KR"), ("zebra", ""), ("", "")],
)
def test_the_most_similar_name_is_suggested_in_any_case(wrong: str, likely: str) -> None:
    assert did_you_mean(wrong, ["kraken", "skeleton", "KR"]) == likely


def test_without_a_similar_name_all_are_listed() -> None:
    error = unknown(msg("unknown-x", 'There is no x "{name}".', name="zebra"), "zebra", ["a", "b"])

    assert error.code == "unknown-x"
    assert Language("en").say(error.message) == 'There is no x "zebra". Available: a, b.'


def test_a_log_gets_the_code_and_the_english_sentence() -> None:
    assert str(SplitpickError(msg("bad-x", "No {x}.", x="y"))) == "bad-x: No y."


def test_the_tree_at_the_top_of_the_file_names_every_error() -> None:
    drawn = inspect.getdoc(errors)
    classes = [thing for thing in vars(errors).values() if inspect.isclass(thing)]

    assert drawn
    assert all(one.__name__ in drawn for one in classes if issubclass(one, Exception))
