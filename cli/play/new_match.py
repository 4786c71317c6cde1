"""Before the game: who plays what against whom, from what was typed and what is asked."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ...core.errors import BadValue, UnknownName, unknown
from ...core.matches.match import BAD_SEED, MOST_SEED
from ...core.matches.programs.program import program_of, words_of
from ...core.matches.record import settle
from ...core.matches.seating import seated
from ...core.matches.setup import HUMAN, POST, PROCESS, Setup, new_seed
from ...core.matches.store import now
from ...core.players import Greedy
from ...core.players.levels import LEVELS
from ...core.rules.characters import excerpt
from ...core.text import Both, Text, msg, nmsg
from .choices import no_such_choice, number_of, numbered
from .match_players import HUMAN_TITLE, POST_TITLE, Quit
from .vocabulary import WITHOUT_UMLAUTS, YES, Vocabulary

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.rules.load import Ruleset, RulesetFile
    from ..screen import Screen
    from ..wishes import PlayWishes

LOT = "lot"
LOT_WORD = msg("word-lot", "lot")
TRUTHS = [(YES, "true"), (msg("word-no", "no"), "false")]
"""What people say for true and false."""
DEFAULT_RULESET = "jolly-roger"


def sit_down(
    screen: Screen, engine: Engine, ruleset: str | None, wishes: PlayWishes
) -> tuple[Setup, Ruleset]:
    """Settle everything the game needs; every wish is checked before it is asked what is left."""
    seed = _seed(wishes.seed)
    options = read_options(screen, wishes.options)
    asks = not (wishes.seats or wishes.variant or wishes.moves)
    name = ruleset
    if name is None:
        # Whoever wishes for a seat or an option means the game that was there first.
        wished = wishes.first, wishes.players, wishes.options or None
        name = _ask_game(screen, engine) if asks and not any(wished) else DEFAULT_RULESET
    screen.playing = name
    file = engine.ruleset_file(name)
    loaded = file.variant(wishes.variant).with_options(options)
    players = None if wishes.players is None else number_wish(wishes.players)
    if players is not None:
        loaded.build(players)  # refuses a number the rules are not for
    all_seats = [seat for seat, _ in loaded.seats]
    chosen = read_seats(screen, engine, wishes.seats, all_seats)
    first = _first_wish(screen, wishes.first, all_seats)
    if players is None:
        players = _ask_players(screen, loaded) if asks else _players_for(loaded, chosen)
    seats = all_seats[:players]
    for seat in [*chosen, *([] if first == LOT else [first])]:
        if seat not in seats:
            raise unknown_seat(seat, seats)
    if asks:
        opponent = _ask_opponents(screen, [name for _, name in loaded.seats[1:players]])
        chosen = {seats[0]: HUMAN, **dict.fromkeys(seats[1:], opponent)}
        loaded = file.variant(_ask_variant(screen, file)).with_options(options)
    setup = settle(
        engine,
        loaded,
        _fill_up(chosen, seats),
        _draw_lot(seed, players) if first == LOT else seats.index(first),
        seed,
        practice=wishes.practice,
        created=now(),
        source=name,
    )
    return setup, loaded


def _players_for(ruleset: Ruleset, chosen: Mapping[str, str]) -> int:
    """Return the fewest players that leave no chosen seat out."""
    named = [number for number, (seat, _) in enumerate(ruleset.seats, 1) if seat in chosen]
    return max([ruleset.players[0], *named])


def _seed(wish: str | None) -> int:
    if wish is None:
        return new_seed()
    if wish.isascii() and wish.isdecimal() and len(wish) < 20 and int(wish) <= MOST_SEED:
        return int(wish)
    raise BadValue(BAD_SEED)


def number_wish(text: str) -> int:
    """Read a whole number from 0; raises `BadValue`."""
    if text.isascii() and text.isdecimal():
        if len(text) < 19:
            return int(text)
        raise BadValue(msg("too-big", "The number {text} is too big.", text=excerpt(text)))
    raise BadValue(msg("bad-number", '"{text}" is not a whole number from 0.', text=text))


def read_options(screen: Screen, wishes: Sequence[str]) -> dict[str, str]:
    """Read ``name=value`` wishes; the rule set says which values an option takes."""
    options = {}
    truths = {word.text: truth for word, truth in TRUTHS}
    truths |= {screen.words(word).casefold(): truth for word, truth in TRUTHS}
    for wish in wishes:
        name, sign, value = wish.partition("=")
        if not sign:
            raise BadValue(
                msg("bad-option", 'An option is written name=value, not "{text}".', text=wish)
            )
        value = value.strip()
        options[name.strip()] = truths.get(value.casefold(), value)
    return options


def read_seats(
    screen: Screen,
    engine: Engine,
    wishes: Sequence[str],
    seats: list[str],
    *,
    bots_only: bool = False,
) -> dict[str, str]:
    """Read ``seat=player`` wishes: who sits on the seats that were given."""
    chosen: dict[str, str] = {}
    others = {} if bots_only else {HUMAN: HUMAN_TITLE, POST: POST_TITLE}
    titles = {
        **{name: bot.title for name, bot in engine.bots.items()},
        **{level.id: level.title for level in LEVELS},
    }
    spoken: dict[str, str] = {}
    for name, title in [*others.items(), *titles.items()]:
        said = screen.words(title).casefold()
        spoken |= {said: name, said.translate(WITHOUT_UMLAUTS): name}
    for wish in wishes:
        seat, sign, player = (part.strip() for part in wish.partition("="))
        if not sign:
            raise BadValue(
                msg("bad-seat", 'A seat is written seat=player, not "{text}".', text=wish)
            )
        seat = seat.casefold()
        if seat not in seats:
            raise unknown_seat(seat, seats)
        player = _player(engine, player, spoken, list(others))
        if seat in chosen:
            raise BadValue(msg("seat-twice", "The seat {seat} is taken twice.", seat=seat))
        chosen[seat] = player
    return chosen


def _player(engine: Engine, text: str, spoken: Mapping[str, str], others: Sequence[str]) -> str:
    """Read who shall sit somewhere: one of *others* or a program with its command, else a bot.

    Where there are no *others* it has to be a bot.
    """
    kind, sign, command = text.partition(":")
    if others and sign and kind.strip().casefold() == PROCESS:
        if not command.strip():
            raise BadValue(
                msg(
                    "no-command",
                    "Behind process: there has to be a command, such as process:./mybot.",
                )
            )
        return f"{PROCESS}:{from_anywhere(command.strip())}"
    name = spoken.get(kind.strip().casefold(), kind.strip().casefold())
    if name in others and not sign:
        return name
    others = [*others, f"{PROCESS}:..."] if others else []
    return seated(f"{name}{sign}{command}", engine.bots, others).name


def from_anywhere(command: str) -> str:
    """Write *command* so that it starts the same program whatever folder it is called from.

    Raises `BadValue` where there is no such program: a slip shall not cost the match.
    """
    words = words_of(command)
    program = program_of(words)
    if not program and not isinstance(words, str) and Path(words[0]).is_file():
        raise BadValue(
            msg(
                "not-executable",
                'The file "{file}" cannot be run: make it executable (chmod +x), or name what '
                "runs it, such as process:python3 {file}",
                file=excerpt(words[0]),
            )
        )
    if not program:
        raise BadValue(
            msg(
                "no-program",
                'There is no program to start with "{command}".',
                command=excerpt(command),
            )
        )
    if isinstance(words, str) or Path(words[0]).name == words[0]:
        return command
    return shlex.join([program, *words[1:]])


def _fill_up(chosen: Mapping[str, str], seats: list[str]) -> list[str]:
    """Seat a person on the first free seat unless one sits already, and greedy on all others."""
    free = [seat for seat in seats if seat not in chosen]
    person = free[0] if free and HUMAN not in chosen.values() else None
    return [chosen.get(seat, HUMAN if seat == person else Greedy.id) for seat in seats]


def unknown_seat(seat: str, seats: list[str]) -> UnknownName:
    """Make the error for a seat the game does not have."""
    return unknown(msg("unknown-seat", 'There is no seat "{name}".', name=seat), seat, seats)


def _first_wish(screen: Screen, wish: str | None, seats: list[str]) -> str:
    """Read which seat starts, or `LOT`, which is also what no wish means."""
    plain = LOT if wish is None else wish.strip().casefold()
    lot = screen.words(LOT_WORD).casefold()
    if plain in (LOT, lot):
        return LOT
    if plain not in seats:
        raise unknown_seat(plain, [*seats, lot])
    return plain


def _draw_lot(seed: int, players: int) -> int:
    """Draw from the seed who starts; by a generator of its own, so that it changes no card."""
    return int(Random(f"{seed}/first").random() * players)


def _ask_game(screen: Screen, engine: Engine) -> str:
    """Ask for the game where there are several."""
    playable = engine.playable(screen.fault)
    names = sorted(playable, key=lambda name: name != DEFAULT_RULESET)
    if len(names) == 1:
        return names[0]
    titles = [playable[name].name for name in names]
    return names[ask_one(screen, msg("ask-game", "Which game?"), titles)]


def _ask_players(screen: Screen, ruleset: Ruleset) -> int:
    """Ask how many play, where the rules leave that open."""
    least, most = ruleset.players
    if least == most:
        return most
    answers = [
        nmsg("players", "{count} player", "{count} players", count)
        for count in range(least, most + 1)
    ]
    return least + ask_one(screen, msg("ask-players", "How many play?"), answers)


def _ask_opponents(screen: Screen, others: Sequence[Text]) -> str:
    """Ask who the others are: a level, or people at this keyboard."""
    answer = ask_one(
        screen,
        msg("ask-opponent", "Who plays {seats}?", seats=Both(tuple(others))),
        [
            *(msg("opponent-level", "the computer: {level}", level=one.title) for one in LEVELS),
            nmsg(
                "opponent-human", "a person at this keyboard", "people at this keyboard",
                len(others),
            ),
        ],
    )  # fmt: skip
    return LEVELS[answer].id if answer < len(LEVELS) else HUMAN


def _ask_variant(screen: Screen, file: RulesetFile) -> str:
    """Ask for the variant."""
    variants = file.variants
    if len(variants) == 1:
        return variants[0][0]
    answer = ask_one(
        screen,
        msg("ask-variant", "Which variant? Start with the first."),
        [name for _, name in variants],
    )
    return variants[answer][0]


def ask_one(screen: Screen, question: Text, answers: Sequence[Text]) -> int:
    """Ask for one of *answers* by number until one is given; an empty line takes the first."""
    screen.say(question)
    for number, answer in enumerate(answers, 1):
        screen.say(numbered(number, answer))
    vocabulary = Vocabulary(screen.language, ())
    while True:
        text = screen.ask(msg("ask-number", "Number (Enter for 1):")).strip()
        if not text:
            return 0
        if vocabulary.command(text) == "quit":
            raise Quit
        if 1 <= number_of(text) <= len(answers):
            return number_of(text) - 1
        screen.say(no_such_choice(text, len(answers)))
