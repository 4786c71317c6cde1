"""Rule sets: what is read from YAML, what is wrong with it and where, and what games come of it."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Annotated

import pytest
from babel.messages.extract import extract
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import AfterValidator, Field

from splitpick.cli.screen import plain as plain_for_terminals
from splitpick.core.errors import BadValue, Finding, RulesetError, UnknownName
from splitpick.core.game import CHANCE, OVER, Game
from splitpick.core.hooks.engine import Engine
from splitpick.core.rules.checking.file_check import parse_ruleset, read_ruleset
from splitpick.core.rules.checks import count_splits
from splitpick.core.rules.extract import extract_yaml
from splitpick.core.rules.faults import Fault, Plain
from splitpick.core.rules.findings import MOST_SHOWN, as_json, render, render_all
from splitpick.core.rules.kinds import GameKind, TableKind
from splitpick.core.rules.labels import refuse
from splitpick.core.rules.load import Ruleset, RulesetFile, restore_ruleset
from splitpick.core.rules.models import Card, RulesetModel, SplittingModel
from splitpick.core.rules.splitting import CrewsKind, SplittingKind
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.table import Table
from splitpick.core.tables.crews import CrewsTable
from splitpick.core.text import FORMS, Language, Name, msg
from splitpick.core.width import display_width
from splitpick.plugins.kraken import Kraken
from splitpick.plugins.skeleton import Skeleton
from splitpick.plugins.tortuga import Tortuga

ROOT = Path(__file__).parents[1]
JOLLY_ROGER = ROOT / "rulesets" / "jolly-roger.yaml"
BAD = Path(__file__).parent / "bad_rulesets"
ENGLISH = Language("en")

CREWS = CrewsKind({"kraken": Kraken, "skeleton": Skeleton, "tortuga": Tortuga})
GAMES: Mapping[str, GameKind] = {"splitting": SplittingKind({"crews": CREWS})}

SPECIAL = ("KR", "SK", "TO")

TINY = """\
format: 1
id: tiny
game: splitting
table: crews
name: Tiny
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
draw: 3
set-size: {least: 1, most: 2}
turns: 2
captains: 1
parrot: 1
colours: [{id: green, code: G, name: green}]
ships: [{id: green, colour: green, gold: 3, name: green ship}]
cards:
  - {code: G1, colour: green, strength: 1, count: 4}
  - {code: KR, effect: kraken, count: 2, name: Kraken}
