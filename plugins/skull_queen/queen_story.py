"""Sentences on the result of a trick and of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...core.declared.action_kind import TARGET_MASK
from ...core.game import OVER
from ...core.scene import View
from ...core.text import Both, Message, Name, Text, msg, named, written
from .queen_game import SkullPosition, SkullQueen
from .queen_reasons import tell_move
from .queen_rules import NOBODY, WATER
from .queen_rules_text import special_cards

KING = msg("sq-king", "the old pirate king")


def trick_with(before: SkullPosition, action: int) -> list[int]:
    """Return the cards of the trick at *before*, face up, with the one that *action* plays."""
    return [*before.open_cards(), *before.covered[before.starter], action & TARGET_MASK]


def planks_after(game: SkullQueen, before: SkullPosition, trick: Sequence[int]) -> list[list[int]]:
    """Return the planks once *trick* is judged."""
    planks = before.planks
    for colour, seat, steps in game.judge(trick, before.leaders[-1], before.middle)[0]:
        if seat != NOBODY:
            planks[seat][1 + colour] = game.landing(planks[seat][1 + colour], steps)
    return planks


def closings_of(
    game: SkullQueen,
    before: SkullPosition,
    action: int,
    after: SkullPosition,
    viewer: int | None,
    seats: Sequence[Name],
    listed: Callable[[Sequence[str]], Text | Both],
) -> Iterator[tuple[View, list[Text]]]:
    """Yield the trick that *action* completes, and the end of a round, each as a view.

    Sentences say of each card what it has done; so do the notes on the cards, as ``did``.
    """
    trick = [] if before.choosing else trick_with(before, action)
    if len(trick) < game.trick_size:
        return
    order, codes = game.orders[before.leaders[-1]], game.codes_of(trick)
    by = dict(zip(order, codes, strict=True))
    did = dict.fromkeys(codes, "")
    for colour, seat, steps in game.judge(trick, before.leaders[-1], before.middle)[0]:
        if seat != NOBODY and before.planks[seat][1 + colour] != WATER:
            did[by[seat]] = f"↑{steps}" if steps > 0 else f"↓{-steps}"
    ends = len(after.results) > len(before.results)
    view: Any = before.view(viewer)
    view |= {"planks": planks_after(game, before, trick), "did": did, "possible": [], "to_act": -1}
    view |= {"scores": before.scores() if ends else after.scores(), "covered": [[] for _ in seats]}
    view["played"] = [*view["played"], *codes[len(before.open_cards()) :]]
    if viewer is not None and by.get(viewer) in view["hand"][viewer]:
        view["hand"][viewer].remove(by[viewer])
    told = [*tell_trick(game, before, trick[len(before.open_cards()) :], after, seats, listed, by)]
    told += special_cards(game, codes, drawn=True)
    yield view, [msg("sq-complete", "Trick {trick} is complete.", trick=before.trick), *told]
    if ends and after.actor != OVER:
        view |= {"leaders": [], "trick": "", "hand": [[] for _ in seats], "to_act": OVER}
        view |= {"results": after.results, "scores": after.totals(), "middle": []}
        yield view, [*account_of_round(game, before, action, after, seats)]


def cards_of_trick(
    game: SkullQueen, before: SkullPosition, action: int, seats: Sequence[Name]
) -> Iterator[Message]:
    """Say in one sentence who has played which card to a trick that *action* completes."""
    trick = trick_with(before, action)
    if len(trick) < game.trick_size:
        return
    played = tuple(
        Message(
            "played",
            "{seat} {card}",
            {"seat": KING if seat == NOBODY else named(seats[seat]), "card": code},
        )
        for seat, code in zip(game.orders[before.leaders[-1]], game.codes_of(trick), strict=True)
    )
    yield Message("cards-played", "{cards:cap}.", {"cards": Both(played, commas=True)})


def account_of_round(
    game: SkullQueen,
    before: SkullPosition,
    action: int,
    after: SkullPosition,
    seats: Sequence[Name],
    *,
    spoken: bool = False,
) -> Iterator[Text]:
    """Say what each pirate scores in the round that *action* has ended, if it has ended one.

    For who listens, as *spoken*, "red 2" would be a card.
    """
    if len(after.results) == len(before.results):
        return
    planks = planks_after(game, before, trick_with(before, action))
    yield msg("sq-round-ends", "Round {round} ends.", round=before.round)
    for seat, (side, *fields) in enumerate(planks):
        pirates: list[Message] = []
        for suit, field in zip(game.model.colours, fields, strict=False):
            value = written(game.values[side][field])
            scores = msg("sq-pirate-scores", "{value} for {colour}", value=value, colour=suit.name)
            drawn = replace(scores, code="pirate", text="{colour} {value}")
            pirates.append(scores if spoken else drawn)
        yield msg(
            "sq-account",
            "{seat:cap}: {pirates}; {points} this round, {total} in total.",
            seat=named(seats[seat]),
            pirates=Both((*pirates,), commas=True),
            points=after.results[len(before.results) + seat],
            total=after.totals()[seat],
        )


def why_further(game: SkullQueen, cards: Sequence[int], colour: int, steps: int) -> Iterator[Text]:
    """Name the card among *cards* by which a pirate of *colour* goes several *steps*."""
    by = game.up_of if steps > 0 else game.down_of
    for card in cards:
        if game.colour_of[card] == colour and by[card] == abs(steps):
            name = game.card_names[card]
            told = msg("sq-further", "{card:nom} moves a pirate {count} spaces instead of 1.",
                       count=abs(steps), card=name)  # fmt: skip
            yield Message("further", "{what:cap}", {"what": told})
            return


def tell_trick(
    game: SkullQueen,
    before: SkullPosition,
    cards: Sequence[int],
    after: SkullPosition,
    seats: Sequence[Name],
    listed: Callable[[Sequence[str]], Text | Both],
    by: Mapping[int, str] | None = None,
) -> Iterator[Text]:
    """Tell the result of the trick that *cards* complete, and what follows; *listed* names them.

    *by* are the cards of all seats, to be named before what they have done.
    """
    trick = [*before.open_cards(), *cards]
    moves, middle = game.judge(trick, before.leaders[-1], before.middle)
    own = [seat for seat, name in enumerate(seats) if name.you]  # the first is not cut
    for colour, seat, steps in sorted(moves, key=lambda move: move[1] not in own):
        told = tell_move(before, colour, seat, steps, seats)
        if by and seat != NOBODY:
            told = (
                msg("sq-highest-did", "{card} is the highest: {what}", card=by[seat], what=told)
                if steps > 0
                else msg("sq-lowest-did", "{card} is the lowest: {what}", card=by[seat], what=told)
            )
        yield told
        if abs(steps) > 1 and before.planks[seat][1 + colour] != WATER:
            yield from why_further(game, [*trick, *before.middle], colour, steps)
    goes_on = len(after.results) == len(before.results)
    if middle and goes_on:  # after the last trick no card can come
        yield msg(
            "sq-to-middle",
            "Waiting in the middle for another card of the same colour: {cards}.",
            cards=listed(game.codes_of(middle)),
        )
    if goes_on and not game.king:
        leader = after.leaders[-1]
        leads = msg("sq-leads", "{seat} leads the next trick.", seat=seats[leader]).to_you(
            seat=msg("sq-you-lead", "You lead the next trick.")
        )
        number = msg("sq-number-leads", "{card} is the highest number: {what}", what=leads)
        yield number.filled(card=by[leader]) if by else leads
