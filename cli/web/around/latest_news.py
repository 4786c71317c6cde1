"""The news of a page: all that has happened since a decision, and what of it matters most."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.matches.exports.narration import told_since
from ....core.matches.match import JournalStep, Match
from ....core.scene import Presenter
from ....core.text import Text

Told = tuple[Sequence[Text], bool]
"""Sentences on an action or a deal, and True if it matters: only the last such is shown where there
is little room."""


def news_of(presenter: Presenter, match: Match, seen: int, viewer: int | None) -> list[Told]:
    """Tell *viewer* what came after the first *seen* actions, or else the last of these."""
    told = [*told_since(presenter, match, seen, viewer)]
    if seen and not any(step for step, _ in told):  # nobody has answered yet
        told = [*told_since(presenter, match, seen - 1, viewer)]
    acts = [at for at, (step, _) in enumerate(told) if step]
    matter = [at for at in acts if (step := told[at][0]) and _matters(presenter, step)]
    return [(texts, at in (matter or acts[-1:])) for at, (_, texts) in enumerate(told)]


def _matters(presenter: Presenter, step: JournalStep) -> bool:
    """Return whether *step* took something, or changed who holds what; never by a secret."""
    if step.done is not None and step.done.kind == "pick":
        return True
    if presenter.secrets:
        return False
    before, after = step.before, step.after
    prizes = presenter.prizes(before) != presenter.prizes(after)
    return prizes or before.scores() != after.scores()
