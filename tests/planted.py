"""A little game with secrets and without faults, and the same with one fault in each place.

Each seat is dealt one of five cards in secret, openly says "high" or "low", and the higher card
wins.
"""

from __future__ import annotations

import random
from random import Random

from splitpick.core import CHANCE, OVER, Action, Game, IllegalAction, InvalidNotation, Position
from splitpick.core.game import JSON
from splitpick.core.text import msg

CARDS = 5
SAYS = ("low", "high")


class Duel(Game):
    """The game of two seats and five cards."""

    def __init__(self, position: type[DuelPosition]) -> None:
        super().__init__("duel", position.__name__, 2)
        self.position = position

    def new_position(self, first: int = 0) -> DuelPosition:
        return self.position(self)


class DuelPosition(Position):
    """Two cards and two words."""

    def __init__(self, game: Duel) -> None:
        self.game = game
        self.hands: list[int] = []
        self.said: list[int] = []

    def to_act(self) -> int:
        if len(self.hands) < 2:
            return CHANCE
        return len(self.said) if len(self.said) < 2 else OVER

    def legal_actions(self) -> list[int]:
        return [0, 1] if self.to_act() >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if self.to_act() != CHANCE:
            return []
        return [(card, 1) for card in range(CARDS) if card not in self.hands]

    def apply(self, action: int) -> None:
        (self.hands if self.to_act() == CHANCE else self.said).append(action)

    def copy(self) -> Position:
        twin = type(self)(self.game)
        twin.hands, twin.said = self.hands[:], self.said[:]
        return twin

    def scores(self) -> list[int]:
        return [*self.hands] if self.to_act() == OVER else [0, 0]

    def winners(self) -> list[int]:
        return [self.hands.index(max(self.hands))]

    def notation(self, action: int) -> str:
        return f"+{action}" if self.to_act() == CHANCE else f"say {SAYS[action]}"

    def parse(self, text: str) -> int:
        text = " ".join(text.lower().split())
        if self.to_act() == CHANCE:
            for card, _ in self.chance_outcomes():
                if text == f"+{card}":
                    return card
        elif text.startswith("say ") and text[4:] in SAYS and self.to_act() >= 0:
            return SAYS.index(text[4:])
        if text.startswith(("+", "say")) and len(text) > 3:
            raise IllegalAction(msg("not-now", "Not now."))
        raise InvalidNotation(msg("what", "What?"))

    def describe(self, action: int) -> Action:
        return Action("deal" if self.to_act() == CHANCE else "say", self.to_act(),
                      self.notation(action))  # fmt: skip

    def view(self, seat: int | None) -> dict[str, JSON]:
        over = self.to_act() == OVER
        hands: list[JSON] = [
            card if over or owner == seat else "?" for owner, card in enumerate(self.hands)
        ]
        return {"to_act": self.to_act(), "hands": hands, "said": list(self.said)}

    def resample(self, seat: int, rng: Random) -> Position:
        other = self.copy()
        assert isinstance(other, DuelPosition)
        if self.to_act() != OVER and len(self.hands) > 1 - seat:
            free = [card for card in range(CARDS) if card not in self.hands]
            free.append(self.hands[1 - seat])
            other.hands[1 - seat] = free[int(rng.random() * len(free))]
        return other


# One fault each; the docstring is the code that the kit must find.


class Endless(DuelPosition):
    """check-endless."""

    def to_act(self) -> int:
        return CHANCE if len(self.hands) < 2 else len(self.said) % 2


class Nobody(DuelPosition):
    """check-seat."""

    def to_act(self) -> int:
        return super().to_act() + 7 if len(self.said) == 1 else super().to_act()


class Empty(DuelPosition):
    """check-no-actions."""

    def legal_actions(self) -> list[int]:
        return [] if len(self.said) == 1 else super().legal_actions()


class NoOutcomes(DuelPosition):
    """check-no-outcomes."""

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [] if self.hands else super().chance_outcomes()


class NoWeight(DuelPosition):
    """check-weight."""

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(card, card) for card, _ in super().chance_outcomes()]


class Twice(DuelPosition):
    """check-action-twice."""

    def legal_actions(self) -> list[int]:
        return super().legal_actions() * 2


