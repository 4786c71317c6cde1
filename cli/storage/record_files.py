"""Files with the record of a match: read whatever others have sent, write whole or not at all."""

import os
import sys
from itertools import islice
from pathlib import Path

from ...core.errors import BadValue, RecordError, RulesetError, explain_write_errors
from ...core.hooks.engine import Engine
from ...core.matches.record import Record, is_installed
from ...core.matches.records.codec import looks_like_token
from ...core.matches.records.record_reader import finding, parts_of, read_record
from ...core.matches.records.record_writer import write_json, write_text
from ...core.text import msg, sentences

STANDARD_INPUT = "-"
MOST_BYTES = 64_000_000
MOST_RECORDS = 100_000

WHOLE = RECORD, JSON = ("record", "json")
"""Formats that can be imported again; the others only show the match."""

_sentence = sentences(
    msg("odd-file", '"{file}" is not a regular file.'),
    msg("file-exists", '"{file}" already exists; --force replaces it.'),
    msg("not-utf-8", "This file must be saved as UTF-8."),
    msg("several-records",
        "{file} has several records. Import them with splitpick matches import, then name one of "
        "the matches."),
    msg("is-a-token", "This is a token: read it with splitpick post."),
    msg("no-file", 'There is no file "{file}".'),
    msg("unreadable-file", 'The file "{file}" cannot be read.'),
)  # fmt: skip


def record_in(engine: Engine, file: str) -> Record:
    """Read the only record in *file*, as `records_in` does; raises `BadValue` if it has several."""
    record, *others = records_in(engine, file, most=2)
    if others:
        raise BadValue(_sentence("several-records", file=file))
    return record


def records_in(engine: Engine, file: str, most: int = MOST_RECORDS) -> list[Record]:
    """Read the records in *file*, one or, as text, several, but no more than *most*.

    Mistakes are shown like those of a rule set: `RulesetError`.  Nothing is trusted: every action
    is played again, and no program is run.  Raises `BadValue` for a file that cannot be read,
    `RecordError` for a token, and `PluginsMissing`.
    """
    text = ""
    try:
        try:
            text = bytes_of(file, MOST_BYTES).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(_sentence("not-utf-8")) from error
        return [read_record(part, engine, file) for part in islice(parts_of(text), most)]
    except RecordError as error:
        if error.code == "record-unknown" and looks_like_token(text):
            raise RecordError(_sentence("is-a-token")) from error
        raise RulesetError([finding(error, file, text)]) from error


def bytes_of(file: str, most: int) -> bytes:
    """Return up to *most* + 1 bytes of *file*; raises `BadValue` if it cannot be read."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1) if sys.stdin is not None else b""
    try:
        if Path(file).is_file():  # a pipe or a device would let the reader wait for ever
            with Path(file).open("rb") as stream:
                return stream.read(most + 1)
        code = "odd-file" if Path(file).exists() else "no-file"
    except (OSError, ValueError):  # ValueError: a path that no system can have
        code = "unreadable-file"
    raise BadValue(_sentence(code, file=file))


def whole(engine: Engine, record: Record, format: str) -> str:
    """Return *record* as text in one of the formats that can be imported again."""
    if format == JSON:
        return write_json(record)
    return write_text(record, with_rules=not is_installed(engine, record.setup))


def check_file(file: Path, *, force: bool) -> None:
    """Raise `BadValue` if *file* is in no folder, or exists; with *force*, a regular file may."""
    with explain_write_errors(file):
        if file.is_dir():
            raise IsADirectoryError
        if not file.resolve().parent.is_dir():
            raise FileNotFoundError
    if file.exists() and not (force and file.is_file()):
        raise BadValue(_sentence("file-exists" if file.is_file() else "odd-file", file=str(file)))


def write_file(file: Path, text: str | bytes, *, force: bool) -> None:
    """Write *text* into *file*, whole or not at all; raises `BadValue` as `check_file` does."""
    check_file(file, force=force)
    target = file.resolve()  # a link is not replaced, but the file it leads to
    beside = target.with_name(f".{target.name[:40]}.{os.getpid()}")
    try:
        beside.write_bytes(text.encode() if isinstance(text, str) else text)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
