"""All splits of cards into sets, each once.

Splits depend only on which of the cards are equal.  So they are made of ranks, the numbers of the
different cards in deck order, and serve all cards with the same ranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product
from math import comb, factorial, prod
from typing import Final, TypeAlias, TypeVar

from ..vectors import i64, vec
from .offer import Offer

MOST_DRAWN: Final = 12
"""Most cards of an offer."""

Card = TypeVar("Card")
"""Card as a number or as a code."""

OfferedSet: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""A set on offer: its cards face up, those face down, both sorted, and its price."""

Split: TypeAlias = tuple[OfferedSet, ...]
"""The sets of an offer, in the order of what others see of them.

Sets that look alike keep the order that the splitter gave them, which so tells nothing.
"""


def pattern_of(numbers: vec[i64], first: i64, count: i64) -> i64:
    """Return the pattern of *count* cards in deck order, which begin at place *first* of *numbers*.

    Bit i is set if card i equals the next.
    """
    at = first
    end = first + count - 1
    pattern: i64 = 0
    bit: i64 = 1
    while at < end:
        if numbers[at] == numbers[at + 1]:
            pattern += bit
        bit += bit
        at += 1
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
    splits: list[list[int]] = []
    for split in splits_of(ranks, Offer(draw=len(ranks), sets=sets, least=least, most=most)):
        left = [[*cards] for cards, _, _ in split]
        places: list[int] = []
        for rank in ranks:
            place = next(place for place, cards in enumerate(left) if rank in cards)
            left[place].remove(rank)
            places.append(place)
        splits.append(places)
    return splits


def splits_of(cards: list[int], offer: Offer) -> list[Split]:
    """Return every split that *offer* allows of *cards*, sorted.

    The cards stand in a row or ring if the offer is contiguous.  From more than ``offer.draw``
    cards, as from a hand, that many are chosen.
    """
    splits: set[Split] = set()
    if offer.contiguous:
        splits.update(_laid(_runs(cards, offer), offer))
    else:
        for chosen in set(combinations(sorted(cards), offer.draw)):
            splits.update(_laid(_partitions(chosen, offer), offer))
    return sorted(splits)


def forms_of(offer: Offer) -> list[tuple[int, ...]]:
    """Return the forms that *offer* allows: the sizes of the sets, the greatest first."""
    if offer.shapes:
        sorted_shapes = {tuple(sorted(shape, reverse=True)) for shape in offer.shapes}
        return sorted(
            shape
            for shape in sorted_shapes
            if len(shape) == offer.sets and sum(shape) == offer.draw
        )
    forms: list[tuple[int, ...]] = [()]
    for _ in range(offer.sets):
        forms = [
            (*form, size)
            for form in forms
            for size in range(offer.least, min([offer.most, *form[-1:]]) + 1)
            if sum(form) + size <= offer.draw
        ]
    return [form for form in forms if sum(form) == offer.draw]


def count_splits(offer: Offer, cards: int) -> int:
    """Return the number of splits that *offer* has of as many different *cards*, or more."""
    ways = 0
    for form in forms_of(offer):
        if offer.contiguous:
            arrangements = len(set(permutations(form)))
            # Each arrangement of runs can begin at each card of a ring; turned, some are equal.
            shifts = offer.draw if offer.source == "ring" else 1
            count = arrangements * shifts // (offer.sets if shifts > 1 else 1)
            # Runs that look alike can stand in any order; other sets can swap equal cards instead.
            count *= factorial(offer.sets) if offer.hides() else 1
        else:
            equal = prod(factorial(form.count(size)) for size in set(form))
            count = factorial(offer.draw) // prod(map(factorial, form)) // equal
        hidden = comb(offer.sets, offer.hidden_sets)
        ways += count * hidden * prod(comb(size, offer.face_down) for size in form)
    chosen = 1 if offer.contiguous else comb(cards, offer.draw)
    return int(ways * chosen * (offer.price + 1) ** offer.sets)


def most_taken(offer: Offer, players: int) -> int:
    """Return the most cards of an offer that do not come up again."""
    if offer.rest not in ("next", "back"):
        return offer.draw
    pickers = players if offer.splitter_picks else players - 1
    if offer.take == "card":
        return min(offer.draw, pickers)
    return max([sum(form[:pickers]) for form in forms_of(offer)], default=offer.draw)


def most_cards(offer: Offer, turns: int, players: int) -> int:
    """Return the most cards that a game of *turns* turns can need; dice need none."""
    taken = most_taken(offer, players)
    all_split = offer.splitter == "all"
    if offer.source == "dice":
        return 0
    if offer.source != "hand":
        return (players if all_split else 1) * ((turns - 1) * taken + offer.draw)
    refills = max(0, turns - players if offer.splitter == "turns" else turns - 1)
    return players * offer.hand + offer.refill * refills * taken * (players if all_split else 1)


