"""Games in files: they are read back as they were written, whatever ended the writing."""

import errno
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from splitpick.core import Engine
from splitpick.core.errors import BadValue, SplitpickError, StoreError
from splitpick.core.lab.batches import Games
from splitpick.core.lab.duplicate import Deal, Deals
from splitpick.core.lab.files import game_file, results
from splitpick.core.lab.games import Played
from splitpick.core.matches.match import MOST_SEED

SETTINGS = {"seed": 5, "seats": ["jolly", "roger"], "prizes": ["green", "yellow", "blue", "red"]}


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Six games of random bots, the last of which was given up."""
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("introductory")
    play = Games(ruleset.text, ("random", "random"), 5).begin(engine)
    uses = [Counter({("", "pick"): 3}), Counter[tuple[str, str]]()]
    endless = Played(99, 1, scores=[3, 4], decisions=3, uses=uses)
    return [*(play(number) for number in range(5)), endless]


def write(path: Path, games: list[Played]) -> None:
    with results.results_file(path, SETTINGS) as file:
        assert list(file.begin()) == []
        for played in games:
            file.add(played)


def read(path: Path, more: list[Played] | None = None) -> list[Played]:
    """Read the games of a file, and continue it with *more*."""
    with results.results_file(path, SETTINGS) as file:
        old = list(file.begin(resume=True))
        for played in more or ():
            file.add(played)
    return old


def test_after_the_greatest_seed_comes_0(tmp_path: Path) -> None:
    """A greater one is none, and no column of Parquet could hold it."""
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("introductory")
    play = Games(ruleset.text, ("random", "random"), MOST_SEED).begin(engine)
    played = [play(0), play(1)]
    write(tmp_path / "games.parquet", played)

    assert [one.seed for one in read(tmp_path / "games.parquet")] == [MOST_SEED, 0]
    assert Deals("", 2, ("a", "b"), MOST_SEED).deal(1) == 0


@pytest.mark.parametrize("format", results.FORMATS)
def test_a_continued_file_has_the_same_games_and_bytes(
    format: str, games: list[Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also across the groups of a Parquet file."""
    monkeypatch.setattr(game_file, "ROWS_AT_ONCE", 2)
    whole, path = tmp_path / f"whole.{format}", tmp_path / f"games.{format}"
    write(whole, games)
    write(path, games[:3])

    assert read(path, games[3:]) == games[:3]
    assert read(path) == games
    assert path.read_bytes() == whole.read_bytes()


