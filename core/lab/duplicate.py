"""Duplicate deals: all contenders play the same cards, and change seats.

A seat has the same luck in all games of a deal, and everybody sits there equally often, so the luck
of the cards cancels out as in duplicate bridge.  The games of one deal depend on each other.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import TypeAlias

from ..errors import BotFailed, SplitpickError
from ..game import Position, teams_of
from ..hooks.engine import Engine
from ..matches.match import MOST_SEED, Match
from ..matches.programs.process_bot import THINKING_SECONDS, ProcessBot
from ..matches.programs.program import command_of
from ..matches.record import Loaded, settle
from ..matches.seating import Seated, seated
from ..matches.setup import PROCESS
from ..players import BUILT_IN
from .games import Arena, Choose, Foul, Played, bot_player

BOT_SECONDS = 10.0  # beyond its budget; a bot that takes longer loses the game

Lineup: TypeAlias = tuple[int, ...]
"""Number of the contender at each seat."""

Deal: TypeAlias = tuple[Played, ...]
"""All games of one table, a group of contenders, on one deal."""


def tables(contenders: int, seats: int) -> list[tuple[int, ...]]:
    """Return the groups that meet: as many contenders as seats, or pairs if there are too few.

    In a game with partners, a side counts as one seat, here and in `lineups`.
    """
    return list(combinations(range(contenders), seats if contenders >= seats else 2))


def lineups(table: tuple[int, ...], seats: int, turned: bool = False) -> list[Lineup]:
    """Return the lineups of *table* for the games of one deal.

    Each contender sits at each seat once, in the same order around the table, reversed if *turned*.
    If two share more than two *seats*, each has every seat alone once, the other the rest.
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
    """Return how often *one* beat *other* on *deal*, from 0 (never) to 1; a tie counts half.

    In each game, the place of each seat of *one* is compared with that of each seat of *other*.
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
    """Games of *contenders* on duplicate deals: a `Work`; the other fields are as in `Games`.

    Piece *n* has the games of table *n* modulo the number of tables; the seed of its deal is *seed*
    plus *n* divided by the number of tables, rounded down.
    """

    rules: str
    seats: int
    contenders: tuple[str, ...]
    """Players as ``--seat SEAT=`` takes them: bots with their budgets, or ``process:COMMAND``."""
    seed: int = 0
    without: tuple[str, ...] = ()
    sides: tuple[int, ...] = ()
    """Side of each seat, as `Position.sides` has it; one contender plays for all partners."""

    @property
    def teams(self) -> list[list[int]]:
        """Seats of each side; each seat alone without partners."""
        return teams_of(range(self.seats), self.sides)

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Groups of contenders that meet on every deal."""
        return tables(len(self.contenders), len(self.teams))

    def seating(self, number: int) -> list[Lineup]:
        """Return the lineups of the games of piece *number*."""
        turned = Random(f"{self.deal(number)}/order").random() < 0.5
        team_at = {seat: side for side, team in enumerate(self.teams) for seat in team}
        return [
            tuple(lineup[team_at[seat]] for seat in range(self.seats))
            for lineup in lineups(self.tables[number % len(self.tables)], len(self.teams), turned)
        ]

    def deal(self, number: int) -> int:
        """Return the seed of the deal of piece *number*."""
        return (self.seed + number // len(self.tables)) & MOST_SEED  # after the greatest comes 0

    def begin(self, engine: Engine | None = None) -> Callable[[int], Deal]:
        """See `Work.begin`; *engine* is one whose plugins are loaded, by default a new one."""
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
    """Play one game, which a player that fails loses; then end the programs that played."""
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
            raise error  # such as an error of a special card
        return "bot-raises"

    players: list[Choose] = []
    with ExitStack() as stack:
        for one in sitting:
            if match and isinstance(one, str):
                program = ProcessBot(one)
                stack.callback(program.close)
                players.append(_program_player(program, loaded, match))
            elif isinstance(one, Seated):
                # Our own bots always answer, though late on a slow machine.
                limit = 0.0 if one.kind in BUILT_IN else one.budget + BOT_SECONDS
                players.append(bot_player(one, seed, limit))
        played = arena.play(players, seed, first, fault, match)
    played.lineup = lineup
    return played


def _program_player(program: ProcessBot, loaded: Loaded, match: Match) -> Choose:
    """Return the function that plays for *program*, which is started at its first decision."""
    start = cache(lambda seat: program.open(loaded, seat))

    def choose(position: Position, seat: int, moment: int) -> int:
        start(seat)
        return program.choose(match, seat, THINKING_SECONDS)

    return choose