"""


def parse(text: str, games: Mapping[str, GameKind] = GAMES) -> RulesetFile:
    return parse_ruleset(text, games, "test.yaml")


def tiny(*changes: tuple[str, str], more: str = "") -> Ruleset:
    """Read the tiny rule set with some words replaced and *more* at its end."""
    text = TINY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse(text + more).variant()


def findings_of(text: str, games: Mapping[str, GameKind] = GAMES) -> Sequence[Finding]:
    with pytest.raises(RulesetError) as caught:
        parse(text, games)
    return caught.value.findings


def codes_of(text: str, games: Mapping[str, GameKind] = GAMES) -> list[str]:
    return [finding.message.code for finding in findings_of(text, games)]


def game_of(ruleset: Ruleset) -> tuple[SplitGame, CrewsTable]:
    game = ruleset.build()
    assert isinstance(game, SplitGame)
    table = game.empty_table
    assert isinstance(table, CrewsTable)
    return game, table


def play_at_random(game: Game, seed: int) -> list[int]:
    rng = random.Random(seed)
    position = game.new_position()
    while position.to_act() != OVER:
        if position.to_act() == CHANCE:
            actions = [action for action, _ in position.chance_outcomes()]
        else:
            actions = position.legal_actions()
        position.apply(rng.choice(actions))
    return position.scores()


# Jolly & Roger.


@pytest.fixture(scope="module")
def jolly_roger() -> RulesetFile:
    return read_ruleset(JOLLY_ROGER, GAMES)


def test_the_variants_stand_in_the_order_of_the_file(jolly_roger: RulesetFile) -> None:
    """The first variant is the one that is played if none is asked for."""
    assert [id for id, _ in jolly_roger.variants] == ["introductory", "advanced", "all-cards"]
    assert jolly_roger.variant() is jolly_roger.variant("introductory")
    assert jolly_roger.id == "jolly-roger"
    assert ENGLISH.say(jolly_roger.name) == "Jolly & Roger"


def test_the_decks_and_tables_are_those_of_the_rulebook(jolly_roger: RulesetFile) -> None:
    """RULES.md 1: the table of variants, 43 pirates with 105 gold, ships, captains, parrots."""
    decks = {"introductory": (43, 8, 3), "advanced": (50, 8, 10), "all-cards": (50, 10, 0)}
    for variant, (cards, turns, set_aside) in decks.items():
        game, table = game_of(jolly_roger.variant(variant))
        assert (sum(game.counts), game.turns) == (cards, turns)
        assert (game.draw, game.least, game.most) == (5, 1, 4)
        assert sum(game.counts) - game.turns * game.draw == set_aside
    pirates = [[int(game.counts[row * 5 + at]) for at in range(5)] for row in range(4)]
    rules, golds = table.rules, zip(table.rules.golds, game.counts, strict=True)

    assert pirates == [[4, 3, 2, 2, 2], [4, 3, 2, 2, 1], [4, 2, 2, 1, 1], [3, 2, 1, 1, 1]]
    assert game.codes == [*(f"{colour}{at}" for colour in "GYBR" for at in range(1, 6)), *SPECIAL]
    assert game.counts[20:] == [3, 2, 2]
    assert sum(gold * count for gold, count in golds) == 105
    assert rules.ships == ["green", "yellow", "blue", "red"]
    assert rules.ship_golds == [3, 5, 7, 9]
    assert (rules.captains, rules.parrot) == (4, 1)
    assert rules.card_ships == [[at // 5] for at in range(20)] + [[], [], []]
    assert rules.strengths[20:] == [0, 3, 0]
    assert [type(effect) for effect in table.effects[20:]] == [Kraken, Skeleton, Tortuga]
    assert [ENGLISH.say(rules.card_names[at]) for at in (3, 20)] == ["green pirate 4", "Kraken"]


def test_every_variant_can_be_played_and_shown(jolly_roger: RulesetFile) -> None:
    """A random game comes to its end, and the presenter knows names, looks and options."""
    for id, name in jolly_roger.variants:
        ruleset = jolly_roger.variant(id).with_options({"memory": "true"})
        game = ruleset.build()
        presenter = ruleset.presenter(game)

        assert game.variant == id
        assert len(play_at_random(game, 7)) == 2
        assert (presenter.name, presenter.variant) == (jolly_roger.name, name)
        assert [ENGLISH.say(seat) for seat in presenter.seats] == ["Jolly", "Roger"]
        assert [ENGLISH.say(listing.title) for listing in ruleset.listings()] == [
            "Course of the game",
            "Crews",
            "Ships",
            "Cards",
        ]


# What comes of a rule set.


def test_a_rule_set_without_variants_has_one() -> None:
    """It is called the standard game."""
    ruleset = tiny()

    assert (ruleset.variant_id, ENGLISH.say(ruleset.variant_name)) == ("standard", "standard game")
    assert ruleset.players == (2, 2)
    assert ruleset.seats == [("ann", Name("Ann")), ("bob", Name("Bob"))]
    assert len(play_at_random(ruleset.build(), 1)) == 2


def test_the_resolved_rules_read_the_same(jolly_roger: RulesetFile) -> None:
    """The rules in a save are a rule set of their own with the same hash."""
    for id, name in jolly_roger.variants:
        ruleset = jolly_roger.variant(id).with_options({"memory": True})
        again = parse(ruleset.text)

        assert again.variants == [(id, name)]
        assert again.variant().hash == ruleset.hash
        assert again.variant().options == {"memory": True}
        assert json.loads(ruleset.text)["variants"].keys() == {id}


def test_the_hash_depends_on_the_rules_alone() -> None:
    """Comments, order of keys and quotes change nothing, one number does."""
    plain = tiny()
    other = tiny(
        ("name: Tiny", "name: 'Tiny' # small"), ("captains: 1\nparrot: 1", "parrot: 1\ncaptains: 1")
    )

    assert plain.hash == other.hash
    assert plain.hash != tiny(("gold: 3", "gold: 4")).hash
    assert plain.hash != plain.with_options({"memory": True}).hash


def test_options_are_refused_by_name_and_by_value() -> None:
    """Both errors name what was typed; without options nothing changes."""
    ruleset = tiny()

    assert ruleset.with_options({}) is ruleset
    assert ruleset.options == {"memory": False}
    with pytest.raises(UnknownName) as unknown:
        ruleset.with_options({"memry": True})
    with pytest.raises(BadValue) as bad:
        ruleset.with_options({"memory": "maybe"})
    assert ENGLISH.say(unknown.value.message).endswith('Did you mean "memory"?')
    assert unknown.value.code == "unknown-option"
    assert bad.value.code == "option-value"


def test_an_unknown_variant_is_refused(jolly_roger: RulesetFile) -> None:
    """The error says which was likely meant."""
    with pytest.raises(UnknownName) as caught:
        jolly_roger.variant("advancd")

    assert caught.value.code == "unknown-variant"
    assert "advanced" in ENGLISH.say(caught.value.message)


def test_the_number_of_players_is_what_the_rules_say() -> None:
    """A game for two to three players is built for both, and for no one else."""
    three = tiny(
        ("{id: bob, name: Bob}", "{id: bob, name: Bob}, {id: eve, name: Eve}"),
        more="players: {least: 2, most: 3}\n",
    )

    assert three.players == (2, 3)
    assert three.build().players == 3
    assert three.build(2).players == 2
    for ruleset, players in [(three, 4), (three, 1), (tiny(), 3)]:
        with pytest.raises(BadValue) as caught:
            ruleset.build(players)
        assert caught.value.code == "number-of-players"
        assert ENGLISH.say(caught.value.message).endswith(f"players, not for {players}.")


def test_what_may_be_left_out_has_a_default() -> None:
    """Gold is the strength, ink the colour's id, a pirate is called like its colour."""
    rich = tiny(
        ("strength: 1,", "strength: 2, gold: 7,"),
        ("name: green}", "name: leaf, pirate: leaf pirate, ink: cyan}"),
    )
    poor_rules, rich_rules = game_of(tiny())[1].rules, game_of(rich)[1].rules

    assert (poor_rules.golds, rich_rules.golds) == ([1, 0], [7, 0])
    assert ENGLISH.say(poor_rules.card_names[0]) == "green 1"
    assert ENGLISH.say(rich_rules.card_names[0]) == "leaf pirate 2"
    # 'no gold' is not 'gold left out'
    assert game_of(tiny(("strength: 1,", "strength: 2, gold: 0,")))[1].rules.golds == [0, 0]


