"""How a match has ended, in words; and if it has not, how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...text import Both, Message, Text, msg
from ..entry import forfeit_told

if TYPE_CHECKING:
    from ...scene import Presenter
    from ..entry import Entry
    from .walk import Walk


def forfeit(presenter: Presenter, entry: Entry) -> Message:
    """Say who has lost without the game being over, and why."""
    return forfeit_told(presenter.seats[entry.seat], entry.forfeits)


def outcome(presenter: Presenter, walk: Walk) -> Text:
    """Say in a line who has won, or who does what now."""
    position = walk.position
    if walk.forfeit:
        return msg(
            "both-sentences",
            "{one} {other}",
            one=forfeit(presenter, walk.forfeit),
            other=_winners(presenter, walk),
        )
    if walk.over:
        return presenter.scoring(position)[-1]
    goes_on = msg("match-goes-on", "The match is not over yet.")
    if position.to_act() < 0:
        return goes_on
    question = presenter.question(position.view(None))
    return msg("both-sentences", "{one} {other}", one=goes_on, other=question)


def scoring(presenter: Presenter, walk: Walk) -> Sequence[Text]:
    """Account for the result; nothing where there is none yet."""
    if walk.forfeit:
        scores = walk.position.scores()
        stood = Both(
            tuple(
                msg("seat-score", "{seat} {score}", seat=seat, score=score)
                for seat, score in zip(presenter.seats, scores, strict=True)
            ),
            commas=True,
        )
        return [
            forfeit(presenter, walk.forfeit),
            msg("stood", "It stood: {scores}.", scores=stood),
            _winners(presenter, walk),
        ]
    return presenter.scoring(walk.position) if walk.over else []


def _winners(presenter: Presenter, walk: Walk) -> Message:
    assert walk.result is not None
    names = Both(tuple(presenter.seats[seat] for seat in walk.result.winners))
    if len(walk.result.winners) > 1:
        return msg("win-shared", "{seats} share the win.", seats=names)
    return msg("win-of", "{seat} wins.", seat=names)
