"""A new plugin of each kind, as its author meets it: written, installed, tested and played.

They share one fresh environment, for which pip needs its index.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from splitpick.core.hooks.plugin_template import KINDS

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="venv/bin has another name there"),
]


def call(folder: Path, program: str | Path, *words: str | Path, **variables: str) -> str:
    """Run a program in *folder*; return its output."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    variables = {
        **inherited,
        "SPLITPICK_LANG": "en",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    } | variables
    ended = subprocess.run(
        [program, *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env=variables,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a virtual environment that has nothing but splitpick, uncompiled."""
    folder = tmp_path_factory.mktemp("environment")
    call(folder, sys.executable, "-m", "venv", "venv")
    call(folder, folder / "venv" / "bin" / "pip", "install", "-q", ROOT, SPLITPICK_PURE="1")
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_plugin_is_installed_tested_and_played(kind: str, environment: Path) -> None:
    bin, home = environment / "venv" / "bin", str(environment / "home")
    name = f"my-{kind}"
    call(environment, bin / "splitpick", "plugins", "new", name, "--kind", kind)
    package = environment / f"splitpick-{name}"
    call(package, bin / "pip", "install", "-q", "-e", ".[test]")
    tested = call(package, bin / "pytest", "-q", SPLITPICK_HOME=home)
    seats = ("jolly", "roger") if kind in ("bot", "effect") else ("ann", "bob")
    players = (name if kind == "bot" else "greedy", "random")
    chosen = [f"--seat={seat}={player}" for seat, player in zip(seats, players, strict=True)]
    words = ("play", "jolly-roger" if kind == "bot" else name, "--no-save", *chosen)
    played = call(package, bin / "splitpick", *words, SPLITPICK_HOME=home)

    assert " passed" in tested
    assert "failed" not in tested
    assert "win" in played.splitlines()[-1]
