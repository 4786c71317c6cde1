"""Finds the texts of rule sets for Babel, so that catalogs translate them.

Registered under ``babel.extractors`` as ``splitpick_yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO

from ..text import FORMS
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


def extract_yaml(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[tuple[int, str | None, str | tuple[str, ...], list[str]]]:
    """Find the texts of the rule set in *fileobj*; a file that is no rule set has none.

    Names that sentences use come once more for each grammatical form, as the context.  A text with
    its translations in place needs no catalog.  Raises `RulesetError` for what `reader` refuses.

    *options* of the mapping add to `TEXTS`, `THINGS` and `PLACES` under the keys ``texts``,
    ``things`` and ``places``, as words separated by spaces.
    """
    texts, things, places = (
        (*ours, *str(options.get(key, "")).split())
        for key, ours in (("texts", TEXTS), ("things", THINGS), ("places", PLACES))
    )
    source = decode(getattr(fileobj, "name", "(unknown)"), fileobj.read())
    if not re.search("(?m)^format:", source[1]):
        return
    for path, node in leaves(read_mapping(source)):
        text = node.value if path[-1] in texts and isinstance(node.value, str) else ""
        said = " ".join(text.split()) if path[-1] in _ONE_LINE else text.strip()
        if not said:
            continue
        line = node.start_mark.line + 1
        yield line, None, said, []
        forms: Sequence[str] = ()
        if path[-1] == "name" and {*path} & {*places}:
            forms = FORMS
        elif {*path} & {*things} if path[-1] == "name" else path[-1] in things:
            forms = FORMS[:3]
        for form in forms:  # by a function that Babel has been told of
            if "pmsg" in keywords:
                yield line, "pmsg", (form, "name", said), []
            else:
                yield line, "pgettext", (form, said), []
