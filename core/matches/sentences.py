"""Tables of sentences: the messages of a file in one place, told by their codes."""

from __future__ import annotations

from collections.abc import Callable

from ..text import Message


def sentences(*table: Message) -> Callable[..., Message]:
    """Return a function that makes the message of a code from *table* with its parameters."""
    texts = {one.code: one.text for one in table}
    return lambda code, /, **params: Message(code, texts[code], params)
