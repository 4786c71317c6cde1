"""The parts of an offer, in the order of its rules text."""

from __future__ import annotations

from ....text import Message
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


def parts_of(offer: Offer) -> list[OfferPart]:
    """Return the parts that *offer* uses."""
    return [part for part in PARTS if part.is_used(offer)]


def offer_legend(offer: Offer, code: str) -> list[Message]:
    """Explain the notation of splits and picks; *code* is an example of a card."""
    return [said for part in parts_of(offer) for said in part.legend(offer, code)]
