"""The numbers of choices: those of cards stay the same while a hand is played."""

from collections.abc import Sequence
from itertools import count

from ...core.matches.match import Match
from ...core.scene import Choice


def numbers_of(match: Match, choices: Sequence[Choice]) -> list[int]:
    """Number the *choices* of a decision, from 1 where a new hand is played or they have no group.

    Choices that were on offer since the seat began to play its hand keep their numbers.
    """
    numbers = [choice.number or number for number, choice in enumerate(choices, 1)]
    if not all(choice.group for choice in choices):
        return numbers
    done, hand = match.actions, dict[str, int]()
    began = len(done)
    while began and done[began - 1].seat == match.position.to_act():
        began -= 1
    for moment in range(began, len(done) + 1):
        position = match.at(moment)
        offered = [position.notation(action) for action in position.legal_actions()]
        if hand.keys().isdisjoint(offered):
            hand = {}
        new = count(max(hand.values(), default=0) + 1)
        hand |= {one: next(new) for one in offered if one not in hand}
    return [hand[choice.notation] for choice in choices]
