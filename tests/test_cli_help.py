"""Help: every command has it, in the reader's language and at the width of the terminal."""

from __future__ import annotations

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

    said = [page.out for page in pages.values()]
    same_as_file(COMMAND_LINES / f"help.{language}.txt", "\n".join(said))


def test_help_has_a_short_name() -> None:
    assert run("play", "-h", language="en") == run("play", "--help", language="en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 100])
def test_help_keeps_within_the_width(width: int, language: str) -> None:
    for page in help_pages(language, width).values():
        assert max(map(display_width, page.out.splitlines())) <= width


def test_help_uses_a_wide_terminal_but_not_all_of_it() -> None:
    lines = run("play", "--help", language="en", width=300).out.splitlines()

    assert 80 < max(map(display_width, lines)) <= 100


def test_explanations_stand_beside_their_options() -> None:
    lines = help_pages("en", 80)["play"].out.splitlines()

    assert "  -v, --variant NAME   The variant of the game." in lines


def test_explanations_stand_below_their_options_on_a_narrow_terminal() -> None:
    lines = help_pages("en", 40)["play"].out.splitlines()
    at = lines.index("  -v, --variant NAME")

    assert lines[at + 1] == "      The variant of the game."


def test_usage_says_what_has_to_be_there() -> None:
    usages = [page.out.splitlines()[0] for page in help_pages("en").values()]

    assert usages == [
        "Usage: splitpick [OPTIONS] COMMAND",
        "Usage: splitpick play [OPTIONS] [RULESET]",
        "Usage: splitpick resume [OPTIONS] [MATCH]",
        "Usage: splitpick rules [OPTIONS] [RULESET]",
        "Usage: splitpick simulate [OPTIONS] [RULESET]",
        "Usage: splitpick compare [OPTIONS] RULESET...",
        "Usage: splitpick tournament [OPTIONS] [RULESET]",
        "Usage: splitpick engine [OPTIONS] [FILE...]",
        "Usage: splitpick post [OPTIONS] [MATCH|TOKEN...]",
        "Usage: splitpick analyse [OPTIONS] MATCH",
        "Usage: splitpick daily [OPTIONS] [RULESET]",
        "Usage: splitpick matches [OPTIONS] COMMAND",
        "Usage: splitpick matches list [OPTIONS]",
        "Usage: splitpick matches resume [OPTIONS] [MATCH]",
        "Usage: splitpick matches show [OPTIONS] MATCH",
        "Usage: splitpick matches replay [OPTIONS] MATCH",
        "Usage: splitpick matches delete [OPTIONS] MATCH...",
        "Usage: splitpick matches export [OPTIONS] MATCH",
        "Usage: splitpick matches import [OPTIONS] FILE",
        "Usage: splitpick rulesets [OPTIONS] COMMAND",
        "Usage: splitpick rulesets list [OPTIONS]",
        "Usage: splitpick rulesets show [OPTIONS] NAME",
        "Usage: splitpick rulesets check [OPTIONS] FILE...",
        "Usage: splitpick rulesets explain [OPTIONS] [CODE]",
        "Usage: splitpick rulesets try [OPTIONS] NAME",
        "Usage: splitpick rulesets schema [OPTIONS]",
        "Usage: splitpick rulesets allow [OPTIONS] FOLDER",
        "Usage: splitpick rulesets disallow [OPTIONS] FOLDER",
        "Usage: splitpick plugins [OPTIONS] COMMAND",
        "Usage: splitpick plugins list [OPTIONS]",
        "Usage: splitpick plugins check [OPTIONS] NAME",
        "Usage: splitpick plugins new [OPTIONS] NAME",
    ]


def test_language_colour_and_debug_may_stand_behind_every_command() -> None:
    for page in help_pages("en").values():
        assert "--lang LANGUAGE" in page.out
        assert "--no-color" in page.out
        assert "--debug" in page.out


def test_german_help_has_no_line_of_the_english_one() -> None:
    """But for those that are nothing but names: examples and the like."""
    for name, page in help_pages("en").items():
        german = help_pages("de")[name].out
        examples = {
            line for line in page.out.splitlines() if line.startswith(("  splitpick ", "    "))
        }

        assert set(german.splitlines()) & set(page.out.splitlines()) <= examples | {""}
        assert not any(phrase in german for phrase in ENGLISH_OF_TYPER)
