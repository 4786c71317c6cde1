"""Words of an export: texts said in one language as plain lines, free of control characters."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.characters import harmless
from ...text import Both, Language, Text


class Words:
    """Maker of plain lines in one language, even from texts that rule sets or comments contain."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, text: Text | Both) -> str:
        """Say *text* on one line."""
        return " ".join(harmless(self.language.say(text)).split())

    def lines(self, texts: Sequence[Text]) -> list[str]:
        """Return *texts* as plain lines, without the empty ones."""
        return [line for line in map(self, texts) if line]

    def piece(self, text: Text) -> str:
        """Say *text* as a piece of a drawing, with all its spaces, which align it."""
        return harmless(self.language.say(text)).replace("\r", " ").replace("\n", " ")
