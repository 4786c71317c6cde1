"""The deal of the day is everybody's, is kept with its date, and ends in a line to share."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from command import LANGUAGES, run
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.par import par_of
from splitpick.core.matches.daily import OPPONENT, date_wish, deal_of, is_deal
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.players.levels import LEVELS

DAYS = [(date(2026, 1, 1) + timedelta(day)).isoformat() for day in range(365)]


def test_a_date_is_the_same_deal_everywhere() -> None:
    """To the number: who has another one plays another deal."""
    deal = deal_of("2026-11-22")

    assert (deal.date, deal.seed, deal.first, deal.seat) == ("2026-11-22", 799472961, 0, 1)


def test_days_differ_and_give_everybody_every_seat() -> None:
    deals = [deal_of(day) for day in DAYS]

    assert len({deal.seed for deal in deals}) == len(DAYS)
    assert {(deal.first, deal.seat) for deal in deals} == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_the_opponent_counts_nodes_so_that_it_plays_the_same_everywhere() -> None:
    (level,) = [level for level in LEVELS if level.id == OPPONENT]

    assert level.budget.startswith("nodes=")


@pytest.mark.parametrize(
    "typed", ["today", "2026-02-30", "2026-1-2", "22.11.2026", "2026-11-22T00:00", "20261122", ""]
)
def test_what_is_no_date(typed: str) -> None:
    with pytest.raises(BadValue) as caught:
        date_wish(typed)

    assert caught.value.code == "bad-date"
    assert run("daily", "--date", typed, language="en").error_code == "bad-date"


def test_a_record_that_only_says_so_is_no_deal_of_the_day() -> None:
    engine = Engine()
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    deal = deal_of("2026-11-22")
    players = ["human" if seat == deal.seat else "mate" for seat in range(2)]
    setup = settle(engine, ruleset, players, deal.first, deal.seed)

    assert not is_deal(setup)
    setup = replace(setup, daily=deal.date)
    assert is_deal(setup)
    for other in ({"seed": deal.seed + 1}, {"first": 1 - deal.first}, {"variant": "introductory"},
                  {"players": ("human", "human")}, {"daily": "2026-11-23"}):  # fmt: skip
        assert not is_deal(replace(setup, **other))


def test_without_a_date_it_is_today() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", date_wish(None))
    assert date_wish("2026-11-22") == "2026-11-22"


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
    day = ("daily", "--date", "2026-11-22")
    first = run(*day, language="en", variables=home)
    again = run(*day, language="en", variables=home)
    other = run("daily", "--date", "2026-11-23", language="en", variables=home)
    kept = [
        json.loads(run("matches", "export", str(number), "--format", "json", variables=home).out)
        for number in (1, 2)
    ]
    text = run("matches", "export", "1", variables=home).out

    assert [ended.code for ended in (first, again, other)] == [0, 0, 0]
    assert "only the first result counts" not in first.out + other.out
    assert "as jolly-roger-1; only the first result counts" in again.out
    assert "splitpick resume jolly-roger-1" in again.out
    assert [one["daily"] for one in kept] == ["2026-11-22"] * 2
    assert kept[0]["seed"] == kept[1]["seed"] == deal_of("2026-11-22").seed
    assert '[Daily "2026-11-22"]' in text


def test_with_no_save_nothing_is_kept(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    ended = run("daily", "--date", "2026-11-22", "--no-save", language="en", variables=home)

    assert ended.code == 0
    assert json.loads(run("matches", "list", "--json", variables=home).out) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_ends_in_a_line_to_share(language: str, tmp_path: Path) -> None:
    """ASCII on one line: own score first, par, and the difference of both leads."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    ended = run("daily", "--date", "2026-11-22", typed="1\n" * 80, language=language,
                variables=home)  # fmt: skip
    line = ended.out.splitlines()[-1]
    found = re.fullmatch(
        r"splitpick daily 2026-11-22: (\d+):(\d+), [Pp]ar ([+-]\d+), \D*(\d+)?\D*", line
    )

    assert (ended.code, ended.err) == (0, "")
    assert line.isascii()
    assert found
    own, other, par, by = (int(text or 0) for text in found.groups())
    assert abs(own - other - par) == by
