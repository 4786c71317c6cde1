"""A split-and-choose game with any table: its facts, and what all its positions share.

Two courses stand beside each other: `plain` is fast, `offers` knows every key of an offer.
"""

from __future__ import annotations

from random import Random

from ..errors import IllegalAction, InvalidNotation
from ..evaluable import Evaluable
from ..game import CHANCE, JSON, Action, Game, GameInfo
from ..text import Name, msg
from ..vectors import i64
from .offer import Offer
from .phases import DEAL, END, PICK, PLAY, SPLIT
from .split_notation import SplitNotation
from .splits import most_cards
from .table import Table


class SplitGame(Game):
    """The fixed part of a split-and-choose game.

    Parameters:
        codes, counts: code and number of cards of each card type, in deck order.
        offer: the way the cards of a turn are put up, split and picked.
        turns: number of turns in a game.  Cards that are never drawn stay unseen.
        seats, empty_table: the ids of the seats; the table before the first turn.
        sides: by seat, the first seat of its side; empty if everybody plays alone.
        seat_names: the names of the seats, needed where there are sides.
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
        sides: list[int] | None = None,
        seat_names: list[Name] | None = None,
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.codes = codes
        self.counts = counts
        self.offer = offer
        self.draw = offer.draw
        self.turns = turns
        self.empty_table = empty_table
        self.sides: list[int] = sides or []
        self.seat_names: list[Name] = seat_names or []
        self.secret = offer.is_secret() or empty_table.secret
        """True if a seat may know something that others do not."""
        self.deck = counts[:]
        """Number of cards of each type that do not lie on the table at first."""
        for card in empty_table.first_cards():
            self.deck[card] -= 1
        self.spare = 0
        """Number of cards that no turn needs; 0 where it is not the same in every game."""
        if offer.uses_up(self.players):
            self.spare = sum(self.deck) - most_cards(offer, turns, self.players)
        self.drawing = [
            effect.card for effect in empty_table.effects if effect and effect.draws_cards()
        ]
        """Cards that draw more cards: the spare ones."""
        self.set_aside = 0 if self.drawing else self.spare
        """Number of cards that stay unseen; 0 where it is not the same in every game."""
        self.text = self.notation_of()
        self.cards_by_code = self.text.cards_by_code
        self.prepare()

    def info(self) -> GameInfo:
        return GameInfo(self.codes, self.secret, splits=True)

    def notation_of(self) -> SplitNotation:
        """Make the notation of this game's splits and picks."""
        return SplitNotation(self.codes, self.players, self.offer.least, self.offer.most)

    def prepare(self) -> None:
        """Work out what the course of this game looks up; the other attributes are there."""

    def added_up(self, own: list[int]) -> list[int]:
        """Return the *own* points of each seat together with those of its partners."""
        sides = self.sides
        if not sides:
            return own
        together = [0] * len(own)
        for seat, score in enumerate(own):
            together[sides[seat]] += score
        return [together[side] for side in sides]

    def partners_of(self, seat: int) -> list[int]:
        """Return the seats on the side of *seat*, itself among them."""
        sides = self.sides or range(self.players)
        return [other for other, side in enumerate(sides) if side == sides[seat]]

    def new_position(self, first: int = 0) -> SplitPosition:
        raise NotImplementedError


