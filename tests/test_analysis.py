"""An analysis of a match: regrets, marks, luck, and the way back into it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from analysts import OneTurn
from command import LANGUAGES, run
from splitpick.cli.matches.play_again import again_line
from splitpick.cli.screen import Screen
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analysis import Analysing, Analysis, Pieces, analyse
from splitpick.core.matches.exports.walk import walk
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.records.record_text import write_text
from splitpick.core.matches.records.text_reader import read_text
from splitpick.core.players import Bot
from splitpick.core.text import Language

ENGINE = Engine()
ANALYSTS: Mapping[str, type[Bot]] = {"captain": OneTurn}
"""So that what is tested does not change with the bots."""


@cache
def played(seed: int = 3) -> tuple[Loaded, Record]:
    """Play a match: the first seat as the analyst would, the second by lot, with an undo."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    setup = settle(ENGINE, ruleset, ("human", "greedy"), 0, seed, source="jolly-roger")
    loaded = load_setup(ENGINE, setup)
    match = loaded.match()
    rng = Random(seed)
    undone = False
    while not match.over:
        position = match.position
        seat = position.to_act()
        actions = position.legal_actions()
        if seat == 0:
            action = OneTurn().choose(position, seat, rng, 0)
        else:
            action = actions[int(rng.random() * len(actions))]
        match.apply(action)
        if len(match.actions) > 30 and not undone:
            undone = match.undo()
    return loaded, record_of(setup, match)


def analysed(loaded: Loaded, record: Record, samples: int = 2) -> Analysis:
    work = Analysing(record, 1, samples=samples, bots=ANALYSTS)
    return analyse(ENGINE, loaded, work)


@cache
def usual() -> Analysis:
    return analysed(*played())


def test_what_is_best_costs_nothing_and_what_is_worse_costs_the_difference() -> None:
    loaded, record = played()
    walked = walk(loaded, record)
    for one in usual().decisions:
        step = walked.happenings[one.entry]
        weighed = OneTurn().weigh(step.before, one.seat, Random(0), 0)
        done = next(w for w in weighed if step.before.notation(w.action) == step.entry.text)

        assert one.regret == weighed[0].value - done.value
        assert one.best.value == max(w.value for w in weighed)


def test_decisions_without_a_choice_and_those_taken_back_are_left_out() -> None:
    loaded, record = played()
    walked = walk(loaded, record)
    judged = {one.entry for one in usual().decisions}
    undone = {n for n, step in enumerate(walked.happenings) if step.undone}

    assert undone
    assert not judged & undone
    assert all(len(walked.happenings[n].before.legal_actions()) > 1 for n in judged)
    assert {one.kind for one in usual().decisions} >= {"split", "pick", "join"}


def test_who_plays_as_the_analyst_would_loses_nothing() -> None:
    found = usual()

    assert found.regret(0) == 0
    assert found.regret(1) > 20
    assert found.regret(1) == pytest.approx(
        found.regret(1, ["split", "pick"])
        + found.regret(1, {one.kind for one in found.decisions} - {"split", "pick"})
    )


@pytest.mark.parametrize(
    ("regret", "mark"), [(0.9, ""), (1, "?!"), (1.9, "?!"), (2, "?"), (4, "??"), (30, "??")]
)
def test_marks_follow_from_what_was_lost(regret: float, mark: str) -> None:
    one = usual().decisions[0]

    assert replace(one, done=replace(one.best, value=one.best.value - regret)).mark == mark


def test_the_costliest_come_first_and_are_three_at_most() -> None:
    costs = [one.regret for one in usual().decisions]

    assert [one.regret for one in usual().costliest()] == sorted(costs, reverse=True)[:3]


def test_luck_is_what_the_deal_was_worth_more_than_the_sampled_ones() -> None:
    loaded, record = played()
    work = Analysing(record, 1, samples=2, bots=ANALYSTS)
    pieces = Pieces(work, ENGINE, loaded, walk(loaded, record))
    values = [
        value
        for number in range(len(pieces.decisions), pieces.count)
        if isinstance(value := pieces.do(number), float)
    ]

    assert len(pieces.deals) == len(usual().lucks) == 8
    for number, luck in enumerate(usual().lucks):
        real, *sampled = values[3 * number : 3 * number + 3]
        assert luck.points == pytest.approx(real - fmean(sampled))
    assert usual().luck == pytest.approx(sum(luck.points for luck in usual().lucks))


@pytest.mark.slow
def test_luck_is_nothing_in_the_mean() -> None:
    """Over many deals, within four standard errors: nobody is made lucky by the method."""
    lucks = [luck.points for seed in range(6) for luck in analysed(*played(seed)).lucks]
    mean = fmean(lucks)
    error = (fmean((luck - mean) ** 2 for luck in lucks) / len(lucks)) ** 0.5

    assert abs(mean) < 4 * error


def test_it_is_the_same_with_two_processes() -> None:
    """Every piece is by itself."""
    loaded, record = played()
    short = replace(record, entries=record.entries[:20], result=None)
    work = Analysing(short, 1, samples=1, bots=ANALYSTS)

    assert analyse(ENGINE, loaded, work, 1) == analyse(ENGINE, loaded, work, 2)


