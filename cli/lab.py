"""What the commands of the laboratory share: what is played by whom, and how it is broken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.games import Games, games_of
from ..core.lab.workers import Workers, workers
from ..core.matches.seating import seated
from ..core.players import Greedy
from ..core.text import msg, nmsg
from .play.new_match import number_wish, read_options, read_seats
from .screen import printing_aside
from .trying import number_of_games

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.hooks.engine import Engine
    from ..core.rules.load import Ruleset
    from ..core.scene import Presenter
    from ..core.text import Message, Text
    from .screen import Screen
    from .wishes import LabWishes

DEFAULT_GAMES = 1000


class Lineup:
    """A rule set and who plays it, as *wishes* say.

    Raises `UnknownName`, `BadValue` and `RulesetError`.
    """

    def __init__(
        self, screen: Screen, engine: Engine, name: str, variant: str | None, wishes: LabWishes
    ) -> None:
        screen.playing = name
        options = read_options(screen, wishes.options)
        self.ruleset: Ruleset = engine.ruleset_file(name).variant(variant).with_options(options)
        players = None if wishes.players is None else number_wish(wishes.players)
        with printing_aside():
            number = self.ruleset.players[0] if players is None else players
            self.game: Game = self.ruleset.build(number)
            self.presenter: Presenter = self.ruleset.presenter(self.game)
            prizes = self.presenter.prizes(self.game.new_position())
        self.prizes = [prize for prize, _ in prizes]
        self.seats = [seat for seat, _ in self.ruleset.seats[: self.game.players]]
        chosen = read_seats(screen, engine, wishes.seats, self.seats, bots_only=True)
        self.bots = [chosen.get(seat, Greedy.id) for seat in self.seats]
        seats = [seated(bot, engine.bots) for bot in self.bots]
        self.titles: list[Text] = [seat.title for seat in seats]
        kinds = [seat.kind.id for seat in seats]
        self.plugins = [provider.told for provider in engine.needed(self.ruleset, kinds)]
        self.seed = 0 if wishes.seed is None else number_wish(wishes.seed)
        self.games: Games = games_of(self.ruleset, self.bots, self.seed, screen.without)


def games_wish(wishes: LabWishes) -> int:
    """Read how many games are wished for."""
    return DEFAULT_GAMES if wishes.games is None else number_of_games(wishes.games)


def workers_wish(jobs: str | None, cluster: str | None) -> Workers:
    """Read who plays: *jobs* processes, or the workers of the scheduler at *cluster*.

    Raises `BadValue` for what makes no sense, `LabError` for a cluster that is not there.
    """
    if cluster is None:
        return workers(0 if jobs is None else number_wish(jobs))
    if jobs is not None:
        raise BadValue(
            msg("jobs-or-cluster", "--jobs is for this machine; a cluster has its own workers.")
        )
    from ..core.lab.cluster import Cluster

    return Cluster(cluster)


def how_to_go_on(games: int, out: str | None) -> Message:
    """Say what became of the *games* of a run that was stopped, and how to play the rest."""
    if out is None:
        return msg("try-stopped", "Stopped; this is what was played until then.")
    return nmsg(
        "simulate-stopped",
        'Stopped; {count} game is in "{file}". The same command with --continue goes on.',
        'Stopped; {count} games are in "{file}". The same command with --continue goes on.',
        games,
        file=out,
    )
