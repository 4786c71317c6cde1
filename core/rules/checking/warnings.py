"""What can be played, but was perhaps not meant: a text in one language, two things of one name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pydantic import BaseModel

from ...text import Language, Message, Name, msg
from ..characters import excerpt
from ..checks import Rules
from ..faults import Fault, Path
from ..kinds import GameKind
from ..plugin_errors import THEIRS, told
from ..reading.nodes import node_at
from ..resolver import File, Resolver, identity, own_name
from .inheritance import CheckedVariant

PROMISED = ("en", "de")
"""The languages that everything is in."""

MOST_LANGUAGES = 30
"""No rule set is in more; or only its first so many are looked at."""

_NOT_TRANSLATED = ("seats",)
"""Lists of names of people, which are the same in every language."""


def check_languages(
    kind: GameKind,
    variants: Sequence[CheckedVariant],
    file: str,
    language: Callable[[str], Language],
) -> Iterator[tuple[CheckedVariant, Fault]]:
    """Find texts of *file*, and what parts of its rules say, that are not in every language."""
    said = {
        variant.resolved.id: [
            (path, text)
            for path, text in _texts_of(variant.model)
            if node_at(variant.resolved.rules, path).start_mark.name == file
        ]
        for variant in variants
    }
    codes = dict.fromkeys(PROMISED)
    for texts in said.values():
        for _, text in texts:
            codes |= dict.fromkeys(code for code, _ in text.here if "." not in code)
    languages = [language(code) for code in [*codes][:MOST_LANGUAGES]]
    for variant in variants:
        for path, text in said[variant.resolved.id]:
            if text.here or path[0] not in _NOT_TRANSLATED:
                yield from ((variant, fault) for fault in _check_text(path, text, languages))
        try:
            parts = [*kind.texts(variant.model)]
            for fault in _check_parts(parts, languages[: len(PROMISED)]):
                yield variant, fault
        except THEIRS as error:
            message = msg("game-fails", "No game can be made of this: {error}", error=told(error))
            yield variant, Fault(("game",), message)


def _texts_of(value: object, path: Path = ()) -> Iterator[tuple[Path, Name]]:
    """List the texts of a rule set's model, each with the way to it in the YAML."""
    if isinstance(value, Name):
        yield path, value
    elif isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from _texts_of(getattr(value, name), (*path, field.alias or name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts_of(inner, (*path, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for at, inner in enumerate(value):
            yield from _texts_of(inner, (*path, at))


def _check_text(path: Path, text: Name, languages: Sequence[Language]) -> Iterator[Fault]:
    lacking = _lacking(languages, text)
    codes = ", ".join(language.code for language in lacking)
    if lacking and text.here:
        message = msg(
            "missing-translation",
            'This is not in every language: whoever reads {languages} sees "{text}".',
            languages=codes,
            text=excerpt(lacking[0].say(text)),
        )
        yield Fault(path, message, warning=True)
    elif lacking:
        message = msg(
            "untranslated",
            "No catalog has this text in {languages}: write {{en: ..., de: ...}}.",
            languages=codes,
        )
        yield Fault(path, message, warning=True)


def _check_parts(
    parts: Iterable[tuple[Path, Message]], languages: Sequence[Language]
) -> Iterator[Fault]:
    """Find what parts of a rule set say that is not in all of *languages*, once for each part."""
    found: dict[str, Fault] = {}
    for path, message in parts:
        here = message.params.get("here")  # as `in_place` has it
        lacking = _lacking(languages, here if isinstance(here, Name) else message)
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
        return [one for one in languages if not there & {one.code, one.code.partition("_")[0]}]
    return [language for language in languages if not language.knows(text)]


def check_id(rules: Rules, resolver: Resolver, file: File | None) -> Iterator[Fault]:
    """Find that the id of the one in *file* is another one's, or not the name it is played by."""
    id = rules.get("id")
    if not isinstance(id, str) or file is None:
        return
    name, hidden = own_name(file), resolver.hides(file)
    if where := resolver.taken(name if hidden else id, file):
        message = msg(
            "taken-id",
            'The name "{id}" is taken by {file}: give this rule set another id, and its file'
            " another name.",
            id=excerpt(name if hidden else id),
            file=where,
        )
        yield Fault(("id",), message, warning=not hidden)
    elif name != id and identity(file) in map(identity, resolver.known().get(name, ())):
        message = msg(
            "id-not-name",
            'It is played by the name of its file, "{name}", and not by this: call both the same.',
            name=excerpt(name),
        )
        yield Fault(("id",), message, warning=True)
