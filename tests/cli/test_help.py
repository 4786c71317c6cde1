"""Help: every command has it, in the reader's language and at the width of the terminal."""

import pytest

from command import COMMAND_LINES, LANGUAGES, help_pages, run
from golden import same_as_file
from splitpick.cli import exits
from splitpick.core.width import display_width

ENGLISH_OF_TYPER = (
    "Show this message and exit",
    "Usage:",
    "Options",
    "Commands",
    "Arguments",
    "[OPTIONS]",
    "[required]",
    "[default:",
)
"""Texts of Typer's own, in any language; some of them are our English too."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_as_people_read_it(language: str) -> None:
    """That of all commands in one file a language, for review."""
    pages = help_pages(language)
    for name, page in pages.items():
        assert (page.code, page.err) == (exits.FINE, "")
        assert name in page.out.splitlines()[0]
        assert all(option in page.out for option in ("--lang ", "--no-color", "--debug"))

    texts = [page.out for page in pages.values()]
    same_as_file(COMMAND_LINES / f"help.{language}.txt", "\n".join(texts))


def test_help_has_a_short_name() -> None:
    assert run("play", "-h", language="en") == run("play", "--help", language="en")


@pytest.mark.often(1)
@pytest.mark.parametrize(("language", "width"), [("en", 20), ("de", 40), ("en", 300)])
def test_help_keeps_within_the_width_and_100(language: str, width: int) -> None:
    pages = help_pages(language, width).values()
    widest = max(display_width(line) for page in pages for line in page.out.splitlines())

    assert min(width, 81) <= widest <= min(width, 100)


def test_explanations_stand_beside_their_options_or_below_them() -> None:
    wide = help_pages("en", 80)["play"].out.splitlines()
    narrow = help_pages("en", 40)["play"].out.splitlines()

    assert "  -v, --variant NAME   The variant of the game." in wide
    at = narrow.index("  -v, --variant NAME")
    assert narrow[at + 1] == "      The variant of the game."


def test_usage_says_what_has_to_be_there() -> None:
    pages = help_pages("en")
    usages = [
        pages[name].out.splitlines()[0] for name in ("splitpick", "play", "matches show", "matches")
    ]

    assert usages == [
        "Usage: splitpick [OPTIONS] COMMAND",
        "Usage: splitpick play [OPTIONS] [RULESET]",
        "Usage: splitpick matches show [OPTIONS] MATCH",
        "Usage: splitpick matches [OPTIONS] COMMAND",
    ]


def test_german_help_has_no_line_of_the_english_one() -> None:
    """But for those that are nothing but names: examples and the like."""
    for name, page in help_pages("en").items():
        german = help_pages("de")[name].out
        examples = {
            line for line in page.out.splitlines() if line.startswith(("  splitpick ", "    "))
        }

        assert set(german.splitlines()) & set(page.out.splitlines()) <= examples | {""}
        assert not any(phrase in german for phrase in ENGLISH_OF_TYPER)
