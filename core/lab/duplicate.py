"""Games on duplicate deals: the same cards for all, played again with the players' seats changed.

What a deal has given to a seat, it has given to everyone who sat there, so the luck of the cards
cancels out as in duplicate bridge.  The games of one deal are not independent of each other:
whoever wants to know how sure a figure is asks `share_interval`, which takes deals, not games.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from ..errors import BotError, BotFailed, PluginError, SplitpickError
from ..hooks.guard import Guard
from ..hooks.watch import Ended
from ..matches.match import Match, Result
from ..matches.player import BotPlayer, Player, close_all
from ..matches.process import THINKING_SECONDS, ProcessBot, command_of
from ..matches.record import load_setup, settle
from ..matches.seating import seated
from ..matches.setup import PROCESS
from ..text import msg
from .intervals import Z95, wilson
from .played import MOST_ACTIONS

if TYPE_CHECKING:
    from ..hooks.engine import Engine
    from ..matches.record import Loaded
    from ..matches.setup import Setup

Lineup: TypeAlias = tuple[int, ...]
"""Who sits where: the number of a contender for each seat."""


@dataclass(frozen=True)
class Played:
    """One game, and how it has ended."""

    lineup: Lineup
    scores: tuple[int, ...]
    """What each seat had at the end."""
    places: tuple[int, ...]
    """The place of each seat, from 1; who shares one has the same."""
    failed: int | None = None
    """The seat that has lost because it crashed, came too late or did what is not allowed."""
    why: str = ""
    """The code of what it has failed at."""
    endless: bool = False
    """Whether it was given up after `MOST_ACTIONS` actions: then all share the first place."""
    decisions: tuple[int, ...] = field(default=(), compare=False)
    """How often each seat has decided."""
    seconds: tuple[float, ...] = field(default=(), compare=False)
    """How long each seat took over all of that; no two runs agree on it."""


Deal: TypeAlias = tuple[Played, ...]
"""All games of one table on one deal."""


def tables(contenders: int, seats: int) -> list[tuple[int, ...]]:
    """List who meets whom: as many at a table as there are *seats*, or two who share the seats.

    Two sit at a table together where a game has two seats, or where there are fewer *contenders*
    than seats.
    """
    together = seats if contenders >= seats else 2
    return list(combinations(range(contenders), together))


def lineups(table: tuple[int, ...], seats: int, turned: bool = False) -> list[Lineup]:
    """List how those of *table* sit in the games of one deal.

    Everyone sits everywhere once, in the same order around the table, or against it if *turned*.
    Two at more than two *seats* take turns to sit alone against the other, at every seat.
    """
    if len(table) == seats:
        order = table[::-1] if turned else table
        return [order[seat:] + order[:seat] for seat in range(seats)]
    one, other = table
    return [
        tuple(alone if at == seat else rest for at in range(seats))
        for alone, rest in ((one, other), (other, one))
        for seat in range(seats)
    ]


def share(deal: Deal, one: int, other: int) -> float:
    """Return which share *one* has won of *deal* from *other*: 1 of a game, 0, or half for a tie.

    At more than two seats each seat of the one is compared with each of the other by its place.
    """
    won = met = 0.0
    for game in deal:
        for seat, mine in enumerate(game.lineup):
            for against, theirs in enumerate(game.lineup):
                if (mine, theirs) == (one, other):
                    met += 1
                    ahead = game.places[against] - game.places[seat]
                    won += 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
    return won / met


def share_interval(shares: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """Return the interval for the mean of *shares*, each of them from 0 to 1 and of one deal.

    Wilson's interval for the number of independent games that would leave the mean as uncertain as
    these deals do: the effective sample size of surveys in clusters (N. Dean and M. Pagano, Journal
    of Survey Statistics and Methodology 3, 2015).  One imagined deal more, as uneven as one can be,
    keeps it from shrinking to nothing where all deals are alike.
    """
    deals = len(shares)
    if deals == 0:
        return 0.0, 1.0
    mean = sum(shares) / deals
    squares = sum((one - mean) ** 2 for one in shares) + 0.25
    # Where nobody ever lost, a deal counts for one game.
    trials = mean * (1 - mean) * deals * deals / squares if 0 < mean < 1 else deals
    # Never fewer than one: a few deals that contradict each other say little, but not nothing.
    trials = max(1.0, trials)
    return wilson(mean * trials, trials, z)


def first_seat(seed: int, seats: int) -> int:
    """Draw from the *seed* of a deal which seat begins, as a match does where a lot decides."""
    return int(Random(f"{seed}/first").random() * seats)


@dataclass(frozen=True)
class Deals:
    """The games of *contenders* on deal after deal, as work that can be done anywhere.

    The piece number *n* is table *n* modulo the number of tables, on the deal with the seed *seed*
    plus *n* divided by it.
    """

    setup: Setup
    """The rules and the number of seats; who sits there and the seed are those of the deals."""
    contenders: tuple[str, ...]
    """As behind ``--seat SEAT=``: a bot with its budget, or ``process:COMMAND``."""
    seed: int = 0
    without: tuple[str, ...] = ()
    """The names of plugins that are not loaded."""

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom on every deal."""
        return tables(len(self.contenders), len(self.setup.seats))

    def seating(self, number: int) -> list[Lineup]:
        """List who sits where in the games of the piece *number*."""
        at = self.tables
        turned = Random(f"{self.deal(number)}/order").random() < 0.5
        return lineups(at[number % len(at)], len(self.setup.seats), turned)

    def deal(self, number: int) -> int:
        """Return the seed of the deal that the piece *number* is played on."""
        return self.seed + number // len(self.tables)

    def begin(self) -> Callable[[int], Deal]:
        """Load the plugins and make the game; return what plays the piece of a number."""
        from ..hooks.engine import Engine

        _heed_signals()
        return self.using(Engine(without=self.without))

    def using(self, engine: Engine) -> Callable[[int], Deal]:
        """Do what `begin` does with the plugins of *engine*.

        Raises `UnknownName` or `BadValue` for a contender there is not or whose budget makes no
        sense.
        """
        for name in self.contenders:
            _player(engine, Guard(engine), name)
        return partial(self._play, engine, load_setup(engine, self.setup))

    def _play(self, engine: Engine, loaded: Loaded, number: int) -> Deal:
        seed = self.deal(number)
        return tuple(
            play_game(engine, loaded, [self.contenders[who] for who in lineup], lineup, seed)
            for lineup in self.seating(number)
        )


