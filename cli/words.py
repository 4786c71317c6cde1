"""What players may type: command words and the notation, in their language and in English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.text import Language, Message, Name, msg

COMMANDS = {
    "help": (msg("word-help", "help"), msg("about-help", "explains the signs and these words")),
    "hint": (msg("word-hint", "hint"), msg("about-hint", "says what the greedy bot would do")),
    "undo": (msg("word-undo", "undo"), msg("about-undo", "takes back your last decision")),
    "rules": (msg("word-rules", "rules"), msg("about-rules", "tells the rules of this game")),
    "table": (msg("word-table", "table"), msg("about-table", "shows the table again")),
    "log": (msg("word-log", "log"), msg("about-log", "lists everything that was played")),
    "quit": (msg("word-quit", "quit"), msg("about-quit", "ends, and says how to go on later")),
}
"""The words that are no moves: each with its translation's source and what it does."""


class Vocabulary:
    """Understands what is typed: the words of *language* and the English ones.

    *words* are the game's own, with what the notation has for each.
    """

    def __init__(self, language: Language, words: Sequence[tuple[Message | Name, str]]) -> None:
        self._commands = {name: name for name in COMMANDS} | {"?": "help"}
        for name, (word, _) in COMMANDS.items():
            self._commands.setdefault(language.say(word).casefold(), name)
        self._words: dict[str, str] = {}
        for spoken, notation in words:
            self._words.setdefault(language.say(spoken).casefold(), notation)

    def command(self, text: str) -> str | None:
        """Return the command that *text* is, in English; ``None`` if it is none."""
        return self._commands.get(text.casefold())

    def to_notation(self, text: str) -> str:
        """Put the game's words in *text* into the notation; what is not known stays as it is."""
        return re.sub(r"[^\W\d_]+", self._translate, text)

    def _translate(self, match: re.Match[str]) -> str:
        return self._words.get(match.group().casefold(), match.group())
