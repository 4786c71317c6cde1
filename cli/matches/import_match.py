"""``splitpick matches import``: save a record that somebody has sent as a match."""

from dataclasses import replace
from typing import Annotated

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.matches.record import Record, load_setup
from ...core.matches.setup import new_uid, unpromised
from ...core.matches.store import Store
from ...core.session.match_players import player_elsewhere
from ...core.text import msg, nmsg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.open_store import open_store, tell_resume
from ..storage.record_files import records_in

_sentence = sentences(
    msg("imported", "{game}, {variant}: saved as {name}."),
    msg("imported-already", "This match is already saved as {name}."),
    msg("imported-otherwise",
        "{name} is the same match with different entries; --copy saves both."),
    nmsg("notes-taken", "{count} new note was added.", "{count} new notes were added.", 0),
)  # fmt: skip


@command()
def import_(
    ctx: typer.Context,
    files: options.RecordFiles,
    copy: Annotated[
        bool, Option("--copy", help="Save a copy even if the match is already saved.")
    ] = False,
) -> None:
    """Import matches that you or somebody else exported."""
    screen, engine = begin(ctx)
    # All are read first: a mistake in one leaves none half imported.
    records = [record for file in files for record in records_in(engine, file)]
    with open_store(screen) as store:
        for record in records:
            try:
                _import(screen, engine, store, record, copy=copy)
            except BadValue as error:
                if len(records) == 1:
                    raise
                screen.note(error.message)  # the others are to be imported nevertheless


def _import(screen: Screen, engine: Engine, store: Store, record: Record, *, copy: bool) -> None:
    """Save *record*, or what is new in it if it is saved; raises `BadValue` if it differs."""
    kept = None if copy else store.find(record.setup.uid)
    if kept is not None:
        _update(screen, store, kept, record)
        return
    if copy or not record.setup.uid:
        record = replace(record, setup=unpromised(record.setup, new_uid()))
    name = store.create(record)
    loaded = load_setup(engine, record.setup)
    presenter = loaded.presenter
    screen.say(_sentence("imported", game=presenter.name, variant=presenter.variant, name=name))
    if record.result is None:
        for seat in range(len(record.setup.seats)):
            if elsewhere := player_elsewhere(engine, loaded, seat):
                screen.note(elsewhere)
        tell_resume(screen, name)


def _update(screen: Screen, store: Store, name: str, record: Record) -> None:
    """Copy the marks and comments of *record* into the same match that is saved as *name*.

    Raises `BadValue` if the saved match is shorter than *record*, or differs from it.
    """
    kept = store.load(name).record
    here, there = (
        [(entry.seat, entry.text) for entry in match.entries] for match in (kept, record)
    )
    if here[: len(there)] != there:
        raise BadValue(_sentence("imported-otherwise", name=name))
    screen.say(_sentence("imported-already", name=name))
    taken = 0
    for number, (ours, theirs) in enumerate(zip(kept.entries, record.entries, strict=False)):
        if theirs.mark not in ("", ours.mark) or theirs.comment not in ("", ours.comment):
            store.annotate(name, number, theirs.mark or ours.mark, theirs.comment or ours.comment)
            taken += 1
    if taken:
        screen.say(_sentence("notes-taken", count=taken))