def test_a_torn_row_is_dropped_wherever_it_is_torn(games: list[Played], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write(path, games[:2])
    short = path.read_bytes()
    write(whole := tmp_path / "whole.csv", games[:3])
    data = whole.read_bytes()
    for cut in (*range(len(short), len(data) - 8, 97), len(data) - 8):
        path.write_bytes(data[:cut])
        assert read(path, games[2:3]) == games[:2]
        assert path.read_bytes() == data


def test_codes_may_hold_any_sign() -> None:
    uses = Counter({("A b", "x;y"): 2, ("", "x"): 1, ("*ä%", "x"): 1, ("KR@", "x"): 7})

    assert results.uses_of(results.uses_text(uses)) == uses
    assert results.uses_of(results.uses_text(Counter())) == Counter()


def test_a_full_disk_is_one_error_and_keeps_what_fitted(
    games: list[Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    kinds = (("csv", game_file.CsvFile, "_append"), ("parquet", game_file.ParquetFile, "_flush"))
    for format, kind, method in kinds:
        path = tmp_path / f"games.{format}"
        write(path, games[:2])
        with monkeypatch.context() as patch:
            patch.setattr(kind, method, full)
            with pytest.raises(StoreError) as found:
                read(path, games[2:])

        assert found.value.code == "results-unwritable"
        assert "no space left" in str(found.value)
        assert read(path) == games[:2]
        assert not path.with_name("games.parquet.part").exists()


def test_bad_paths_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "there.csv").touch()
    (tmp_path / "there.parquet").touch()
    for name, code in {
        "games.xlsx": "unknown-format",
        "games": "unknown-format",
        "missing/games.csv": "no-such-folder",
        "folder.csv": "is-a-folder",
        "nul\0.csv": "bad-path",
        "there.csv": "results-exist",
        "there.parquet": "results-exist",
    }.items():
        with pytest.raises(SplitpickError, match=code):
            write(tmp_path / name, [])


@pytest.mark.parametrize("format", results.FORMATS)
def test_a_file_of_something_else_is_refused(
    format: str, games: list[Played], tmp_path: Path
) -> None:
    path = tmp_path / f"games.{format}"
    with pytest.raises(BadValue, match="no-results"):
        read(path)
    for junk in (b"", b"PAR1 no rows\n", b'{"a":1}\n', b"[" * 9999):
        path.write_bytes(junk)
        with pytest.raises(BadValue, match="results-odd"):
            read(path)
        assert path.read_bytes() == junk
    path.unlink()
    write(path, games[:1])
    with pytest.raises(BadValue, match="seed is 6 instead of 5"):
        list(results.results_file(path, {**SETTINGS, "seed": 6}).begin(resume=True))


def test_no_row_of_json_is_a_traceback(games: list[Played], tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    write(path, games[:1])
    head, row, tail = path.read_text("utf-8").splitlines()
    columns = json.loads(head + "]}")["columns"]
    for column, cell in (
        ("game", None), ("seed", float("inf")), ("first", ""), ("winners", ""), ("decisions", [1]),
        ("score_jolly", 10**400), ("turns", [[]]),
    ):  # fmt: skip
        cells = json.loads(row)
        cells[columns.index(column)] = cell
        path.write_text("\n".join([head, json.dumps(cells), tail, ""]), "utf-8")

        with pytest.raises(BadValue, match="results-odd"):
            read(path)


def test_without_pyarrow_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadValue, match=r"pip install 'splitpick\[lab\]'") as found:
        results.results_file(tmp_path / "games.parquet", SETTINGS)

    assert found.value.code == "lab-missing"


# Tournaments.

DEAL: Deal = (
    Played(0, 0, [1, 2], [1], failed=0, why="bot-time", lineup=(0, 1)),
    Played(0, 0, [0, 0], [], lineup=(1, 0)),
)
OTHER: Deal = (
    Played(0, 0, [5, 5], [0, 1], lineup=(0, 1)),
    Played(0, 0, [7, 9], [1], lineup=(1, 0)),
)
PLAYED = [OTHER, DEAL, OTHER]
SEED = 3
"""Of deals at whose tables nobody is turned."""


def resumed(path: Path, more: list[Deal], *, resume: bool = True, end: bool = True) -> list[Deal]:
    """Read the deals of a file, continue it with *more* and end it."""
    deals = Deals("", 2, ("a", "b"), SEED)
    with results.tournament_file(path, {"players": ["a", "b"], "seed": 1}, deals) as file:
        old = list(file.begin(resume=resume))
        for deal in more:
            file.add(deal)
            json.loads(path.read_bytes())  # whole after every one
        if end:
            file.end({"table": [1]})
    return old


@pytest.fixture
def tournament(tmp_path: Path) -> Path:
    path = tmp_path / "games.json"
    assert resumed(path, PLAYED, resume=False) == []
    return path


def test_a_kill_at_any_moment_loses_no_deal_that_was_written(tournament: Path) -> None:
    whole = tournament.read_bytes()
    assert json.loads(whole)["table"] == [1]
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole) + 1):
        tournament.write_bytes(whole[:cut])
        old = resumed(tournament, [], end=False)
        assert old == PLAYED[: len(old)]
        assert len(old) >= min(3, whole[first:cut].count(b"\n"))
        assert resumed(tournament, PLAYED[len(old) :]) == old
        assert tournament.read_bytes() == whole


def test_a_changed_file_is_refused_and_stays(tournament: Path) -> None:
    """Also where a line in the middle is broken: it must not cost those behind it."""
    whole = tournament.read_bytes()
    for before, after, code in (
        (b'"places"', b'"palces"', "results-odd"),
        (b'"places":[2', b'"places":[7', "results-odd"),
        (b'"seat":0', b'"seat":2', "results-odd"),
        (b'"seats":[0,1]', b'"seats":[1,1]', "results-odd"),
        (b'{"splitpick', b'["splitpick', "results-odd"),
        (b'-tournament":1', b'-tournament":9', "other-settings"),
        (b'"seed":1', b'"seed":2', "other-settings"),
    ):
        data = whole.replace(before, after, 1)
        tournament.write_bytes(data)
        with pytest.raises(BadValue, match=code):
            resumed(tournament, [])
        assert tournament.read_bytes() == data
