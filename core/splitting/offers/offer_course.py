"""The course of a game of offers: who is dealt what, splits, picks and plays, and in which order.

The step of a key of the offer is in the file of this key, in `parts`; when it is taken, is here.
"""

from __future__ import annotations

from ...game import CHANCE, OVER, draw_outcome
from ..phases import DEAL, END, PICK, PLAY, SPLIT
from ..splits import along, most_cards
from ..table import DRAWN
from .offer_rules import OfferRules
from .offer_state import OfferState, take_card
from .parts.order import in_order
from .parts.rest import clear, pass_on
from .parts.splitter import next_leader, splitters
from .parts.take import picks, take


class OfferCourse(OfferState):
    """Moments of a game of offers.

    An action is, by phase: the card dealt; the number of a split, see `OfferRules.ranked`; a set,
    or ``set * number of card types + card``; the number that the table gives to a play.
    """

    def __init__(self, game: OfferRules, first: int, like: OfferCourse | None = None) -> None:
        super().__init__(game, first, like)
        self.rules = game
        if like is None:
            self._begin_turn()

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            return self.table.legal_plays(self.actor, sorted(self.in_hand[self.actor]))
        if phase == SPLIT:
            return list(range(len(self.rules.ranked(self.held[self.actor]))))
        if phase == PICK:
            return picks(self)
        return []

    def draw_at(self, x: float) -> int:
        # In all phases: dice that a seat has not seen are thrown again when it imagines them.
        return draw_outcome([(card, count) for card, count in enumerate(self.undrawn)], x)

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            self._play(self.actor, action)
            self._play_on()
        elif phase == DEAL:
            seat = self.waiting[0]
            if self.offer.source != "dice":
                self.undrawn[action] -= 1
            if self.owed:
                self.owed -= 1
                self.in_hand[seat].append(action)
                self.hands_known[seat].append(self.everybody)
                self._play_on()
                return
            self.held[seat].append(action)
            open = self.offer.source != "hand" and not self.offer.hides()
            self.held_known[seat].append(self.everybody if open else 1 << seat)
            self._deal_on()
        elif phase == SPLIT:
            self.chosen[self.actor] = action
            self.waiting.pop(0)
            self._split_on()
        else:
            self._pick(self.actor, action)
            self._pick_on()

    # Dealing.

    def _begin_turn(self) -> None:
        self.splitter = self.leader
        hands = self.offer.source == "hand"
        if not hands:
            self.waiting = splitters(self)
        elif self.turn == 0:
            self.waiting = self.seats_from(self.leader)
        else:
            self.waiting = splitters(self) if self.offer.refill else []
        self.phase = DEAL
        self.actor = CHANCE
        self._deal_on()

    def _deal_on(self) -> None:
        """Let the next card be dealt; when all are dealt, the seats split."""
        full = self.offer.hand if self.offer.source == "hand" else self.offer.draw
        while self.waiting and len(self.held[self.waiting[0]]) >= full:
            self.waiting.pop(0)
        if not self.waiting:
            self.phase = SPLIT
            self.waiting = splitters(self)
            self._split_on()

    # Splitting.

    def lay(self, seat: int) -> None:
        """Lay out the sets that *seat* has chosen to make of the cards that it holds."""
        held, known = self.held[seat], self.held_known[seat]
        row, sets = held[:], self.laid[seat]
        for up, down, price in self.rules.split_at(held, self.chosen[seat]):
            for card in (*up, *down):
                take_card(held, known, card)
            sets.append([*up, *down])
            self.laid_prices[seat].append(price)
        # Where cards lie face down, nobody else knows the row: its order must not come back.
        if self.offer.contiguous and self.offer.rest == "next" and not self.offer.face_down:
            for number, run in along(row, sets, self.offer):
                self.order[seat].append(number)
                sets[number] = run
        self.chosen[seat] = -1
        if self.offer.hides():
            # Others no longer know which of the cards they saw are still in the hand.
            self.held_known[seat] = [1 << seat for _ in held]

    def _split_on(self) -> None:
        """Let the next seat split; after the last one the offers are open."""
        if self.waiting:
            self.splitter = self.actor = self.waiting[0]
        else:
            for seat in splitters(self):
                self.lay(seat)
            self._open(self.leader)

    # Picking.

    def _open(self, seat: int) -> None:
        """Let the sets of *seat* be picked."""
        self.splitter = seat
        self.on_offer, self.laid[seat] = self.laid[seat], []
        self.prices, self.laid_prices[seat] = self.laid_prices[seat], []
        self.phase = PICK
        self.waiting = in_order(self, seat)
        if not self.offer.splitter_picks:
            self.waiting.pop()
        self._pick_on()

    def _pick_on(self) -> None:
        """Let the next seat pick, or the last one take what is left without a choice."""
        while self.waiting and any(self.on_offer):
            self.actor = self.waiting.pop(0)
            possible = picks(self)
            if self.waiting or len(possible) > 1:
                return
            self._pick(self.actor, possible[0])
        clear(self)
        for seat in self.seats_from(self.leader):
            if self.laid[seat]:
                self._open(seat)
                return
        self.waiting = in_order(self, self.leader)
        self._play_on()

    def _pick(self, seat: int, action: int) -> None:
        number = take(self, seat, action)
        for part in self.rules.parts:
            part.picked(self, seat, number)

    # Playing.

    def _play_on(self) -> None:
        """Let the next card be played; when all are, the turn is over."""
        self.phase = PLAY
        if self.owed and self._spare() > 0:
            self.phase = DEAL
            self.actor = CHANCE
            return
        self.owed = 0
        while self.waiting:
            seat = self.waiting[0]
            if not self.in_hand[seat]:
                self.waiting.pop(0)
            elif self.table.automatic:
                self._play(seat, self.table.legal_plays(seat, sorted(self.in_hand[seat]))[0])
            else:
                self.actor = seat
                return
        self.table.finish_turn(self.leader)
        self.turn += 1
        if self.turn == self.rules.turns or self.table.is_over(self.paid):
            self.phase = END
            self.actor = OVER
            return
        before, self.leader = self.leader, next_leader(self)
        pass_on(self, before)
        self._begin_turn()

    def _spare(self) -> int:
        """Return the number of unseen cards that later turns do not need."""
        if self.offer.source == "dice":
            return 1
        left = self.rules.turns - self.turn - 1
        needed = most_cards(self.offer, left, self.rules.players) if left else 0
        return sum(self.undrawn) - needed

    def _play(self, seat: int, play: int) -> None:
        hand, known = self.in_hand[seat], self.hands_known[seat]
        if self.table.secret:
            card, hides = self.table.card_of(play), self.table.lies_face_down(play)
            self.table.play_known(seat, play, take_card(hand, known, card, hides))
        else:
            take_card(hand, known, self.table.play(seat, play))
        if self.table.reaches():
            for card in self.table.given():
                if card == DRAWN:
                    self.owed += 1
                else:
                    hand.append(card)
                    known.append(self.everybody)
