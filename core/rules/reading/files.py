"""Opening a rule set: a file's bytes become text, or a finding."""

import re
from pathlib import Path
from typing import TypeAlias

from ...errors import Finding, RulesetError
from ...text import msg
from ..characters import NOT_UTF_8
from ..faults import likely
from ..resolver import File, rulesets_in

MOST_BYTES = 1_000_000
"""Limit of a rule set's size; no more is ever read."""

LINE_END = re.compile("\r\n|\r|\n")

Source: TypeAlias = tuple[str, str]
"""The path of a file, as messages name it, and its text."""


def read_source(file: File) -> Source:
    """Read *file*; its text has no byte order mark.

    Raises `RulesetError` if there is none, or if it is no text.
    """
    try:
        if file.is_dir():
            message = msg("is-a-directory", "This is a folder, not a rule set.")
        elif file.is_file():
            with file.open("rb") as stream:
                return decode(str(file), stream.read(MOST_BYTES + 1))
        elif isinstance(file, Path) and file.exists():  # a pipe may let its reader wait for ever
            message = msg("not-a-file", "This is not an ordinary file.")
        else:
            message = msg("no-such-file", "There is no such file.")
            beside = rulesets_in(file.parent) if isinstance(file, Path) else []
            message = likely(message, file.name, [each.name for each in beside])
    except (OSError, ValueError):  # ValueError: a path that no system can have
        message = msg("unreadable", "This file cannot be read.")
    raise RulesetError([Finding(str(file), 0, 1, 1, message)])


def decode(name: str, data: bytes) -> Source:
    """Make text of *data*, the bytes of the file *name*; see `read_source`."""
    message = None
    if len(data) > MOST_BYTES:
        message = msg("too-big", "This file is bigger than {most} bytes.", most=MOST_BYTES)
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = NOT_UTF_8
    elif b"\0" in data:
        message = msg("binary", "This is not a text file.")
    if message:
        raise RulesetError([Finding(name, 0, 1, 1, message)])
    return name, data.decode("utf-8-sig", "surrogateescape")  # which the reader refuses
