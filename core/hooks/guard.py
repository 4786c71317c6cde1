"""The guard of a match: it names the plugin that fails, takes its action back, and plays on.

A special card that fails loses its effect, a bot its seat, and an observer hears no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from ..errors import BotError, EffectError, PluginError, SplitpickError
from ..game import Game, Position
from ..players import BUILT_IN, Bot, Greedy, RandomBot, Weighed
from ..rules.plugin_errors import THEIRS, Nonsense, described
from ..splitting.position import SplitGame
from ..tables.crews import Crews, CrewsTable, Effect
from ..text import Language, Message, msg
from .observers import Observer
from .provider import Provider

if TYPE_CHECKING:
    from .engine import Engine

MOST_TRIES = 50
"""Number of times that a bot is asked again because a special card failed in its hands."""

Generator = Callable[[], Random]
"""Makes the generator of a bot for one decision, the same each time."""


class Guard:
    """Guard of one match with the plugins of *engine*; without it, no plugin can be named."""

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = engine
        self._faults: list[PluginError] = []
        """Faults that were reported."""
        self._report: Callable[[PluginError], None] | None = None
        self.careful = True
        """Check what special cards do. Off while bots search, since they try many positions."""
        self._out: set[str] = set()
        """Bots that have lost their seats."""

    def tell(self, report: Callable[[PluginError], None]) -> None:
        """Pass every fault that is not raised to *report* from now on."""
        self._report = report
        for error in self._faults:
            report(error)

    def report(self, error: PluginError) -> None:
        """Report a fault that is not raised, once."""
        if error not in self._faults:
            self._faults.append(error)
            if self._report:
                self._report(error)

    def protect(self, game: Game) -> None:
        """Guard the special cards of *game*; call it before the game is played."""
        if isinstance(game, SplitGame) and isinstance(game.empty_table, CrewsTable):
            effects = game.empty_table.effects
            for card, effect in enumerate(effects):
                if effect is not None and not isinstance(effect, GuardedEffect):
                    effects[card] = GuardedEffect.around(effect, self)

    def observers(self) -> list[Observer]:
        """Make the observers that plugins bring, for a match that begins."""
        brought = self.engine.brought("observers") if self.engine else []
        made = [GuardedObserver(self, one.provider, one.thing) for one in brought]
        return [observer for observer in made if observer.inner]

    def plugin(self, hook: str, id: str) -> str:
        """Return the name and version of the plugin that brings *id*; empty if none does."""
        provider = self.engine.provider(hook, id) if self.engine else None
        return provider.told if provider else ""

    def _blamed(self, error: BaseException) -> str:
        provider = self.engine.blame(error) if self.engine else None
        return provider.told if provider else ""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Turn the failure of a plugin inside into a `PluginError` that names it."""
        try:
            yield
        except SplitpickError:
            raise
        except THEIRS as error:
            if plugin := self._blamed(error):
                raise _plugin_fails(plugin, error) from error
            raise

    # Bots.

    def made(self, kind: type[Bot], make: Callable[[], Bot] | None = None) -> Bot:
        """Make a bot of *kind*; if it fails, another one takes its seat."""
        try:
            return (make or kind)()
        except THEIRS as error:
            self._unseat(kind, described(error), error)
            return Greedy()

    def choose(
        self, bot: Bot, position: Position, seat: int, generator: Generator, budget: float
    ) -> int:
        """Let *bot* choose an action of *seat* that is legal and works.

        It sees a position that its seat cannot tell from *position*. If it fails, it has lost its
        seat, and another bot chooses from then on. Raises `PluginError` if no action works.
        """
        for player in (bot, Greedy(), RandomBot()):
            if player.id in self._out:
                continue
            try:
                action = self._ask(player, position, seat, generator, budget)
            except PluginError as error:
                self.report(error)
                break
            if action is not None:
                return action
        for action in position.legal_actions():
            try:
                self._try(position, action)
                return action
            except PluginError as error:
                self.report(error)
        raise PluginError(msg("no-way-on", "No legal action works, so the match cannot go on."))

    def _ask(
        self, bot: Bot, position: Position, seat: int, generator: Generator, budget: float
    ) -> int | None:
        """Return the action that *bot* chooses; ``None`` if it fails and has lost its seat.

        Raises `PluginError` if another plugin fails.
        """
        is_ours, careful = type(bot) in BUILT_IN, False
        for _ in range(MOST_TRIES):
            rng = generator()
            try:
                with self._searching(careful):
                    action = bot.choose(position.resample(seat, rng), seat, rng, budget)
                if type(action) is int and action in position.legal_actions():
                    self._try(position, action)
                    return action
                self._unseat(bot, msg("bot-illegal", "what it chose is not allowed"))
                return None
            except EffectError as error:  # the card has lost its effect: the bot is asked again
                self.report(error)
            except THEIRS as error:
                plugin = self._blamed(error)
                if is_ours and not plugin and not careful:
                    careful = True  # perhaps a special card has left nonsense on the table
                elif is_ours and not plugin:
                    raise
                elif plugin and plugin != self.plugin("splitpick_bots", bot.id):
                    raise _plugin_fails(plugin, error) from error
                else:
                    self._unseat(bot, described(error), error)
                    return None
        return None

    def _try(self, position: Position, action: int) -> None:
        """Raise `PluginError` if *action* does not work."""
        with self.watching():
            position.copy().apply(action)

    @contextmanager
    def _searching(self, careful: bool = False) -> Iterator[None]:
        before, self.careful = self.careful, careful
        try:
            yield
        finally:
            self.careful = before

    def _unseat(
        self, bot: Bot | type[Bot], why: Message | str, cause: BaseException | None = None
    ) -> None:
        """Report that *bot* fails; another one chooses from now on."""
        self._out.add(bot.id)
        named: Message | str = bot.id
        if plugin := self.plugin("splitpick_bots", bot.id):
            named = msg("bot-of-plugin", "{bot} of the plugin {plugin}", bot=bot.id, plugin=plugin)
        error = BotError(
            msg(
                why.code if isinstance(why, Message) else "bot-raises",
                "The bot {bot} fails: {why}. The bot {other} takes its seat.",
                bot=named,
                why=why,
                other=RandomBot.title if Greedy.id in self._out else Greedy.title,
            )
        )
        error.__cause__ = cause
        self.report(error)

    def weigh(
        self, bot: Bot, position: Position, seat: int, generator: Generator, budget: float
    ) -> list[Weighed]:
        """Let *bot*, one of ours, weigh the actions of *seat*, best first; none if it fails.

        *position* is what *seat* knows; every line is cut where it cannot be played from there.
        """
        with self._searching():
            for _ in range(MOST_TRIES):
                try:
                    weighed = bot.weigh(position.copy(), seat, generator(), budget)
                    for one in weighed:
                        one.line = list(_playable(position.copy(), one.line))
                    return [one for one in weighed if one.action in position.legal_actions()]
                except EffectError as error:
                    self.report(error)
                except Exception:
                    break
        return []


