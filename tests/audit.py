"""Audits of random games: at every state all is counted anew, from facts that are given."""

from collections.abc import Callable, Sequence
from itertools import chain
from operator import attrgetter, mul
from typing import Any, Protocol, TypeAlias

import skull_queen_reference
from splitpick.core import CHANCE, OVER, Game, Position
from splitpick.core.game import draw_outcome
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.core.tables.crews import Crews
from splitpick.plugins.dead_mans_dice.dice_game import DO_PLUNDER, DiceGame, DicePosition
from splitpick.plugins.skull_queen.queen_game import SkullPosition, SkullQueen
from splitpick.plugins.skull_queen.queen_rules import KING, PLAY

State: TypeAlias = tuple[Any, ...]

STATES: dict[type, Callable[[Any], State]] = {
    SplitPosition: attrgetter(
        "phase", "turn", "splitter", "actor", "pool", "drawn", "sets", "hands",
        "table.crews", "table.strengths", "table.captain_of", "table.supply", "table.chests",
        "table.chest_golds", "table.box",
    ),
    SkullPosition: attrgetter(
        "phase", "round", "actor", "starter", "led", "done", "secret", "pool", "hand", "pile",
        "laid", "middle", "covered", "played", "leaders", "planks", "results",
    ),
    DicePosition: attrgetter(
        "first", "actor", "done", "secret", "opening", "plundering", "seat", "round", "kind",
        "rolled", "placed", "rolls_on", "idle", "last_round", "totals", "unplaced", "spent",
        "piles",
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


class Auditor(Protocol):
    def check(self, position: Any) -> None: ...


def check_game(game: Game, audit: Auditor, first: int, draw: Callable[[], float]) -> Any:
    """Play a game at random and check it at every state; return its end.

    Besides the audit: the legal actions have no duplicates and are never empty for a seat, one of
    them drawn by lot survives being written and read, a copy is equal, playing on in the copy
    leaves the original as it is, and both then come to the same.
    """
    position = game.new_position(first)
    audit.check(position)
    while (actor := position.to_act()) != OVER:
        if actor == CHANCE:
            outcomes = position.chance_outcomes()
            actions = [outcome for outcome, _ in outcomes]
            x = draw()
            action = draw_outcome(outcomes, x)
            assert position.draw_at(x) == action
        else:
            actions = position.legal_actions()
            action = actions[int(draw() * len(actions))]
        assert len(set(actions)) == len(actions)
        assert position.parse(position.notation(action)) == action

        before = frozen(state_of(position))
        twin = position.copy()
        assert state_of(twin) == before
        twin.apply(action)
        assert state_of(position) == before
        position.apply(action)
        assert state_of(twin) == state_of(position)
        audit.check(position)
    assert position.legal_actions() == []
    assert position.chance_outcomes() == []
    return position


class Audit:
    """Checks positions of a crews table.

    *counts*, *strengths* and *golds* are by card, *ship_golds* by ship.  Every card's number of
    copies has a byte of its own in one long number, so that sums compare whole decks at once.
    """

    def __init__(
        self,
        game: SplitGame,
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

    def check(self, position: SplitPosition) -> None:
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

    def _check_cards(self, position: SplitPosition, table: Crews) -> None:
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


class SkullAudit:
    """Checks positions of Skull Queen."""

    def __init__(self, game: SkullQueen) -> None:
        deck = skull_queen_reference.deck(game.players)
        self.players = game.players
        assert game.codes == deck
        self.colours = ["-" if code in ("M0", "F13") else code[0] for code in deck]

    def check(self, position: SkullPosition) -> None:
        """Check the cards, the hands, the pirates, the middle and the scores."""
        self._check_cards(position)
        for plank in position.planks:
            assert all(0 <= field <= 5 for field in plank)
            if position.phase in (PLAY, KING):
                assert len(plank) == 5
        assert position.choosing or not position.secret or any(position.covered)
        assert position.scores() == self.scores(position)

    def _check_cards(self, position: SkullPosition) -> None:
        """Each card is once in the pool, a hand, the pile, the deal's middle or played."""
        cards = [*position.pool, *position.pile, *position.laid, *position.played]
        for hand in (*position.hand, *position.covered):
            cards += hand
        assert sorted(cards) == list(range(len(self.colours)))
        sizes = [len(hand) for hand in position.hand]
        if position.phase == PLAY:
            assert max(sizes) - min(sizes) <= 1
            assert sizes[position.actor] == max(sizes)
            assert {*position.played, *position.laid}.issuperset(position.middle)
            if len(position.leaders) > 1:
                colours = [self.colours[card] for card in position.middle]
                assert len(set(colours)) == len(colours)

    def scores(self, position: SkullPosition) -> list[int]:
        """Count the planks as the reference does."""
        totals = [sum(position.results[seat :: self.players]) for seat in range(self.players)]
        for seat, plank in enumerate(position.planks if position.to_act() != OVER else ()):
            for field in plank[1:]:
                if field > 0:
                    place = 5 - field if plank[0] else field - 1
                    totals[seat] += skull_queen_reference.PLANK[place]
        return totals


class DiceAudit:
    """Checks positions of Dead Man's Dice, from the printed rules and the options."""

    def __init__(self, game: DiceGame) -> None:
        self.game = game
        opening = 1 if game.rules.options.opening_skull_one else 7
        worths = {"S": 7, "S1": opening}
        self.worth = {
            die: worths.get(code.partition("/")[0]) or int(code[0])
            for die, code in enumerate(game.codes)
            if code[0] in "S123456"
        }
        self.skulls = {die for die, code in enumerate(game.codes) if code[0] == "S"}
        self.jolly = game.codes.index("J")
        self.dice = sorted(["D", "D", "J"] * game.players)
        self.kinds = ["J" if code[0] in "JS" or "j/" in code else "D" for code in game.codes]

    def check(self, position: DicePosition) -> None:
        self._check_dice(position)
        self._check_scores(position)
        seat = position.to_act()
        if seat == CHANCE:
            faces = [action or 1 for action, weight in position.chance_outcomes() if weight == 1]
            assert faces == [1, 2, 3, 4, 5, 6]
        elif seat != OVER:
            assert seat == position.seat
            for action in position.legal_actions():
                if action >= DO_PLUNDER:
                    assert action != DO_PLUNDER + seat
                    assert position.piles[action - DO_PLUNDER][-1] not in self.skulls

    def _check_dice(self, position: DicePosition) -> None:
        """Each die is once in a pile, to be rolled, or out of the round."""
        dice = chain(*position.piles, *position.unplaced, *position.spent)
        assert sorted(map(self.kinds.__getitem__, dice)) == self.dice
        if self.game.rules.options.misfits_return:
            assert not any(position.spent)

    def _check_scores(self, position: DicePosition) -> None:
        """A pile counts its faces, a skull 7, doubled by a skull on top; no Jolly Roger, 7 less."""
        scores = position.totals[:]
        if position.to_act() != OVER:
            for seat, pile in enumerate(position.piles):
                worth = sum(map(self.worth.__getitem__, pile))
                if pile and pile[-1] in self.skulls:
                    worth *= 2
                jolly = {*position.unplaced[seat], *position.spent[seat]} & {self.jolly}
                scores[seat] += worth - 7 * len(jolly)
        assert position.scores() == scores
