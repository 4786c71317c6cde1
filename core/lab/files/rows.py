"""A game as a row of plain values, and a row as a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote, unquote

from ..played import NOBODY, Played, Use

Row: TypeAlias = list[int | str]

MOST = 2**53
"""Largest number in a game: up to here each equals a float."""


@dataclass(frozen=True)
class Columns:
    """The columns of a row, and the way a game is written into them."""

    seats: tuple[str, ...]
    """Ids of the seats."""
    prizes: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """Names of the columns in their order."""
        return [
            *("game", "seed", "first", "ended", "winners"),
            *(f"score_{seat}" for seat in self.seats),
            *(f"prize_{prize}" for prize in self.prizes),
            *("turns", "decisions"),
            *(f"used_{seat}" for seat in self.seats),
            *("offered", "came"),
        ]

    def row(self, number: int, played: Played) -> Row:
        """Return the row of the game *number*."""
        seats = self.seats
        none = [NOBODY] * len(self.prizes)
        return [
            *(number, played.seed, seats[played.first], int(played.ended)),
            " ".join(seats[seat] for seat in played.winners),
            *played.scores,
            *("" if seat == NOBODY else seats[seat] for seat in played.prizes or none),
            *(played.turns, sum(played.decisions)),
            *(uses_text(uses) for uses in played.uses),
            uses_text(played.offered),
            " ".join(_cards_text(played.came)),
        ]

    def played(self, row: Sequence[int | str]) -> Played:
        """Return the game of a *row*; raises `ValueError` or `KeyError` for anything else."""
        seats = {seat: number for number, seat in enumerate(self.seats)}
        holders = {**seats, "": NOBODY}
        cells = {name: str(cell) for name, cell in zip(self.names, row, strict=True)}
        uses = [uses_of(cells[f"used_{seat}"]) for seat in self.seats]
        played = Played(
            seed=int(cells["seed"]),
            first=seats[cells["first"]],
            scores=[int(cells[f"score_{seat}"]) for seat in self.seats],
            winners=[seats[seat] for seat in cells["winners"].split()],
            prizes=[holders[cells[f"prize_{prize}"]] for prize in self.prizes],
            turns=int(cells["turns"]),
            decisions=[used.total() for used in uses],
            uses=uses,
            offered=uses_of(cells["offered"]),
            came=_cards_of(cells["came"].split()),
            seconds=[0.0 for _ in seats],
        )
        if not played.ended:
            played.prizes = []
        counts = [*played.came.values(), *played.offered.values()]
        counts += [count for used in uses for count in used.values()]
        numbers = [played.turns, *played.scores, *counts]
        if any(abs(number) > MOST for number in numbers):
            raise ValueError
        if int(cells["ended"]) != played.ended or int(cells["decisions"]) != sum(played.decisions):
            raise ValueError
        return played


def is_number(name: str) -> bool:
    """Return whether a column holds whole numbers; the others hold text."""
    return name in ("game", "seed", "ended", "turns", "decisions") or name.startswith("score_")


def uses_text(uses: Counter[Use]) -> str:
    """Return *uses* as text, by kind: ``"board G1 G4;join G1 Y2*3;split *8"``."""
    kinds: dict[str, Counter[str]] = {}
    for (card, kind), count in uses.items():
        kinds.setdefault(kind, Counter())[card] = count
    return ";".join(
        " ".join([quote(kind), *_cards_text(cards)]) for kind, cards in sorted(kinds.items())
    )


def uses_of(text: str) -> Counter[Use]:
    """Return the uses that `uses_text` has written."""
    uses: Counter[Use] = Counter()
    for part in text.split(";") if text else ():
        kind, *words = part.split(" ")
        uses |= Counter({(card, unquote(kind)): n for card, n in _cards_of(words).items()})
    return uses


def _cards_text(cards: Counter[str]) -> list[str]:
    """Return a word for each card with its count; no card is an empty word."""
    return [
        quote(card, safe="+@$") + (f"*{count}" if count != 1 or not card else "")
        for card, count in sorted(cards.items())
    ]


def _cards_of(words: Iterable[str]) -> Counter[str]:
    """Return the counts that `_cards_text` has written."""
    parts = (word.partition("*") for word in words)
    return Counter({unquote(card): int(times or 1) for card, _, times in parts})