def test_a_card_joins_every_ship_of_its_colour() -> None:
    """Two ships of one colour are both open to its pirates."""
    two = tiny(
        ("name: green ship}", "name: green ship}, {id: other, colour: green, gold: 5, name: other}")
    )

    assert game_of(two)[1].rules.card_ships == [[0, 1], []]


def test_texts_in_place_need_no_catalog() -> None:
    """Each language and form is there, with the plain word where a form is missing."""
    ship = "name: {en: galleon, de: Galeone, de.dat: der Galeone, de-AT: Galeere}"
    name = game_of(tiny(("name: green ship", ship)))[1].rules.ship_names[0]
    german, austrian = Language("de"), Language("de_AT")

    assert name.here[2] == ("de.dat", "der Galeone")
    assert ENGLISH.say(name) == ENGLISH.say(name, "dat") == "galleon"
    assert (german.say(name), german.say(name, "dat")) == ("Galeone", "der Galeone")
    assert austrian.say(name) == "Galeere"


# Variants.

VARIANTS = """\
variants:
  first:
    name: first
    set: {turns: 1, set-aside: 1, set-size: {least: 1, most: 2}}
    change: {cards: {G1: {count: 2, strength: 5}}, ships: {green: {gold: 9}}}
  second:
    name: second
    extends: first
    set: {set-aside: 0}
    remove: {cards: [G1]}
    add: {cards: [{code: G2, colour: green, strength: 2, count: 1}]}
  third:
    name: third
    set: {turns: 2, set-aside: 2}
    remove: {cards: [KR]}
    add: {cards: [{code: KR, effect: tortuga, name: Other, count: 4}]}
"""


def test_a_variant_sets_removes_changes_and_adds() -> None:
    """Each variant is what the rules above it and its patches make."""
    file = parse(TINY + VARIANTS)
    first, second, third = (game_of(file.variant(id)) for id in ("first", "second", "third"))

    assert (first[0].codes, first[0].counts) == (["G1", "KR"], [2, 2])
    assert (first[1].rules.strengths, first[1].rules.ship_golds) == ([5, 0], [9])
    assert (second[0].codes, second[0].counts) == (["KR", "G2"], [2, 1])
    assert second[1].rules.ship_golds == [9]
    assert (third[0].codes, third[0].counts) == (["G1", "KR"], [4, 4])
    assert isinstance(third[1].effects[1], Tortuga)
    assert third[1].rules.ship_golds == [3]


