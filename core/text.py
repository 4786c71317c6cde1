"""Messages as data, and the languages that word them.

Core and plugins never print: they return a `Message`, which a `Language` words at the edge of the
program. So neither a match nor its journal or saved file depends on a language.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeAlias

from .catalog import ENGLISH, NOT_UTF_8, ODD_LINE, Catalog, CatalogFault, read_catalog

DOMAIN = "splitpick"
"""Gettext domain of splitpick's own texts; each plugin has another domain."""

PSEUDO = "qps"
"""Artificial language for tests: every message is bracketed and a third longer."""

MINUS = "−"
"""Sign of negative numbers; a hyphen is shorter than a plus sign."""


def written(number: int, form: str = "") -> str:
    """Write *number*, as `format` does, with a true minus."""
    return format(number, form).replace("-", MINUS)


FORMS = ("nom", "acc", "dat", "loc")
"""Grammatical forms of a name: three cases with the article, and a place.

A sentence writes ``{ship:dat}``; the catalog has that form under the message context ``dat``.
``loc`` has the preposition as well: "at the green ship", "am grünen Schiff". Without a form,
a name is the bare word, as in a list; ``cap`` capitalizes it and ``gen`` makes it an owner,
"Anna's", neither with a catalog entry.
"""


@dataclass(frozen=True, slots=True)
class Name:
    """Word or text of a rule set, which can be said in any language."""

    text: str = ""
    """English text, looked up in the catalogs of *domains* in order, then in splitpick's own."""
    here: tuple[tuple[str, str], ...] = ()
    """Translations to use instead of *text*: ``("de", "Schiff")``, ``("de.dat", "dem Schiff")``."""
    domains: tuple[str, ...] = ()
    number: int | None = None
    """Number after the word in every language: the 4 of "green pirate 4"."""
    you: bool = False
    """True for the seat of whoever reads: "you" in sentences that have a form `to_you`."""
    form: str = ""
    """Grammatical form, such as ``acc``, where the sentence asks for none."""


@dataclass(frozen=True, slots=True)
class Message:
    """Text to be worded: a stable code, an English sentence and values for its placeholders."""

    code: str
    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str = ""
    context: str = ""
    domain: str = DOMAIN
    yours: Mapping[str, Message] = field(default_factory=dict)
    """Sentences to say instead, by the parameter that is the reader's seat (see `to_you`)."""

    def __hash__(self) -> int:
        return hash((self.code, self.text, frozenset(self.params.items())))  # a mapping has no hash

    def filled(self, **params: Param) -> Message:
        """Return the message with values for further placeholders, or other values."""
        return replace(self, params={**self.params, **params})

    def to_you(self, **yours: Message) -> Message:
        """Add the sentences to say where a parameter is the reader's seat (`Name.you`).

        They have the same parameters::

            msg("takes", "{seat} takes {card:acc}.", seat=seat, card=card).to_you(
                seat=msg("you-take", "You take {card:acc}.")
            )
        """
        return replace(self, yours=yours)


@dataclass(frozen=True, slots=True)
class Both:
    """List that reads "A, B and C", or "A, B, C" with *commas*.

    With *once*, German and Dutch say a noun that ends all items once: "rotes, blaues Schiff".
    """

    items: tuple[Text, ...]
    commas: bool = False
    once: bool = False


Text: TypeAlias = str | Name | Message
"""Anything that can be shown; a plain string is a code or typed text, never a sentence."""
Param: TypeAlias = int | Text | Both


def msg(code: str, text: str, /, **params: Param) -> Message:
    """Make a message from the English sentence *text*; *params* fill its placeholders."""
    return Message(code, text, params)


def nmsg(code: str, singular: str, plural: str, /, count: int, **params: Param) -> Message:
    """Make a message from two English sentences, of which *count* selects one."""
    return Message(code, singular, {"count": count, **params}, plural=plural)


def pmsg(context: str, code: str, text: str, /, **params: Param) -> Message:
    """Make a message that is translated apart from the same *text* in another *context*."""
    return Message(code, text, params, context=context)


def in_place(code: str, /, **texts: str) -> Message:
    """Make a message of a fixed sentence and its translations, so that it needs no catalog.

    ::

        in_place("gale", en="All parrots turn over.", de="Alle Papageien werden umgedreht.")
    """
    return Message(code, "{here}", {"here": Name(here=tuple(texts.items()))})


def sentences(*table: Message) -> Callable[..., Message]:
    """Return a function from a code and parameters to the message; a plural needs ``count``."""
    by_code = {one.code: one for one in table}
    return lambda code, /, **params: replace(by_code[code], params=params)


