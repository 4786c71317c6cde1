"""``splitpick matches export``: a match written as a file of one of several kinds."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue, PluginsMissing, told_places, unknown
from ...core.matches.entry import turns
from ...core.matches.record import Record, is_installed, load_setup
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..screen import output, plain
from ..start import start_engine
from .narrate import walked
from .open_store import open_store
from .show_match import turn_of

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.record import Loaded
    from ...core.matches.setup import Setup
    from ...core.matches.store import Saved
    from ..screen import Screen

FORMATS = RECORD, JSON, MARKDOWN, HTML, SVG = ("record", "json", "markdown", "html", "svg")
WHOLE = (RECORD, JSON)
"""The formats that hold the match itself; the others show it."""

STANDARD_OUTPUT = "-"

UID_DIGITS = 16
"""How many digits tell one match from every other."""


@command()
def export(
    ctx: typer.Context,
    match: options.Match,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="record, the default, for people and programs; json; or for people alone markdown,"
            " html, or svg, a drawing of the table.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write into this file instead of showing it."
        ),
    ] = None,
    turn: options.Turn = None,
    force: options.Force = False,
) -> None:
    """Write a match to share it, to look at it elsewhere, or to put it aside."""
    screen: Screen = ctx.obj
    export_match(screen, start_engine(screen), match, format, out, turn, force)


def export_match(
    screen: Screen,
    engine: Engine,
    name: str,
    format: str | None = None,
    out: str | None = None,
    turn: str | None = None,
    force: bool = False,
) -> None:
    """Write the match *name*, up to a turn if one is given, in *format*: `RECORD` unless given.

    It goes to the file *out*, which is written whole or not at all, else to the output.  Raises
    `UnknownName`, `BadValue` for a turn there is not and for a file that is there already unless
    *force* is given, `PluginsMissing` and `RecordError`.
    """
    wanted = (format or RECORD).strip().casefold()
    if wanted not in FORMATS:
        message = msg("unknown-format", 'There is no format "{name}".', name=excerpt(wanted))
        raise unknown(message, wanted, FORMATS)
    with open_store(screen) as store:
        saved = store.load(name)
    loaded = _load(engine, saved, needed=wanted not in WHOLE)
    record = saved.record if turn is None else _cut(saved.record, turn)
    if wanted in WHOLE:
        text = whole(engine, record, wanted)
    else:
        assert loaded is not None
        name = saved.name if record is saved.record else ""
        text = _shown(screen, loaded, record, name, wanted)
    if out is None or out == STANDARD_OUTPUT:
        _put_out(screen, text)
    else:
        write_file(Path(out), text, force)
        screen.say(msg("written", "Written: {file}", file=out))
    if wanted in WHOLE and record.result is None:
        _warn(screen, loaded, record.setup)


def _load(engine: Engine, saved: Saved, needed: bool) -> Loaded | None:
    """Load the game of a match and check the journal.

    ``None`` where a plugin is missing, but the game is not *needed*: the match can be handed on.
    """
    try:
        loaded = load_setup(engine, saved.record.setup)
    except PluginsMissing:
        if needed:
            raise
        return None
    walked(loaded, saved)
    return loaded


def _cut(record: Record, typed: str) -> Record:
    """Return *record* as it was after a turn: a match of its own, from which others can go on."""
    turn = turn_of(turns(record.entries), typed)
    count = turn.start + len(turn.entries) if turn else 0
    if count == len(record.entries):
        return record
    # The same cut twice is the same match.
    uid = sha256(f"{record.setup.uid} {count}".encode()).hexdigest()[:UID_DIGITS]
    return Record(
        replace(record.setup, uid=uid, leg=0, partner="", daily=""), record.entries[:count]
    )


def whole(engine: Engine, record: Record, format: str) -> str:
    """Write *record* in one of the formats that hold the match itself."""
    if format == JSON:
        from ...core.matches.records.record_json import write_json

        return write_json(record)
    from ...core.matches.records.record_text import write_text

    return write_text(record, with_rules=not is_installed(engine, record.setup))


def _shown(screen: Screen, loaded: Loaded, record: Record, name: str, format: str) -> str:
    """Write what *record* tells people; *name* is what the store calls it."""
    from ...core.matches.exports import html, markdown, svg

    if format == SVG:
        return svg(loaded, record, screen.language)
    account = markdown if format == MARKDOWN else html
    return account(loaded, record, screen.language, name)


def _warn(screen: Screen, loaded: Loaded | None, setup: Setup) -> None:
    """Say what a reader of the whole match can know before it is over."""
    if loaded is None or loaded.presenter.secrets:
        screen.note(
            msg(
                "export-secrets",
                "The match is not over, and this holds all of it, with what is hidden.",
            )
        )
    if setup.seed is not None:
        screen.note(
            msg(
                "export-seed",
                "The match is not over, and this holds its seed, which tells what comes.",
            )
        )


def _put_out(screen: Screen, text: str) -> None:
    """Write *text* to the output: byte for byte, but harmless where it is a terminal."""
    out = output()
    raw = getattr(out, "buffer", None)
    if screen.terminal or out is None or raw is None:
        screen.line(plain(text).removesuffix("\n"))
        return
    out.flush()
    raw.write(text.encode())
    raw.flush()


def write_file(file: Path, text: str, force: bool) -> None:
    """Write *text* into *file*, whole or not at all.

    Raises `BadValue` where the file is there already unless *force* is given, or cannot be made.
    """
    with told_places(file):
        if file.exists() and not (file.is_file() or file.is_dir()):
            raise BadValue(msg("odd-file", '"{file}" is not an ordinary file.', file=str(file)))
        if not force:
            _reserve(file)
        try:
            _write_beside(file, text)
        except BaseException:
            if not force:
                file.unlink(missing_ok=True)
            raise


def _reserve(file: Path) -> None:
    """Make an empty file, so that nobody else makes one of that name meanwhile."""
    try:
        file.open("xb").close()
    except FileExistsError as error:
        if file.is_dir():
            raise IsADirectoryError from error
        raise BadValue(
            msg(
                "file-exists",
                '"{file}" is there already; with --force it is written anew.',
                file=str(file),
            )
        ) from error


def _write_beside(file: Path, text: str) -> None:
    """Write *text* into a file beside *file*, and put that in its place when it is complete."""
    if file.is_dir():
        raise IsADirectoryError
    file = file.resolve()  # a link stays one
    handle, name = tempfile.mkstemp(prefix=f".{file.name[:40]}.", dir=file.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode())
        beside.chmod(0o666 & ~_mask())
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _mask() -> int:
    """Return which permissions the user gives to no new file; mkstemp gives hardly any."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
