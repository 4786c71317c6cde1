"""The conformance kit: one-line tests for any game, rule set, bot or special card.

::

    from splitpick.core import load_game
    from splitpick.core.testing import check_bot, check_effect, check_game, check_ruleset

    def test_my_game():
        check_game(load_game("my-game"))

`check_plugin` checks everything that a plugin provides, as ``splitpick plugins check`` does. The
checks play random games with fixed seeds. For a fault they raise `CheckFailed`, an `AssertionError`
with the seed and the actions that show the fault, the shortest list that was found.
"""

from __future__ import annotations

from .check_bots import check_bot
from .check_effects import check_effect
from .check_games import check_game
from .check_plugins import check_plugin
from .check_ruleset import check_ruleset
from .failure import CheckFailed

__all__ = [
    "CheckFailed",
    "check_bot",
    "check_effect",
    "check_game",
    "check_plugin",
    "check_ruleset",
]
