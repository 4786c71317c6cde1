"""``splitpick matches import``: a record that somebody has sent becomes a match kept here."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue, RecordError
from ...core.hooks.engine import Engine
from ...core.matches.record import Record, load_setup
from ...core.matches.setup import new_uid
from ...core.matches.store import Store
from ...core.text import Message, msg, nmsg
from ..exits import BAD_INPUT, FINE
from ..localized_typer import command
from ..play.match_players import player_elsewhere
from ..screen import Screen
from ..start import begin
from .open_store import open_store, tell_resume

STANDARD_INPUT = "-"

TOKEN = re.compile(r"\bSP[1-9][0-9A-Za-z]{20}")
"""The beginning of what `splitpick post` writes and reads."""


@command()
def import_(
    ctx: typer.Context,
    file: Annotated[
        str, Argument(metavar="FILE", help="A record, as text or as JSON; - reads the input.")
    ],
    copy: Annotated[
        bool, Option("--copy", help="Keep it once more if it is kept already.")
    ] = False,
) -> int:
    """Keep a match that was exported, here or by somebody else."""
    screen, engine = begin(ctx)
    record = record_in(screen, engine, file)
    if record is None:
        return BAD_INPUT
    with open_store(screen) as store:
        if copy or not record.setup.uid:
            setup = replace(record.setup, uid=new_uid(), leg=0, partner="")
            record = replace(record, setup=setup)
        elif name := _kept(store, record):
            screen.say(msg("imported-already", "This match is kept already, as {name}.", name=name))
            _take_notes(screen, store, name, record)
            return FINE
        name = store.create(record)
    _tell(screen, engine, record, name)
    return FINE


def record_in(screen: Screen, engine: Engine, file: str) -> Record | None:
    """Read the record that *file* holds; show its mistakes and return ``None`` if it has any.

    Nothing in it is trusted: every action is done again, and no player becomes a command.  Raises
    `BadValue` for a file that cannot be read, and `PluginsMissing`.
    """
    from ...core.matches.records.limits import MOST_CHARACTERS
    from ...core.matches.records.record_reader import finding, read_record
    from ...core.rules.findings import render

    text = ""
    try:
        text = _text(_bytes(file, 4 * MOST_CHARACTERS))
        return read_record(text, engine, file)
    except RecordError as error:
        if error.code == "record-unknown" and TOKEN.search(text):
            raise RecordError(
                msg("is-a-token", "This is a token: take it in with splitpick post.")
            ) from error
        for line in render(finding(error, file, text), screen.language, screen.width):
            screen.aside(line)
        return None


def _kept(store: Store, record: Record) -> str | None:
    """Return the name under which the match is kept already, if it is.

    Raises `BadValue` where the one that is kept has not come as far, or has diverged.
    """
    name = store.find(record.setup.uid)
    if name is None:
        return None
    here, there = (
        # Times and comments do not matter.
        [(entry.seat, entry.text) for entry in one.entries]
        for one in (store.load(name).record, record)
    )
    if here[: len(there)] != there:
        raise BadValue(
            msg(
                "imported-otherwise",
                "This match is kept already, as {name}, but has gone on in another way there. With "
                "--copy the one in the file is kept beside it.",
                name=name,
            )
        )
    return name


def _take_notes(screen: Screen, store: Store, name: str, record: Record) -> None:
    """Take over the marks and comments of *record* for a match that is kept already."""
    kept = store.load(name).record.entries
    taken = 0
    for number, (here, there) in enumerate(zip(kept, record.entries, strict=False)):
        if (there.mark, there.comment) not in (("", ""), (here.mark, here.comment)):
            store.annotate(name, number, there.mark, there.comment)
            taken += 1
    if taken:
        screen.say(
            nmsg(
                "notes-taken",
                "{count} new note on it was taken in.",
                "{count} new notes on it were taken in.",
                taken,
            )
        )


def _tell(screen: Screen, engine: Engine, record: Record, name: str) -> None:
    """Say under which name the match is kept now, and how it goes on."""
    loaded = load_setup(engine, record.setup)
    screen.say(
        msg(
            "imported",
            "{game}, {variant}: kept as {name}.",
            game=loaded.presenter.name,
            variant=loaded.presenter.variant,
            name=name,
        )
    )
    if record.result is None:
        for seat in range(len(record.setup.seats)):
            if elsewhere := player_elsewhere(engine, loaded, seat):
                screen.note(elsewhere)
        tell_resume(screen, name)


def _bytes(file: str, most: int) -> bytes:
    """Read *file*, an ordinary file or the input; more than *most* bytes raise `RecordError`."""
    path = Path(file)
    wrong: Message | None = None
    data = b""
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1) if sys.stdin is not None else b""
        elif path.is_dir():
            wrong = msg("is-a-folder", '"{file}" is a folder, not a file.', file=file)
        elif not path.exists():
            wrong = msg("no-file", 'There is no file "{file}".', file=file)
        elif not path.is_file():
            # A pipe or a device would let the reader wait for ever.
            wrong = msg("odd-file", '"{file}" is not an ordinary file.', file=file)
        else:
            with path.open("rb") as stream:
                data = stream.read(most + 1)
    except (OSError, ValueError):  # ValueError: a path that no system can have
        wrong = msg("unreadable-file", 'The file "{file}" cannot be read.', file=file)
    if wrong is not None:
        raise BadValue(wrong)
    if len(data) > most:
        raise RecordError(
            msg("record-too-big", "No record is bigger than {most} bytes.", most=most)
        )
    return data


def _text(data: bytes) -> str:
    """Make text of the bytes of a file; raises `RecordError` with the place where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        raise RecordError(
            msg("not-utf-8", "This file must be saved as UTF-8."),
            before.count("\n") + 1,
            len(before) - before.rfind("\n"),
        ) from error
