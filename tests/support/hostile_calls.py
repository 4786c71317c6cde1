"""Calls everything public of the compiled classes as nobody should: none may end the process.

    python tests/support/hostile_calls.py -n 100000 --seed 1

Objects come from games under way, copies and pickles of them, and are made in odd ways as well:
without ``__init__``, with a second one, by a subclass in plain Python, with attributes deleted or
set to nonsense.  Arguments are hostile numbers, wrong types, and whatever else is at hand; some
calls run in several threads at one object or in a forked process.  An exception is an answer.

The last line of the output is the number of calls.  If a signal ends the process, the last call
stands in the file that ``--log`` names.
"""

from __future__ import annotations

import argparse
import copy
import gc
import inspect
import math
import mmap
import os
import pickle
import re
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from splitpick.core.game import CHANCE, OVER
from splitpick.core.hooks.engine import Engine
from splitpick.core.kernel.quick_random import QuickRandom
from splitpick.core.lab.dealer import BotAtTable, Dealer
from splitpick.core.players.bot import RandomBot

ROOT = Path(__file__).parents[2]

MEMORY = 3 << 30
"""Bytes of address space: whoever asks for more gets a MemoryError, and not the whole machine."""

ENDLESS = 5
"""Seconds after which a call is ended that would go on for as long as its number says."""

NUMBERS = (
    0, 1, 2, 3, 5, 7, 31, 32, 63, 64, 127, 255, 256, 1000, 65_535, 65_536,
    2**31 - 1, 2**31, 2**32, 2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**30,
)  # fmt: skip


