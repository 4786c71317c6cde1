"""Rule sets that others ship: their texts go into a catalog of their own and come back from it."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Annotated

import polib
import pytest
from babel.messages.frontend import CommandLineInterface
from pydantic import Field

from splitpick.core import Engine, Game
from splitpick.core.hooks import hookimpl
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.rules.checking.file_check import read_ruleset
from splitpick.core.rules.extract import extract_yaml
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.labels import Label
from splitpick.core.rules.models import Item, RulesetModel
from splitpick.core.rules.resolver import File, Resolver
from splitpick.core.text import FORMS, Language

BAZAAR = """\
# A rule set as somebody else ships it.
format: 1
id: bazaar
game: splitting
table: crews
domain: bazaar
name: Bazaar
description: |
  Buy low,
  sell high.
extends: jolly-roger/advanced
add: {ships: [{id: dhow, colour: green, gold: 1, name: dhow}]}
change:
  ships: {red: {name: {en: raft, en.nom: the raft, de: Floß, de.nom: das Floß, de.loc: am Floß}}}
"""

STALLS = """\
format: 1
id: stalls
game: stalls
domain: bazaar
name: Stalls
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
motto: Sold!
stalls: [{id: silk, name: silk stall}]
goods: [{id: tea, name: green tea}]
"""

MAPPING = """\
[splitpick_yaml: **.yaml]
texts = motto
things = goods
places = stalls
"""

GERMAN = {
    (None, "Bazaar"): "Basar",
    (None, "Buy low,\nsell high."): "Billig kaufen,\nteuer verkaufen.",
    (None, "dhow"): "Dhau",
    ("dat", "dhow"): "der Dhau",
    ("loc", "dhow"): "an der Dhau",
    (None, "Stalls"): "Stände",
    (None, "Sold!"): "Verkauft!",
    (None, "silk stall"): "Seidenstand",
    ("loc", "silk stall"): "am Seidenstand",
    ("acc", "green tea"): "den grünen Tee",
}


class Stall(Item):
    id: str
    name: Label


class StallsModel(RulesetModel):
    motto: Label
    stalls: Annotated[Sequence[Stall], Field(min_length=1)]
    goods: Annotated[Sequence[Stall], Field(min_length=1)]


class StallsKind(GameKind):
    id = "stalls"

    def model(self, rules: object) -> type[RulesetModel]:
        return StallsModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return Game(rules.id, variant, players)


def babel(*arguments: str | Path) -> None:
    """Run pybabel."""
    words = ["pybabel", "-q", *map(str, arguments)]
    assert not CommandLineInterface().run(words)  # type: ignore[no-untyped-call]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Make a package of two rule sets with the catalog that Babel makes of it, not filled in."""
    for name, text in {"bazaar": BAZAAR, "stalls": STALLS}.items():
        (tmp_path / "rulesets").mkdir(exist_ok=True)
        (tmp_path / "rulesets" / f"{name}.yaml").write_text(text, encoding="utf-8")
    # Another kind of YAML lies about in most packages, with things that a rule set has not.
    (tmp_path / "rulesets" / "ci.yaml.txt").write_text("a: &a 1\n")
    (tmp_path / "ci.yaml").write_text("jobs: &jobs\n  - <<: *jobs\n    name: Test\n")
    (tmp_path / "babel.cfg").write_text(MAPPING)
    pot, locales = tmp_path / "bazaar.pot", tmp_path / "locales"
    babel("-q", "extract", "-F", tmp_path / "babel.cfg", "-o", pot, tmp_path)
    babel("-q", "init", "-i", pot, "-d", locales, "-l", "de", "-D", "bazaar")
    return tmp_path


def engine_of(package: Path) -> Engine:
    class Plugin:
        @hookimpl
        def splitpick_rulesets(self) -> list[Traversable]:
            return [package / "rulesets"]

        @hookimpl
        def splitpick_catalogs(self) -> list[tuple[str, Traversable]]:
            return [("bazaar", package / "locales")]

        @hookimpl
        def splitpick_games(self) -> list[GameKind]:
            return [StallsKind()]

    return Engine({**dict(Engine().manager.list_name_plugin()), "bazaar": Plugin()})


def translate(package: Path) -> None:
    path = package / "locales" / "de" / "LC_MESSAGES" / "bazaar.po"
    catalog = polib.pofile(str(path))
    for entry in catalog:
        entry.msgstr = GERMAN.get((entry.msgctxt, entry.msgid), "")
    catalog.save()
    babel("-q", "compile", "-d", package / "locales", "-D", "bazaar")


def test_every_text_is_found_with_the_forms_that_sentences_use(package: Path) -> None:
    """Also those of a game with keys of its own; a text with translations in place is left out."""
    catalog = polib.pofile(str(package / "bazaar.pot"))
    results = {(entry.msgctxt, entry.msgid) for entry in catalog}
    forms = {id: {context for context, msgid in results if msgid == id} for _, id in results}

    assert set(GERMAN) <= results
    assert not {"raft", "Test"} & forms.keys()
    assert forms["Sold!"] == {None}
    assert forms["green tea"] == {None, "nom", "acc", "dat"}
    assert forms["silk stall"] == forms["dhow"] == {None, "nom", "acc", "dat", "loc"}
    assert any("rulesets/bazaar.yaml" in where for where, _ in catalog[0].occurrences)


