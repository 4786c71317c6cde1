"""The language is the one asked for, else the system's, else English."""

import ctypes
import sys
from types import SimpleNamespace

import pytest

from command import LANGUAGES, run
from splitpick.cli.choose_language import (
    chosen_language,
    language_option,
    own_language,
    system_language,
)
from splitpick.core.text import PSEUDO, find_language, languages

GREETING = {"en": "Welcome to splitpick", "de": "Willkommen bei splitpick"}


def test_a_locale_finds_its_catalog() -> None:
    german = ("de", "DE", "de-AT", "de_DE.UTF-8", "de_CH@euro", " de ")
    english = ("en_GB", "C", "C.UTF-8", "POSIX")
    unknown = ("tlh_KX", "", "d", "deutsch", "../de", "de\0", "日本語", "x" * 10_000)

    assert {find_language(wanted) for wanted in german} == {"de"}
    assert {find_language(wanted) for wanted in english} == {"en"}
    assert {find_language(wanted) for wanted in unknown} == {None}
    assert find_language("qps") == PSEUDO
    assert set(languages()) >= set(LANGUAGES)


SYSTEMS: list[tuple[dict[str, str], str]] = [
    ({}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "de"),
    ({"LANG": "C.UTF-8"}, "en"),
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
    ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
    ({"LANGUAGE": "de"}, "en"),
]


def test_the_system_is_asked_as_gettext_asks_it() -> None:
    for variables, code in SYSTEMS:
        assert system_language(variables) == code, variables


def test_windows_is_asked_for_the_language_it_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for identifier, code in ((0x0407, "de"), (0x0C07, "de"), (0x0409, "en"), (0xFFFF, "en")):
        kernel32 = SimpleNamespace(GetUserDefaultUILanguage=lambda answer=identifier: answer)
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)

        assert system_language({}) == code
        assert system_language({"LANG": "C"}) == "en"


def test_the_option_is_found_wherever_it_stands() -> None:
    for arguments, found in {
        "play": None,
        "--lang de play": "de",
        "play --lang=de": "de",
        "--lang en play --lang de": "de",
        "--lang": None,
        "--lang=": "",
        "rulesets check -- --lang de": None,
        "--language de": None,
    }.items():
        assert language_option(arguments.split()) == found, arguments


def test_the_option_goes_before_the_variable_before_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert own_language({"SPLITPICK_LANG": "en", "LANG": "de_DE"}) == "en"
    assert own_language({"SPLITPICK_LANG": "", "LANG": "de_DE"}) == "de"
    assert own_language({"SPLITPICK_LANG": "tlh", "LANG": "de_DE"}) == "de"
    monkeypatch.setenv("SPLITPICK_LANG", "en")
    assert chosen_language(["--lang", "de"]) == "de"
    assert chosen_language(["--lang", "tlh"]) == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_spoken_from_the_first_word_on(language: str) -> None:
    chosen = run("--lang", language, variables={"SPLITPICK_LANG": "nl"})
    system = run(variables={"LANG": f"{language}-AT"})
    variable = run(variables={"SPLITPICK_LANG": "tlh", "LANG": language})
    option = run("play", "--lang", "tlh", language=language)

    for ended in (chosen, system, variable):
        assert ended.code == 0
        assert ended.out.startswith(GREETING[language])
    assert chosen.err == system.err == ""
    assert variable.err.count("\n") == option.err.count("\n") == 1
    assert "SPLITPICK_LANG" in variable.err
    assert "tlh" in variable.err
    assert (option.code, option.out, option.error_code) == (2, "", "unknown-language")
    assert ", ".join(languages()) in option.err
