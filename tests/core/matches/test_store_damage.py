"""Stores with damaged bytes and hostile values: one sentence each, and the same from everywhere."""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from command import run
from random_matches import engine, loaded, played
from splitpick.core.errors import SplitpickError, StoreError
from splitpick.core.matches import Record
from splitpick.core.matches.database import Database, _Log
from splitpick.core.matches.record import check_result, load_setup
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.setup import Setup
from splitpick.core.matches.store import FILE, Store
from splitpick.core.text import Language

COLUMNS = {
    "matches": ("uid", "ruleset", "rules", "setup", "players", "entries", "result", "touched",
                "latest"),
    "journal": ("match", "number", "seat", "text", "at", "mark", "comment"),
    "rules": ("digest", "text"),
}  # fmt: skip
VALUES = (
    None, -1, 0, 7, 2**31, 2**63 - 1, -(2**63), 1.5, 1e300, float("inf"), b"\xff\x00", b"", "",
    "abc", "[" * 200_000, "{}", "[]", "null", "[1, 2]", '"x"', "\x1b[2J\x00", "🦜" * 500,
    "x" * 1_000_000,
    "{" + '"a":' * 1000 + "1", "NaN", "undo 1", "undo 999999999", "forfeit time",
    "../../etc/passwd",
    "process:touch /tmp/never", '["human"]', '["human", 1]', '{"seed": "abc"}',
)  # fmt: skip
INNER: tuple[object, ...] = (
    None, -1, 2, 2**63, 2**200, 1.5, "abc", "", [], {}, [[]], [1], ["x"], True,
    ["jolly", "roger", "third"], {"memory": []}, [["a", "b", "c", "d"]], [["a"]], [[1, 2, 3]],
    "\x1b[2J", "0" * 70,
)  # fmt: skip
"""Values for the fields of a setup."""


def made(folder: Path) -> bytes:
    """Make a store with three matches; return its file."""
    store = Store(folder)
    for seed in range(3):
        store.create(played(loaded(uid=f"{seed:016x}"), seed))
    begun = loaded(uid="f" * 16)
    match = begun.match()
    match.play(match.legal()[0])
    name = store.create(Record(begun.setup, ()))
    store.follow(match, name)
    store.close()
    return (folder / FILE).read_bytes()


def survey(folder: Path) -> int:
    """Read all of a store as the commands do; return how many matches were whole.

    What `list` says and what reading a match says are the same, and every error is a sentence.
    """
    whole, problems = 0, []
    store = Store(folder)
    try:
        for one in store.list():
            try:
                saved = store.load(one.name)
            except SplitpickError as error:
                if store.notices:  # the file has been replaced since
                    return whole
                # The list looks at the setup, and counts entries; it does not look into them.
                problems.append((one.is_damaged, one.result is None, error.code))
                continue
            if one.is_damaged and store.notices:  # read whole from the backup, and told
                return whole
            assert not one.is_damaged
            assert (len(saved.record.entries), saved.record.result) == (one.entries, one.result)
            with suppress(SplitpickError):
                loaded_here = load_setup(engine(), saved.record.setup)
                check_result(saved.record, loaded_here.replay(saved.record.entries))
                write_text(saved.record), write_json(saved.record)
                whole += 1
    finally:
        store.close()
    for is_damaged, without_result, code in problems:
        assert without_result if is_damaged else code == "match-damaged"
    return whole


