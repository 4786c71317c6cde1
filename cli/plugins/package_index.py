"""The package index: the plugins in it, by their names and their metadata.

It is read by the simple API (PEP 503, 691, 658), which PyPI, mirrors and servers of folders share,
and so are folders that pip is told to find links in. Metadata lie beside a file or else in it.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from email.message import Message as Metadata
from email.parser import BytesParser
from html.parser import HTMLParser
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import Request, url2pathname, urlopen

from ...core.hooks.discovery import OWN
from ...core.hooks.provider import PREFIX
from ...core.rules.characters import harmless

KEYWORD = "splitpick-plugin"
"""Keyword of a package that says it is a plugin."""

PYPI = "https://pypi.org/simple/"
SECONDS = 30
MOST_BYTES = 200_000_000
ACCEPTED = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"

FILE = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+?)-(?P<version>[0-9][^-]*)(-[^-]+-[^-]+-[^-]+\.whl|\.tar\.gz|\.zip)"
)
"""Pattern of the name of a file with a package."""


class IndexUnreachable(Exception):
    """Failure to read the index at *address*; *why* is the system's or the server's reason."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(f"{address}: {why}")
        self.address = address
        self.why = why


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


def index_addresses() -> list[str]:
    """Return the addresses of the indexes, and of pages of links, that pip or uv would use here."""
    configured = _configured() if find_spec("pip") else {}

    def given(key: str) -> str:
        """Return what a variable of pip or uv, or else pip's configuration, says about *key*."""
        name = key.upper().replace("-", "_")
        said = [os.environ.get(f"{tool}_{name}", "").strip() for tool in ("PIP", "UV")]
        return next(filter(None, said), configured.get(key, ""))

    addresses = []
    if given("no-index").lower() not in ("1", "true", "yes", "on"):
        own = os.environ.get("PIP_INDEX_URL") or os.environ.get("UV_DEFAULT_INDEX")
        addresses = [own or given("index-url") or PYPI, *given("extra-index-url").split()]
    for address in re.split(r"[\s,]+", given("find-links")):
        is_path = address and urlsplit(address).scheme not in ("http", "https", "file")
        addresses.append(Path(address).expanduser().absolute().as_uri() if is_path else address)
    return [f"{address.rstrip('/')}/" for address in addresses if address]


