"""The news of a page: all that has happened since a decision, and what of it matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ....core.game import Action
from ....core.matches.exports.narration import Narration, News, news_since, tell, told_since
from ....core.matches.match import JournalStep, Match
from ....core.scene import Closing, Presenter, View
from ....core.text import Text, msg

Told = tuple[Sequence[Text], str]
"""Sentences on an action, a deal or the end of a round, and why they stay where there is little
room: ``own`` for a throw, ``key`` for the last that matters, or ``sum`` for a round; ``read`` if it
was looked at until one went on; else empty."""


Moment = tuple[int, Sequence[Text], Sequence[Closing], View | None]
"""Number of its last action, what is told, what has ended, and what is seen if it passes."""


def news_of(narration: Narration, start: int) -> list[Told]:
    """Tell what came after the first *start* actions: the reader's last, and what followed."""
    presenter, match, viewer = narration.presenter, narration.match, narration.viewer
    told = [*news_since(presenter, match, start, viewer)]
    own = [one for one in told[:1] if one.step.done and one.step.done.seat == viewer]
    throw = told[1:2] if own and not own[0].told else []
    answered = any(not one.step.is_chance for one in told[1:])
    passed = told[:1] if answered and not told[0].ends else []
    news: list[Told] = []
    acts: list[int] = []
    read = 0
    turn = _turn_of(told, presenter, viewer)
    for one in told:
        step = one.step
        ends = presenter.tell_round(step.before, step.action, step.after)
        key = one not in passed and _matters(presenter, one)  # one's own is known, if others act
        matters = "key" if key else "own" if one in throw else ""
        texts = [text for text in one.told if text not in ends]
        if one in turn:  # its first line says how many cards, and the others follow it
            matters = "key" if one is turn[0] else ""
            seat = presenter.seats[cast(Action, step.done).seat]
            sums = msg("web-plays", "{seat} plays {count} cards.", seat=seat, count=len(turn))
            texts = [sums, *texts] if one is turn[0] else texts
        acts += [len(news)] if texts and not step.is_chance else []
        news.append((texts, matters))
        if ends:
            news.append((ends, "sum"))
        if viewer is None or step.is_chance or match.over:
            continue
        if presenter.closings(step.before, step.action, step.after, viewer):
            read, acts = len(news), []
    if match.entries and not match.entries[-1].is_action:
        news.append((tell(presenter, narration.steps[-1], viewer), "key"))
    kinds = ["read" if at < read else kind for at, (_, kind) in enumerate(news)]
    # At the end the table is the result, and the news keep to their two lines.
    most = "sum" if "sum" in kinds and not match.over else "key"
    last = max([at for at, kind in enumerate(kinds) if kind == most] or acts[-1:], default=-1)
    kept = "own", "read"
    kinds = [most if at == last else kind * (kind in kept) for at, kind in enumerate(kinds)]
    return [(texts, kind) for (texts, _), kind in zip(news, kinds, strict=True)]


def moments_of(presenter: Presenter, match: Match, viewer: int | None, since: int) -> list[Moment]:
    """Return each moment after the first *since* actions.

    What chance does is in one moment with the action that asked for it and told nothing, or else
    with the next one. The last action is a moment only if it has ended something, or passes.
    """

    def told(start: int, end: int) -> list[Text]:
        steps = told_since(presenter, match, start, viewer, end)
        return [text for _, texts in steps for text in texts]

    line, moments, last = match.line, list[Moment](), since
    for end, step in enumerate(line[since:], since + 1):
        closings: Sequence[Closing] = ()
        newest = end == len(line)
        watched = viewer is not None  # or nobody may be there to go on
        if watched and not step.is_chance:
            closings = presenter.closings(step.before, step.action, step.after, viewer)
        elif step.is_chance and ((not newest and line[end].is_chance) or line[last].is_chance):
            continue
        texts = told(last, end)
        passing = presenter.passing_view(step.before, step.action, step.after, viewer)
        ended = watched and not match.over and _ends_something(presenter, line[last:end], viewer)
        if ended and not closings:
            turn = msg("turn-of", "It is {seat}'s turn.", seat=presenter.seats[step.after.to_act()])
            texts.append(turn.to_you(seat=msg("you-act", "It is your turn.")))
            view = passing or presenter.ended_view(step.after, viewer)
            closings = [(presenter.scene(view, viewer), texts)]
        if closings or (texts and (passing or not newest)):
            moments.append((end, texts, closings, passing))
            last = end
    return moments


def _ends_something(presenter: Presenter, steps: Sequence[JournalStep], viewer: int | None) -> bool:
    """Return whether a round ended in *steps*, or with a throw the turn of *viewer*."""
    if steps[-1].is_chance and steps[0].before.to_act() == viewer != steps[-1].after.to_act():
        return True
    return any(presenter.tell_round(one.before, one.action, one.after) for one in steps)


def _turn_of(told: Sequence[News], presenter: Presenter, viewer: int | None) -> list[News]:
    """Return the last plays of *told* if they are several of one turn, of somebody else."""
    turn: list[News] = []
    for one in told:
        done = one.step.done
        if done is None or done.seat == viewer or "card" not in done.details or done.kind == "pick":
            if not one.step.is_chance:
                turn = []
            continue
        if turn and _ends(turn[-1], presenter):
            turn = []
        turn.append(one)
    return turn if len(turn) > 1 and _ends(turn[-1], presenter) else []


def _ends(one: News, presenter: Presenter) -> bool:
    """Return whether *one* is the last of several decisions of a turn."""
    return presenter.ends_turn(one.step.before, one.step.action)


def _matters(presenter: Presenter, news: News) -> bool:
    """Return whether *news* say who took what, or who holds what now; never by a secret."""
    step = news.step
    if step.done is not None and step.done.kind == "pick":
        return True
    if presenter.secrets or step.is_chance:
        return news.ends
    before, after = step.before, step.after
    prizes = presenter.prizes(before) != presenter.prizes(after)
    return prizes or before.scores() != after.scores()
