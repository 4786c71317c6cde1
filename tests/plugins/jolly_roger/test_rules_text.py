"""The rules that people read follow the rule set that is loaded, number for number."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import LANGUAGES, run
from golden import same_as_file
from splitpick.core import CHANCE, OVER, Engine, playout
from splitpick.core.scene import Section

RULES = Path(__file__).parents[2] / "golden" / "rules"
VARIANTS = ("introductory", "advanced", "all-cards")
SHIPPED = Path(__file__).resolve().parents[3] / "rulesets" / "jolly-roger.yaml"


def sections_of(name: str, variant: str, **options: str) -> list[Section]:
    """Load the rule set and tell its rules."""
    ruleset = Engine().ruleset_file(name).variant(variant).with_options(options)
    return ruleset.presenter(ruleset.build()).rules()


def words_of(sections: list[Section], language: str = "en") -> str:
    """Say all that the sections say."""
    say = Engine().language(language).say
    return "\n".join(
        say(text)
        for section in sections
        for text in (section.title, *section.paragraphs, *section.points)
    )


def test_the_rules_in_full() -> None:
    """To be read as they are; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    for language in LANGUAGES:
        for variant in VARIANTS:
            ended = run("rules", "jolly-roger", "--variant", variant, language=language)
            assert (ended.code, ended.err) == (0, "")
            same_as_file(RULES / f"{variant}.{language}.txt", ended.out)


