"""Hints at a decision: first where to look, then what to do, then why."""

from __future__ import annotations

from random import Random

from ...core.lab.analyst import HINT_NODES, alternative, analyst_of
from ...core.matches import Match
from ...core.matches.player import BotPlayer
from ...core.players import Greedy, bot_generator
from ...core.text import Text, msg
from .match_players import MatchPlayers

HINT_SECONDS = 2.0
"""Seconds that a bot which does not weigh may think."""


class Hints:
    """The hints in *match*: each decision is weighed once, and explained in stages."""

    def __init__(self, match: Match, players: MatchPlayers) -> None:
        self.match = match
        self.players = players
        self._moment = -1
        """Number of entries when a hint was last asked for."""
        self._texts: list[list[Text]] = []
        """The hints that were not given yet, and the last one, which is given again and again."""

    def next(self, seat: int) -> list[Text]:
        """Return the next hint for the decision of *seat*."""
        if self._moment != len(self.match.entries):
            self._moment = len(self.match.entries)
            self._texts = self._stages(seat)
        return self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]

    def _stages(self, seat: int) -> list[list[Text]]:
        """Return the hints for the decision of *seat*: where to look, what to do, and why."""
        match, guard, presenter = self.match, self.players.guard, self.players.loaded.presenter
        legal = match.position.legal_actions()
        if len(legal) == 1:
            return [[msg("hint-only", "There is only one choice here.")]]

        def generator() -> Random:
            return bot_generator(match.seed, seat, len(match.actions))

        analyst = analyst_of(match.game, guard.engine.bots, HINT_NODES)
        seen = match.position.resample(seat, generator())
        weighed = guard.weigh(analyst, seen, seat, generator, 0)
        if weighed:
            action = weighed[0].action
        else:
            action = BotPlayer(Greedy(), guard).choose(match, seat, HINT_SECONDS)
        choice = presenter.choice(match.position, action)
        candidate = msg(
            "hint",
            "{number} {notation}: {what}",
            number=choice.number or legal.index(action) + 1,
            notation=choice.notation,
            what=choice.sentence,
        )
        if not weighed or not weighed[0].line:  # the bot cannot say why
            return [[candidate]]
        other = alternative(seen, weighed)
        return [
            [presenter.nudge(seen, seat, weighed[0], other)],
            [candidate],
            [candidate, *presenter.reasons(seen, seat, weighed[0], other)],
        ]
