"""Rule sets that extend others: what comes of them, and what is said when they cannot."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from splitpick.core import Engine, Match, RulesetError
from splitpick.core.errors import Finding
from splitpick.core.hooks import hookimpl
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.rules.finding_lines import render
from splitpick.core.rules.load import RulesetFile
from splitpick.core.text import Language
from tiny_ruleset import parse

SAMPLES = sorted((Path(__file__).parents[2] / "sample_rulesets").glob("*.yaml"))
ENGLISH = Language("en")
ENGINE = Engine()

Write = Callable[..., Path]

HEAD = "format: 1\nid: mine\nname: Mine\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a rule set into a folder for all of them and return its path."""

    def write(text: str, name: str = "mine") -> Path:
        file = tmp_path / f"{name}.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def read(file: Path, engine: Engine = ENGINE) -> RulesetFile:
    return engine.ruleset_file(str(file))


def faults(file: Path, engine: Engine = ENGINE) -> Sequence[Finding]:
    with pytest.raises(RulesetError) as caught:
        read(file, engine)
    return caught.value.findings


def codes(file: Path) -> list[str]:
    return [found.message.code for found in faults(file)]


def told(file: Path) -> list[str]:
    """List what is found in *file* as ``line:column code: sentence``."""
    return [
        f"{found.line}:{found.column} {found.message.code}: {ENGLISH.say(found.message)}"
        for found in faults(file)
    ]


# What comes of it.


def test_every_sample_is_played_to_its_end_in_all_variants() -> None:
    """And its resolved rules need no other file: they read back the same without it."""
    for file in SAMPLES:
        for ruleset in read(file).rulesets.values():
            again = parse(ruleset.text).variant()
            match = Match(ruleset.build(), seed=3)
            while not match.over:
                match.apply(match.position.legal_actions()[-1])

            assert (again.text, again.hash) == (ruleset.text, ruleset.hash)
            assert not {"extends", "add", "change", "remove"} & ruleset.data.keys()


def test_a_rule_set_begins_with_all_rules_of_what_it_extends(write: Write) -> None:
    """It differs in id, name and variant alone, and written in full it has the same hash."""
    ruleset = read(write(HEAD + "extends: jolly-roger/advanced\n")).variant()
    theirs = ENGINE.ruleset_file("jolly-roger").variant("advanced").data
    own = {"id": "mine", "name": "Mine", "variants": {"standard": {"name": "standard game"}}}

    assert ruleset.data == {**theirs, **own}
    assert read(write(json.dumps(ruleset.data), "full")).variant().hash == ruleset.hash


def test_a_whole_rule_set_is_extended_with_its_variants(write: Write) -> None:
    """Variants can be changed, added and removed by id; what is patched above holds in each."""
    file = read(
        write(
            HEAD + "extends: jolly-roger\n"
            "change: {ships: {red: {gold: 8}}, variants: {advanced: {name: hard}}}\n"
            "remove: {variants: [introductory]}\n"
            "add: {variants: {bare: {name: bare, extends: advanced, set: {captains: 1}}}}\n"
        )
    )
    own = read(write(HEAD + "extends: jolly-roger\nturns: 10\nvariants: {one: {name: One}}\n"))

    assert [id for id, _ in own.variants] == ["one"]
    assert ENGLISH.say(file.variant().variant_name) == "hard"
    captains = {}
    for id, _ in file.variants:
        data = file.variant(id).data
        ships, captains[id] = data["ships"], data["captains"]
        assert isinstance(ships, list)
        assert ships[-1] == {"id": "red", "colour": "red", "gold": 8, "name": "red ship"}
    assert captains == {"advanced": 4, "all-cards": 4, "bare": 1}


def test_a_variant_may_extend_one_of_another_rule_set(write: Write) -> None:
    """It has nothing of what stands above it but names and what all variants share."""
    more = (
        "credits: Me.\ncaptains: 9\nvariants:\n  own: {name: own}\n"
        "  theirs: {name: theirs, extends: jolly-roger/advanced, set: {parrot: 2}}\n"
    )
    file = read(write(HEAD + "extends: jolly-roger/all-cards\n" + more))
    own, theirs = file.variant("own").data, file.variant("theirs").data

    assert (own["turns"], own["captains"], own["parrot"]) == (10, 9, 1)
    assert (theirs["turns"], theirs["captains"], theirs["parrot"]) == (8, 4, 2)
    assert (theirs["id"], theirs["name"], theirs["credits"]) == ("mine", "Mine", "Me.")


