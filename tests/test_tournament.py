"""The tournament: who is better, when that is settled, and a file that outlives every kill."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

from splitpick.core.errors import BadValue
from splitpick.core.lab.duplicate import Deal, Played, lineups
from splitpick.core.lab.tournament import ALL_PLAYED, SETTLED, WITHIN, Tournament
from splitpick.core.lab.tournament_file import TournamentFile

SETTINGS: dict[str, object] = {"ruleset": "chess", "players": ["a", "b"], "seed": 1}


def chance(one: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def deal(table: tuple[int, ...], elo: list[float], rng: Random, ties: float = 0.2) -> Deal:
    """Let two play two games by their planted strengths."""
    games = []
    for lineup in lineups(table, 2):
        if rng.random() < ties:
            places = (1, 1)
        else:
            wins = rng.random() < chance(elo[lineup[0]], elo[lineup[1]])
            places = (1, 2) if wins else (2, 1)
        games.append(Played(lineup, (0, 0), places))
    return tuple(games)


def play(
    elo: list[float], rng: Random, most: int, within: float | None = None
) -> tuple[Tournament, str]:
    found = Tournament(len(elo), 2)
    while not (ending := found.ending(most, within)):
        found.add(deal(found.tables[found.deals % len(found.tables)], elo, rng))
    return found, ending


def test_a_clear_order_is_settled_and_right() -> None:
    found, ending = play([0, 300, -300], Random(1), 500)

    assert ending == SETTLED
    assert [one.who for one in found.standings()] == [1, 0, 2]
    assert found.rounds < 100


def test_equals_play_to_the_end() -> None:
    found, ending = play([0, 0, 0], Random(2), 60)

    assert (ending, found.rounds, found.settled) == (ALL_PLAYED, 60, False)
    assert found.games == 60 * 3 * 2


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
            alpha = 0.05 / 3
            wrong |= any(wager.settled(alpha) for wager in found._wagers.values())
        fooled += wrong

    assert fooled / 150 <= 0.05


def test_it_goes_on_until_the_bars_are_narrow_enough() -> None:
    found, ending = play([0, 100], Random(4), 500, within=40)

    assert ending == WITHIN
    margins = [one.margin for one in found.standings()]
    assert all(margin is not None and margin <= 40 for margin in margins)
    assert 20 <= found.rounds < 200


def test_games_are_counted() -> None:
    found = Tournament(2, 2)
    found.add(
        (
            Played((0, 1), (3, 2), (1, 2)),
            Played((1, 0), (5, 5), (1, 1)),
        )
    )
    found.add(
        (
            Played((0, 1), (3, 2), (2, 1), failed=0, why="bot-time"),
            Played((1, 0), (0, 0), (1, 1), endless=True),
        )
    )
    best, other = found.standings()

    assert (best.who, best.games, best.won, best.tied, best.failed) == (0, 4, 1, 2, 1)
    assert (other.who, other.games, other.won, other.tied, other.failed) == (1, 4, 1, 2, 0)
    assert (found.endless, found.why) == (1, {(0, "bot-time"): 1})
    assert found.score(0, 1) == 0.5


def test_rounds_end_at_the_last_table() -> None:
    found = Tournament(3, 2)
    for number, table in enumerate(found.tables * 2):
        assert found.rounds == number // 3
        assert found.ending(1, None) == (ALL_PLAYED if number == 3 else "")
        found.add(deal(table, [0, 0, 0], Random(number)))


# The file.


@pytest.fixture(scope="module")
def some() -> list[Deal]:
    rng = Random(5)
    games = [deal((0, 1), [0, 0], rng) for _ in range(5)]
    games[2] = (
        Played((0, 1), (1, 2), (2, 1), failed=0, why="bot-time"),
        Played((1, 0), (0, 0), (1, 1), endless=True),
    )
    return games


def seating(number: int) -> list[tuple[int, ...]]:
    return [(0, 1), (1, 0)]


def written(path: Path, some: list[Deal], table: object = None) -> bytes:
    file = TournamentFile(path, SETTINGS)
    file.begin()
    for one in some:
        file.add(one)
        json.loads(path.read_bytes())  # whole after every one
    if table is not None:
        file.end(table)
    file.close()
    return path.read_bytes()


def resumed(path: Path, settings: dict[str, object]) -> list[Deal]:
    file = TournamentFile(path, settings)
    try:
        return list(file.resume(seating))
    finally:
        file.close()


def test_what_was_written_is_read_again(tmp_path: Path, some: list[Deal]) -> None:
    path = tmp_path / "games.json"
    data = json.loads(written(path, some, [{"elo": 1}]))

    assert data["players"] == ["a", "b"]
    assert data["table"] == [{"elo": 1}]
    assert len(data["deals"]) == 5
    assert resumed(path, SETTINGS) == some


def test_a_kill_at_any_moment_loses_no_line_that_was_written(
    tmp_path: Path, some: list[Deal]
) -> None:
    """Cut off behind any byte it goes on with all that was whole, to the same file in the end."""
    path = tmp_path / "games.json"
    whole = written(path, some, [1])
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole) + 1):
        path.write_bytes(whole[:cut])
        file = TournamentFile(path, SETTINGS)
        kept = list(file.resume(seating))
        lines = whole[first:cut].split(b"\n")
        assert kept == some[: len(kept)]
        assert len(kept) >= min(5, len(lines) - 1)
        for one in some[len(kept) :]:
            file.add(one)
        file.end([1])
        assert path.read_bytes() == whole


def test_a_line_that_is_broken_in_the_middle_costs_none_of_the_others(
    tmp_path: Path, some: list[Deal]
) -> None:
    path = tmp_path / "games.json"
    broken = written(path, some, [1]).replace(b'"places"', b'"palces"', 1)
    path.write_bytes(broken)
    with pytest.raises(BadValue) as found:
        resumed(path, SETTINGS)

    assert found.value.code == "tournament-none"
    assert path.read_bytes() == broken


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
def test_two_runs_do_not_write_the_same_file(tmp_path: Path, some: list[Deal]) -> None:
    path = tmp_path / "games.json"
    written(path, some)
    file = TournamentFile(path, SETTINGS)
    assert list(file.resume(seating)) == some
    with pytest.raises(BadValue) as goes_on:
        resumed(path, SETTINGS)
    with pytest.raises(BadValue) as anew:
        TournamentFile(path, SETTINGS).begin(replace=True)
    file.close()

    assert (goes_on.value.code, anew.value.code) == ("results-busy", "results-busy")
    assert resumed(path, SETTINGS) == some


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, some: list[Deal]) -> None:
    path = tmp_path / "games.json"
    before = written(path, some)
    with pytest.raises(BadValue) as found:
        TournamentFile(path, SETTINGS).begin()

    assert found.value.code == "results-exist"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "other-settings"),
        (b"", "tournament-none"),
        (b"[1, 2]", "tournament-none"),
        (b'{"splitpick-tournament": 99, "deals": [\n]}', "tournament-none"),
        (b"\xff\xfe\x00", "tournament-none"),
        (b"[" * 100_000, "tournament-none"),
    ],
)
def test_nothing_else_is_gone_on_with(
    tmp_path: Path, some: list[Deal], content: bytes | None, code: str
) -> None:
    path = tmp_path / "games.json"
    if content is None:
        content = written(path, some)
    path.write_bytes(content)
    with pytest.raises(BadValue) as found:
        resumed(path, {**SETTINGS, "seed": 2})

    assert found.value.code == code
    assert path.read_bytes() == content


def test_games_that_were_seated_otherwise_are_refused(tmp_path: Path, some: list[Deal]) -> None:
    path = tmp_path / "games.json"
    data = written(path, some)
    path.write_bytes(data.replace(b"[0, 1]", b"[1, 1]"))
    with pytest.raises(BadValue) as found:
        resumed(path, SETTINGS)

    assert found.value.code == "tournament-none"
