"""Tables laid in one readable line, and what can be read off them.

::

    table = lay(green="jolly: G3 G1? | roger: SK", jolly="KR G4", roger="B1")
    play(table, "G4@green")
    assert captain(table, "green") == "jolly"

A crew is written from its first card to its last; a question mark is a parrot.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, TypedDict, TypeVar, cast

import pytest

from splitpick.core import (
    CHANCE,
    OVER,
    Game,
    IllegalAction,
    InvalidNotation,
    NotationError,
    Position,
    load_game,
)
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.phases import PICK, PLAY
from splitpick.core.splitting.plain.plain_position import PlainGame, PlainPosition
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.splitting.splits import pattern_of
from splitpick.core.text import Name
from splitpick.plugins.jolly_roger import CrewRules, CrewsTable, Effect
from splitpick.plugins.jolly_roger.crews_table import CrewEffect

VARIANTS = ("introductory", "advanced", "all-cards")
SEATS = ("jolly", "roger")
NOBODY = "nobody"

AnyPosition = TypeVar("AnyPosition", bound=Position)


@cache
def jolly_roger(variant: str = "all-cards") -> PlainGame:
    """Load Jolly & Roger once a variant: a game is immutable."""
    game = load_game("jolly-roger", variant=variant)
    assert isinstance(game, PlainGame)
    return game


# Laying.


def lay(
    variant: str = "all-cards",
    *,
    green: str = "",
    yellow: str = "",
    blue: str = "",
    red: str = "",
    jolly: str = "",
    roger: str = "",
    jolly_chest: str = "",
    roger_chest: str = "",
    turn: int = 1,
) -> PlainPosition:
    """Set a table up in the middle of a turn.

    A ship has ``jolly: G3 G1? | roger: SK``; *jolly* and *roger* are the cards they have still to
    play.  Where both have some Jolly plays first, as the picker.
    """
    position = jolly_roger(variant).new_position()
    table = crews_of(position)
    for ship, crews in enumerate((green, yellow, blue, red)):
        for crew in filter(None, crews.split("|")):
            owner, _, cards = crew.partition(":")
            for code in cards.split():
                card = take(position, code.removesuffix("?"))
                join = table.lay_parrot if code.endswith("?") else table.join
                join(SEATS.index(owner.strip()), ship, card)
    for seat, chest in enumerate((jolly_chest, roger_chest)):
        for code in chest.split():
            table.board(seat, take(position, code))
    mark(position, {2: jolly.split(), 3: roger.split()})
    position.turn = turn - 1
    position.phase = PLAY
    position.actor = 0 if jolly else 1
    position.splitter = 1 if roger else 0
    position.to_play = len((jolly or roger).split())
    return position


def mark(position: PlainPosition, cards: dict[int, list[str]]) -> None:
    """Take *cards* from the pool, with these marks of two seats (see `PlainCourse`)."""
    marked = sorted((take(position, code), mark) for mark, codes in cards.items() for code in codes)
    first, draw = len(position.game.codes), position.game.draw
    for at, (card, mark) in enumerate(marked):
        position.numbers[first + at] = card
        position.numbers[first + draw + at] = mark
    position.dealt = len(marked)
    position.pattern = pattern_of(position.numbers, first, draw)
    position.free = sum({1 << mark for _, mark in marked if 0 <= mark < 2})


def crews_of(position: SplitPosition) -> CrewsTable:
    """Return the table with what only the crews table has."""
    assert isinstance(position.table, CrewsTable)
    return position.table


def take(position: PlainPosition, code: str) -> int:
    """Take a card from those nobody has seen."""
    card = position.game.cards_by_code[code]
    assert position.pool[card], f"the deck has no {code} left"
    position.numbers[card] -= 1
    position.unseen -= 1
    return card


def drawn(cards: str, variant: str = "all-cards", first: int = 0) -> PlainPosition:
    """Deal *cards* in a new game: now they are split."""
    position = jolly_roger(variant).new_position(first)
    return play(position, *(f"+{code}" for code in cards.split()))


def offered(sets: str, variant: str = "all-cards", first: int = 0) -> PlainPosition:
    """Deal and split a new game's first cards: now a set is picked."""
    position = play(drawn(sets.replace("/", " "), variant, first), sets)
    assert position.phase == PICK
    return position


def play(position: AnyPosition, *texts: str) -> AnyPosition:
    """Do the actions that *texts* write, one after the other; return the position."""
    for text in texts:
        position.apply(position.parse(text))
    return position


def random_action(position: Position, rng: Random) -> int:
    """Choose by lot what happens next."""
    if position.to_act() == CHANCE:
        return position.draw_at(rng.random())
    actions = position.legal_actions()
    return actions[int(rng.random() * len(actions))]


def random_positions(game: Game, seed: int, first: int | None = None) -> Iterator[Any]:
    """Go through a random game; the caller must leave the positions as they are."""
    rng = Random(seed)
    position = game.new_position(seed % game.players if first is None else first)
    yield position
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))
        yield position


def played_out(position: AnyPosition, seed: int = 1) -> AnyPosition:
    """Play at random to the end."""
    rng = Random(seed)
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))
    return position


# Reading: all of it from the view, as any screen would.


class Laid(TypedDict):
    card: str
    up: bool
    strength: int


class Ship(TypedDict):
    ship: str
    gold: int
    captain: int
    strengths: list[int]
    crews: list[list[Laid]]


class Chest(TypedDict):
    gold: int
    cards: list[str]


