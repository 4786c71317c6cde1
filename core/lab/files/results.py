"""The files of simulations and tournaments, and their games as plain values."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from ...errors import unknown
from ...text import msg
from ..card_tally import Use
from ..duplicate import Deal, Deals
from ..games import NOBODY, Played
from ..statistics import COLUMNS
from .game_file import CsvFile, GameFile, ParquetFile

MOST = 2**53  # greatest number in a row: up to here, floats are exact
FORMATS = ("csv", "json", "parquet")


def results_file(path: Path, settings: Mapping[str, Any]) -> GameFile[Played]:
    """Return the file of a simulation at *path*, with a row for each game.

    The *settings* ``seats`` and ``prizes`` name columns, ``sides`` is that of each seat if there
    are partners.  Raises `UnknownName` for other suffixes.
    """
    name = path.suffix.removeprefix(".").casefold()
    if name not in FORMATS:
        wrong = msg("unknown-format", 'There is no format "{name}".', name=path.suffix or path.name)
        raise unknown(wrong, name, [f".{format}" for format in FORMATS])
    rows = Rows(settings["seats"], settings["prizes"], settings.get("sides"))
    given = (path, {"settings": settings, "columns": [*rows.columns]}, rows.row, rows.game)
    if name == "parquet":
        return ParquetFile(*given, columns=rows.columns)
    return CsvFile(*given) if name == "csv" else GameFile(*given)


class Rows:
    """Converter of games to rows of plain values, with columns for *seats* and *prizes*."""

    def __init__(self, seats: list[str], prizes: list[str], sides: list[int] | None = None) -> None:
        self.seats = seats
        self.sides = sides or []
        self.prizes = prizes
        names = [
            *("game", "seed", "first", "ended", "winners"),
            *(f"score_{seat}" for seat in seats),
            *(f"prize_{prize}" for prize in prizes),
            *COLUMNS,
            *(f"used_{seat}" for seat in seats),
            *("offered", "came"),
        ]
        nothing = Played(0, 0, scores=[0 for _ in seats], uses=[Counter() for _ in seats])
        cells = zip(names, self.row(0, nothing), strict=True)
        self.columns = {name: type(cell) for name, cell in cells}
        """Type of the cells in each column, by name."""

    def row(self, number: int, game: Played) -> list[int | str]:
        """Return the row of *game*, which is the game *number*, from 0."""
        seats = {NOBODY: "", **dict(enumerate(self.seats))}
        return [
            *(number, game.seed, seats[game.first], int(game.ended)),
            " ".join(seats[seat] for seat in game.winners),
            *game.scores,
            *(seats[seat] for seat in game.prizes or [NOBODY for _ in self.prizes]),
            *(getattr(game, column) for column in COLUMNS),
            *map(uses_text, game.uses),
            uses_text(game.offered),
            _cards_text(game.came),
        ]

    def game(self, number: int, row: Any) -> Played:
        """Return the game of a *row*; raise `ValueError` or `KeyError` for an impossible one."""
        kinds = zip(self.columns.items(), row, strict=True)
        cells: dict[str, Any] = {name: kind(str(cell)) for (name, kind), cell in kinds}
        seats = {seat: number for number, seat in enumerate(self.seats)}
        holders = {**seats, "": NOBODY}
        uses = [uses_of(cells[f"used_{seat}"]) for seat in seats]
        game = Played(
            seed=cells["seed"],
            first=seats[cells["first"]],
            scores=[cells[f"score_{seat}"] for seat in seats],
            winners=[seats[seat] for seat in cells["winners"].split()],
            prizes=[holders[cells[f"prize_{prize}"]] for prize in self.prizes if cells["ended"]],
            **{column: cells[column] for column in COLUMNS},
            uses=uses,
            offered=uses_of(cells["offered"]),
            came=_cards(cells["came"]),
            sides=self.sides,
        )
        counts = [*game.came.values(), *sum(uses, game.offered).values()]
        most = max(map(abs, [game.turns, *game.scores, *counts]))
        if most > MOST or self.row(number, game) != [*cells.values()]:
            raise ValueError
        return game


def uses_text(uses: Counter[Use]) -> str:
    """Return *uses* as text, by kind: ``"board G1 G4;join G1 Y2*3;split *8"``."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (card, kind), count in uses.items():
        kinds[kind][card] = count
    return ";".join(f"{quote(kind)} {_cards_text(cards)}" for kind, cards in sorted(kinds.items()))


def uses_of(text: str) -> Counter[Use]:
    """Return the uses in *text*, which `uses_text` wrote."""
    parts = (part.partition(" ") for part in text.split(";") if part)
    return Counter(
        {(card, unquote(kind)): n for kind, _, cards in parts for card, n in _cards(cards).items()}
    )


def _cards_text(cards: Counter[str]) -> str:
    """Return a word for each card, with its count if that is not 1 or the card is empty."""
    return " ".join(
        quote(card, safe="+@$") + (f"*{count}" if count != 1 or not card else "")
        for card, count in sorted(cards.items())
    )


def _cards(text: str) -> Counter[str]:
    parts = (word.partition("*") for word in text.split())
    return Counter({unquote(card): int(times or 1) for card, _, times in parts})


def tournament_file(path: Path, settings: Mapping[str, Any], deals: Deals) -> GameFile[Deal]:
    """Return the file of the games of *deals*: JSON with a line for each table on each deal."""

    def decode(number: int, games: Any) -> Deal:
        deal = []
        for one in games:
            seats = range(len(one["seats"]))
            scores = [int(score) for score, _ in zip(one["scores"], seats, strict=True)]
            game = Played(0, 0, scores, lineup=tuple(one["seats"]))
            if "endless" not in one:
                game.winners = [seat for seat, place in enumerate(one["places"]) if place == 1]
            if failed := one.get("failed"):
                game.failed, game.why = seats.index(failed["seat"]), str(failed["why"])
            deal.append(game)
        if [game.lineup for game in deal] != deals.seating(number) or _encode(deal) != games:
            raise ValueError
        return tuple(deal)

    head = {"splitpick-tournament": 1, **settings}
    return GameFile(path, head, lambda _, deal: _encode(deal), decode, "deals")


def _encode(deal: Sequence[Played]) -> list[dict[str, Any]]:
    return [
        {
            "seats": list(one.lineup),
            "scores": one.scores,
            "places": one.places(),
            **({} if one.failed is None else {"failed": {"seat": one.failed, "why": one.why}}),
            **({} if one.ended else {"endless": True}),
        }
        for one in deal
    ]