def in_turn(said: Sequence[Message]) -> Message:
    """Join sentences into one message, in the same order."""
    if len(said) == 1:
        return said[0]
    names = [f"part{number}" for number in range(len(said))]
    text = " ".join(f"{{{name}}}" for name in names)
    return Message("sentences", text, dict(zip(names, said, strict=True)))


def repeated(card: Text, count: int) -> Text:
    """Say that *card* is there *count* times, to people who listen."""
    if count == 1:
        return card
    if isinstance(card, Message) and card.plural:
        return card.filled(count=count)
    return msg("card-times", "{card} ({count} cards)", card=card, count=count)


def named(seat: Name) -> Message:
    """Name *seat* in a heading or a list, where "you" can stand for the name."""
    return Message("seat-name", "{seat}", {"seat": seat}).to_you(seat=msg("you", "you"))


class Texts:
    """Maker of a plugin's messages, which catalogs of the plugin's *domain* translate.

    ::

        texts = Texts("my_plugin")
        msg, nmsg = texts.msg, texts.nmsg
    """

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def msg(self, code: str, text: str, /, **params: Param) -> Message:
        """Make a message of this domain; see the function `msg`."""
        return Message(code, text, params, domain=self.domain)

    def nmsg(
        self, code: str, singular: str, plural: str, /, count: int, **params: Param
    ) -> Message:
        """Make a message of this domain that has a plural; see the function `nmsg`."""
        counted = {"count": count, **params}
        return Message(code, singular, counted, plural=plural, domain=self.domain)


class CatalogError(Exception):
    """Unreadable catalog or impossible translation; *message* is the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.code)
        self.message = message


class _Formatter(string.Formatter):
    """Formatter for named placeholders only: no attributes and no indexes."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def get_field(
        self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[object, str]:
        return kwargs[field_name], field_name

    def format_field(self, value: object, format_spec: str) -> str:
        return self.language._word(value, format_spec)


