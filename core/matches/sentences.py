"""Tables of sentences: the messages of a file in one place, looked up by code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..text import Message


def sentences(*table: Message) -> Callable[..., Message]:
    """Return a function from a code and parameters to the message; a plural needs ``count``."""
    found = {one.code: one for one in table}
    return lambda code, /, **params: replace(found[code], params=params)
