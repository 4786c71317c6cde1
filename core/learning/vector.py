"""Many games side by side, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from .extras import needing
from .learning_game import LearningGame, checked_reward, study
from .observation import BOUND
from .single import table_of

with needing("rl", "gymnasium"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class SplitpickVectorEnv(VectorEnv[Any, Any, Any]):
    """*count* games in which one seat learns; made by `vector_env`.

    A game that ends is followed by the next one at the step after (`AutoresetMode.NEXT_STEP`).
    The observations and masks are written where numpy has them, and are valid until the next step.

    Attributes:
        observations: a row of numbers a game.
        masks: a row of possible actions a game.
    """

    def __init__(
        self, learning: LearningGame, count: int, seat: int, opponent: str, reward: str
    ) -> None:
        self.learning = learning
        self.num_envs = count
        self.reward = checked_reward(reward)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.tables = [table_of(learning, seat, opponent) for _ in range(count)]
        size, actions = learning.observer.size, learning.numbering.size
        self.single_observation_space = spaces.Box(-BOUND, BOUND, (size,), dtype=np.int32)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self.observations = np.zeros((count, size), dtype=np.int32)
        self.masks = np.zeros((count, actions), dtype=np.int8)
        self._rows = [row.data for row in self.observations]
        self._ended = np.zeros(count, dtype=bool)
        self._rng = Random()

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games; *seed* deals the first one, the next number the second, and so on."""
        self._rng = Random(None if isinstance(seed, list) else seed)
        for number, table in enumerate(self.tables):
            if isinstance(seed, int):
                table.begin(seed + number)
            else:
                table.begin(self._new_seed() if seed is None else seed[number])
        self._ended[:] = False
        self._observe()
        return self.observations, {"action_mask": self.masks}

    def _new_seed(self) -> int:
        return int(self._rng.random() * 2**53)

    def _observe(self) -> None:
        self.observations.fill(0)
        self.masks.fill(0)
        observer = self.learning.observer
        for table, row, mask in zip(self.tables, self._rows, self.masks, strict=True):
            observer.fill(table.position, table.seat, row)
            mask[list(table.actions)] = 1

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game; raises `KeyError` for one that is not possible."""
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        ended = np.zeros(self.num_envs, dtype=bool)
        for number, table in enumerate(self.tables):
            if self._ended[number]:
                table.begin(self._new_seed())
                continue
            table.play(int(actions[number]))
            if table.is_over:
                ended[number] = True
                rewards[number] = self.learning.reward(table.position, table.seat, self.reward)
        self._ended = ended
        self._observe()
        truncated = np.zeros(self.num_envs, dtype=bool)
        return self.observations, rewards, ended, truncated, {"action_mask": self.masks}


def vector_env(
    name: str | LearningGame,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    count: int = 64,
    seat: int = 0,
    opponent: str = "random",
    reward: str = "margin",
) -> SplitpickVectorEnv:
    """Make *count* games at once; everything else is as for `single_env`."""
    learning = study(name, variant, players, options)
    return SplitpickVectorEnv(learning, count, seat, opponent, reward)
