"""Random deals of the cards that a seat does not see, all with the same probability."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from ...core.declared import redeal
from ...core.vectors import append, i64, vec
from .queen_rules import DEAL, NO_COLOUR, NOBODY, SWAP, add, take
from .queen_zones import SkullZones

TRIES: Final = 100
"""Number of random deals that are tried before a deal is constructed instead."""


class SkullSecrets(SkullZones):
    """A position that can deal what a seat does not see again, within what play has shown.

    Each unseen card goes to a random place of those that may hold it. Cards that not all may hold
    go first, those with the fewest places before others. For each there are as many numbers to draw
    as it would have places if no card before had taken one that it could have left; numbers beyond
    the places that are left end the try. So every possible deal has the same probability.
    """

    def draw_secrets(self, seat: int, rng: Random) -> None:
        numbers = self.numbers
        covered = self.rules.covered_at
        covering = [other for other in range(self.rules.players) if other != seat]
        covering = [other for other in covering if numbers[covered + 2 * other]]
        for other in covering:
            numbers[covered + 2 * other] = 0
            add(numbers, other * self.rules.hand_room, numbers[covered + 2 * other + 1])
        self._gather(seat)
        rooms = self._rooms()
        able = self._able(rooms)
        classes = len(able)
        keys = [places_of(rooms, able[one]) * classes + one for one in range(classes)]
        order = vec[i64]([key % classes for key in sorted(keys)])
        draw = rng.random
        tries = 1
        while not self._deal_again(rooms, able, order, draw):
            if tries == TRIES:
                self._construct(rooms, able, rng)
                break
            tries += 1
        self._hand_out()
        actor = self.actor
        for self.actor in covering:  # any card that follows may lie face down
            card = self.action_at(rng.random())
            take(numbers, self.actor * self.rules.hand_room, card)
            self.put("covered", [card], self.actor)
        self.actor = actor
        if self.choosing:
            self._place_again(seat, rng)

    def _gather(self, seat: i64) -> None:
        """Set the holders of all cards that *seat* does not see; `NOBODY` for those it sees.

        Cards that no seat has got have the number of seats as their holder.
        """
        rules = self.rules
        numbers = self.numbers
        holders = rules.holders_at
        if self.phase != DEAL:
            for card in range(rules.card_count):
                numbers[holders + card] = NOBODY
            for other in range(rules.seat_count):
                if other == seat and not self.dealing:
                    continue
                hand = other * rules.hand_room
                for at in range(hand + 1, hand + 1 + numbers[hand]):
                    numbers[holders + numbers[at]] = other
                numbers[hand] = 0
        # Cards without a colour that are still to be swapped stay where they are.
        least = rules.first_special if self.phase == SWAP else rules.card_count
        if rules.king or self.dealing:
            for at in range(len(self.left)):
                if self.left[at] < least:
                    numbers[holders + self.left[at]] = rules.seat_count

    def _rooms(self) -> vec[i64]:
        """Return the number of unseen cards by holder."""
        rules = self.rules
        rooms = rules.no_rooms[:]
        for at in range(rules.holders_at, rules.holders_at + rules.card_count):
            holder = self.numbers[at]
            if holder != NOBODY:
                rooms[holder] += 1
        return rooms

    def _able(self, rooms: vec[i64]) -> vec[i64]:
        """Return, as bits, the holders that may hold each colour, and at last those without one."""
        rules = self.rules
        numbers = self.numbers
        every: i64 = 0
        for holder in range(rules.seat_count + 1):
            if rooms[holder]:
                every |= 1 << holder
        able = rules.no_classes[:]
        for colour in range(rules.colour_count + 1):
            able[colour] = every
        left: i64 = 1 << rules.seat_count
        if rules.king and rules.swaps and not self.dealing:
            able[rules.colour_count] = every & ~left
        first = rules.played_at + 1
        end = first + numbers[rules.played_at]
        for trick in range(numbers[rules.leaders_at]):
            order = numbers[rules.leaders_at + 1 + trick] * rules.trick_size
            led: i64 = NO_COLOUR
            for step in range(rules.trick_size):
                at = first + trick * rules.trick_size + step
                if at >= end:
                    break
                colour = rules.colour_of[numbers[at]]
                if led == NO_COLOUR:
                    if rules.king and step:
                        break  # the king's card has no colour, and nobody has to follow
                    led = colour
                elif colour not in (led, NO_COLOUR):
                    able[led] &= ~(1 << rules.seat_orders[order + step])
        return able

    def _deal_again(
        self, rooms: vec[i64], able: vec[i64], order: vec[i64], draw: Callable[[], float]
    ) -> bool:
        """Try to give each unseen card a random holder, and return the success.

        Cards of one colour come after another, in that *order*.
        """
        rules = self.rules
        numbers = self.numbers
        free = rooms[:]
        taken = rules.no_classes[:]  # by earlier cards, since they could go nowhere else
        for at in range(len(order)):
            one = order[at]
            choices: int = places_of(rooms, able[one]) - taken[one]
            places = places_of(free, able[one])
            given: i64 = 0
            first = rules.holders_at + rules.colour_starts[one]
            for card in range(first, rules.holders_at + rules.colour_starts[one + 1]):
                if numbers[card] != NOBODY:
                    place: i64 = int(draw() * choices)
                    if place >= places:
                        return False
                    numbers[card] = take_place(free, able[one], place)
                    choices -= 1
                    places -= 1
                    given += 1
            for later in range(at + 1, len(order)):
                if able[one] & ~able[order[later]] == 0:
                    taken[order[later]] += given
        return True

    def _construct(self, rooms: vec[i64], able: vec[i64], rng: Random) -> None:
        """Give the unseen cards random holders where a deal is hard to find."""
        rules = self.rules
        holders = rules.holders_at
        every = range(int(rules.card_count))
        unseen = [card for card in every if self.numbers[holders + card] != NOBODY]

        def may_hold(holder: int, card: int) -> bool:
            colour = rules.colour_of[card]
            return bool(able[colour if colour >= 0 else rules.colour_count] >> holder & 1)

        for holder, cards in enumerate(redeal(unseen, list(rooms), may_hold, rng)):
            for card in cards:
                self.numbers[holders + card] = holder

    def _hand_out(self) -> None:
        """Put the unseen cards where their holders are."""
        rules = self.rules
        numbers = self.numbers
        left = self.left[:0]
        for card in range(rules.card_count):
            holder = numbers[rules.holders_at + card]
            if holder == rules.seat_count:
                left = append(left, card)
                numbers[rules.holders_at + card] = NOBODY
            elif holder != NOBODY and self.phase != DEAL:
                add(numbers, holder * rules.hand_room, card)
        if rules.king or self.dealing:
            for at in range(len(left), len(self.left)):
                left = append(left, self.left[at])
            self.left = left

    def _place_again(self, seat: int, rng: Random) -> None:
        """Choose the secret sides and places of others at random."""
        fields = int(self.rules.fields)
        others = [other for other, plank in enumerate(self.planks) if plank and other != seat]
        for other in others:
            placed = [1 + int(rng.random() * fields) for _ in self.lying("planks", other)[1:]]
            self.put("planks", [int(rng.random() * 2), *placed], other)


def places_of(rooms: vec[i64], holders: i64) -> i64:
    """Return how many places the *holders*, given as bits, have together."""
    places: i64 = 0
    for holder in range(len(rooms)):
        if holders >> holder & 1:
            places += rooms[holder]
    return places


def take_place(rooms: vec[i64], holders: i64, place: i64) -> i64:
    """Take one of the places of *holders*, and return whose it was."""
    for holder in range(len(rooms)):
        if holders >> holder & 1:
            place -= rooms[holder]
            if place < 0:
                rooms[holder] -= 1
                return holder
    return NOBODY
