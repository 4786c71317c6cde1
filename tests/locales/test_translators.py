"""Translators find the old words of an edited sentence, the terms in use, and Weblate."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]

LONG = "Collect {kind} jewels, as many as you can, of whatever size or colour, and keep them."

EDITED = """\
#. aim
msgid "LONG"
msgstr "Sammle Juwelen: {kind}."

#. card
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} Karte"
msgstr[1] "{count} Karten"

#. kept
msgid "kept"
msgstr "behalten"
""".replace("LONG", LONG)


@pytest.mark.process
def test_a_sentence_that_was_edited_keeps_its_translation_as_fuzzy_beside_the_old_one(
    tmp_path: Path,
) -> None:
    """Until it was mended; a sentence with another code begins without one."""
    old, new = tmp_path / "old.po", tmp_path / "new.po"
    old.write_text(EDITED)
    fresh = EDITED.replace("Collect {kind}", "Collect equal {kind}").replace('"kept"', '"saved"')
    fresh = fresh.replace("#. kept", "#. saved").replace("cards", "playing cards")
    fresh = fresh.replace('"{count} card"', '"{count} playing card"')
    new.write_text(re.sub('msgstr(.*?) ".*"', r'msgstr\1 ""', fresh))

    def merged() -> str:
        for step in (["changed", str(old), str(new)], ["tidy", str(new)]):
            subprocess.run([sys.executable, ".ci/po.py", *step], cwd=ROOT, check=True)
        return new.read_text()

    first, again = merged(), merged()
    (edited,) = [one for one in polib.pofile(str(new)) if one.msgid.startswith("Collect")]
    assert edited.previous_msgid == LONG
    assert 'msgstr "Sammle Juwelen: {kind}."' in first
    assert '#| msgid_plural "{count} cards"\n' in first
    assert 'msgstr[1] "{count} Karten"' in first
    assert 'msgid "saved"\nmsgstr ""' in first
    assert first.count("fuzzy") == 3  # and in the header
    assert again.partition("\n\n")[2] == first.partition("\n\n")[2]  # but for the header
    new.write_text(first.replace("#, fuzzy\n", "").replace(", fuzzy", "").replace("fuzzy, ", ""))
    assert "#|" not in merged()


def test_the_terms_of_the_glossary_are_those_of_the_catalogs() -> None:
    """Verbs by their stems; a term that nobody uses would lead translators astray."""
    with (ROOT / "locales" / "glossary.csv").open(encoding="utf-8", newline="") as file:
        terms = [*csv.DictReader(file)]
    for language in ("de", "nl"):
        entries = polib.pofile(str(ROOT / "locales" / language / "LC_MESSAGES" / "splitpick.po"))
        said = " ".join(
            text for one in entries for text in (one.msgstr, *one.msgstr_plural.values())
        ).casefold()
        unused = [one[language] for one in terms if one[language].casefold()[:-1] not in said]
        assert unused == []
    assert len(terms) > 12


def test_weblate_would_find_the_catalogs_and_the_template() -> None:
    texts, glossary = json.loads((ROOT / "locales" / "weblate.json").read_text("utf-8"))

    assert (ROOT / texts["new_base"]).is_file()
    found = {path.parts[-3] for path in ROOT.glob(texts["filemask"])}
    assert {"de", "nl"} <= {name for name in found if re.fullmatch(texts["language_regex"], name)}
    assert not re.fullmatch(texts["language_regex"], "en")
    assert glossary["is_glossary"]
