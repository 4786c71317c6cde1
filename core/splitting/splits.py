"""All splits of the drawn cards into sets, each once.

Splits depend only on which of the drawn cards are equal.  With the cards in deck order, bit i of
the *pattern* is set if card i equals card i + 1.  The splits of a pattern are computed once and
serve every draw with that pattern.
"""

from __future__ import annotations

from typing import Final

MOST_DRAWN: Final = 12
"""Most cards that a turn may draw, since there are 2 ** (drawn - 1) patterns."""


def pattern_of(drawn: list[int]) -> int:
    """Return the pattern of *drawn* cards, which are in deck order."""
    pattern = 0
    for i in range(len(drawn) - 1):
        if drawn[i] == drawn[i + 1]:
            pattern |= 1 << i
    return pattern


def ranks_of(drawn_count: int, pattern: int) -> list[int]:
    """Return the lowest ranks with that *pattern*: 0, 0, 1 if only the first two are equal."""
    ranks = [0]
    for i in range(drawn_count - 1):
        ranks.append(ranks[i] if pattern >> i & 1 else ranks[i] + 1)
    return ranks


def canonical_splits(ranks: list[int], sets: int, least: int, most: int) -> list[list[int]]:
    """Return all splits of cards into *sets* sets of *least* to *most* cards.

    *ranks* are the cards in deck order; equal cards have equal ranks.  A split is a list with the
    set of each card, from 0.  Its sets are in lexicographic order, a shorter set before a longer
    one that begins with it.  The splits are sorted by their sets, and no two have equal sets.
    """
    found: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    _place(ranks, sets, least, most, [], found)
    return [found[key] for key in sorted(found)]


def _place(
    ranks: list[int],
    sets: int,
    least: int,
    most: int,
    places: list[int],
    found: dict[tuple[tuple[int, ...], ...], list[int]],
) -> None:
    """Try the next card in each set with room; add a complete split to *found*."""
    at = len(places)
    if at == len(ranks):
        contents: list[list[int]] = [[] for _ in range(sets)]
        for card, place in enumerate(places):
            contents[place].append(ranks[card])
        if min(len(content) for content in contents) < least:
            return
        # Sets are told apart only by what is in them: sort them and renumber the places.
        order = sorted(range(sets), key=lambda place: contents[place])
        key = tuple(tuple(contents[place]) for place in order)
        if key not in found:
            found[key] = [order.index(place) for place in places]
        return
    room = len(ranks) - at
    missing = sum(max(0, least - places.count(place)) for place in range(sets))
    if missing > room:
        return
    # A new set is opened in order, so equal arrangements under other numbers are not walked.
    for place in range(min(sets, max(places, default=-1) + 2)):
        if places.count(place) < most:
            _place(ranks, sets, least, most, [*places, place], found)
