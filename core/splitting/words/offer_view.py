"""Views of offers, and the zones with what lies in play of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from ...card_presenter import CardPresenter
from ...game import OVER, Action
from ...text import Message, Name, msg, named, nmsg
from ...things import SceneZone
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

    unseen: dict[str, int]
    leader: int
    held: list[list[str]]
    prices: list[int]
    laid: list[list[list[str]]]
    laid_prices: list[list[int]]
    out: list[str]
    paid: list[int]


def in_play(
    words: CardPresenter, now: OfferView, offer: Offer, ids: Sequence[str]
) -> Iterator[SceneZone]:
    """Yield the cards that are not on the table: drawn, held, on offer, to be played, or gone.

    *ids* are those of the seats.
    """
    seats = words.seats
    yield from _held(words, now, offer, ids)
    prices = now["prices"] if offer.price else []
    for number, codes in enumerate(now["sets"], 1):
        if codes:
            title = set_title(number, prices)
            if offer.splitter == "all":
                title = _of(seats[now["splitter"]], title)
            yield SceneZone(f"set:{number}", title, words.pieces(codes), form="set")
    for owner, sets in enumerate(now.get("laid", [])):
        for number, codes in enumerate(sets, 1):
            laid = now["laid_prices"][owner] if offer.price and codes != ["?"] else []
            title = _of(seats[owner], set_title(number, laid))
            if codes == ["?"]:
                split = msg("has-split", "{seat} has split", seat=seats[owner])
                title = split.to_you(seat=msg("you-have-split", "You have split"))
            id = f"laid:{ids[owner]}:{number}"
            yield SceneZone(id, title, words.pieces(codes), form="set", owner=owner)
    for owner, codes in enumerate(now["hands"]):
        if codes:
            held = msg("to-play", "{seat:gen} cards this turn", seat=seats[owner])
            title = held.to_you(seat=msg("you-have-to-play", "Your cards this turn"))
            id = f"play:{ids[owner]}"
            yield SceneZone(id, title, words.pieces(codes), form="hand", owner=owner)
    if now.get("out"):
        title = msg("out-of-game", "Out of the game")
        yield SceneZone("out", title, words.pieces(now["out"]), form="heap")


def _held(
    words: CardPresenter, now: OfferView, offer: Offer, ids: Sequence[str]
) -> Iterator[SceneZone]:
    """Yield the cards that are drawn, those left for the next offer, and the hands."""
    form = "ring" if offer.contiguous and offer.source == "ring" else "offer"
    ordered = bool(offer.contiguous)
    if "held" not in now or (offer.splitter != "all" and now["drawn"]):
        if now["drawn"]:
            pieces = words.pieces(now["drawn"])
            yield SceneZone("drawn", _drawn(offer), pieces, form=form, ordered=ordered)
        return
    for owner, codes in enumerate(now["held"]):
        if not codes:
            continue
        seat, pieces = words.seats[owner], words.pieces(codes)
        if offer.source == "hand":
            held = msg("holds", "{seat} holds", seat=seat)
            title = held.to_you(seat=msg("you-hold", "You hold"))
            yield SceneZone(f"hand:{ids[owner]}", title, pieces, form="hand", owner=owner)
        elif now["phase"] in ("deal", "split"):
            title = _of(seat, _drawn(offer))
            id = f"drawn:{ids[owner]}"
            yield SceneZone(id, title, pieces, form=form, owner=owner, ordered=ordered)
        else:
            title = msg("left-for-next", "Left for the next offer")
            if now["turn"] == now["turns"] or now["to_act"] == OVER:
                title = msg("left-over", "Left over")
            if offer.splitter == "all":
                title = _of(seat, title)
            yield SceneZone(f"left:{ids[owner]}", title, pieces, form=form, ordered=ordered)


def _of(seat: Name, title: Message) -> Message:
    """Say whose the cards with *title* are."""
    return msg("titled-of", "{seat:cap} – {title}", seat=named(seat), title=title)


def _drawn(offer: Offer) -> Message:
    """Return the title of drawn cards, which says what their order means."""
    if offer.source == "dice":
        return msg("rolled", "Rolled")
    if offer.contiguous and offer.source == "ring":
        return msg("drawn-ring", "In a circle (the first follows the last)")
    if offer.contiguous:
        return msg("drawn-row", "In a row")
    return msg("drawn", "Drawn")


def set_title(number: int, prices: Sequence[int]) -> Message:
    """Return the title of set *number*, with its price if there are *prices*."""
    if not prices:
        return msg("set", "Set {number}", number=number)
    return nmsg(
        "set-price",
        "Set {number} for {count} point",
        "Set {number} for {count} points",
        prices[number - 1],
        number=number,
    )


def sets_of(done: Action) -> tuple[list[list[str]], Sequence[int]]:
    """Return the sets of a split as they are laid out, and their prices, if any.

    Brackets stand around the cards that lie face down: the last ones of each set, and all of a set
    that lies face down as a whole.
    """
    details: Any = done.details
    sets = []
    for number, codes in enumerate(details["sets"]):
        whole = number < details.get("hidden_sets", 0)
        up = 0 if whole else len(codes) - details.get("face_down", 0)
        sets.append([*codes[:up], *(f"({code})" for code in codes[up:])])
    return sets, details.get("prices", [])


def written(sets: Sequence[Sequence[str]], prices: Sequence[int]) -> str:
    """Write *sets* as in the notation, with their *prices* if there are any."""
    texts = [" ".join(codes) for codes in sets]
    if prices:
        texts = [f"{text} ={price}" for text, price in zip(texts, prices, strict=True)]
    return " / ".join(texts)
