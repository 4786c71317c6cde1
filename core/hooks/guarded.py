"""Special cards and observers under guard: they hand everything on, and survive what comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import Formatter
from typing import TYPE_CHECKING, TypeVar

from ..errors import EffectError, PluginError
from ..game import Action, Game, Position
from ..rules.plugin_errors import quoted
from ..tables.crews import NOBODY, Crews, Effect
from ..text import Message, Text, msg
from .loading import described
from .observers import Observer
from .watch import Ended, Limit, TimeUp

if TYPE_CHECKING:
    from .guard import Guard

MOST_GONE = 2
"""A special card that has failed at more ways of playing it than these has lost all of them."""

CARD_GONE = msg("card-gone", "In this match the card does nothing special any more.")
WORDS_GONE = msg("words-gone", "The match goes on without its words.")

T = TypeVar("T")


class GuardedEffect(Effect):
    """A special card that hands everything on to *inner*, and looks at what comes back."""

    @classmethod
    def of(cls, guard: Guard, inner: Effect) -> GuardedEffect:
        """Put *inner* under *guard*; what is asked of its class is answered the same."""
        kind = type(cls.__name__, (cls,), {"id": inner.id, "safe": bool(inner.safe)})
        guarded = kind(inner.rules, inner.card)
        assert isinstance(guarded, GuardedEffect)
        guarded.guard = guard
        guarded.inner = inner
        return guarded

    guard: Guard
    inner: Effect
    is_mute = False
    """Whether the card has lost all that is special."""
    has_words = True
    """Whether it may still say something."""
    gone: frozenset[int] = frozenset()
    """The options that have failed."""

    def options(self) -> list[str]:
        return self.rules.effect_options[self.card]

    def legal(self, table: Crews, seat: int) -> list[int]:
        if self.is_mute:
            return []
        try:
            options = self._looking("legal", table, lambda table: self.inner.legal(table, seat))
            self._check_options(options)
        except EffectError as error:
            self.is_mute = True
            self.guard.report(_with(error, CARD_GONE))
            return []
        return [option for option in options if option not in self.gone] if self.gone else options

    def play(self, table: Crews, seat: int, option: int) -> None:
        careful = self.guard.careful
        cards = sorted([*table.cards(), self.card]) if careful else []
        try:
            self._run("play", lambda: self.inner.play(table, seat, option))
            why = self._run("play", lambda: _what_is_wrong(table, cards)) if careful else None
            if why is not None:
                raise self._fault(why)
        except EffectError as error:
            self.gone |= {option}
            self.is_mute = len(self.gone) > MOST_GONE
            told = _with(error, CARD_GONE if self.is_mute else self._option_gone(option))
            if not careful:  # a bot may not let it through
                self.guard.report(told)
            raise told from error.__cause__

    def _option_gone(self, option: int) -> Message:
        return msg(
            "option-gone",
            "Nothing has changed, and {play} is not offered any more.",
            play=self.rules.codes[self.card] + self.rules.effect_options[self.card][option],
        )

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        return self._said("why_not", table, lambda table: self.inner.why_not(table, seat, option))

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return self._said("tell", table, lambda table: self.inner.tell(table, seat, option))

    def rules_text(self) -> list[Message]:
        try:
            texts = self._run("rules_text", self.inner.rules_text)
            if not isinstance(texts, list):
                raise self._nonsense("rules_text", texts)
            for text in texts:
                self._check_words("rules_text", text)
        except EffectError as error:
            self.guard.report(_with(error, WORDS_GONE))
            return []
        return texts

    # How *inner* is asked.

    def _run(self, method: str, call: Callable[[], T]) -> T:
        """Call a *method* of the card's; raises `EffectError` for whatever goes wrong in it."""
        limit = Limit(self.guard.effect_seconds)
        try:
            with limit:
                return call()
        except (KeyboardInterrupt, Ended):
            raise
        except TimeUp as error:
            if error.limit is not limit:
                raise
            why = msg(
                "effect-endless",
                "{method} does not come back; it was stopped after {seconds} s",
                method=method,
                seconds=f"{limit.seconds:g}",
            )
            raise self._fault(why) from error
        except BaseException as error:  # a SystemExit too
            why = msg("effect-raises", "{method}: {error}", method=method, error=described(error))
            raise self._fault(why) from error

    def _looking(self, method: str, table: Crews, call: Callable[[Crews], T]) -> T:
        """Call a *method* that may only look at the table."""
        if not self.guard.careful:
            return self._run(method, lambda: call(table))
        shown = table.copy()
        answer = self._run(method, lambda: call(shown))
        if self._run(method, lambda: _state(shown) != _state(table)):
            raise self._fault(
                msg(
                    "effect-meddles",
                    "{method} changes the table, which it may only look at",
                    method=method,
                )
            )
        return answer

    def _said(
        self, method: str, table: Crews, call: Callable[[Crews], Message | None]
    ) -> Message | None:
        if not self.has_words:
            return None
        try:
            said = self._looking(method, table, call)
            if said is not None:
                self._check_words(method, said)
        except EffectError as error:
            self.has_words = False
            self.guard.report(_with(error, WORDS_GONE))
            return None
        return said

    # What may come back.

    def _check_options(self, options: object) -> None:
        most = len(self.rules.effect_options[self.card])
        if (
            not isinstance(options, list)
            or any(type(option) is not int or not 0 <= option < most for option in options)
            or len(set(options)) < len(options)
        ):
            raise self._nonsense("legal", options)

    def _check_words(self, method: str, said: object) -> None:
        if not isinstance(said, Message):
            raise self._nonsense(method, said)
        for text in filter(None, (said.text, said.plural)):
            for _, name, _, _ in Formatter().parse(text):
                if name is not None and name not in said.params:
                    raise self._nonsense(method, text)

    def _nonsense(self, method: str, answer: object) -> EffectError:
        why = msg(
            "effect-nonsense", "{method} answers {answer}", method=method, answer=quoted(answer)
        )
        return self._fault(why)

    def _fault(self, why: Message) -> EffectError:
        return EffectError(
            msg(
                why.code,
                'The card {card} (effect "{effect}" of the plugin {plugin}) fails: {why}.',
                card=self.rules.codes[self.card],
                effect=self.id,
                plugin=self.guard.plugin("splitpick_effects", self.id) or "?",
                why=why,
            )
        )


