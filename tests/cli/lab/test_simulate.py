"""Commands that play bot games: what they show, keep, continue and refuse."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import (
    COMMAND_LINES,
    LANGUAGES,
    PROGRAM,
    environment,
    heed_ctrl_c,
    run,
    run_in_terminal,
    unmeasured,
)
from golden import same_as_file
from splitpick.cli.lab import trial_report
from splitpick.core.lab.statistics import STATISTICS

RANDOM = ("--seat", "jolly=random", "--seat", "roger=random")
SIMULATE = ("simulate", "jolly-roger", *RANDOM, "--jobs", "1")
TRY = ("rulesets", "try", "jolly-roger", *RANDOM)
COMPARE = ("compare", "jolly-roger", *RANDOM, "--jobs", "1")
GAMES = 50


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write so many games at once in one process, with a picture."""
    path = tmp_path_factory.mktemp("whole") / "games.csv"
    plot = path.with_suffix(".svg")
    ended = run(*SIMULATE, "-n", str(GAMES), "--out", str(path), "--plot", str(plot), "--json")
    path.with_suffix(".txt").write_text(ended.out, "utf-8")

    assert (ended.code, ended.err) == (0, "")
    assert path.stat().st_size / GAMES < 1024
    return path


def test_a_new_statistic_is_told_to_programs_without_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of ours with names of their own stand for new ones of every form."""
    monkeypatch.setattr(trial_report, "NAMED", set[str]())
    told = json.loads(run(*SIMULATE, "-n", "5", "--json").out)

    assert {one.name for one in STATISTICS} <= {*told}
    assert {*told["score"]} == {*told["wins"]} == {"jolly", "roger"}
    assert {*told["wins"]["jolly"]} == {"mean", "interval"}
    assert {*told["turns"]} == {*told["start_margin"]} == {"mean", "margin", "least", "most"}


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_in_two_processes_and_continuing_equals_one_go(whole: Path, tmp_path: Path) -> None:
    """To the byte, and so does the report; a terminal sends Ctrl-C to all processes."""
    path = tmp_path / "games.csv"
    process = subprocess.Popen(
        [*PROGRAM, *SIMULATE[:-1], "2", "-n", str(GAMES), "--out", str(path)],
        env=unmeasured({"SPLITPICK_LANG": "en"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") > 2):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    kept = path.read_text("utf-8").splitlines()

    assert process.returncode == 130
    assert err.startswith("splitpick: note: Stopped early; the same command with --continue")
    assert 1 < len(kept) < GAMES
    assert "Traceback" not in out + err

    ended = run(*SIMULATE, "-n", str(GAMES), "--out", str(path), "--continue", "--json")
    assert (ended.code, ended.err) == (0, "")
    assert path.read_bytes() == whole.read_bytes()
    assert ended.out == whole.with_suffix(".txt").read_text("utf-8")


def test_json_for_programs(whole: Path) -> None:
    told = json.loads(whole.with_suffix(".txt").read_text("utf-8"))
    worth = {(one["card"], one["kind"]): one for one in told["worth"]}

    assert told["games"] == sum(seat["wins"] for seat in told["seats"]) == GAMES
    assert told["stopped"] is False
    for spread, seat in zip(told["spread"], told["seats"], strict=True):
        scores = {int(score): count for score, count in spread["scores"].items()}
        assert sum(scores.values()) == GAMES
        mean = sum(score * count for score, count in scores.items()) / GAMES
        assert mean == pytest.approx(seat["score"]["mean"], abs=1e-3)
        half = spread["quantiles"]["0.5"]
        assert sum(count for score, count in scores.items() if score <= half) >= GAMES / 2
    assert {prize["prize"] for prize in told["prizes"]} == {"green", "yellow", "blue", "red"}
    assert all(sum(one["seats"].values()) + one["nobody"] == GAMES for one in told["prizes"])
    # In this game one seat's lead is the other's arrears, and both always split and pick.
    assert worth[None, "split"]["mean"] == 0
    assert worth[None, "split"]["seats"] == 2 * GAMES
    assert worth["G1", None]["seats"] <= 2 * GAMES


def test_pictures(whole: Path, tmp_path: Path) -> None:
    drawn = whole.with_suffix(".svg").read_text("utf-8")
    png = tmp_path / "games.png"
    ended = run(*SIMULATE, "-n", "3", "--plot", str(png))

    for words in ("<svg", f"introductory game: {GAMES} games", "starting player", "95%", "score"):
        assert words in drawn
    assert ended.code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run(*SIMULATE, "--plot", str(png)).error_code == "file-exists"


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reports_that_people_read(language: str) -> None:
    """Golden files of all commands, wide and narrow, of many games and of one, without cards."""
    shown = [
        run(*SIMULATE, "-v", "advanced", "-n", "20", language=language, width=120),
        run(*SIMULATE, "-v", "advanced", "-n", "20", language=language, width=60),
        run(*COMPARE, "-v", "introductory", "-v", "advanced", "-n", "20", language=language),
        run(*COMPARE, "-v", "advanced", "-v", "advanced", "-n", "2", language=language),
        run(*TRY, "-n", "126", language=language),
        run(*TRY, "-v", "advanced", "-n", "1", "--seed", "3", language=language),
        run("rulesets", "try", "dead-mans-dice", "--players", "3", "-n", "2", language=language),
    ]

    assert {(one.code, one.err) for one in shown} == {(0, "")}
    same_as_file(COMMAND_LINES / f"lab.{language}.txt", "\n".join(one.out for one in shown))


def test_comparing_tells_differences_from_chance() -> None:
    ended = run(*COMPARE, "-v", "introductory", "-v", "advanced", "-n", "30", "--json")
    told = json.loads(ended.out)
    facts = {
        tuple(fact[key] for key in ("what", "seat", "card", "kind") if key in fact): fact
        for fact in told["facts"]
    }
    kraken = facts["use", "KR", "effect"]

    assert [one["variant"] for one in told["rulesets"]] == ["introductory", "advanced"]
    assert told["games"] == 30
    assert (kraken["first"], kraken["differs"]) == (0, True)
    assert kraken["difference"] == kraken["second"] > kraken["margin"] > 0
    assert facts["use", None, "split"]["differs"] is False
    for fact in facts.values():
        assert fact["difference"] == pytest.approx(fact["second"] - fact["first"], abs=2e-4)
        assert fact["differs"] == (abs(fact["difference"]) > fact["margin"])


def test_uses_are_a_table_if_there_is_room() -> None:
    """A row for each card, a column for each use; on a narrow screen a list; in JSON numbers."""
    words = (*TRY, "-v", "advanced", "-n", "10")
    wide = run(*words).out.split("\n\n")[1].splitlines()
    told = json.loads(run(*TRY, "-n", "3", "--json").out)

    assert wide[1].split() == ["took", "joined", "laid", "as"]
    assert wide[2].split() == ["boarded", "effect", "a", "crew", "a", "parrot", "picked", "drawn"]
    assert len({len(line) for line in wide[3:-1]}) == 1
    assert max(map(len, wide)) <= 80
    for line in wide[3:-1]:
        *uses, picked, came = map(int, line[23:].split())
        assert came == sum(uses) > 0
        assert picked <= came
    assert "laid as a parrot " in run(*words, width=50).out

    assert told["stopped"] is False
    assert (told["games"], told["ruleset"], told["variant"]) == (3, "jolly-roger", "introductory")
    assert sum(seat["wins"] for seat in told["seats"]) == pytest.approx(3)
    assert told["decisions"] == {"mean": 56.0, "margin": 0.0, "least": 56, "most": 56}
    assert {"card": None, "kind": "split", "count": 24, "offered": 24} in told["uses"]
    assert 24 <= sum(use["count"] for use in told["uses"] if use["kind"] == "pick") <= 4 * 24


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("simulate -n 0", "number-of-games"),
        ("simulate --jobs 99999", "number-of-jobs"),
        ("simulate --option x", "bad-option"),
        ("simulate --continue", "continue-what"),
        ("simulate --out games.xls", "unknown-format"),
        ("simulate --out no/such/games.csv", "no-such-folder"),
        ("simulate --out missing.csv --continue", "no-results"),
        ("simulate --plot games.gif", "unknown-format"),
        ("simulate --plot no/such/games.png", "no-such-folder"),
        ("compare jolly-roger", "compare-two"),
        ("compare jolly-roger skull-queen jolly-roger", "compare-two"),
        ("compare jolly-roger jolly-roger/advnced", "unknown-variant"),
        ("compare jolly-roger dead-mans-dice --seat jolly=random", "unknown-seat"),
        ("rulesets try jolly-roger -n many", "bad-number"),
        ("rulesets try jolly-roger --seed -1", "bad-number"),
        ("rulesets try jolly-roger --players 3", "number-of-players"),
        ("rulesets try jolly-roger --variant advnced", "unknown-variant"),
        ("rulesets try jolly-roger --seat jolly=human", "unknown-player"),
        ("rulesets try jolly-roger --seat jolly=process:./mybot", "unknown-player"),
    ],
)
def test_a_senseless_wish_is_refused(words: str, code: str) -> None:
    ended = run(*words.split())

    assert (ended.code, ended.out, ended.error_code) == (2, "", code)
    assert len(ended.err.splitlines()) == 1


def test_games_that_would_be_lost_or_mixed_are_refused(whole: Path) -> None:
    again = [*SIMULATE, "--out", str(whole)]
    before = whole.read_bytes()

    assert run(*again).error_code == "results-exist"
    ended = run(*again, "--continue", "--seed", "7", "-v", "advanced")
    assert (ended.code, ended.error_code) == (2, "other-settings")
    for words in ("variant is advanced instead of introductory", "seed is 7 instead of 0"):
        assert words in ended.err
    assert whole.read_bytes() == before


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits")
def test_a_full_disk_is_one_message(tmp_path: Path) -> None:
    """The games that fitted are continued when there is room again."""
    path = tmp_path / "games.json"
    words = [*PROGRAM, *SIMULATE, "-n", "60", "--out", str(path)]
    given = environment({"SPLITPICK_LANG": "en", "PYTHONDONTWRITEBYTECODE": "1"})
    ended = subprocess.run(
        ["bash", "-c", 'ulimit -f 16; exec "$@"', "bash", *words],
        # The file of coverage would not fit either.
        env={name: value for name, value in given.items() if not name.startswith("COVERAGE_")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stdout) == (74, "")
    assert ended.stderr.startswith("splitpick: error[results-unwritable]: ")
    assert len(ended.stderr.splitlines()) == 1
    assert run(*SIMULATE, "-n", "40", "--out", str(path), "--continue").code == 0
    assert len(json.loads(path.read_text("utf-8"))["games"]) == 40


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
@pytest.mark.parametrize(
    ("words", "code", "shown"),
    [([*SIMULATE, "--json"], 130, '"stopped": true'), (TRY, 0, "Bots: random, random.")],
)
def test_a_bar_tells_how_fast_it_goes(words: list[str], code: int, shown: str) -> None:
    """And Ctrl-C without a file shows the results so far."""
    ended = run_in_terminal([*PROGRAM, *words, "-n", "100000"], typed="\x03", after=" a second")

    assert ended.code == code
    assert " of 100,000" in ended.out
    assert "Stopped early; these are the results so far." in ended.out
    assert shown in ended.out


@pytest.mark.slow
@pytest.mark.process
def test_a_plugin_that_fails_is_named(tmp_path: Path) -> None:
    """In a worker process too, with the seed of the game; the games before it are kept."""
    home = tmp_path / "home"
    bad = home / "rulesets" / "bad"
    bad.mkdir(parents=True)
    (bad / "bad.py").write_text(BAD_BOT, "utf-8")
    variables = {"SPLITPICK_HOME": str(home)}
    assert run("rulesets", "allow", "bad", variables=variables).code == 0
    path = tmp_path / "games.csv"
    words = ["simulate", "--seat", "jolly=faulty", "--seat", "roger=random", "-n", "9"]
    ended = run(*words, "--jobs", "2", "--out", str(path), variables=variables)

    assert (ended.code, ended.error_code) == (70, "trial-plugin-fails")
    assert "the seed 4 (ZeroDivisionError)" in ended.err
    assert len(path.read_text("utf-8").splitlines()) == 1 + 4


BAD_BOT = """
from random import Random

