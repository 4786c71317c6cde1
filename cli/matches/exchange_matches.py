"""``splitpick matches export`` and ``import``: matches become files, and files matches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue, PluginsMissing, RecordError, told_places, unknown
from ...core.hooks.engine import Engine
from ...core.matches.entry import turns
from ...core.matches.exports import html, markdown, svg
from ...core.matches.record import Record, is_installed, load_setup
from ...core.matches.records.codec import looks_like_token
from ...core.matches.records.record_reader import finding, read_record
from ...core.matches.records.record_writer import write_json, write_text
from ...core.matches.records.redact import MOST_CHARACTERS
from ...core.matches.sentences import sentences
from ...core.matches.setup import new_uid
from ...core.matches.store import Store
from ...core.rules.characters import excerpt
from ...core.rules.findings import render
from ...core.text import msg, nmsg
from .. import options
from ..exits import BAD_INPUT, FINE
from ..localized_typer import command
from ..play.match_players import player_elsewhere
from ..screen import Screen, plain
from ..start import begin
from .open_store import load_match, open_store, tell_resume
from .show_match import turn_of, walked

STANDARD_INPUT = "-"

WHOLE = RECORD, JSON = ("record", "json")
"""Formats that can be imported again; the others only show the match."""
PICTURES: Mapping[str, Callable[..., str]] = {"markdown": markdown, "html": html, "svg": svg}
FORMATS = (*WHOLE, *PICTURES)

_told = sentences(
    msg("unknown-format", 'There is no format "{name}".'),
    msg("export-secrets", "The match is not over, and this contains all that is still hidden."),
    msg("export-seed", "The match is not over; this contains its seed, which tells what comes."),
    msg("odd-file", '"{file}" is not a regular file.'),
    msg("file-exists", '"{file}" already exists; --force replaces it.'),
    msg("imported", "{game}, {variant}: saved as {name}."),
    msg("imported-already", "This match is already saved as {name}."),
    msg("imported-otherwise", "{name} is this match, but goes on differently; --copy saves both."),
    nmsg("notes-taken", "{count} new note was added.", "{count} new notes were added.", 0),
    msg("not-utf-8", "This file must be saved as UTF-8."),
    msg("is-a-token", "This is a token: read it with splitpick post."),
    msg("no-file", 'There is no file "{file}".'),
    msg("unreadable-file", 'The file "{file}" cannot be read.'),
)


@command()
def export(
    ctx: typer.Context,
    match: options.Match,
    format: Annotated[
        str,
        Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="record (default) or json, to import again; markdown, html or svg, to look at.",
        ),
    ] = RECORD,
    out: Annotated[
        str,
        Option("--out", "-o", metavar="FILE", help="Write to this file instead of the terminal."),
    ] = "-",
    turn: options.Turn = None,
    force: options.Force = False,
) -> None:
    """Export a match: to share it, to read it elsewhere, or to archive it."""
    screen, engine = begin(ctx)
    wanted = format.strip().casefold()
    if wanted not in FORMATS:
        raise unknown(_told("unknown-format", name=excerpt(wanted)), wanted, FORMATS)
    saved = load_match(screen, match)
    loaded = None
    try:
        loaded = load_setup(engine, saved.record.setup)
        walked(loaded, saved)
    except PluginsMissing:
        if wanted not in WHOLE:
            raise
    record = saved.record if turn is None else _cut(saved.record, turn)
    if wanted in WHOLE:
        text = whole(engine, record, wanted)
    else:
        name = [saved.name] if turn is None and wanted != "svg" else []
        text = PICTURES[wanted](loaded, record, screen.language, *name)
    raw = getattr(screen.out, "buffer", None)
    if out != "-":
        write_file(Path(out), text, force=force)
        screen.say(msg("written", "Written: {file}", file=out))
    elif screen.terminal or raw is None:
        screen.line(plain(text).removesuffix("\n"))
    else:
        raw.write(text.encode())  # the same bytes as a file
    if wanted in WHOLE and record.result is None:
        if loaded is None or loaded.presenter.secrets:
            screen.note(_told("export-secrets"))
        if record.setup.seed is not None:
            screen.note(_told("export-seed"))


def _cut(record: Record, typed: str) -> Record:
    """Return *record* as it was after a turn: a new match that others can continue."""
    turn = turn_of(turns(record.entries), typed)
    count = turn.start + len(turn.entries)
    if count == len(record.entries):
        return record
    # The same cut twice is the same match.
    uid = sha256(f"{record.setup.uid} {count}".encode()).hexdigest()[: len(record.setup.uid)]
    setup = replace(record.setup, uid=uid, leg=0, partner="", daily="")
    return replace(record, setup=setup, entries=record.entries[:count], result=None)


def whole(engine: Engine, record: Record, format: str) -> str:
    """Write *record* in one of the formats that can be imported again."""
    if format == JSON:
        return write_json(record)
    return write_text(record, with_rules=not is_installed(engine, record.setup))


def check_file(file: Path, *, force: bool) -> None:
    """Raise `BadValue` if *file* cannot be made here, or exists and *force* is not given."""
    with told_places(file):
        if file.is_dir():
            raise IsADirectoryError
        if not file.resolve().parent.is_dir():
            raise FileNotFoundError
    if file.exists() and not (force and file.is_file()):
        raise BadValue(_told("file-exists" if file.is_file() else "odd-file", file=str(file)))


def write_file(file: Path, text: str, *, force: bool) -> None:
    """Write *text* into *file*, whole or not at all; raises `BadValue` as `check_file` does."""
    check_file(file, force=force)
    target = file.resolve()  # a link stays one
    beside = target.with_name(f".{target.name[:40]}.{os.getpid()}")
    try:
        beside.write_bytes(text.encode())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


@command()
def import_(
    ctx: typer.Context,
    file: Annotated[
        str, Argument(metavar="FILE", help="A record, as text or as JSON; - reads standard input.")
    ],
    copy: Annotated[
        bool, Option("--copy", help="Save a copy even if the match is already saved.")
    ] = False,
) -> int:
    """Import a match that you or somebody else exported."""
    screen, engine = begin(ctx)
    record = record_in(screen, engine, file)
    if record is None:
        return BAD_INPUT
    with open_store(screen) as store:
        kept = None if copy else store.find(record.setup.uid)
        if kept is not None:
            _update(screen, store, kept, record)
            return FINE
        if copy or not record.setup.uid:
            setup = replace(record.setup, uid=new_uid(), leg=0, partner="")
            record = replace(record, setup=setup)
        name = store.create(record)
    loaded = load_setup(engine, record.setup)
    presenter = loaded.presenter
    screen.say(_told("imported", game=presenter.name, variant=presenter.variant, name=name))
    if record.result is None:
        for seat in range(len(record.setup.seats)):
            if elsewhere := player_elsewhere(engine, loaded, seat):
                screen.note(elsewhere)
        tell_resume(screen, name)
    return FINE


def record_in(screen: Screen, engine: Engine, file: str) -> Record | None:
    """Read the record in *file*; show its mistakes and return ``None`` if it has any.

    Nothing in it is trusted: every action is done again, and no player becomes a command.  Raises
    `BadValue` for a file that cannot be read, and `PluginsMissing`.
    """
    text = ""
    try:
        try:
            text = _bytes(file, 4 * MOST_CHARACTERS).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(_told("not-utf-8")) from error
        return read_record(text, engine, file)
    except RecordError as error:
        if error.code == "record-unknown" and looks_like_token(text):
            raise RecordError(_told("is-a-token")) from error
        screen.aside("\n".join(render(finding(error, file, text), screen.language, screen.width)))
        return None


def _bytes(file: str, most: int) -> bytes:
    """Read *file*, at most so many bytes and one more; raises `BadValue`."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1) if sys.stdin is not None else b""
    try:
        if Path(file).is_file():  # a pipe or a device would let the reader wait for ever
            with Path(file).open("rb") as stream:
                return stream.read(most + 1)
        code = "odd-file" if Path(file).exists() else "no-file"
    except (OSError, ValueError):  # ValueError: a path that no system can have
        code = "unreadable-file"
    raise BadValue(_told(code, file=file))


def _update(screen: Screen, store: Store, name: str, record: Record) -> None:
    """Take over the marks and comments of *record* for the match *name*, which is kept already.

    Raises `BadValue` if the kept match is shorter, or has diverged.
    """
    kept = store.load(name).record
    here, there = ([(one.seat, one.text) for one in match.entries] for match in (kept, record))
    if here[: len(there)] != there:
        raise BadValue(_told("imported-otherwise", name=name))
    screen.say(_told("imported-already", name=name))
    taken = 0
    for number, (ours, theirs) in enumerate(zip(kept.entries, record.entries, strict=False)):
        if (theirs.mark, theirs.comment) not in (("", ""), (ours.mark, ours.comment)):
            store.annotate(name, number, theirs.mark, theirs.comment)
            taken += 1
    if taken:
        screen.say(_told("notes-taken", count=taken))
