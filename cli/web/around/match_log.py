"""The log of a match for its page: what each deal and each action was, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from ....core.matches.entry import HINTED
from ....core.matches.exports.narration import Narration, tell
from ....core.matches.exports.words import Words
from ....core.matches.match import actions_of


@dataclass(frozen=True)
class LoggedStep:
    """A deal or an action; *at* leads to the table after an action that still counts, else -1."""

    text: str
    at: int
    undone: bool


def log_of(narration: Narration, marks: Mapping[int, str], say: Words) -> list[LoggedStep]:
    """Return the log as the viewer of *narration* is told it, without what followed from actions.

    *marks* are those of the analysis, by the index of the entry.
    """
    log: list[LoggedStep] = []
    presenter, viewer, over = narration.presenter, narration.viewer, narration.match.over
    number = actions = 0
    for (is_deal, undone), run in groupby(narration.steps, lambda one: (one.is_chance, one.undone)):
        steps = list(run)
        told = [steps] if is_deal else [[one] for one in steps]
        for some in told:
            last = some[-1]
            if is_deal:
                texts = [*presenter.deal(actions_of(some), last.after, viewer)]
            else:
                texts = [*tell(presenter, last, viewer)]
            counts = last.action >= 0 and not undone
            actions += len(some) * counts
            mark = marks.get(number, last.entry.mark if over else "")
            if text := " ".join([*say.lines(texts), mark.removeprefix(HINTED)]).strip():
                log.append(LoggedStep(text, actions if counts else -1, undone))
            number += len(some)
    return log
