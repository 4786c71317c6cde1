"""Warnings about texts that are not in every language, and about ids that are taken."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from pydantic import BaseModel

from ...text import Language, Message, Name, msg
from ..characters import excerpt
from ..load import Ruleset
from ..plugin_errors import PLUGIN_EXCEPTIONS, describe_error
from ..reading.nodes import MappingNode, node_at
from ..resolver import File, Resolver, identity, own_name
from ..value_findings import Path, ValueFinding

PROMISED = ("en", "de")  # the languages of all texts
MOST_LANGUAGES = 30  # checked at most

_HERE = msg("missing-translation", 'Not translated: readers of {languages} see "{text}".')
_CATALOG = msg("untranslated", "No catalog has this in {languages}: write {{en: ..., de: ...}}.")
_PART = msg("part-untranslated", "Its text in the rules is not translated into {languages}.")


def check_languages(
    ruleset: Ruleset, rules: MappingNode, language: Callable[[str], Language]
) -> list[ValueFinding]:
    """Return a warning for each text, of the file or of an effect it uses, that a language lacks.

    *rules* are the nodes of the variant.  If a plugin fails, that is an error among them.
    """
    texts = [
        (path, text)
        for path, text in _texts_of(ruleset.model)
        if node_at(rules, path).start_mark.name == ruleset.source
    ]
    codes = {code: None for _, text in texts for code, _ in text.here if "." not in code}
    languages = [*map(language, islice({**dict.fromkeys(PROMISED), **codes}, MOST_LANGUAGES))]
    asked: list[tuple[Path, Name | Message, int, Message]] = [
        (path, text, MOST_LANGUAGES, _HERE if text.here else _CATALOG)
        for path, text in texts
        if text.here or path[0] != "seats"  # people are called the same in every language
    ]
    warnings: dict[object, ValueFinding] = {}
    try:
        for path, said in ruleset.kind.texts(ruleset.model):
            here = said.params.get("here")  # the texts of a message made by `in_place`
            asked.append((path, here if isinstance(here, Name) else said, len(PROMISED), _PART))
        for path, text, most, message in asked:
            if lacking := [one for one in languages[:most] if not one.knows(text)]:
                told_in = ", ".join(one.code for one in lacking)
                said_there = excerpt(lacking[0].say(text))
                message = message.filled(languages=told_in, text=said_there)
                fault = ValueFinding(path, message, warning=True)
                warnings.setdefault((path, message.code), fault)
    except PLUGIN_EXCEPTIONS as error:
        message = msg(
            "game-fails", "No game can be made of this: {error}", error=describe_error(error)
        )
        warnings["game"] = ValueFinding(("game",), message)
    return [*warnings.values()]


def _texts_of(value: object, path: Path = ()) -> Iterator[tuple[Path, Name]]:
    """List the texts of a rule set's model, each with its path in the YAML."""
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, Name):
        yield path, value
    elif isinstance(value, BaseModel):
        inner = ((name.replace("_", "-"), each) for name, each in value)
    elif isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, (list, tuple)):
        inner = enumerate(value)
    for key, each in inner:
        yield from _texts_of(each, (*path, key))


def check_id(id: str, resolver: Resolver, file: File) -> list[ValueFinding]:
    """Return the fault, if any, that *id* is taken or differs from the name of *file*."""
    name, hidden = own_name(file), resolver.hides(file)
    known, wanted = resolver.known(), name if hidden else id
    others = [str(each) for each in known.get(wanted, ()) if identity(each) != identity(file)]
    if others:
        message = msg("taken-id", "This name is taken by {file}.", file=others[0])
    elif name != id and identity(file) in map(identity, known.get(name, ())):
        message = msg("id-not-name", 'It is played as "{name}", its file name.', name=excerpt(name))
    else:
        return []
    return [ValueFinding(("id",), message, warning=not hidden)]
