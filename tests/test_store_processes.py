"""Several processes with one store: nothing is lost, and nobody is told that it is locked."""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from splitpick.core.errors import StoreError
from splitpick.core.matches.home import FILE
from splitpick.core.matches.store import Store
from stores import FIRST_VERSION, GAMES, begin, contents, loaded, resume

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX forks")


def together(count: int, do: Callable[[int], None]) -> None:
    """Do something in so many processes that begin at the same moment; all must do well."""
    for game in GAMES:
        loaded(game)
    start = time.monotonic() + 0.2
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


def test_many_open_a_store_that_is_not_there_yet(tmp_path: Path) -> None:
    """One of them makes it, and all begin a match in it."""
    for attempt in range(5):
        folder = tmp_path / f"{attempt}" / "home"

        def begin_one(number: int, folder: Path = folder) -> None:
            store = Store(folder)
            begin(store, GAMES[number % 3], number).go_on(2)
            assert store.notices == []
            store.close()

        together(12, begin_one)
        store = Store(folder)
        assert len(contents(store)) == 12
        assert store.notices == []
        store.close()


def test_many_open_a_store_of_the_first_version(tmp_path: Path) -> None:
    """One of them brings it up to date."""
    shutil.copy(FIRST_VERSION, tmp_path / FILE)

    def read(number: int) -> None:
        store = Store(tmp_path)
        assert len(contents(store)) == 4
        store.close()

    together(8, read)
    assert [path.name for path in tmp_path.glob("*.sqlite3")] == [FILE]


def test_two_processes_that_go_on_with_one_match_keep_one_line_of_it(tmp_path: Path) -> None:
    """At each action one of them is first; the other takes it up again from there."""
    store = Store(tmp_path)
    name = begin(store, "jolly-roger").name
    store.close()

    def go_on(number: int) -> None:
        store = Store(tmp_path)
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
    store = Store(tmp_path)
    assert resume(store, name).match.over
    store.close()


@pytest.mark.slow
def test_two_processes_play_200_matches_into_one_store(quick: Path) -> None:
    """All of them are there, to the last entry, each under a name of its own."""

    def play(number: int) -> None:
        store = Store(quick)
        rng = random.Random(number)
        played = {}
        for seed in range(100):
            playing = begin(store, rng.choice(GAMES), seed + 1000 * number).go_on()
            played[playing.name] = playing.record
        assert len(played) == 100
        for name, record in played.items():
            assert store.load(name).record == record
        store.close()

    together(2, play)
    store = Store(quick)
    summaries = store.list()
    assert sorted(int(one.name.rpartition("-")[2]) for one in summaries) == list(range(1, 201))
    assert all(summary.result for summary in summaries)
    assert len({record.setup.uid for record in contents(store).values()}) == 200
    assert store.notices == []
    store.close()
