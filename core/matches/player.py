"""Players that need no keyboard: the base class, and bots in this process."""

from __future__ import annotations

from ..hooks.guard import Guard
from ..players import Bot, bot_generator
from ..text import Text
from .match import Match
from .record import Loaded
from .seating import Seated


class Player:
    """Player of a seat: opened before its first decision, and closed whatever happens."""

    title: Text

    def open(self, loaded: Loaded, seat: int) -> None:
        """Prepare to play the match of *loaded* as *seat*."""

    def choose(self, match: Match, seat: int, seconds: float) -> int:
        """Return a legal action of *seat*, which is to act, within *seconds*."""
        raise NotImplementedError

    def close(self) -> None:
        """Release all resources; it may be called after a failure, and more than once."""


class BotPlayer(Player):
    """A bot at a seat; if it fails, *guard* lets another bot choose from then on."""

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
        """Seconds for a decision, 0 if nodes are counted, or ``None`` for those `choose` gets."""
        self.title = title or bot.title

    @staticmethod
    def of(seated: Seated, guard: Guard) -> BotPlayer:
        """Make the player of *seated*; if its bot cannot be made, `Greedy` takes the seat."""
        bot = guard.made(seated.kind, seated.bot)
        return BotPlayer(bot, guard, seated.budget, seated.title)

    def choose(self, match: Match, seat: int, seconds: float) -> int:
        """Let the bot choose; raises `PluginError` if the game fails."""
        # A generator for this moment, so that a resumed game continues in the same way.
        moment = len(match.actions)
        return self.guard.choose(
            self.bot,
            match.position,
            seat,
            lambda: bot_generator(match.seed, seat, moment),
            seconds if self.seconds is None else self.seconds,
        )
