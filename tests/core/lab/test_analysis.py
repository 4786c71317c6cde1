"""An analysis of a match: regrets, marks, luck, and the way back into it."""

import json
from dataclasses import replace
from functools import cache
from itertools import count, zip_longest
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from analysts import OneTurn
from command import LANGUAGES, run
from random_matches import loaded as loaded_game
from random_matches import played as played_at_random
from random_matches import seated
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analysis import Analysing, Analysis, analyse
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.records.record_reader import read_text
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.session.play_again import play_again
from ticks import Ticks

ENGINE = Engine()
FIXED = Engine()
"""With an analyst whose results do not change with the bots."""
vars(FIXED)["bots"] = {**FIXED.bots, "captain": OneTurn}


def begun(seed: int) -> Loaded:
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    setup = settle(ENGINE, ruleset, ("human", "greedy"), 0, seed, source="jolly-roger")
    return load_setup(ENGINE, setup)


@cache
def played(seed: int = 3) -> tuple[Loaded, Record]:
    """Play a match: the first seat as the analyst would, the second at random, with an undo."""
    loaded = begun(seed)
    match = loaded.match()
    rng = Random(seed)
    undone = False
    while not match.over:
        position = match.position
        seat = position.to_act()
        actions = position.legal_actions()
        best = OneTurn().choose(position, seat, rng, 0) if seat == 0 else None
        match.apply(actions[int(rng.random() * len(actions))] if best is None else best)
        if len(match.actions) > 30 and not undone:
            undone = match.undo()
    return loaded, record_of(loaded.setup, match)


def work_of(record: Record) -> Analysing:
    return Analysing(record, 1, samples=2, engine=FIXED)


@cache
def usual() -> Analysis:
    return analyse(work_of(played()[1]))


def test_a_regret_is_the_difference_from_the_best() -> None:
    """Of all decisions with a choice that were not taken back; marks follow from it."""
    loaded, record = played()
    steps = loaded.replay(record.entries).steps
    undone = {number for number, step in enumerate(steps) if step.undone}
    found = usual()
    for decision, following in zip_longest(found.decisions, found.decisions[1:]):
        step = steps[decision.entry]
        weighed = OneTurn().weigh(step.before, decision.seat, Random(0), 0)
        value = next(w.value for w in weighed if w.action == step.action)
        if following and (following.entry, following.seat) == (decision.entry + 1, decision.seat):
            value = max(value, min(following.best.value, weighed[0].value))  # what it led to
        assert len(weighed) > 1
        assert decision.regret == weighed[0].value - value
        assert decision.best.value == max(w.value for w in weighed)

    assert undone
    assert not undone & {one.entry for one in found.decisions}
    kinds = {one.kind for one in found.decisions}
    assert kinds >= {"split", "pick", "join"}
    assert found.regret(0) == 0  # it played as the analyst would
    assert found.regret(1) > 20
    assert found.regret(1) == pytest.approx(sum(found.regret(1, kind) for kind in kinds))
    costs = sorted((one.regret for one in found.decisions), reverse=True)
    assert [one.regret for one in found.costliest()] == costs[:3]
    decision = found.decisions[0]
    for regret, mark in {0.9: "", 1: "?!", 1.9: "?!", 2: "?", 4: "??", 30: "??"}.items():
        assert (
            replace(decision, done=replace(decision.best, value=decision.best.value - regret)).mark
            == mark
        )


def test_luck_is_the_value_of_the_deal_minus_that_of_sampled_ones() -> None:
    work = work_of(played()[1])
    values = [
        value
        for number in range(len(work.decisions), work.count)
        if isinstance(value := work.begin()(number), float)
    ]

    assert len(work.deals) == len(usual().lucks) == 8
    for number, luck in enumerate(usual().lucks):
        real, *sampled = values[3 * number : 3 * number + 3]
        assert luck.points == pytest.approx(real - fmean(sampled))
    assert usual().luck == pytest.approx(sum(luck.points for luck in usual().lucks))


@pytest.mark.slow
def test_luck_is_nothing_in_the_mean() -> None:
    """Over many deals, within four standard errors: nobody is made lucky by the method."""
    lucks = [luck.points for seed in range(6) for luck in analyse(work_of(played(seed)[1])).lucks]
    mean = fmean(lucks)
    error = (fmean((luck - mean) ** 2 for luck in lucks) / len(lucks)) ** 0.5

    assert abs(mean) < 4 * error


@pytest.mark.slow
def test_it_is_the_same_with_two_processes() -> None:
    record = played()[1]
    short = replace(record, entries=record.entries[:20], result=None)
    work = Analysing(short, 1000, samples=1)

    assert analyse(work, 1) == analyse(work, 2)


def test_the_command_to_play_again_starts_at_the_decision(tmp_path: Path) -> None:
    """For practice, with a person for the decider; not if chance did not follow from the seed."""
    loaded, record = played()
    match = loaded.replay(record.entries)
    entry = usual().costliest()[-1].entry
    practice = play_again(ENGINE, loaded, match, entry)
    assert practice is not None
    home = {"SPLITPICK_HOME": str(tmp_path)}
    again = run(*practice.words, variables=home, language="en")
    kept = json.loads(run("matches", "export", "1", "--format", "json", variables=home).out)
    before = [
        step.done.notation
        for step in match.steps[:entry]
        if step.done is not None and not step.undone
    ]
    decider = loaded.setup.seats[match.entries[entry].seat]

    assert practice.words[0] == "play"
    assert (again.code, again.err) == (0, "")
    assert [one["text"] for one in kept["entries"]] == before
    assert kept["practice"]
    assert [one["id"] for one in kept["seats"] if one["player"] == "human"] == [decider]

    other = replace(loaded, setup=replace(loaded.setup, seed=4))
    assert play_again(ENGINE, other, match, usual().decisions[-1].entry) is None


