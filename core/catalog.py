"""Catalogs: gettext's, and how one is read that was not compiled.

What is odd in a `.po` file is named with its line: Babel mends such lines by cutting a text short,
and nobody would know.
"""

from __future__ import annotations

import gettext
import re
from importlib.resources.abc import Traversable
from io import BytesIO, StringIO
from typing import IO

ODD_LINE = "odd-line"
"""Why a file cannot be read: a line is no comment and no text."""
NOT_UTF_8 = "not-utf-8"
"""Why a file cannot be read: it is in no charset that it names, nor in UTF-8."""

_CHARSET = re.compile(rb"charset=([A-Za-z0-9._-]+)")

LINE = re.compile(r'(#.*)?|(msg\w+(\[\d\])? +)?"([^"\\]|\\.)*"')
"""All that stands on a line: a comment, a text, or what it is with its text."""


class CatalogFault(Exception):
    """The catalog *file* cannot be read; *line* counts from 1, and 0 is the whole of it.

    *why* is one of the above or what the reader says in English.
    """

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")
        self.file = file
        self.line = line
        self.why = why


class Catalog(gettext.GNUTranslations):
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


ENGLISH = Catalog()
"""A catalog that has nothing."""


def read_catalog(folder: Traversable, code: str, domain: str) -> Catalog:
    """Read the catalog of the language, else of the language without its region.

    The compiled one, or the source where none was compiled: that takes longer, but spares those who
    write a plugin a tool.  Raises `CatalogFault`.
    """
    for language in (code, code.partition("_")[0]):
        messages = folder / language / "LC_MESSAGES"
        for file, read in ((f"{domain}.mo", _opened), (f"{domain}.po", _compiled)):
            found = messages / file
            if not found.is_file():
                continue
            try:
                with read(found) as stream:
                    return Catalog(stream)
            except CatalogFault:
                raise
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
                raise CatalogFault(str(found), 0, said) from error
    return ENGLISH


def _opened(compiled: Traversable) -> IO[bytes]:
    return compiled.open("rb")


def _compiled(source: Traversable) -> IO[bytes]:
    """Compile the catalog in *source*, as it would stand in a `.mo` file."""
    # Babel is slow to import, and seldom needed.
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
        why = str(error).rpartition(" on ")[0]  # behind which it counts lines from 0
        raise CatalogFault(str(source), error.lineno + 1, why) from error
    written.seek(0)
    return written


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
