"""``splitpick rulesets try``: a quick look at the balance of a rule set, with games by bots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.games import games_of
from ..core.lab.trial import Trial
from ..core.lab.workers import workers
from ..core.matches.seating import seated
from ..core.players import Greedy
from ..core.text import msg
from .exits import FINE
from .interruption import Interruption
from .play.new_match import number_wish, read_seats
from .progress import progress
from .report import Report
from .report_json import trial_json
from .screen import printing_aside

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from .screen import Screen
    from .wishes import TryWishes

DEFAULT_GAMES = 200
MOST_GAMES = 1_000_000


def try_command(screen: Screen, engine: Engine, name: str, wishes: TryWishes) -> int:
    """Let bots play *name* as *wishes* say, and show who won, how, and what never happened.

    Ctrl-C ends the playing, not the showing.  Raises `UnknownName`, `BadValue`, `RulesetError`.
    """
    screen.playing = name
    ruleset = engine.ruleset_file(name).variant(wishes.variant)
    players = None if wishes.players is None else number_wish(wishes.players)
    with printing_aside():
        game = ruleset.build(ruleset.players[0] if players is None else players)
    seats = [seat for seat, _ in ruleset.seats[: game.players]]
    chosen = read_seats(screen, engine, wishes.seats, seats, bots_only=True)
    bots = [seated(chosen.get(seat, Greedy.id), engine.bots) for seat in seats]
    games = DEFAULT_GAMES if wishes.games is None else number_of_games(wishes.games)
    seed = 0 if wishes.seed is None else number_wish(wishes.seed)
    last = Trial(game)
    work = games_of(ruleset, [bot.name for bot in bots], seed, screen.without)
    stopped = False
    with progress(screen, games) as tell, printing_aside(), Interruption() as ctrl_c:
        try:
            for played in workers(1).run(work, range(games)):
                with ctrl_c.held():
                    last.count(played)
                    tell()
        except KeyboardInterrupt:
            stopped = True
    if wishes.as_json:
        told = trial_json(last, ruleset, seats, seed, stopped)
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(told, indent=2))
        return FINE
    if stopped:
        screen.note(msg("try-stopped", "Stopped; this is what was played until then."))
    titles = [bot.title for bot in bots]
    Report(screen, ruleset, last, ruleset.presenter(game), titles).show()
    return FINE


def number_of_games(wish: str) -> int:
    """Read how many games are wished for; raises `BadValue` for none or far too many."""
    games = number_wish(wish)
    if not 1 <= games <= MOST_GAMES:
        raise BadValue(
            msg(
                "number-of-games",
                "There can be from 1 to {most} games, not {games}.",
                most=MOST_GAMES,
                games=games,
            )
        )
    return games
