"""Extractor for Babel that finds the texts of rule sets, so that catalogs translate them.

Registered under ``babel.extractors`` as ``splitpick_yaml``.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO

from ..text import FORMS
from .reading.nodes import leaves
from .reading.reader import read_mapping

KEYS = {
    "texts": ("name", "description", "credits", "pirate", "card"),
    "things": ("pirate", "card", "cards"),
    "places": ("ships",),
}
"""Keys by use: ``texts`` have texts as values; ``things`` have names with grammatical forms, or
lists of items with such names; ``places`` have lists of items whose names are also places."""


def extract_yaml(
    fileobj: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, str],
) -> Iterator[tuple[int, str | None, str | tuple[str, ...], list[str]]]:
    """Yield the texts of the rule set in *fileobj* for Babel; none if the file is no rule set.

    Names that sentences use are yielded again for each grammatical form, with it as the context.
    Texts translated in the file are left out.  Raises `RulesetError` if `reader` refuses the file.

    *options* add keys to `KEYS`, separated by spaces; *keywords* and *comment_tags* are not used.
    """
    texts, things, places = ({*ours, *options.get(key, "").split()} for key, ours in KEYS.items())
    data = fileobj.read()
    if not re.search(b"(?m)^(\xef\xbb\xbf)?format:", data):
        return
    for path, node in leaves(read_mapping(getattr(fileobj, "name", "(unknown)"), data)):
        key, line = path[-1], node.start_mark.line + 1
        text = node.value if key in texts and isinstance(node.value, str) else ""
        said = " ".join(text.split()) if key in ("name", "pirate", "card") else text.strip()
        if not said:
            continue
        yield line, None, said, []
        forms: Sequence[str] = FORMS[:3] if things & ({*path} if key == "name" else {key}) else ()
        if key == "name" and places & {*path}:
            forms = FORMS
        for form in forms:
            yield line, "pgettext", (form, said), []
