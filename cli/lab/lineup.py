"""Everything that bot games need, read from the command line: rules, bots, seed and workers."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.lab.games import Games
from ...core.lab.workers import Workers, workers
from ...core.matches.seating import seated
from ...core.players import Greedy
from ...core.text import msg
from ..screen import Screen
from ..typed_values import DEFAULT_RULESET, number_wish, read_options, read_seats


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
        seed: str,
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
        kinds = [bot.kind.id for bot in bots]
        self.plugins = [provider.told for provider in engine.needed(self.ruleset, kinds)]
        self.seed = number_wish(seed)
        self.games = Games(self.ruleset.text, tuple(self.bots), self.seed, screen.without)

    def told(self) -> dict[str, object]:
        """Return the rule set as plain values, for programs."""
        ruleset = self.ruleset
        return {"ruleset": ruleset.id, "variant": ruleset.variant_id, "hash": ruleset.hash}


def number_from_one(typed: str, most: int = 1_000_000, code: str = "number-of-games") -> int:
    """Read a number from 1 to *most*; raises `BadValue` with *code* for any other."""
    number = number_wish(typed)
    if not 1 <= number <= most:
        raise BadValue(
            msg(code, "The number can be from 1 to {most}, not {number}.", most=most, number=number)
        )
    return number


def chosen_workers(jobs: str | None, cluster: str | None) -> Workers:
    """Return the workers: *jobs* processes, or those of the scheduler at *cluster*.

    Raises `BadValue` for a senseless choice, `LabError` for a cluster that does not answer.
    """
    if cluster is None:
        return workers(0 if jobs is None else number_wish(jobs))
    if jobs is not None:
        raise BadValue(
            msg("jobs-or-cluster", "--jobs is for this machine; a cluster has its own workers.")
        )
    from ...core.lab.cluster import Cluster

    return Cluster(cluster)
