"""The notation of offers: ``G1 (G4) =2 / Y2 R1 =0`` and ``pick 1 G4``.

Brackets hold the cards of a set that lie face down; ``=`` stands before the price of a set.
"""

from __future__ import annotations

import re
from typing import Final

from ...errors import IllegalAction
from ...text import Message, msg
from ..offer import Offer
from ..phases import PICK, SPLIT
from ..split_notation import SplitNotation
from ..splits import OfferedSet, Split, forms_of, look, splits_of
from .parts.face_down import DOWN, wrong_number
from .parts.price import read_price, wrong_price
from .parts.take import pick_card_now

UNKNOWN: Final = "?"
"""The code of a card that a seat does not know."""

_PICK_CARD: Final = re.compile(r"pick\s*(\d{1,3} [^\s/]+)", re.IGNORECASE)


class OfferNotation(SplitNotation):
    """Notation for cards with *codes* that are put up as *offer* says."""

    def __init__(self, codes: list[str], offer: Offer) -> None:
        super().__init__(codes, offer.sets, offer.least, offer.most)
        self.offer = offer

    def form_of(self, text: str) -> tuple[int, str]:
        match = _PICK_CARD.fullmatch(text)
        return (PICK, match.group(1)) if match else super().form_of(text)

    def write_set(self, up: list[str], down: list[str], price: int) -> str:
        """Write a set of the cards with the codes *up* and *down*, and its price, if any."""
        parts = [*up]
        if down:
            parts.append(f"({' '.join(down)})")
        if self.offer.price:
            parts.append(f"={price}")
        return " ".join(parts)

    def write_offer(self, split: Split) -> str:
        """Write the sets of *split* with everything that the splitter knows."""
        codes = self.codes
        return " / ".join(
            [
                self.write_set([codes[card] for card in up], [codes[card] for card in down], price)
                for up, down, price in split
            ]
        )

    def read_offer(self, text: str, cards: list[int]) -> Split:
        """Return the split of *cards* that *text* writes, its sets in the order of a `Split`.

        Raises `InvalidNotation` for an unknown card, `IllegalAction` for an impossible split.
        """
        offer = self.offer
        read = [self._read_set(part) for part in text.replace(",", " ").split("/")]
        split = tuple(sorted(read, key=look))
        used = sorted([card for up, down, _ in split for card in (*up, *down)])
        left = sorted(cards)
        for card in used:
            if card not in left or len(used) != offer.draw:
                raise IllegalAction(self._other_cards(cards))
            left.remove(card)
        self.check_sets([[*up, *down] for up, down, _ in split])
        for number, (up, down, price) in enumerate(split):
            if len(down) != offer.down_in(number, len(up) + len(down)):
                raise IllegalAction(wrong_number(offer))
            if not 0 <= price <= offer.price:
                raise IllegalAction(wrong_price(offer))
        if offer.contiguous and split not in splits_of(cards, offer):
            message = msg(
                "not-a-run",
                "The cards of a set must lie side by side: {cards}.",
                cards=self.write(cards),
            )
            raise IllegalAction(message)
        return split

    def _read_set(self, text: str) -> OfferedSet:
        """Return the set that *text* writes, whose price is -1 if it lacks one."""
        text, price = read_price(text, self.offer)
        down = [self.read_card(code) for part in DOWN.findall(text) for code in part.split()]
        up = [self.read_card(code) for code in DOWN.sub(" ", text).split()]
        return tuple(sorted(up)), tuple(sorted(down)), price

    def check_sets(self, sets: list[list[int]]) -> None:
        """Raise `IllegalAction` if there is another number of *sets*, or they have wrong sizes."""
        if self.offer.shapes and len(sets) == self.sets:
            forms = forms_of(self.offer)
            if tuple(sorted([len(cards) for cards in sets], reverse=True)) not in forms:
                written = [" + ".join([str(size) for size in form]) for form in forms]
                message = msg(
                    "set-shapes",
                    "The sets must have these sizes: {shapes}.",
                    shapes=", ".join(written),
                )
                raise IllegalAction(message)
        super().check_sets(sets)

    def _other_cards(self, cards: list[int]) -> Message:
        """Say which *cards* can be in the sets."""
        if self.offer.source == "hand":
            return msg(
                "not-from-hand",
                "The sets must have {draw} cards from your hand: {hand}.",
                draw=self.offer.draw,
                hand=self.write(sorted(cards)),
            )
        return self.not_these_cards(cards)

    def what_now(self, phase: int, tried: int) -> Message:
        if phase == SPLIT and self.offer.source == "hand":
            return msg(
                "split-hand-now",
                "Now split cards from your hand: type {sets} sets, {draw} cards in "
                "all, with a / between them.",
                sets=self.sets,
                draw=self.offer.draw,
            )
        if phase == PICK and self.offer.take == "card":
            return pick_card_now(self.codes[0])
        return super().what_now(phase, tried)
