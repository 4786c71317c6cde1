"""Bot games summed up: who won, by how much, how long it took, and what cards were used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..game import Game
from .played import Played, Use, awaited
from .statistics.intervals import Mean, wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Trial:
    """Sums over games, of constant size; a game that was given up has neither winner nor scores.

    *prizes* are the codes of what seats may hold at the end, if that is to be counted.
    """

    def __init__(self, game: Game, prizes: Sequence[str] = ()) -> None:
        self.game = game
        self.games = 0
        self.endless = 0
        """Games that were given up."""
        self.wins = [0.0] * game.players
        """Wins by seat; a shared win counts in equal parts."""
        self.starts_won = 0.0
        """Wins of the seat that began."""
        self.shared = 0
        """Games with several winners."""
        self.level = 0
        """Games in which the best scores were equal, even if a tie-break decided."""
        self.scores = [Mean() for _ in range(game.players)]
        self.spread: list[Counter[int]] = [Counter() for _ in range(game.players)]
        """Number of games by score, for each seat."""
        self.margin = Mean()
        """Lead of the best seat over the second best."""
        self.start_margin = Mean()
        """Lead of the seat that began over the best other one."""
        self.decisions = Mean()
        self.turns = Mean()
        """Runs of decisions by one seat."""
        self.uses: Counter[Use] = Counter()
        """How often a seat used a card for something."""
        self.offered: Counter[Use] = Counter()
        """Number of decisions at which it could have."""
        self.worth: dict[Use, Mean] = {}
        """Final lead of each seat that used a card for something; an empty kind is any use."""
        self.prizes = {prize: Counter[int]() for prize in prizes}
        """How often each prize was held at the end, by seat or `NOBODY`."""
        self.came: Counter[str] = Counter()
        """How often chance brought a card."""
        self.awaited: set[str] = set()
        """Cards that chance could have brought first."""

    @property
    def ended(self) -> int:
        """Number of games that were not given up: the whole that shares are of."""
        return self.games - self.endless

    def win_interval(self, seat: int) -> tuple[float, float]:
        """Return the 95% interval of the share of wins of *seat*."""
        return wilson(self.wins[seat], self.ended)

    def start_interval(self) -> tuple[float, float]:
        """Return the 95% interval of the share of wins of the seat that begins."""
        return wilson(self.starts_won, self.ended)

    def never_used(self) -> list[Use]:
        """Return everything that could have been done but never was, sorted."""
        return sorted(set(self.offered) - set(self.uses))

    def never_came(self) -> list[str]:
        """Return the cards that never came, sorted."""
        return sorted(self.awaited - set(self.came))

    def quantiles(self, seat: int) -> list[int]:
        """Return the scores of *seat* at `QUANTILES`; none while no game has ended."""
        return [quantile(self.spread[seat], part) for part in QUANTILES] if self.ended else []

    def count(self, played: Played) -> None:
        """Count a game."""
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
        self.decisions.add(sum(played.decisions))
        self.turns.add(played.turns)
        for seat, uses in enumerate(played.uses):
            lead = played.margin(seat)
            cards = {(card, "") for card, _ in uses if card}
            for use in [*sorted(cards), *sorted(uses)]:
                self.worth.setdefault(use, Mean()).add(lead)
        for held, holder in zip(self.prizes.values(), played.prizes, strict=False):
            held[holder] += 1


def quantile(counts: Counter[int], part: float) -> int:
    """Return the least value that at least *part* of all values in *counts* do not exceed."""
    needed = part * sum(counts.values())
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    raise ValueError("there are no values")
