"""Templates and static files of the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, select_autoescape

from ...core.hooks.engine import Engine
from ...core.matches.exports import templates
from ...core.matches.exports.faces import form_of, symbols
from ...core.matches.exports.words import Words
from ...core.text import Language, find_language, languages
from .page_words import PAGE_WORDS

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="12"'
    ' height="18" rx="2" fill="#1a6e33"/><rect x="17" y="9" width="12" height="18" rx="2"'
    ' fill="#b3261e"/></svg>'
)

APP = {"name": "splitpick", "start_url": "/mine", "scope": "/", "display": "standalone"}
APP_ICON = {"sizes": "any", "type": "image/svg+xml"}
WORKER = "/worker.js"
"""Address of the script that shows notifications; it says for which pages the script is."""
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
        interactive=True,
        form_of=form_of,
        symbol_id=templates.symbol_id,
        symbols=symbols,
    )
    return environment


def _source(name: str) -> str:
    own = files(__package__) / "templates" / name
    return own.read_text("utf-8") if own.is_file() else templates.resource(name)


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
        ("start.js", _source("start.js"), "text/javascript"),
        ("table.js", _source("table.js"), "text/javascript"),
        ("shares.js", _source("shares.js"), "text/javascript"),
        ("icon.svg", ICON, "image/svg+xml"),
    ):
        body = text.encode()
        url = WORKER if name == "worker.js" else f"/static/{sha256(body).hexdigest()[:12]}/{name}"
        files[name] = Static(body, f"{media}; charset=utf-8", url)
    return {file.url: file for file in files.values()}


def render(template: str, engine: Engine, language: Language, **about: Any) -> str:
    """Render *template* in *language* with the values *about*."""
    say = Words(language)
    urls = {url.rpartition("/")[2]: url for url in static_files()}
    return (
        _environment()
        .get_template(template)
        .render(
            say=say,
            label={name: say(message) for name, message in PAGE_WORDS.items()},
            lang=language.code.replace("_", "-"),
            tongues=tongues(),
            static=urls,
            **about,
        )
    )


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
        offers = [part.partition(";") for part in accepted[:200].split(",")]
        ranked = sorted(offers, key=lambda offer: -_quality(offer[2]))
        accepts = (offer[0].strip() for offer in ranked if _quality(offer[2]) > 0)
        for code in (*wanted, *accepts):
            if code and (found := find_language(code)):
                return self[found]
        return self[self._fallback]


def _quality(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0
