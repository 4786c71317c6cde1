"""``splitpick resume``: continue a saved match at this keyboard."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer import Argument

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.matches.record import load_setup, reseated
from ...core.matches.setup import POST
from ...core.matches.store import Saved, Store
from ...core.session.lesson import lesson_of
from ...core.session.play_session import Session
from ...core.text import msg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.open_store import narrated, open_store
from ..terminal.allow_programs import allow_programs
from ..typed_values import read_seats
from .daily_command import tell_daily_result
from .game_loop import GameLoop
from .learn_command import GuidedLoop, play_own
from .play_command import play_rounds
from .play_games import AGAIN, OTHER, QUIT, next_round, play_on, wish_after

_sentence = sentences(
    msg("match-awaits-shares",
        "The cards of {name} are not dealt yet: some players have yet to add their share to the"
        " shuffle. The match goes on where it began, by post or in the browser."),
)  # fmt: skip


@command()
def resume(
    ctx: typer.Context,
    match: Annotated[
        str | None,
        Argument(metavar="MATCH", help="A match, by default the last one that is not over."),
    ] = None,
    seats: options.Seats = None,
    accessible: options.Accessible = False,
    plain: options.Plain = False,
    no_confirm: options.NoConfirm = False,
    play_forced: options.PlayForced = None,
) -> None:
    """Continue a saved match where it stopped.

    It is shown as it was, unless you type --no-accessible, --no-plain or --confirm.
    """
    screen, engine = begin(
        ctx, accessible=accessible, plain=plain, confirms=not no_confirm, plays_forced=play_forced
    )
    games = resume_match(screen, engine, match, seats or ())
    loaded, setup = games[0].session.loaded, games[0].setup
    lesson = isinstance(games[0], GuidedLoop)
    wish = wish_after(ctx, games, lesson=lesson)
    if lesson and wish == AGAIN:
        play_own(ctx, setup, accessible=screen.accessible, plain=screen.plain)
    elif wish not in (OTHER, QUIT):
        sitting, starts = next_round(wish, setup.players, setup.first)
        source = setup.source or setup.ruleset
        play_rounds(
            ctx,
            screen,
            engine,
            loaded.ruleset,
            sitting,
            starts,
            source=source,
            practice=setup.practice,
        )


def resume_match(
    screen: Screen, engine: Engine, name: str | None, seats: Sequence[str] = ()
) -> Sequence[GameLoop]:
    """Continue the match *name*, by default the last one played that is not over; return its games.

    *seats* are ``seat=player`` wishes that change who plays.  Raises `UnknownName`, `StoreError`,
    `PluginsMissing` and `RecordError` for a match that cannot be continued.
    """
    with open_store(screen) as store:
        if name is None:
            name = next((match.name for match in store.list() if match.result is None), None)
        asked = store.load(name)
        setup = asked.record.setup
        screen.shown = setup.shown
        chosen = read_seats(screen, engine, seats, list(setup.seats))
        seated = zip(setup.seats, setup.players, strict=True)
        players = tuple(chosen.get(seat, player) for seat, player in seated)
        legs = [asked, partner] if (partner := _partner(store, asked)) else [asked]
        legs.sort(key=lambda leg: leg.record.setup.leg)
        games: list[GameLoop] = []
        for leg in legs:
            own = players if leg is asked else tuple(reversed(players))
            setup, entries = reseated(engine, leg.record.setup, own), leg.record.entries
            narrated(load_setup(engine, setup), leg)  # refuses a damaged journal
            session = Session(engine, setup, entries=entries, name=leg.name)
            if session.awaits_shares and POST not in setup.players:
                raise BadValue(_sentence("match-awaits-shares", name=leg.name))
            allow_programs(screen, session)
            session.seat_players()
            lesson = lesson_of(engine, setup)
            games.append(
                GuidedLoop(screen, session, lesson) if lesson else GameLoop(screen, session)
            )
        for game, leg in zip(games, legs, strict=True):
            if seats and not all(
                one.session.over for one in games
            ):  # ended ones keep their players
                store.seat(game.session.name, game.setup.players)
            game.session.keep_in(store, kept=len(leg.record.entries))
        play_on(games)
    tell_daily_result(games[0])
    return games


def _partner(store: Store, saved: Saved) -> Saved | None:
    """Return the other game of the duplicate that *saved* is in; ``None`` if none fits *saved*."""
    own = saved.record.setup
    name = store.find(own.partner)
    if name is None or own.leg not in (1, 2):
        return None
    partner = store.load(name)
    other = partner.record.setup
    same = (own.uid, own.hash, own.seed, own.first, 3 - own.leg)
    found = (other.partner, other.hash, other.seed, other.first, other.leg)
    return partner if found == same else None
