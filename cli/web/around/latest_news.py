"""The news of a page: all that has happened since a decision, and what of it matters most."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.matches.exports.narration import told_since
from ....core.matches.match import JournalStep, Match
from ....core.scene import Presenter
from ....core.text import Text

Told = tuple[Sequence[Text], str]
"""Sentences on an action, a deal or the end of a round, and whether they matter: ``key``, or else
``sum`` for a round.  Only the last such are shown where there is little room."""


def news_of(presenter: Presenter, match: Match, seen: int, viewer: int | None) -> list[Told]:
    """Tell *viewer* what came after the first *seen* actions, or else the last of these."""
    told = [*told_since(presenter, match, seen, viewer)]
    nobody_answered = all(step.is_chance for step, _ in told)
    if seen and (nobody_answered or _has_ended(presenter, match.line[seen - 1], viewer)):
        told = [*told_since(presenter, match, seen - 1, viewer)]
    news: list[Told] = []
    for step, texts in told:
        ends = presenter.tell_round(step.before, step.action, step.after)
        matters = "key" if _matters(presenter, step, viewer) else ""
        news.append(([text for text in texts if text not in ends], matters))
        news += [(ends, "sum")] if ends else []
    if not any(matters for _, matters in news):
        acts = [at for at, (step, _) in enumerate(told) if not step.is_chance]
        news = [(texts, "key" * (at in acts[-1:])) for at, (texts, _) in enumerate(news)]
    return news


def _has_ended(presenter: Presenter, step: JournalStep, viewer: int | None) -> bool:
    """Return whether *step* ended something in which others have a part."""
    return not step.is_chance and (
        len(presenter.brief(step.before, step.action, step.after, viewer)) > 1
    )


def _matters(presenter: Presenter, step: JournalStep, viewer: int | None) -> bool:
    """Return whether *step* took something, or changed who holds what; never by a secret."""
    if step.done is not None and step.done.kind == "pick":
        return True
    if presenter.secrets or step.is_chance:
        return _has_ended(presenter, step, viewer)
    before, after = step.before, step.after
    prizes = presenter.prizes(before) != presenter.prizes(after)
    return prizes or before.scores() != after.scores()
