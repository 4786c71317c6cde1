"""A split-and-choose game with any table: deal, split, pick, play, next turn, score.

Cards are types with counts, not individuals.  The draw pile and the cards set aside form one unseen
pool, and a deal draws a type from this pool, weighted by the type's count, which is exactly the
chance in the rulebook.  So a position has no hidden state.
"""

from __future__ import annotations

from random import Random
from typing import Final

from ..errors import IllegalAction, InvalidNotation
from ..evaluable import Evaluable
from ..game import CHANCE, JSON, OVER, Action, Game
from ..text import msg
from .offer import Offer
from .phases import DEAL, END, NAMES, PICK, PLAY, SPLIT
from .split_notation import SplitNotation, form_of
from .splits import Split, canonical_splits, most_cards, pattern_of, ranks_of, splits_of
from .table import Table

MOST_REMEMBERED: Final = 500
"""Most lists of splits that a game of offers keeps."""


class SplitGame(Game):
    """The fixed part of a split-and-choose game.

    Parameters:
        codes, counts: code and number of cards of each card type, in deck order.
        offer: the way the cards of a turn are put up, split and picked.
        turns: number of turns in a game.  Cards that are never drawn stay unseen.
        seats, empty_table: the ids of the seats; the table before the first turn.
    """

    def __init__(
        self,
        id: str,
        variant: str,
        *,
        seats: list[str],
        codes: list[str],
        counts: list[int],
        offer: Offer,
        turns: int,
        empty_table: Table,
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.codes = codes
        self.counts = counts
        self.offer = offer
        self.draw = offer.draw
        self.least = offer.least
        self.most = offer.most
        self.turns = turns
        self.empty_table = empty_table
        self.secret = offer.is_secret() or empty_table.secret
        """True if a seat may know something that others do not."""
        self.set_aside = 0
        """Number of cards that stay unseen; 0 where it is not the same in every game."""
        if offer.uses_up(self.players):
            self.set_aside = sum(counts) - most_cards(offer, turns, self.players)
        self.text = self.notation_of()
        self.cards_by_code = self.text.cards_by_code
        self._ranked: dict[tuple[int, ...], list[Split]] = {}
        self._splits: list[list[list[int]]] = [[] for _ in range(1 << (offer.draw - 1))]
        self._split_actions: list[list[int]] = [[] for _ in range(1 << (offer.draw - 1))]

    def notation_of(self) -> SplitNotation:
        """Make the notation of this game's splits and picks."""
        return SplitNotation(self.codes, self.players, self.least, self.most)

    def new_position(self, first: int = 0) -> SplitPosition:
        return SplitPosition(self, first)

    def splits(self, pattern: int) -> list[list[int]]:
        """Return the splits of a draw with that *pattern*, each as the set number of every card."""
        if not self._splits[pattern]:
            ranks = ranks_of(self.draw, pattern)
            splits = canonical_splits(ranks, self.players, self.least, self.most)
            self._splits[pattern] = splits
            self._split_actions[pattern] = list(range(len(splits)))
        return self._splits[pattern]

    def split_actions(self, pattern: int) -> list[int]:
        """Return the numbers of the splits of a *pattern*, as a new list."""
        if not self._split_actions[pattern]:
            self.splits(pattern)
        return self._split_actions[pattern][:]

    def ranked(self, cards: list[int]) -> list[Split]:
        """Return the splits of *cards*, made of their ranks; as in `splits_of`, order may count."""
        if not self.offer.contiguous:
            cards = sorted(cards)
        kinds = sorted(set(cards))
        ranks = tuple([kinds.index(card) for card in cards])
        if ranks not in self._ranked:
            if len(self._ranked) >= MOST_REMEMBERED:
                self._ranked.clear()
            self._ranked[ranks] = splits_of([*ranks], self.offer)
        return self._ranked[ranks]

    def split_at(self, cards: list[int], action: int) -> Split:
        """Return split number *action* of *cards*."""
        kinds = sorted(set(cards))
        return tuple(
            [
                (tuple([kinds[rank] for rank in up]), tuple([kinds[rank] for rank in down]), price)
                for up, down, price in self.ranked(cards)[action]
            ]
        )


class SplitPosition(Evaluable):
    """A moment of a split-and-choose game.

    An action is, by phase: the card type drawn, the number of a canonical split, the number of the
    picked set (from 0), or the number that the table gives to a play.
    """

    lasting_actions = True

    def __init__(self, game: SplitGame, first: int, like: SplitPosition | None = None) -> None:
        """Set up the first position with seat *first* as splitter, or a copy of *like*."""
        self.game = game
        self.first = first
        self.table: Table
        self.phase: int
        self.turn: int
        """The current turn, from 0."""
        self.splitter: int
        self.actor: int
        self.pool: list[int]
        """Number of unseen cards of each type."""
        self.drawn: list[int]
        """The cards that are drawn and not split yet, in deck order."""
        self.sets: list[list[int]]
        """The sets of the split; a set that was taken is empty."""
        self.hands: list[list[int]]
        """The cards that each seat has yet to play this turn, in deck order."""
        if like is None:
            self.table = game.empty_table.copy()
            self.phase = DEAL
            self.turn = 0
            self.splitter = first
            self.actor = CHANCE
            self.pool = game.counts[:]
            self.drawn = []
            self.sets = []
            self.hands = [[] for _ in range(game.players)]
        else:
            self.table = like.table.copy()
            self.phase = like.phase
            self.turn = like.turn
            self.splitter = like.splitter
            self.actor = like.actor
            # Searches copy most after the deal, and then these lists are not changed any more.
            dealing = self.phase == DEAL
            self.pool = like.pool[:] if dealing else like.pool
            self.drawn = like.drawn[:] if dealing else like.drawn
            self.sets = like.sets[:] if like.sets else like.sets
            self.hands = [cards[:] for cards in like.hands]

    def to_act(self) -> int:
        return self.actor

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLAY:
            return self.table.legal_plays(self.actor, self.hands[self.actor])
        if phase == SPLIT:
            return self.game.split_actions(pattern_of(self.drawn))
        if phase == PICK:
            return [number for number, cards in enumerate(self.sets) if cards]
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if self.phase != DEAL:
            return []
        return [(card, count) for card, count in enumerate(self.pool) if count]

    def draw_at(self, x: float) -> int:
        at = int(x * sum(self.pool))
        card = -1
        while at >= 0:
            card += 1
            at -= self.pool[card]
        return card

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            hand = self.hands[self.actor]
            hand.remove(self.table.play(self.actor, action))
            if not hand:
                self._next_to_play()
        elif phase == DEAL:
            self.pool[action] -= 1
            drawn = self.drawn
            drawn.append(action)
            if len(drawn) == self.game.draw:
                drawn.sort()
                self.phase = SPLIT
                self.actor = self.splitter
        elif phase == SPLIT:
            self.sets = self._sets_at(self.game.splits(pattern_of(self.drawn))[action])
            self.drawn = []
            self.phase = PICK
            self.actor = self._left_of(self.splitter)
        else:
            self._take(action)

    def _sets_at(self, places: list[int]) -> list[list[int]]:
        """Return the sets of a split; *places* has the set number of each drawn card."""
        sets: list[list[int]] = [[] for _ in range(self.game.players)]
        for i, card in enumerate(self.drawn):
            sets[places[i]].append(card)
        return sets

    def _left_of(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.game.players else 0

    def _take(self, number: int) -> None:
        """Give set *number* to the seat that picks; the splitter gets the last set."""
        self.hands[self.actor] = self.sets[number][:]
        self.sets[number] = []
        self.actor = self._left_of(self.actor)
        if self.actor == self.splitter:
            for cards in self.sets:
                if cards:
                    self.hands[self.actor] = cards[:]
            self.sets = []
            self.phase = PLAY
            self.actor = self._left_of(self.splitter)

    def _next_to_play(self) -> None:
        """Let the next seat play; after the splitter the turn is over."""
        if self.actor != self.splitter:
            self.actor = self._left_of(self.actor)
            return
        self.table.finish_turn(self.splitter)
        self.turn += 1
        if self.turn == self.game.turns:
            self.phase = END
            self.actor = OVER
        else:
            self.phase = DEAL
            self.actor = CHANCE
            self.pool = self.pool[:]
            self.drawn = []
            self.splitter = self._left_of(self.splitter)

    def copy(self) -> SplitPosition:
        return SplitPosition(self.game, self.first, self)

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
            tuple([tuple(hand) for hand in self.hands]),
            tuple([tuple(cards) for cards in self.sets]),
            tuple(self.drawn),
            tuple(self.pool),
            self.actor,
            self.splitter,
            self.phase,
            self.turn,
        )

    def turns_left(self) -> int:
        """Return the number of turns of which no card is drawn yet."""
        left = self.game.turns - self.turn
        return left if self.phase == DEAL and not self.drawn else max(left - 1, 0)

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
        places = self.game.splits(pattern_of(self.drawn))
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
        coming = self.turns_left() * self.game.draw
        last = self.last_splitter()
        sign = 1.0 if seat == viewer else -1.0
        now = dot(weights, self.table.terms(viewer, self.pool, coming, last))
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
                gain = sign * (dot(weights, after.terms(viewer, self.pool, coming, last)) - now)
                best = max(best, gain)
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
            sets = self._sets_at(self.game.splits(pattern_of(self.drawn))[action])
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
            sets = self._sets_at(self.game.splits(pattern_of(self.drawn))[action])
            codes = self.game.codes
            written: list[JSON] = [[codes[card] for card in cards] for cards in sets]
            return Action("split", self.actor, self.game.text.write_split(sets), {"sets": written})
        number = action + 1
        cards = self.codes_of(self.sets[action])
        return Action("pick", self.actor, f"pick {number}", {"set": number, "cards": cards})

    def masked(self, done: Action, seat: int | None) -> Action:
        """Return *done*, an action up to this position, as far as *seat* may know it."""
        return done

    def codes_of(self, cards: list[int]) -> list[JSON]:
        codes = self.game.codes
        return [codes[card] for card in cards]

    def view(self, seat: int | None) -> dict[str, JSON]:
        codes = self.game.codes
        left = (self.game.turns - self.turn) * self.game.draw - len(self.drawn)
        if self.phase in (PICK, PLAY):
            left -= self.game.draw
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
            for split, places in enumerate(self.game.splits(pattern_of(self.drawn))):
                if self._sets_at(places) == wanted:
                    return split
            raise AssertionError("every split of the right sizes is canonical")
        number = int(rest)
        if not 1 <= number <= len(self.sets) or not self.sets[number - 1]:
            raise IllegalAction(self.game.text.no_such_set(rest))
        return number - 1


def dot(weights: list[float], terms: list[float]) -> float:
    """Return the sum of the products of *weights* and *terms*."""
    value = 0.0
    for at in range(len(weights)):
        value += weights[at] * terms[at]
    return value
