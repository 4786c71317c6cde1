"""The language to speak: what was asked for on the command line, else what the system says."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..core.errors import UnknownName, unknown
from ..core.text import PSEUDO, Message, find_language, languages, msg

OPTION = "--lang"
VARIABLE = "SPLITPICK_LANG"
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """The language to speak, and what has to be said about the choice in that language."""

    code: str
    note: Message | None = None
    """``SPLITPICK_LANG`` names an unknown language."""
    error: UnknownName | None = None
    """``--lang`` names an unknown language."""


def choose_language(
    arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> LanguageChoice:
    """Choose by ``--lang``, else ``SPLITPICK_LANG``, else what the system is set to.

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
    """Find what follows ``--lang``, wherever it stands; the last one counts."""
    found = None
    for position, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith(f"{OPTION}="):
            found = argument.removeprefix(f"{OPTION}=")
        elif argument == OPTION and position + 1 < len(arguments):
            found = arguments[position + 1]
    return found


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language as GNU gettext finds it, else English."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, variables)), None) or _windows_locale()
    # GNU gettext: a system that speaks C speaks it whatever LANGUAGE asks for.
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return FALLBACK
    for wanted in (environment.get("LANGUAGE") or locale).split(":"):
        code = find_language(wanted)
        if code and code != PSEUDO:
            return code
    return FALLBACK


def _windows_locale() -> str:
    """Return the language that Windows speaks to its user, as ``"de_DE"``; empty elsewhere."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
