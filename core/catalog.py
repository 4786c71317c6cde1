"""Gettext catalogs, read from compiled .mo files or from .po sources.

A malformed line of a .po file is an error with its line number: Babel would silently cut the text.
"""

from __future__ import annotations

import gettext
import re
from functools import lru_cache
from importlib.resources.abc import Traversable
from io import BytesIO, StringIO
from typing import IO

ODD_LINE = "odd-line"
"""Reason of a fault: a line is neither a comment nor a text."""
NOT_UTF_8 = "not-utf-8"
"""Reason of a fault: the declared charset (default: UTF-8) is unknown or not that of the file."""

_CHARSET = re.compile(rb"charset=([A-Za-z0-9._-]+)")

LINE = re.compile(r'(#.*)?|(msg\w+(\[\d\])? +)?"([^"\\]|\\.)*"')
"""A comment, or a text in quotes with or without a keyword such as ``msgid``; or an empty line."""


class CatalogFault(Exception):
    """Unreadable catalog *file*; *line* counts from 1, and 0 means the whole file.

    *why* is one of the reasons above, or the English message of another error.
    """

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")
        self.file = file
        self.line = line
        self.why = why


class Catalog(gettext.GNUTranslations):
    """Compiled catalog that can list its entries; empty without a *file*."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self._catalog: dict[object, str] = {}
        self.plural = lambda number: int(number != 1)  # the default of an empty catalog
        super().__init__(file)

    def gettext(self, message: str) -> str:
        """Return *message* translated; the empty one is no text, but the key of the header."""
        return super().gettext(message) if message else ""

    def has(self, text: str, context: str = "") -> bool:
        """Return whether *text*, a sentence or the singular of one, is translated."""
        key = self.CONTEXT % (context, text) if context else text
        return key in self._catalog or (key, 0) in self._catalog

    def entries(self) -> dict[str, list[str]]:
        """Return the texts (a plural under its singular), each with its translations."""
        entries: dict[str, list[str]] = {}
        for key, translation in self._catalog.items():
            if key:  # the header has an empty key
                text = str(key[0] if isinstance(key, tuple) else key)
                entries.setdefault(text.rpartition("\x04")[2], []).append(translation)
        return entries


ENGLISH = Catalog()
"""Empty catalog: every text stays English."""


def read_catalog(folder: Traversable, code: str, domain: str) -> Catalog:
    """Return the catalog of *domain* for language *code*, or for *code* without its region.

    A .mo file is preferred; reading the .po source is slower, but plugin authors need no compiler.
    Without any file, returns an empty catalog; raises `CatalogFault` for an unreadable file.
    """
    for language in (code, code.partition("_")[0]):
        messages = folder / language / "LC_MESSAGES"
        for file, read in ((f"{domain}.mo", _read), (f"{domain}.po", _compiled)):
            path = messages / file
            if not path.is_file():
                continue
            try:
                return _catalog(read(path))
            except CatalogFault:
                raise
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise CatalogFault(str(path), 0, reason) from error
    return ENGLISH


def _read(compiled: Traversable) -> bytes:
    return compiled.read_bytes()


@lru_cache(maxsize=16)  # by its content: a translator's next version is another one
def _catalog(compiled: bytes) -> Catalog:
    return Catalog(BytesIO(compiled))


def _compiled(source: Traversable) -> bytes:
    """Compile the .po file *source* in memory."""
    # Babel is slow to import and rarely needed.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    text = _decoded(source, source.read_bytes())
    for number, line in enumerate(text.split("\n"), 1):
        if not LINE.fullmatch(line.strip("\r\t ")):
            raise CatalogFault(str(source), number, ODD_LINE)
    written = BytesIO()
    try:
        write_mo(written, read_po(StringIO(text), abort_invalid=True))
    except PoFileError as error:
        why = str(error).rpartition(" on ")[0]  # the rest is a line number from 0
        raise CatalogFault(str(source), error.lineno + 1, why) from error
    return written.getvalue()


def _decoded(source: Traversable, data: bytes) -> str:
    charset = _CHARSET.search(data)
    try:
        return data.decode(charset[1].decode() if charset else "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CatalogFault(str(source), line, NOT_UTF_8) from error
    except LookupError as error:
        assert charset is not None
        line = data.count(b"\n", 0, charset.start()) + 1
        raise CatalogFault(str(source), line, NOT_UTF_8) from error
