"""The start page, for whoever has started the server: a new match, and the matches so far."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import NamedTuple

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.matches.exports.facts import YOU, label_player
from ...core.matches.exports.words import Words
from ...core.matches.records.record_reader import read_record
from ...core.matches.seating import seated
from ...core.matches.setup import HUMAN, new_uid
from ...core.matches.store import Summary
from ...core.players.levels import LEVELS
from ...core.rules.load import Ruleset, RulesetFile
from ...core.session.clock import Clock
from ...core.text import Both, Language, Message, Text, msg, nmsg
from ..storage.open_store import told_time
from ..typed_values import DAILY_VARIANT, DEFAULT_RULESET
from .around.company import SHARED
from .around.game_cards import GameCard, GameCards
from .open_matches import OpenMatches
from .request_limits import Form

MOST_LISTED = 30
"""Most matches in the list."""
LOT = "lot"
BOT, FRIEND, SHARE = "bot", "friend", "shared"
"""Opponents that the big buttons stand for; the last one is for people at this device."""
CLOCKS = ("", "300+5", "600+10", "1200+20")
"""Clocks to choose from, the first of which is none."""
PATIENCES = (60, 300, 600, 1800, 86400)
"""Seconds to choose from, after which somebody absent may be replaced."""
EASY = LEVELS[0].id
"""Level of the bots unless another is chosen."""


class Begun(NamedTuple):
    """A match that was begun or found: its name, and the host's seat if he plays."""

    name: str
    seat: int | None = None