def hand_needed(offer: Offer, turns: int, players: int) -> int:
    """Return the number of cards that a hand must have so that it never runs out."""
    splits = -(-turns // players) if offer.splitter == "turns" else turns
    return offer.draw + (0 if offer.refill else (splits - 1) * most_taken(offer, players))


def _partitions(cards: tuple[int, ...], offer: Offer) -> Iterator[list[tuple[int, ...]]]:
    """Yield the sets of sorted *cards* in every form, some more than once."""
    forms = forms_of(offer)
    open_sets: list[list[tuple[int, ...]]] = [[]]
    for card in cards:
        grown: set[tuple[tuple[int, ...], ...]] = set()
        for sets in open_sets:
            for at in range(len(sets)):
                grown.add(tuple(sorted([*sets[:at], (*sets[at], card), *sets[at + 1 :]])))
            grown.add(tuple(sorted([*sets, (card,)])))
        open_sets = [list(sets) for sets in grown if _fits(sets, forms)]
    yield from open_sets


def _fits(sets: tuple[tuple[int, ...], ...], forms: list[tuple[int, ...]]) -> bool:
    """Return whether *sets* can grow into one of the *forms*."""
    sizes = sorted([len(cards) for cards in sets], reverse=True)
    for form in forms:
        if len(sizes) <= len(form):
            for at, size in enumerate(sizes):
                if size > form[at]:
                    break
            else:
                return True
    return False


def _cuts(offer: Offer) -> Iterator[list[tuple[int, int]]]:
    """Yield the first place of each run and the one behind it, for every cut of the row or ring.

    In a ring the last run may go on at the beginning.
    """
    forms = forms_of(offer)
    for starts in combinations(range(offer.draw), offer.sets):
        ends = [*starts[1:], starts[0] + offer.draw]
        cut = list(zip(starts, ends, strict=True))
        sizes = sorted([end - start for start, end in cut], reverse=True)
        if (offer.source == "ring" or not starts[0]) and tuple(sizes) in forms:
            yield cut


def _runs(cards: list[int], offer: Offer) -> Iterator[list[tuple[int, ...]]]:
    """Yield the sets of *cards* in every form, each set a run of the row or ring."""
    twice = [*cards, *cards]
    for cut in _cuts(offer):
        yield sorted([tuple(sorted(twice[start:end])) for start, end in cut])


def along(
    row: Sequence[Card], sets: Sequence[Sequence[Card]], offer: Offer
) -> list[tuple[int, list[Card]]]:
    """Return *sets*, which are runs of *row*, in its order: each as (number from 0, its cards)."""
    twice = [*row, *row]
    for cut in _cuts(offer):
        runs: dict[int, list[Card]] = {}
        for start, end in cut:
            run = twice[start:end]
            for number, cards in enumerate(sets):
                alike = all(run.count(card) == cards.count(card) for card in run)
                if number not in runs and len(run) == len(cards) and alike:
                    runs[number] = run
                    break
        if len(runs) == len(sets):
            return list(runs.items())
    raise AssertionError("the sets of a contiguous offer are runs")


def _laid(partitions: Iterator[list[tuple[int, ...]]], offer: Offer) -> Iterator[Split]:
    """Yield every way to turn cards of sets face down and to lay prices on the sets."""
    for sets in partitions:
        if not offer.hides() and not offer.price:
            yield tuple([(cards, (), 0) for cards in sets])
            continue
        for hidden in combinations(range(len(sets)), offer.hidden_sets):
            ways = [_ways_to_lay(cards, offer, at in hidden) for at, cards in enumerate(sets)]
            for split in product(*ways):
                alike = [[*sets] for _, sets in groupby(sorted(split, key=look), key=look)]
                if offer.hides():
                    for orders in product(*[permutations(sets) for sets in alike]):
                        yield tuple([one for sets in orders for one in sets])
                else:
                    yield tuple([one for sets in alike for one in sets])


def _ways_to_lay(cards: tuple[int, ...], offer: Offer, whole: bool) -> list[OfferedSet]:
    """Return the sets that can be made of *cards* by turning some down and laying a price.

    All of them are turned down if the set lies face down as a *whole*.
    """
    laid: list[OfferedSet] = []
    for down in set(combinations(cards, len(cards) if whole else offer.face_down)):
        up = [*cards]
        for card in down:
            up.remove(card)
        laid += [(tuple(up), down, price) for price in range(offer.price + 1)]
    return laid


def look(offered: OfferedSet) -> tuple[tuple[int, ...], int, int]:
    """Return what others see of a set: its cards that lie open, how many do not, and its price."""
    return offered[0], len(offered[1]), offered[2]
