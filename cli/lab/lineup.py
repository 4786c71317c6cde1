"""Everything that bot games need, read from the command line: rules, bots, seed and workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.errors import BadValue
from ...core.lab.games import Games
from ...core.lab.workers import Workers, workers
from ...core.matches.seating import seated
from ...core.matches.sentences import sentences
from ...core.players import Greedy
from ...core.text import Text, msg
from ..typed_values import DEFAULT_RULESET, number_wish, read_options, read_seats

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ..screen import Screen

MOST_GAMES = 1_000_000

_told = sentences(
    msg("number-of-games", "There can be from 1 to {most} games, not {games}."),
    msg("jobs-or-cluster", "--jobs is for this machine; a cluster has its own workers."),
    msg("continue-what", "--continue needs a file to continue: name it with --out."),
)


class Lineup:
    """A rule set, or one of its variants, and the bots that play it.

    Options are those of the command line as they were typed.  Raises `UnknownName`, `BadValue` and
    `RulesetError`.
    """

    def __init__(
        self,
        screen: Screen,
        engine: Engine,
        ruleset: str | None,
        variant: str | None,
        players: str | None,
        seats: Sequence[str] | None,
        seed: str | None,
        options: Sequence[str] | None = None,
    ) -> None:
        name = ruleset or DEFAULT_RULESET
        chosen_options = read_options(screen, options or ())
        self.ruleset = engine.ruleset_file(name).variant(variant).with_options(chosen_options)
        number = self.ruleset.players[0] if players is None else number_wish(players)
        self.game = self.ruleset.build(number)
        self.presenter = self.ruleset.presenter(self.game)
        self.called = {"name": self.ruleset.name, "variant": self.ruleset.variant_name}
        self.prizes = [prize for prize, _ in self.presenter.prizes(self.game.new_position())]
        self.seats = [seat for seat, _ in self.ruleset.seats[:number]]
        self.names = [*map(screen.words, self.presenter.seats[:number])]
        """Names of the seats for people."""
        chosen = read_seats(screen, engine, seats or (), self.seats, bots_only=True)
        bots = [seated(chosen.get(seat, Greedy.id), engine.bots) for seat in self.seats]
        self.bots = [bot.name for bot in bots]
        self.titles: list[Text] = [bot.title for bot in bots]
        """Names of the bots for people."""
        kinds = [bot.kind.id for bot in bots]
        self.plugins = [provider.told for provider in engine.needed(self.ruleset, kinds)]
        self.seed = 0 if seed is None else number_wish(seed)
        self.games = Games(self.ruleset.text, tuple(self.bots), self.seed, screen.without)

    def told(self) -> dict[str, object]:
        """Return the rule set as plain values, for programs."""
        ruleset = self.ruleset
        return {"ruleset": ruleset.id, "variant": ruleset.variant_id, "hash": ruleset.hash}


def number_of_games(typed: str | None, default: int = 1000) -> int:
    """Read the number of games; raises `BadValue` for none or far too many."""
    games = default if typed is None else number_wish(typed)
    if not 1 <= games <= MOST_GAMES:
        raise BadValue(_told("number-of-games", most=MOST_GAMES, games=games))
    return games


def chosen_workers(jobs: str | None, cluster: str | None) -> Workers:
    """Return the workers: *jobs* processes, or those of the scheduler at *cluster*.

    Raises `BadValue` for a senseless choice, `LabError` for a cluster that does not answer.
    """
    if cluster is None:
        return workers(0 if jobs is None else number_wish(jobs))
    if jobs is not None:
        raise BadValue(_told("jobs-or-cluster"))
    from ...core.lab.cluster import Cluster

    return Cluster(cluster)


def check_continue(out: str | None, *, resumes: bool) -> None:
    """Raise `BadValue` if there is no file to continue."""
    if resumes and out is None:
        raise BadValue(_told("continue-what"))
