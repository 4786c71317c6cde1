"""``splitpick tournament``: which bot plays better, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadValue
from ..core.lab.duplicate import Deals
from ..core.lab.files.tournament_file import TournamentFile
from ..core.lab.tournament import ALL_PLAYED, STOPPED, Tournament
from ..core.lab.workers import Workers
from ..core.matches.programs.program import command_of
from ..core.matches.seating import bot_of, seated
from ..core.matches.setup import PROCESS
from ..core.text import msg
from .exits import FINE, INTERRUPTED
from .interruption import Interruption
from .lab import how_to_go_on, workers_wish
from .play.new_match import DEFAULT_RULESET, number_wish, read_seats
from .progress import progress
from .screen import printing_aside
from .tournament_table import Report
from .version import VERSION

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.text import Text
    from .screen import Screen
    from .wishes import TournamentWishes

DEFAULT_DEALS = 100
MOST_DEALS = 1_000_000
MOST_TABLES = 2000
"""More tables than this on each deal are a slip of the finger."""


def tournament_command(
    screen: Screen, engine: Engine, ruleset: str | None, wishes: TournamentWishes
) -> int:
    """Let everybody play everybody as *wishes* say, and show who is how strong.

    Ctrl-C ends the playing, not the showing.  Raises `UnknownName`, `BadValue`, `RulesetError`,
    `LabError`.
    """
    name = DEFAULT_RULESET if ruleset is None else ruleset
    screen.playing = name
    rules = engine.ruleset_file(name).variant(wishes.variant)
    seats = rules.players[0] if wishes.seats is None else number_wish(wishes.seats)
    names = [_player(screen, engine, wish) for wish in wishes.players]
    if len(names) < 2:
        raise BadValue(
            msg(
                "tournament-players",
                "Say who takes part, at least two: --player greedy --player random",
            )
        )
    most = _from_one(wishes.deals, DEFAULT_DEALS, MOST_DEALS)
    within = None if wishes.within is None else _from_one(wishes.within, 1, 10_000)
    if wishes.goes_on and wishes.out is None:
        raise BadValue(msg("continue-what", "--continue goes on with a file: name it with --out."))
    with printing_aside():
        rules.build(seats)
    seed = 0 if wishes.seed is None else number_wish(wishes.seed)
    deals = Deals(rules.text, seats, tuple(names), seed, screen.without)
    if len(deals.tables) > MOST_TABLES:
        raise BadValue(
            msg(
                "tournament-tables",
                "That would be {tables} tables on each deal; there can be {most}.",
                tables=len(deals.tables),
                most=MOST_TABLES,
            )
        )
    bots = [bot_of(name) for name in names if not command_of(name)]
    settings = {
        "splitpick": VERSION,
        "ruleset": rules.id,
        "variant": rules.variant_id,
        "rules": rules.hash,
        "plugins": [plugin.told for plugin in engine.needed(rules, bots)],
        "seats": seats,
        "players": names,
        "seed": seed,
    }
    file = None if wishes.out is None else TournamentFile(Path(wishes.out), settings)
    workers = workers_wish(wishes.jobs, wishes.cluster)
    found = Tournament(len(names), seats)
    titles = [_title(engine, name) for name in names]
    report = Report(screen, rules, found, titles, within)
    with ExitStack() as stack:
        if file is not None:
            stack.callback(file.close)
            if wishes.goes_on:
                for deal in file.resume(deals.seating):
                    found.add(deal)
            else:
                file.create(replace=wishes.force)
        stack.enter_context(printing_aside())
        total = max(most * len(found.tables), found.deals)
        tell = stack.enter_context(progress(screen, total, found.deals))
        ending = _play(found, deals, workers, file, most, within, tell)
        told = report.as_json(ending)
        if file is not None:
            file.end(told["standings"])
    if wishes.as_json:
        # ASCII: no character of a rule set or a command reaches the terminal as it is.
        screen.line(json.dumps({**settings, **told}, indent=2))
    else:
        report.show(ending)
    if ending != STOPPED:
        return FINE
    screen.note(how_to_go_on(found.games, wishes.out))
    return INTERRUPTED


def _play(
    found: Tournament,
    deals: Deals,
    workers: Workers,
    file: TournamentFile | None,
    most: int,
    within: float | None,
    tell: Callable[[], None],
) -> str:
    """Play on from where *found* stands; return why it has ended."""
    ending = found.ending(most, within)
    if ending:
        return ending
    numbers = range(found.deals, most * len(found.tables))
    played: Any = workers.run(deals, numbers)
    with closing(played), Interruption() as ctrl_c:
        try:
            for deal in played:
                with ctrl_c.held():
                    found.add(deal)
                    if file is not None:
                        file.add(deal)
                    tell()
                    if ending := found.ending(most, within):
                        return ending
        except KeyboardInterrupt:
            return STOPPED
    # Gone on with fewer deals than there are, and those in the middle of one.
    return ALL_PLAYED


def _player(screen: Screen, engine: Engine, wish: str) -> str:
    """Read who takes part: a bot with its budget, or a program with its command."""
    is_program = wish.partition(":")[0].strip().casefold() == PROCESS
    return read_seats(screen, engine, [f"-={wish}"], ["-"], bots_only=not is_program)["-"]


def _title(engine: Engine, name: str) -> Text:
    """Say what people call *name*; a program as it was named."""
    return name if command_of(name) else seated(name, engine.bots).title


def _from_one(wish: str | None, otherwise: int, most: int) -> int:
    """Read a number from 1 to *most*."""
    number = otherwise if wish is None else number_wish(wish)
    if not 1 <= number <= most:
        raise BadValue(
            msg(
                "tournament-number",
                "That can be from 1 to {most}, not {number}.",
                most=most,
                number=number,
            )
        )
    return number
