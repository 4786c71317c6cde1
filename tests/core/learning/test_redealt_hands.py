"""Hidden hands are dealt again: no adapter and no tool of a language model tells a difference."""

from pathlib import Path
from random import Random

import pytest

from learning_games import shipped
from splitpick.cli.mcp.mcp_tools import Tools
from splitpick.core import Engine
from splitpick.core.errors import NotationError
from splitpick.core.learning import aec_env, single_env, study
from splitpick.core.matches.store import Store
from splitpick.core.session.play_session import Session

pytest.importorskip("pettingzoo")

SECRETIVE = [
    pytest.param(*each, marks=[pytest.mark.weekly] * (each[2] > 3))
    for each in shipped()
    if study(*each).game.info().secrets
]
NARROW = [each for each in SECRETIVE if each.values[0] == "smugglers-cove"]


RARELY = 40
"""Decisions of which one is drawn for each seat."""


def check_adapters(name: str, variant: str, players: int) -> None:
    learning, rng = study(name, variant, players), Random(5)
    env, redealt = aec_env(learning), 0
    single = single_env(learning, opponent="random")
    env.reset(seed=3)
    while not any(env.terminations.values()):
        real, told = env.position, dict(env.infos)
        seat = real.to_act()
        for viewer, agent in enumerate(env.agents):
            env.position = real
            seen, text = env.observe(agent), learning.text(real)
            hidden = real.resample(viewer, rng)
            redealt += any(hidden.view(one) != real.view(one) for one in range(players))
            env.position = hidden
            again = env.observe(agent)
            assert (again["observation"] == seen["observation"]).all()
            assert (again["action_mask"] == seen["action_mask"]).all()
            assert learning.text(hidden) == text
            if env.cycles % RARELY == viewer:  # drawings take their time
                assert learning.svg(hidden) == learning.svg(real)
                assert learning.svg(hidden, viewer) == learning.svg(real, viewer)
            if viewer == seat:
                notation = {
                    n: hidden.notation(a) for n, a in learning.numbering.actions(hidden).items()
                }
                assert notation == told[agent]["notation"]
            if viewer == single.table.seat:
                single.table.position = real
                before = single._observed()
                single.table.position = hidden
                assert (single._observed() == before).all()
        env.position = real
        env.step(rng.choice([*told[env.agent_selection]["notation"]]))
    assert redealt, "nothing was ever hidden"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), SECRETIVE)
def test_no_adapter_tells(name: str, variant: str, players: int) -> None:
    check_adapters(name, variant, players)


class RedealtTools(Tools):
    """Tools whose matches are dealt again, but for what the seat that asks knows."""

    redeal = 0

    def _session(self, match: str, seat: int) -> Session:
        session = super()._session(match, seat)
        if self.redeal:
            session.match.position = session.position.resample(seat - 1, Random(self.redeal))
        return session


def refusal(tools: Tools, match: str, move: str) -> str:
    try:
        tools.play(match, 1, move)
    except NotationError as error:
        return tools.words(error.message)
    raise AssertionError(move)


@pytest.mark.often(1)
@pytest.mark.parametrize(("name", "variant", "players"), NARROW + SECRETIVE)
def test_no_tool_of_a_language_model_tells(
    name: str, variant: str, players: int, tmp_path: Path
) -> None:
    engine, store = Engine(), Store(tmp_path)
    tools = RedealtTools(engine, store, engine.language("en"))
    table = tools.new_match(name, variant, players, opponents="random")
    match, rng = str(table["match"]), Random(2)
    while not table["over"]:
        answers = []
        for tools.redeal in (0, 1, 2):
            moves = tools.legal_moves(match, 1)
            wrong = refusal(tools, match, "no move at all")
            answers.append((tools.look(match, 1), moves, wrong))
        assert answers[0] == answers[1] == answers[2]
        tools.redeal = 0
        table = tools.play(match, 1, str(rng.choice(moves)["move"]))
    store.close()
