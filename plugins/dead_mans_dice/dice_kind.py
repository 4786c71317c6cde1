"""Dead Man's Dice as a kind of game, made from its rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...core.game import Game
from ...core.rules.faults import Plain
from ...core.rules.kinds import GameKind, Listing
from ...core.scene import Presenter
from ...core.text import Text, msg

if TYPE_CHECKING:
    from ...core.rules.models import RulesetModel
    from .dice_models import DiceModel


class DeadMansDiceKind(GameKind):
    """Makes Dead Man's Dice from its rule set."""

    id = "dead-mans-dice"

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        from .dice_models import DiceModel

        return DiceModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        from .dice_game import DiceGame

        rules = _dice(rules)
        seats = rules.seats[:players]
        return DiceGame(
            rules.id,
            variant,
            [seat.id for seat in seats],
            [seat.name for seat in seats],
            rules.dice_rules(),
        )

    def presenter(self, rules: RulesetModel, game: Game) -> Presenter:
        from .dice_game import DiceGame
        from .dice_presenter import DicePresenter

        rules = _dice(rules)
        assert isinstance(game, DiceGame)
        return DicePresenter(
            rules.name,
            rules.variant_name(game.variant),
            game,
            [seat.ink or "" for seat in rules.seats[: game.players]],
        )

    def listings(self, rules: RulesetModel) -> Sequence[Listing]:
        rules = _dice(rules)
        facts: list[tuple[Text, int]] = [
            (msg("dd-target", "Doubloons that end the game"), rules.target),
            (msg("dd-ordinary-dice", "Ordinary dice per player"), rules.ordinary_dice),
            (msg("dd-skull-worth", "Worth of a skull"), rules.skull),
            (msg("dd-penalty", "Loss for a Jolly Roger die that was not placed"), rules.penalty),
            (msg("dd-idle-laps", "Laps without a placed die that end a round"), rules.idle_laps),
            (msg("dd-most-rounds", "Most rounds"), rules.most_rounds),
        ]
        return [Listing(msg("course", "Course of the game"), (), facts)]


def _dice(rules: RulesetModel) -> DiceModel:
    from .dice_models import DiceModel

    assert isinstance(rules, DiceModel), "the model of Dead Man's Dice"
    return rules