class View(TypedDict):
    phase: str
    turn: int
    turns: int
    splitter: int
    to_act: int
    cards_left: int
    unseen: dict[str, int]
    drawn: list[str]
    sets: list[list[str]]
    hands: list[list[str]]
    scores: list[int]
    ships: list[Ship]
    chests: list[Chest]
    supply: list[int]
    box: list[str]
    best_ships: list[int]


def view(position: Position) -> View:
    """Return what everybody may know."""
    return cast(View, position.view(None))


def ship(position: Position, name: str) -> Ship:
    """Return the ship of that name."""
    (found,) = [ship for ship in view(position)["ships"] if ship["ship"] == name]
    return found


def crew(position: SplitPosition, seat: str, at: str) -> str:
    """Write a crew as `lay` reads it."""
    laid = ship(position, at)["crews"][position.game.seats.index(seat)]
    return " ".join(card["card"] + ("" if card["up"] else "?") for card in laid)


def strength(position: SplitPosition, seat: str, at: str) -> int:
    """Return what a crew counts."""
    return ship(position, at)["strengths"][position.game.seats.index(seat)]


def captain(position: SplitPosition, at: str) -> str:
    """Return whose captain stands on a ship."""
    holder = ship(position, at)["captain"]
    return position.game.seats[holder] if holder >= 0 else NOBODY


def supply(position: SplitPosition, seat: str) -> int:
    """Return how many captains a seat has in its supply."""
    return view(position)["supply"][position.game.seats.index(seat)]


def chest(position: SplitPosition, seat: str) -> str:
    """Write the cards under a treasure chest."""
    return " ".join(view(position)["chests"][position.game.seats.index(seat)]["cards"])


def hand(position: SplitPosition, seat: str) -> str:
    """Write the cards a seat has still to play."""
    return " ".join(view(position)["hands"][position.game.seats.index(seat)])


def actor(position: Position, seats: Sequence[str] = (*SEATS, "anne", "mary")) -> str:
    """Return the seat that acts, ``chance`` or ``over``."""
    seat = position.to_act()
    return {CHANCE: "chance", OVER: "over"}.get(seat, seats[seat])


def legal(position: Position) -> list[str]:
    """List what the seat to act may do, in the notation."""
    return [position.notation(action) for action in position.legal_actions()]


def illegal(position: Position, text: str) -> str:
    """Return the code of why *text*, which can be read, is not allowed."""
    return _refusal(position, text, IllegalAction)


def unreadable(position: Position, text: str) -> str:
    """Return the code of why *text* is no action."""
    return _refusal(position, text, InvalidNotation)


def _refusal(position: Position, text: str, kind: type[NotationError]) -> str:
    with pytest.raises(NotationError) as caught:
        position.parse(text)
    assert type(caught.value) is kind
    return caught.value.code


# What test_cases.py sets up and reads.


def begin(variant: str = "all-cards", first: int = 0) -> PlainPosition:
    return jolly_roger(variant).new_position(first)


def card_tells(position: SplitPosition, text: str) -> list[str]:
    """Return the code of what a special card says, and of what: counts with their number."""
    details = position.describe(position.parse(text)).details
    code, option = details["card"], details["option"]
    assert isinstance(code, str)
    assert isinstance(option, int)
    table = crews_of(position)
    effect = table.effects[position.game.cards_by_code[code]]
    assert effect is not None
    message = effect.tell(table, position.to_act(), option)
    assert message is not None
    params = message.params.items()
    return [message.code, *(f"{k} {v}" if isinstance(v, int) else k for k, v in params)]


SETUPS: dict[str, Callable[..., PlainPosition]] = {
    "new": begin,
    "drawn": drawn,
    "offered": offered,
    "lay": lay,
    "over": lambda: played_out(begin()),
}
READERS: dict[str, Callable[..., object]] = {
    "crew": crew,
    "strength": strength,
    "captain": captain,
    "supply": supply,
    "chest": chest,
    "hand": hand,
    "card_tells": card_tells,
}


# Games that no rule set describes.


def build(
    *,
    players: int = 2,
    deck: dict[str, tuple[int, int, int, Sequence[str]]],
    ships: dict[str, int],
    captains: int = 4,
    parrot: int = 1,
    draw: int = 5,
    least: int = 1,
    most: int = 4,
    turns: int = 8,
    effects: dict[str, type[Effect]] | None = None,
) -> PlainGame:
    """Make a game straight from the kernel's classes.

    *deck* is by code: count, strength, gold and the ships it may join face up; *ships* by name: the
    gold.
    """
    seats = [*SEATS, "anne", "mary"][:players]
    codes = list(deck)
    names = list(ships)
    rules = CrewRules(
        seats=seats,
        seat_names=[Name(seat) for seat in seats],
        codes=codes,
        counts=[count for count, _, _, _ in deck.values()],
        card_names=[Name(code) for code in codes],
        strengths=[strength for _, strength, _, _ in deck.values()],
        golds=[gold for _, _, gold, _ in deck.values()],
        card_ships=[[names.index(ship) for ship in joins] for _, _, _, joins in deck.values()],
        ships=names,
        ship_names=[Name(ship) for ship in names],
        ship_golds=list(ships.values()),
        captains=captains,
        parrot=parrot,
    )
    specials: list[CrewEffect | None] = [None] * len(codes)
    for code, effect in (effects or {}).items():
        card = codes.index(code)
        special = specials[card] = effect(rules, card)
        rules.effect_options[card] = special.options()
        rules.make_special(card, special.safe)
    counts = [count for count, _, _, _ in deck.values()]
    return PlainGame(
        "own",
        "own",
        seats=seats,
        codes=codes,
        counts=counts,
        offer=Offer(draw=draw, sets=len(seats), least=least, most=most),
        turns=turns,
        empty_table=CrewsTable(rules, specials),
    )
