"""What may be taken back: never what would make somebody forget what he has seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from ..errors import NotationError
from ..game import CHANCE, Action, Position
from .match import Match

SAMPLES = 16
"""How many deals of what is hidden are compared; what 16 of them share counts as known."""


def last_decision(match: Match, seats: Collection[int]) -> int | None:
    """Return how many actions lie before the last decision of one of *seats*; ``None``: no such."""
    for number in range(len(match.actions) - 1, -1, -1):
        if match.actions[number].seat in seats:
            return number
    return None


def would_unsee(match: Match, actions: int, seat: int) -> bool:
    """Say whether going back to the first *actions* actions would hide again what *seat* has seen.

    That is anything chance has brought since, a secret that has come to light, and a choice that
    was made in secret and is open now.  What others have openly decided since is no secret.
    """
    done = match.actions[actions:]
    if any(action.seat == CHANCE for action in done):
        return True
    now = match.position.view(seat)
    before = match.at(actions)
    # Had the hidden things been others, would this seat have seen the same?
    rng = Random(0)
    for _ in range(SAMPLES):
        other = _after(before.resample(seat, rng), done)
        if other is None or other.view(seat) != now:
            return True
    return any(
        _was_secret(match.at(actions + number), action, seat)
        and not _is_secret(match.at(actions + number), done[number:], seat, now)
        for number, action in enumerate(done)
        if action.seat != seat
    )


def _after(position: Position, done: Sequence[Action]) -> Position | None:
    """Do *done* from *position* on; ``None`` where it cannot be done there."""
    position = position.copy()
    for action in done:
        if position.to_act() != action.seat:
            return None
        try:
            position.apply(position.parse(action.notation))
        except NotationError:
            return None
    return position


def _was_secret(before: Position, done: Action, seat: int) -> bool:
    """Say whether *seat* could not tell *done* from another choice when it was made."""
    return _unlike(before, done, seat) is not None


def _is_secret(before: Position, done: Sequence[Action], seat: int, now: object) -> bool:
    """Say whether the first of *done*, a secret choice then, could still be another for *seat*."""
    other = _unlike(before, done[0], seat)
    assert other is not None
    end = _after(other, done[1:])
    return end is not None and end.view(seat) == now


def _unlike(before: Position, done: Action, seat: int) -> Position | None:
    """Return the position after another choice that looks to *seat* as *done* did."""
    chosen = before.parse(done.notation)
    after = before.copy()
    after.apply(chosen)
    seen = after.view(seat)
    for action in before.legal_actions():
        if action != chosen:
            other = before.copy()
            other.apply(action)
            if other.view(seat) == seen:
                return other
    return None
