"""Dealing what a seat cannot see once more, so that nothing it knows speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

TRIES: Final = 20
"""How often all cards are shuffled and dealt before the lot is helped along."""

MIXING: Final = 8
"""How many exchanges are tried for each card where the lot was helped along."""

MayHold: TypeAlias = Callable[[int, int], bool]
"""Says of a holder and a card whether it may be there."""


def shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle *cards* in place; unlike `Random.shuffle`, the same in every Python."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def redeal(
    cards: Sequence[int], sizes: Sequence[int], may_hold: MayHold, rng: Random
) -> list[list[int]]:
    """Deal all of *cards* by lot: to each holder as many as *sizes* says, and what it may hold.

    There must be a way to do so.  The first tries are fair between all ways; where there are few
    of them, one is built and then mixed by exchanging cards.
    """
    left = list(cards)
    for _ in range(TRIES):
        shuffle(left, rng)
        hands = _deal(left, sizes)
        if all(may_hold(at, card) for at, hand in enumerate(hands) for card in hand):
            return hands
    hands = _build(left, sizes, may_hold)
    _mix(hands, may_hold, rng)
    return hands


def _deal(cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    hands = []
    dealt = 0
    for size in sizes:
        hands.append(list(cards[dealt : dealt + size]))
        dealt += size
    return hands


def _build(cards: Sequence[int], sizes: Sequence[int], may_hold: MayHold) -> list[list[int]]:
    """Find one way: where nobody with room may hold a card, others pass cards on to make room."""
    hands: list[list[int]] = [[] for _ in sizes]
    for card in cards:
        if not _seat(card, hands, sizes, may_hold, set()):
            raise ValueError("the cards cannot be dealt like that")
    return hands


def _seat(
    card: int,
    hands: list[list[int]],
    sizes: Sequence[int],
    may_hold: MayHold,
    asked: set[int],
) -> bool:
    """Give *card* to a holder that was not *asked* yet, who may pass on another one for it."""
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
            if _seat(held, hands, sizes, may_hold, asked):
                hands[at][place] = card
                return True
    return False


def _mix(hands: list[list[int]], may_hold: MayHold, rng: Random) -> None:
    """Exchange cards between holders where both may hold what they get."""
    places = [(at, place) for at, hand in enumerate(hands) for place in range(len(hand))]
    for _ in range(MIXING * len(places)):
        one, here = places[int(rng.random() * len(places))]
        other, there = places[int(rng.random() * len(places))]
        mine, yours = hands[one][here], hands[other][there]
        if may_hold(one, yours) and may_hold(other, mine):
            hands[one][here], hands[other][there] = yours, mine
