"""Rule sets: the games that come of them, variants, options, saved rules, kinds of others."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import pytest
from pydantic import AfterValidator, Field

from splitpick.core import Engine, Match, RulesetError
from splitpick.core.errors import BadValue, UnknownName
from splitpick.core.rules.kinds import GameKind, TableKind
from splitpick.core.rules.labels import refuse
from splitpick.core.rules.load import Ruleset, RulesetFile, restore_ruleset
from splitpick.core.rules.models import Card, SplittingModel
from splitpick.core.rules.splitting_kind import SplittingKind
from splitpick.core.rules.value_findings import ValueFinding
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.splits import count_splits
from splitpick.core.splitting.table import Table
from splitpick.core.text import Language, Name, msg
from splitpick.plugins.jolly_roger import CrewsTable
from splitpick.plugins.kraken import Kraken
from splitpick.plugins.skeleton import Skeleton
from splitpick.plugins.tortuga import Tortuga
from tiny_ruleset import GAMES, TINY, VARIANTS, parse

ENGLISH = Language("en")
SPECIAL = ("KR", "SK", "TO")


def tiny(*changes: tuple[str, str], more: str = "") -> Ruleset:
    """Read the tiny rule set with some words replaced and *more* at its end."""
    text = TINY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse(text + more).variant()


def codes_of(text: str, games: Mapping[str, GameKind] = GAMES) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        parse(text, games)
    return [finding.message.code for finding in caught.value.findings]


def game_of(ruleset: Ruleset) -> tuple[SplitGame, CrewsTable]:
    game = ruleset.build()
    assert isinstance(game, SplitGame)
    assert isinstance(game.empty_table, CrewsTable)
    return game, game.empty_table


def scores(ruleset: Ruleset) -> list[int]:
    """Play a random game to its end."""
    match = Match(ruleset.build(), seed=7)
    while not match.over:
        match.apply(match.position.legal_actions()[0])
    return match.position.scores()


@pytest.fixture(scope="module")
def jolly_roger() -> RulesetFile:
    return Engine().ruleset_file("jolly-roger")


def test_the_decks_and_tables_are_those_of_the_rulebook(jolly_roger: RulesetFile) -> None:
    """RULES.md 1: the table of variants, 43 pirates with 105 gold, ships, captains, parrots."""
    decks = {"introductory": (43, 8, 3), "advanced": (50, 8, 10), "all-cards": (50, 10, 0)}
    for variant, (cards, turns, set_aside) in decks.items():
        game, table = game_of(jolly_roger.variant(variant))
        assert (sum(game.counts), game.turns) == (cards, turns)
        assert (game.draw, game.offer.least, game.offer.most) == (5, 1, 4)
        assert sum(game.counts) - game.turns * game.draw == set_aside
    pirates = [[int(game.counts[row * 5 + at]) for at in range(5)] for row in range(4)]
    rules, golds = table.rules, zip(table.rules.golds, game.counts, strict=True)

    assert [id for id, _ in jolly_roger.variants] == list(decks)
    assert pirates == [[4, 3, 2, 2, 2], [4, 3, 2, 2, 1], [4, 2, 2, 1, 1], [3, 2, 1, 1, 1]]
    assert game.codes == [*(f"{colour}{at}" for colour in "GYBR" for at in range(1, 6)), *SPECIAL]
    assert game.counts[20:] == [3, 2, 2]
    assert sum(gold * count for gold, count in golds) == 105
    assert rules.ships == ["green", "yellow", "blue", "red"]
    assert rules.ship_golds == [3, 5, 7, 9]
    assert (rules.captains, int(rules.parrot)) == ([4, 4], 1)
    assert rules.card_ships == [[at // 5] for at in range(20)] + [[], [], []]
    assert rules.strengths[20:] == [0, 3, 0]
    assert [type(effect) for effect in table.effects[20:]] == [Kraken, Skeleton, Tortuga]
    assert [ENGLISH.say(rules.card_names[at]) for at in (3, 20)] == ["green pirate 4", "Kraken"]


def test_every_variant_is_played_shown_and_saved(jolly_roger: RulesetFile) -> None:
    """A game comes to its end; the saved rules have the same model, hash and game."""
    assert jolly_roger.variant() is jolly_roger.variant("introductory")
    for id, name in jolly_roger.variants:
        ruleset = jolly_roger.variant(id).with_options({"memory": "true"})
        presenter = ruleset.presenter(ruleset.build())
        again = restore_ruleset(ruleset.text, GAMES)

        assert (presenter.name, presenter.variant) == (ruleset.name, name)
        assert [ENGLISH.say(listing.title) for listing in ruleset.kind.listings(ruleset.model)] == [
            *("Course of the game", "Crews", "Ships", "Cards")
        ]
        assert (again.variant_id, again.hash, again.model) == (id, ruleset.hash, ruleset.model)
        assert again.options == {"memory": True}
        assert parse(ruleset.text).variant().hash == ruleset.hash
        assert scores(again) == scores(ruleset)


def test_a_rule_set_without_variants_has_one() -> None:
    ruleset = tiny()

    assert (ruleset.variant_id, ENGLISH.say(ruleset.variant_name)) == ("standard", "standard game")
    assert (ruleset.players, ruleset.build().players) == ((2, 2), 2)
    assert ruleset.seats == [("ann", Name("Ann")), ("bob", Name("Bob"))]


def test_the_hash_depends_on_the_rules_alone() -> None:
    """Comments, order of keys and quotes change nothing, one number does."""
    plain = tiny()
    other = tiny(
        ("name: Tiny", "name: 'Tiny' # small"), ("captains: 1\nparrot: 1", "parrot: 1\ncaptains: 1")
    )

    assert plain.hash == other.hash
    assert plain.hash != tiny(("gold: 3", "gold: 4")).hash
    assert plain.hash != plain.with_options({"memory": True}).hash


def test_unknown_options_variants_and_numbers_of_players_are_refused() -> None:
    """Each error names what was typed and what was meant."""
    ruleset = tiny()
    three = tiny(
        ("{id: bob, name: Bob}", "{id: bob, name: Bob}, {id: eve, name: Eve}"),
        more="players: {least: 2, most: 3}\n",
    )

    assert ruleset.with_options({}) is ruleset
    assert [three.build(players).players for players in (None, 2, 3)] == [3, 2, 3]
    for refused, code, said in [
        (lambda: ruleset.with_options({"memry": True}), "unknown-option", 'mean "memory"?'),
        (lambda: ruleset.with_options({"memory": "maybe"}), "option-value", "true or false."),
        (lambda: parse(TINY + VARIANTS).variant("frst"), "unknown-variant", 'mean "first"?'),
        (lambda: three.build(4), "number-of-players", "2–3 players."),
        (lambda: ruleset.build(1), "number-of-players", "2 players."),
    ]:
        with pytest.raises((UnknownName, BadValue)) as caught:
            refused()  # type: ignore[no-untyped-call]
        assert caught.value.code == code
        assert ENGLISH.say(caught.value.message).endswith(said)


def test_what_may_be_left_out_has_a_default() -> None:
    """Gold is the strength, a pirate is called like its colour; a card joins all its ships."""
    rich = tiny(
        ("strength: 1,", "strength: 2, gold: 7,"),
        ("name: green}", "name: leaf, pirate: leaf pirate, ink: cyan}"),
        ("name: green ship}", "name: ship}, {id: b, colour: green, gold: 5, name: b}"),
    )
    poor_rules, rich_rules = game_of(tiny())[1].rules, game_of(rich)[1].rules

    assert (poor_rules.golds, rich_rules.golds) == ([1, 0], [7, 0])
    assert ENGLISH.say(poor_rules.card_names[0]) == "green 1"
    assert ENGLISH.say(rich_rules.card_names[0]) == "leaf pirate 2"
    assert (poor_rules.card_ships, rich_rules.card_ships) == ([[0], []], [[0, 1], []])
    # 'no gold' is not 'gold left out'
    assert game_of(tiny(("strength: 1,", "strength: 2, gold: 0,")))[1].rules.golds == [0, 0]


def test_texts_in_place_need_no_catalog() -> None:
    """Each language and form is there, with the plain word where a form is missing."""
    ship = "name: {en: galleon, de: Galeone, de.dat: der Galeone, de-AT: Galeere}"
    name = game_of(tiny(("name: green ship", ship)))[1].rules.ship_names[0]
    german, austrian = Language("de"), Language("de_AT")

    assert ENGLISH.say(name) == ENGLISH.say(name, "dat") == "galleon"
    assert (german.say(name), german.say(name, "dat")) == ("Galeone", "der Galeone")
    assert austrian.say(name) == "Galeere"


# Variants.


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


def test_a_variant_may_extend_a_later_one_and_say_what_is_missing_above() -> None:
    later = "variants:\n  a: {name: a, extends: b}\n  b: {name: b, set: {captains: 3}}\n"
    without = TINY.replace("turns: 2\n", "")
    each = "variants:\n  a: {name: a, set: {turns: 2}}\n  b: {name: b, set: {turns: 2}}\n"
    many = "variants:\n" + "".join(f"  v{at}: {{name: v}}\n" for at in range(51))

    assert game_of(parse(TINY + later).variant("a"))[1].rules.captains == [3, 3]
    assert len(parse(without + each).variants) == 2
    assert codes_of(TINY + many) == ["too-many"]


@pytest.mark.parametrize(
    ("cards", "sets", "least", "most", "ways"),
    [(5, 2, 1, 4, 15), (3, 2, 1, 2, 3), (4, 2, 2, 2, 3), (6, 3, 2, 2, 15), (5, 2, 1, 2, 0)],
)
def test_splits_are_counted(cards: int, sets: int, least: int, most: int, ways: int) -> None:
    offer = Offer(draw=cards, sets=sets, least=least, most=most)
    assert count_splits(offer, cards) == ways


# Kinds that others bring.


def _even(value: int) -> int:
    if value % 2:
        raise refuse(msg("odd", "This must be even."))
    return value


class StallCard(Card):
    price: Annotated[int, AfterValidator(_even)]


class MarketModel(SplittingModel):
    stalls: Annotated[int, Field(ge=1)]
    weight: Annotated[float, Field(gt=0)] = 1.0
    cards: Annotated[Sequence[StallCard], Field(min_length=1)]
    stored: Sequence[StallCard] | None = None


class MarketKind(TableKind):
    id = "market"

    def model(self) -> type[SplittingModel]:
        return MarketModel

    def check(self, rules: MarketModel) -> Iterator[ValueFinding]:
        if rules.stalls == 13:
            yield ValueFinding(("stalls",), msg("bad-luck", "Not thirteen."))

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        return Table()


OTHERS = {"splitting": SplittingKind({"market": MarketKind()})}
HEAD = "format: 1\nid: a\nname: A\nseats: [{id: ann, name: Ann}, {id: bob, name: Bob}]\n"
MARKET = f"""\
{HEAD}game: splitting
table: market
draw: 3
set-size: {{least: 1, most: 2}}
turns: 2
stalls: 3
cards: [{{code: A, count: 6, price: 2}}]
variants: {{big: {{name: big, change: {{cards: {{A: {{price: 4}}}}}}}}}}
"""


def test_a_table_of_others_reads_its_own_keys() -> None:
    """Its model, its checks and its lists in variants work like those of the crews table."""
    ruleset = parse(MARKET, OTHERS).variant()
    model = ruleset.model

    assert isinstance(model, MarketModel)
    assert (model.stalls, model.cards[0].price, ruleset.build().players) == (3, 4, 2)
    assert ruleset.presenter(ruleset.build()).name == Name("A")
    assert [ENGLISH.say(listing.title) for listing in ruleset.kind.listings(ruleset.model)] == [
        *("Course of the game", "Values", "cards: The cards, in deck order.")
    ]
    for old, new, code in [
        ("stalls: 3", "stalls: 13", "bad-luck"),
        ("price: 4", "prize: 4", "unknown-key"),
        ("price: 4", "price: 3", "odd"),
        ("turns: 2", "turns: 2\nweight: 0", "bad-value"),
        ("turns: 2", "turns: 2\noptions: {memory: true}", "unknown-key"),
    ]:
        assert codes_of(MARKET.replace(old, new), OTHERS) == [code]


@pytest.mark.process
def test_nothing_heavy_is_imported_before_a_rule_set_is_read() -> None:
    """The kinds and the records of rules cost no start-up time."""
    code = (
        "import sys, splitpick.core.rules.load, splitpick.core.rules.splitting_kind\n"
        "print([name for name in ('pydantic', 'yaml', 'babel', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


# Saved rules.


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
        restore_ruleset(json.dumps({**json.loads(tiny().text), **changes}), GAMES, "saved")

    assert caught.value.findings[0].line == 0
    assert code in [finding.message.code for finding in caught.value.findings]
    assert all(ENGLISH.say(finding.message) for finding in caught.value.findings)


def test_a_saved_name_is_said_in_the_same_language() -> None:
    """Where the reader's own is missing; the order of the file is not saved."""
    ruleset = tiny(("name: green ship", "name: {nl: galjoen, de: Galeone}"))

    for rules in (ruleset, restore_ruleset(ruleset.text, GAMES)):
        assert ENGLISH.say(game_of(rules)[1].rules.ship_names[0]) == "Galeone"


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 10**6, '"\\ud800"', "7" * 9999, "{" * 99])
def test_what_is_no_saved_rule_set_is_refused(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        restore_ruleset(text, GAMES)

    assert caught.value.code == "bad-saved-rules"