def _with(error: EffectError, then: Message) -> EffectError:
    """Add to *error* what follows from it."""
    said = EffectError(msg(error.code, "{fault} {then}", fault=error.message, then=then))
    said.__cause__ = error.__cause__
    return said


def _what_is_wrong(table: Crews, cards: Sequence[int]) -> Message | None:
    """Say what is wrong with *table*, on which *cards* should lie, if anything is.

    Whatever a special card leaves there is taken as it is from then on, by the kernel and by the
    match that is kept.
    """
    rules = table.rules
    numbers = (table.strengths, table.supply, table.chest_golds, table.captain_of)
    laid = [card for crew in table.crews for card in crew]
    plain = [*table.box, *(card for chest in table.chests for card in chest)]
    sizes = (len(table.crews), len(table.strengths), len(table.captain_of))
    seats = {len(table.supply), len(table.chests), len(table.chest_golds)}
    if (
        sizes != (rules.players * rules.ship_count,) * 2 + (rules.ship_count,)
        or seats != {rules.players}
        or any(type(number) is not int for part in numbers for number in part)
        or any(type(card) is not int or not 0 <= card < 2 * len(rules.codes) for card in laid)
        or any(type(card) is not int for card in plain)
        or any(not NOBODY <= seat < rules.players for seat in table.captain_of)
        or any(captains < 0 for captains in table.supply)
    ):
        return msg("effect-garbles", "afterwards there is nonsense on the table")
    if sorted(table.cards()) != cards:
        return msg("effect-cards", "afterwards a card is missing or there twice")
    return None


def _state(table: Crews) -> tuple[object, ...]:
    """Return all that may change on a table."""
    return (
        table.crews,
        table.strengths,
        table.captain_of,
        table.supply,
        table.chests,
        table.chest_golds,
        table.box,
    )


class GuardedObserver(Observer):
    """An observer that hands everything on to the one that *make* makes, until that fails."""

    def __init__(self, guard: Guard, plugin: str, make: Callable[[], Observer]) -> None:
        self.guard = guard
        self.plugin = plugin
        self.is_out = False
        """Whether it has failed, and hears nothing any more."""
        self._inner = Observer()
        self._run(lambda: self._begin(make()))

    def _begin(self, made: object) -> None:
        if not isinstance(made, Observer):
            raise TypeError(type(made).__name__)
        self._inner = made

    def began(self, game: Game, actions: Sequence[Action], position: Position) -> None:
        self._run(lambda: self._inner.began(game, actions, position))

    def acted(self, action: Action, position: Position) -> None:
        self._run(lambda: self._inner.acted(action, position))

    def took_back(self, actions: int, position: Position) -> None:
        self._run(lambda: self._inner.took_back(actions, position))

    def ended(
        self, scores: Sequence[int], winners: Sequence[int], forfeited: int | None = None
    ) -> None:
        self._run(lambda: self._inner.ended(scores, winners, forfeited))

    def _run(self, call: Callable[[], None]) -> None:
        if self.is_out:
            return
        limit = Limit(self.guard.effect_seconds)
        why: Text
        try:
            with limit:
                call()
            return
        except (KeyboardInterrupt, Ended):
            raise
        except TimeUp as error:
            if error.limit is not limit:
                raise
            cause: BaseException = error
            why = msg(
                "observer-endless", "it was stopped after {seconds} s", seconds=f"{limit.seconds:g}"
            )
        except BaseException as error:
            cause = error
            why = described(error)
        self.is_out = True
        fault = PluginError(
            msg(
                "observer-fails",
                "An observer of the plugin {plugin} fails: {why}. It hears no more of this match.",
                plugin=self.plugin,
                why=why,
            )
        )
        fault.__cause__ = cause
        self.guard.report(fault)
