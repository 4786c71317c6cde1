"""The store's files: who may read them, backups, damage, and disks that refuse."""

import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import run
from splitpick.core.errors import SplitpickError
from splitpick.core.home import make_private_folder
from splitpick.core.matches.database import VERSION, Database
from splitpick.core.matches.store import FILE, Store
from stores import begin, contents, play_until_refused, refused, resume, together

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions and limits")
root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root mounts and becomes somebody else"
)


def names(folder: Path) -> set[str]:
    """Return the names of the files in *folder*, without dates and times."""
    return {re.sub(r"-[0-9].*", "-", path.name) for path in folder.iterdir()}


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.stat().st_size}


def made(folder: Path, *, matches: int = 1) -> Store:
    """Make a store with matches in *folder*, and close it."""
    store = Store(folder)
    for seed in range(matches):
        begin(store, seed=seed).go_on(9)
    store.close()
    return store


@posix
def test_nobody_else_may_read_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and secrets are in it: the folder has 0700, each file 0600, SQLite's own too.

    The user's whole home is left as it is.
    """
    used = tmp_path / "used"
    (used / "rulesets" / "storm").mkdir(parents=True)
    (used / "rulesets" / "storm" / "effects.py").touch()
    used.chmod(0o755)
    variables = {"SPLITPICK_HOME": str(used)}
    assert run("rulesets", "allow", "storm", variables=variables).code == 0
    assert (used / "allowed.json").stat().st_mode & 0o777 == 0o600
    for folder in (used, tmp_path / "a" / "new"):
        store = Store(folder)
        begin(store)
        store.close()
        again = Store(folder)
        resume(again).go_on(1)
        assert folder.stat().st_mode & 0o777 == 0o700
        files = {path for path in folder.iterdir() if path.name.startswith("matches")}
        assert len(files) == 4
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        again.close()

    monkeypatch.setenv("HOME", str(used))
    used.chmod(0o755)
    make_private_folder(used)
    assert used.stat().st_mode & 0o7777 == 0o755


@posix
def test_through_a_link_all_files_belong_together(tmp_path: Path) -> None:
    """The database, its log and its backups lie where the link leads to."""
    for folder in (tmp_path / "home", tmp_path / "disk"):
        folder.mkdir(mode=0o755)
    (tmp_path / "home" / FILE).symlink_to(tmp_path / "disk" / "my.sqlite3")
    linked = Store(tmp_path / "home")
    begin(linked).go_on(3)
    assert names(tmp_path / "disk") == {"my.sqlite3", "my.sqlite3-wal", "my.sqlite3-shm"}
    assert (tmp_path / "disk").stat().st_mode & 0o777 == 0o755

    direct = Database(tmp_path / "disk" / "my.sqlite3")
    assert direct.read(lambda db: db.execute("SELECT count(*) FROM matches").fetchone()) == (1,)
    direct.close()
    linked.close()
    assert names(tmp_path / "home") == {FILE}
    assert names(tmp_path / "disk") == {"my.sqlite3", "matches.backup-"}


def test_a_backup_is_made_once_a_day_and_three_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the first command of a day, and by the first that keeps a match; it can be read."""
    days = [0]
    monkeypatch.setattr(
        "splitpick.core.matches.database.date",
        SimpleNamespace(today=lambda: f"2026-11-{days[0]:02}"),
    )
    Store(tmp_path).close()
    assert names(tmp_path) == {FILE}
    for days[0] in range(1, 7):
        for _ in range(2):
            store = Store(tmp_path)
            begin(store)
            store.close()

    backups = sorted(tmp_path.glob("matches.backup-*"))
    assert [path.name[-10 - 8 : -8] for path in backups] == [f"2026-11-0{day}" for day in (4, 5, 6)]
    shutil.copy(backups[0], tmp_path / FILE)
    store = Store(tmp_path)
    assert len(contents(store)) == 6
    store.close()


