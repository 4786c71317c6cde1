"""However small its budget, a searching bot is not worse than a simple one, in any game."""

from __future__ import annotations

import pytest
from tests.benchmarks.budget_ladder import BOTS, BUDGETS, GAMES, SIMPLE, shares

from splitpick.core import Engine
from splitpick.core.lab.inference import wilson

ENGINE = Engine()
DEALS = 10
BEYOND_NOISE = 3.3
"""Standard errors: one of a thousand contests between equals is farther off."""


@pytest.mark.weekly
@pytest.mark.parametrize("other", SIMPLE)
@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_small_budget_is_no_worse_than_none(game: str, bot: str, budget: str, other: str) -> None:
    won = shares(ENGINE, game, f"{bot}:{budget}", other, DEALS)

    assert wilson(sum(won), len(won), BEYOND_NOISE)[1] > 0.5
