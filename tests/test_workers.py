"""Pieces of work: the same in one process and in several, whatever happens to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count, islice

import pytest

from pieces import BAD, CRASH, FOREIGN, Squares
from splitpick.core.errors import BadValue, LabError
from splitpick.core.lab.workers import Here, Processes, cores, workers
from splitpick.core.text import msg

LAST = 20


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_numbers(jobs: int) -> None:
    """However many there are: numbers are taken only as far as they are needed."""
    done = workers(jobs).run(Squares(), count())

    assert list(islice(done, LAST)) == [number**2 for number in range(LAST)]
    done.close()  # type: ignore[attr-defined]


def test_several_processes_do_it() -> None:
    pids = set(Processes(2).run(Squares(names_process=True), range(40)))

    assert os.getpid() not in pids
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_piece_raises_is_raised_in_its_place(jobs: int) -> None:
    done = workers(jobs).run(Squares(), [1, 2, BAD, 3])

    assert [next(done), next(done)] == [1, 4]
    with pytest.raises(BadValue) as found:
        next(done)
    assert found.value.message == msg("bad", "No {number}.", number=BAD)


def test_a_worker_that_dies_or_cannot_say_what_it_raised_is_an_error_with_a_code() -> None:
    with pytest.raises(LabError) as found:
        list(Processes(2).run(Squares(), [1, CRASH, 3]))
    assert found.value.code == "worker-lost"

    with pytest.raises(LabError) as found:
        list(Processes(2).run(Squares(), [FOREIGN]))
    assert found.value.code == "worker-failed"
    assert "Unsendable" in str(found.value)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_ctrl_c_ends_workers_that_are_deaf_to_it() -> None:
    """A terminal sends it to all processes; here the workers get it first, as the worst case."""

    def interrupted() -> Iterator[int]:
        done = Processes(2).run(Squares(names_process=True), count())
        for number, pid in enumerate(done):
            yield pid
            if number == 5:
                os.kill(pid, signal.SIGINT)
            if number == 50:
                os.kill(os.getpid(), signal.SIGINT)

    pids: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        pids.extend(interrupted())

    assert len(pids) == 51
    for pid in set(pids):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_the_number_of_jobs() -> None:
    """One is this process, none are as many as there are cores."""
    assert isinstance(workers(1), Here)
    assert cores() >= 1
    with pytest.raises(BadValue, match="number-of-jobs"):
        workers(10**6)
