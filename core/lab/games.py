"""Games by bots as pieces of work: all that is needed is text, so any process can play them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import PluginError, SplitpickError
from ..hooks.engine import Engine
from ..matches.seating import seated
from ..rules.load import Ruleset, parse_ruleset
from ..text import msg
from .played import Played, play_game

if TYPE_CHECKING:
    from ..game import Game


@dataclass(frozen=True)
class Games:
    """Games of one rule set by the same bots; each is a number from 0.

    Number *n* is dealt from the seed *seed* + *n*, so it is the match of that seed, and every seat
    begins in turn.  A `Work` of `workers`; the games are the same for any number of jobs, unless a
    bot thinks by the clock.
    """

    rules: str
    """The resolved rules as canonical JSON (`Ruleset.text`)."""
    bots: tuple[str, ...]
    """Who plays each seat, as `seated` reads it; as many as play."""
    seed: int = 0
    without: tuple[str, ...] = ()
    """Plugins that are not loaded."""

    def begin(self) -> Callable[[int], Played]:
        """Load the plugins and make the game, once in each process."""
        return Table(Engine(without=self.without), self).play


def games_of(
    ruleset: Ruleset, bots: Sequence[str], seed: int = 0, without: Sequence[str] = ()
) -> Games:
    """Describe games of *ruleset* by *bots*, one a seat."""
    return Games(ruleset.text, tuple(bots), seed, tuple(without))


class Table:
    """Where `Games` are played: the game and what makes the bots."""

    def __init__(self, engine: Engine, games: Games) -> None:
        self.engine = engine
        self.seed = games.seed
        ruleset = parse_ruleset(games.rules, engine.games).variant()
        self.game: Game = ruleset.build(len(games.bots))
        self.prizes = ruleset.presenter(self.game).prizes
        self.bots = [seated(name, engine.bots) for name in games.bots]
        self.budgets = [bot.budget for bot in self.bots]

    def play(self, number: int) -> Played:
        """Play the game *number*.

        Raises `PluginError`, which names the plugin and the seed, where a plugin fails.
        """
        seed = self.seed + number
        first = number % self.game.players
        # Each game has bots of its own: what one remembers of the game before would depend on which
        # process has played that.
        bots = [bot.bot() for bot in self.bots]
        try:
            return play_game(self.game, bots, seed, first, self._plugin, self.budgets, self.prizes)
        except SplitpickError:
            raise
        except Exception as error:
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

    def _plugin(self, bot: str) -> str:
        provider = self.engine.provider("splitpick_bots", bot)
        return provider.told if provider else ""


@dataclass(frozen=True)
class Pairs:
    """The same games under two rule sets: a `Work` whose pieces are played twice."""

    one: Games
    other: Games

    def begin(self) -> Callable[[int], tuple[Played, Played]]:
        """Make both tables, once in each process."""
        engine = Engine(without=self.one.without)
        one, other = Table(engine, self.one), Table(engine, self.other)
        return lambda number: (one.play(number), other.play(number))
