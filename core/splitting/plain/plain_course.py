"""The fast course of a game with the plain offer: deal, split, pick, play, next turn.

Cards are types with counts, not individuals.  The draw pile and the cards set aside form one unseen
pool, and a deal draws a type from this pool, weighted by the type's count, which is exactly the
chance in the rulebook.  So a position has no hidden state.
"""

from __future__ import annotations

from typing import Final

from ...game import CHANCE, OVER
from ...kernel.quick_random import QuickRandom
from ...vectors import PURE, i64, vec
from ..phases import DEAL, END, PICK, PLAY, SPLIT
from ..position import SplitPosition
from ..splits import pattern_of
from .plain_rules import PlainRules

GONE: Final = -1
"""The mark of a card that was played."""


class PlainCourse(SplitPosition):
    """Moments of a game with the plain offer.

    An action is, by phase: the card type drawn, the number of a canonical split, the number of the
    picked set (from 0), or the number that the table gives to a play.

    All cards outside the table are in one vector, `numbers`.  First comes how many of each type are
    unseen, then the cards of this turn, in deck order once all are drawn, and then a *mark* for
    each of these cards: the number of its set, or the number of seats plus the seat that has it in
    hand, or `GONE`.
    """

    lasting_actions = True

    def __init__(self, game: PlainRules, first: int, like: PlainCourse | None = None) -> None:
        super().__init__(game, first, like)
        self.rules = game
        self.unseen: i64
        """Number of unseen cards."""
        self.dealt: i64
        """Number of cards of this turn in `numbers`."""
        self.to_play: i64
        """Number of cards that the acting seat has in hand, while it plays them."""
        self.pattern: i64
        """The pattern of the drawn cards, while they are split."""
        self.free: i64
        """The sets that nobody has taken, as bits."""
        self.numbers: vec[i64]
        if like is None:
            self.unseen = game.card_count
            self.dealt = 0
            self.to_play = 0
            self.pattern = 0
            self.free = 0
            self.numbers = game.start[:]
        else:
            self.unseen = like.unseen
            self.dealt = like.dealt
            self.to_play = like.to_play
            self.pattern = like.pattern
            self.free = like.free
            self.numbers = like.numbers[:]

    # The cards outside the table, as new lists.

    @property
    def pool(self) -> list[int]:
        return list(self.numbers[: self.rules.types])

    @property
    def drawn(self) -> list[int]:
        if self.phase > SPLIT:
            return []
        return list(self.numbers[self.rules.types : self.rules.types + self.dealt])

    @property
    def sets(self) -> list[list[int]]:
        if self.phase != PICK:
            return []
        return [self._marked(number) for number in range(self.rules.players)]

    @property
    def hands(self) -> list[list[int]]:
        seats = self.rules.players
        return [self._marked(seats + seat) for seat in range(seats)]

    def _marked(self, mark: i64) -> list[int]:
        numbers = self.numbers
        at = self.rules.types
        types: list[int] = []
        for number in numbers[at + self.rules.most_drawn :]:
            if number == mark:
                types.append(numbers[at])
            at += 1
        return types

    # The course of the game.

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            actor = self.actor
            return self.table.legal_plays(actor, self._marked(self.rules.seat_count + actor))
        if phase == SPLIT:
            return self.rules.split_actions(self.pattern)
        if phase == PICK:
            return self.rules.free_sets[self.free][:]
        return []

    def action_at(self, x: float) -> int:
        phase = self.phase
        if phase == PLAY:
            if PURE:
                mark = self.rules.seat_count + self.actor
                plays = self.table.legal_plays(self.actor, self._marked(mark))
                return plays[int(x * len(plays))]
            self.find_plays()
            found = self.rules.found
            return found.numbers[i64(x * float(found.count))]
        if phase == SPLIT:
            self.rules.places_at(self.pattern)
            return i64(x * float(self.rules.split_counts[self.pattern]))
        sets = self.rules.free_sets[self.free]
        return sets[int(x * len(sets))]

    def find_plays(self) -> None:
        """Fill ``game.found`` with the legal plays."""
        game = self.rules
        numbers = self.numbers
        hand = game.hand
        count: i64 = 0
        mark = game.seat_count + self.actor
        at = game.types
        draw = game.most_drawn
        end = at + draw
        while at < end:
            if numbers[at + draw] == mark:
                hand[count] = numbers[at]
                count += 1
            at += 1
        found = game.found
        found.count = 0
        self.table.find_plays(self.actor, hand, count, found)

    def play_out(self, rng: QuickRandom) -> None:
        # As `play_on`, but with a turn at once.
        while self.actor != OVER:
            if self.phase == DEAL and not self.dealt:
                self._play_turn(rng)
            else:
                x = rng.random()
                self.apply(self.draw_at(x) if self.phase == DEAL else self.action_at(x))

    def _play_turn(self, rng: QuickRandom) -> None:
        """Play a turn at random; the marks need not change, since at its end all cards are gone."""
        game = self.rules
        numbers = self.numbers
        seats = game.seat_count
        draw = game.most_drawn
        first = game.types
        self._deal_turn(rng)
        pattern = pattern_of(numbers, first, draw)
        place = game.places_at(pattern) + rng.below(game.split_counts[pattern]) * draw
        places = game.places
        seat = self.splitter
        one: i64 = 1
        taken: i64 = 0
        free = seats
        while free:
            seat = game.left_of[seat]
            at: i64 = 0
            if free > 1:
                at = rng.below(free)
            number: i64 = 0
            while True:
                if taken >> number & 1 == 0:
                    if at == 0:
                        break
                    at -= 1
                number += 1
            game.picked[seat] = number
            taken |= one << number
            free -= 1
        hand = game.hand
        while True:
            seat = game.left_of[seat]
            number = game.picked[seat]
            count: i64 = 0
            at = 0
            while at < draw:
                hand[count] = numbers[first + at]
                count += places[place + at] == number  # a branch would often be mispredicted
                at += 1
            self.table.play_hand(seat, hand, count, rng, game.found)
            if seat == self.splitter:
                break
        self._end_turn()

    def _deal_turn(self, rng: QuickRandom) -> None:
        """Draw the cards of a turn, in deck order."""
        game = self.rules
        numbers = self.numbers
        drawn = game.hand
        draw = game.most_drawn
        unseen = self.unseen
        count: i64 = 0
        while count < draw:
            card: i64 = 0
            at = rng.below(unseen) - numbers[0]
            while at >= 0:
                card += 1
                at -= numbers[card]
            numbers[card] -= 1
            unseen -= 1
            drawn[count] = card
            count += 1
        self.unseen = unseen
        # The place of a card is the number of those before it; counting needs no branches.
        at = 0
        while at < draw:
            card = drawn[at]
            place = game.types
            other: i64 = 0
            while other < at:
                place += drawn[other] <= card
                other += 1
            while other < draw:
                place += drawn[other] < card
                other += 1
            numbers[place] = card
            at += 1

    def draw_at(self, x: float) -> int:
        numbers = self.numbers
        at = i64(x * float(self.unseen))
        card: i64 = 0
        at -= numbers[0]
        while at >= 0:
            card += 1
            at -= numbers[card]
        return card

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            self._remove(self.table.play(self.actor, action))
        elif phase == DEAL:
            self._deal(action)
        elif phase == SPLIT:
            self._split(action)
        else:
            self._take(action)

    def _deal(self, card: i64) -> None:
        """Draw *card*; after the last one, put the cards of this turn in deck order."""
        game = self.rules
        numbers = self.numbers
        numbers[card] -= 1
        numbers[game.types + self.dealt] = card
        self.unseen -= 1
        self.dealt += 1
        if self.dealt < game.most_drawn:
            return
        first = game.types
        at = first + 1
        end = first + self.dealt
        while at < end:
            moved = numbers[at]
            to = at
            while to > first and numbers[to - 1] > moved:
                numbers[to] = numbers[to - 1]
                to -= 1
            numbers[to] = moved
            at += 1
        self.pattern = pattern_of(numbers, first, self.dealt)
        self.phase = SPLIT
        self.actor = self.splitter

    def _split(self, action: i64) -> None:
        """Lay the cards out in the sets of split number *action*."""
        game = self.rules
        numbers = self.numbers
        draw = game.most_drawn
        place = game.places_at(self.pattern) + action * draw
        places = game.places
        at = game.types + draw
        end = at + draw
        while at < end:
            numbers[at] = places[place]
            at += 1
            place += 1
        self.free = game.all_sets
        self.phase = PICK
        self.actor = game.left_of[self.splitter]

    def _take(self, number: i64) -> None:
        """Give set *number* to the seat that picks; the splitter gets the last set."""
        game = self.rules
        one: i64 = 1
        self._mark(number, game.seat_count + self.actor)
        self.free ^= one << number
        self.actor = game.left_of[self.actor]
        if self.actor == self.splitter:
            if self.free:  # a game for one has no set left
                self._mark(game.free_sets[self.free][0], game.seat_count + self.actor)
                self.free = 0
            self.phase = PLAY
            self._begin_to_play(game.left_of[self.splitter])

    def _mark(self, number: i64, mark: i64) -> None:
        """Put *mark* in the place of the mark of set *number*."""
        numbers = self.numbers
        at = self.rules.types + self.rules.most_drawn
        end = at + self.rules.most_drawn
        while at < end:
            if numbers[at] == number:
                numbers[at] = mark
            at += 1

    def _remove(self, card: i64) -> None:
        """Remove the *card* that was played; with the last one of a hand, pass the turn on."""
        numbers = self.numbers
        game = self.rules
        mark = game.seat_count + self.actor
        draw = game.most_drawn
        at = game.types + draw
        while numbers[at] != mark or numbers[at - draw] != card:
            at += 1
        numbers[at] = GONE
        self.to_play -= 1
        if self.to_play:
            return
        if self.actor != self.splitter:
            self._begin_to_play(game.left_of[self.actor])
        else:
            self._end_turn()

    def _begin_to_play(self, seat: i64) -> None:
        game = self.rules
        numbers = self.numbers
        mark = game.seat_count + seat
        at = game.types + game.most_drawn
        end = at + game.most_drawn
        count: i64 = 0
        while at < end:
            if numbers[at] == mark:
                count += 1
            at += 1
        self.to_play = count
        self.actor = seat

    def _end_turn(self) -> None:
        self.table.finish_turn(self.splitter)
        self.turn += 1
        self.dealt = 0
        if self.turn == self.rules.turns or self.table.is_over():
            self.phase = END
            self.actor = OVER
        else:
            self.phase = DEAL
            self.actor = CHANCE
            self.splitter = self.rules.left_of[self.splitter]
