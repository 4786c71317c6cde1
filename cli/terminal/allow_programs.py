"""The question whether a program may start that a saved match names."""

import shlex

from ...core.matches.programs.allowed_commands import allow_command
from ...core.matches.programs.program import command_of, words_of
from ...core.rules.characters import harmless
from ...core.session.match_players import command_refusal, player_elsewhere
from ...core.session.play_session import Session
from ...core.session.vocabulary import YES
from ...core.text import msg, sentences
from ..screen import Screen
from .questions import agrees

_sentence = sentences(
    msg("ask-command",
        "The player of {seat} in this match is a program that has never played on this computer. "
        "It can do whatever you can. If you did not choose it yourself, do not let it start."),
    msg("ask-command-start", "Type {yes} to start it:"),
)  # fmt: skip


def allow_programs(screen: Screen, session: Session) -> None:
    """Ask once about each command in *session* that has not started here; others are refused.

    Nobody is asked without a terminal: then `Session.seat_players` raises `BadValue`.
    """
    loaded = session.loaded
    for seat, player in enumerate(loaded.setup.players):
        if session.over or player_elsewhere(session.engine, loaded, seat):
            continue  # it does not start, or not here
        if command_refusal(loaded, seat) and screen.terminal and screen.asks_terminal:
            command = command_of(player)
            screen.say(_sentence("ask-command", seat=loaded.presenter.seats[seat]))
            # All of it, and as the words that would start.
            screen.line(
                harmless(shlex.join(words_of(command)).replace("\n", "\N{REPLACEMENT CHARACTER}"))
            )
            if agrees(screen, _sentence("ask-command-start", yes=YES)):
                allow_command(command)
