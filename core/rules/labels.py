"""The texts of a rule set: a sentence that catalogs translate, or all translations in place."""

import re
from functools import partial
from typing import Annotated

from pydantic import PlainValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from ..text import FORMS, Message, Name, msg
from .characters import FORBIDDEN, excerpt, forbidden
from .faults import Path

LONGEST_NAME = 60
LONGEST_TEXT = 2_000
KEY = "[key]"
"""Mark behind a path for the key instead of the value, as pydantic writes it."""

EMPTY_VALUE = msg("empty-value", "There is no value here.")
NOT_A_LIST = msg("not-a-list", "This must be a list.")
NOT_A_MAPPING = msg("not-a-mapping", "This must be a mapping of keys and values.")

NOT_TEXT = msg("not-text", "This must be a text; put a number in quotes.")

_LANGUAGE = re.compile(rf"[a-z]{{2,3}}(?:[_-][A-Z]{{2}})?(?:\.(?:{'|'.join(FORMS)}))?")


def refuse(*faults: tuple[Path, Message]) -> PydanticCustomError:
    """Make the error that a model's validator raises, with messages for people.

    Each fault has its path inside the validated value, ``()`` for the value itself.
    """
    return PydanticCustomError("splitpick", "see the faults", {"faults": faults})


def _read(value: object, info: ValidationInfo, *, most: int, one_line: bool) -> Name:
    """Read a text with at most *most* characters, or all its translations."""
    translated = isinstance(value, dict)
    texts: dict[str, object] = value if isinstance(value, dict) else {"": value}
    faults: list[tuple[Path, Message]] = []
    here: list[tuple[str, str]] = []
    for key, text in texts.items():
        if translated and not _LANGUAGE.fullmatch(key):
            message = msg(
                "bad-language",
                '"{key}" is not a language: write en, de, de-AT, or de.dat for a grammatical form.',
                key=excerpt(key),
            )
            faults.append(((key, KEY), message))
        elif fault := _fault_of(text, most, one_line):
            faults.append(((key,) if translated else (), fault))
        else:
            said = " ".join(str(text).split()) if one_line else str(text).strip()
            here.append((key.replace("-", "_"), said))
    if not faults and all("." in code for code, _ in here):
        missing = msg("no-language", "A text without a grammatical form, such as en, is missing.")
        faults.append(((), missing))
    if faults:
        raise refuse(*faults)
    if translated:
        return Name(here=tuple(here))
    return Name(here[0][1], domains=(info.context or {}).get("domains", ()))


def _fault_of(value: object, most: int, one_line: bool) -> Message | None:
    if not isinstance(value, str):
        return EMPTY_VALUE if value is None else NOT_TEXT
    if not value.strip():
        return msg("empty-text", "This text is empty.")
    if one_line and "\n" in value.strip():
        return msg("several-lines", "This text must be on one line.")
    if wrong := FORBIDDEN.search(value):  # the YAML reader has found those of a file
        return forbidden(wrong.group())
    if len(value) > most:
        return msg("long-text", "This text has more than {most} characters.", most=most)
    return None


def _schema(most: int, pattern: str) -> WithJsonSchema:
    """Tell editors what a text may be: the English one, or all translations in place."""
    text = {"type": "string", "maxLength": most, "pattern": pattern}
    forms = {
        "type": "object",
        "additionalProperties": False,
        "not": {"propertyNames": {"pattern": r"\."}},  # one is the plain word
        "patternProperties": {f"^(?:{_LANGUAGE.pattern})$": text},
    }
    return WithJsonSchema({"anyOf": [text, forms]})


# Named types, so that the schema has each of them once.
_LINE = PlainValidator(partial(_read, most=LONGEST_NAME, one_line=True))
_TEXT = PlainValidator(partial(_read, most=LONGEST_TEXT, one_line=False))
Label = TypeAliasType("Label", Annotated[Name, _LINE, _schema(LONGEST_NAME, r"^\s*\S[^\n]*\s*$")])
"""A name or short text: one line."""
Prose = TypeAliasType("Prose", Annotated[Name, _TEXT, _schema(LONGEST_TEXT, r"\S")])
"""A longer text."""
