"""Every way to make sets is there once, and in the one order of the notation."""

from collections import Counter
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from splitpick.core.errors import NotationError
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.offers.offer_notation import OfferNotation
from splitpick.core.splitting.splits import (
    MOST_DRAWN,
    Split,
    canonical_splits,
    count_splits,
    look,
    pattern_of,
    ranks_of,
    splits_of,
)
from splitpick.core.vectors import i64, vec
from tables import build, drawn, legal

Sets: TypeAlias = tuple[tuple[int, ...], ...]
"""A split as the cards of each set."""

PATTERNS = [(cards, pattern) for cards in range(2, 7) for pattern in range(2 ** (cards - 1))]
"""Every multiset there is of two to six cards, as far as a split can tell."""


def brute_force(ranks: list[int], sets: int, least: int, most: int) -> set[Sets]:
    """Throw each card onto each set and keep what is left when order no longer counts."""
    found = set()
    for places in product(range(sets), repeat=len(ranks)):
        piles = [
            tuple(sorted(rank for rank, place in zip(ranks, places, strict=True) if place == pile))
            for pile in range(sets)
        ]
        if all(least <= len(pile) <= most for pile in piles):
            found.add(tuple(sorted(piles)))
    return found


def sets_of(ranks: list[int], split: list[int], sets: int) -> Sets:
    """Lay the cards out as *split* says."""
    piles: list[list[int]] = [[] for _ in range(sets)]
    for rank, place in zip(ranks, split, strict=True):
        piles[place].append(rank)
    return tuple(tuple(pile) for pile in piles)


def check_splits(ranks: list[int], sets: int, least: int, most: int) -> None:
    """Compare with the brute force, and look at the order."""
    splits = [sets_of(ranks, split, sets) for split in canonical_splits(ranks, sets, least, most)]

    assert len(set(splits)) == len(splits), "no two splits are the same cards"
    assert set(splits) == brute_force(ranks, sets, least, most)
    assert splits == sorted(splits), "the splits have a stable order"
    for split in splits:
        assert list(split) == sorted(split), "the sets stand in the canonical order"
        assert all(least <= len(cards) <= most for cards in split)