def test_options_and_other_mappings_are_patched_by_key(write: Write) -> None:
    """To add is for what nothing is said of yet; to remove takes what is said back."""
    base = HEAD + "extends: skull-queen\n"
    patched = "change: {options: {shared-win: false}, players: {most: 3}}\n"
    removed = "remove: {options: [later-leads]}\n"
    options = read(write(base + patched + removed)).variant().data["options"]
    assert isinstance(options, dict)
    bare = read(write(base + removed + "add: {options: {later-leads: false}}\n")).variant()

    assert (options["shared-win"], "later-leads" in options) == (False, False)
    assert read(write(base + patched)).variant().players == (2, 3)
    assert bare.options["later-leads"] is False
    assert codes(write(base + "change: {options: {later-lead: true}}\n")) == ["unknown-id"]
    assert codes(write(base + "remove: {options: [later]}\n")) == ["unknown-id"]
    assert codes(write(base + "add: {options: {later-leads: true}}\n")) == ["already-there"]
    assert codes(write(base + "add: {options: {sooner-leads: true}}\n")) == ["unknown-key"]


def test_names_are_looked_up_in_the_catalogs_of_both(write: Write) -> None:
    """Each rule set may have a gettext domain; credits stay, but not a description."""
    base = "extends: jolly-roger\ndomain: base_pack\ndescription: Old.\n"
    write(HEAD.replace("mine", "base") + base, "base")
    ruleset = read(write(HEAD + "extends: base/advanced\ndomain: [my_pack]\n")).variant()
    again = parse(ruleset.text).variant()

    assert ruleset.model.description is None
    assert ENGLISH.say(ruleset.model.credits or "").startswith("A game by Shaun Graham")
    assert ruleset.data["domain"] == ["my_pack", "base_pack"]
    assert ruleset.name.domains == again.name.domains == ("my_pack", "base_pack")
    assert Language("de").say(ruleset.model.seats[0].name) == "Jolly"
    assert Language("de").say(again.kind.listings(again.model)[2].rows[0][1]) == "grünes Schiff"  # type: ignore[arg-type]


# It is whole by itself.


def test_a_match_goes_on_when_what_it_extends_is_gone(write: Write) -> None:
    """Its setup holds the rules as they were; no name in a record leads to a file."""
    base = write(HEAD.replace("mine", "base") + "extends: jolly-roger\ncaptains: 7\n", "base")
    file = write(HEAD + "extends: base/advanced\nparrot: 2\n")
    ruleset = read(file).variant()
    setup = settle(ENGINE, ruleset, ["random", "random"], 0, 3)
    base.unlink()
    file.unlink()

    assert load_setup(ENGINE, setup).ruleset.data == ruleset.data
    assert {plugin.name for plugin in setup.plugins} == {
        "jolly-roger",
        "kraken",
        "skeleton",
        "tortuga",
    }
    with pytest.raises(RulesetError) as caught:
        parse(HEAD + "extends: jolly-roger\n")
    assert caught.value.code == "unknown-ruleset"


# Where others are found.


def test_a_name_is_never_a_path(write: Write, tmp_path: Path) -> None:
    """Neither up nor down nor from the root, and no file of another kind."""
    file = write(HEAD + "extends: jolly-roger/advanced\n", "base")
    (tmp_path / "below").mkdir()
    for name in ("../base", "/base", "./base", "base.yaml", "..", "~/base", f"'{file}'", "b\\a"):
        inner = tmp_path / "below" / "mine.yaml"
        inner.write_text(HEAD + f"extends: {name}\n")
        assert codes(inner) == ["bad-extends"], name
    inner.write_text(HEAD + "extends: below/base\n")
    assert codes(inner) == ["unknown-ruleset"]


def test_two_rule_sets_of_one_name_are_a_clash_that_names_both(write: Write) -> None:
    """Where one stands beside the file and another is known by name; the same one is no clash."""
    beside = write(HEAD + "extends: skull-queen\n", "jolly-roger")
    file = write(HEAD + "extends: jolly-roger\n")
    (found,) = faults(file)
    text = ENGLISH.say(found.message)

    class Same:
        @hookimpl
        def splitpick_rulesets(self) -> list[Path]:
            return [beside.parent]

    beside.unlink()
    write(HEAD + "extends: skull-queen\n", "base")
    engine = Engine({**dict(ENGINE.manager.list_name_plugin()), "same": Same()})

    assert (found.line, found.message.code) == (4, "ruleset-clash")
    assert str(beside) in text
    assert text.count("jolly-roger.yaml") == 2
    assert "base" in engine.rulesets()
    assert read(write(HEAD + "extends: base\n"), engine).variant().id == "mine"


# What is said when it cannot be.


FAULTS = """\
extends: jolly-roger/advancd
    4:10 unknown-variant: There is no variant "advancd". Did you mean "advanced"?
extends: jolly-roger
add: {turns: 9}
    5:7 unknown-list: There is no list "turns" to patch. Write turns: 9 without add.
extends: jolly-roger/advanced
remove: {colours: [red]}
    5:20 needed-id: "red" is removed here, but jolly-roger.yaml, line
extends: jolly-roger
remove: {cards: [KR]}
set-aside: 0
    5:18 needed-id: "KR" is removed here, but jolly-roger.yaml, line 84 names it, too.
extends: jolly-roger
change: {ships: {re: {}}}
    5:18 unknown-id: There is no "re" in jolly-roger.yaml, line 41. Did you mean "red"?
"""


