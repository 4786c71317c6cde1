"""A game with the plain offer: evaluation, notation and views of its fast course."""

from __future__ import annotations

from typing import Final

from ...errors import IllegalAction
from ...evaluable import Evaluable
from ...game import JSON, Action
from ...kernel.action_list import ActionList
from ...kernel.hashing import FACTOR, MASK
from ...vectors import i64
from ..phases import DEAL, END, NAMES, PLAY, SPLIT
from ..table import Table
from .plain_course import PlainCourse
from .plain_rules import PlainRules

SIGNS: Final = 64
"""More than there are phases, seats, and cards in a turn."""


class PlainPosition(PlainCourse):
    """A moment of a game with the plain offer, as every seat knows it."""

    def copy(self) -> PlainPosition:
        return PlainPosition(self.rules, self.first, self)

    def become(self, other: Evaluable) -> bool:
        if not isinstance(other, PlainPosition):
            return False
        if not self.table.become(other.table):
            self.table = other.table.copy()
        self.phase = other.phase
        self.turn = other.turn
        self.splitter = other.splitter
        self.actor = other.actor
        self.unseen = other.unseen
        self.dealt = other.dealt
        self.to_play = other.to_play
        self.pattern = other.pattern
        self.free = other.free
        self.numbers = other.numbers[:]
        return True

    def find_actions(self, found: ActionList) -> None:
        if self.phase != PLAY:
            super().find_actions(found)
            return
        self.find_plays()
        plays = self.rules.found.numbers
        count = self.rules.found.count
        numbers = found.reserve(count)
        first = found.count
        at: i64 = 0
        while at < count:
            numbers[first + at] = plays[at]
            at += 1
        found.count = first + count

    # Evaluation.

    def key(self) -> tuple[object, ...]:
        table = self.table.key()
        if not table:
            return table
        return (
            table,
            tuple(self.numbers),
            self.dealt,
            self.actor,
            self.splitter,
            self.phase,
            self.turn,
        )

    def state_hash(self) -> int:
        hashed: i64 = self.table.state_hash()
        if not hashed:
            return 0
        numbers = self.numbers
        at = self.rules.types
        end = at + 2 * self.rules.most_drawn
        while at < end:
            hashed = (hashed * FACTOR + numbers[at] + 2) & MASK
            at += 1
        hashed = (hashed * FACTOR + (self.actor + 2) * SIGNS + self.splitter) & MASK
        hashed = (hashed * FACTOR + (self.turn * SIGNS + self.dealt) * SIGNS + self.phase) & MASK
        return hashed ^ (hashed >> 31)

    def lead_of(self, seat: int) -> int:
        return super().lead_of(seat) if self.rules.sides else self.table.lead_of(seat)

    def weighted(self, weights: list[float], seat: int) -> float:
        return self._weighted(self.table, weights, seat)

    def _weighted(self, table: Table, weights: list[float], seat: int) -> float:
        coming = self.turns_left() * self.rules.draw
        types = self.rules.types
        return table.weighted(weights, seat, self.numbers, types, coming, self.last_splitter())

    def turns_left(self) -> int:
        """Return the number of turns of which no card is drawn yet."""
        if self.phase == END:
            return 0
        left = self.rules.turns - self.turn
        return left if self.phase == DEAL and not self.dealt else max(left - 1, 0)

    def outlook(self, weights: list[float]) -> list[float]:
        """Estimate splits for two players as if cards were played alone; otherwise, return []."""
        if self.phase != SPLIT or self.rules.players != 2:
            return []
        own = self.actor
        gains = [self._gains(own, own, weights), self._gains(1 - own, own, weights)]
        places = self.rules.splits(self.pattern)
        values: list[float] = []
        for split in places:
            first = 0.0  # the value if the opponent takes the first set
            second = 0.0
            for at, place in enumerate(split):
                if place == 0:
                    first -= gains[1][at]
                    second += gains[0][at]
                else:
                    first += gains[0][at]
                    second -= gains[1][at]
            values.append(min(first, second))
        return values

    def _gains(self, seat: int, viewer: int, weights: list[float]) -> list[float]:
        """Return the gain of *seat* from playing each drawn card alone, by *viewer*'s terms."""
        sign = 1.0 if seat == viewer else -1.0
        now = self._weighted(self.table, weights, viewer)
        gains: list[float] = []
        before = -1
        for card in self.drawn:
            if card == before:
                gains.append(gains[-1])
                continue
            before = card
            best = -1e9
            for play in self.table.legal_plays(seat, [card]):
                after = self.table.copy()
                after.play(seat, play)
                best = max(best, sign * (self._weighted(after, weights, viewer) - now))
            gains.append(best)
        return gains

    # Notation and views.

    def notation(self, action: int) -> str:
        if self.phase != SPLIT:
            return super().notation(action)
        return self.rules.text.write_split(self._sets_at(self.rules.splits(self.pattern)[action]))

    def describe(self, action: int) -> Action:
        phase = self.phase
        if phase == PLAY:
            return self.table.describe(self.actor, action)
        if phase == DEAL:
            card = self.rules.codes[action]
            return Action("draw", self.actor, f"+{card}", {"card": card})
        if phase == SPLIT:
            sets = self._sets_at(self.rules.splits(self.pattern)[action])
            codes = self.rules.codes
            written: list[JSON] = [[codes[card] for card in cards] for cards in sets]
            return Action("split", self.actor, self.rules.text.write_split(sets), {"sets": written})
        number = action + 1
        cards = self.codes_of(self._marked(range(self.rules.players)[action]))
        return Action("pick", self.actor, f"pick {number}", {"set": number, "cards": cards})

    def _sets_at(self, places: list[int]) -> list[list[int]]:
        """Return the sets of a split; *places* has the set number of each drawn card."""
        sets: list[list[int]] = [[] for _ in range(self.rules.players)]
        for i, card in enumerate(self.drawn):
            sets[places[i]].append(card)
        return sets

    def view(self, seat: int | None) -> dict[str, JSON]:
        codes = self.rules.codes
        left = (self.rules.turns - self.turn) * self.rules.draw - self.dealt
        view: dict[str, JSON] = {
            "phase": NAMES[self.phase],
            "turn": self.shown_turn(),
            "turns": self.rules.turns,
            "splitter": self.splitter,
            "to_act": self.actor,
            "cards_left": left,
            "unseen": {codes[card]: count for card, count in enumerate(self.pool) if count},
            "drawn": self.codes_of(self.drawn),
            "sets": [self.codes_of(cards) for cards in self.sets],
            "hands": [self.codes_of(cards) for cards in self.hands],
            "scores": self.known_scores(seat, self.own_scores()),
        }
        view.update(self.table.view_for(seat))
        return view

    def parse_split(self, text: str) -> int:
        wanted = self.rules.text.read_split(text, self.drawn)
        for split, places in enumerate(self.rules.splits(self.pattern)):
            if self._sets_at(places) == wanted:
                return split
        raise AssertionError("every split of the right sizes is canonical")

    def parse_pick(self, text: str) -> int:
        number = int(text)
        if not 1 <= number <= len(self.sets) or not self.sets[number - 1]:
            raise IllegalAction(self.rules.text.no_such_set(text))
        return number - 1


class PlainGame(PlainRules):
    """A split-and-choose game with the plain offer: as many sets as seats, the splitter last."""

    def new_position(self, first: int = 0) -> PlainPosition:
        return PlainPosition(self, first)
