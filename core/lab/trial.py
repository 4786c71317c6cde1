"""A trial: some games by bots: who won, by how much, how long it took, what cards were for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..players import Bot, bot_generator
from .intervals import Mean, wilson

MOST_ACTIONS = 20_000
"""A game that is not over by then is given up, and counted as endless."""


class Trial:
    """What was counted in the games of a trial."""

    def __init__(self, game: Game) -> None:
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
        self.scores = [Mean() for _ in range(game.players)]
        self.margin = Mean()
        """By how much the best led the second best."""
        self.decisions = Mean()
        self.turns = Mean()
        """Runs of decisions by one seat."""
        self.kinds: Counter[str] = Counter()
        """How often each kind of action was done."""
        self.uses: Counter[tuple[str, str]] = Counter()
        """How often a card was used for what: (card, kind); of actions that speak of a card."""
        self.offered: Counter[tuple[str, str]] = Counter()
        """The same for what could have been done."""

    def win_interval(self, seat: int) -> tuple[float, float]:
        """Return the 95 % interval of how often *seat* wins."""
        return wilson(self.wins[seat], self.games - self.endless)

    def never(self) -> list[tuple[str, str]]:
        """List what could have been done and never was, sorted."""
        return sorted(set(self.offered) - set(self.uses))

    # Playing.

    def play(self, bots: Sequence[Bot], seed: int, first: int, look: bool = True) -> None:
        """Play one game with *bots* by seat, and count it.

        *look* also counts what could have been done, which takes longer.
        """
        game = self.game
        rng = Random(seed)
        position = game.new_position(first)
        decisions = turns = moment = 0
        last = CHANCE
        while (seat := position.to_act()) != OVER:
            if moment == MOST_ACTIONS:
                self.games += 1
                self.endless += 1
                return
            if seat == CHANCE:
                action = draw_outcome(position.chance_outcomes(), rng.random())
            else:
                if look:
                    self._look(position)
                own = bot_generator(seed, seat, moment)
                action = bots[seat].choose(position.resample(seat, own), seat, own, 0)
                decisions += 1
                turns += seat != last
            last = seat
            self._use(position, action)
            position.apply(action)
            moment += 1
        self._end(position, first, decisions, turns)

    def _look(self, position: Position) -> None:
        for use in {_use_of(position, action) for action in position.legal_actions()}:
            if use:
                self.offered[use] += 1

    def _use(self, position: Position, action: int) -> None:
        self.kinds[position.describe(action).kind] += 1
        use = _use_of(position, action)
        if use:
            self.uses[use] += 1

    def _end(self, position: Position, first: int, decisions: int, turns: int) -> None:
        self.games += 1
        winners = position.winners()
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
        self.shared += len(winners) > 1
        if first in winners:
            self.starts_won += 1 / len(winners)
        scores = position.scores()
        for mean, score in zip(self.scores, scores, strict=True):
            mean.add(score)
        best, second = sorted(scores)[-1], sorted(scores)[-2]
        self.margin.add(best - second)
        self.decisions.add(decisions)
        self.turns.add(turns)


def _use_of(position: Position, action: int) -> tuple[str, str] | None:
    """Say which card *action* uses for what; ``None`` where it is chance's or uses no card."""
    done = position.describe(action)
    card = done.details.get("card")
    if done.seat == CHANCE or card is None:
        return None
    return str(card), done.kind


def try_out(
    game: Game,
    bots: Sequence[Callable[[], Bot]],
    games: int,
    seed: int = 0,
    tell: Callable[[Trial], None] = lambda trial: None,
) -> Trial:
    """Play *games* games of *game* from the seeds *seed*, *seed* + 1 and so on; return the trial.

    *bots* makes each seat's bot anew; every seat begins in turn.  *tell* is called after each game.
    """
    trial = Trial(game)
    for number in range(games):
        trial.play([make() for make in bots], seed + number, number % game.players)
        tell(trial)
    return trial
