"""The contract between a game and everything that plays it: bots, matches, screens.

Names follow OpenSpiel and python-chess.  A game makes positions, and its rules never change; but it
keeps what its positions have worked out, and room that they work in, so that one game must not be
played in two threads.  A position is mutable, cheap to copy and keeps no history.  To undo, replay
all earlier actions from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from .kernel.quick_random import QuickRandom

CHANCE: Final = -1
"""The value of `Position.to_act` when chance decides."""

OVER: Final = -2
"""The value of `Position.to_act` when the game has ended."""

JSON: TypeAlias = (
    "bool | int | str | list[JSON] | tuple[JSON, ...] | dict[str, JSON] | Mapping[str, JSON] | None"
)
"""A value that JSON can hold, without floats: for `Position.view` and `Action.details`."""


@dataclass(frozen=True)
class Action:
    """An action as data for programs: the result of `Position.describe`.

    Attributes:
        kind: kind of action in the game's own words: ``draw``, ``split``, ``pick``, ``join``, ...
        seat: seat that acts, from 0, or `CHANCE`.
        notation: the action as text: the result of `Position.notation`.
        details: further facts about the action; the keys depend on *kind*.
    """

    kind: str
    seat: int
    notation: str
    details: Mapping[str, JSON] = field(default_factory=dict)


LONGEST_SHOWN = 90
"""Most characters of a value in the ``repr`` of a position."""


def _shortened(value: JSON) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A moment of a game."""

    def __repr__(self) -> str:
        """Return what the seat to act sees, in a few lines, for debugging."""
        try:
            seat = self.to_act()
            shown = self.view(seat if seat >= 0 else None)
        except Exception as error:  # it may be half made
            return f"<{type(self).__name__}: {error!r}>"
        lines = [f"  {key}: {_shortened(value)}" for key, value in shown.items()]
        return "\n".join([f"<{type(self).__name__}", *lines]) + ">"

    def to_act(self) -> int:
        """Return the seat to act, from 0 to players - 1, or `CHANCE` or `OVER`."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """Return the actions of the seat to act: at least one, none twice, in a stable order.

        The list is empty while chance is to act, and once the game is over.
        """
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return what chance may bring, as (action, weight > 0), stably ordered; otherwise []."""
        raise NotImplementedError

    def draw_at(self, x: float) -> int:
        """Return the chance action that the random number *x*, in [0, 1), selects by weight.

        It is the first of `chance_outcomes` whose cumulative weight exceeds the integer part of *x*
        times the total weight.  All chance is drawn here, so that a seed gives the same game on
        every machine.  A game may override it to do the same faster.
        """
        return draw_outcome(self.chance_outcomes(), x)

    def action_at(self, x: float) -> int:
        """Return the legal action that the random number *x*, in [0, 1), selects uniformly.

        It is ``legal_actions()[int(x * n)]`` with *n* legal actions.  A game may override it to do
        the same faster: whole games are played at random with it.
        """
        actions = self.legal_actions()
        return actions[int(x * len(actions))]

    def apply(self, action: int) -> None:
        """Carry out *action*, unchecked: one of `legal_actions` or `chance_outcomes`."""
        raise NotImplementedError

    def play_out(self, rng: QuickRandom) -> None:
        """Play to the end as `playout` does; a game may override it to do the same faster."""
        play_on(self, rng)

    def copy(self) -> Position:
        """Return an equal position that shares nothing mutable with this one."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return the points of each seat: the current ones, or the final ones once `OVER`."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Return the winning seats once `OVER`: several if all tie-breaks leave them level.

        Nobody has more points than a winner: where the fewest points win, `scores` are negative.
        """
        raise NotImplementedError

    def sides(self) -> list[int]:
        """Return by seat the number of its side; an empty list if everybody plays alone.

        Seats on one side are partners: their `scores` are equal, and they win and lose together.
        """
        return []

    def notation(self, action: int) -> str:
        """Return a legal *action*, or one of chance, as the text that is typed and saved."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """Return the legal action, or action of chance, whose notation is *text*.

        Raises `InvalidNotation` if *text* is no notation of this game, and `IllegalAction` if the
        action is not allowed now; the code of the error says why.
        """
        raise NotImplementedError

    def describe(self, action: int) -> Action:
        """Describe a legal *action*, or one of chance, as data for screens and plugins."""
        raise NotImplementedError

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Return everything that *seat* may know and nothing else; ``None`` is an onlooker."""
        raise NotImplementedError

    def resample(self, seat: int, rng: Random) -> Position:
        """Return a position that *seat* cannot tell from this one, with secrets drawn by *rng*.

        In a game without secrets this is an equal copy.
        """
        raise NotImplementedError

    def census(self) -> Sequence[int | str]:
        """Return all cards of the game, wherever they lie, in any order, as numbers or codes.

        For checks that no card is lost or doubled; an empty list means that it is not known.
        """
        return []


