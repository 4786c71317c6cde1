"""Templates and static files of the pages, and the words that stand on every page."""

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
from ...core.text import Language, Message, find_language, languages, msg

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

LABELS: Mapping[str, Message] = {
    "skip": msg("web-skip", "Skip to your choices"),
    "language": msg("web-language", "Language"),
    "change": msg("web-change", "Change"),
    "table": msg("web-table", "The table"),
    "news": msg("web-news", "Latest"),
    "log": msg("web-log", "Game log"),
    "players": msg("web-players", "Players"),
    "here": msg("web-here", "connected"),
    "away": msg("web-away", "not connected"),
    "you": msg("web-you", "you"),
    "onlookers": msg("web-onlookers", "You are watching. You see what everybody may see."),
    "reload": msg("web-reload", "Reload to see what others have done"),
    "waiting": msg("web-waiting", "Connection lost. Reconnecting …"),
    "undo": msg("web-undo", "Take back"),
    "hint": msg("web-hint", "Hint"),
    "looking": msg("hint-thinking", "Looking for the best move …"),
    "agree": msg("web-agree", "I agree"),
    "refuse": msg("web-refuse", "No"),
    "resign": msg("web-resign", "Resign"),
    "resign-how": msg("web-resign-how", "You lose the match. Are you sure?"),
    "leave": msg("web-leave", "Leave the match"),
    "leave-how": msg("web-leave-how", "A bot plays on for you; you can come back."),
    "come-back": msg("web-come-back", "Play on yourself"),
    "let-bot": msg("web-let-bot", "Let a bot play on"),
    "end-match": msg("web-end-match", "End the match"),
    "rules": msg("web-rules", "Rules"),
    "legend": msg("legend-head", "Signs and notation"),
    "notify": msg("web-notify", "Notification when it is my turn"),
    "notify-ask": msg("web-notify-ask", "Shall a notification tell you when it is your turn?"),
    "yes": msg("word-yes", "yes"),
    "no": msg("word-no", "no"),
    "mine": msg("web-mine", "My matches"),
    "mine-none": msg("web-mine-none", "This browser has no match yet: open a link to a table."),
    "forget": msg("web-forget", "Take from the list"),
    "sound": msg("web-sound", "Sound when it is my turn"),
    "split": msg("web-split", "Split like this"),
    "split-how": msg(
        "web-split-how", "A click, the space bar or dragging moves a card into the other set."
    ),
    "all-choices": msg("web-all-choices", "All choices as a list"),
    "all-splits": msg("web-all-splits", "All splits as a list"),
    "advice": msg("web-advice", "What can I do?"),
    "final": msg("web-final", "This ends your turn. Press again to confirm."),
    "now": msg("web-now", "Back to now"),
    "result": msg("scoring-head", "Result"),
    "scoring": msg("web-scoring", "How the scores add up"),
    "cut": msg("web-cut", "cut the circle after it"),
    "settings": msg("web-settings", "Settings"),
    "speed": msg("web-speed", "Other players' moves"),
    "slow": msg("web-slow", "slowly"),
    "normal": msg("web-normal", "at a normal pace"),
    "quick": msg("web-quick", "quickly"),
    "at-once": msg("web-at-once", "all at once"),
    "skip-moves": msg("web-skip-moves", "Press a key or click to skip the moves."),
    "again": msg("web-again", "Play again, with the seats changed"),
    "same-deal": msg("web-same-deal", "The same deal, with the seats changed"),
    "following": msg("web-following", "Next match"),
    "back-to-table": msg("web-back", "Back to the table"),
    "taken-back": msg("taken-back", "taken back"),
    "analyse": msg("web-analyse", "Analyse the match"),
    "analysing": msg("web-analysing", "The decisions are being analysed …"),
    "costs": msg("web-costs", "The biggest mistakes"),
    "no-costs": msg("analysis-none", "There was no mistake worth mentioning."),
    "fair": msg("web-fair", "Fair shuffle"),
    "fair-how": msg(
        "web-fair-how",
        "The cards follow from a seed that was chosen before the match. This SHA-256 binds the"
        " seed, the rules, the seats, who starts and the match:",
    ),
    "fair-seed": msg(
        "web-fair-seed",
        "The cards follow from a seed that was chosen before the match. This SHA-256 binds the"
        " seed:",
    ),
    "fair-end": msg("web-fair-end", "It is the SHA-256 of this text:"),
    "fair-alone": msg(
        "web-fair-alone", "Whoever began this match could have tried other deals before it."
    ),
    "fair-check": msg("web-fair-check", "Check it yourself with the downloaded game record:"),
    "record": msg("web-record", "Download game record"),
    "account": msg("web-account", "Download report"),
    "games": msg("web-games", "Other games"),
    "against-bot": msg("web-against-bot", "Against the computer"),
    "invite": msg("web-invite", "Invite a friend"),
    "pass-round": msg("web-pass-round", "Pass this device round"),
    "clock": msg("web-clock-head", "Clock of each player"),
    "patience": msg("web-patience", "Others may replace somebody absent after"),
    "invite-short": msg("web-invite-short", "Invitation"),
    "name": msg("web-name", "Your name"),
    "me": msg("web-me", "You play"),
    "options": msg("web-options", "Options"),
    "count": msg("web-count", "Number of players"),
    "level": msg("web-level", "Computer's level"),
    "by-seat": msg("web-by-seat", "Choose a player for each seat"),
    "daily": msg("web-daily", "Today's deal"),
    "daily-how": msg(
        "web-daily-how", "The same cards for everybody, against the mate. The first try counts."
    ),
    "import": msg("web-import", "Import a record"),
    "import-how": msg("web-import-how", "Choose the file of a record, or paste its text:"),
    "import-do": msg("web-import-do", "Import"),
    "copy": msg("web-copy", "Copy"),
    "copied": msg("web-copied", "Copied"),
    "share": msg("web-share", "Share"),
    "qr": msg("web-qr", "The link as a QR code"),
    "variant": msg("fact-variant", "Variant"),
    "nobody": msg("web-nobody", "nobody"),
    "own-language": msg("web-own-language", "browser language"),
    "first": msg("fact-first", "Starting player"),
    "lot": msg("web-lot", "at random"),
    "practice": msg("web-practice", "Practice: everything can be taken back"),
    "begin": msg("web-begin", "Begin"),
    "saved": msg("web-saved", "Matches so far"),
    "match": msg("fact-match", "Match"),
    "played": msg("web-played", "Played"),
    "over": msg("web-over", "over"),
    "links": msg("web-links", "Invitation links"),
    "links-how": msg(
        "web-links-how",
        "Send each player one link. Whoever has a link plays that seat: keep yours to yourself.",
    ),
    "onlooker": msg("web-onlooker", "Spectators"),
    "to-start": msg("web-to-start", "To the start page"),
}


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
            label={name: say(message) for name, message in LABELS.items()},
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
