"""The rules that people read follow the rule set that is loaded, number for number."""

from pathlib import Path

from command import LANGUAGES, run
from golden import same_as_file
from splitpick.core import Engine
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
        *("2 sets of 2 to 3 cards", "1 × R5 (strength 5, gold 8)", "4 × G1 (strength 1, gold 1)"),
        "A pirate without gold never boards.",
    ]:
        assert said in told
    assert "The number of a pirate" not in told


def test_what_everybody_knows_depends_on_the_memory_option() -> None:
    """Shown openly, or to be remembered."""
    assert "which cards are parrots" in words_of(sections_of("jolly-roger", "advanced"))
    assert "have to remember them" in words_of(
        sections_of("jolly-roger", "advanced", memory="true")
    )
