"""Market Day: scoring, notation and course of the game, and the conformance kit."""

from __future__ import annotations

from itertools import product
from math import factorial, prod
from pathlib import Path

import pytest

from splitpick.core import IllegalAction, InvalidNotation, RulesetError, load_game
from splitpick.core.hooks.engine import Engine
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.core.testing import check_ruleset
from splitpick_market.goods import different, each, most, pairs
from splitpick_market.table import Market

DRAWN = ["PE", "PE", "CH", "MO", "BR", "GE"]
UNSALEABLE = {"MO", "BR"}


def game(players: int = 3, variant: str = "lively") -> SplitGame:
    """Load the game as it is installed."""
    loaded = load_game("market-day", variant, players)
    assert isinstance(loaded, SplitGame)
    return loaded


def dealt(players: int = 3) -> SplitPosition:
    """Draw six fixed cards, which seat 0 splits."""
    position = game(players).new_position()
    for code in DRAWN:
        position.apply(position.parse(f"+{code}"))
    return position


def laid(**stalls: str) -> Market:
    """Lay cards on the stalls of Ada, Bo and Cleo."""
    table = game().empty_table.copy()
    assert isinstance(table, Market)
    for seat, name in enumerate(("ada", "bo", "cleo")):
        for code in stalls.get(name, "").split():
            table.play(seat, 2 * list(table.codes).index(code))
    return table


def play(position: SplitPosition, *texts: str) -> SplitPosition:
    """Play *texts*."""
    for text in texts:
        position.apply(position.parse(text))
    return position


# Scoring, one good after the other.


@pytest.mark.parametrize(
    ("stall", "points"),
    [
        ([0, 0, 0], 0),
        ([1, 0, 0], 0),
        ([1, 1, 0], 2),
        ([1, 1, 1], 5),
        ([2, 2, 1], 7),
        ([3, 1, 1], 5),
    ],
)
def test_sets_of_different_cards_score_the_largest_first(stall: list[int], points: int) -> None:
    assert different([stall], [0, 2, 5, 9, 15]) == [points]
    assert different([[1, 1, 1, 1]], [1, 4]) == [4]  # beyond the list, its last number


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ([3, 2, 1], [10, 5, 0]),
        ([0, 1, 0], [0, 10, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([2, 2, 1], [7, 7, 0]),
        ([3, 1, 1], [10, 2, 2]),
        ([2, 2, 2], [5, 5, 5]),
    ],
)
def test_the_most_cards_share_the_points_of_their_places(
    totals: list[int], points: list[int]
) -> None:
    assert most([[total] for total in totals], [10, 5]) == points


def test_pairs_and_single_cards_score() -> None:
    assert pairs([[0, 1, 2], [3, 4, 5]], [5]) == [5, 25]
    assert each([[0], [2]], [-3]) == [0, -6]


def test_a_stall_counts_all_its_goods() -> None:
    """Ada: spices 5, honey 10, mouse -3; Bo: earrings 5, honey 5; Cleo: bread 4, cheese 7."""
    table = laid(ada="PE SA CI HO HO MO", bo="GE GE SE HO", cleo="BR BR CH")

    assert table.scores() == [5 + 10 - 3, 5 + 5, 4 + 7]
    assert table.winners() == [0]


def test_equal_points_are_decided_by_coins() -> None:
    table = laid(ada="BR", bo="BR", cleo="MO")
    codes = list(table.codes)
    assert table.winners() == [0, 1]
    table.play(1, 2 * codes.index("PE") + 1)
    table.play(1, 2 * codes.index("PE") + 1)
    table.play(0, 2 * codes.index("BR"))

    assert table.scores() == [4, 4, -3]
    assert table.winners() == [1]


# The course: the splitter takes the last set.


def test_sets_are_chosen_from_the_splitters_left_and_the_splitter_takes_the_last() -> None:
    """In deck order the sets are PE PE, then GE BR, then CH MO."""
    position = play(dealt(), "PE PE / CH MO / BR GE", "pick 3", "pick 1")

    assert [[position.game.codes[card] for card in hand] for hand in position.hands] == [
        ["GE", "BR"],
        ["CH", "MO"],
        ["PE", "PE"],
    ]
    assert position.to_act() == 1


def test_with_four_there_are_four_sets() -> None:
    position = play(dealt(4), "PE PE / CH / MO BR / GE", "pick 1", "pick 2", "pick 3")

    assert all(position.hands)
    assert position.to_act() == 1


def test_what_nobody_buys_is_kept() -> None:
    position = play(dealt(), "PE PE CH / BR GE / MO", "pick 3", "pick 1")

    assert [position.notation(action) for action in position.legal_actions()] == ["keep MO"]
    with pytest.raises(IllegalAction) as refused:
        position.parse("sell MO")
    assert refused.value.code == "market-unsaleable"
    with pytest.raises(IllegalAction) as refused:
        position.parse("keep HO")
    assert refused.value.code == "market-not-yours"
    for text, code in (("sell XX", "market-no-card"), ("burn MO", "market-no-word")):
        with pytest.raises(InvalidNotation) as unread:
            position.parse(text)
        assert unread.value.code == code


def perft(position: SplitPosition, depth: int) -> int:
    """Count the sequences of *depth* decisions within a turn."""
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = position.copy()
        after.apply(action)
        count += perft(after, depth - 1)
    return count


def all_splits(sets: int) -> set[tuple[tuple[str, ...], ...]]:
    """Return the different splits, found by putting each card into each set."""
    found = set()
    for places in product(range(sets), repeat=len(DRAWN)):
        contents = [
            tuple(sorted(card for card, place in zip(DRAWN, places, strict=True) if place == at))
            for at in range(sets)
        ]
        if all(1 <= len(content) <= 4 for content in contents):
            found.add(tuple(sorted(contents)))
    return found


def ways_to_play(content: tuple[str, ...]) -> int:
    """Count the orders of different cards, with the ways to play each."""
    orders = factorial(len(content)) // prod(
        factorial(content.count(card)) for card in set(content)
    )
    return orders * prod(1 if card in UNSALEABLE else 2 for card in content)


@pytest.mark.parametrize("players", [3, 4])
def test_perft_of_a_small_deal(players: int) -> None:
    """A whole turn, counted by the game and by a formula: splits, picks, and ways to play."""
    splits = all_splits(players)
    whole = sum(
        factorial(players) * prod(ways_to_play(content) for content in split) for split in splits
    )
    picks = {1: len(splits), 2: len(splits) * players}

    assert {depth: perft(dealt(players), depth) for depth in picks} == picks
    assert perft(dealt(players), players + len(DRAWN)) == whole


# The rule set, and the kit.


def test_an_unknown_good_is_found_with_what_was_meant(tmp_path: Path) -> None:
    shipped = Engine().rulesets()["market-day"].read_text("utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(shipped.replace("good: honey", "good: hony"), encoding="utf-8")
    with pytest.raises(RulesetError) as found:
        load_game(str(file))

    assert [finding.message.code for finding in found.value.findings] == ["market-unknown-good"]
    assert "honey" in str(found.value)


def test_the_conformance_kit_passes_in_english_and_german() -> None:
    check_ruleset("market-day", games=1, languages=("en", "de"))