class Odd:
    """Object whose special methods all fail."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __index__(self) -> int:
        raise RuntimeError("index")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        raise RuntimeError("hash")


class Hostile:
    """The source of classes, objects and arguments, all by *seed*."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.classes = compiled_classes()
        self.objects: dict[type, list[Any]] = {one: [] for one in self.classes}
        self.positions: list[Any] = []
        self._find_objects()

    def _find_objects(self) -> None:
        """Collect objects of every class: of games under way, and of bots in the middle of one."""
        engine, games = Engine(), []
        for file in engine.playable().values():
            for variant, _ in file.variants:
                rules = file.variant(variant)
                game = rules.build(rules.players[0])
                games.append((game, engine.presenter(rules, game)))
                self.positions += [self._position(game, moves) for moves in (0, 9, 1000)]
        players = [BotAtTable(RandomBot, 0.0, True) for _ in range(6)]
        dealers = [Dealer(game, players[: game.players]) for game, _ in games]
        for dealer in dealers:
            self.attempt(lambda: dealer.play(1, 0))  # noqa: B023
        self.collect()
        signal.signal(signal.SIGALRM, lambda number, frame: self.collect())
        for kind in engine.bots.values():
            for position in self.positions[1::3]:
                signal.setitimer(signal.ITIMER_REAL, 0.02)  # the kernel looks for signals
                self.attempt(lambda: kind().choose(position.copy(), 0, Random(1), 0.05))  # noqa: B023
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, _stop)

    def collect(self) -> None:
        """Keep some of the objects that there are."""
        for one in gc.get_objects():
            found = self.objects.get(type(one))
            if found is not None and len(found) < 40:
                found.append(one)

    def _position(self, game: Any, decisions: int) -> Any:
        position = game.new_position()
        for _ in range(decisions):
            if (seat := position.to_act()) == OVER:
                break
            x = self.rng.random()
            position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))
        return position

    @staticmethod
    def attempt(call: Callable[[], Any]) -> Any:
        """Return what *call* returns, or ``None`` if it raises."""
        try:
            return call()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:  # an exception is an answer
            return None

    # What is called.

    def thing(self, cls: Any) -> Any:
        """Return an object of *cls*, perhaps an odd one."""
        rng, have = self.rng, self.objects[cls]
        way = rng.randrange(12)
        if way < 5 and have:
            one = rng.choice(have)
            how = rng.choice((copy.copy, copy.deepcopy, _pickled, _own_copy))
            made = self.attempt(lambda: how(one))
            return one if made is None else made
        if way < 7:
            return self.attempt(lambda: cls(*self.arguments()))
        if way < 8:
            return self.attempt(lambda: cls.__new__(cls))
        if way < 9:
            return self.attempt(lambda: object.__new__(cls))
        if way < 11:
            return self.attempt(lambda: self.of_subclass(cls))
        return rng.choice(have) if have else None

    def of_subclass(self, cls: Any) -> Any:
        """Return an object of a new subclass of *cls* in plain Python."""
        rng = self.rng
        bases: tuple[type, ...] = (cls,)
        if rng.random() < 0.2:
            bases = tuple(rng.sample([cls, rng.choice(self.classes)], 2))
        body: dict[str, Any] = {}
        for name in rng.sample(_methods(cls), min(2, len(_methods(cls)))):
            answer = self.argument()
            body[name] = rng.choice((lambda *args, answer=answer: answer, _fails, answer))
        if rng.random() < 0.3:
            body["__init__"] = lambda self, *args: None
        if rng.random() < 0.1:
            body["__slots__"] = ("own",)
        sub: Any = type("Sub", bases, body)
        way = rng.randrange(4)
        if way == 0:
            return sub.__new__(sub)
        if way == 1:
            return object.__new__(sub)
        if way == 2:
            return cls.__new__(sub)
        return sub(*self.arguments())

    def spoil(self, one: Any) -> None:
        """Delete or set attributes of *one*, call ``__init__`` again, or change its class."""
        rng = self.rng
        names = [name for name in dir(type(one)) if not name.startswith("__")]
        way = rng.randrange(5)
        if way == 0 and names:
            name = rng.choice(names)
            self.attempt(lambda: delattr(one, name))
        elif way <= 2 and names:
            name, value = rng.choice(names), self.argument()
            if type(value) is not int:  # a false count of its own may keep a loop going for ever
                self.attempt(lambda: setattr(one, name, value))
        elif way == 3:
            self.attempt(lambda: one.__init__(*self.arguments()))
        else:
            other = rng.choice(self.classes)
            self.attempt(lambda: setattr(one, "__class__", other))

    def number(self) -> int:
        """Return a number, often a hostile one."""
        value = self.rng.choice(NUMBERS)
        return -value if self.rng.random() < 0.3 else value

    def argument(self, depth: int = 0) -> Any:
        """Return an argument: a number half of the time, else whatever is at hand."""
        rng = self.rng
        way = rng.randrange(24)
        if way < 10:
            return rng.randrange(-3, 60) if way < 6 else self.number()
        if way < 13:
            position = rng.choice(self.positions)
            return self.attempt(position.copy) if hasattr(position, "copy") else position
        if way < 15:
            return rng.choice((Random(1), QuickRandom(1)))
        if way < 18:
            return rng.choice(self.objects[rng.choice(self.classes)] or [None])
        if way < 20 and depth < 2:
            few = [self.argument(depth + 1) for _ in range(rng.randrange(5))]
            return rng.choice((few, tuple(few), {str(at): one for at, one in enumerate(few)}))
        others: tuple[Any, ...] = (
            None, True, "", "G1", "\ud800", b"x", 1.5, math.nan, math.inf, -0.0, [], {}, (), set(),
            range(5), [1, 2, 3], [0] * 100, [(1, 2), (3, 4)], Odd(), object(), len, int, "x" * 1000,
        )  # fmt: skip
        return rng.choice(others)

    def arguments(self, most: int = 5) -> list[Any]:
        """Return a few arguments."""
        return [self.argument() for _ in range(self.rng.randrange(most + 1))]

    def call(self) -> tuple[str, Callable[[], Any]]:
        """Return the next call, and its name."""
        rng = self.rng
        cls = rng.choice(self.classes)
        one = self.thing(cls)
        if one is None:
            one = cls
        elif rng.random() < 0.25:
            self.spoil(one)
        if rng.random() < 0.12:
            name, how = rng.choice(_SPECIAL)
            return f"{cls.__name__}: {name}", lambda: how(one)
        names = _methods(cls)
        if not names:
            return cls.__name__, lambda: repr(one)
        name = rng.choice(names)
        if (bounds := _counts(cls, name)) is not None and rng.random() < 0.9:
            given = [self.argument() for _ in range(rng.randint(*bounds))]
        else:
            given = self.arguments()
        if rng.random() < 0.4 and given:
            legal = self.attempt(one.legal_actions) if hasattr(one, "legal_actions") else None
            given[0] = rng.choice(legal) if isinstance(legal, list) and legal else given[0]
        said = (
            f"{cls.__name__}.{name}({', '.join(_brief(each) for each in given)}) of {_brief(one)}"
        )
        return said, lambda: _used(getattr(one, name), given)


