"""``splitpick matches export``: write a match as a file in one of several formats."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue, PluginsMissing, RecordError, StoreError, unknown
from ...core.game import CHANCE
from ...core.hooks.engine import Engine
from ...core.matches.exports import html, markdown, svg
from ...core.matches.record import Record, load_setup
from ...core.matches.setup import unpromised
from ...core.rules.characters import excerpt
from ...core.rules.plugin_errors import InvalidReturn
from ...core.text import msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen, plain
from ..start import begin
from ..storage.open_store import load_match, narrated, open_store
from ..storage.record_files import RECORD, WHOLE, whole, write_file
from ..typed_values import parse_entry

ACCOUNTS: Mapping[str, Callable[..., str]] = {"markdown": markdown, "html": html, "svg": svg}
"""Formats that show the match to people, with the functions that write them."""
FORMATS = (*WHOLE, *ACCOUNTS)

_sentence = sentences(
    msg("unknown-format", 'There is no format "{name}".'),
    msg("export-secrets",
        "The match is not over, and the export contains everything that is still hidden."),
    msg("export-all-alone", "--all writes records of all matches: name no match and no format."),
    msg("export-what", "Name a match, or type --all for all of them."),
    msg("export-under-way",
        "Some matches are not over; the export contains their seeds and everything that is still"
        " hidden."),
    msg("export-seed", "The match is not over; the seed in here gives away what comes next."),
)  # fmt: skip


@command()
def export(
    ctx: typer.Context,
    match: Annotated[str | None, options.MATCH] = None,
    format: Annotated[
        str,
        Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="record (default) or json, to import again; markdown, html or svg, to look at; or "
            "one that a plugin brings.",
        ),
    ] = RECORD,
    out: Annotated[
        str,
        Option("--out", "-o", metavar="FILE", help="Write to this file instead of the terminal."),
    ] = "-",
    at: options.At = None,
    all_: Annotated[
        bool, Option("--all", help="Export all matches as records, one after the other.")
    ] = False,
    force: options.Force = False,
) -> None:
    """Export a match: to share it, to read it elsewhere, or to archive it."""
    screen, engine = begin(ctx)
    wanted = format.strip().casefold()
    if wanted not in (formats := [*FORMATS, *engine.exports]):
        raise unknown(_sentence("unknown-format", name=excerpt(wanted)), wanted, formats)
    if all_:
        if match or at or wanted != RECORD:
            raise BadValue(_sentence("export-all-alone"))
        written = [*_all(screen, engine)]
        _put(screen, "\n".join(text for text, _ in written), out, force=force)
        if not all(is_over for _, is_over in written):
            screen.note(_sentence("export-under-way"))
        return
    if match is None:
        raise BadValue(_sentence("export-what"))
    saved = load_match(screen, match)
    loaded = None
    try:
        loaded = load_setup(engine, saved.record.setup)
        narrated(loaded, saved)
    except PluginsMissing:
        if wanted not in WHOLE:
            raise
    record = saved.record if at is None else _cut(saved.record, at)
    if wanted in WHOLE:
        text = whole(engine, record, wanted)
    elif wanted in engine.exports:
        loaded = loaded or load_setup(engine, record.setup)
        with engine.watching():
            match_so_far = loaded.replay(record.entries)
            text = engine.exports[wanted](match_so_far, loaded.presenter, screen.language)
            if not isinstance(text, str):
                raise InvalidReturn("splitpick_exports", wanted, "export", text)
    else:
        name = [saved.name] if at is None and wanted != "svg" else []
        text = ACCOUNTS[wanted](loaded, record, screen.language, *name)
    _put(screen, text, out, force=force)
    if wanted not in ACCOUNTS and record.result is None:
        if loaded is None or loaded.presenter.secrets:
            screen.note(_sentence("export-secrets"))
        if record.setup.seed is not None:
            screen.note(_sentence("export-seed"))


def _put(screen: Screen, text: str, out: str, *, force: bool) -> None:
    """Write *text* into the file *out*, or to the output for ``-``."""
    raw = getattr(screen.out, "buffer", None)
    if out != "-":
        write_file(Path(out), text, force=force)
        screen.say(msg("written", "Written: {file}", file=out))
    elif screen.terminal or raw is None:
        screen.line(plain(text).removesuffix("\n"))
    else:
        raw.write(text.encode())  # the same bytes as a file


def _all(screen: Screen, engine: Engine) -> Iterator[tuple[str, bool]]:
    """Yield the record of each match, the one played longest ago first, and whether it is over.

    Say which cannot be read or written.
    """
    with open_store(screen) as store:
        for match in reversed(store.list()):
            try:
                record = store.load(match.name).record
                yield whole(engine, record, RECORD), record.result is not None
            except (StoreError, RecordError) as error:
                screen.note(error.message)


def _cut(record: Record, typed: str) -> Record:
    """Return *record* up to the entry *typed* as a new match; up to the last, return *record*."""
    count = parse_entry(typed, len(record.entries))
    while count < len(record.entries) and record.entries[count].seat == CHANCE:
        count += 1  # a match may not end before chance
    if count == len(record.entries):
        return record
    # Cutting after the same entry twice gives the same match.
    uid = sha256(f"{record.setup.uid} {count}".encode()).hexdigest()[: len(record.setup.uid)]
    setup = replace(unpromised(record.setup, uid), daily="")
    return replace(record, setup=setup, entries=record.entries[:count], result=None)
