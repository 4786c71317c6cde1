"""Help: every command has it, in the reader's language and at the width of the terminal."""

from __future__ import annotations

import pytest

from command import COMMAND_LINES, LANGUAGES, command_paths, run
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
"""What Typer would say in any language; some of it is our English too."""

PATHS = command_paths()


def name(path: list[str]) -> str:
    return " ".join(path) or "splitpick"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PATHS, ids=name)
def test_help_is_shown_and_nothing_is_done(path: list[str], language: str) -> None:
    ended = run(*path, "--help", language=language)

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert " ".join(["splitpick", *path]) in ended.out.splitlines()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_as_people_read_it(language: str) -> None:
    """That of all commands in one file a language, for review."""
    said = [run(*path, "--help", language=language).out for path in PATHS]
    same_as_file(COMMAND_LINES / f"help.{language}.txt", "\n".join(said))


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_help_has_a_short_name(path: list[str]) -> None:
    assert run(*path, "-h", language="en") == run(*path, "--help", language="en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 80, 100])
@pytest.mark.parametrize("path", PATHS, ids=name)
def test_help_keeps_within_the_width(path: list[str], width: int, language: str) -> None:
    lines = run(*path, "--help", language=language, width=width).out.splitlines()

    assert max(map(display_width, lines)) <= width


def test_help_uses_a_wide_terminal_but_not_all_of_it() -> None:
    lines = run("play", "--help", language="en", width=300).out.splitlines()

    assert 80 < max(map(display_width, lines)) <= 100


def test_explanations_stand_beside_their_options() -> None:
    lines = run("play", "--help", language="en", width=80).out.splitlines()

    assert "  -v, --variant NAME   The variant of the game." in lines


def test_explanations_stand_below_their_options_on_a_narrow_terminal() -> None:
    lines = run("play", "--help", language="en", width=40).out.splitlines()
    at = lines.index("  -v, --variant NAME")

    assert lines[at + 1] == "      The variant of the game."


def test_usage_says_what_has_to_be_there() -> None:
    usages = [run(*path, "-h", language="en").out.splitlines()[0] for path in PATHS]

    assert usages == [
        "Usage: splitpick [OPTIONS] COMMAND",
        "Usage: splitpick play [OPTIONS] [RULESET]",
        "Usage: splitpick resume [OPTIONS] [MATCH]",
        "Usage: splitpick rules [OPTIONS] [RULESET]",
        "Usage: splitpick engine [OPTIONS] [FILE...]",
        "Usage: splitpick post [OPTIONS] [MATCH|TOKEN...]",
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
        "Usage: splitpick rulesets try [OPTIONS] NAME",
        "Usage: splitpick rulesets schema [OPTIONS]",
        "Usage: splitpick rulesets allow [OPTIONS] FOLDER",
        "Usage: splitpick rulesets disallow [OPTIONS] FOLDER",
        "Usage: splitpick plugins [OPTIONS] COMMAND",
        "Usage: splitpick plugins list [OPTIONS]",
        "Usage: splitpick plugins check [OPTIONS] NAME",
        "Usage: splitpick plugins new [OPTIONS] NAME",
    ]


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_language_and_colour_may_stand_behind_every_command(path: list[str]) -> None:
    said = run(*path, "--help", language="en").out

    assert "--lang LANGUAGE" in said
    assert "--no-color" in said


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_german_help_has_no_line_of_the_english_one(path: list[str]) -> None:
    """But for those that are nothing but names: examples and the like."""
    english = run(*path, "--help", language="en", width=100).out
    german = run(*path, "--help", language="de", width=100).out

    examples = {line for line in english.splitlines() if line.startswith("  splitpick ")}
    assert set(german.splitlines()) & set(english.splitlines()) <= examples | {""}
    for phrase in ENGLISH_OF_TYPER:
        assert phrase not in german
