"""Templates and static files of the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, select_autoescape

from ...core.hooks.engine import Engine
from ...core.matches.exports import templates
from ...core.matches.exports.faces import form_of, referred, symbols
from ...core.matches.exports.words import Words
from ...core.rules.reading.inks import MOST_OWN, style_of
from ...core.text import Language, find_language, languages
from .page_words import PAGE_WORDS
from .seat_links import own_command

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="12"'
    ' height="18" rx="2" fill="#1a6e33"/><rect x="17" y="9" width="12" height="18" rx="2"'
    ' fill="#b3261e"/></svg>'
)

APP = {"name": "splitpick", "start_url": "/mine", "scope": "/", "display": "standalone"}
APP_ICON = {"sizes": "any", "type": "image/svg+xml"}
WORKER = "/worker.js"
"""Address of the script that shows notifications; it says for which pages the script is."""
INKS_PATH = "/inks"
_INKS_URL = re.compile(INKS_PATH + "/([0-9a-f]{6}(?:-[0-9a-f]{6})*)[.]css")
TABLE_PARTS = (
    "state", "motion", "calling", "exchange", "choosing", "fitting", "splitting", "dragging",
    "listening",
)  # fmt: skip
"""Parts of the script of a table, in the folder ``templates/table``; they share one scope."""
MANIFEST = "application/manifest+json"


@dataclass(frozen=True)
class Static:
    """A file of the server's own, with its type and the name in its address."""

    body: bytes
    media: str
    url: str


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        templates.PALETTE,
        **templates.INK_WORDS,
        interactive=True,
        form_of=form_of,
        symbol_id=templates.symbol_id,
        inks_url=inks_url,
        own_command=own_command,
    )
    return environment


def _source(name: str) -> str:
    own = files(__package__) / "templates" / name
    return own.read_text("utf-8") if own.is_file() else templates.resource(name)


def _table_script() -> str:
    """Join the parts of the script that keeps a table up to date and lets people choose."""
    parts = "\n".join(_source(f"table/{part}.js") for part in TABLE_PARTS)
    bare = re.sub(r"(?m)^ *//.*\n|^ +", "", parts)  # indentation and comments are for us
    return f'"use strict";\n(() => {{\n{bare}}})();\n'


@cache
def static_files() -> Mapping[str, Static]:
    """Return the static files by their addresses: no other file can be asked for."""
    style = _environment().get_template("table.css.jinja").render()
    around = _environment().get_template("start.css.jinja").render()
    files = {}
    icon = f"/static/{sha256(ICON.encode()).hexdigest()[:12]}/icon.svg"
    for name, text, media in (
        ("worker.js", _source("worker.js"), "text/javascript"),
        ("app.webmanifest", json.dumps(APP | {"icons": [APP_ICON | {"src": icon}]}), MANIFEST),
        ("table.css", style, "text/css"),
        ("start.css", around, "text/css"),
        ("theme.js", _source("theme.js"), "text/javascript"),
        ("start.js", _source("start.js"), "text/javascript"),
        ("table.js", _table_script(), "text/javascript"),
        ("shares.js", _source("shares.js"), "text/javascript"),
        ("icon.svg", ICON, "image/svg+xml"),
    ):
        body = text.encode()
        url = WORKER if name == "worker.js" else f"/static/{sha256(body).hexdigest()[:12]}/{name}"
        files[name] = Static(body, f"{media}; charset=utf-8", url)
    return {file.url: file for file in files.values()}


def static_file(url: str) -> Static | None:
    """Return the file at the address *url*: a static one, or the style of inks it names."""
    if not (found := _INKS_URL.fullmatch(url)):
        return static_files().get(url)
    inks = [f"#{ink}" for ink in found[1].split("-")[:MOST_OWN]]
    return Static(style_of(inks).encode(), "text/css; charset=utf-8", url)


def inks_url(inks: Sequence[str]) -> str:
    """Return the address of the style of *inks*; the policy of the pages allows none in them."""
    return f"{INKS_PATH}/{'-'.join(ink[1:] for ink in inks)}.css"


def render(
    template: str, engine: Engine, language: Language, kept: Iterable[str] = (), **about: Any
) -> str:
    """Render *template* in *language* with the values *about*, and the symbols it refers to.

    A page has the symbols of *kept* as well, so that what is fetched later leaves them out.
    """
    say = Words(language)
    page = _environment().get_template(template)
    text = page.render(
        about,
        say=say,
        label={name: say(message) for name, message in PAGE_WORDS.items()},
        lang=language.code.replace("_", "-"),
        tongues=tongues(),
        static={url.rpartition("/")[2]: url for url in static_files()},
    )
    pictures = [*filter(None, kept)]
    ids = {*map(templates.symbol_id, pictures)}
    before, end, after = text.rpartition("</body>")
    wanted = referred(text) | ids if end else referred(text) - ids
    held = symbols(pictures, wanted) if wanted else ""
    hidden = f'<div class="away-from-eyes" aria-hidden="true">{held}</div>' if held else ""
    return f"{before}{hidden}{end}{after}" if end else text + hidden


@cache
def tongues() -> Sequence[tuple[str, str]]:
    """Return the languages by code, each with its own name."""
    from babel import Locale

    return [(code, Locale.parse(code).get_display_name(code) or code) for code in languages()]


class Tongues:
    """The languages of *engine*, each made once, and the choice of one for a reader."""

    def __init__(self, engine: Engine, fallback: str) -> None:
        self._engine = engine
        self._fallback = fallback
        self._made: dict[str, Language] = {}

    def __getitem__(self, code: str) -> Language:
        if code not in self._made:
            self._made[code] = self._engine.language(code)
        return self._made[code]

    def choose(self, *wanted: str, accepted: str = "") -> Language:
        """Return the first language that exists: of *wanted*, then of the header *accepted*."""
        # Browsers name the language that they like best first.
        accepts = (part.partition(";")[0].strip() for part in accepted[:200].split(","))
        for code in (*wanted, *accepts):
            if code and (found := find_language(code)):
                return self[found]
        return self[self._fallback]
