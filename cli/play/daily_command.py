"""``splitpick daily``: the deal of the day, and a line about it to share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.lab.par import par_of
from ...core.matches.daily import OPPONENT, RULESET, VARIANT, date_wish, deal_of, first_of
from ...core.matches.record import load_setup, settle
from ...core.matches.setup import HUMAN
from ...core.matches.store import now
from ...core.players.greedy import margin_of
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..matches.open_store import open_store
from ..start import start_engine
from .game_loop import Sitting
from .match_players import Table
from .play_command import Game, play_new, resume_line
from .thinking import thinking

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ..screen import Screen


@command("splitpick daily", "splitpick daily --date 2026-11-22")
def daily(
    ctx: typer.Context,
    date: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="DATE",
            help="A day other than today, such as 2026-11-22; days are those of UTC.",
        ),
    ] = None,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
) -> int:
    """Play the deal of the day against a mate: the same cards for everybody.

    At the end it says how you did against what the strongest bots make of it, in a line to share.
    """
    screen: Screen = ctx.obj
    screen.accessible = accessible
    return daily_command(screen, start_engine(screen), date, keep=not no_save)


def daily_command(screen: Screen, engine: Engine, date: str | None, *, keep: bool) -> int:
    """Play the deal of a day against its opponent; return the exit code, as `play_command` does.

    Raises `BadValue` for a date there is not.
    """
    deal = deal_of(date_wish(date))
    screen.playing = RULESET
    ruleset = engine.ruleset_file(RULESET).variant(VARIANT)
    players = [HUMAN if seat == deal.seat else OPPONENT for seat in range(2)]
    setup = settle(engine, ruleset, players, deal.first, deal.seed, created=now(), source=RULESET)
    loaded = load_setup(engine, replace(setup, daily=deal.date), ruleset)
    table = Table.of(engine, loaded)
    screen.say(
        msg(
            "daily",
            "The deal of {date} (UTC): the same cards for everybody. You are {seat}.",
            date=deal.date,
            seat=loaded.presenter.seats[deal.seat],
        )
    )
    if keep:
        _tell_earlier(screen, deal.date)
    game = Game(Sitting(screen, table, loaded.match()))
    return play_new(screen, engine, [game], keep=keep)


def _tell_earlier(screen: Screen, date: str) -> None:
    """Say that the deal was begun already, if it was, and how that one can be gone on with."""
    with open_store(screen) as store:
        earlier = first_of(store, date)
    if earlier is None:
        return
    screen.say(
        msg(
            "daily-again",
            "You have begun it before, as {name}; only the first result counts.",
            name=earlier.name,
        )
    )
    if earlier.record.result is None:
        screen.say(msg("goes-on", "The match is not over. It goes on with:"))
        screen.line(resume_line(screen, earlier.name))


def tell_daily(screen: Screen, engine: Engine, game: Game) -> None:
    """Say at the end of a deal of the day how it went against par, in a line to share."""
    loaded, match = game.sitting.table.loaded, game.sitting.match
    setup = loaded.setup
    seat = deal_of(setup.daily).seat
    doing = msg("daily-par", "The strongest bots play the same deal …")
    with thinking(screen, doing):
        par = par_of(loaded, engine.bots, seat)
    scores = match.position.scores()
    own = margin_of(match.position, seat)
    better = own - par
    if better > 0:
        verdict = msg("daily-beat", "beat by {points}", points=better)
    elif better < 0:
        verdict = msg("daily-short", "short by {points}", points=-better)
    else:
        verdict = msg("daily-even", "even with it")
    screen.line()
    screen.say(
        msg(
            "daily-line",
            "splitpick daily {date}: {own}:{other}, par {par}, {verdict}",
            date=setup.daily,
            own=scores[seat],
            other=scores[1 - seat],
            par=f"{par:+d}",
            verdict=verdict,
        )
    )
    if game.name:
        with open_store(screen) as store:
            first = first_of(store, setup.daily)
        if first is not None and first.record.setup.uid != setup.uid:
            screen.say(
                msg("daily-not-first", "This was not your first try: {name} counts.",
                    name=first.name)
            )  # fmt: skip
