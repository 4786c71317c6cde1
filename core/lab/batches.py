"""Bot games of a rule set as work for any process: one by one, or many at once as sums."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import BotError, SplitpickError
from ..game import Game, Position
from ..hooks.engine import Engine
from ..matches.match import MOST_SEED
from ..matches.seating import Seated, seated
from ..players import BUILT_IN, Greedy, RandomBot
from .card_tally import Use
from .dealer import BotAtTable, Dealer, IllegalChoice
from .games import Arena, Played, sentence
from .statistics import Fact, Totals, sums_of
from .workers import Dismissed

SIZES = {RandomBot.id: 200, Greedy.id: 10}
"""Number of games in a batch, by the slowest bot: as many as take little time; 1 for others."""


@dataclass
class Batch:
    """Sums over bot games; everything by seat or by use is in one row, seat by seat for each use.

    The buffers are of whole numbers of 64 bits: ``numpy.frombuffer(batch.scores, "q")``.
    """

    players: int
    games: int
    endless: int
    """Number of games that were given up after too many actions; only their uses are counted."""
    scores: array[int]
    """The scores of each game in turn."""
    leads: array[int]
    """The lead of each seat over the best other one, in the same order."""
    uses: list[Use]
    """Cards and what was done with them; ``(card, "")`` stands for any use."""
    used: array[int]
    """Number of times that each seat made each use; for ``(card, "")``, of games in which any."""
    offered: array[int]
    """Number of decisions at which each use was possible."""
    came: array[int]
    """Number of times that chance brought each card, at its ``(card, "")``."""
    held: list[list[int]]
    """The holders of the prizes at the end of each game."""
    facts: Mapping[Fact, Totals]
    """Sums of the `STATISTICS` of all games that were not given up."""
    worth: Sequence[Totals]
    """By use, the same of the final leads of the seats that made it."""


def batch_of(dealer: Dealer) -> Batch:
    """Return what *dealer* has counted."""
    return Batch(
        dealer.game.players,
        dealer.games,
        dealer.endless,
        array("q", dealer.ended.scores),
        array("q", dealer.ended.leads),
        dealer.tally.uses[:],
        array("q", list(dealer.used)),
        array("q", list(dealer.tally.offered)),
        array("q", list(dealer.tally.came)),
        dealer.held[:],
        sums_of(dealer.ended),
        dealer.worth.rows(),
    )


def simulate_batch(game: Game, bots: Sequence[str], seed: int, n: int) -> Batch:
    """Play and count *n* games of the built-in *bots*, named by seat, such as ``["random"] * 2``.

    Game *i* has the seed *seed* + *i*, and the seat *i* modulo the number of seats begins.  Raises
    `UnknownName` and `BadValue` for a name, `ValueError` for too few or too many bots, and what the
    game raises.  Threads need games of their own.
    """
    if len(bots) != game.players:
        raise ValueError(f"a game for {game.players} players has {len(bots)} bots")
    kinds = {bot.id: bot for bot in BUILT_IN}
    dealer = dealer_of(game, [seated(name, kinds) for name in bots])
    for number in range(n):
        dealer.play((seed + number) & MOST_SEED, number % game.players)
    return batch_of(dealer)


def dealer_of(
    game: Game, bots: Sequence[Seated], holders: Callable[[Position], list[int]] | None = None
) -> Dealer:
    """Return the dealer for games of *game* between *bots*; *holders* returns those of prizes."""
    players = [BotAtTable(bot.bot, bot.budget, bot.kind in BUILT_IN) for bot in bots]
    return Dealer(game, players, holders)


def played_of(dealer: Dealer, first: int, winners: list[int]) -> Played:
    """Return the last game of *dealer*."""
    tally, seats = dealer.tally, range(dealer.game.players)
    played = Played(dealer.seed, first, dealer.last_scores, winners, sides=dealer.ended.sides)
    played.turns, played.decisions = dealer.turns, dealer.decisions
    played.prizes = dealer.held[-1] if dealer.held and winners else []
    numbered = list(enumerate(tally.uses))
    for seat in seats:
        used = [(use, tally.used[at * len(seats) + seat]) for at, use in numbered if use[1]]
        played.uses.append(Counter({use: times for use, times in used if times}))
    offered = {use: tally.offered[at] for at, use in numbered if tally.offered[at]}
    played.offered = Counter(offered)
    came = {card: tally.came[at] for at, (card, _) in numbered if tally.came[at]}
    played.came = Counter(came)
    return played


@dataclass(frozen=True)
class Games:
    """Games of one rule set between the same bots: a `Work`.

    Piece *n* is the game with the seed *seed* + *n* (after the greatest seed comes 0), in which
    seat *n* modulo the number of seats begins.
    """

    rules: str
    """The resolved rules as canonical JSON (`Ruleset.text`)."""
    bots: tuple[str, ...]
    """Bot at each seat, in the form that `seated` reads."""
    seed: int = 0
    without: tuple[str, ...] = ()
    """Plugins to leave out."""

    def begin(self, engine: Engine | None = None) -> Callable[[int], Played]:
        """See `Work.begin`; *engine* is one whose plugins are loaded, by default a new one."""
        return Counted(self, engine).played

    def batches(self, total: int) -> Batches:
        """Return the first *total* games in batches, of one game each if the bots are slow."""
        return Batches(self, total, min(SIZES.get(bot, 1) for bot in self.bots))


class Counted:
    """The *games* of a rule set as they are played and counted."""

    def __init__(self, games: Games, engine: Engine | None) -> None:
        self.games = games
        self.engine = engine or Engine(without=games.without)
        self.arena = Arena(self.engine, games.rules, len(games.bots))
        self.bots = [seated(name, self.engine.bots) for name in games.bots]
        self.dealer = dealer_of(self.arena.game, self.bots, self._holders)

    def _holders(self, position: Position) -> list[int]:
        return [holder for _, holder in self.arena.presenter.prizes(position)]

    def played(self, number: int) -> Played:
        """Play and return game *number*; see `play`."""
        self.dealer.clear()
        winners = self.play(number)
        return played_of(self.dealer, number % len(self.bots), winners)

    def batch(self, numbers: Iterable[int]) -> Batch:
        """Play the games *numbers*, and return what was counted in them; see `play`."""
        self.dealer.clear()
        for number in numbers:
            self.play(number)
        return batch_of(self.dealer)

    def play(self, number: int) -> list[int]:
        """Play game *number*, and return its winners.

        Raises `BotError` and `PluginError` with its seed.
        """
        dealer = self.dealer
        seed = (self.games.seed + number) & MOST_SEED
        try:
            return dealer.play(seed, number % len(self.bots))
        except (SplitpickError, KeyboardInterrupt, Dismissed):
            raise
        except IllegalChoice as error:
            bot = self.bots[dealer.asked]
            name = self.engine.label_bot(bot.kind.id, bot.title)
            raise BotError(sentence("trial-bot-illegal", bot=name, seed=str(seed))) from error
        except BaseException as error:
            if not (blamed := self.arena.blamed(error, seed)):
                raise
            raise blamed from error


@dataclass(frozen=True)
class Batches:
    """The first *total* of *games*, *size* at a time: a `Work` whose pieces are batches."""

    games: Games
    total: int
    size: int

    def begin(self, engine: Engine | None = None) -> Callable[[int], Batch]:
        """See `Work.begin` and `Games.begin`."""
        counted, size = Counted(self.games, engine), self.size
        every = range(self.total)
        return lambda number: counted.batch(every[number * size : (number + 1) * size])


@dataclass(frozen=True)
class Pairs:
    """Games under two rule sets with the same seeds: a `Work` whose pieces are pairs of games."""

    one: Games
    other: Games

    def begin(self) -> Callable[[int], tuple[Played, Played]]:
        """See `Work.begin`."""
        engine = Engine(without=self.one.without)
        one, other = self.one.begin(engine), self.other.begin(engine)
        return lambda number: (one(number), other(number))
