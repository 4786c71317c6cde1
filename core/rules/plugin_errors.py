"""Errors that the code of plugins raises, and the words for them."""

from collections.abc import Callable, Iterable
from typing import Any

from ..errors import SplitpickError
from ..text import Text
from .characters import excerpt


class Nonsense(TypeError):
    """Unusable *answer* of a *method* of the plugin object *id*, provided through *hook*."""

    def __init__(self, hook: str, id: str, method: str, answer: object) -> None:
        super().__init__(f"{method} answers {quoted(answer)}")
        self.hook = hook
        self.id = id


THEIRS = (Exception, SystemExit)
"""Exceptions that a plugin can be blamed for; Ctrl-C and signals to end are not among them."""


def listed(kind: type[Any], hook: str, id: str, method: str, answer: object) -> list[Any]:
    """Return the items of *answer* as a list; raise `Nonsense` if one is not of *kind*."""
    things = [*answer] if isinstance(answer, Iterable) else [answer]
    for wrong in (thing for thing in things if not isinstance(thing, kind)):
        raise Nonsense(hook, id, f"{method}()", wrong)
    return things


def quoted(value: object, most: int = 80, written: Callable[[object], str] = repr) -> str:
    """Return at most *most* characters of ``written(value)``; if that fails, the type's name."""
    try:
        return excerpt(written(value), most)
    except THEIRS:
        return excerpt(type(value).__name__)


def described(error: BaseException, most: int = 200) -> str:
    """Name the class of *error* and quote at most *most* characters of what it says."""
    name, said = excerpt(type(error).__name__), quoted(error, most, str)
    return f"{name}: {said}" if said else name


def told(error: BaseException) -> Text:
    """Return the message of an *error* of ours, or describe any other."""
    return error.message if isinstance(error, SplitpickError) else described(error)
