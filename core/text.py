"""Messages as data, and the languages that put them into words.

Core and plugins never print: they hand out a `Message`, and a `Language` says it at the edge.
So a match, its journal and its save hold no language.
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import IO, TypeAlias

DOMAIN = "splitpick"
"""The gettext domain of our own texts; each plugin brings one of its own."""

PSEUDO = "qps"
"""A language made for tests: every message in brackets and a third longer."""

FORMS = ("nom", "acc", "dat", "loc")
"""How a sentence may ask for a name: with its article, in a grammatical case.

A sentence writes ``{ship:dat}``; the catalog holds that form of the name under the message context
``dat``.  ``loc`` is the place with its preposition: "at the green ship", "am grünen Schiff".  A
name without a form is the bare word, as in a list; ``cap`` is that at the beginning of a sentence,
and no entry of the catalog.
"""


@dataclass(frozen=True, slots=True)
class Name:
    """A word or text of a rule set, in each reader's language."""

    text: str = ""
    """The English to look up in the catalogs of *domains*, one after the other, and in ours."""
    here: tuple[tuple[str, str], ...] = ()
    """Translations given in place: ``("de", "Schiff")``, a form as ``("de.dat", "dem Schiff")``."""
    domains: tuple[str, ...] = ()
    number: int | None = None
    """What is said behind the word, in every language: the 4 of "green pirate 4"."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to say: a stable code, an English sentence, and what it speaks of."""

    code: str
    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str = ""
    context: str = ""
    domain: str = DOMAIN


@dataclass(frozen=True, slots=True)
class Both:
    """A list that is read as "A, B and C", or with *commas* alone as "A, B, C"."""

    items: tuple[Text, ...]
    commas: bool = False


Text: TypeAlias = str | Name | Message
"""Anything that can be shown; a plain string is a code or what somebody typed, never a sentence."""
Param: TypeAlias = int | Text | Both


def msg(code: str, text: str, /, **params: Param) -> Message:
    """Make a message; *text* is the English sentence that translators see."""
    return Message(code, text, params)


def nmsg(code: str, singular: str, plural: str, /, count: int, **params: Param) -> Message:
    """Make a message whose wording depends on *count*."""
    return Message(code, singular, {"count": count, **params}, plural=plural)


def pmsg(context: str, code: str, text: str, /, **params: Param) -> Message:
    """Make a message whose English needs a *context* to be translated rightly."""
    return Message(code, text, params, context=context)


def in_place(code: str, /, **texts: str) -> Message:
    """Make a message of a fixed sentence with all its translations: it needs no catalog.

    ::

        in_place("gale", en="All parrots turn over.", de="Alle Papageien werden umgedreht.")
    """
    return Message(code, "{here}", {"here": Name(here=tuple(texts.items()))})


class Texts:
    """Makes the messages of a plugin, which are looked up in its own *domain*.

    ::

        texts = Texts("my_plugin")
        msg, nmsg = texts.msg, texts.nmsg
    """

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def msg(self, code: str, text: str, /, **params: Param) -> Message:
        """Make a message; see `msg`."""
        return Message(code, text, params, domain=self.domain)

    def nmsg(
        self, code: str, singular: str, plural: str, /, count: int, **params: Param
    ) -> Message:
        """Make a message whose wording depends on *count*; see `nmsg`."""
        counted = {"count": count, **params}
        return Message(code, singular, counted, plural=plural, domain=self.domain)