def flip(data: bytes, rng: Random) -> bytes:
    """Change one to four bits of *data*, or write noise over some bytes."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        # Half of them where the texts and the tables are, which fill little of the file.
        at = rng.randrange(len(data) if rng.random() < 0.5 else min(8192, len(data)))
        changed[at] ^= 1 << rng.randrange(8)
    if rng.random() < 0.2:
        at = rng.randrange(len(data) - 64)
        changed[at : at + 64] = rng.randbytes(64)
    return bytes(changed)


def flipped(home: Path, data: bytes, rng: Random) -> None:
    """Write the store *data* with random flips, sometimes beside a whole backup."""
    (home / FILE).write_bytes(flip(data, rng))
    if rng.random() < 0.3:
        (home / "matches.backup-2026-01-01.sqlite3").write_bytes(data)


def hostile(home: Path, data: bytes, rng: Random) -> None:
    """Write the store *data* with a hostile value in a column, or in the setup of a match."""
    (home / FILE).write_bytes(data)
    db = sqlite3.connect(home / FILE, isolation_level=None)
    if rng.random() < 0.5:
        table = rng.choice([*COLUMNS])
        column, value = rng.choice(COLUMNS[table]), rng.choice(VALUES)
        rows = "1" if rng.random() < 0.3 else f"rowid = {rng.randint(1, 4)}"
        with suppress(sqlite3.IntegrityError):
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {rows}", (value,))
    else:
        ((text,),) = db.execute("SELECT setup FROM matches WHERE id = 1")
        field = rng.choice([one.name for one in fields(Setup)])
        changed = {**json.loads(text), field: rng.choice(INNER)}
        if rng.random() < 0.2:
            del changed[field]
        db.execute("UPDATE matches SET setup = ? WHERE id = 1", (json.dumps(changed),))
    db.close()


def surveyed(folder: Path, count: int, spoil: Callable[[Path, bytes, Random], None]) -> int:
    """Survey *count* stores that *spoil* has written; return how many matches were whole."""
    data, rng = made(folder / "made"), Random(31)
    whole = 0
    for number in range(count):
        home = folder / f"store-{number}"
        home.mkdir()
        spoil(home, data, rng)
        # Flips can make it another program's file, or a newer version's; a value cannot.
        with suppress(SplitpickError) if spoil is flipped else nullcontext():
            whole += survey(home)
        shutil.rmtree(home)
    return whole


@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.weekly)])
def test_random_flips_in_a_store_are_told_in_a_sentence(count: int, tmp_path: Path) -> None:
    assert surveyed(tmp_path, count, flipped) > count  # most matches are whole


@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.weekly)])
def test_hostile_values_in_a_store_are_told_in_a_sentence(count: int, tmp_path: Path) -> None:
    assert surveyed(tmp_path, count, hostile) > count


def test_a_journal_that_lost_entries_is_noticed_by_every_command(tmp_path: Path) -> None:
    made(tmp_path)
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("DELETE FROM journal WHERE match = 1 AND number >= 40")
    db.close()
    home = {"SPLITPICK_HOME": str(tmp_path)}
    backup = next(tmp_path.glob("matches.backup-*"))

    listed = json.loads(run("matches", "list", "--json", variables=home).out)
    (one,) = (match for match in listed if match["name"] == "jolly-roger-1")
    assert (one["damaged"], one["over"], one["result"]) == (True, False, None)
    assert sum(match["damaged"] for match in listed) == 1
    assert "damaged" in run("matches", "list", variables=home, width=200).out
    for words in (("matches", "show"), ("matches", "export"), ("resume",), ("analyse",)):
        ended = run(*words, "jolly-roger-1", variables=home)
        assert (ended.code, ended.error_code) == (74, "match-lost"), words
        assert "40" in ended.err
        assert str(backup) in ended.err.replace("\n", " ").replace("  ", "")


def test_a_damaged_table_is_replaced_by_the_backup(tmp_path: Path) -> None:
    """A byte that is no UTF-8 in the names of the columns, and one that is."""
    data = made(tmp_path / "made")
    backup = next((tmp_path / "made").glob("matches.backup-*"))
    for number, byte in enumerate((0xFF, ord("x"))):
        home = tmp_path / f"home-{number}"
        home.mkdir()
        at = data.index(b"CREATE TABLE matches") + data[
            data.index(b"CREATE TABLE matches") :
        ].index(b"players")
        (home / FILE).write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
        shutil.copy(backup, home / backup.name)
        store = Store(home)
        assert len(store.list()) == 4
        assert [notice.code for notice in store.notices] == ["store-damaged", "store-restored"]
        store.close()


def test_a_store_that_is_gone_names_its_backup(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / FILE).unlink()
    ended = run("matches", "list", variables={"SPLITPICK_HOME": str(tmp_path)})

    assert "A backup is in" in ended.err
    assert "matches.backup-" in ended.err
    again = run("matches", "list", variables={"SPLITPICK_HOME": str(tmp_path)})
    assert again.err == ""


@pytest.mark.parametrize("index", ["", "-shm"], ids=["after-power-loss", "after-a-kill"])
def test_a_damaged_log_is_told_of(index: str, tmp_path: Path) -> None:
    """SQLite drops without a word what stands behind the damage; whole logs say nothing."""
    home = tmp_path / "home"
    database = Database(home / FILE)
    for number in range(5):
        database.write(
            lambda db, number=number: db.execute(  # type: ignore[misc]
                "INSERT INTO rules (text) VALUES (?)", (f"{number}" * 3000,)
            )
        )
    log = home / f"{FILE}-wal"
    data = log.read_bytes()
    kept = {name: (home / name).read_bytes() for name in (FILE, log.name, f"{FILE}{index}")}
    for number, (at, lost) in enumerate(((None, 0), (5, 5), (18, 5), (32 + 30, 5), (-3000, 1))):
        copy = tmp_path / f"copy-{number}"
        copy.mkdir()
        for name, content in kept.items():
            (copy / name).write_bytes(content)
        if at is not None:
            damaged = bytearray(data)
            damaged[at] ^= 0xFF
            (copy / log.name).write_bytes(damaged)
        opened = Database(copy / FILE)
        counts = [notice.params["count"] for notice in opened.notices]
        assert counts == ([lost] if lost else [])
        if lost == 1:  # as after a power loss in the midst of a change
            assert "it had not been confirmed" in Language("en").say(opened.notices[0])
        rows = opened.read(lambda db: db.execute("SELECT count(*) FROM rules").fetchone())
        assert rows == (5 - lost,)
        opened.close()
    database.close()


def test_nobody_writes_the_log_while_it_is_looked_for_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that another program begins anew at that moment would look damaged."""
    database = Database(tmp_path / "home" / FILE)
    database.write(lambda db: db.execute("INSERT INTO rules (text) VALUES ('x')"))
    (tmp_path / "copy").mkdir()
    for path in database.file.parent.glob(f"{FILE}*"):
        data = bytearray(path.read_bytes())
        data[-3000] ^= 0xFF * path.name.endswith("-wal")
        (tmp_path / "copy" / path.name).write_bytes(data)
    database.close()
    (tmp_path / "copy" / f"{FILE}-shm").unlink()
    is_whole, tried = _Log._is_whole, []

    def meanwhile(log: _Log, frames: int) -> bool:
        other = sqlite3.connect(tmp_path / "copy" / FILE, timeout=0)
        with closing(other), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("INSERT INTO rules (text) VALUES ('y')")
        tried.append(frames)
        return is_whole(log, frames)

    monkeypatch.setattr(_Log, "_is_whole", meanwhile)
    with closing(Database(tmp_path / "copy" / FILE)) as opened:
        assert [notice.code for notice in opened.notices] == ["store-log"]
        opened.write(lambda db: db.execute("INSERT INTO rules (text) VALUES ('z')"))
    assert len(tried) == 1


