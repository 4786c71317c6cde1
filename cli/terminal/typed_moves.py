"""Moves as people type them: by their beginning, and with the names of cards for their codes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...core.scene import Choice
from .vocabulary import WITHOUT_UMLAUTS, Vocabulary

CARD = re.compile(r"([^\W\d_]+) ?(\d+)")
"""A card as it is written or spoken: ``Y3``, ``yellow 3``."""

CODE = re.compile(r"\b([A-Z]+\d+)\b")
"""The code of a card in the notation, if it ends in a number."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def squeezed(text: str) -> str:
    """Return *text* as it is compared: without blanks, capital letters and umlauts."""
    return "".join(text.casefold().translate(WITHOUT_UMLAUTS).split())


def with_codes(text: str, *names: Mapping[str, str]) -> str:
    """Replace beginnings of card names by codes: ``ge3`` is ``Y3`` where yellow is *gelb*.

    *names* map codes to names in the language of the person, those that are possible here first.
    The code of a card always means itself.
    """
    known = {code.casefold() for each in names for code in each}

    def code_of(card: re.Match[str]) -> str:
        letters, digits = squeezed(card[1]), card[2]
        if f"{letters}{digits}" in known:
            return card[0]
        for each in names:
            found = [
                code
                for code, name in each.items()
                if code.lstrip(LETTERS) == digits and squeezed(name).startswith(letters)
            ]
            if len(found) == 1:
                return found[0]
        return card[0]

    return CARD.sub(code_of, text)


def begun_with(text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> int:
    """Return the place of the only one of *choices* that continues *text* with letters, or -1.

    Cards and numbers are never added: a split that is typed in part is a mistake.
    """
    begun = squeezed(text)
    if not begun:
        return -1
    found = {
        place
        for place, choice in enumerate(choices)
        for way in (choice.notation, vocabulary.own(choice.notation))
        if squeezed(way).startswith(begun) and squeezed(way)[len(begun) :].isalpha()
    }
    return found.pop() if len(found) == 1 else -1
