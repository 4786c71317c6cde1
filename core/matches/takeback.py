"""Rules for taking decisions back: no undo may hide what a player has already seen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ..errors import NotationError
from ..game import Action, Position
from ..text import Message, msg
from .match import JournalStep, Match, actions_of
from .postal import posted_actions
from .setup import HUMAN

SAMPLES = 16
"""Number of sampled deals of the hidden cards; a fact is known if all of them share it."""


def decisions(match: Match, seats: Collection[int], *, forced: bool = True) -> Iterator[int]:
    """Yield how many actions came before each decision of any of *seats*, the last one first.

    Unless *forced*, one with a single legal action is no decision.
    """
    for number in range(len(match.line) - 1, -1, -1):
        before = match.line[number].before
        if before.to_act() in seats and (forced or len(before.legal_actions()) > 1):
            yield number


def last_decision(match: Match, seats: Collection[int], *, forced: bool = True) -> int | None:
    """Return the first of `decisions`, or ``None``."""
    return next(decisions(match, seats, forced=forced), None)


class Takeback:
    """A wish to take *match*, of *players*, back to its first *left* actions.

    What somebody has seen cannot be hidden from them again, unless all are people and agree to
    forget it.  They must also agree if it is not the turn of whoever decided.

    Attributes:
        owner: the seat whose decision is taken back.
        needs_consent: True if the people at the other seats have to agree.
        refusal: message that says why it is impossible, or ``None``.
    """

    def __init__(self, match: Match, players: Sequence[str], left: int) -> None:
        self.owner = match.actions[left].seat
        self.refusal: Message | None = None
        people = [seat for seat, player in enumerate(players) if player == HUMAN]
        unsees = any(would_unsee(match, left, viewer) for viewer in people)
        self.needs_consent = unsees or self.owner != match.position.to_act()
        if left < posted_actions(match, players):
            self.refusal = msg(
                "undo-posted", "That cannot be taken back: it has already been sent."
            )
        elif unsees and len(people) < len(players):
            self.refusal = msg(
                "undo-reveals",
                "You cannot take that back: something new has come to light since then.",
            )


def would_unsee(match: Match, actions: int, seat: int) -> bool:
    """Return true if going back to the first *actions* actions would hide what *seat* has seen.

    That means chance actions, and hidden cards and secret choices that have been revealed since.
    """
    steps = match.line[actions:]
    if any(step.is_chance for step in steps):
        return True
    done = actions_of(steps)
    now = match.position.view(seat)
    before = match.at(actions)
    # With other hidden cards, would this seat have seen the same?
    rng = Random(0)
    for _ in range(SAMPLES):
        other = _after(before.resample(seat, rng), done)
        if other is None or other.view(seat) != now:
            return True
    # If somebody else had made another secret choice, would this seat have seen the same?
    for number, step in enumerate(steps):
        secret = _unlike(step, seat) if step.before.to_act() != seat else None
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


def _unlike(step: JournalStep, seat: int) -> Position | None:
    """Return the position after another action that *seat* cannot tell from *step*, if any."""
    seen = step.after.view(seat)
    for action in step.before.legal_actions():
        position = step.before.copy()
        position.apply(action)
        if action != step.action and position.view(seat) == seen:
            return position
    return None
