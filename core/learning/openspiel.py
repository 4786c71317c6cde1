"""Games as games of OpenSpiel, for its algorithms.

``register()`` makes ``python_splitpick_jolly_roger`` and so on; ``pyspiel.load_game`` takes their
parameters *variant*, *players* and *reward*.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from ..game import CHANCE, OVER, Position
from ..hooks.engine import Engine
from .extras import needing
from .learning_game import LearningGame, checked_reward, study

with needing("openspiel", "open_spiel"):
    import numpy as np
    import pyspiel

MOST_POINTS = 10_000.0
"""Bound of the returns with ``reward=margin``: OpenSpiel asks for one, rule sets have none."""
PARAMETERS: Mapping[str, Any] = {"variant": "", "players": 0, "reward": "margin"}
MOST_ACTIONS = 20_000
"""Bound of the length of a game, chance included."""


class SplitpickState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: a position, and the actions that led to it."""

    def __init__(self, game: SplitpickGame) -> None:
        super().__init__(game)
        self.learning = game.learning
        self.reward = game.reward
        self.held = Held(game.learning.game.new_position())

    def current_player(self) -> int:
        seat = self.held.position.to_act()
        if seat == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        return self.held.position.to_act() == OVER

    def _legal_actions(self, player: int) -> list[int]:
        if self.held.position.to_act() != player:
            return []
        return sorted(self.held.numbered(self.learning))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = dict(self.held.position.chance_outcomes())
        total = sum(weights.values())
        numbered = self.held.numbered(self.learning)
        return [(number, weights[numbered[number]] / total) for number in sorted(numbered)]

    def _apply_action(self, action: int) -> None:
        self.held.apply(self.held.numbered(self.learning)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.position.notation(self.held.numbered(self.learning)[action])

    def returns(self) -> list[float]:
        seats = range(self.learning.game.players)
        if not self.is_terminal():
            return [0.0 for _ in seats]
        return [self.learning.reward(self.held.position, seat, self.reward) for seat in seats]

    def __str__(self) -> str:
        return " ".join(self.held.journal)


class Held:
    """The *position* of a state with its *journal*, copied as fast as games can.

    Attributes:
        actions: the engine's actions so far.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.start = position.copy()
        self.journal: list[str] = []
        self.actions: list[int] = []
        self._numbered: dict[int, int] | None = None

    def __deepcopy__(self, memo: Mapping[int, object]) -> Held:
        again = Held.__new__(Held)
        again.position = self.position.copy()
        again.start = self.start
        again.journal = self.journal[:]
        again.actions = self.actions[:]
        again._numbered = self._numbered
        return again

    def numbered(self, learning: LearningGame) -> dict[int, int]:
        """Return the possible actions, of a seat or of chance, by their numbers."""
        if self._numbered is None:
            chance = self.position.to_act() == CHANCE
            numbering = learning.chance_numbering if chance else learning.numbering
            self._numbered = numbering.actions(self.position)
        return self._numbered

    def apply(self, action: int) -> None:
        """Carry out *action*."""
        self.journal.append(self.position.notation(action))
        self.actions.append(action)
        self.position.apply(action)
        self._numbered = None

    def known(self, learning: LearningGame, player: int) -> str:
        """Return everything that *player* has known so far: its information state.

        Without secrets it is the journal; otherwise what the seat did and all views that it had.
        """
        if not learning.game.info().secrets:
            return f"{player}: {' '.join(self.journal)}"
        position, known = self.start.copy(), [f"{player}:"]
        for text, action in zip(self.journal, self.actions, strict=True):
            if position.to_act() == player:
                known.append(text)
            position.apply(action)
            known.append(_written(position, player))
        return "\n".join(known)


def _written(position: Position, player: int) -> str:
    return json.dumps(position.view(player), separators=(",", ":"))


class SplitpickObserver:
    """An observer of a seat: *perfect_recall* gives information states instead of observations."""

    def __init__(self, learning: LearningGame, perfect_recall: bool) -> None:
        self.learning = learning
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(learning.observer.size, dtype=np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SplitpickState, player: int) -> None:
        """Write what *player* observes of *state* into the tensor."""
        if self.tensor is not None:
            observed = self.learning.observer.observe(state.held.position, player)
            self.tensor[:] = np.frombuffer(observed, dtype=np.int32)

    def string_from(self, state: SplitpickState, player: int) -> str:
        """Return what *player* knows of *state*."""
        if self.perfect_recall:
            return state.held.known(self.learning, player)
        return _written(state.held.position, player)


class SplitpickGame(pyspiel.Game):  # type: ignore[misc]
    """The game *learning*, with returns as *reward* says."""

    def __init__(
        self,
        learning: LearningGame,
        reward: str,
        kind: pyspiel.GameType,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        most = 1.0 if checked_reward(reward) == "win" else MOST_POINTS
        pair = learning.game.players == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=learning.numbering.size,
            max_chance_outcomes=learning.chance_numbering.size,
            num_players=learning.game.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if pair else None,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(kind, info, dict(params or {}))
        self.learning = learning
        self.reward = reward

    def new_initial_state(self) -> SplitpickState:
        return SplitpickState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> SplitpickObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SplitpickObserver(self.learning, recall)


def type_of(learning: LearningGame, name: str) -> pyspiel.GameType:
    """Return the facts about the game *learning*, called *name*, that OpenSpiel asks for."""
    kind = pyspiel.GameType
    secrets = learning.game.info().secrets
    return kind(
        short_name=name,
        long_name=f"splitpick: {learning.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if secrets
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if learning.game.players == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


class RegisteredGame(SplitpickGame):
    """The game of the rule set *source*, which OpenSpiel calls *short_name*."""

    source: ClassVar[str]
    short_name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = dict(PARAMETERS) | dict(params or {})
        learning = study(self.source, asked["variant"] or None, asked["players"] or None)
        super().__init__(learning, asked["reward"], type_of(learning, self.short_name), asked)


def register(*files: str) -> list[str]:
    """Register every rule set that has a name, and those in *files*; return the games' names.

    Raises what `load_game` raises for the files.
    """
    names = {name: name for name in Engine().playable()}
    names |= {study(file).name: file for file in files}
    games = []
    for id, source in names.items():
        short_name = f"python_splitpick_{id.replace('-', '_')}"
        if short_name not in pyspiel.registered_names():
            # OpenSpiel keeps a class for good, while a function would be freed too late.
            facts = {"source": source, "short_name": short_name}
            made = type("Registered", (RegisteredGame,), facts)
            pyspiel.register_game(type_of(study(source), short_name), made)
        games.append(short_name)
    return games
