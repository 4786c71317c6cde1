"""Where the disk refuses: one clear message, nothing half-done, and on it goes once it is cured."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from splitpick.core.errors import StoreError
from splitpick.core.matches.home import FILE
from splitpick.core.matches.store import Store
from splitpick.core.text import Language, Message
from stores import GAMES, Playing, begin, contents, resume

posix = pytest.mark.skipif(os.name != "posix", reason="the system's own way to refuse")
root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root mounts and becomes somebody else"
)


ENGLISH = Language("en")
"""Its catalog is read before the tests become somebody who may not read it where it lies."""


def refused(use: Callable[[], object]) -> tuple[str, str]:
    """Return the code and the reason of what *use* is refused for."""
    with pytest.raises(StoreError) as caught:
        use()
    reason = caught.value.message.params.get("reason", "")
    assert str(caught.value.message.params.get("file"))
    assert "{" not in ENGLISH.say(caught.value.message)
    return caught.value.code, reason.code if isinstance(reason, Message) else str(reason)


def play_until_refused(playing: Playing) -> tuple[str, str]:
    """Play until the store refuses, and return what it says; nothing has happened by that then."""
    for _ in range(10_000):
        if playing.match.over:
            playing.match.undo(len(playing.match.actions) - 6)
        before = playing.record
        try:
            playing.go_on(1)
        except StoreError:
            assert playing.record == before
            return refused(lambda: playing.go_on(1))
    raise AssertionError("never refused")


# A folder that is none.


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")

    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert refused(lambda folder=folder: Store(folder)) == ("store-refused", "not-a-folder")  # type: ignore[misc]
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()

    assert refused(lambda: Store(tmp_path)) == ("store-refused", "not-a-file")


def test_the_message_names_the_file_in_the_readers_language(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as caught:
        Store(tmp_path / "file")

    assert Language("en").say(caught.value.message) == (
        f"Matches cannot be kept in {tmp_path / 'file' / FILE}: "
        "a folder is needed where there is a file."
    )
    said = Language("de").say(caught.value.message)
    assert said == (
        f"In {tmp_path / 'file' / FILE} lassen sich keine Partien speichern: "
        "wo ein Ordner sein müsste, ist eine Datei."
    )


# No space.


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder], check=False)
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@root
@pytest.mark.parametrize("game", GAMES)
def test_on_a_full_disk_no_action_counts_until_there_is_space(small_disk: Path, game: str) -> None:
    store = Store(small_disk)
    playing = begin(store, game).go_on(5)
    ballast = small_disk / "ballast"
    fill(ballast)

    assert play_until_refused(playing) == ("store-refused", "no-space")
    other = Store(small_disk)
    assert other.load(playing.name).record == playing.record
    assert refused(lambda: begin(other)) == ("store-refused", "no-space")
    other.close()

    ballast.unlink()
    playing.go_on(40)
    assert store.load(playing.name).record == playing.record
    assert store.notices == []
    store.close()
    assert {path.name for path in small_disk.iterdir()} == {FILE, "matches.lock"}


def fill(path: Path) -> None:
    """Write into *path* until there is no space left."""
    with path.open("wb", buffering=0) as opened:
        try:
            while opened.write(bytes(4096)):
                pass
        except OSError:
            return


@root
def test_on_a_disk_that_is_full_from_the_start_nothing_is_left_behind(small_disk: Path) -> None:
    fill(small_disk / "ballast")

    assert refused(lambda: Store(small_disk / "home")) == ("store-refused", "no-space")
    (small_disk / "ballast").unlink()
    store = Store(small_disk / "home")
    assert begin(store).name == "jolly-roger-1"
    assert store.notices == []
    store.close()


@root
def test_what_is_kept_can_be_read_on_a_full_disk(small_disk: Path) -> None:
    """Even by one who comes when there is not even space for SQLite's index of the log."""
    store = Store(small_disk)
    playing = begin(store).go_on(20)
    store.close()
    ballast = small_disk / "ballast"
    fill(ballast)

    late = Store(small_disk)
    assert late.load().record == playing.record
    assert [summary.name for summary in late.list()] == [playing.name]
    again = resume(late)
    assert refused(lambda: again.go_on(1)) == ("store-refused", "no-space")
    ballast.unlink()
    again.go_on(1)
    assert late.load().record == again.record
    late.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_write_that_fails_in_sqlite_undoes_the_action(tmp_path: Path, game: str) -> None:
    """The same without a small disk: SQLite is told that its file may not get any larger."""
    store = Store(tmp_path)
    playing = begin(store, game).go_on(5)
    limit(store, 1)
    assert play_until_refused(playing) == ("store-refused", "no-space")
    assert refused(lambda: begin(store)) == ("store-refused", "no-space")
    assert store.load().record == playing.record

    limit(store, 2**30)
    playing.go_on(5)
    assert store.load().record == playing.record
    store.close()


def limit(store: Store, pages: int) -> None:
    """Let SQLite's file have so many pages at most, but as many as it has now."""
    store._database.read(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())


