"""A row of choices as one whole number, and a whole number as letters and digits.

Each choice multiplies the number by how many there were, so nothing is spent on what could not
have been: a number of mixed radix.  Choices may have weights: one of weight w among a total of t
costs log2(t / w) bits.  (The field calls that a range asymmetric numeral system, after Duda; with
whole numbers of any size it loses nothing.)
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits

DIGITS = digits + ascii_uppercase + ascii_lowercase
"""The digits to base 62: nothing that a messenger takes for markup or the end of a word."""

LETTERS = ascii_lowercase + digits + "-"
"""What an id and a code are made of."""

NAME_LETTERS = ascii_uppercase + LETTERS + "._"
"""What the name of a program is made of."""

LENGTH_BITS = 6
"""A number says first how many bits it has: 63 at most."""

MOST_NUMBER = 2**63 - 1


class Written:
    """Choices that are written one after the other, in the order in which they will be read."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, int, int]] = []
        """Each choice: the weights before it, its own, and all of them together."""

    def choose(self, index: int, among: int) -> None:
        """Write *index*, one of 0 to *among* - 1, none of them likelier than another."""
        self._steps.append((index, 1, among))

    def weigh(self, index: int, weights: Sequence[int]) -> None:
        """Write *index*, which is as likely as its share of *weights*."""
        self._steps.append((sum(weights[:index]), weights[index], sum(weights)))

    def flag(self, value: bool) -> None:
        """Write a yes or no."""
        self.choose(int(value), 2)

    def bits(self, value: int, length: int) -> None:
        """Write *value*, from 0 and below 2 to the power of *length*."""
        self.choose(value, 1 << length)

    def number(self, value: int) -> None:
        """Write a whole number from 0 to `MOST_NUMBER`."""
        length = value.bit_length()
        self.bits(length, LENGTH_BITS)
        if length > 1:
            self.bits(value - (1 << (length - 1)), length - 1)  # its first bit is always 1

    def word(self, text: str, letters: str = LETTERS) -> None:
        """Write *text*, which has none but *letters*."""
        for letter in text:
            self.choose(letters.index(letter) + 1, len(letters) + 1)
        self.choose(0, len(letters) + 1)

    def __iadd__(self, other: Written) -> Written:
        self._steps += other._steps
        return self

    def whole(self) -> int:
        """Return the number that all the choices are."""
        number = 0
        for before, weight, total in reversed(self._steps):
            number = number // weight * total + before + number % weight
        return number


class Unreadable(Exception):
    """The number cannot be what `Written` has written."""


class Read:
    """The choices that a number is, read in the order in which they were written.

    A number that was not written by `Written` has choices all the same; that `end` is reached says
    it was.
    """

    def __init__(self, number: int) -> None:
        self._left = number

    def choose(self, among: int) -> int:
        """Read a choice of 0 to *among* - 1."""
        if among == 1:
            return 0  # the number may be long, and there may be thousands of these
        self._left, index = divmod(self._left, among)
        return index

    def weigh(self, weights: Sequence[int]) -> int:
        """Read a choice that is as likely as its share of *weights*."""
        if len(weights) == 1:
            return 0
        self._left, at = divmod(self._left, sum(weights))
        for index, weight in enumerate(weights):
            if at < weight:
                self._left = self._left * weight + at
                return index
            at -= weight
        raise AssertionError("the remainder is less than the sum")

    def flag(self) -> bool:
        """Read a yes or no."""
        return self.choose(2) == 1

    def bits(self, length: int) -> int:
        """Read a number of so many bits."""
        value = self._left & ((1 << length) - 1)
        self._left >>= length
        return value

    def number(self, most: int = MOST_NUMBER) -> int:
        """Read a whole number; raises `Unreadable` where it is greater than *most*."""
        length = self.bits(LENGTH_BITS)
        value = 1 << (length - 1) | self.bits(length - 1) if length else 0
        if value > most:
            raise Unreadable
        return value

    def word(self, letters: str = LETTERS, most: int = 40) -> str:
        """Read a text of *letters*; raises `Unreadable` where it is longer than *most*."""
        text = ""
        while letter := self.choose(len(letters) + 1):
            text += letters[letter - 1]
            if len(text) > most:
                raise Unreadable
        return text

    @property
    def length(self) -> int:
        """How many bits are still to be read, at most."""
        return self._left.bit_length()

    def end(self) -> None:
        """Raise `Unreadable` where something is left."""
        if self._left:
            raise Unreadable


AT_ONCE = 64
"""So many digits are dealt with one by one; more are halved, which is much faster for long ones."""


def spell(number: int, length: int = 0) -> str:
    """Write *number* to base 62, with zeros in front where it has fewer than *length* digits."""
    if not length:
        length = number.bit_length() // 5 + 1  # a digit holds more than five bits
        return spell(number, length).lstrip(DIGITS[0]) or DIGITS[0]
    if length > AT_ONCE:
        low = length // 2
        front, back = divmod(number, 62**low)
        return spell(front, length - low) + spell(back, low)
    spelt = ""
    for _ in range(length):
        number, digit = divmod(number, 62)
        spelt = DIGITS[digit] + spelt
    return spelt


def unspell(spelt: str) -> int:
    """Read a number to base 62; *spelt* has none but `DIGITS`."""
    if len(spelt) > AT_ONCE:
        low = len(spelt) // 2
        above: int = 62**low
        return unspell(spelt[:-low]) * above + unspell(spelt[-low:])
    number = 0
    for digit in spelt:
        number = number * 62 + _VALUES[digit]
    return number


_VALUES = {digit: value for value, digit in enumerate(DIGITS)}
