"""A match that goes by post, as it is shown: its token, and what to do with it."""

from __future__ import annotations

from collections.abc import Callable

from ...core.matches.postal import far_seats
from ...core.matches.setup import POST
from ...core.text import Both, Message, Text, msg
from .game_loop import GameLoop


def explain_token(game: GameLoop, token: str, say: Callable[[Text], None]) -> None:
    """Show the *token* of *game* on a line of its own, and *say* what to do with it."""
    say(_purpose(game))
    game.screen.line(token)
    say(
        msg(
            "token-to-take-in",
            "The other side reads it with splitpick post, followed by this line.",
        )
    )
    if POST in game.setup.players and not game.match.over:
        say(msg("token-answer", "Read the line that comes back in the same way."))
    if game.presenter.secrets and not game.match.over:
        say(
            msg(
                "token-secrets",
                "The token also holds the secrets of this game. It hides them from a glance, not "
                "from somebody who wants to know them: play with people you trust.",
            )
        )


def is_here(game: GameLoop) -> bool:
    """Return whether it is the turn of a seat that is played here."""
    return not game.match.over and not game.players.is_far(game.match.position.to_act())


def _purpose(game: GameLoop) -> Message:
    """Say what the token is for."""
    names = game.presenter.seats
    far = Both(tuple(names[seat] for seat in far_seats(game.setup)))
    if not far.items:
        return msg("token-to-share", "The match as a token:")
    if game.match.over:
        return msg("token-of-the-end", "The match is over. Send this line to {seats}:", seats=far)
    seat = names[game.match.position.to_act()]
    if is_here(game):
        return msg(
            "token-not-needed",
            "It is the turn of {seat}, here. This line tells {seats} what has happened so far:",
            seat=seat,
            seats=far,
        )
    if len(far.items) == 1:
        return msg(
            "token-to-send",
            "Now it is the turn of {seat}. Send this line to the other side, in any chat or "
            "letter:",
            seat=seat,
        )
    return msg(
        "token-to-send-all",
        "Now it is the turn of {seat}. Send this line to {seats}, in any chat or letter:",
        seat=seat,
        seats=far,
    )
