"""``splitpick post``: prints a match as a token to send, and takes in the token that came back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.matches.postal import Taken, far_seats, take_in, token_for
from ...core.matches.record import load_setup
from ...core.matches.records.codec import MOST_CHARACTERS, looks_like_token
from ...core.matches.records.token import read_token
from ...core.matches.setup import POST
from ...core.text import Both, Message, Text, msg
from .. import options
from ..exits import FINE
from ..localized_typer import command
from ..matches.open_store import open_store
from ..start import start_engine
from .vocabulary import COMMANDS

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.matches.match import Match
    from ...core.matches.record import Loaded, Record
    from ...core.matches.records.token import Token
    from ...core.matches.setup import Setup
    from ...core.matches.store import Store
    from ..screen import Screen

INPUT = "-"
"""What stands for a token that comes through the standard input."""

LONGEST_NAME = 60
"""No match has a longer name, so what is longer was meant to be a token."""


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
        typer.Argument(
            metavar="MATCH|TOKEN",
            help="The name of a match, a token you received, or both; - reads the token from the "
            "input. By default it is your newest match by post.",
        ),
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="The seat you play, where a new match leaves several free.",
        ),
    ] = None,
    with_rules: Annotated[
        bool,
        typer.Option(
            "--with-rules",
            help="Put the rule set into the token, for people who do not have it.",
        ),
    ] = False,
    accessible: options.Accessible = False,
    as_json: options.Json = False,
) -> int:
    """Print a match as a short token to send through any chat, or read one that came back."""
    screen: Screen = ctx.obj
    screen.accessible = accessible
    return post_command(
        screen,
        start_engine(screen),
        words or (),
        seats or (),
        with_rules=with_rules,
        as_json=as_json,
    )


def post_command(
    screen: Screen,
    engine: Engine,
    words: Sequence[str],
    seats: Sequence[str] = (),
    *,
    with_rules: bool = False,
    as_json: bool = False,
) -> int:
    """Print the token of a match, or take in the token that is among *words* and play on.

    *words* are a match's name, a token, or both; *seats* are those that the reader of a new match
    plays.  Raises `RecordError` for a token that cannot be read or does not fit, and then nothing
    has changed.
    """
    name, text = _understand(screen, words)
    with open_store(screen) as store:
        if text is None:
            _send(screen, engine, store, name, with_rules or None, as_json)
            return FINE
        token = read_token(engine, text, lambda uid: _held(store, uid))
        taken = _receive(screen, store, name, token, seats)
        loaded, match = _play_again(engine, taken.record)
        if as_json:
            come = {"new": taken.new, "entries": taken.added}
            _print_json(screen, {**_state(taken.name, loaded, match), **come})
            return FINE
        _tell(screen, taken)
        if taken.new and token.brings_rules:
            screen.note(
                msg(
                    "token-brings-rules",
                    "The rules of this match came with the token, none that is installed here has"
                    " them. In the game you read them with: {rules}",
                    rules=COMMANDS["rules"][0],
                )
            )
        plays_on = _is_here(loaded, match) and screen.terminal and screen.asks_terminal
        if not plays_on:
            _tell_story(screen, taken, loaded, match)
            return FINE
    from .play_command import resume_command

    return resume_command(screen, engine, taken.name)


def _understand(screen: Screen, words: Sequence[str]) -> tuple[str | None, str | None]:
    """Tell which of *words* is the name of a match and which are a token."""
    name, rest = None, list(words)
    # A token that was broken into lines comes as several words; the first tells what it is.
    if rest and rest[0] != INPUT and not looks_like_token(rest[0]) and len(rest[0]) < LONGEST_NAME:
        name = rest.pop(0)
    if not rest:
        return name, None
    return name, _read_input(screen) if rest == [INPUT] else "\n".join(rest)


def _read_input(screen: Screen) -> str:
    if screen.asks_terminal:
        return screen.ask(msg("ask-token", "Token:"))
    if sys.stdin is None:
        raise EOFError
    return sys.stdin.read(MOST_CHARACTERS + 1)


def _held(store: Store, uid: str) -> Setup | None:
    name = store.find(uid)
    return store.load(name).record.setup if name else None


def _play_again(engine: Engine, record: Record) -> tuple[Loaded, Match]:
    loaded = load_setup(engine, record.setup)
    return loaded, loaded.match(record.entries)


def _is_here(loaded: Loaded, match: Match) -> bool:
    """Say whether it is the turn of a seat that is played here."""
    return not match.over and loaded.setup.players[match.position.to_act()] != POST


# Sending.


def _send(
    screen: Screen,
    engine: Engine,
    store: Store,
    name: str | None,
    with_rules: bool | None,
    as_json: bool,
) -> None:
    """Print the token of the match *name*, else of the newest that goes by post."""
    if name is None:
        name = next((one.name for one in store.list() if POST in one.players), None)
    saved = store.load(name)
    loaded, match = _play_again(engine, saved.record)
    token = token_for(engine, saved.record, with_rules=with_rules)
    if as_json:
        _print_json(screen, {**_state(saved.name, loaded, match), "token": token})
        return
    # What is said besides goes to the error output: a pipe gets the token and nothing else.
    _show(screen, token, loaded, match, screen.aside)


def show_token(screen: Screen, engine: Engine, record: Record) -> None:
    """Show the token of a match that goes by post, and say what to do with it."""
    loaded, match = _play_again(engine, record)
    _show(screen, token_for(engine, record), loaded, match, screen.say)


def _show(
    screen: Screen, token: str, loaded: Loaded, match: Match, say: Callable[[Text], None]
) -> None:
    say(_about(loaded, match))
    screen.line(token)
    say(
        msg(
            "token-to-take-in",
            "On the other side it is taken in with: splitpick post, and this line behind it.",
        )
    )
    if POST in loaded.setup.players and not match.over:
        say(msg("token-answer", "Do the same here with the line that comes back."))
    if loaded.presenter.secrets and not match.over:
        say(
            msg(
                "token-secrets",
                "The token holds the secrets of this game too. They are hidden from a glance, not"
                " from somebody who wants to know: play with people you trust.",
            )
        )


def _about(loaded: Loaded, match: Match) -> Message:
    """Say what the token is for."""
    names = loaded.presenter.seats
    far = tuple(names[seat] for seat in far_seats(loaded.setup))
    if not far:
        return msg("token-to-share", "The match as a token:")
    if match.over:
        return msg(
            "token-of-the-end",
            "The match is over. This line tells it to {seats}:",
            seats=Both(far),
        )
    seat = names[match.position.to_act()]
    if _is_here(loaded, match):
        return msg(
            "token-not-needed",
            "It is the turn of {seat}, here. What was before is in this line, for {seats}:",
            seat=seat,
            seats=Both(far),
        )
    if len(far) == 1:
        return msg(
            "token-to-send",
            "Now it is the turn of {seat}, far away. Send this line there, in any chat or letter:",
            seat=seat,
        )
    return msg(
        "token-to-send-all",
        "Now it is the turn of {seat}, far away. Send this line to {seats}, in any chat or letter:",
        seat=seat,
        seats=Both(far),
    )


# Receiving.


def _receive(
    screen: Screen,
    store: Store,
    name: str | None,
    token: Token,
    seats: Sequence[str],
) -> Taken:
    """Take *token* in: as a new match, or as what goes beyond the one that is kept."""
    name = name or store.find(token.record.setup.uid)
    if name is None:
        return take_in(store, token, seats=_chosen(screen, token, seats))
    if seats:
        raise BadValue(
            msg("post-seats-settled", "In the match {name} it is settled who plays.", name=name)
        )
    return take_in(store, token, name=name)


def _chosen(screen: Screen, token: Token, wishes: Sequence[str]) -> list[int]:
    """Read which seats the reader of a new match plays; ask where that has to be said."""
    from .new_match import ask_one, unknown_seat

    known = list(token.record.setup.seats)
    seats = [wish.strip().casefold() for wish in wishes]
    for seat in seats:
        if seat not in known:
            raise unknown_seat(seat, known)
    if seats:
        return sorted({known.index(seat) for seat in seats})
    free = far_seats(token.record.setup)
    if len(free) < 2 or token.record.result is not None or not screen.asks_terminal:
        return []
    names = token.loaded.presenter.seats
    answers = [names[seat] for seat in free]
    return [free[ask_one(screen, msg("ask-seat", "Which seat is yours?"), answers)]]


def _tell(screen: Screen, taken: Taken) -> None:
    """Say what has become of the token."""
    if taken.new:
        screen.say(msg("kept-as", "This match is kept as {name}.", name=taken.name))
    elif not taken.added:
        screen.note(
            msg(
                "post-nothing-new",
                "{name} is as this token has it: nothing is new.",
                name=taken.name,
            )
        )


def _tell_story(screen: Screen, taken: Taken, loaded: Loaded, match: Match) -> None:
    """Tell what has happened since the reader's last decision, and how it goes on."""
    from .game_loop import Sitting
    from .match_players import Table
    from .play_command import resume_line

    # Nobody is asked for a decision, so it does not matter which bots are here.
    sitting = Sitting(screen, Table(loaded, [None] * len(loaded.setup.players)), match)
    if taken.new:
        sitting.welcome()
    if match.over:
        sitting.account()
        return
    if taken.added:
        sitting.recall()
    seat = loaded.presenter.seats[match.position.to_act()]
    if not _is_here(loaded, match):
        screen.say(msg("post-their-turn", "It is the turn of {seat}, far away.", seat=seat))
        return
    screen.say(msg("post-your-turn", "It is the turn of {seat}. Play on with:", seat=seat))
    screen.line(resume_line(screen, taken.name))


def _state(name: str, loaded: Loaded, match: Match) -> dict[str, object]:
    """Say for programs where the match stands."""
    return {
        "match": name,
        "uid": loaded.setup.uid,
        "to_act": None if match.over else loaded.setup.seats[match.position.to_act()],
        "yours": _is_here(loaded, match),
        "over": match.over,
    }


def _print_json(screen: Screen, value: object) -> None:
    screen.line(json.dumps(value, indent=2))
