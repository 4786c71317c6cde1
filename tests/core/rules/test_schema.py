"""The JSON Schema for editors: it takes every rule set that is right, and sees what it can."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from command import LANGUAGES, run
from golden import writing
from splitpick.core import Engine, RulesetError
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind
from splitpick.core.rules.models import Card, SplittingModel
from splitpick.core.rules.reading.nodes import plain
from splitpick.core.rules.reading.reader import read_file, read_mapping
from splitpick.core.text import Language
from splitpick.plugins.jolly_roger import Effect

ROOT = Path(__file__).resolve().parents[3]
TESTS = Path(__file__).parents[2]
SHIPPED = ROOT / "rulesets" / "ruleset.schema.json"
RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))
ENGINE = Engine()

UNSEEN = {
    # what depends on other values, or on other files
    *("already-there", "circle", "deck-mismatch", "duplicate-id", "extended-faulty"),
    *("long-chain", "needed-id", "other-game", "reversed-range", "ruleset-clash"),
    *("set-sizes", "too-few-seats", "too-many-splits", "unknown-colour", "unknown-id"),
    *("unknown-ruleset", "unknown-variant"),
    *("all-face-down", "blind-pick", "deck-too-small", "draw-lacks-players", "hand-next"),
    *("hand-runs-out", "idle-ring", "no-hand", "no-row", "said-above", "said-twice"),
    *("shape-sets", "shape-sum", "small-hand", "too-few-picks"),
    *("sq-code-taken", "sq-few-cards", "sq-number-taken"),
}
"""The codes of what a schema cannot see, so that an editor stays silent."""

SEEN = {"mapping-unknown-key", "options-not-removable", "options-unknown"}
"""Files that patch a mapping by a key that it never has."""

TOGETHER = {"extends-too-few-seats", "offer-neither", "queen-third-card", "variant-lacks-key"}
"""Files whose lists or keys are too few or too many only together with what they extend."""


def read(file: Path) -> Any:
    """Read *file* as far as it is YAML."""
    try:
        return plain(read_file(file))
    except RulesetError:
        return None


@cache
def validator(language: str = "en") -> Any:
    return jsonschema.Draft202012Validator(ENGINE.schema(Language(language)))


@pytest.mark.slow
def test_every_rule_set_of_ours_is_right() -> None:
    """The shipped ones and the samples, in both languages; and each names the schema beside it."""
    for language in LANGUAGES:
        schema = validator(language).schema
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        jsonschema.Draft202012Validator.check_schema(schema)
        for file in [*RULESETS, *(TESTS / "sample_rulesets").glob("*.yaml")]:
            assert list(validator(language).iter_errors(read(file))) == [], file
    for file in RULESETS:
        first = file.read_text(encoding="utf-8").partition("\n")[0]
        assert first == f"# yaml-language-server: $schema={SHIPPED.name}"


@pytest.mark.slow
def test_a_planted_mistake_is_seen_where_a_schema_can_see_it() -> None:
    """Whatever is of a wrong kind, misspelt or missing; and nothing else is called wrong.

    Files with tags are passed over: every YAML reader reads them otherwise.
    """
    checked = 0
    expected = (TESTS / "bad_rulesets" / "expected.txt").read_text().splitlines()
    for name, _, findings in (line.partition(": ") for line in expected if line[:1].isalpha()):
        file = TESTS / "bad_rulesets" / f"{name}.yaml"
        value = read(file)
        if value and "!" not in file.read_text("utf-8"):
            results = {each.partition(" ")[2] for each in findings.split(", ")}
            seen = file.stem in SEEN or (bool(results - UNSEEN) and file.stem not in TOGETHER)
            checked += 1
            assert validator().is_valid(value) != seen, file
    assert checked > 120


def test_the_shipped_schema_is_the_one_that_is_printed() -> None:
    """In English; ``SPLITPICK_GOLDEN=write`` writes it anew."""
    printed = run("rulesets", "schema", language="en").out
    if writing():
        SHIPPED.write_text(printed, encoding="utf-8")

    assert SHIPPED.read_text(encoding="utf-8") == printed
    assert json.loads(printed) == validator().schema
    assert (files("splitpick.rulesets") / SHIPPED.name).is_file()


def test_every_key_is_described_in_the_language_that_is_asked_for() -> None:
    fields: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for language in LANGUAGES:
        for name, definition in validator(language).schema["$defs"].items():
            for key, value in definition.get("properties", {}).items():
                if "properties/" not in value.get("$ref", ""):
                    assert "description" in value, (name, key)
                    fields[language].append(value["description"])

    assert len(fields["en"]) == len(fields["de"]) > 80
    assert not set(fields["en"]) & set(fields["de"])


class Gale(Effect):
    id = "gale"


class StallCard(Card):
    price: int


class MarketModel(SplittingModel):
    cards: list[StallCard]


class Market(TableKind):
    id = "market"

    def model(self) -> type[SplittingModel]:
        return MarketModel


def test_the_names_are_those_of_the_plugins_that_are_here() -> None:
    """Effects, tables, games, and what can be extended."""

    class Plugin:
        @hookimpl
        def splitpick_effects(self) -> list[type[Effect]]:
            return [Gale]

        @hookimpl
        def splitpick_tables(self) -> list[TableKind]:
            return [Market()]

    plugins = {**dict(ENGINE.manager.list_name_plugin()), "mine": Plugin()}
    made = Engine(plugins).schema(Language("en"))
    text = json.dumps(made)
    chosen = [tuple(one["properties"].values()) for one in made["else"]["anyOf"]]
    stall = {"format": 1, "id": "x", "name": "X", "game": "splitting", "table": "market"}

    effects = made["$defs"]["splitting-crews-effects"]["anyOf"]
    assert {"gale", "kraken", "skeleton", "tortuga"} < {*effects[0]["enum"]}
    assert [[key["const"] for key in keys] for keys in chosen] == [
        *(["dead-mans-dice"], ["skull-queen"], ["splitting", "collection"]),
        *(["splitting", "crews"], ["splitting", "market"]),
    ]
    assert '"jolly-roger/advanced"' in text
    assert not jsonschema.Draft202012Validator(made).is_valid(stall)
    assert "splitting-market-StallCard" in made["$defs"]


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("extends: nobody/knows\nturns: 9\n", True),
        ("extends: nobody/knows\nplank: [1, 2]\n", True),
        ("extends: nobody/knows\nturns: 9\nplank: [1, 2]\n", False),
        ("extends: skull-queen\nturns: 9\n", False),
        ("extends: jolly-roger\nchange: {cards: {G1: {strenth: 1}}}\n", False),
        ("extends: jolly-roger\nchange: {cards: {G1: {code: G7}}}\n", False),
        ("extends: jolly-roger\nremove: {options: [memry]}\n", False),
        ("extends: jolly-roger\nchange: {variants: {advanced: {set: {turns: 9}}}}\n", True),
        ("extends: jolly-roger\nchange: {variants: {advanced: {set: {turns: no}}}}\n", False),
        ("extends: jolly-roger\nvariants: {a: {name: a, add: {variants: {}}}}\n", False),
        ("extends: jolly-roger\nvariants: {a: {name: a, set: {game: splitting}}}\n", False),
        ("extends: ./base.yaml\n", False),
    ],
)
def test_what_extends_is_looked_at_as_what_it_extends(text: str, fine: bool) -> None:
    """Where nobody knows what that is, as anything that it could be."""
    node = read_mapping("mine.yaml", f"format: 1\nid: mine\nname: Mine\n{text}".encode())

    assert validator().is_valid(plain(node)) == fine
