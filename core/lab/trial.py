"""A trial: some games by bots: who won, by how much, how long it took, what cards were for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from ..errors import BotError
from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..players import Bot, bot_generator
from ..text import msg
from .intervals import Mean, wilson

MOST_ACTIONS = 20_000
"""A game that is not over by then is given up, and counted as endless."""


Use: TypeAlias = tuple[str, str]
"""A card, empty where an action speaks of none, and the kind of action it is used for."""


class Trial:
    """What was counted in the games of a trial; a game that was broken off counts for nothing."""

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
        self.uses: Counter[Use] = Counter()
        """How often a seat used a card for what."""
        self.offered: Counter[Use] = Counter()
        """At how many decisions it could have."""
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

    # Playing.

    def play(
        self,
        bots: Sequence[Bot],
        seed: int,
        first: int,
        plugin: Callable[[str], str] = lambda id: "",
    ) -> None:
        """Play one game with *bots* by seat, and count it.

        *plugin* names the plugin that the bot of an id comes from, with its version.  Raises
        `BotError` where one chooses what is not allowed.
        """
        game = self.game
        rng = Random(seed)
        position = game.new_position(first)
        played = _Played(game)
        while (seat := position.to_act()) != OVER and played.actions < MOST_ACTIONS:
            if seat == CHANCE:
                action = draw_outcome(position.chance_outcomes(), rng.random())
            else:
                own = bot_generator(seed, seat, played.actions)
                action = bots[seat].choose(position.resample(seat, own), seat, own, 0)
                if action not in position.legal_actions():
                    raise _illegal(bots[seat], plugin(bots[seat].id), seed)
            played.count(position, seat, action)
            position.apply(action)
        # From here on nothing takes long, so that a Ctrl-C finds whole games.
        self.games += 1
        self.uses += played.uses
        self.offered += played.offered
        self.came += played.came
        self.awaited |= played.awaited
        if seat != OVER:
            self.endless += 1
            return
        winners = position.winners()
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
        self.shared += len(winners) > 1
        if first in winners:
            self.starts_won += 1 / len(winners)
        scores = position.scores()
        for mean, score in zip(self.scores, scores, strict=True):
            mean.add(score)
        second, best = sorted(scores)[-2:]
        self.margin.add(best - second)
        self.decisions.add(played.decisions)
        self.turns.add(played.turns)


class _Played:
    """What is counted of one game while it is played."""

    def __init__(self, game: Game) -> None:
        self.actions = 0
        self.decisions = 0
        self.turns = 0
        self.uses: Counter[Use] = Counter()
        self.offered: Counter[Use] = Counter()
        self.came: Counter[str] = Counter()
        self.awaited: set[str] = set()
        self._last = CHANCE

    def count(self, position: Position, seat: int, action: int) -> None:
        """Count *action*, which *seat* is about to do, and what it could do instead."""
        card, kind = _use_of(position, action)
        if seat == CHANCE:
            if card:
                self.came[card] += 1
                if not self.actions:
                    outcomes = position.chance_outcomes()
                    self.awaited = {_use_of(position, one)[0] for one, _ in outcomes} - {""}
        else:
            self.decisions += 1
            self.turns += seat != self._last
            self.uses[card, kind] += 1
            for use in {_use_of(position, one) for one in position.legal_actions()}:
                self.offered[use] += 1
        self._last = seat
        self.actions += 1


def _illegal(bot: Bot, plugin: str, seed: int) -> BotError:
    if not plugin:
        return BotError(
            msg(
                "trial-bot-illegal",
                "The bot {bot} chose what is not allowed, in the game with the seed {seed};"
                " nothing is counted.",
                bot=bot.title,
                seed=str(seed),
            )
        )
    return BotError(
        msg(
            "trial-bot-illegal",
            "The bot {bot} of the plugin {plugin} chose what is not allowed, in the game with the"
            " seed {seed}; nothing is counted.",
            bot=bot.title,
            plugin=plugin,
            seed=str(seed),
        )
    )


def _use_of(position: Position, action: int) -> Use:
    """Say which card *action* uses for what."""
    done = position.describe(action)
    card = done.details.get("card")
    return (card if isinstance(card, str) else ""), done.kind


def try_out(
    game: Game,
    bots: Sequence[Callable[[], Bot]],
    games: int,
    seed: int = 0,
    tell: Callable[[Trial], None] = lambda trial: None,
    plugin: Callable[[str], str] = lambda id: "",
) -> Trial:
    """Play *games* games of *game* from the seeds *seed*, *seed* + 1 and so on; return the trial.

    *bots* makes each seat's bot anew; every seat begins in turn.  *tell* is called after each
    game; *plugin* names the plugin that the bot of an id comes from.
    """
    trial = Trial(game)
    for number in range(games):
        trial.play([make() for make in bots], seed + number, number % game.players, plugin)
        tell(trial)
    return trial
