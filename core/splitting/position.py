"""The split-and-choose game: deal, split, choose, play, next turn, score.

Cards are types with counts, not individuals.  The draw pile and the cards set aside are one unseen
pool, and a deal picks a type from it with its count as the weight, which is exactly the chance of
the rulebook; so a position has no hidden state at all.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from ..errors import IllegalAction, InvalidNotation
from ..game import CHANCE, JSON, OVER, Action, Game, Position
from ..text import Message, msg
from .splits import canonical_splits, pattern_of, ranks_of
from .table import Table

DEAL: Final = 0
SPLIT: Final = 1
PICK: Final = 2
PLAY: Final = 3
END: Final = 4

PHASES: Final = ["deal", "split", "pick", "play", "end"]


class SplitGame(Game):
    """The fixed part of a split-and-choose game.

    *codes* and *counts* are the deck's card types in deck order.  A turn draws *draw* cards and
    makes one set a player, of *least* to *most* cards; what *turns* turns do not draw stays unseen.
    """

    def __init__(
        self,
        id: str,
        variant: str,
        seats: list[str],
        codes: list[str],
        counts: list[int],
        draw: int,
        least: int,
        most: int,
        turns: int,
        empty_table: Table,
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.codes = codes
        self.counts = counts
        self.draw = draw
        self.least = least
        self.most = most
        self.turns = turns
        self.empty_table = empty_table
        self.set_aside = sum(counts) - turns * draw
        """How many cards nobody ever sees."""
        self.cards_by_code: dict[str, int] = {code: card for card, code in enumerate(codes)}
        self._splits: list[list[list[int]]] = [[] for _ in range(1 << (draw - 1))]
        self._split_actions: list[list[int]] = [[] for _ in range(1 << (draw - 1))]

    def new_position(self, first: int = 0) -> SplitPosition:
        return SplitPosition(self, first)

    def splits(self, pattern: int) -> list[list[int]]:
        """Return the splits of a draw of that *pattern*, as the set of each card."""
        if not self._splits[pattern]:
            ranks = ranks_of(self.draw, pattern)
            splits = canonical_splits(ranks, self.players, self.least, self.most)
            self._splits[pattern] = splits
            self._split_actions[pattern] = list(range(len(splits)))
        return self._splits[pattern]

    def split_actions(self, pattern: int) -> list[int]:
        """Return the numbers of the splits of that *pattern*, as a fresh list."""
        if not self._split_actions[pattern]:
            self.splits(pattern)
        return self._split_actions[pattern][:]


class SplitPosition(Position):
    """A moment of a split-and-choose game.

    Actions: a deal is the card type; a split its number among the canonical splits; a pick the
    number of the set, from 0; a play what the table makes it.
    """

    lasting_actions = True

    def __init__(self, game: SplitGame, first: int, like: SplitPosition | None = None) -> None:
        """Set up the first position, seat *first* splitting, or one that is equal to *like*."""
        self.game = game
        self.first = first
        self.table: Table
        self.phase: int
        self.turn: int
        """The turn that is played, from 0."""
        self.splitter: int
        self.actor: int
        self.pool: list[int]
        """How many cards of each type nobody has seen."""
        self.outcomes: list[tuple[int, int]]
        """The same as the outcomes of a deal: (type, count) where there are any."""
        self.drawn: list[int]
        """The cards of this turn that lie unsplit, in deck order."""
        self.sets: list[list[int]]
        """The sets nobody has taken; a taken set is empty."""
        self.hands: list[list[int]]
        """What each seat has still to play in this turn, in deck order."""
        if like is None:
            self.table = game.empty_table.copy()
            self.phase = DEAL
            self.turn = 0
            self.splitter = first
            self.actor = CHANCE
            self.pool = game.counts[:]
            self.outcomes = [(card, count) for card, count in enumerate(game.counts) if count]
            self.drawn = []
            self.sets = []
            self.hands = [[] for _ in range(game.players)]
        else:
            self.table = like.table.copy()
            self.phase = like.phase
            self.turn = like.turn
            self.splitter = like.splitter
            self.actor = like.actor
            self.pool = like.pool[:]
            self.outcomes = like.outcomes[:]
            self.drawn = like.drawn[:]
            self.sets = [cards[:] for cards in like.sets]
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
        return self.outcomes[:] if self.phase == DEAL else []

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == PLAY:
            hand = self.hands[self.actor]
            hand.remove(self.table.play(self.actor, action))
            if not hand:
                self._next_to_play()
        elif phase == DEAL:
            self._draw(action)
            drawn = self.drawn
            drawn.append(action)
            if len(drawn) == self.game.draw:
                drawn.sort()
                self.phase = SPLIT
                self.actor = self.splitter
        elif phase == SPLIT:
            self.sets = self._sets_of(action)
            self.drawn = []
            self.phase = PICK
            self.actor = self._left_of(self.splitter)
        else:
            self._take(action)

    def _draw(self, card: int) -> None:
        """Take a card of that type out of the pool."""
        count = self.pool[card]
        self.pool[card] = count - 1
        # A new list of outcomes at each draw was the dearest single thing in a game.
        at = self.outcomes.index((card, count))
        if count > 1:
            self.outcomes[at] = (card, count - 1)
        else:
            del self.outcomes[at]

    def _sets_of(self, split: int) -> list[list[int]]:
        """Lay the drawn cards out as that split makes them."""
        sets: list[list[int]] = [[] for _ in range(self.game.players)]
        places = self.game.splits(pattern_of(self.drawn))[split]
        for i, card in enumerate(self.drawn):
            sets[places[i]].append(card)
        return sets

    def _left_of(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.game.players else 0

    def _take(self, number: int) -> None:
        """Give the set to the seat that picks; the splitter gets the one that is left."""
        self.hands[self.actor] = self.sets[number]
        self.sets[number] = []
        self.actor = self._left_of(self.actor)
        if self.actor == self.splitter:
            for cards in self.sets:
                if cards:
                    self.hands[self.actor] = cards
            self.sets = []
            self.phase = PLAY
            self.actor = self._left_of(self.splitter)

    def _next_to_play(self) -> None:
        """Pass on to the next seat with cards; after the splitter the turn is over."""
        if self.actor != self.splitter:
            self.actor = self._left_of(self.actor)
            return
        self.turn += 1
        if self.turn == self.game.turns:
            self.phase = END
            self.actor = OVER
        else:
            self.phase = DEAL
            self.actor = CHANCE
            self.splitter = self._left_of(self.splitter)

    def copy(self) -> SplitPosition:
        return SplitPosition(self.game, self.first, self)

    def scores(self) -> list[int]:
        return self.table.scores()

    def winners(self) -> list[int]:
        return self.table.winners()

    def resample(self, seat: int, rng: Random) -> SplitPosition:
        return self.copy()

    # What bots search by.

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
        """Count the turns whose cards are not dealt yet."""
        left = self.game.turns - self.turn
        return left if self.phase == DEAL and not self.drawn else max(left - 1, 0)

    def terms(self, seat: int) -> list[float]:
        return self.table.terms(
            seat, self.pool, self.turns_left() * self.game.draw, self.last_splitter()
        )

    def last_splitter(self) -> int:
        """Say who splits the last turn: the roles go round once a turn, so that is settled."""
        if self.phase == END:
            return self.splitter
        return (self.splitter + self.game.turns - 1 - self.turn) % self.game.players

    def outlook(self, weights: list[float]) -> list[float]:
        """Guess what each split is worth: each card by itself, played where it does most."""
        if self.phase != SPLIT or self.game.players != 2:
            return []
        own = self.actor
        gains = [self._gains(own, own, weights), self._gains(1 - own, own, weights)]
        places = self.game.splits(pattern_of(self.drawn))
        found: list[float] = []
        for split in places:
            first = 0.0  # what comes of it if the other takes the first set, and the second
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
        """Say what each drawn card would bring *seat* if it were played now, by itself.

        *viewer* is whose terms are used.
        """
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

    # Words: notation, description, view.

    def _words(self, cards: list[int]) -> str:
        codes = self.game.codes
        return " ".join([codes[card] for card in cards])

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == PLAY:
            return self.table.notation(action)
        if phase == DEAL:
            return "+" + self.game.codes[action]
        if phase == SPLIT:
            return " / ".join([self._words(cards) for cards in self._sets_of(action)])
        return f"pick {action + 1}"

    def describe(self, action: int) -> Action:
        phase = self.phase
        if phase == PLAY:
            return self.table.describe(self.actor, action)
        details: dict[str, JSON]
        if phase == DEAL:
            kind = "draw"
            details = {"card": self.game.codes[action]}
        elif phase == SPLIT:
            kind = "split"
            details = {"sets": [self._codes(cards) for cards in self._sets_of(action)]}
        else:
            kind = "pick"
            details = {"set": action + 1, "cards": self._codes(self.sets[action])}
        return Action(kind, self.actor, self.notation(action), details)

    def _codes(self, cards: list[int]) -> list[JSON]:
        codes = self.game.codes
        return [codes[card] for card in cards]

    def view(self, seat: int | None) -> dict[str, JSON]:
        codes = self.game.codes
        left = (self.game.turns - self.turn) * self.game.draw - len(self.drawn)
        if self.phase in (PICK, PLAY):
            left -= self.game.draw
        view: dict[str, JSON] = {
            "phase": PHASES[self.phase],
            "turn": min(self.turn + 1, self.game.turns),
            "turns": self.game.turns,
            "splitter": self.splitter,
            "to_act": self.actor,
            "cards_left": left,
            "unseen": {codes[card]: count for card, count in enumerate(self.pool) if count},
            "drawn": self._codes(self.drawn),
            "sets": [self._codes(cards) for cards in self.sets],
            "hands": [self._codes(cards) for cards in self.hands],
            "scores": list(self.scores()),
        }
        view.update(self.table.view())
        return view

    def parse(self, text: str) -> int:
        text = " ".join(text.split())
        if not text:
            raise InvalidNotation(msg("empty", "There is nothing to read."))
        phase, rest = _kind_of(text)
        if phase != self.phase:
            readable = phase != PLAY or self.table.looks_like_play(text)
            kind = IllegalAction if readable else InvalidNotation
            raise kind(self._not_now(phase))
        if phase == PLAY:
            return self.table.parse(self.actor, self.hands[self.actor], text)
        if phase == DEAL:
            card = self._card(rest)
            if not self.pool[card]:
                raise IllegalAction(
                    msg("none-left", "There is no {card} left to draw.", card=self.game.codes[card])
                )
            return card
        if phase == SPLIT:
            return self._parse_split(rest)
        number = int(rest)
        if not 1 <= number <= len(self.sets) or not self.sets[number - 1]:
            raise IllegalAction(
                msg("no-such-set", "There is no set {number} to take.", number=rest)
            )
        return number - 1

    def _not_now(self, phase: int) -> Message:
        """Say why an action of that *phase* cannot come now."""
        if self.phase == END:
            return msg("game-over", "The game is over.")
        if self.phase == DEAL:
            return msg(
                "deal-now",
                "Now a card is drawn: write + and the card, like +{card}.",
                card=self.game.codes[0],
            )
        if self.phase == SPLIT:
            return msg(
                "split-now",
                "Now the drawn cards are split: write {sets} sets with a / between them.",
                sets=self.game.players,
            )
        if self.phase == PICK:
            return msg("pick-now", "Now a set is picked: write pick 1, pick 2 and so on.")
        if phase == DEAL:
            return msg("no-deal-now", "No card is drawn now: cards of the set are played.")
        return msg("play-now", "Now the cards of the set are played, one at a time.")

    def _card(self, code: str) -> int:
        card = self.game.cards_by_code.get(code.upper(), -1)
        if card < 0:
            raise InvalidNotation(msg("unknown-card", "There is no card {card}.", card=code))
        return card

    def _parse_split(self, text: str) -> int:
        parts = text.replace(",", " ").split("/")
        sets = [[self._card(code) for code in part.split()] for part in parts]
        laid = sorted([card for cards in sets for card in cards])
        if laid != self.drawn:
            raise IllegalAction(
                msg(
                    "not-these-cards",
                    "The sets must hold each drawn card once: {drawn}.",
                    drawn=self._words(self.drawn),
                )
            )
        if len(sets) != self.game.players:
            raise IllegalAction(
                msg("number-of-sets", "There must be {sets} sets.", sets=self.game.players)
            )
        for cards in sets:
            if not self.game.least <= len(cards) <= self.game.most:
                raise IllegalAction(
                    msg(
                        "set-size",
                        "A set must have from {least} to {most} cards.",
                        least=self.game.least,
                        most=self.game.most,
                    )
                )
        wanted = sorted([sorted(cards) for cards in sets])
        for split in self.legal_actions():
            if self._sets_of(split) == wanted:
                return split
        raise AssertionError("every split of the right sizes is canonical")


def dot(weights: list[float], terms: list[float]) -> float:
    """Weigh *terms*."""
    value = 0.0
    for at in range(len(weights)):
        value += weights[at] * terms[at]
    return value


_DRAW: Final = re.compile(r"\+\s*(\S+)")
_PICK: Final = re.compile(r"pick\s*(\d{1,3})", re.IGNORECASE)


def _kind_of(text: str) -> tuple[int, str]:
    """Say by its form which phase an action belongs to, and return what stands behind the sign."""
    match = _DRAW.fullmatch(text)
    if match:
        return DEAL, match.group(1)
    match = _PICK.fullmatch(text)
    if match:
        return PICK, match.group(1)
    if "/" in text:
        return SPLIT, text
    return PLAY, text
