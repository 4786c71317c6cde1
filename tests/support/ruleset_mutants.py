"""Mutants of rule sets: right files, each with a few changes at random, the same for a seed."""

import re
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml

from slip_table import TABLE
from splitpick.core import OVER
from splitpick.core.errors import Finding, RulesetError
from splitpick.core.hooks.engine import Engine
from splitpick.core.rules.load import RulesetFile
from tables import random_action

ROOT = Path(__file__).parents[2]
SIGNS = (*"{}[]:,-#'\"&*!|>%@`\t", "\u00a0", "\u200b", "\u2013", "\u201c", "\x00", "\r", ": ", "- ")
NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "7",
    "99",
    "100",
    "1000000",
    "3.5",
    "true",
    "null",
    "''",
    "{}",
    "[]",
)
MOST_DECISIONS = 20_000


class Mutant(NamedTuple):
    """A changed *text* with the *name* of what it was made of."""

    name: str
    text: str


class Tried(NamedTuple):
    """Results of a mutant: its *findings*, the *seconds* of the check, and the games played."""

    findings: Sequence[Finding]
    seconds: float
    games: int


@cache
def originals() -> dict[str, str]:
    """Return the texts that mutants are made of, by name: rule sets of ours, and of the tests."""
    folders = (ROOT / "rulesets", ROOT / "tests" / "sample_rulesets")
    files = sorted(file for folder in folders for file in folder.rglob("*.yaml"))
    texts = {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in files}
    bases: dict[str, str] = yaml.safe_load(TABLE.read_text("utf-8"))["bases"]
    return texts | bases


@cache
def _words() -> list[str]:
    """Return the words of all originals, each as often as it stands there."""
    return re.findall(r"[\w.-]+", "\n".join(originals().values()))


def mutants(seeds: range) -> Iterator[Mutant]:
    """Make one mutant for each of *seeds*."""
    names = [*originals()]
    for seed in seeds:
        rng = Random(seed)
        name = names[seed % len(names)]
        text = originals()[name]
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            text = _changed(text, rng)
        yield Mutant(name, text)


def _changed(text: str, rng: Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    word = rng.choice([*re.finditer(r"[\w.-]+|$", text)])
    numbers = [*re.finditer(r"(?<=[ \[])-?\d+\b", text)]
    spot = rng.randrange(len(text) + 1)
    match rng.randrange(12):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, rng.choice(lines))
        case 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * rng.randrange(7) + lines[at].lstrip()
        case 4 | 5:
            return text[: word.start()] + rng.choice(_words()) + text[word.end() :]
        case 6:
            return text[: word.start()] + text[word.end() :]
        case 7 | 8 if numbers:
            number = rng.choice(numbers)
            return f"{text[: number.start()]}{rng.choice(NUMBERS)}{text[number.end() :]}"
        case 9:
            return text[:spot] + text[spot + 1 :]
        case 10:
            return f"{text[:spot]}{rng.choice(SIGNS)}{text[spot:]}"
        case _:
            return f"{text[: word.start()]}{word[0][::-1]}{text[word.end() :]}"
    return "\n".join(lines)


def tried(engine: Engine, folder: Path, mutant: Mutant, seed: int) -> Tried:
    """Check *mutant* as a file in *folder*; if it is accepted, play a game of each variant."""
    data, file = mutant.text.encode(), folder / "my-deck.yaml"
    began = time.process_time()
    found: Sequence[Finding]
    accepted: RulesetFile | None = None
    try:
        accepted = engine.ruleset_at(file, thorough=True, data=data)
        found = accepted.warnings
    except RulesetError as error:
        found = [*error.findings, *error.warnings]
    seconds = time.process_time() - began
    return Tried(found, seconds, _played(accepted, seed) if accepted else 0)


def _played(file: RulesetFile, seed: int) -> int:
    """Play a game at random of each variant of *file* with the fewest and the most players."""
    rng, games = Random(seed), 0
    for id, _ in file.variants:
        rules = file.variant(id)
        for players in {*rules.model.player_counts}:
            position = rules.build(players).new_position(0)
            decisions = 0
            while position.to_act() != OVER and decisions < MOST_DECISIONS:
                position.apply(random_action(position, rng))
                decisions += 1
            assert position.to_act() == OVER, f"{id}: no end after {decisions} decisions"
            games += 1
    return games
