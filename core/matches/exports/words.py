"""Words that may stand in any file: one line each, without anything that steers a reader."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.characters import harmless
from ...text import Both, Language, Text


class Words:
    """Says texts in one language, as plain lines; rule sets, names and comments are foreign."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, text: Text | Both) -> str:
        """Put *text* into words, on one line."""
        return " ".join(harmless(self.language.say(text)).split())

    def lines(self, texts: Sequence[Text]) -> list[str]:
        """Put *texts* into words and leave out the empty ones, which only make room."""
        return [said for said in map(self, texts) if said]

    def piece(self, text: Text) -> str:
        """Put a piece of a drawing into words: blanks stay as they are, for they align it."""
        return harmless(self.language.say(text)).replace("\r", " ").replace("\n", " ")