def test_the_rules_follow_a_change_of_the_rule_set(tmp_path: Path) -> None:
    """Another gold, parrot, size of sets, fewer captains, a pirate worth more than its strength."""
    changed = tmp_path / "changed.yaml"
    text = SHIPPED.read_text("utf-8")
    for old, new in [
        ("gold: 9", "gold: 12"),
        ("parrot: 1 ", "parrot: 2 "),
        ("captains: 4", "captains: 1"),
        ("least: 1, most: 4", "least: 2, most: 3"),
        ("{code: R5, colour: red,    ", "{code: R5, colour: red, gold: 8, "),
        ("{code: R4, colour: red,    ", "{code: R4, colour: red, gold: 0, "),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    changed.write_text(text, "utf-8")
    told = words_of(sections_of(str(changed), "advanced"))

    for said in [
        *("red ship (12 gold)", "a parrot of strength 2", "1 captain in the supply"),
        *("2 sets of 2 or 3 cards", "1 × R5 (strength 5, gold 8)", "4 × G1 (strength 1, gold 1)"),
        "A pirate worth no gold never boards.",
    ]:
        assert said in told
    assert "The number of a pirate" not in told


def test_what_everybody_knows_depends_on_the_memory_option() -> None:
    """Shown openly, or to be remembered."""
    assert "what the parrots really are" in words_of(sections_of("jolly-roger", "advanced"))
    assert "have to remember them" in words_of(
        sections_of("jolly-roger", "advanced", memory="true")
    )


def told(tmp_path: Path, *lines: str) -> str:
    """Return the rules of the advanced game with these *lines* in its file."""
    file = tmp_path / "told.yaml"
    head = ["format: 1", "id: told", "name: Told", "extends: jolly-roger/advanced"]
    file.write_text("\n".join([*head, *lines]))
    ended = run("rules", str(file))
    assert ended.code == 0, ended.err
    return " ".join(ended.out.split())


def test_a_chest_with_gold_is_not_empty_and_less_than_no_gold_is_a_debt(tmp_path: Path) -> None:
    rules = told(tmp_path, "change: {seats: {jolly: {gold: -2}, roger: {gold: 4}}}")

    assert "Each player has a treasure chest and 4 captains" in rules
    assert "Jolly begins with a debt of 2 gold." in rules
    assert "Roger begins with 4 gold under the treasure chest." in rules


def test_rules_with_gold_speak_of_no_points(tmp_path: Path) -> None:
    rules = told(tmp_path, "offer: {splitter: behind, price: 2}")

    assert "whoever has the least gold splits" in rules
    assert "from 0 to 2 gold. " in rules
    assert "takes them below 0 gold." in rules
    assert "point" not in rules


def test_a_rule_set_without_a_rulebook_speaks_of_none(tmp_path: Path) -> None:
    assert "rulebook" not in told(tmp_path, "parrot: 2")
    assert "what is not in the rulebook" in run("rules", "jolly-roger", "-v", "advanced").out


def test_several_verbs_say_what_they_share_once(tmp_path: Path) -> None:
    """Leaving one out does not take the rest with it."""
    several = "[{take: {may: true}}, {move: {}}, {score: {to: opponents, gold: 3}}]"
    rules = told(tmp_path, f"change: {{cards: {{KR: {{effect: {several}}}}}}}")

    assert rules.count("The crews there are then compared.") == 1
    assert rules.count("Cards that are safe from this while face up: Skeleton.") == 1
    assert "You may leave this part out; the rest of the card happens all the same." in rules
    assert "You may also choose not to." not in rules
    assert "The card itself always leaves the game." in rules


DRAWS = "change: {cards: {SK: {name: Highwayman, effect: {score: 1, draw: 1}}}}"


def test_a_card_that_draws_has_the_cards_that_no_turn_needs(tmp_path: Path) -> None:
    """They are no cards set aside, and the draw pile may outlast the turns."""
    rules = told(tmp_path, DRAWS)

    assert "10 cards are not needed for the turns; they are kept for Highwayman." in rules
    assert "The game ends after 8 turns." in rules
    assert "set aside" not in rules


def test_cards_drawn_by_a_card_leave_the_pile_that_is_left(tmp_path: Path) -> None:
    """The count of the cards left is that of the pile, whatever was drawn."""
    told(tmp_path, DRAWS)
    loaded = Engine().ruleset_file(str(tmp_path / "told.yaml")).variant(None)
    game, more = loaded.build(), 0
    for seed in range(20):
        position: Any = game.new_position()
        rng, drawn = Random(seed), 0
        while (seat := position.to_act()) != OVER:
            drawn += seat == CHANCE
            position.apply(
                position.draw_at(rng.random())
                if seat == CHANCE
                else position.action_at(rng.random())
            )
            assert position.view(None)["cards_left"] == 50 - drawn == sum(position.pool)
        assert loaded.presenter(game).never_drawn(position) == 0
        more += drawn - 40

    assert 0 < more <= 20 * 10


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["end: {ships: held}"], "A captain stands on every ship, so the game ends early."),
        (["end: {ships: held}", "captains: none"], "Every ship is held, so the game ends early."),
        (["end: {gold: 8}"], "The 8 gold that ends the game has been reached."),
    ],
)
def test_an_early_end_says_why_and_how_many_cards_are_left(
    tmp_path: Path, lines: list[str], said: str
) -> None:
    """A game that lasts to its last turn says nothing of it."""
    told(tmp_path, *lines)
    loaded = Engine().ruleset_file(str(tmp_path / "told.yaml")).variant(None)
    game, say = loaded.build(), Engine().language("en").say
    early = 0
    for seed in range(12):
        position: Any = game.new_position()
        playout(position, Random(seed))
        view = position.view(None)
        ended = [*map(say, loaded.presenter(game).scoring(position))]
        if view["turn"] < 8:
            early += 1
            assert ended[0] == said
            assert view["cards_left"] == sum(position.pool) - 10 == (8 - view["turn"]) * 5
        else:
            assert said not in ended

    assert early


def test_two_ways_to_an_early_end_are_one_sentence(tmp_path: Path) -> None:
    rules = told(tmp_path, "end: {ships: held, gold: 30}")

    assert "a captain stands on every ship, or somebody has 30 gold or more," in rules
    assert "also ends" not in rules


def test_with_two_players_the_other_crew_is_second(tmp_path: Path) -> None:
    rules = told(tmp_path, "change: {ships: {green: {second: 1}}}")

    assert "When a ship is captured, the opponent's crew comes second" in rules
    assert "which takes the stronger crew" in rules


def test_with_three_players_the_strongest_crew_boards(tmp_path: Path) -> None:
    told(tmp_path, "add: {seats: [{id: mary, name: Mary}]}")
    rules = " ".join(run("rules", str(tmp_path / "told.yaml"), "--players", "3").out.split())

    assert "which takes the strongest crew" in rules


def test_dice_are_no_deck_of_cards(tmp_path: Path) -> None:
    rules = told(tmp_path, "offer: {source: dice}")

    assert "There are" not in rules
