"""Deals, splits and picks told for the log, as far as each seat may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...game import Action
from ...text import Both, Message, Param, Text, in_turn, msg, named, nmsg
from ..offers.offer_state import OfferState
from ..offers.parts.price import tell_payment
from ..offers.parts.rest import keeps, tell_rest
from ..phases import PICK, SPLIT
from ..position import SplitPosition
from .offer_view import OfferView, SplitView, sets_of, written
from .split_words import SplitWords


def tell_deal(
    words: SplitWords, outcomes: Sequence[Action], after: SplitPosition, seat: int | None
) -> list[Text]:
    """Tell which cards were dealt to whom."""
    drawn: dict[int, list[str]] = {}
    for action in outcomes:
        to = cast(int, action.details.get("to", after.splitter))
        shown = after.masked(action, seat)
        drawn.setdefault(to, []).append(cast(str, shown.details["card"]))
    texts = [_tell_drawn(words, after, to, codes, seat) for to, codes in drawn.items()]
    if words.spoken and seat is not None and after.turn and drawn:
        texts += _tell_points(words, after, seat)
    return ["", *texts]  # a new turn stands apart


def _tell_points(words: SplitWords, after: SplitPosition, seat: int) -> list[Message]:
    """Tell *seat*, who listens, how many points everybody has at the beginning of a turn."""
    scores = cast(Sequence[int | None], cast(SplitView, after.view(seat))["scores"])
    if None in scores or words.game.empty_table.automatic:  # told when the turn ended
        return []
    order = sorted(range(len(scores)), key=lambda owner: owner != seat)
    each = [
        msg("seat-points", "{seat} {points}", seat=named(words.seats[owner]), points=amount)
        for owner in order
        for amount in [words.amount(cast(int, scores[owner]))]
    ]
    return [msg("points-heard", "So far: {points}.", points=Both((*each,), commas=True))]


def _tell_drawn(
    words: SplitWords, after: SplitPosition, to: int, codes: list[str], eye: int | None
) -> Message:
    offer, turn, seat = words.game.offer, after.turn + 1, words.seats[to]
    if "?" in codes:
        return nmsg(
            "draws-hidden",
            "Turn {turn}: {seat} draws {count} card, which stays hidden.",
            "Turn {turn}: {seat} draws {count} cards, which stay hidden.",
            len(codes),
            turn=turn,
            seat=seat,
        ).to_you(
            seat=nmsg(
                "you-draw-hidden",
                "Turn {turn}: you draw {count} card, which stays hidden.",
                "Turn {turn}: you draw {count} cards, which stay hidden.",
                len(codes),
            )
        )
    if not offer.contiguous:
        codes = sorted(codes, key=words.game.codes.index)
    cards = words.listed(codes)
    if offer.contiguous and words.spoken:  # where each card lies matters
        cards = Both(tuple(map(words.card_name, codes)), commas=True)
    about: dict[str, Param] = {"turn": turn, "seat": seat, "cards": cards}
    others = words.spoken and eye not in (None, to)
    held = cast(OfferView, after.view(eye)).get("held", [])
    named = words.spoken and not words.pointed and eye == to and offer.source == "hand"
    # The sets name the cards of others, and where nothing else is held, the hand names one's own.
    if (others and offer.source != "dice") or (named and len(held[to]) == len(codes)):
        return nmsg(
            "draws-count",
            "Turn {turn}: {seat} draws {count} card.",
            "Turn {turn}: {seat} draws {count} cards.",
            len(codes),
            turn=turn,
            seat=seat,
        ).to_you(
            seat=nmsg(
                "you-draw-count",
                "Turn {turn}: you draw {count} card.",
                "Turn {turn}: you draw {count} cards.",
                len(codes),
            )
        )
    if offer.source == "dice":
        return msg("rolls", "Turn {turn}: {seat} rolls {cards}.", **about).to_you(
            seat=msg("you-roll", "Turn {turn}: you roll {cards}.")
        )
    return msg("draws", "Turn {turn}: {seat} draws {cards}.", **about).to_you(
        seat=msg("you-draw", "Turn {turn}: you draw {cards}.")
    )


def tell_split(
    words: SplitWords, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
) -> list[Text]:
    """Tell the split *done*; if all split, tell their splits together after the last one."""
    offer, texts = words.game.offer, list[Text]()
    now = cast(OfferView, after.view(seat))
    # No deal was told: hands are not filled up, or that of the splitter is the first one still.
    first = before.turn < words.game.players and words.spoken
    silent = offer.source == "hand" and before.turn and (first or not offer.refill)
    own = words.spoken and done.seat == seat  # who splits knows that it is another turn
    if silent and done.seat == now["leader"] and not own:
        texts = ["", msg("turn-begins", "Turn {turn}.", turn=before.turn + 1)]
    if offer.splitter != "all":
        return [*texts, _splits(words, done.seat, *sets_of(done))]
    if after.phase == SPLIT:
        split = msg("splits-secretly", "{seat} has split.", seat=words.seats[done.seat])
        return [*texts, split.to_you(seat=msg("you-split-secretly", "You have split."))]
    count = words.game.players
    for owner in [(now["leader"] + step) % count for step in range(count)]:
        first = owner == now["splitter"]
        sets = now["sets"] if first else now["laid"][owner]
        prices = now["prices"] if first else now["laid_prices"][owner]
        texts.append(_splits(words, owner, sets, prices if offer.price else ()))
    return texts


def _splits(
    words: SplitWords, splitter: int, sets: Sequence[Sequence[str]], prices: Sequence[int]
) -> Message:
    seat = words.seats[splitter]
    if words.spoken:
        said = in_turn(words.say_sets(sets, prices))
        return msg("says-split", "{seat} splits. {sets}", seat=seat, sets=said).to_you(
            seat=msg("says-you-split", "You split. {sets}")
        )
    return msg("splits", "{seat} splits: {sets}.", seat=seat, sets=written(sets, prices)).to_you(
        seat=msg("you-split-so", "You split: {sets}.")
    )


def tell_pick(
    words: SplitWords, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
) -> list[Text]:
    """Tell the pick *done*, and after the last one of an offer, what became of the rest."""
    offer, splitter = words.game.offer, before.splitter
    number = cast(int, done.details["set"]) - 1
    codes = cast(list[str], done.details["cards"])
    table = words.game.empty_table
    turned_up = table.automatic and not table.secret and after.turn != before.turn
    if offer.take == "set":  # the picker sees now what lay face down
        known = turned_up or seat in (done.seat, splitter)
        codes = _shown(words, number, before.sets[number], known)
    texts = _takes(words, before, done.seat, number, codes)
    if (after.phase, after.splitter, after.turn) == (PICK, splitter, before.turn):
        return texts
    left = [cards[:] for cards in before.sets]
    if offer.take == "card":
        left[number].remove(words.game.cards_by_code[codes[0]])
    else:
        left[number] = []
    waiting = before.waiting if isinstance(before, OfferState) else [splitter]
    picks = [
        (at, card)
        for at, cards in enumerate(left)
        for card in (sorted(set(cards)) if offer.take == "card" else cards[:1])
    ]
    if len(waiting) == 1 and len(picks) == 1:  # the last seat takes it without being asked
        ((at, card),) = picks
        cards = [card] if offer.take == "card" else left[at]
        shown = _shown(words, at, cards, turned_up or seat in (waiting[0], splitter))
        heard = words.spoken and seat == done.seat and offer.take == "set" and len(left) == 2
        if not heard or offer.face_down or offer.hidden_sets or offer.price:  # else as a choice
            texts += _takes(words, before, waiting[0], at, shown, last=True)
        if offer.take == "card":
            left[at].remove(card)
        else:
            left[at] = []
    rest = [
        code for at, cards in enumerate(left) for code in _shown(words, at, cards, seat == splitter)
    ]
    if rest:
        last = before.turn + 1 == words.game.turns
        texts.append(tell_rest(offer, words.seats[splitter], words.listed(rest), last))
    if turned_up and isinstance(before, OfferState):
        texts += _turns_up(words, before, words.game.players if seat is None else seat)
    return [*texts, *_points_now(words, before, after, seat)]


def _turns_up(words: SplitWords, before: OfferState, eye: int) -> list[Text]:
    """Tell the cards that *eye* did not know, taken earlier in the turn and all played now."""
    texts: list[Text] = []
    for owner, (cards, known) in enumerate(zip(before.hands, before.hands_known, strict=True)):
        codes = [
            words.game.codes[card]
            for card, mask in zip(cards, known, strict=True)
            if not mask >> eye & 1
        ]
        if codes:
            shown = words.listed(codes)
            turns = msg(
                "turns-up", "{seat} turns up {cards}.", seat=words.seats[owner], cards=shown
            )
            texts.append(turns.to_you(seat=msg("you-turn-up", "You turn up {cards}.")))
    return texts


def _shown(words: SplitWords, number: int, cards: list[int], known: bool) -> list[str]:
    """Return the codes of the *cards* of a set; those face down are hidden unless *known*."""
    codes = [words.game.codes[card] for card in cards]
    down = 0 if known else min(words.game.offer.down_in(number, len(codes)), len(codes))
    return [*codes[: len(codes) - down], *["?"] * down]


def _takes(
    words: SplitWords,
    before: SplitPosition,
    taker: int,
    number: int,
    codes: list[str],
    last: bool = False,
) -> list[Text]:
    """Tell that *taker* takes cards of set *number*, and pays; the splitter keeps the *last*."""
    seat, splitter = words.seats[taker], words.seats[before.splitter]
    cards = words.listed(codes)
    if taker == before.splitter and last:
        return [keeps(seat, cards)]
    takes = msg("picks", "{seat} takes {cards}.", seat=seat, cards=cards).to_you(
        seat=msg("you-take", "You take {cards}.")
    )
    if words.game.offer.splitter == "all" and taker != before.splitter:
        about: dict[str, Param] = {"seat": seat, "cards": cards, "of": splitter}
        takes = msg("picks-of", "{seat} takes {cards} from {of}.", **about).to_you(
            seat=msg("you-take-of", "You take {cards} from {of}."),
            of=msg("takes-yours", "{seat} takes {cards} from you."),
        )
    texts: list[Text] = [takes]
    price = before.prices[number] if isinstance(before, OfferState) else 0
    if price and taker != before.splitter:
        texts.append(tell_payment(seat, splitter, words.amount(price)))
    return texts


def _points_now(
    words: SplitWords, before: SplitPosition, after: SplitPosition, seat: int | None
) -> list[Text]:
    """Tell the scores if the turn is over without a play to tell."""
    if not words.game.empty_table.automatic or after.turn == before.turn:
        return []
    gains = [
        [told for _, told in words.gains(before.table, after.table, owner, seat)]
        for owner in range(words.game.players)
    ]
    points = words.points_of(cast(SplitView, after.view(seat))["scores"], gains)
    return [msg("points-now", "Score now: {points}.", points=points)]
