"""Random play of Jolly & Roger against OpenSpiel's C++ games and RLCard's: microseconds a decision.

    pip install '.[bench]'
    python tests/benchmarks/compare_engines.py --check

A decision is one call that moves the game on: a chance action (a card that the driver deals) or
the choice of a seat.  Making the first position belongs to the game.  RLCard shuffles inside, so
all its decisions are choices of seats and pay for the shuffle; the column of seat decisions divides
the same time by the choices of seats alone.

There are two manners of play, measured in the same rounds, and ratios are taken within each:

``same``
    Every engine is driven in the cheapest ordinary way, by a loop of the same form with the same
    chooser, whose cost is in every figure: ``actions[int(random() * len(actions))]`` for a seat,
    and for chance the first outcome whose cumulative weight exceeds a random number.  splitpick's
    weights are integers, which have to be summed first; OpenSpiel's are probabilities, so its loop
    is spared the sum.  OpenSpiel is asked as its own Python examples ask it.  RLCard is driven
    through ``env.game``, which spares it the encoding for neural networks; uno's legal actions
    are in the state that a step returns anyway, gin-rummy's are asked of its judge.  ``floor`` is
    splitpick's loop over the recorded lists of one of its games, with no game behind it: what the
    loop and the chooser cost alone, and so the least that uncompiled Python can reach.

``own``
    Every library as its own documentation and examples play at random: OpenSpiel by
    ``python/examples/example.py`` (``numpy.random.choice``, ``random.choice``), RLCard by
    ``env.run`` with its ``RandomAgent``, splitpick with its `draw_outcome`.

The engines take turns, round by round, in one process; a ratio is that of one round.  What counts
is this thread's processor time, so that other programs disturb little.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any, NamedTuple, Protocol

OURS = "splitpick"
FLOOR = "floor"
OPEN_SPIEL = ("hearts", "oh_hell")
RLCARD = ("gin-rummy", "uno")
RIVALS = OPEN_SPIEL + RLCARD
NAMES = (OURS, *RIVALS, FLOOR)

MANNERS = {
    "same": "the same cheap chooser for all",
    "own": "each library's own way",
}

MOST_OF_HEARTS_UNCOMPILED = 0.7
MOST_OF_HEARTS_COMPILED = 0.25
MOST_MICROSECONDS_A_COPY = 5.0

RECORDED_GAMES = 3
"""From how many random games the positions come whose copying is measured."""

CHANCE = -1
OVER = -2


class Tally(NamedTuple):
    """Numbers of decisions in a random game: of chance and of the seats."""

    chance: int
    seats: int


class Engine(NamedTuple):
    """A game that can be played at random.

    *play* plays one game; *copies* holds the copy method of every position of some random games,
    and is empty where an engine has none.
    """

    name: str
    manner: str
    play: Callable[[], Tally]
    copies: Sequence[Callable[[], object]] = ()


@dataclass
class Figures:
    """Measurements of one engine: counts, and microseconds with one item a round."""

    games: int = 0
    decisions: int = 0
    seat_decisions: int = 0
    us_a_decision: list[float] = field(default_factory=list)
    us_a_seat_decision: list[float] = field(default_factory=list)
    us_a_copy: list[float] = field(default_factory=list)


class Promise(NamedTuple):
    """Promise of issue 2 with its measurement, in a sentence and in numbers."""

    sentence: str
    measured: float
    limit: float
    kept: bool


# ---- random play ----------------------------------------------------------------------------


class Playable(Protocol):
    """The part of splitpick's contract that play needs."""

    def to_act(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, int]]: ...
    def apply(self, action: int) -> None: ...


def play_splitpick(new_position: Callable[[], Playable], rnd: Callable[[], float]) -> Tally:
    chance = seats = 0
    position = new_position()
    while (actor := position.to_act()) != OVER:
        if actor == CHANCE:
            chance += 1
            outcomes = position.chance_outcomes()
            total = 0
            for _, weight in outcomes:
                total += weight
            x = int(rnd() * total)
            for action, weight in outcomes:  # noqa: B007  # the action is used below
                x -= weight
                if x < 0:
                    break
            position.apply(action)
        else:
            seats += 1
            actions = position.legal_actions()
            position.apply(actions[int(rnd() * len(actions))])
    return Tally(chance, seats)


def play_splitpick_its_own_way(
    new_position: Callable[[], Playable],
    rnd: Callable[[], float],
    draw_outcome: Callable[[list[tuple[int, int]], float], int],
) -> Tally:
    chance = seats = 0
    position = new_position()
    while (actor := position.to_act()) != OVER:
        if actor == CHANCE:
            chance += 1
            position.apply(draw_outcome(position.chance_outcomes(), rnd()))
        else:
            seats += 1
            actions = position.legal_actions()
            position.apply(actions[int(rnd() * len(actions))])
    return Tally(chance, seats)