def play_game(
    engine: Engine, loaded: Loaded, names: Sequence[str], lineup: Lineup, seed: int
) -> Played:
    """Play the game of *seed* with *names* by seat; *lineup* is what they are counted as.

    What a bot or a program does wrong loses it the game.  Raises `PluginError` where the game
    itself fails, as with a faulty special card.
    """
    first = first_seat(seed, loaded.game.players)
    guard = Guard(engine)
    guard.tell(_stop_bots)
    setup = settle(engine, loaded.ruleset, names, first, seed)
    at = replace(loaded, setup=setup)
    seats = [_player(engine, guard, name) for name in names]
    match = Match(loaded.game, seed, first)
    decisions = [0] * len(names)
    seconds = [0.0] * len(names)
    why = ""
    try:
        for seat, (player, _) in enumerate(seats):
            try:
                player.open(at, seat)
            except BotFailed as failed:
                why = failed.code
                match.forfeit(seat, why)
                break
        while not match.over and len(match.actions) < MOST_ACTIONS:
            seat = match.position.to_act()
            player, budget = seats[seat]
            began = perf_counter()
            try:
                action = _choice(player, match, seat, budget)
            except BotFailed as failed:
                why = failed.code
                match.forfeit(seat, why)
                break
            seconds[seat] += perf_counter() - began
            decisions[seat] += 1
            with guard.watching():
                match.apply(action)
    finally:
        close_all([player for player, _ in seats])
    result = match.result
    return Played(
        lineup,
        tuple(match.position.scores()),
        places(result) if result else (1,) * len(names),
        match.forfeited,
        why,
        result is None,
        tuple(decisions),
        tuple(seconds),
    )


def places(result: Result) -> tuple[int, ...]:
    """Say which place each seat has taken, from 1; those who share one have the same.

    The winners are first, whoever has failed is last, and between them the scores decide.
    """

    def rank(seat: int) -> tuple[int, int]:
        if seat in result.winners:
            return 2, 0
        return (0, 0) if seat == result.forfeited else (1, result.scores[seat])

    ranks = [rank(seat) for seat in range(len(result.scores))]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


def _player(engine: Engine, guard: Guard, name: str) -> tuple[Player, float]:
    """Make the player *name*, and say how many seconds it has for a decision."""
    if command := command_of(name):
        return ProcessBot(command), THINKING_SECONDS
    # A bot has a budget of its own, behind its name.
    return BotPlayer.of(seated(name, engine.bots, [f"{PROCESS}:..."]), guard), 0.0


def _choice(player: Player, match: Match, seat: int, seconds: float) -> int:
    """Let *player* choose; raises `BotFailed` whatever it does wrong."""
    try:
        return player.choose(match, seat, seconds)
    except SplitpickError:
        raise
    except Exception as error:  # a bot of ours: no plugin is to blame
        raise BotFailed(
            msg("bot-raises", "The bot fails: {error}.", error=type(error).__name__)
        ) from error


def _stop_bots(error: PluginError) -> None:
    """Let a bot that fails lose the game, where in a match of people another takes its seat."""
    if isinstance(error, BotError):
        raise BotFailed(error.message) from error


def _heed_signals() -> None:
    """In a worker process, let the watchdog stop bots, and what was begun end with the process.

    A worker is deaf to Ctrl-C from its beginning; the signal the watchdog sends is the same one.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if multiprocessing.parent_process() is None or not is_main:
        return  # nobody's worker, or one of Dask's, which sees to its signals itself
    if hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: object) -> None:
    raise Ended(128 + number)
