"""The interface of a table, where the cards of a split-and-choose game are played."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from ..evaluable import dot
from ..game import JSON, Action, lead_in
from ..kernel.action_list import ActionList
from ..kernel.quick_random import QuickRandom
from ..vectors import i64, vec
from .card_effect import CardEffect

DRAWN: Final = -1
"""Number in `Table.given` that stands for a card to be drawn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The cards that were played, the plays that are legal, and the scores.

    A card is an int: the index of its type in the deck's codes.  A play is an int as well, which
    stands for a card and what is done with the card; each table numbers its plays.  A game has
    one empty table, and every match begins with a copy of this table.  A subclass sets the
    attributes in ``__init__``.
    """

    automatic: bool = False
    """True if plays are made without asking, because every card has exactly one."""
    secret: bool = False
    """True if cards may lie on the table that not everybody knows."""
    effects: list[CardEffect[Any, Any] | None] = []  # noqa: RUF012 - no table changes it
    """By card, the effect of a special card, or ``None``; empty at a table without any."""

    def copy(self) -> Table:
        """Return an equal table that shares nothing mutable with this one."""
        raise NotImplementedError

    def become(self, other: Table) -> bool:
        """Become equal to *other*, a table of the same game, or return false.

        It is for tables of which that is faster than a copy.
        """
        return False

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        """Return every legal play of *seat* with a card of *hand*, which is in deck order.

        There is always at least one.
        """
        raise NotImplementedError

    def find_plays(self, seat: i64, hand: vec[i64], count: i64, found: ActionList) -> None:
        """Add `legal_plays` with the first *count* cards of *hand* to *found*.

        A compiled table may override it to do so faster.
        """
        for play in self.legal_plays(seat, list(hand[:count])):
            found.add(play)

    def play_hand(
        self, seat: i64, hand: vec[i64], count: i64, rng: QuickRandom, found: ActionList
    ) -> None:
        """Play the first *count* cards of *hand*, with random plays, until none is left.

        For each, it takes one number from *rng*, as `Position.action_at` would.  *found* is room to
        find plays in.
        """
        while count:
            found.count = 0
            self.find_plays(seat, hand, count, found)
            card: i64 = self.play(seat, found.numbers[rng.below(found.count)])
            count = without(hand, count, card)

    def every_play(self) -> list[int]:
        """Return every play there can be, ascending, if its description is always the same.

        With an empty list, the laboratory asks for descriptions at every decision.
        """
        return []

    def play(self, seat: int, play: int) -> int:
        """Carry out *play*, one of `legal_plays`; return the card that leaves the hand."""
        raise NotImplementedError

    def play_known(self, seat: int, play: int, known: int) -> int:
        """Carry out *play* like `play`; *known* is the mask of the seats that know the card.

        Bit *n* is that of seat *n*; the one after those of all seats says that the card lay open.
        """
        return self.play(seat, play)

    def effect_play(self, card: int, option: int) -> int:
        """Return the play of a special *card* for an option of its effect.

        A table with `effects` must have this method.
        """
        raise NotImplementedError

    def discard(self, card: int) -> None:
        """Put *card* out of the game; a table with `effects` must have this method."""
        raise NotImplementedError

    def reaches(self) -> bool:
        """Return whether plays may give cards to the hand of whoever plays; see `given`."""
        return False

    def given(self) -> list[int]:
        """Return the cards that the last play gives to the hand of its seat, and forget them.

        `DRAWN` stands for a card that is drawn from those that are unseen.
        """
        return []

    def validate(self) -> None:
        """Raise an exception if what lies on the table is impossible.

        A guard calls it after each play of an effect that a third party provides.
        """

    def card_of(self, play: int) -> int:
        """Return the card of *play*; a table that is `secret` must have this method."""
        raise NotImplementedError

    def lies_face_down(self, play: int) -> bool:
        """Return whether *play* lays its card face down, so that others do not see it."""
        return False

    def finish_turn(self, splitter: int) -> None:
        """Do what follows the last play of a turn, in which seat *splitter* has split (first)."""

    def first_cards(self) -> list[int]:
        """Return the cards that lie on the empty table already, and not in the deck."""
        return []

    def is_over(self, paid: list[int] | None = None) -> bool:
        """Return whether the game ends now, after a turn, although more turns are left.

        *paid* are the points that each seat has got for sets, less what it has paid.
        """
        return False

    def scores(self) -> list[int]:
        """Return the points of each seat now."""
        raise NotImplementedError

    def scores_for(self, seat: int | None) -> list[int]:
        """Return the points of each seat as far as *seat* knows them; ``None`` is an onlooker."""
        return self.scores()

    def winners(self) -> list[int]:
        """Return the seats with the most points; several share the win."""
        return self.winners_among(self.scores())

    def winners_among(self, scores: list[int]) -> list[int]:
        """Return the seats that win with these final *scores*, after the table's tie-breaks.

        The scores are those of the table and the prices that were paid.
        """
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def lead_of(self, seat: int) -> int:
        """Return `lead_in` the current `scores`; a compiled table may do so faster."""
        return lead_in(self.scores(), seat)

    def state_hash(self) -> int:
        """Return the table's part of `Evaluable.state_hash`."""
        key = self.key()
        return hash(key) if key else 0

    def weighted(
        self, weights: list[float], seat: int, unseen: vec[i64], types: int, coming: int, last: int
    ) -> float:
        """Return the sum of `terms` times *weights*; the first *types* of *unseen* are the pool."""
        return dot(weights, self.terms(seat, list(unseen[:types]), coming, last))

    def key(self) -> tuple[object, ...]:
        """Return the table's part of `Evaluable.key`, or an empty tuple if there is no key."""
        return ()

    def terms(self, seat: int, pool: list[int], coming: int, last: int) -> list[float]:
        """Return the terms of *seat*, for `Evaluable.terms`.

        *pool* counts the unseen cards of each type; later turns will deal *coming* of these cards.
        *last* is the seat that plays the last set of the game.
        """
        scores = self.scores()
        others = [score for other, score in enumerate(scores) if other != seat]
        return [float(scores[seat] - max(others, default=0))]

    def term_names(self) -> list[str]:
        """Return the names of `terms`."""
        return ["lead"]

    def weights_package(self) -> str:
        """Return the table's part of `Evaluable.weights_package`."""
        return ""

    def notation(self, play: int) -> str:
        """Return *play* as the text that is typed and saved."""
        raise NotImplementedError

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        """Return the play of *seat* with a card of *hand* whose notation is *text*.

        Raises `InvalidNotation` or `IllegalAction` with a code that says why.
        """
        raise NotImplementedError

    def looks_like_play(self, text: str) -> bool:
        """Return whether *text* has the form of a play.

        While no cards are played, such a text raises `IllegalAction`, not `InvalidNotation`.
        """
        return any(not (sign.isalnum() or sign.isspace()) for sign in text)

    def describe(self, seat: int, play: int) -> Action:
        """Describe *play* as data."""
        raise NotImplementedError

    def view(self) -> dict[str, JSON]:
        """Return what lies on the table as plain values; everybody sees all of it."""
        raise NotImplementedError

    def view_for(self, seat: int | None) -> dict[str, JSON]:
        """Return what *seat* may know of the table as plain values; ``None`` is an onlooker."""
        return self.view()

    def knows_score(self, seat: int | None, other: int) -> bool:
        """Return whether *seat* may know the points of *other*; if not, a view has ``None``."""
        return True

    def masked(self, done: Action) -> Action:
        """Return a play that `describe` described, for a seat that does not know the card."""
        return done

    def hidden_from(self, seat: int) -> list[int]:
        """Return the cards on the table that *seat* does not know, in a stable order.

        The number after those of all seats is an onlooker.
        """
        return []

    def put_hidden(self, seat: int, cards: list[int]) -> None:
        """Replace the cards of `hidden_from` by *cards*, in the same order."""

    def cards(self) -> list[int]:
        """Return every card on the table or out of the game, so that tests can count them."""
        raise NotImplementedError


def without(hand: vec[i64], count: i64, card: i64) -> i64:
    """Remove *card* from the first *count* cards of *hand*, and return how many are left."""
    at: i64 = 0
    while hand[at] != card:
        at += 1
    count -= 1
    while at < count:
        hand[at] = hand[at + 1]
        at += 1
    return count
