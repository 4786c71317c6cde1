"""``splitpick play``: a new match at this keyboard."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Annotated, NamedTuple

import typer
from typer import Option

from ...core.errors import BadValue, SplitpickError, StoreError
from ...core.hooks.engine import Engine
from ...core.matches.postal import has_sides
from ...core.matches.record import settle
from ...core.matches.setup import HUMAN, POST, Setup, new_nonce, new_seed, new_uid
from ...core.matches.store import Summary, now
from ...core.players import Greedy
from ...core.players.levels import LEVELS
from ...core.rules.load import Ruleset, RulesetFile
from ...core.session.match_players import player_title
from ...core.session.play_session import Session
from ...core.text import Both, Language, Name, Text, msg, nmsg
from .. import options
from ..localized_typer import command, function_of
from ..screen import Screen
from ..start import begin
from ..storage.open_store import PRACTICE, open_store, told_day, told_time
from ..terminal.questions import ask_one
from ..typed_values import (
    DEFAULT_RULESET,
    parse_number,
    parse_seed,
    parse_variant,
    read_options,
    read_seats,
    unknown_seat,
)
from .game_loop import GameLoop
from .play_games import OTHER, QUIT, next_round, play_new, wish_after

_MOVES_BY_POST = msg(
    "moves-post",
    "Leave out --moves: in a match by post, the cards are dealt once the other side has answered.",
)

LOT = msg("word-lot", "lot")

FIRST_GAME = ""
"""Wish for the first variant of the default game, against the weakest level and with hints."""

LESSON = " "
"""Wish for the guided game of the default game."""

MOST_UNFINISHED = 3
"""Most unfinished matches that the menu offers."""


class Unfinished(NamedTuple):
    """The wish to go on with the match *name*."""

    name: str


@command(
    "splitpick play",
    "splitpick play jolly-roger --variant advanced --seat jolly=human --seat roger=greedy",
    "splitpick play --seat jolly=greedy --seat roger=greedy --seed 7",
)
def play(
    ctx: typer.Context,
    ruleset: options.Ruleset = None,
    variant: options.Variant = None,
    seats: options.Seats = None,
    first: Annotated[
        str | None,
        Option("--first", metavar="SEAT|lot", help='The seat that begins, or "lot" to draw lots.'),
    ] = None,
    seed: Annotated[
        str | None,
        Option("--seed", metavar="NUMBER", help="The seed: the same number deals the same cards."),
    ] = None,
    players: options.Players = None,
    ruleset_options: options.RulesetOptions = None,
    moves: Annotated[
        str | None,
        Option(
            "--moves",
            metavar="TEXT",
            help='Begin after these moves, as "notation" writes them: "G1 G4 / Y2; pick 1".',
        ),
    ] = None,
    practice: Annotated[
        bool, Option("--practice", help="Play a practice match: everything can be undone.")
    ] = False,
    duplicate: Annotated[
        bool, Option("--duplicate", help="Play two games on the same deal, with the seats swapped.")
    ] = False,
    no_save: options.NoSave = False,
    accessible: options.Accessible = False,
    plain: options.Plain = False,
    no_confirm: options.NoConfirm = False,
    play_forced: options.PlayForced = None,
) -> None:
    """Play a game in this terminal, against a program or against somebody at the same keyboard.

    Without arguments it asks for what a game needs.
    """
    screen, engine = begin(
        ctx, accessible=accessible, plain=plain, confirms=not no_confirm, plays_forced=play_forced
    )
    dealt = new_seed() if seed is None else parse_seed(seed)
    requested = read_options(screen, ruleset_options or ())
    asks = not (seats or variant or moves)
    first_game = False
    try:
        if ruleset is None:
            # Whoever names a seat or an option means the default game.
            named = first is not None or players is not None or ruleset_options
            wish = _ask_game(screen, engine) if asks and not named else DEFAULT_RULESET
            if isinstance(wish, Unfinished):
                settings = {"accessible": accessible, "plain": plain, "no_confirm": no_confirm}
                function_of(ctx, "resume")(ctx, wish.name, play_forced=play_forced, **settings)
                return
            ruleset = wish
            if ruleset == LESSON:
                learn = function_of(ctx, "learn")
                learn(ctx, no_save=no_save, accessible=accessible, plain=plain)
                return
            if ruleset == FIRST_GAME:
                ruleset, asks, first_game = DEFAULT_RULESET, False, True
        file = engine.ruleset_file(ruleset)
        rules = parse_variant(screen, file, variant).with_options(requested)
        all_seats = [seat for seat, _ in rules.seats]
        chosen = read_seats(screen, engine, seats or (), all_seats)
        begins = LOT.text if first is None else first.strip().casefold()
        if players is not None:
            count = parse_number(players)
            rules.build(count)  # refuses a number that the rules are not for
        elif asks:
            count = _ask_players(screen, rules)
        else:  # as few as leave no chosen seat out
            count = max([rules.players[0], *(all_seats.index(seat) + 1 for seat in chosen)])
        taken = all_seats[:count]
        if absent := [seat for seat in chosen if seat not in taken]:
            raise unknown_seat(absent[0], taken)
        if begins not in (*taken, LOT.text, lot := screen.words(LOT).casefold()):
            raise unknown_seat(begins, [*taken, lot])
        if asks:
            names = dict(rules.seats[:count])
            own = ask_one(
                screen, msg("ask-own-seat", "Who would you like to be? (It is only a name.)"), names
            )
            opponent = _ask_opponents(screen, [names[seat] for seat in taken if seat != own])
            chosen = {**dict.fromkeys(taken, opponent), own: HUMAN}
            if len(file.variants) > 1:
                asked = _ask_variant(screen, file, ruleset)
                rules = file.variant(asked).with_options(requested)
    except EOFError:
        screen.line()
        screen.say(msg("no-game-begun", "No game was started."))
        raise
    # By a separate generator, so that drawing lots changes no card.
    drawn = int(Random(f"{dealt}/first").random() * count)
    starts = taken.index(begins) if begins in taken else drawn
    # Unless a person plays already, one gets the first free seat; a bot gets all others.
    free = [seat for seat in taken if seat not in chosen]
    if free and HUMAN not in chosen.values():
        chosen[free[0]] = HUMAN
    others = LEVELS[0].id if first_game else Greedy.id
    sitting = [chosen.get(seat, others) for seat in taken]
    # The seed tells what chance will bring, which nobody may know who plays a match that counts.
    knows_seed = seed is not None or HUMAN not in sitting
    play_rounds(
        ctx,
        screen,
        engine,
        rules,
        sitting,
        starts,
        seed=dealt,
        knows_seed=knows_seed,
        source=ruleset,
        practice=practice,
        moves=moves or "",
        duplicate=duplicate,
        no_save=no_save,
    )


def play_rounds(
    ctx: typer.Context,
    screen: Screen,
    engine: Engine,
    rules: Ruleset,
    sitting: Sequence[str],
    starts: int,
    *,
    source: str,
    practice: bool = False,
    seed: int | None = None,
    knows_seed: bool = False,
    moves: str = "",
    duplicate: bool = False,
    no_save: bool = False,
) -> None:
    """Play matches of *rules* one after the other, as long as another one is wished.

    In the first one the players are *sitting* seat by seat, seat *starts* begins, and *seed*, by
    default a new one, deals; somebody *knows_seed*.  The other parameters are those of `play`.
    """
    while True:
        setup = settle(
            engine,
            rules,
            sitting,
            starts,
            new_seed() if seed is None else seed,
            practice=practice,
            created=now(),
            source=source,
            nonce=new_nonce() if POST in sitting else "",
        )
        if has_sides(setup):
            setup = replace(setup, shares=("", ""))
            if moves:
                raise BadValue(_MOVES_BY_POST)
        # --no-save leaves nothing in the user's folder; programs' error outputs need another one.
        logs = Path(gettempdir(), f"splitpick-{setup.uid}") if no_save else None
        legs = _both_legs(setup) if duplicate else [setup]
        sessions = [Session(engine, leg, rules=rules) for leg in legs]
        for session in sessions:
            session.seat_players(logs)
        games = [GameLoop(screen, session) for session in sessions]
        games[0].play_moves(moves)
        games[0].tells_seed = practice or (knows_seed and POST not in setup.players)
        play_new(games, keep=not no_save)
        if (wish := wish_after(ctx, games)) in (OTHER, QUIT):
            return
        sitting, starts = next_round(wish, sitting, starts)
        seed, moves, knows_seed = None, "", False


def _both_legs(setup: Setup) -> list[Setup]:
    """Make the two games of a duplicate: the same deal, the players' seats swapped."""
    if len(setup.seats) != 2:
        raise BadValue(msg("duplicate-two", "--duplicate needs two players, who swap their seats."))
    if POST in setup.players:
        raise BadValue(msg("duplicate-post", "--duplicate is not possible in a match by post."))
    other = new_uid()
    swapped = tuple(reversed(setup.players))
    return [
        replace(setup, leg=1, partner=other),
        replace(setup, leg=2, partner=setup.uid, uid=other, players=swapped),
    ]