class Unordered(DuelPosition):
    """check-order."""

    turn = 0

    def legal_actions(self) -> list[int]:
        Unordered.turn += 1
        return super().legal_actions()[:: 1 if Unordered.turn % 2 else -1]


class BothAct(DuelPosition):
    """check-two-lists."""

    def legal_actions(self) -> list[int]:
        return [0] if self.to_act() == CHANCE else super().legal_actions()


class WrittenAlike(DuelPosition):
    """check-notation-twice."""

    def notation(self, action: int) -> str:
        return super().notation(action) if self.to_act() == CHANCE else "say high"


class Umlaut(DuelPosition):
    """check-notation-ascii."""

    def notation(self, action: int) -> str:
        return super().notation(action).replace("low", "löw")


class Braces(DuelPosition):
    """check-notation-reserved."""

    def notation(self, action: int) -> str:
        return super().notation(action).replace("say low", "say {low}")


class NotReadBack(DuelPosition):
    """check-notation-refused."""

    def notation(self, action: int) -> str:
        return super().notation(action).replace("say low", "say little")


class ReadAsOther(DuelPosition):
    """check-notation-other."""

    def parse(self, text: str) -> int:
        action = super().parse(text)
        return action if self.to_act() == CHANCE else 1


class DescribedWrong(DuelPosition):
    """check-describe."""

    def describe(self, action: int) -> Action:
        return Action("say", 1, self.notation(action))


class CopyShares(DuelPosition):
    """check-copy-shares."""

    def copy(self) -> Position:
        twin = type(self)(self.game)
        twin.hands, twin.said = self.hands[:], self.said
        return twin


class CopyForgets(DuelPosition):
    """check-copy-unequal."""

    def copy(self) -> Position:
        twin = type(self)(self.game)
        twin.hands = self.hands[:]
        return twin


class Unstable(DuelPosition):
    """check-apply-unstable."""

    turn = 0

    def apply(self, action: int) -> None:
        Unstable.turn += 1
        if self.to_act() != CHANCE:
            action = Unstable.turn % 2
        super().apply(action)


class LookingChanges(DuelPosition):
    """check-looking."""

    def describe(self, action: int) -> Action:
        told = super().describe(action)
        if len(self.said) == 1:
            self.said[0] = 1
        return told


class ScoresShort(DuelPosition):
    """check-scores."""

    def scores(self) -> list[int]:
        return super().scores()[:1]


class Leaks(DuelPosition):
    """check-leak."""

    def view(self, seat: int | None) -> dict[str, JSON]:
        view = super().view(seat)
        return view if seat is None else {**view, "hands": list(self.hands)}


class LeaksToOnlookers(DuelPosition):
    """check-leak-onlooker."""

    def view(self, seat: int | None) -> dict[str, JSON]:
        view = super().view(seat)
        return {**view, "hands": list(self.hands)} if seat is None else view


class ResamplesWithTheGlobalGenerator(DuelPosition):
    """check-global-chance."""

    def resample(self, seat: int, rng: Random) -> Position:
        random.random()
        return super().resample(seat, rng)


class ResampleActs(DuelPosition):
    """check-resample-changes."""

    def resample(self, seat: int, rng: Random) -> Position:
        other = super().resample(seat, rng)
        if len(self.said) == 1:
            self.said[0] = 1
        return other


class NotJson(DuelPosition):
    """check-view-json."""

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {**super().view(seat), "set": {1}}  # type: ignore[dict-item]


class TakesNonsense(DuelPosition):
    """check-nonsense."""

    def parse(self, text: str) -> int:
        return 0 if text == "hello" else super().parse(text)


class RefusesBadly(DuelPosition):
    """check-refusal."""

    def parse(self, text: str) -> int:
        if text == "?":
            raise KeyError(text)
        return super().parse(text)


class Raises(DuelPosition):
    """check-raises."""

    def legal_actions(self) -> list[int]:
        if len(self.said) == 1 and self.said[0] == 1:
            raise ZeroDivisionError("by zero")
        return super().legal_actions()


class NobodyWins(DuelPosition):
    """check-winners."""

    def winners(self) -> list[int]:
        return []


class GoesOn(DuelPosition):
    """check-over."""

    def legal_actions(self) -> list[int]:
        return super().legal_actions() or ([0] if self.to_act() == OVER else [])


PLANTED = DuelPosition.__subclasses__()
