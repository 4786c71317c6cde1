"""Core and the command line know no game but the family of their own."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RANKS = re.compile(r"(?i)\bships-boy\b|\bship's boy\b|\bmate\b|\bcaptain\b")
"""Names of levels and of a bot, whatever is played: ranks on a ship."""

OTHER_GAMES = re.compile(
    r"(?i)\b(planks?|tricks?|dice|die|skulls?|monkey|mate|doubloons?|plunder\w*)\b"
)
"""Words of the games that are plugins."""

OWN_FAMILY = re.compile(r"(?i)\b(ships?|crews?|captains?|parrots?|chests?|kraken|tortuga)\b")
"""Words of Jolly & Roger, whose table lives in core/tables and core/rules."""


def sources(*rooms: str) -> list[Path]:
    """List the Python files of some rooms."""
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def test_core_and_cli_have_no_word_of_the_other_games() -> None:
    """Not in comments either: a core that needs one is built around that game."""
    found = {
        path.relative_to(ROOT): words
        for path in sources("core", "cli")
        if (words := OTHER_GAMES.findall(RANKS.sub("", path.read_text("utf-8"))))
    }

    assert found == {}


def test_screens_matches_bots_and_splitting_know_no_ships() -> None:
    """They know the contract, presenters and any table; only examples name something of a game."""
    found = {}
    for path in sources("cli", "core/matches", "core/players", "core/splitting"):
        code = re.sub(r'(?s)""".*?"""|#[^\n]*', "", path.read_text("utf-8"))
        if words := OWN_FAMILY.findall(RANKS.sub("", code)):
            found[path.relative_to(ROOT)] = words

    assert found == {}
