"""The guard: stands between a match and what plugins bring, so that a faulty one spoils nothing.

What raises, answers nonsense, meddles with what it should only look at or does not come back is
named with its plugin and version.  A special card loses the way of playing it that failed, a bot
its seat, an observer its ear; the match goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from ..errors import BotError, EffectError, PluginError, SplitpickError
from ..game import Game, Position
from ..players import BUILT_IN, Bot, Greedy, RandomBot, Weighed
from ..splitting.position import SplitGame
from ..tables.crews import CrewsTable
from ..text import Message, Text, msg
from .guarded import GuardedEffect, GuardedObserver
from .loading import described
from .observers import Observer
from .watch import Ended, Limit, TimeUp

if TYPE_CHECKING:
    from .engine import Engine

EFFECT_SECONDS = 2.0
"""How long a special card may take over anything it is asked or does."""

BOT_SECONDS = 10.0
"""How much longer than it was told a bot may think."""

MOST_TRIES = 50
"""How often a bot is asked again because a special card failed under its hands."""

ENDLESS = 3600.0
"""The seconds that stand for no limit."""


class Guard:
    """Guards one match, whose plugins are those of *engine*; without it, nobody knows whose.

    A special card may take *effect_seconds* over anything, a bot *bot_seconds* more than it was
    given.
    """

    def __init__(
        self,
        engine: Engine | None = None,
        effect_seconds: float = EFFECT_SECONDS,
        bot_seconds: float = BOT_SECONDS,
    ) -> None:
        self.faults: list[PluginError] = []
        """What has failed and did not reach a caller, as long as it was told nobody."""
        self.report: Callable[[PluginError], None] = self.faults.append
        self.effect_seconds = effect_seconds
        self.bot_seconds = bot_seconds
        self.careful = True
        """Whether special cards are checked for all they might do wrong.

        Not while bots search: they try a thousand positions, and what counts is checked again.
        """
        self._engine = engine
        self._out: set[str] = set()
        """The bots that have lost their seats."""

    def tell(self, report: Callable[[PluginError], None]) -> None:
        """Tell *report* from now on of every fault that does not reach a caller."""
        self.report = report
        while self.faults:
            report(self.faults.pop(0))

    def plugin(self, hook: str, id: str) -> str:
        """Name the plugin that brings *id*, with its version; nothing where that is not known."""
        provider = self._engine.provider(hook, id) if self._engine else None
        return provider.told if provider else ""

    def protect(self, game: Game) -> None:
        """Put every special card of *game* under guard; call it before the game is played."""
        if not isinstance(game, SplitGame) or not isinstance(game.empty_table, CrewsTable):
            return
        effects = game.empty_table.effects
        for card, effect in enumerate(effects):
            if effect is not None and not isinstance(effect, GuardedEffect):
                effects[card] = GuardedEffect.of(self, effect)

    def observers(self) -> list[Observer]:
        """Make an observer of each kind that plugins bring, for a match that begins."""
        made: list[Observer] = []
        for provider, make in self._engine.observers if self._engine else ():
            observer = GuardedObserver(self, provider.told, make)
            if not observer.is_out:
                made.append(observer)
        return made

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Name the plugin that what is done inside fails in; what fails elsewhere stays as it is.

        Raises `PluginError`, also where it takes far too long.
        """
        limit = Limit(self.bot_seconds)
        try:
            with limit:
                yield
        except (SplitpickError, KeyboardInterrupt, Ended):
            raise
        except TimeUp as error:
            if error.limit is not limit or (guilty := self._blamed(error)) is None:
                raise
            raise PluginError(
                msg(
                    "plugin-endless",
                    "The plugin {plugin} does not come back; it was stopped after {seconds} s.",
                    plugin=guilty,
                    seconds=f"{limit.seconds:g}",
                )
            ) from error
        except BaseException as error:
            if (guilty := self._blamed(error)) is None:
                raise
            raise _plugin_fails(guilty, error) from error

    def _blamed(self, error: BaseException) -> str | None:
        guilty = self._engine.blame(error) if self._engine else None
        return guilty.told if guilty else None

    # Bots.

    def made(self, kind: type[Bot], make: Callable[[], Bot] | None = None) -> Bot:
        """Make a bot of *kind*, by *make* where it is given; where that fails, so does the bot.

        It fails as soon as it is to choose.
        """
        limit = Limit(self.bot_seconds)
        try:
            with limit:
                return (make or kind)()
        except (KeyboardInterrupt, Ended):
            raise
        except BaseException as error:
            if isinstance(error, TimeUp) and error.limit is not limit:
                raise
            return _Unmade(kind, error)

    def choose(
        self,
        bot: Bot,
        position: Position,
        seat: int,
        generator: Callable[[], Random],
        budget: float,
    ) -> int:
        """Let *bot* choose an action of *seat*, one that is legal and that can be done.

        It sees a position that its seat cannot tell from *position*, and has a generator of its
        own.  If it fails it has lost its seat, and another bot chooses from then on.  Raises
        `PluginError` where there is nothing that can be done.
        """
        for player in (bot, Greedy(), RandomBot()):
            if player.id in self._out:
                continue
            careful = False
            for _ in range(MOST_TRIES):
                try:
                    return self._asked(player, position, seat, generator(), budget, careful)
                except _Again:
                    continue
                except _Garbled as error:
                    if careful:
                        raise error.args[0] from None
                    careful = True
                except EffectError as error:  # which has lost what it failed at
                    self.report(error)
                except BotError as error:
                    self.report(error)
                    self._out.add(player.id)
                    break
                except PluginError as error:
                    self.report(error)
                    return self._first_that_works(position)
        return self._first_that_works(position)

    def weigh(
        self,
        bot: Bot,
        position: Position,
        seat: int,
        generator: Callable[[], Random],
        budget: float,
    ) -> list[Weighed]:
        """Let *bot* weigh what *seat* may do, best first; an empty list where it cannot, or fails.

        *position* is what the seat may know of the real one.  Every action is legal there, and
        every line can be played, as far as it goes.
        """
        before, self.careful = self.careful, False
        try:
            for _ in range(MOST_TRIES):
                try:
                    with Limit(ENDLESS if type(bot) in BUILT_IN else budget + self.bot_seconds):
                        weighed = bot.weigh(position.copy(), seat, generator(), budget)
                        for one in weighed:
                            _follow(position, one)
                except EffectError:  # reported by the card, which has lost what it failed at
                    continue
                return weighed
        except (TimeUp, Exception):
            pass  # whoever asks does without
        finally:
            self.careful = before
        return []

    def _asked(
        self, bot: Bot, position: Position, seat: int, rng: Random, budget: float, careful: bool
    ) -> int:
        """Ask *bot* once; raises `BotError`, or another `PluginError` where it is not to blame.

        *careful* is what the attribute of that name is meanwhile.
        """
        is_ours = type(bot) in BUILT_IN
        # Ours come back, if late on a slow machine; and a special card has a limit of its own.
        limit = Limit(ENDLESS if is_ours else budget + self.bot_seconds)
        before, self.careful = self.careful, careful
        try:
            with limit:
                seen = position.resample(seat, rng)
                action = bot.choose(seen, seat, rng, budget)
        except EffectError as error:  # reported by the card, which has lost what it failed at
            raise _Again from error
        except (KeyboardInterrupt, Ended):
            raise
        except TimeUp as error:
            if error.limit is not limit:
                raise
            raise self._fails(bot, _stopped(limit)) from error
        except BaseException as error:
            guilty = self._blamed(error)
            if guilty is None and is_ours:
                raise _Garbled(error) from error
            if guilty is not None and guilty != self.plugin("splitpick_bots", bot.id):
                raise _plugin_fails(guilty, error) from error
            raise self._fails(bot, described(error)) from error
        finally:
            self.careful = before
        if type(action) is not int or action not in position.legal_actions():
            raise self._fails(bot, msg("bot-illegal", "what it chose is not allowed"))
        self._try(position, action)
        return action

    def _fails(self, bot: Bot, why: Text) -> BotError:
        plugin = self.plugin("splitpick_bots", bot.id)
        code = why.code if isinstance(why, Message) else "bot-raises"
        out = {*self._out, bot.id}
        other = RandomBot.title if Greedy.id in out else Greedy.title
        if not plugin:
            return BotError(
                msg(
                    code,
                    "The bot {bot} fails: {why}. The bot {other} takes its seat.",
                    bot=bot.id,
                    other=other,
                    why=why,
                )
            )
        return BotError(
            msg(
                code,
                "The bot {bot} of the plugin {plugin} fails: {why}. The bot {other} takes its "
                "seat.",
                bot=bot.id,
                other=other,
                plugin=plugin,
                why=why,
            )
        )

    def _try(self, position: Position, action: int) -> None:
        """Do *action* for a try; raises `PluginError` where it cannot be done."""
        with self.watching():
            position.copy().apply(action)

    def _first_that_works(self, position: Position) -> int:
        for action in position.legal_actions():
            try:
                self._try(position, action)
            except PluginError as error:
                self.report(error)
            else:
                return action
        raise PluginError(
            msg("no-way-on", "Nothing that is allowed here works. The match cannot go on.")
        )


