"""The texts of a rule set: a sentence that catalogs translate, or all translations in place."""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    GetPydanticSchema,
    StringConstraints,
    Tag,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from ..text import FORMS, Message, Name, msg
from .characters import FORBIDDEN, forbidden

MOST_NAME = 60
MOST_TEXT = 2_000
LANGUAGE_PATTERN = rf"^[a-z]{{2,3}}(?:[_-][A-Z]{{2}})?(?:\.(?:{'|'.join(FORMS)}))?$"
_ONLY_FORMS: Any = {"propertyNames": {"pattern": r"\."}}  # and no plain text: not allowed
ONE_LINE = r"^\s*\S[^\n]*\s*$"


def refuse(message: Message) -> PydanticCustomError:
    """Make the error that a model's validator raises, with a *message* for people."""
    return PydanticCustomError("splitpick", "see the message", {"message": message})


def _name(value: str | dict[str, str], info: ValidationInfo) -> Name:
    here = value if isinstance(value, dict) else {"": value}
    if wrong := FORBIDDEN.search("".join(here.values())):  # the reader refuses them in files
        raise refuse(forbidden(wrong[0]))
    if isinstance(value, str):
        return Name(value, domains=(info.context or {}).get("domains", ()))
    if all("." in code for code in here):
        raise refuse(msg("no-language", "The plain text is missing: add a key such as en."))
    return Name(here=tuple(sorted((code.replace("-", "_"), text) for code, text in here.items())))


def _translated(text: Any) -> GetPydanticSchema:
    """Return the schema of a `Name`: a value of type *text*, or translations by language."""
    language = Annotated[str, StringConstraints(pattern=LANGUAGE_PATTERN)]
    known = Field(json_schema_extra={"additionalProperties": False, "not": _ONLY_FORMS})
    texts = Annotated[dict[language, text], known, Tag("=texts")]
    either = Annotated[text, Tag("=text")] | texts
    kind = Discriminator(lambda value: "=texts" if isinstance(value, dict) else "=text")
    name = Annotated[either, kind, AfterValidator(_name)]
    return GetPydanticSchema(lambda _, handler: handler(name))


_line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_NAME, pattern=ONE_LINE),
    AfterValidator(lambda text: " ".join(text.split())),
]
_text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_TEXT)]

# Named types, so that the schema has each of them once.
Label = TypeAliasType("Label", Annotated[Name, _translated(_line)])
"""A name or short text: one line of at most `MOST_NAME` characters."""
Prose = TypeAliasType("Prose", Annotated[Name, _translated(_text)])
"""A longer text, of at most `MOST_TEXT` characters."""
