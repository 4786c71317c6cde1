"""What others' code raises: which of it is their fault, and how it is told."""

from __future__ import annotations

from ..errors import SplitpickError
from ..text import Text
from .characters import excerpt


def is_theirs(error: BaseException) -> bool:
    """Say whether whoever raised *error* is at fault with it.

    Not with what is sent from outside: Ctrl-C, the end of this process, the end of a time limit.
    These are all no ``Exception``; a plain ``SystemExit`` is what ``sys.exit`` raises.
    """
    return isinstance(error, Exception) or type(error) is SystemExit


def described(error: BaseException, most: int = 200) -> str:
    """Name the class of *error* and quote at most *most* characters of what it says."""
    try:
        said = excerpt(str(error), most)
    except Exception:  # even that is others' code
        said = ""
    name = excerpt(type(error).__name__)
    return f"{name}: {said}" if said else name


def told(error: BaseException, most: int = 200) -> Text:
    """Tell *error*: an error of ours in its own words, any other as Python writes it."""
    if isinstance(error, SplitpickError):
        return error.message
    try:
        return excerpt(repr(error), most)
    except Exception:
        return excerpt(type(error).__name__)
