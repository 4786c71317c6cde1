"""The rules of a collection: its cards, what can be done with them, and how they score."""

from __future__ import annotations

from typing import Final

from ...splitting.table_rules import TableRules
from ...text import Name
from .scoring_rules import ScoringRule

KEEP: Final = 0
EAT: Final = 1
DISCARD: Final = 2

USES: Final = ["keep", "eat", "discard"]
"""Uses of a card; face down it is the use plus `FACE_DOWN`."""
FACE_DOWN: Final = 3


class CollectionRules(TableRules):
    """Facts that stay the same throughout a game, listed by card or by seat.

    Cards and seats are numbers from 0: indexes into *codes* and *seats*.

    Parameters:
        numbers: by card, the number on it, or -1.
        points: by card, the points printed on it.
        kinds: by card, the place of its kind in *kind_names*, or -1.
        uses: what can be done with every card, each a number of `USES`, plus `FACE_DOWN`.
        scoring, tie_break: the lines of scoring; what decides between equal scores, in order.
        turns: number of turns in the game, after which hidden cards are turned up.
    """

    def __init__(
        self,
        *,
        seats: list[str],
        seat_names: list[Name],
        codes: list[str],
        card_names: list[Name],
        numbers: list[int],
        points: list[int],
        kinds: list[int],
        kind_names: list[Name],
        uses: list[int],
        scoring: list[ScoringRule],
        tie_break: list[str],
        turns: int,
        sides: list[int] | None = None,
    ) -> None:
        super().__init__(seats, seat_names, codes, card_names, sides)
        self.numbers = numbers
        self.points = points
        self.kinds = kinds
        self.kind_names = kind_names
        self.uses = uses
        self.scoring = scoring
        self.tie_break = tie_break
        self.turns = turns
        self.reaches = False
        """True if effects give cards to hands."""
        self.players = len(seats)
        self.types = len(codes)
        self.stride = 2 * len(codes)
        """Number of counts that each seat has in a collection."""
        self.at_end = [rule for rule in scoring if not rule.each_turn]
        self.parts = [(rule, part) for rule in self.at_end for part in range(rule.parts())]
        """The lines that are scored at the end, and those of their parts that have several."""
        self.watchers: list[list[int]] = [[] for _ in range(self.stride)]
        """By place of a count in the part of a seat, the numbers of the parts it changes."""
        for number, (rule, part) in enumerate(self.parts):
            for cell in rule.watched(part):
                self.watchers[cell].append(number)
        self.each_turn = [rule for rule in scoring if rule.each_turn]
