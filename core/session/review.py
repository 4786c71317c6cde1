"""The review of a match that is over: what its decisions led to, and which cost something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..lab.analysis import Analysing, analyse
from ..lab.analyst import HINT_NODES, REVIEW_SECONDS
from ..matches.match import JournalStep
from ..matches.setup import HUMAN
from ..scene import Presenter
from ..text import Message, Text, msg
from .play_session import Session


@dataclass(frozen=True)
class JudgedMove:
    """A decision as the analyst judges it."""

    entry: int
    """Index in the journal."""
    seat: int
    lead: float
    """Lead of the seat over its best opponent, in points, as expected after the decision."""
    mark: str
    """Mark for a bad decision, empty for any other."""
    regret: float
    better: str
    """Notation of the best action."""
    reasons: Mapping[int | None, Sequence[Text]] = field(default_factory=dict)
    """Reasons for the best action, for each reader (``None`` is an onlooker), if the decision is
    one of the costliest of its seat."""


def review(session: Session) -> list[JudgedMove]:
    """Return the decisions of the match, which is over, that had a choice.

    Of three or more seats with one person, whose curve says all, those of that person alone.
    """
    players = session.setup.players
    seat = players.index(HUMAN) if players.count(HUMAN) == 1 and len(players) > 2 else None
    work = Analysing(session.record, HINT_NODES, samples=0, engine=session.engine, seat=seat)
    work.within(REVIEW_SECONDS)
    analysis = analyse(work)
    costliest = analysis.costliest()
    judged = []
    for decision in analysis.decisions:
        before = work.match.steps[decision.entry].before
        reasons = {}
        if decision in costliest:
            for reader in (None, *range(len(session.loaded.presenter.seats))):
                presenter = session.presenter_of(reader)
                presenter.favours = True
                told = presenter.reasons(before, decision.seat, decision.best, decision.done)
                reasons[reader] = told
        judged.append(
            JudgedMove(
                entry=decision.entry,
                seat=decision.seat,
                lead=decision.done.value,
                mark=decision.mark,
                regret=decision.regret,
                better=before.notation(decision.best.action),
                reasons=reasons,
            )
        )
    return judged


def tell_cost(
    presenter: Presenter,
    step: JournalStep,
    number: int,
    better: int,
    regret: float,
    viewer: int | None,
) -> Message:
    """Tell *viewer* what was done at *step*, and which action was *better*, by *regret* points.

    Where the game does not say which turn it was, the *number* of the entry stands for it.
    """
    before, done = step.before, step.action
    mover = before.to_act()
    seat = presenter.seats[mover]
    heads = presenter.scene(before.view(viewer), viewer).heads
    # The match is over: what was done is told as to whoever did it, without what others did then.
    told = presenter.tell(before, done, step.after, mover)
    own = [line for line in told if isinstance(line, Message) and line.params.get("seat") == seat]
    named = msg(
        "told-move",
        "{seat}: {move}.",
        seat=presenter.heading(mover),
        move=presenter.name_move(before, done),
    )
    return msg(
        "told-cost",
        "{turn}: {told} Better: {better}, about {amount} more.",
        turn=heads[0] if heads else msg("told-entry", "No. {entry}", entry=number),
        told=own[0] if own else named,
        better=presenter.name_move(before, better),
        amount=presenter.expected_amount(regret),
    )
