"""Sums over bot games, and comparisons of games in pairs under two rule sets."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

from ..game import CHANCE, Game
from .batches import Batch
from .card_tally import Use, used_in
from .games import Played
from .inference import Mean, wilson
from .statistics import STATISTIC_OF, Fact

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Trial:
    """Sums over games, of constant size.

    *prizes* are the codes of the prizes that seats may hold at the end; by default none is counted.
    """

    def __init__(self, game: Game, prizes: Sequence[str] = ()) -> None:
        self.game = game
        self.games = 0
        self.endless = 0
        """Number of games that were given up; they have no winner, and no facts are counted."""
        self.facts: defaultdict[Fact, Mean] = defaultdict(Mean)
        self.spread: list[Counter[int]] = [Counter() for _ in range(game.players)]
        """Number of games by score, for each seat."""
        self.uses: Counter[Use] = Counter()
        self.offered: Counter[Use] = Counter()
        self.worth: defaultdict[Use, Mean] = defaultdict(Mean)
        """Final lead of seats by the use that they made of a card; an empty kind is any use."""
        self.prizes = {prize: Counter[int]() for prize in prizes}
        """Number of games in which each prize was held at the end, by seat or `NOBODY`."""
        self.came: Counter[str] = Counter()
        self.awaited: set[str] = set()
        """Cards that chance may bring first in a game."""

    @property
    def ended(self) -> int:
        """Number of games that were not given up."""
        return self.games - self.endless

    def total(self, *fact: str) -> float:
        """Return the sum of a fact over all games that were not given up."""
        return self.facts[fact].mean * self.ended

    def interval(self, *fact: str) -> tuple[float, float]:
        """Return the 95% interval of a fact that is a share, of the form ``share``."""
        return wilson(self.total(*fact), self.ended)

    def never_used(self) -> list[Use]:
        """Return the uses that were possible but never made, sorted."""
        return sorted(set(self.offered) - set(self.uses))

    def never_came(self) -> list[str]:
        """Return the cards that chance could bring first in a game but never brought, sorted."""
        return sorted(self.awaited - set(self.came))

    def quantiles(self, seat: int) -> list[int]:
        """Return the scores of *seat* at `QUANTILES`; none while no game has ended."""
        scores = sorted(self.spread[seat].elements())
        return [scores[ceil(part * len(scores)) - 1] for part in QUANTILES if scores]

    def count(self, played: Played) -> None:
        """Count a game."""
        self._await()
        self.games += 1
        for uses in played.uses:
            self.uses += uses
        self.offered += played.offered
        self.came += played.came
        if not played.ended:
            self.endless += 1
            return
        for fact, value in played.facts().items():
            self.facts[fact].add(value)
        for seat, uses in enumerate(played.uses):
            self.spread[seat][played.scores[seat]] += 1
            for use in uses.keys() | {(card, "") for card, _ in uses if card}:
                self.worth[use].add(played.margin(seat))
        for held, holder in zip(self.prizes.values(), played.prizes, strict=False):
            held[holder] += 1

    def _await(self) -> None:
        """Note the cards that chance may bring first, whoever begins, before the first game."""
        for first in range(0 if self.games else self.game.players):
            begun = self.game.new_position(first)
            if begun.to_act() == CHANCE:
                for action, _ in begun.chance_outcomes():
                    self.awaited |= {card for card, _ in used_in(begun, action) if card}

    def add(self, batch: Batch) -> None:
        """Count the games of *batch*."""
        seats = self.game.players
        self._await()
        self.games += batch.games
        self.endless += batch.endless
        for fact, sums in batch.facts.items():
            self.facts[fact].merge(Mean.of_sums(sums, STATISTIC_OF[fact[0]].scale))
        for seat, spread in enumerate(self.spread):
            spread.update(batch.scores[seat::seats])
        for at, (card, kind) in enumerate(batch.uses):
            if times := sum(batch.used[at * seats : (at + 1) * seats]):
                if kind:
                    self.uses[card, kind] += times
                if at < len(batch.worth):
                    self.worth[card, kind].merge(Mean.of_sums(batch.worth[at]))
            if batch.offered[at]:
                self.offered[card, kind] += batch.offered[at]
            if batch.came[at]:
                self.came[card] += batch.came[at]
        for prize, held in enumerate(self.prizes.values()):
            held.update(holders[prize] for holders in batch.held)


class Comparison:
    """Facts of pairs of games with the same seed and first seat; both games must have ended.

    The facts are those of `STATISTICS`, and numbers of uses such as ``("use", "G4", "board")``.
    """

    def __init__(self) -> None:
        self.pairs = 0
        self.endless = 0
        """Pairs with a game that was given up."""
        self.facts: dict[Fact, tuple[Mean, Mean, Mean]] = {}
        """Means of each fact under the first rules, under the second, and of second minus first."""

    def count(self, one: Played, other: Played) -> None:
        """Count a pair."""
        if not (one.ended and other.ended):
            self.endless += 1
            return
        before, after = _facts(one), _facts(other)
        for fact in dict.fromkeys([*self.facts, *before, *after]):
            if fact not in self.facts:  # it was 0 in all pairs so far, such as a rare use
                self.facts[fact] = Mean(self.pairs), Mean(self.pairs), Mean(self.pairs)
            then, now = before.get(fact, 0.0), after.get(fact, 0.0)
            for mean, value in zip(self.facts[fact], (then, now, now - then), strict=True):
                mean.add(value)
        self.pairs += 1


def _facts(played: Played) -> dict[Fact, float]:
    uses = sorted(sum(played.uses, Counter()).items())
    return {**played.facts(), **{("use", *use): count for use, count in uses}}
