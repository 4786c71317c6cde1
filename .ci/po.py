"""What `.ci/catalogs` does to .po files that pybabel does not.

::

    python .ci/po.py locale LANGUAGE...   # pt-BR: pt_BR; an error where CLDR does not know one
    python .ci/po.py readable FILE...     # an error with the line, before pybabel drops a text
    python .ci/po.py explain FILE         # few words say by their code what they are for
    python .ci/po.py changed OLD NEW      # what was edited in English keeps its translations, fuzzy
    python .ci/po.py english FILE         # English says what the sources say
    python .ci/po.py tidy FILE...         # headers without dates and versions
    python .ci/po.py done FOLDER          # how far each language is
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.pofile import PoFileError, normalize, read_po, write_po

from splitpick.core.catalog import LINE

FORMS = {"nom": "the {}", "acc": "the {}", "dat": "the {}", "loc": "at the {}"}
"""How English says a name in each form."""

ODD_LINE = 'This is neither a comment nor text in double quotes; inside it, a quote is written \\".'

MEANINGS = {
    "column": "head of a column",
    "compared": "head of a column, where two rule sets are compared",
    "doing": "what goes on in a turn, in the first line",
    "done": "what was done with cards, in a sentence of the rules",
    "fact": "in front of a fact about a match, or head of a column",
    "gist": "rule for points in a few words, behind what scores",
    "head": "head of a column",
    "help": "heading in the help of a command",
    "kind": "what was done with a card, in statistics",
    "lab": "in statistics of bot games",
    "label": "part of a sentence on what scores",
    "legend": "among the signs below the table",
    "level": "a bot for people, by how well it plays",
    "mark": "judgement of a move",
    "plot": "at a diagram",
    "state": "how a match stands, in a list",
    "stats": "in statistics of own matches",
    "thing": "what a plugin provides, in a list",
    "tournament": "in the table of a tournament",
    "tried": "in statistics of bot games",
    "verb": "part of a sentence on what a special card does",
    "web": "on a page of splitpick serve: a button, heading or label",
    "word": "players type this word: a single one, and no two may be the same",
}
"""Uses of a text by the beginning of its code, for translators."""

FEW_WORDS = 3

HEADERS = (
    (r'^("Project-Id-Version:).*', r'\1 splitpick\\n"'),
    (r'^("(?:POT-Creation|PO-Revision)-Date:).*', r'\1 2026-01-01 00:00+0000\\n"'),
    (r'^("Last-Translator:).*', r'\1 the splitpick developers\\n"'),
    (r'^("Generated-By:).*', r'\1 Babel\\n"'),
    # Babel compiles its own if these lack.
    (r'^("Language-Team:).*', r'\1 the splitpick developers\\n"'),
    (r'^("Report-Msgid-Bugs-To:).*', r'\1 Issues of the repository: A sentence\\n"'),
)


def locale(languages: Sequence[str]) -> None:
    """Print the locales of *languages* as catalogs are named."""
    for language in languages:
        try:
            print(Locale.parse(language.replace("-", "_")), end=" ")
        except (UnknownLocaleError, ValueError):
            sys.exit(f'There is no language "{language}". Codes are like fr, pt_BR or zh_Hant.')


def readable(files: Sequence[str]) -> None:
    """Name the first line of *files* that is not as it should be: pybabel would drop it."""
    for name in files:
        try:
            text = Path(name).read_bytes().decode()
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            sys.exit(f"{name}:{line}: This is not UTF-8. Save the file as UTF-8.")
        if text.startswith("\ufeff"):
            sys.exit(f"{name}:1: Save the file as UTF-8 without a byte order mark (BOM).")
        for number, line in enumerate(text.split("\n"), 1):
            if not LINE.fullmatch(line.strip("\r\t ")):
                sys.exit(f"{name}:{number}: {ODD_LINE}\n  {line.strip()}")
        try:
            read_po(io.StringIO(text), abort_invalid=True)
        except PoFileError as error:
            sys.exit(f"{name}: {error}")


def explain(files: Sequence[str]) -> None:
    """Add to texts of a few words what they are for, which the words alone do not say."""
    (path,) = map(Path, files)
    template = _read(path)
    for message in template:
        text = message.id[0] if message.pluralizable else message.id
        codes = [code.partition("-")[0] for code in message.auto_comments if _is_code(code)]
        if len(text.split()) <= FEW_WORDS:
            message.auto_comments += [
                MEANINGS[code] for code in dict.fromkeys(codes) if code in MEANINGS
            ]
    with path.open("wb") as file:
        write_po(file, template, width=None)


def _is_code(comment: str) -> bool:
    return bool(re.fullmatch(r"[a-z0-9-]+|help of \w+", comment))


def changed(files: Sequence[str]) -> None:
    """Give sentences that were edited in English their translations of before, marked as fuzzy.

    An edited sentence has the code, context and gaps of an old one. ``#| msgid`` names the old one,
    as translation editors show it; it goes when the mark does.
    """
    before, after = map(Path, files)
    old, new = _read(before), _read(after)
    known = {(message.id, message.context) for message in new}
    gone: dict[tuple[str, str | None], list[Message]] = {}
    for message in old:
        if message.id and (message.id, message.context) not in known and _whole(message.string):
            for code in filter(_is_code, message.auto_comments):
                gone.setdefault((code, message.context), []).append(message)
    for message in new:
        if message.fuzzy and message.id:
            continue
        message.user_comments = [one for one in message.user_comments if not one.startswith("|")]
        if not message.id or any(_texts(message.string)):
            continue
        codes = [(code, message.context) for code in filter(_is_code, message.auto_comments)]
        found = [one for code in codes for one in gone.pop(code, ())]
        if len(found) == 1 and found[0].pluralizable == message.pluralizable:
            message.string = found[0].string
            message.flags.add("fuzzy")
            for name, text in zip(("msgid", "msgid_plural"), _texts(found[0].id), strict=False):
                lines = f"{name} {normalize(text, width=70)}".splitlines()
                message.user_comments += [f"| {line}" for line in lines]
    with after.open("wb") as file:
        write_po(file, new, width=None)


def _texts(said: str | Sequence[str]) -> Sequence[str]:
    return [said] if isinstance(said, str) else said


def english(files: Sequence[str]) -> None:
    """Keep of the English catalog only what differs from the sources: gettext falls back to them.

    The forms of names are filled in, unless somebody has written one: "Tortuga" has no article.
    """
    (path,) = map(Path, files)
    full = _read(path, "en")
    catalog = Catalog("en", header_comment=full.header_comment, charset="utf-8", fuzzy=False)
    catalog.mime_headers = full.mime_headers
    for message in full:
        if message.context in FORMS and message.id:
            message.string = message.string or FORMS[message.context].format(message.id)
            catalog[message.id] = message
        elif message.id and message.string not in ("", ("", ""), message.id):
            message.flags.discard("fuzzy")
            catalog[message.id] = message
    with path.open("wb") as file:
        write_po(file, catalog, width=None)


def tidy(files: Sequence[str]) -> None:
    """Make the headers the same on every day and with every Babel."""
    for path in map(Path, files):
        text = path.read_bytes().decode()
        text = re.sub(r"^# \|", "#|", text, flags=re.MULTILINE)
        for old, new in HEADERS:
            text = re.sub(old, new, text, flags=re.MULTILINE)
        path.write_bytes(text.encode())


def done(folders: Sequence[str]) -> None:
    """Print how many texts of each language are translated, where some are not."""
    (folder,) = map(Path, folders)
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        messages = [message for message in _read(path) if message.id]
        texts = [message for message in messages if not message.fuzzy and _whole(message.string)]
        if len(texts) < len(messages):
            print(f"{path}: {len(texts)} of {len(messages)} texts are translated.")


def _whole(said: str | Sequence[str]) -> bool:
    return bool(said) and all(said)


def _read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


if __name__ == "__main__":
    {step.__name__: step for step in (locale, readable, explain, changed, english, tidy, done)}[
        sys.argv[1]
    ](sys.argv[2:])
