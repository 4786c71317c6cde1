"""Limits of a record, and its redaction: no commands, no paths, no control characters."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

from ...errors import RecordError
from ...hooks.provider import Provider
from ...rules.characters import harmless
from ...text import msg
from ..record import Record
from ..seating import BOT
from ..setup import PROCESS, PROGRAM

MOST_CHARACTERS = 4_000_000
MOST_ENTRIES = 20_000
MOST_STEPS = 5_000
MOST_TEXT = 200
"""Longest name, version or notation, in characters."""
MOST_COMMENT = 10_000
LAST = 253_402_300_799_999
"""Last millisecond of the year 9999, since 1970 (UTC)."""

PLAYER = re.compile(rf"{PROGRAM}:[A-Za-z0-9][A-Za-z0-9._-]{{0,39}}|{BOT}")
"""Player in a record: ``human``, ``post``, ``program:NAME`` or a `Seated.name`, never a command."""

_PATH = re.compile(r"[/\\]")
_NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_BLANKS = re.compile(r"[ \t\r\n]+")


def redact(record: Record) -> Record:
    """Return *record* without commands and paths; redacting it again changes nothing.

    A program keeps only its name, a rule set's source only its last part.  Comments and texts about
    plugins become one line without control characters.  Raises `RecordError` for too many entries.
    """
    if len(record.entries) > MOST_ENTRIES:
        raise too_long()
    setup = record.setup
    setup = replace(
        setup,
        players=tuple(_player(player) for player in setup.players),
        plugins=tuple(
            Provider(_line(plugin.name), _line(plugin.version), _line(plugin.distribution))
            for plugin in setup.plugins
        ),
        created=_time(setup.created),
        source=_line(_PATH.split(setup.source)[-1]) or setup.ruleset,
    )
    entries = tuple(
        replace(entry, comment=_line(entry.comment, MOST_COMMENT), at=_time(entry.at))
        for entry in record.entries
    )
    return replace(record, setup=setup, entries=entries)


def program_name(command: str) -> str:
    """Return the name of the program that *command* runs, without path, arguments or variables."""
    try:
        words = shlex.split(command, posix=False)  # a backslash is part of a path, as on Windows
    except ValueError:  # an open quote
        words = command.split()
    word = next((word.strip("\"'") for word in words if "=" not in word), "")
    name = _NO_NAME.sub("-", _PATH.split(word)[-1]).lstrip("._-")[:40]
    return name or PROGRAM


def too_long() -> RecordError:
    """Return the error for a match that no record can hold."""
    return RecordError(
        msg(
            "record-too-long",
            "A record has at most {entries} entries and {characters} characters.",
            entries=MOST_ENTRIES,
            characters=MOST_CHARACTERS,
        )
    )


def _player(player: str) -> str:
    if PLAYER.fullmatch(player):
        return player
    kind, _, command = player.partition(":")
    return f"{PROGRAM}:{program_name(command if kind in (PROCESS, PROGRAM) else player)}"


def _line(text: str, most: int = MOST_TEXT) -> str:
    return _BLANKS.sub(" ", harmless(text))[:most].strip(" ")


def _time(milliseconds: int) -> int:
    return milliseconds if 0 < milliseconds <= LAST else 0
