"""The command `splitpick tournament`: which bot plays better, and how sure that is."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.lab.duplicate import Deal, Deals
from ...core.lab.files.tournament_file import tournament_file
from ...core.lab.tournament import ALL_PLAYED, STOPPED, Tournament
from ...core.matches.programs.program import command_of
from ...core.matches.seating import bot_of, seated
from ...core.matches.sentences import sentences
from ...core.matches.setup import PROCESS
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..start import begin
from ..typed_values import DEFAULT_RULESET, number_wish, read_seats
from ..version import VERSION
from .lineup import check_continue, chosen_workers
from .playing import ended, play_all
from .tournament_report import show_tournament, tournament_json

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.text import Text
    from ..screen import Screen

MOST_DEALS = 1_000_000
MOST_TABLES = 2000  # on each deal; more are a typing error

_told = sentences(
    msg("tournament-players", "Name at least two players: --player greedy --player random"),
    msg("tournament-tables", "That makes {tables} tables on each deal; at most {most} are "
                             "possible."),
    msg("tournament-number", "The number can be from 1 to {most}, not {number}."),
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
        typer.Option(
            "--player",
            metavar="PLAYER",
            help=(
                "A participant: a bot such as greedy or mcts:100ms, or process: and the command of "
                "your own program. Once for each."
            ),
        ),
    ] = None,
    players: options.Players = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            "-n",
            metavar="NUMBER",
            help="The maximum number of deals per pair; 100 by default.",
        ),
    ] = None,
    within: Annotated[
        str | None,
        typer.Option(
            "--within",
            metavar="ELO",
            help="Play until every error bar is within this many Elo points; by default until the "
            "order is settled.",
        ),
    ] = None,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="NUMBER", help="The seed of the first deal; 0 by default."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the games to this file, as JSON."),
    ] = None,
    resumes: options.Continue = False,
    force: options.Overwrite = False,
    as_json: options.Json = False,
) -> int:
    """Let bots and programs play each other on the same deals, and show their Elo ratings.

    Everybody plays every seat. The tournament ends when the order is settled; Ctrl-C ends it early
    and shows the results so far.
    """
    screen, engine = begin(ctx)
    name = ruleset or DEFAULT_RULESET
    rules = engine.ruleset_file(name).variant(variant)
    seats = rules.players[0] if players is None else number_wish(players)
    names = [_player(screen, engine, one) for one in player or ()]
    if len(names) < 2:
        raise BadValue(_told("tournament-players"))
    most = 100 if deals is None else _from_one(deals, MOST_DEALS)
    margin = None if within is None else _from_one(within, 10_000)
    check_continue(out, resumes=resumes)
    rules.build(seats)
    first = 0 if seed is None else number_wish(seed)
    work = Deals(rules.text, seats, tuple(names), first, screen.without)
    if (number := len(work.tables)) > MOST_TABLES:
        raise BadValue(_told("tournament-tables", tables=number, most=MOST_TABLES))
    bots = [bot_of(name) for name in names if not command_of(name)]
    settings = {
        "splitpick": VERSION,
        "ruleset": rules.id,
        "variant": rules.variant_id,
        "rules": rules.hash,
        "plugins": [plugin.told for plugin in engine.needed(rules, bots)],
        "seats": seats,
        "players": names,
        "seed": work.seed,
    }
    pool = chosen_workers(jobs, cluster)
    found = Tournament(len(names), seats)
    file = None if out is None else tournament_file(Path(out), settings, work)

    def count(deal: Deal) -> str:
        found.add(deal)
        if file:
            file.add(deal)
        return found.ending(most, margin)

    with file or nullcontext():
        for old in file.begin(resume=resumes, replace=force) if file else ():
            found.add(old)
        ending = found.ending(most, margin)
        if not ending:
            numbers = range(found.deals, max(most * len(found.tables), found.deals))
            was_stopped = play_all(screen, pool, work, numbers, count)
            # A longer file may be continued that ends in the middle of a deal.
            ending = STOPPED if was_stopped else found.ending(most, margin) or ALL_PLAYED
        told = tournament_json(found, ending)
        if file:
            file.end({"table": told["standings"]})
    if as_json:
        screen.json({**settings, **told})
    else:
        titles = [screen.words(_title(engine, name)) for name in names]
        show_tournament(screen, rules, found, titles, ending, margin)
    return ended(screen, ending == STOPPED, found.games, out)


def _player(screen: Screen, engine: Engine, typed: str) -> str:
    """Read a contender: a bot with its budget, or a program with its command."""
    is_program = typed.partition(":")[0].strip().casefold() == PROCESS
    return read_seats(screen, engine, [f"-={typed}"], ["-"], bots_only=not is_program)["-"]


def _title(engine: Engine, name: str) -> Text:
    """Return the title of a bot; a program is called as it was typed."""
    return name if command_of(name) else seated(name, engine.bots).title


def _from_one(typed: str, most: int) -> int:
    """Read a number from 1 to *most*; raises `BadValue`."""
    number = number_wish(typed)
    if not 1 <= number <= most:
        raise BadValue(_told("tournament-number", most=most, number=number))
    return number
