"""The course of Skull Queen: deal, choose a side, place the pirates, play tricks, next round."""

from __future__ import annotations

from typing import Final, Self

from ...core.game import CHANCE, OVER, Position
from .queen_rules import (
    DEAL,
    END,
    KING,
    NO_COLOUR,
    NOBODY,
    PLACE,
    PLAY,
    SIDE,
    SWAP,
    UNPLACED,
    Judgement,
    SkullRules,
)

NO_SIDE: Final = -1


class SkullState(Position):
    """A state of Skull Queen and its transitions, without its notation and views.

    Each card has a different number.  An action is the card that is dealt, swapped, turned over
    or played, the number of a side in `SIDES`, or the number of a field, from 1.
    """

    def __init__(self, rules: SkullRules, first: int) -> None:
        """Set up the deal of the first round, in which seat *first* is the starter."""
        self.rules = rules
        self.first = first
        self.phase: int
        self.round = 0
        """The current round, from 0."""
        self.actor: int
        self.starter: int
        """Seat that chooses first and leads the first trick, or plays after the king in each."""
        self.led: int
        """The colour that must be followed, or `NO_COLOUR`."""
        self.pool: list[int]
        """Cards that are not dealt yet."""
        self.hands: list[list[int]]
        self.pile: list[int]
        """Cards that the old pirate king has still to turn over, in no particular order."""
        self.laid: list[int]
        """Cards that the deal left for the middle."""
        self.middle: list[int]
        self.played: list[int]
        """Cards of this round's tricks in the order of play."""
        self.leaders: list[int]
        """By trick, the seat that led it, or that played first after the king."""
        self.sides: list[int]
        self.fields: list[int]
        """Places of the pirates, by seat, then colour."""
        self.results: list[int] = []
        """Points in the finished rounds, by round, then seat."""
        self.begin_round(first)

    def copy(self) -> Self:
        again = type(self).__new__(type(self))
        again.__dict__.update(self.__dict__)
        again.pool = self.pool[:]
        again.hands = [hand[:] for hand in self.hands]
        again.pile = self.pile[:]
        again.laid = self.laid[:]
        again.middle = self.middle[:]
        again.played = self.played[:]
        again.leaders = self.leaders[:]
        again.sides = self.sides[:]
        again.fields = self.fields[:]
        again.results = self.results[:]
        return again

    def begin_round(self, starter: int) -> None:
        """Gather all cards and pirates, and begin the deal of a round with *starter*."""
        rules = self.rules
        self.phase = DEAL
        self.actor = CHANCE
        self.starter = starter
        self.led = NO_COLOUR
        self.pool = list(range(len(rules.codes)))
        self.hands = [[] for _ in range(rules.players)]
        self.pile = []
        self.laid = []
        self.middle = []
        self.played = []
        self.leaders = []
        self.sides = [NO_SIDE] * rules.players
        self.fields = [UNPLACED] * (rules.players * len(rules.colours))

    def to_act(self) -> int:
        return self.actor

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            hand = self.hands[self.actor]
            led = self.led
            if led == NO_COLOUR:
                return hand[:]
            colour_of = self.rules.colour_of
            for card in hand:
                if colour_of[card] == led:
                    return [card for card in hand if colour_of[card] == led or colour_of[card] < 0]
            return hand[:]
        if phase == SIDE:
            return [0, 1]
        if phase == PLACE:
            return list(range(1, self.rules.fields + 1))
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        phase = self.phase
        if phase == DEAL:
            return [(card, 1) for card in self.pool]
        if phase == KING:
            return [(card, 1) for card in self.pile]
        if phase == SWAP:
            numbered = self.rules.first_special
            cards = [card for hand in self.hands for card in hand if card < numbered]
            return [(card, 1) for card in sorted(cards)]
        return []

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            self._play(action)
        elif phase == DEAL:
            self.hands[self.receiver].append(action)
            self.pool.remove(action)
            if len(self.pool) == self.rules.left_over:
                for hand in self.hands:
                    hand.sort()
                self._after_deal()
        elif phase == PLACE:
            self._place(action)
        elif phase == SIDE:
            self.sides[self.actor] = action
            self.phase = PLACE
        elif phase == KING:
            self.pile.remove(action)
            self.played.append(action)
            self.led = self.rules.colour_of[action]
            self.phase = PLAY
            self.actor = self.starter
        else:
            self._swap(action)

    # The deal.

    @property
    def receiver(self) -> int:
        """Seat that is dealt the next card; the seats take turns, from the starter on."""
        dealt = len(self.rules.codes) - len(self.pool)
        return (self.starter + dealt) % self.rules.players

    def _after_deal(self) -> None:
        """Begin to swap a card that may not be left over; without such a card, to choose sides."""
        rules = self.rules
        if rules.swaps and self.pool and self.pool[-1] >= rules.first_special:
            self.phase = SWAP
            return
        if rules.king:
            self.pile = self.pool
        else:
            self.laid = self.pool
            self.middle = self.pool[:]
        self.pool = []
        self.phase = SIDE
        self.actor = self.starter

    def _swap(self, card: int) -> None:
        """Swap *card*, which is in a hand, for the last card in the pool, which has no colour."""
        hand = self.hands[self.holder(card)]
        hand.remove(card)
        hand.append(self.pool.pop())
        hand.sort()
        self.pool.append(card)
        self.pool.sort()
        self._after_deal()

    def holder(self, card: int) -> int:
        """Return the seat with *card* in its hand, or `NOBODY`."""
        for seat, hand in enumerate(self.hands):
            if card in hand:
                return seat
        return NOBODY

    # The planks.

    @property
    def placing(self) -> int:
        """Colour of the pirate that the actor has to place next, in the phase `PLACE` only."""
        colours = len(self.rules.colours)
        return self.fields.index(UNPLACED, self.actor * colours) - self.actor * colours

    def _place(self, field: int) -> None:
        colour = self.placing
        colours = len(self.rules.colours)
        self.fields[self.actor * colours + colour] = field
        if colour + 1 < colours:
            return
        self.actor = (self.actor + 1) % self.rules.players
        if self.actor != self.starter:
            self.phase = SIDE
        else:
            self._begin_trick(self.starter)

    def field(self, seat: int, colour: int) -> int:
        """Return the place of a pirate: a field from 1, `WATER` or `UNPLACED`."""
        return self.fields[seat * len(self.rules.colours) + colour]

    def worth(self, seat: int) -> int:
        """Return the points of the pirates on the plank of *seat*."""
        colours = len(self.rules.colours)
        values = self.rules.values[self.sides[seat]]
        worth = 0
        for field in self.fields[seat * colours : (seat + 1) * colours]:
            if field > 0:
                worth += values[field]
        return worth

    # The tricks.

    def _begin_trick(self, leader: int) -> None:
        self.leaders.append(leader)
        self.led = NO_COLOUR
        if self.rules.king:
            self.phase = KING
            self.actor = CHANCE
        else:
            self.phase = PLAY
            self.actor = leader

    def _play(self, card: int) -> None:
        rules = self.rules
        self.hands[self.actor].remove(card)
        self.played.append(card)
        if len(self.played) % rules.trick_size:
            # Behind the king's card the others lie face down, and set no colour for one another.
            if self.led == NO_COLOUR and not rules.king:
                self.led = rules.colour_of[card]
            self.actor = self.actor + 1 if self.actor + 1 < rules.players else 0
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        rules = self.rules
        trick = self.played[-rules.trick_size :]
        seats = rules.orders[self.leaders[-1]]
        judgements, self.middle = rules.judge(trick, seats, self.middle, rules.colour_led(trick))
        colours = len(rules.colours)
        fields = self.fields
        for colour, riser, up, sinker, down in judgements:
            if riser != NOBODY:
                at = riser * colours + colour
                fields[at] = rules.landing(fields[at], up)
            if sinker != NOBODY:
                at = sinker * colours + colour
                fields[at] = rules.landing(fields[at], -down)
        leader = self.starter if rules.king else rules.leads_next(trick, seats)
        if self.hands[0]:
            self._begin_trick(leader)
        else:
            self._end_round(leader)

    def _end_round(self, leader: int) -> None:
        rules = self.rules
        self.results += [self.worth(seat) for seat in range(rules.players)]
        self.round += 1
        if self.round == rules.rounds:
            self.phase = END
            self.actor = OVER
            self.led = NO_COLOUR
        elif rules.rulings.deal_passes or rules.king:
            self.begin_round((self.first + self.round) % rules.players)
        else:
            self.begin_round(leader)

    def trick(self) -> list[int]:
        """Return the cards of the trick that is being played."""
        started = len(self.played) // self.rules.trick_size * self.rules.trick_size
        return self.played[started:]

    @property
    def completes_trick(self) -> bool:
        """True if the next card completes the trick."""
        return self.phase == PLAY and (len(self.played) + 1) % self.rules.trick_size == 0

    def judgements_with(self, card: int) -> tuple[list[Judgement], list[int]]:
        """Judge the trick that *card* completes, as `SkullRules.judge` does."""
        rules = self.rules
        trick = [*self.trick(), card]
        seats = rules.orders[self.leaders[-1]]
        return rules.judge(trick, seats, self.middle, rules.colour_led(trick))

    # The result.

    def totals(self) -> list[int]:
        """Return the points of the finished rounds, by seat."""
        players = self.rules.players
        return [sum(self.results[seat::players]) for seat in range(players)]

    def scores(self) -> list[int]:
        """Return the points of the finished rounds and of the pirates on the planks now.

        Pirates that are still secret count as well.
        """
        totals = self.totals()
        if self.phase != END:
            for seat in range(len(totals)):
                totals[seat] += self.worth(seat)
        return totals

    def winners(self) -> list[int]:
        totals = self.totals()
        best = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if self.rules.rulings.shared_win:
            return best
        last = self.results[-len(totals) :]
        return [seat for seat in best if last[seat] == max(last[other] for other in best)]

    # Secrets.

    @property
    def choosing(self) -> bool:
        """True if sides and places are being chosen in secret."""
        return self.phase == SIDE or self.phase == PLACE

    @property
    def face_down(self) -> int:
        """Seat whose card lies face down in the current trick, or `NOBODY`."""
        if self.rules.king and self.phase == PLAY and len(self.trick()) == 2:
            return self.starter
        return NOBODY

    def voids(self) -> list[list[bool]]:
        """Return by seat and colour whether the seat has shown that it has no such card.

        A card that lies face down counts as one that follows.
        """
        rules = self.rules
        voids = [[False] * len(rules.colours) for _ in range(rules.players)]
        size = rules.trick_size
        for number, leader in enumerate(self.leaders):
            trick = self.played[number * size : (number + 1) * size]
            hidden = self.face_down != NOBODY and number == len(self.leaders) - 1
            led = NO_COLOUR
            for place, card in enumerate(trick):
                colour = rules.colour_of[card]
                if led == NO_COLOUR:
                    if not (rules.king and place):
                        led = colour
                elif colour not in (NO_COLOUR, led) and not (hidden and place == 1):
                    voids[rules.orders[leader][place]][led] = True
        return voids
