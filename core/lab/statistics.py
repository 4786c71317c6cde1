"""Everything that is counted of a whole game, in one list: a new statistic is an entry here.

The kernel's dealer counts by this list, and the tables, the comparisons and the files of games show
what stands in it.  Uses of cards, which have no fixed names, are in `card_tally`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..game import count_sides, lead_in
from ..text import Message, msg
from ..vectors import i64

SHARE: Final = 840
"""A whole win: so that it can be shared among up to eight seats without a remainder."""

Fact: TypeAlias = tuple[str, ...]
"""Name of a number of a game: ``("turns",)``, or ``("score", "0")`` for seat 0."""

Totals: TypeAlias = tuple[int, int, int, int, int]
"""Count, sum, sum of squares, least and greatest of some whole numbers.

Compiled, they have 64 bits: values beyond 100 million may overflow the squares.
"""


class EndedGames:
    """Games that were not given up, in columns: a number a game, or one a seat in each game.

    Attributes:
        seats: the number of seats.
        sides: the side of each seat, as `Position.sides` has it.
        scores: the score of each seat.
        wins: the part of the win that each seat has; those of all sides are `SHARE` together.
        leads: the lead of each seat over the best other one that is no partner.
        firsts: the seat that began.
        winners: the number of seats that share the win; partners count as one.
        margins: the lead of the best seat; 0 if the two best scores are equal.
        turns, decisions: see `Played`.
    """

    def __init__(self, seats: int, sides: list[int] | None = None) -> None:
        self.seats = seats
        self.sides: list[int] = sides or []
        self.scores: list[int] = []
        self.wins: list[int] = []
        self.leads: list[int] = []
        self.firsts: list[int] = []
        self.winners: list[int] = []
        self.margins: list[int] = []
        self.turns: list[int] = []
        self.decisions: list[int] = []

    def add(
        self, scores: list[int], winners: list[int], first: int, turns: int, decisions: int
    ) -> list[int]:
        """Add a game and return the lead of each seat."""
        leads: list[int] = []
        shared = count_sides(winners, self.sides)
        part = SHARE // shared
        margin = 0
        for seat in range(len(scores)):
            lead = lead_in(scores, seat, self.sides)
            leads.append(lead)
            if lead > margin:
                margin = lead
            self.wins.append(part if seat in winners else 0)
        self.scores += scores
        self.leads += leads
        self.firsts.append(first)
        self.winners.append(shared)
        self.margins.append(margin)
        self.turns.append(turns)
        self.decisions.append(decisions)
        return leads

    def of(self, seat: int, column: list[int]) -> list[int]:
        """Return the numbers of *seat* in a column by seat."""
        return column[seat :: self.seats]

    def of_first(self, column: list[int]) -> list[int]:
        """Return the numbers of the seats that began in a column by seat."""
        return [column[game * self.seats + seat] for game, seat in enumerate(self.firsts)]


@dataclass(frozen=True)
class Statistic:
    """A number that is counted in each game that was not given up.

    Attributes:
        name: its name in files and for programs.
        label: its name for people; ``{seat}`` is the seat.
        values: function of games and a seat that returns the number of each game, whole ones.
        by_seat: True if each seat has a number of its own; otherwise *values* gets the seat 0.
        scale: what the *values* are divided by.
        form: how the mean is shown: ``mean`` with its extremes, ``share`` of the games, which is
            from 0 to 1, or ``lead``, which has a sign.
        is_column: True if files of games have a column for it: an attribute of `Played`.
    """

    name: str
    label: Message
    values: Callable[[EndedGames, int], list[int]]
    by_seat: bool = False
    scale: int = 1
    form: str = "mean"
    is_column: bool = False


STATISTICS: Final = (
    Statistic(
        "wins", msg("fact-wins", "{seat} wins"),
        lambda games, seat: games.of(seat, games.wins), by_seat=True, scale=SHARE, form="share"),
    Statistic(
        "starts", msg("fact-starts", "Starting player wins"),
        lambda games, _: games.of_first(games.wins), scale=SHARE, form="share"),
    Statistic(
        "score", msg("fact-score", "Score of {seat}"),
        lambda games, seat: games.of(seat, games.scores), by_seat=True),
    Statistic(
        "margin", msg("fact-margin", "Lead of the winner"),
        lambda games, _: games.margins),
    Statistic(
        "start_margin", msg("fact-start_margin", "Lead of the starting player"),
        lambda games, _: games.of_first(games.leads), form="lead"),
    Statistic(
        "shared", msg("fact-shared", "Shared wins"),
        lambda games, _: [1 if seats > 1 else 0 for seats in games.winners], form="share"),
    Statistic(
        "level", msg("fact-level", "Equal scores"),
        lambda games, _: [0 if margin else 1 for margin in games.margins], form="share"),
    Statistic(
        "turns", msg("fact-turns", "Turns of all seats"),
        lambda games, _: games.turns, is_column=True),
    Statistic(
        "decisions", msg("fact-decisions", "Decisions"),
        lambda games, _: games.decisions, is_column=True),
)  # fmt: skip

STATISTIC_OF: Final = {statistic.name: statistic for statistic in STATISTICS}
"""Statistic by its name, the first part of a `Fact`."""

SHARES: Final = [one.name for one in STATISTICS if one.form == "share"]
COLUMNS: Final = [one.name for one in STATISTICS if one.is_column]


def columns_of(games: EndedGames) -> dict[Fact, list[int]]:
    """Return the numbers of all *games* for each statistic, and for each seat if it has its own."""
    columns: dict[Fact, list[int]] = {}
    for statistic in STATISTICS:
        for seat in range(games.seats if statistic.by_seat else 1):
            fact = (statistic.name, str(seat)) if statistic.by_seat else (statistic.name,)
            columns[fact] = statistic.values(games, seat)
    return columns


def sums_of(games: EndedGames) -> dict[Fact, Totals]:
    """Return the totals of each of `columns_of`, if there are any games."""
    return {fact: _totals(column) for fact, column in columns_of(games).items() if column}


def _totals(column: list[int]) -> Totals:
    total: i64 = 0
    squares: i64 = 0
    least: i64 = column[0]
    most: i64 = least
    for at in range(len(column)):
        number: i64 = column[at]
        total += number
        squares += number * number
        if number < least:
            least = number
        if number > most:
            most = number
    return len(column), total, squares, least, most
