"""Games on a cluster: the same as here, whatever becomes of its workers."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from command import PROGRAM, environment, run
from splitpick.core.errors import BadValue, LabError
from splitpick.core.lab.workers import Cluster

pytest.importorskip("distributed")

TWO = ("tournament", "--player", "random", "--player", "random", "--lang", "en")


class Dask:
    """A scheduler and two workers on this machine, each a process."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        file = folder / "scheduler.json"
        self._stack = stack
        self._folder = folder
        self.start("scheduler", "--host=127.0.0.1", "--port=0", f"--scheduler-file={file}")
        until = time.monotonic() + 60
        while not file.exists() or not file.read_text():
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.05)
        self.address: str = json.loads(file.read_text())["address"]
        worker = ("worker", self.address, "--nthreads=1")
        # The other one has a nanny, as workers have where nobody says otherwise.
        self.workers = [self.start(*worker, "--no-nanny"), self.start(*worker)]

    def start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"]
        process = subprocess.Popen(
            command,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment({"SPLITPICK_HOME": str(self._folder)}),
        )
        self._stack.callback(process.wait, 30)
        self._stack.callback(process.terminate)
        return process


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with ExitStack() as stack:
        yield Dask(stack, tmp_path_factory.mktemp("dask"))


@pytest.mark.slow
def test_a_worker_that_is_killed_half_way_is_no_loss(dask: Dask, tmp_path: Path) -> None:
    """Its games are played by the other one: the file is, to the letter, that of this machine."""
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    deals = 80
    words = (*TWO, "-n", str(deals), "--seed", "3")
    process = subprocess.Popen(
        [*PROGRAM, *words, "--cluster", dask.address, "--out", str(there)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment({"SPLITPICK_HOME": str(tmp_path), "COLUMNS": "80"}),
    )
    until = time.monotonic() + 50
    while not there.exists() or there.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < until
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    done = there.read_bytes().count(b"\n") - 2
    dask.workers[0].kill()
    out, err = process.communicate(timeout=50)
    ended = run(*words, "--jobs", "1", "--out", str(here))

    assert done < deals  # it was half way
    assert (process.returncode, err) == (0, "")
    assert dask.workers[0].wait(10) != 0
    assert there.read_bytes() == here.read_bytes()
    assert out == ended.out


@pytest.mark.slow
def test_where_nobody_answers_it_ends_soon(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    ended = run(*TWO, "--cluster", "tcp://127.0.0.1:9", "--out", str(file))

    assert (ended.code, ended.out, ended.error_code) == (70, "", "cluster-away")
    assert ended.err.count("\n") == 1
    assert not file.exists()


def test_an_address_or_dask_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("", "host", "host:8786", "http://host:1", "tcp://a b:1"):
        with pytest.raises(BadValue, match="cluster-address"):
            Cluster(address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LabError, match="cluster-missing") as found:
        Cluster("tcp://127.0.0.1:9")

    assert "pip install 'splitpick[cluster]'" in str(found.value)
