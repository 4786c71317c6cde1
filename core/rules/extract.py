"""Finds texts for Babel, so that catalogs translate them: those of rule sets and of messages.

Registered under ``babel.extractors`` as ``splitpick_yaml`` and ``splitpick_python``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO

from ..text import FORMS
from .faults import Path
from .reading.files import decode
from .reading.nodes import leaves
from .reading.reader import read_mapping

TEXTS = ("name", "description", "credits", "pirate", "card")
"""The keys whose values are texts."""

THINGS = ("pirate", "card", "cards")
"""The keys of names that sentences do something to, and the lists whose items have such names."""

PLACES = ("ships",)
"""The lists whose items have names that are places as well."""

_ONE_LINE = ("name", "pirate", "card")
"""The keys whose texts stand on one line, however they are written."""

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
    translations in place needs no catalog and is passed over, and so is a file that is no rule
    set.  Raises `RulesetError` where a rule set is no YAML that `reader` takes.

    A game or table of others may have more texts than ours: *options* of the mapping are ``texts``,
    further keys whose values are texts, ``things`` and ``places``, further keys or lists whose
    names come in forms; each is words with blanks between them.
    """
    more = {key: str(options.get(key, "")).split() for key in ("texts", "things", "places")}
    source = decode(getattr(fileobj, "name", "(unknown)"), fileobj.read())
    if not re.search("(?m)^format:", source[1]):
        return
    for path, node in leaves(read_mapping(source)):
        if path[-1] not in (*TEXTS, *more["texts"]) or not isinstance(node.value, str):
            continue
        said = " ".join(node.value.split()) if path[-1] in _ONE_LINE else node.value.strip()
        if not said:
            continue
        line = node.start_mark.line + 1
        yield line, None, said, []
        for form in _forms_of(path, (*THINGS, *more["things"]), (*PLACES, *more["places"])):
            yield _in_context(line, form, said, keywords)


def _forms_of(path: Path, things: Sequence[str], places: Sequence[str]) -> Sequence[str]:
    """Say in which forms sentences use the text at *path*."""
    if path[-1] != "name":
        return FORMS[:3] if path[-1] in things else ()
    if any(step in places for step in path):
        return FORMS
    return FORMS[:3] if any(step in things for step in path) else ()


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

    With a text comes the code of its message, which tells translators what it is for, and what the
    comment before it says behind one of *comment_tags*.

    With ``help = "true"`` among the *options* of the mapping, the help of Typer commands is found
    too: the docstrings of functions under ``@command``, and what ``help`` and ``metavar`` say of
    arguments and options.
    """
    source = fileobj.read().decode()
    lines = source.splitlines()
    tree = ast.parse(source)
    if options.get("help"):
        yield from _help_texts(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in keywords:
            words = [_literal(argument) for argument in call.args]
            codes = words[1:2] if call.func.id == "pmsg" else words[:1]
            said = _comment(lines[: call.lineno - 1], tuple(comment_tags))
            yield call.lineno, call.func.id, tuple(words), [*filter(None, codes), *said]


def _help_texts(tree: ast.Module) -> Iterator[Extracted]:
    """Find the texts that Typer shows as help; they stand in the source as plain English."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            if any(_called(decorator) == "command" for decorator in node.decorator_list):
                said = " ".join((ast.get_docstring(node) or "").split())
                if said:
                    yield node.lineno, "msg", ("", said), [f"help of {node.name}"]
        elif isinstance(node, ast.Call) and _called(node) in ("Argument", "Option", "Lazy"):
            for keyword in node.keywords:
                if keyword.arg in ("help", "metavar", "about"):
                    names = [*filter(None, map(_literal, node.args))]
                    yield node.lineno, "msg", ("", _literal(keyword.value)), names[:1]


def _called(node: ast.expr) -> str:
    """Return the name of the function that *node* calls, without what stands before a dot."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _comment(before: Sequence[str], tags: tuple[str, ...]) -> list[str]:
    """Return the comment that ends *before*, from the line on that begins with one of *tags*."""
    comment: list[str] = []
    for line in map(str.strip, reversed(before)):
        if not line.startswith("#"):
            break
        comment.insert(0, line.lstrip("# "))
        if line.lstrip("# ").startswith(tags):
            return comment
    return []


def _literal(argument: ast.expr) -> str:
    """Return a string literal's text, and nothing for anything else."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ""
