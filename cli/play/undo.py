"""Whether a decision may be taken back here, asked of all who are at the keyboard if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.matches.postal import posted_actions
from ...core.matches.takeback import last_decision, would_unsee
from ...core.text import Message, msg
from .vocabulary import YES

if TYPE_CHECKING:
    from ...core.matches import Match
    from ..screen import Screen
    from .match_players import Table


def may_go_back(screen: Screen, table: Table, match: Match) -> int | None:
    """Return how many actions are left when the last decision of a person here goes back.

    ``None`` where it may not, which has been said then.  What somebody has seen cannot be hidden
    from him again; people who are all here may agree to forget it, and so may whoever plays for
    practice.  They must agree as well where it is another's decision that goes back.
    """
    left = last_decision(match, table.people)
    if left is None:
        screen.say(msg("nothing-to-undo", "There is nothing to take back."))
        return None
    setup = table.loaded.setup
    if setup.practice:
        return left
    if left < posted_actions(match, setup.players):
        screen.say(
            msg(
                "undo-posted",
                "That cannot be taken back: it was sent already. Only with --practice may"
                " everything be taken back.",
            )
        )
        return None
    unseen = any(would_unsee(match, left, viewer) for viewer in table.people)
    if unseen and len(table.people) < len(table.players):
        screen.say(
            msg(
                "undo-unsees",
                "That cannot be taken back: since then something has come to light. "
                "Only with --practice may everything be taken back.",
            )
        )
        return None
    owner = match.actions[left].seat
    if unseen:
        question = msg(
            "undo-agree",
            "Since then something has come to light. Do all of you agree to take it back? "
            "Type {yes} to agree:",
            yes=YES,
        )
    elif owner != match.position.to_act():
        question = msg(
            "undo-other",
            "That was the decision of {seat}. Do all of you agree to take it back? "
            "Type {yes} to agree:",
            seat=table.loaded.presenter.seats[owner],
            yes=YES,
        )
    else:
        return left
    return left if _agree(screen, question) else None


def _agree(screen: Screen, question: Message) -> bool:
    answer = screen.ask(question).strip().casefold()
    if answer in (YES.text, screen.words(YES).casefold()):
        return True
    screen.say(msg("undo-refused", "Nothing was taken back."))
    return False
