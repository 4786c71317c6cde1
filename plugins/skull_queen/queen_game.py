"""Skull Queen as a declared game: deal, choose a side, place the pirates, play tricks."""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import cast

from ...core.declared import ActionKind, DeclaredPosition, Zone
from ...core.declared.action_kind import TARGET_BITS, TARGET_MASK
from ...core.game import CHANCE, JSON, OVER
from ...core.text import Message, msg
from .queen_rules import DEAL, END, KING, NO_COLOUR, NOBODY, PLACE, PLAY, SIDE, SWAP, SkullRules


class SkullPosition(DeclaredPosition):
    """A position of Skull Queen; each card has a different number."""

    voids: Set[tuple[int, int]] = frozenset()
    """The result of `not_followed`, while secrets are drawn."""

    lasting_actions = True
    facts = ("round", "trick", "starter", "led")

    rules: SkullRules
    phase: int
    """The number of the kind of action that comes next, or `END`."""
    round: int
    """The current round, from 1."""
    starter: int
    """Seat that chooses first and leads the first trick, or plays after the king in each."""
    led: int
    """The colour that must be followed, or `NO_COLOUR`."""

    # The zones, which `ZONES` describes.
    hand: list[list[int]]
    pile: list[int]
    middle: list[int]
    covered: list[list[int]]
    planks: list[list[int]]
    pool: list[int]
    laid: list[int]
    played: list[int]
    leaders: list[int]
    results: list[int]

    def set_up(self) -> None:
        self.rules = cast(SkullRules, self.game)
        self.round = 1
        self._begin_round(self.first)

    def _begin_round(self, starter: int) -> None:
        """Gather all cards and pirates, and begin the deal of a round with *starter*."""
        rules = self.rules
        seats = range(rules.players)
        self.phase = DEAL
        self.actor = CHANCE
        self.starter = starter
        self.led = NO_COLOUR
        self.pool = list(range(len(rules.codes)))
        self.hand = [[] for _ in seats]
        self.pile, self.laid, self.middle, self.played, self.leaders = [], [], [], [], []
        self.planks = [[] for _ in seats]

    # What is possible.

    def possible(self) -> list[int]:
        return self.legal_actions() or [action for action, _ in self.chance_outcomes()]

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            hand = self.hand[self.actor]
            led = self.led
            if led == NO_COLOUR:
                return hand[:]
            colour_of = self.rules.colour_of
            for card in hand:
                if colour_of[card] == led:
                    return [card for card in hand if colour_of[card] == led or colour_of[card] < 0]
            return hand[:]
        if phase == SIDE:
            return [SIDE << TARGET_BITS, SIDE << TARGET_BITS | 1]
        if phase == PLACE:
            fields = self.rules.fields
            first = PLACE << TARGET_BITS | (len(self.planks[self.actor]) - 1) * fields
            return list(range(first, first + fields))
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        first = self.phase << TARGET_BITS
        return [(first | card, 1) for card in self.drawable()]

    def draw_at(self, x: float) -> int:
        cards = self.drawable()
        return self.phase << TARGET_BITS | cards[int(x * len(cards))]

    def drawable(self) -> list[int]:
        """Return the cards of which chance brings one, all with the same probability."""
        phase = self.phase
        if phase == DEAL:
            return self.pool
        if phase == KING:
            return self.pile
        if phase == SWAP:
            numbered = self.rules.first_special
            return sorted([card for hand in self.hand for card in hand if card < numbered])
        return []

    def apply(self, action: int) -> None:
        target = action & TARGET_MASK
        phase = self.phase
        if phase == PLAY:
            self._play(target)
        elif phase == DEAL:
            self.hand[self.receiver()].append(target)
            self.pool.remove(target)
            if len(self.pool) == self.rules.left_over:
                self._end_deal()
        elif phase == PLACE:
            self._place(target % self.rules.fields + 1)
        elif phase == SIDE:
            self.secret.append(self.done)
            self.planks[self.actor].append(target)
            self.phase = PLACE
        elif phase == KING:
            self.pile.remove(target)
            self.played.append(target)
            self.led = self.rules.colour_of[target]
            self.phase = PLAY
            self.actor = self.starter
        else:
            hand = self.hand[self.holder(target)]
            hand.remove(target)
            hand.append(self.pool.pop())
            self.pool.append(target)
            self.pool.sort()
            self._end_deal()
        self.done += 1

    # The deal.

    def receiver(self) -> int:
        """Return the seat that is dealt the next card; they take turns, from the starter on."""
        dealt = len(self.rules.codes) - len(self.pool)
        return (self.starter + dealt) % self.rules.players

    def _end_deal(self) -> None:
        """Begin to swap a card that may not be left over; without such a card, to choose sides."""
        rules = self.rules
        for hand in self.hand:
            hand.sort()
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

    def holder(self, card: int) -> int:
        """Return the seat with *card* in its hand, or `NOBODY`."""
        return next((seat for seat, hand in enumerate(self.hand) if card in hand), NOBODY)

    # The planks.

    @property
    def choosing(self) -> bool:
        """True if sides and places are being chosen in secret."""
        return self.phase == SIDE or self.phase == PLACE

    def _place(self, field: int) -> None:
        self.secret.append(self.done)
        plank = self.planks[self.actor]
        plank.append(field)
        if len(plank) <= len(self.rules.colours):
            return
        self.actor = self.next_seat(self.actor)
        self.phase = SIDE
        if self.actor == self.starter:
            self.reveal()
            self._begin_trick(self.starter)

    def worth(self, seat: int) -> int:
        """Return the points of the pirates on the plank of *seat*."""
        plank = self.planks[seat]
        return sum([self.rules.values[plank[0]][field] for field in plank[1:]])

    # The tricks.

    def _begin_trick(self, leader: int) -> None:
        self.leaders.append(leader)
        self.led = NO_COLOUR
        self.phase, self.actor = (KING, CHANCE) if self.rules.king else (PLAY, leader)

    def _play(self, card: int) -> None:
        rules = self.rules
        actor = self.actor
        self.hand[actor].remove(card)
        if rules.king:
            if actor == self.starter:
                self.secret.append(self.done)
                self.covered[actor].append(card)
                self.actor = self.next_seat(actor)
                return
            self.reveal()
            self.played.append(self.covered[self.starter].pop())
        elif self.led == NO_COLOUR:  # cards behind the king's set no colour for one another
            self.led = rules.colour_of[card]
        self.played.append(card)
        if len(self.played) % rules.trick_size:
            self.actor = actor + 1 if actor + 1 < rules.players else 0
        else:
            self._end_trick()

    @property
    def trick(self) -> int | str:
        """Number of the current trick, from 1; empty before."""
        return len(self.leaders) or ""

    def open_cards(self) -> list[int]:
        """Return the cards that lie face up in the current trick."""
        return self.played[(len(self.leaders) - 1) * self.rules.trick_size :]

    def _end_trick(self) -> None:
        rules = self.rules
        trick, leader = self.open_cards(), self.leaders[-1]
        moves, self.middle = rules.judge(trick, leader, self.middle)
        for colour, seat, steps in moves:
            if seat != NOBODY:
                plank = self.planks[seat]
                plank[colour + 1] = rules.landing(plank[colour + 1], steps)
        leader = self.starter if rules.king else rules.leads_next(trick, leader)
        if self.hand[0]:
            self._begin_trick(leader)
        else:
            self._end_round(leader)

    def _end_round(self, leader: int) -> None:
        rules = self.rules
        self.results += [self.worth(seat) for seat in range(rules.players)]
        if self.round == rules.players:
            self.phase = END
            self.actor = OVER
            self.led = NO_COLOUR
            return
        self.round += 1
        passes = rules.rulings.deal_passes or rules.king
        self._begin_round(self.next_seat(self.starter) if passes else leader)

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
        if self.phase == END:
            return totals
        return [total + self.worth(seat) for seat, total in enumerate(totals)]

    def known_scores(self, seat: int) -> list[int]:
        known = self.totals() if self.choosing else self.scores()
        if self.choosing and seat >= 0:
            known[seat] += self.worth(seat)
        return known

    def winners(self) -> list[int]:
        best = super().winners()
        if self.rules.rulings.shared_win:
            return best
        last = self.results[-self.rules.players :]
        return [seat for seat in best if last[seat] == max(last[other] for other in best)]

    # Secrets.

    def sees(self, zone: Zone, owner: int, seat: int) -> bool:
        if zone.name == "hand" and self.phase in (DEAL, SWAP):
            return False  # nobody looks at a hand before all is dealt
        return (zone.name == "planks" and not self.choosing) or super().sees(zone, owner, seat)

    def may_hold(self, zone: Zone, owner: int, card: int, seat: int) -> bool:
        colour = self.rules.colour_of[card]
        if colour == NO_COLOUR:
            return zone.name != "pile" or not self.rules.swaps
        return zone.name != "hand" or (owner, colour) not in self.voids

    def not_followed(self) -> set[tuple[int, int]]:
        """Return the seats that have not followed a colour, with that colour."""
        rules, size = self.rules, self.rules.trick_size
        found: set[tuple[int, int]] = set()
        for number, leader in enumerate(self.leaders):
            trick = self.played[number * size : (number + 1) * size]
            colours = [rules.colour_of[card] for card in trick]
            leading = colours[:1] if rules.king else [one for one in colours if one >= 0]
            led = leading[0] if leading else NO_COLOUR
            for seat, colour in zip(rules.orders[leader], colours, strict=False):
                if led >= 0 and colour not in (led, NO_COLOUR):
                    found.add((seat, led))
        return found

    def draw_secrets(self, seat: int, rng: Random) -> None:
        self.voids = self.not_followed()
        covering = [other for other, cards in enumerate(self.covered) if cards and other != seat]
        for other in covering:
            self.hand[other].append(self.covered[other].pop())
        # Cards without a colour that are still to be swapped stay where they are.
        least = self.rules.first_special if self.phase == SWAP else len(self.rules.codes)
        kept = [card for card in self.pool if card >= least]
        self.pool = [card for card in self.pool if card < least]
        super().draw_secrets(seat, rng)
        self.pool += kept
        actor = self.actor
        for self.actor in covering:  # any card that follows may lie face down
            cards = self.legal_actions()
            card = cards[int(rng.random() * len(cards))]
            self.hand[self.actor].remove(card)
            self.covered[self.actor].append(card)
        self.actor = actor
        planks = [plank for other, plank in enumerate(self.planks) if plank and other != seat]
        if self.choosing:
            for plank in planks:
                plank[1:] = [1 + int(rng.random() * self.rules.fields) for _ in plank[1:]]
            for plank in planks:
                plank[0] = int(rng.random() * len(self.rules.values))

    # Words.

    def show(self, zone: Zone, card: int) -> JSON:
        return self.rules.codes[card] if zone.name == "middle" else super().show(zone, card)

    def details(self, kind: ActionKind, target: int) -> dict[str, JSON]:
        if kind.number != SWAP:
            return {}
        return {"seat": self.holder(target), "for": self.rules.codes[self.pool[-1]]}

    def why_not(self, kind: ActionKind, target: int) -> Message | None:
        if not kind.number == self.phase == PLAY or target not in self.hand[self.actor]:
            return None
        return msg(
            "must-follow",
            "{card} does not follow the colour that was led: you may play {cards}.",
            card=self.rules.codes[target],
            cards=" ".join(self.rules.codes_of(self.legal_actions())),
        )


class SkullQueen(SkullRules):
    """Skull Queen for a number of players, by a rule set."""

    def new_position(self, first: int = 0) -> SkullPosition:
        return SkullPosition(self, first)
