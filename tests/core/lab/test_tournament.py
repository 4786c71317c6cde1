"""The tournament: who is better, and when that is settled."""

from random import Random

import pytest

from splitpick.core.lab.duplicate import Deal, lineups
from splitpick.core.lab.games import Played
from splitpick.core.lab.tournament import ALL_PLAYED, SETTLED, WITHIN, Tournament


def deal(table: tuple[int, ...], elo: list[float], rng: Random, ties: float = 0.2) -> Deal:
    """Let two play two games by their planted strengths."""
    games = []
    for lineup in lineups(table, 2):
        chance = 1 / (1 + 10 ** ((elo[lineup[1]] - elo[lineup[0]]) / 400))
        winners = [0, 1] if rng.random() < ties else [int(rng.random() >= chance)]
        games.append(Played(0, 0, [0, 0], winners, lineup=lineup))
    return tuple(games)


def play(
    elo: list[float], rng: Random, most: int, within: float | None = None
) -> tuple[Tournament, str]:
    found = Tournament(len(elo), 2)
    while not (ending := found.ending(most, within)):
        found.add(deal(found.tables[found.deals % len(found.tables)], elo, rng))
    return found, ending


def test_a_clear_order_is_settled_and_right_and_equals_play_to_the_end() -> None:
    found, ending = play([0, 300, -300], Random(1), 500)

    assert ending == SETTLED
    assert [standing["player"] for standing in found.standings()] == [1, 0, 2]
    assert found.rounds < 100

    found, ending = play([0, 0, 0], Random(2), 60)

    assert (ending, found.rounds, found.settled) == (ALL_PLAYED, 60, False)
    assert found.games == 60 * 3 * 2


@pytest.mark.slow
def test_looking_after_every_round_fools_nobody() -> None:
    """Of 150 tournaments of equals hardly any is called settled at any time, for any two."""
    rng = Random(3)
    fooled = 0
    for _ in range(150):
        found = Tournament(3, 2)
        wrong = False
        for _ in range(60):
            for table in found.tables:
                found.add(deal(table, [0, 0, 0], rng))
            wrong |= any(test.settled(0.05 / 3) for test in found._tests.values())
        fooled += wrong

    assert fooled / 150 <= 0.05


def test_it_goes_on_until_the_bars_are_narrow_enough() -> None:
    found, ending = play([0, 100], Random(4), 500, within=60)

    assert ending == WITHIN
    margins = [standing["margin"] for standing in found.standings()]
    assert all(margin is not None and margin <= 60 for margin in margins)
    assert 20 <= found.rounds < 200


def test_games_are_counted() -> None:
    found = Tournament(2, 2)
    for one, other in (
        (Played(0, 0, [3, 2], [0]), Played(0, 0, [5, 5], [0, 1])),
        (Played(0, 0, [3, 2], [1], failed=0, why="bot-time"), Played(0, 0, [0, 0])),
    ):
        one.lineup, other.lineup = (0, 1), (1, 0)
        found.add((one, other))
    best, worse = found.standings()

    counts = [[one[what] for what in ("player", "games", "won", "tied")] for one in (best, worse)]
    assert counts == [[0, 4, 1, 2], [1, 4, 1, 2]]
    assert (best["failed"], worse["failed"]) == ({"bot-time": 1}, {})
    assert (best["scores"], worse["scores"]) == ([None, 0.5], [0.5, None])
    assert found.endless == 1


def test_rounds_end_at_the_last_table() -> None:
    found = Tournament(3, 2)
    for number, table in enumerate(found.tables * 2):
        assert found.rounds == number // 3
        assert found.ending(1, None) == (ALL_PLAYED if number == 3 else "")
        found.add(deal(table, [0, 0, 0], Random(number)))
