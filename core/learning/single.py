"""Games as environments of Gymnasium: one seat learns, bots sit at the others."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..errors import BadValue
from ..game import OVER, Position
from ..hooks.engine import Engine
from ..matches.seating import seated
from ..players import Bot, bot_generator
from ..text import msg
from .extras import needing
from .learning_game import LearningGame, checked_reward, play_chance, study
from .observation import BOUND

with needing("rl", "gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.envs.registration import register as register_env
    from gymnasium.envs.registration import registry


class LearningTable:
    """A game in which seat *seat* learns and *bot* plays all others."""

    def __init__(self, learning: LearningGame, seat: int, bot: Bot, budget: float) -> None:
        self.learning = learning
        self.seat = seat
        self.bot = bot
        self.budget = budget
        self.position: Position = learning.game.new_position()
        self.actions: dict[int, int] = {}

    def begin(self, seed: int, first: int = 0) -> None:
        """Begin the game that *seed* deals, up to the first decision of the seat that learns."""
        self._chance = Random(seed)
        self._rngs = [bot_generator(seed, seat) for seat in range(self.learning.game.players)]
        self.position = self.learning.game.new_position(first)
        self._go_on()

    def play(self, number: int) -> None:
        """Play the action with that number, and go on to the next decision of the seat."""
        self.position.apply(self.actions[number])
        self._go_on()

    def _go_on(self) -> None:
        position = self.position
        play_chance(position, self._chance.random)
        while (seat := position.to_act()) not in (self.seat, OVER):
            seen = position.resample(seat, self._rngs[seat])
            action = self.bot.choose(seen, seat, self._rngs[seat], self.budget)
            # An action means something only where it was offered; its notation lasts.
            position.apply(position.parse(seen.notation(action)))
            play_chance(position, self._chance.random)
        self.actions = self.learning.numbering.actions(position)

    @property
    def is_over(self) -> bool:
        return self.position.to_act() == OVER


class SingleEnv(gymnasium.Env[Any, Any]):
    """The game of a `LearningTable` as an environment; made by `single_env`."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(self, table: LearningTable, reward: str, render_mode: str | None) -> None:
        self.table = table
        self.reward = checked_reward(reward)
        self.render_mode = render_mode
        shape = (table.learning.observer.size,)
        self.observation_space = spaces.Box(-BOUND, BOUND, shape, dtype=np.int32)
        self.action_space = spaces.Discrete(table.learning.numbering.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; *seed* deals as it does in a match, ``options["first"]`` begins."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**62)) if seed is None else seed
        self.table.begin(dealt, (options or {}).get("first", 0))
        return self._observed(), self._info()

    def _observed(self) -> Any:
        table = self.table
        numbers = table.learning.observer.observe(table.position, table.seat)
        return np.frombuffer(numbers, dtype=np.int32)

    def _info(self) -> dict[str, Any]:
        """Return the mask of possible actions, and their notations by number."""
        position, actions = self.table.position, self.table.actions
        notation = {number: position.notation(action) for number, action in actions.items()}
        return {"action_mask": self.action_masks().astype(np.int8), "notation": notation}

    def action_masks(self) -> Any:
        """Return which actions are possible, as MaskablePPO of sb3-contrib asks for it."""
        mask = np.zeros(self.table.learning.numbering.size, dtype=bool)
        mask[list(self.table.actions)] = True
        return mask

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play *action*; one that is not possible changes nothing, and costs a point."""
        table = self.table
        if int(action) not in table.actions:
            return self._observed(), -1.0, False, False, self._info()
        table.play(int(action))
        over = table.is_over
        reward = table.learning.reward(table.position, table.seat, self.reward) if over else 0.0
        return self._observed(), reward, over, False, self._info()

    def render(self) -> Any:
        """Return what the seat that learns sees: a text, or a picture."""
        table = self.table
        if self.render_mode == "rgb_array":
            return table.learning.image(table.position, table.seat)
        if self.render_mode == "ansi":
            return table.learning.text(table.position, table.seat)
        return None


def table_of(learning: LearningGame, seat: int, opponent: str) -> LearningTable:
    """Seat *opponent*, as in ``--seat NAME=BOT``, at all seats but *seat*."""
    if not 0 <= seat < learning.game.players:
        raise BadValue(msg("bad-first", "There is no seat {seat}.", seat=seat))
    other = seated(opponent, learning.engine.bots)
    return LearningTable(learning, seat, other.bot(), other.budget)


def single_env(
    name: str | LearningGame,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    seat: int = 0,
    opponent: str = "greedy",
    reward: str = "margin",
    render_mode: str | None = None,
) -> SingleEnv:
    """Make the environment in which *seat* learns against *opponent* at all other seats.

    The others are as for `aec_env`.  Raises what `load_game` raises, `BadValue` and `UnknownName`.
    """
    learning = study(name, variant, players, options)
    return SingleEnv(table_of(learning, seat, opponent), reward, render_mode)


def register_single() -> list[str]:
    """Register every rule set that has a name; return the ids, as ``splitpick/NAME-v0``.

    Then ``gymnasium.make(id)`` makes its environment.
    """
    ids = []
    for name in Engine().playable():
        ids.append(f"splitpick/{name}-v0")
        if ids[-1] not in registry:
            register_env(ids[-1], f"{__name__}:single_env", kwargs={"name": name})
    return ids
