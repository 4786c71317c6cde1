"""Opening a rule set: a file's bytes become text, or a finding."""

from __future__ import annotations

import contextlib
import re
from importlib.resources.abc import Traversable
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from ...errors import Finding, RulesetError, did_you_mean
from ...text import Message, msg
from ..faults import likely

MOST_BYTES = 1_000_000
"""Limit of a rule set's size; no more is ever read."""

MOST_BESIDE = 1_000
"""Limit of the files in a folder that are compared with a wrong name."""

LINE_END = re.compile("\r\n|\r|\n")

Source: TypeAlias = tuple[str, str]
"""The path of a file, as messages name it, and its text."""


def read_source(file: Path | Traversable) -> Source:
    """Read *file*; its text has no byte order mark.

    Raises `RulesetError` if there is none, or if it is no text in UTF-8.
    """
    name = str(file)
    try:
        if file.is_dir():
            raise _refuse(name, msg("is-a-directory", "This is a folder, not a rule set."))
        if not file.is_file():
            # A pipe or a device would let the reader wait for ever.
            if isinstance(file, Path) and file.exists():
                raise _refuse(name, msg("not-a-file", "This is not an ordinary file."))
            raise _refuse(name, _missing(file))
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that no system can have
        raise _refuse(name, msg("unreadable", "This file cannot be read.")) from error
    return decode(name, data)


def decode(name: str, data: bytes) -> Source:
    """Make text of *data*, the bytes of the file *name*; see `read_source`."""
    if len(data) > MOST_BYTES:
        raise _refuse(
            name, msg("too-big", "This file is bigger than {most} bytes.", most=MOST_BYTES)
        )
    utf_8 = msg("not-utf-8", "This file must be saved as UTF-8.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refuse(name, utf_8)
    if b"\0" in data:
        raise _refuse(name, msg("binary", "This is not a text file."))
    try:
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = LINE_END.split(data[: error.start].decode("utf-8-sig"))
        line = LINE_END.split(data.decode("utf-8-sig", "replace"))[len(before) - 1]
        finding = Finding(name, len(before), len(before[-1]) + 1, 1, utf_8, line)
        raise RulesetError([finding]) from error


def _missing(file: Path | Traversable) -> Message:
    """Return the message for a missing *file*, with the likely one in its folder."""
    message = msg("no-such-file", "There is no such file.")
    beside: list[str] = []
    if isinstance(file, Path):
        with contextlib.suppress(OSError):
            beside = [path.name for path in islice(file.parent.iterdir(), MOST_BESIDE)]
    names = sorted(n for n in beside if n.endswith((".yaml", ".yml")) and not n.startswith("."))
    return likely(message, file.name, names) if did_you_mean(file.name, names) else message


def _refuse(name: str, message: Message) -> RulesetError:
    return RulesetError([Finding(name, 0, 1, 1, message)])
