"""Names and pictures of dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.scene import Span
from ...core.text import Both, Message, Name, Text, msg, nmsg
from .dice import CODES, JOLLY, ORDINARY, DiceRules
from .dice_view import DieView


@dataclass(frozen=True)
class DiceNames:
    """Names for one game; *seats* are the players' names, *inks* the colours of their dice."""

    rules: DiceRules
    seats: Sequence[Name]
    inks: Sequence[str]

    def picture(self, die: DieView) -> Span:
        """Draw a die: [5], [☠S] for the skull, [☠S1] for a skull that is worth only 1."""
        shown = str(die["face"])
        if die["skull"]:
            shown = "☠S" if die["worth"] == self.rules.skull else f"☠S{die['worth']}"
        return Span(f"[{shown}]", ink=self.inks[die["owner"]], strong=die["skull"])

    def what(self, face: int, skull: bool) -> Message:
        """Name a rolled die as the object of a sentence."""
        if skull:
            # Translators: something is done to it: German "den Totenkopf".
            return msg("dd-what-skull", "the skull")
        # Translators: something is done to it: German "eine 5".
        return msg("dd-what-face", "a {face}", face=face)

    def face(self, die: DieView) -> Text:
        """Name a die in a list."""
        if not die["skull"]:
            return str(die["face"])
        if die["worth"] == self.rules.skull:
            return msg("dd-skull", "skull")
        return msg("dd-skull-of-worth", "skull (counts {worth})", worth=die["worth"])


def hand(codes: Sequence[str]) -> Both:
    """Name dice that lie in no pile, equal ones together."""
    dice: list[Text] = []
    ordinary = codes.count(CODES[ORDINARY])
    if ordinary:
        dice.append(nmsg("dd-ordinary", "{count} ordinary die", "{count} ordinary dice", ordinary))
    if CODES[JOLLY] in codes:
        dice.append(msg("dd-jolly", "Jolly Roger die"))
    return Both(tuple(dice))


def doubloons(count: int) -> Message:
    """Write a number of doubloons."""
    return nmsg("dd-doubloons", "{count} doubloon", "{count} doubloons", count)