def _playable(position: Position, line: Sequence[int]) -> Iterator[int]:
    """Play *line* from *position* on, and yield the actions of it that are legal."""
    for action in line:
        if action not in position.legal_actions():
            return  # hidden cards may have been others where the line was found
        position.apply(action)
        yield action


def _plugin_fails(plugin: str, error: BaseException) -> PluginError:
    return PluginError(
        msg(
            "plugin-raises",
            "The plugin {plugin} fails: {error}",
            plugin=plugin,
            error=described(error),
        )
    )


class GuardedEffect(Effect):
    """Special card that passes everything on to *inner* until that fails, and then does nothing."""

    guard: Guard
    inner: Effect
    works = True
    speaks = True

    @classmethod
    def around(cls, inner: Effect, guard: Guard) -> GuardedEffect:
        """Put *inner* under *guard*; its class attributes are kept."""
        kind = type(cls.__name__, (cls,), {"id": inner.id, "safe": bool(inner.safe)})
        guarded: GuardedEffect = kind(inner.rules, inner.card)
        guarded.inner, guarded.guard = inner, guard
        return guarded

    def options(self) -> list[str]:
        return self.rules.effect_options[self.card]

    def legal(self, table: Crews, seat: int) -> list[int]:
        if not self.works:
            return []
        try:
            legal: Any = self.inner.legal(self._shown(table), seat)
            known = range(len(self.options()))
            if (
                not isinstance(legal, list)
                or any(type(option) is not int or option not in known for option in legal)
                or len(set(legal)) < len(legal)
            ):
                raise self._nonsense("legal", legal)
        except THEIRS as error:
            self.works = False
            self.guard.report(self._fault("legal", error, _NO_EFFECT))
            return []
        return [*legal]

    def play(self, table: Crews, seat: int, option: int) -> None:
        cards = sorted([*table.cards(), self.card]) if self.guard.careful else None
        try:
            self.inner.play(table, seat, option)
            if cards is not None:
                _check(table, cards)
        except THEIRS as error:
            self.works = False
            fault = self._fault("play", error, _NO_EFFECT)
            if cards is None:  # a bot that searches may suppress it
                self.guard.report(fault)
            raise fault from error

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        said = self._words("why_not", self._shown(table), seat, option)
        return said if isinstance(said, Message) else None

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        said = self._words("tell", self._shown(table), seat, option)
        return said if isinstance(said, Message) else None

    def rules_text(self) -> list[Message]:
        said = self._words("rules_text")
        return said if isinstance(said, list) else []

    def _words(self, method: str, *asked: object) -> object:
        """Return the answer of a *method* that returns texts; ``None`` if it makes no sense."""
        if not self.speaks:
            return None
        try:
            said = getattr(self.inner, method)(*asked)
            for text in said if isinstance(said, list) else [said]:
                if isinstance(text, Message):
                    _english().say(text)  # raises `KeyError` if a parameter is missing
                elif text is not None:
                    raise self._nonsense(method, said)
        except THEIRS as error:
            self.speaks = False
            self.guard.report(self._fault(method, error, _NO_WORDS))
            return None
        return said

    def _shown(self, table: Crews) -> Crews:
        """Return the table for a method that must not change it."""
        return table.copy() if self.guard.careful else table

    def _nonsense(self, method: str, answer: object) -> Nonsense:
        return Nonsense("splitpick_effects", self.id, method, answer)

    def _fault(self, method: str, error: BaseException, then: Message) -> EffectError:
        """Return the error that names the card and its plugin, and says what happens *then*."""
        why = msg("effect-raises", "{method}: {error}", method=method, error=described(error))
        if isinstance(error, Nonsense):
            why = msg(
                "effect-nonsense", "{method} answers {answer}", method=method, answer=error.answer
            )
        if isinstance(error, _LostCards):
            why = msg("effect-cards", "afterwards a card is missing or there twice")
        fault = EffectError(
            msg(
                why.code,
                'The card {card} (effect "{effect}" of the plugin {plugin}) fails: {why}. {then}',
                card=self.rules.codes[self.card],
                effect=self.id,
                plugin=self.guard.plugin("splitpick_effects", self.id) or "?",
                why=why,
                then=then,
            )
        )
        fault.__cause__ = error
        return fault


