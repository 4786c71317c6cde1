"""``splitpick matches export``: a match written as a file of one of several kinds."""

from __future__ import annotations

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue, PluginsMissing, told_places, unknown
from ...core.hooks.engine import Engine
from ...core.matches.entry import turns
from ...core.matches.record import Record, is_installed, load_setup
from ...core.rules.characters import excerpt
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..screen import Screen, output, plain
from ..start import begin
from .open_store import load_match
from .show_match import turn_of

FORMATS = RECORD, JSON, MARKDOWN, HTML, SVG = ("record", "json", "markdown", "html", "svg")
WHOLE = (RECORD, JSON)
"""Formats that can be imported again; the others only show the match."""

SECRETS = msg(
    "export-secrets", "The match is not over, and this contains everything, even what is hidden."
)
SEED = msg(
    "export-seed",
    "The match is not over, and this contains its seed, which gives away what is still to come.",
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
            help=(
                "record (the default) or json, for people and programs; markdown, html or svg (a "
                "drawing of the table), for people only."
            ),
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
    from .narrate import walked

    screen, engine = begin(ctx)
    wanted = format.strip().casefold()
    if wanted not in FORMATS:
        message = msg("unknown-format", 'There is no format "{name}".', name=excerpt(wanted))
        raise unknown(message, wanted, FORMATS)
    saved = load_match(screen, match)
    loaded = None
    try:
        loaded = load_setup(engine, saved.record.setup)
        walked(loaded, saved)
    except PluginsMissing:
        if wanted not in WHOLE:
            raise
    record = saved.record if turn is None else _cut(saved.record, turn)
    if loaded is None or wanted in WHOLE:
        text = whole(engine, record, wanted)
    else:
        from ...core.matches.exports import html, markdown, svg

        if wanted == SVG:
            text = svg(loaded, record, screen.language)
        else:
            account = markdown if wanted == MARKDOWN else html
            text = account(loaded, record, screen.language, saved.name if turn is None else "")
    if out == "-":
        _put_out(screen, text)
    else:
        write_file(Path(out), text, force=force)
        screen.say(msg("written", "Written: {file}", file=out))
    if wanted in WHOLE and record.result is None:
        if loaded is None or loaded.presenter.secrets:
            screen.note(SECRETS)
        if record.setup.seed is not None:
            screen.note(SEED)


def _cut(record: Record, typed: str) -> Record:
    """Return *record* as it was after a turn: a new match that others can continue."""
    turn = turn_of(turns(record.entries), typed)
    count = turn.start + len(turn.entries) if turn else 0
    if count == len(record.entries):
        return record
    # The same cut twice is the same match.
    uid = sha256(f"{record.setup.uid} {count}".encode()).hexdigest()[: len(record.setup.uid)]
    setup = replace(record.setup, uid=uid, leg=0, partner="", daily="")
    return replace(record, setup=setup, entries=record.entries[:count], result=None)


def whole(engine: Engine, record: Record, format: str) -> str:
    """Write *record* in one of the formats that can be imported again."""
    if format == JSON:
        from ...core.matches.records.record_writer import write_json

        return write_json(record)
    from ...core.matches.records.record_writer import write_text

    return write_text(record, with_rules=not is_installed(engine, record.setup))


def _put_out(screen: Screen, text: str) -> None:
    """Write *text* to the output, in UTF-8 unless it is a terminal."""
    raw = getattr(output(), "buffer", None)
    if screen.terminal or raw is None:
        screen.line(plain(text).removesuffix("\n"))
    else:
        raw.write(text.encode())


def check_file(file: Path, *, force: bool) -> None:
    """Raise `BadValue` if *file* cannot be made here, or exists and *force* is not given."""
    with told_places(file):
        if file.is_dir():
            raise IsADirectoryError
        if not file.resolve().parent.is_dir():
            raise FileNotFoundError
    if file.exists() and not file.is_file():
        raise BadValue(msg("odd-file", '"{file}" is not a regular file.', file=str(file)))
    if file.exists() and not force:
        raise BadValue(
            msg(
                "file-exists",
                '"{file}" already exists; --force replaces it.',
                file=str(file),
            )
        )


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
