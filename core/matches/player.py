"""Who decides for a seat without being asked at this keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ..hooks.guard import Guard
from ..players import Bot, bot_generator
from ..text import Text
from .match import Match

if TYPE_CHECKING:
    from .record import Loaded
    from .seating import Seated


class Player(Protocol):
    """A seat's player: opened before its first decision, and closed whatever happens."""

    @property
    def title(self) -> Text:
        """What people call it."""

    def open(self, loaded: Loaded, seat: int) -> None:
        """Get ready to play the match of *loaded* as *seat*."""

    def choose(self, match: Match, seat: int, seconds: float) -> int:
        """Choose one of the legal actions of *seat*, which is to act, within *seconds*."""

    def leave(self) -> None:
        """Hear that it is over, and how; nobody waits for what it does then."""

    def close(self) -> None:
        """Let go of everything; also after a failure, and more than once."""


def close_all(players: Sequence[Player]) -> None:
    """Close *players*: all hear that it is over before the first is waited for."""
    for player in players:
        player.leave()
    for player in players:
        player.close()


class BotPlayer:
    """A bot of this program at a seat; *guard* lets another one choose where it fails."""

    def __init__(
        self,
        bot: Bot,
        guard: Guard | None = None,
        seconds: float | None = None,
        title: Text | None = None,
    ) -> None:
        self.bot = bot
        self.guard = guard or Guard()
        self.seconds = seconds
        """How long it may think, whatever others may; 0 where its nodes are counted instead."""
        self._title = title

    @staticmethod
    def of(seated: Seated, guard: Guard) -> BotPlayer:
        """Let the bot of *seated* play; one that cannot be made fails when it is to choose."""
        bot = guard.made(seated.kind, seated.bot)
        return BotPlayer(bot, guard, seated.budget, seated.title)

    @property
    def title(self) -> Text:
        """What people call it."""
        return self._title or self.bot.title

    def open(self, loaded: Loaded, seat: int) -> None:
        """There is nothing to get ready."""

    def choose(self, match: Match, seat: int, seconds: float) -> int:
        """Let the bot choose; it sees a position that its seat cannot tell from the real one.

        Raises `PluginError` where nothing can be done at all.
        """
        # Of this moment, so that a game that goes on later, or again, goes on in the same way.
        moment = len(match.actions)
        return self.guard.choose(
            self.bot,
            match.position,
            seat,
            lambda: bot_generator(match.seed, seat, moment),
            seconds if self.seconds is None else self.seconds,
        )

    def leave(self) -> None:
        """There is nothing it wants to hear."""

    def close(self) -> None:
        """There is nothing to let go of."""
