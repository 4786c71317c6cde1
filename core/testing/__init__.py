"""The conformance kit: what must be true of any game, rule set, bot or special card, in one line.

::

    from splitpick.core import load_game
    from splitpick.core.testing import check_bot, check_effect, check_game, check_ruleset

    def test_my_game():
        check_game(load_game("my-game"))

`check_plugin` does all of it for whatever a plugin brings, as ``splitpick plugins check`` does.
Each check plays by lot, from seeds that are the same every time, and raises `CheckFailed`, an
`AssertionError` that says what is wrong, where, and with which seed and shortest actions it shows.
"""

from __future__ import annotations

from .bots import check_bot
from .effects import check_effect
from .failure import CheckFailed
from .games import check_game
from .plugins import check_plugin
from .rulesets import check_ruleset

__all__ = [
    "CheckFailed",
    "check_bot",
    "check_effect",
    "check_game",
    "check_plugin",
    "check_ruleset",
]