@pytest.mark.parametrize("sets", [2, 3])
def test_every_pattern_has_all_its_splits_once(sets: int) -> None:
    for cards, pattern in PATTERNS:
        for least in (1, 2):
            for most in (cards - 1, (cards + 1) // 2):
                check_splits(ranks_of(cards, pattern), sets, least, most)


@given(
    ranks=st.lists(st.integers(0, 5), min_size=2, max_size=7).map(sorted),
    sets=st.integers(2, 4),
    least=st.integers(1, 3),
    more=st.integers(0, 6),
)
def test_any_cards_into_any_sets(ranks: list[int], sets: int, least: int, more: int) -> None:
    check_splits(ranks, sets, least, least + more)


def test_no_split_where_the_cards_do_not_go_round() -> None:
    assert canonical_splits([0, 1, 2], sets=2, least=2, most=3) == []
    assert canonical_splits([0, 1, 2, 3, 4], sets=2, least=1, most=2) == []


def pattern(cards: list[int]) -> int:
    return pattern_of(vec[i64](cards), 0, len(cards))


@given(st.lists(st.integers(0, 9), min_size=1, max_size=MOST_DRAWN).map(sorted))
def test_a_pattern_is_all_that_counts(cards: list[int]) -> None:
    """The smallest cards of a pattern have the same equal neighbours as the cards it is of."""
    ranks = ranks_of(len(cards), pattern(cards))

    names = sorted(set(cards))
    assert ranks == [names.index(card) for card in cards]
    assert pattern(ranks) == pattern(cards)


def test_five_different_cards_have_fifteen_splits() -> None:
    assert len(legal(drawn("G1 Y1 B1 R1 KR"))) == 15


def test_a_split_reads_as_the_design_writes_it() -> None:
    """The first set is the lexicographically first in deck order, whatever its size."""
    assert legal(drawn("KR R1 Y2 G4 G1")) == [
        "G1 / G4 Y2 R1 KR",
        "G1 G4 / Y2 R1 KR",
        "G1 G4 Y2 / R1 KR",
        "G1 G4 Y2 R1 / KR",
        "G1 G4 Y2 KR / R1",
        "G1 G4 R1 / Y2 KR",
        "G1 G4 R1 KR / Y2",
        "G1 G4 KR / Y2 R1",
        "G1 Y2 / G4 R1 KR",
        "G1 Y2 R1 / G4 KR",
        "G1 Y2 R1 KR / G4",
        "G1 Y2 KR / G4 R1",
        "G1 R1 / G4 Y2 KR",
        "G1 R1 KR / G4 Y2",
        "G1 KR / G4 Y2 R1",
    ]


def test_a_shorter_set_comes_before_a_longer_one_that_begins_like_it() -> None:
    assert legal(drawn("G1 G1 G1 G1 Y1")) == [
        "G1 / G1 G1 G1 Y1",
        "G1 G1 / G1 G1 Y1",
        "G1 G1 G1 / G1 Y1",
        "G1 G1 G1 G1 / Y1",
    ]
    assert legal(drawn("G1 G1 Y1 Y1 Y1"))[-1] == "G1 Y1 / G1 Y1 Y1"


def test_special_cards_come_last_in_deck_order() -> None:
    assert legal(drawn("TO SK KR R5 G1"))[0] == "G1 / R5 KR SK TO"


def test_three_sets_for_three_players() -> None:
    game = build(
        players=3,
        deck={"A": (4, 1, 1, ["sloop"]), "B": (2, 1, 1, ["sloop"])},
        ships={"sloop": 3},
        draw=4,
        most=2,
        turns=1,
    )
    position = game.new_position()
    for text in ("+A", "+A", "+B", "+A"):
        position.apply(position.parse(text))
    assert legal(position) == ["A / A / A B", "A / A A / B"]


# Offers.


def allowed(offer: Offer, split: Split, cards: list[int]) -> bool:
    """Look at each rule of an offer by itself; *cards* lie in a row or ring, or are a hand."""
    sets = [sorted([*up, *down]) for up, down, _ in split]
    sizes = sorted(map(len, sets), reverse=True)
    twice = cards * 2 if offer.source == "ring" else cards
    runs = [sorted(twice[at : at + size]) for size in set(sizes) for at in range(len(cards))]
    used = Counter(card for one in sets for card in one)
    return (
        used.total() == offer.draw
        and not used - Counter(cards)
        and len(sets) == offer.sets
        and (
            any(sorted(shape, reverse=True) == sizes for shape in offer.shapes)
            if offer.shapes
            else offer.least <= sizes[-1] <= sizes[0] <= offer.most
        )
        and all(len(down) == offer.face_down and price <= offer.price for _, down, price in split)
        and (not offer.contiguous or all(one in runs for one in sets))
    )


@st.composite
def offers(draw: st.DrawFn) -> tuple[Offer, list[int]]:
    """Draw an offer with few splits, and cards for it."""
    source = draw(st.sampled_from(["deck", "ring", "hand"]))
    sets = draw(st.integers(2, 3))
    sizes = draw(st.lists(st.integers(1, 3), min_size=sets, max_size=sets))
    more = draw(st.lists(st.permutations(sizes), max_size=1))
    offer = Offer(
        source=source,
        draw=sum(sizes),
        sets=sets,
        least=min(sizes),
        most=max(sizes),
        shapes=tuple(map(tuple, more)),
        contiguous=source != "hand" and draw(st.booleans()),
        face_down=draw(st.integers(0, min(sizes) - 1)),
        price=draw(st.integers(0, 1)),
    )
    held = offer.draw + (draw(st.integers(0, 2)) if source == "hand" else 0)
    return offer, draw(st.lists(st.integers(0, 4), min_size=held, max_size=held))


@pytest.mark.slow
@example((Offer(draw=6, sets=3, least=2, most=2, contiguous=True, face_down=1), [0, 0, 0, 1, 0, 2]))
@given(offers())
def test_every_split_of_an_offer_is_allowed_and_there_once(one: tuple[Offer, list[int]]) -> None:
    """And reads back what it writes, however the sets are ordered that look different."""
    offer, cards = one
    notation = OfferNotation(list("ABCDE"), offer)
    splits = splits_of(cards, offer)

    assert splits
    assert splits == sorted(set(splits))
    assert len(splits) <= count_splits(offer, len(cards))
    for split in splits:
        assert allowed(offer, split, cards)
        assert list(map(look, split)) == sorted(map(look, split))
        written = notation.write_offer(split)
        backwards = " / ".join(reversed(written.split(" / ")))
        assert notation.read_offer(written, cards) == split
        if len(set(map(look, split))) == len(split):
            assert notation.read_offer(backwards.lower(), cards) == split


@pytest.mark.parametrize(
    ("offer", "cards", "count"),
    [
        (Offer(source="ring", draw=6, sets=3, most=4, contiguous=True), "ABCDEF", 20),
        (Offer(draw=6, sets=3, most=4, contiguous=True), "ABCDEF", 10),
        (Offer(draw=4, shapes=((3, 1),)), "ABCD", 4),
        (Offer(source="hand", draw=4, shapes=((2, 2),)), "ABCDE", 15),
        (Offer(draw=4, shapes=((2, 2),), face_down=1), "ABCD", 12),
        (Offer(draw=4, shapes=((2, 2),), face_down=1), "AABC", 7),
        (Offer(draw=2, sets=2, price=2), "AB", 9),
    ],
)
def test_splits_of_offers_are_as_many_as_on_paper(offer: Offer, cards: str, count: int) -> None:
    assert len(splits_of([*map(ord, cards)], offer)) == count


@pytest.mark.parametrize(
    ("offer", "text", "code"),
    [
        (Offer(draw=4), "A B / C", "not-these-cards"),
        (Offer(source="hand", draw=3), "A B / D E", "not-from-hand"),
        (Offer(draw=4), "A / B / C D", "number-of-sets"),
        (Offer(draw=4, least=2, most=2), "A / B C D", "set-size"),
        (Offer(draw=4, shapes=((2, 2),)), "A / B C D", "set-shapes"),
        (Offer(draw=4, contiguous=True), "A C / B D", "not-a-run"),
        (Offer(draw=4, face_down=1), "A (B C) / (D)", "number-face-down"),
        (Offer(draw=4), "A B / (C) D", "no-face-down"),
        (Offer(draw=4, price=3), "A B =4 / C D =0", "price-on-set"),
        (Offer(draw=4, price=3), "A B =1 / C D", "price-on-set"),
        (Offer(draw=4), "A B =1 / C D", "unknown-card"),
    ],
)
def test_an_impossible_split_is_refused_with_its_reason(offer: Offer, text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        OfferNotation(list("ABCDE"), offer).read_offer(text, [0, 1, 2, 3])

    assert caught.value.code == code
