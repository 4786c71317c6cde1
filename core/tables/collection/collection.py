"""The cards that the seats of a collection have kept and eaten, and what cards can do to them."""

from __future__ import annotations

from typing import Final

from ...game import JSON
from ...splitting.table import Table
from .collection_rules import DISCARD, USES, CollectionRules
from .scoring_rules import KEPT

MASKS: Final = 512
"""Number of sets of onlooker and seats: a card face down has the set of those that know it."""

ALL_KNOWING: Final = -1
NOT_KNOWING: Final = -2
"""Lookers that know all cards face down, and none; an onlooker is the seat after the last one."""


class Collection(Table):
    """The cards in front of the seats; `CollectionTable` adds how cards are played.

    Cards are counts by type.  A card face down is counted as well, and is one number in `hidden`:
    its type, the seats that know it as a mask, the seat it lies in front of, and its use.
    """

    def __init__(self, rules: CollectionRules, like: Collection | None = None) -> None:
        """Set up an empty table, or a copy of *like*."""
        self.rules = rules
        players = rules.players
        self.counts: list[int] = like.counts[:] if like else [0] * (players * rules.stride)
        """By seat the counts of the cards kept, then of those eaten, by type."""
        self.points: list[int] = like.points[:] if like else [0] * (players * len(rules.parts))
        """Points of the lines that are scored at the end, by `CollectionRules.parts` and seat."""
        self.box: list[int] = like.box[:] if like else [0] * rules.types
        """Cards that left the game face up, as counts by type."""
        self.hidden: list[int] = like.hidden[:] if like else []
        """Cards face down, in the order in which they were laid."""
        self.banked: list[int] = like.banked[:] if like else [0] * (players * len(rules.each_turn))
        """Points that the lines of each turn have scored so far, by line and then by seat."""
        self.pending: list[int] = []
        """Cards that `given` returns, of which `DRAWN` is one to be drawn."""
        self.turn: int = like.turn if like else 0
        """Number of turns that are over."""
        self.splits: list[int] = like.splits[:] if like else [0] * players
        """By seat, the last turn in which it was the splitter, from 1; 0 for never."""

    def copy(self) -> Collection:
        raise NotImplementedError

    def count(self, seat: int, cell: int, more: int) -> None:
        """Add *more* to a count of *seat*, and bring the points up to date."""
        rules = self.rules
        self.counts[seat * rules.stride + cell] += more
        for number in rules.watchers[cell]:
            rule, part = rules.parts[number]
            rule.score(part, self.points, number * rules.players, self.counts, seat)

    # What cards do.

    def keep(self, seat: int, card: int) -> None:
        """Lay *card* face up with the cards that *seat* keeps."""
        self.count(seat, card, 1)

    def eat(self, seat: int, card: int) -> None:
        """Lay *card* face up with the cards that *seat* has eaten."""
        self.count(seat, self.rules.types + card, 1)

    def discard(self, card: int) -> None:
        """Put *card* out of the game, face up."""
        self.box[card] += 1

    def hide(self, seat: int, card: int, use: int, known: int) -> None:
        """Lay *card* face down for *use*; *known* is the mask of the seats that know it."""
        self.hidden.append(((card * MASKS + known) * 8 + seat) * 4 + use)
        if use != DISCARD:
            self.count(seat, use * self.rules.types + card, 1)

    def kept(self, seat: int, card: int) -> int:
        """Count the cards of that type that *seat* keeps face up."""
        return self.open(NOT_KNOWING)[seat * self.rules.stride + card]

    def eaten(self, seat: int, card: int) -> int:
        """Count the cards of that type that *seat* has eaten face up."""
        return self.open(NOT_KNOWING)[seat * self.rules.stride + self.rules.types + card]

    def take_kept(self, seat: int, card: int) -> None:
        """Take a *card* away that *seat* keeps face up; the caller puts it somewhere else."""
        self.count(seat, card, -1)

    def take_eaten(self, seat: int, card: int) -> None:
        """Take a *card* away that *seat* has eaten; the caller puts it somewhere else."""
        self.count(seat, self.rules.types + card, -1)

    def reaches(self) -> bool:
        return self.rules.reaches

    def given(self) -> list[int]:
        given, self.pending = self.pending, []
        return given

    # The course of the game.

    def finish_turn(self, splitter: int) -> None:
        players = self.rules.players
        self.turn += 1
        self.splits[splitter] = self.turn
        if self.rules.each_turn:
            for number, rule in enumerate(self.rules.each_turn):
                scores = [0] * players
                rule.add_to(scores, self.counts)
                for seat in range(players):
                    self.banked[number * players + seat] += scores[seat]
        if self.turn == self.rules.turns and self.hidden:
            # At the end of the game all cards are turned up, but they stay where they are.
            everybody = (2 << players) - 1
            self.hidden = [
                (hidden // (MASKS * 32) * MASKS + everybody) * 32 + hidden % 32
                for hidden in self.hidden
            ]

    # Scoring.

    def open(self, viewer: int) -> list[int]:
        """Return `counts` without the cards face down that *viewer* does not know."""
        if not self.hidden:
            return self.counts
        counts = self.counts[:]
        for hidden in self.hidden:
            use = hidden & 3
            if use != DISCARD and not self.knows(hidden, viewer):
                owner = (hidden >> 2) & 7
                card = hidden // (MASKS * 32)
                counts[owner * self.rules.stride + use * self.rules.types + card] -= 1
        return counts

    def scores(self) -> list[int]:
        players = self.rules.players
        scores = [0] * players
        for points in (self.banked, self.points):
            seat = 0
            for more in points:
                scores[seat] += more
                seat = seat + 1 if seat + 1 < players else 0
        return scores

    def scores_for(self, seat: int | None) -> list[int]:
        if not self.hidden:
            return self.scores()
        account = self.account(self.rules.players if seat is None else seat)
        return [sum([points[owner] for points in account]) for owner in self.rules.every_seat]

    def account(self, viewer: int) -> list[list[int]]:
        """Return the points by line of scoring and by seat, as far as *viewer* knows them."""
        players = self.rules.players
        counts = self.open(viewer)
        account: list[list[int]] = []
        banked = 0
        for rule in self.rules.scoring:
            if rule.each_turn:
                account.append(self.banked[banked : banked + players])
                banked += players
            else:
                scores = [0] * players
                rule.add_to(scores, counts)
                account.append(scores)
        return account

    def winners_among(self, scores: list[int]) -> list[int]:
        best = max(scores)
        tied = [seat for seat, score in enumerate(scores) if score == best]
        for tie_break in self.rules.tie_break:
            if len(tied) > 1:
                ranks = [self.side_rank(seat, tie_break) for seat in tied]
                tied = [seat for at, seat in enumerate(tied) if ranks[at] == max(ranks)]
        return tied

    def side_rank(self, seat: int, tie_break: str) -> int:
        """Return the rank of *seat* and its partners together by *tie_break*: the highest wins."""
        ranks = [self.rank(one, tie_break) for one in self.rules.partners[seat]]
        return max(ranks) if tie_break.endswith("splitter") else sum(ranks)

    def rank(self, seat: int, tie_break: str) -> int:
        """Return the rank of *seat* by *tie_break*: the highest wins."""
        if tie_break == "latest-splitter":
            return self.splits[seat]
        if tie_break == "earliest-splitter":
            return -(self.splits[seat] or self.rules.turns + 1)  # whoever never was one is last
        place = KEPT if tie_break.endswith("kept") else 1
        at = seat * self.rules.stride + place * self.rules.types
        cards = sum(self.counts[at : at + self.rules.types])
        return cards if tie_break.startswith("most") else -cards

    # Data about the table.

    def key(self) -> tuple[object, ...]:
        return (
            tuple(self.counts),
            tuple(sorted(self.hidden)),
            tuple(self.box),
            tuple(self.banked),
            tuple(self.splits),
        )

    def view(self) -> dict[str, JSON]:
        return self.view_for(None)

    def view_for(self, seat: int | None) -> dict[str, JSON]:
        rules = self.rules
        viewer = rules.players if seat is None else seat
        counts = self.open(NOT_KNOWING)
        collections: list[JSON] = [
            {
                "kept": self._codes(counts, owner * rules.stride),
                "eaten": self._codes(counts, owner * rules.stride + rules.types),
                "hidden": self._hidden(owner, viewer),
            }
            for owner in rules.every_seat
        ]
        account: list[JSON] = [[*points] for points in self.account(viewer)]
        return {
            "collections": collections,
            "discarded": self._codes(self.box, 0),
            "points": account,
        }

    def _codes(self, counts: list[int], at: int) -> list[JSON]:
        """List the codes of cards, of which there are *counts* by type, beginning *at* there."""
        return [
            code for card, code in enumerate(self.rules.codes) for _ in range(counts[at + card])
        ]

    def _hidden(self, owner: int, viewer: int) -> list[JSON]:
        """Describe the cards face down of *owner*, as *viewer* sees them."""
        known: list[JSON] = []
        for hidden in self.hidden:
            if (hidden >> 2) & 7 == owner:
                seen = self.knows(hidden, viewer)
                code = self.rules.codes[hidden // (MASKS * 32)] if seen else "?"
                known.append({"card": code, "use": USES[hidden & 3]})
        return known

    def knows(self, hidden: int, viewer: int) -> bool:
        """Return whether *viewer* knows a card of `hidden`."""
        if viewer < 0:
            return viewer == ALL_KNOWING
        return (hidden >> 5 >> viewer) & 1 == 1

    def hidden_from(self, seat: int) -> list[int]:
        return [hidden // (MASKS * 32) for hidden in self.hidden if not self.knows(hidden, seat)]

    def put_hidden(self, seat: int, cards: list[int]) -> None:
        replaced = [
            number for number, hidden in enumerate(self.hidden) if not self.knows(hidden, seat)
        ]
        for at, number in enumerate(replaced):
            hidden = self.hidden[number]
            self.hidden[number] = cards[at] * MASKS * 32 + hidden % (MASKS * 32)
            use, owner = hidden & 3, (hidden >> 2) & 7
            if use != DISCARD:
                self.count(owner, use * self.rules.types + hidden // (MASKS * 32), -1)
                self.count(owner, use * self.rules.types + cards[at], 1)

    def cards(self) -> list[int]:
        types = self.rules.types
        # Cards face down in front of a seat are among the counts; those discarded are not.
        cards = [hidden // (MASKS * 32) for hidden in self.hidden if hidden & 3 == DISCARD]
        for at, count in enumerate(self.counts):
            cards += [at % types] * count
        for card, count in enumerate(self.box):
            cards += [card] * count
        return cards