from splitpick.core.hooks import hookimpl
from splitpick.core.players import RandomBot

FATAL = Random("4/0/0").random()  # what its generator says first in the game with the seed 4


class Faulty(RandomBot):
    id = "faulty"

    def choose(self, position, seat, rng, budget):
        if rng.random() == FATAL:
            1 / 0
        return super().choose(position, seat, rng, budget)


@hookimpl
def splitpick_bots():
    return [Faulty]
"""


def test_rule_sets_for_other_numbers_of_players_are_not_compared() -> None:
    four = Path(__file__).parents[2] / "sample_rulesets" / "board" / "two-against-two.yaml"
    commands = (("compare", str(four)), ("rulesets", "diff", "jolly-roger/advanced", str(four)))
    for arguments in commands:
        ended = run(*arguments)
        assert (ended.code, ended.out) == (2, "")
        assert "error[no-players-in-common]" in ended.err
        told = " ".join(ended.err.split())
        assert "advanced game is for 2 players and Two against two, standard game is for 4" in told
        assert "so they cannot be compared." in told

    tried = " ".join(run("rulesets", "try", str(four), "-n", "2", *RANDOM).out.split())
    assert tried.endswith("is for 2 players, so these games are not compared with it.")


def test_a_set_picked_face_down_is_told_apart_from_cards_that_were_seen() -> None:
    """Cards have a column for those, so the pick without a card is none of them."""
    poke = Path(__file__).parents[2] / "sample_rulesets" / "board" / "pig-in-a-poke.yaml"
    tried = run("rulesets", "try", str(poke), "-n", "4", *RANDOM, "--seat", "anne=random")

    assert "Actions without a card: picked (face down) " in tried.out
