"""Piles of Dead Man's Dice laid in one readable line, and what can be read off them.

::

    position = lay(jack="2 5", bart="6", turn="jack")
    play(position, "roll J", "+S", "stack")
    assert pile(position, "jack") == "2 5 S"

A pile is written from its bottom to its top: ``5`` is an ordinary die, ``5j`` the Jolly Roger die,
``S`` its skull, ``s`` a skull of the opening, ``6/bart`` a die of another's.  What a seat has not
got in a pile it has still to roll.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from splitpick.core import Engine, load_game
from splitpick.core.rules.load import Ruleset
from splitpick.core.scene import Presenter
from splitpick.plugins.dead_mans_dice.dice_game import DiceGame, DicePosition
from splitpick.plugins.dead_mans_dice.dice_zones import TOTAL
from tables import legal, play

SEATS = ("jack", "bart", "anne", "mary", "ned", "rose")
PLAYERS = range(2, 7)


@cache
def _dice_game(players: int, variant: str | None, options: tuple[tuple[str, str], ...]) -> DiceGame:
    game = load_game("dead-mans-dice", variant=variant, players=players, options=dict(options))
    assert isinstance(game, DiceGame)
    return game


def dice_game(
    players: int = 2, variant: str | None = None, options: Mapping[str, str] | None = None
) -> DiceGame:
    """Load the game once for each number of players, variant and options."""
    return _dice_game(players, variant, tuple((options or {}).items()))


def new(
    players: int = 2, first: str = "jack", variant: str | None = None, **options: str
) -> DicePosition:
    """Begin a game; an option is given as ``roll_again="true"``."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    position = dice_game(players, variant, named).new_position(SEATS.index(first))
    assert isinstance(position, DicePosition)
    return position


def lay(
    *,
    turn: str = "jack",
    totals: Mapping[str, int] | None = None,
    round: int = 1,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    **piles: str,
) -> DicePosition:
    """Lay the *piles* of the seats out; it is the turn of *turn*, and a die is chosen to roll."""
    count = players or max(SEATS.index(seat) for seat in [*piles, turn, "bart"]) + 1
    position = new(count, **(options or {}))
    for seat, dice in piles.items():
        for text in dice.split():
            die, _, owner = text.partition("/")
            owner = owner or seat
            code = {"s": "S1"}.get(die, die) + f"/{owner}"
            position.put(SEATS.index(seat), position.game.codes.index(code))
    for seat, total in (totals or {}).items():
        position.numbers[SEATS.index(seat) * position.dice.room + TOTAL] = total
    position.round = round
    position.seat = position.actor = SEATS.index(turn)
    position.opening = False
    position.idle = 1
    return position


# What test_cases.py sets up and reads.


def pile(position: DicePosition, seat: str) -> str:
    """Write a pile as `lay` reads it."""
    codes = cast(list[list[str]], position.view(None)["piles"])[SEATS.index(seat)]
    own = f"/{seat}"
    return " ".join(code.removesuffix(own).replace("S1", "s") for code in codes)


def to_roll(position: DicePosition, seat: str) -> str:
    """Write the dice a seat has still to roll."""
    return " ".join(cast(list[list[str]], position.view(None)["unplaced"])[SEATS.index(seat)])


def gain(position: DicePosition, seat: str) -> int:
    """Return what a seat got in the last round that is over."""
    return position.last_round[SEATS.index(seat)][1]


def stacks(_: object, *dice: str) -> str:
    """List what can be stacked on such a pile."""
    rolled = [play(lay(jack=" ".join(dice)), "roll D", f"+{face}") for face in range(1, 7)]
    return "".join(
        str(face) for face, position in enumerate(rolled, 1) if "stack" in legal(position)
    )


def plunders(_: object, *dice: str) -> str:
    """List what can be plundered from a pile of one die by a seat with such a pile."""
    found = ""
    for face in range(1, 7):
        position = lay(jack=" ".join(dice), bart=str(face), turn="jack")
        play(position, "roll D", "+4" if dice[-1] != "4" else "+6")
        if "leave" in legal(position):
            play(position, "leave")
        found += str(face) if "plunder bart" in legal(position) else ""
    return found


@cache
def _ruleset() -> Ruleset:
    return Engine().ruleset_file("dead-mans-dice").variant()


def words(position: DicePosition) -> Presenter:
    """Make the presenter for that position's game."""
    return _ruleset().presenter(position.game)


SETUPS: dict[str, Callable[..., DicePosition]] = {"new": new, "lay": lay}
READERS: dict[str, Callable[..., object]] = {
    "pile": pile,
    "to_roll": to_roll,
    "gain": gain,
    "stacks": stacks,
    "plunders": plunders,
}
