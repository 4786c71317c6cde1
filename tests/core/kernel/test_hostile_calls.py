"""The compiled classes, called as nobody should call them."""

import os
import sys
from pathlib import Path
from subprocess import run

import pytest

import hostile_calls
from splitpick.core.vectors import PURE

CALLS = 100_000


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(PURE, reason="the kernel is not compiled")
@pytest.mark.skipif(os.name != "posix", reason="only POSIX forks, and limits memory")
def test_hostile_calls_raise_exceptions_and_never_end_the_process(tmp_path: Path) -> None:
    """At every class: in any order, with any arguments, in threads, in a fork, made in odd ways."""
    log = tmp_path / "last-call"
    words = ["-n", str(CALLS), "--seed", "1", "--log", str(log)]
    ended = run(
        [sys.executable, str(hostile_calls.__file__), *words], capture_output=True, text=True
    )
    last = log.read_bytes().rstrip(b"\0 ").decode()

    assert ended.returncode == 0, (ended.returncode, last, ended.stderr[-2000:])
    assert ended.stdout.splitlines()[-1] == str(CALLS)
