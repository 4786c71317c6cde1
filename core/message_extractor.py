"""Extractor for Babel that finds the messages of Python files, so that catalogs translate them.

Registered under ``babel.extractors`` as ``splitpick_python``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO

Extracted = tuple[int, str | None, str | tuple[str, ...], list[str]]
"""Tuple for Babel: line, name and arguments of the function that makes the message, comments."""


def extract_python(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    """Find the calls of *keywords*, such as `msg`, in the Python source in *fileobj*.

    Unlike Babel's own extractor, it gives translators the code of each message, and the comment
    above the message if a line of it begins with one of *comment_tags*.

    With ``help = "true"`` among the *options* of the mapping, the help of Typer commands is found
    too: the docstrings of functions under ``@command``, and the texts after ``help=``,
    ``metavar=`` and ``about=`` of arguments and options.
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
            comment = _comment(lines[: call.lineno - 1], tuple(comment_tags))
            yield call.lineno, call.func.id, tuple(words), [*filter(None, codes), *comment]


def _help_texts(tree: ast.Module) -> Iterator[Extracted]:
    """Find the texts that Typer shows as help: plain strings in the source, without `msg`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            if any(_called(decorator) == "command" for decorator in node.decorator_list):
                text = " ".join((ast.get_docstring(node) or "").split())
                if text:
                    yield node.lineno, "msg", ("", text), [f"help of {node.name}"]
        elif isinstance(node, ast.Call) and _called(node) in ("Argument", "Option", "Lazy"):
            for keyword in node.keywords:
                if keyword.arg in ("help", "metavar", "about"):
                    names = [*filter(None, map(_literal, node.args))]
                    yield node.lineno, "msg", ("", _literal(keyword.value)), names[:1]


def _called(node: ast.expr) -> str:
    """Return the name of the function that *node* calls, without anything before a dot."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _comment(before: Sequence[str], tags: tuple[str, ...]) -> list[str]:
    """Return the comment that ends *before*, from the last line with a tag; [] without a tag."""
    comment: list[str] = []
    for line in map(str.strip, reversed(before)):
        if not line.startswith("#"):
            break
        comment.insert(0, line.lstrip("# "))
        if line.lstrip("# ").startswith(tags):
            return comment
    return []


def _literal(argument: ast.expr) -> str:
    """Return the text of a string literal, or an empty string for anything else."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ""
