"""Entries and the end of a match in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...game import CHANCE
from ...scene import Presenter, tell_winners
from ...text import Both, Text, msg, named, nmsg
from ..entry import forfeit_told
from ..match import Match
from .walk import Happening, Walk


def tell(presenter: Presenter, happening: Happening, viewer: int | None) -> Sequence[Text]:
    """Describe an action, an undo or a forfeit to *viewer*; ``None`` is an onlooker."""
    entry = happening.entry
    if entry.forfeits:
        return [forfeit_told(presenter.seats[entry.seat], entry.forfeits)]
    if not entry.takes_back:
        return presenter.tell(happening.before, happening.action, happening.after, viewer)
    return [
        nmsg(
            "takes-back",
            "{seat} takes {count} action back.",
            "{seat} takes {count} actions back.",
            entry.takes_back,
            seat=presenter.seats[entry.seat],
        )
    ]


def told_since(
    presenter: Presenter, match: Match, number: int, viewer: int | None
) -> Iterator[Sequence[Text]]:
    """Yield what *viewer* is told of each action after the first *number*; deals are one."""
    actions = match.actions
    while number < len(actions):
        end = number + 1
        if actions[number].seat == CHANCE:
            while end < len(actions) and actions[end].seat == CHANCE:
                end += 1
            yield presenter.deal(actions[number:end], match.at(end), viewer)
        else:
            before = match.at(number)
            action = before.parse(actions[number].notation)
            yield presenter.tell(before, action, match.at(end), viewer)
        number = end


def outcome(presenter: Presenter, walk: Walk) -> Text:
    """Say in a line who has won or, before the end, who is to act."""
    position, lines = walk.position, scoring(presenter, walk)
    if walk.over and not walk.forfeit:
        return lines[-1]
    if walk.forfeit:
        return msg("both-sentences", "{one} {other}", one=lines[0], other=lines[-1])
    on = msg("match-goes-on", "The match is not over yet.")
    if position.to_act() < 0:
        return on
    question = presenter.question(position.view(None))
    return msg("both-sentences", "{one} {other}", one=on, other=question)


def scoring(presenter: Presenter, walk: Walk) -> list[Text]:
    """Explain the result, line by line; return no line before the end of the match."""
    if not walk.forfeit:
        return [*presenter.scoring(walk.position)] if walk.over else []
    scores = zip(presenter.seats, walk.position.scores(), strict=True)
    stood = tuple(
        msg("seat-score", "{seat} {score}", seat=named(seat), score=score) for seat, score in scores
    )
    assert walk.result is not None
    return [
        forfeit_told(presenter.seats[walk.forfeit.seat], walk.forfeit.forfeits),
        msg("stood", "The score was: {scores}.", scores=Both(stood, commas=True)),
        tell_winners([presenter.seats[seat] for seat in walk.result.winners]),
    ]