_NO_EFFECT = msg(
    "card-gone", "Nothing has changed, and for the rest of this match it has no effect."
)
_NO_WORDS = msg("words-gone", "The match goes on without its texts.")


class _LostCards(Exception):
    """After a special card was played, cards are missing or there twice."""


def _check(table: Crews, cards: Sequence[int]) -> None:
    """Raise an error unless *table* makes sense and holds *cards*.

    Whatever a special card leaves there would be trusted by the kernel, and kept with the match.
    """
    if sorted(table.cards()) != cards:
        raise _LostCards
    twin = table.copy()
    for ship in range(table.rules.ship_count):
        twin.check(ship)
    twin.view()
    sum(twin.scores())


@cache
def _english() -> Language:
    return Language("en")


class GuardedObserver(Observer):
    """Observer that passes everything on to the one that *make* returns, until that fails."""

    def __init__(self, guard: Guard, provider: Provider, make: Callable[[], Observer]) -> None:
        self.guard = guard
        self.provider = provider
        self.inner: Any = self
        self._hear("_begin", make)

    def _begin(self, make: Callable[[], Observer]) -> None:
        made: object = make()
        if not isinstance(made, Observer):
            raise Nonsense("splitpick_observers", self.provider.name, "()", made)
        self.inner = made

    def began(self, *heard: Any, **named: Any) -> None:
        self._hear("began", *heard, **named)

    def acted(self, *heard: Any, **named: Any) -> None:
        self._hear("acted", *heard, **named)

    def took_back(self, *heard: Any, **named: Any) -> None:
        self._hear("took_back", *heard, **named)

    def ended(self, *heard: Any, **named: Any) -> None:
        self._hear("ended", *heard, **named)

    def _hear(self, method: str, *heard: Any, **named: Any) -> None:
        try:
            if self.inner:
                getattr(self.inner, method)(*heard, **named)
        except THEIRS as error:
            self.inner = None
            fault = PluginError(
                msg(
                    "observer-fails",
                    "An observer of the plugin {plugin} fails: {why}. It hears no more of this"
                    " match.",
                    plugin=self.provider.told,
                    why=described(error),
                )
            )
            fault.__cause__ = error
            self.guard.report(fault)
