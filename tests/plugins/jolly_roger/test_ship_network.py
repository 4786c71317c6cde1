"""The network that adds to the terms of a crews table: one for the ships of all rule sets."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from analysts import moments
from splitpick.core import load_game
from splitpick.core.players.captain import value_of
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.plugins.jolly_roger import CrewsTable
from splitpick.plugins.jolly_roger.evaluation.ship_network import (
    EVEN,
    EVEN_INPUTS,
    EVEN_STATE,
    ODD,
    ODD_INPUTS,
    ShipNetwork,
    ship_network,
)
from tables import VARIANTS, build, crews_of, lay

CODES = ["KR", "SK"]
GOLDS = [ODD + EVEN_INPUTS.index("gold"), ODD + EVEN_INPUTS.index("gold-coming")]


def rows(count: int, length: int) -> list[list[float]]:
    rng = Random(count)
    return [[rng.uniform(-1, 1) for _ in range(length)] for _ in range(count)]


HIDDEN, OUTPUTS = rows(5, ODD + EVEN + len(CODES) + 1), rows(2, 5)
NETWORK = ShipNetwork(CODES, HIDDEN, OUTPUTS)


def with_network(game: object) -> SplitGame:
    """Give all positions of *game*, which must be new, another network than the shipped one."""
    assert isinstance(game, SplitGame)
    crews_of(game.new_position()).all_terms.set_network(NETWORK)
    return game


def two_seats() -> SplitGame:
    return with_network(load_game("jolly-roger", variant="advanced"))


def four_seats() -> SplitGame:
    ships = {"green": 3, "red": 9}
    deck: dict[str, tuple[int, int, int, Sequence[str]]] = {
        "G1": (12, 1, 1, ["green"]),
        "R9": (12, 9, 2, ["red", "green"]),
    }
    return with_network(build(players=4, deck=deck, ships=ships, draw=6, most=3, turns=4))


def seen_at(position: SplitPosition, seat: int) -> list[list[float]]:
    """Return what the network sees of each ship from the side of *seat*."""
    table = crews_of(position)
    coming = position.turns_left() * position.game.draw
    last = position.last_splitter()
    return table.all_terms.network_inputs(table, seat, position.pool, coming, last, NETWORK)


def worth(seen: list[float]) -> float:
    """Work out what a ship is worth as a book on networks would."""
    total = 0.0
    for side in (1.0, -1.0):
        inputs = [side * value for value in seen[:ODD]] + seen[ODD:] + [1.0]
        units = [sum(w * x for w, x in zip(row, inputs, strict=True)) for row in HIDDEN]
        for gold, row in zip(GOLDS, OUTPUTS, strict=True):
            share = sum(w * max(unit, 0.0) for w, unit in zip(row, units, strict=True))
            total += side * share * 10.0 * seen[gold]
    return total


@pytest.mark.parametrize("make", [two_seats, four_seats])
def test_the_kernel_works_out_what_plain_python_does(make: Callable[[], SplitGame]) -> None:
    """Through the cache of a search as well, which meets each state twice."""
    game = make()
    for position in moments(game, 12) * 2:
        names = position.term_names()
        weights = [1.0 if name == "network" else 0.0 for name in names]
        for seat in range(game.players):
            wanted = sum(worth(seen) for seen in seen_at(position, seat))
            if not position.turns_left():
                wanted = 0.0
            assert position.terms(seat)[names.index("network")] == pytest.approx(wanted)
            assert position.weighted(weights, seat) == pytest.approx(wanted)


def test_what_one_of_two_seats_may_expect_is_lost_to_the_other() -> None:
    for position in moments(two_seats(), 12):
        weights = [0.5] * len(position.term_names())
        assert position.weighted(weights, 0) == pytest.approx(-position.weighted(weights, 1))
        for own, other in zip(seen_at(position, 0), seen_at(position, 1), strict=True):
            assert own[:ODD] == pytest.approx([-value for value in other[:ODD]])
            assert own[ODD:] == pytest.approx(other[ODD:])


def test_it_sees_ships_through_a_seats_eyes() -> None:
    position = lay("advanced", red="jolly: R5 | roger: B1? R2", jolly="G1", turn=7)
    seen = dict(zip(ODD_INPUTS + EVEN_INPUTS, seen_at(position, 0)[3], strict=False))

    assert (seen["captain"], seen["strength"], seen["strengths"]) == (1, 0.2, 0.8)
    assert seen["last-word"] == -1
    assert seen["top"] == pytest.approx(0.3)
    assert seen["tops"] == pytest.approx(0.7)
    assert seen["margin-far"] > 0
    assert 0 < seen["takers"] < seen["all-takers"]
    assert (seen["gold"], seen["strongest"], seen["coming"]) == (0.9, 0.4, 0.5)
    assert seen["turned"] == seen["turning"] == 0


def test_a_network_has_weights_for_all_it_sees() -> None:
    assert (len(ODD_INPUTS), len(EVEN_INPUTS)) == (ODD, EVEN)
    assert EVEN_INPUTS[EVEN_STATE] == "gold"
    with pytest.raises(ValueError, match="weights"):
        ShipNetwork(["KR"], HIDDEN, OUTPUTS)
    with pytest.raises(ValueError, match="weights"):
        ShipNetwork(CODES, HIDDEN, [[1.0]])


def test_the_shipped_network_is_small_and_for_all_variants() -> None:
    network = ship_network()
    assert network is not None
    assert len(network.weights) + len(network.bias) + len(network.outputs) <= 2000
    for variant in VARIANTS:
        position = load_game("jolly-roger", variant=variant).new_position()
        assert isinstance(position, SplitPosition)
        assert isinstance(position.table, CrewsTable)
        at = position.term_names().index("network")
        rows = value_of(position).weights
        assert [row[at] for row in rows] == [0.0] + [1.0] * (len(rows) - 1)