def compiled_classes() -> list[type]:
    """List the classes of the modules that `hatch_build.py` compiles."""
    text = (ROOT / "hatch_build.py").read_text("utf-8")
    paths = re.findall(r'^    "((?:core|plugins)/.*)\.py",$', text, re.MULTILINE)
    modules = [import_module(f"splitpick.{path.replace('/', '.')}") for path in paths]
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__
    ]


def _is_ours(module: object) -> bool:
    return getattr(module, "__name__", "").startswith(("splitpick.core", "splitpick.plugins"))


def _methods(cls: type) -> list[str]:
    """List the public methods and properties of *cls*."""
    return sorted(name for name in dir(cls) if not name.startswith("_"))


def _counts(cls: type, name: str) -> tuple[int, int] | None:
    """Return the least and the greatest number of arguments of a method, if that is known."""
    try:
        parameters = list(inspect.signature(getattr(cls, name)).parameters.values())[1:]
    except (TypeError, ValueError, AttributeError):
        return None
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return None
    return sum(one.default is one.empty for one in parameters), len(parameters)


def _fails(*args: object) -> None:
    raise RuntimeError("an own method fails")


def _brief(one: Any) -> str:
    if isinstance(one, int | float | str | None):
        return repr(one)[:40]
    return f"<{type(one).__module__.rpartition('.')[2]}.{type(one).__qualname__}>"


def _pickled(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))


def _own_copy(one: Any) -> Any:
    return one.copy()


def _used(method: Any, given: list[Any]) -> Any:
    """Call *method*, and read what it returns."""
    made = method(*given) if callable(method) else method
    return list(zip(made, range(200), strict=False)) if hasattr(made, "__iter__") else repr(made)


_SPECIAL: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("repr", repr),
    ("hash", hash),
    ("eq", lambda one: (one == one, one != 3, one == object())),
    ("copy", copy.copy),
    ("deepcopy", copy.deepcopy),
    ("pickle", _pickled),
    ("reduce", lambda one: one.__reduce_ex__(4)),
    ("getstate", lambda one: one.__getstate__()),
    ("setstate", lambda one: one.__setstate__({"turn": 3, "players": None})),
    ("dir", lambda one: [getattr(one, name, None) for name in dir(one)]),
    ("referents", gc.get_referents),
    ("iterate", lambda one: [*iter(one)]),
    ("index", lambda one: one[0]),
    ("length", len),
)


def in_threads(call: Callable[[], Any], count: int = 4) -> None:
    """Run *call* in *count* threads at once."""
    threads = [threading.Thread(target=Hostile.attempt, args=(call,)) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def in_fork(call: Callable[[], Any]) -> None:
    """Run *call* in a forked process; raises `AssertionError` if a signal ends that."""
    pid = os.fork()
    if not pid:
        Hostile.attempt(call)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        raise AssertionError(f"signal {os.WTERMSIG(status)} in a fork")


def _stop(number: int, frame: object) -> None:
    raise TimeoutError


def main() -> None:
    """Run the calls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", default=os.devnull)
    given = parser.parse_args()
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.setrecursionlimit(500)
    hostile, counts = Hostile(given.seed), Counter[str]()
    with Path(given.log).open("w+b") as file:
        file.write(bytes(4096))
        file.flush()
        log = mmap.mmap(file.fileno(), 4096) if given.log != os.devnull else bytearray(4096)
        ways = {"threads": in_threads, "fork": in_fork, "calls": hostile.attempt}
        for number in range(given.n):
            way = hostile.rng.random()
            kind = "threads" if way < 0.02 else "fork" if way < 0.023 else "calls"
            signal.setitimer(signal.ITIMER_REAL, ENDLESS)
            with suppress(TimeoutError):  # it may come at any moment, so also here at the end
                try:
                    said, call = hostile.call()
                    log[:400] = f"{number} {said}".encode("utf-8", "replace")[:400].ljust(400)
                    ways[kind](call)
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            counts[kind] += 1
    print(dict(counts))
    print(sum(counts.values()))


if __name__ == "__main__":
    main()
