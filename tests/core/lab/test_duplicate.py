"""Games on duplicate deals: the same luck for everybody, and whoever does wrong has lost."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from program_players import program
from splitpick.core import Engine, Position
from splitpick.core.errors import UnknownName
from splitpick.core.lab import duplicate
from splitpick.core.lab.duplicate import Deals, lineups, share, tables
from splitpick.core.lab.games import Played
from splitpick.core.matches.match import Match
from splitpick.core.matches.player import BotPlayer
from splitpick.core.players import RandomBot


class Wrong(RandomBot):
    """Does whatever it is called."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        if self.id == "raises":
            raise ZeroDivisionError
        if self.id == "leaves":
            raise SystemExit
        while self.id == "hangs":
            pass
        return 10**9


WRONG = {
    "raises": "bot-raises",
    "lies": "bot-illegal",
    "leaves": "bot-raises",
    "hangs": "bot-endless",
}


@pytest.fixture(scope="module")
def engine() -> Engine:
    made = Engine()
    vars(made)["bots"] = {**made.bots, **{id: type(id, (Wrong,), {"id": id}) for id in WRONG}}
    return made


def deals(engine: Engine, *names: str, ruleset: str = "jolly-roger", seats: int = 2) -> Deals:
    return Deals(engine.ruleset_file(ruleset).variant().text, seats, names, seed=3)


def game(lineup: tuple[int, ...], *scores: int) -> Played:
    """Make a game that the best score wins."""
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return Played(0, 0, list(scores), winners, lineup=lineup)


def test_everyone_meets_everyone_and_sits_everywhere_once() -> None:
    assert tables(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert tables(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert tables(2, 4) == [(0, 1)]
    assert lineups((0, 1), 2) == [(0, 1), (1, 0)]
    assert lineups((0, 1), 3) == [
        (0, 1, 1), (1, 0, 1), (1, 1, 0),
        (1, 0, 0), (0, 1, 0), (0, 0, 1),
    ]  # fmt: skip
    for turned in (False, True):
        seatings = lineups((4, 7, 9), 3, turned)
        for seat in range(3):
            assert {lineup[seat] for lineup in seatings} == {4, 7, 9}
        # Going round the table, everybody always has the same neighbour.
        pairs = {pair for lineup in seatings for pair in pairwise((*lineup, lineup[0]))}
        assert {right for left, right in pairs if left == 4} == {9 if turned else 7}


def test_partners_are_one_contender() -> None:
    """Of two sides of two, each plays both; with one seat alone, a bot would meet itself."""
    sides = (0, 1, 0, 1)
    work = Deals("", 4, ("a", "b", "c"), sides=sides)
    played = Played(0, 0, [9, 5, 9, 5], [0, 2], sides=list(sides))

    assert (work.tables, work.teams) == ([(0, 1), (0, 2), (1, 2)], [[0, 2], [1, 3]])
    assert work.seating(1) == [(0, 2, 0, 2), (2, 0, 2, 0)]
    assert replace(played, winners=[1, 3], failed=2).places() == [3, 1, 3, 1]


@pytest.mark.parametrize(
    ("scores", "winners", "failed", "expected"),
    [
        ([30, 20], [0], None, [1, 2]),
        ([20, 20], [0, 1], None, [1, 1]),
        ([20, 20], [1], None, [2, 1]),  # a tie that the rules have broken
        ([50, 20], [1], 0, [2, 1]),
        ([9, 7, 7, 8], [0], None, [1, 3, 3, 2]),
        ([9, 7, 5, 8], [3], 0, [4, 2, 3, 1]),
        ([9, 7], [], None, [1, 1]),  # given up
    ],
)
def test_places(
    scores: list[int], winners: list[int], failed: int | None, expected: list[int]
) -> None:
    assert Played(0, 0, scores, winners, failed).places() == expected


def test_a_tie_is_half_a_game_and_more_seats_go_by_placing() -> None:
    deal = (game((0, 1), 2, 1), game((1, 0), 1, 1))
    three = (game((0, 1, 2), 2, 3, 1),)

    assert (share(deal, 0, 1), share(deal, 1, 0)) == (0.75, 0.25)
    assert [share(three, *pair) for pair in [(0, 1), (0, 2), (1, 2)]] == [0, 1, 1]
    assert share((game((0, 1, 1), 2, 3, 1),), 0, 1) == 0.5


def test_a_game_is_the_match_of_its_seed_and_luck_is_the_seats(engine: Engine) -> None:
    """The same bot twice plays the same game twice: each wins what the other has won."""
    work = deals(engine, "random", "random")
    one, other = work.begin(engine)(2)
    seed = work.deal(2)
    first = int(Random(f"{seed}/first").random() * 2)
    match = Match(engine.ruleset_file("jolly-roger").variant().build(2), seed, first)
    while not match.over:
        match.apply(BotPlayer(RandomBot()).choose(match, match.position.to_act(), 0))

    assert one.scores == other.scores == match.position.scores()
    assert share((one, other), 0, 1) == 0.5
    assert one.decisions == 56


def test_pieces_go_table_by_table_and_then_to_the_next_deal(engine: Engine) -> None:
    work = deals(engine, "random", "greedy", "random")

    assert [work.deal(number) for number in range(7)] == [3, 3, 3, 4, 4, 4, 5]
    assert {who for lineup in work.seating(4) for who in lineup} == {0, 2}
    assert [one.lineup for one in work.begin(engine)(1)] == work.seating(1)
    for names, games in ((("random", "random", "random"), 3), (("random", "random"), 6)):
        played = deals(engine, *names, ruleset="skull-queen", seats=3).begin(engine)(0)
        assert len(played) == games
        assert all(len(one.scores) == 3 and 1 in one.places() for one in played)


@pytest.mark.often(1)
@pytest.mark.parametrize(("name", "why"), WRONG.items())
def test_a_bot_that_does_wrong_has_lost(
    engine: Engine, name: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicate, "BOT_SECONDS", 0.1)
    played = deals(engine, "random", name).begin(engine)(0)

    assert [one.why for one in played] == [why, why]
    assert [one.lineup[one.failed or 0] for one in played] == [1, 1]
    assert share(played, 0, 1) == 1


def test_a_program_that_does_wrong_has_lost(engine: Engine, tmp_path: Path) -> None:
    """And one that plays well, the first legal action each time, has not."""
    liar = program(tmp_path, "hello()\nanswer(read(), action='nonsense')")
    played = deals(engine, f"process:{liar}", "random").begin(engine)(0)

    assert [one.why for one in played] == ["bot-illegal-action"] * 2
    assert share(played, 0, 1) == 0

    good = program(tmp_path, "hello()\nwhile True: answer(read())")
    played = deals(engine, f"process:{good}", "random").begin(engine)(0)

    assert [one.failed for one in played] == [None, None]
    assert all(one.decisions > 10 for one in played)


def test_an_unknown_player_is_refused(engine: Engine) -> None:
    with pytest.raises(UnknownName, match="unknown-player"):
        deals(engine, "random", "randon").begin(engine)
