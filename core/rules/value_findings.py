"""Faults of a rule set's values, by path; their places in the file are found later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
        cure: keys of the rules with values that cure the fault.
        inherited: message in place of this one if *other* stands in an extended rule set.
    """

    path: Path
    message: Message
    key: bool = False
    other: Path | None = None
    also: Sequence[Path] = ()
    whole: bool = False
    warning: bool = False
    cure: Mapping[str, int] = field(default_factory=dict)
    inherited: Message | None = None


def missing_key(key: str) -> Message:
    """Return the message that *key* must be there and is not."""
    return msg("missing-key", 'The key "{key}" is missing.', key=key)


def to_write(message: Message, write: str) -> Message:
    """Return *message* with *write*, the YAML that is to stand there instead."""
    return msg(message.code, "{message} Write {write}", message=message, write=write)


def likely(message: Message, wrong: str, known: Sequence[str], meant: str | None = None) -> Message:
    """Return *message* with *wrong*, an unknown name, as ``{name}``, and a hint at those *known*.

    The hint is *meant*, by default the closest name, or a list of all if that is empty and they
    are few; very long names get none.
    """
    message = message.filled(name=excerpt(wrong))
    known = [name for name in known if len(name) <= LONGEST_NAME]
    if len(wrong) > LONGEST_NAME or not 0 < len(known) <= MOST_COMPARED:
        return message
    close = did_you_mean(wrong, known) if meant is None else meant
    listed = close or len(known) <= MOST_LISTED
    return unknown(message, wrong, known, close).message if listed else message
