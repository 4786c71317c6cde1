"""One seat learns against bots, in one game and in many at once."""

import pytest

from learning_games import THIRD_PARTIES, TWO_TURNS, every_game, third_party
from splitpick.core.learning import register_single, single_env, study, vector_env
from splitpick.core.learning.learning_game import LearningGame

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")


def check(learning: LearningGame) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(single_env(learning, opponent="random"))


@pytest.mark.filterwarnings("ignore:.*alternative render modes")
def test_gymnasium_finds_nothing_wrong() -> None:
    check(study(str(TWO_TURNS)))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*alternative render modes")
@pytest.mark.parametrize(("name", "variant", "players"), every_game())
def test_gymnasium_finds_nothing_wrong_in_any_game(name: str, variant: str, players: int) -> None:
    check(study(name, variant, players))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*alternative render modes")
@pytest.mark.parametrize("name", THIRD_PARTIES)
def test_gymnasium_finds_nothing_wrong_in_those_of_third_parties(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(third_party(name, monkeypatch))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), every_game())
def test_each_seat_of_each_game_can_learn(name: str, variant: str, players: int) -> None:
    for seat in range(players):
        env = single_env(name, variant, players, seat=seat, opponent="random")
        for seed in range(3):
            _, info = env.reset(seed=seed, options={"first": seed % players})
            over = env.table.is_over
            while not over:
                assert env.action_masks().sum() == len(info["notation"])
                observed, _, over, _, info = env.step(next(iter(info["notation"])))
                assert env.observation_space.contains(observed)


def test_a_move_that_is_not_possible_changes_nothing_and_costs_a_point() -> None:
    env = single_env(str(TWO_TURNS))
    before, _ = env.reset(seed=1)
    wrong = int(np.argmin(env.action_masks()))
    after, reward, over, _, _ = env.step(wrong)
    assert (before == after).all()
    assert (reward, over) == (-1.0, False)


def test_rule_sets_are_registered_by_their_names() -> None:
    assert "splitpick/jolly-roger-v0" in register_single()
    env = gymnasium.make("splitpick/smugglers-cove-v0", opponent="random", disable_env_checker=True)
    _, info = env.reset(seed=1)
    assert info["notation"]


def test_many_games_at_once_are_those_of_one() -> None:
    learning = study(str(TWO_TURNS))
    many = vector_env(learning, count=3, opponent="greedy")
    single = [single_env(learning, opponent="greedy") for _ in range(3)]
    observed, info = many.reset(seed=5)
    for row, env in enumerate(single):
        assert (env.reset(seed=5 + row)[0] == observed[row]).all()
    ended = np.zeros(3, dtype=bool)
    while not ended.any():
        actions = info["action_mask"].argmax(axis=1)
        buffer = observed
        observed, rewards, ended, _, info = many.step(actions)
        assert observed is buffer
        for row, env in enumerate(single):
            seen, reward, over, _, _ = env.step(actions[row])
            assert (seen == observed[row]).all()
            assert (reward, over) == (rewards[row], ended[row])
    many.step(np.zeros(3, dtype=int))  # those that have ended begin anew
    assert info["action_mask"].any()
