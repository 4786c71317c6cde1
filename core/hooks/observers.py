"""Those who watch a match: what a plugin writes to be told of everything that happens."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action, Game, Position


class Observer:
    """Told of everything in a match once it counts; it changes nothing.

    One object is made for each match.  The positions are copies of its own, and they hold every
    seat's secrets: what is shown to people comes from `Position.view`.
    """

    def began(self, game: Game, actions: Sequence[Action], position: Position) -> None:
        """Hear what is played, and what was done before anybody watched, up to *position*."""

    def acted(self, action: Action, position: Position) -> None:
        """Hear of *action*, of a seat or of chance, which has led to *position*."""

    def took_back(self, actions: int, position: Position) -> None:
        """Hear that the last *actions* actions were taken back, so that it is *position* again."""

    def ended(
        self, scores: Sequence[int], winners: Sequence[int], forfeited: int | None = None
    ) -> None:
        """Hear how the match has ended; *forfeited* is the seat that has lost before its end."""
