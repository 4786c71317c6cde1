"""Rules for taking decisions back: no undo may hide what a player has already seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from ..errors import NotationError
from ..game import CHANCE, Action, Position
from .match import Match

SAMPLES = 16
"""Number of sampled deals of the hidden cards; a fact is known if all of them share it."""


def last_decision(match: Match, seats: Collection[int]) -> int | None:
    """Return how many actions came before the last decision of any of *seats*, or ``None``."""
    own = (number for number, done in enumerate(match.actions) if done.seat in seats)
    return max(own, default=None)


def would_unsee(match: Match, actions: int, seat: int) -> bool:
    """Return true if going back to the first *actions* actions would hide what *seat* has seen.

    That means chance actions, and hidden cards and secret choices that have been revealed since.
    """
    done = match.actions[actions:]
    if any(action.seat == CHANCE for action in done):
        return True
    now = match.position.view(seat)
    before = match.at(actions)
    # With other hidden cards, would this seat have seen the same?
    rng = Random(0)
    for _ in range(SAMPLES):
        other = _after(before.resample(seat, rng), done)
        if other is None or other.view(seat) != now:
            return True
    # If somebody else had made another secret choice, would this seat have seen the same?
    for number, action in enumerate(done):
        secret = _unlike(match.at(actions + number), action, seat) if action.seat != seat else None
        end = secret and _after(secret, done[number + 1 :])
        if secret and (end is None or end.view(seat) != now):
            return True
    return False


def _after(position: Position, done: Sequence[Action]) -> Position | None:
    """Return the position after the actions *done* from *position*, ``None`` if one is illegal."""
    position = position.copy()
    for action in done:
        if position.to_act() != action.seat:
            return None
        try:
            position.apply(position.parse(action.notation))
        except NotationError:
            return None
    return position


def _unlike(before: Position, done: Action, seat: int) -> Position | None:
    """Return the position after another action that *seat* cannot tell from *done*, if any."""
    chosen, seen = before.parse(done.notation), None
    for action in sorted(before.legal_actions(), key=lambda action: action != chosen):
        position = before.copy()
        position.apply(action)
        if seen is None:
            seen = position.view(seat)
        elif position.view(seat) == seen:
            return position
    return None