@pytest.mark.parametrize("older", [0, 4])
def test_a_change_that_was_being_written_is_no_damage(older: int, tmp_path: Path) -> None:
    """Wherever it was cut off, also within an older log, the changes before it are all there."""
    database = Database(tmp_path / "home" / FILE)
    home, name = database.file.parent, f"{FILE}-wal"

    def write(number: int) -> None:
        text = f"{number}" * 9000
        database.write(lambda db: db.execute("INSERT INTO rules (text) VALUES (?)", (text,)))

    for number in range(older):
        write(number)
    if older:  # its changes are taken over, so that the next log begins at its beginning
        Database(database.file).close()
    for number in (4, 5):
        write(number)
    kept = {path.name: path.read_bytes() for path in home.iterdir()}
    write(6)
    before, after = kept[name], (home / name).read_bytes()
    database.close()
    if older:
        begin = next(
            at for at, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1
        )
        end = begin + len(before) // older
    else:
        begin, end = len(before), len(after)
        del kept[f"{FILE}-shm"]
    for at in range(begin, end, 811):
        copy = tmp_path / f"{at}"
        copy.mkdir()
        for other, content in (kept | {name: after[:at] + before[at:]}).items():
            (copy / other).write_bytes(content)
        with closing(Database(copy / FILE)) as opened:
            rows = opened.read(lambda db: db.execute("SELECT count(*) FROM rules").fetchone())

            assert (opened.notices, rows) == ([], (older + 2,)), at


def test_a_result_that_does_not_follow_from_the_entries_is_told(tmp_path: Path) -> None:
    made(tmp_path)
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("UPDATE matches SET result = '[[99, 1], [0], null]' WHERE id = 1")
    db.close()

    for words in (("matches", "show"), ("matches", "export"), ("resume",)):
        ended = run(*words, "jolly-roger-1", variables={"SPLITPICK_HOME": str(tmp_path)})
        assert ended.error_code == "result-differs", words


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"


@pytest.mark.parametrize(
    "hostile",
    [
        f"ALTER TABLE rules RENAME TO old; CREATE VIEW rules AS {ENDLESS} SELECT x AS id FROM n",
        "CREATE TRIGGER added INSERT ON rules BEGIN DELETE FROM rules WHERE id IN (SELECT 1); END",
        "CREATE VIRTUAL TABLE words USING fts5(word)",
    ],
    ids=["view", "trigger", "virtual"],
)
def test_nothing_runs_that_a_file_brings_along(hostile: str, tmp_path: Path) -> None:
    """A view or a trigger without an end would hold up whoever lists or plays."""
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript(hostile)
    with pytest.raises(StoreError) as refused:
        Store(tmp_path).list()

    assert refused.value.code == "store-foreign"


@pytest.mark.skipif(sys.platform == "win32", reason="such a signal cannot be sent")
def test_ctrl_c_ends_a_query_without_an_end(tmp_path: Path) -> None:
    def ask(db: sqlite3.Connection) -> None:
        Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        db.execute(f"{ENDLESS} SELECT max(x) FROM n").fetchone()

    with closing(Store(tmp_path)) as store, pytest.raises(KeyboardInterrupt):
        store._database.read(ask)
