"""Finds the texts of rule sets for Babel, so that catalogs translate them.

Registered under ``babel.extractors`` as ``splitpick_yaml``.
"""

from __future__ import annotations

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
"""The keys of names that have grammatical forms, and the lists whose items have such names."""

PLACES = ("ships",)
"""The lists whose items have names that are places as well."""

_ONE_LINE = ("name", "pirate", "card")

Extracted = tuple[int, str | None, str | tuple[str, ...], list[str]]
"""What Babel wants: a line, the function that would say the text, its arguments, comments."""


def extract_yaml(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    """Find the texts of the rule set in *fileobj*; a file that is no rule set has none.

    Names that sentences use come once more for each grammatical form, as the context.  A text with
    its translations in place needs no catalog.  Raises `RulesetError` for what `reader` refuses.

    *options* of the mapping add to `TEXTS`, `THINGS` and `PLACES` under the keys ``texts``,
    ``things`` and ``places``, as words with blanks between them.
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
