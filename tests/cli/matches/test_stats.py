"""The statistics of a person's own games: what counts, and what cost the most."""

import json
from collections import Counter
from pathlib import Path

import pytest

from command import PLAY_ON, run

Home = dict[str, str]
FAST = ("play", "--variant", "introductory", "--no-confirm")


def home_of(path: Path) -> Home:
    return {"SPLITPICK_HOME": str(path)}


def test_without_a_game_it_says_how_to_begin_one(tmp_path: Path) -> None:
    ended = run("stats", language="en", variables=home_of(tmp_path))

    assert ended.out == (
        "You haven't finished a game yet; lessons and practice matches do not count. Start one"
        " with: splitpick play\n"
    )


def test_own_games_count_but_not_practice_bots_or_unfinished_ones(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    for options in ((), ("--practice",), ("--seat", "jolly=greedy", "--seat", "roger=greedy")):
        run(*FAST, "--seed", "5", *options, typed=PLAY_ON * 40, language="en", variables=home)
    run(*FAST, "--seed", "6", typed="1\n", language="en", variables=home)
    listed = json.loads(run("matches", "list", "--json", variables=home).out)
    (own,) = [one for one in listed if one["name"] == "jolly-roger-1"]
    lead = own["result"]["scores"][0] - own["result"]["scores"][1]
    won = own["result"]["winners"] == ["jolly"]

    ended = run("stats", language="en", variables=home)
    row = next(line for line in ended.out.splitlines() if "Jolly & Roger" in line)

    assert "Not counted: 1 lesson or practice match." in ended.out
    assert "Not counted: 1 match that is not over." in ended.out
    before, seen, _ = ended.out.rpartition("To see what cost you the most:")
    assert seen
    assert "cost" not in before

    assert [one["over"] for one in listed].count(True) == 3
    assert row.split()[3:] == [
        "1",
        str(int(won)),
        f"({100 * won}%)",
        f"{lead:+d}".replace("-", "−"),
        "gold",
    ]


def test_a_match_that_was_resigned_is_lost_but_has_no_lead(tmp_path: Path) -> None:
    """Its points say where the match stood, and not who won."""
    home = home_of(tmp_path)
    run(*FAST, "--seed", "5", typed="resign\nyes\n", language="en", variables=home)
    ended = run("stats", "--accessible", language="en", variables=home)
    seen = run("stats", language="en", variables=home).out

    assert "Jolly & Roger: Played 1, Won 0 (0%)." in ended.out
    assert "Average lead" not in seen


@pytest.mark.slow
def test_the_costliest_kinds_of_decisions_are_those_of_an_analysis(tmp_path: Path) -> None:
    """Of one's own seat alone, and the costliest first."""
    home = home_of(tmp_path)
    run(*FAST, "--seed", "5", typed=PLAY_ON * 40, language="en", variables=home)
    ended = run("stats", "--matches", "1", language="en", variables=home)
    analysed = run(
        "analyse", "1", "--json", "--deals", "0", "--budget", "nodes=4000", variables=home
    )
    regret: Counter[str] = Counter()
    for decision in json.loads(analysed.out)["decisions"]:
        if decision["seat"] == "jolly":
            regret[decision["kind"]] += decision["regret"]
    costs = [cost for _, cost in regret.most_common()]

    rows = [line.split() for line in ended.out.partition("A decision counts")[0].splitlines()[-3:]]
    shown = [float(row[-3]) for row in rows]
    assert "A decision counts as a mistake if it cost 1 gold or more." in ended.out

    assert shown == [round(cost, 1) for cost in costs[:3]]
    assert "splitpick analyse jolly-roger-1" in ended.out
    assert "point" not in ended.out
