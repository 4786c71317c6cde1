"""Faults of a rule set's values, by path; their places in the file are found later."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import did_you_mean, unknown
from ..text import Message, msg
from .characters import excerpt

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
"""A value of a rule set without its place."""
Path: TypeAlias = tuple[str | int, ...]  # to a value: keys, and indexes of lists

ERROR = "error"  # the severity of a finding that must be cured before anybody can play
WARNING = "warning"
MOST_LISTED, LONGEST_NAME, MOST_COMPARED = 30, 60, 300  # limits of `likely`


@dataclass(frozen=True, slots=True)
class ValueFinding:
    """A mistake in the value at *path*, or a value missing there.

    Attributes:
        path: keys, and indexes of lists, from the outside to the value.
        key: true if the key is at fault, not its value.
        other: path of a second value that the message mentions: its ``{place}`` says where it is.
        also: paths of further values it depends on; the one nearest to the variant is reported.
        whole: true if the rules are at fault as a whole, as when the turns do not fit the deck.
        warning: true if the rules can be played despite the fault.
    """

    path: Path
    message: Message
    key: bool = False
    other: Path | None = None
    also: Sequence[Path] = ()
    whole: bool = False
    warning: bool = False


def missing_key(key: str) -> Message:
    """Return the message that *key* must be there and is not."""
    return msg("missing-key", 'The key "{key}" is missing.', key=key)


def likely(message: Message, wrong: str, known: Sequence[str]) -> Message:
    """Return *message* with *wrong*, an unknown name, as ``{name}``, and a hint at those *known*.

    The hint is the closest name, or a list of all if they are few; very long names get none.
    """
    message = message.filled(name=excerpt(wrong))
    known = [name for name in known if len(name) <= LONGEST_NAME]
    if len(wrong) > LONGEST_NAME or not 0 < len(known) <= MOST_COMPARED:
        return message
    close = len(known) <= MOST_LISTED or did_you_mean(wrong, known)
    return unknown(message, wrong, known).message if close else message
