"""The rules for taking back a decision, which the people at the keyboard may have to agree to."""

from __future__ import annotations

from ...core.matches import Match
from ...core.matches.postal import posted_actions
from ...core.matches.takeback import last_decision, would_unsee
from ...core.text import msg
from ..screen import Screen
from ..terminal.choices import agrees
from ..terminal.vocabulary import YES
from .match_players import MatchPlayers


def may_go_back(screen: Screen, players: MatchPlayers, match: Match) -> int | None:
    """Return how many actions are left when the last decision of a person here goes back.

    ``None`` where it may not, after saying why.  What somebody has seen cannot be hidden from them
    again, unless for practice or if the people are all here and agree to forget it.  They must
    agree as well where the decision is another's.
    """
    people, setup = players.people, players.loaded.setup
    left = last_decision(match, people)
    if left is None:
        screen.say(msg("nothing-to-undo", "There is nothing to take back."))
        return None
    if setup.practice:
        return left
    owner = match.actions[left].seat
    unsees = any(would_unsee(match, left, viewer) for viewer in people)
    if left < posted_actions(match, setup.players):
        refusal = msg(
            "undo-posted",
            "That cannot be taken back: it was sent already. Only with --practice "
            "can everything be undone.",
        )
    elif unsees and len(people) < len(setup.players):
        refusal = msg(
            "undo-unsees",
            "That cannot be taken back: since then something hidden was revealed. "
            "Only with --practice can everything be undone.",
        )
    else:
        question = msg(
            "undo-other",
            "That was the decision of {seat}. Do all of you agree to take it back? "
            "Type {yes} to agree:",
            seat=players.loaded.presenter.seats[owner],
            yes=YES,
        )
        if unsees:
            question = msg(
                "undo-agree",
                "Since then something hidden was revealed. Do all of you agree to take it back? "
                "Type {yes} to agree:",
                yes=YES,
            )
        if (not unsees and owner == match.position.to_act()) or agrees(screen, question):
            return left
        refusal = msg("undo-refused", "Nothing was taken back.")
    screen.say(refusal)
    return None
