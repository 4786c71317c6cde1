"""The file of a tournament: JSON with a line for the games of each table on each deal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..duplicate import Deal, Deals
from ..games import Played
from .game_file import GameFile
from .line_file import LineFile

FORMAT = 1


def tournament_file(path: Path, settings: Mapping[str, Any], deals: Deals) -> GameFile[Deal]:
    """Return the file of the games of *deals*."""

    def decode(number: int, games: Any) -> Deal:
        deal = tuple(_played(**game) for game in games)
        if [game.lineup for game in deal] != deals.seating(number):
            raise ValueError(number)
        return deal

    head = {"splitpick-tournament": FORMAT, **settings}
    return GameFile(path, LineFile(path, "deals"), head, head, _told, decode)


def _told(number: int, deal: Deal) -> list[dict[str, Any]]:
    return [
        {
            "seats": one.lineup,
            "scores": one.scores,
            "places": one.places(),
            **({} if one.failed is None else {"failed": {"seat": one.failed, "why": one.why}}),
            **({} if one.ended else {"endless": True}),
        }
        for one in deal
    ]


def _played(
    seats: list[int],
    scores: list[int],
    places: list[int],
    failed: Mapping[str, Any] | None = None,
    endless: bool = False,
) -> Played:
    """Return the game that `_told` has written; raise `ValueError` for an impossible one."""
    game = Played(seed=0, first=0, scores=[*map(int, scores)], lineup=tuple(map(int, seats)))
    if not endless:
        game.winners = [seat for seat, place in enumerate(places) if place == 1]
    if failed is not None:
        game.failed, game.why = int(failed["seat"]), str(failed["why"])
    if len(seats) != len(scores) or game.places() != places:
        raise ValueError(places)
    return game
