"""Matches by lot, as records, for what is written and read.

::

    record = played("skull-queen", seed=3, players=4)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from splitpick.core import OVER
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches import Match, Record
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.match import result_of
from splitpick.core.matches.record import Loaded, load_setup, record_of, settle
from splitpick.core.rules.load import Ruleset
from tables import random_action


@cache
def engine() -> Engine:
    """Return the engine with the installed plugins, once."""
    return Engine()


@cache
def rules(name: str, variant: str | None = None) -> Ruleset:
    """Load a rule set once."""
    return engine().ruleset_file(name).variant(variant)


@cache
def _loaded(ruleset_id: str, variant: str | None, players: tuple[str, ...]) -> Loaded:
    ruleset = rules(ruleset_id, variant)
    return load_setup(engine(), settle(engine(), ruleset, players, 0, None, source=ruleset_id))


def loaded(
    name: str,
    variant: str | None = None,
    *,
    players: tuple[str, ...] = ("human", "post"),
    first: int = 0,
    seed: int | None = 7,
    uid: str = "00112233445566ff",
) -> Loaded:
    """Settle a match, with its rules loaded."""
    found = _loaded(name, variant, players)
    return replace(found, setup=replace(found.setup, first=first, seed=seed, uid=uid))


def by_lot(found: Loaded, seed: int) -> Record:
    """Play a match to the end at random, fast: chance is not played from the setup's seed."""
    rng = Random(seed)
    position = found.game.new_position(found.setup.first)
    entries = []
    while position.to_act() != OVER:
        action = random_action(position, rng)
        entries.append(Entry(position.to_act(), position.notation(action)))
        position.apply(action)
    return Record(found.setup, tuple(entries), result_of(position))


def wild(found: Loaded, seed: int, decisions: int = 60) -> Record:
    """Play at random with all that a journal may hold: undos of any depth, perhaps a forfeit."""
    rng = Random(seed)
    match = found.match()
    for _ in range(decisions):
        if match.over:
            break
        if rng.random() < 0.15:
            take_back(match, rng)
            continue
        legal = match.position.legal_actions()
        match.apply(legal[int(rng.random() * len(legal))])
    if not match.over and rng.random() < 0.3:
        match.forfeit(int(rng.random() * found.game.players), rng.choice(["time", "gave-up"]))
    return record_of(found.setup, match)


def take_back(match: Match, rng: Random) -> None:
    """Let a seat take back one of the last decisions, with all that came after it."""
    decisions = [at for at, done in enumerate(match.actions) if done.seat >= 0]
    if decisions:
        at = decisions[-1 - int(rng.random() * min(5, len(decisions)))]
        seat = int(rng.random() * match.game.players)
        assert match.undo(len(match.actions) - at, seat)


def cuts(record: Record, every: int) -> Iterator[Record]:
    """Go through *record* as it was after each so many entries, before it was over."""
    for count in range(0, len(record.entries), every):
        yield replace(record, entries=record.entries[:count], result=None)
