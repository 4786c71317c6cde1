"""The table: its plays, and the conformance kit."""

from __future__ import annotations

from splitpick.core import load_game
from splitpick.core.testing import check_plugin


def test_goods_of_a_kind_count_square_and_what_is_sold_counts_two() -> None:
    position = load_game("fish-market", players=2).new_position()
    for text in ("+E", "+E", "+H", "+H", "+C", "+T", "E E H / H C T", "pick 1", "E^", "E^", "H$"):
        position.apply(position.parse(text))

    assert position.scores()[1] == 2 * 2 + 2


def test_it_passes_the_conformance_kit() -> None:
    check_plugin("stalls", games=2)
