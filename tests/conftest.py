"""Settings of Hypothesis and pytest for all tests.

Hypothesis tries the same 50 examples every time, without a clock and without writing to the disk;
CI tries more (``--hypothesis-profile=ci``).
"""

import gc
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

QUIET = settings(derandomize=True, deadline=None, database=None)
settings.register_profile("default", QUIET, max_examples=50)
settings.register_profile("ci", QUIET, max_examples=150)
settings.load_profile("default")

collect_ignore = ["examples", "guide"]
"""Third-party packages, which test_examples.py installs and tests, and files of the guides."""

# Failed assertions in these say what differs, as in a test.
pytest.register_assert_rewrite("audit", "golden", "stores", "tables")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call slow whatever comes after the first cases of a test that is marked with `often`."""
    kept: Counter[str] = Counter()
    for item in items:
        often = item.get_closest_marker("often")
        if often is None or item.get_closest_marker("slow") or item.get_closest_marker("weekly"):
            continue
        test = item.nodeid.partition("[")[0]
        kept[test] += 1
        if kept[test] > often.args[0]:
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over modules and tests, which stay: a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt tests and commands, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the matches of the tests apart from the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPLITPICK_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _packages_listed_once() -> Iterator[None]:
    """Look through the installed packages again only if one was installed or a path added."""
    from splitpick.core.hooks import discovery  # not before coverage measures what it imports

    known: dict[object, Any] = {}

    def listed() -> Any:
        folders = [Path(each) for each in sys.path]
        key = tuple((each, each.stat().st_mtime_ns) for each in folders if each.is_dir())
        if key not in known:
            known[key] = entry_points()
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discovery, "entry_points", listed)
        patch.setattr(discovery, "_name_and_version", cache(discovery._name_and_version))
        yield


@pytest.fixture(autouse=True, scope="session")
def _hints_without_a_clock() -> Iterator[None]:
    """Let a hint end by its nodes alone, so that it is the same however busy the machine is."""
    from splitpick.core.session import hints  # not before coverage measures what it imports

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints, "HINT_SECONDS", 0.0)
        yield


@pytest.fixture(scope="module")
def quick() -> Iterator[Path]:
    """Give a folder in memory, where there is one, to tests that write thousands of files."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a home with the matches of `kept` in it, for tests that only look."""
    import sample_home  # not before coverage measures what it imports

    home = tmp_path_factory.mktemp("filled")
    sample_home.fill(home)
    return home


@pytest.fixture
def home(filled: Path, tmp_path: Path) -> Path:
    """Give the same as a home of its own."""
    return Path(shutil.copytree(filled, tmp_path / "home"))
