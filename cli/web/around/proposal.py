"""Proposals at a table, on which the others decide: a rematch, or a bot for an absent person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.text import Message, Name, msg, sentences

AGAIN, SAME_DEAL, BOT, END = "again", "same-deal", "bot", "end"
REMATCHES = (AGAIN, SAME_DEAL)

_sentence = sentences(
    msg("web-propose-again",
        "{seat} would like to play again, swapping sides. Do you agree?"),
    msg("web-propose-same-deal",
        "{seat} would like to play the same deal again, swapping sides. Do you agree?"),
    msg("web-propose-bot", "{seat} would like a bot to play for {absent}. Do you agree?"),
    msg("web-propose-end",
        "{seat} would like to end the match; {absent} has left and would lose. Do you agree?"),
)  # fmt: skip


@dataclass
class Proposal:
    """Wish of *asker* for what *does* says, perhaps about the *absent* seat.

    It is carried out once nobody is left in *waits_for*; *refuser* is who has said no.
    """

    does: str
    asker: int
    waits_for: set[int]
    absent: int | None = None
    refuser: int | None = None

    def question(self, seats: Sequence[Name]) -> Message:
        """Return what the others are asked."""
        absent = "" if self.absent is None else seats[self.absent]
        return _sentence(f"web-propose-{self.does}", seat=seats[self.asker], absent=absent)

    def answer(self, seats: Sequence[Name]) -> Message:
        """Return what the asker is told."""
        if self.refuser is not None:
            return msg("web-proposal-refused", "{seat} has said no.", seat=seats[self.refuser])
        return msg("web-proposal-waits", "You have asked the others; not all have answered yet.")
