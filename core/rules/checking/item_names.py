"""The items of a list by other names than their ids: their names, numbers, and several at once."""

import re
from collections.abc import Iterator, Mapping

from ...errors import did_you_mean
from ..reading import nodes
from ..reading.nodes import Node, SequenceNode
from ..value_findings import stands_for, words_meant


def names_within(id: str, names: list[str]) -> list[str]:
    """Return those of *names* from one to another, ``R1-R5``, or all that begin alike, ``G*``."""
    ends = re.fullmatch(r"([A-Z]+)(\d{1,3}) *(?:-|\.\.+|to|bis|t/m) *([A-Z]+)?(\d{1,3})", id)
    if ends and ends[3] in (None, ends[1]):
        wanted = [f"{ends[1]}{n}" for n in range(int(ends[2]), int(ends[4]) + 1)]
        return wanted if {*wanted} <= {*names} else []
    all_of = re.fullmatch(r"([A-Z]+)\*", id)
    return [name for name in names if all_of and name.rstrip("0123456789") == all_of[1]]


def by_names(items: Node, known_by: str) -> dict[str, str]:
    """Return the ids of *items* by their names, effects and numbers, in small letters."""
    named: dict[str, str] = {}
    listed = items.value if isinstance(items, SequenceNode) else []
    numbers = [
        str(nodes.entries(item)["number"][1].value) if "number" in nodes.entries(item) else ""
        for item in listed
    ]
    for item, number in zip(listed, numbers, strict=True):
        plain, id = nodes.plain(item), nodes.text_at(item, known_by)
        name = plain.get("name") if isinstance(plain, dict) else None
        effect = plain.get("effect") if isinstance(plain, dict) else None
        colour = f"{plain.get('colour')}{plain.get('strength')}" if isinstance(plain, dict) else ""
        for text in [*(name.values() if isinstance(name, dict) else [name]), effect, colour]:
            if isinstance(text, str) and id:
                named.setdefault(text.casefold(), id)
        if id and number and numbers.count(number) == 1:
            named.setdefault(number, id)
    return named


def names_of(id: str, named: Mapping[str, str]) -> Iterator[str]:
    """Yield the ids of what *id* names, by what is *named*: ``green 5``, ``Grün 5``, ``Kraken``."""
    inner = " ".join(word for word in id.casefold().split() if not stands_for(word, "~"))
    for name in (id.casefold(), inner):
        if name in named:
            yield named[name]
    words = [name for name in named if name.isalpha()]
    if near := did_you_mean(inner, words, 0.85):
        yield named[near]
    if parts := re.fullmatch(r"(\D+?)[\s_-]*(\d+)", id.casefold()):
        colours = [name[: -len(parts[2])] for name in named if name.endswith(parts[2])]
        for colour in words_meant(parts[1], colours):
            yield named[colour + parts[2]]
