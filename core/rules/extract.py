"""Finds texts for Babel, so that catalogs translate them: those of rule sets and of messages.

Registered under ``babel.extractors`` as ``splitpick_yaml`` and ``splitpick_python``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO

from ..text import FORMS
from .files import decode
from .reader import read_mapping
from .tree import Path, Scalar, walk

TEXTS = ("name", "description", "credits", "pirate", "card")
"""The keys whose values are texts."""

THINGS = ("pirate", "card")
"""The keys of names that sentences do something to."""

_THINGS = FORMS[:3]
"""The forms of what is done something to; only ships are places as well."""

Extracted = tuple[int, str | None, str | tuple[str, ...], list[str]]
"""What Babel wants: a line, the function that would say the text, its arguments, comments."""


def extract_yaml(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    """Go through the texts of the rule set in *fileobj*.

    Names that sentences use come once more for each form, as the context.  A text with its
    translations in place needs no catalog and is passed over.  Raises `RulesetError` where the file
    is no YAML that `reader` takes.
    """
    source, text = decode(getattr(fileobj, "name", "(unknown)"), fileobj.read())
    for path, node in walk(read_mapping(source, text)):
        if not path or path[-1] not in TEXTS or not isinstance(node, Scalar):
            continue
        if not isinstance(node.value, str) or not node.value.strip():
            continue
        said = node.value.strip()
        if path[-1] == "name":
            said = " ".join(said.split())
        yield node.place.line, None, said, []
        for form in _forms_of(path):
            yield _in_context(node.place.line, form, said, keywords)


def _forms_of(path: Path) -> Sequence[str]:
    """Say in which forms sentences use the text at *path*."""
    if path[-1] in THINGS:
        return _THINGS
    if path[-1] == "name" and "ships" in path:
        return FORMS
    return _THINGS if path[-1] == "name" and "cards" in path else ()


def _in_context(line: int, form: str, said: str, keywords: Collection[str]) -> Extracted:
    """Say *said* in the context *form*, by a function that Babel has been told of."""
    if "pmsg" in keywords:
        return line, "pmsg", (form, "name", said), []
    return line, "pgettext", (form, said), []


def extract_python(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    """Go through the calls of *keywords*, such as `msg`, in the Python source in *fileobj*.

    Babel's own extractor loses a message that stands among the parameters of another, and the
    outer one with it; messages of ours do so all the time.
    """
    calls = [node for node in ast.walk(ast.parse(fileobj.read())) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in keywords:
            words = [_literal(argument) for argument in call.args]
            yield call.lineno, call.func.id, tuple(words), []


def _literal(argument: ast.expr) -> str:
    """Return a string literal's text, and nothing for anything else."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ""
