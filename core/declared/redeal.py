"""Random deals of unseen cards, none of which contradicts what is known of their holders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Final, TypeAlias

TRIES: Final = 20
"""Number of random deals that are tried before a deal is constructed instead."""

MIXING: Final = 8
"""Number of exchanges that are tried per card to mix a constructed deal."""

MayHold: TypeAlias = Callable[[int, int], bool]
"""Function of a holder's index and a card; true if the holder may have the card."""


def redeal(
    cards: Sequence[int], sizes: Sequence[int], may_hold: MayHold, rng: Random
) -> list[list[int]]:
    """Deal all *cards* at random: holder n gets ``sizes[n]`` cards, each allowed by *may_hold*.

    The first tries are uniform over all possible deals.  If they fail, a deal is constructed and
    mixed by exchanges.  Raises `ValueError` if no deal is possible.
    """
    left = list(cards)
    for _ in range(TRIES):
        shuffle(left, rng)
        pile = iter(left)
        hands = [list(islice(pile, size)) for size in sizes]
        if all(may_hold(at, card) for at, hand in enumerate(hands) for card in hand):
            return hands
    hands = _construct(left, sizes, may_hold)
    _mix(hands, may_hold, rng)
    return hands


def shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle *cards* in place; unlike `Random.shuffle`, with the same result in every Python."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def _construct(cards: Sequence[int], sizes: Sequence[int], may_hold: MayHold) -> list[list[int]]:
    """Find a deal: full holders pass cards on to make room. Raises `ValueError` without one."""
    hands: list[list[int]] = [[] for _ in sizes]
    for card in cards:
        if not _give(card, hands, sizes, may_hold, set()):
            raise ValueError("the cards cannot be dealt like that")
    return hands


def _give(
    card: int,
    hands: list[list[int]],
    sizes: Sequence[int],
    may_hold: MayHold,
    asked: set[int],
) -> bool:
    """Give *card* to a holder not yet *asked*, who may pass another on; return true on success."""
    able = [at for at in range(len(hands)) if at not in asked and may_hold(at, card)]
    for at in able:
        if len(hands[at]) < sizes[at]:
            hands[at].append(card)
            return True
    for at in able:
        if at in asked:
            continue
        asked.add(at)
        for place, held in enumerate(hands[at]):
            if _give(held, hands, sizes, may_hold, asked):
                hands[at][place] = card
                return True
    return False


def _mix(hands: list[list[int]], may_hold: MayHold, rng: Random) -> None:
    """Exchange random cards in *hands* wherever both holders may hold what they get."""
    places = [(at, place) for at, hand in enumerate(hands) for place in range(len(hand))]
    for _ in range(MIXING * len(places)):
        one, here = places[int(rng.random() * len(places))]
        other, there = places[int(rng.random() * len(places))]
        mine, yours = hands[one][here], hands[other][there]
        if may_hold(one, yours) and may_hold(other, mine):
            hands[one][here], hands[other][there] = yours, mine
