"""The players of a match, seat by seat: people here, people far away, bots and programs."""

from contextlib import suppress
from pathlib import Path

from ..errors import BadValue, UnknownName
from ..hooks.engine import Engine
from ..hooks.guard import Guard
from ..matches.player import BotPlayer, Player
from ..matches.programs.allowed_commands import is_command_allowed, keep_command
from ..matches.programs.program import command_of, program_of, words_of
from ..matches.record import Loaded
from ..matches.seating import bot_of, seated, title_of
from ..matches.setup import HUMAN, POST, PROGRAM
from ..rules.characters import excerpt
from ..text import Message, Text, msg, pmsg

TITLES = {HUMAN: msg("player-human", "human"), POST: pmsg("player", "player-post", "post")}
"""Words for players that are neither bots nor programs."""

THINKING_SECONDS = 2.0
"""Seconds that a bot may think about a decision."""


def player_title(player: str) -> Text:
    """Return what people call the *player* of a setup."""
    return TITLES.get(player) or title_of(player)


def players_of(
    engine: Engine, loaded: Loaded, guard: Guard, logs: Path | None = None
) -> dict[int, Player]:
    """Return the bots and programs of *loaded* by seat; *logs* is the folder for error outputs.

    Without *logs*, which stand in the home, the home also keeps that the commands may start.
    Raises `UnknownName` for a bot or program that is not here, `BadValue` for a program's command
    that cannot be read or may not start.
    """
    players: dict[int, Player] = {}
    for seat, name in enumerate(loaded.setup.players):
        if elsewhere := player_elsewhere(engine, loaded, seat):
            raise UnknownName(elsewhere)
        if bot_of(name):
            players[seat] = BotPlayer.of(seated(name, engine.bots), guard)
        elif command := command_of(name):
            from ..matches.programs.process_bot import ProcessBot

            if refusal := command_refusal(loaded, seat):
                raise BadValue(refusal)
            if logs is None:
                with suppress(OSError):  # a disk may be full: then the user is asked again
                    keep_command(command)
            players[seat] = ProcessBot(command, logs=logs)
    return players


def player_elsewhere(engine: Engine, loaded: Loaded, seat: int) -> Message | None:
    """Return a message if the bot or program of *seat* does not exist here, otherwise ``None``."""
    player, id = loaded.setup.players[seat], loaded.setup.seats[seat]
    if (command := command_of(player)) and not program_of(words_of(command)):
        # Checked before the first action: moving a program must not lose the match.
        return msg(
            "program-gone",
            '"{command}" no longer starts a program. Choose another player: --seat {id}=PLAYER',
            command=excerpt(command),
            id=id,
        )
    bot = bot_of(player)
    if (not bot or bot in engine.bots) and not player.startswith(f"{PROGRAM}:"):
        return None
    return msg(
        "player-elsewhere",
        "{seat} was played by {player}, which does not exist here. Choose another player: --seat "
        "{id}=PLAYER",
        player=player.removeprefix(f"{PROGRAM}:"),
        seat=loaded.presenter.seats[seat],
        id=id,
    )


def command_refusal(loaded: Loaded, seat: int) -> Message | None:
    """Return a message if the program of *seat* may not start as nobody has allowed it here."""
    command = command_of(loaded.setup.players[seat])
    if not command or is_command_allowed(command):
        return None
    return msg(
        "command-not-allowed",
        "The program of {seat} does not start: it has never played on this computer, and a match "
        "from elsewhere may name any command. Resume the match in a terminal to see and allow it, "
        "or choose another player: --seat {id}=PLAYER",
        seat=loaded.presenter.seats[seat],
        id=loaded.setup.seats[seat],
    )
