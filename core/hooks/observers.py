"""Observers of a match, which plugins write to follow everything that happens."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action, Game, Position


class Observer:
    """Listener to one match; it cannot change anything.

    It is called after each event. The positions are copies made for it, and they hold the secrets
    of all seats: to show something to people, use `Position.view`.
    """

    def began(self, game: Game, actions: Sequence[Action], position: Position) -> None:
        """Note the game, and the *actions* so far, which led to *position*."""

    def acted(self, action: Action, position: Position) -> None:
        """Note *action*, of a seat or of chance, which led to *position*."""

    def took_back(self, actions: int, position: Position) -> None:
        """Note that the last *actions* actions were taken back, which restored *position*."""

    def ended(
        self, scores: Sequence[int], winners: Sequence[int], forfeited: int | None = None
    ) -> None:
        """Note the result; *forfeited* is the seat that lost early, if one did."""
