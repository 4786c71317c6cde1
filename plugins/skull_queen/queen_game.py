"""Skull Queen: deal, choose a side, place the pirates, play tricks, next round.

Cards are individuals and hands are secret; what a seat may know is in `SkullPosition.view`, and
`SkullPosition.resample` deals all the rest again.
"""

from __future__ import annotations

from random import Random
from typing import Final

from ...core.game import CHANCE, JSON, OVER, Action, Game, Position
from .queen_reading import read_action
from .queen_rules import (
    DEAL,
    END,
    KING,
    NO_COLOUR,
    NOBODY,
    PHASES,
    PLACE,
    PLAY,
    SIDE,
    SIDES,
    SWAP,
    UNPLACED,
    SkullRules,
    Verdict,
)
from .redeal import redeal

NO_SIDE: Final = -1


class SkullQueen(Game):
    """Skull Queen by *rules*."""

    def __init__(self, id: str, variant: str, rules: SkullRules) -> None:
        super().__init__(id, variant, rules.players)
        self.rules = rules

    def new_position(self, first: int = 0) -> SkullPosition:
        return SkullPosition(self.rules, first)


class SkullPosition(Position):
    """A moment of Skull Queen.

    Actions: what is dealt, swapped, turned over or played is the card; a side is its number in
    `SIDES`, and a place the number of the field, from 1.
    """

    def __init__(self, rules: SkullRules, first: int, like: SkullPosition | None = None) -> None:
        """Set up the first position, seat *first* leading, or one that is equal to *like*."""
        self.rules = rules
        self.first = first
        self.phase: int
        self.round: int
        """The round that is played, from 0."""
        self.actor: int
        self.starter: int
        """Who chooses first, and leads the first trick of the round."""
        self.led: int
        """The colour that must be followed, or `NO_COLOUR`."""
        self.pool: list[int]
        """The cards that are not dealt yet."""
        self.hands: list[list[int]]
        self.pile: list[int]
        """What the old pirate king has still to turn over; their order is left to chance."""
        self.laid: list[int]
        """The cards that the deal left for the middle."""
        self.middle: list[int]
        self.played: list[int]
        """The cards of this round's tricks, in the order they were played."""
        self.leaders: list[int]
        """Who led each trick of the round; of the king's, who chose first after him."""
        self.sides: list[int]
        self.fields: list[int]
        """Where the pirates are: seat by seat, of each the colours in their order."""
        self.results: list[int]
        """What each seat scored in each round that is over, round by round."""
        if like is None:
            self.round = 0
            self.results = []
            self.begin_round(first)
        else:
            self.phase = like.phase
            self.round = like.round
            self.actor = like.actor
            self.starter = like.starter
            self.led = like.led
            self.pool = like.pool[:]
            self.hands = [hand[:] for hand in like.hands]
            self.pile = like.pile[:]
            self.laid = like.laid[:]
            self.middle = like.middle[:]
            self.played = like.played[:]
            self.leaders = like.leaders[:]
            self.sides = like.sides[:]
            self.fields = like.fields[:]
            self.results = like.results[:]

    def begin_round(self, starter: int) -> None:
        """Gather all cards and pirates for a new deal."""
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
        """Who is dealt the next card: one card each in turn, from the starter on."""
        dealt = len(self.rules.codes) - len(self.pool)
        return (self.starter + dealt) % self.rules.players

    def _after_deal(self) -> None:
        """Swap what must not lie in the middle or with the king, then let the choosing begin."""
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
        """Put *card* from its hand in the place of the last card without a colour in the pool."""
        hand = self.hands[self.holder(card)]
        hand.remove(card)
        hand.append(self.pool.pop())
        hand.sort()
        self.pool.append(card)
        self.pool.sort()
        self._after_deal()

    def holder(self, card: int) -> int:
        """Return who has *card* in the hand, or `NOBODY`."""
        for seat, hand in enumerate(self.hands):
            if card in hand:
                return seat
        return NOBODY

    # The planks.

    @property
    def placing(self) -> int:
        """The colour whose pirate is to be placed now: the first that is not yet."""
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
        """Return where the pirate is: a field from 1, the water or `UNPLACED`."""
        return self.fields[seat * len(self.rules.colours) + colour]

    def worth(self, seat: int) -> int:
        """Add up the fields of the pirates of *seat* that stand on its plank."""
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
        verdicts, self.middle = rules.judge(trick, seats, self.middle, rules.colour_led(trick))
        colours = len(rules.colours)
        fields = self.fields
        for colour, riser, up, sinker, down in verdicts:
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
        """Whether the next card that is played is the last of its trick."""
        return self.phase == PLAY and (len(self.played) + 1) % self.rules.trick_size == 0

    def verdicts_with(self, card: int) -> tuple[list[Verdict], list[int]]:
        """Judge the trick that *card* completes: the verdicts, and the new middle."""
        rules = self.rules
        trick = [*self.trick(), card]
        seats = rules.orders[self.leaders[-1]]
        return rules.judge(trick, seats, self.middle, rules.colour_led(trick))

    # The result.

    def totals(self) -> list[int]:
        """Add up the rounds that are over."""
        players = self.rules.players
        return [sum(self.results[seat::players]) for seat in range(players)]

    def scores(self) -> list[int]:
        """Count what the rounds brought, and what the pirates on the planks are worth now.

        Planks count as soon as pirates are placed there, also those that are still secret.
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

    def copy(self) -> SkullPosition:
        return SkullPosition(self.rules, self.first, self)

    # What is secret.

    @property
    def choosing(self) -> bool:
        """Whether sides and places are still chosen, in secret."""
        return self.phase == SIDE or self.phase == PLACE

    @property
    def face_down(self) -> int:
        """Who has laid a card face down that the others do not know yet, or `NOBODY`."""
        if self.rules.king and self.phase == PLAY and len(self.trick()) == 2:
            return self.starter
        return NOBODY

    def resample(self, seat: int, rng: Random) -> SkullPosition:
        """Deal what *seat* has not seen again: to those who can have it, as they have followed."""
        again = self.copy()
        if self.phase == DEAL or self.phase == SWAP:
            again._resample_deal(rng)
        else:
            again._resample_hands(seat, rng)
        if self.choosing:
            again._resample_planks(seat, rng)
        return again

    def _resample_deal(self, rng: Random) -> None:
        """Deal again as far as was dealt; nobody looks at the hand before the deal is over."""
        numbered = self.rules.first_special
        swapped = [card for card in self.pool if self.phase == SWAP and card >= numbered]
        cards = [card for card in range(len(self.rules.codes)) if card not in swapped]
        sizes = [*map(len, self.hands), len(self.pool) - len(swapped)]
        *hands, pool = redeal(cards, sizes, lambda at, card: True, rng)
        self.hands = [sorted(hand) for hand in hands] if self.phase == SWAP else hands
        self.pool = sorted([*pool, *swapped])

    def _resample_hands(self, seat: int, rng: Random) -> None:
        rules = self.rules
        hidden = self.face_down
        if hidden == seat:
            hidden = NOBODY
        if hidden != NOBODY:
            self.hands[hidden].append(self.played.pop())
        holders = [*self.hands, self.pile]
        holders[seat] = []
        voids = [*self.voids(), [False] * len(rules.colours)]
        king = rules.players

        def may_hold(at: int, card: int) -> bool:
            colour = rules.colour_of[card]
            if colour < 0:
                return at != king or not rules.swaps
            return not voids[at][colour]

        unseen = sorted(card for hand in holders for card in hand)
        *hands, self.pile = map(sorted, redeal(unseen, list(map(len, holders)), may_hold, rng))
        hands[seat] = self.hands[seat]
        self.hands = hands
        if hidden != NOBODY:
            actor, self.actor = self.actor, hidden
            cards = self.legal_actions()
            self.actor = actor
            card = cards[int(rng.random() * len(cards))]
            self.hands[hidden].remove(card)
            self.played.append(card)

    def voids(self) -> list[list[bool]]:
        """Say for each seat of which colours it has shown to have no card any more.

        A card that lies face down is taken for one that follows.
        """
        rules = self.rules
        voids = [[False] * len(rules.colours) for _ in range(rules.players)]
        size = rules.trick_size
        for number, leader in enumerate(self.leaders):
            trick = self.played[number * size : (number + 1) * size]
            led = NO_COLOUR
            for place, card in enumerate(trick):
                colour = rules.colour_of[card]
                if led == NO_COLOUR:
                    if not (rules.king and place):
                        led = colour
                elif colour not in (NO_COLOUR, led) and not self._lies_face_down(number, place):
                    voids[rules.orders[leader][place]][led] = True
        return voids

    def _lies_face_down(self, number: int, place: int) -> bool:
        return self.face_down != NOBODY and number == len(self.leaders) - 1 and place == 1

    def _resample_planks(self, seat: int, rng: Random) -> None:
        """Draw by lot what the others have chosen, as far as they have."""
        colours = len(self.rules.colours)
        for at, field in enumerate(self.fields):
            if at // colours != seat and field != UNPLACED:
                self.fields[at] = 1 + int(rng.random() * self.rules.fields)
        for other, side in enumerate(self.sides):
            if other != seat and side != NO_SIDE:
                self.sides[other] = int(rng.random() * len(SIDES))

    # Words: notation, description, view.

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == PLAY:
            return self.rules.codes[action]
        if phase in (DEAL, KING):
            return f"+{self.rules.codes[action]}"
        if phase == SWAP:
            return f"swap {self.rules.codes[action]}"
        if phase == SIDE:
            return SIDES[action]
        return f"place {self.rules.letters[self.placing]}{action}"

    def describe(self, action: int) -> Action:
        codes = self.rules.codes
        phase = self.phase
        details: dict[str, JSON]
        if phase == SIDE:
            kind, details = "side", {"side": SIDES[action]}
        elif phase == PLACE:
            kind = "place"
            details = {"pirate": self.rules.colours[self.placing], "field": action}
        elif phase == DEAL:
            kind, details = "deal", {"card": codes[action], "seat": self.receiver}
        elif phase == SWAP:
            kind = "swap"
            details = {
                "card": codes[action],
                "seat": self.holder(action),
                "for": codes[self.pool[-1]],
            }
        else:
            kind, details = "king" if phase == KING else "play", {"card": codes[action]}
        return Action(kind, self.actor, self.notation(action), details)

    def view(self, seat: int | None) -> dict[str, JSON]:
        rules = self.rules
        players = range(rules.players)
        dealt = self.phase not in (DEAL, SWAP)
        totals = self.totals()
        known = [not self.choosing or other == seat for other in players]
        worth = [self.worth(other) if known[other] else 0 for other in players]
        if self.phase == END:
            worth = [0] * rules.players
        hand = self.hands[seat] if dealt and seat is not None else []
        secret: JSON = None
        if self.face_down != NOBODY and self.face_down == seat:
            secret = rules.codes[self.played[-1]]
        return {
            "phase": PHASES[self.phase],
            "round": min(self.round + 1, rules.rounds),
            "rounds": rules.rounds,
            "to_act": self.actor,
            "starter": self.starter,
            "leader": NOBODY if rules.king or not self.leaders else self.leaders[-1],
            "led": None if self.led == NO_COLOUR else rules.colours[self.led],
            "hand": self._codes(hand),
            "hand_sizes": [len(cards) for cards in self.hands],
            "pile_size": len(self.pile) if rules.king else None,
            "laid": self._codes(self.laid),
            "middle": self._codes(self.middle),
            "tricks": self._tricks(),
            "face_down": secret,
            "sides": [
                SIDES[side] if known[other] and side != NO_SIDE else None
                for other, side in enumerate(self.sides)
            ],
            "pirates": [self._pirates(other) if known[other] else {} for other in players],
            "placing": rules.colours[self.placing] if self.phase == PLACE else None,
            "results": [
                list(self.results[start : start + rules.players])
                for start in range(0, len(self.results), rules.players)
            ],
            "totals": list(totals),
            "scores": [total + now for total, now in zip(totals, worth, strict=True)],
        }

    def _codes(self, cards: list[int]) -> list[JSON]:
        codes = self.rules.codes
        return [codes[card] for card in cards]

    def _pirates(self, seat: int) -> dict[str, JSON]:
        """Tell the field of each pirate that is placed; 0 is the water."""
        return {
            colour: self.field(seat, number)
            for number, colour in enumerate(self.rules.colours)
            if self.field(seat, number) != UNPLACED
        }

    def _tricks(self) -> list[JSON]:
        """Tell the tricks of the round, the one that is played last: who played which card."""
        rules = self.rules
        size = rules.trick_size
        hidden = self.face_down != NOBODY
        tricks: list[JSON] = []
        for number, leader in enumerate(self.leaders):
            cards = self.played[number * size : (number + 1) * size]
            tricks.append(
                [
                    {
                        "seat": rules.orders[leader][place],
                        "card": None
                        if hidden and number == len(self.leaders) - 1 and place
                        else rules.codes[card],
                    }
                    for place, card in enumerate(cards)
                ]
            )
        return tricks

    def parse(self, text: str) -> int:
        return read_action(self, text)