def test_the_command_to_play_again_starts_at_the_decision(tmp_path: Path) -> None:
    """For practice, with whoever decided there as a person, after what was taken back too."""
    loaded, record = played()
    walked = walk(loaded, record)
    entry = usual().costliest()[-1].entry
    line = again_line(Screen(Language("en")), ENGINE, loaded, walked, entry)
    words = shlex.split(line)
    again = run(*words[1:], variables={"SPLITPICK_HOME": str(tmp_path)}, language="en")
    shown = run(
        "matches", "export", "1", "--format", "json", variables={"SPLITPICK_HOME": str(tmp_path)}
    )
    kept = json.loads(shown.out)
    before = [
        step.entry.text
        for step in walked.happenings[:entry]
        if step.done is not None and not step.undone
    ]
    decider = loaded.setup.seats[walked.happenings[entry].entry.seat]

    assert words[:2] == ["splitpick", "play"]
    assert (again.code, again.err) == (0, "")
    assert [one["text"] for one in kept["entries"]] == before
    assert kept["practice"]
    assert [one["id"] for one in kept["seats"] if one["player"] == "human"] == [decider]


def test_where_chance_does_not_follow_from_the_seed_there_is_no_such_command() -> None:
    loaded, record = played()
    other = replace(loaded, setup=replace(loaded.setup, seed=4))
    entry = usual().decisions[-1].entry

    assert again_line(Screen(Language("en")), ENGINE, other, walk(loaded, record), entry) == ""


# The command.


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short match that was given up, as a record."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    players = ("human", "greedy")
    setup = settle(ENGINE, ruleset, players, 0, 3, source="jolly-roger")
    loaded = load_setup(ENGINE, setup)
    match = loaded.match()
    while sum(action.seat == CHANCE for action in match.actions) < 10:
        match.apply(match.position.legal_actions()[-1])
    match.forfeit(0, "gave-up")
    path = tmp_path_factory.mktemp("records") / "short.txt"
    path.write_text(write_text(record_of(setup, match)), "utf-8")
    return path


QUICK = ("--budget", "nodes=1000", "--deals", "2", "--jobs", "1")


def test_the_annotated_record_is_read_back(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "marked.txt"
    ended = run("analyse", str(file), *QUICK, "--export", str(out), "--json", language="en")
    told = json.loads(ended.out)
    marked = read_text(out.read_text("utf-8"), ENGINE)

    assert (ended.code, ended.err) == (0, "")
    assert {one["entry"] - 1: one["mark"] for one in told["decisions"] if one["mark"]} == {
        number: entry.mark for number, entry in enumerate(marked.entries) if entry.mark
    }
    assert any(entry.mark for entry in marked.entries)
    assert all(entry.comment for entry in marked.entries if entry.mark)
    plain = replace(
        marked, entries=tuple(replace(entry, mark="", comment="") for entry in marked.entries)
    )
    assert plain == read_text(file.read_text("utf-8"), ENGINE)
    assert run("matches", "import", str(out), language="en").code == 0


def test_the_json_says_the_same_twice(file: Path) -> None:
    """By nodes, whatever the number of processes."""
    one = run("analyse", str(file), *QUICK, "--json", language="en")
    two = run("analyse", str(file), *QUICK[:-1], "2", "--json", language="en")

    assert one.out == two.out
    assert json.loads(one.out)["luck"]["turns"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read(file: Path, language: str) -> None:
    ended = run("analyse", str(file), *QUICK, language=language)
    words = {"en": ("The costliest decisions:", "Luck with the cards"),
             "de": ("am meisten gekostet", "Kartenglück")}  # fmt: skip

    assert (ended.code, ended.err) == (0, "")
    for said in words[language]:
        assert said in ended.out
    assert ended.out.count("splitpick play jolly-roger") == ended.out.count(" ?") > 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["jolly-roger-9"], "unknown-match"),
        (["{file}", "--budget", "soon"], "bad-analysis-budget"),
        (["{file}", "--budget", "turns=1"], "bad-analysis-budget"),
        (["{file}", "--jobs", "x"], "bad-number"),
        (["{file}", "--jobs", "99999"], "number-of-jobs"),
        (["{file}", "--deals", "99999"], "number-of-deals"),
        (["{file}", "--deals", "1"], "number-of-deals"),
        (["{file}", "--budget", "nodes=0"], "setting-range"),
        (["{file}", "--budget", "nodes=9999999999"], "setting-range"),
        (["{file}", "--budget", "0ms"], "budget-range"),
    ],
)
def test_what_cannot_be(arguments: list[str], code: str, file: Path) -> None:
    ended = run("analyse", *(one.format(file=file) for one in arguments), language="en")

    assert (ended.code, ended.error_code, ended.out) == (2, code, "")


@pytest.mark.parametrize(
    ("game", "wish", "practice", "code"),
    [
        ("jolly-roger", "--variant=advanced", False, "analysis-unfair"),
        ("skull-queen", "--seat=anne=human", True, "analysis-secrets"),
    ],
)
def test_nobody_is_helped_in_a_match_that_is_not_over(
    game: str, wish: str, practice: bool, code: str, tmp_path: Path
) -> None:
    """But whoever plays for practice, where nothing is hidden."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    flags = ["--practice"] if practice else []
    run("play", game, wish, *flags, variables=home, language="en")
    ended = run("analyse", "1", *QUICK, variables=home, language="en")

    assert (ended.code, ended.error_code) == (2, code)


def test_a_match_for_practice_may_be_analysed_at_any_time(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    typed = "1\nquit\n"
    run("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "1",
        "--practice", typed=typed, variables=home, language="en")  # fmt: skip
    ended = run("analyse", "1", *QUICK, variables=home, language="en")

    assert (ended.code, ended.err) == (0, "")
