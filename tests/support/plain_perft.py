"""Perft without anything quick: every sequence of decisions, one by one."""

from splitpick.core import CHANCE, Position


def let_chance(position: Position, chance: list[str], at: int) -> int:
    """Let happen what *chance* lists while it is its turn; return how much has happened."""
    while position.to_act() == CHANCE and at < len(chance):
        position.apply(_outcome(position, chance[at]))
        at += 1
    return at


def _outcome(position: Position, text: str) -> int:
    """Read what chance brings: a 1 of the Jolly Roger die is its skull."""
    skull = text == "+1" and getattr(position, "kind", False)
    return position.parse("+S" if skull else text)


def perft(position: Position, chance: list[str], at: int, depth: int) -> int:
    """Count the sequences of *depth* decisions from *position*, where a seat is to act."""
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = position.copy()
        after.apply(action)
        count += perft(after, chance, let_chance(after, chance, at), depth - 1)
    return count
