"""The course of a game of offers: who is dealt what, who splits, who picks, and where cards go.

Each card has a mask beside it: bit *n* is set if seat *n* knows the card, and the bit after those
of all seats if an onlooker knows it as well, since the card lies open.
"""

from __future__ import annotations

from ...game import CHANCE, OVER, draw_outcome
from ..offer import Offer
from ..phases import DEAL, END, PICK, PLAY, SPLIT
from ..position import SplitPosition
from ..splits import along
from .offer_rules import OfferRules


class OfferCourse(SplitPosition):
    """Moments of a game of offers.

    An action is, by phase: the card dealt; the number of a split, see `OfferRules.ranked`; a set,
    or ``set * number of card types + card``; the number that the table gives to a play.
    """

    def __init__(self, game: OfferRules, first: int, like: OfferCourse | None = None) -> None:
        super().__init__(game, first, like)
        self.rules = game
        self.undrawn: list[int]
        self.on_offer: list[list[int]]
        self.in_hand: list[list[int]]
        self.offer: Offer = game.offer
        self.everybody: int = (2 << game.players) - 1
        """The mask of a card that lies open."""
        self.leader: int
        """The seat that splits first in this turn; `splitter` is the one whose offer it is."""
        self.waiting: list[int]
        """The seats that have yet to be dealt cards, to split, to pick, or to play, by phase."""
        self.held: list[list[int]]
        """Cards of each seat outside of sets: its hand, or those that it is about to split."""
        self.held_known: list[list[int]]
        self.chosen: list[int]
        """The split that each seat has chosen, or -1; sets are laid out when all have split."""
        self.laid: list[list[list[int]]]
        """Sets that each seat has laid out, until they are picked; cards face down come last."""
        self.laid_prices: list[list[int]]
        self.order: list[list[int]]
        """The numbers of the sets of each seat in the order of its open row, if the rest stays."""
        self.prices: list[int]
        """The prices of `sets`."""
        self.hands_known: list[list[int]]
        self.out: list[int]
        """The cards that have left the game without coming to the table."""
        self.out_known: list[int]
        self.paid: list[int]
        """The prices that each seat has received, less those that it has paid."""
        if like is None:
            self.undrawn = game.counts[:]
            self.on_offer = []
            self.in_hand = [[] for _ in range(game.players)]
            self.leader = first
            self.waiting = []
            self.held = [[] for _ in range(game.players)]
            self.held_known = [[] for _ in range(game.players)]
            self.chosen = [-1] * game.players
            self.laid = [[] for _ in range(game.players)]
            self.laid_prices = [[] for _ in range(game.players)]
            self.order = [[] for _ in range(game.players)]
            self.prices = []
            self.hands_known = [[] for _ in range(game.players)]
            self.out = []
            self.out_known = []
            self.paid = [0] * game.players
            self._begin_turn()
        else:
            self.undrawn = like.undrawn[:]
            self.on_offer = [cards[:] for cards in like.on_offer]
            self.in_hand = [cards[:] for cards in like.in_hand]
            self.leader = like.leader
            self.waiting = like.waiting[:]
            self.held = [cards[:] for cards in like.held]
            self.held_known = [known[:] for known in like.held_known]
            self.chosen = like.chosen[:]
            self.laid = [[cards[:] for cards in sets] for sets in like.laid]
            self.laid_prices = [prices[:] for prices in like.laid_prices]
            self.order = [numbers[:] for numbers in like.order]
            self.prices = like.prices[:]
            self.hands_known = [known[:] for known in like.hands_known]
            self.out = like.out[:]
            self.out_known = like.out_known[:]
            self.paid = like.paid[:]

    @property
    def pool(self) -> list[int]:
        return self.undrawn

    @property
    def drawn(self) -> list[int]:
        """No cards: `held` has those that are to be split."""
        return []

    @property
    def sets(self) -> list[list[int]]:
        return self.on_offer

    @property
    def hands(self) -> list[list[int]]:
        return self.in_hand

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            return self.table.legal_plays(self.actor, sorted(self.in_hand[self.actor]))
        if phase == SPLIT:
            return list(range(len(self.rules.ranked(self.held[self.actor]))))
        if phase == PICK:
            return self._picks()
        return []

    def draw_at(self, x: float) -> int:
        # In all phases: dice that a seat has not seen are thrown again when it imagines them.
        return draw_outcome([(card, count) for card, count in enumerate(self.undrawn)], x)

    def _picks(self) -> list[int]:
        if self.offer.take == "set":
            return [number for number, cards in enumerate(self.on_offer) if cards]
        types = len(self.rules.codes)
        return [
            number * types + card
            for number, cards in enumerate(self.on_offer)
            for card in sorted(set(cards))
        ]

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            self._play(self.actor, action)
            self._play_on()
        elif phase == DEAL:
            seat = self.waiting[0]
            if self.offer.source != "dice":
                self.undrawn[action] -= 1
            self.held[seat].append(action)
            open = self.offer.source != "hand" and not self.offer.face_down
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

    def splitters(self) -> list[int]:
        """Return the seats that split in this turn, in this order."""
        return self._from(self.leader) if self.offer.splitter == "all" else [self.leader]

    def _from(self, seat: int) -> list[int]:
        """Return all seats from *seat* on, clockwise."""
        return [(seat + step) % self.rules.players for step in range(self.rules.players)]

    def _begin_turn(self) -> None:
        self.splitter = self.leader
        hands = self.offer.source == "hand"
        if not hands:
            self.waiting = self.splitters()
        elif self.turn == 0:
            self.waiting = self._from(self.leader)
        else:
            self.waiting = self.splitters() if self.offer.refill else []
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
            self.waiting = self.splitters()
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
        if self.offer.face_down:
            # Others no longer know which of the cards they saw are still in the hand.
            self.held_known[seat] = [1 << seat for _ in held]

    def _split_on(self) -> None:
        """Let the next seat split; after the last one the offers are open."""
        if self.waiting:
            self.splitter = self.actor = self.waiting[0]
        else:
            for seat in self.splitters():
                self.lay(seat)
            self._open(self.leader)

    # Picking.

    def _open(self, seat: int) -> None:
        """Let the sets of *seat* be picked."""
        self.splitter = seat
        self.on_offer, self.laid[seat] = self.laid[seat], []
        self.prices, self.laid_prices[seat] = self.laid_prices[seat], []
        self.phase = PICK
        self.waiting = self._in_order(seat)
        if not self.offer.splitter_picks:
            self.waiting.pop()
        self._pick_on()

    def _in_order(self, splitter: int) -> list[int]:
        """Return the seats in the order of picking, *splitter* last."""
        others = self._from(splitter)[1:]
        if self.offer.order == "right":
            others.reverse()
        elif self.offer.order == "behind":
            scores = self.open_scores()
            others.sort(key=scores.__getitem__)
        return [*others, splitter]

    def _pick_on(self) -> None:
        """Let the next seat pick, or the last one take what is left without a choice."""
        while self.waiting and any(self.on_offer):
            self.actor = self.waiting.pop(0)
            picks = self._picks()
            if self.waiting or len(picks) > 1:
                return
            self._pick(self.actor, picks[0])
        self._clear()
        for seat in self._from(self.leader):
            if self.laid[seat]:
                self._open(seat)
                return
        self.waiting = self._in_order(self.leader)
        self._play_on()

    def _pick(self, seat: int, action: int) -> None:
        types = len(self.rules.codes)
        number = action if self.offer.take == "set" else action // types
        cards = self.on_offer[number]
        price = self.prices[number]
        self.paid[seat] -= price
        self.paid[self.splitter] += price
        if self.offer.take == "set":
            self.in_hand[seat] += cards
            for known in self.masks_of(cards, self.splitter):
                self.hands_known[seat].append(known | 1 << seat)
            self.on_offer[number] = []
        else:
            cards.remove(action % types)
            self.in_hand[seat].append(action % types)
            self.hands_known[seat].append(self.everybody)

    def masks_of(self, cards: list[int], splitter: int) -> list[int]:
        """Return the masks of the *cards* of a set of *splitter*."""
        up = len(cards) - self.offer.face_down
        return [self.everybody if at < up else 1 << splitter for at in range(len(cards))]

    def _clear(self) -> None:
        """Move the cards that nobody took to where they belong."""
        seat, rest = self.splitter, self.offer.rest
        for number in self.order[seat] or range(len(self.on_offer)):
            cards = self.on_offer[number]
            for card, known in zip(cards, self.masks_of(cards, seat), strict=True):
                if rest == "splitter":
                    self.in_hand[seat].append(card)
                    self.hands_known[seat].append(known)
                elif rest == "next" or (rest == "back" and self.offer.source == "hand"):
                    self.held[seat].append(card)
                    self.held_known[seat].append(known)
                elif rest == "discard" and self.offer.source != "dice":
                    self.out.append(card)
                    self.out_known.append(known)
                elif self.offer.source != "dice":
                    self.undrawn[card] += 1
        self.on_offer = []
        self.order[seat] = []
        self.prices = []

    # Playing.

    def _play_on(self) -> None:
        """Let the next card be played; when all are, the turn is over."""
        self.phase = PLAY
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
        if self.turn == self.rules.turns:
            self.phase = END
            self.actor = OVER
            return
        before = self.leader
        self.leader = (before + 1) % self.rules.players
        if self.offer.splitter == "behind":
            scores = self.open_scores()
            self.leader = min(self._from(self.leader), key=scores.__getitem__)
        if self.offer.splitter != "all" and self.offer.source != "hand":
            # What lay there for the next turn belongs to whoever splits now.
            for cards in (self.held, self.held_known):
                cards[before], cards[self.leader] = cards[self.leader], cards[before]
            bit = 1 << self.leader
            self.held_known[self.leader] = [known | bit for known in self.held_known[self.leader]]
        self._begin_turn()

    def _play(self, seat: int, play: int) -> None:
        hand, known = self.in_hand[seat], self.hands_known[seat]
        if self.table.secret:
            card, hides = self.table.card_of(play), self.table.lies_face_down(play)
            self.table.play_known(seat, play, take_card(hand, known, card, hides))
        else:
            take_card(hand, known, self.table.play(seat, play))

    # Scores.

    def open_scores(self) -> list[int]:
        """Return the points of each seat as far as everybody knows them."""
        return [
            score + paid for score, paid in zip(self.table.scores_for(None), self.paid, strict=True)
        ]

    def scores(self) -> list[int]:
        scores = self.table.scores()
        return [score + paid for score, paid in zip(scores, self.paid, strict=True)]

    def winners(self) -> list[int]:
        return self.table.winners_among(self.scores())

    def turns_left(self) -> int:
        left = self.rules.turns - self.turn
        return left if self.phase in (DEAL, END) else left - 1

    def cards(self) -> list[int]:
        cards = super().cards() + self.out
        for held in (*self.held, *[one for sets in self.laid for one in sets]):
            cards += held
        return cards


def take_card(cards: list[int], known: list[int], card: int, hides: bool = False) -> int:
    """Take one *card* out of *cards*, and return its mask.

    Of equal cards it is the one that most seats know: a card that is shown must not tell that
    another one is its like.  If the play *hides* the card, it is the one that fewest seats know.
    """
    at = -1
    for number, other in enumerate(cards):
        if other != card:
            continue
        if at < 0 or (known[number].bit_count() < known[at].bit_count()) == hides:
            at = number
    del cards[at]
    return known.pop(at)