def test_a_backup_takes_the_place_of_a_damaged_file(tmp_path: Path) -> None:
    """The command names both, once; a backup that is damaged as well is passed over."""
    made(tmp_path)
    (backup,) = tmp_path.glob("matches.backup-*")
    backup.with_name("matches.backup-9999-01-01.sqlite3").write_bytes(b"x" * 5000)
    (tmp_path / FILE).write_bytes(b"nothing of SQLite's")
    given = {"SPLITPICK_HOME": str(tmp_path)}
    first, second = (run("matches", "list", width=300, variables=given) for _ in range(2))
    (kept,) = tmp_path.glob("matches.damaged-*")

    assert first.code == 0
    assert "jolly-roger-1" in first.out
    damaged = f"The file with your matches was damaged. It is kept as {kept}."
    replaced = (
        f"Its backup {backup} has taken its place. What was played after the backup is missing."
    )
    assert first.err.splitlines() == [f"splitpick: note: {said}" for said in (damaged, replaced)]
    assert second.err == ""
    assert kept.read_bytes() == b"nothing of SQLite's"


def test_an_emptied_file_says_so_once_and_is_kept(tmp_path: Path) -> None:
    """SQLite would take it for a new one."""
    for is_backed_up in (False, True):
        folder = tmp_path / str(is_backed_up)
        made(folder)
        if not is_backed_up:
            next(folder.glob("matches.backup-*")).unlink()
        (folder / FILE).write_bytes(b"")
        store = Store(folder)
        texts = ["store-empty", "store-restored" if is_backed_up else "store-lost"]
        assert [notice.code for notice in store.notices] == texts
        assert len(store.list()) == is_backed_up
        assert names(folder) >= {"matches.damaged-"}
        store.close()
        assert Store(folder).notices == []


def test_a_kill_in_the_middle_of_a_restoration_leaves_the_damage_to_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not an empty store without a word."""
    made(tmp_path)
    (tmp_path / FILE).write_bytes(b"x" * 5000)

    def killed(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            Store(tmp_path)
    store = Store(tmp_path)

    assert [notice.code for notice in store.notices] == ["store-damaged", "store-restored"]
    assert len(store.list()) == 1
    store.close()


def test_the_log_may_go_at_any_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another program that closes; the file can be written all the same."""
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: path.name.endswith("-wal") or exists(path))

    made(tmp_path)
    assert len(Store(tmp_path).list()) == 1


def test_another_program_may_have_replaced_the_file(tmp_path: Path) -> None:
    """Nothing is written any more into the file that was set aside."""
    store = made(tmp_path, matches=2)
    playing = resume(store, "1").go_on(1)
    other = Store(tmp_path)
    other._database._replace()

    assert refused(lambda: playing.go_on(1)) == ("match-cut", "")
    playing = resume(store, "1").go_on(1)
    assert other.load("1").record == playing.record
    assert store.notices == []
    other.close()
    store.close()


@given(seed=st.integers(0, 2**32), zero=st.booleans())
def test_no_damage_raises_anything_but_a_store_error(quick: Path, seed: int, zero: bool) -> None:
    """Pages of zeros or garbage, a shortened file, a shortened log: at worst a backup is taken."""
    folder = quick / "damaged"
    shutil.copytree(_sample(quick), folder)
    rng = random.Random(seed)
    try:
        file = folder / rng.choice([FILE, FILE, f"{FILE}-wal"])
        data = bytearray(file.read_bytes())
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(data) // 4096 + 1) * 4096
            data[at : at + 4096] = bytes(4096) if zero else rng.randbytes(4096)
        file.write_bytes(data)
        store = Store(folder)
        for name in [summary.name for summary in store.list()]:
            store.load(name)
        begin(store).go_on(1)
        store.close()
    except SplitpickError:
        pass
    finally:
        shutil.rmtree(folder)


def _sample(folder: Path) -> Path:
    """Make what a killed process leaves of a store with two matches, once."""
    sample = folder / "sample"
    if not sample.exists():
        made(folder / "first", matches=2)
        store = Store(folder / "first")
        resume(store).go_on(20)
        shutil.copytree(folder / "first", sample)
        store.close()
    return sample


