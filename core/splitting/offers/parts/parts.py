"""The parts of an offer, in the order of its rules text, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....text import Message, in_turn
from ...offer import Offer
from .face_down import FaceDown
from .hand import Hand
from .order import PickingOrder
from .part import OfferPart
from .price import Price
from .rest import Rest
from .sets import Sets
from .source import Source
from .splitter import Splitter
from .take import Take

PARTS: list[OfferPart] = [
    Source(),
    Splitter(),
    PickingOrder(),
    Sets(),
    Rest(),
    FaceDown(),
    Hand(),
    Price(),
    Take(),
]


def before_game(
    offer: Offer, players: int, codes: Sequence[str], counts: Sequence[int]
) -> list[Message]:
    """Explain what *offer* needs before the game: dice, or a hand for each player."""
    return [said for part in PARTS for said in part.before_game(offer, players, codes, counts)]


def making_sets(offer: Offer) -> list[Message]:
    """Explain which cards the splitter offers, and how."""
    return [said for part in PARTS for said in part.splitting(offer)]


def picking_sets(offer: Offer, players: int, secret: bool) -> list[Message]:
    """Explain who gets what of an offer, and what happens to the rest."""
    return [said for part in PARTS for said in part.picking(offer, players, secret)]


def offer_legend(offer: Offer, code: str) -> list[Message]:
    """Explain the notation of splits and picks; *code* is an example of a card."""
    return [said for part in PARTS for said in part.legend(offer, code)]


def advice_to_split(offer: Offer, players: int) -> Message:
    """Explain to a newcomer what the splitter has to do and will get."""
    told = [said for part in PARTS for said in part.advice_to_split(offer, players)]
    return replace(in_turn(told), code="advice-split")


def advice_to_pick(offer: Offer) -> Message | None:
    """Explain to a newcomer what is special about picking, if anything is."""
    told = [said for part in PARTS for said in part.advice_to_pick(offer)]
    return replace(in_turn(told), code="advice-pick") if told else None
