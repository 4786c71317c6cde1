"""The file of a tournament: JSON with a line for the games of each table on each deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..duplicate import Deal, Lineup
from ..played import Played
from .file_errors import compare_settings, reading, writing
from .json_list import JsonList

KIND = "splitpick-tournament"
FORMAT = 1


class TournamentFile:
    """Keeps the games of a tournament at *path*; *settings* must be the same to continue.

    Raises `BadValue` for a path or file that makes no sense, `StoreError` if the system refuses.
    """

    def __init__(self, path: Path, settings: Mapping[str, object]) -> None:
        self.path = path
        self._head = {KIND: FORMAT, **settings}
        self._list = JsonList(path, "deals")

    def create(self, *, replace: bool = False) -> None:
        """Begin the file; refuse an existing one unless it is to be replaced."""
        with writing(self.path):
            self._list.create(self._head, replace=replace)

    def resume(self, seating: Callable[[int], Sequence[Lineup]]) -> Iterator[Deal]:
        """Yield the deals in the file; then more can be added.

        *seating* returns the lineups that the games of each line must have.
        """
        with reading(self.path):
            found = self._list.head()
            if found[KIND] != FORMAT:
                raise ValueError(FORMAT)
            compare_settings(self.path, found, self._head)
            for number, games in enumerate(self._list.read()):
                deal = tuple(_played(**game) for game in games)
                if [game.lineup for game in deal] != list(seating(number)):
                    raise ValueError(number)
                yield deal

    def add(self, deal: Deal) -> None:
        """Write the games of the next table."""
        with writing(self.path):
            self._list.append([_told(game) for game in deal])

    def end(self, table: object) -> None:
        """Write the *table* of results behind the games."""
        with writing(self.path):
            self._list.finish({"table": table})

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._list.close()


def _told(game: Played) -> dict[str, object]:
    told: dict[str, object] = {"seats": game.lineup, "scores": game.scores, "places": game.places()}
    if game.failed is not None:
        told["failed"] = {"seat": game.failed, "why": game.why}
    if not game.ended:
        told["endless"] = True
    return told


def _played(
    seats: list[int],
    scores: list[int],
    places: list[int],
    failed: Mapping[str, Any] | None = None,
    endless: bool = False,
) -> Played:
    """Return the game that `_told` has written; raises `ValueError` for an impossible one."""
    game = Played(
        seed=0,
        first=0,
        scores=[*map(int, scores)],
        winners=[] if endless else [seat for seat, place in enumerate(places) if place == 1],
        failed=None if failed is None else int(failed["seat"]),
        why="" if failed is None else str(failed["why"]),
        lineup=tuple(map(int, seats)),
    )
    if len(seats) != len(scores) or game.places() != places:
        raise ValueError(places)
    return game
