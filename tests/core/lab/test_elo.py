"""Elo ratings, their error bars, and the test that settles an order."""

from math import inf, log10
from random import Random

import pytest

from splitpick.core.lab.inference import Matrix, SequentialTest, margins, strengths
from splitpick.core.lab.tournament import LEAST_ROUNDS


def chance(one: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def rounds_of(elo: list[float], number: int, rng: Random) -> list[Matrix]:
    """Play rounds in which everyone meets everyone in two independent games."""
    rounds = []
    for _ in range(number):
        won = [[0.0] * len(elo) for _ in elo]
        for i in range(len(elo)):
            for j in range(i):
                for _ in range(2):
                    beats = rng.random() < chance(elo[i], elo[j])
                    won[i][j] += beats
                    won[j][i] += not beats
        rounds.append(won)
    return rounds


def total(rounds: list[Matrix]) -> Matrix:
    count = len(rounds[0])
    return [[sum(won[i][j] for won in rounds) for j in range(count)] for i in range(count)]


def test_two_players_by_hand() -> None:
    """30 of 40 games and half of the drawn one that is added: 30.5 to 10.5, in Elo points."""
    elo = strengths([[0, 30], [10, 0]])

    assert elo[0] - elo[1] == pytest.approx(400 * log10(30.5 / 10.5), abs=1e-6)
    assert sum(elo) == pytest.approx(0, abs=1e-6)


def test_the_likelihood_is_at_its_top() -> None:
    """There, and there alone, everybody is expected to win what he has won (Bradley and Terry)."""
    won: Matrix = [[0, 7, 12, 3], [3, 0, 9, 5.5], [1, 4, 0, 2], [4, 2.5, 8, 0]]
    elo = strengths(won)

    for i in range(4):
        others = [j for j in range(4) if j != i]
        mine = sum(won[i][j] + 0.5 for j in others)
        expected = sum((won[i][j] + won[j][i] + 1) * chance(elo[i], elo[j]) for j in others)
        assert mine == pytest.approx(expected, abs=1e-5)


def test_planted_strengths_are_found_again() -> None:
    planted: list[float] = [-300, -50, 100, 250]
    rounds = rounds_of(planted, 1500, Random(1))
    elo = strengths(total(rounds))

    assert elo == pytest.approx(planted, abs=18)
    assert all(3 < margin < 14 for margin in margins(rounds, elo))


def test_extremes_have_finite_numbers_and_bars() -> None:
    """After all games won, all games tied, and of a single round."""
    won: list[Matrix] = [[[0, 2], [0, 0]]] * 50
    elo = strengths(total(won))
    tied: list[Matrix] = [[[0, 1], [1, 0]]] * 50

    assert 400 < elo[0] - elo[1] < 1000
    # Wilson's interval for 100 of 100 begins at 0.963, which is 283 points each way from even.
    assert elo[0] - margins(won, elo)[0] == pytest.approx(283, abs=60)
    assert strengths(total(tied)) == pytest.approx([0, 0])
    assert 1 < margins(tied, [0, 0])[0] < 15
    assert margins(won[:1], [100, -100]) == [inf, inf]


# How often an interval that is called one of 95 % holds what it should.


@pytest.mark.parametrize("elo", [[0.0, 0.0, 0.0], [-200.0, 0.0, 200.0], [-60.0, 60.0]])
def test_error_bars_hold_what_was_planted(elo: list[float]) -> None:
    rng = Random(2)
    hits = bars = 0
    for _ in range(100):
        rounds = rounds_of(elo, 12, rng)
        found = strengths(total(rounds))
        for planted, here, margin in zip(elo, found, margins(rounds, found), strict=True):
            hits += abs(planted - here) <= margin
            bars += 1

    assert 0.91 < hits / bars < 0.995


@pytest.mark.slow
def test_stopping_when_the_bars_are_narrow_keeps_them_honest() -> None:
    """The rule of ``--within``: a look after every round, and many chances to be fooled."""
    rng = Random(3)
    hits = stopped = 0
    for _ in range(120):
        rounds = rounds_of([-30, 30], LEAST_ROUNDS - 1, rng)
        bars = [inf]
        while max(bars) > 45:
            rounds += rounds_of([-30, 30], 1, rng)
            elo = strengths(total(rounds))
            bars = margins(rounds, elo)
        hits += abs(elo[1] - 30) <= bars[1]
        stopped += len(rounds)

    assert hits / 120 > 0.9
    assert stopped / 120 > LEAST_ROUNDS


# When an order is settled.


@pytest.mark.parametrize(("lost", "drawn"), [(0.05, 0.9), (0.25, 0.5), (0.5, 0.0)])
def test_equals_are_hardly_ever_called_settled_however_often_one_looks(
    lost: float, drawn: float
) -> None:
    """200 looks each; a test at 5 % that is repeated so often finds a difference in over 30 %."""
    rng = Random(5)
    wrong = 0
    for _ in range(400):
        test = SequentialTest()
        for _ in range(200):
            x = rng.random()
            test.add(0 if x < lost else 0.5 if x < lost + drawn else 1)
            if test.settled(0.05):
                wrong += 1
                break

    assert wrong / 400 <= 0.05


def test_a_clear_difference_is_found_soon() -> None:
    """Three of four games won, and all of them."""

    def needed(share: float, rng: Random) -> int:
        test, rounds = SequentialTest(), 0
        while not test.settled(0.05):
            test.add(((rng.random() < share) + (rng.random() < share)) / 2)
            rounds += 1
        return rounds

    assert 4 < needed(1, Random(6)) < 12
    assert sorted(needed(0.75, Random(seed)) for seed in range(50))[25] < 30
