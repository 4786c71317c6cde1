"""A game as a row of plain values, and a row as a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote, unquote

from .played import NOBODY, Played, Use

Row: TypeAlias = list[int | str]

MOST = 2**53
"""No number of a game goes further: up to here each is the same as a float."""


@dataclass(frozen=True)
class Columns:
    """The columns of a row, and how a game is written into them."""

    seats: tuple[str, ...]
    """The ids of the seats that play."""
    prizes: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The columns in their order."""
        return [
            *("game", "seed", "first", "ended", "winners"),
            *(f"score_{seat}" for seat in self.seats),
            *(f"prize_{prize}" for prize in self.prizes),
            *("turns", "decisions"),
            *(f"used_{seat}" for seat in self.seats),
            *("offered", "came"),
        ]

    def is_number(self, name: str) -> bool:
        """Say whether a column holds whole numbers; the others hold text."""
        return name in ("game", "seed", "ended", "turns", "decisions") or name.startswith("score_")

    def row(self, number: int, played: Played) -> Row:
        """Write the game *number*; one that did not end has scores of 0."""
        seats = self.seats
        none = [NOBODY] * len(self.prizes)
        return [
            *(number, played.seed, seats[played.first], int(played.ended)),
            " ".join(seats[seat] for seat in played.winners),
            *(played.scores or [0] * len(seats)),
            *("" if seat == NOBODY else seats[seat] for seat in played.prizes or none),
            *(played.turns, played.decisions),
            *(uses_text(uses) for uses in played.uses),
            uses_text(played.offered),
            " ".join(_cards_text(played.came)),
        ]

    def played(self, row: Sequence[int | str]) -> Played:
        """Read what `row` has written; raises `ValueError` or `KeyError` for anything else."""
        seats = {seat: number for number, seat in enumerate(self.seats)} | {"": NOBODY}
        if len(row) != len(self.names):
            raise ValueError
        cells = dict(zip(self.names, row, strict=True))
        ended = bool(int(cells["ended"]))
        played = Played(
            seed=int(cells["seed"]),
            first=seats[str(cells["first"])],
            ended=ended,
            scores=[int(cells[f"score_{seat}"]) for seat in self.seats] if ended else [],
            winners=[seats[seat] for seat in str(cells["winners"]).split()],
            prizes=[seats[str(cells[f"prize_{one}"])] for one in self.prizes] if ended else [],
            turns=int(cells["turns"]),
            decisions=int(cells["decisions"]),
            uses=[uses_of(str(cells[f"used_{seat}"])) for seat in self.seats],
            offered=uses_of(str(cells["offered"])),
            came=_cards_of(str(cells["came"]).split()),
        )
        numbers = [played.turns, played.decisions, *played.scores]
        for uses in (*played.uses, played.offered):
            numbers += uses.values()
        numbers += played.came.values()
        if played.first == NOBODY or (ended and not played.winners) or NOBODY in played.winners:
            raise ValueError
        if any(abs(number) > MOST for number in numbers):
            raise ValueError
        return played


def uses_text(uses: Counter[Use]) -> str:
    """Write *uses* by what was done: ``"board G1 G4;join G1 Y2*3;split *8"``."""
    kinds: dict[str, Counter[str]] = {}
    for (card, kind), count in uses.items():
        kinds.setdefault(kind, Counter())[card] = count
    return ";".join(
        " ".join([quote(kind), *_cards_text(cards)]) for kind, cards in sorted(kinds.items())
    )


def uses_of(text: str) -> Counter[Use]:
    """Read what `uses_text` has written."""
    uses: Counter[Use] = Counter()
    for part in text.split(";") if text else ():
        kind, *words = part.split(" ")
        uses |= Counter({(card, unquote(kind)): n for card, n in _cards_of(words).items()})
    return uses


def _cards_text(cards: Counter[str]) -> list[str]:
    """Write how many there are of each card, no card being an empty one."""
    return [
        quote(card, safe="+@$") + (f"*{count}" if count != 1 or not card else "")
        for card, count in sorted(cards.items())
    ]


def _cards_of(words: Iterable[str]) -> Counter[str]:
    """Read what `_cards_text` has written."""
    parts = (word.partition("*") for word in words)
    return Counter({unquote(card): int(times or 1) for card, _, times in parts})