def test_a_fault_is_said_where_it_is(write: Write) -> None:
    """A fault in another file is reported where that is extended, the first with its own place."""
    for rules, expected in re.findall(r"((?:^\S.*\n)+)    (.*)\n", FAULTS, re.MULTILINE):
        found = told(write(HEAD + rules))
        assert any(each.startswith(expected) for each in found), found
    # Nothing is missing where what is extended cannot be had.
    more = "game: splitting\nextends: nobody/knows\ncaptains: four\nvariants: {a: {name: a}}\n"
    assert codes(write(HEAD + more)) == ["unknown-ruleset"]

    base = write(HEAD + "extends: jolly-roger\ncaptains: many\nparrot: none\n", "base")
    assert told(write(HEAD + "extends: base\n")) == [
        (
            f"4:10 extended-faulty: See {base}:5:"
            " This must be a whole number without quotes or leading zeros."
        )
    ]
    write("\tx: 1\n", "base")
    assert codes(write(HEAD + "extends: base\n")) == ["extended-faulty"]


def test_a_warning_hides_no_mistake(write: Write) -> None:
    """Neither that of a name which is taken; values are checked together all the same."""
    file = write(HEAD.replace("mine", "jolly-roger") + "extends: skull-queen\nking: [3]\n")
    with pytest.raises(RulesetError) as caught:
        ENGINE.ruleset_file(str(file), thorough=True)

    assert caught.value.findings[0].message.code == "not-one-of"
    assert caught.value.warnings[0].message.code == "taken-id"


def test_a_chain_over_five_steps_is_refused(write: Write) -> None:
    """However it is made of files and variants; a hundred files are not followed to their end."""
    write(HEAD + "extends: jolly-roger/advanced\n", "one")
    two = "extends: one\nvariants: {a: {name: a}, b: {name: b, extends: a}}\n"
    write(HEAD + two, "two")
    write(HEAD + "extends: two/b\n", "four")
    five = HEAD + "extends: four\nvariants:\n  a: {name: a}\n  b: {name: b, extends: a}\n"
    (found,) = told(write(five, "five"))

    assert read(write(HEAD + "extends: four\n", "fine")).variant().id == "mine"
    assert found.startswith("7:25 long-chain: These rules extend others in over 5 steps")
    (found,) = told(write(HEAD + "extends: fine/standard\n", "six"))
    assert found.startswith("4:10 long-chain")
    write(HEAD + "extends: jolly-roger\n", "f0")
    for at in range(1, 100):
        file = write(HEAD + f"extends: f{at - 1}\n", f"f{at}")
    assert codes(file) == ["extended-faulty"]
    assert codes(
        write(f"{HEAD}extends: jolly-roger\nvariants: {{a: {{name: a, extends: ''}}}}\n")
    ) == ["unknown-variant"]
    many = "".join(f"  v{at}: {{name: v, extends: v{at + 1}}}\n" for at in range(2_000))
    file = write(HEAD + f"extends: jolly-roger\nvariants:\n{many}")
    assert codes(file)[:2] == ["too-many", "long-chain"]


# Whatever is written.

KEYS = [
    *("extends", "add", "change", "remove", "set", "variants", "options", "cards", "ships"),
    *("colours", "seats", "name", "domain", "G1", "red", "advanced", "memory", "set-size", "most"),
    *("code", "id", "effect", "count", "game", "table", "format", "players", "x"),
]
WORDS = [
    *(*KEYS, "jolly-roger", "jolly-roger/advanced", "jolly-roger/all-cards", "skull-queen"),
    *("mine", "a", "b", "kraken", "", "splitting", "crews", "/", "../x", "a/b/c"),
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 60) | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["jolly-roger", "jolly-roger/advanced", "skull-queen", "mine", "nobody"]),
    st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1, max_size=6),
)
def test_whatever_stands_in_a_rule_set_only_findings_come_out(
    write: Write, extends: str, keys: dict[str, object]
) -> None:
    """Any values under any keys: the file is read and makes games, or each fault has its place."""
    head = {"format": 1, "id": "mine", "name": "Mine", "extends": extends}
    file = write(json.dumps({**head, **keys}, indent=1))
    try:
        found = ENGINE.ruleset_file(str(file), thorough=True)
    except RulesetError as error:
        findings = [*error.findings, *error.warnings]
    else:
        findings = list(found.warnings)
        for id, _ in found.variants:
            ruleset = found.variant(id)
            assert ruleset.build().variant == id
            assert parse(ruleset.text).variant().hash == ruleset.hash
    lines = file.read_text(encoding="utf-8").splitlines()

    assert all(finding.file == str(file) for finding in findings)
    assert all(1 <= finding.line <= len(lines) for finding in findings)
    assert all(finding.source == lines[finding.line - 1] for finding in findings)
    assert all(render(finding, ENGLISH) for finding in findings)
