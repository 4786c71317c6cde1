"""Words for offers: what lies in play, what became of the rest, the signs, and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypedDict

from ...text import Both, Message, Name, Text, in_turn, msg, named, nmsg
from ..offer import Offer


class CourseView(TypedDict):
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


class OfferView(CourseView, total=False):
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


def keeps(splitter: Name, cards: Text | Both) -> Message:
    """Tell that the *splitter* keeps *cards*."""
    return msg("keeps", "{seat} keeps {cards}.", seat=splitter, cards=cards).to_you(
        seat=msg("you-keep", "You keep {cards}.")
    )


def tell_rest(offer: Offer, splitter: Name, cards: Text | Both, last: bool) -> Message:
    """Tell what became of the *cards* that nobody picked; *last* if there is no further turn."""
    if offer.rest == "splitter":
        return keeps(splitter, cards)
    if offer.source == "hand" and offer.rest in ("back", "next"):
        return msg("rest-hand", "{seat} takes {cards} back.", seat=splitter, cards=cards).to_you(
            seat=msg("you-take-back", "You take {cards} back.")
        )
    if offer.rest == "next" and not last:
        return msg("rest-next", "Left for the next offer: {cards}.", cards=cards)
    if offer.source == "dice" or offer.rest == "next":
        return msg("rest-nobody", "Nobody takes {cards}.", cards=cards)
    if offer.rest == "back":
        return msg("rest-back", "Shuffled into the draw pile: {cards}.", cards=cards)
    return msg("rest-out", "Out of the game now: {cards}.", cards=cards)


def offer_legend(offer: Offer, code: str) -> list[Text]:
    """Explain the notation of splits and picks; *code* is an example of a card."""
    legend: list[Text] = [
        msg(
            "legend-split",
            "{text}: a split into {sets} sets.",
            text=" / ".join([code] * offer.sets) + " …",
            sets=offer.sets,
        )
    ]
    if offer.is_secret():
        legend.append(msg("legend-unknown", "?: a card that you do not know."))
    if offer.face_down:
        legend.append(msg("legend-face-down", "({code}): lies face down.", code=code))
    if offer.price:
        legend.append(msg("legend-price", "=1: the price of a set, here 1 point."))
    if offer.take == "card":
        legend.append(msg("legend-pick-card", "pick 1 {code}: takes {code} from set 1.", code=code))
    return legend


def advice_to_split(offer: Offer, all_taken: bool) -> Message:
    """Explain to a newcomer what the splitter has to do and will get."""
    if all_taken and offer.sets == 2:
        told = [
            msg("advice-split-two", "Make 2 sets: your opponent picks one, you keep the other.")
        ]
    elif all_taken:
        told = [
            msg(
                "advice-split",
                "Make {sets} sets; the others pick before you, and you get what is left.",
                sets=offer.sets,
            )
        ]
    elif offer.splitter_picks:
        told = [msg("advice-split-last", "Make {sets} sets; you pick last.", sets=offer.sets)]
    elif offer.rest == "splitter":
        told = [
            msg(
                "advice-split-rest",
                "Make {sets} sets; you get what the others leave.",
                sets=offer.sets,
            )
        ]
    else:
        told = [
            msg(
                "advice-split-others",
                "Make {sets} sets for the others; you pick none of them.",
                sets=offer.sets,
            )
        ]
    if offer.source == "hand":
        told.insert(0, msg("advice-hand", "Choose {draw} cards from your hand.", draw=offer.draw))
    if offer.contiguous:
        told.append(msg("advice-runs", "A set is made of cards that lie side by side."))
    if offer.face_down:
        told.append(
            nmsg(
                "advice-face-down",
                "Of each set, {count} card lies face down: type it in brackets.",
                "Of each set, {count} cards lie face down: type them in brackets.",
                offer.face_down,
            )
        )
    if offer.price:
        told.append(
            msg(
                "advice-price",
                "Type the price of a set behind it, from =0 to ={most}; whoever takes the set pays"
                " you.",
                most=offer.price,
            )
        )
    return replace(in_turn(told), code="advice-split")


def advice_to_pick(offer: Offer) -> Message | None:
    """Explain to a newcomer what is special about picking, if anything is."""
    told = []
    if offer.face_down:
        told.append(
            msg("advice-hidden", "(?) lies face down: whoever takes the set sees this card.")
        )
    if offer.price:
        told.append(msg("advice-pay", "You pay the splitter the price of what you take."))
    return replace(in_turn(told), code="advice-pick") if told else None
