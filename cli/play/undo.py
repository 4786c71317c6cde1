"""The rules for taking back a decision, which the people at the keyboard may have to agree to."""

from __future__ import annotations

from ...core.matches import Match
from ...core.matches.takeback import last_decision, would_unsee
from ...core.text import msg
from ..screen import Screen
from ..terminal.choices import agrees
from ..terminal.vocabulary import YES
from .match_players import MatchPlayers


def may_go_back(screen: Screen, players: MatchPlayers, match: Match) -> int | None:
    """Return how many actions are left when the last decision of a person here goes back.

    ``None`` where it may not, after saying why.  What somebody has seen cannot be hidden from them
    again; people who are all here may agree to forget it, and so may somebody who plays for
    practice.  They must agree as well where the decision is another's.
    """
    people = players.people
    left = last_decision(match, people)
    if left is None:
        screen.say(msg("nothing-to-undo", "There is nothing to take back."))
        return None
    setup = players.loaded.setup
    if setup.practice:
        return left
    from ...core.matches.postal import posted_actions  # which brings pydantic

    if left < posted_actions(match, setup.players):
        screen.say(
            msg(
                "undo-posted",
                "That cannot be taken back: it was sent already. Only with --practice may"
                " everything be taken back.",
            )
        )
        return None
    owner = match.actions[left].seat
    if any(would_unsee(match, left, viewer) for viewer in people):
        if len(people) < len(setup.players):
            screen.say(
                msg(
                    "undo-unsees",
                    "That cannot be taken back: since then something has come to light. "
                    "Only with --practice may everything be taken back.",
                )
            )
            return None
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
            seat=players.loaded.presenter.seats[owner],
            yes=YES,
        )
    else:
        return left
    if agrees(screen, question):
        return left
    screen.say(msg("undo-refused", "Nothing was taken back."))
    return None