def play_open_spiel(new_state: Callable[[], Any], rnd: Callable[[], float]) -> Tally:
    chance = seats = 0
    state = new_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chance += 1
            x = rnd()
            for action, probability in state.chance_outcomes():  # noqa: B007
                x -= probability
                if x < 0:
                    break
            state.apply_action(action)
        else:
            seats += 1
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
    return Tally(chance, seats)


def play_open_spiel_its_own_way(
    new_state: Callable[[], Any],
    choose: Callable[[list[int]], int],
    numpy_choice: Callable[..., int],
) -> Tally:
    chance = seats = 0
    state = new_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chance += 1
            actions, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(numpy_choice(actions, p=probabilities))
        else:
            seats += 1
            state.apply_action(choose(state.legal_actions(state.current_player())))
    return Tally(chance, seats)


def play_gin_rummy(game: Any, rnd: Callable[[], float]) -> Tally:
    seats = 0
    game.init_game()
    legal_actions = game.judge.get_legal_actions
    while not game.is_over():
        seats += 1
        actions = legal_actions()
        game.step(actions[int(rnd() * len(actions))])
    return Tally(0, seats)


def play_uno(game: Any, rnd: Callable[[], float]) -> Tally:
    seats = 0
    state, _ = game.init_game()
    while not game.is_over():
        seats += 1
        actions = state["legal_actions"]
        state, _ = game.step(actions[int(rnd() * len(actions))])
    return Tally(0, seats)


def play_rlcard_its_own_way(env: Any) -> Tally:
    before = env.timestep
    env.run(is_training=False)
    return Tally(0, env.timestep - before)


class Recording:
    """No game: it gives the lists of a recorded one, whatever is chosen from them."""

    def __init__(self, actors: Sequence[int], lists: Sequence[Any]) -> None:
        self.actors = actors
        self.lists = lists
        self.at = 0

    def to_act(self) -> int:
        return self.actors[self.at]

    def legal_actions(self) -> list[int]:
        return self.lists[self.at]  # type: ignore[no-any-return]  # no time for a cast

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return self.lists[self.at]  # type: ignore[no-any-return]

    def apply(self, action: int) -> None:
        self.at += 1


# ---- the engines ----------------------------------------------------------------------------


def splitpick_engines(seed: int) -> list[Engine]:
    """Return splitpick in both manners and the floor below it."""
    core = import_module("splitpick.core")
    draw_outcome = import_module("splitpick.core.game").draw_outcome
    new_position = core.load_game("jolly-roger", variant="advanced").new_position
    assert (core.CHANCE, core.OVER) == (CHANCE, OVER)
    rng = random.Random(seed)
    copies: list[Callable[[], object]] = []
    for _ in range(RECORDED_GAMES):
        actors: list[int] = []
        lists: list[Any] = []
        position = new_position()
        while (actor := position.to_act()) != OVER:
            copies.append(position.copy().copy)
            actors.append(actor)
            if actor == CHANCE:
                lists.append(position.chance_outcomes())
                position.apply(draw_outcome(lists[-1], rng.random()))
            else:
                lists.append(position.legal_actions())
                position.apply(rng.choice(lists[-1]))
        actors.append(OVER)
    rnd = random.Random(seed).random
    return [
        Engine(OURS, "same", lambda: play_splitpick(new_position, rnd), copies),
        Engine(
            OURS, "own", lambda: play_splitpick_its_own_way(new_position, rnd, draw_outcome), copies
        ),
        Engine(FLOOR, "same", lambda: play_splitpick(lambda: Recording(actors, lists), rnd)),
    ]


def open_spiel_engines(name: str, seed: int) -> list[Engine]:
    """Return one of OpenSpiel's games in both manners."""
    new_state = import_module("pyspiel").load_game(name).new_initial_state
    rng = random.Random(seed)
    copies: list[Callable[[], object]] = []
    for _ in range(RECORDED_GAMES):
        state = new_state()
        while not state.is_terminal():
            copies.append(state.clone().clone)
            state.apply_action(rng.choice(state.legal_actions()))
    choose, rnd = rng.choice, rng.random
    numpy_choice = import_module("numpy").random.RandomState(seed).choice
    return [
        Engine(name, "same", lambda: play_open_spiel(new_state, rnd), copies),
        Engine(
            name,
            "own",
            lambda: play_open_spiel_its_own_way(new_state, choose, numpy_choice),
            copies,
        ),
    ]


