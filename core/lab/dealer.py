"""Bot games that are played and counted inside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from ..game import CHANCE, OVER, Game, Position
from ..kernel.hashing import MASK
from ..kernel.quick_random import QuickRandom
from ..players.bot import Bot, RandomBot, bot_generator
from ..vectors import append, i64, vec
from .card_tally import CardTally, tally_of
from .statistics import EndedGames

MOST_ACTIONS: Final = 20_000
"""Most actions of a game; one with more is given up."""
MOST_SUMS: Final = 1_000_000
"""Most indexes of `Sums`: a compiled list that outgrows the memory ends the process."""


class IllegalChoice(Exception):
    """A bot's choice of an action that is not legal."""


class Sums:
    """Counts, sums and sums of squares of whole numbers, and their extremes, by index.

    Compiled, the numbers have 64 bits: values beyond 100 million may overflow the squares.
    """

    def __init__(self) -> None:
        self.counts: vec[i64] = vec[i64]([])
        self.totals: vec[i64] = vec[i64]([])
        self.squares: vec[i64] = vec[i64]([])
        self.least: vec[i64] = vec[i64]([])
        self.most: vec[i64] = vec[i64]([])

    def add(self, at: i64, value: i64) -> None:
        """Add *value* to the sums at index *at*, below `MOST_SUMS`."""
        if at >= MOST_SUMS:
            raise IndexError(at)
        while at >= len(self.counts):
            self.counts = append(self.counts, 0)
            self.totals = append(self.totals, 0)
            self.squares = append(self.squares, 0)
            self.least = append(self.least, 0)
            self.most = append(self.most, 0)
        if not self.counts[at] or value < self.least[at]:
            self.least[at] = value
        if not self.counts[at] or value > self.most[at]:
            self.most[at] = value
        self.counts[at] += 1
        self.totals[at] += value
        self.squares[at] += value * value

    def rows(self) -> list[tuple[int, int, int, int, int]]:
        """Return count, sum, sum of squares, least and greatest value, by index."""
        return [
            (self.counts[at], self.totals[at], self.squares[at], self.least[at], self.most[at])
            for at in range(len(self.counts))
        ]


class BotAtTable:
    """A bot at a seat: a new one for each game, with the *budget* in seconds for a decision.

    A *trusted* bot chooses only legal actions.
    """

    def __init__(self, make: Callable[[], Bot], budget: float, trusted: bool) -> None:
        self.make = make
        self.budget = budget
        self.trusted = trusted
        self.at_random = trusted and isinstance(make(), RandomBot)


class Dealer:
    """Games of *game* between *players*, and what is counted in them.

    *prizes* returns the holders of the prizes at the end of a game; by default, none are counted.

    Attributes:
        games, endless: the number of games, and of those that were given up.
        ended: the games that were not given up.
        held: the holders of the prizes in these games.
        tally: what all games have counted, and the last one has used.
        used: sums of `CardTally.used`.
        worth: by use, final leads of the seats that made it, whether once or more often.
    """

    def __init__(
        self,
        game: Game,
        players: list[BotAtTable],
        prizes: Callable[[Position], list[int]] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.prizes = prizes
        self.seats: i64 = game.players
        self.tally: CardTally = tally_of(game.new_position())
        self.idle = RandomBot()
        """Bot that stands in where the dealer chooses at random itself."""
        self.seed = 0
        """The seed of the game that is played now, or was the last."""
        self.asked = CHANCE
        """Seat whose bot is thinking, or `CHANCE`."""
        self.turns = 0
        self.decisions = 0
        """The numbers of turns and of decisions in the last game."""
        self.last_scores: list[int] = []
        self.clear()

    def clear(self) -> None:
        """Forget all games."""
        self.games = 0
        self.endless = 0
        self.ended = EndedGames(self.game.players, self.game.new_position(0).sides())
        self.held: list[list[int]] = []
        self.used: vec[i64] = vec[i64]([])
        self.tally.clear()
        self.worth = Sums()

    def play(self, seed: int, first: int) -> list[int]:
        """Play and count the game with this *seed*, which seat *first* begins; return its winners.

        There are none if the game was given up.  Each bot has one generator a game here, not one a
        decision as in matches, so that its decisions differ from those in a match; built-in random
        bots have a `QuickRandom`.  Raises `IllegalChoice`, and whatever the game and its bots
        raise; `seed` and `asked` then tell where, and the game is counted in part.
        """
        self.seed = seed
        self.asked = CHANCE
        tally = self.tally
        tally.begin()
        players = self.players
        start: i64 = seed & MASK  # no longer number, as in `QuickRandom`
        draw = Random(seed).random
        bots: list[Bot] = []
        generators: list[Random | QuickRandom] = []
        for seat, player in enumerate(players):
            if player.at_random:
                bots.append(self.idle)
                generators.append(QuickRandom(start * len(players) + seat))
            else:
                bots.append(player.make())
                generators.append(bot_generator(seed, seat))
        position = self.game.new_position(first)
        last = CHANCE
        turns = 0
        decisions = 0
        ended = False
        for _ in range(MOST_ACTIONS):
            seat = position.to_act()
            if seat == CHANCE:
                action = position.draw_at(draw())
                tally.draw(position, action)
            elif seat == OVER:
                ended = True
                break
            else:
                self.asked = seat
                rng = generators[seat]
                if isinstance(rng, QuickRandom):
                    action = tally.choose(position, seat, rng)
                else:
                    seen = position.resample(seat, rng)
                    bot = bots[seat]
                    choose: Any = bot.choose  # of a plugin in plain Python, it may return anything
                    chosen: object = choose(seen, seat, rng, players[seat].budget)
                    if type(chosen) is not int or not (
                        players[seat].trusted or chosen in position.legal_actions()
                    ):
                        raise IllegalChoice
                    action = chosen
                    tally.decide(position, seat, action)
                self.asked = CHANCE
                decisions += 1
                if seat != last:
                    turns += 1
            last = seat
            position.apply(action)
        winners: list[int] = []
        self.turns = turns
        self.decisions = decisions
        scores = position.scores()
        self.last_scores = scores
        if ended:
            winners = position.winners()
            if self.prizes is not None:
                self.held.append(self.prizes(position))
            self._count(self.ended.add(scores, winners, first, turns, decisions))
        else:
            self.endless += 1
            self._count([])
        self.games += 1
        return winners

    def _count(self, leads: list[int]) -> None:
        """Add up what the tally has counted in a game, with its *leads* if it has ended."""
        tally = self.tally
        seats = self.seats
        count: i64 = len(tally.uses)
        while len(self.used) < count * seats:
            self.used = append(self.used, 0)
        used = tally.used
        card_of = tally.card_of
        use: i64 = 0
        at: i64
        while use < count:
            card = card_of[use]
            at = 0
            while card >= 0 and at < seats:
                if used[use * seats + at]:
                    used[card * seats + at] = 1
                at += 1
            use += 1
        sums = self.used
        worth = self.worth
        place: i64 = 0
        while place < count * seats:
            times = used[place]
            if times:
                sums[place] += times
                if leads:
                    worth.add(place // seats, leads[place % seats])
            place += 1
