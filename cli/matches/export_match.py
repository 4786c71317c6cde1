"""``splitpick matches export``: write a match as a file in one of several formats."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from ...core.errors import PluginsMissing, unknown
from ...core.game import CHANCE
from ...core.matches.exports import html, markdown, svg
from ...core.matches.record import Record, load_setup
from ...core.rules.characters import excerpt
from ...core.text import msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import plain
from ..start import begin
from ..storage.open_store import load_match, narrated
from ..storage.record_files import RECORD, WHOLE, whole, write_file
from ..typed_values import parse_entry

ACCOUNTS: Mapping[str, Callable[..., str]] = {"markdown": markdown, "html": html, "svg": svg}
"""Formats that show the match to people, with the functions that write them."""
FORMATS = (*WHOLE, *ACCOUNTS)

_sentence = sentences(
    msg("unknown-format", 'There is no format "{name}".'),
    msg("export-secrets", "The match is not over, and this contains all that is still hidden."),
    msg("export-seed", "The match is not over; the seed in here gives away what comes next."),
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
    at: options.At = None,
    force: options.Force = False,
) -> None:
    """Export a match: to share it, to read it elsewhere, or to archive it."""
    screen, engine = begin(ctx)
    wanted = format.strip().casefold()
    if wanted not in FORMATS:
        raise unknown(_sentence("unknown-format", name=excerpt(wanted)), wanted, FORMATS)
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
    else:
        name = [saved.name] if at is None and wanted != "svg" else []
        text = ACCOUNTS[wanted](loaded, record, screen.language, *name)
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
            screen.note(_sentence("export-secrets"))
        if record.setup.seed is not None:
            screen.note(_sentence("export-seed"))


def _cut(record: Record, typed: str) -> Record:
    """Return *record* up to the entry *typed* as a new match; up to the last, return *record*."""
    count = parse_entry(typed, len(record.entries))
    while count < len(record.entries) and record.entries[count].seat == CHANCE:
        count += 1  # a match may not end before chance
    if count == len(record.entries):
        return record
    # Cutting after the same entry twice gives the same match.
    uid = sha256(f"{record.setup.uid} {count}".encode()).hexdigest()[: len(record.setup.uid)]
    setup = replace(record.setup, uid=uid, leg=0, partner="", daily="", nonce="")
    return replace(record, setup=setup, entries=record.entries[:count], result=None)