def test_five_steps_of_extending_are_allowed() -> None:
    """A sixth is one finding, whatever extends that one."""
    chain = "variants:\n  v0: {name: v0}\n"
    steps = [f"  v{at}: {{name: v{at}, extends: v{at - 1}}}\n" for at in range(1, 9)]

    assert len(parse(TINY + chain + "".join(steps[:5])).variants) == 6
    assert codes_of(TINY + chain + "".join(steps)) == ["long-chain"]


def test_a_variant_may_extend_a_later_one() -> None:
    """The order of the file says only which is the default."""
    more = "variants:\n  a: {name: a, extends: b}\n  b: {name: b, set: {captains: 3}}\n"

    assert game_of(parse(TINY + more).variant("a"))[1].rules.captains == 3


def test_what_all_variants_say_need_not_be_said_above() -> None:
    """The rules above the variants alone need not be a game."""
    text = TINY.replace("turns: 2\n", "")
    each = (
        "variants:\n"
        "  a: {name: a, set: {turns: 2}}\n"
        "  b: {name: b, set: {turns: 1, set-aside: 3}}\n"
    )

    assert len(parse(text + each).variants) == 2
    assert codes_of(text + each.replace("turns: 2", "parrot: 2")) == ["missing-key"]


def test_a_fault_of_all_variants_is_found_once() -> None:
    """Where it is some variants' only, the finding names them."""
    text = TINY.replace("colour: green, strength", "colour: gren, strength")
    more = (
        "variants:\n  a: {name: a}\n  b: {name: b}\n"
        "  c: {name: c, change: {cards: {G1: {colour: green}}}}\n"
    )
    (some,) = findings_of(text + more)
    (all_of_them,) = findings_of(text + more.partition("  c:")[0])

    assert ENGLISH.say(some.message) == (
        'There is no colour "gren". Did you mean "green"? (variants a, b)'
    )
    assert some.message.code == all_of_them.message.code == "unknown-colour"
    assert ENGLISH.say(all_of_them.message) == 'There is no colour "gren". Did you mean "green"?'


def test_too_many_variants_are_not_worked_out() -> None:
    """There may be fifty."""
    many = "variants:\n" + "".join(f"  v{at}: {{name: v}}\n" for at in range(51))

    assert codes_of(TINY + many) == ["too-many"]


# Findings.


