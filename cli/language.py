"""Which language to speak: what was asked for on the command line, else what the system says."""

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
class Choice:
    """The language to speak, and what has to be said about it in that language."""

    code: str
    note: Message | None = None
    """``SPLITPICK_LANG`` names a language there is not."""
    error: UnknownName | None = None
    """``--lang`` names a language there is not."""


def choose_language(
    arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> Choice:
    """Choose by ``--lang``, else ``SPLITPICK_LANG``, else what the system is set to.

    *arguments* are those of the command line; they are only looked through, since the language
    has to be known before help and usage errors can be worded.
    """
    environment = os.environ if environment is None else environment
    error = note = None
    wanted = language_option(arguments)
    if wanted is not None:
        code = find_language(wanted)
        if code:
            return Choice(code)
        message = msg("unknown-language", 'There is no language "{language}".', language=wanted)
        error = unknown(message, wanted, languages())
    wanted = environment.get(VARIABLE)
    if wanted:
        code = find_language(wanted)
        if code:
            return Choice(code, error=error)
        note = msg(
            "unknown-language",
            '{variable} asks for the language "{language}", which is not available.',
            variable=VARIABLE,
            language=wanted,
        )
    return Choice(system_language(environment), note, error)


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
    """Tell the system's language as GNU gettext does, else English."""
    locale = _locale(environment)
    # GNU gettext: a system that speaks C speaks it whatever LANGUAGE asks for.
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return FALLBACK
    preferred = environment.get("LANGUAGE") or locale
    for wanted in preferred.split(":"):
        code = find_language(wanted)
        if code and code != PSEUDO:
            return code
    return FALLBACK


def _locale(environment: Mapping[str, str]) -> str:
    """Return the locale for messages: the first variable that says one, else Windows' own."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return environment[variable]
    return _windows_locale()


def _windows_locale() -> str:
    """Return the language Windows itself speaks to its user, as ``"de_DE"``; nothing elsewhere."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
