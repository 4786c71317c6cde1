"""Errors that the code of plugins raises, and the words for them."""

from collections.abc import Callable, Iterable
from pathlib import PurePath
from traceback import walk_tb
from typing import Any

from ..errors import SplitpickError
from ..text import Text
from .characters import excerpt, harmless


class InvalidReturn(TypeError):
    """Unusable *answer* of a *method* of the plugin object *id*, provided through *hook*."""

    def __init__(self, hook: str, id: str, method: str, answer: object) -> None:
        super().__init__(f"{method} answers {quoted(answer)}")
        self.hook = hook
        self.id = id


OWN_MODULES = ("splitpick.core.", "splitpick.cli.", "splitpick.plugins.")
"""Beginnings of the names of modules that are no third party's."""

CALLERS = ("contextlib", "functools", "importlib", "pluggy", "typer", "_frozen_importlib")
"""Packages through which plugins are imported and called."""

PLUGIN_EXCEPTIONS = (Exception, SystemExit)
"""Exceptions that a plugin can be blamed for; Ctrl-C and signals to end are not among them."""


def listed(kind: type[Any], hook: str, id: str, method: str, answer: object) -> list[Any]:
    """Return the items of *answer* as a list; raise `InvalidReturn` if one is not of *kind*."""
    things = [*answer] if isinstance(answer, Iterable) else [answer]
    for wrong in (thing for thing in things if not isinstance(thing, kind)):
        raise InvalidReturn(hook, id, f"{method}()", wrong)
    return things


def quoted(value: object, most: int = 80, written: Callable[[object], str] = repr) -> str:
    """Return at most *most* characters of ``written(value)``; if that fails, the type's name."""
    try:
        return excerpt(written(value), most)
    except PLUGIN_EXCEPTIONS:
        return excerpt(type(value).__name__)


def described(error: BaseException, most: int = 200) -> str:
    """Name the class of *error* and quote at most *most* characters of what it says."""
    name, text = excerpt(type(error).__name__), quoted(error, most, str)
    return f"{name}: {text}" if text else name


def described_at(error: BaseException) -> str:
    """Describe *error*, and add the file and line of the plugin's code that it comes from."""
    at = raised_at(error)
    return f"{described(error)} ({at})" if at else described(error)


def raised_at(error: BaseException) -> str:
    """Return where the plugin's code raised *error* or called what did; empty if it did not.

    The file is named from the plugin's package on.
    """
    package = place = ""
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith(OWN_MODULES) and not module.startswith(CALLERS):
            package = package or module.partition(".")[0]
            if module.partition(".")[0] == package:
                place = placed(module, frame.f_code.co_filename, line)
    return place


def placed(module: str, path: str, line: int) -> str:
    """Write a *line* of the file at *path*, which is named from the package of *module* on."""
    file = PurePath(path)
    inside = module.count(".") + 1 + (file.stem == "__init__")
    return harmless(f"{PurePath(*file.parts[-inside:]).as_posix()}:{line}")


def describe_error(error: BaseException) -> Text:
    """Return the message of an *error* of ours, or describe any other."""
    return error.message if isinstance(error, SplitpickError) else described(error)