def expected() -> Iterator[tuple[str, str]]:
    for line in (BAD / "expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, findings = line.partition(": ")
            yield name, findings


EXPECTED = dict(expected())
ENGINE = Engine()


def planted(name: str) -> Sequence[Finding]:
    """Return what is found in a file of planted mistakes, which may be of any game."""
    with pytest.raises(RulesetError) as caught:
        ENGINE.ruleset_file(str(BAD / f"{name}.yaml"))
    return caught.value.findings


def test_every_planted_mistake_is_found_where_it_is_and_told_in_every_language() -> None:
    """Every finding of each file, with line, column and code, in words of ours, and no other."""
    german, dutch, pseudo = (ENGINE.language(code) for code in ("de", "nl", "qps"))
    theirs = re.compile(r"(?i)pydantic|input should|field required|while (pars|scan)")
    for name, expected in EXPECTED.items():
        findings = planted(name)
        places = [f"{each.line}:{each.column} {each.message.code}" for each in findings]
        assert ", ".join(places) == expected, name
        for finding in findings:
            assert finding.file == str(BAD / f"{name}.yaml")
            meant = finding.source[finding.column - 1 :][: finding.length]
            assert len(meant) == finding.length or not meant
            said = ENGLISH.say(finding.message)
            assert not theirs.search(said)
            assert len({said, german.say(finding.message), dutch.say(finding.message)}) == 3, said
            assert pseudo.say(finding.message).startswith("⟦")
            assert finding.message.code != "bad-value"


def test_the_planted_mistakes_are_of_many_kinds() -> None:
    """Sixty and more different ones, twenty files have three at once, and every file is listed."""
    codes = {code for each in EXPECTED.values() for code in re.findall(r"\d ([a-z0-9-]+)", each)}

    assert sorted(EXPECTED) == sorted(file.stem for file in BAD.glob("*.yaml"))
    assert len(EXPECTED) > 190
    assert len(codes) >= 60
    assert sum(each.count(", ") == 2 for each in EXPECTED.values()) >= 20


def test_a_finding_is_shown_with_its_line() -> None:
    """The shape of DESIGN 6."""
    (finding,) = findings_of(TINY.replace("effect: kraken", "effect: krakken"))

    assert render(finding, ENGLISH) == [
        (
            'test.yaml:16:24: error[unknown-effect]: There is no effect "krakken".'
            ' Did you mean "kraken"?'
        ),
        "    16 |   - {code: KR, effect: krakken, count: 2, name: Kraken}",
        "       |                        ^^^^^^^",
    ]


def test_a_finding_of_the_whole_file_has_no_line() -> None:
    """Only the file is named."""
    (finding,) = findings_of("")

    assert render(finding, ENGLISH) == [
        "test.yaml: error[empty]: This file is empty: a rule set begins with: format: 1"
    ]


def shown(line: str, column: int, length: int, width: int = 60) -> tuple[str, str]:
    finding = Finding("f.yaml", 1, column, length, msg("code", "What."), line)
    _, source, carets = render(finding, ENGLISH, width)
    return source[9:], carets[9:]


def test_carets_stand_below_wide_and_harmful_characters() -> None:
    """Tabs are one blank, wide characters two columns, accents none, controls are replaced."""
    assert shown("\ta: 漢字 e\u0301 \x1b[2Jx", 4, 1) == (" a: 漢字 e\u0301 �[2Jx", "   ^")
    assert shown("a: 漢字", 4, 2) == ("a: 漢字", "   ^^^^")
    assert shown("漢字: x", 5, 1) == ("漢字: x", "      ^")
    assert shown("e\u0301: x", 5, 1) == ("e\u0301: x", "   ^")
    assert shown("ab", 3, 1) == ("ab", "  ^")


@given(st.text(max_size=300), st.integers(1, 300), st.integers(1, 300), st.integers(20, 120))
def test_a_shown_finding_is_never_wider_than_the_screen(
    line: str, column: int, length: int, width: int
) -> None:
    """Whatever the line holds, carets stand under it."""
    line = " ".join(line.splitlines())
    column = min(column, len(line) + 1)
    source, carets = shown(line, column, length, width)

    assert carets.strip() == "^" * len(carets.strip()) != ""
    assert len(carets) <= width - 9 + (column > len(line))
    assert display_width(source) <= width - 9
    assert plain_for_terminals(source) == source


def test_a_long_line_is_cut_around_what_is_meant() -> None:
    """The place that is meant stays visible; dots replace the rest."""
    source, carets = shown("x" * 500 + "HERE" + "y" * 500, 501, 4)

    assert source.startswith("...x")
    assert source.endswith("y...")
    assert source[carets.index("^") :].startswith("HERE")
    assert carets.count("^") == 4


def test_names_of_files_and_words_of_others_are_harmless() -> None:
    """Nothing a file is called or holds reaches the terminal as a command."""
    finding = Finding("\x1b[2J.yaml", 0, 1, 1, msg("code", "{x}", x="\x1b[31m\u202e"))

    assert "\x1b" not in "".join(render(finding, ENGLISH))
    assert "\u202e" not in "".join(render(finding, ENGLISH))


def test_fifty_findings_are_shown_and_the_others_counted() -> None:
    """As text and as JSON."""
    cards = "".join(
        f"  - {{code: A{at}, colour: grey, strength: 1, count: 1}}\n" for at in range(60)
    )
    findings = findings_of(TINY + cards)
    lines = list(render_all(findings, ENGLISH))
    told = as_json(findings, ENGLISH)

    assert len(findings) == 61
    assert len([line for line in lines if "error[" in line]) == MOST_SHOWN
    assert lines[-1] == "... and 11 more."
    assert told["more"] == 11
    shown_findings = told["findings"]
    assert isinstance(shown_findings, list)
    assert shown_findings[1] == {
        "file": "test.yaml",
        "line": 17,
        "column": 24,
        "length": 4,
        "severity": "error",
        "code": "unknown-colour",
        "message": 'There is no colour "grey". Did you mean "green"?',
    }


WORDS = re.findall(r"[\w.-]+|[^\w\s]|\n *", TINY + VARIANTS)


@settings(deadline=None)
@given(st.data())
def test_whatever_is_done_to_a_rule_set_only_findings_come_out(data: st.DataObject) -> None:
    """Words are dropped, doubled and swapped: the file is read, or every fault has its place."""
    words = re.split(r"(\s+)", TINY + VARIANTS)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.lists(st.sampled_from(WORDS), max_size=3)
        )
    text = "".join(words)
    findings: Sequence[Finding] = []
    try:
        file = parse(text)
    except RulesetError as error:
        findings = error.findings
    else:
        assert all(file.variant(id).build() for id, _ in file.variants)
    places = [(found.line, found.column) for found in findings]

    assert places == sorted(places)
    assert all(render(found, ENGLISH) for found in findings)


