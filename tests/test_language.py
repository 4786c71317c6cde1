"""The language is the one asked for, else the system's, else English."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from command import LANGUAGES, run
from splitpick.cli.language import choose_language, language_option, system_language
from splitpick.core.text import PSEUDO, Language, find_language, languages, msg

GREETING = {
    language: Language(language).say(
        msg(
            "greeting",
            "Welcome to splitpick, where one player makes two sets of cards and the other chooses"
            " one.",
        )
    )
    for language in LANGUAGES
}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("de-AT", "de"),
        ("de_DE.UTF-8", "de"),
        ("de_CH@euro", "de"),
        (" de ", "de"),
        ("en_GB", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("qps", PSEUDO),
        ("tlh_KX", None),
        ("", None),
        ("d", None),
        ("deutsch", None),
        ("../de", None),
        ("de\0", None),
        ("日本語", None),
        ("x" * 10_000, None),
    ],
)
def test_a_locale_finds_its_catalog(wanted: str, code: str | None) -> None:
    assert find_language(wanted) == code


def test_german_and_english_are_there() -> None:
    assert set(languages()) >= set(LANGUAGES)


SYSTEMS: list[tuple[dict[str, str], str]] = [
    ({}, "en"),
    ({"LANG": ""}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "de"),
    ({"LANG": "de-AT"}, "de"),
    ({"LANG": "C.UTF-8"}, "en"),
    ({"LANG": "C"}, "en"),
    ({"LANG": "tlh_KX.UTF-8"}, "en"),
    ({"LANG": "\x1b[31m;:/%s"}, "en"),
    ({"LANG": "qps"}, "en"),
    # The first that is not empty says the locale, also when there is no catalog for it.
    ({"LC_ALL": "de_DE", "LC_MESSAGES": "en_US", "LANG": "en_US"}, "de"),
    ({"LC_MESSAGES": "de_DE", "LANG": "en_US"}, "de"),
    ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"}, "de"),
    ({"LC_ALL": "tlh_KX", "LANG": "de_DE"}, "en"),
    ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
    ({"LC_CTYPE": "de_DE"}, "en"),
    # LANGUAGE is a list of what would be understood, and means nothing to a system that speaks C.
    ({"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, "de"),
    ({"LANG": "tlh_KX", "LANGUAGE": "tlh:de:en"}, "de"),
    ({"LANG": "de_DE", "LANGUAGE": "en_GB:de"}, "en"),
    ({"LANG": "de_DE", "LANGUAGE": "tlh"}, "en"),
    ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
    ({"LANG": "de_DE", "LANGUAGE": ":::"}, "en"),
    ({"LANG": "C", "LANGUAGE": "de"}, "en"),
    ({"LANG": "POSIX", "LANGUAGE": "de"}, "en"),
    ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
    ({"LANGUAGE": "de"}, "en"),
]


@pytest.mark.parametrize(("variables", "code"), SYSTEMS, ids=str)
def test_the_system_is_asked_as_gettext_asks_it(variables: Mapping[str, str], code: str) -> None:
    assert system_language(variables) == code


@pytest.mark.parametrize(
    ("identifier", "code"), [(0x0407, "de"), (0x0C07, "de"), (0x0409, "en"), (0xFFFF, "en")]
)
def test_windows_is_asked_for_the_language_it_speaks(
    identifier: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel32 = SimpleNamespace(GetUserDefaultUILanguage=lambda: identifier)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)

    assert system_language({}) == code
    assert system_language({"LANG": "C"}) == "en"
    assert system_language({"LANGUAGE": "de:en"}) == ("de" if identifier != 0xFFFF else "en")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], None),
        (["play"], None),
        (["--lang", "de", "play"], "de"),
        (["--lang=de", "play"], "de"),
        (["play", "--lang", "de"], "de"),
        (["rulesets", "check", "--lang=de", "x.yaml"], "de"),
        (["--lang", "en", "play", "--lang", "de"], "de"),
        (["--lang"], None),
        (["--lang="], ""),
        (["rulesets", "check", "--", "--lang", "de"], None),
        (["--language", "de"], None),
    ],
)
def test_the_option_is_found_wherever_it_stands(arguments: list[str], found: str | None) -> None:
    assert language_option(arguments) == found


def test_the_option_goes_before_the_variable_before_the_system() -> None:
    variables = {"SPLITPICK_LANG": "en", "LANG": "de_DE"}

    assert choose_language(["--lang", "de"], {"SPLITPICK_LANG": "en"}).code == "de"
    assert choose_language([], variables).code == "en"
    assert choose_language([], {"LANG": "de_DE"}).code == "de"


def test_an_unknown_variable_is_noted_and_the_system_decides() -> None:
    choice = choose_language([], {"SPLITPICK_LANG": "tlh", "LANG": "de_DE"})

    assert (choice.code, choice.error) == ("de", None)
    assert choice.note is not None
    assert choice.note.params["language"] == "tlh"


def test_an_empty_variable_says_nothing() -> None:
    choice = choose_language([], {"SPLITPICK_LANG": "", "LANG": "de_DE"})

    assert (choice.code, choice.note) == ("de", None)


@pytest.mark.parametrize("variables", [{"SPLITPICK_LANG": "de"}, {"LANG": "de_DE"}])
def test_an_unknown_option_is_an_error_in_the_language_of_the_other_rules(
    variables: Mapping[str, str],
) -> None:
    choice = choose_language(["--lang", "tlh"], variables)

    assert choice.code == "de"
    assert choice.error is not None
    assert choice.error.code == "unknown-language"


# In processes of their own: a language is spoken from the first word on.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "arguments", [["--lang", "{}"], ["--lang={}"]], ids=["two words", "one word"]
)
def test_the_option_is_obeyed(arguments: list[str], language: str) -> None:
    other = "de" if language == "en" else "en"
    words = [argument.format(language) for argument in arguments]
    ended = run(*words, language=other)

    assert " ".join(ended.out.split()).startswith(GREETING[language])


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de-AT"}, "de"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "tlh_KX"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "\x1b]0;x\x07"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "en"}, "en"),
    ],
    ids=str,
)
def test_the_system_is_obeyed(variables: Mapping[str, str], language: str) -> None:
    ended = run(variables=variables)

    assert " ".join(ended.out.split()).startswith(GREETING[language])
    assert ended.err == ""


def test_the_languages_differ() -> None:
    assert len(set(GREETING.values())) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_variable_gets_one_line_and_stops_nothing(language: str) -> None:
    ended = run(variables={"SPLITPICK_LANG": "tlh", "LANG": language})

    assert ended.code == 0
    assert " ".join(ended.out.split()).startswith(GREETING[language])
    assert ended.err.count("\n") == 1
    assert "SPLITPICK_LANG" in ended.err
    assert "tlh" in ended.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_option_is_said_and_names_the_languages_there_are(language: str) -> None:
    ended = run("play", "--lang", "tlh", language=language)

    assert (ended.code, ended.out) == (2, "")
    assert ended.error_code == "unknown-language"
    assert ", ".join(languages()) in ended.err
