"""Bot games, what is counted in each, and the games of a rule set as work for any process."""

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NoReturn, TypeAlias

from ..errors import PluginError, SplitpickError
from ..game import CHANCE, OVER, Position, lead_in
from ..hooks.engine import Engine
from ..matches.match import Match, result_of
from ..matches.seating import Seated
from ..players import bot_generator
from ..rules.load import restore_ruleset
from ..text import msg, sentences
from .card_tally import Use
from .dealer import MOST_ACTIONS
from .statistics import STATISTIC_OF, EndedGames, Fact, columns_of
from .workers import Dismissed

sentence = sentences(
    msg("trial-plugin-fails",
        "The plugin {plugin} fails in the game with the seed {seed} ({error}). Games before it are"
        " counted."),
    msg("trial-bot-illegal",
        "The bot {bot} chose an illegal action in the game with the seed {seed}."),
)  # fmt: skip

NOBODY = -1  # holder of a prize that no seat holds

Choose: TypeAlias = Callable[[Position, int, int], int]
"""Function that returns an action for a position, a seat and the number of actions so far."""


@dataclass(slots=True)
class Played:
    """A game that was played; most lists are by seat."""

    seed: int
    first: int
    """The seat that began."""
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    """Seats that share the win; none in a game that was given up."""
    failed: int | None = None
    """Seat whose player crashed, was too late or chose an illegal action; `why` is the code."""
    why: str = ""
    prizes: list[int] = field(default_factory=list)
    """Holder of each prize at the end, a seat or `NOBODY`; empty if prizes are not counted."""
    turns: int = 0
    """Number of runs of decisions, each by one seat."""
    decisions: int = 0
    uses: list[Counter[Use]] = field(default_factory=list)
    offered: Counter[Use] = field(default_factory=Counter)
    """Number of decisions at which each use was possible."""
    came: Counter[str] = field(default_factory=Counter)
    """Number of times that chance brought each card."""
    lineup: tuple[int, ...] = ()
    """Contender at each seat; empty outside tournaments."""
    sides: list[int] = field(default_factory=list)
    """Side of each seat, as `Position.sides` has it."""

    @property
    def ended(self) -> bool:
        """True unless the game was given up."""
        return bool(self.winners)

    def margin(self, seat: int) -> int:
        """Return the lead of *seat* over the best other seat; negative if it trails."""
        return lead_in(self.scores, seat, self.sides)

    def facts(self) -> dict[Fact, float]:
        """Return the numbers of all `STATISTICS` in a game that was not given up."""
        game = EndedGames(len(self.scores), self.sides)
        game.add(self.scores, self.winners, self.first, self.turns, self.decisions)
        columns = columns_of(game).items()
        return {fact: number / STATISTIC_OF[fact[0]].scale for fact, (number,) in columns}

    def places(self) -> list[int]:
        """Return the place of each seat, from 1; equal seats share a place.

        The winners come first, then the others by score, and last a seat that failed with its
        partners.  In a game that was given up, all seats share the first place.
        """
        sides = self.sides or range(len(self.scores))
        lost = None if self.failed is None else sides[self.failed]
        ranks = [
            (2, 0) if seat in self.winners or not self.ended else (sides[seat] != lost, score)
            for seat, score in enumerate(self.scores)
        ]
        return [1 + sum(other > own for other in ranks) for own in ranks]


class Foul(BaseException):
    """Fault of a player, with a code; no `Exception`, since a bot might catch that."""


class Arena:
    """The game of *rules* (`Ruleset.text`) for *seats* players, with the plugins of *engine*."""

    def __init__(self, engine: Engine, rules: str, seats: int) -> None:
        self.engine = engine
        self.ruleset = restore_ruleset(rules, engine.games)
        self.game = self.ruleset.build(seats)
        self.presenter = self.ruleset.presenter(self.game)
        engine.played.add(engine.maker(self.ruleset))

    def play(
        self,
        players: Sequence[Choose],
        seed: int,
        first: int,
        fault: Callable[[int, BaseException], str],
        match: Match | None = None,
    ) -> Played:
        """Play one game of *players* by seat; the seat *first* begins.

        *match* is the same game as a match, for players that read its journal; all decisions are
        applied to it.  A player that raises an error or chooses an illegal action loses with the
        code that *fault* returns, unless *fault* raises.  Raises `PluginError`, with the seed, if
        other code of a plugin fails.
        """
        played = Played(seed, first)
        rng, last = Random(seed), CHANCE
        try:
            position = self.game.new_position(first)
            played.sides = position.sides()
            for moment in range(MOST_ACTIONS):
                seat = position.to_act()
                if seat == OVER:
                    break
                if seat == CHANCE:
                    action = position.draw_at(rng.random())
                else:
                    legal = position.legal_actions()
                    try:
                        action = players[seat](position, seat, moment)
                        if type(action) is not int or action not in legal:
                            raise Foul("bot-illegal")
                    except (KeyboardInterrupt, Dismissed):
                        raise
                    except BaseException as error:
                        played.failed, played.why = seat, fault(seat, error)
                        break
                    played.decisions += 1
                    played.turns += seat != last
                    if match:
                        match.apply(action)
                last = seat
                position.apply(action)
            if match and played.failed is not None:
                match.forfeit(played.failed, played.why)
            played.scores = list(position.scores())
            if result := result_of(position, played.failed):
                played.winners = list(result.winners)
            return played
        except (SplitpickError, KeyboardInterrupt, Dismissed):
            raise
        except BaseException as error:
            if not (blamed := self.blamed(error, seed)):
                raise
            raise blamed from error

    def blamed(self, error: BaseException, seed: int) -> PluginError | None:
        """Return the error to tell of if code of a plugin raised *error* in a game with *seed*."""
        if not (guilty := self.engine.blame(error)):
            return None
        facts = {"plugin": guilty.label, "seed": str(seed), "error": type(error).__name__}
        return PluginError(sentence("trial-plugin-fails", **facts))


def bot_player(bot: Seated, seed: int, seconds: float = 0.0) -> Choose:
    """Return the function with which *bot* plays one seat of the game with this *seed*.

    It keeps nothing between games: else results would depend on which process plays which.  Unless
    *seconds* is 0, a longer decision raises `Foul`, but only in the main thread and on Unix.
    """
    made = cache(bot.bot)  # a bot that cannot be made fails in the game
    is_main = threading.current_thread() is threading.main_thread()
    is_timed = seconds and is_main and hasattr(signal, "setitimer")

    def choose(position: Position, seat: int, moment: int) -> int:
        rng = bot_generator(seed, seat, moment)
        with _limit(seconds) if is_timed else nullcontext():
            return made().choose(position.resample(seat, rng), seat, rng, bot.budget)

    return choose


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Raise `Foul` in the ``with`` block once it has taken *seconds*."""

    def ring(number: int, frame: object) -> NoReturn:
        raise Foul("bot-endless")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again, for a bot that catches one
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
