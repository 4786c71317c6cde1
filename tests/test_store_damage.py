"""A damaged store: noticed, kept beside, and everything that can be read of it saved."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command import LANGUAGES, run
from splitpick.core.errors import StoreError, UnknownName
from splitpick.core.matches import Record
from splitpick.core.matches.home import FILE, SALVAGED
from splitpick.core.matches.pages import PAGE, read_log
from splitpick.core.matches.store import Store
from splitpick.core.text import Language
from stores import GAMES, begin, contents, resume
from test_store_failures import fill, posix, refused, root, small_disk

__all__ = ["small_disk"]


class Sample:
    """A store with matches of all games, closed, and where in its file each of them is."""

    def __init__(self, folder: Path) -> None:
        store = Store(folder)
        for seed, game in enumerate(GAMES * 3):
            playing = begin(store, game, seed).go_on(40 if seed % 2 else 10_000)
            store.annotate(playing.name, 7, "?!", f"Note {seed}")
        begin(store, "jolly-roger", 77).go_on(20)
        store.delete("10")
        store.delete("2")
        self.records = contents(store)
        self.names = [summary.name for summary in store.list()]
        self.pages = {name: self._pages(store, name) for name in self.names}
        store.close()
        self.data = (folder / FILE).read_bytes()
        self._find_pages()

    def _pages(self, store: Store, name: str) -> set[bytes]:
        """Return what stands in every row of a match and nowhere else: the seals."""
        id = int(name.rpartition("-")[2])
        rows = store._database.read(
            lambda db: db.execute("SELECT seal FROM journal WHERE match = ?", (id,)).fetchall()
        )
        return {seal for (seal,) in rows}

    def _find_pages(self) -> None:
        at = range(0, len(self.data), PAGE)
        pages = {number: self.data[start : start + PAGE] for number, start in enumerate(at)}
        self.places = {
            name: {number for number, page in pages.items() if any(seal in page for seal in seals)}
            for name, seals in self.pages.items()
        }
        """The pages on which the journal of each match is, from 0."""
        self.rules: dict[str, set[int]] = {}
        """The pages on which the rules of each game are, at least once."""
        for record in self.records.values():
            text = record.setup.rules.encode()
            pieces = [text[start : start + 50] for start in range(0, len(text) - 50, 50)]
            self.rules[record.setup.ruleset] = {
                number for number, page in pages.items() if any(piece in page for piece in pieces)
            }

    def untouched(self, hit: set[int]) -> set[str]:
        """Name the matches that are whole when nothing on the pages *hit* can be read."""
        return {
            name
            for name, places in self.places.items()
            if not places & hit and not self.rules[self.records[name].setup.ruleset] & hit
        }

    def put(self, folder: Path, data: bytes | bytearray) -> Path:
        """Put the file, now with *data* in it, into a folder of its own."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / FILE).write_bytes(data)
        return folder


@pytest.fixture(scope="module")
def sample(quick: Path) -> Sample:
    """One sample for all tests."""
    return Sample(quick / "sample")


def look_through(folder: Path) -> tuple[dict[str, Record], list[str]]:
    """Open a store and read everything; return it, and what was told about damage."""
    store = Store(folder)
    try:
        for summary in store.list():
            with contextlib.suppress(UnknownName):  # what was lost on the way
                store.load(summary.name)
        return dict(contents(store)), [notice.code for notice in store.notices]
    finally:
        store.close()


def check(sample: Sample, found: Mapping[str, Record], told: list[str]) -> set[str]:
    """Check that nothing is there that was not; return the names of the matches that are whole."""
    whole = set()
    for name, record in found.items():
        expected = sample.records[name]
        assert replace(record.setup, players=()) == replace(expected.setup, players=())
        length = len(record.entries)
        assert [(one.seat, one.text, one.at) for one in record.entries] == [
            (one.seat, one.text, one.at) for one in expected.entries[:length]
        ]
        if length == len(expected.entries):
            assert record.result == expected.result
            whole.add(name)
    if whole != set(sample.records):
        assert "store-salvaged" in told
    return whole


# Whatever happens to the file.


