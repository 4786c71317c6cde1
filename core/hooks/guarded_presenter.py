"""Presenters of plugins under guard: where one fails, the general words of every game stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any

from ..errors import PluginError, SplitpickError
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, described
from ..scene import Presenter
from ..text import Language, Message, Text, msg
from .provider import Provider

METHODS = [name for name, method in vars(Presenter).items() if name[0] != "_" and callable(method)]
"""Names of all that a presenter is asked."""

MAY_BE_NONE = ("advice", "unseen")
"""Methods that may say nothing."""

SECRET = "?"
"""Stand-in for a secret in the log."""

_language = cache(Language)


class GuardedPresenter(Presenter):
    """Presenter that passes everything on to *inner*, of the plugin *provider*.

    An answer with a text that cannot be said, such as one with a gap that no parameter fills, is
    reported, but not twice; instead, the method of `Presenter` answers.  Of rules, legends
    and words, what can be said stays.
    """

    def __init__(
        self, inner: Presenter, provider: Provider, report: Callable[[PluginError], None]
    ) -> None:
        super().__init__(inner.name, inner.variant, inner.seats)
        self.secrets, self.told_heads = inner.secrets, inner.told_heads
        self.pictures, self.own_inks = inner.pictures, inner.own_inks
        self.inner = inner
        self.provider = provider
        self.report = report
        self._reported: set[Text] = set()
        """Names of methods whose faults were reported, and these faults."""
        for method in METHODS:
            setattr(self, method, partial(self._ask, method))

    def _ask(self, method: str, *asked: Any) -> Any:
        self.inner.spoken, self.inner.pointed = self.spoken, self.pointed
        self.inner.favours, self.inner.seats = self.favours, self.seats
        self.inner.in_sentences = self.in_sentences
        answer: Any = None
        try:
            answer = getattr(self.inner, method)(*asked)
            for message in _messages(answer):
                _require_sayable(message)
            if answer is None and method not in MAY_BE_NONE:
                raise TypeError("None was returned")
        except SplitpickError as error:
            if error.code != "unsayable":
                raise  # such as a special card that has lost its effect
            self._fail(method, error.message, error)
        except PLUGIN_EXCEPTIONS as error:
            self._fail(method, described(error), error)
        else:
            return answer
        if method in ("rules", "legend", "words") and answer:
            return [one for one in answer if all(map(_is_sayable, _messages(one)))]
        if self.secrets and method in ("tell", "deal", "journal"):
            return self._masked(method, *asked)
        return getattr(Presenter, method)(self, *asked)

    def _masked(self, method: str, *asked: Any) -> list[Any]:
        """Return general words that cannot tell a secret: kinds of actions, and no cards."""
        if method == "journal":
            actions, _, seat = asked
            return [(one.seat, one.notation if one.seat == seat else SECRET) for one in actions]
        if method == "deal":
            return []
        before, action, _, seat = asked
        done = before.describe(action)
        what = done.notation if done.seat == seat else self.kind_name(done.kind)
        return [msg("log-line", "{seat}: {text}", seat=self.seats[done.seat], text=what)]

    def _fail(self, method: str, why: Text, cause: BaseException) -> None:
        """Report once that *method* fails, and *why*."""
        if {method, why} & self._reported:
            return
        self._reported |= {method, why}
        message = msg(
            "presenter-fails",
            "The plugin {plugin} fails in {method}(): {why}. Generic text is shown instead.",
            plugin=self.provider.label,
            method=method,
            why=why,
        )
        fault = PluginError(message)
        fault.__cause__ = cause
        self.report(fault)


def _require_sayable(message: Message) -> None:
    """Raise `SplitpickError` if *message* cannot be said in English; gaps of others are mended."""
    try:
        _language("en").say(message)
    except PLUGIN_EXCEPTIONS as error:
        text = msg(
            "unsayable",
            'the text "{text}" has a gap that cannot be filled ({error})',
            text=message.text,
            error=described(error),
        )
        raise SplitpickError(text) from error


def _is_sayable(message: Message) -> bool:
    try:
        _require_sayable(message)
    except SplitpickError:
        return False
    return True


def _messages(answer: object) -> Iterator[Message]:
    """Yield the messages in *answer*, at any depth."""
    if isinstance(answer, Message):
        yield answer
    elif isinstance(answer, list | tuple):
        for one in answer:
            yield from _messages(one)
    elif is_dataclass(answer):
        for field in fields(answer):
            yield from _messages(getattr(answer, field.name))
