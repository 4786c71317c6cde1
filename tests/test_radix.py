"""Choices as one number, and a number as letters and digits."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.core.matches.radix import (
    DIGITS,
    LETTERS,
    MOST_NUMBER,
    Read,
    Unreadable,
    Written,
    spell,
    unspell,
)

CHOICES = st.one_of(
    st.tuples(st.integers(1, 10**6), st.integers(0, 10**6)).map(
        lambda pair: ("choose", pair[0], pair[1] % pair[0])
    ),
    st.tuples(st.lists(st.integers(1, 99), min_size=1, max_size=9), st.integers(0, 10**6)).map(
        lambda pair: ("weigh", pair[0], pair[1] % len(pair[0]))
    ),
    st.integers(0, MOST_NUMBER).map(lambda value: ("number", None, value)),
    st.text(LETTERS, max_size=40).map(lambda text: ("word", None, text)),
    st.booleans().map(lambda value: ("flag", None, value)),
    st.binary(max_size=40).map(lambda value: ("bytes", len(value), value)),
)


@given(st.lists(CHOICES, max_size=30))
def test_what_was_written_is_read(choices: list[tuple[str, object, object]]) -> None:
    """Whatever was chosen among whatever there was."""
    written = Written()
    for kind, among, value in choices:
        match kind, among, value:
            case "choose", int(), int():
                written.choose(value, among)
            case "weigh", list(), int():
                written.weigh(value, among)
            case "number", _, int():
                written.number(value)
            case "word", _, str():
                written.word(value)
            case "flag", _, bool():
                written.flag(value)
            case "bytes", int(), bytes():
                written.bits(int.from_bytes(value, "big"), 8 * among)
    read = Read(unspell(spell(written.whole())))

    for kind, among, value in choices:
        match kind, among:
            case "choose", int():
                assert read.choose(among) == value
            case "weigh", list():
                assert read.weigh(among) == value
            case "number", _:
                assert read.number() == value
            case "word", _:
                assert read.word() == value
            case "flag", _:
                assert read.flag() == value
            case "bytes", int():
                assert read.bits(8 * among).to_bytes(among, "big") == value
    read.end()


def test_a_choice_costs_no_more_than_it_says() -> None:
    """A thousand choices of three take a thousand times log2(3) bits, not two bits each."""
    written = Written()
    for number in range(1000):
        written.choose(number % 3, 3)

    assert written.whole().bit_length() <= 1000 * log2(3) + 1


def test_what_is_likely_costs_less() -> None:
    """At its share of the weights: 7 of 8 cost a fifth of a bit."""
    written = Written()
    for _ in range(1000):
        written.weigh(0, [7, 1])
    written.weigh(1, [7, 1])  # or it would all be nothing

    assert written.whole().bit_length() <= 1000 * log2(8 / 7) + 4


def test_what_could_not_be_otherwise_costs_nothing() -> None:
    written = Written()
    for _ in range(1000):
        written.choose(0, 1)
        written.weigh(0, [5])

    assert written.whole() == 0


def test_something_left_over_is_an_error() -> None:
    written = Written()
    written.choose(3, 7)
    written.choose(1, 2)
    read = Read(written.whole())

    assert read.choose(7) == 3
    with pytest.raises(Unreadable):
        read.end()


def test_a_number_that_is_too_great_is_an_error() -> None:
    written = Written()
    written.number(1000)

    assert Read(written.whole()).number(1000) == 1000
    with pytest.raises(Unreadable):
        Read(written.whole()).number(999)


def test_a_word_that_is_too_long_is_an_error() -> None:
    written = Written()
    written.word("a" * 41)

    with pytest.raises(Unreadable):
        Read(written.whole()).word()


@given(st.integers(0, 62**200))
def test_a_number_is_spelt_without_zeros_in_front(number: int) -> None:
    spelt = spell(number)

    assert unspell(spelt) == number
    assert spelt == "0" or not spelt.startswith("0")
    assert set(spelt) <= set(DIGITS)


@pytest.mark.parametrize("power", range(0, 300, 7))
def test_the_ends_of_each_length_are_spelt(power: int) -> None:
    """Where one more would need another digit."""
    for number in (62**power - 1, 62**power, 2**power - 1, 2**power):
        assert unspell(spell(number)) == number


def test_a_number_may_be_spelt_with_so_many_digits() -> None:
    """It cannot be seen from the length how great it is."""
    assert spell(5, 6) == "000005"
    assert unspell("000005") == 5