@pytest.mark.slow
@settings(max_examples=250)
@given(at=st.integers(0), bit=st.integers(0, 7))
def test_a_flipped_bit_harms_one_match_at_most(
    sample: Sample, quick: Path, at: int, bit: int
) -> None:
    """Wherever it is: in a journal, a tree, the head, or the rules that all matches share."""
    data = bytearray(sample.data)
    data[at % len(data)] ^= 1 << bit
    folder = sample.put(quick / "flip", data)

    found, told = look_through(folder)
    assert len(check(sample, found, told)) >= len(sample.records) - 1
    assert set(found) == set(sample.records)
    check_kept(folder, told, bytes(data))


def check_kept(folder: Path, told: list[str], data: bytes) -> None:
    """Check that a broken file is beside the new one, as it was, if one is told of."""
    kept = list(folder.glob("matches.damaged-*.sqlite3"))
    assert len(kept) == len([code for code in told if code == "store-salvaged"])
    if kept:  # SQLite may have counted in its head that it was open
        assert kept[0].read_bytes()[100:] == data[100:]
    for path in folder.iterdir():
        assert re.fullmatch(
            r"matches\.(sqlite3|lock|damaged-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.sqlite3)", path.name
        )


@pytest.mark.slow
@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), flips=st.integers(2, 60))
def test_flipped_bytes_harm_no_more_matches_than_there_are_of_them(
    sample: Sample, quick: Path, seed: int, flips: int
) -> None:
    """And none of them is told as it never was."""
    rng = random.Random(seed)
    data = bytearray(sample.data)
    for _ in range(flips):
        data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
    folder = sample.put(quick / "flips", data)

    found, told = look_through(folder)
    assert len(check(sample, found, told)) >= len(sample.records) - flips
    check_kept(folder, told, bytes(data))


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), most=st.integers(1, 6), zero=st.booleans())
def test_what_is_on_other_pages_is_whole(
    sample: Sample, quick: Path, seed: int, most: int, zero: bool
) -> None:
    """Pages of zeros or garbage, be it the first."""
    rng = random.Random(seed)
    data = bytearray(sample.data)
    hit = {rng.randrange(len(data) // PAGE) for _ in range(most)}
    for page in hit:
        data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE) if zero else rng.randbytes(PAGE)
    folder = sample.put(quick / "pages", data)

    found, told = look_through(folder)
    assert check(sample, found, told) >= sample.untouched(hit)


@settings(max_examples=100)
@given(length=st.integers(0))
def test_what_is_before_the_end_of_a_truncated_file_is_whole(
    sample: Sample, quick: Path, length: int
) -> None:
    data = sample.data[: length % len(sample.data)]
    folder = sample.put(quick / "truncated", data)
    hit = set(range(len(data) // PAGE, len(sample.data) // PAGE))

    found, told = look_through(folder)
    if data:  # an empty file is an empty store
        assert check(sample, found, told) >= sample.untouched(hit)


@settings(max_examples=60)
@given(data=st.binary(max_size=200))
def test_a_garbage_head_costs_nothing(sample: Sample, quick: Path, data: bytes) -> None:
    folder = sample.put(quick / "head", data + sample.data[len(data) :])

    found, told = look_through(folder)
    assert check(sample, found, told) == set(sample.records)


@settings(max_examples=60)
@given(data=st.binary(min_size=1, max_size=5000))
def test_a_file_that_is_no_database_is_put_aside(sample: Sample, quick: Path, data: bytes) -> None:
    """And an empty store is there to go on with."""
    folder = sample.put(quick / "garbage", data)

    found, told = look_through(folder)
    assert (found, told) == ({}, ["store-salvaged"])
    assert next(folder.glob("matches.damaged-*")).read_bytes() == data


# What is told.


def test_what_became_of_the_matches_is_told(sample: Sample, tmp_path: Path) -> None:
    """How many are whole, which are not, and where the broken file is."""
    data = bytearray(sample.data)
    cut, lost = (_in_a_journal(sample, name) for name in ("skull-queen-9", "skull-queen-6"))
    data[cut] ^= 1
    opening = sample.data.index(b'{"match": 6,')
    again = sample.data.index(b'{"match": 6,', opening + 1)
    data[opening + 20] ^= 1
    data[again + 20] ^= 1
    assert lost
    store = Store(sample.put(tmp_path / "home", data))
    store.load("skull-queen-9")

    (kept,) = store.folder.glob("matches.damaged-*")
    damaged = "The file of your matches was damaged. 6 matches were saved whole."
    assert [Language("en").say(notice) for notice in store.notices] == [
        f"{damaged} The damaged file is kept as {kept}.",
        "1 match may end earlier than it did: skull-queen-9.",
        "1 match could not be saved: skull-queen-6.",
    ]
    assert kept.read_bytes() == data
    store.close()


def _in_a_journal(sample: Sample, name: str) -> int:
    """Return the place of the last entry but five of a match."""
    return sample.data.index(_seal(sample, name, -6)) + 3


def _seal(sample: Sample, name: str, number: int) -> bytes:
    found = sorted(sample.pages[name], key=sample.data.index)
    return found[number]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_tells_what_became_of_a_damaged_store(
    sample: Sample, tmp_path: Path, language: str
) -> None:
    """On the error output; and the match goes on."""
    data = bytearray(sample.data)
    data[_in_a_journal(sample, "skull-queen-9")] ^= 1
    folder = sample.put(tmp_path / "home", data)
    variables = {"SPLITPICK_HOME": str(folder)}

    ended = run("resume", "skull-queen-9", typed="1\n", language=language, variables=variables)
    (kept,) = folder.glob("matches.damaged-*")
    assert ended.code == 0
    assert str(kept) in ended.err
    assert "skull-queen-9" in ended.err
    assert len(ended.err.splitlines()) == 2
    again = run("resume", typed="1\n", language=language, variables=variables)
    assert (again.code, again.err) == (0, "")
    assert "splitpick resume skull-queen-9" in again.out


def test_a_match_keeps_what_is_sound_and_goes_on_from_there(sample: Sample, tmp_path: Path) -> None:
    data = bytearray(sample.data)
    data[_in_a_journal(sample, "skull-queen-9")] ^= 1
    store = Store(sample.put(tmp_path / "home", data))

    entries = resume(store, "9").go_on(0).match.entries
    assert 0 < len(entries) < len(sample.records["skull-queen-9"].entries)
    playing = resume(store, "9").go_on()
    assert playing.match.over
    assert store.load("9").record.result == playing.match.result
    store.close()


def test_a_salvaged_store_is_like_the_one_before(sample: Sample, tmp_path: Path) -> None:
    """Names, their order, notes, who plays, and no number comes twice."""
    data = b"x" * 100 + sample.data[100:]
    store = Store(sample.put(tmp_path / "home", data))

    assert contents(store) == sample.records
    assert [summary.name for summary in store.list()] == sample.names
    assert begin(store).name == "jolly-roger-11"  # the tenth had been deleted
    assert [notice.code for notice in store.notices] == ["store-salvaged"]
    store.close()


def test_many_names_are_not_all_told(sample: Sample, tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(30):
        begin(store)
    store.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    for found in re.finditer(rb'\{"match": ', bytes(data)):
        data[found.start()] = 0
    (tmp_path / FILE).write_bytes(data)
    store = Store(tmp_path)
    with pytest.raises(UnknownName):
        store.load("1")

    said = Language("en").say(store.notices[-1])
    assert said.startswith("30 matches could not be saved: jolly-roger-1, jolly-roger-2,")
    assert said.endswith("jolly-roger-10, 20 more.")
    store.close()


# The write-ahead log, which a killed process leaves behind.


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """What is on the disk when a process is killed that has played two matches."""
    store = Store(tmp_path / "home")
    begin(store).go_on(8)
    begin(store, "skull-queen").go_on(8)
    shutil.copytree(tmp_path / "home", tmp_path / "killed")
    store.close()
    return tmp_path / "killed"


def frames(folder: Path) -> int:
    """Count what the log holds."""
    return read_log((folder / f"{FILE}-wal").read_bytes()).frames


def test_a_killed_process_has_damaged_nothing(killed: Path) -> None:
    assert frames(killed) > 20

    store = Store(killed)
    assert store.notices == []
    assert [len(record.entries) for record in contents(store).values()] == [36, 18]
    store.close()


def test_a_log_that_was_not_written_to_its_end_is_no_damage(killed: Path) -> None:
    """A process may be killed in the middle of an action, which then was never confirmed."""
    log = killed / f"{FILE}-wal"
    for torn in (log.read_bytes() + log.read_bytes()[-5000:], log.read_bytes() + b"\0" * 100):
        log.write_bytes(torn)
        store = Store(killed)
        assert store.notices == []
        assert len(contents(store)) == 2
        store.close()
        break


@pytest.mark.parametrize("place", [0.05, 0.3, 0.6, 0.9])
def test_a_changed_log_is_noticed_and_what_is_right_in_it_is_saved(
    killed: Path, place: float
) -> None:
    """SQLite itself would believe that it had not been written further."""
    log = killed / f"{FILE}-wal"
    data = bytearray(log.read_bytes())
    data[int(len(data) * place)] ^= 4
    log.write_bytes(data)

    found, told = look_through(killed)
    assert told[0] == "store-salvaged"
    assert sum(len(record.entries) for record in found.values()) == 54
    kept = next(killed.glob("matches.damaged-*-wal"))
    assert kept.read_bytes() == data


def test_a_shortened_log_is_noticed(killed: Path) -> None:
    """By SQLite's index of it, which is left beside it."""
    log = killed / f"{FILE}-wal"
    data = log.read_bytes()
    log.write_bytes(data[: len(data) * 2 // 3])

    found, told = look_through(killed)
    assert told[0] == "store-salvaged"
    assert "jolly-roger-1" in found


@pytest.mark.parametrize("left", [None, 0, 20])
def test_a_log_that_is_gone_is_noticed(killed: Path, left: int | None) -> None:
    """What had been written back from it is saved."""
    log = killed / f"{FILE}-wal"
    if left is None:
        log.unlink()
    else:
        log.write_bytes(log.read_bytes()[:left])

    _, told = look_through(killed)
    assert told[0] == "store-salvaged"
    assert look_through(killed)[1] == []


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_whose_file_is_gone_is_not_thrown_away(killed: Path, empty: bool) -> None:
    """SQLite would delete it."""
    shutil.rmtree(killed / "none", ignore_errors=True)
    before = (killed / FILE).read_bytes()
    if empty:
        (killed / FILE).write_bytes(b"")
    else:
        (killed / FILE).unlink()

    found, told = look_through(killed)
    assert before
    assert told[0] == "store-salvaged"
    assert len(found) == 2


def test_a_damaged_head_of_the_log_is_noticed(killed: Path) -> None:
    log = killed / f"{FILE}-wal"
    data = bytearray(log.read_bytes())
    data[13] ^= 1
    log.write_bytes(data)

    found, told = look_through(killed)
    assert told == ["store-salvaged"]
    assert [len(record.entries) for record in found.values()] == [36, 18]


# Several processes.


@posix
def test_a_store_is_salvaged_once_by_however_many_notice(sample: Sample, tmp_path: Path) -> None:
    folder = sample.put(tmp_path / "home", b"x" * 100 + sample.data[100:])
    children = [os.fork() for _ in range(0)]
    for _ in range(8):
        child = os.fork()
        if not child:
            code = 1
            try:
                found, told = look_through(folder)
                code = 10 + len(told) if found == sample.records else 2
            finally:
                os._exit(code)
        children.append(child)
    codes = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)

    assert codes == [10] * 7 + [11]
    assert len(list(folder.glob("matches.damaged-*"))) == 1


def test_who_is_playing_goes_on_in_the_salvaged_store(tmp_path: Path) -> None:
    """Nothing is written into the file that was put aside."""
    store = Store(tmp_path)
    playing = begin(store).go_on(5)
    hit = begin(store, "skull-queen").go_on(30)
    other = Store(tmp_path)
    _damage_entry(tmp_path, hit.name, 20)

    assert len(other.load(hit.name).record.entries) < len(hit.match.entries)
    assert other.notices
    playing.go_on(5)
    assert store.notices == []
    assert other.load(playing.name).record == playing.record
    with pytest.raises(StoreError) as caught:
        hit.go_on(1)
    assert caught.value.code == "match-cut"
    store.close()
    playing = resume(other).go_on(5)
    other.close()
    late = Store(tmp_path)
    assert late.load(playing.name).record == playing.record
    late.close()


def _damage_entry(folder: Path, name: str, number: int) -> None:
    """Change a letter behind everybody's back, in a way that SQLite does not notice."""
    db = sqlite3.connect(folder / FILE)
    db.execute(
        "UPDATE journal SET text = 'x' || substr(text, 2) WHERE match = ? AND number = ?",
        (int(name.rpartition("-")[2]), number),
    )
    db.commit()
    db.close()


def test_damage_is_noticed_in_the_middle_of_playing(tmp_path: Path) -> None:
    """The action counts all the same, if its own match is sound."""
    store = Store(tmp_path)
    playing = begin(store).go_on(5)
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("UPDATE store SET matches = 7")
    db.commit()
    db.close()

    playing.go_on(1)
    assert [notice.code for notice in store.notices] == ["store-salvaged"]
    assert store.load().record == playing.record
    store.close()


@posix
@pytest.mark.slow
def test_a_salvage_that_is_killed_loses_nothing(sample: Sample, tmp_path: Path) -> None:
    """At whatever moment, and as often as it likes."""
    rng = random.Random(1)
    data = b"x" * 100 + sample.data[100:]
    seen = set()
    for _ in range(60):
        folder = sample.put(tmp_path / "home", data)
        for _ in range(rng.randrange(1, 4)):
            child = os.fork()
            if not child:
                look_through(folder)
                os._exit(0)
            time.sleep(rng.uniform(0, 0.08))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            seen.add(tuple(sorted(path.name[:12] for path in folder.iterdir())))
        found, _ = look_through(folder)
        assert found == sample.records
        assert not (folder / SALVAGED).exists()
    assert len(seen) > 3


@pytest.mark.parametrize("moved", [[], ["-wal"], ["-wal", ""]])
def test_a_salvage_that_was_interrupted_is_brought_to_its_end(
    sample: Sample, tmp_path: Path, moved: list[str]
) -> None:
    """From whichever of its steps, each of which moves one file."""
    folder = sample.put(tmp_path / "home", b"broken")
    (folder / f"{FILE}-wal").write_bytes(b"broken too")
    (folder / SALVAGED).write_bytes(sample.data)
    os.utime(folder / SALVAGED, (1_790_000_000, 1_790_000_000))
    stem = f"matches.damaged-{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(1_790_000_000))}"
    for ending in moved:
        (folder / f"{FILE}{ending}").replace(folder / f"{stem}.sqlite3{ending}")

    found, told = look_through(folder)
    assert found == sample.records
    assert told == ["store-mended"]
    assert (folder / f"{stem}.sqlite3-wal").read_bytes() == b"broken too"


# Where nothing can be saved.


@root
def test_a_damaged_store_on_a_full_disk_is_left_as_it_is(sample: Sample, small_disk: Path) -> None:
    """It is salvaged once there is space."""
    data = b"x" * 100 + sample.data[100:]
    folder = sample.put(small_disk / "home", data)
    fill(small_disk / "ballast")

    assert refused(lambda: Store(folder)) == ("store-not-mended", "no-space")
    assert (folder / FILE).read_bytes() == data
    (small_disk / "ballast").unlink()
    found, told = look_through(folder)
    assert (found, told) == (sample.records, ["store-salvaged"])


@pytest.fixture
def many(tmp_path: Path) -> Iterator[Store]:
    """A store from which much was deleted."""
    store = Store(tmp_path)
    yield store
    store.close()


def test_no_salvage_brings_back_what_was_deleted(many: Store) -> None:
    rng = random.Random(3)
    names = [begin(many, rng.choice(GAMES), seed).go_on(15).name for seed in range(40)]
    for name in rng.sample(names, 30):
        many.delete(name)
        names.remove(name)
    many.close()
    data = many.file.read_bytes()
    many.file.write_bytes(b"x" * 100 + data[100:])

    store = Store(many.folder)
    assert sorted(summary.name for summary in store.list()) == sorted(names)
    assert [notice.code for notice in store.notices] == ["store-salvaged"]
    store.close()
