"""Facts at the head of an account: who played what, when, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from ...players import Bot
from ...scene import Presenter
from ...text import Both, Language, Message, Text, msg, named
from ..record import Loaded
from ..records.redact import program_name
from ..seating import title_of
from ..setup import HUMAN, POST, PROCESS, PROGRAM, dealt_seed
from .words import Words

YOU = msg("player-you", "you")
"""Name for the person here among players."""


@dataclass(frozen=True)
class MatchFact:
    """One fact in words."""

    label: str
    value: str
    exact: bool
    """True if each letter and digit of the value matters, as in a seed."""


def title(presenter: Presenter) -> Message:
    """Return the title of a match: the game, and the names of the seats."""
    seats = presenter.seats
    if len(seats) != 2:
        names = Both(tuple(map(named, seats)))
        return msg("title", "{game}: {seats}", game=presenter.name, seats=names)
    one, other = seats
    return msg(
        "title-of-two", "{game}: {one} against {other}", game=presenter.name, one=one, other=other
    ).to_you(
        one=msg("title-you-first", "{game}: you against {other}"),
        other=msg("title-you-second", "{game}: {one} against you"),
    )


def facts(loaded: Loaded, language: Language, words: Words, *, over: bool) -> list[MatchFact]:
    """List the facts; the seed only once the match is *over*, and never in a duplicate."""
    setup, presenter = loaded.setup, loaded.presenter
    players = tuple(
        msg(
            "seat-player",
            "{seat} ({player})",
            seat=seat,
            player=YOU if seat.you and player == HUMAN else label_player(player),
        )
        for seat, player in zip(presenter.seats, setup.players, strict=True)
    )
    leg = msg("leg", "game {leg} of 2 on the same deal", leg=setup.leg)
    practice = msg("is-practice", "yes: everything can be undone")
    shows_seed = over and not setup.leg and setup.seed is not None
    facts: list[tuple[Message, Text | Both]] = [
        (msg("fact-players", "Players"), Both(players, commas=True)),
        (msg("fact-first", "Starting player"), presenter.seats[setup.first]),
        (msg("fact-variant", "Variant"), presenter.variant),
        (msg("fact-options", "Options"), Both(_options(loaded), commas=True)),
        (msg("fact-date", "Date"), _date(setup.created, language)),
        (msg("fact-duplicate", "Duplicate"), leg if setup.leg else ""),
        (msg("fact-practice", "Practice"), practice if setup.practice else ""),
        (msg("fact-ruleset", "Rule set"), f"{setup.ruleset} {setup.hash[:12]}"),
        (msg("fact-seed", "Seed"), str(dealt_seed(setup)) if shows_seed else ""),
        (msg("fact-match", "Match"), setup.uid),
    ]
    return [
        MatchFact(words(label), value, label.code in ("fact-ruleset", "fact-seed", "fact-match"))
        for label, value in ((label, words(value)) for label, value in facts)
        if value
    ]


def _date(created: int, language: Language) -> str:
    if created <= 0:
        return ""
    from babel.dates import format_date  # CLDR's data is loaded only where it is needed

    day = datetime.fromtimestamp(created / 1000, UTC).date()
    return format_date(day, "long", locale=language.locale)


def label_player(player: str, bots: Mapping[str, type[Bot]] | None = None) -> Text:
    """Name a player, perhaps one of *bots*; a program by its name alone, without its path."""
    if player == HUMAN:
        return msg("player-human", "human")
    if player == POST:
        return msg("played-by-post", "by post")
    kind, _, command = player.partition(":")
    if kind in (PROCESS, PROGRAM):
        return msg("player-program", "program {name}", name=program_name(command))
    return title_of(player) if bots is None else title_of(player, bots)


def _options(loaded: Loaded) -> tuple[Message, ...]:
    """List the options that are not set to their defaults."""
    defaults = dict(type(loaded.ruleset.model.options)()).values()
    truths: dict[object, Text] = {True: msg("word-yes", "yes"), False: msg("word-no", "no")}
    return tuple(
        msg("option-is", "{name}: {value}", name=name, value=truths.get(value, str(value)))
        for (name, value), default in zip(loaded.ruleset.options.items(), defaults, strict=True)
        if value != default
    )
