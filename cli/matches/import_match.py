"""``splitpick matches import``: save a record that somebody has sent as a match."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue, RecordError
from ...core.hooks.engine import Engine
from ...core.matches.record import Record, load_setup
from ...core.matches.records.codec import looks_like_token
from ...core.matches.records.record_reader import finding, read_record
from ...core.matches.records.redact import MOST_CHARACTERS
from ...core.matches.sentences import sentences
from ...core.matches.setup import new_uid
from ...core.matches.store import Store
from ...core.rules.findings import render
from ...core.text import msg, nmsg
from .. import options
from ..exits import BAD_INPUT, FINE
from ..localized_typer import command
from ..play.match_players import player_elsewhere
from ..screen import Screen
from ..start import begin
from .open_store import open_store, tell_resume

STANDARD_INPUT = "-"

_told = sentences(
    msg("odd-file", '"{file}" is not a regular file.'),
    msg("imported", "{game}, {variant}: saved as {name}."),
    msg("imported-already", "This match is already saved as {name}."),
    msg(
        "imported-otherwise", "{name} is the same match with different entries; --copy saves both."
    ),
    nmsg("notes-taken", "{count} new note was added.", "{count} new notes were added.", 0),
    msg("not-utf-8", "This file must be saved as UTF-8."),
    msg("is-a-token", "This is a token: read it with splitpick post."),
    msg("no-file", 'There is no file "{file}".'),
    msg("unreadable-file", 'The file "{file}" cannot be read.'),
)


@command()
def import_(
    ctx: typer.Context,
    file: options.RecordFile,
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

    Nothing in it is trusted: every action is played again, and no program in it is run.  Raises
    `BadValue` for a file that cannot be read, `RecordError` for a token, and `PluginsMissing`.
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
    raise BadValue(_told(code, file=file))


def _update(screen: Screen, store: Store, name: str, record: Record) -> None:
    """Copy the marks and comments of *record* into the same match that is saved as *name*.

    Raises `BadValue` if the saved match is shorter than *record*, or differs from it.
    """
    kept = store.load(name).record
    here, there = ([(one.seat, one.text) for one in match.entries] for match in (kept, record))
    if here[: len(there)] != there:
        raise BadValue(_told("imported-otherwise", name=name))
    screen.say(_told("imported-already", name=name))
    taken = 0
    for number, (ours, theirs) in enumerate(zip(kept.entries, record.entries, strict=False)):
        if theirs.mark not in ("", ours.mark) or theirs.comment not in ("", ours.comment):
            store.annotate(name, number, theirs.mark or ours.mark, theirs.comment or ours.comment)
            taken += 1
    if taken:
        screen.say(_told("notes-taken", count=taken))
