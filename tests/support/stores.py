"""Matches for the tests of the store: begun, played at random, and compared with what is kept."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from splitpick.core.errors import StoreError
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.match import Match
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.setup import Setup, new_uid
from splitpick.core.matches.store import Store
from splitpick.core.text import Language, Message

GAMES = ("dead-mans-dice", "jolly-roger", "skull-queen")

ENGLISH = Language("en")
"""Read before a test becomes a user who may not read the catalog."""


@cache
def engine() -> Engine:
    return Engine()


@cache
def loaded(game: str, seed: int = 7) -> Loaded:
    """Settle a match of two people and make its game."""
    ruleset = engine().ruleset_file(game).variant(None)
    setup = settle(engine(), ruleset, ["human", "human"], 0, seed, created=1, source=game)
    return load_setup(engine(), setup, ruleset)


@dataclass
class Playing:
    """A match that is played at random."""

    setup: Setup
    match: Match
    rng: random.Random
    name: str = ""

    @property
    def record(self) -> Record:
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
    """Resume a match from the store alone."""
    saved = store.load(name)
    match = load_setup(engine(), saved.record.setup).match(saved.record.entries)
    playing = Playing(saved.record.setup, match, random.Random(choices), saved.name)
    match.keep = store.keep(saved.name)
    if len(match.entries) > len(saved.record.entries):  # cut before chance acted, which it has now
        kept = len(saved.record.entries)
        match.keep(kept, match.entries[kept:], match.result)
    return playing


def contents(store: Store) -> Mapping[str, Record]:
    """Read all matches."""
    return {summary.name: store.load(summary.name).record for summary in store.list()}


def refused(use: Callable[[], object]) -> tuple[str, str]:
    """Return the code of the error that *use* raises, and the code of the reason in it."""
    with pytest.raises(StoreError) as caught:
        use()
    reason = caught.value.message.params.get("reason", "")
    assert "{" not in ENGLISH.say(caught.value.message)
    return caught.value.code, reason.code if isinstance(reason, Message) else str(reason)


def play_until_refused(playing: Playing) -> tuple[str, str]:
    """Play until the store refuses; return its reason.  By then nothing has happened."""
    for _ in range(10_000):
        if playing.match.over:
            playing.match.undo()
        before = playing.record
        try:
            playing.go_on(1)
        except StoreError:
            assert playing.record == before
            return refused(lambda: playing.go_on(1))
    raise AssertionError("never refused")


def together(count: int, do: Callable[[int], None]) -> None:
    """Do something in so many processes that begin at the same moment; all must succeed."""
    for game in GAMES:
        loaded(game)
    start = time.monotonic() + 0.1
    children = []
    for number in range(count):
        child = os.fork()
        if not child:
            code = 1
            try:
                while time.monotonic() < start:
                    pass
                do(number)
                code = 0
            except BaseException as error:
                sys.stderr.write(f"process {number}: {error!r}\n")
            finally:
                os._exit(code)
        children.append(child)

    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * count
