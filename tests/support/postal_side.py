"""Two who play by post: the store of each, and what each may do."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from random_matches import engine, loaded
from splitpick.core.errors import SplitpickError
from splitpick.core.matches import Match, Record, Setup
from splitpick.core.matches.postal import (
    Taken,
    take_in,
    token_for,
)
from splitpick.core.matches.record import load_setup, record_of
from splitpick.core.matches.records.token import Token, read_token
from splitpick.core.matches.store import Store


class Side:
    """A player by post: a store and a match in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder)
        self.name = ""

    def read(self, text: str) -> Token:
        return read_token(engine(), text, self._held)

    def _held(self, uid: str) -> Setup | None:
        name = self.store.find(uid)
        return self.store.load(name).record.setup if name else None

    def begin(
        self,
        game: str = "jolly-roger",
        players: tuple[str, ...] = ("human", "post"),
        **settled: object,
    ) -> None:
        """Begin a match as `splitpick play` does."""
        found = loaded(game, "short" if game == "dead-mans-dice" else None, players=players)
        setup = replace(found.setup, **settled)  # type: ignore[arg-type]
        self.name = self.store.create(record_of(setup, replace(found, setup=setup).match()))

    @property
    def record(self) -> Record:
        return self.store.load(self.name).record

    def match(self) -> Match:
        """Resume the match; what is done in it is kept."""
        match = load_setup(engine(), self.record.setup).match(self.record.entries)
        match.keep = self.store.keep(self.name)
        return match

    def is_on(self) -> bool:
        return self._acts(self.match())

    def _acts(self, match: Match) -> bool:
        seat = match.position.to_act()  # chance, as long as a share in the deal is missing
        return not match.over and seat >= 0 and self.record.setup.players[seat] != "post"

    def move(self, rng: Random) -> None:
        """Play at random until others are to act."""
        match = self.match()
        while self._acts(match):
            legal = match.position.legal_actions()
            match.apply(legal[int(rng.random() * len(legal))])

    def token(self) -> str:
        return token_for(engine(), self.record)

    def take(self, text: str, seats: tuple[int, ...] = ()) -> Taken:
        taken = take_in(self.store, self.read(text), seats=seats)
        self.name = taken.name
        return taken

    def refuses(self, text: str, name: str | None = None) -> str:
        """Return the code of why it does not take *text* in; nothing may change by that."""
        before = self.store.list(), self.record
        with pytest.raises(SplitpickError) as caught:
            take_in(self.store, self.read(text), name=name)
        assert (self.store.list(), self.record) == before
        return caught.value.code

    def journal(self) -> list[tuple[int, str]]:
        return [(entry.seat, entry.text) for entry in self.record.entries]


def give_shares(ann: Side, ben: Side) -> None:
    """Exchange the two tokens before the first card, of a match that *ann* has begun."""
    ben.take(ann.token())
    ann.take(ben.token())


def play_by_post(ann: Side, ben: Side, rng: Random) -> None:
    """Play the match that *ann* has begun to its end; the last token is that of *ben* or *ann*."""
    while ann.is_on() or not ann.record.result:
        ann.move(rng)
        ben.take(ann.token())
        ben.move(rng)
        ann.take(ben.token())
