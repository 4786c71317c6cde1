"""The entries of a journal, their runs, and words for the reasons of a forfeit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ..text import Message, Text, msg, sentences

HINTED = "!"
"""Mark on a decision that follows the hint that was given: it is never held to be a mistake."""

MARKS = ("", "?!", "?", "??", HINTED)
"""Marks on a decision: none, those of an annotator (a small mistake, a mistake, a big one), and
`HINTED`."""

RESIGN, ABSENT, CLOCK = "resign", "absent", "clock"
"""Reasons for which people forfeit: by their own wish, by being away too long, out of time."""

RESERVED = ("undo", "forfeit")
"""Words that no game's notation may begin with."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a journal.

    *text* is the notation of an action, or ``undo N``, which takes back the last N actions (chance
    included), or ``forfeit REASON``, by which the seat loses the match; the reason is a code.
    """

    seat: int
    """Seat that acts, from 0, or ``CHANCE``."""
    text: str
    at: int = 0
    """Time at which the entry was made, in milliseconds since 1970 (UTC); 0 if unknown."""
    mark: str = ""
    comment: str = ""

    @property
    def takes_back(self) -> int:
        """Number of actions that the entry takes back; 0 if it is not an undo."""
        match = re.fullmatch("undo ([1-9][0-9]{0,8})", self.text)
        return int(match[1]) if match else 0

    @property
    def forfeits(self) -> str:
        """Code of the reason for which the seat has lost; empty if the entry is not a forfeit."""
        match = re.fullmatch("forfeit ([a-z][a-z0-9-]{0,39})", self.text)
        return match[1] if match else ""

    @property
    def is_action(self) -> bool:
        return not self.takes_back and not self.forfeits


@dataclass(frozen=True, slots=True)
class EntryRun:
    """Consecutive entries by one seat or by chance: a numbered line of a record."""

    number: int
    seat: int
    start: int
    """Index of the first entry in the journal, from 0."""
    entries: tuple[Entry, ...]
    """At least one entry, including undos and actions that were taken back later."""

    @property
    def end(self) -> int:
        """Number of entries in the journal up to the last one of the run."""
        return self.start + len(self.entries)


def runs(entries: Sequence[Entry]) -> list[EntryRun]:
    """Divide a journal into runs of entries by the same seat, or by chance."""
    divided: list[EntryRun] = []
    start = 0
    for seat, group in groupby(entries, key=lambda entry: entry.seat):
        done = tuple(group)
        divided.append(EntryRun(len(divided) + 1, seat, start, done))
        start += len(done)
    return divided


_TIME = msg("forfeit-time", "its program did not answer in time")
_GONE = msg("forfeit-gone", "its program stopped in the middle of the match")
_BROKEN = msg("forfeit-protocol", "its program did not keep to the protocol")

_FORFEITS: dict[str, Message] = {
    "bot-start": msg("forfeit-start", "its program could not be started"),
    "bot-illegal-action": msg("forfeit-illegal", "its program chose an illegal action"),
    "bot-gives-up": msg("forfeit-gives-up", "its program gave up"),
    "bot-floods": msg("forfeit-floods", "its program wrote far too much"),
    **dict.fromkeys(("bot-hello-time", "bot-time"), _TIME),
    **dict.fromkeys(("bot-closes-output", "bot-ended", "bot-killed", "bot-lost"), _GONE),
    **dict.fromkeys(("bot-version", "bot-wrong-id", "bot-bad-answer", "bot-garbage"), _BROKEN),
}


def describe_reason(code: str) -> Text:
    """Return the reason *code* of a forfeit in words, or *code* itself if it is unknown."""
    return _FORFEITS.get(code, code)


_sentence = sentences(
    msg("forfeit-resign", "{seat} resigns."),
    msg("forfeit-absent", "{seat} was away for too long."),
    msg("forfeit-clock", "{seat} has run out of time."),
)
_YOURS = {
    RESIGN: msg("you-resign", "You resign."),
    ABSENT: msg("you-were-absent", "You were away for too long."),
    CLOCK: msg("your-clock", "You have run out of time."),
}


def describe_forfeit(seat: Text, code: str) -> Message:
    """Return the sentence that says that *seat* has lost for the reason *code*."""
    if code in _YOURS:
        return _sentence(f"forfeit-{code}", seat=seat).to_you(seat=_YOURS[code])
    return msg("forfeited", "{seat} has lost: {why}.", seat=seat, why=describe_reason(code))
