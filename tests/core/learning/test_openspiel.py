"""Rule sets are games of OpenSpiel, whose algorithms know exactly how well our bots play."""

from random import Random

import pytest

from lacking import lacking
from learning_games import TWO_TURNS
from splitpick.core import Match
from splitpick.core.learning import study

try:
    import pyspiel
except ModuleNotFoundError:
    pyspiel = None

pytestmark = pytest.mark.slow  # open_spiel is too heavy for everybody's tests


@pytest.fixture(autouse=True)
def _spiel() -> None:
    if pyspiel is None:
        lacking("open_spiel")


def test_every_rule_set_passes_the_random_simulation() -> None:
    from splitpick.core.learning import register

    names = register(str(TWO_TURNS))
    assert "python_splitpick_jolly_roger" in names
    for name in names:
        game = pyspiel.load_game(name)
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_game_goes_as_the_engines() -> None:
    from splitpick.core.learning import register

    register()
    learning = study("smugglers-cove")
    game = pyspiel.load_game("python_splitpick_smugglers_cove")
    for seed in range(30):
        state, rng, match = game.new_initial_state(), Random(seed), Match(learning.game, seed)
        for step in match.line:
            state.apply_action(state.string_to_action(str(step.done and step.done.notation)))
        while not match.over:
            done = len(match.line)
            match.play(rng.choice(match.legal()))
            for step in match.line[done:]:
                state.apply_action(state.string_to_action(str(step.done and step.done.notation)))
        scores = match.position.scores()
        assert state.returns() == [scores[0] - scores[1], scores[1] - scores[0]]
        assert str(state) == " ".join(match.journal)


def test_states_that_a_seat_cannot_tell_apart_are_one_information_state() -> None:
    from splitpick.core.learning.openspiel import Held

    learning = study("smugglers-cove")
    position = learning.game.new_position()
    rng = Random(1)
    held = Held(position)
    while position.to_act() < 0:
        held.apply(position.draw_at(rng.random()))
    other = Held(position.resample(1, Random(2)))
    assert held.known(learning, 1) != held.known(learning, 0)
    seen = [one.position.view(1) for one in (held, other)]
    assert seen[0] == seen[1]
