"""Bot games summed up, and compared pair by pair with those under another rule set."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

from ..game import CHANCE, Game
from .games import Fact, Played, Use, use_of
from .inference import Mean, wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Trial:
    """Sums over games, of constant size.

    *prizes* are the codes of what seats may hold at the end, if that is to be counted.
    """

    def __init__(self, game: Game, prizes: Sequence[str] = ()) -> None:
        self.game = game
        self.games = 0
        self.endless = 0
        """Games that were given up: they have no winner and no scores."""
        self.facts: defaultdict[Fact, Mean] = defaultdict(Mean)
        self.spread: list[Counter[int]] = [Counter() for _ in range(game.players)]
        """Number of games by score, for each seat."""
        self.uses: Counter[Use] = Counter()
        self.offered: Counter[Use] = Counter()
        self.worth: defaultdict[Use, Mean] = defaultdict(Mean)
        """Final lead of each seat that used a card for something; an empty kind is any use."""
        self.prizes = {prize: Counter[int]() for prize in prizes}
        """Number of games in which each prize was held at the end, by seat or `NOBODY`."""
        self.came: Counter[str] = Counter()
        self.awaited: set[str] = set()
        """Cards that chance could have brought first."""

    @property
    def ended(self) -> int:
        """Number of games that were not given up."""
        return self.games - self.endless

    def total(self, *fact: str) -> float:
        """Return the sum of a fact over all games."""
        return self.facts[fact].mean * self.ended

    def interval(self, *fact: str) -> tuple[float, float]:
        """Return the 95% interval of a fact that is a share of all games."""
        return wilson(self.total(*fact), self.ended)

    def never_used(self) -> list[Use]:
        """Return everything that could have been done but never was, sorted."""
        return sorted(set(self.offered) - set(self.uses))

    def never_came(self) -> list[str]:
        """Return the cards that never came, sorted."""
        return sorted(self.awaited - set(self.came))

    def quantiles(self, seat: int) -> list[int]:
        """Return the scores of *seat* at `QUANTILES`; none while no game has ended."""
        scores = sorted(self.spread[seat].elements())
        return [scores[ceil(part * len(scores)) - 1] for part in QUANTILES if scores]

    def count(self, played: Played) -> None:
        """Count a game."""
        if self.games < self.game.players:  # everybody has begun once by then
            begun = self.game.new_position(played.first)
            if begun.to_act() == CHANCE:
                cards = {use_of(begun, action)[0] for action, _ in begun.chance_outcomes()}
                self.awaited |= cards - {""}
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


class Comparison:
    """Facts of pairs of games with the same seed and first seat, of which both have ended.

    Besides `Played.facts` these are the numbers of uses: ``("use", "G4", "board")``.
    """

    def __init__(self) -> None:
        self.pairs = 0
        self.endless = 0
        """Pairs with a game that was given up."""
        self.facts: dict[Fact, tuple[Mean, Mean, Mean]] = {}
        """Each under the first rules, under the second, and the second minus the first."""

    def count(self, one: Played, other: Played) -> None:
        """Count a pair."""
        if not (one.ended and other.ended):
            self.endless += 1
            return
        before, after = _facts(one), _facts(other)
        for fact in dict.fromkeys([*self.facts, *before, *after]):
            if fact not in self.facts:  # it was 0 in all pairs so far, as the use of a rare card
                self.facts[fact] = Mean(self.pairs), Mean(self.pairs), Mean(self.pairs)
            then, now = before.get(fact, 0.0), after.get(fact, 0.0)
            for mean, value in zip(self.facts[fact], (then, now, now - then), strict=True):
                mean.add(value)
        self.pairs += 1


def _facts(played: Played) -> dict[Fact, float]:
    uses = sorted(sum(played.uses, Counter()).items())
    return {**played.facts(), **{("use", *use): count for use, count in uses}}
