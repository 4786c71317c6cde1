"""Guard of a special card: if the plugin's code fails, the card loses its effect."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar

from ..errors import EffectError, PluginError
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, described, quoted
from ..splitting.card_effect import CardEffect
from ..text import Language, Message, msg
from .provider import Provider

Answer = TypeVar("Answer")
Report: TypeAlias = Callable[[PluginError, BaseException], None]

_language = cache(Language)


class GuardedEffect(CardEffect[Any, Any]):
    """Special card that passes everything on to *inner*, an effect of *provider*.

    Under the guard of a match it does so until *inner* fails, and then does nothing.  Without one,
    errors of *inner* are passed on as they are.  So are those of what the `effect_class` of a table
    adds: only the table knows what it could do without an answer.
    """

    provider: Provider
    inner: CardEffect[Any, Any]
    listed: list[str]
    report: Report | None = None
    works = True
    speaks = True

    @classmethod
    def around(
        cls, provider: Provider, inner: CardEffect[Any, Any], options: list[str]
    ) -> GuardedEffect:
        """Put *inner*, an effect of *provider* with these *options*, under guard."""
        kind = type(cls.__name__, (cls,), {"id": inner.id, "settings": inner.settings})
        guarded: GuardedEffect = kind(inner.rules, inner.card)
        guarded.inner, guarded.provider, guarded.listed = inner, provider, options
        return guarded

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the effects of a table have besides those of all effects."""
        if name.startswith("__") or name == "inner":  # a copy asks before there is an inner effect
            raise AttributeError(name)
        return getattr(self.inner, name)

    def protect(self, report: Report) -> None:
        """Begin a match in which faults are undone and passed to *report*."""
        self.report, self.works, self.speaks = report, True, True

    def options(self) -> list[str]:
        return self.listed

    def legal(self, table: Any, seat: int) -> list[int]:
        if self.report is None:
            return self.inner.legal(table, seat)
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
        except PLUGIN_EXCEPTIONS as error:
            self._fail("legal", error)
            return []
        return [*legal]

    def play(self, table: Any, seat: int, option: int) -> None:
        if self.report is None:
            self.inner.play(table, seat, option)
            return
        cards = sorted([*table.cards(), self.card])
        try:
            self.inner.play(table, seat, option)
            # The kernel would trust and keep whatever a special card leaves on the table.
            if sorted(table.cards()) != cards:
                raise ValueError("a card is missing or appears twice")
            twin = table.copy()
            twin.validate()
            twin.view()
            sum(twin.scores())
        except PLUGIN_EXCEPTIONS as error:
            raise self._fail("play", error) from error

    def act(self, table: Any, seat: int, option: int) -> None:
        self.inner.act(table, seat, option)

    def hits_opponents(self) -> bool:
        return self.inner.hits_opponents()

    def why_not(self, table: Any, seat: int, option: int) -> Message | None:
        return self._words("why_not", Message, table.copy(), seat, option)

    def tell(self, table: Any, seat: int, option: int) -> Message | None:
        return self._words("tell", Message, table.copy(), seat, option)

    def rules_text(self) -> list[Message]:
        return self._words("rules_text", list) or []

    def _words(self, method: str, kind: type[Answer], *asked: object) -> Answer | None:
        """Return the texts that *method* returns; ``None`` if it fails or their type is wrong."""
        if self.report is None:
            answer: Answer | None = getattr(self.inner, method)(*asked)
            return answer
        if not self.speaks:
            return None
        try:
            said = getattr(self.inner, method)(*asked)
            for text in said if isinstance(said, list) else [said]:
                if isinstance(text, Message):
                    _language("en").say(text)  # raises `KeyError` if a parameter is missing
                elif text is not None:
                    raise TypeError(f"{quoted(said)} was returned")
        except PLUGIN_EXCEPTIONS as error:
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
            plugin=self.provider.label,
            method=method,
            error=described(error),
            then=then,
        )
        fault = EffectError(message)
        if self.report:
            self.report(fault, error)
        return fault
