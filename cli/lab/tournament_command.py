"""The command `splitpick tournament`: which bot plays better, and how sure that is."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.lab.duplicate import Deals
from ...core.lab.files.results import tournament_file
from ...core.lab.tournament import ALL_PLAYED, STOPPED, Tournament
from ...core.matches.entry import describe_reason
from ...core.matches.programs.program import command_of
from ...core.matches.seating import bot_of
from ...core.matches.setup import PROCESS
from ...core.text import Text, msg, nmsg, sentences
from .. import options
from ..exits import FINE, INTERRUPTED
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..terminal.figures import Figures, rounded
from ..typed_values import chosen_rules, number_from_one, parse_number, read_seats
from ..version import VERSION
from .lineup import chosen_workers
from .playing import play_all

MOST_TABLES = 2000  # on each deal; more are a typing error

FAULTS = {
    "bot-raises": msg("fault-bot-raises", "it failed"),
    "bot-illegal": msg("fault-bot-illegal", "it chose an illegal action"),
    "bot-endless": msg("fault-bot-endless", "it did not finish in time"),
}

_sentence = sentences(
    msg("tournament-players", "Name at least two players: --player greedy --player random"),
    msg("tournament-tables",
        "Name fewer players: {tables} tables per deal exceed the limit of {most}."),
    msg("tournament-played",
        "{game}. Deals: {deals}. Games: {games}, never finished: {endless}."),
    nmsg("tournament-fault", "{player} has lost {count} game: {why}.",
         "{player} has lost {count} games: {why}.", 0),
    msg("tournament-settled",
        "The order is settled; the chance that any of it is wrong is at most 5%."),
    msg("tournament-open", "The order is not settled."),
    msg("tournament-cross",
        "Columns 1 to {last}: percent of games won (ties half) against the player in that place."),
    msg("tournament-method",
        "± is the confidence interval (95%) of the Elo ratings, whose mean is 0."),
    msg("tournament-elo", "Elo"),
    msg("tournament-head-games", "games"),
    msg("tournament-head-won", "won"),
    msg("tournament-head-tied", "tied"),
    msg("tournament-head-faults", "faults"),
)  # fmt: skip


@command(
    "splitpick tournament --player greedy --player mcts:100ms --player random",
    "splitpick tournament --player greedy --player process:./mybot --within 50 --out games.json",
    "splitpick tournament --player greedy --player process:./mybot --out games.json --continue",
)
def tournament(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    player: Annotated[
        list[str] | None,
        Option(
            "--player",
            metavar="PLAYER",
            help="A participant: a bot such as greedy or mcts:100ms, or process: and the command "
            "of your own program. Once for each.",
        ),
    ] = None,
    players: options.Players = None,
    deals: Annotated[
        str,
        Option("--deals", "-n", metavar="NUMBER", help="The most deals to play; 100 by default."),
    ] = "100",
    within: Annotated[
        str | None,
        Option(
            "--within",
            metavar="ELO",
            help="Play until every error bar is within this many Elo points; by default until the "
            "order is settled.",
        ),
    ] = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: options.FirstSeed = "0",
    out: Annotated[
        str | None, Option("--out", metavar="FILE", help="Write the games to this file, as JSON.")
    ] = None,
    resumes: options.Continue = False,
    force: options.Force = False,
    as_json: options.Json = False,
) -> int:
    """Let bots and programs play each other on the same deals, and show their Elo ratings.

    Everybody plays every seat. The tournament ends when the order is settled; Ctrl-C ends it early
    and shows the results so far.
    """
    screen, engine = begin(ctx)
    rules = chosen_rules(screen, engine, ruleset, variant)
    seats = rules.players[0] if players is None else parse_number(players)
    names = [_player(screen, engine, one) for one in player or ()]
    if len(names) < 2:
        raise BadValue(_sentence("tournament-players"))
    most = number_from_one(deals, code="tournament-number")
    margin = None if within is None else number_from_one(within, 10_000, "tournament-number")
    sides = rules.build(seats).new_position().sides()
    work = Deals(rules.text, seats, tuple(names), parse_number(seed), screen.without, tuple(sides))
    if (number := len(work.tables)) > MOST_TABLES:
        raise BadValue(_sentence("tournament-tables", tables=number, most=MOST_TABLES))
    bots = [bot_of(name) for name in names if not command_of(name)]
    settings = {
        "splitpick": VERSION,
        "ruleset": rules.id,
        "variant": rules.variant_id,
        "rules": rules.hash,
        "plugins": [plugin.label for plugin in engine.needed(rules, bots)],
        "seats": seats,
        "players": names,
        "seed": work.seed,
    }
    pool, results = chosen_workers(jobs, cluster), Tournament(len(names), len(work.teams))
    total = most * len(results.tables)
    file = None if out is None else tournament_file(Path(out), settings, work)
    ending = partial(results.ending, most, margin)
    with file or nullcontext():
        was_stopped = play_all(
            screen, pool, work, total, results.add, ending, file, resumes=resumes, force=force
        )
        table = []
        for standing in results.standings():
            elo = rounded({"elo": standing["elo"], "margin": standing["margin"]}, 2)
            table.append({**standing, **elo, "scores": rounded(standing["scores"])})
        if file:
            file.end({"table": table})
    if as_json:
        fields = {
            "deals": results.rounds,
            "games": results.games,
            "endless": results.endless,
            # The file continued may have more deals than asked for, the last one unfinished.
            "ending": STOPPED if was_stopped else ending() or ALL_PLAYED,
            "settled": bool(results.games) and results.settled,
            "standings": table,
        }
        screen.json({**settings, **fields})
    else:
        counted = {"games": results.games, "endless": results.endless}
        counted["deals"] = -(-results.deals // len(results.tables))
        game = rules.title
        screen.say(_sentence("tournament-played", game=game, **counted))
        _show(screen, results, names, table)
    return INTERRUPTED if was_stopped else FINE


def _show(
    screen: Screen, found: Tournament, names: Sequence[str], standings: Sequence[dict[str, Any]]
) -> None:
    """Show a line for each player, the best first, and whether their order is settled."""
    figures, rows, faults = Figures(screen), [], []
    heads: list[Text] = [_sentence("tournament-elo"), "±"]
    heads += [
        _sentence(f"tournament-head-{column}") for column in ("games", "won", "tied", "faults")
    ]
    for place, standing in enumerate(standings, 1):
        name, failed = names[standing["player"]], standing["failed"]
        scores = [standing["scores"][other["player"]] for other in standings]
        values = [standing[what] for what in ("elo", "margin", "games", "won", "tied")]
        values += [sum(failed.values()), *(score and 100 * score for score in scores)]
        cells = ["" if value is None else figures.number(value) for value in values]
        rows.append((f"{place}  {name}", cells))
        heads.append(str(place))
        for code, count in failed.items():
            why = FAULTS.get(code) or describe_reason(code)  # it knows programs' faults
            faults.append(_sentence("tournament-fault", player=name, count=count, why=why))
    figures.table(_sentence("tournament-cross", last=len(rows)), heads, rows)
    screen.line()
    settled = _sentence("tournament-settled" if found.settled else "tournament-open")
    screen.say(*faults, settled, _sentence("tournament-method"))


def _player(screen: Screen, engine: Engine, typed: str) -> str:
    """Read a player: a bot with its budget, or a program with its command."""
    is_program = typed.partition(":")[0].strip().casefold() == PROCESS
    return read_seats(screen, engine, [f"-={typed}"], ["-"], bots_only=not is_program)["-"]
