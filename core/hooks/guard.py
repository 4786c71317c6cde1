"""Guard of a match: a plugin that fails is named, its action is undone, and the match continues.

A special card that fails loses its effect, a bot loses its seat, and an observer is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any, TypeVar

from ..errors import BotError, EffectError, PluginError
from ..game import Game, Position
from ..players import BUILT_IN, Bot, Greedy, Weighed
from ..rules.plugin_errors import THEIRS, described, quoted
from ..scene import Choice, Presenter
from ..splitting.position import SplitGame
from ..tables.card_effect import CardEffect
from ..tables.collection import CollectionTable
from ..tables.crews import Crews, CrewsTable
from ..text import Language, Message, Text, msg
from .discovery import OWN
from .engine import Engine
from .observers import Observer
from .provider import Provider

Answer = TypeVar("Answer")
Generator = Callable[[], Random]
"""Function that makes a bot's random generator for a decision, each time with equal numbers."""

_language = cache(Language)


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
        """Guard the special cards of *game*, except splitpick's own, before it is played."""
        table = game.empty_table if isinstance(game, SplitGame) else None
        if isinstance(table, CrewsTable | CollectionTable):
            effects: list[CardEffect[Any, Any] | None] = table.effects
            for card, effect in enumerate(effects):
                provider = effect and self.engine.provider("splitpick_effects", effect.id)
                if effect and provider and provider.distribution != OWN:
                    effects[card] = GuardedEffect.around(effect, self, provider)

    def observers(self) -> list[Observer]:
        """Make and guard the observers that plugins provide, without those that cannot be made."""
        made: list[Observer] = []
        for one in self.engine.brought("observers"):
            try:
                observer: object = one.thing()
                if not isinstance(observer, Observer):
                    raise TypeError(f"{quoted(observer)} is no Observer")
            except THEIRS as error:
                self.lose_observer(one.provider, error)
            else:
                made.append(GuardedObserver(observer, partial(self.lose_observer, one.provider)))
        return made

    def lose_observer(self, provider: Provider, error: BaseException) -> None:
        message = msg(
            "observer-fails",
            "An observer of the plugin {plugin} fails: {why}. It is left out from now on.",
            plugin=provider.told,
            why=described(error),
        )
        self.report(PluginError(message), error)

    def choices(self, presenter: Presenter, position: Position) -> list[Choice]:
        """Return the legal actions of *position* as *presenter* lists them."""
        while True:
            try:  # the words of a choice may look at what comes of it
                return [presenter.choice(position, one) for one in position.legal_actions()]
            except EffectError:
                continue  # the card has lost its effect, and the guard has reported it

    # Bots.

    def made(self, kind: type[Bot], make: Callable[[], Bot] | None = None) -> Bot:
        """Make a bot of *kind*, by *make* if that is given; if it fails, return a `Greedy` bot."""
        try:
            return (make or kind)()
        except THEIRS as error:
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
                except THEIRS as error:
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
            bot=self.engine.bot_told(bot, bot),
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
            except THEIRS:
                return []


class GuardedEffect(CardEffect[Any, Any]):
    """Special card that passes everything on to *inner* until that fails, and then does nothing."""

    guard: Guard
    provider: Provider
    inner: CardEffect[Any, Any]
    works = True
    speaks = True

    @classmethod
    def around(cls, inner: CardEffect[Any, Any], guard: Guard, provider: Provider) -> GuardedEffect:
        """Put *inner*, an effect of *provider*, under *guard*; the ``id`` is kept."""
        kind = type(cls.__name__, (cls,), {"id": inner.id})
        guarded: GuardedEffect = kind(inner.rules, inner.card)
        guarded.inner, guarded.guard, guarded.provider = inner, guard, provider
        return guarded

    def options(self) -> list[str]:
        options: list[str] = self.rules.effect_options[self.card]
        return options

    def legal(self, table: Any, seat: int) -> list[int]:
        if not self.works:
            return []
        try:
            legal: Any = self.inner.legal(table.copy(), seat)
            known = range(len(self.options()))
            if (
                not isinstance(legal, list)
                or any(type(option) is not int or option not in known for option in legal)
                or len(set(legal)) < len(legal)
            ):
                raise TypeError(f"{quoted(legal)} was returned")
        except THEIRS as error:
            self._fail("legal", error)
            return []
        return [*legal]

    def play(self, table: Any, seat: int, option: int) -> None:
        cards = sorted([*table.cards(), self.card])
        try:
            self.inner.play(table, seat, option)
            # The kernel would trust and keep whatever a special card leaves on the table.
            if sorted(table.cards()) != cards:
                raise ValueError("a card is missing or appears twice")
            twin = table.copy()
            if isinstance(twin, Crews):
                for ship in range(twin.rules.ship_count):
                    twin.check(ship)
            twin.view()
            sum(twin.scores())
        except THEIRS as error:
            raise self._fail("play", error) from error

    def why_not(self, table: Any, seat: int, option: int) -> Message | None:
        return self._words("why_not", Message, table.copy(), seat, option)

    def tell(self, table: Any, seat: int, option: int) -> Message | None:
        return self._words("tell", Message, table.copy(), seat, option)

    def rules_text(self) -> list[Message]:
        return self._words("rules_text", list) or []

    def _words(self, method: str, kind: type[Answer], *asked: object) -> Answer | None:
        """Return the texts that *method* returns; ``None`` if it fails or their type is wrong."""
        if not self.speaks:
            return None
        try:
            said = getattr(self.inner, method)(*asked)
            for text in said if isinstance(said, list) else [said]:
                if isinstance(text, Message):
                    _language("en").say(text)  # raises `KeyError` if a parameter is missing
                elif text is not None:
                    raise TypeError(f"{quoted(said)} was returned")
        except THEIRS as error:
            self._fail(method, error, has_words=True)
            return None
        return said if isinstance(said, kind) else None

    def _fail(self, method: str, error: BaseException, has_words: bool = False) -> EffectError:
        """Disable the card's effect, or with *has_words* its texts; report and return the fault."""
        if has_words:
            self.speaks = False
            then = msg("words-gone", "The match continues without the texts of the card.")
        else:
            self.works = False
            then = msg("card-gone", "For the rest of this match, the card has no effect.")
        message = msg(
            "effect-fails",
            'The card {card} (effect "{effect}" of the plugin {plugin}) fails in {method}():'
            " {error}. {then}",
            card=self.rules.codes[self.card],
            effect=self.id,
            plugin=self.provider.told,
            method=method,
            error=described(error),
            then=then,
        )
        fault = EffectError(message)
        self.guard.report(fault, error)
        return fault


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
        except THEIRS as error:
            self.works = False
            self.lose(error)
