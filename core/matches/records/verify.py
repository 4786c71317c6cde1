"""Verification of a record: played again by its own rules, it tells what really happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from ...errors import JournalError, PluginsMissing, RecordError, unknown
from ...game import CHANCE
from ...hooks.engine import Engine, Provider
from ...rules.load import Ruleset
from ...rules.plugin_errors import told
from ...text import Message, msg
from ..entry import Entry
from ..record import Loaded, Record, installed_rules, load_setup
from ..setup import Setup
from .fields import CHANCE_SEAT, MatchFields, RecordFields, WrongPart


def verified(fields: RecordFields, engine: Engine) -> Record:
    """Make the record of *fields* by playing it again, by their rules or the installed ones.

    The entries come back in the game's own notation, with the options of the rules and the result
    that the match really had.  Raises `WrongPart` for the first part that is impossible.
    """
    ruleset = _installed(fields, engine) if fields.rules is None else None
    setup = replace(
        setup_of(fields, ruleset.text if ruleset else canonical(fields.rules), fields.hash),
        plugins=tuple(Provider(one.name, one.version, one.distribution) for one in fields.plugins),
        created=fields.created,
        source=fields.source or fields.ruleset,
        daily=fields.daily,
    )
    loaded = load_checked(engine, setup, ruleset)
    entries = []
    for number, one in enumerate(fields.entries):
        is_chance = one.seat == CHANCE_SEAT
        seat = CHANCE if is_chance else _seat(setup.seats, one.seat, "entries", number, "seat")
        entries.append(Entry(seat, one.text, one.at, one.mark, one.comment))
    try:
        return loaded.replay(entries)
    except JournalError as error:
        raise WrongPart(error.message, "entries", error.number, "text") from error
    except Exception as error:  # of a plugin's game, on text that nobody has looked at
        message = msg("record-game-fails", "The game fails on this record: {error}",
                      error=told(error))  # fmt: skip
        raise WrongPart(message, "rules") from error


def canonical(rules: object) -> str:
    """Write *rules* as `Ruleset.text` does: equal rules, equal text."""
    return json.dumps(rules, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def setup_of(fields: MatchFields, rules: str, hash: str) -> Setup:
    """Make the setup of *fields*, with the text of its *rules* and their whole *hash*."""
    seats = tuple(seat.id for seat in fields.seats)
    return Setup(
        ruleset=fields.ruleset,
        variant=fields.variant,
        rules=rules,
        hash=hash,
        seats=seats,
        players=tuple(seat.player for seat in fields.seats),
        first=_seat(seats, fields.first, "first"),
        seed=fields.seed,
        practice=fields.practice,
        uid=fields.match,
        leg=fields.leg,
        partner=fields.partner,
    )


def load_checked(engine: Engine, setup: Setup, ruleset: Ruleset | None) -> Loaded:
    """Load the rules of *setup*, or its *ruleset*, with their id and options.

    Raises `WrongPart` where setup and rules do not fit.
    """
    try:
        loaded = load_setup(engine, setup, ruleset)
    except PluginsMissing as error:
        gone = [n for n, one in enumerate(setup.plugins) if one.name not in engine.providers]
        raise WrongPart(error.message, "plugins", gone[0]) from error
    except RecordError as error:
        part = "seats" if error.code == "number-of-players" else "rules"
        raise WrongPart(error.message, part) from error
    ruleset = loaded.ruleset
    seats = [seat for seat, _ in ruleset.seats]
    if list(setup.seats) != seats[: len(setup.seats)]:
        known = ", ".join(seats)
        message = msg("record-seats", "The seats are, in playing order: {seats}.", seats=known)
        raise WrongPart(message, "seats")
    return replace(loaded, setup=replace(setup, ruleset=ruleset.id, options=dict(ruleset.options)))


def other_end(record: Record) -> Message:
    """Say how *record* really ended, where somebody says something else."""
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


def _installed(fields: RecordFields, engine: Engine) -> Ruleset:
    found = installed_rules(engine, fields.ruleset, fields.variant, fields.options, fields.hash)
    if found is None:
        message = msg(
            "rules-missing",
            "The rules of this record are neither in it nor installed: {rules}, {variant}, {hash}.",
            rules=fields.ruleset,
            variant=fields.variant,
            hash=f"sha256:{fields.hash}",
        )
        raise WrongPart(message, "hash")
    return found