def test_a_look_at_a_whole_match_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine where each playout takes a second, a match is judged in the time it was given.

    A second more for each decision, since no playout is cut short.
    """
    clock = Ticks(1.0)
    monkeypatch.setattr("splitpick.core.players.mcts.perf_counter", clock)
    loaded = loaded_game("skull-queen", None, players=seated(3))
    work = Analysing(played_at_random(loaded, 4), 1000, samples=0, engine=ENGINE, seat=0)
    work.within(100.0)
    found = analyse(work)

    assert len(found.decisions) == len(work.decisions)
    assert 100 <= clock.looks <= 100 + 3 * len(work.decisions)


def test_a_look_that_is_stopped_shows_what_was_judged() -> None:
    """The decisions of the reader come first, and those of each seat in their order."""
    work = Analysing(played()[1], 1, samples=2, engine=FIXED, first=1)
    judged = count(1)

    def tell() -> None:
        if next(judged) == 12:
            raise KeyboardInterrupt

    found = analyse(work, tell=tell)
    assert [one.seat for one in found.decisions] == [1] * 12
    assert [one.entry for one in found.decisions] == sorted(one.entry for one in found.decisions)
    assert (found.stopped, [*found.lucks]) == (True, [])


# The command.


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the record of a short match that was given up."""
    loaded = begun(3)
    match = loaded.match()
    while sum(action.seat == CHANCE for action in match.actions) < 10:
        match.apply(match.position.legal_actions()[-1])
    match.forfeit(0, "gave-up")
    path = tmp_path_factory.mktemp("records") / "short.txt"
    path.write_text(write_text(record_of(loaded.setup, match)), "utf-8")
    return path


QUICK = ("--budget", "nodes=1000", "--deals", "2", "--jobs", "1")


@pytest.mark.slow
def test_the_annotated_record_is_read_back(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "marked.txt"
    ended = run("analyse", str(file), *QUICK, "--export", str(out), "--json", language="en")
    told = json.loads(ended.out)
    marked = read_text(out.read_text("utf-8"), ENGINE)

    assert (ended.code, ended.err) == (0, "")
    assert told["luck"]["turns"]
    assert {one["entry"] - 1: one["mark"] for one in told["decisions"] if one["mark"]} == {
        number: entry.mark for number, entry in enumerate(marked.entries) if entry.mark
    }
    assert any(entry.mark for entry in marked.entries)
    assert all(entry.comment for entry in marked.entries if entry.mark)
    plain = replace(
        marked, entries=tuple(replace(entry, mark="", comment="") for entry in marked.entries)
    )
    assert plain == read_text(file.read_text("utf-8"), ENGINE)


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_that_people_read(file: Path, language: str) -> None:
    ended = run("analyse", str(file), *QUICK, language=language)

    assert (ended.code, ended.err) == (0, "")
    assert {"en": "Result and luck", "de": "Ergebnis und Glück"}[language] in ended.out
    first = {"en": "costliest move", "de": "teuerste"}[language]  # in words, before any table
    assert first in ended.out.split("\n\n")[1]
    assert "splitpick play jolly-roger" in ended.out
    assert " ? " not in ended.out  # a ? is a parrot, and no mark of a mistake
    # What begins a list is no point of it, and the outlook of the better choice stands beside it.
    points = [line for line in ended.out.splitlines() if line.startswith("- ")]
    outlook = {"en": "would then probably finish", "de": "am Ende wahrscheinlich"}[language]
    assert points
    assert not [point for point in points if point.endswith(":") or outlook in point]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["jolly-roger-9"], "unknown-match"),
        (["SP1" + "x" * 300], "unknown-match"),  # no file has so long a name
        (["{file}", "--budget", "soon"], "bad-analysis-budget"),
        (["{file}", "--budget", "turns=1"], "bad-analysis-budget"),
        (["{file}", "--jobs", "x"], "bad-number"),
        (["{file}", "--deals", "99999"], "number-of-deals"),
        (["{file}", "--deals", "1"], "number-of-deals"),
        (["{file}", "--budget", "nodes=0"], "setting-range"),
        (["{file}", "--budget", "10s", "--export", "{file}"], "file-exists"),  # before the work
    ],
)
def test_a_senseless_wish_is_refused(arguments: list[str], code: str, file: Path) -> None:
    ended = run("analyse", *(argument.format(file=file) for argument in arguments), language="en")

    assert (ended.code, ended.error_code, ended.out) == (2, code, "")


@pytest.mark.slow
def test_without_a_name_the_match_that_ended_last_is_analysed(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    none = run("analyse", *QUICK, variables=home, language="en")
    bots = ("--seat", "jolly=random", "--seat", "roger=random")
    for seed in ("1", "2"):
        run("play", "--seed", seed, *bots, variables=home)
    run("play", "--seed", "3", variables=home)
    ended = run("analyse", *QUICK, "--json", variables=home, language="en")

    assert (none.code, none.error_code) == (2, "no-ended-match")
    assert json.loads(ended.out)["match"] == "jolly-roger-2"


@pytest.mark.slow
def test_before_the_end_only_practice_without_secrets_is_analysed(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    for number, (code, *requested) in enumerate(
        [
            ("analysis-unfair", "jolly-roger", "--variant=advanced"),
            ("", "jolly-roger", "--variant=advanced", "--practice"),
            ("analysis-secrets", "skull-queen", "--seat=anne=human", "--practice"),
        ],
        start=1,
    ):
        run("play", *requested, "--seed", "1", typed="1\nquit\n", variables=home, language="en")
        ended = run("analyse", str(number), *QUICK, variables=home, language="en")
        assert (ended.code, ended.error_code) == (2 if code else 0, code)
