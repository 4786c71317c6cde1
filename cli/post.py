"""``splitpick post``: prints a match as a token to send, and takes in the token that came back."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import BadValue, unknown
from ..core.game import CHANCE
from ..core.matches.postal import far_seats, take_in, token_for
from ..core.matches.setup import HUMAN, POST
from ..core.matches.token import MOST_CHARACTERS, Tokens, looks_like_token
from ..core.text import Both, Message, msg
from .exits import FINE
from .store import open_store

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.matches.match import Match
    from ..core.matches.record import Loaded, Record
    from ..core.matches.setup import Setup
    from ..core.matches.store import Store
    from ..core.matches.token import Token
    from .screen import Screen

INPUT = "-"
"""What stands for a token that comes through the standard input."""

LONGEST_NAME = 60
"""No match has a longer name, so what is longer was meant to be a token."""


def post_command(
    screen: Screen,
    engine: Engine,
    words: Sequence[str],
    seats: Sequence[str] = (),
    *,
    with_rules: bool = False,
    as_json: bool = False,
) -> int:
    """Print the token of a match, or take in the token that is among *words*.

    *words* are a match's name, a token, or both; *seats* are those that the reader of a new match
    plays.  Raises `RecordError` for a token that cannot be read or does not fit, and then nothing
    has changed.
    """
    name, text = _understand(screen, words)
    with open_store(screen) as store:
        tokens = Tokens(engine, lambda uid: _held(store, uid))
        if text is None:
            _send(screen, store, tokens, name, with_rules or None, as_json)
        else:
            _receive(screen, store, tokens, name, tokens.read(text), seats, as_json)
    return FINE


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


# Sending.


def _send(
    screen: Screen,
    store: Store,
    tokens: Tokens,
    name: str | None,
    with_rules: bool | None,
    as_json: bool,
) -> None:
    """Print the token of the match *name*, else of the newest that goes by post."""
    if name is None:
        listed = store.list()
        name = next((one.name for one in listed if POST in one.players), None)
    saved = store.load(name)
    if as_json:
        loaded, match = _play_again(tokens, saved.record)
        token = token_for(saved.record, tokens, with_rules=with_rules)
        _print_json(screen, {**_state(saved.name, loaded, match), "token": token})
        return
    show_token(screen, tokens, saved.name, saved.record, with_rules=with_rules)


def show_token(
    screen: Screen, tokens: Tokens, name: str, record: Record, *, with_rules: bool | None = None
) -> None:
    """Show the token of the match *name* alone on a line, and say what to do with it.

    What is said besides goes to the error output, so a pipe gets the token and nothing else.
    """
    loaded, match = _play_again(tokens, record)
    token = token_for(record, tokens, with_rules=with_rules)
    screen.aside(_about(name, loaded, match))
    screen.line(token)
    screen.aside(
        msg(
            "token-to-take-in",
            "It is taken in with: splitpick post, and the line behind it.",
        )
    )
    if loaded.presenter.secrets and match.result is None:
        screen.aside(
            msg(
                "token-secrets",
                "The token holds the secrets of this game too. They are hidden from a glance, not"
                " from somebody who wants to know: play with people you trust.",
            )
        )


def _about(name: str, loaded: Loaded, match: Match) -> Message:
    """Say what the token is for."""
    presenter, setup = loaded.presenter, loaded.setup
    far = far_seats(setup)
    if not far:
        return msg("token-to-share", "{name} as a token:", name=name)
    seats = Both(tuple(presenter.seats[seat] for seat in far))
    if not match.over and setup.players[match.position.to_act()] != POST:
        return msg(
            "token-not-needed",
            "{name}: it is your turn. What went before it is in this token, for {seats}:",
            name=name,
            seats=seats,
        )
    return msg(
        "token-to-send",
        "{name}: send this line to {seats}, in any chat or letter:",
        name=name,
        seats=seats,
    )


# Receiving.


def _receive(
    screen: Screen,
    store: Store,
    tokens: Tokens,
    name: str | None,
    token: Token,
    seats: Sequence[str],
    as_json: bool,
) -> None:
    """Take *token* in: as a new match, or as what goes beyond the one that is kept."""
    name = name or store.find(token.record.setup.uid)
    if name is None:
        taken = take_in(store, tokens, token, seats=_chosen(screen, token, seats))
    elif seats:
        raise BadValue(
            msg("post-seats-settled", "In the match {name} it is settled who plays.", name=name)
        )
    else:
        taken = take_in(store, tokens, token, name=name)
    loaded, match = _play_again(tokens, taken.record)
    if as_json:
        come = {"new": taken.new, "entries": taken.added}
        _print_json(screen, {**_state(taken.name, loaded, match), **come})
        return
    if taken.new:
        screen.say(_begun(taken.name, loaded))
    if taken.added:
        _tell_story(screen, loaded, match)
    else:
        screen.note(
            msg(
                "post-nothing-new",
                "{name} is as this token has it: nothing is new.",
                name=taken.name,
            )
        )
    _tell_turn(screen, taken.name, loaded, match)


def _chosen(screen: Screen, token: Token, wishes: Sequence[str]) -> list[int]:
    """Read which seats the reader of a new match plays."""
    known = list(token.record.setup.seats)
    for wish in wishes:
        if wish.strip().casefold() not in known:
            raise unknown(msg("unknown-seat", 'There is no seat "{name}".', name=wish), wish, known)
    if wishes:
        return sorted({known.index(wish.strip().casefold()) for wish in wishes})
    free = far_seats(token.record.setup)
    if len(free) < 2 or token.record.result is not None or not screen.asks_terminal:
        return []
    from .play import _ask

    names = token.loaded.presenter.seats
    answer = _ask(screen, msg("ask-seat", "Which seat is yours?"), [names[seat] for seat in free])
    return [free[answer]]


def _play_again(tokens: Tokens, record: Record) -> tuple[Loaded, Match]:
    loaded = tokens.load(record.setup)
    return loaded, loaded.match(record.entries)


# What is told.


def _begun(name: str, loaded: Loaded) -> Message:
    presenter, players = loaded.presenter, loaded.setup.players
    own = tuple(presenter.seats[seat] for seat, player in enumerate(players) if player == HUMAN)
    whole = msg(
        "post-begun",
        "A new match, {name}: {game}, {variant}.",
        name=name,
        game=presenter.name,
        variant=presenter.variant,
    )
    if not own:
        return whole
    return msg("post-you-play", "{whole} You play {seats}.", whole=whole, seats=Both(own))


def _tell_turn(screen: Screen, name: str, loaded: Loaded, match: Match) -> None:
    """Say whose turn it is and how to go on, or how the match has ended."""
    presenter, setup = loaded.presenter, loaded.setup
    if match.over:
        for text in presenter.scoring(match.position):
            screen.say(text)
        return
    to_act = match.position.to_act()
    seat = presenter.seats[to_act]
    if setup.players[to_act] == POST:
        screen.say(msg("post-their-turn", "It is the turn of {seat}, far away.", seat=seat))
        return
    screen.say(msg("post-your-turn", "It is the turn of {seat}. Play on with:", seat=seat))
    screen.line(f"splitpick resume {name}")


def _tell_story(screen: Screen, loaded: Loaded, match: Match) -> None:
    """Tell what has happened since the reader's last decision."""
    people = [seat for seat, player in enumerate(loaded.setup.players) if player == HUMAN]
    viewer = people[0] if len(people) == 1 else None
    own = [at for at, done in enumerate(match.actions) if done.seat in people]
    at = own[-1] + 1 if own else 0
    presenter = loaded.presenter
    while at < len(match.actions):
        end = at
        while end < len(match.actions) and match.actions[end].seat == CHANCE:
            end += 1
        if end > at:
            told = presenter.deal(match.actions[at:end], match.at(end), viewer)
        else:
            before, end = match.at(at), at + 1
            action = before.parse(match.actions[at].notation)
            told = presenter.tell(before, action, match.at(end), viewer)
        for text in told:
            screen.say(text)
        at = end


def _state(name: str, loaded: Loaded, match: Match) -> dict[str, object]:
    to_act = None if match.over else match.position.to_act()
    return {
        "match": name,
        "uid": loaded.setup.uid,
        "to_act": None if to_act is None else loaded.setup.seats[to_act],
        "yours": to_act is not None and loaded.setup.players[to_act] != POST,
        "over": match.over,
    }


def _print_json(screen: Screen, value: object) -> None:
    screen.line(json.dumps(value, indent=2))
