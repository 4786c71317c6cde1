"""Skull Queen as a declared game: deal, choose a side, place the pirates, play tricks."""

from __future__ import annotations

from ...core.declared import ActionKind, Zone
from ...core.declared.action_kind import TARGET_BITS, TARGET_MASK
from ...core.game import CHANCE, JSON, OVER
from ...core.kernel.action_list import ActionList
from ...core.text import Message, msg
from ...core.vectors import i64, remove
from .queen_rules import (
    COUNT,
    DEAL,
    DOWN,
    END,
    HIGHEST,
    KING,
    MARKS,
    NO_COLOUR,
    NOBODY,
    PLACE,
    PLAY,
    RISER,
    SIDE,
    SINKER,
    SWAP,
    UP,
    SkullRules,
    add,
    take,
)
from .queen_secrets import SkullSecrets


class SkullPosition(SkullSecrets):
    """A position of Skull Queen: what can be done, what it does, and who knows of it."""

    lasting_actions = True
    lasting_uses = True
    facts = ("round", "trick", "starter", "led")

    def copy(self) -> SkullPosition:
        return SkullPosition(self.rules, 0, self)

    def round_number(self) -> int:
        return self.round

    def set_up(self) -> None:
        self.round = 1
        self._begin_round(self.first)

    def _begin_round(self, starter: i64) -> None:
        """Gather all cards and pirates, and begin the deal of a round with *starter*."""
        rules = self.rules
        results = rules.results_at
        before = self.numbers
        numbers = rules.empty[:]
        for at in range(results, results + 1 + before[results]):
            numbers[at] = before[at]
        self.numbers = numbers
        self.left = rules.deck_vector[:]
        self.phase = DEAL
        self.actor = CHANCE
        self.starter = starter
        self.led = NO_COLOUR

    # What is possible.

    def possible(self) -> list[int]:
        return self.legal_actions() or [action for action, _ in self.chance_outcomes()]

    def _playable(self) -> tuple[i64, i64, i64]:
        """Return which cards of its hand the actor may play.

        They are those from one place in `numbers` up to another, and as many of the last ones.
        """
        rules = self.rules
        numbers = self.numbers
        hand = self.actor * rules.hand_room
        end = hand + 1 + numbers[hand]
        if self.led == NO_COLOUR:
            return hand + 1, end, 0
        start = hand + 1
        least = rules.colour_starts[self.led]
        while start < end and numbers[start] < least:
            start += 1
        after = start
        least = rules.colour_starts[self.led + 1]
        while after < end and numbers[after] < least:
            after += 1
        if start == after:
            return hand + 1, end, 0
        last = end
        while numbers[last - 1] >= rules.first_special:
            last -= 1
        return start, after, end - last

    def legal_actions(self) -> list[int]:
        found = self.rules.found
        found.count = 0
        self.find_actions(found)
        return found.as_list()

    def find_actions(self, found: ActionList) -> None:
        phase = self.phase
        if phase == PLAY:
            numbers = self.numbers
            start, after, others = self._playable()
            for at in range(start, after):
                found.add(numbers[at])
            hand = self.actor * self.rules.hand_room
            end = hand + 1 + numbers[hand]
            for at in range(end - others, end):
                found.add(numbers[at])
        elif phase == SIDE:
            found.add(SIDE << TARGET_BITS)
            found.add(SIDE << TARGET_BITS | 1)
        elif phase == PLACE:
            first = self._first_place()
            for action in range(first, first + self.rules.fields):
                found.add(action)

    def _first_place(self) -> i64:
        """Return the action that puts the next pirate of the actor on its lowest field."""
        rules = self.rules
        chosen = self.numbers[rules.planks_at + self.actor * rules.plank_room]
        return PLACE << TARGET_BITS | (chosen - 1) * rules.fields

    def action_at(self, x: float) -> int:
        phase = self.phase
        if phase == PLAY:
            start, after, others = self._playable()
            count: int = after - start + others
            at: i64 = start + int(x * count)
            if at < after:
                return self.numbers[at]
            hand = self.actor * self.rules.hand_room
            return self.numbers[hand + 1 + self.numbers[hand] - others + at - after]
        if phase == PLACE:
            fields: int = self.rules.fields
            return self._first_place() + int(x * fields)
        return SIDE << TARGET_BITS | int(x * 2)

    def chance_outcomes(self) -> list[tuple[int, int]]:
        first = int(self.phase) << TARGET_BITS
        return [(first | card, 1) for card in self.drawable()]

    def draw_at(self, x: float) -> int:
        if self.phase == SWAP:
            cards = self.drawable()
            return SWAP << TARGET_BITS | cards[int(x * len(cards))]
        count: int = len(self.left)
        return self.phase << TARGET_BITS | self.left[int(x * count)]

    def drawable(self) -> list[int]:
        """Return the cards of which chance brings one, all with the same probability."""
        phase = self.phase
        if phase == SWAP:
            numbered = self.rules.first_special
            return sorted([card for hand in self.hand for card in hand if card < numbered])
        return list(self.left) if phase in (DEAL, KING) else []

    def apply(self, action: int) -> None:
        target: i64 = action & TARGET_MASK
        phase = self.phase
        if phase == PLAY:
            self._play(target)
        elif phase == DEAL:
            self._deal(target)
        elif phase == PLACE:
            self._place(target % self.rules.fields + 1)
        elif phase == SIDE:
            self.secret.append(self.done)
            add(self.numbers, self.rules.planks_at + self.actor * self.rules.plank_room, target)
            self.phase = PLACE
        elif phase == KING:
            self.left = remove(self.left, target)
            add(self.numbers, self.rules.played_at, target)
            self.led = self.rules.colour_of[target]
            self.phase = PLAY
            self.actor = self.starter
        else:
            self._swap(target)
        self.done += 1

    # The deal.

    def receiver(self) -> int:
        """Return the seat that is dealt the next card; they take turns, from the starter on."""
        dealt = len(self.rules.codes) - len(self.left)
        return (self.starter + dealt) % self.rules.players

    def _deal(self, card: i64) -> None:
        rules = self.rules
        numbers = self.numbers
        left = remove(self.left, card)
        count = len(left)
        dealt = rules.card_count - count - 1
        numbers[rules.holders_at + card] = (self.starter + dealt) % rules.seat_count
        self.left = left
        if count == rules.left_over:
            for card in range(rules.card_count):
                seat = numbers[rules.holders_at + card]
                if seat != NOBODY:
                    add(numbers, seat * rules.hand_room, card)
            self._end_deal()

    def _swap(self, card: i64) -> None:
        """Swap *card* of a hand for the last of the cards that are left over."""
        seat, left = self.holder(card), list(self.left)
        hand = [other for other in self.lying("hand", seat) if other != card]
        self.put("hand", sorted([*hand, left[-1]]), seat)
        self.leave([*left[:-1], card])
        self._end_deal()

    def _end_deal(self) -> None:
        """Begin to swap a card that may not be left over; without such a card, to choose sides."""
        rules = self.rules
        left = self.left
        count = len(left)
        if rules.swaps and count and left[count - 1] >= rules.first_special:
            self.phase = SWAP
            return
        if not rules.king:
            for at in range(count):
                add(self.numbers, rules.middle_at, left[at])
        self.phase = SIDE
        self.actor = self.starter

    def holder(self, card: int) -> int:
        """Return the seat with *card* in its hand, or `NOBODY`."""
        return next((seat for seat, hand in enumerate(self.hand) if card in hand), NOBODY)

    # The planks.

    def _place(self, field: i64) -> None:
        rules = self.rules
        self.secret.append(self.done)
        plank = rules.planks_at + self.actor * rules.plank_room
        add(self.numbers, plank, field)
        if self.numbers[plank] < rules.plank_room - 1:
            return
        self.actor = self.next_seat(self.actor)
        self.phase = SIDE
        if self.actor == self.starter:
            self.reveal()
            self._begin_trick(self.starter)

    def worth(self, seat: i64) -> i64:
        """Return the points of the pirates on the plank of *seat*."""
        rules = self.rules
        numbers = self.numbers
        plank = rules.planks_at + seat * rules.plank_room
        if not numbers[plank]:
            return 0
        values = numbers[plank + 1] * (rules.fields + 1)
        worth: i64 = 0
        for at in range(plank + 2, plank + 1 + numbers[plank]):
            worth += rules.plank_values[values + numbers[at]]
        return worth

    # The tricks.

    def _begin_trick(self, leader: i64) -> None:
        add(self.numbers, self.rules.leaders_at, leader)
        self.led = NO_COLOUR
        if self.rules.king:
            self.phase = KING
            self.actor = CHANCE
        else:
            self.phase = PLAY
            self.actor = leader

    def _play(self, card: i64) -> None:
        rules = self.rules
        numbers = self.numbers
        actor: i64 = self.actor
        take(numbers, actor * rules.hand_room, card)
        if rules.king:
            if actor == self.starter:
                self.secret.append(self.done)
                add(numbers, rules.covered_at + 2 * actor, card)
                self.actor = self.next_seat(self.actor)
                return
            self.reveal()
            covered = rules.covered_at + 2 * self.starter
            numbers[covered] = 0
            add(numbers, rules.played_at, numbers[covered + 1])
        elif self.led == NO_COLOUR:  # cards behind the king's set no colour for one another
            self.led = rules.colour_of[card]
        add(numbers, rules.played_at, card)
        if numbers[rules.played_at] % rules.trick_size:
            self.actor = actor + 1 if actor + 1 < rules.seat_count else 0
        else:
            self._end_trick()

    @property
    def trick(self) -> int | str:
        """Number of the current trick, from 1; empty before."""
        return int(self.numbers[self.rules.leaders_at]) or ""

    def open_cards(self) -> list[int]:
        """Return the cards that lie face up in the current trick."""
        return self.played[(len(self.leaders) - 1) * int(self.rules.trick_size) :]

    def _end_trick(self) -> None:
        rules = self.rules
        numbers = self.numbers
        trick = rules.played_at + 1 + numbers[rules.played_at] - rules.trick_size
        leader = numbers[rules.leaders_at + numbers[rules.leaders_at]]
        marks = rules.marks(numbers, rules.middle_at, trick, leader)
        numbers[rules.middle_at] = 0
        for colour in range(rules.colour_count):
            at = colour * MARKS
            if marks[at + COUNT] == 1:
                add(numbers, rules.middle_at, marks[at + HIGHEST])
            elif marks[at + COUNT]:
                if marks[at + RISER] != NOBODY:
                    place = rules.planks_at + 2 + colour + marks[at + RISER] * rules.plank_room
                    numbers[place] = rules.landing(numbers[place], marks[at + UP])
                if marks[at + SINKER] != NOBODY:
                    place = rules.planks_at + 2 + colour + marks[at + SINKER] * rules.plank_room
                    numbers[place] = rules.landing(numbers[place], -marks[at + DOWN])
        leader = self.starter if rules.king else rules.leads_next(numbers, trick, leader)
        if numbers[0]:  # the first hand
            self._begin_trick(leader)
        else:
            self._end_round(leader)

    def _end_round(self, leader: i64) -> None:
        rules = self.rules
        for seat in range(rules.seat_count):
            add(self.numbers, rules.results_at, self.worth(seat))
        if self.round == rules.seat_count:
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
        return [int(self._total(seat)) for seat in range(self.rules.seat_count)]

    def _total(self, seat: i64) -> i64:
        rules = self.rules
        first = rules.results_at + 1
        total: i64 = 0
        at = first + seat
        while at < first + self.numbers[first - 1]:
            total += self.numbers[at]
            at += rules.seat_count
        return total

    def scores(self) -> list[int]:
        """Return the points of the finished rounds and of the pirates on the planks now.

        Pirates that are still secret count as well.
        """
        return [int(self.points(seat)) for seat in range(self.rules.seat_count)]

    def points(self, seat: i64) -> i64:
        """Return the score of *seat*."""
        total = self._total(seat)
        return total if self.phase == END else total + self.worth(seat)

    def lead_of(self, seat: int) -> int:
        best: i64 = -(1 << 60)
        for other in range(self.rules.seat_count):
            if other != seat:
                best = max(best, self.points(other))
        return self.points(seat) - best

    def known_scores(self, seat: int) -> list[int]:
        known = self.totals() if self.choosing else self.scores()
        if self.choosing and seat >= 0:
            known[seat] += int(self.worth(seat))
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
        colour = self.rules.model.colours[self.led].name
        return msg("must-follow", "You must follow suit: {colour} was led.", colour=colour)


class SkullQueen(SkullRules):
    """Skull Queen for a number of players, by a rule set."""

    def new_position(self, first: int = 0) -> SkullPosition:
        return SkullPosition(self, first)
