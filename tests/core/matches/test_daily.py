"""The deal of the day is everybody's, is kept with its date, and ends in a line to share."""

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from command import PLAY_ON, run
from splitpick.cli.play.daily_command import SIGNS
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analyst import par_of
from splitpick.core.matches.daily_deal import (
    OPPONENT,
    Deal,
    deal_in,
    deal_of,
    parse_date,
    streak_of,
)
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.match import Result
from splitpick.core.matches.record import Record, load_setup, settle
from splitpick.core.matches.store import Store
from splitpick.core.players.levels import LEVELS

DAY = "2026-11-22"
DAYS = [(date(2026, 1, 1) + timedelta(day)).isoformat() for day in range(365)]


def jolly(day: str) -> Deal:
    """Return the deal of a day for the default rule set."""
    return deal_of(day, "jolly-roger", "advanced", 2)


def test_a_date_is_the_same_deal_everywhere() -> None:
    """To the number, and against a level that counts nodes: who has another one plays another."""
    (level,) = [level for level in LEVELS if level.id == OPPONENT]

    assert jolly(DAY) == Deal(DAY, 215388498, 1, 0)
    assert level.budget.startswith("nodes=")


def test_days_differ_and_give_everybody_every_seat() -> None:
    deals = [jolly(day) for day in DAYS]

    assert len({deal.seed for deal in deals}) == len(DAYS)
    assert {(deal.first, deal.seat) for deal in deals} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert jolly(DAY).seed != deal_of(DAY, "skull-queen", "standard", 2).seed


def test_a_date_is_read_as_iso_8601_writes_it() -> None:
    assert parse_date(DAY) == DAY
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", parse_date(None))
    assert run("daily", "--date", "today", language="en").error_code == "bad-date"
    for typed in ("2026-02-30", "2026-1-2", "22.11.2026", "2026-11-22T00:00", "20261122", ""):
        with pytest.raises(BadValue, match=r"bad-date|no-such-date"):
            parse_date(typed)


def test_a_record_that_only_says_so_is_no_deal_of_the_day() -> None:
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    deal = jolly(DAY)
    players = ["human" if seat == deal.seat else OPPONENT for seat in range(2)]
    setup = settle(engine, ruleset, players, deal.first, deal.seed)

    assert deal_in(setup) is None
    setup = replace(setup, daily=deal.date)
    assert deal_in(setup) == deal
    for other in ({"seed": deal.seed + 1}, {"first": 1 - deal.first}, {"variant": "introductory"},
                  {"players": ("human", "human")}, {"daily": "2026-11-23"}):  # fmt: skip
        assert deal_in(replace(setup, **other)) is None


def test_par_is_what_the_same_bots_come_to_on_both_sides() -> None:
    """From one seat the opposite of what it is from the other, and the same each time."""
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    loaded = load_setup(engine, settle(engine, ruleset, ("human", "greedy"), 0, 5))
    bots = {"captain": engine.bots["random"]}
    par = par_of(loaded, bots, 0, 1)

    assert par == -par_of(loaded, bots, 1, 1) == par_of(loaded, bots, 0, 1)
    assert par != 0


def test_it_is_kept_with_its_date_and_said_when_it_is_begun_again(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    first = run("daily", "--date", DAY, language="en", variables=home)
    again = run("daily", "--date", DAY, language="en", variables=home)
    other = run("daily", "--date", "2026-11-23", language="en", variables=home)
    unkept = run("daily", "--date", DAY, "--no-save", language="en", variables=home)
    kept = json.loads(run("matches", "export", "1", "--format", "json", variables=home).out)

    assert [ended.code for ended in (first, again, other, unkept)] == [0] * 4
    assert "Only your first try counts" not in first.out + other.out + unkept.out
    assert "Only your first try counts: jolly-roger-1." in again.out
    assert "splitpick resume jolly-roger-1" in again.out
    assert (kept["daily"], kept["seed"]) == (DAY, jolly(DAY).seed)
    assert f'[Daily "{DAY}"]' in run("matches", "export", "1", variables=home).out
    assert len(json.loads(run("matches", "list", "--json", variables=home).out)) == 3


@pytest.mark.parametrize("ruleset", ["skull-queen", "dead-mans-dice"])
def test_any_rule_set_has_a_deal_of_the_day(ruleset: str, tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    ended = run("daily", ruleset, "--date", DAY, language="en", variables=home)
    (kept,) = json.loads(run("matches", "list", "--json", variables=home).out)

    assert (ended.code, ended.err) == (0, "")
    assert "The deal for 22 November 2026 (UTC)" in ended.out
    assert kept["ruleset"] == ruleset
    assert sorted(seat["player"] for seat in kept["seats"]) == ["human", *["mate"] * 1]


@pytest.mark.slow
def test_it_ends_in_a_line_to_share(tmp_path: Path) -> None:
    """ASCII on one line: own score first, the lead, and par; then a sign for each turn."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    ended = run("daily", "--date", DAY, typed=PLAY_ON * 40, language="de", variables=home)
    lines = ended.out.splitlines()
    (line, row) = next(pair for pair in pairwise(lines) if pair[0].startswith("splitpick d"))
    match = re.fullmatch(
        rf"splitpick daily jolly-roger {DAY}: (\d+):(\d+) \(([+-]\d+)\), Par [+-]\d+", line
    )

    assert (ended.code, ended.err) == (0, "")
    assert line.isascii()
    assert match
    assert set(row) <= {*SIGNS.values()}
    assert len(row) > 8
    assert lines[-1] == "Deine Serie: 1 Tag."
    own, other, lead = map(int, match.groups())
    assert own - other == lead


def test_a_streak_counts_days_in_a_row_whose_first_try_is_over(tmp_path: Path) -> None:
    """A day that was not finished, or only at a second try, breaks it."""
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    store = Store(tmp_path)

    def begin(day: str, created: int, *, over: bool) -> None:
        deal = jolly(day)
        players = ["human" if seat == deal.seat else OPPONENT for seat in range(2)]
        setup = settle(engine, ruleset, players, deal.first, deal.seed, created=created, daily=day)
        name = store.create(Record(setup, ()))
        if over:
            entry = Entry(deal.first, "resign", 1)
            store.keep(name)(0, [entry], Result((1, 0), (0,), None))

    def streak(day: str) -> int:
        setup = settle(engine, ruleset, ["human", OPPONENT], 0, 0)
        return streak_of(store, replace(setup, daily=day))

    for at, day in enumerate(("2026-11-18", "2026-11-20", "2026-11-21", "2026-11-22")):
        begin(day, at, over=True)
    begin("2026-11-19", 10, over=False)
    begin("2026-11-19", 11, over=True)

    assert [streak(f"2026-11-{day}") for day in (22, 20, 19, 18)] == [3, 1, 0, 1]
    store.close()
