"""Games in a file: what was written is read again, whatever ended the writing."""

from __future__ import annotations

import errno
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from splitpick.core import Engine
from splitpick.core.errors import BadValue, SplitpickError, StoreError
from splitpick.core.lab import results
from splitpick.core.lab.games import Table, games_of
from splitpick.core.lab.played import NOBODY, Played
from splitpick.core.lab.results import FORMATS, Results, part_of, stored
from splitpick.core.lab.rows import Columns, uses_of, uses_text

SETTINGS = {"seed": 5, "seats": ["jolly", "roger"], "prizes": ["green", "yellow", "blue", "red"]}
COLUMNS = Columns(("jolly", "roger"), ("green", "yellow", "blue", "red"))


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Six games of random bots, one of which has not ended."""
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("introductory")
    table = Table(engine, games_of(ruleset, ["random", "random"], 5))
    endless = Played(99, 1, uses=[Counter({("", "pick"): 3}), Counter()])
    return [*(table.play(number) for number in range(5)), endless]


def write(path: Path, games: list[Played]) -> None:
    with Results(path, SETTINGS, COLUMNS) as file:
        file.keep()
        for played in games:
            file.take(played)


def test_a_game_tells_who_began_and_who_holds_what(games: list[Played]) -> None:
    assert [played.seed for played in games[:5]] == [5, 6, 7, 8, 9]
    assert [played.first for played in games[:5]] == [0, 1, 0, 1, 0]
    for played in games[:5]:
        assert len(played.prizes) == 4
        assert set(played.prizes) <= {0, 1, NOBODY}
        # Each seat plays every card it gets: in all the 40 that came.
        used = sum(n for uses in played.uses for (card, _), n in uses.items() if card)
        assert used == sum(played.came.values()) == 40


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_is_read_again(format: str, games: list[Played], tmp_path: Path) -> None:
    path = tmp_path / f"games.{format}"
    write(path, games)
    found = stored(path)

    assert found.settings == SETTINGS
    assert found.columns == COLUMNS
    assert list(found.games()) == games
    assert not part_of(path).exists()


@pytest.mark.parametrize("format", FORMATS)
def test_going_on_gives_the_bytes_of_one_go(
    format: str, games: list[Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also across the groups of a Parquet file."""
    monkeypatch.setattr(results, "ROWS_AT_ONCE", 2)
    whole, path = tmp_path / f"whole.{format}", tmp_path / f"games.{format}"
    write(whole, games)
    write(path, games[:3])
    write(path, [*stored(path).games(), *games[3:]])

    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("format", ["csv", "json"])
def test_a_torn_row_is_left_out(format: str, games: list[Played], tmp_path: Path) -> None:
    """As where the power failed, and the file never came to its place."""
    path = tmp_path / f"games.{format}"
    write(path, games)
    data = path.read_bytes()
    part = part_of(path)
    results._put(path, part)
    part.write_bytes(data[:-10])

    assert list(stored(path).games()) == games[:-1]


def test_codes_may_hold_any_sign() -> None:
    uses = Counter({("A b", "x;y"): 2, ("", "x"): 1, ("*ä%", "x"): 1, ("KR@", "x"): 7})

    assert uses_of(uses_text(uses)) == uses
    assert uses_of(uses_text(Counter())) == Counter()


@pytest.mark.parametrize("format", FORMATS)
def test_what_lies_there_stays_until_more_is_to_be_kept(
    format: str, games: list[Played], tmp_path: Path
) -> None:
    """Ctrl-C while old games are copied loses none of them."""
    path = tmp_path / f"games.{format}"
    write(path, games)
    before = sorted(tmp_path.iterdir()), path.read_bytes()
    with Results(path, SETTINGS, COLUMNS) as file:
        file.take(games[0])

    assert (sorted(tmp_path.iterdir()), path.read_bytes()) == before


def test_a_full_disk_is_told_and_leaves_what_was_there(
    games: list[Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.csv"
    write(path, games[:2])
    before = path.read_bytes()

    def full(self: object, row: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(results._Csv, "write", full)
    with pytest.raises(StoreError) as found:
        write(path, games)

    assert found.value.code == "results-unwritable"
    assert "no space left" in str(found.value)
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
@pytest.mark.parametrize("format", FORMATS)
def test_two_runs_do_not_write_the_same_file(
    format: str, games: list[Played], tmp_path: Path
) -> None:
    path = tmp_path / f"games.{format}"
    with Results(path, SETTINGS, COLUMNS) as file:
        file.keep()
        file.take(games[0])
        with pytest.raises(BadValue, match="results-busy"):
            Results(path, SETTINGS, COLUMNS)
        with pytest.raises(BadValue):
            stored(path)
        file.take(games[1])

    assert list(stored(path).games()) == games[:2]
    write(path, games)
    assert list(stored(path).games()) == games


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("games.xlsx", "unknown-format"),
        ("games", "unknown-format"),
        ("missing/games.csv", "no-such-folder"),
        ("folder.csv", "is-a-folder"),
        ("nul\0.csv", "bad-path"),
    ],
)
def test_bad_paths_are_refused(name: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(SplitpickError) as found:
        Results(tmp_path / name, SETTINGS, COLUMNS)

    assert found.value.code == code


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_of_something_else_is_refused(format: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{format}"
    with pytest.raises(BadValue, match="no-results"):
        stored(path)
    for text in ("", "hello\n", "{}\n[1,2]\n", "\udc80".encode("utf-8", "surrogatepass")):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        with pytest.raises(BadValue, match="results-odd"):
            list(stored(path).games())


def test_a_row_that_cannot_be_is_refused(games: list[Played], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write(path, games)
    path.write_text(path.read_text("utf-8").replace("jolly", "nobody"), "utf-8")

    with pytest.raises(BadValue, match="results-odd"):
        list(stored(path).games())


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("game", None),
        ("game", {}),
        ("seed", float("inf")),
        ("first", ""),
        ("winners", ""),
        ("score_jolly", 10**400),
        ("turns", [[]]),
    ],
)
def test_no_row_of_json_is_a_traceback(
    column: str, cell: object, games: list[Played], tmp_path: Path
) -> None:
    path = tmp_path / "games.json"
    write(path, games[:1])
    data = json.loads(path.read_text("utf-8"))
    data["games"][0][data["columns"].index(column)] = cell
    head = json.dumps(data["settings"])
    path.write_text(f'{{"settings":{head},\n"columns":[],\n"games":[\n'
                    f"{json.dumps(data['games'][0])}\n]}}\n", "utf-8")  # fmt: skip

    with pytest.raises(BadValue, match="results-odd"):
        list(stored(path).games())


def test_what_is_missing_for_parquet_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadValue) as found:
        Results(tmp_path / "games.parquet", SETTINGS, COLUMNS)

    assert found.value.code == "lab-missing"
    assert "pip install 'splitpick[lab]'" in str(found.value)
