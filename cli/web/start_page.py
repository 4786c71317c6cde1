"""The start page, for whoever has started the server: a new match, and the matches so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.matches.exports.facts import label_player
from ...core.matches.exports.words import Words
from ...core.matches.seating import seated
from ...core.matches.setup import HUMAN
from ...core.matches.store import Summary
from ...core.players.levels import LEVELS
from ...core.rules.load import Ruleset, RulesetFile
from ...core.text import Language, Message, Text, find_language, msg
from ..storage.open_store import local_time
from ..typed_values import DEFAULT_RULESET
from .open_matches import OpenMatches
from .request_limits import Form

MOST_LISTED = 30
"""Most matches in the list."""
NOBODY = "nobody"
LOT = "lot"


class StartPage:
    """The start page; *game* is the rule set whose form is open."""

    def __init__(
        self,
        engine: Engine,
        matches: OpenMatches,
        language: Language,
        base: str,
        game: str,
        problem: Message | None,
    ) -> None:
        self.say = Words(language)
        self.base = base
        self.problem = problem
        playable = engine.playable()
        self.games = sorted(playable.items(), key=lambda one: one[0] != DEFAULT_RULESET)
        self.game = game if game in playable else self.games[0][0] if self.games else ""
        self.file: RulesetFile | None = playable.get(self.game)
        self._matches = matches

    @property
    def rules(self) -> Ruleset:
        """The first variant of the game whose form is open."""
        assert self.file is not None
        return self.file.variant()

    @property
    def players(self) -> Sequence[tuple[str, Text]]:
        """All who can take a seat, by the name in the form."""
        levels = [(level.id, level.title) for level in LEVELS]
        return [(HUMAN, msg("web-person", "human (gets a link)")), *levels]

    @property
    def least(self) -> int:
        """The least number of players."""
        return self.rules.players[0]

    @property
    def seats(self) -> Sequence[tuple[str, Text]]:
        """All seats: id and name."""
        return [*self.rules.seats[: self.rules.players[1]]]

    @property
    def saved(self) -> Sequence[tuple[Summary, str, str]]:
        """The matches played last, each with its players and the time."""
        listed = self._matches.store.list(MOST_LISTED)
        return [(one, self._players(one), local_time(one.touched)) for one in listed]

    def _players(self, match: Summary) -> str:
        return ", ".join(self.say(label_player(player)) for player in match.setup.players)


def begin_match(engine: Engine, matches: OpenMatches, form: Form) -> tuple[str, Mapping[int, str]]:
    """Begin the match of *form*; return its name, and the language of each seat that has one.

    Raises `UnknownName` and `BadValue` for what cannot be.
    """
    game = form.one("game")
    if game not in engine.rulesets():  # never the path of a file
        raise BadValue(msg("web-no-game", "This game is not installed here."))
    file = engine.ruleset_file(game)
    rules = file.variant(form.one("variant") or None)
    ids = [seat for seat, _ in rules.seats][: rules.players[1]]
    requested = [form.one(f"seat-{id}") or NOBODY for id in ids]
    players = [choice for choice in requested if choice != NOBODY]
    if players != requested[: len(players)]:
        names = [name for _, name in rules.seats]
        free = requested.index(NOBODY)
        taken = next(at for at in range(free, len(ids)) if requested[at] != NOBODY)
        raise BadValue(
            msg(
                "web-seats",
                "Fill {free}'s seat first, then {taken}'s.",
                free=names[free],
                taken=names[taken],
            )
        )
    for player in players:
        if player != HUMAN:
            seated(player, engine.bots)
        if ":" in player:
            raise BadValue(msg("web-bot", "A bot with a budget of its own cannot be chosen here."))
    rules.build(len(players))  # refuses a number that the rules are not for
    begins = form.one("first")
    seats = ids[: len(players)]
    first = seats.index(begins) if begins in seats else SystemRandom().randrange(len(seats))
    name = matches.create(rules, players, first, practice=form.one("practice") == "yes")
    spoken = {seat: find_language(form.one(f"lang-{id}")) or "" for seat, id in enumerate(seats)}
    return name, {seat: code for seat, code in spoken.items() if code}
