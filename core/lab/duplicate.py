"""Duplicate deals: all contenders play the same cards, with seats changed.

A seat's luck on a deal is the same for everybody who sits there, so the luck of the cards cancels
out as in duplicate bridge.  The games of one deal depend on each other.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import TypeAlias

from ..errors import BotFailed, SplitpickError
from ..game import Position
from ..hooks.engine import Engine
from ..matches.match import MOST_SEED, Match
from ..matches.programs.process_bot import THINKING_SECONDS, ProcessBot
from ..matches.programs.program import command_of
from ..matches.record import Loaded, settle
from ..matches.seating import Seated, seated
from ..matches.setup import PROCESS
from ..players import BUILT_IN
from .games import Arena, Choose, Foul, Played, bot_player

BOT_SECONDS = 10.0  # beyond its budget, after which a bot that has not answered loses

Lineup: TypeAlias = tuple[int, ...]
"""Contender at each seat, by number."""

Deal: TypeAlias = tuple[Played, ...]
"""All games of one table on one deal."""


def tables(contenders: int, seats: int) -> list[tuple[int, ...]]:
    """Return the groups of contenders that meet: one for each seat, or pairs if there are fewer."""
    return list(combinations(range(contenders), seats if contenders >= seats else 2))


def lineups(table: tuple[int, ...], seats: int, turned: bool = False) -> list[Lineup]:
    """Return the lineups of *table* for the games of one deal.

    Everyone sits at every seat once; the order around the table is the same, reversed if *turned*.
    If two share more than two *seats*, each sits once alone at every seat, the other at the rest.
    """
    if len(table) == seats:
        order = table[::-1] if turned else table
        return [order[seat:] + order[:seat] for seat in range(seats)]
    return [
        tuple(alone if at == seat else rest for at in range(seats))
        for alone, rest in (table, table[::-1])
        for seat in range(seats)
    ]


def share(deal: Deal, one: int, other: int) -> float:
    """Return the share of *deal* that *one* won from *other*, from 0 to 1; a tie counts half.

    Each seat of the one is compared with each seat of the other by its place.
    """
    ahead = [
        theirs - mine
        for game in deal
        for who, mine in zip(game.lineup, game.places(), strict=True)
        for whom, theirs in zip(game.lineup, game.places(), strict=True)
        if (who, whom) == (one, other)
    ]
    return sum(0.5 + 0.5 * ((lead > 0) - (lead < 0)) for lead in ahead) / len(ahead)


@dataclass(frozen=True)
class Deals:
    """Games of *contenders* on duplicate deals: a `Work`; the rest is as in `Games`.

    Piece *n* is table *n* modulo the number of tables, on the deal with the seed *seed* plus *n*
    divided by that number.
    """

    rules: str
    seats: int
    contenders: tuple[str, ...]
    """As after ``--seat SEAT=``: a bot with its budget, or ``process:COMMAND``."""
    seed: int = 0
    without: tuple[str, ...] = ()

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Contenders that meet on every deal, table by table."""
        return tables(len(self.contenders), self.seats)

    def seating(self, number: int) -> list[Lineup]:
        """Return the lineups of the games of piece *number*."""
        turned = Random(f"{self.deal(number)}/order").random() < 0.5
        return lineups(self.tables[number % len(self.tables)], self.seats, turned)

    def deal(self, number: int) -> int:
        """Return the seed of the deal of piece *number*."""
        return (self.seed + number // len(self.tables)) & MOST_SEED  # then from 0 on again

    def begin(self, engine: Engine | None = None) -> Callable[[int], Deal]:
        """See `Work.begin`; *engine* has the plugins, if they are loaded already."""
        engine = engine or Engine(without=self.without)
        arena = Arena(engine, self.rules, self.seats)
        contenders = [
            command_of(name) or seated(name, engine.bots, [f"{PROCESS}:..."])
            for name in self.contenders
        ]
        return lambda number: tuple(
            _contest(arena, [contenders[who] for who in lineup], lineup, self.deal(number))
            for lineup in self.seating(number)
        )


def _contest(arena: Arena, sitting: Sequence[Seated | str], lineup: Lineup, seed: int) -> Played:
    """Play one game that a player loses by failing; its programs end with it."""
    first = int(Random(f"{seed}/first").random() * len(lineup))  # as in a match of this seed
    match: Match | None = None
    if any(isinstance(one, str) for one in sitting):
        names = [f"{PROCESS}:{one}" if isinstance(one, str) else one.name for one in sitting]
        setup = settle(arena.engine, arena.ruleset, names, first, seed)
        loaded = Loaded(setup, arena.ruleset, arena.game, arena.presenter)
        match = loaded.match()

    def fault(seat: int, error: BaseException) -> str:
        if isinstance(error, Foul | BotFailed):
            return str(error) if isinstance(error, Foul) else error.code
        bot, guilty = sitting[seat], arena.engine.blame(error)
        own = isinstance(bot, Seated) and arena.engine.provider("splitpick_bots", bot.kind.id)
        if isinstance(error, SplitpickError) or (guilty and guilty != own):
            raise error  # a special card, say: no fault of the bot
        return "bot-raises"

    players: list[Choose] = []
    with ExitStack() as stack:
        for one in sitting:
            if match and isinstance(one, str):
                program = ProcessBot(one)
                stack.callback(program.close)
                players.append(_program_player(program, loaded, match))
            elif isinstance(one, Seated):
                # Our own come back, if late on a slow machine.
                limit = 0.0 if one.kind in BUILT_IN else one.budget + BOT_SECONDS
                players.append(bot_player(one, seed, limit))
        played = arena.play(players, seed, first, fault, match)
    played.lineup = lineup
    return played


def _program_player(program: ProcessBot, loaded: Loaded, match: Match) -> Choose:
    """Return the player for the seat of *program*, which is started for its first decision."""
    start = cache(lambda seat: program.open(loaded, seat))

    def choose(position: Position, seat: int, moment: int) -> int:
        start(seat)
        return program.choose(match, seat, THINKING_SECONDS)

    return choose
