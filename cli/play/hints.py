"""Hints at a decision: first where to look, then what to do, then why."""

from __future__ import annotations

from random import Random

from ...core.game import Position
from ...core.lab.analyst import HINT_NODES, alternative, analyst_of
from ...core.matches import Match
from ...core.matches.player import BotPlayer
from ...core.players import Greedy, Weighed, bot_generator
from ...core.scene import Presenter
from ...core.text import Text, msg
from .match_players import MatchPlayers

HINT_SECONDS = 2.0
"""How long a bot that does not weigh may think."""

NUDGE, CANDIDATE, REASON = range(3)


class Hints:
    """The hints in *match*: each decision is weighed once, and explained in stages."""

    def __init__(self, match: Match, presenter: Presenter, players: MatchPlayers) -> None:
        self.match = match
        self.presenter = presenter
        self.players = players
        self._moment = -1
        """How many entries there were when a hint was last asked for."""
        self._stage = NUDGE
        self._seen: Position = match.position
        """What the seat may know of the position."""
        self._best: Weighed | None = None
        self._other: Weighed | None = None

    def next(self, seat: int) -> list[Text]:
        """Return the next hint for the decision of *seat*; the last one again and again."""
        moment = len(self.match.entries)
        if moment == self._moment:
            self._stage = min(self._stage + 1, REASON)
        else:
            self._weigh(seat)
            self._moment, self._stage = moment, NUDGE
        best = self._best
        if len(self._seen.legal_actions()) == 1:
            return [msg("hint-only", "There is only one thing you can do.")]
        if best is None or not best.line:  # it says what it would do, and cannot say why
            return [self._candidate(seat)]
        if self._stage == NUDGE:
            return [self.presenter.nudge(self._seen, seat, best, self._other)]
        told: list[Text] = [self._candidate(seat)]
        if self._stage == REASON:
            told += self.presenter.reasons(self._seen, seat, best, self._other)
        return told

    def _weigh(self, seat: int) -> None:
        match = self.match
        analyst = analyst_of(match.game, self.players.bots, HINT_NODES)

        def generator() -> Random:
            return bot_generator(match.seed, seat, len(match.actions))

        self._seen = match.position.resample(seat, generator())
        weighed = self.players.guard.weigh(analyst, self._seen, seat, generator, 0)
        self._best = weighed[0] if weighed else None
        self._other = alternative(self._seen, weighed) if weighed else None

    def _candidate(self, seat: int) -> Text:
        """Say what to do, by its number and in words."""
        position = self.match.position
        if self._best is None:
            greedy = BotPlayer(Greedy(), self.players.guard)
            action = greedy.choose(self.match, seat, HINT_SECONDS)
        else:
            action = self._best.action
        choice = self.presenter.choice(position, action)
        return msg(
            "hint",
            "{number} {notation}: {what}",
            number=choice.number or position.legal_actions().index(action) + 1,
            notation=choice.notation,
            what=choice.sentence,
        )
