"""A trial: some games by bots: who won, by how much, how long it took, what cards were for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ..game import Game
from ..players import Bot
from .intervals import Mean, wilson
from .played import Played, Use, awaited, play_game

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The parts of all games below which a score is told."""


class Trial:
    """What was counted in the games of a trial; a game that was broken off counts for nothing.

    However many games there are, it does not grow.  *prizes* are the codes of what seats may hold
    at the end.
    """

    def __init__(self, game: Game, prizes: Sequence[str] = ()) -> None:
        self.game = game
        self.games = 0
        self.endless = 0
        """Games that were given up after `MOST_ACTIONS` actions."""
        self.wins = [0.0] * game.players
        """By seat; who share a win have an equal part of it."""
        self.starts_won = 0.0
        """The wins of whoever began."""
        self.shared = 0
        """Games that several have won."""
        self.level = 0
        """Games in which the best scores were equal, whoever has won by a tie-break."""
        self.scores = [Mean() for _ in range(game.players)]
        self.spread: list[Counter[int]] = [Counter() for _ in range(game.players)]
        """How often each seat had which score."""
        self.margin = Mean()
        """By how much the best led the second best."""
        self.start_margin = Mean()
        """By how much whoever began led the best of the others."""
        self.decisions = Mean()
        self.turns = Mean()
        """Runs of decisions by one seat."""
        self.uses: Counter[Use] = Counter()
        """How often a seat used a card for what."""
        self.offered: Counter[Use] = Counter()
        """At how many decisions it could have."""
        self.worth: dict[Use, Mean] = {}
        """The final lead over the best of the others of each seat that used a card for that; with
        an empty kind: for anything."""
        self.prizes = {prize: Counter[int]() for prize in prizes}
        """How often each prize was held at the end, by seat or `NOBODY`."""
        self.came: Counter[str] = Counter()
        """How often chance brought a card."""
        self.awaited: set[str] = set()
        """The cards that chance could have brought first."""

    @property
    def ended(self) -> int:
        """The games that came to an end: those that shares are of."""
        return self.games - self.endless

    def win_interval(self, seat: int) -> tuple[float, float]:
        """Return the 95 % interval of how often *seat* wins."""
        return wilson(self.wins[seat], self.ended)

    def start_interval(self) -> tuple[float, float]:
        """Return the 95 % interval of how often whoever begins wins."""
        return wilson(self.starts_won, self.ended)

    def never_used(self) -> list[Use]:
        """List what could have been done and never was, sorted."""
        return sorted(set(self.offered) - set(self.uses))

    def never_came(self) -> list[str]:
        """List the cards that never came, sorted."""
        return sorted(self.awaited - set(self.came))

    def quantiles(self, seat: int) -> list[int]:
        """Return the scores of *seat* at `QUANTILES`: so many games end with it or less."""
        return [quantile(self.spread[seat], part) for part in QUANTILES] if self.ended else []

    # Playing.

    def play(
        self,
        bots: Sequence[Bot],
        seed: int,
        first: int,
        plugin: Callable[[str], str] = lambda id: "",
        budgets: Sequence[float] = (),
    ) -> None:
        """Play one game with *bots* by seat, and count it; see `play_game`."""
        self.count(play_game(self.game, bots, seed, first, plugin, budgets))

    def count(self, played: Played) -> None:
        """Count a game."""
        # Nothing here takes long, so that a Ctrl-C finds whole games.
        if self.games < self.game.players:  # everybody has begun once by then
            self.awaited |= awaited(self.game, played.first)
        self.games += 1
        for uses in played.uses:
            self.uses += uses
        self.offered += played.offered
        self.came += played.came
        if not played.ended:
            self.endless += 1
            return
        for seat in played.winners:
            self.wins[seat] += played.credit(seat)
        self.shared += len(played.winners) > 1
        self.starts_won += played.credit(played.first)
        for seat, score in enumerate(played.scores):
            self.scores[seat].add(score)
            self.spread[seat][score] += 1
        second, best = sorted(played.scores)[-2:]
        self.level += second == best
        self.margin.add(best - second)
        self.start_margin.add(played.margin(played.first))
        self.decisions.add(played.decisions)
        self.turns.add(played.turns)
        for seat, uses in enumerate(played.uses):
            lead = played.margin(seat)
            cards = {(card, "") for card, _ in uses if card}
            for use in [*sorted(cards), *sorted(uses)]:
                self.worth.setdefault(use, Mean()).add(lead)
        for prize, holder in zip(self.prizes, played.prizes, strict=True):
            self.prizes[prize][holder] += 1


def quantile(counts: Counter[int], part: float) -> int:
    """Return the least value that *part* of all in *counts* are not above."""
    needed = part * sum(counts.values())
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    raise ValueError("there are no values")


def try_out(
    game: Game,
    bots: Sequence[Callable[[], Bot]],
    games: int,
    seed: int = 0,
    tell: Callable[[Trial], None] = lambda trial: None,
    plugin: Callable[[str], str] = lambda id: "",
    budgets: Sequence[float] = (),
) -> Trial:
    """Play *games* games of *game* from the seeds *seed*, *seed* + 1 and so on; return the trial.

    *bots* makes each seat's bot anew; every seat begins in turn.  *tell* is called after each
    game; *plugin* and *budgets* are those of `play_game`.
    """
    trial = Trial(game)
    for number in range(games):
        trial.play([make() for make in bots], seed + number, number % game.players, plugin, budgets)
        tell(trial)
    return trial