def test_the_texts_come_back_in_the_reader_s_language(package: Path) -> None:
    """From the catalog of the rule set's domain, or ours; saved rules know the domain, too."""
    before = engine_of(package).ruleset_file("bazaar", thorough=True).warnings
    translate(package)
    engine = engine_of(package)
    german = engine.language("de")
    file = engine.ruleset_file("bazaar", thorough=True)
    model = file.variant().model
    ships = {ship.id: ship.name for ship in model.ships}  # type: ignore[attr-defined]

    assert [(found.line, found.message.code) for found in before] == [(7, "untranslated")]
    assert Language("en").say(before[0].message).endswith("Likewise in line 8, 12.")
    assert list(file.warnings) == []
    assert german.say(file.variant().name) == "Basar"
    assert german.say(model.description or "") == "Billig kaufen,\nteuer verkaufen."
    assert german.say(ships["dhow"], "loc") == "an der Dhau"
    assert german.say(ships["blue"], "loc") == "am blauen Schiff"
    assert german.say(ships["red"]) == "Floß"
    assert Language("de").say(file.variant().name) == "Bazaar"
    loaded = load_setup(engine, settle(engine, file.variant(), ["greedy", "greedy"], 0, 1))
    assert loaded.ruleset.data["domain"] == ["bazaar"]
    assert german.say(loaded.ruleset.name) == "Basar"
    stalls = engine.ruleset_file("stalls").variant().model
    assert isinstance(stalls, StallsModel)
    assert german.say(stalls.motto) == "Verkauft!"
    assert german.say(stalls.goods[0].name, "acc") == "den grünen Tee"


def test_the_domain_may_be_that_of_whoever_ships_the_file(package: Path) -> None:
    """Then the rules name it all the same, also where somebody extends them."""
    translate(package)
    engine = engine_of(package)
    german, bazaar = engine.language("de"), package / "rulesets" / "bazaar.yaml"
    bazaar.write_text(BAZAAR.replace("domain: bazaar\n", ""), encoding="utf-8")
    mine = package / "mine.yaml"
    mine.write_text("format: 1\nid: mine\nname: Mine\nextends: bazaar\n", encoding="utf-8")

    class Shipping(Resolver):
        def known(self) -> Mapping[str, Sequence[File]]:
            return engine.library.known()

        def domain(self, file: File) -> str:
            return "bazaar" if file == bazaar else "splitpick"

    theirs, extended = (read_ruleset(file, engine.games, Shipping()) for file in (bazaar, mine))

    assert theirs.variant().data["domain"] == ["bazaar"]
    assert german.say(theirs.variant().name) == "Basar"
    ships = {ship.id: ship.name for ship in extended.variant().model.ships}  # type: ignore[attr-defined]
    assert german.say(ships["dhow"], "dat") == "der Dhau"


def test_the_texts_of_our_rule_set_are_all_found_for_the_catalog() -> None:
    """Also with Babel's own functions; texts in place and numbers are passed over."""
    text = b"name: {en: Here}\ncredits: 7\ndescription: ' '\nships: [{name: sloop}]\nformat: 1\n"
    shipped = files("splitpick.rulesets") / "jolly-roger.yaml"
    with shipped.open("rb") as file:
        results = [
            tuple(each[2:3]) if isinstance(each[2], str) else each[2]
            for each in extract_yaml(file, ["pgettext"], [], {})
        ]
    ruleset = Engine().ruleset_file("jolly-roger").variant("all-cards")
    names = [ruleset.name, ruleset.variant_name, *(name for _, name in ruleset.seats)]
    names += [ship.name for ship in ruleset.model.ships]  # type: ignore[attr-defined]

    assert {name.text for name in names} | {"Pirates only. Begin with this one."} <= {
        each[-1] for each in results
    }
    assert [each[0] for each in results if each[1:] == ("green ship",)] == [*FORMS]
    assert [each[0] for each in results if each[1:] == ("Tortuga",)] == ["nom", "acc", "dat"]
    assert list(extract_yaml(BytesIO(text), ["pgettext"], [], {})) == [
        (4, None, "sloop", []),
        *((4, "pgettext", (form, "sloop"), []) for form in FORMS),
    ]


def test_a_ship_lacks_each_form_that_sentences_need_unless_another_serves(tmp_path: Path) -> None:
    """German "der" is "den" as an object; where there is no such difference, one form is enough."""
    needed = {
        "en: stable, de: Stall": "en.nom: the galleon, de.nom: die Galeone, de.loc: an der Galeone",
        "en: barn, en.nom: the barn, de: Stall, de.nom: der Stall, de.loc: im Stall": "de.acc: den"
        " Kutter",
        "en: farm, en.nom: the farm, de: Farm, de.nom: die Farm, de.loc: auf der Farm": "",
    }
    file = tmp_path / "farm.yaml"
    for name, forms in needed.items():
        file.write_text(
            "format: 1\nid: farm\nname: {en: Farm, de: Hof}\nextends: jolly-roger/advanced\n"
            f"change: {{ships: {{red: {{name: {{{name}}}}}}}}}\n"
        )
        found = Engine().ruleset_file(str(file), thorough=True).warnings
        assert [each.message.params.get("forms") for each in found] == ([forms] if forms else [])
