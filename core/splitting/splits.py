"""Every way to make sets out of the drawn cards, each once.

A split depends on the drawn cards only through which of them are equal: with the cards in deck
order, the *pattern* has bit i set where card i equals card i + 1.  So the splits of a pattern are
worked out once and serve every draw of that shape.
"""

from __future__ import annotations

from typing import Final

MOST_DRAWN: Final = 12
"""The most cards a turn may draw: patterns are tabled, and there are 2 ** (drawn - 1) of them."""


def pattern_of(drawn: list[int]) -> int:
    """Say which of the *drawn* cards, in deck order, equal their right neighbour, as bits."""
    pattern = 0
    for i in range(len(drawn) - 1):
        if drawn[i] == drawn[i + 1]:
            pattern |= 1 << i
    return pattern


def ranks_of(drawn_count: int, pattern: int) -> list[int]:
    """Return the smallest cards of that pattern: 0, 0, 1 where the first two are equal."""
    ranks = [0]
    for i in range(drawn_count - 1):
        ranks.append(ranks[i] if pattern >> i & 1 else ranks[i] + 1)
    return ranks


def canonical_splits(ranks: list[int], sets: int, least: int, most: int) -> list[list[int]]:
    """List all splits of cards into *sets* sets of *least* to *most* cards.

    *ranks* are the cards in deck order, equal cards having equal ranks.  A split is returned as the
    set of each card, from 0.  Sets stand in the canonical order: lexicographically by their cards,
    a shorter set before a longer one that begins like it.  The splits themselves are sorted by
    their sets, so the list is stable and has no two splits that are equal as cards.
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
    """Put the next card into each set that has room; note the split when all cards lie."""
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
