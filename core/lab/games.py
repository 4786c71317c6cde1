"""Games of one rule set by the same bots, as work for any process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BotError, BotFailed, PluginError, SplitpickError
from ..game import Position
from ..hooks.engine import Engine
from ..matches.seating import Seated, seated
from ..players import Bot, bot_generator
from ..rules.load import Ruleset, restore_ruleset
from ..text import Text, msg
from .played import Choose, Played, play_game
from .workers import Dismissed


class Arena:
    """The game of *rules* (`Ruleset.text`) with so many *seats*, and its plugins."""

    def __init__(self, engine: Engine, rules: str, seats: int) -> None:
        self.engine = engine
        self.ruleset = restore_ruleset(rules, engine.games)
        self.game = self.ruleset.build(seats)
        self.presenter = self.ruleset.presenter(self.game)

    def play(self, players: Sequence[Choose], seed: int, first: int, **settings: Any) -> Played:
        """Play one game; *settings* are those of `play_game`.

        Raises `PluginError`, with the plugin and the seed, if a plugin fails.
        """
        try:
            return play_game(self.game, players, seed=seed, first=first, **settings)
        except SplitpickError:
            raise
        except (KeyboardInterrupt, Dismissed):
            raise
        except BaseException as error:
            guilty = self.engine.blame(error)
            if guilty is None:
                raise
            raise PluginError(
                msg(
                    "trial-plugin-fails",
                    "The plugin {plugin} fails in the game with the seed {seed} ({error}). Games"
                    " before it are counted.",
                    plugin=guilty.told,
                    seed=str(seed),
                    error=type(error).__name__,
                )
            ) from error


def bot_player(bot: Seated, seed: int) -> Choose:
    """Return the player for the seat of *bot* in the game of *seed*.

    The bot is made when it first chooses.  It knows of no other game: results would depend on which
    process played that.
    """
    made: Bot | None = None

    def choose(position: Position, seat: int, moment: int) -> int:
        nonlocal made
        made = made or bot.bot()
        rng = bot_generator(seed, seat, moment)
        return made.choose(position.resample(seat, rng), seat, rng, bot.budget)

    return choose


@dataclass(frozen=True)
class Games:
    """Games of one rule set by the same bots, numbered from 0: a `Work` of `Workers`.

    Number *n* is the match of the seed *seed* + *n*, and the seats begin in turn.
    """

    rules: str
    """The resolved rules as canonical JSON (`Ruleset.text`)."""
    bots: tuple[str, ...]
    """Bot at each seat, as `seated` reads it."""
    seed: int = 0
    without: tuple[str, ...] = ()
    """Plugins that are not loaded."""

    def begin(self) -> Callable[[int], Played]:
        """See `Work.begin`."""
        return self.using(Engine(without=self.without))

    def using(self, engine: Engine) -> Callable[[int], Played]:
        """Return the function that plays a game of a number, with the plugins of *engine*."""
        arena = Arena(engine, self.rules, len(self.bots))
        bots = [seated(name, engine.bots) for name in self.bots]

        def play(number: int) -> Played:
            seed = self.seed + number

            def fault(seat: int, error: BaseException) -> str:
                if not isinstance(error, BotFailed):
                    raise error
                raise BotError(
                    msg(
                        "trial-bot-illegal",
                        "The bot {bot} chose an illegal action in the game with the seed {seed}.",
                        bot=_named(engine, bots[seat]),
                        seed=str(seed),
                    )
                ) from error

            players = [bot_player(bot, seed) for bot in bots]
            first = number % len(bots)
            return arena.play(players, seed, first, fault=fault, prizes=arena.presenter.prizes)

        return play


def games_of(
    ruleset: Ruleset, bots: Sequence[str], seed: int = 0, without: Sequence[str] = ()
) -> Games:
    """Return the games of *ruleset* by *bots*, one for each seat."""
    return Games(ruleset.text, tuple(bots), seed, tuple(without))


def _named(engine: Engine, bot: Seated) -> Text:
    """Name *bot*, with the plugin that brings it."""
    provider = engine.provider("splitpick_bots", bot.kind.id)
    if provider is None:
        return bot.title
    return msg("bot-of-plugin", "{bot} of the plugin {plugin}", bot=bot.title, plugin=provider.told)


@dataclass(frozen=True)
class Pairs:
    """The same games under two rule sets, as work whose pieces are pairs."""

    one: Games
    other: Games

    def begin(self) -> Callable[[int], tuple[Played, Played]]:
        """See `Work.begin`."""
        engine = Engine(without=self.one.without)
        one, other = self.one.using(engine), self.other.using(engine)
        return lambda number: (one(number), other(number))
