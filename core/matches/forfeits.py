"""Why a seat has lost before the game was over, in words."""

from __future__ import annotations

from ..text import Message, Text, msg

_OUT_OF_TIME = msg("forfeit-time", "its program did not answer in time")
_GONE = msg("forfeit-gone", "its program stopped in the middle of the match")
_BROKEN = msg("forfeit-protocol", "its program did not keep to the protocol")

REASONS: dict[str, Message] = {
    "bot-start": msg("forfeit-start", "its program could not be started"),
    "bot-version": _BROKEN,
    "bot-hello-time": _OUT_OF_TIME,
    "bot-time": _OUT_OF_TIME,
    "bot-wrong-id": _BROKEN,
    "bot-illegal-action": msg("forfeit-illegal", "its program did what is not allowed"),
    "bot-bad-answer": _BROKEN,
    "bot-gives-up": msg("forfeit-gives-up", "its program gave up"),
    "bot-garbage": _BROKEN,
    "bot-floods": msg("forfeit-floods", "its program wrote far too much"),
    "bot-closes-input": _GONE,
    "bot-closes-output": _GONE,
    "bot-ended": _GONE,
    "bot-killed": _GONE,
}
"""What the reasons of ``forfeit`` entries mean, by code; others may stand in a journal too."""


def reason_told(code: str) -> Text:
    """Put the reason *code* into words; one that is not known is the code itself."""
    return REASONS.get(code, code)


def forfeit_told(seat: Text, code: str) -> Message:
    """Say that *seat* has lost for the reason *code*."""
    return msg("forfeited", "{seat} has lost: {why}.", seat=seat, why=reason_told(code))