class SplitPosition(Evaluable):
    """A moment of a split-and-choose game: the table, whose move it is, and where the cards lie."""

    def __init__(self, game: SplitGame, first: int, like: SplitPosition | None = None) -> None:
        """Set up the first position with seat *first* as splitter, or a copy of *like*."""
        self.game = game
        self.first = first
        self.table: Table
        self.phase: i64
        self.turn: i64
        """The current turn, from 0."""
        self.splitter: i64
        self.actor: i64
        if like is None:
            self.table = game.empty_table.copy()
            self.phase = DEAL
            self.turn = 0
            self.splitter = first
            self.actor = CHANCE
        else:
            self.table = like.table.copy()
            self.phase = like.phase
            self.turn = like.turn
            self.splitter = like.splitter
            self.actor = like.actor

    # The cards outside the table.

    @property
    def pool(self) -> list[int]:
        """Number of unseen cards of each type."""
        raise NotImplementedError

    @property
    def drawn(self) -> list[int]:
        """The cards that are drawn and not split yet, in deck order once all are drawn."""
        raise NotImplementedError

    @property
    def sets(self) -> list[list[int]]:
        """The sets that are picked from; a set that was taken is empty."""
        raise NotImplementedError

    @property
    def hands(self) -> list[list[int]]:
        """The cards that each seat has yet to play this turn."""
        raise NotImplementedError

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

    # The course.

    def copy(self) -> SplitPosition:
        raise NotImplementedError

    def to_act(self) -> int:
        return self.actor

    def is_choice(self) -> bool:
        return self.phase == SPLIT or self.phase == PICK

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if self.phase != DEAL:
            return []
        return [(card, count) for card, count in enumerate(self.pool) if count]

    def own_scores(self) -> list[int]:
        """Return the points of each seat by itself: `scores` adds up those of partners."""
        return self.table.scores()

    def from_prices(self) -> list[int]:
        """Return what each seat has got for sets, less what it has paid."""
        pairs = zip(self.own_scores(), self.table.scores(), strict=True)
        return [own - scored for own, scored in pairs]

    def scores(self) -> list[int]:
        return self.game.added_up(self.own_scores())

    def winners(self) -> list[int]:
        if self.game.sides:
            return self.table.winners_among(self.scores())
        return self.table.winners()

    def sides(self) -> list[int]:
        return self.game.sides

    def known_scores(self, seat: int | None, own: list[int]) -> list[JSON]:
        """Return `scores` as *seat* may know them, ``None`` where a part is unknown.

        *own* are the points of each seat by itself, as *seat* knows them.
        """
        sides = self.game.sides or list(range(self.game.players))
        unknown = [
            side for other, side in enumerate(sides) if not self.table.knows_score(seat, other)
        ]
        scores = self.game.added_up(own)
        return [
            None if side in unknown else score for side, score in zip(sides, scores, strict=True)
        ]

    def resample(self, seat: int, rng: Random) -> SplitPosition:
        return self.copy()

    # Evaluation.

    def shown_turn(self) -> int:
        """Return the number of the current turn, from 1; at the end, of the last one."""
        return int(self.turn) if self.phase == END else int(self.turn) + 1

    def last_splitter(self) -> int:
        """Return the seat that splits in the last turn."""
        if self.phase == END:
            return self.splitter
        return (self.splitter + self.game.turns - 1 - self.turn) % self.game.players

    def terms(self, seat: int) -> list[float]:
        return self.table.terms(
            seat, self.pool, self.turns_left() * self.game.draw, self.last_splitter()
        )

    def term_names(self) -> list[str]:
        return self.table.term_names()

    def terms_id(self) -> str:
        return f"{self.game.id}/{self.game.variant}"

    def weights_package(self) -> str:
        return self.table.weights_package()

    # Notation.

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == PLAY:
            return self.table.notation(action)
        if phase == DEAL:
            return "+" + self.game.codes[action]
        return f"pick {action + 1}"

    def masked(self, done: Action, seat: int | None) -> Action:
        """Return *done*, an action up to this position, as far as *seat* may know it."""
        return done

    def codes_of(self, cards: list[int]) -> list[JSON]:
        codes = self.game.codes
        return [codes[card] for card in cards]

    def parse(self, text: str) -> int:
        text = " ".join(text.split())
        if not text:
            raise InvalidNotation(msg("empty-notation", "There is nothing to read."))
        phase, rest = self.game.text.form_of(text)
        if phase != self.phase:
            readable = phase != PLAY or self.table.looks_like_play(text)
            kind = IllegalAction if readable else InvalidNotation
            raise kind(self.game.text.what_now(self.phase, phase))
        if phase == PLAY:
            return self.table.parse(self.actor, self.hands[self.actor], text)
        if phase == SPLIT:
            return self.parse_split(rest)
        if phase == PICK:
            return self.parse_pick(rest)
        card = self.game.text.read_card(rest)
        if not self.pool[card]:
            message = msg(
                "none-left", "There is no {card} left to draw.", card=self.game.codes[card]
            )
            raise IllegalAction(message)
        return card

    def parse_split(self, text: str) -> int:
        """Return the split that *text* writes; raises the errors of `parse`."""
        raise NotImplementedError

    def parse_pick(self, text: str) -> int:
        """Return the pick that *text* writes, without ``pick``; raises the errors of `parse`."""
        raise NotImplementedError
