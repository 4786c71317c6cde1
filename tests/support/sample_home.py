"""A home with matches in it whose names, seeds, times and results are always the same."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from json import loads
from pathlib import Path
from random import Random

from command import Ended, run
from splitpick.core import Match
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.record import Record, load_setup, record_of, settle
from splitpick.core.matches.setup import Setup
from splitpick.core.matches.store import Saved, Store

BEGUN = 1_750_000_000_000
"""Beginning of the first of them: 2025-06-15 15:06:40 UTC."""

DAY = 86_400_000
"""In milliseconds."""

OVER = "jolly-roger-1"
UNDER_WAY = "jolly-roger-2"
ONE_PERSON = "skull-queen-3"
TWO_PEOPLE = "skull-queen-4"
FORFEITED = "jolly-roger-5"
DICE = "dead-mans-dice-6"
"""Names, in the order in which they were played."""

ALL = (DICE, FORFEITED, TWO_PEOPLE, ONE_PERSON, UNDER_WAY, OVER)
"""All of them, the last played first."""


def fill(home: Path) -> None:
    """Keep the matches in *home*."""
    engine = Engine()
    store = Store(home)
    uid = count(1)

    def keep(
        ruleset: str,
        variant: str | None,
        players: Sequence[str],
        play: Callable[[Match], None],
        **settings: object,
    ) -> None:
        number = next(uid)
        begun = BEGUN + number * DAY
        rules = engine.ruleset_file(ruleset).variant(variant)
        setup = settle(engine, rules, players, 0, 7, created=begun, source=ruleset)
        changes: dict[str, object] = {"uid": f"{number:016x}", **settings}
        setup = replace(setup, **changes)  # type: ignore[arg-type]
        store.create(record_of(setup, played(engine, setup, play)))

    keep("jolly-roger", "advanced", ["human", "greedy"], to_the_end)
    keep("jolly-roger", "introductory", ["human", "human"], with_slips, practice=True)
    keep("skull-queen", None, ["human", "greedy", "random"], until(4))
    keep("skull-queen", None, ["human", "human"], until(3))
    keep("jolly-roger", "all-cards", ["process:./my bot --fast", "human"], forfeited, leg=1)
    keep("dead-mans-dice", None, ["greedy", "stranger"], to_the_end)
    store.annotate(OVER, 5, "?!", "The Kraken lurks.")
    store.close()


def played(engine: Engine, setup: Setup, play: Callable[[Match], None]) -> Match:
    """Play a match, an action a second from when it was begun."""
    match = Match(load_setup(engine, setup).game, setup.seed or 0, setup.first)
    ticks = count(1)
    match.clock = lambda: setup.created + 1000 * next(ticks)
    play(match)
    return match


def at_random(match: Match, decisions: int) -> None:
    """Play so many decisions, or to the end."""
    rng = Random(5)
    while decisions and not match.over:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
        decisions -= 1


def to_the_end(match: Match) -> None:
    at_random(match, 1000)


def until(decisions: int) -> Callable[[Match], None]:
    return lambda match: at_random(match, decisions)


def with_slips(match: Match) -> None:
    """Two decisions taken back, one of them at once."""
    at_random(match, 3)
    match.undo()
    at_random(match, 1)
    match.undo(2, seat=1)
    at_random(match, 2)


def forfeited(match: Match) -> None:
    at_random(match, 4)
    match.forfeit(0, "bot-time")


# Commands and the store.


def matches(home: Path, *words: str, language: str = "en", typed: str = "") -> Ended:
    """Run ``splitpick matches`` with the matches in *home*."""
    home_variable = {"SPLITPICK_HOME": str(home)}
    return run("matches", *words, language=language, typed=typed, variables=home_variable)


def names(home: Path) -> list[str]:
    """List what is kept in *home*, the last played first."""
    return [match["name"] for match in loads(matches(home, "list", "--json").out)]


def load(home: Path, name: str) -> Saved:
    """Read a match from *home*."""
    with closing(Store(home)) as store:
        return store.load(name)


def record(home: Path, name: str) -> Record:
    """Read the record of a match in *home*."""
    return load(home, name).record


def keep(home: Path, record: Record) -> str:
    """Keep a match in *home* and return its name."""
    with closing(Store(home)) as store:
        return store.create(record)
