"""``splitpick matches import``: a record that somebody has sent becomes a match kept here."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue, RecordError
from ...core.matches.record import Record, is_bot, load_setup
from ...core.matches.records.fields import MOST_CHARACTERS
from ...core.matches.seating import bot_of
from ...core.matches.setup import PROGRAM, new_uid
from ...core.text import Message, msg, nmsg
from ..exits import BAD_INPUT, FINE
from ..localized_typer import command
from ..play.play_command import resume_line
from ..start import start_engine
from .open_store import open_store

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.store import Store
    from ..screen import Screen

STANDARD_INPUT = "-"

MOST_BYTES = 4 * MOST_CHARACTERS
"""No more of a file is ever read; a character has at most four bytes in UTF-8."""

TOKEN = re.compile(r"\bSP[1-9][0-9A-Za-z]{20}")
"""How what `splitpick post` writes and reads begins."""


@command()
def import_(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A record, as text or as JSON; - reads the input."),
    ],
    copy: Annotated[
        bool, typer.Option("--copy", help="Keep it once more if it is kept already.")
    ] = False,
) -> int:
    """Keep a match that was exported, here or by somebody else."""
    screen: Screen = ctx.obj
    return import_match(screen, start_engine(screen), file, copy)


def import_match(screen: Screen, engine: Engine, file: str, copy: bool = False) -> int:
    """Keep the match that *file* holds, a record in text or JSON; return the exit code.

    A match that is kept already is not kept twice, unless a *copy* of it is wanted.  Nothing in
    the file is trusted: every action is done again, and no player of it becomes a command.  Raises
    `BadValue` for a file that cannot be read, and `PluginsMissing`.
    """
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
    """Read the record that *file* holds; where it has mistakes they are shown, and it is ``None``.

    Raises `BadValue` for a file that cannot be read, and `PluginsMissing`.
    """
    from ...core.matches.records.reader import finding, read_record
    from ...core.rules.findings import render

    text = ""
    try:
        text = _text(_bytes(file))
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
    """Return under which name the match is kept already, if it is.

    Raises `BadValue` where the one that is kept has not come as far, or has gone on otherwise.
    """
    name = store.find(record.setup.uid)
    if name is None:
        return None
    here, there = (_done(one) for one in (store.load(name).record, record))
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
    """Take over what *record* says about the entries of a match that is kept already."""
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


def _done(record: Record) -> list[tuple[int, str]]:
    """List who did what; when, and what somebody thinks of it, does not matter."""
    return [(entry.seat, entry.text) for entry in record.entries]


def _tell(screen: Screen, engine: Engine, record: Record, name: str) -> None:
    """Say what is kept now, under which name, and how it can be gone on with."""
    setup = record.setup
    presenter = load_setup(engine, setup).presenter
    screen.say(
        msg(
            "imported",
            "{game}, {variant}: kept as {name}.",
            game=presenter.name,
            variant=presenter.variant,
            name=name,
        )
    )
    if record.result is not None:
        return
    for seat, player, title in zip(setup.seats, setup.players, presenter.seats, strict=True):
        if player.startswith(f"{PROGRAM}:") or (
            is_bot(player) and bot_of(player) not in engine.bots
        ):
            screen.note(
                msg(
                    "player-elsewhere",
                    "The player {player} of {seat} is not here: --seat {id}=PLAYER seats another.",
                    player=player.removeprefix(f"{PROGRAM}:"),
                    seat=title,
                    id=seat,
                )
            )
    screen.say(msg("goes-on", "The match is not over. It goes on with:"))
    screen.line(resume_line(screen, name))


# The file.


def _bytes(file: str) -> bytes:
    """Read *file*, but no more of it than a record can have."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin is not None else b""
    path = Path(file)
    wrong: Message | None = None
    try:
        if path.is_dir():
            wrong = msg("is-a-folder", '"{file}" is a folder, not a file.', file=file)
        elif not path.exists():
            wrong = msg("no-file", 'There is no file "{file}".', file=file)
        elif not path.is_file():
            # A pipe or a device would let the reader wait for ever.
            wrong = msg("odd-file", '"{file}" is not an ordinary file.', file=file)
        else:
            with path.open("rb") as stream:
                return stream.read(MOST_BYTES + 1)
    except (OSError, ValueError):  # ValueError: a path that no system can have
        wrong = msg("unreadable-file", 'The file "{file}" cannot be read.', file=file)
    raise BadValue(wrong)


def _text(data: bytes) -> str:
    """Make text of the bytes of a file; raises `RecordError` with the place where it is none."""
    if len(data) > MOST_BYTES:
        raise RecordError(
            msg("record-too-big", "No record is bigger than {most} bytes.", most=MOST_BYTES)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        raise RecordError(
            msg("not-utf-8", "This file must be saved as UTF-8."),
            before.count("\n") + 1,
            len(before) - before.rfind("\n"),
        ) from error
