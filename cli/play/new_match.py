"""A new match: its rules, players and seed, from what was typed and the answers to questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...core.hooks.engine import Engine
from ...core.matches.record import settle
from ...core.matches.setup import HUMAN, Setup, new_seed
from ...core.matches.store import now
from ...core.players import Greedy
from ...core.players.levels import LEVELS
from ...core.rules.load import Ruleset
from ...core.text import Both, Text, msg, nmsg
from ..screen import Screen
from ..terminal.choices import ask_one
from ..typed_values import (
    DEFAULT_RULESET,
    number_wish,
    read_options,
    read_seats,
    seed_wish,
    unknown_seat,
)

LOT = "lot"
LOT_WORD = msg("word-lot", "lot")


def new_match(
    screen: Screen,
    engine: Engine,
    *,
    ruleset: str | None,
    variant: str | None,
    seats: Sequence[str],
    first: str | None,
    seed: str | None,
    players: str | None,
    ruleset_options: Sequence[str],
    practice: bool,
    asks: bool,
) -> tuple[Setup, Ruleset]:
    """Settle a match; every typed value is checked before anything else is asked.

    *asks* allows to ask who plays which game and variant.  Raises `Quit` and `EOFError` where a
    question is not answered, and what a wrong value raises.
    """
    dealt = new_seed() if seed is None else seed_wish(seed)
    options = read_options(screen, ruleset_options)
    if ruleset is None:
        # Whoever names a seat or an option means the default game.
        named = first is not None or players is not None or ruleset_options
        ruleset = _ask_game(screen, engine) if asks and not named else DEFAULT_RULESET
    screen.playing = ruleset
    file = engine.ruleset_file(ruleset)
    rules = file.variant(variant).with_options(options)
    count = None if players is None else number_wish(players)
    if count is not None:
        rules.build(count)  # refuses a number that the rules are not for
    all_seats = [seat for seat, _ in rules.seats]
    chosen = read_seats(screen, engine, seats, all_seats)
    begins = _first_wish(screen, first, all_seats)
    if count is None and asks:
        count = _ask_players(screen, rules)
    elif count is None:  # as few as leave no chosen seat out
        count = max([rules.players[0], *(all_seats.index(seat) + 1 for seat in chosen)])
    taken = all_seats[:count]
    for seat in [*chosen, *([] if begins == LOT else [begins])]:
        if seat not in taken:
            raise unknown_seat(seat, taken)
    if asks:
        opponent = _ask_opponents(screen, [name for _, name in rules.seats[1:count]])
        chosen = {taken[0]: HUMAN, **dict.fromkeys(taken[1:], opponent)}
        question = msg("ask-variant", "Which variant? Start with the first.")
        answer = ask_one(screen, question, [name for _, name in file.variants])
        rules = file.variant(file.variants[answer][0]).with_options(options)
    setup = settle(
        engine,
        rules,
        _fill_up(chosen, taken),
        # By a generator of its own, so that the lot changes no card.
        int(Random(f"{dealt}/first").random() * count) if begins == LOT else taken.index(begins),
        dealt,
        practice=practice,
        created=now(),
        source=ruleset,
    )
    return setup, rules


def _first_wish(screen: Screen, typed: str | None, seats: list[str]) -> str:
    """Read which seat begins: its id, or `LOT`, which is the default."""
    begins = LOT if typed is None else typed.strip().casefold()
    lot = screen.words(LOT_WORD).casefold()
    if begins not in (LOT, lot, *seats):
        raise unknown_seat(begins, [*seats, lot])
    return begins if begins in seats else LOT


def _fill_up(chosen: Mapping[str, str], seats: list[str]) -> list[str]:
    """Seat a person on the first free seat, unless there is one, and greedy on all others."""
    free = [seat for seat in seats if seat not in chosen]
    person = free[0] if free and HUMAN not in chosen.values() else None
    return [chosen.get(seat, HUMAN if seat == person else Greedy.id) for seat in seats]


def _ask_game(screen: Screen, engine: Engine) -> str:
    playable = engine.playable(screen.fault)
    names = sorted(playable, key=lambda name: name != DEFAULT_RULESET)
    titles = [playable[name].name for name in names]
    return names[ask_one(screen, msg("ask-game", "Which game?"), titles)]


def _ask_players(screen: Screen, rules: Ruleset) -> int:
    least, most = rules.players
    counts = range(least, most + 1)
    answers = [nmsg("players", "{count} player", "{count} players", count) for count in counts]
    return least + ask_one(screen, msg("ask-players", "How many play?"), answers)


def _ask_opponents(screen: Screen, others: Sequence[Text]) -> str:
    """Ask who the others are: a level, or people at this keyboard."""
    people = nmsg(
        "opponent-human", "a person at this keyboard", "people at this keyboard", len(others)
    )
    levels = [msg("opponent-level", "the computer: {level}", level=one.title) for one in LEVELS]
    question = msg("ask-opponent", "Who plays {seats}?", seats=Both(tuple(others)))
    answer = ask_one(screen, question, [*levels, people])
    return LEVELS[answer].id if answer < len(LEVELS) else HUMAN
