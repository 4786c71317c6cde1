"""A new plugin of each kind, as its author meets it: written, installed, tested and played.

In an ordinary run all kinds share one fresh environment; with ``SPLITPICK_FRESH=1``, as in
`.ci/run`, each has one of its own, and the machine time from nothing to a played game is measured.
What pip needs comes from its index.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from splitpick.core.hooks.new import KINDS

ROOT = Path(__file__).resolve().parent.parent
FRESH = os.environ.get("SPLITPICK_FRESH") == "1"
MOST_SECONDS = 60

pytestmark = pytest.mark.slow


def run(words: Sequence[str | Path], folder: Path, home: Path) -> str:
    """Run a command in *folder*; return what it said."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={**inherited, "SPLITPICK_HOME": str(home), "SPLITPICK_LANG": "en"},
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def machine_seconds() -> float:
    """Return the time that child processes have kept the processor busy."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Environment:
    """A virtual environment of its own, with nothing but splitpick in it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        run([sys.executable, "-m", "venv", "venv"], folder, folder)
        self.pip("install", wheel)

    def pip(self, *words: str | Path) -> None:
        self.call("pip", "-q", "--disable-pip-version-check", *words)

    def call(self, program: str, *words: str | Path, at: str = ".") -> str:
        return run([self.bin / program, *words], self.folder / at, self.folder / "home")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout, uncompiled."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPLITPICK_PURE", "1")
        run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", ROOT], folder, folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment | None:
    return None if FRESH else Environment(tmp_path_factory.mktemp("shared"), wheel)


@pytest.mark.skipif(os.name == "nt", reason="venv/bin is called otherwise there")
@pytest.mark.parametrize("kind", KINDS)
def test_from_nothing_to_a_played_game(
    kind: str, shared: Environment | None, wheel: Path, tmp_path: Path
) -> None:
    """It installs, passes its own tests and is played, in less than a minute of machine time."""
    before = machine_seconds()
    environment = shared or Environment(tmp_path, wheel)
    name = f"my-{kind}"
    environment.call("splitpick", "plugins", "new", name, "--kind", kind)
    environment.pip("install", "-e", f"splitpick-{name}[test]")
    tested = environment.call("pytest", "-q", at=f"splitpick-{name}")
    seats = ("jolly", "roger") if kind in ("bot", "effect") else ("ann", "bob")
    players = (name if kind == "bot" else "greedy", "random")
    played = environment.call(
        "splitpick",
        *("play", "jolly-roger" if kind == "bot" else name, "--seed", "1", "--no-save"),
        *(word for pair in zip(seats, players, strict=True) for word in ("--seat", "=".join(pair))),
    )
    seconds = machine_seconds() - before
    sys.stdout.write(f"\n{kind}: {seconds:.1f} s of machine time\n")

    assert " passed" in tested
    assert "failed" not in tested
    assert "win" in played.splitlines()[-1] or "won" in played.splitlines()[-1]
    assert f'"{name}"' in environment.call("splitpick", "plugins", "list", "--json")
    assert seconds < MOST_SECONDS
