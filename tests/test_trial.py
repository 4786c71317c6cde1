"""What a trial counts is what happened in its games."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

from planted import PLANTED, Duel
from splitpick.core import Engine, Position, load_game
from splitpick.core.errors import BotError
from splitpick.core.lab.intervals import Mean, student, wilson
from splitpick.core.lab.trial import Trial, try_out
from splitpick.core.players import RandomBot
from tables import jolly_roger

GAMES = 6


@pytest.fixture(scope="module")
def trial() -> Trial:
    return try_out(jolly_roger("advanced"), [RandomBot, RandomBot], GAMES, seed=3)


def test_every_win_belongs_to_somebody(trial: Trial) -> None:
    assert trial.games == trial.ended == GAMES
    assert sum(trial.wins) == pytest.approx(GAMES)
    assert 0 <= trial.starts_won <= GAMES


def test_every_card_that_came_was_used_once(trial: Trial) -> None:
    """In this game each drawn card is played in its turn: 8 turns of 5 cards."""
    used: dict[str, int] = {}
    for (card, _), count in trial.uses.items():
        if card:
            used[card] = used.get(card, 0) + count

    assert used == dict(trial.came)
    assert sum(used.values()) == GAMES * 8 * 5
    assert trial.uses["", "split"] == trial.uses["", "pick"] == GAMES * 8


def test_nothing_is_done_more_often_than_it_could_be(trial: Trial) -> None:
    assert all(count <= trial.offered[use] for use, count in trial.uses.items())
    assert not set(trial.never_used()) & set(trial.uses)


def test_a_card_that_never_came_is_missed() -> None:
    """One game deals 40 of 50 cards; some type of which there is one card stays out."""
    trial = try_out(jolly_roger("advanced"), [RandomBot, RandomBot], 1, seed=3)
    deck = set(load_game("jolly-roger", variant="advanced").codes)  # type: ignore[attr-defined]

    assert trial.never_came() == sorted(deck - set(trial.came))
    assert trial.never_came()


def test_the_same_seeds_are_the_same_trial(trial: Trial) -> None:
    again = try_out(jolly_roger("advanced"), [RandomBot, RandomBot], GAMES, seed=3)

    assert (again.wins, again.uses, again.came) == (trial.wins, trial.uses, trial.came)


def test_a_game_without_end_is_given_up() -> None:
    endless = next(position for position in PLANTED if position.__doc__ == "check-endless.")
    trial = try_out(Duel(endless), [RandomBot, RandomBot], 1)

    assert (trial.games, trial.endless, trial.ended) == (1, 1, 0)
    assert trial.win_interval(0) == (0, 1)


def test_wilson_agrees_with_the_published_example() -> None:
    """E. B. Wilson's interval for 15 of 30 at 95 %: 0.3315 to 0.6685, by hand."""
    low, high = wilson(15, 30)

    assert (low, high) == pytest.approx((0.33154, 0.66846), abs=1e-5)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)


def test_a_mean_agrees_with_the_standard_library() -> None:
    values = [3, -1, 4, 1, -5, 9]
    found = Mean()
    for value in values:
        found.add(value)

    assert found.mean == pytest.approx(mean(values))
    assert found.deviation == pytest.approx(stdev(values))
    assert found.margin == pytest.approx(2.5706 * stdev(values) / 6**0.5, rel=0.002)
    assert (found.least, found.most) == (-5, 9)


def test_quantiles_of_student_are_those_of_the_tables() -> None:
    """W. S. Gosset's t at 0.975, as every table has it."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}

    for freedom, quantile in table.items():
        assert student(freedom) == pytest.approx(quantile, abs=0.008)


class Foreign(RandomBot):
    """Chooses what no game has."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**9


def test_a_bot_that_chooses_what_is_not_allowed_is_named() -> None:
    with pytest.raises(BotError) as found:
        try_out(jolly_roger("advanced"), [RandomBot, Foreign], 1)

    assert found.value.code == "trial-bot-illegal"
    assert "Zufall" in Engine().language("de").say(found.value.message)


def test_what_has_begun_does_not_count_where_it_is_broken_off() -> None:
    """A bot that is stopped in the middle of the second game, as by Ctrl-C."""
    calls = 0

    class Stopped(RandomBot):
        def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
            nonlocal calls
            calls += 1
            if calls == 40:
                raise KeyboardInterrupt
            return super().choose(position, seat, rng, budget)

    trial = Trial(jolly_roger("introductory"))
    trial.play([Stopped(), RandomBot()], 0, 0)
    before = dict(trial.uses)
    with pytest.raises(KeyboardInterrupt):
        trial.play([Stopped(), RandomBot()], 1, 1)

    assert trial.games == 1
    assert dict(trial.uses) == before