# Numbers.


@pytest.mark.parametrize(
    ("cards", "sets", "least", "most", "ways"),
    [(5, 2, 1, 4, 15), (3, 2, 1, 2, 3), (4, 2, 2, 2, 3), (6, 3, 2, 2, 15), (5, 2, 1, 2, 0)],
)
def test_splits_are_counted(cards: int, sets: int, least: int, most: int, ways: int) -> None:
    """As many as there are for cards that are all different."""
    assert count_splits(cards, sets, least, most) == ways


# Kinds that others bring.


def _even(value: int) -> int:
    if value % 2:
        raise refuse(((), msg("odd", "This must be even.")))
    return value


class StallCard(Card):
    price: Annotated[int, AfterValidator(_even)]


class MarketModel(SplittingModel):
    stalls: Annotated[int, Field(ge=1)]
    weight: Annotated[float, Field(gt=0)] = 1.0
    cards: Annotated[Sequence[StallCard], Field(min_length=1)]


class MarketKind(TableKind):
    id = "market"

    def model(self) -> type[SplittingModel]:
        return MarketModel

    def check(self, rules: Mapping[str, Plain]) -> Iterator[Fault]:
        if rules.get("stalls") == 13:
            yield Fault(("stalls",), msg("bad-luck", "Not thirteen."))

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        assert isinstance(rules, MarketModel)
        return Table()


class DiceKind(GameKind):
    id = "dice"

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        return Game(rules.id, variant, players)


OTHERS: Mapping[str, GameKind] = {
    "splitting": SplittingKind({"market": MarketKind()}),
    "dice": DiceKind(),
}
MARKET = """\
format: 1
id: market
game: splitting
table: market
name: Market
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
draw: 3
set-size: {least: 1, most: 2}
turns: 2
stalls: 3
cards: [{code: A, count: 6, price: 2}]
variants:
  big:
    name: big
    change: {cards: {A: {price: 4}}}
"""


def test_a_table_of_others_reads_its_own_keys() -> None:
    """Its model, its checks and its lists in variants work like those of the crews table."""
    ruleset = parse(MARKET, OTHERS).variant()
    model = ruleset.model

    assert isinstance(model, MarketModel)
    assert (model.stalls, model.cards[0].price) == (3, 4)
    assert ruleset.build().players == 2
    assert ruleset.presenter(ruleset.build()).name == Name("Market")
    assert [ENGLISH.say(listing.title) for listing in ruleset.listings()] == ["Course of the game"]
    assert codes_of(MARKET.replace("stalls: 3", "stalls: 13"), OTHERS) == ["bad-luck"]
    assert codes_of(MARKET.replace("price: 4", "prize: 4"), OTHERS) == ["unknown-key"]
    assert codes_of(MARKET.replace("price: 4", "price: 3"), OTHERS) == ["odd"]


def test_what_pydantic_finds_for_others_has_words_of_ours() -> None:
    """A kind of value that none of our models has gets the general message."""
    assert codes_of(MARKET + "weight: 0\n", OTHERS) == ["bad-value"]


def test_a_game_of_others_needs_only_the_head() -> None:
    """Seats, names, options and variants are there for every game."""
    text = (
        "format: 1\nid: dice\ngame: dice\nname: Dice\nseats: [{id: a, name: A}, {id: b, name: B}]\n"
    )
    ruleset = parse(text, OTHERS).variant()
    game = ruleset.build()

    assert (game.id, game.variant, game.players) == ("dice", "standard", 2)
    assert [ENGLISH.say(seat) for seat in ruleset.presenter(game).seats] == ["A", "B"]
    assert ruleset.listings() == []
    with pytest.raises(UnknownName):
        ruleset.with_options({"memory": True})
    assert codes_of(text + "options: {memory: true}\n", OTHERS) == ["unknown-key"]


