"""Everything that bot games need, read from the command line: rules, bots, seed and workers."""

from collections.abc import Sequence

from ...core.errors import BadValue
from ...core.game import teams_of
from ...core.hooks.engine import Engine
from ...core.lab.batches import Games
from ...core.lab.workers import Cluster, Workers, workers
from ...core.matches.seating import seated
from ...core.players import Greedy
from ...core.rules.load import Ruleset, RulesetFile
from ...core.text import Both, msg
from ..screen import Screen
from ..typed_values import parse_number, parse_variant, read_options, read_seats


class Lineup:
    """The rules of a variant, and the bots that play them.

    The other parameters are the command line's values, as typed.  Raises `UnknownName` and
    `BadValue`.
    """

    def __init__(
        self,
        screen: Screen,
        engine: Engine,
        rules: Ruleset,
        players: str | None,
        seats: Sequence[str] | None,
        seed: str,
        options: Sequence[str] | None = None,
    ) -> None:
        rules = rules.with_options(read_options(screen, options or ()))
        self.title = rules.title
        self.identity = {"ruleset": rules.id, "variant": rules.variant_id, "hash": rules.hash}
        """The rule set as plain values, for programs."""
        number = rules.players[0] if players is None else parse_number(players)
        self.game = rules.build(number)
        self.presenter = engine.presenter(rules, self.game)
        self.prizes = [prize for prize, _ in self.presenter.prizes(self.game.new_position())]
        self.seats = [seat for seat, _ in rules.seats[:number]]
        self.names = [*map(screen.words, self.presenter.seats[:number])]
        """Names of the seats for people."""
        self.sides = self.game.new_position().sides()
        """Side of each seat, as `Position.sides` has it."""
        self.teams = teams_of(range(number), self.sides)
        """The seats of each side; each seat alone without partners."""
        self.team_names = [
            screen.language.say(Both(tuple(self.presenter.seats[seat] for seat in team)))
            for team in self.teams
        ]
        chosen = read_seats(screen, engine, seats or (), self.seats, bots_only=True)
        bots = [seated(chosen.get(seat, Greedy.id), engine.bots) for seat in self.seats]
        self.bots = [bot.name for bot in bots]
        self.titles = Both(tuple(bot.title for bot in bots), commas=True)
        """Names of the bots for people."""
        self.plugins = [one.label for one in engine.needed(rules, [bot.kind.id for bot in bots])]
        self.seed = parse_number(seed)
        self.games = Games(rules.text, tuple(self.bots), self.seed, screen.without)


def base_rules(
    screen: Screen, engine: Engine, file: RulesetFile, variant: str | None
) -> Ruleset | None:
    """Return the rules that *file* changes, in *variant*; ``None`` if it extends none.

    Raises as `Engine.ruleset_file` and `parse_variant` do.
    """
    if (base := engine.base_of(file)) is None:
        return None
    return parse_variant(screen, base, variant if len(base.variants) > 1 else None)


def chosen_workers(jobs: str | None, cluster: str | None) -> Workers:
    """Return the workers: *jobs* processes, or those of the scheduler at *cluster*.

    Raises `BadValue` for a bad number or both at once, `LabError` for a cluster without an answer.
    """
    if cluster is None:
        return workers(0 if jobs is None else parse_number(jobs))
    if jobs is not None:
        raise BadValue(
            msg("jobs-or-cluster", "--jobs is for this machine; a cluster has its own workers.")
        )
    return Cluster(cluster)
