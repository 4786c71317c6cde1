"""Matches for the tests of the store: begun, played by lot, and compared with what is kept of them.

::

    store = Store(tmp_path)
    playing = begin(store, "skull-queen", seed=7)
    playing.go_on(12)
    assert store.load(playing.name).record == playing.record
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.match import Match
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.schema import VERSION
from splitpick.core.matches.setup import Setup, new_uid
from splitpick.core.matches.store import Store

GAMES = ("dead-mans-dice", "jolly-roger", "skull-queen")

KEPT = Path(__file__).parent / "stores"
"""One store as each version has written it, and what is in it."""

FIRST_VERSION = KEPT / "version-1.sqlite3"
"""As the first splitpick that kept matches has written it (commit c3c1381)."""

VERSIONS = tuple(range(1, VERSION + 1))


@lru_cache(maxsize=1)
def engine() -> Engine:
    """Return one engine for all tests."""
    return Engine()


@lru_cache(maxsize=32)
def loaded(game: str, seed: int = 7) -> Loaded:
    """Settle a match of two people and make its game."""
    ruleset = engine().ruleset_file(game).variant(None)
    setup = settle(engine(), ruleset, ["human", "human"], 0, seed, created=1, source=game)
    return load_setup(engine(), setup)


@dataclass
class Playing:
    """A match that is played by lot."""

    setup: Setup
    match: Match
    rng: random.Random
    name: str = ""

    @property
    def record(self) -> Record:
        """What has happened so far."""
        return record_of(self.setup, self.match)

    def go_on(self, decisions: int = 10_000) -> Playing:
        """Play so many decisions, or to the end."""
        while decisions and not self.match.over:
            self.match.play(self.rng.choice(self.match.legal()))
            decisions -= 1
        return self


def begin(store: Store, game: str = "jolly-roger", seed: int = 7) -> Playing:
    """Begin a match and keep it."""
    game_of = loaded(game, seed)
    setup = replace(game_of.setup, uid=new_uid())
    playing = Playing(setup, Match(game_of.game, seed, setup.first), random.Random(seed))
    playing.name = store.create(playing.record)
    playing.match.keep = store.keep(playing.name)
    return playing


def resume(store: Store, name: str | None = None, choices: int = 1) -> Playing:
    """Take a match up again, from nothing but what is kept."""
    saved = store.load(name)
    game_of = load_setup(engine(), saved.record.setup)
    match = game_of.match(saved.record.entries)
    playing = Playing(saved.record.setup, match, random.Random(choices), saved.name)
    match.keep = store.keep(saved.name)
    if len(match.entries) > len(saved.record.entries):  # cut before chance acted, which it has now
        kept = len(saved.record.entries)
        match.keep(kept, match.entries[kept:], match.result)
    return playing


def contents(store: Store) -> Mapping[str, Record]:
    """Read all matches."""
    return {summary.name: store.load(summary.name).record for summary in store.list()}