def _configured() -> dict[str, str]:
    """Return pip's configuration of what it does anywhere, by keys."""
    asked = [sys.executable, "-m", "pip", "config", "list"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    lines = re.findall(r"^(?:global|install)\.([\w-]+)='(.*)'$", answer.stdout, re.MULTILINE)
    return {key: value.replace("\\n", " ").strip() for key, value in lines}


def _shown(address: str) -> str:
    """Return *address* for people, without a password."""
    return harmless(re.sub(r"//[^/@]*@", "//", address))


class PackageIndex:
    """The indexes, and pages of links, at *addresses*."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses

    @property
    def shown(self) -> str:
        """Addresses for people, without passwords."""
        return ", ".join(map(_shown, self.addresses))

    def plugins(self, words: Sequence[str] = ()) -> Iterator[Found]:
        """Yield the plugins whose name, summary or keywords have all *words*.

        Raises `IndexUnreachable`.
        """
        for name, pages in self.packages().items():
            version, metadata = self.newest(name, pages)
            said = {key: str(metadata.get(key, "")) for key in ("Summary", "Keywords")}
            told = " ".join([name, *said.values()]).casefold()
            if KEYWORD in re.split(r"[,\s]+", said["Keywords"]) and all(map(told.count, words)):
                yield Found(name, harmless(version), harmless(said["Summary"]))

    def packages(self) -> dict[str, list[Link]]:
        """Return what is there of each package that is named as a plugin, by its name.

        These are its files, or pages that list them. Raises `IndexUnreachable`.
        """
        found: dict[str, list[Link]] = {}
        for address in self.addresses:
            for link in self._links(address):
                file = FILE.fullmatch(link.text)
                name = re.sub(r"[-_.]+", "-", file["name"] if file else link.text).lower()
                page = link if file else link._replace(address=urljoin(address, f"{name}/"))
                if name.startswith(PREFIX):
                    found.setdefault(name, []).append(page)
        return dict(sorted(found.items()))

    def newest(self, name: str, pages: Sequence[Link]) -> tuple[str, Metadata]:
        """Return the newest version of the package *name*, with its metadata.

        Without a file, both are empty. Raises `IndexUnreachable`.
        """
        files: list[tuple[str, Link]] = []
        for page in pages:
            for link in [page] if FILE.fullmatch(page.text) else self._links(page.address):
                file = FILE.fullmatch(link.text)
                if file and re.sub(r"[-_.]+", "-", file["name"]).lower() == name:
                    files.append((file["version"], link))
        if not files:
            return "", Metadata()
        version, link = max(
            files,
            key=lambda one: (
                order(one[0])[-1],  # installers take no early versions
                order(one[0]),
                one[1].has_metadata,
                one[1].text.endswith(".whl"),
            ),
        )
        if link.has_metadata:
            return version, BytesParser().parsebytes(self._read(f"{link.address}.metadata")[0])
        return version, _metadata_in(link.text, self._read(link.address)[0])

    def _links(self, address: str) -> list[Link]:
        """Return the links of the page at *address*, in JSON or HTML, or what is in that folder."""
        parts = urlsplit(address)
        folder = Path(url2pathname(parts.path)) if parts.scheme == "file" else None
        if folder and folder.is_dir() and not (folder / "index.html").is_file():
            return [Link(one.name, one.as_uri(), False) for one in sorted(folder.iterdir())]
        data, kind = self._read(address)
        if "json" not in kind:
            page = _Links(address)
            page.feed(data.decode("utf-8", "replace"))
            return page.links
        try:
            read = json.loads(data)
            links = [Link(str(one["name"]), "", False) for one in read.get("projects", ())]
            for one in read.get("files", ()):
                beside = one.get("core-metadata") or one.get("dist-info-metadata")
                place = urljoin(address, str(one["url"]))
                links.append(Link(str(one["filename"]), place, bool(beside)))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise IndexUnreachable(_shown(address), type(error).__name__) from error
        return links

    def _read(self, address: str) -> tuple[bytes, str]:
        """Return what is at *address*, and its content type."""
        if urlsplit(address).scheme == "file" and address.endswith("/"):
            address += "index.html"
        if urlsplit(address).scheme not in ("http", "https", "file"):
            raise IndexUnreachable(_shown(address), urlsplit(address).scheme)
        try:
            with urlopen(Request(address, headers={"Accept": ACCEPTED}), timeout=SECONDS) as answer:
                return answer.read(MOST_BYTES), answer.headers.get("Content-Type", "")
        except URLError as error:
            raise IndexUnreachable(_shown(address), harmless(str(error.reason))) from error
        except (OSError, ValueError) as error:
            raise IndexUnreachable(_shown(address), harmless(str(error))) from error


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


def _metadata_in(name: str, data: bytes) -> Metadata:
    """Return the metadata in the *data* of a file with a package; none if it cannot be read."""
    try:
        if name.endswith(".tar.gz"):
            with tarfile.open(fileobj=BytesIO(data)) as archive:
                inside = next(one for one in archive if one.name.count("/") == 1
                              and one.name.endswith("/PKG-INFO"))  # fmt: skip
                file = archive.extractfile(inside)
                return BytesParser().parsebytes(file.read() if file else b"")
        with zipfile.ZipFile(BytesIO(data)) as wheel:
            inner = next(one for one in wheel.namelist() if one.endswith("/METADATA"))
            return BytesParser().parsebytes(wheel.read(inner))
    except (OSError, StopIteration, tarfile.TarError, zipfile.BadZipFile, RuntimeError):
        return Metadata()


def required(requirements: Sequence[object]) -> str:
    """Return the splitpick that *requirements* of a package ask for, as ``>=0.1``; empty: any."""
    for one in requirements:
        if found := re.match(rf"{OWN}\s*(?:\[[^]]*\])?\s*\(?([=<>!~][^;)]*)", str(one)):
            return found[1].strip()
    return ""


def order(version: str) -> list[int]:
    """Return a key that sorts versions, as far as they are numbers; earlier than 1.0 is 1.0rc1."""
    begun = re.match(r"[\d.]*", version)
    final = begun[0] if begun else ""
    numbers = [int(one) for one in re.findall(r"\d+", final)][:6]
    return [*numbers, *[0] * (6 - len(numbers)), int(final == version)]
