"""Planks and hands laid in one readable line, and what can be read off them.

::

    table = lay("R3 Y9 | R7 Y2 | R10 Y5", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    play(table, "R3 R7 R10")
    assert field(table, "grace", "red") == WATER

A plank is its side and the fields of the red, yellow, green and blue pirate.
"""

from __future__ import annotations

from functools import cache
from random import Random

from splitpick.core import CHANCE, OVER, load_game
from splitpick.core.game import draw_outcome
from splitpick.plugins.skull_queen.queen_game import SkullPosition, SkullQueen
from splitpick.plugins.skull_queen.queen_rules import DEAL, END, SIDES

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
    cards = position.rules.cards_by_code
    position.pool = []
    position.hands = [sorted(cards[code] for code in hand) for hand in dealt]
    position.pile = sorted(cards[code] for code in pile.split())
    position.laid = [cards[code] for code in middle.split()]
    position.middle = position.laid[:]
    for seat in range(len(dealt)):
        side, *fields = told[seat] if seat < len(told) else STANDARD.split()
        position.sides[seat] = SIDES.index(side)
        position.fields[seat * 4 : seat * 4 + 4] = map(int, fields)
    position._begin_trick(SEATS.index(leader))
    return position


def dealt(players: int, seed: int = 1, **options: bool) -> SkullPosition:
    """Deal a new game by lot: now the first seat chooses a side."""
    position = skull_queen(players, **options).new_position()
    chance(position, Random(seed))
    return position


def leave_over(players: int, *left: str, **options: bool) -> SkullPosition:
    """Deal everything but the cards *left*, or as many of them as the deal leaves."""
    position = skull_queen(players, **options).new_position()
    while position.phase == DEAL:
        deals = [card for card in position.pool if position.rules.codes[card] not in left]
        position.apply(deals[0])
    return position


def final(results: list[list[int]], **options: bool) -> SkullPosition:
    """End a game with those points by round."""
    position = skull_queen(len(results[0]), **options).new_position()
    position.results = [points for round_ in results for points in round_]
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


def random_action(position: SkullPosition, rng: Random) -> int:
    """Choose by lot what happens next."""
    if position.to_act() == CHANCE:
        return draw_outcome(position.chance_outcomes(), rng.random())
    actions = position.legal_actions()
    return actions[int(rng.random() * len(actions))]


def play(position: SkullPosition, texts: str) -> SkullPosition:
    """Do what *texts* write, with a comma, or between cards a blank, after each."""
    for part in texts.split(","):
        words = part.split()
        whole = words and words[0] in ("place", "swap")
        for text in [" ".join(words)] if whole else words:
            position.apply(position.parse(text))
    return position


def played_out(position: SkullPosition, seed: int = 1) -> SkullPosition:
    """Play at random to the end."""
    rng = Random(seed)
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))
    return position


def field(position: SkullPosition, seat: str, colour: str) -> int:
    """Return where a pirate is."""
    return position.field(SEATS.index(seat), position.rules.colours.index(colour))


def fields(position: SkullPosition, seat: str) -> str:
    """Write where the pirates of a seat are, as `lay` reads it."""
    return " ".join(str(field(position, seat, colour)) for colour in position.rules.colours)


def codes(position: SkullPosition, cards: list[int]) -> str:
    """Write cards."""
    return " ".join(position.rules.codes[card] for card in cards)


def actor(position: SkullPosition) -> str:
    """Return the seat that acts, ``nobody`` for chance and the end."""
    seat = position.to_act()
    return SEATS[seat] if seat >= 0 else "nobody"
