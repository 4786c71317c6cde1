"""A table of slips, and mutants: faults are found, said once and cured, whatever is written.

The slips stand in ``tests/cases/slips.yaml``; each sum below is a floor, not the sum of a day.
"""

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import yaml

from ruleset_mutants import mutants, tried
from slip_table import Measured, PlantedSlip, found_in, measured, planted, untouched
from splitpick.core import Engine

ENGINE = Engine()
ROOT = Path(__file__).parents[3]
SLIPS = [*planted()]
MOST_SECONDS = 5  # of the processor: a check takes a hundredth of it, and the machine has others


@pytest.fixture(scope="module")
def tries(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[PlantedSlip, Measured]]:
    file = tmp_path_factory.mktemp("slips") / "my-deck.yaml"
    return [(slip, measured(slip, partial(found_in, ENGINE, file))) for slip in SLIPS]


@pytest.mark.slow
def test_of_a_hundred_slips_ninety_five_are_found_in_place_and_cured(
    tries: list[tuple[PlantedSlip, Measured]],
) -> None:
    """A program applies the cure; then the file checks clean, or shows a true fault."""
    sums = Counter[str]()
    for _, each in tries:
        names = ("place", "works", "meant")
        sums += Counter({name: bool(getattr(each, name)) for name in names})

    assert len(tries) > 400
    assert min(sums.values()) >= 0.95 * len(tries)


@pytest.mark.slow
def test_a_slip_has_one_finding_in_german_and_at_once(
    tries: list[tuple[PlantedSlip, Measured]],
) -> None:
    """A slip that makes several places wrong, such as a colour that is gone, has one kind."""
    codes = {str(slip): {each.message.code for each in one.found} for slip, one in tries}
    several = {slip: found for slip, found in codes.items() if len(found) > 1}

    assert several == {}
    assert [str(slip) for slip, each in tries if not each.german] == []
    assert [str(slip) for slip, each in tries if each.seconds > MOST_SECONDS] == []


@pytest.mark.slow
def test_fix_makes_what_was_meant_and_touches_nothing_else(
    tries: list[tuple[PlantedSlip, Measured]],
) -> None:
    """Also not where lines are moved; only true faults of numbers change other lines."""
    fixed = [(slip, each) for slip, each in tries if slip.meant and each.meant and not slip.left]
    touched = [str(slip) for slip, each in fixed if not untouched(slip, each.cured)]

    assert len(fixed) > 800
    assert touched == []


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(100), id="sample"),
        pytest.param(range(100, 500), id="more", marks=pytest.mark.slow),
        pytest.param(range(500, 20_000), id="all", marks=pytest.mark.weekly),
    ],
)
def test_a_mutant_has_documented_faults_or_is_played(seeds: range, tmp_path: Path) -> None:
    """No traceback, nothing slow; the accepted ones are played to the end, variant by variant."""
    explained = {
        code
        for file in (ROOT / "rulesets", ROOT / "plugins")
        for found in file.rglob("findings.yml")
        for group in yaml.safe_load(found.read_text("utf-8"))["groups"]
        for code in group["findings"]
    }
    games = 0
    for seed, mutant in zip(seeds, mutants(seeds), strict=True):
        result = tried(ENGINE, tmp_path, mutant, seed)
        codes = {each.message.code for each in result.findings}
        assert codes <= explained, (seed, codes - explained)
        assert result.seconds < MOST_SECONDS, seed
        games += result.games

    assert games > len(seeds) / 10