def _ask_game(screen: Screen, engine: Engine) -> str | Unfinished:
    playable = engine.playable(screen.fault)
    names = sorted(playable, key=lambda name: name != DEFAULT_RULESET)
    rules = {name: playable[name].variant() for name in names}
    titles: dict[str, Text] = {
        name: _about_game(one.name, one.summary) for name, one in rules.items()
    }
    played = _played(screen)
    finished = {_game_of(one) for one in played if _is_finished(one)}
    if DEFAULT_RULESET in titles:
        game = playable[DEFAULT_RULESET].variant().name
        first = msg("first-game", "{game} – a first game, with hints", game=game)
        lesson = msg("lesson-game", "{game} – learn it step by step, in ten minutes", game=game)
        new: dict[str, Text] = {FIRST_GAME: first, LESSON: lesson}
        titles = {**titles, **new} if DEFAULT_RULESET in finished else {**new, **titles}
    begun = [one for one in played if one.result is None and _game_of(one) in playable]
    answers: dict[str | Unfinished, Text] = {
        Unfinished(summary.name): msg(
            "go-on-game",
            "{game} – go on with {match} ({about}), last played {time}",
            game=playable[_game_of(summary)].variant().name,
            match=summary.name,
            about=_about(engine, summary.setup, playable[_game_of(summary)], screen.language),
            time=told_time(summary.touched, screen.language),
        )
        for summary in begun[:MOST_UNFINISHED]
    }
    answers.update(titles)
    if screen.greets:
        welcome = msg(
            "welcome-aboard", "Welcome aboard! Play against the computer or with friends; q quits."
        )
        if finished:
            welcome = msg(
                "welcome-back", "Welcome back! Play against the computer or with friends; q quits."
            )
        screen.say(welcome)
        screen.line()
    return ask_one(screen, msg("ask-game", "Which game?"), answers)