class Language:
    """A language, which words messages and names.

    *catalogs* are pairs of (domain, folder), with folders as gettext lays them out. A text without
    a translation is said in English. For an unreadable catalog of a plugin, *complain* is called
    with the domain and the error; without *complain*, and for splitpick's catalog, `CatalogError`
    is raised. For translations with unknown placeholders, *complain* is called once per domain.
    """

    def __init__(
        self,
        code: str,
        catalogs: Iterable[tuple[str, Traversable]] = (),
        complain: Callable[[str, CatalogError], None] | None = None,
    ) -> None:
        self.code = code
        plain = code.partition("_")[0]
        found = next((one for one in (code, plain) if one in languages()), "en")
        self.locale = "en_GB" if found == "en" else found
        """Locale of lists and dates, known to CLDR: *code*, or without its region, or ``en_GB``."""
        self.strict = False
        """True to raise an error for an impossible translation, instead of using English.

        False by default: a plugin's bad catalog must not end a game.
        """
        self._formatter = _Formatter(self)
        self._domains: dict[str, Catalog] = {}
        self._catalogs = list(catalogs)
        self._complain = complain
        self._faulty: set[str] = set()
        """Domains of which an impossible translation was reported."""
        for domain, folder in [(DOMAIN, files("splitpick.locales")), *self._catalogs]:
            # Domains are never merged: a plugin cannot change splitpick's own words.
            if domain in self._domains:
                continue
            try:
                self._domains[domain] = _read_catalog(folder, code, domain)
            except CatalogError as error:
                if complain is None or domain == DOMAIN:
                    raise
                complain(domain, error)

    def say(self, text: Text | Both, form: str = "") -> str:
        """Return *text* in words; *form* is the grammatical form of a name (see `FORMS`)."""
        return self._word(text, form)

    def knows(self, text: Message | Name) -> bool:
        """Return whether *text* is translated into this language.

        English knows every text, except one whose translations in place lack English.  A text
        without letters is known in every language.
        """
        plain = self.code.partition("_")[0]
        if isinstance(text, Name) and text.here:
            return bool({self.code, plain} & {language for language, _ in text.here})
        if plain in ("en", PSEUDO):
            return True
        if not any(sign.isalpha() for sign in _PLACEHOLDER.sub("", text.text)):
            return True
        if isinstance(text, Message):
            return self._domains.get(text.domain, ENGLISH).has(text.text, text.context)
        domains = (*text.domains, DOMAIN)
        return any(self._domains.get(domain, ENGLISH).has(text.text) for domain in domains)

    def _word(self, value: object, form: str) -> str:
        if form == "cap" and isinstance(value, Message | Name | Both):
            word = self._word(value, "")
            return word[:1].upper() + word[1:]
        if isinstance(value, Message):
            return self._sentence(_in_form(value, form), form)
        if isinstance(value, Name):
            form = form or value.form
            # "The green 5", but "green pirate 5": English says no article before a numbered noun.
            plain = self.code.startswith("en") and value.number is not None and form != "loc"
            word = self._name(value, "" if plain and " " in self._name(value, "") else form)
            return word if value.number is None else f"{word} {value.number}"
        if isinstance(value, Both):
            words = [self._word(item, form) for item in value.items]
            if value.once and words and self.code in ("de", "nl"):
                heads, _, nouns = zip(*(word.rpartition(" ") for word in words), strict=True)
                if all(heads) and len({*nouns}) == 1 and nouns[0].isalpha():
                    words = [*heads[:-1], words[-1]]
            return ", ".join(words) if value.commas else self._list(words)
        if isinstance(value, int):
            return written(value, form)
        return str(value)

    def _sentence(self, message: Message, form: str = "") -> str:
        for param, yours in message.yours.items():
            if getattr(message.params.get(param), "you", False) and self.knows(yours):
                yours = replace(yours, params={**message.params, **yours.params})
                return self._sentence(yours, form)
        catalog = self._domains.get(message.domain, ENGLISH)
        if message.plural:
            count = message.params["count"]
            assert isinstance(count, int)
            text = catalog.ngettext(message.text, message.plural, abs(count))
        else:  # "you" has forms like a name
            text = catalog.pgettext(message.context or form, message.text)
            if text == message.text and not message.context:
                text = catalog.gettext(message.text)
        if text == _english(message) and message.domain != DOMAIN and not self.knows(message):
            return self._in_english(message)
        try:
            return self._formatter.vformat(self._given(text), (), message.params)
        except (KeyError, ValueError) as error:
            if self.strict:
                raise
            self._note_fault(message, error)
            return self._in_english(message)

    def _in_english(self, message: Message) -> str:
        """Word the whole message in English, names included: a mixture would read wrong."""
        language = self if self.code in ("en", PSEUDO) else self._english
        return language._formatter.vformat(self._given(_english(message)), (), message.params)

    @cached_property
    def _english(self) -> Language:
        return Language("en", self._catalogs, lambda domain, error: None)

    def _note_fault(self, message: Message, error: Exception) -> None:
        if self._complain is None or message.domain in self._faulty | {DOMAIN}:
            return
        self._faulty.add(message.domain)
        why = msg(
            "catalog-gaps",
            'the translation of "{text}" has a placeholder that the sentence lacks ({error})',
            text=message.text,
            error=str(error),
        )
        self._complain(message.domain, CatalogError(why))

    def _name(self, name: Name, form: str) -> str:
        if name.here:
            here = dict(name.here)
            for language in (self.code, self.code.partition("_")[0], "en"):
                if f"{language}.{form}" in here:
                    return self._given(here[f"{language}.{form}"])
                if (nom := here.get(f"{language}.nom")) and serves(nom, language, form):
                    return self._formed(self._given(nom), form)
                if language in here:
                    return self._formed(self._given(here[language]), form)
            return self._formed(self._given(name.here[0][1]), form)
        catalogs = [self._domains.get(domain, ENGLISH) for domain in (*name.domains, DOMAIN)]
        text = name.text
        for catalog in catalogs if text else ():
            if form and (formed := catalog.pgettext(form, name.text)) != name.text:
                return formed
            if (text := catalog.gettext(name.text)) != name.text:
                break
        return self._formed(self._given(text), form)

    def _given(self, text: str) -> str:
        return _pseudo(text) if self.code == PSEUDO else text

    def _formed(self, word: str, form: str) -> str:
        """Return *word* in a *form* that its catalog lacks: "at *word*", or "*word*'s"."""
        if form == "loc":
            return self._sentence(msg("at-place", "at {name}", name=word))
        if form != "gen":
            return word
        if word.casefold().endswith(("s", "x", "z", "ce")):
            # Translators: after a name that ends in s, x, z or ce: German "Hans’".
            return self._sentence(pmsg("after s", "whose-s", "{name}'s", name=word))
        if word.casefold().endswith(("a", "i", "o", "u", "y")):
            # Translators: after a name that ends in a, i, o, u or y: Dutch "Anna’s".
            return self._sentence(pmsg("after a", "whose-a", "{name}'s", name=word))
        return self._sentence(msg("whose", "{name}'s", name=word))

    def _list(self, words: list[str]) -> str:
        if len(words) < 2 or self.code == PSEUDO:  # unknown to CLDR
            return ", ".join(words)
        from babel.lists import format_list  # slow, and only lists need it

        return format_list(words, locale=self.locale)


