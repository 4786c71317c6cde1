"""``splitpick play``: a game at this keyboard, line by line, so that it works anywhere."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from ..core.errors import BadValue, UnknownName, unknown
from ..core.players import Greedy
from ..core.text import Both, Message, Text, msg
from . import exits
from .sitting import HUMAN, HUMAN_TITLE, Quit, Sitting, Table, no_such_choice, numbered

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.hooks.engine import Engine
    from ..core.rules.load import Ruleset, RulesetFile
    from ..core.scene import Presenter
    from .screen import Screen
    from .wishes import PlayWishes

LOT = "lot"
LOT_WORD = msg("word-lot", "lot")
DEFAULT_RULESET = "jolly-roger"


def play_command(screen: Screen, engine: Engine, ruleset: str | None, wishes: PlayWishes) -> int:
    """Play a game as *wishes* say and ask for what a newcomer must decide; return the exit code.

    End of input and the word "quit" end it with 0, Ctrl-C with 130, each after saying how to go on.
    """
    try:
        table = _sit_down(screen, engine, ruleset, wishes)
    except EOFError:
        screen.line()
        screen.say(msg("no-game-begun", "No game was begun: the input has ended."))
        return exits.FINE
    sitting = Sitting(screen, table)
    sitting.replay(wishes.moves or "")
    sitting.welcome()
    try:
        sitting.play()
    except (EOFError, KeyboardInterrupt, Quit) as end:
        if not isinstance(end, Quit):
            screen.line()  # the cursor stands behind the prompt
        sitting.say_how_to_go_on()
        if isinstance(end, KeyboardInterrupt):
            raise
    return exits.FINE


# Before the game.


def _sit_down(screen: Screen, engine: Engine, ruleset: str | None, wishes: PlayWishes) -> Table:
    """Settle everything the game needs; every wish is checked before the first question."""
    seed = _seed(wishes.seed)
    name = ruleset or DEFAULT_RULESET
    file = engine.ruleset_file(name)
    loaded = file.variant(wishes.variant).with_options(_options(wishes.options))
    players = _number(wishes.players) if wishes.players is not None else None
    game = loaded.build(players)
    seats = _seat_ids(loaded, game)
    wanted = _players(screen, engine, wishes.seats, seats)
    first = _first(screen, wishes.first, seats, seed)
    if not wishes.seats and wishes.variant is None and not wishes.moves:
        presenter = loaded.presenter(game)
        wanted = _ask_opponent(screen, presenter, wanted)
        chosen = _ask_variant(screen, file)
        loaded = file.variant(chosen).with_options(_options(wishes.options))
        game = loaded.build(players)
    bots = [None if player == HUMAN else engine.bots[player]() for player in wanted]
    return Table(
        name=name,
        variant=loaded.variant_id,
        options=tuple(wishes.options),
        game=game,
        presenter=loaded.presenter(game),
        seats=seats,
        players=wanted,
        bots=bots,
        first=first,
        seed=seed,
    )


def _seat_ids(ruleset: Ruleset, game: Game) -> list[str]:
    return [seat for seat, _ in ruleset.seats[: game.players]]


def _seed(wish: str | None) -> int:
    if wish is None:
        return secrets.randbelow(10**9)
    return _number(
        wish, msg("bad-seed", 'A seed is a whole number from 0, not "{text}".', text=wish)
    )


def _number(text: str, message: Message | None = None) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 19:
        return int(text)
    raise BadValue(
        message or msg("bad-number", '"{text}" is not a whole number from 0.', text=text)
    )


def _options(wishes: Sequence[str]) -> dict[str, str]:
    """Read ``name=value`` wishes; the rule set says which values an option takes."""
    options = {}
    for wish in wishes:
        name, sign, value = wish.partition("=")
        if not sign:
            raise BadValue(
                msg("bad-option", 'An option is written name=value, not "{text}".', text=wish)
            )
        options[name.strip()] = value.strip()
    return options


def _players(screen: Screen, engine: Engine, wishes: Sequence[str], seats: list[str]) -> list[str]:
    """Read ``seat=player`` wishes; a person has the first free seat, greedy the others."""
    chosen: dict[str, str] = {}
    known = [HUMAN, *sorted(engine.bots)]
    spoken = {screen.words(HUMAN_TITLE).casefold(): HUMAN}
    spoken |= {screen.words(bot.title).casefold(): name for name, bot in engine.bots.items()}
    for wish in wishes:
        seat, sign, player = (part.strip().casefold() for part in wish.partition("="))
        if not sign:
            raise BadValue(
                msg("bad-seat", 'A seat is written seat=player, not "{text}".', text=wish)
            )
        if seat not in seats:
            raise unknown_seat(seat, seats)
        player = spoken.get(player, player)
        if player not in known:
            raise unknown(
                msg("unknown-player", 'There is no player "{name}".', name=player), player, known
            )
        if seat in chosen:
            raise BadValue(msg("seat-twice", "The seat {seat} is given twice.", seat=seat))
        chosen[seat] = player
    default = dict.fromkeys(seats, Greedy.id)
    if not set(seats) <= set(chosen):
        free = [seat for seat in seats if seat not in chosen]
        if HUMAN not in chosen.values():
            default[free[0]] = HUMAN
    return [chosen.get(seat, default[seat]) for seat in seats]


def unknown_seat(seat: str, seats: list[str]) -> UnknownName:
    """Make the error for a seat the game does not have."""
    return unknown(msg("unknown-seat", 'There is no seat "{name}".', name=seat), seat, seats)


def _first(screen: Screen, wish: str | None, seats: list[str], seed: int) -> int:
    """Say which seat starts; without a wish it is drawn by lot, from the seed."""
    plain = (wish or LOT).strip().casefold()
    if plain in (LOT, screen.words(LOT_WORD).casefold()):
        # Its own generator, so that the lot does not change the cards.
        return int(Random(f"{seed}/first").random() * len(seats))
    if plain not in seats:
        raise unknown_seat(plain, [*seats, LOT])
    return seats.index(plain)


def _ask_opponent(screen: Screen, presenter: Presenter, default: list[str]) -> list[str]:
    """Ask whether the others are bots or people; the answer fills all seats but the first."""
    others = Both(tuple(presenter.seats[1:]))
    answer = _ask(
        screen,
        msg("ask-opponent", "Who plays {seats}?", seats=others),
        [
            msg("opponent-bot", "the computer"),
            msg("opponent-human", "a person at this keyboard"),
        ],
    )
    return default if answer == 0 else [HUMAN] * len(default)


def _ask_variant(screen: Screen, file: RulesetFile) -> str:
    """Ask for the variant."""
    variants = file.variants
    if len(variants) == 1:
        return variants[0][0]
    answer = _ask(
        screen,
        msg("ask-variant", "Which game? For your first one take the first."),
        [name for _, name in variants],
    )
    return variants[answer][0]


def _ask(screen: Screen, question: Text, answers: Sequence[Text]) -> int:
    """Ask for one of *answers* by number until one is given; an empty line takes the first."""
    screen.say(question)
    for number, answer in enumerate(answers, 1):
        screen.say(numbered(number, answer))
    while True:
        text = screen.ask(msg("ask-number", "Number (Enter for 1):")).strip()
        if not text:
            return 0
        if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= len(answers):
            return int(text) - 1
        screen.say(no_such_choice(text, len(answers)))
