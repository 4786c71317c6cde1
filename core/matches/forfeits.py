"""Why a seat has lost before the game was over, in words."""

from __future__ import annotations

from ..text import Message, Text, msg

REASONS: dict[str, Message] = {}
"""What the reasons of ``forfeit`` entries mean, by code; others may stand in a journal too."""


def reason_told(code: str) -> Text:
    """Put the reason *code* into words; one that is not known is the code itself."""
    return REASONS.get(code, code)


def forfeit_told(seat: Text, code: str) -> Message:
    """Say that *seat* has lost for the reason *code*."""
    return msg("forfeited", "{seat} has lost: {why}.", seat=seat, why=reason_told(code))
