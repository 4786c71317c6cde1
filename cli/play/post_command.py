"""``splitpick post``: prints a match as a token to send, or reads the token that came back."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer import Argument, Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.matches.fair_deal import describe_shares
from ...core.matches.postal import Taken, far_seats, take_in, token_for
from ...core.matches.records.codec import MOST_CHARACTERS, looks_like_token
from ...core.matches.records.token import Token, read_token
from ...core.matches.setup import POST, Setup
from ...core.matches.store import Store
from ...core.session.play_session import Session
from ...core.session.vocabulary import COMMANDS
from ...core.text import msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.open_store import open_store, tell_resume
from ..terminal.questions import ask_one
from ..typed_values import unknown_seat
from .game_loop import GameLoop
from .play_games import explain_token
from .resume_command import resume_match


@command(
    "splitpick play --seat jolly=human --seat roger=post",
    "splitpick post",
    "splitpick post SP1...",
    "splitpick post jolly-roger-1 --json",
)
def post(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="MATCH|TOKEN",
            help="A match, by default your newest by post, or a token; - reads it from the input.",
        ),
    ] = None,
    seats: Annotated[
        list[str] | None,
        Option("--as", metavar="SEAT", help="The seat you play, where several are free."),
    ] = None,
    with_rules: Annotated[
        bool, Option("--with-rules", help="Put the rule set into the token, for people without it.")
    ] = False,
    accessible: options.Accessible = False,
    as_json: options.Json = False,
) -> None:
    """Print a match as a short token to send through any chat, or read one that came back."""
    screen, engine = begin(ctx, accessible=accessible)
    name, text = _understand(screen, words or [])
    taken = None
    with open_store(screen) as store:
        if text is not None:
            taken = _receive(screen, engine, store, name, text, seats or [])
            name = taken.name
        elif name is None:
            name = next((one.name for one in store.list() if POST in one.setup.players), None)
        saved = store.load(name)
    setup, entries = saved.record.setup, saved.record.entries
    # Nobody is asked for a decision, so it does not matter which bots are here.
    game = GameLoop(screen, Session(engine, setup, entries=entries, name=saved.name))
    over = game.match.over
    token = "" if taken else token_for(engine, saved.record, with_rules=with_rules or None)
    if as_json:
        waits = over or game.session.awaits_shares
        to_act = None if waits else setup.seats[game.match.position.to_act()]
        state = {
            "match": game.session.name,
            "uid": setup.uid,
            "to_act": to_act,
            "yours": game.session.is_here,
        }
        news = {"new": taken.new, "entries": taken.added} if taken else {"token": token}
        screen.json({**state, "over": over, **news})
    elif not taken:
        # All else goes to the error output: a pipe gets the token and nothing else.
        explain_token(game, token, screen.aside)
    elif game.session.is_here and screen.terminal and screen.asks_terminal:
        resume_match(screen, engine, game.session.name)
    else:
        if taken.new:
            game.welcome()
        if taken.added:
            game.recall()
        if over:
            game.account()
            if taken.fairness:
                screen.say(taken.fairness)
                if taken.fairness.code == "post-fair":
                    screen.say(*describe_shares(setup, game.presenter.seats))
            return
        if not game.session.is_here and (taken.added or game.session.awaits_shares):
            explain_token(game, token_for(engine, saved.record), screen.say)
            return
        seat = game.presenter.seats[game.match.position.to_act()]
        screen.say(msg("turn-of", "It is {seat}'s turn.", seat=seat))
        if game.session.is_here:
            tell_resume(screen, game.session.name)


def _understand(screen: Screen, words: list[str]) -> tuple[str | None, str | None]:
    """Split *words* into the name of a match and a token; each is ``None`` if it is missing."""
    name, rest = None, words
    # A token that was broken into lines comes as several words; the first tells what it is.  No
    # match has a name as long as what was meant to be a token.
    if rest and rest[0] != "-" and not looks_like_token(rest[0]) and len(rest[0]) < 60:
        name, *rest = rest
    if rest != ["-"]:
        return name, "\n".join(rest) or None
    if screen.asks_terminal:
        return name, screen.ask(msg("ask-token", "Token:"))
    return name, sys.stdin.read(MOST_CHARACTERS + 1) if sys.stdin else ""


def _receive(
    screen: Screen, engine: Engine, store: Store, name: str | None, text: str, seats: Sequence[str]
) -> Taken:
    """Save the token *text* in the match *name*, by default in its own match or a new one."""

    def held(uid: str) -> Setup | None:
        name = store.find(uid)
        return store.load(name).record.setup if name else None

    token = read_token(engine, text, held)
    name = name or store.find(token.record.setup.uid)
    if name and seats:
        raise BadValue(
            msg("post-seats-settled", "Leave out --as: {name} has all its players.", name=name)
        )
    own = [] if name else _own_seats(screen, token, seats)
    taken = take_in(store, token, name=name, seats=own)
    if taken.new and token.brings_rules:
        screen.note(
            msg(
                "token-brings-rules",
                "The rules of this match came with the token. To read them, type: {rules}",
                rules=COMMANDS["rules"][0],
            )
        )
    elif not taken.new and not taken.added:
        screen.note(
            msg("post-nothing-new", "This token has nothing new for {name}.", name=taken.name)
        )
    return taken


def _own_seats(screen: Screen, token: Token, typed: Sequence[str]) -> list[int]:
    """Return the seats *typed* for a new match; with none typed and several free, ask for one."""
    known = token.record.setup.seats
    seats = [seat.strip().casefold() for seat in typed]
    for seat in seats:
        if seat not in known:
            raise unknown_seat(seat, list(known))
    free = far_seats(token.record.setup)
    if seats or len(free) < 2 or token.record.result or not screen.asks_terminal:
        return [known.index(seat) for seat in seats]
    names = {seat: token.loaded.presenter.seats[seat] for seat in free}
    return [ask_one(screen, msg("ask-seat", "Which seat is yours?"), names)]