def _follow(position: Position, weighed: Weighed) -> None:
    """Cut the line of *weighed* where it cannot be played from *position* on.

    What is hidden may have been another thing where it was found.  Raises `ValueError` where not
    even the action itself is legal.
    """
    now = position.copy()
    if weighed.action not in now.legal_actions():
        raise ValueError
    for number, action in enumerate(weighed.line):
        if action not in now.legal_actions():
            weighed.line = weighed.line[:number]
            return
        now.apply(action)


class _Unmade(Bot):
    """Sits where a bot of *kind* would, had it not failed with *error* before it began."""

    def __init__(self, kind: type[Bot], error: BaseException) -> None:
        self.id = kind.id  # type: ignore[misc]  # of this very one
        self.title = kind.title  # type: ignore[misc]
        self.error = error

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        if isinstance(self.error, TimeUp):
            raise TimeoutError
        raise self.error


class _Garbled(Exception):
    """A bot of ours has failed: perhaps at what a special card left behind, while nobody looked."""


class _Again(Exception):
    """A special card has failed while a bot was searching; now it fails no more."""


def _plugin_fails(plugin: str, error: BaseException) -> PluginError:
    return PluginError(
        msg(
            "plugin-raises",
            "The plugin {plugin} fails: {error}",
            plugin=plugin,
            error=described(error),
        )
    )


def _stopped(limit: Limit) -> Message:
    return msg("bot-endless", "it was stopped after {seconds} s", seconds=f"{limit.seconds:g}")
