"""Games as environments of PettingZoo, in which the seats act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..game import OVER, Position
from .extras import needing
from .learning_game import LearningGame, checked_reward, play_chance, study
from .observation import BOUND

with needing("rl", "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry
    from pettingzoo.env_registry.registration import register as register_env

RENDER_MODES = ["ansi", "rgb_array"]


class SplitpickEnv(AECEnv):  # type: ignore[misc]
    """The game *learning* as an environment; made by `aec_env`.

    Attributes:
        position: the position; an agent that may not peek does not look at it.
    """

    def __init__(
        self,
        learning: LearningGame,
        *,
        reward: str,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"splitpick/{learning.name}-v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.learning = learning
        self.reward = checked_reward(reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = learning.agents[:]
        size = learning.numbering.size
        self._observation_spaces = {agent: space_of(learning) for agent in learning.agents}
        self._action_spaces = {agent: spaces.Discrete(size) for agent in learning.agents}
        self.position: Position = learning.game.new_position()
        self._rng = Random()
        self._actions: dict[int, int] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; *seed* deals as it does in a match, and ``options["first"]`` is the seat
        that begins, by default 0.
        """
        self._rng = Random(seed)
        self.position = self.learning.game.new_position((options or {}).get("first", 0))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.cycles = 0
        self._go_on()

    def _go_on(self) -> None:
        """Let chance act; then either a seat is to act, or the game is over."""
        play_chance(self.position, self._rng.random)
        seat = self.position.to_act()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._actions = self.learning.numbering.actions(self.position)
        if seat == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            for number, agent in enumerate(self.agents):
                self.rewards[agent] = self.learning.reward(self.position, number, self.reward)
        else:
            self.agent_selection = self.agents[seat]
            self.infos[self.agent_selection]["notation"] = {
                number: self.position.notation(action) for number, action in self._actions.items()
            }
            if self.max_cycles is not None and self.cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        observed = self.learning.observer.observe(self.position, seat)
        mask = np.zeros(self.learning.numbering.size, dtype=np.int8)
        if self.position.to_act() == seat:
            mask[list(self._actions)] = 1
        return {"observation": np.frombuffer(observed, dtype=np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._actions:
            raise ValueError(f"{agent} cannot do {action} now: see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position.apply(self._actions[int(action)])
        self.cycles += 1
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return what an onlooker sees: a text, or with ``rgb_array`` a picture."""
        if self.render_mode == "rgb_array":
            return self.learning.image(self.position)
        return self.learning.text(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def space_of(learning: LearningGame) -> spaces.Dict:
    """Return the space of an observation with its mask of actions."""
    numbers = spaces.Box(-BOUND, BOUND, (learning.observer.size,), dtype=np.int32)
    mask = spaces.Box(0, 1, (learning.numbering.size,), dtype=np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def aec_env(
    name: str | LearningGame,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    reward: str = "margin",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> SplitpickEnv:
    """Make the environment of a game, named as for `load_game`.

    *reward* is ``margin`` or ``win``, and is paid at the end; *max_cycles* is the most actions of
    all seats before a game is cut short; *render_mode* is ``ansi`` or ``rgb_array``.  Raises what
    `load_game` raises, and `BadValue`.
    """
    learning = study(name, variant, players, options)
    return SplitpickEnv(learning, reward=reward, max_cycles=max_cycles, render_mode=render_mode)


def register_aec() -> list[str]:
    """Register every rule set that has a name; return the ids, as ``splitpick/NAME-v0``.

    Then ``pettingzoo.make("aec", id)`` makes its environment.
    """
    from ..hooks.engine import Engine

    ids = []
    for name in Engine().playable():
        ids.append(f"splitpick/{name}-v0")
        if ids[-1] not in aec_registry:
            register_env("aec", ids[-1], aec_env, kwargs={"name": name})
    return ids
