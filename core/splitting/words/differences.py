"""Differences between two sets or splits at once, for hints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ...scene import Advised
from ...text import Both, Message, msg
from ..phases import PICK, PLAY, SPLIT
from ..position import SplitPosition
from ..table import Table
from .fairness import Worths, compares_sets, picked
from .split_words import SplitWords

MOST_DIFFERENCES = 3
"""Most differences between two moves that are told, the largest."""


def tell_difference(
    words: SplitWords, position: SplitPosition, seat: int, best: Advised, other: Advised
) -> Iterator[Message]:
    """Tell which lines of scoring make the *best* set or split better at once than the *other*.

    Of sets, what lies open is compared; of splits, what they come to if all pick well.  Nothing is
    told unless all that together speaks for the best one, and so does what is told of it.
    """
    if position.phase == PLAY or not compares_sets(position):
        return
    owners = [seat]
    if position.game.offer.is_all_taken(2) and position.game.players == 2:
        owners.append(1 - seat)
    better, worse = (_table_after(position, seat, one) for one in (best, other))
    found = [
        (points, owner, told)
        for owner in owners
        for points, told in words.gains(worse, better, owner, seat)
    ]
    found.sort(key=lambda one: -abs(one[0]))
    for told in (found, found[:MOST_DIFFERENCES]):
        if sum(points if owner == seat else -points for points, owner, _ in told) <= 0:
            return
    del found[MOST_DIFFERENCES:]
    each = [
        msg(
            "gains-of", "{gains} for {seat}", gains=Both(own, commas=True), seat=words.seats[owner]
        ).to_you(seat=msg("gains-of-you", "{gains} for you"))
        for owner in owners
        if (own := tuple(told for _, who, told in found if who == owner))
    ]
    all_gains = {f"gains{at}": one for at, one in enumerate(each)}
    listed = Message("gains-of-all", "; ".join(f"{{{name}}}" for name in all_gains), all_gains)
    if position.phase == PICK:
        yield msg(
            "why-differs",
            "Compared with set {number}, set {best} brings at once: {gains}.",
            best=best.action + 1,
            number=other.action + 1,
            gains=listed,
        )
    else:
        yield msg(
            "why-differs-split",
            "Compared with the next best split: {gains}.",
            gains=listed,
        )


def _table_after(position: SplitPosition, seat: int, one: Advised) -> Table:
    """Return the table after *seat* has picked as *one* does, or after a split and its picks."""
    if position.phase == PICK:
        sets = cast(list[list[str]], position.view(seat)["sets"])
        worths = Worths(position.table, position.game.cards_by_code)
        return worths.after(seat, *picked(position, seat, sets, one.action))
    now = position.copy()
    for action in one.line or [one.action]:
        if now.phase not in (SPLIT, PICK) or now.turn != position.turn:
            break
        now.apply(action)
    return now.table