LIMITED = """
import resource, signal, sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from test_store_failures import play_until_refused, refused
from splitpick.core.matches.store import Store
from stores import begin, resume
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Store(Path(sys.argv[1]))
playing = begin(store).go_on(5)
most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, most[1]))
assert play_until_refused(playing) == ("store-refused", "file-too-large")
assert store.load().record == playing.record
resource.setrlimit(resource.RLIMIT_FSIZE, most)
playing.go_on(30)
assert store.load().record == playing.record
store.close()
assert not list(Path(sys.argv[1]).glob(".*")), list(Path(sys.argv[1]).iterdir())
print("all of it")
"""


@posix
def test_a_limit_on_the_size_of_files_is_a_reason_too(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path, Path(__file__).parent],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (ended.stdout, ended.stderr) == ("all of it\n", "")


# Nothing may be written.


@pytest.fixture
def written_once(tmp_path: Path) -> Iterator[Path]:
    """A disk with a store that cannot be written to any more."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    store = Store(folder / "home")
    begin(store).go_on(9)
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@root
def test_a_disk_that_is_read_only_can_be_read(written_once: Path) -> None:
    store = Store(written_once / "home")
    playing = resume(store)

    assert [summary.entries for summary in store.list()] == [len(playing.match.entries)]
    for use in (lambda: playing.go_on(1), lambda: begin(store), lambda: store.delete("1")):
        assert refused(use) == ("store-refused", "read-only")
    store.close()
    assert refused(lambda: Store(written_once / "new")) == ("store-refused", "read-only")

    subprocess.run(["mount", "-o", "remount,rw", written_once], check=True)
    store = Store(written_once / "home")
    assert resume(store).go_on(1).match.entries
    store.close()


@root
def test_a_store_of_the_first_version_can_be_read_where_nothing_can_be_written(
    written_once: Path,
) -> None:
    from stores import FIRST_VERSION

    subprocess.run(["mount", "-o", "remount,rw", written_once], check=True)
    shutil.copy(FIRST_VERSION, written_once / "home" / FILE)
    subprocess.run(["mount", "-o", "remount,ro", written_once], check=True)

    store = Store(written_once / "home")
    assert len(contents(store)) == 4
    store.close()


SOMEBODY_ELSE = """
import os, sys, tempfile
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from test_store_failures import refused
from splitpick.core.matches.store import Store
from stores import begin, resume
folder = Path(sys.argv[1])
with tempfile.TemporaryDirectory() as other:  # Python's own files may be closed to others
    begin(Store(Path(other)))
    resume(Store(Path(other))).go_on(1)
    Path(other, "file").touch()
    refused(lambda: Store(Path(other, "file")))
os.setgid(65534)
os.setuid(65534)
"""


@root
@pytest.mark.parametrize(
    ("folder", "file", "told"),
    [
        (0o755, 0o644, "assert resume(Store(folder)).match.entries"),
        (0o755, 0o644, "assert refused(lambda: resume(Store(folder)).go_on(1)) == REFUSED"),
        (0o755, 0o600, "assert refused(lambda: Store(folder)) == REFUSED"),
        (0o000, 0o644, "assert refused(lambda: Store(folder)) == REFUSED"),
        (0o755, 0o644, "assert refused(lambda: Store(folder / 'new')) == REFUSED"),
        (0o777, 0o444, "assert refused(lambda: resume(Store(folder)).go_on(1)) == REFUSED"),
    ],
)
def test_without_permission_one_is_told_so(folder: int, file: int, told: str) -> None:
    """What may be read can be read; no more."""
    import tempfile

    # Not below pytest's own folder, which is closed to others.
    home = Path(tempfile.mkdtemp(prefix="splitpick-"))
    try:
        store = Store(home)
        begin(store).go_on(9)
        store.close()
        for path in home.iterdir():
            path.chmod(file)
        home.chmod(folder)
        before = (home / FILE).read_bytes()
        told = told.replace("REFUSED", "('store-refused', 'no-permission')")
        ended = subprocess.run(
            [sys.executable, "-c", f"{SOMEBODY_ELSE}\n{told}", home, Path(__file__).parent],
            # Somebody else may not write where the coverage is noted either.
            env={name: os.environ[name] for name in os.environ if not name.startswith("COV")},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

        assert ended.stderr == ""
        assert (home / FILE).read_bytes() == before
    finally:
        shutil.rmtree(home)


# Others.


def test_who_holds_the_file_for_too_long_is_waited_for_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it through our lock or through SQLite's."""
    monkeypatch.setattr("splitpick.core.matches.lock.PATIENCE", 0.1)
    monkeypatch.setattr("splitpick.core.matches.database.PATIENCE", 0.1)
    store = Store(tmp_path)
    playing = begin(store)

    holder = Store(tmp_path)
    with holder._database._lock.held():
        assert refused(lambda: playing.go_on(1)) == ("store-busy", "")
        assert refused(lambda: Store(tmp_path)) == ("store-busy", "")
    db = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    assert refused(lambda: playing.go_on(1)) == ("store-busy", "")
    db.close()

    playing.go_on(1)
    holder.close()
    store.close()
