"""The notation of draws, splits and picks: ``+G4``, ``G1 G4 / Y2 R1 KR``, ``pick 1``."""

from __future__ import annotations

import re
from typing import Final

from ..errors import IllegalAction, InvalidNotation
from ..text import Message, msg
from .phases import DEAL, END, PICK, PLAY, SPLIT

_DRAW: Final = re.compile(r"\+\s*(\S+)")
_PICK: Final = re.compile(r"pick\s*(\d{1,3})", re.IGNORECASE)


class SplitNotation:
    """Notation for cards with *codes*, split into *sets* sets of *least* to *most* cards."""

    def __init__(self, codes: list[str], sets: int, least: int, most: int) -> None:
        self.codes = codes
        self.sets = sets
        self.least = least
        self.most = most
        self.cards_by_code: dict[str, int] = {code: card for card, code in enumerate(codes)}

    def form_of(self, text: str) -> tuple[int, str]:
        """Return the phase that the form of *text* suggests, and what follows ``+`` or ``pick``."""
        match = _DRAW.fullmatch(text)
        if match:
            return DEAL, match.group(1)
        match = _PICK.fullmatch(text)
        if match:
            return PICK, match.group(1)
        if "/" in text:
            return SPLIT, text
        return PLAY, text

    def write(self, cards: list[int]) -> str:
        """Write the codes of *cards*, separated by spaces."""
        codes = self.codes
        return " ".join([codes[card] for card in cards])

    def write_split(self, sets: list[list[int]]) -> str:
        """Write the *sets* of a split, separated by ``/``."""
        codes = self.codes
        return " / ".join([" ".join([codes[card] for card in cards]) for cards in sets])

    def read_card(self, code: str) -> int:
        """Return the card with *code*, ignoring case; raises `InvalidNotation` if there is none."""
        card = self.cards_by_code.get(code.upper(), -1)
        if card < 0:
            raise InvalidNotation(msg("unknown-card", "There is no card {card}.", card=code))
        return card

    def read_split(self, text: str, drawn: list[int]) -> list[list[int]]:
        """Return the sets that *text* makes of the *drawn* cards, in canonical order.

        Raises `InvalidNotation` for an unknown card, `IllegalAction` for impossible sets.
        """
        parts = text.replace(",", " ").split("/")
        sets = [sorted([self.read_card(code) for code in part.split()]) for part in parts]
        if sorted([card for cards in sets for card in cards]) != drawn:
            raise IllegalAction(self.not_these_cards(drawn))
        self.check_sets(sets)
        return sorted(sets)

    def check_sets(self, sets: list[list[int]]) -> None:
        """Raise `IllegalAction` if there is another number of *sets*, or they have wrong sizes."""
        if len(sets) != self.sets:
            raise IllegalAction(msg("number-of-sets", "There must be {sets} sets.", sets=self.sets))
        for cards in sets:
            if not self.least <= len(cards) <= self.most:
                message = msg(
                    "set-size",
                    "A set must have from {least} to {most} cards.",
                    least=self.least,
                    most=self.most,
                )
                raise IllegalAction(message)

    def not_these_cards(self, drawn: list[int]) -> Message:
        """Say that the sets must be made of the *drawn* cards."""
        return msg(
            "not-these-cards",
            "The sets must contain each drawn card once: {drawn}.",
            drawn=self.write(drawn),
        )

    def no_such_set(self, number: str) -> Message:
        """Say that set *number* cannot be taken."""
        return msg("no-such-set", "There is no set {number} to take.", number=number)

    def what_now(self, phase: int, tried: int) -> Message:
        """Say what is done in *phase* to a player whose text has the form of the phase *tried*."""
        if phase == END:
            return msg("game-over", "The game is over.")
        if phase == DEAL:
            return msg(
                "deal-now",
                "A card is drawn now: type + and the card, for example +{card}.",
                card=self.codes[0],
            )
        if phase == SPLIT:
            return msg(
                "split-now",
                "Now split the drawn cards: type {sets} sets with a / between them.",
                sets=self.sets,
            )
        if phase == PICK:
            return msg("pick-now", "Pick a set: type its number, from 1 to {sets}.", sets=self.sets)
        if tried == DEAL:
            return msg("no-deal-now", "No card is drawn now: the cards of the set are played.")
        return msg("play-now", "The cards of the set are played now, one at a time.")