def rlcard_engines(name: str, seed: int) -> list[Engine]:
    """Return one of RLCard's games in both manners."""
    rlcard = import_module("rlcard")
    random_agent = import_module("rlcard.agents.random_agent").RandomAgent
    import_module("numpy").random.seed(seed)  # RLCard's agents share it
    game = rlcard.make(name, config={"seed": seed}).game
    env = rlcard.make(name, config={"seed": seed})
    env.set_agents([random_agent(num_actions=env.num_actions) for _ in range(env.num_players)])
    play = {"gin-rummy": play_gin_rummy, "uno": play_uno}[name]
    rnd = random.Random(seed).random
    return [
        Engine(name, "same", lambda: play(game, rnd)),
        Engine(name, "own", lambda: play_rlcard_its_own_way(env)),
    ]


def load_engines(names: Sequence[str], manners: Sequence[str], seed: int) -> list[Engine]:
    """Return what was asked for, in the order in which it takes its turns.

    Raises ImportError where a library is not installed.
    """
    engines: list[Engine] = []
    if OURS in names or FLOOR in names:
        engines += splitpick_engines(seed)
    for name in names:
        if name in OPEN_SPIEL:
            engines += open_spiel_engines(name, seed)
        elif name in RLCARD:
            engines += rlcard_engines(name, seed)
    order = [(manner, name) for manner in MANNERS for name in NAMES]
    return sorted(
        [engine for engine in engines if engine.name in names and engine.manner in manners],
        key=lambda engine: order.index((engine.manner, engine.name)),
    )


# ---- measuring ------------------------------------------------------------------------------


def measure(engines: Sequence[Engine], seconds: float, rounds: int) -> list[Figures]:
    """Let the engines take turns for *rounds* rounds, *seconds* in all for each of them."""
    figures = [Figures() for _ in engines]
    for engine in engines:  # the interpreter adapts to a loop in its first runs
        for _ in range(5):
            engine.play()
    gc.collect()
    gc.freeze()  # or each engine would pay for walking the modules of all the others
    for _ in range(rounds):
        for engine, measured in zip(engines, figures, strict=True):
            gc.collect()
            measure_play(engine.play, seconds / rounds, measured)
        for engine, measured in zip(engines, figures, strict=True):
            if engine.copies:
                measured.us_a_copy.append(us_a_call(engine.copies))
    gc.unfreeze()
    return figures


def measure_play(play: Callable[[], Tally], seconds: float, figures: Figures) -> None:
    """Play whole games for *seconds* and enter what they took into *figures*."""
    games = decisions = seat_decisions = 0
    deadline = perf_counter() + seconds
    start = thread_time()
    while perf_counter() < deadline or not games:
        tally = play()
        games += 1
        decisions += tally.chance + tally.seats
        seat_decisions += tally.seats
    microseconds = (thread_time() - start) * 1e6
    figures.games += games
    figures.decisions += decisions
    figures.seat_decisions += seat_decisions
    figures.us_a_decision.append(microseconds / decisions)
    figures.us_a_seat_decision.append(microseconds / seat_decisions)


def us_a_call(calls: Sequence[Callable[[], object]], repeats: int = 20) -> float:
    """Return the mean microseconds of *calls*."""
    start = thread_time()
    for _ in range(repeats):
        for call in calls:
            call()
    return (thread_time() - start) * 1e6 / (repeats * len(calls))


def ratios(figures: Figures, to: Figures) -> list[float]:
    """Return, round by round, the time a decision takes as a multiple of *to*'s."""
    return [a / b for a, b in zip(figures.us_a_decision, to.us_a_decision, strict=True)]


def promises(figures: dict[str, Figures], compiled: bool) -> list[Promise]:
    """Say how splitpick's promises stand, as far as these *figures* of one manner can tell."""
    if OURS not in figures:
        return []
    form = "compiled" if compiled else "uncompiled"
    result = []
    for rival in RIVALS:
        if rival not in figures:
            continue
        ratio = median(ratios(figures[OURS], figures[rival]))
        took = f"{form}, a decision takes {ratio:.2f} times that of {rival}"
        if rival == "hearts":
            limit = MOST_OF_HEARTS_COMPILED if compiled else MOST_OF_HEARTS_UNCOMPILED
            result.append(Promise(f"{took}, at most {limit}", ratio, limit, ratio <= limit))
        else:
            result.append(Promise(f"{took}, less than 1", ratio, 1.0, ratio < 1.0))
    took_to_copy = median(figures[OURS].us_a_copy)
    limit = MOST_MICROSECONDS_A_COPY
    sentence = f"{form}, copying a position takes {took_to_copy:.2f} us, at most {limit:g}"
    result.append(Promise(sentence, took_to_copy, limit, took_to_copy <= limit))
    return result


