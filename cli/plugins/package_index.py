"""The package index: the plugins in it, by their names and their metadata.

It is read by the simple API (PEP 503, 691, 658), which PyPI, mirrors and plain folders share.
Descriptions come from the metadata beside a file, where the index has them.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from email.parser import BytesParser
from html.parser import HTMLParser
from importlib.util import find_spec
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import Request, urlopen

from ...core.rules.characters import harmless
from .environment import PREFIX

KEYWORD = "splitpick-plugin"
"""Keyword of a package that says it is a plugin."""

PYPI = "https://pypi.org/simple/"
VARIABLES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")
SECONDS = 30
MOST_BYTES = 200_000_000
ACCEPTED = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


class IndexUnreachable(Exception):
    """Failure to read the index; its text is the system's or the server's reason."""


class Found(NamedTuple):
    """A package in the index that looks like a plugin."""

    name: str
    version: str
    summary: str


class Link(NamedTuple):
    """A link of a page: what it is called, where it leads, whether metadata are beside it."""

    text: str
    address: str
    has_metadata: bool


def index_address() -> str:
    """Return the address of the index that pip or uv would use here, by default PyPI's."""
    for variable in VARIABLES:
        if address := os.environ.get(variable):
            return f"{address.rstrip('/')}/"
    if find_spec("pip"):
        asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        if answer.returncode == 0 and (address := answer.stdout.strip()):
            return f"{address.rstrip('/')}/"
    return PYPI


class PackageIndex:
    """The index at *address*."""

    def __init__(self, address: str) -> None:
        self.address = address

    def plugins(self, words: Sequence[str] = ()) -> Iterator[Found]:
        """Yield the plugins whose name or summary has all *words*; raises `IndexUnreachable`."""
        for link in self._links(self.address):
            name = re.sub(r"[-_.]+", "-", link.text).lower()
            if name.startswith(PREFIX):
                found = self._newest(name)
                if found and all(
                    word in f"{found.name} {found.summary}".casefold() for word in words
                ):
                    yield found

    def _newest(self, name: str) -> Found | None:
        """Return the newest version of the package *name*; ``None`` if it says it is no plugin."""
        files = [
            (version, link)
            for link in self._links(urljoin(self.address, f"{name}/"))
            if (version := _version_in(link.text, name))
        ]
        if not files:
            return None
        version, link = max(files, key=lambda one: (_order(one[0]), one[1].has_metadata))
        if not link.has_metadata:
            return Found(name, harmless(version), "")
        metadata = BytesParser().parsebytes(self._read(f"{link.address}.metadata")[0])
        keywords = re.split(r"[,\s]+", str(metadata.get("Keywords", "")))
        if KEYWORD not in keywords:
            return None
        return Found(name, harmless(version), harmless(str(metadata.get("Summary", ""))))

    def _links(self, address: str) -> list[Link]:
        """Return the links of the page at *address*, in JSON or HTML."""
        data, kind = self._read(address)
        if "json" not in kind:
            page = _Links(address)
            page.feed(data.decode("utf-8", "replace"))
            return page.links
        try:
            read = json.loads(data)
            projects = [Link(str(one["name"]), "", False) for one in read.get("projects", ())]
            files = [
                Link(
                    str(one["filename"]),
                    urljoin(address, str(one["url"])),
                    bool(one.get("core-metadata") or one.get("dist-info-metadata")),
                )
                for one in read.get("files", ())
            ]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise IndexUnreachable(type(error).__name__) from error
        return projects + files

    def _read(self, address: str) -> tuple[bytes, str]:
        """Return what is at *address*, and its content type."""
        if urlsplit(address).scheme == "file" and address.endswith("/"):
            address += "index.html"
        if urlsplit(address).scheme not in ("http", "https", "file"):
            raise IndexUnreachable(harmless(address))
        try:
            with urlopen(Request(address, headers={"Accept": ACCEPTED}), timeout=SECONDS) as answer:
                return answer.read(MOST_BYTES), answer.headers.get("Content-Type", "")
        except URLError as error:
            raise IndexUnreachable(harmless(str(error.reason))) from error
        except (OSError, ValueError) as error:
            raise IndexUnreachable(harmless(str(error))) from error


class _Links(HTMLParser):
    """Reader of the links of a page at *address*."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self._address = address

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and (href := given.get("href")):
            address = urljoin(self._address, href).partition("#")[0]
            text = unquote(address.rstrip("/").rpartition("/")[2])
            beside = {"data-core-metadata", "data-dist-info-metadata"} & {*given}
            self.links.append(Link(text, address, bool(beside)))


def _version_in(file: str, name: str) -> str:
    """Return the version in the name of a *file* of the package *name*; empty if there is none."""
    stem = re.sub(r"(\.tar\.gz|\.zip|-[^-]+-[^-]+-[^-]+\.whl)$", "", file)
    begun = re.match(rf"{name.replace('-', '[-_.]+')}-([0-9][^-]*)", stem, re.IGNORECASE)
    return begun[1] if begun and stem != file else ""


def _order(version: str) -> list[int]:
    """Return a key that sorts versions, as far as they are numbers; earlier than 1.0 is 1.0rc1."""
    begun = re.match(r"[\d.]*", version)
    final = begun[0] if begun else ""
    numbers = [int(one) for one in re.findall(r"\d+", final)][:6]
    return [*numbers, *[0] * (6 - len(numbers)), int(final == version)]
