"""Random games inside the kernel: against C++, uncompiled, with an interpreted card, and counted.

    pip install .
    python tests/benchmarks/compare_playouts.py --check

A ratio is that of the least times of many short runs which take turns, so that other work on the
machine slows both down alike.  The C++ program, `playout_limit.cpp`, plays Jolly & Roger's game for
advanced players with everything fixed at compile time; it needs ``g++``.  Uncompiled, the sources
of this checkout are run by the same Python.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from splitpick.core import Engine, Game, game, load_game, playout
from splitpick.core.kernel.quick_random import QuickRandom
from splitpick.core.lab import simulate_batch
from splitpick.core.rules.checking.file_check import read_ruleset
from splitpick.core.rules.special_cards import KnownEffect

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "cli", "plugins", "rulesets", "locales")

GAMES = {"jolly-roger": "advanced", "skull-queen": None, "dead-mans-dice": None}

BATCH = 300
"""Number of counted games at a time."""

MOST_OF_CPP = 2.5
MOST_OF_COMPILED_CARD = 2.0
MOST_OF_PLAYING = 2.0
"""Most time of counted games, with all seeds and sums, as a multiple of random games from seeds."""
LEAST_GAIN = 5.0
"""Least gain of compiling."""

Timer = Callable[[], float]
"""Function that returns the seconds that a game took in a short run."""


def timer(play: Callable[[int], object], games: int) -> Timer:
    """Return the timer of *play*, a function of a seed: the best of some runs in a row."""

    def measure() -> float:
        results = []
        for _ in range(6):
            began = process_time()
            for seed in range(games):
                play(seed)
            results.append((process_time() - began) / games)
        return min(results)

    return measure


def random_games(of: Game) -> Timer:
    rng = QuickRandom(1)
    return timer(lambda seed: playout(of.new_position(), rng), 1000)


def seeded_games(of: Game) -> Timer:
    """Play with a generator of each game's own, as every match has it."""
    return timer(lambda seed: playout(of.new_position(), Random(seed)), BATCH)


def counted_games(of: Game) -> Timer:
    bots = ["random"] * of.players

    def play(seed: int) -> None:
        simulate_batch(of, bots, seed, BATCH)

    one = timer(play, 1)
    return lambda: one() / BATCH


def elsewhere(command: list[str], **environment: str) -> Timer:
    """Return a timer that runs *command*, which prints the seconds a game."""
    env = {**os.environ, **environment}

    def measure() -> float:
        told = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return float(told.stdout.split()[-1])

    return measure


def cpp_games(folder: Path) -> Timer:
    """Compile the C++ program, which tells the processor time of a game."""
    program = folder / "playout_limit"
    source = Path(__file__).with_name("playout_limit.cpp")
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return elsewhere([str(program), "15000"])


def with_interpreted_card() -> Game:
    """Return Jolly & Roger with a Kraken in plain Python in the place of the compiled one."""
    path = files("splitpick.plugins") / "kraken.py"
    spec = spec_from_file_location("splitpick.plugins.plain_kraken", str(path))
    assert spec is not None
    assert spec.loader is not None
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    effects = {**Engine().effects, "kraken": KnownEffect(plain.Kraken)}
    games = Engine().games_with(effects)
    file = read_ruleset(files("splitpick.rulesets") / "jolly-roger.yaml", games)
    return file.variant("advanced").build()


def uncompiled_games(folder: Path, name: str) -> Timer:
    """Play with the sources of this checkout."""
    namespace = folder / "splitpick"
    namespace.mkdir(exist_ok=True)
    for part in PARTS:
        if not (namespace / part).exists():
            (namespace / part).symlink_to(ROOT / part, target_is_directory=True)
    return elsewhere([sys.executable, __file__, "--only", name], PYTHONPATH=str(folder))


def ratio(one: Timer, other: Timer, rounds: int) -> float:
    """Return the least time of *one* as a multiple of that of *other*."""
    least = [float("inf"), float("inf")]
    for _ in range(rounds):
        for at, measure in enumerate((one, other)):
            least[at] = min(least[at], measure())
    return least[0] / least[1]


def main() -> int:
    """Run the comparisons and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=40, help="number of rounds (40)")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a promise is broken")
    parser.add_argument("--only", metavar="GAME", help="print the seconds of a random game")
    options = parser.parse_args()
    if options.only:
        measure = random_games(load_game(options.only, variant=GAMES[options.only]))
        print(min(measure() for _ in range(3)))
        return 0
    kept = True

    def tell(told: str, found: float, most: float) -> None:
        nonlocal kept
        kept = kept and found <= most
        print(f"{'kept  ' if found <= most else 'BROKEN'}  {told} {found:.2f}, at most {most:g}")

    compiled = not str(game.__file__).endswith(".py")
    games = {name: load_game(name, variant=variant) for name, variant in GAMES.items()}
    rounds = options.rounds
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        if compiled and shutil.which("g++"):
            found = ratio(random_games(games["jolly-roger"]), cpp_games(folder), rounds)
            tell("jolly-roger: random games, as a multiple of C++:", found, MOST_OF_CPP)
        if compiled:
            found = ratio(
                random_games(with_interpreted_card()), random_games(games["jolly-roger"]), rounds
            )
            tell("jolly-roger: with an interpreted card:", found, MOST_OF_COMPILED_CARD)
        for name, one in games.items():
            found = ratio(counted_games(one), seeded_games(one), rounds)
            tell(f"{name}: counted, as a multiple of played:", found, MOST_OF_PLAYING)
        for name in GAMES if compiled else ():
            found = ratio(random_games(games[name]), uncompiled_games(folder, name), 3)
            tell(f"{name}: compiled, as a share of uncompiled:", found, 1 / LEAST_GAIN)
    return 0 if kept or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
