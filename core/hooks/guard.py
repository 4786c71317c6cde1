"""Guard of a match: a plugin that fails is named, its action is undone, and the match continues.

A special card that fails loses its effect, a bot loses its seat, and an observer is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

from ..errors import BotError, EffectError, PluginError
from ..game import Game, Position
from ..players import BUILT_IN, Bot, Greedy, Weighed
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, described, quoted
from ..scene import Choice, Presenter
from ..splitting.position import SplitGame
from ..text import Message, Text, msg
from .engine import Engine
from .guarded_effect import GuardedEffect
from .observers import Observer
from .provider import Provider

Answer = TypeVar("Answer")
Generator = Callable[[], Random]
"""Function that makes a bot's random generator for a decision, each time with equal numbers."""


class Guard:
    """Guard of one match with the plugins of *engine*; without an engine, it has no plugins."""

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = engine or Engine({})
        self._faults: list[PluginError] = []
        self._report: Callable[[PluginError], None] | None = None
        self._out: set[str] = set()
        """Ids of the bots that have lost their seats."""

    def tell(self, report: Callable[[PluginError], None]) -> None:
        """Pass every fault to *report*, including those found so far."""
        self._report = report
        for fault in self._faults:
            report(fault)

    def report(self, fault: PluginError, cause: BaseException | None = None) -> None:
        """Report *fault* and its *cause*, but only once."""
        if fault not in self._faults:
            if cause:
                fault.__cause__ = cause
            self._faults.append(fault)
            if self._report:
                self._report(fault)

    def protect(self, game: Game) -> None:
        """Let the special cards of *game* that others' plugins provide fail without harm."""
        for effect in game.empty_table.effects if isinstance(game, SplitGame) else ():
            if isinstance(effect, GuardedEffect):
                effect.protect(self.report)

    def observers(self) -> list[Observer]:
        """Make and guard the observers that plugins provide, without those that cannot be made."""
        made: list[Observer] = []
        for one in self.engine.contributions("observers"):
            try:
                observer: object = one.thing()
                if not isinstance(observer, Observer):
                    raise TypeError(f"{quoted(observer)} is no Observer")
            except PLUGIN_EXCEPTIONS as error:
                self.lose_observer(one.provider, error)
            else:
                made.append(GuardedObserver(observer, partial(self.lose_observer, one.provider)))
        return made

    def lose_observer(self, provider: Provider, error: BaseException) -> None:
        message = msg(
            "observer-fails",
            "An observer of the plugin {plugin} fails: {why}. It is left out from now on.",
            plugin=provider.label,
            why=described(error),
        )
        self.report(PluginError(message), error)

    def choices(self, presenter: Presenter, position: Position) -> list[Choice]:
        """Return the legal actions of *position* as *presenter* lists them."""
        while True:
            try:  # the words of a choice may look at what comes of it
                return [presenter.choice(position, action) for action in position.legal_actions()]
            except EffectError:
                continue  # the card has lost its effect, and the guard has reported it

    # Bots.

    def made(self, kind: type[Bot], make: Callable[[], Bot] | None = None) -> Bot:
        """Make a bot of *kind*, by *make* if that is given; if it fails, return a `Greedy` bot."""
        try:
            return (make or kind)()
        except PLUGIN_EXCEPTIONS as error:
            self._unseat(kind.id, described(error), error)
            return Greedy()

    def choose(
        self, bot: Bot, position: Position, seat: int, generator: Generator, budget: float
    ) -> int:
        """Let *bot* choose a legal action of *seat*, knowing what *seat* knows of *position*.

        If *bot* fails, `Greedy` chooses instead. Raises `PluginError` if a plugin's game fails.
        """
        for player in (bot, Greedy()):
            while player.id not in self._out:
                rng = generator()
                try:
                    action = player.choose(position.resample(seat, rng), seat, rng, budget)
                    if type(action) is int and action in position.legal_actions():
                        position.copy().apply(action)
                        return action
                    self._unseat(player.id, msg("bot-illegal", "it chose an illegal action"))
                except PLUGIN_EXCEPTIONS as error:
                    if error in self._faults:
                        continue  # a card has lost its effect: the bot is asked again
                    brings = self.engine.provider("splitpick_bots", player.id)
                    if type(player) in BUILT_IN or self.engine.blame(error) not in (None, brings):
                        with self.engine.watching():
                            raise  # it is the game's fault
                    self._unseat(player.id, described(error), error)
        raise AssertionError("no built-in bot loses its seat")

    def _unseat(self, bot: str, why: Text, cause: BaseException | None = None) -> None:
        """Report that *bot* fails, and *why*; `Greedy` chooses for it from now on."""
        self._out.add(bot)
        message = msg(
            why.code if isinstance(why, Message) else "bot-raises",
            "The bot {bot} fails: {why}. The bot {other} takes its seat.",
            bot=self.engine.label_bot(bot, bot),
            why=why,
            other=Greedy.title,
        )
        self.report(BotError(message), cause)

    def weigh(
        self, bot: Bot, position: Position, seat: int, generator: Generator, budget: float
    ) -> list[Weighed]:
        """Return how *bot*, a built-in one, judges the actions of *seat*; empty if it fails.

        *position* is what *seat* knows; each `Weighed.line` is cut before its first illegal action.
        """
        while True:
            try:
                weighed = bot.weigh(position.copy(), seat, generator(), budget)
                for one in weighed:
                    after = position.copy()
                    for played, action in enumerate(one.line):
                        if action not in after.legal_actions():
                            one.line = one.line[:played]
                            break  # the bot may have guessed other hidden cards
                        after.apply(action)
                return [one for one in weighed if one.action in position.legal_actions()]
            except EffectError:
                continue  # the card has lost its effect: the bot is asked again
            except PLUGIN_EXCEPTIONS:
                return []


class GuardedObserver(Observer):
    """Observer that passes everything on to *inner* until that fails, and then calls *lose*."""

    works = True

    def __init__(self, inner: Observer, lose: Callable[[BaseException], None]) -> None:
        self.lose = lose
        for event in ("began", "acted", "took_back", "ended"):
            setattr(self, event, partial(self._hear, getattr(inner, event)))

    def _hear(self, event: Callable[..., None], *heard: object, **named: object) -> None:
        try:
            if self.works:
                event(*heard, **named)
        except PLUGIN_EXCEPTIONS as error:
            self.works = False
            self.lose(error)
