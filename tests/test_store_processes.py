"""Several processes with one store: nothing is lost, and none is told that it is locked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from splitpick.core.errors import StoreError
from splitpick.core.matches.store import Store
from stores import GAMES, begin, contents, resume, together

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX forks")


def test_many_open_a_store_that_is_not_there_yet(tmp_path: Path) -> None:
    """One of them makes it, and all begin a match in it."""
    folder = tmp_path / "home"

    def begin_one(number: int) -> None:
        store = Store(folder)
        begin(store, GAMES[number % 3], number).go_on(2)
        assert store.notices == []
        store.close()

    together(12, begin_one)
    store = Store(folder)
    assert len(contents(store)) == 12
    assert store.notices == []
    store.close()


@pytest.mark.parametrize("matches", [5, pytest.param(200, marks=pytest.mark.slow)])
def test_two_processes_at_one_match_keep_one_line_of_it(quick: Path, matches: int) -> None:
    """At each action one of them is first; the other takes the match up again from there."""
    folder = quick / f"{matches}"
    store = Store(folder)
    names = [begin(store, GAMES[number % 3], number).name for number in range(matches)]
    store.close()

    def go_on(number: int) -> None:
        store = Store(folder)
        for name in names:
            playing = resume(store, name, number)
            while not playing.match.over:
                try:
                    playing.go_on(1)
                except StoreError as error:
                    if error.code != "match-elsewhere":
                        raise
                    playing = resume(store, name, number)
        store.close()

    together(2, go_on)
    store = Store(folder)
    for name in names:
        record = store.load(name).record
        assert resume(store, name).record == record
        assert record.result
    store.close()
