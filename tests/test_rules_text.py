"""The rules that people read follow the rule set that is loaded, number for number."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import LANGUAGES, run
from golden import same_as_file
from splitpick.core import Engine
from splitpick.core.scene import Section

RULES = Path(__file__).parent / "rules"
VARIANTS = ("introductory", "advanced", "all-cards")
SHIPPED = Path(__file__).resolve().parent.parent / "rulesets" / "jolly-roger.yaml"


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rules_in_full(variant: str, language: str) -> None:
    """To be read as they are; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    ended = run("rules", "jolly-roger", "--variant", variant, language=language)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(RULES / f"{variant}.{language}.txt", ended.out)


def test_the_variants_differ_in_their_numbers() -> None:
    """Cards, turns, what is set aside, and whether there are special cards."""
    introductory, advanced, everything = (
        words_of(sections_of("jolly-roger", variant)) for variant in VARIANTS
    )

    assert "There are 43 cards" in introductory
    assert "3 are set aside unseen" in introductory
    assert "after 8 turns" in introductory
    assert "Kraken" not in introductory
    assert "There are 50 cards" in advanced
    assert "10 are set aside unseen" in advanced
    assert "Kraken" in advanced
    assert "all of them are the draw pile" in everything
    assert "after 10 turns" in everything


def test_the_rules_follow_a_change_of_the_rule_set(tmp_path: Path) -> None:
    """Another gold, another parrot, fewer captains, another size of sets: all are told."""
    changed = tmp_path / "changed.yaml"
    text = SHIPPED.read_text("utf-8")
    for old, new in [
        ("gold: 9", "gold: 12"),
        ("parrot: 1 ", "parrot: 2 "),
        ("captains: 4", "captains: 1"),
        ("least: 1, most: 4", "least: 2, most: 3"),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    changed.write_text(text, "utf-8")

    told = words_of(sections_of(str(changed), "advanced"))

    assert "red ship (12 gold)" in told
    assert "a parrot of strength 2" in told
    assert "1 captain in the supply" in told
    assert "2 sets of 2 to 3 cards" in told


def test_strength_and_gold_are_told_where_the_codes_do_not_tell_them(tmp_path: Path) -> None:
    """A pirate worth more gold than strength makes the list say both of every pirate."""
    changed = tmp_path / "changed.yaml"
    text = SHIPPED.read_text("utf-8")
    line = "{code: R5, colour: red,    strength: 5, count: 1}"
    assert text.count(line) == 1
    changed.write_text(text.replace(line, line.replace("count", "gold: 8, count")), "utf-8")

    told = words_of(sections_of(str(changed), "advanced"))

    assert "1 × R5 (strength 5, gold 8)" in told
    assert "4 × G1 (strength 1, gold 1)" in told
    assert "The number of a pirate" not in told


def test_what_everybody_knows_depends_on_the_memory_option() -> None:
    """Shown openly, or to be remembered."""
    assert "which cards are parrots" in words_of(sections_of("jolly-roger", "advanced"))
    assert "have to remember it" in words_of(sections_of("jolly-roger", "advanced", memory="true"))