@dataclass(frozen=True)
class GameInfo:
    """Facts about a game, for programs that need not know its class: the result of `Game.info`.

    Attributes:
        codes: the codes of the cards, in deck order.
        secrets: true if a seat may know something that others do not.
        splits: true if in each turn cards are dealt, split and chosen.
    """

    codes: Sequence[str] = ()
    secrets: bool = False
    splits: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """Rules, variant and options: everything that stays the same during a game.

    Attributes:
        id, variant: the ids of the rule set and of its variant.
        players: the number of seats.
    """

    def __init__(self, id: str, variant: str, players: int) -> None:
        self.id = id
        self.variant = variant
        self.players = players

    def new_position(self, first: int = 0) -> Position:
        """Return the position before the first action; seat *first* starts."""
        raise NotImplementedError

    def info(self) -> GameInfo:
        """Return what is known of the game; a game without an answer is played all the same."""
        return GameInfo()


def playout(position: Position, rng: Random | QuickRandom) -> None:
    """Play *position* to its end, every legal action with the same probability.

    Each action, of a seat or of chance, takes one number from *rng*; see `Position.action_at` and
    `Position.draw_at`.
    """
    if isinstance(rng, QuickRandom):
        position.play_out(rng)
        return
    draw = rng.random
    seat = position.to_act()
    while seat != OVER:
        x = draw()
        position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))
        seat = position.to_act()


def play_on(position: Position, rng: QuickRandom) -> None:
    """Play *position* to its end action by action, as `Position.play_out` does by default."""
    seat = position.to_act()
    while seat != OVER:
        x = rng.random()
        position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))
        seat = position.to_act()


def lead_in(scores: list[int], seat: int, sides: list[int] | None = None) -> int:
    """Return the points that *seat* is ahead of the best other seat; negative if it trails.

    Its partners by *sides*, which `Position.sides` has returned, do not count.  In a game for one
    player, it is the score.
    """
    best = 0
    rivals = False
    for other, score in enumerate(scores):
        if other == seat or (sides and sides[other] == sides[seat]):
            continue
        if not rivals or score > best:
            best = score
            rivals = True
    return scores[seat] - best


def teams_of(seats: Sequence[int], sides: Sequence[int]) -> list[list[int]]:
    """Return *seats* in groups of partners, each seat alone without *sides*."""
    teams: dict[int, list[int]] = {}
    for seat in seats:
        teams.setdefault(sides[seat] if len(sides) > 0 else seat, []).append(seat)
    return list(teams.values())


def count_sides(seats: Sequence[int], sides: Sequence[int]) -> int:
    """Return the number of sides that *seats* are on; without *sides*, that of the seats."""
    return len({sides[seat] for seat in seats}) if len(sides) > 0 else len(seats)


def are_together(seats: Sequence[int], sides: Sequence[int]) -> bool:
    """Return whether *seats* are several partners of one side."""
    return len(seats) > 1 and count_sides(seats, sides) == 1


def draw_outcome(outcomes: list[tuple[int, int]], x: float) -> int:
    """Return the one of *outcomes* that `Position.draw_at` returns for *x*."""
    total = 0
    for _, weight in outcomes:
        total += weight
    at = int(x * total)
    for action, weight in outcomes:
        at -= weight
        if at < 0:
            return action
    raise ValueError("chance has no outcomes")
