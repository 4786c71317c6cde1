"""The catalogs are complete, agree with the English, and are the ones that are installed."""

import gettext
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import c2py
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from splitpick.cli.app import COMMANDS as SPLITPICK_COMMANDS
from splitpick.core.session.vocabulary import COMMANDS
from splitpick.core.text import FORMS

LOCALES = Path(__file__).resolve().parents[2] / "locales"
CATALOGS = sorted(LOCALES.glob("*/LC_MESSAGES/*.po"))
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)(?::(\w+))?\}")

pytestmark = pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])

read = cache(polib.pofile)


def texts(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def none_of(path: Path, faults: Iterable[tuple[polib.POEntry, str]]) -> None:
    """Fail with all *faults* of a catalog, each with the line of its English."""
    lines = path.read_text("utf-8").split("\n")
    results = []
    for entry, what in faults:
        line = entry.linenum
        while not lines[line - 1].startswith("msgid"):
            line += 1
        results.append(f"{path.relative_to(LOCALES.parent)}:{line}: {what}: {entry.msgid!r}")
    if results:
        pytest.fail("\n".join(results), pytrace=False)


def test_everything_is_translated(path: Path) -> None:
    """No entry is missing, fuzzy, left over, or filled in one plural form alone."""
    catalog = read(str(path))
    names = {
        "no longer in the program": [entry for entry in catalog if entry.obsolete],
        "marked fuzzy": [entry for entry in catalog if entry.fuzzy],
        "not translated": [entry for entry in catalog if not all(texts(entry))],
    }

    none_of(path, ((entry, what) for what, entries in names.items() for entry in entries))


def test_commands_to_type_are_those_of_the_original(path: Path) -> None:
    """In one form everywhere, though the names in the reader's language can be typed as well."""

    def commands(text: str) -> list[str]:
        typed = re.findall(r"splitpick ([a-z]+)", text)
        return sorted(name for name in typed if name in SPLITPICK_COMMANDS)

    none_of(
        path,
        (
            (entry, f"other commands in {text!r}")
            for entry in read(str(path))
            for text in texts(entry)
            if text and commands(text) != commands(entry.msgid)
        ),
    )


def test_a_catalog_has_what_the_template_has(path: Path) -> None:
    """English has only the texts that differ from the message ids: gettext falls back to these."""
    template, catalog = (
        {(entry.msgctxt, entry.msgid) for entry in read(str(file))}
        for file in (LOCALES / "splitpick.pot", path)
    )

    assert len(template) > 200
    if path.parts[-3] == "en":
        assert catalog < template
        assert not [one for one in read(str(path)) if not one.msgctxt and one.msgid in texts(one)]
    else:
        assert catalog == template


def test_headers_hold_no_placeholders(path: Path) -> None:
    """Babel puts its own into a compiled catalog where the source has none."""
    compiled = path.with_suffix(".mo").read_bytes().decode("utf-8", "replace")
    for text in ((LOCALES / "splitpick.pot").read_text("utf-8"), path.read_text("utf-8"), compiled):
        assert not re.search(r"FULL NAME|EMAIL@ADDRESS|LANGUAGE <LL", text), path


def test_placeholders_are_those_of_the_english(path: Path) -> None:
    """A translation may ask for another form of a name, but not for another thing.

    Where a plural form is for a single number, it may say that in words.
    """
    catalog = read(str(path))
    rule = c2py(catalog.metadata["Plural-Forms"].partition("plural=")[2].rstrip(";"))
    for_how_many = Counter(map(rule, range(200)))

    def faults() -> Iterator[tuple[polib.POEntry, str]]:
        for entry in catalog:
            wanted = {name for name, _ in PLACEHOLDER.findall(entry.msgid + entry.msgid_plural)}
            for number, text in enumerate(texts(entry)):
                found = PLACEHOLDER.findall(text)
                names = {name for name, _ in found}
                if entry.msgid_plural and for_how_many[number] == 1:
                    names |= wanted & {"count"}
                for name in sorted(wanted - names) if text else ():
                    yield entry, f"{{{name}}} is missing"
                for name in sorted(names - wanted):
                    yield entry, f"{{{name}}} is not in the English"
                for form in sorted({form for _, form in found} - {"", "cap", "gen", *FORMS}):
                    yield entry, f"there is no form {form}"

    none_of(path, faults())


def test_words_to_type_can_be_told_apart(path: Path) -> None:
    """Each command is one word, and no two are the same."""
    known = {entry.msgid: entry for entry in read(str(path)) if not entry.msgctxt}
    commands = [
        known.get(name, polib.POEntry(msgid=name, msgstr=name, linenum=1)) for name in COMMANDS
    ]

    def faults() -> Iterator[tuple[polib.POEntry, str]]:
        for entry in commands:
            said = entry.msgstr.casefold()
            if len(said.split()) > 1:
                yield entry, "not one word"
            for other in commands:
                if said and other is not entry and said in (other.msgstr.casefold(), other.msgid):
                    yield entry, f"means {other.msgid!r} as well"

    none_of(path, faults())


def test_the_installed_catalog_is_this_one(path: Path) -> None:
    """It was compiled from the .po file of this checkout: if not, install again."""
    mo = files("splitpick.locales") / path.parts[-3] / "LC_MESSAGES" / f"{path.stem}.mo"
    with mo.open("rb") as compiled:
        installed = gettext.GNUTranslations(compiled)

    for entry in read(str(path)).translated_entries():
        if entry.msgid_plural:
            sentences = [installed.ngettext(entry.msgid, entry.msgid_plural, n) for n in range(200)]
            assert set(sentences) == set(texts(entry))
        elif entry.msgctxt:
            assert installed.pgettext(entry.msgctxt, entry.msgid) == entry.msgstr
        else:
            assert installed.gettext(entry.msgid) == entry.msgstr


def test_a_key_has_one_name(path: Path) -> None:
    """In German the Enter key has a name of its own."""
    other = {"de": re.compile(r"\bEnter\b|\bReturn\b"), "nl": re.compile(r"(?i)\bentertoets")}
    wrong = other.get(path.parts[-3], re.compile("(?!)"))

    none_of(
        path,
        (
            (entry, found[0])
            for entry in read(str(path))
            for text in texts(entry)
            if (found := wrong.search(text))
        ),
    )