# Texts for Babel.


def test_every_text_goes_into_the_catalog() -> None:
    """Names that sentences use come with their forms as contexts, the others once."""
    keywords = {"msg": (2,), "pmsg": ((1, "c"), 3)}
    with JOLLY_ROGER.open("rb") as file:
        found = [
            (text, context)
            for _, text, _, context in extract(extract_yaml, file, keywords)  # type: ignore[arg-type]
        ]
    bare = [text for text, context in found if context is None]

    assert {"Jolly & Roger", "Jolly", "green", "introductory game", "Kraken"} <= set(bare)
    assert "Pirates only. Begin with this one." in bare
    forms = {name: [form for text, form in found if text == name] for name, _ in found}
    assert forms["green ship"] == [None, *FORMS]
    assert forms["red pirate"] == forms["Tortuga"] == [None, "nom", "acc", "dat"]
    assert [context for text, context in found if text == "green"] == [None]


def test_texts_in_place_and_numbers_are_passed_over() -> None:
    """Babel's own functions say the forms where it knows none of ours."""
    text = (
        b"name: {en: Here, de: Hier}\ncredits: 7\ndescription: ' '\nships: [{name: sloop}]\n"
        b"format: 1\n"
    )
    found = list(extract_yaml(BytesIO(text), ["pgettext"], [], {}))

    assert found == [
        (4, None, "sloop", []),
        *((4, "pgettext", (form, "sloop"), []) for form in FORMS),
    ]


def test_every_text_in_the_models_is_found_for_the_catalog() -> None:
    """A key whose value is a text in the shipped rule set is one that the extractor knows."""
    with JOLLY_ROGER.open("rb") as file:
        extracted = {text for _, _, text, _ in extract_yaml(file, ["pmsg"], [], {})}
    for id, _ in read_ruleset(JOLLY_ROGER, GAMES).variants:
        model = read_ruleset(JOLLY_ROGER, GAMES).variant(id).model
        for name in _names(model):
            assert name.text in extracted


def _names(value: object) -> Iterator[Name]:
    if isinstance(value, Name):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)
    elif hasattr(value, "__pydantic_fields__"):
        yield from _names(dict(value))  # type: ignore[call-overload]


# Start-up.


@pytest.mark.process
def test_nothing_heavy_is_imported_before_a_rule_set_is_read() -> None:
    """The kinds and the loader cost no start-up time."""
    code = (
        "import sys, splitpick.core.rules.load, splitpick.core.rules.splitting\n"
        "print([name for name in ('pydantic', 'yaml', 'babel', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


# Saved rules.


def restored(**changes: object) -> Ruleset:
    """Restore the tiny rule set from its JSON, with some keys changed."""
    data = {**json.loads(tiny().text), **changes}
    return restore_ruleset(json.dumps(data), GAMES, "saved")


def test_saved_rules_come_back_from_json_alone(jolly_roger: RulesetFile) -> None:
    """With the same model, hash and game as what was saved."""
    for id, _ in jolly_roger.variants:
        ruleset = jolly_roger.variant(id).with_options({"memory": True})
        again = restore_ruleset(ruleset.text, GAMES)

        assert (again.variant_id, again.hash) == (id, ruleset.hash)
        assert again.model == ruleset.model
        assert play_at_random(again.build(), 7) == play_at_random(ruleset.build(), 7)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"turns": "2"}, "not-a-number"),
        ({"turns": 3}, "deck-mismatch"),
        ({"name": "\x1b[2J"}, "forbidden-character"),
        ({"extends": "jolly-roger"}, "bad-saved-rules"),
        ({"variants": {}}, "bad-saved-rules"),
        ({"game": "chess"}, "unknown-game"),
        ({"table": "chess"}, "unknown-table"),
        ({"seats": [{"id": "ann", "name": "Ann"}] * 2}, "duplicate-id"),
        ({"tricks": 7}, "unknown-key"),
    ],
)
def test_saved_rules_are_checked_like_a_file(changes: dict[str, object], code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        restored(**changes)

    assert caught.value.findings[0].line == 0
    assert code in [finding.message.code for finding in caught.value.findings]
    assert all(ENGLISH.say(finding.message) for finding in caught.value.findings)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 10**6, '"\\ud800"', "7" * 9999, "{" * 99])
def test_what_is_no_saved_rule_set_is_refused(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        restore_ruleset(text, GAMES)

    assert caught.value.code == "bad-saved-rules"
