"""``splitpick rulesets try``: a quick look at the balance of a rule set, with games by bots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.trial import Trial, try_out
from ..core.matches.seating import seated
from ..core.players import Greedy
from ..core.text import msg
from .exits import FINE
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

    def keep(trial: Trial) -> None:
        nonlocal last
        last = trial
        tell()

    def plugin_of(bot: str) -> str:
        provider = engine.provider("splitpick_bots", bot)
        return provider.told if provider else ""

    with progress(screen, games) as tell, printing_aside():
        try:
            makes = [bot.bot for bot in bots]
            budgets = [bot.budget for bot in bots]
            last = try_out(game, makes, games, seed, keep, plugin_of, budgets)
        except KeyboardInterrupt:
            stopped = True
        else:
            stopped = False
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
