"""Numbers by number of players or in groups of a sum, and seats in sides, however written."""

import re
from operator import itemgetter
from typing import Any

from ...value_findings import Plain
from .forms import several

_FOR_PLAYERS = re.compile(r"(\d{1,3}) (?:with|for|at|bei|mit|für|met|bij|voor) (\d)")
"""Number and players in ``6 with 2, 4 with 3``."""


def by_number(value: Plain, counts: range) -> list[Plain]:
    """Return the numbers for each of *counts* of players that the list or text *value* may be."""
    if isinstance(value, str) and (pairs := _FOR_PLAYERS.findall(value)):
        numbers: dict[str, Plain] = {
            count: int(number) for number, count in sorted(pairs, key=itemgetter(1))
        }
        return [numbers] if [*numbers] == [*map(str, counts)] else []
    if isinstance(value, str) and re.search(r"\b(or|oder|of)\b", value):
        return []  # one of them
    parts = several(value) if isinstance(value, str) else value
    if not isinstance(parts, list) or not all(type(part) is int for part in parts):
        return []
    if len(parts) != len(counts) or len(parts) == 1:
        return []
    return [dict(zip(map(str, counts), parts, strict=True))]


def in_sums(numbers: Any, total: Any) -> list[Plain]:
    """Return *numbers* in groups, each with the sum *total*; none if they are not."""
    groups: list[Any] = [[]]
    for number in numbers if isinstance(numbers, list) and type(total) is int else ():
        groups[-1].append(number if type(number) is int else 0)
        if sum(groups[-1]) >= total:
            groups.append([])
    whole = groups.pop() == [] and all(sum(group) == total for group in groups)
    return [*groups] if whole else []


def sides_of(written: Any, seats: Any) -> list[Plain]:
    """Return the sides, of numbers of *seats*, that *written* may stand for: ids, 1-3 or 1: 3.

    One side alone, ``[ann, cyd]``, plays against all others.
    """
    if isinstance(written, str):
        written = re.split(r"[,;|/]|\b(?:vs|against|gegen|tegen)\b\.?", written)
    if isinstance(written, dict):
        is_named = all(isinstance(side, list) for side in written.values())
        written = [side if is_named else [key, side] for key, side in written.items()]
    if not isinstance(written, list) or not isinstance(seats, list):
        return []
    ids = [str(each.get("id")) for each in seats if isinstance(each, dict)]

    def number(seat: Plain) -> Plain:
        text = str(seat)
        return ids.index(text) + 1 if text in ids else int(text) if text.isdecimal() else seat

    listed = (
        each if isinstance(each, list) else several(str(each).replace("-", " ")) for each in written
    )
    sides: list[list[Plain]] = [[number(seat) for seat in side] for side in listed]
    if any(isinstance(each, list) for each in written) or any(len(side) > 1 for side in sides):
        return [*sides]
    one = [side[0] for side in sides if side]
    others: list[Plain] = [at for at in range(1, len(ids) + 1) if at not in one]
    return [one, others] if one[1:] and others else []  # else nobody has a partner
