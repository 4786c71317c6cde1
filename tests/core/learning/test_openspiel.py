"""Rule sets are games of OpenSpiel, whose algorithms know exactly how well our bots play."""

from pathlib import Path
from random import Random

import pytest

from golden import same_as_file
from lacking import lacking
from learning_games import TWO_TURNS
from splitpick.core import CHANCE, OVER, BadValue, Match, Position
from splitpick.core.learning import study

GOLDEN = Path(__file__).parents[2] / "golden" / "learning"

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


@pytest.mark.parametrize("name", ["jolly_roger", "galley_thieves", "smugglers_cove"])
def test_a_playthrough_is_replayed_as_openspiel_writes_it(tmp_path: Path, name: str) -> None:
    """As its own integration tests do: every number of every state is the same again."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    from splitpick.core.learning import register

    register()
    flags.FLAGS.mark_as_parsed()  # which a command of OpenSpiel's does
    file = tmp_path / "playthrough.txt"
    text = generate_playthrough.playthrough(f"python_splitpick_{name}", None, seed=7)
    file.write_text(text + "\n")
    before, after = generate_playthrough.replay(str(file))

    assert after.rstrip() == before.rstrip() == text.rstrip()
    assert "IsTerminal() = True" in text
    assert "Returns() = " in text.replace("Returns() = 0", "")


def test_a_playthrough_of_a_small_rule_set_reads_as_in_this_file() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    from splitpick.core.learning import register

    register(str(TWO_TURNS))
    text = generate_playthrough.playthrough("python_splitpick_two_turns", None, seed=7)
    lines = [
        line.rstrip() for line in text.splitlines() if not line.startswith("ObservationTensor(")
    ]

    same_as_file(GOLDEN / "two-turns.playthrough.txt", "\n".join([*lines, ""]))


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


def perfect(position: Position) -> float:
    """Return the lead of seat 0 if both play perfectly, by trying everything."""
    seat = position.to_act()
    if seat == OVER:
        mine, yours = position.scores()
        return float(mine - yours)
    outcomes = position.chance_outcomes() or [(action, 1) for action in position.legal_actions()]
    values = []
    for action, _ in outcomes:
        after = position.copy()
        after.apply(action)
        values.append(perfect(after))
    if seat != CHANCE:
        return min(values) if seat else max(values)
    total = sum(weight for _, weight in outcomes)
    return sum(one * each[1] for one, each in zip(values, outcomes, strict=True)) / total


def test_openspiel_knows_how_much_bots_lose_to_the_best_answer() -> None:
    from splitpick.core.learning.exploitability import exploitability_of, spiel_game, value_of

    learning = study(str(TWO_TURNS))
    game = spiel_game(learning)
    value, error = value_of(game)
    assert value == pytest.approx(perfect(learning.game.new_position()), abs=1e-9)
    assert error == 0.0
    lost = [exploitability_of(game, bot) for bot in ("random", "greedy")]
    assert lost == [pytest.approx(3.7866, abs=1e-4), pytest.approx(0.5946, abs=1e-4)]


@pytest.mark.weekly
def test_with_secrets_the_value_is_known_within_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from splitpick.core.learning.exploitability import main

    main([str(TWO_TURNS.with_name("two-dark-turns.yaml")), "--bot", "greedy", "--rounds", "3"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "| rule set | value for the first seat | greedy |"
    assert printed[2].startswith("| two-dark-turns | ")
    assert " ± " in printed[2]
    assert printed[2].endswith(" | 2.2286 |")


def test_exploitability_is_measured_for_two() -> None:
    from splitpick.core.learning.exploitability import spiel_game

    with pytest.raises(BadValue, match="for two"):
        spiel_game(study("galley-thieves", players=3))
