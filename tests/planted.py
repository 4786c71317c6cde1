"""A little game with secrets and without faults, and the same with one fault in each place.

Each seat is dealt one of five cards in secret, openly says "high" or "low", and the higher card
wins.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
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


Right = DuelPosition
turns = itertools.count()


def copy_and_share(self: DuelPosition) -> Position:
    twin = type(self)(self.game)
    twin.hands, twin.said = self.hands[:], self.said
    return twin


def copy_hands_alone(self: DuelPosition) -> Position:
    twin = type(self)(self.game)
    twin.hands = self.hands[:]
    return twin


def write(word: str) -> Callable[[DuelPosition, int], str]:
    """Return a notation with another word for low."""
    return lambda self, action: Right.notation(self, action).replace("low", word)


def apply_by_turns(self: DuelPosition, action: int) -> None:
    Right.apply(self, action if self.to_act() == CHANCE else next(turns) % 2)


def change_word(self: DuelPosition) -> None:
    if len(self.said) == 1:
        self.said[0] = 1


def describe_and_change(self: DuelPosition, action: int) -> Action:
    told = Right.describe(self, action)
    change_word(self)
    return told


def resample_and_change(self: DuelPosition, seat: int, rng: Random) -> Position:
    other = Right.resample(self, seat, rng)
    change_word(self)
    return other


def show_hands(self: DuelPosition, seat: int | None, to_seat: bool) -> dict[str, JSON]:
    view = Right.view(self, seat)
    return {**view, "hands": list(self.hands)} if (seat is not None) == to_seat else view


def read_as_other(self: DuelPosition, text: str) -> int:
    action = Right.parse(self, text)
    return action if self.to_act() == CHANCE else 1


def refuse_badly(self: DuelPosition, text: str) -> int:
    if text == "?":
        raise KeyError(text)
    return Right.parse(self, text)


def raise_after_high(self: DuelPosition) -> list[int]:
    if self.said == [1]:
        raise ZeroDivisionError("by zero")
    return Right.legal_actions(self)


FAULTS: dict[str, tuple[str, Callable[..., object]]] = {
    # code: (method, what it does instead)
    "check-endless": ("to_act", lambda self: len(self.said) % 2 if self.hands[1:] else CHANCE),
    "check-seat": ("to_act", lambda self: Right.to_act(self) + 7 * (len(self.said) == 1)),
    "check-no-actions": (
        "legal_actions",
        lambda self: [] if len(self.said) == 1 else Right.legal_actions(self),
    ),
    "check-no-outcomes": (
        "chance_outcomes",
        lambda self: [] if self.hands else Right.chance_outcomes(self),
    ),
    "check-weight": (
        "chance_outcomes",
        lambda self: [(card, card) for card, _ in Right.chance_outcomes(self)],
    ),
    "check-draw-at": ("draw_at", lambda self, x: self.chance_outcomes()[0][0]),
    "check-action-twice": ("legal_actions", lambda self: Right.legal_actions(self) * 2),
    "check-order": (
        "legal_actions",
        lambda self: Right.legal_actions(self)[:: -1 if next(turns) % 2 else 1],
    ),
    "check-two-lists": (
        "legal_actions",
        lambda self: [0] if self.to_act() == CHANCE else Right.legal_actions(self),
    ),
    "check-notation-twice": ("notation", write("high")),
    "check-notation-ascii": ("notation", write("löw")),
    "check-notation-reserved": ("notation", write("{low}")),
    "check-notation-refused": ("notation", write("little")),
    "check-notation-other": ("parse", read_as_other),
    "check-describe": ("describe", lambda self, action: Action("say", 1, self.notation(action))),
    "check-copy-shares": ("copy", copy_and_share),
    "check-copy-unequal": ("copy", copy_hands_alone),
    "check-apply-unstable": ("apply", apply_by_turns),
    "check-looking": ("describe", describe_and_change),
    "check-scores": ("scores", lambda self: Right.scores(self)[:1]),
    "check-leak": ("view", lambda self, seat: show_hands(self, seat, True)),
    "check-leak-onlooker": ("view", lambda self, seat: show_hands(self, seat, False)),
    "check-global-chance": (
        "resample",
        lambda self, seat, rng: (random.random(), Right.resample(self, seat, rng))[1],
    ),
    "check-resample-changes": ("resample", resample_and_change),
    "check-view-json": ("view", lambda self, seat: {**Right.view(self, seat), "set": {1}}),
    "check-nonsense": (
        "parse",
        lambda self, text: 0 if text == "hello" else Right.parse(self, text),
    ),
    "check-refusal": ("parse", refuse_badly),
    "check-raises": ("legal_actions", raise_after_high),
    "check-winners": ("winners", lambda self: []),
    "check-over": (
        "legal_actions",
        lambda self: Right.legal_actions(self) or [0] * (self.to_act() == OVER),
    ),
}
"""Faults by the code that the kit must find."""

PLANTED = [type(code, (Right,), {method: does}) for code, (method, does) in FAULTS.items()]
"""Positions with one fault each, and its code for a name."""
