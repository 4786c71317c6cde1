"""End of a match in words, or how it stands; undos and forfeits in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...scene import Presenter
from ...text import Both, Message, Text, msg, nmsg
from ..entry import Entry, forfeit_told
from .walk import Walk


def forfeit(presenter: Presenter, entry: Entry) -> Message:
    """Say who has lost before the game was over, and why."""
    return forfeit_told(presenter.seats[entry.seat], entry.forfeits)


def took_back(presenter: Presenter, entry: Entry) -> Message:
    """Say who has taken back how much."""
    return nmsg(
        "takes-back",
        "{seat} takes {count} action back.",
        "{seat} takes {count} actions back.",
        entry.takes_back,
        seat=presenter.seats[entry.seat],
    )


def outcome(presenter: Presenter, walk: Walk) -> Text:
    """Say in a line who has won, or who is to act."""
    position = walk.position
    if walk.over and not walk.forfeit:
        return presenter.scoring(position)[-1]
    if walk.forfeit:
        one: Text = forfeit(presenter, walk.forfeit)
        other: Text = _winners(presenter, walk)
    else:
        one = msg("match-goes-on", "The match is not over yet.")
        if position.to_act() < 0:
            return one
        other = presenter.question(position.view(None))
    return msg("both-sentences", "{one} {other}", one=one, other=other)


def scoring(presenter: Presenter, walk: Walk) -> Sequence[Text]:
    """Account for the result, line by line; nothing while there is none."""
    if not walk.forfeit:
        return presenter.scoring(walk.position) if walk.over else []
    scores = zip(presenter.seats, walk.position.scores(), strict=True)
    stood = tuple(
        msg("seat-score", "{seat} {score}", seat=seat, score=score) for seat, score in scores
    )
    return [
        forfeit(presenter, walk.forfeit),
        msg("stood", "The score was: {scores}.", scores=Both(stood, commas=True)),
        _winners(presenter, walk),
    ]


def _winners(presenter: Presenter, walk: Walk) -> Message:
    assert walk.result is not None
    names = Both(tuple(presenter.seats[seat] for seat in walk.result.winners))
    if len(walk.result.winners) > 1:
        return msg("win-shared", "{seats} share the win.", seats=names)
    return msg("win-of", "{seat} wins.", seat=names)
