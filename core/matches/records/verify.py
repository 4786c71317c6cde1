"""Verification of a record, by playing it again with its own rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from ...errors import JournalError, PluginsMissing, RecordError, unknown
from ...game import CHANCE
from ...hooks.engine import Engine
from ...hooks.provider import Provider
from ...rules.load import Ruleset
from ...rules.plugin_errors import describe_error
from ...text import Message, msg
from ..entry import Entry
from ..record import Loaded, Record, installed_rules, load_setup, record_of
from ..seating import bot_of
from ..setup import Setup
from .fields import CHANCE_SEAT, SAME, RecordFields, WrongPart


def verify_record(fields: RecordFields, engine: Engine) -> Record:
    """Make the record of *fields* with its real result by playing it again; raises `WrongPart`."""
    loaded = load_record(fields, engine)
    entries = []
    for number, entry in enumerate(fields.entries):
        part = "entries", number, "seat"
        seat = CHANCE if entry.seat == CHANCE_SEAT else _seat(loaded.setup.seats, entry.seat, *part)
        entries.append(Entry(seat, entry.text, entry.at, entry.mark, entry.comment))
    try:
        return record_of(loaded.setup, loaded.replay(entries))
    except JournalError as error:
        raise WrongPart(error.message, "entries", error.number, "text") from error
    except Exception as error:  # raised by a plugin's game for unchecked text
        message = msg("record-game-fails", "The game fails while replaying this record: {error}",
                      error=describe_error(error))  # fmt: skip
        raise WrongPart(message, "rules") from error


def load_record(fields: RecordFields, engine: Engine, held: Setup | None = None) -> Loaded:
    """Load the match of *fields* with its own rules; if it has none, those of *held* or installed.

    *held* is the match's setup in the store.  Raises `WrongPart`; for *held*, like `load_setup`.
    """
    ruleset = _ruleset(fields, engine, held) if fields.rules is None else None
    seats = tuple(seat.id for seat in fields.seats)
    settled = {name: getattr(fields, name) for name in SAME}
    settled["hash"] = ruleset.hash if ruleset else fields.hash
    setup = Setup(
        **settled,
        uid=fields.match,
        rules=ruleset.text
        if ruleset
        else json.dumps(fields.rules, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        seats=seats,
        players=tuple(seat.player for seat in fields.seats),
        first=_seat(seats, fields.first, "first"),
        shares=_shares(seats, fields),
        plugins=tuple(
            Provider(plugin.name, plugin.version, plugin.distribution) for plugin in fields.plugins
        ),
    )
    try:
        loaded = load_setup(engine, setup, ruleset)
    except PluginsMissing as error:
        gone = [n for n, one in enumerate(setup.plugins) if one.name not in engine.providers]
        raise WrongPart(error.message, "plugins", gone[0]) from error
    except RecordError as error:
        part = "seats" if error.code == "number-of-players" else "rules"
        raise WrongPart(error.message, part) from error
    ruleset = loaded.ruleset
    known = [seat for seat, _ in ruleset.seats]
    if list(seats) != known[: len(seats)]:
        order = ", ".join(known)
        message = msg("record-seats", "The seats are, in playing order: {seats}.", seats=order)
        raise WrongPart(message, "seats")
    bots = [bot for player in setup.players if (bot := bot_of(player))]
    setup = replace(
        setup,
        ruleset=ruleset.id,
        source=setup.source or ruleset.id,
        options=dict(ruleset.options),
        plugins=setup.plugins or tuple(engine.needed(ruleset, bots)),
    )
    return replace(loaded, setup=setup)


def other_end(record: Record) -> Message:
    """Say how *record* really ended, to correct a wrong claim."""
    if record.result is None:
        return msg("record-not-over", "This match has not ended.")
    return msg(
        "record-other-end",
        "This match ended with {scores}, winner: {winners}.",
        scores=":".join(map(str, record.result.scores)),
        winners=", ".join(record.setup.seats[seat] for seat in record.result.winners),
    )


def _seat(seats: Sequence[str], id: str, *part: str | int) -> int:
    if id not in seats:
        what = msg("unknown-seat", 'There is no seat "{name}".', name=id)
        raise WrongPart(unknown(what, id, seats).message, *part)
    return seats.index(id)


def _shares(seats: Sequence[str], fields: RecordFields) -> tuple[str, ...]:
    """Return the share of each of *seats*; none has one, or all are named."""
    shares = {
        _seat(seats, one.seat, "shares", at): one.share for at, one in enumerate(fields.shares)
    }
    if fields.shares and len(shares) < len(seats):
        raise WrongPart(
            msg("record-shares", "Each seat of this match needs a share, which may be -."), "shares"
        )
    return tuple(shares[seat] for seat in sorted(shares))


def _ruleset(fields: RecordFields, engine: Engine, held: Setup | None) -> Ruleset:
    if held is not None and held.hash.startswith(fields.hash):
        return load_setup(engine, held).ruleset
    installed = installed_rules(engine, fields.ruleset, fields.variant, fields.options, fields.hash)
    if installed is None:
        message = msg(
            "rules-missing",
            "The record does not contain its rules, and they are not installed: {rules}, {variant},"
            " {hash}.",
            rules=fields.ruleset,
            variant=fields.variant,
            hash=f"sha256:{fields.hash}",
        )
        raise WrongPart(message, "hash")
    return installed
