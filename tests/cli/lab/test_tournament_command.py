"""``splitpick tournament``: the table people read, files that are continued, and refusals."""

import json
from pathlib import Path

import pytest

from command import COMMAND_LINES, LANGUAGES, Ended, run
from golden import same_as_file
from plugin_sites import HEAD, Site

ALL = ("--player", "random", "--player", "greedy", "--player", "process:false")
TWO = ("--player", "random", "--player", "random")


def tournament(*words: str, language: str = "en", width: int = 80) -> Ended:
    return run("tournament", "--jobs", "1", *words, language=language, width=width)


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_as_people_read_it(language: str) -> None:
    """The program ends at once, and loses every game by that; nothing else stops."""
    ended = tournament(*ALL, "-n", "2", "--seed", "5", language=language)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(COMMAND_LINES / f"tournament.{language}.txt", ended.out)


def test_numbers_in_json_are_numbers() -> None:
    """And a narrow screen shows a line for each player."""
    ended = tournament(*ALL, "-n", "1", "--json")
    told = json.loads(ended.out)

    assert (ended.code, ended.err) == (0, "")
    assert told["players"] == ["random", "greedy", "process:false"]
    assert (told["deals"], told["games"], told["ending"]) == (1, 6, "all-played")
    assert next(one["player"] for one in told["standings"]) == 1
    last = next(one for one in told["standings"] if one["player"] == 2)
    assert (last["won"], last["failed"]) == (0, {"bot-ended": 4})
    assert last["scores"] == [0, 0, None]
    assert "Elo 0" in tournament(*TWO, "-n", "1", width=30).out


def test_partners_are_played_by_one_bot() -> None:
    """Two sides are two contenders, so each deal has two games."""
    file = str(Path(__file__).parents[2] / "sample_rulesets" / "board" / "in-pairs.yaml")
    told = json.loads(tournament(*TWO, "-n", "2", file, "--json").out)

    assert (told["deals"], told["games"]) == (2, 4)


@pytest.mark.slow
@pytest.mark.process
def test_a_continued_file_is_that_of_one_go(tmp_path: Path) -> None:
    """To the letter, for any number of jobs; with other settings it is refused."""
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert tournament(*TWO, "-n", "6", "--out", str(one)).code == 0
    assert tournament(*TWO, "-n", "2", "--out", str(two)).code == 0
    before = two.read_bytes()
    other = tournament(*TWO, "-n", "1", "--seed", "9", "--out", str(two), "--continue")
    again = tournament(*TWO, "-n", "1", "--out", str(two))

    assert (other.code, other.error_code) == (2, "other-settings")
    assert (again.code, again.error_code) == (2, "results-exist")
    assert two.read_bytes() == before

    ended = run("tournament", *TWO, "-n", "6", "--jobs", "2", "--out", str(two), "--continue")
    assert (ended.code, ended.err) == (0, "")
    assert one.read_bytes() == two.read_bytes()
    assert len(json.loads(one.read_bytes())["deals"]) == 6

    assert tournament(*TWO, "-n", "1", "--seed", "9", "--out", str(two), "--force").code == 0
    assert json.loads(two.read_bytes())["seed"] == 9


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "tournament-players"),
        (("--player", "random"), "tournament-players"),
        ((*TWO, "--player", "randon"), "unknown-player"),
        ((*TWO, "--player", "human"), "unknown-player"),
        ((*TWO, "--player", "process:"), "no-command"),
        ((*TWO, "--player", "process:./no-such-program"), "no-program"),
        ((*TWO, "-n", "0"), "tournament-number"),
        ((*TWO, "--within", "0"), "tournament-number"),
        ((*TWO, "--within", "few"), "bad-number"),
        ((*TWO, "--players", "5"), "number-of-players"),
        ((*TWO, "--continue"), "continue-what"),
        ((*TWO, "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"), "jobs-or-cluster"),
        ((*TWO * 32, "--player", "random"), "tournament-tables"),
        ((*TWO, "--out", "no/such/folder/games.json"), "no-such-folder"),
        ((*TWO, "--out", "no-such-file.json", "--continue"), "no-results"),
    ],
)
def test_a_senseless_wish_is_refused(words: tuple[str, ...], code: str) -> None:
    ended = run("tournament", *words, language="en")

    assert (ended.code, ended.out, ended.error_code) == (2, "", code)


HANGS = f"""{HEAD}
from splitpick.core.players import RandomBot
from splitpick.core.text import msg


class Hangs(RandomBot):
    id = "hangs"
    title = msg("hangs", "Hangs")

    def choose(self, position, seat, rng, seconds):
        while True:
            pass


@hookimpl
def splitpick_bots():
    return [Hangs]
"""


@pytest.mark.slow
def test_a_bot_of_a_plugin_that_never_comes_back_has_lost(tmp_path: Path) -> None:
    """In a worker process; test_duplicate.py has it in this one."""
    site = Site(tmp_path)
    site.plant("hangs", HANGS)
    words = ("--player", "random", "--player", "hangs", "-n", "1", "--jobs", "2", "--json")
    ended = run("tournament", *words, language="en", variables=site.variables)
    told = json.loads(ended.out)

    assert ended.code == 0
    assert told["standings"][1]["failed"] == {"bot-endless": 2}
