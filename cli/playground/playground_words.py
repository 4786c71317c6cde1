"""The words of the playground's page, which its scripts have before Python has loaded."""

import json
from collections.abc import Mapping

from ...core.text import Language, Message, languages, msg
from ..web.page_words import PAGE_WORDS
from ..web.web_templates import tongues

PLAYGROUND_WORDS: Mapping[str, Message] = {
    "game": msg("playground-game", "Game"),
    "variant": msg("playground-variant", "Variant"),
    "link": msg("playground-link", "Link to this file"),
    "linked": msg(
        "playground-linked", "The address of this page now contains the file, and has been copied."
    ),
    "pack": msg("playground-pack", "Download as a zip"),
    "stop": msg("playground-stop", "Stop: this is taking too long"),
    "stopped": msg("playground-stopped", "Stopped. The file is checked again when you change it."),
    "file": msg("playground-file", "The rule set"),
    "play": msg("playground-play", "Try it"),
    "count": msg("playground-count", "Number of players"),
    "begin": msg("playground-begin", "Play against the computer"),
    "try": msg("playground-try", "200 bot games"),
    "trying": msg("playground-trying", "The bots are playing …"),
    "loading": msg("playground-loading", "Loading Python …"),
    "unpacking": msg("playground-unpacking", "Unpacking splitpick …"),
    "starting": msg("playground-starting", "Starting splitpick …"),
}
SHARED_WORDS = ("language", "level", "rules", "table", "back-to-table")
"""Words that the tables have as well."""


def page_words() -> str:
    """Return all words by language, as JSON."""
    words = {**PLAYGROUND_WORDS, **{name: PAGE_WORDS[name] for name in SHARED_WORDS}}
    names = dict(tongues())
    said = {
        code: {"self": names[code]} | {name: Language(code).say(one) for name, one in words.items()}
        for code in languages()
    }
    return json.dumps(said, ensure_ascii=False)
