"""What can be played, but was perhaps not meant: a text in one language, two things of one name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import BaseModel

from ..text import Language, Message, Name, msg
from .characters import excerpt
from .checks import Rules, items
from .faults import Fault, Path, Plain
from .models import kebab
from .resolver import File, Resolver, identity, own_name

PROMISED = ("en", "de")
"""The languages that everything is in."""

MOST_LANGUAGES = 30
"""No rule set is in more; or only its first so many are looked at."""

_NOT_TRANSLATED = ("seats",)
"""Lists of names of people, which are the same in every language."""


def texts_of(value: object, path: Path = ()) -> Iterator[tuple[Path, Name]]:
    """Go through the texts of a rule set's model, each with the way to it in the YAML."""
    if isinstance(value, Name):
        yield path, value
    elif isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from texts_of(getattr(value, name), (*path, field.alias or kebab(name)))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_of(inner, (*path, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for at, inner in enumerate(value):
            yield from texts_of(inner, (*path, at))


def languages_of(texts: Iterable[Name]) -> list[str]:
    """List the languages that *texts* should be in: the promised ones, and those some are in."""
    found = dict.fromkeys(PROMISED)
    for text in {id(text): text for text in texts}.values():  # variants share most of them
        found |= dict.fromkeys(code for code, _ in text.here if "." not in code)
    return list(found)[:MOST_LANGUAGES]


def check_texts(
    texts: Iterable[tuple[Path, Name]], languages: Sequence[Language]
) -> Iterator[Fault]:
    """Find the texts that are not in all of *languages*."""
    for path, text in texts:
        if not text.here and path[0] in _NOT_TRANSLATED:
            continue
        lacking = _lacking(languages, text)
        if lacking and text.here:
            message = msg(
                "missing-translation",
                'This is not in every language: whoever reads {languages} sees "{text}".',
                languages=", ".join(language.code for language in lacking),
                text=excerpt(lacking[0].say(text)),
            )
            yield Fault(path, message, warning=True)
        elif lacking:
            message = msg(
                "untranslated",
                "No catalog has this text in {languages}: write {{en: ..., de: ...}}.",
                languages=", ".join(language.code for language in lacking),
            )
            yield Fault(path, message, warning=True)


def check_said(
    said: Iterable[tuple[Path, Message]], languages: Sequence[Language]
) -> Iterator[Fault]:
    """Find what parts of a rule set say that is not in all of *languages*, once for each part."""
    found: dict[str, Fault] = {}
    for path, message in said:
        here = message.params.get("here")  # as `in_place` has it
        text = here if isinstance(here, Name) else message
        lacking = _lacking(languages, text)
        if lacking:
            fault = msg(
                "part-untranslated",
                "What this says in the rules is not translated into {languages}.",
                languages=", ".join(language.code for language in lacking),
            )
            found.setdefault(repr(path), Fault(path, fault, warning=True))
    yield from found.values()


def _lacking(languages: Iterable[Language], text: Name | Message) -> list[Language]:
    """List the *languages* that *text* is not in; English, too, if it has only other ones."""
    if isinstance(text, Name) and text.here:
        there = {code for code, _ in text.here}
        return [
            language
            for language in languages
            if there.isdisjoint((language.code, language.code.partition("_")[0]))
        ]
    return [language for language in languages if not language.knows(text)]


def check_names(rules: Rules, lists: Iterable[str]) -> Iterator[Fault]:
    """Find items of one of *lists* that are called the same."""
    for name in lists:
        first: dict[str, Path] = {}
        for path, item in items(rules, name):
            told = _english(item.get("name"))
            if not told:
                continue
            if told in first:
                message = msg(
                    "same-name",
                    'Another one is called "{name}" as well, in {place}.',
                    name=excerpt(told),
                )
                yield Fault((*path, "name"), message, other=(*first[told], "name"), warning=True)
            first.setdefault(told, path)


def check_id(rules: Rules, resolver: Resolver, file: File | None) -> Iterator[Fault]:
    """Find that the id of the one in *file* is another one's, or not the name it is played by."""
    id = rules.get("id")
    if not isinstance(id, str) or file is None:
        return
    name = own_name(file)
    if resolver.hides(file):
        message = msg(
            "taken-id",
            'There is a rule set "{id}" already, in {file}: this one is not played by that name'
            " until its file is renamed.",
            id=excerpt(name),
            file=resolver.taken(name, file),
        )
        yield Fault(("id",), message)
    elif where := resolver.taken(id, file):
        message = msg(
            "taken-id",
            'There is a rule set "{id}" already, in {file}: people would mistake one for the'
            " other.",
            id=excerpt(id),
            file=where,
        )
        if name == id:
            message = msg(
                "taken-id",
                'There is a rule set "{id}" already, in {file}: people would mistake one for the'
                " other, and in your own folder this one would not be played by that name until it"
                " is renamed.",
                id=excerpt(id),
                file=where,
            )
        yield Fault(("id",), message, warning=True)
    elif name != id and identity(file) in map(identity, resolver.known().get(name, ())):
        message = msg(
            "id-not-name",
            'It is played by the name of its file, "{name}", and not by this: call both the same.',
            name=excerpt(name),
        )
        yield Fault(("id",), message, warning=True)


def _english(value: Plain) -> str:
    """Return the name that *value* is, or has in English or in its first language."""
    if isinstance(value, dict):
        value = value.get("en") or next(iter(value.values()), "")
    return " ".join(value.split()) if isinstance(value, str) else ""
