"""A match that goes by post, as it is shown: its token, and what to do with it."""

from __future__ import annotations

from collections.abc import Callable

from ...core.matches.match import Match
from ...core.matches.postal import far_seats
from ...core.matches.record import Loaded
from ...core.matches.setup import POST
from ...core.text import Both, Message, Text, msg
from ..screen import Screen


def explain_token(
    screen: Screen, token: str, loaded: Loaded, match: Match, say: Callable[[Text], None]
) -> None:
    """Show *token* on a line of its own, and *say* what to do with it."""
    say(_purpose(loaded, match))
    screen.line(token)
    say(
        msg(
            "token-to-take-in",
            "On the other side it is taken in with: splitpick post, and this line behind it.",
        )
    )
    if POST in loaded.setup.players and not match.over:
        say(msg("token-answer", "Do the same here with the line that comes back."))
    if loaded.presenter.secrets and not match.over:
        say(
            msg(
                "token-secrets",
                "The token holds the secrets of this game too. They are hidden from a glance, not"
                " from somebody who wants to know: play with people you trust.",
            )
        )


def is_here(loaded: Loaded, match: Match) -> bool:
    """Return whether it is the turn of a seat that is played here."""
    return not match.over and loaded.setup.players[match.position.to_act()] != POST


def _purpose(loaded: Loaded, match: Match) -> Message:
    """Say what the token is for."""
    names = loaded.presenter.seats
    far = Both(tuple(names[seat] for seat in far_seats(loaded.setup)))
    if not far.items:
        return msg("token-to-share", "The match as a token:")
    if match.over:
        return msg(
            "token-of-the-end", "The match is over. This line tells it to {seats}:", seats=far
        )
    seat = names[match.position.to_act()]
    if is_here(loaded, match):
        return msg(
            "token-not-needed",
            "It is the turn of {seat}, here. What was before is in this line, for {seats}:",
            seat=seat,
            seats=far,
        )
    if len(far.items) == 1:
        return msg(
            "token-to-send",
            "Now it is the turn of {seat}, far away. Send this line there, in any chat or letter:",
            seat=seat,
        )
    return msg(
        "token-to-send-all",
        "Now it is the turn of {seat}, far away. Send this line to {seats}, in any chat or letter:",
        seat=seat,
        seats=far,
    )