def _about(engine: Engine, setup: Setup, file: RulesetFile, language: Language) -> Both:
    """Tell the match of *setup* from others of *file*: what it is for, how, and against whom."""
    from ...core.session.lesson import lesson_of  # it reads records, and with them pydantic

    with suppress(SplitpickError):  # of somebody's lesson, which is told where it is begun
        if lesson_of(engine, setup):
            return Both((msg("state-lesson", "guided game"),))
    others = [*setup.players]
    others.remove(HUMAN)
    marks: list[Text] = [*map(player_title, dict.fromkeys(others))]
    if len(file.variants) > 1 and setup.variant in file.rulesets:
        marks.insert(0, file.variant(setup.variant).variant_name)
    if setup.daily:
        day = told_day(setup.daily, language)
        marks.insert(0, msg("state-daily", "deal of {date}", date=day))
    if setup.practice:
        marks.append(PRACTICE)
    return Both(tuple(marks), commas=True)


def _played(screen: Screen) -> list[Summary]:
    """Return the saved matches with a person here, the last one played first."""
    with suppress(StoreError), open_store(screen) as store:  # a game can be begun without it
        return [one for one in store.list() if not one.is_damaged and HUMAN in one.setup.players]
    return []


def _is_finished(match: Summary) -> bool:
    """Return whether *match* was played to its end, and not only for practice."""
    return bool(match.result and match.result.forfeited is None and not match.setup.practice)


def _game_of(match: Summary) -> str:
    """Return the name of the rules of *match*, as they were asked for."""
    return match.setup.source or match.setup.ruleset


def _ask_variant(screen: Screen, file: RulesetFile, ruleset: str) -> str:
    """Ask for a variant of *file*, the rules called *ruleset*.

    To whoever has finished only matches of the first variant, the next one is suggested; then that
    of the last match.
    """
    ids = [id for id, _ in file.variants]
    finished = [
        match.setup.variant
        for match in _played(screen)
        if _is_finished(match) and _game_of(match) == ruleset and match.setup.variant in ids
    ]
    question = msg("ask-variant", "Which variant? If you are new, start with the first.")
    enter = 1
    if finished:
        question = msg("ask-variant-again", "Which variant?")
        enter = 2 if {*finished} == {ids[0]} else ids.index(finished[0]) + 1
    answers = {
        id: _about_game(name, file.variant(id).model.variants[id].description)
        for id, name in file.variants
    }
    return ask_one(screen, question, answers, enter=enter)


def _about_game(name: Name, sentence: Text | None) -> Text:
    """Return the *name* of a game or variant, with a *sentence* about it if there is one."""
    if not sentence:
        return name
    return msg("game-about", "{game}. {sentence}", game=name, sentence=sentence)


def _ask_players(screen: Screen, rules: Ruleset) -> int:
    least, most = rules.players
    asked = msg(
        "ask-players",
        "{game}: how many players in all, you included, {least} to {most}?",
        game=rules.name,
        least=least,
        most=most,
    )
    return ask_one(screen, asked, dict.fromkeys(range(least, most + 1), ""), least)


def _ask_opponents(screen: Screen, others: Sequence[Text]) -> str:
    """Ask who the others are: a level, or people at this keyboard."""
    answers = {
        level.id: msg("opponent-level", "the computer: {level}", level=level.title)
        for level in LEVELS
    }
    first = LEVELS[0]
    answers[first.id] = msg(
        "opponent-first",
        "the computer: {level} (easiest), with hints for your first games",
        level=first.title,
    )
    best = LEVELS[-1]
    answers[best.id] = msg("opponent-last", "the computer: {level} (hardest)", level=best.title)
    answers[HUMAN] = nmsg(
        "opponent-human", "a person at this keyboard", "people at this keyboard", len(others)
    )
    question = msg("ask-opponent", "Who plays {seats}?", seats=Both(tuple(others)))
    return ask_one(screen, question, answers)
