"""The players of a match, seat by seat: people here, people far away, bots and programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import UnknownName
from ...core.hooks.engine import Engine
from ...core.hooks.guard import Guard
from ...core.matches.player import BotPlayer, Player
from ...core.matches.programs.program import command_of, program_of, words_of
from ...core.matches.record import Loaded, is_bot
from ...core.matches.seating import bot_of, seated
from ...core.matches.setup import HUMAN, POST, PROCESS, PROGRAM
from ...core.rules.characters import excerpt
from ...core.text import Message, Text, msg

HUMAN_TITLE = msg("player-human", "human")
POST_TITLE = msg("player-post", "post")


@dataclass(frozen=True)
class MatchPlayers:
    """The game of a match, and who plays it."""

    loaded: Loaded
    deciding: list[Player | None]
    """The bot or program of each seat; ``None`` for people."""
    guard: Guard = field(default_factory=Guard)

    @staticmethod
    def of(engine: Engine, loaded: Loaded, logs: Path | None = None) -> MatchPlayers:
        """Bring in the players of *loaded*; *logs* is the folder for programs' error outputs.

        Raises `UnknownName` for a bot or program that is not here, `BadValue` for the command of a
        program that cannot be read.
        """
        guard = Guard(engine)
        guard.protect(loaded.game)
        seats = range(loaded.game.players)
        deciding = [_player(engine, loaded, seat, guard, logs) for seat in seats]
        return MatchPlayers(loaded, deciding, guard)

    @property
    def people(self) -> list[int]:
        """The seats of people at this keyboard."""
        return [seat for seat, player in enumerate(self.loaded.setup.players) if player == HUMAN]

    def is_far(self, seat: int) -> bool:
        """Return whether somebody far away plays *seat*, by post."""
        return self.loaded.setup.players[seat] == POST

    def title(self, seat: int) -> Text:
        """Return what people call the player of *seat*."""
        if player := self.deciding[seat]:
            return player.title
        return POST_TITLE if self.is_far(seat) else HUMAN_TITLE


def player_elsewhere(engine: Engine, loaded: Loaded, seat: int) -> Message | None:
    """Say that the bot or program of *seat* is not here; ``None`` where it is."""
    player = loaded.setup.players[seat]
    here = not is_bot(player) or bot_of(player) in engine.bots
    if here and not player.startswith(f"{PROGRAM}:"):
        return None
    return msg(
        "player-elsewhere",
        "{seat} was played by {player}, which does not exist here. Choose another player: --seat "
        "{id}=PLAYER",
        player=player.removeprefix(f"{PROGRAM}:"),
        seat=loaded.presenter.seats[seat],
        id=loaded.setup.seats[seat],
    )


def _player(
    engine: Engine, loaded: Loaded, seat: int, guard: Guard, logs: Path | None
) -> Player | None:
    name = loaded.setup.players[seat]
    if name in (HUMAN, POST):
        return None
    if elsewhere := player_elsewhere(engine, loaded, seat):
        raise UnknownName(elsewhere)
    if not name.startswith(f"{PROCESS}:"):
        return BotPlayer.of(seated(name, engine.bots), guard)
    from ...core.matches.programs.process_bot import ProcessBot

    command = command_of(name)
    if program_of(words_of(command)):
        return ProcessBot(command, logs=logs)
    # Before the first action: whoever has moved a program shall not lose the match by it.
    raise UnknownName(
        msg(
            "program-gone",
            'The command "{command}" no longer starts a program. Choose another player: --seat '
            "{id}=PLAYER",
            command=excerpt(command),
            id=loaded.setup.seats[seat],
        )
    )
