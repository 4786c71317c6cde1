"""Every shipped game, in each variant and number of players, and games of third parties."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from splitpick.core import Engine
from splitpick.core.hooks.discovery import installed
from splitpick.core.learning.learning_game import LearningGame

EXAMPLES = Path(__file__).parents[1] / "examples"
THIRD_PARTIES = ("parley", "stalls")
TWO_TURNS = Path(__file__).parents[1] / "core" / "learning" / "two-turns.yaml"


@cache
def shipped() -> list[tuple[str, str, int]]:
    """Return the name, variant and number of players of all shipped games."""
    return [
        (name, variant, players)
        for name, file in Engine().playable().items()
        for variant, ruleset in file.rulesets.items()
        for players in range(ruleset.players[0], ruleset.players[1] + 1)
    ]


def every_game() -> list[Any]:
    """Return the parameters of tests with `shipped` games; more than four play once a week."""
    return [pytest.param(*each, marks=[pytest.mark.weekly] * (each[2] > 4)) for each in shipped()]


def third_party(name: str, patch: pytest.MonkeyPatch) -> LearningGame:
    """Return the game that the plugin of another distribution brings."""
    patch.syspath_prepend(str(EXAMPLES / f"splitpick-{name}"))
    module = import_module(f"splitpick_{name}")
    ours = {one.provider.name: one.load() for one in installed()}
    engine = Engine({**ours, name: module})
    (ruleset,) = (EXAMPLES / f"splitpick-{name}" / f"splitpick_{name}" / "rulesets").glob("*.yaml")
    return LearningGame(engine, engine.ruleset_at(ruleset).variant())
