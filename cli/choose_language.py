"""The language of all texts: from ``--lang``, else ``SPLITPICK_LANG``, else the system's."""

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..core.errors import unknown
from ..core.text import PSEUDO, Message, find_language, languages, msg


def chosen_language(arguments: Sequence[str]) -> str:
    """Return the language of ``--lang``; if it is missing or unknown, `own_language`.

    *arguments* are those of the command line.  Typer reads them later, when its help and its usage
    errors need a language already.
    """
    return find_language(language_option(arguments) or "") or own_language(os.environ)


def own_language(environment: Mapping[str, str]) -> str:
    """Return the language of ``SPLITPICK_LANG``; if it is missing or unknown, the system's."""
    return find_language(environment.get("SPLITPICK_LANG", "")) or system_language(environment)


def language_note(arguments: Sequence[str]) -> Message | None:
    """Raise `UnknownName` for a bad ``--lang``; without ``--lang``, note a bad SPLITPICK_LANG."""
    wanted, own = language_option(arguments), os.environ.get("SPLITPICK_LANG")
    if wanted is not None and not find_language(wanted):
        message = msg("unknown-language", 'There is no language "{language}".', language=wanted)
        base = wanted.replace("-", "_").partition("_")[0].lower()
        same = [code for code in languages() if code.partition("_")[0].lower() == base]
        raise unknown(message, same[0] if same else wanted, languages())
    if wanted is not None or not own or find_language(own):
        return None
    return msg("unavailable-language", 'SPLITPICK_LANG: "{language}" is unknown.', language=own)


def language_option(arguments: Sequence[str]) -> str | None:
    """Return the last value of ``--lang`` before ``--``; ``None`` if there is none."""
    code = None
    for before, argument in pairwise(["", *arguments]):
        if argument == "--":
            break
        if before == "--lang":
            code = argument
        elif argument.startswith("--lang="):
            code = argument.removeprefix("--lang=")
    return code


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language as GNU gettext finds it, else English."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, variables)), None) or _windows_locale()
    wanted = (environment.get("LANGUAGE") or locale).split(":")
    # As in GNU gettext: LANGUAGE does not count if the locale is C.
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        wanted = []
    codes = (code for code in map(find_language, wanted) if code and code != PSEUDO)
    return next(codes, "en")


def _windows_locale() -> str:
    """Return the display language of Windows, as ``"de_DE"``; empty on other systems."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
