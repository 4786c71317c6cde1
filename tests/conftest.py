"""How Hypothesis runs here: the same examples every time, no clock, nothing written to the disk."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("splitpick", derandomize=True, deadline=None, database=None)
settings.load_profile("splitpick")

collect_ignore = ["examples", "guide"]
"""Packages of third parties, which test_examples.py installs and tests there, and files that guides
show, which other tests put where they belong.
"""

# Their assertions shall say what differs, as those of a test do.
pytest.register_assert_rewrite("audit", "golden", "stores", "tables")


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt, commands too, as it does unless the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the matches of the tests apart from those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPLITPICK_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="module")
def quick() -> Iterator[Path]:
    """Give a folder in memory where there is one, to tests that write thousands of files."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)
