"""A thousand random games through each adapter end as those of the engine do.

They are spread over all shipped games, variants and numbers of players, and those of third parties.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from lacking import lacking
from learning_games import THIRD_PARTIES, shipped, third_party
from splitpick.core import Match
from splitpick.core.learning import aec_env, single_env, study, vector_env
from splitpick.core.learning.learning_game import LearningGame
from splitpick.core.players import RandomBot, bot_generator

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

pytestmark = pytest.mark.weekly

GAMES = 1000


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, LearningGame]]:
    """Seeds, and the games of which they are."""
    kinds = [study(*each) for each in shipped()]
    kinds += [third_party(name, monkeypatch) for name in THIRD_PARTIES]
    return enumerate(islice(cycle(kinds), GAMES))


def leads(match: Match) -> list[float]:
    scores = match.position.scores()
    seats = range(len(scores))
    return [scores[seat] - max(scores[one] for one in seats if one != seat) for seat in seats]


def test_games_of_pettingzoo(games: Iterator[tuple[int, LearningGame]]) -> None:
    played = 0
    for seed, learning in games:
        env, match, rng = aec_env(learning), Match(learning.game, seed), Random(seed)
        env.reset(seed=seed)
        while not match.over:
            notation = env.infos[env.agent_selection]["notation"]
            number = rng.choice([*notation])
            match.play(notation[number])
            env.step(number)
        assert [*env.rewards.values()] == leads(match), (learning.name, seed)
        assert all(env.terminations.values())
        played += 1
    assert played == GAMES


def chosen(learning: LearningGame, seed: int, notations: list[str], moment: int) -> str:
    return notations[Random(f"{seed}/{moment}").randrange(len(notations))]


def played_by_the_engine(learning: LearningGame, seed: int, learner: int) -> float:
    """Play as `single_env` does against random, and return the lead of *learner*."""
    game = learning.game
    match, moment = Match(game, seed), 0
    rngs = [bot_generator(seed, seat) for seat in range(game.players)]
    while not match.over:
        seat = match.position.to_act()
        if seat == learner:
            match.play(chosen(learning, seed, match.legal(), moment))
            moment += 1
        else:
            seen = match.position.resample(seat, rngs[seat])
            match.play(seen.notation(RandomBot().choose(seen, seat, rngs[seat], 0.0)))
    return leads(match)[learner]


def test_games_of_gymnasium(games: Iterator[tuple[int, LearningGame]]) -> None:
    for seed, learning in games:
        learner = seed % learning.game.players
        env = single_env(learning, seat=learner, opponent="random")
        _, info = env.reset(seed=seed)
        over, reward, moment = env.table.is_over, 0.0, 0
        if over:  # the seat has had no decision: nothing to learn, and no reward
            continue
        while not over:
            numbers = {notation: number for number, notation in info["notation"].items()}
            move = chosen(learning, seed, [*numbers], moment)
            _, reward, over, _, info = env.step(numbers[move])
            moment += 1
        assert reward == played_by_the_engine(learning, seed, learner), (learning.name, seed)


def test_games_of_the_vector_environment(games: Iterator[tuple[int, LearningGame]]) -> None:
    """Twenty at once of each kind, in as many rounds as it takes."""
    count, ended = 20, 0
    for seed, learning in islice(games, 0, None, count):
        many = vector_env(learning, count=count, opponent="random")
        many.reset(seed=seed)
        rewards = [None] * count
        moments = [0] * count
        while None in rewards:
            actions = np.zeros(count, dtype=int)
            for row, table in enumerate(many.tables):
                if rewards[row] is None:
                    told = {table.position.notation(a): n for n, a in table.actions.items()}
                    move = chosen(learning, seed + row, [*told], moments[row])
                    actions[row], moments[row] = told[move], moments[row] + 1
                elif table.actions:
                    actions[row] = next(iter(table.actions))
            _, gained, over, _, _ = many.step(actions)
            for row in np.flatnonzero(over):
                if rewards[row] is None:
                    rewards[row] = gained[row]
        for row, reward in enumerate(rewards):
            assert reward == played_by_the_engine(learning, seed + row, 0), (learning.name, row)
            ended += 1
    assert ended == GAMES


def test_games_of_openspiel(games: Iterator[tuple[int, LearningGame]]) -> None:
    try:
        import pyspiel
    except ModuleNotFoundError:
        lacking("open_spiel")
    from splitpick.core.learning.openspiel import SplitpickGame, type_of

    made: dict[int, SplitpickGame] = {}
    for seed, learning in games:
        if id(learning) not in made:
            kind = type_of(learning, "python_splitpick")
            made[id(learning)] = SplitpickGame(learning, "margin", kind)
            pyspiel.random_sim_test(made[id(learning)], num_sims=1, serialize=False, verbose=False)
        state, rng = made[id(learning)].new_initial_state(), Random(seed)
        match, done = Match(learning.game, seed), 0
        while True:
            for step in match.line[done:]:
                state.apply_action(state.string_to_action(str(step.done and step.done.notation)))
            done = len(match.line)
            if match.over:
                break
            match.play(rng.choice(match.legal()))
        assert state.is_terminal()
        assert state.returns() == leads(match), (learning.name, seed)