def test_what_is_no_store_of_ours_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """A newer store, another database, a file or a folder of the wrong kind."""
    for code, change in (
        ("store-newer", f"PRAGMA user_version = {VERSION + 1}"),
        ("store-foreign", "PRAGMA application_id = 7"),
    ):
        folder = tmp_path / code
        made(folder)
        with contextlib.closing(sqlite3.connect(folder / FILE)) as db:
            db.execute(change)
        before = state(folder)
        assert refused(partial(Store, folder)) == (code, "")
        assert state(folder) == before

    (tmp_path / "file").write_text("mine")
    (tmp_path / FILE).mkdir()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert refused(partial(Store, folder)) == ("store-refused", "not-a-folder")
    assert refused(lambda: Store(tmp_path)) == ("store-refused", "folder-in-the-way")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_that_stays_locked_is_waited_for_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splitpick.core.matches.database.PATIENCE", 0.1)
    store = Store(tmp_path)
    playing = begin(store)
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    assert refused(lambda: playing.go_on(1)) == ("store-busy", "")
    db.close()

    playing.go_on(1)
    store.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of 2 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)]
    if subprocess.run(mount, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(path: Path) -> None:
    """Write into *path* until there is no space left."""
    with path.open("wb", buffering=0) as opened:
        try:
            while opened.write(bytes(4096)):
                pass
        except OSError:
            return


@root
def test_on_a_full_disk_no_action_counts_until_there_is_space(small_disk: Path) -> None:
    """A program that starts then can read the matches; a damaged file is left as it is."""
    home, ballast = small_disk / "home", small_disk / "ballast"
    no_space = ("store-refused", "no-space")
    fill(ballast)
    assert refused(lambda: Store(home)) == no_space
    ballast.unlink()
    store = Store(home)
    playing = begin(store).go_on(5)
    fill(ballast)
    assert play_until_refused(playing) == no_space
    store.close()
    late = Store(home)
    fill(ballast)
    again = resume(late)
    assert again.record == playing.record
    assert refused(lambda: again.go_on(1)) == no_space

    ballast.unlink()
    again.go_on(40)
    assert late.load(playing.name).record == again.record
    assert late.notices == []
    late.close()
    assert names(home) == {FILE, "matches.backup-"}

    (home / FILE).write_bytes(b"x" * 9999)
    fill(ballast)
    before = state(home)
    assert refused(lambda: Store(home)) == no_space
    assert state(home) == before


@root
def test_a_disk_that_is_read_only_can_be_read(small_disk: Path) -> None:
    made(small_disk / "home")
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    store = Store(small_disk / "home")
    playing = resume(store)
    assert [summary.entries for summary in store.list()] == [len(playing.match.entries)]
    for use in (lambda: playing.go_on(1), lambda: begin(store), lambda: store.delete("1")):
        assert refused(use) == ("store-refused", "read-only")
    assert refused(lambda: Store(small_disk / "new")) == ("store-refused", "read-only")

    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    playing.go_on(1)
    assert store.load().record == playing.record
    store.close()


@root
@pytest.mark.parametrize(
    ("folder", "file", "use", "refuses"),
    [
        (0o755, 0o644, lambda home: Store(home).list(), False),
        (0o755, 0o644, lambda home: resume(Store(home)).go_on(1), True),
        (0o755, 0o600, Store, True),
    ],
)
def test_without_permission_what_may_be_read_can_be_read(
    folder: int, file: int, use: Callable[[Path], object], refuses: bool
) -> None:
    place = Path(tempfile.mkdtemp(prefix="splitpick-"))  # pytest's own is closed to others
    try:
        made(place)
        for path in place.iterdir():
            path.chmod(file)
        place.chmod(folder)
        before = (place / FILE).read_bytes()

        def somebody_else(number: int) -> None:
            os.setgid(65534)
            os.setuid(65534)
            if refuses:
                assert refused(lambda: use(place)) == ("store-refused", "no-permission")
            else:
                use(place)

        together(1, somebody_else)
        assert (place / FILE).read_bytes() == before
    finally:
        shutil.rmtree(place)
