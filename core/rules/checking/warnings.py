"""Warnings about texts that are not in every language, and about ids that are taken."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from html import unescape
from itertools import islice

from pydantic import BaseModel

from ...errors import Edit, Finding, SplitpickError
from ...text import FORMS, Language, Message, Name, msg, serves
from ..characters import excerpt
from ..extract import KEYS
from ..load import Ruleset
from ..models import ID_PATTERN
from ..plugin_errors import PLUGIN_EXCEPTIONS, describe_error
from ..reading.lookalikes import odd_character, plain_form
from ..reading.nodes import MappingNode, entries, finding_at, leaves, line_at, node_at, replacing
from ..reading.repairs import quoted
from ..resolver import File, Resolver, identity, own_name
from ..value_findings import WARNING, Path, ValueFinding, likely, to_write, words_meant
from .cures.forms import flow
from .cures.value_trial import LANGUAGES

PROMISED = ("en", "de")  # the languages of all texts that have catalogs
_JOINERS = "\u200c\u200d"  # letters and emoji need them
MOST_LANGUAGES = 30  # checked at most

_SAME = ("seats", "credits", "license", "version")  # called the same in every language
_HERE = msg("missing-translation", 'Not translated: readers of {languages} see "{text}".')
_CATALOG = msg("untranslated", "No catalog has this in {languages}: write {form}.")
_ONLY_THESE = msg("only-region", 'Only readers of "{name}" see this.')
_EXAMPLES = {
    "en.nom": "the galleon",
    "de.nom": "die Galeone",
    "de.acc": "den Kutter",
    "de.loc": "an der Galeone",
    "nl.nom": "het galjoen",
}
_GERMAN = re.compile(
    r"[ÄÖÜäöüß]|^([Dd]er|[Dd]as|[Ee]ine?|[Vv]iele) |^die [A-Z]|\bund\b"
    r"|\w{3}(heit|keit|schaft|erung)\b"
)
"""A letter, a word or an ending that no English name has; many of those have capitals."""
_PART = msg("part-untranslated", "Its text in the rules is not translated into {languages}.")


def languages_in(start: MappingNode) -> Mapping[str, int]:
    """Return the languages of the texts in the file *start*, each with its number of texts."""
    return Counter(
        path[-1].replace("-", "_")
        for path, _ in leaves(start)
        if len(path) > 1 and path[-2] in KEYS["texts"] and isinstance(path[-1], str)
    )


def check_languages(
    ruleset: Ruleset,
    rules: MappingNode,
    used: Mapping[str, int],
    language: Callable[[str], Language],
    has_catalogs: bool,
) -> list[ValueFinding]:
    """Return a warning for each text, of the file or of an effect it uses, that a language lacks.

    *rules* are the nodes of the variant; *used* are the `languages_in` the file, which without
    catalogs need be in no others but English.  If a plugin fails, that is an error among them.
    """
    in_two = any(_in_two(text.text) for _, text in _texts_of(ruleset.model))
    others = has_catalogs or in_two
    promised = [code for code in PROMISED if others or code == "en" or code in used]
    texts = [
        (path, text)
        for path, text in _texts_of(ruleset.model)
        if node_at(rules, path).start_mark.name == ruleset.source
    ]
    doubtful = {path: [*_doubtful_languages(path, text, rules, used)] for path, text in texts}
    odd = {str(fault.path[-1]).replace("-", "_") for each in doubtful.values() for fault in each}
    here = {code: None for _, text in texts for code, _ in text.here if "." not in code}
    codes = {code: None for code in here if code not in odd}
    languages = [*map(language, islice({**dict.fromkeys(promised), **codes}, MOST_LANGUAGES))]
    asked: list[tuple[Path, Name | Message, int, Message]] = [
        (path, text, MOST_LANGUAGES, _HERE if text.here else _CATALOG)
        for path, text in texts
        if text.here or path[0] not in _SAME
    ]
    warnings: dict[object, ValueFinding] = {}
    for path, faults in doubtful.items():
        warnings |= {(path, fault.path): fault for fault in faults}
    for path, text in texts:
        names_place = path[0] in KEYS["places"] and not doubtful[path]
        # A name that is not translated lacks more than its forms.
        known = names_place and all(one.knows(text) for one in languages)
        in_catalog = not text.here and language(PROMISED[-1]).knows(text)
        if known and not in_catalog and (forms := _lacking_forms(text)):
            examples = ", ".join(f"{form}: {_EXAMPLES[form]}" for form in forms)
            if not text.here:
                examples = f"{{en: {flow(text.text)}, en.nom: the ...}}"
            message = msg(
                "missing-form",
                "Sentences need more forms of this name, such as {forms}.",
                forms=examples,
            )
            warnings[path, "missing-form"] = ValueFinding(path, message, warning=True)
    try:
        for path, said in ruleset.kind.texts(ruleset.model):
            texts_here = said.params.get("here")  # of a message made by `in_place`
            said_by = texts_here if isinstance(texts_here, Name) else said
            asked.append((path, said_by, len(promised), _PART))
        for path, asked_for, most, message in asked:
            if not doubtful.get(path) and (
                lacking := [one for one in languages[:most] if not one.knows(asked_for)]
            ):
                told_in = ", ".join(one.code for one in lacking)
                said_there = excerpt(lacking[0].say(asked_for))
                both = _in_two(said_there) if message is _CATALOG else ""
                message = message.filled(languages=told_in, text=said_there)
                message = message.filled(form=both or "{en: ..., de: ...}")
                message = message.filled(write=both) if both else message
                fault = ValueFinding(path, message, warning=True)
                warnings.setdefault((path, message.code), fault)
    except PLUGIN_EXCEPTIONS as error:
        message = msg(
            "game-fails", "No game can be made of this: {error}", error=describe_error(error)
        )
        codes_of = [card.code for card in getattr(ruleset.model, "cards", ())]
        code = error.message.params.get("card") if isinstance(error, SplitpickError) else None
        path = ("cards", codes_of.index(code), "effect") if code in codes_of else ("game",)
        warnings["game"] = ValueFinding(path, message)
    return [*warnings.values()]


def _in_two(text: str) -> str:
    """Return the mapping that ``galleon / die Galeone`` is, if it shows which is German."""
    parts = re.split(r"\s*[/|]\s*", text)
    looks = [bool(_GERMAN.search(part)) for part in parts]
    if looks == [False, True]:
        return flow({"en": parts[0], "de": parts[1]})
    return flow({"en": parts[1], "de": parts[0]}) if looks == [True, False] else ""


def _lacking_forms(name: Name) -> list[str]:
    """Return the forms, such as de.loc, that sentences about a place need and *name* lacks."""
    here, lacking = dict(name.here) or {"en": name.text}, []
    for language in (code for code in ("en", "de", "nl") if code in here):
        nom = here.get(f"{language}.nom", "die " if language == "de" else "")
        for form in ("nom", "acc", "loc"):
            served = form != "nom" and serves(nom, language, form)
            if f"{language}.{form}" not in here and not served:
                lacking.append(f"{language}.{form}")
    return lacking


def _doubtful_languages(
    path: Path, text: Name, rules: MappingNode, used: Mapping[str, int]
) -> Iterator[ValueFinding]:
    """Yield a warning for each language of *text* that is hardly one, or is one of a region.

    *used* tells in how many texts each language is: one in a single text may be mistyped.
    """
    from babel import Locale  # CLDR's data is slow to load

    written = {key.replace("-", "_"): key for key in entries(node_at(rules, path))}
    for code in dict.fromkeys(code for code, _ in text.here):
        language, _, form = code.partition(".")
        base = language.partition("_")[0]
        near = base[:2] if len(base) == 3 and base[:2] in LANGUAGES else ""
        if base in FORMS:  # the form of a language that is there
            plain = [each for each in written if "." not in each and each != base]
            lacking = [each for each in plain[::-1] if f"{each}.{base}" not in written]
            near = f"{lacking[0]}.{base}" if lacking else ""
        elif base not in LANGUAGES and used.get(code) == 1:
            others = [each for each in used if used[each] > 1 and each not in written]
            alike = [each for each in others if sorted(each) == sorted(base)]
            if alike:
                message = likely(_ONLY_THESE, code, LANGUAGES, alike[0])
                yield ValueFinding((*path, code), message, key=True, warning=True)
                continue
        if base in LANGUAGES and base != language and base not in dict(text.here):
            name = language.replace("_", "-")
            message = likely(_ONLY_THESE, name, LANGUAGES, code.replace(language, base))
            yield ValueFinding((*path, written.get(code, code)), message, key=True, warning=True)
            continue
        if base in LANGUAGES or (not near and base in Locale("en").languages):
            continue
        message = msg("no-such-language", 'There is probably no language "{name}".')
        meant = near or next(words_meant(base, LANGUAGES), "")
        meant = f"{meant}.{form}" if meant and form else meant
        key = code.replace("_", "-")
        yield ValueFinding(
            (*path, key), likely(message, key, LANGUAGES, meant), key=True, warning=True
        )


def check_texts(start: MappingNode) -> Iterator[Finding]:
    """Yield a warning for each text of *start* that is cut off, or holds what nobody sees."""
    for path, node in leaves(start):
        keys = [key for key in path if isinstance(key, str)]
        if not isinstance(node.value, str) or not {*keys[-2:]} & {*KEYS["texts"]}:
            continue
        end, text = node.end_mark, line_at(node.end_mark)
        comment = re.match(r"\s+#\S.*", text[end.column :]) if not node.style else None
        if comment and end.line == node.start_mark.line:
            line, column = end.line + 1, node.start_mark.column + 1
            length = end.column + len(comment[0].rstrip()) - node.start_mark.column
            whole = text[column - 1 :][:length]
            write = quoted(whole)
            message = msg(
                "cut-text",
                "What follows # is a comment. If it is part of the text, write {write}; if not,"
                " put a space after the #.",
                write=write,
            )
            edit = Edit(line, column, line, column + length, write)
            yield replace(finding_at(node, message, WARNING, [edit]), length=length, end=None)
        for sign in re.finditer(r"&(#\d{1,6}|[a-z]{2,8});", node.value):
            plain = " " if sign[1] == "nbsp" else unescape(sign[0])
            line, column = node.start_mark.line + 1, line_at(node.start_mark).find(sign[0]) + 1
            if plain == sign[0] or not column:
                continue
            message = msg("html-sign", "{sign} is the HTML for {plain}", sign=sign[0], plain=plain)
            edit = Edit(line, column, line, column + len(sign[0]), plain)
            found = finding_at(node, message, WARNING, [edit])
            yield replace(found, column=column, length=len(sign[0]), end=None)
        if _is_in_odd_quotes(node.value) and not node.style:
            message = msg("odd-quotes", 'These quotes are part of the text; those of YAML are ".')
            edits = [replacing(node, quoted(node.value[1:-1]))]
            yield finding_at(node, message, WARNING, edits)
        for number in range(node.start_mark.line, end.line + 1):
            text = line_at(node.start_mark, number)
            for at, character in enumerate(text):
                inside = number > node.start_mark.line or at >= node.start_mark.column
                inside &= number < end.line or at < end.column
                if inside and plain_form(character) == "" and character not in _JOINERS:
                    message = odd_character(text, at)
                    edit = Edit(number + 1, at + 1, number + 1, at + 2, "")
                    file = node.start_mark.name
                    yield Finding(
                        file, number + 1, at + 1, 1, message, text, WARNING, edits=(edit,)
                    )


def _is_in_odd_quotes(text: str) -> bool:
    """Return whether all of *text* stands in quotes that only look like those of YAML."""
    return len(text) > 2 and {plain_form(text[0]), plain_form(text[-1])} <= {'"', "'"}


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
    elif name != id:
        message = msg("id-not-name", 'It is played as "{name}", its file name.', name=excerpt(name))
        if re.fullmatch(ID_PATTERN, name):
            message = to_write(message, name)
    else:
        return []
    return [ValueFinding(("id",), message, warning=not hidden)]