# ---- the report -----------------------------------------------------------------------------


def kernel_is_compiled() -> bool:
    """Say whether the splitpick that is imported here has a compiled kernel."""
    file = import_module("splitpick.core.game").__file__
    return file is not None and not file.endswith(".py")


def surroundings(names: Sequence[str]) -> dict[str, Any]:
    """Say what is measured, and where."""
    parts = {"splitpick": (OURS, FLOOR), "open_spiel": OPEN_SPIEL, "rlcard": RLCARD}
    used = [part for part, games in parts.items() if {*games} & {*names}]
    return {
        "versions": {part: version(part) for part in used},
        "kernel_compiled": kernel_is_compiled() if "splitpick" in used else None,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def in_words(about: dict[str, Any]) -> str:
    """Say in a line what is measured, and where."""
    parts = [f"{part} {number}" for part, number in about["versions"].items()]
    if about["kernel_compiled"] is not None:
        parts[0] += " with its kernel " + ("compiled" if about["kernel_compiled"] else "uncompiled")
    return f"{', '.join(parts)}; {about['python']}, {about['machine']}"


def table(figures: dict[str, Figures]) -> str:
    """Lay the figures of one manner out side by side."""
    rows = [
        ("", "us/decision", "least", "us/seat decision", "to hearts", "decisions", "us/copy"),
        ("", "median", "", "median", "median (range)", "a game (seats')", "median"),
    ]
    for name, measured in figures.items():
        to_hearts = "-"
        if "hearts" in figures:
            times = ratios(measured, figures["hearts"])
            to_hearts = f"{median(times):.2f} ({min(times):.2f}-{max(times):.2f})"
        a_game = measured.decisions / measured.games
        of_seats = measured.seat_decisions / measured.games
        rows.append(
            (
                name,
                f"{median(measured.us_a_decision):.2f}",
                f"{min(measured.us_a_decision):.2f}",
                f"{median(measured.us_a_seat_decision):.2f}",
                to_hearts,
                f"{a_game:.0f} ({of_seats:.0f})",
                f"{median(measured.us_a_copy):.2f}" if measured.us_a_copy else "-",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    )


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="in all, for each engine (2)")
    parser.add_argument("--rounds", type=int, default=7, help="how often they take turns (7)")
    parser.add_argument("--manner", choices=[*MANNERS, "both"], default="both", help="(both)")
    parser.add_argument("--only", metavar="NAME,...", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file too")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a promise is broken")
    options = parser.parse_args(words)
    options.names = options.only.split(",") if options.only else list(NAMES)
    options.manners = list(MANNERS) if options.manner == "both" else [options.manner]
    if unknown := sorted({*options.names} - {*NAMES}):
        parser.error(f"there is no engine {unknown[0]}; there are {', '.join(NAMES)}")
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("there must be a round and it must take some time")
    if options.check and (missing := [n for n in (OURS, *RIVALS) if n not in options.names]):
        parser.error(f"--check needs {', '.join(missing)}, which --only leaves out")
    return options


def main(words: Sequence[str] | None = None) -> int:
    """Run the comparison and return the exit code."""
    options = arguments(words)
    try:
        engines = load_engines(options.names, options.manners, options.seed)
    except ImportError as error:
        print(f"Cannot import {error.name}: pip install '.[bench]' brings it.", file=sys.stderr)
        return 2
    about = surroundings(options.names)
    print(in_words(about))
    print(f"{options.rounds} rounds in turn, {options.seconds:g} s an engine, processor time")
    measured = measure(engines, options.seconds, options.rounds)
    report: dict[str, Any] = {**about, "seconds": options.seconds, "rounds": options.rounds}
    broken = 0
    for manner in options.manners:
        figures = {
            engine.name: result
            for engine, result in zip(engines, measured, strict=True)
            if engine.manner == manner
        }
        if not figures:
            continue
        print(f"\n{manner}: {MANNERS[manner]}\n\n{table(figures)}\n")
        judged = promises(figures, bool(about["kernel_compiled"]))
        for promise in judged:
            print(f"{'kept  ' if promise.kept else 'BROKEN'}  {promise.sentence}")
        broken += sum(not promise.kept for promise in judged)
        report[manner] = {
            "engines": {name: asdict(result) for name, result in figures.items()},
            "promises": [promise._asdict() for promise in judged],
        }
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if options.check and broken:
        print(f"\nPromises of splitpick's speed that are broken: {broken}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
