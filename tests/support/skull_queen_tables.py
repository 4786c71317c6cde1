"""Planks and hands laid in one readable line, and what can be read off them.

::

    table = lay("R3 Y9 | R7 Y2 | R10 Y5", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(table, "R3 R7 R10")
    assert field(table, "grace", "red") == WATER

A plank is its side and the fields of the red, yellow, green and blue pirate.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from splitpick.core import CHANCE, OVER, Engine, Position, load_game
from splitpick.core.rules.load import Ruleset
from splitpick.core.scene import Presenter
from splitpick.plugins.skull_queen.queen_game import SkullPosition, SkullQueen
from splitpick.plugins.skull_queen.queen_rules import (
    DEAL,
    END,
    KING,
    NOBODY,
    PLAY,
    SIDE,
    SIDES,
    SWAP,
)
from tables import random_action

SEATS = ("anne", "bart", "grace", "henry", "mary", "ned")
PLAYERS = range(2, 7)
STANDARD = "up 3 3 3 3"


@cache
def skull_queen(players: int, **options: bool) -> SkullQueen:
    """Load the game once for each number of players and setting of options."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    game = load_game("skull-queen", players=players, options=named)
    assert isinstance(game, SkullQueen)
    return game


def hold(position: SkullPosition, seat: int, cards: Sequence[int]) -> None:
    """Let *cards* be the hand of *seat*."""
    if position.phase != DEAL:
        position.put("hand", sorted(cards), seat)
        return
    holders = int(position.rules.holders_at)
    for at in range(holders, holders + int(position.rules.card_count)):
        if position.numbers[at] == seat:
            position.numbers[at] = NOBODY
    for card in cards:
        position.numbers[holders + card] = seat


def lay(
    hands: str,
    *,
    planks: str = "",
    middle: str = "",
    pile: str = "",
    leader: str = "anne",
    **options: bool,
) -> SkullPosition:
    """Deal and place as told, so that *leader* begins the first trick; the rest of the deck is out.

    Planks that are not told stand at ``up 3 3 3 3``.
    """
    dealt = [hand.split() for hand in hands.split("|")]
    told = [plank.split() for plank in planks.split("|")] if planks else []
    position = skull_queen(len(dealt), **options).new_position(SEATS.index(leader))
    deck = position.rules.codes
    position.phase = PLAY
    position.leave([deck.index(code) for code in (pile or middle).split()])
    position.put("middle", [deck.index(code) for code in middle.split()])
    for seat, hand in enumerate(dealt):
        hold(position, seat, [deck.index(code) for code in hand])
        side, *fields = told[seat] if seat < len(told) else STANDARD.split()
        position.put("planks", [SIDES.index(side), *map(int, fields)], seat)
    position._begin_trick(SEATS.index(leader))
    return position


def dealt(players: int, seed: int = 1, **options: bool) -> SkullPosition:
    """Deal a new game by lot: now the first seat chooses a side."""
    position = skull_queen(players, **options).new_position()
    chance(position, Random(seed))
    return position


def leave_over(players: int, left: str, **options: bool) -> SkullPosition:
    """Deal everything but the cards *left*, or as many of them as the deal leaves."""
    position = skull_queen(players, **options).new_position()
    while position.phase == DEAL:
        deals = [card for card in position.pool if position.rules.codes[card] not in left.split()]
        position.apply(deals[0])
    return position


def final(results: list[list[int]], **options: bool) -> SkullPosition:
    """End a game with those points by round."""
    position = skull_queen(len(results[0]), **options).new_position()
    position.put("results", [points for round_ in results for points in round_])
    position.phase, position.actor = END, OVER
    return position


def placed(players: int, seed: int = 1, **options: bool) -> SkullPosition:
    """Deal by lot and set up all planks by lot: now the first trick begins."""
    position = dealt(players, seed, **options)
    rng = Random(seed)
    while position.choosing:
        position.apply(random_action(position, rng))
    return position


def chance(position: SkullPosition, rng: Random) -> None:
    """Let chance act while it is its turn."""
    while position.to_act() == CHANCE:
        position.apply(random_action(position, rng))


def field(position: SkullPosition, seat: str, colour: str) -> int:
    """Return where a pirate is."""
    return position.planks[SEATS.index(seat)][position.rules.colours.index(colour) + 1]


def fields(position: SkullPosition, seat: str) -> str:
    """Write where the pirates of a seat are, as `lay` reads it."""
    return " ".join(str(field(position, seat, colour)) for colour in position.rules.colours)


def codes(position: SkullPosition, cards: list[int]) -> str:
    """Write cards."""
    return " ".join(position.rules.codes[card] for card in cards)


def begin(players: int, first: int = 0) -> SkullPosition:
    return skull_queen(players).new_position(first)


@cache
def _ruleset() -> Ruleset:
    return Engine().ruleset_file("skull-queen").variant()


def words(position: Position) -> Presenter:
    """Make the presenter for that position's game."""
    assert isinstance(position, SkullPosition)

    return _ruleset().presenter(position.rules)


def holds(position: SkullPosition, seat: str, code: str) -> bool:
    return position.rules.codes.index(code) in position.hand[SEATS.index(seat)]


def hand_of(position: SkullPosition, seat: str) -> list[str]:
    """List a hand as its owner sees it."""
    at = SEATS.index(seat)
    hands: Any = position.view(at)["hand"]
    return list(hands[at])


def sizes(position: SkullPosition, zone: str) -> str:
    """Count the cards in the hands or in another zone."""
    cards = position.hand if zone == "hands" else [getattr(position, zone)]
    return " ".join(str(len(lying)) for lying in cards)


PHASES = {SWAP: "swap", SIDE: "side", KING: "king"}
SETUPS: dict[str, Callable[..., SkullPosition]] = {
    "new": begin,
    "dealt": dealt,
    "leave_over": leave_over,
    "lay": lay,
    "final": final,
}
READERS: dict[str, Callable[..., object]] = {
    "phase": lambda position: PHASES[position.phase],
    "field": field,
    "fields": fields,
    "hand": lambda position, seat: codes(position, position.hand[SEATS.index(seat)]),
    "holds": holds,
    "hand_shown": lambda position, seat: " ".join(hand_of(position, seat)),
    "sizes": sizes,
    "in_pile": lambda position, code: position.rules.codes.index(code) in position.pile,
}
