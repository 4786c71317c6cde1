"""The texts of a rule set: a sentence that catalogs translate, or all translations in place."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from pydantic import PlainValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from ..text import FORMS, Message, Name, msg
from .characters import excerpt
from .faults import Path

LONGEST_NAME = 60
LONGEST_TEXT = 2_000

KEY = "[key]"
"""Where pydantic puts it behind the way to a value, its key is meant."""

EMPTY_VALUE = msg("empty-value", "There is no value here.")
NOT_A_LIST = msg("not-a-list", "This must be a list.")
NOT_A_MAPPING = msg("not-a-mapping", "This must be a mapping of keys and values.")

_LANGUAGE = re.compile(rf"([a-z]{{2,3}})(?:[_-]([A-Z]{{2}}))?(\.(?:{'|'.join(FORMS)}))?")


def refuse(*faults: tuple[Path, Message]) -> PydanticCustomError:
    """Make the error by which a validator of a model says what is wrong, in messages of ours.

    Each fault has the way from the validated value to what is wrong, ``()`` for the value itself.
    """
    return PydanticCustomError("splitpick", "see the faults", {"faults": faults})


def _read_name(value: object, info: ValidationInfo) -> Name:
    return _read_text(value, info, LONGEST_NAME, one_line=True)


def _read_prose(value: object, info: ValidationInfo) -> Name:
    return _read_text(value, info, LONGEST_TEXT, one_line=False)


def _read_text(value: object, info: ValidationInfo, most: int, *, one_line: bool) -> Name:
    """Read a text to be looked up, or one with all its translations in place."""
    if isinstance(value, dict):
        return _read_translations(value, most, one_line)
    message = _fault_of_text(value, most, one_line)
    if message:
        raise refuse(((), message))
    assert isinstance(value, str)
    domains = (info.context or {}).get("domains", ())
    return Name(" ".join(value.split()) if one_line else value.strip(), domains=domains)


def _read_translations(texts: dict[str, object], most: int, one_line: bool) -> Name:
    # Every variant has the texts of what it extends: those that are right are read once.
    read = _translated if {*map(type, texts.values())} <= {str} else _read_pairs
    return read(tuple(texts.items()), most, one_line)


def _read_pairs(texts: tuple[tuple[str, object], ...], most: int, one_line: bool) -> Name:
    faults: list[tuple[Path, Message]] = []
    here: list[tuple[str, str]] = []
    for key, text in texts:
        found = _LANGUAGE.fullmatch(key)
        message = _fault_of_text(text, most, one_line)
        if not found:
            what = msg(
                "bad-language",
                '"{key}" is no language: write en, de, de-AT, or de.dat for a grammatical form.',
                key=excerpt(key),
            )
            faults.append(((key, KEY), what))
        elif message:
            faults.append(((key,), message))
        else:
            language, region, form = found.groups()
            code = f"{language}_{region}" if region else language
            here.append((code + (form or ""), " ".join(str(text).split())))
    if not faults and not any("." not in code for code, _ in here):
        faults.append(((), msg("no-language", "There must be a text without a form, such as en.")))
    if faults:
        raise refuse(*faults)
    return Name(here=tuple(here))


_translated = lru_cache(64)(_read_pairs)


def _fault_of_text(value: object, most: int, one_line: bool) -> Message | None:
    if not isinstance(value, str):
        return not_text(value)
    if not value.strip():
        return msg("empty-text", "This text is empty.")
    if one_line and "\n" in value.strip():
        return msg("several-lines", "This text must stand on one line.")
    if len(value) > most:
        return msg("long-text", "This text has more than {most} characters.", most=most)
    return None


def not_text(value: object) -> Message:
    """Return what is said of *value*, which is no text."""
    if value is None:
        return EMPTY_VALUE
    return msg("not-text", "This must be a text; put a number in quotes.")


def _schema(most: int, pattern: str) -> WithJsonSchema:
    """Tell editors what a text may be: the English one, or all translations in place."""
    text = {"type": "string", "maxLength": most, "pattern": pattern}
    forms = {
        "type": "object",
        "additionalProperties": False,
        "not": {"propertyNames": {"pattern": r"\."}},  # one is the plain word
    }
    patterns = {"patternProperties": {f"^(?:{_LANGUAGE.pattern})$": text}}
    return WithJsonSchema({"anyOf": [text, {**forms, **patterns}]})


# Named types, so that the schema has each of them once.
Label = TypeAliasType(
    "Label",
    Annotated[Name, PlainValidator(_read_name), _schema(LONGEST_NAME, r"^\s*\S[^\n]*\s*$")],
)
"""A name or short text: one line."""
Prose = TypeAliasType(
    "Prose", Annotated[Name, PlainValidator(_read_prose), _schema(LONGEST_TEXT, r"\S")]
)
"""A longer text."""
