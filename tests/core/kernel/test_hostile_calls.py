"""The compiled classes, called as nobody should call them."""

import os
import sys
from pathlib import Path
from subprocess import run

import pytest

import hostile_calls
from splitpick.core.vectors import PURE


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(PURE, reason="the kernel is not compiled")
@pytest.mark.skipif(os.name != "posix", reason="only POSIX forks, and limits memory")
@pytest.mark.parametrize("calls", [20_000, pytest.param(100_000, marks=pytest.mark.weekly)])
def test_hostile_calls_raise_exceptions_and_never_end_the_process(
    tmp_path: Path, calls: int
) -> None:
    """At every class: in any order, with any arguments, in threads, in a fork, made in odd ways."""
    log = tmp_path / "last-call"
    words = ["-n", str(calls), "--seed", "1", "--log", str(log)]
    ended = run(
        [sys.executable, str(hostile_calls.__file__), *words], capture_output=True, text=True
    )
    last = log.read_bytes().rstrip(b"\0 ").decode()

    assert ended.returncode == 0, (ended.returncode, last, ended.stderr[-2000:])
    assert ended.stdout.splitlines()[-1] == str(calls)
