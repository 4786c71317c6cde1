"""Games as the start page shows them: a picture, a sentence, and how long a match takes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log2
from random import Random

from ....core.errors import SplitpickError
from ....core.hooks.engine import Engine
from ....core.matches.match import Match
from ....core.rules.load import Ruleset
from ....core.scene import Presenter
from ....core.text import Text

MOST_PICTURES = 3
MOST_ACTIONS = 3000
"""Most actions of the match from which the minutes are estimated."""
COMMON = ("coin", "back", "die0")
"""Symbols that say little about a game: they are shown only where there are few others."""


@dataclass(frozen=True)
class GameCard:
    """A game on the start page.

    Attributes:
        sentence: what it is about; empty if the game does not say.
        minutes: about how long a match of the fewest players takes; 0 if unknown.
        pictures: symbols of its pieces; may be empty.
        secrets: true if the players have secrets from each other, or the game is not known.
    """

    rules: Ruleset
    sentence: Text = ""
    minutes: int = 0
    pictures: Sequence[str] = ()
    secrets: bool = True


class GameCards:
    """The cards of games of *engine*, each made once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._made: dict[str, GameCard] = {}

    def of(self, rules: Ruleset) -> GameCard:
        """Return the card of *rules*; where the game fails, parts of it are missing."""
        if rules.hash not in self._made:
            self._made[rules.hash] = GameCard(rules)
            with suppress(SplitpickError):
                self._made[rules.hash] = self._make(rules)
        return self._made[rules.hash]

    def _make(self, rules: Ruleset) -> GameCard:
        game = rules.build(rules.players[0])
        presenter = self._engine.presenter(rules, game)
        told = (text for section in presenter.rules() for text in section.paragraphs)
        sentence = rules.summary or next(told, "")
        with self._engine.watching():
            minutes, seen = _trial(Match(game, 1), presenter)
        return GameCard(rules, sentence, minutes, seen, presenter.secrets)


def _trial(match: Match, presenter: Presenter) -> tuple[int, Sequence[str]]:
    """Play *match* at random; return its estimated minutes, and the symbols of its pieces.

    People need a moment for each decision, and longer the more there is to choose from.
    """
    rng, seconds = Random(1), 0.0
    while not match.over and len(match.line) < MOST_ACTIONS:
        actions = match.position.legal_actions()
        seconds += 5 + 2 * log2(len(actions))
        match.apply(rng.choice(actions))
    seen: dict[str, None] = {}
    for part in (1, 2, 3, 4):
        view = match.at(len(match.line) * part // 5).view(None)
        seen |= dict.fromkeys(presenter.scene(view, None).pictures())
    ranked = sorted((name for name in seen if name), key=lambda name: name in COMMON)
    return 5 * max(1, round(seconds / 300)), ranked[:MOST_PICTURES]
