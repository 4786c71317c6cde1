"""Dead Man's Dice: a game of dice that are rolled, stacked and plundered, for two to six."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.game import Game
from ...core.hooks import hookimpl
from ...core.rules.kinds import GameKind
from ...core.rules.value_findings import Plain
from ...core.scene import Presenter
from ...core.text import msg


class DeadMansDiceKind(GameKind):
    """Makes Dead Man's Dice from its rule set."""

    id = "dead-mans-dice"
    summary = msg("about-dice-game", "Roll dice, stack them, and plunder the stacks of others.")

    def model(self, rules: Mapping[str, Plain]) -> Any:
        from .dice_models import DiceModel

        return DiceModel

    def build(self, rules: Any, variant: str, players: int) -> Game:
        from .dice_game import DiceGame

        return DiceGame(rules, variant, players)

    def presenter(self, rules: Any, game: Any) -> Presenter:
        from .dice_presenter import DicePresenter

        inks = {seat.id: seat.ink or "" for seat in rules.seats[: game.players]}
        return DicePresenter(*self.titles(rules, game), game, inks)


@hookimpl
def splitpick_games() -> list[GameKind]:
    """Provide the game."""
    return [DeadMansDiceKind()]
