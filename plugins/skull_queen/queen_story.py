"""Sentences on the result of a trick and of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...core.declared.action_kind import TARGET_MASK
from ...core.text import Both, Message, Name, Text, msg, named, written
from .queen_game import SkullPosition, SkullQueen
from .queen_reasons import tell_move
from .queen_rules import NOBODY, WATER

KING = msg("sq-king", "the old pirate king")


def cards_of_trick(
    game: SkullQueen, before: SkullPosition, action: int, seats: Sequence[Name]
) -> Iterator[Message]:
    """Say in one sentence who has played which card to a trick that *action* completes."""
    trick = [*before.open_cards(), *before.covered[before.starter], action & TARGET_MASK]
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
    planks = before.planks
    trick = [*before.open_cards(), *before.covered[before.starter], action]
    for colour, seat, steps in game.judge(trick, before.leaders[-1], before.middle)[0]:
        if seat != NOBODY:
            planks[seat][1 + colour] = game.landing(planks[seat][1 + colour], steps)
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
) -> Iterator[Text]:
    """Tell the result of the trick that *cards* complete, and what follows; *listed* names them."""
    trick = [*before.open_cards(), *cards]
    moves, middle = game.judge(trick, before.leaders[-1], before.middle)
    own = [seat for seat, name in enumerate(seats) if name.you]  # the first is not cut
    for colour, seat, steps in sorted(moves, key=lambda move: move[1] not in own):
        yield tell_move(before, colour, seat, steps, seats)
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
        name = seats[after.leaders[-1]]
        yield msg("sq-leads", "{seat} leads the next trick.", seat=name).to_you(
            seat=msg("sq-you-lead", "You lead the next trick.")
        )
