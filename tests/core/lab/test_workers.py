"""Pieces of work: the same in one process and in several, whatever happens to them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path

import pytest

from splitpick.core.errors import BadValue, LabError
from splitpick.core.lab.workers import Processes, cores, workers
from splitpick.core.text import msg
from worker_pieces import BAD, CRASH, HalfWritten, Interrupted, Squares


@pytest.mark.process
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_an_error_in_its_place(jobs: int) -> None:
    """Of numbers without end no more are taken than needed."""
    done = workers(jobs).run(Squares(), chain(range(40), [BAD], count()))

    assert list(islice(done, 40)) == [number**2 for number in range(40)]
    with pytest.raises(BadValue) as found:
        next(done)
    assert found.value.message == msg("bad", "No {number}.", number=BAD)


@pytest.mark.process
def test_a_worker_that_dies_is_an_error_with_a_code() -> None:
    with pytest.raises(LabError) as found:
        list(Processes(2).run(Squares(), [1, CRASH, 3]))

    assert found.value.code == "worker-lost"


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_an_idle_worker_ends_without_letting_go_of_the_queue(tmp_path: Path) -> None:
    """Or the next one reads the rest of a message, and complains on the error output."""
    number = Interrupted(1)
    number.file = tmp_path / "let-go"
    with pytest.raises(LabError):
        list(Processes(1).run(Squares(), [number]))

    assert not number.file.exists()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of its own kind")
def test_nobody_waits_for_the_rest_of_a_result_whose_worker_was_ended(tmp_path: Path) -> None:
    """The thread that did so kept Python from ending after Ctrl-C."""
    before = {*threading.enumerate()}
    done = Processes(1).run(HalfWritten(tmp_path / "begun"), [0, 1])
    assert next(done) == 0
    until = time.monotonic() + 30
    while not (tmp_path / "begun").exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    done.close()

    for thread in {*threading.enumerate()} - before:
        thread.join(30)
        assert not thread.is_alive()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_ctrl_c_ends_workers_that_are_deaf_to_it() -> None:
    """A terminal sends it to all processes; here the workers get it first, as the worst case."""
    pids: list[int] = []

    def interrupted() -> Iterator[int]:
        for number, pid in enumerate(Processes(2).run(Squares(names_process=True), count())):
            yield pid
            if number == 5:
                os.kill(pid, signal.SIGINT)
            if number == 50:
                os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        pids.extend(interrupted())

    assert len(pids) == 51
    assert os.getpid() not in pids
    assert not any(is_there(pid) for pid in pids)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


ENDLESS = """
import itertools, worker_pieces
from splitpick.core.lab.workers import Processes
if __name__ == "__main__":
    for pid in Processes(1).run(worker_pieces.Squares(names_process=True), itertools.count()):
        print(pid, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_workers_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS, "utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "support")}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout
        pid = int(process.stdout.readline())
        process.kill()
    until = time.monotonic() + 60
    while is_there(pid) and time.monotonic() < until:
        time.sleep(0.05)

    assert not is_there(pid)


def test_the_number_of_jobs() -> None:
    """One is this process, none are as many as there are cores."""
    assert not isinstance(workers(1), Processes)
    assert cores() >= 1
    with pytest.raises(BadValue, match="number-of-jobs"):
        workers(10**6)