class StartPage:
    """The start page; *game* is the rule set whose form is open, *saved* are the last matches.

    Its links work on this computer only if it *is_local*.
    """

    def __init__(
        self,
        engine: Engine,
        matches: OpenMatches,
        cards: GameCards,
        language: Language,
        base: str,
        game: str,
        name: str,
        problem: Message | None,
        saved: Sequence[Summary],
        is_local: bool,
    ) -> None:
        self.language = language
        self.say = Words(language)
        self.base = base
        self.name = name
        self.problem = problem
        self.is_local = is_local
        playable = engine.playable()
        self.games = sorted(playable.items(), key=lambda one: one[0] != DEFAULT_RULESET)
        self.game = game if game in playable else self.games[0][0] if self.games else ""
        self.file: RulesetFile | None = playable.get(self.game)
        self._matches = matches
        self._saved = saved
        self._cards = cards

    @property
    def rules(self) -> Ruleset:
        """The first variant of the game whose form is open."""
        assert self.file is not None
        return self.file.variant()

    def card(self, file: RulesetFile) -> GameCard:
        """Return what a newcomer is told about the game of *file*."""
        return self._cards.of(file.variant())

    def facts(self, card: GameCard) -> str:
        """Return the numbers of players and the minutes of *card* in a line."""
        least, most = card.rules.players
        many = str(most) if least == most else f"{least}–{most}"
        facts: list[Text] = [msg("web-for-players", "{many} players", many=many)]
        if card.minutes:
            facts.append(
                nmsg("web-minutes", "about {count} minute", "about {count} minutes", card.minutes)
            )
        return " · ".join(map(self.say, facts))

    @property
    def levels(self) -> Sequence[tuple[str, Text]]:
        """The levels of play: id and title, which says which is the easiest and the hardest."""
        titles: list[Text] = [level.title for level in LEVELS]
        titles[0] = msg("web-easiest", "{level} (easiest)", level=titles[0])
        titles[-1] = msg("web-hardest", "{level} (hardest)", level=titles[-1])
        return [(level.id, title) for level, title in zip(LEVELS, titles, strict=True)]

    def tables(self, way: str) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
        """Companies at a table, by their number: in the form as guests and bots, and in words."""
        least, most = self.rules.players
        for count in range(least, most + 1):
            guests = {BOT: [0], FRIEND: [*range(count - 1, 0, -1)], SHARE: [count - 1]}[way]
            tables = [
                (f"{one}+{count - 1 - one}", _company(one, count - 1 - one)) for one in guests
            ]
            yield (
                self.say(msg("web-for-players", "{many} players", many=str(count))),
                [(value, self.say(who)) for value, who in tables],
            )

    @property
    def seats(self) -> Sequence[tuple[str, Text]]:
        """All seats: id and name."""
        return [*self.rules.seats[: self.rules.players[1]]]

    @property
    def clocks(self) -> Iterator[tuple[str, Text]]:
        """The clocks: what stands in the form, and in words."""
        for text in CLOCKS:
            if text:
                clock = Clock.read(text)
                words = msg("web-clock", "{minutes} min, and {seconds} s for each decision",
                            minutes=clock.seconds // 60, seconds=clock.increment)  # fmt: skip
                yield text, words
            else:
                yield text, msg("web-no-clock", "none")

    @property
    def patiences(self) -> Iterator[tuple[int, Text, bool]]:
        """The times after which somebody absent may be replaced: seconds, words, the default."""
        for seconds in sorted({*PATIENCES, self._matches.patience}):
            minutes = max(1, seconds // 60)
            hours = nmsg("web-hours", "{count} hour", "{count} hours", minutes // 60)
            words = nmsg("web-wait-minutes", "{count} minute", "{count} minutes", minutes)
            is_default = seconds == self._matches.patience
            yield seconds, words if minutes % 60 else hours, is_default

    @property
    def has_daily(self) -> bool:
        """True if the game of the deal of the day is installed."""
        return any(id == DEFAULT_RULESET for id, _ in self.games)

    @property
    def saved(self) -> Sequence[tuple[Summary, str, str]]:
        """The matches played last, each with its players and the time; those not over first."""
        listed = sorted(self._saved, key=lambda one: one.result is not None)
        return [(one, self._players(one), told_time(one.touched, self.language)) for one in listed]

    def title(self, match: Summary) -> str:
        """Return the name of the game of *match*."""
        found = dict(self.games).get(match.setup.ruleset)
        return self.say(found.variant().name) if found else match.setup.ruleset

    def _players(self, match: Summary) -> str:
        """Return the names at the table, and the level of each that is no person."""
        players, live = match.setup.players, self._matches.open.get(match.name)
        called = {players.index(HUMAN): self.name} if players.count(HUMAN) == 1 else {}
        called |= live.names if live else {}
        found = dict(self.games).get(match.setup.ruleset)
        names: dict[str, Text] = dict(found.variant().seats) if found else {}
        told = []
        for at, (id, player) in enumerate(zip(match.setup.seats, players, strict=False)):
            level = "" if player == HUMAN else f" ({self.say(label_player(player))})"
            told.append(self.say(called.get(at) or names.get(id, id)) + level)
        return ", ".join(told)


def begin_match(engine: Engine, matches: OpenMatches, form: Form) -> Begun:
    """Begin the match of *form*.

    Raises `UnknownName` and `BadValue` for what cannot be.
    """
    game = form.one("game")
    if game not in engine.rulesets():  # never the path of a file
        raise BadValue(msg("web-no-game", "This game is not installed here."))
    file = engine.ruleset_file(game)
    rules = file.variant(form.one("variant") or None)
    ids = [seat for seat, _ in rules.seats][: rules.players[1]]
    against = form.one("with")
    own = None
    if against in (BOT, FRIEND, SHARE):
        players, own = _players_against(rules, ids, form)
    else:  # a program says who plays each seat
        players = [one for id in ids if (one := form.one(f"seat-{id}"))]
    for player in players:
        if ":" in player:  # before any file that it may name is looked for
            raise BadValue(msg("web-bot", "A bot with a budget of its own cannot be chosen here."))
        if player != HUMAN:
            seated(player, engine.bots)
    game_built = rules.build(len(players))
    if against == SHARE:
        own = SHARED
        if engine.presenter(rules, game_built).secrets:
            raise BadValue(msg("web-secrets", "This game has secrets: each player needs a device."))
    begins = form.one("first")
    seats = ids[: len(players)]
    first = seats.index(begins) if begins in seats else SystemRandom().randrange(len(seats))
    clock, wait = form.one("clock"), form.one("patience")
    name = matches.create(
        rules, players, first, shared=against == SHARE,
        practice=form.one("practice") == "yes",
        clock=clock and str(Clock.read(clock)),
        patience=int(wait) if wait.isdecimal() and int(wait) in PATIENCES else matches.patience,
    )  # fmt: skip
    if against == FRIEND:
        people = (seat for seat, player in enumerate(players) if player == HUMAN and seat != own)
        matches.find(name).guests.update(people)
    return Begun(name, own)


def _players_against(rules: Ruleset, ids: Sequence[str], form: Form) -> tuple[list[str], int]:
    """Return all players, and the seat of the host, who plays against bots or friends."""
    way, wanted, others = form.one("with"), form.one("me"), rules.players[0] - 1
    given = re.fullmatch(r"(\d)\+(\d)", form.one(f"at-{way}"))
    guests, bots = map(int, given.groups()) if given else (0, others) if way == BOT else (others, 0)
    players = [HUMAN] * guests + [form.one("level") or EASY] * bots
    own = ids.index(wanted) if wanted in ids[: len(players) + 1] else 0
    return [*players[:own], HUMAN, *players[own:]], own


def _company(guests: int, bots: int) -> Both:
    """Say who sits at a table with the reader."""
    friends = nmsg("web-guests", "{count} friend", "{count} friends", guests)
    computers = nmsg("web-bots", "{count} computer", "{count} computers", bots)
    others = [one for one in (friends, computers) if one.params["count"]]
    return Both((YOU, *others))


def begin_daily(engine: Engine, matches: OpenMatches) -> Begun:
    """Begin the deal of today, or go on with it: only the first try counts."""
    rules = engine.ruleset_file(DEFAULT_RULESET).variant(DAILY_VARIANT)
    name, seat = matches.daily(rules)
    return Begun(name, seat)


def import_match(engine: Engine, matches: OpenMatches, form: Form) -> Begun:
    """Save the record of *form* as a match, unless it is saved already.

    Raises `RecordError` for a text that is not a record, `BadValue` without one.
    """
    text = "".join(form.all("record")[:1]).strip()
    if not text:
        raise BadValue(msg("web-no-record", "Choose a file or paste a record first."))
    record = read_record(text, engine)
    name = matches.store.find(record.setup.uid) if record.setup.uid else None
    if name is None:
        if not record.setup.uid:
            record = replace(record, setup=replace(record.setup, uid=new_uid()))
        name = matches.store.create(record)
    return Begun(name)
