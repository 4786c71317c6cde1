"""That every text can be said in every language, and is not left in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from string import Formatter

from ..rules.plugin_errors import told
from ..scene import Presenter, Row, Scene
from ..text import Both, CatalogError, Language, Message, Name, Text, catalog_entries, msg
from .failure import require, wrong


class Speaking:
    """Says texts in several languages, each once, and finds what cannot be said there."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.languages = languages
        for language in languages:
            language.strict = True
        self._said: set[tuple[str, tuple[str, ...], str]] = set()

    def check(self, texts: Iterable[Text | Both]) -> None:
        """Say *texts* in every language; raises `Wrong` for one that cannot be said."""
        for text in texts:
            for language in self.languages:
                self._check(language, text)

    def _check(self, language: Language, text: Text | Both) -> None:
        try:
            said = language.say(text)
        except Exception as error:
            wrong(
                msg(
                    "check-unsayable",
                    "{text} cannot be said in {language}: {error}",
                    text=_shown(text),
                    language=language.code,
                    error=told(error),
                )
            )
        require(
            bool(said) or text == "",
            msg("check-empty-text", "{text} is empty in {language}.",
                text=_shown(text), language=language.code),
        )  # fmt: skip
        for part in _parts(text):
            domains = part.domains if isinstance(part, Name) else (part.domain,)
            key = (language.code, domains, part.text)
            if key in self._said:
                continue
            self._said.add(key)
            require(
                language.knows(part),
                lambda part=part: msg(  # type: ignore[misc]
                    "check-untranslated",
                    "{text} has no translation in {language}.",
                    text=_shown(part),
                    language=language.code,
                ),
            )


def _parts(text: object) -> Iterator[Message | Name]:
    """List what is looked up in a catalog to say *text*."""
    if isinstance(text, Both):
        for item in text.items:
            yield from _parts(item)
    elif isinstance(text, Name):
        yield text
    elif isinstance(text, Message):
        yield text
        for value in text.params.values():
            yield from _parts(value)


def _shown(text: Text | Both) -> str:
    if isinstance(text, Message):
        return f'{text.code} ("{text.text}")'
    if isinstance(text, Name):
        return f'"{text.text or text.here[0][1]}"'
    return repr(text)


def check_catalog(domain: str, folder: Traversable, languages: Sequence[str]) -> None:
    """Look at the catalogs of *domain* in *folder*, English aside; raises `Wrong`.

    Each of *languages* has one, it can be read, each sentence that one of them has is in all of
    them, and no translation has a gap that its sentence has not.
    """
    written: dict[str, Mapping[str, Sequence[str]]] = {}
    for code in languages:
        try:
            written[code] = catalog_entries(folder, code, domain)
        except CatalogError as error:
            wrong(
                msg(
                    "check-catalog-unreadable",
                    "The translations of {domain} for {language} cannot be read: {error}",
                    domain=domain,
                    language=code,
                    error=error.message,
                )
            )
    for code, entries in written.items():
        for text, translations in entries.items():
            gaps = _gaps(text) | {"count"}
            for translation in translations:
                require(
                    _gaps(translation) <= gaps,
                    lambda code=code, text=text: msg(  # type: ignore[misc]
                        "check-catalog-gaps",
                        'The translation of "{text}" for {language} has a gap that the sentence '
                        "has not.",
                        text=text,
                        language=code,
                    ),
                )
    translated = {code: entries for code, entries in written.items() if code != "en"}
    for text in sorted({text for entries in translated.values() for text in entries}):
        for code, entries in translated.items():
            require(
                text in entries,
                lambda code=code, text=text: msg(  # type: ignore[misc]
                    "check-catalog-lacks",
                    '"{text}" has no translation for {language}.',
                    text=text,
                    language=code,
                ),
            )
    for code, entries in translated.items():
        require(
            bool(entries),
            lambda code=code: msg(  # type: ignore[misc]
                "check-catalog-empty",
                "There are no translations of {domain} for {language}.",
                domain=domain,
                language=code,
            ),
        )


def _gaps(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # a brace without its other
        return {"{"}


def texts_of(scene: Scene) -> Iterator[Text]:
    """List the texts in a drawing of the table."""
    for part in scene:
        lines = [part]
        if isinstance(part, Row):
            lines = [line for panel in part.panels for line in (panel.title, *panel.lines)]
        for line in lines:
            assert not isinstance(line, Row)
            yield from (span.text for span in line)


def lasting_texts(presenter: Presenter) -> Iterator[Text]:
    """List what a presenter says without looking at a position."""
    yield from (presenter.name, presenter.variant, *presenter.seats, presenter.aim())
    yield from (word for word, sign in presenter.words() if not _is_code(word, sign))
    yield from presenter.legend()
    for section in presenter.rules():
        yield from (section.title, *section.paragraphs, *section.points)


def _is_code(word: Text, sign: str) -> bool:
    """Say whether *word* is the notation's own *sign*, which is the same in every language."""
    return isinstance(word, Name) and dict(word.here).get("en", word.text) == sign
