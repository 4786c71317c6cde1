"""Skull Queen as a game: its positions with notation, views and secrets."""

from __future__ import annotations

from random import Random

from ...core.game import JSON, Action, Game
from .queen_reading import read_action
from .queen_redeal import draw_secrets
from .queen_rules import DEAL, KING, PLACE, PLAY, SIDE, SIDES, SWAP, SkullRules
from .queen_state import SkullState
from .queen_view import view_of


class SkullQueen(Game):
    """Skull Queen with *rules*."""

    def __init__(self, id: str, variant: str, rules: SkullRules) -> None:
        super().__init__(id, variant, rules.players)
        self.rules = rules

    def new_position(self, first: int = 0) -> SkullPosition:
        return SkullPosition(self.rules, first)


class SkullPosition(SkullState):
    """A position of Skull Queen, with its notation, views and secrets."""

    def resample(self, seat: int, rng: Random) -> SkullPosition:
        again = self.copy()
        draw_secrets(again, seat, rng)
        return again

    def notation(self, action: int) -> str:
        phase = self.phase
        if phase == PLAY:
            return self.rules.codes[action]
        if phase in (DEAL, KING):
            return f"+{self.rules.codes[action]}"
        if phase == SWAP:
            return f"swap {self.rules.codes[action]}"
        if phase == SIDE:
            return SIDES[action]
        return f"place {self.rules.letters[self.placing]}{action}"

    def parse(self, text: str) -> int:
        return read_action(self, text)

    def describe(self, action: int) -> Action:
        codes = self.rules.codes
        phase = self.phase
        details: dict[str, JSON]
        if phase == SIDE:
            kind, details = "side", {"side": SIDES[action]}
        elif phase == PLACE:
            kind = "place"
            details = {"pirate": self.rules.colours[self.placing], "field": action}
        elif phase == DEAL:
            kind, details = "deal", {"card": codes[action], "seat": self.receiver}
        elif phase == SWAP:
            kind = "swap"
            details = {
                "card": codes[action],
                "seat": self.holder(action),
                "for": codes[self.pool[-1]],
            }
        else:
            kind, details = "king" if phase == KING else "play", {"card": codes[action]}
        return Action(kind, self.actor, self.notation(action), details)

    def view(self, seat: int | None) -> dict[str, JSON]:
        return view_of(self, seat)
