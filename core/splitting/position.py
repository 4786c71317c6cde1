"""A split-and-choose game with any table: evaluation, notation and views."""

from __future__ import annotations

from random import Random
from typing import Final

from ..errors import IllegalAction, InvalidNotation
from ..evaluable import Evaluable
from ..game import JSON, Action
from ..kernel.action_list import ActionList
from ..kernel.hashing import FACTOR, MASK
from ..text import msg
from ..vectors import i64
from .phases import DEAL, END, NAMES, PICK, PLAY, SPLIT
from .split_course import SplitCourse
from .split_notation import form_of
from .split_rules import SplitRules
from .table import Table

SIGNS: Final = 64
"""More than there are phases, seats, and cards in a turn."""


class SplitPosition(SplitCourse):
    """A moment of a split-and-choose game, as every seat knows it."""

    def copy(self) -> SplitPosition:
        return SplitPosition(self.game, self.first, self)

    def become(self, other: Evaluable) -> bool:
        if not isinstance(other, SplitPosition):
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
        plays = self.game.found.numbers
        count = self.game.found.count
        numbers = found.reserve(count)
        first = found.count
        at: i64 = 0
        while at < count:
            numbers[first + at] = plays[at]
            at += 1
        found.count = first + count

    def is_choice(self) -> bool:
        return self.phase == SPLIT or self.phase == PICK

    def cards(self) -> list[int]:
        """Return every card outside the pool, so that tests can count them."""
        cards = [*self.drawn, *self.table.cards()]
        for held in (*self.sets, *self.hands):
            cards += held
        return cards

    def census(self) -> list[str]:
        if self.game.offer.source == "dice":  # a face is not used up
            return []
        unseen = [
            code
            for code, count in zip(self.game.codes, self.pool, strict=True)
            for _ in range(count)
        ]
        return unseen + [self.game.codes[card] for card in self.cards()]

    def scores(self) -> list[int]:
        return self.table.scores()

    def winners(self) -> list[int]:
        return self.table.winners()

    def resample(self, seat: int, rng: Random) -> SplitPosition:
        return self.copy()

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
        found: i64 = self.table.state_hash()
        if not found:
            return 0
        numbers = self.numbers
        at = self.game.types
        end = at + 2 * self.game.most_drawn
        while at < end:
            found = (found * FACTOR + numbers[at] + 2) & MASK
            at += 1
        found = (found * FACTOR + (self.actor + 2) * SIGNS + self.splitter) & MASK
        found = (found * FACTOR + (self.turn * SIGNS + self.dealt) * SIGNS + self.phase) & MASK
        return found ^ (found >> 31)

    def lead_of(self, seat: int) -> int:
        return self.table.lead_of(seat)

    def weighted(self, weights: list[float], seat: int) -> float:
        return self._weighted(self.table, weights, seat)

    def _weighted(self, table: Table, weights: list[float], seat: int) -> float:
        coming = self.turns_left() * self.game.draw
        types = self.game.types
        return table.weighted(weights, seat, self.numbers, types, coming, self.last_splitter())

    def turns_left(self) -> int:
        """Return the number of turns of which no card is drawn yet."""
        left = self.game.turns - self.turn
        return left if self.phase == DEAL and not self.dealt else max(left - 1, 0)

    def terms(self, seat: int) -> list[float]:
        return self.table.terms(
            seat, self.pool, self.turns_left() * self.game.draw, self.last_splitter()
        )

    def last_splitter(self) -> int:
        """Return the seat that splits in the last turn."""
        if self.phase == END:
            return self.splitter
        return (self.splitter + self.game.turns - 1 - self.turn) % self.game.players

    def outlook(self, weights: list[float]) -> list[float]:
        """Estimate splits for two players as if cards were played alone; otherwise, return []."""
        if self.phase != SPLIT or self.game.players != 2:
            return []
        own = self.actor
        gains = [self._gains(own, own, weights), self._gains(1 - own, own, weights)]
        places = self.game.splits(self.pattern)
        found: list[float] = []
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
            found.append(min(first, second))
        return found

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

    def term_names(self) -> list[str]:
        return self.table.term_names()

    def terms_id(self) -> str:
        return f"{self.game.id}/{self.game.variant}"

    # Notation and views.

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == PLAY:
            return self.table.notation(action)
        if phase == DEAL:
            return "+" + self.game.codes[action]
        if phase == SPLIT:
            sets = self._sets_at(self.game.splits(self.pattern)[action])
            return self.game.text.write_split(sets)
        return f"pick {action + 1}"

    def describe(self, action: int) -> Action:
        phase = self.phase
        if phase == PLAY:
            return self.table.describe(self.actor, action)
        if phase == DEAL:
            card = self.game.codes[action]
            return Action("draw", self.actor, f"+{card}", {"card": card})
        if phase == SPLIT:
            sets = self._sets_at(self.game.splits(self.pattern)[action])
            codes = self.game.codes
            written: list[JSON] = [[codes[card] for card in cards] for cards in sets]
            return Action("split", self.actor, self.game.text.write_split(sets), {"sets": written})
        number = action + 1
        cards = self.codes_of(self.sets[action])
        return Action("pick", self.actor, f"pick {number}", {"set": number, "cards": cards})

    def _sets_at(self, places: list[int]) -> list[list[int]]:
        """Return the sets of a split; *places* has the set number of each drawn card."""
        sets: list[list[int]] = [[] for _ in range(self.game.players)]
        for i, card in enumerate(self.drawn):
            sets[places[i]].append(card)
        return sets

    def masked(self, done: Action, seat: int | None) -> Action:
        """Return *done*, an action up to this position, as far as *seat* may know it."""
        return done

    def codes_of(self, cards: list[int]) -> list[JSON]:
        codes = self.game.codes
        return [codes[card] for card in cards]

    def view(self, seat: int | None) -> dict[str, JSON]:
        codes = self.game.codes
        left = (self.game.turns - self.turn) * self.game.draw - self.dealt
        view: dict[str, JSON] = {
            "phase": NAMES[self.phase],
            "turn": min(self.turn + 1, self.game.turns),
            "turns": self.game.turns,
            "splitter": self.splitter,
            "to_act": self.actor,
            "cards_left": left,
            "unseen": {codes[card]: count for card, count in enumerate(self.pool) if count},
            "drawn": self.codes_of(self.drawn),
            "sets": [self.codes_of(cards) for cards in self.sets],
            "hands": [self.codes_of(cards) for cards in self.hands],
            "scores": [
                score if self.table.knows_score(seat, other) else None
                for other, score in enumerate(self.scores())
            ],
        }
        view.update(self.table.view_for(seat))
        return view

    def parse(self, text: str) -> int:
        text = " ".join(text.split())
        if not text:
            raise InvalidNotation(msg("empty-notation", "There is nothing to read."))
        phase, rest = form_of(text)
        if phase != self.phase:
            readable = phase != PLAY or self.table.looks_like_play(text)
            kind = IllegalAction if readable else InvalidNotation
            raise kind(self.game.text.what_now(self.phase, phase))
        if phase == PLAY:
            return self.table.parse(self.actor, self.hands[self.actor], text)
        if phase == DEAL:
            card = self.game.text.read_card(rest)
            if not self.pool[card]:
                raise IllegalAction(
                    msg("none-left", "There is no {card} left to draw.", card=self.game.codes[card])
                )
            return card
        if phase == SPLIT:
            wanted = self.game.text.read_split(rest, self.drawn)
            for split, places in enumerate(self.game.splits(self.pattern)):
                if self._sets_at(places) == wanted:
                    return split
            raise AssertionError("every split of the right sizes is canonical")
        number = int(rest)
        if not 1 <= number <= len(self.sets) or not self.sets[number - 1]:
            raise IllegalAction(self.game.text.no_such_set(rest))
        return number - 1


class SplitGame(SplitRules):
    """A split-and-choose game with the plain offer: as many sets as seats, the splitter last."""

    def new_position(self, first: int = 0) -> SplitPosition:
        return SplitPosition(self, first)