class _Formatter(string.Formatter):
    """Fills in named placeholders and nothing else: no attributes, no indexes, no conversions."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def get_field(
        self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[object, str]:
        return kwargs[field_name], field_name

    def format_field(self, value: object, format_spec: str) -> str:
        return self.language._word(value, format_spec)


class Language:
    """One language: says messages and names in it.

    *catalogs* are folders as gettext lays them out, one pair of (domain, folder) a provider.
    A text that a catalog lacks is said in English.  One that cannot be read is handed to *complain*
    with its domain, and its texts are said in English; without that the error is passed on.
    """

    def __init__(
        self,
        code: str,
        catalogs: Iterable[tuple[str, Traversable]] = (),
        complain: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self.code = code
        known = languages()
        plain = code.partition("_")[0]
        self._cldr = code if code in known else plain if plain in known else "en"
        """The locale that lists are said in: that of the catalog, which CLDR surely knows."""
        self.strict = False
        """Whether a translation that asks for what its text has not got is an error.

        It is said in English else: a plugin's bad catalog shall not end a game.
        """
        self._formatter = _Formatter(self)
        self._domains: dict[str, _Catalog] = {}
        for domain, folder in [(DOMAIN, files("splitpick.locales")), *catalogs]:
            # Domains stay apart (never merged): a plugin cannot change a word of ours.
            if domain in self._domains:
                continue
            try:
                self._domains[domain] = _read_catalog(folder, code, domain)
            except Exception as error:
                if complain is None or domain == DOMAIN:
                    raise
                complain(domain, error)

    @property
    def locale(self) -> str:
        """The locale by which CLDR knows it, for dates."""
        return self._cldr

    def say(self, text: Text | Both, form: str = "") -> str:
        """Put *text* into words; *form* asks for a name's grammatical form (see `FORMS`)."""
        return self._word(text, form)

    def knows(self, text: Message | Name) -> bool:
        """Say whether there are words of this language for *text* itself, not only English ones.

        In English everything is known, and what has no word of its own is known everywhere.
        """
        if self.code.partition("_")[0] in ("en", PSEUDO):
            return True
        if isinstance(text, Name) and text.here:
            plain = self.code.partition("_")[0]
            return bool({self.code, plain} & {language for language, _ in text.here})
        if not any(sign.isalpha() for sign in _PLACEHOLDER.sub("", text.text)):
            return True
        if isinstance(text, Message):
            return self._domains.get(text.domain, _ENGLISH).has(text.text, text.context)
        domains = (*text.domains, DOMAIN)
        return any(self._domains.get(domain, _ENGLISH).has(text.text) for domain in domains)

    def _word(self, value: object, form: str) -> str:
        if isinstance(value, Message):
            return self._sentence(value)
        if isinstance(value, Name):
            word = self._name(value, "" if form == "cap" else form)
            if form == "cap":
                word = word[:1].upper() + word[1:]
            return word if value.number is None else f"{word} {value.number}"
        if isinstance(value, Both):
            words = [self._word(item, form) for item in value.items]
            return ", ".join(words) if value.commas else self._list(words)
        if isinstance(value, int):
            return format(value, form)
        return str(value)

    def _sentence(self, message: Message) -> str:
        catalog = self._domains.get(message.domain, _ENGLISH)
        if message.plural:
            count = message.params["count"]
            assert isinstance(count, int)
            text = catalog.ngettext(message.text, message.plural, count)
        elif message.context:
            text = catalog.pgettext(message.context, message.text)
        else:
            text = catalog.gettext(message.text)
        try:
            return self._formatter.vformat(self._given(text), (), message.params)
        except (KeyError, ValueError):
            if self.strict:
                raise
            return self._formatter.vformat(self._given(message.text), (), message.params)

    def _name(self, name: Name, form: str) -> str:
        if name.here:
            here = dict(name.here)
            for language in (self.code, self.code.partition("_")[0], "en"):
                if f"{language}.{form}" in here:
                    return self._given(here[f"{language}.{form}"])
                if language in here:
                    return self._place(self._given(here[language]), form)
            return self._place(self._given(name.here[0][1]), form)
        catalogs = [self._domains.get(domain, _ENGLISH) for domain in (*name.domains, DOMAIN)]
        text = name.text
        for catalog in catalogs if text else ():
            if form and (formed := catalog.pgettext(form, name.text)) != name.text:
                return formed
            if (text := catalog.gettext(name.text)) != name.text:
                break
        return self._place(self._given(text), form)

    def _given(self, text: str) -> str:
        return _pseudo(text) if self.code == PSEUDO else text

    def _place(self, word: str, form: str) -> str:
        """Say where, for a name that has no words of its own for it."""
        if form != "loc":
            return word
        return self._sentence(msg("at-place", "at {name}", name=word))

    def _list(self, words: list[str]) -> str:
        if len(words) < 2 or self.code == PSEUDO:  # which CLDR does not know
            return ", ".join(words)
        from babel.lists import format_list  # CLDR's data is loaded only where a list is said

        return format_list(words, locale=self._cldr)


class _Catalog(gettext.GNUTranslations):
    """A compiled catalog, or an empty one without a file, that can be asked what it has."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self._catalog: dict[object, str] = {}
        self.plural = lambda number: int(number != 1)  # what an empty one is not told by its file
        super().__init__(file)

    def has(self, text: str, context: str = "") -> bool:
        """Say whether there is a translation of *text*, or of the singular it is."""
        key = self.CONTEXT % (context, text) if context else text
        return key in self._catalog or (key, 0) in self._catalog

    def entries(self) -> dict[str, list[str]]:
        """List the texts it has, a plural by its singular, each with its translations."""
        found: dict[str, list[str]] = {}
        for key, translation in self._catalog.items():
            if key:  # without one it is the head
                text = str(key[0] if isinstance(key, tuple) else key)
                found.setdefault(text.rpartition("\x04")[2], []).append(translation)
        return found


_PLACEHOLDER = re.compile(r"\{[^}]*\}")


_ENGLISH = _Catalog()


def _read_catalog(folder: Traversable, code: str, domain: str) -> _Catalog:
    """Read the catalog of the language, else of the language without its region.

    The compiled one, or the source where none was compiled: that takes longer, but spares those who
    write a plugin a tool.
    """
    for language in (code, code.partition("_")[0]):
        messages = folder / language / "LC_MESSAGES"
        compiled, source = messages / f"{domain}.mo", messages / f"{domain}.po"
        if compiled.is_file():
            with compiled.open("rb") as file:
                return _Catalog(file)
        if source.is_file():
            return _compiled(source)
    return _ENGLISH


def catalog_entries(folder: Traversable, code: str, domain: str) -> dict[str, list[str]]:
    """List the texts that the catalog of *domain* for a language has, each with its translations.

    Raises whatever a catalog that cannot be read makes its reader raise.
    """
    return _read_catalog(folder, code, domain).entries()


def _compiled(source: Traversable) -> _Catalog:
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, abort_invalid=True))
    compiled.seek(0)
    return _Catalog(compiled)


def _pseudo(text: str) -> str:
    """Bracket *text* and make it a third longer, as German would."""
    return f"⟦{text}{'~' * (len(text) // 3 + 1)}⟧"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """List the languages there is a catalog for, sorted by code: ``("de", "en")``."""
    folder = files("splitpick.locales")
    return tuple(
        sorted(
            child.name
            for child in folder.iterdir()
            if (child / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file()
        )
    )


def find_language(wanted: str) -> str | None:
    """Find the catalog for a locale as people and systems write it.

    ``de-AT``, ``de_DE.UTF-8`` and ``DE`` are German, ``C``, ``C.UTF-8`` and ``POSIX`` English;
    ``None`` if there is no catalog for it.
    """
    plain = wanted.strip().partition(".")[0].partition("@")[0].replace("-", "_")
    if plain in ("C", "POSIX"):
        return "en"
    if plain.lower() == PSEUDO:
        return PSEUDO
    known = {language.lower(): language for language in languages()}
    return known.get(plain.lower()) or known.get(plain.lower().partition("_")[0])
