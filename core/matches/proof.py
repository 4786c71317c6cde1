"""Proves a record: plays it again by its own rules, so that what it says is what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import JournalError, PluginsMissing, RecordError, unknown
from ..hooks.engine import Engine
from ..rules.plugin_errors import told
from ..text import Message, msg
from .record import Loaded, Record, load_setup

Refuse = Callable[[str, int, Message], RecordError]
"""Makes the error for a part of a record: its name, which of them (from 0), and what is wrong.

The parts are ``ruleset``, ``rules``, ``plugins``, ``seats``, ``options``, ``entries``, ``result``.
"""


def prove(engine: Engine, record: Record, refuse: Refuse) -> Record:
    """Play *record* again; return it with the game's own notation and the result it really had.

    Raises what *refuse* makes for the first part that cannot be so.
    """
    loaded = _load(engine, record, refuse)
    _check_seats(loaded, refuse)
    _check_options(loaded, refuse)
    try:
        match = loaded.match(record.entries)
    except JournalError as error:
        raise refuse("entries", error.number, error.message) from error
    except Exception as error:  # a game of a plugin, on text that nobody has looked at
        raise refuse("rules", 0, _game_fails(error)) from error
    # A match goes on with what chance brings; the record need not have got so far.
    complete = len(match.entries) == len(record.entries)
    proven = Record(
        replace(record.setup, options=dict(loaded.ruleset.options)),
        tuple(match.entries[: len(record.entries)]),
        match.result if complete else None,
    )
    if record.result is not None and record.result != proven.result:
        raise refuse("result", 0, other_end(proven))
    return proven


def other_end(proven: Record) -> Message:
    """Say that a record tells of another end than that of *proven*."""
    if proven.result is None:
        return msg("record-not-over", "This match has not ended.")
    seats = proven.setup.seats
    scores = ":".join(map(str, proven.result.scores))
    winners = ", ".join(seats[seat] for seat in proven.result.winners)
    if proven.result.forfeited is not None:
        return msg(
            "record-other-forfeit",
            "This match ended with {scores}; {loser} has lost it. Winner: {winners}.",
            scores=scores,
            loser=seats[proven.result.forfeited],
            winners=winners,
        )
    return msg(
        "record-other-end",
        "This match ended with {scores}, winner: {winners}.",
        scores=scores,
        winners=winners,
    )


def _load(engine: Engine, record: Record, refuse: Refuse) -> Loaded:
    setup = record.setup
    try:
        loaded = load_setup(engine, setup)
    except PluginsMissing as error:
        gone = [n for n, one in enumerate(setup.plugins) if one.name not in engine.providers]
        raise refuse("plugins", gone[0], error.message) from error
    except RecordError as error:
        part = "seats" if error.code == "number-of-players" else "rules"
        raise refuse(part, 0, error.message) from error
    if loaded.ruleset.id != setup.ruleset:
        raise refuse(
            "ruleset",
            0,
            msg("record-ruleset", 'These are the rules of "{id}".', id=loaded.ruleset.id),
        )
    return loaded


def _check_seats(loaded: Loaded, refuse: Refuse) -> None:
    known = [seat for seat, _ in loaded.ruleset.seats]
    for number, seat in enumerate(loaded.setup.seats):
        if seat not in known:
            what = msg("unknown-seat", 'There is no seat "{name}".', name=seat)
            raise refuse("seats", number, unknown(what, seat, known).message)
        if seat != known[number]:
            raise refuse(
                "seats",
                number,
                msg(
                    "record-seats",
                    'The seats stand in playing order: here "{seat}" should stand.',
                    seat=known[number],
                ),
            )


def _check_options(loaded: Loaded, refuse: Refuse) -> None:
    options = loaded.ruleset.options
    for number, (name, value) in enumerate(loaded.setup.options.items()):
        if name not in options:
            what = msg("unknown-option", 'There is no option "{name}".', name=name)
            raise refuse("options", number, unknown(what, name, list(options)).message)
        if type(value) is not type(options[name]) or value != options[name]:
            raise refuse(
                "options",
                number,
                msg(
                    "record-option",
                    "The rules of this record have {value} here.",
                    value=str(options[name]).lower(),
                ),
            )


def _game_fails(error: Exception) -> Message:
    return msg(
        "record-game-fails",
        "The game fails where it plays this record again: {error}",
        error=told(error),
    )
