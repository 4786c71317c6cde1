"""Every way to make sets is there once, and in the one order that DESIGN 3 gives."""

from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.core.splitting.splits import MOST_DRAWN, canonical_splits, pattern_of, ranks_of
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


@given(st.lists(st.integers(0, 9), min_size=1, max_size=MOST_DRAWN).map(sorted))
def test_a_pattern_is_all_that_counts(cards: list[int]) -> None:
    """The smallest cards of a pattern have the same equal neighbours as the cards it is of."""
    ranks = ranks_of(len(cards), pattern_of(cards))

    names = sorted(set(cards))
    assert ranks == [names.index(card) for card in cards]
    assert pattern_of(ranks) == pattern_of(cards)


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
