from collections.abc import Mapping
from random import Random

from splitpick.core.errors import IllegalAction, InvalidNotation
from splitpick.core.game import CHANCE, JSON, OVER, Action, Game, Position
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.faults import Plain
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.models import RulesetModel
from splitpick.core.text import msg

SIDES = ["heads", "tails"]


class Coin(Game):
    def new_position(self, first: int = 0) -> "Tossed":
        return Tossed(first, [])


class Tossed(Position):
    """The first seat says a side, then the coin is tossed."""

    def __init__(self, first: int, said: list[int]) -> None:
        self.first = first
        self.said = said

    def to_act(self) -> int:
        return [self.first, CHANCE, OVER][len(self.said)]

    def legal_actions(self) -> list[int]:
        return [0, 1] if self.to_act() >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(0, 1), (1, 1)] if self.to_act() == CHANCE else []

    def apply(self, action: int) -> None:
        self.said.append(action)

    def copy(self) -> "Tossed":
        return Tossed(self.first, self.said[:])

    def scores(self) -> list[int]:
        return [int(self.to_act() == OVER and seat in self.winners()) for seat in (0, 1)]

    def winners(self) -> list[int]:
        return [self.first if self.said[0] == self.said[1] else 1 - self.first]

    def notation(self, action: int) -> str:
        return f"+{SIDES[action]}" if self.to_act() == CHANCE else SIDES[action]

    def parse(self, text: str) -> int:
        plain = text.strip().lower()
        if plain.lstrip("+") not in SIDES:
            raise InvalidNotation(msg("coin-unreadable", "Say heads or tails."))
        action = SIDES.index(plain.lstrip("+"))
        if self.to_act() == OVER or self.notation(action) != plain:
            raise IllegalAction(msg("coin-not-now", "Not now."))
        return action

    def describe(self, action: int) -> Action:
        return Action("say", self.to_act(), self.notation(action))

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {"said": [SIDES[side] for side in self.said], "to_act": self.to_act()}

    def resample(self, seat: int, rng: Random) -> "Tossed":
        return self.copy()  # nothing is hidden


class CoinKind(GameKind):
    id = "coin"

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return Coin(rules.id, variant, players)


@hookimpl
def splitpick_games() -> list[GameKind]:
    return [CoinKind()]
