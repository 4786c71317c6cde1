"""The catalogs are complete, agree with the English, and are the ones that are installed."""

from __future__ import annotations

import gettext
import re
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from splitpick.core.text import FORMS

LOCALES = Path(__file__).resolve().parent.parent / "locales"
CATALOGS = sorted(LOCALES.glob("*/LC_MESSAGES/*.po"))
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)(?::(\w+))?\}")

pytestmark = pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])


def texts(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_everything_is_translated(path: Path) -> None:
    """No entry is missing, fuzzy, left over, or filled in one plural form alone."""
    for entry in polib.pofile(str(path)):
        assert not entry.obsolete, entry.msgid
        assert not entry.fuzzy, entry.msgid
        assert all(texts(entry)), entry.msgid


def test_a_catalog_has_what_the_template_has(path: Path) -> None:
    """Neither more nor less."""
    template = {
        (entry.msgctxt, entry.msgid) for entry in polib.pofile(str(LOCALES / "splitpick.pot"))
    }
    catalog = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path))}

    assert len(template) > 200
    assert catalog == template


def test_placeholders_are_those_of_the_english(path: Path) -> None:
    """A translation may ask for another form of a name, but not for another thing."""
    for entry in polib.pofile(str(path)):
        wanted = {name for name, _ in PLACEHOLDER.findall(entry.msgid + entry.msgid_plural)}
        for text in texts(entry):
            found = PLACEHOLDER.findall(text)
            assert {name for name, _ in found} == wanted, entry.msgid
            assert {form for _, form in found} <= {"", "cap", *FORMS}, entry.msgid


def test_the_installed_catalog_is_this_one(path: Path) -> None:
    """What is installed was compiled from the .po of this checkout: otherwise, install again."""
    mo = files("splitpick.locales") / path.parts[-3] / "LC_MESSAGES" / f"{path.stem}.mo"
    with mo.open("rb") as compiled:
        installed = gettext.GNUTranslations(compiled)

    for entry in polib.pofile(str(path)):
        if entry.msgid_plural:
            said = {
                installed.ngettext(entry.msgid, entry.msgid_plural, count) for count in range(30)
            }
            assert said == set(texts(entry))
        elif entry.msgctxt:
            assert installed.pgettext(entry.msgctxt, entry.msgid) == entry.msgstr
        else:
            assert installed.gettext(entry.msgid) == entry.msgstr
