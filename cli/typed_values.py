"""Values as people type them: numbers, seats with their players, options of rule sets."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..core.errors import BadValue, UnknownName, unknown
from ..core.hooks.engine import Engine
from ..core.matches.match import BAD_SEED, MOST_SEED
from ..core.matches.programs.allowed_commands import allow_command
from ..core.matches.programs.program import program_of, words_of
from ..core.matches.seating import seated
from ..core.matches.setup import PROCESS
from ..core.players.levels import LEVELS
from ..core.rules.characters import excerpt
from ..core.rules.load import Ruleset, RulesetFile
from ..core.session.match_players import TITLES
from ..core.session.move_reader import number_of
from ..core.session.vocabulary import NO, WITHOUT_UMLAUTS, YES
from ..core.text import Both, Message, msg, nmsg, sentences
from .screen import Screen

DEFAULT_RULESET = "jolly-roger"
DAILY_VARIANT = "advanced"
"""Variant of `DEFAULT_RULESET` that the deal of the day is played in; others have their own."""

TRUTHS = [(YES, "true"), (NO, "false")]

_sentence = sentences(
    msg("no-entry", 'There is no entry "{entry}": this match has entries 1 to {most}.'),
    msg("no-program",
        '"{command}" starts no program: name an executable file, or one on the PATH.'),
    msg("no-players-in-common", "{rulesets}, so they cannot be compared."),
    nmsg("ruleset-is-for", "{name} is for {count} player", "{name} is for {count} players", 0),
    msg("ruleset-is-for-range", "{name} is for {least} to {most} players"),
)  # fmt: skip


def parse_number(text: str) -> int:
    """Read a whole number from 0 to `MOST_SEED`; raises `BadValue` for any other text."""
    if not (text.isascii() and text.isdecimal()):
        raise BadValue(msg("bad-number", '"{text}" is not a whole number, 0 or more.', text=text))
    if len(text) > 19 or int(text) > MOST_SEED:
        raise BadValue(msg("number-too-big", "The number {text} is too big.", text=excerpt(text)))
    return int(text)


def number_from_one(typed: str, most: int = 1_000_000, code: str = "number-of-games") -> int:
    """Read a number from 1 to *most*; raises `BadValue` with *code* for any other."""
    number = parse_number(typed)
    if not 1 <= number <= most:
        raise BadValue(
            msg(code, "The number can be from 1 to {most}, not {number}.", most=most, number=number)
        )
    return number


def parse_entry(typed: str, most: int) -> int:
    """Read the number of an entry, from 1 to *most*; raises `BadValue` if there is none."""
    if not most:
        raise BadValue(msg("no-entries", "This match has no entries yet."))
    if 1 <= (number := number_of(typed.strip())) <= most:
        return number
    raise BadValue(_sentence("no-entry", entry=excerpt(typed), most=most))


def parse_seed(text: str) -> int:
    """Read a seed, 0 to `MOST_SEED`; raises `BadValue` for any other text."""
    try:
        return parse_number(text)
    except BadValue:
        raise BadValue(BAD_SEED) from None


def parse_variant(screen: Screen, file: RulesetFile, typed: str | None) -> Ruleset:
    """Return the variant *typed*, or the first one.

    A beginning that fits only one is enough; the language's own names are read as well.  Raises
    `UnknownName` for any other text.
    """
    if typed is None:
        return file.variant()
    begun = typed.strip().casefold().translate(WITHOUT_UMLAUTS)
    names = {
        id: {id, screen.words(name).casefold().translate(WITHOUT_UMLAUTS)}
        for id, name in file.variants
    }
    exact = [id for id, words in names.items() if begun in words]
    matches = exact or [
        id for id, said in names.items() if begun and any(one.startswith(begun) for one in said)
    ]
    return file.variant(matches[0] if len(matches) == 1 else typed)


def chosen_rules(
    screen: Screen, engine: Engine, ruleset: str | None, variant: str | None
) -> Ruleset:
    """Return the *variant* of a *ruleset* as typed, by default the first of the default game.

    Raises as `Engine.ruleset_file` and `parse_variant` do.
    """
    return parse_variant(screen, engine.ruleset_file(ruleset or DEFAULT_RULESET), variant)


def read_options(screen: Screen, requested: Sequence[str]) -> dict[str, str]:
    """Read ``name=value`` wishes, with yes and no as ``true`` and ``false``; raises `BadValue`."""
    options = {}
    truths = {word.text: truth for word, truth in TRUTHS}
    truths |= {screen.words(word).casefold(): truth for word, truth in TRUTHS}
    for option in requested:
        name, sign, value = (part.strip() for part in option.partition("="))
        if not sign:
            raise BadValue(msg("bad-option", 'Options are name=value, not "{text}".', text=option))
        options[name] = truths.get(value.casefold(), value)
    return options


def read_seats(
    screen: Screen,
    engine: Engine,
    requested: Sequence[str],
    seats: list[str],
    bots_only: bool = False,
) -> dict[str, str]:
    """Return by seat the players in ``seat=player`` *wishes*; raises `BadValue`, `UnknownName`."""
    chosen: dict[str, str] = {}
    others = {} if bots_only else TITLES
    titles = {**others, **{name: bot.title for name, bot in engine.bots.items()}}
    titles |= {level.id: level.title for level in LEVELS}
    spoken: dict[str, str] = {}
    for name, title in titles.items():
        said = screen.words(title).casefold()
        spoken |= {said: name, said.translate(WITHOUT_UMLAUTS): name}
    for text in requested:
        seat, sign, player = (part.strip() for part in text.partition("="))
        if not sign:
            raise BadValue(msg("bad-seat", 'Seats are seat=player, not "{text}".', text=text))
        seat = seat.casefold()
        if seat not in seats:
            raise unknown_seat(seat, seats)
        player = _player(engine, player, spoken, list(others))
        if seat in chosen:
            raise BadValue(msg("seat-twice", "The seat {seat} is taken twice.", seat=seat))
        chosen[seat] = player
    return chosen


def unknown_seat(seat: str, seats: list[str]) -> UnknownName:
    """Return the error for a seat that the game does not have."""
    return unknown(msg("unknown-seat", 'There is no seat "{name}".', name=seat), seat, seats)


def _player(engine: Engine, text: str, spoken: Mapping[str, str], others: Sequence[str]) -> str:
    """Read a player: one of *others*, a program with its command, or a bot.

    Without *others*, only a bot is allowed.  *spoken* has the name for each title of a player.
    """
    kind, sign, command = text.partition(":")
    if others and sign and kind.strip().casefold() == PROCESS:
        if not (command := command.strip()):
            raise BadValue(msg("no-command", "process: needs a command, as in process:./mybot."))
        words = words_of(command)
        if not (program := program_of(words)):  # a typing error must not cost the match
            raise BadValue(_sentence("no-program", command=excerpt(command)))
        if Path(words[0]).name != words[0]:
            command = shlex.join([program, *words[1:]])  # the full path works in any folder
        allow_command(command)
        return f"{PROCESS}:{command}"
    name = spoken.get(kind.strip().casefold(), kind.strip().casefold())
    if name in others and not sign:
        return name
    others = [*others, f"{PROCESS}:..."] if others else []
    return seated(f"{name}{sign}{command}", engine.bots, others).name


def no_comparison(one: Ruleset, other: Ruleset) -> Message | None:
    """Say that no number of players fits both rule sets; ``None`` if one does."""
    if max(one.players[0], other.players[0]) <= min(one.players[1], other.players[1]):
        return None
    return _sentence("no-players-in-common", rulesets=Both((players_of(one), players_of(other))))


def players_of(rules: Ruleset) -> Message:
    """Say for how many players a rule set is."""
    least, most = rules.players
    if least == most:
        return _sentence("ruleset-is-for", count=least, name=rules.title)
    return _sentence("ruleset-is-for-range", name=rules.title, least=least, most=most)