def serves(nom: str, language: str, form: str) -> bool:
    """Return whether the form *nom* of a name, with its article, is right in another *form*, too.

    In German it is as an object, but for what is masculine; English and Dutch have no cases.
    """
    if language == "de":
        return form == "acc" and nom.startswith(("die ", "das "))
    return language in ("en", "nl") and form in FORMS


def _in_form(message: Message, form: str) -> Message:
    """Return *message* with its names in *form*, such as the card of "2 × {card}"."""
    if not form:
        return message
    params = {
        gap: replace(value, form=form) if isinstance(value, Name) else value
        for gap, value in message.params.items()
    }
    return replace(message, params=params)


_PLACEHOLDER = re.compile(r"\{[^}]*\}")


def _english(message: Message) -> str:
    """Return the English sentence of *message*, singular or plural by its count."""
    singular = not message.plural or message.params["count"] in (1, -1)
    return message.text if singular else message.plural


def _read_catalog(folder: Traversable, code: str, domain: str) -> Catalog:
    """Read a catalog; raises `CatalogError` with the file and, if known, the line."""
    try:
        return read_catalog(folder, code, domain)
    except CatalogFault as fault:
        whys: dict[str, Message] = {
            ODD_LINE: msg(
                "odd-po-line",
                "This is neither a comment nor text in double quotes; inside it, a quote is"
                ' written \\".',
            ),
            NOT_UTF_8: msg("po-not-utf-8", "This is not UTF-8. Save the file as UTF-8."),
        }
        why = whys.get(fault.why, fault.why)
        place = f"{fault.file}:{fault.line}" if fault.line else fault.file
        message = msg("catalog-line", "{file}: {why}", file=place, why=why)
        raise CatalogError(message) from fault


def catalog_entries(folder: Traversable, code: str, domain: str) -> dict[str, list[str]]:
    """Return the texts in the catalog of *domain* for language *code*, with their translations.

    Raises `CatalogError` if the catalog cannot be read.
    """
    return _read_catalog(folder, code, domain).entries()


def _pseudo(text: str) -> str:
    """Bracket *text* and make it a third longer, like German."""
    return f"⟦{text}{'~' * (len(text) // 3 + 1)}⟧"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of languages with a catalog, sorted: ``("de", "en", "nl")``."""
    folders = files("splitpick.locales").iterdir()
    found = (one.name for one in folders if (one / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file())
    return tuple(sorted(found))


def find_language(wanted: str) -> str | None:
    """Return the language code for the locale *wanted*, ``None`` if there is no catalog for it.

    ``de-AT``, ``de_DE.UTF-8`` and ``DE`` are German; ``C``, ``C.UTF-8`` and ``POSIX`` are English.
    Where CLDR knows that they are the same, ``zh_TW`` finds ``zh_Hant``, and ``iw`` finds ``he``.
    """
    plain = wanted.strip().partition(".")[0].partition("@")[0].replace("-", "_")
    if plain in ("C", "POSIX"):
        return "en"
    if plain.lower() == PSEUDO:
        return PSEUDO
    known = {language.lower(): language for language in languages()}
    found = known.get(plain.lower()) or known.get(plain.lower().partition("_")[0])
    if found or not plain:
        return found
    likely = _language_and_script(wanted)
    same = (language for language in languages() if _language_and_script(language) == likely)
    return next(same, None)


_SCRIPTS = {"latin": "latn", "cyrillic": "cyrl", "devanagari": "deva"}
"""Scripts by the modifiers of locales, as in ``sr_RS@latin``."""


def _language_and_script(wanted: str) -> tuple[str, str]:
    """Return language and script as CLDR takes *wanted*: ``zh_TW`` is Chinese, traditional."""
    from babel.core import get_global  # slow, and only languages without a catalog need it

    plain, _, modifier = wanted.strip().replace("-", "_").partition("@")
    language, *rest = plain.partition(".")[0].lower().split("_")
    language = {"no": "nb"}.get(language, get_global("language_aliases").get(language, language))
    scripts = [part for part in rest if len(part) == 4 and part.isalpha()]
    if script := _SCRIPTS.get(modifier.partition(".")[0].lower()):
        scripts.append(script)
    for region in (part.upper() for part in rest if len(part) in (2, 3)):
        scripts += _script(get_global("likely_subtags").get(f"{language}_{region}"))
    scripts += _script(get_global("likely_subtags").get(language))
    return language, next(iter(scripts), "")


def _script(likely: str | None) -> list[str]:
    return [likely.split("_")[1].lower()] if likely else []
