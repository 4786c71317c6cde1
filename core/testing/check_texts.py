"""Checks of texts: each can be said in every language, and is translated."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import NoReturn

from ..declared import DeclaredGame, DeclaredPresenter
from ..message_extractor import extract_python
from ..rules.plugin_errors import OWN_MODULES, describe_error, placed
from ..scene import Presenter
from ..text import (
    DOMAIN,
    FORMS,
    Both,
    CatalogError,
    Language,
    Message,
    Name,
    Param,
    Text,
    catalog_entries,
)
from ..things import Scene
from .failure import fail, require

WORD = re.compile(r"[^\W\d_]{3}")
"""Letters in a row that are more than the code of a card or a sign."""

MOST_LISTED = 20
"""Most untranslated texts that are listed; the others are only counted."""

CASES = (*FORMS, "gen", "cap")
"""Forms that a gap can ask for behind a colon: ``{card:acc}``."""

SENTENCES = ("asks", "tells", "tells_hidden", "offers", "does", "rule", "word")
"""Parts of a kind of actions that are messages."""


class Speaker:
    """Checker that says texts in several languages, and looks each up in the catalogs once.

    Of *seats*, those whose names stand alone are called the same in every language; so are *codes*.
    A plain string is looked for in the modules of *sources*, the classes that may say it.
    """

    def __init__(
        self,
        languages: Sequence[Language],
        seats: Sequence[Name] = (),
        codes: Collection[str] = (),
        sources: Sequence[type] = (),
    ) -> None:
        self.languages = languages
        self.codes = codes
        self.sources = sources
        self.refused: dict[Name, str] = {}
        """Names that a presenter makes of plain strings, and how these are written."""
        for language in languages:
            language.strict = True
        self._said: set[object] = {
            (one.code, seat) for one in languages for seat in seats if not seat.here
        }
        self._untranslated: dict[str, list[str]] = {}
        self._fine: set[Text | Both] = set()
        """Texts that were said in all languages; most come again at every decision."""

    def conclude(self) -> None:
        """Raise `Failure` if any of the texts that were checked is not translated."""
        for language, texts in self._untranslated.items():
            fail("check-untranslated", language=language, **_listed(texts))

    def check(self, texts: Iterable[Text | Both | None], *, plain: bool = False) -> None:
        """Say *texts* in every language; raise `Failure` for one that cannot be said.

        Strings are codes, unless *plain* ones may be there: a view shows its keys as they are.
        """
        for text in texts:
            if not plain:
                self.refuse_plain(text)
            with suppress(TypeError):  # a list where a tuple belongs has no hash, and is said
                if not text or text in self._fine:
                    continue
                self._fine.add(text)
            for language in self.languages if text else ():
                self._check(language, text or "")

    def refuse_plain(self, text: object, written: str = "") -> None:
        """Raise `Failure` if *text*, *written* so in the code, is a string with words."""
        if isinstance(text, str) and any(
            word.strip("()?!,;") not in self.codes and WORD.search(word) for word in text.split()
        ):
            self.refuse(text, written or repr(text))

    def refuse(self, text: str, written: str) -> NoReturn:
        """Raise `Failure` about the string *text*, which is *written* so, with its place."""
        place = _place(self.sources, text)
        fail("check-plain-text", text=f"{written} ({place})" if place else written)

    def _check(self, language: Language, text: Text | Both) -> None:
        try:
            sentence = language.say(text)
        except Exception as error:
            for part in _parts(text):
                if isinstance(error, KeyError) and isinstance(part, Message):
                    known = {*part.params}
                    unknown = sorted(_placeholders(part.text) - known)
                    names = {"gap": _gaps(unknown), "gaps": _gaps(sorted(known)) or "-"}
                    require(not unknown, "check-unknown-gap", text=_shown(part), **names)
            fail(
                "check-unsayable",
                text=_shown(text),
                language=language.code,
                error=describe_error(error),
            )
        require(bool(sentence), "check-empty-text", text=_shown(text), language=language.code)
        for part in _parts(text):
            if isinstance(part, Name) and part in self.refused:
                self.refuse_plain(part.here[0][1], self.refused[part])
            lookup = (
                replace(part, you=False) if isinstance(part, Name) else (part.domain, part.text)
            )
            key = (language.code, lookup)
            if key not in self._said:
                self._said.add(key)
                if not language.knows(part):
                    self._untranslated.setdefault(language.code, []).append(_shown(part))


def _place(sources: Sequence[type], text: str) -> str:
    """Return file and line at which a module of *sources* has *text*, or else the first class."""
    first = ""
    for source in sources:
        with suppress(OSError, TypeError):  # there is no source
            lines, at = inspect.findsource(source)
            file = inspect.getsourcefile(source) or ""
            if not source.__module__.startswith(OWN_MODULES):
                first = first or placed(source.__module__, file, at + 1)
                for number, line in enumerate(lines, 1):
                    if text in line:
                        return placed(source.__module__, file, number)
    return first


def check_declared(game: DeclaredGame, presenter: Presenter, speaker: Speaker) -> None:
    """Check that the declarations of *game* are messages, and that what is typed is one word."""
    for kind in game.kinds:
        for name in SENTENCES:
            text = getattr(kind, name)
            if isinstance(text, str):
                speaker.refuse(text, f"{kind.name}: {name}={text!r}")
        word = kind.word
        for language in speaker.languages if word is not None else ():
            said = language.say(word or "")
            about = {"said": said, "word": kind.name, "language": language.code}
            require(said.isalpha(), "check-two-words", **about)
    for fact, label in presenter.labels.items() if isinstance(presenter, DeclaredPresenter) else ():
        speaker.refuse_plain(label, f"labels[{fact!r}]={label!r}")
    # A zone that is never shown by its name needs no label.
    labels = {zone.name: zone.label for zone in game.zones if isinstance(zone.label, str)}
    for zone_name, label in labels.items():
        speaker.refused[Name(here=(("en", label),))] = f"{zone_name}: label={label!r}"


def _parts(text: object) -> Iterator[Message | Name]:
    """Yield the parts of *text* that are looked up in a catalog."""
    if isinstance(text, Both):
        for item in text.items:
            yield from _parts(item)
    elif isinstance(text, Name):
        yield text
    elif isinstance(text, Message):
        yield text
        for value in (*text.params.values(), *text.yours.values()):
            yield from _parts(value)


def _shown(text: Text | Both) -> str:
    if isinstance(text, Message):
        return f'{text.code} ("{text.text}")'
    if isinstance(text, Name):
        return f'"{text.text or text.here[0][1]}"'
    return repr(text)


def _listed(texts: Sequence[str]) -> dict[str, Param]:
    """Return the number of *texts*, and the first of them in one line."""
    return {"count": len(texts), "texts": ", ".join(texts[:MOST_LISTED])}


def check_catalog(domain: str, folder: Traversable, languages: Sequence[str]) -> None:
    """Check the catalogs of *domain* in *folder*; raises `Failure`.

    Each of *languages* except English must have a catalog that can be read; a sentence in one, or
    in the Python code of the package around *folder*, must be in all; no translation may have a
    placeholder that its sentence lacks, nor may any ask for a grammatical form that there is not.
    """
    written: dict[str, Mapping[str, Sequence[str]]] = {}
    for code in languages:
        try:
            written[code] = catalog_entries(folder, code, domain)
        except CatalogError as error:
            fail("check-catalog-unreadable", domain=domain, language=code, error=error.message)
    sentences = {text for code, entries in written.items() if code != "en" for text in entries}
    ours = catalog_entries(files("splitpick.locales"), "de", DOMAIN)
    sentences |= _sentences_beside(Path(str(folder))) - {*ours}
    for text in sorted(sentences):
        _check_cases(text, text, "en", "")
    for code, entries in written.items():
        require(bool(entries) or code == "en", "check-catalog-empty", domain=domain, language=code)
        for text, translations in entries.items():
            gaps = _placeholders(text)
            for translation in filter(None, translations):
                said = _placeholders(translation)
                about = {"text": text, "language": code}
                about["place"] = _line_of(folder, code, domain, translation)
                _check_cases(text, translation, code, about["place"])
                for left, fault in (
                    (said - gaps - {"count"}, "check-catalog-gaps"),
                    (gaps - said - {"count"}, "check-catalog-gap-lost"),
                ):
                    require(not left, fault, gaps=_gaps(sorted(left)), **about)
        lacking = [f'"{text}"' for text in sorted(sentences - {*entries}) if code != "en"]
        if lacking:
            fail("check-catalog-lacks", domain=domain, language=code, **_listed(lacking))


def _check_cases(text: str, said: str, language: str, place: str) -> None:
    """Check that the gaps of *said*, which is *text* in *language*, ask for forms that there are.

    What has one letter, as ``{points:d}``, is Python's format of a number.
    """
    with suppress(ValueError):  # a single brace, which is a fault of its own
        for _, name, case, _ in Formatter().parse(said):
            if name is not None and case and case.isalpha() and len(case) > 1:
                about = {"text": text, "language": language, "place": place}
                names = {"gap": f"{{{name}:{case}}}", "known": ", ".join(CASES)}
                require(case in CASES, "check-unknown-case", **about, **names)


def _line_of(folder: Traversable, code: str, domain: str, text: str) -> str:
    """Return file and line of a translation; empty if only a compiled catalog is there."""
    source = folder / code / "LC_MESSAGES" / f"{domain}.po"
    if source.is_file():
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').split("\n")[0]
        for number, line in enumerate(source.read_text("utf-8").splitlines(), 1):
            begun = line.partition('"')[2].rstrip('"')
            if begun and escaped.startswith(begun) and not line.startswith("msgid"):
                return f" ({source.name}:{number})"
    return ""


def _gaps(names: Sequence[str]) -> str:
    """Write the *names* of gaps."""
    return ", ".join(f"{{{name}}}" for name in names)


def _sentences_beside(folder: Path) -> set[str]:
    """Find the sentences that the Python files of the package around *folder* make messages of."""
    if not (folder.parent / "__init__.py").is_file():
        return set()
    sentences: set[str] = set()
    for file in folder.parent.rglob("*.py"):
        with file.open("rb") as source, suppress(SyntaxError):  # a file that is no code of today
            for _, name, words, _ in extract_python(source, ("msg", "nmsg", "pmsg"), (), {}):
                at = 2 if name == "pmsg" else 1
                sentences.update(words[at : at + 1])
    # Gaps alone read the same in every language.
    return {
        text for text in sentences if any(sign.isalpha() for sign in re.sub(r"\{.*?\}", "", text))
    }


def _placeholders(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # a single brace
        return {"{"}


def texts_of(scene: Scene) -> Iterator[Text]:
    """Yield the texts of a scene."""
    yield from scene.heads
    for zone in scene.walk():
        yield from filter(None, (zone.title, zone.name))
        for counter in zone.counters:
            yield from (counter.label, counter.value)
        for piece in zone.pieces:
            yield from filter(None, (piece.name, piece.shown or piece.code))


def lasting_texts(presenter: Presenter) -> Iterator[Text]:
    """Yield the texts of a presenter that do not depend on a position."""
    yield from (presenter.name, presenter.variant, *presenter.seats, presenter.aim())
    yield from (word for word, sign in presenter.words() if not _is_code(word, sign))
    yield from presenter.legend()
    for section in presenter.rules():
        yield from (section.title, *section.paragraphs, *section.points)


def _is_code(word: Text, sign: str) -> bool:
    """Return true if *word* is just the *sign* of the notation, which no language translates."""
    return isinstance(word, Name) and dict(word.here).get("en", word.text) == sign
