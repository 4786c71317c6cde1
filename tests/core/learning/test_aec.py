"""Every game passes PettingZoo's tests, and ends as the engine's own games do."""

import warnings
from random import Random

import pytest

from learning_games import THIRD_PARTIES, TWO_TURNS, every_game, third_party
from splitpick.core import BadValue, Match
from splitpick.core.learning import aec_env, register_aec, study
from splitpick.core.learning.learning_game import LearningGame

pettingzoo = pytest.importorskip("pettingzoo")


def check_api(learning: LearningGame) -> None:
    with warnings.catch_warnings():  # it imports its own games, if what they need is here
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec_env(learning), num_cycles=1000)
        seed_test(lambda: aec_env(learning), num_cycles=100)
    # PettingZoo keeps a list of its own environments with masks, which it says nothing of.
    usual = ("Observation is not a NumPy array", "Observation space for each agent probably")
    assert [str(one.message) for one in caught if not str(one.message).startswith(usual)] == []


def play_as_the_engine(learning: LearningGame, seed: int) -> None:
    """Play a random game in both; the same seed deals the same cards."""
    env, rng = aec_env(learning), Random(seed)
    env.reset(seed=seed)
    match = Match(learning.game, seed)
    while not match.over:
        env.observe(env.agent_selection)
        notation = env.infos[env.agent_selection]["notation"]
        assert [*notation.values()] == match.legal()
        number = rng.choice([*notation])
        match.play(notation[number])
        env.step(number)
    assert all(env.terminations.values())
    scores = match.position.scores()
    for seat, agent in enumerate(env.agents):
        others = [score for other, score in enumerate(scores) if other != seat]
        assert env.rewards[agent] == scores[seat] - max(others)


@pytest.mark.slow
def test_a_game_with_secret_hands_passes_the_tests_of_pettingzoo() -> None:
    check_api(study("smugglers-cove"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), every_game())
def test_every_game_passes_the_tests_of_pettingzoo(name: str, variant: str, players: int) -> None:
    learning = study(name, variant, players)
    check_api(learning)
    for seed in range(40):
        play_as_the_engine(learning, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", THIRD_PARTIES)
def test_games_of_third_parties_pass_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learning = third_party(name, monkeypatch)
    check_api(learning)
    play_as_the_engine(learning, 1)


def test_games_end_as_those_of_the_engine() -> None:
    for seed in range(20):
        play_as_the_engine(study(str(TWO_TURNS)), seed)


def test_other_agents_are_told_no_notation_and_no_mask() -> None:
    env = aec_env("smugglers-cove")
    env.reset(seed=1)
    (other,) = {*env.agents} - {env.agent_selection}
    assert env.infos[other] == {}
    assert not env.observe(other)["action_mask"].any()


def test_a_game_is_cut_short_after_the_most_cycles() -> None:
    env = aec_env(str(TWO_TURNS), max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(next(iter(env.infos[env.agent_selection]["notation"])))
    assert all(env.truncations.values())


def test_a_win_is_1_and_a_shared_win_0() -> None:
    env = aec_env(str(TWO_TURNS), reward="win")
    for seed in range(10):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(next(iter(env.infos[env.agent_selection]["notation"])))
        winners = env.position.winners()
        expected = [0, 0] if len(winners) == 2 else [1, -1] if winners == [0] else [-1, 1]
        assert [*env.rewards.values()] == expected


def test_an_action_that_is_not_possible_is_refused() -> None:
    env = aec_env(str(TWO_TURNS))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0 cannot do 99 now"):
        env.step(99)
    with pytest.raises(BadValue, match="margin"):
        aec_env(str(TWO_TURNS), reward="points")


def test_rule_sets_are_registered_by_their_names() -> None:
    assert "splitpick/jolly-roger-v0" in register_aec()
    env = pettingzoo.make("aec", "splitpick/smugglers-cove-v0", max_cycles=5)
    assert env.metadata["name"] == "splitpick/smugglers-cove-v0"


def test_what_is_drawn_is_what_an_onlooker_sees() -> None:
    text = aec_env("smugglers-cove", render_mode="ansi")
    text.reset(seed=1)
    assert "Nell holds: 5 cards." in text.render()
    picture = aec_env("smugglers-cove", render_mode="rgb_array")
    picture.reset(seed=1)
    height, width, colours = picture.render().shape
    assert height > 100
    assert width > 200
    assert colours == 3
