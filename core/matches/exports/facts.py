"""What is said at the head of an account: who played what, when, under which rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...text import Both, Message, Text, msg
from ..records.redact import program_name
from ..seating import title_of
from ..setup import HUMAN, POST, PROCESS, PROGRAM, Setup

if TYPE_CHECKING:
    from ...scene import Presenter
    from ...text import Language
    from ..record import Loaded
    from .words import Words

HASH_SHOWN = 12
"""How many digits of the rules' hash are shown: enough to compare by eye."""


@dataclass(frozen=True)
class Fact:
    """Something to know about a match."""

    label: str
    value: str
    exact: bool = False
    """Whether the value is no text but letters and digits that count one by one."""


def title(presenter: Presenter) -> Message:
    """Say what was played, and by which seats."""
    seats = presenter.seats
    if len(seats) == 2:
        return msg(
            "title-of-two",
            "{game}: {one} against {other}",
            game=presenter.name,
            one=seats[0],
            other=seats[1],
        )
    return msg("title", "{game}: {seats}", game=presenter.name, seats=Both(tuple(seats)))


def facts(loaded: Loaded, language: Language, words: Words, *, over: bool) -> list[Fact]:
    """List what there is to know; the seed, which tells what is to come, once the match is over.

    Of a duplicate it is not told: the other game has the same.
    """
    setup, presenter = loaded.setup, loaded.presenter
    found: list[tuple[Message, Text | Both]] = [
        (msg("fact-players", "Players"), _players(presenter, setup)),
        (msg("fact-first", "Begins"), presenter.seats[setup.first]),
        (msg("fact-variant", "Variant"), presenter.variant),
    ]
    options = _options(loaded)
    if options:
        found.append((msg("fact-options", "Options"), Both(options, commas=True)))
    date = _date(setup.created, language)
    if date:
        found.append((msg("fact-date", "Date"), date))
    if setup.leg:
        leg = msg("leg", "game {leg} of 2 on the same deal", leg=setup.leg)
        found.append((msg("fact-duplicate", "Duplicate"), leg))
    if setup.practice:
        practice = msg("is-practice", "yes: everything may be taken back")
        found.append((msg("fact-practice", "Practice"), practice))
    exact: list[tuple[Message, Text]] = [
        (msg("fact-ruleset", "Rule set"), f"{setup.ruleset} {setup.hash[:HASH_SHOWN]}")
    ]
    if over and not setup.leg and setup.seed is not None:
        exact.append((msg("fact-seed", "Seed"), str(setup.seed)))
    if setup.uid:
        exact.append((msg("fact-match", "Match"), setup.uid))
    return [
        *(Fact(words(label), words(value)) for label, value in found),
        *(Fact(words(label), words(value), exact=True) for label, value in exact),
    ]


def _players(presenter: Presenter, setup: Setup) -> Both:
    return Both(
        tuple(
            msg("seat-player", "{seat} ({player})", seat=seat, player=_player(player))
            for seat, player in zip(presenter.seats, setup.players, strict=True)
        ),
        commas=True,
    )


def _player(player: str) -> Text:
    """Name a player; of a program only the name, for where it lies is nobody else's business."""
    if player == HUMAN:
        return msg("player-human", "human")
    if player == POST:
        return msg("player-post", "by post")
    kind, sign, command = player.partition(":")
    if sign and kind in (PROCESS, PROGRAM):
        name = program_name(command) if kind == PROCESS and command.strip() else command or kind
        return msg("player-program", "program {name}", name=name)
    return title_of(player)


def _options(loaded: Loaded) -> tuple[Message, ...]:
    """Name the options that are set to something else than usual."""
    usual = type(loaded.ruleset.model.options)()
    return tuple(
        msg("option-is", "{name}: {value}", name=name, value=_value(value))
        for (name, value), default in zip(
            loaded.ruleset.options.items(), dict(usual).values(), strict=True
        )
        if value != default
    )


def _value(value: object) -> Text:
    if value is True:
        return msg("word-yes", "yes")
    if value is False:
        return msg("word-no", "no")
    return str(value)


def _date(milliseconds: int, language: Language) -> str:
    """Write the day, in UTC, as the language writes days; nothing where nobody knows it."""
    if milliseconds <= 0:
        return ""
    from babel.dates import format_date  # CLDR's data is loaded only where it is needed

    try:
        day = datetime.fromtimestamp(milliseconds / 1000, UTC).date()
    except (OverflowError, OSError, ValueError):
        return ""  # a number that some record holds and no calendar
    return str(format_date(day, "long", locale=language.locale))
