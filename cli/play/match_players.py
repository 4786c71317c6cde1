"""Who sits where at which game: everything that is settled before the first action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import UnknownName
from ...core.hooks.guard import Guard
from ...core.matches.player import BotPlayer, Player
from ...core.matches.seating import seated
from ...core.matches.setup import HUMAN, POST, PROCESS
from ...core.rules.characters import excerpt
from ...core.text import Text, msg

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.record import Loaded
    from ...core.players import Bot

HUMAN_TITLE = msg("player-human", "human")
POST_TITLE = msg("player-post", "post")


class Quit(Exception):
    """The player has had enough for now."""


@dataclass(frozen=True)
class Table:
    """The game of a match, and who plays it."""

    loaded: Loaded
    players: list[Player | None]
    """Who decides, seat by seat; ``None`` is a person."""
    guard: Guard = field(default_factory=Guard)
    """Looks after what plugins bring to the game."""
    bots: Mapping[str, type[Bot]] = field(default_factory=dict)
    """All bots there are, by id: one of them gives the hints."""

    @staticmethod
    def of(engine: Engine, loaded: Loaded, logs: Path | None = None) -> Table:
        """Call the players of *loaded* to the table; raises `UnknownName` for one nobody knows.

        `BadValue` is raised for the command of a program that cannot be read.  *logs* is the folder
        for what programs write on their error output, if not the usual one.
        """
        guard = Guard(engine)
        guard.protect(loaded.game)
        players = [_player(engine, name, guard, logs) for name in loaded.setup.players]
        return Table(loaded, players, guard, engine.bots)

    @property
    def people(self) -> list[int]:
        """The seats of people at this keyboard."""
        return [seat for seat, player in enumerate(self.loaded.setup.players) if player == HUMAN]

    @property
    def near(self) -> int | None:
        """The seat the screen is seen from; ``None`` with several people, or nobody, at it."""
        return self.people[0] if len(self.people) == 1 else None

    def is_far(self, seat: int) -> bool:
        """Say whether *seat* is played by somebody far away, by post."""
        return self.loaded.setup.players[seat] == POST

    def title(self, seat: int) -> Text:
        """Say what people call the player of *seat*."""
        player = self.players[seat]
        if player is not None:
            return player.title
        return POST_TITLE if self.is_far(seat) else HUMAN_TITLE


def _player(engine: Engine, name: str, guard: Guard, logs: Path | None) -> Player | None:
    if name in (HUMAN, POST):
        return None
    if name.startswith(f"{PROCESS}:"):
        from ...core.matches.programs.process_bot import ProcessBot
        from ...core.matches.programs.program import command_of, program_of, words_of

        command = command_of(name)
        if not program_of(words_of(command)):
            # Said before the first action: whoever has moved a program shall not lose by it.
            raise UnknownName(
                msg(
                    "program-gone",
                    'There is no program to start with "{command}" any more. '
                    "Say who plays instead: --seat SEAT=PLAYER",
                    command=excerpt(command),
                )
            )
        return ProcessBot(command, logs=logs)
    return BotPlayer.of(seated(name, engine.bots, [HUMAN, POST, f"{PROCESS}:..."]), guard)
