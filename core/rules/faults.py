"""Faults of a rule set's values, by path; their places in the file are found later."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..errors import did_you_mean, unknown
from ..text import Message
from .characters import excerpt

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
"""A value of a rule set without its place."""
Path: TypeAlias = tuple[str | int, ...]  # to a value: keys, and indexes of lists

ERROR = "error"  # the severity of a finding without whose cure there is no game
WARNING = "warning"
MOST_LISTED, LONGEST_NAME, MOST_COMPARED = 30, 60, 300  # names in `likely`


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in the value at *path*, or a value missing there."""

    path: Path
    message: Message
    key: bool = False
    """True if the key is at fault, not its value."""
    other: Path | None = None
    """Path of another value it is about: the message's ``{place}`` says where that is."""
    also: Sequence[Path] = ()
    """Paths of further values it depends on: it is reported at the first in the file itself."""
    whole: bool = False
    """True if the rules are at fault as a whole, as when the turns do not fit the deck."""
    warning: bool = False
    """True if the game can be played all the same."""


def likely(message: Message, wrong: str, known: Sequence[str]) -> Message:
    """Fill in the unknown *wrong* as the ``{name}`` of *message*, and add what is *known*.

    It adds the closest name, or all of them, or nothing where a comparison would take long.
    """
    message = replace(message, params={"name": excerpt(wrong), **message.params})
    known = [name for name in known if len(name) <= LONGEST_NAME]
    if len(wrong) > LONGEST_NAME or not 0 < len(known) <= MOST_COMPARED:
        return message
    close = len(known) <= MOST_LISTED or did_you_mean(wrong, known)
    return unknown(message, wrong, known).message if close else message
