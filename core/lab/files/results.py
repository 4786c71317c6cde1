"""The games of a simulation in a file, a row each: CSV, JSON or Parquet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from ...errors import unknown
from ...text import msg
from ..games import NOBODY, Played, Use
from .game_file import GameFile
from .line_file import CsvFile, LineFile
from .parquet_file import ParquetFile

MOST = 2**53
"""Largest number in a game: up to here each equals a float."""


def results_file(path: Path, settings: Mapping[str, Any]) -> GameFile[Played]:
    """Return the file of a simulation; the *settings* ``seats`` and ``prizes`` name columns."""
    name = path.suffix.removeprefix(".").casefold()
    if name not in _FORMATS:
        wrong = msg("unknown-format", 'There is no format "{name}".', name=path.suffix or path.name)
        raise unknown(wrong, name, [f".{format}" for format in FORMATS])
    rows = Rows(settings["seats"], settings["prizes"])
    head = {"settings": settings, "columns": rows.columns}
    return GameFile(path, _FORMATS[name](path), settings, head, rows.row, rows.game)


class Rows:
    """Games of *seats* and *prizes* as rows of plain values."""

    def __init__(self, seats: list[str], prizes: list[str]) -> None:
        self.seats = seats
        self.prizes = prizes
        self.columns = [
            *("game", "seed", "first", "ended", "winners"),
            *(f"score_{seat}" for seat in seats),
            *(f"prize_{prize}" for prize in prizes),
            *("turns", "decisions"),
            *(f"used_{seat}" for seat in seats),
            *("offered", "came"),
        ]

    def row(self, number: int, game: Played) -> list[int | str]:
        """Return the row of *game*."""
        seats, nobody = self.seats, [NOBODY for _ in self.prizes]
        return [
            *(number, game.seed, seats[game.first], int(game.ended)),
            " ".join(seats[seat] for seat in game.winners),
            *game.scores,
            *("" if seat == NOBODY else seats[seat] for seat in game.prizes or nobody),
            *(game.turns, sum(game.decisions)),
            *(uses_text(uses) for uses in game.uses),
            uses_text(game.offered),
            " ".join(_cards_text(game.came)),
        ]

    def game(self, number: int, row: Any) -> Played:
        """Return the game of a *row*; raise `ValueError` or `KeyError` for an impossible one."""
        seats = {seat: number for number, seat in enumerate(self.seats)}
        cells = {name: str(cell) for name, cell in zip(self.columns, row, strict=True)}
        uses = [uses_of(cells[f"used_{seat}"]) for seat in seats]
        game = Played(
            seed=int(cells["seed"]),
            first=seats[cells["first"]],
            scores=[int(cells[f"score_{seat}"]) for seat in seats],
            winners=[seats[seat] for seat in cells["winners"].split()],
            turns=int(cells["turns"]),
            decisions=[used.total() for used in uses],
            uses=uses,
            offered=uses_of(cells["offered"]),
            came=_cards_of(cells["came"].split()),
            seconds=[0.0 for _ in seats],
        )
        if game.ended:
            holders = {**seats, "": NOBODY}
            game.prizes = [holders[cells[f"prize_{prize}"]] for prize in self.prizes]
        counts = [*game.came.values(), *sum(uses, game.offered).values()]
        if any(abs(count) > MOST for count in (game.turns, *game.scores, *counts)):
            raise ValueError
        told = [int(cells[name]) for name in ("game", "ended", "decisions")]
        if told != [number, game.ended, sum(game.decisions)]:
            raise ValueError
        return game


def _is_number(column: str) -> bool:
    return column in ("game", "seed", "ended", "turns", "decisions") or column.startswith("score_")


_FORMATS: Mapping[str, Callable[[Path], LineFile | ParquetFile]] = {
    "csv": lambda path: CsvFile(path, ""),
    "json": lambda path: LineFile(path, "games"),
    "parquet": lambda path: ParquetFile(path, _is_number),
}

FORMATS = tuple(_FORMATS)


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
