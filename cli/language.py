"""The language to speak: that of the command line, else of the variable, else of the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..core.errors import UnknownName, unknown
from ..core.text import PSEUDO, Message, find_language, languages, msg

VARIABLE = "SPLITPICK_LANG"
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """The language to speak, and complaints about unknown ones."""

    code: str
    note: Message | None = None
    """Note about ``SPLITPICK_LANG``."""
    error: UnknownName | None = None
    """Error about ``--lang``."""


def choose_language(
    arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> LanguageChoice:
    """Choose by ``--lang``, else ``SPLITPICK_LANG``, else the system's language.

    *arguments* are those of the command line, which Typer reads later: help and usage errors have
    to be worded by then.
    """
    environment = os.environ if environment is None else environment
    error = note = None
    wanted = language_option(arguments)
    if wanted is not None:
        if code := find_language(wanted):
            return LanguageChoice(code)
        message = msg("unknown-language", 'There is no language "{language}".', language=wanted)
        error = unknown(message, wanted, languages())
    if wanted := environment.get(VARIABLE):
        if code := find_language(wanted):
            return LanguageChoice(code, error=error)
        note = msg(
            "unavailable-language",
            '{variable} asks for the language "{language}", which is not available.',
            variable=VARIABLE,
            language=wanted,
        )
    return LanguageChoice(system_language(environment), note, error)


def language_option(arguments: Sequence[str]) -> str | None:
    """Find the value of ``--lang``, wherever it stands; the last one counts."""
    found, before = None, ""
    for argument in arguments:
        if argument == "--":
            break
        if before == "--lang":
            found = argument
        elif argument.startswith("--lang="):
            found = argument.removeprefix("--lang=")
        before = argument
    return found


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language as GNU gettext finds it, else English."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, variables)), None) or _windows_locale()
    # GNU gettext: a system that speaks C speaks it whatever LANGUAGE asks for.
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return FALLBACK
    wanted = (environment.get("LANGUAGE") or locale).split(":")
    found = (code for code in map(find_language, wanted) if code and code != PSEUDO)
    return next(found, FALLBACK)


def _windows_locale() -> str:
    """Return the language of Windows for its user, as ``"de_DE"``; empty elsewhere."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
