"""A game with all that a program needs to learn it: vectors, numbers of actions, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import BadValue
from ..game import CHANCE, Position, are_together, lead_in
from ..hooks.engine import Engine
from ..matches.exports.svg import table_svg
from ..matches.exports.words import Words
from ..rules.load import Ruleset
from ..text import msg
from .extras import needing
from .numbering import Numbering
from .observation import SeatObserver

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

REWARDS = ("margin", "win")


class LearningGame:
    """A game of *ruleset* for *players*, by default for the most that its rules allow.

    Attributes:
        engine: the engine that knows the bots to play against.
        game: the game.
        agents: the names of the seats, as PettingZoo recommends them: ``seat_0``, ``seat_1``.
    """

    def __init__(self, engine: Engine, ruleset: Ruleset, players: int | None = None) -> None:
        self.engine = engine
        self.game = ruleset.build(players)
        self.name = ruleset.id
        self.agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._presenter = engine.presenter(ruleset, self.game)
        self._language = engine.language("en")

    def __deepcopy__(self, memo: Mapping[int, object]) -> LearningGame:
        """Return the same game: it never changes, and a compiled one cannot be copied so."""
        return self

    @cached_property
    def observer(self) -> SeatObserver:
        """The vectors that seats observe; it takes seconds to find them."""
        return SeatObserver(self.game)

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of the seats' actions."""
        return Numbering(self.game)

    @cached_property
    def chance_numbering(self) -> Numbering:
        """The numbers of the actions of chance."""
        return Numbering(self.game, chance=True)

    def reward(self, position: Position, seat: int, kind: str) -> float:
        """Return the reward of *seat* at the end: its margin, or 1 for a win, -1, 0 if shared.

        The margin is the lead over the best other seat.
        """
        if kind == "margin":
            return float(lead_in(position.scores(), seat, position.sides()))
        winners = position.winners()
        if seat not in winners:
            return -1.0
        return 1.0 if winners == [seat] or are_together(winners, position.sides()) else 0.0

    def text(self, position: Position, seat: int | None = None) -> str:
        """Describe what *seat*, or an onlooker, sees of *position*, in English."""
        words = Words(self._language)
        view = position.view(seat)
        return "\n".join(words.lines(self._presenter.sentences(view, seat)))

    def svg(self, position: Position, seat: int | None = None) -> str:
        """Draw what *seat*, or an onlooker, sees of *position*."""
        view = position.view(seat)
        return table_svg(self._presenter, view, seat, self._presenter.name, self._language)

    def image(self, position: Position, seat: int | None = None) -> npt.NDArray[np.uint8]:
        """Draw `svg` in pixels: an array of height, width and the colours red, green, blue."""
        with needing("rl", "resvg_py"):
            import io

            import numpy
            import resvg_py
            from PIL import Image
        png = resvg_py.svg_to_bytes(svg_string=self.svg(position, seat), background="white")
        return numpy.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


@lru_cache(maxsize=32)
def _studied(
    name: str, variant: str | None, players: int | None, options: tuple[tuple[str, Any], ...]
) -> LearningGame:
    engine = Engine()
    ruleset = engine.ruleset_file(name).variant(variant).with_options(dict(options))
    return LearningGame(engine, ruleset, players)


def study(
    name: str | LearningGame,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> LearningGame:
    """Return the game of the rule set *name*, as for `load_game`; the same one again if asked so.

    Raises what `load_game` raises.
    """
    if isinstance(name, LearningGame):
        return name
    return _studied(name, variant, players, tuple(sorted((options or {}).items())))


def checked_reward(kind: str) -> str:
    """Return *kind*, one of `REWARDS`; raises `BadValue`."""
    if kind not in REWARDS:
        raise BadValue(msg("bad-reward", 'A reward is "margin" or "win", not "{kind}".', kind=kind))
    return kind


def play_chance(position: Position, x: Any) -> None:
    """Let chance act on *position* until a seat does; *x* makes the numbers in [0, 1)."""
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(x()))
