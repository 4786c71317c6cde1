"""What of a match goes out to others: everything, but no command, no path, no odd character."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

from ..errors import RecordError
from ..hooks.engine import Provider
from ..rules.characters import harmless
from ..text import msg
from .entry import Entry
from .record import Record
from .seating import BOT
from .setup import PROCESS, PROGRAM, Setup

MOST_TEXT = 200
"""How many characters a name, a version or a notation may have."""

MOST_COMMENT = 10_000
"""How many characters a comment may have."""

MOST_ENTRIES = 20_000
"""How many entries a record may have."""

MOST_CHARACTERS = 4_000_000
"""How long a record may be."""

LAST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970 (UTC)."""

PLAYER = rf"{PROGRAM}:[A-Za-z0-9][A-Za-z0-9._-]{{0,39}}|{BOT}"
"""What a player is called in a record: ``human``, ``post``, ``program:NAME``, or `Seated.name`."""

NO_PLAYER = msg(
    "record-player", "A player is human, post, the name of a bot, or program: and a name."
)
"""What is said of anything else."""

_DRIVE = re.compile(r"[\"']?[A-Za-z]:\\")
_PATH = re.compile(r"[/\\]")
_NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def shared(record: Record) -> Record:
    """Return *record* as it may be given away; what is shared already stays as it is.

    A player that is a process keeps the name of its program alone, and the rule set's source its
    last part: commands and paths are nobody's business.  Comments stand on one line, and what
    steers a terminal is replaced by U+FFFD, there and in the plugins' names and versions.
    """
    return replace(
        record,
        setup=_shared_setup(record.setup),
        entries=tuple(_shared_entry(entry) for entry in record.entries),
    )


def program_name(command: str) -> str:
    """Return what *command* runs, without its path, its arguments and its environment."""
    try:
        # On Windows a backslash is part of the path, elsewhere it protects the next character.
        words = command.split() if _DRIVE.match(command) else shlex.split(command)
    except ValueError:  # a quote is open
        words = command.split()
    word = next((word.strip("\"'") for word in words if "=" not in word), "")
    name = _NO_NAME.sub("-", _PATH.split(word)[-1]).lstrip("._-")[:40]
    return name or PROGRAM


def _shared_setup(setup: Setup) -> Setup:
    return replace(
        setup,
        players=tuple(map(_shared_player, setup.players)),
        plugins=tuple(
            Provider(_line(one.name), _line(one.version), _line(one.distribution))
            for one in setup.plugins
        ),
        created=setup.created if 0 < setup.created <= LAST else 0,
        source=_line(_PATH.split(setup.source)[-1]) or setup.ruleset,
    )


def _shared_player(player: str) -> str:
    kind, _, command = player.partition(":")
    return f"{PROGRAM}:{program_name(command)}" if kind in (PROCESS, PROGRAM) else player


def _shared_entry(entry: Entry) -> Entry:
    comment = _one_line(entry.comment)[:MOST_COMMENT]
    at = entry.at if 0 < entry.at <= LAST else 0
    if comment == entry.comment and at == entry.at:
        return entry
    return replace(entry, comment=comment, at=at)


def _line(text: str) -> str:
    return _one_line(text)[:MOST_TEXT]


def _one_line(text: str) -> str:
    return harmless(text.replace("\r\n", " ").replace("\n", " ").replace("\r", " "))


def too_big() -> RecordError:
    """Make the error for a text that is too long to be read as a record."""
    return RecordError(
        msg("record-big", "This has more than {most} characters.", most=MOST_CHARACTERS), 1, 1
    )


def too_long() -> RecordError:
    """Make the error for a match that no record can hold."""
    return RecordError(
        msg(
            "record-too-long",
            "A record has at most {entries} entries and {characters} characters.",
            entries=MOST_ENTRIES,
            characters=MOST_CHARACTERS,
        )
    )
