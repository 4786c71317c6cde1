"""Audits of random games: at every state all is counted anew, from facts that are given."""

from collections.abc import Callable, Sequence
from operator import attrgetter, mul
from random import Random
from typing import Any, TypeAlias

from splitpick.core import CHANCE, Position
from splitpick.core.game import draw_outcome
from splitpick.core.splitting.plain.plain_position import PlainGame, PlainPosition
from splitpick.plugins.dead_mans_dice.dice_game import DicePosition
from splitpick.plugins.jolly_roger import Crews
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from tables import random_action

State: TypeAlias = tuple[Any, ...]

STATES: dict[type, Callable[[Any], State]] = {
    PlainPosition: attrgetter(
        "phase", "turn", "splitter", "actor", "pool", "drawn", "sets", "hands",
        "table.crews", "table.strengths", "table.captain_of", "table.supply", "table.chests",
        "table.chest_golds", "table.box",
    ),
    SkullPosition: attrgetter(
        "phase", "round", "actor", "starter", "led", "done", "secret", "secret_kinds",
        "pool", "hand", "pile", "laid", "middle", "covered", "played", "leaders",
        "planks", "results",
    ),
    DicePosition: attrgetter(
        "first", "actor", "done", "secret", "secret_kinds", "opening", "plundering",
        "seat", "round", "kind", "rolled", "placed", "rolls_on", "idle", "last_round", "totals",
        "unplaced", "spent", "piles",
    ),
}  # fmt: skip
"""Return all that a position holds, for comparing; the lists are its own."""


def state_of(position: Position) -> State:
    return STATES[type(position)](position)


def frozen(state: State) -> State:
    """Copy the lists of a state, and the lists in them."""
    return tuple(
        [part[:] if isinstance(part, list) else part for part in value]
        if isinstance(value, list)
        else value
        for value in state
    )


def go_on(position: Position, rng: Random) -> str:
    """Do an action drawn by lot, and return its notation.

    It survives being written and read, a copy is equal, playing on in the copy leaves the original
    as it is, and both then come to the same.
    """
    if position.to_act() == CHANCE:
        x = rng.random()
        action = position.draw_at(x)
        assert action == draw_outcome(position.chance_outcomes(), x)
    else:
        action = random_action(position, rng)
    text = position.notation(action)
    assert position.parse(text) == action

    before = frozen(state_of(position))
    twin = position.copy()
    assert state_of(twin) == before
    twin.apply(action)
    assert state_of(position) == before
    position.apply(action)
    assert state_of(twin) == state_of(position)
    return text


class Audit:
    """Checks positions of a crews table.

    *counts*, *strengths* and *golds* are by card, *ship_golds* by ship.  Every card's number of
    copies has a byte of its own in one long number, so that sums compare whole decks at once.
    """

    def __init__(
        self,
        game: PlainGame,
        counts: Sequence[int],
        strengths: Sequence[int],
        golds: Sequence[int],
        ship_golds: Sequence[int],
        captains: int,
        parrot: int = 1,
    ) -> None:
        self.byte = [1 << 8 * card for card in range(len(counts))]
        self.deck = sum(map(mul, counts, self.byte))
        self.laid_byte = [byte for byte in self.byte for _ in "ud"]
        self.laid_strength = [value for strength in strengths for value in (strength, parrot)]
        self.golds = list(golds)
        self.ship_golds = list(ship_golds)
        self.captains = captains
        self.enough = captains >= len(ship_golds)
        self.seats = range(game.players)

    def check(self, position: PlainPosition) -> None:
        """Count the cards, the crews, the captains and the gold."""
        table = position.table
        assert isinstance(table, Crews)
        self._check_cards(position, table)
        self._check_captains(table)
        gold = self.golds.__getitem__
        scores = [sum(map(gold, chest)) for chest in table.chests]
        for ship, seat in enumerate(table.captain_of):
            if seat >= 0:
                scores[seat] += self.ship_golds[ship]
        assert position.scores() == scores

    def _check_cards(self, position: PlainPosition, table: Crews) -> None:
        """Each card lies exactly once somewhere: pool, drawn, set, hand, crew, chest or box."""
        byte = self.byte.__getitem__
        laid_byte = self.laid_byte.__getitem__
        found = sum(map(mul, position.pool, self.byte))
        found += sum(map(byte, position.drawn)) + sum(map(byte, table.box))
        for places in (position.sets, position.hands, table.chests):
            for cards in places:
                found += sum(map(byte, cards))
        for crew in table.crews:
            found += sum(map(laid_byte, crew))
        assert found == self.deck
        if position.to_act() == CHANCE:
            unseen = [(card, count) for card, count in enumerate(position.pool) if count]
            assert position.chance_outcomes() == unseen

    def _check_captains(self, table: Crews) -> None:
        """The strictly stronger crew holds the captain, and no captain is lost or made."""
        laid_strength = self.laid_strength.__getitem__
        strengths = [sum(map(laid_strength, crew)) for crew in table.crews]
        assert table.strengths == strengths
        ships = len(self.ship_golds)
        for ship, holder in enumerate(table.captain_of):
            column = strengths[ship::ships]
            best = max(column)
            stronger = column.index(best) if column.count(best) == 1 else -1
            # With fewer captains than ships the stronger crew may have none left to send.
            assert holder == stronger or (holder == -1 and not self.enough)
        captains = self.captains
        assert table.supply == [captains - table.captain_of.count(seat) for seat in self.seats]
