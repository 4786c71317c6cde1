"""Words for offers: what lies in play, what became of the rest, the signs, and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from ...text import Message, Name, msg, named, nmsg
from ..offer import Offer


class SplitView(TypedDict):
    """View of a split-and-choose game; the table adds further keys."""

    phase: str
    turn: int
    turns: int
    splitter: int
    to_act: int
    cards_left: int
    drawn: list[str]
    sets: list[list[str]]
    hands: list[list[str]]
    scores: list[int]


class OfferView(SplitView, total=False):
    """View of a game of offers; see `OfferPosition`."""

    leader: int
    held: list[list[str]]
    prices: list[int]
    laid: list[list[list[str]]]
    laid_prices: list[list[int]]
    out: list[str]
    paid: list[int]


Titled = tuple[Message, Sequence[str]]
"""Title of some cards, and their codes."""


def in_play(now: OfferView, offer: Offer, seats: Sequence[Name]) -> Iterator[Titled]:
    """Yield the cards that are not on the table: drawn, held, on offer, to be played, or gone."""
    yield from _held(now, offer, seats)
    prices = now["prices"] if offer.price else []
    for number, codes in enumerate(now["sets"], 1):
        if codes:
            title = set_title(number, prices)
            yield (_of(seats[now["splitter"]], title) if offer.splitter == "all" else title), codes
    for owner, sets in enumerate(now.get("laid", [])):
        for number, codes in enumerate(sets, 1):
            if codes == ["?"]:
                split = msg("has-split", "{seat} has split:", seat=seats[owner])
                yield split.to_you(seat=msg("you-have-split", "You have split:")), codes
            else:
                laid = now["laid_prices"][owner] if offer.price else []
                yield _of(seats[owner], set_title(number, laid)), codes
    for seat, codes in zip(seats, now["hands"], strict=True):
        if codes:
            held = msg("to-play", "{seat} has to play:", seat=seat)
            yield held.to_you(seat=msg("you-have-to-play", "You have to play:")), codes
    if now.get("out"):
        yield msg("out-of-game", "Out of the game:"), now["out"]


def _held(now: OfferView, offer: Offer, seats: Sequence[Name]) -> Iterator[Titled]:
    """Yield the cards that are drawn, those left for the next offer, and the hands."""
    if "held" not in now or (offer.splitter != "all" and now["drawn"]):
        if now["drawn"]:
            yield _drawn(offer), now["drawn"]
        return
    for owner, codes in enumerate(now["held"]):
        if not codes:
            continue
        seat = seats[owner]
        if offer.source == "hand":
            held = msg("holds", "{seat} holds:", seat=seat)
            yield held.to_you(seat=msg("you-hold", "You hold:")), codes
        elif now["phase"] in ("deal", "split"):
            yield _of(seat, _drawn(offer)), codes
        else:
            left = msg("left-for-next", "Left for the next offer:")
            if now["turn"] == now["turns"]:
                left = msg("left-over", "Left over:")
            yield (_of(seat, left) if offer.splitter == "all" else left), codes


def _of(seat: Name, title: Message) -> Message:
    """Say whose the cards with *title* are."""
    return msg("titled-of", "{seat:cap} – {title}", seat=named(seat), title=title)


def _drawn(offer: Offer) -> Message:
    """Return the title of drawn cards, which says what their order means."""
    if offer.source == "dice":
        return msg("rolled", "Rolled:")
    if offer.contiguous and offer.source == "ring":
        return msg("drawn-ring", "In a circle, the last beside the first:")
    if offer.contiguous:
        return msg("drawn-row", "In a row:")
    return msg("drawn", "Drawn:")


def set_title(number: int, prices: Sequence[int]) -> Message:
    """Return the title of set *number*, with its price if there are *prices*."""
    if not prices:
        return msg("set", "Set {number}:", number=number)
    return nmsg(
        "set-price",
        "Set {number} for {count} point:",
        "Set {number} for {count} points:",
        prices[number - 1],
        number=number,
    )


def laid_sets(details: Sequence[Sequence[str]], face_down: int) -> list[list[str]]:
    """Return sets, whose last *face_down* cards lie face down, with brackets around those."""
    if not face_down:
        return [list(codes) for codes in details]
    return [
        [*codes[:-face_down], *(f"({code})" for code in codes[-face_down:])] for codes in details
    ]


def written(sets: Sequence[Sequence[str]], prices: Sequence[int]) -> str:
    """Write *sets* as in the notation, with their *prices* if there are any."""
    texts = [" ".join(codes) for codes in sets]
    if prices:
        texts = [f"{text} ={price}" for text, price in zip(texts, prices, strict=True)]
    return " / ".join(texts)
