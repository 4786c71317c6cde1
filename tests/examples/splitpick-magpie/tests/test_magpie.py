"""The Magpie: what it takes, and the conformance kit."""

from __future__ import annotations

from typing import Any

import pytest

from splitpick.core import IllegalAction, Position, load_game
from splitpick.core.testing import check_plugin


def after(*texts: str) -> Position:
    """Deal six cards to two, and play *texts*."""
    position = load_game("magpie-market", players=2).new_position()
    for text in ("+E", "+E", "+H", "+C", "+M", "+MM", "E H MM / E C M", *texts):
        position.apply(position.parse(text))
    return position


def test_it_takes_the_newest_card() -> None:
    position = after("pick 2", "E^", "C^", "M$", "E^", "H^", "MM*bob")
    view: Any = position.view(None)

    assert view["shelves"] == [["E", "H", "C", "E"], [], []][:2]
    assert view["box"] == ["MM"]


def test_it_needs_something_to_take() -> None:
    with pytest.raises(IllegalAction, match="magpie-nothing"):
        after("pick 2").parse("M*ann")


def test_it_passes_the_conformance_kit() -> None:
    check_plugin("magpie", games=2)
