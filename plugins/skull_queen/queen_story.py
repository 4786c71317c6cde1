"""Sentences on the result of a trick and of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...core.declared.action_kind import TARGET_MASK
from ...core.game import OVER
from ...core.scene import View
from ...core.text import Both, Message, Name, Text, msg, named
from .queen_game import SkullPosition, SkullQueen
from .queen_reasons import tell_move
from .queen_rules import NO_COLOUR, NOBODY, WATER
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
    view |= {"scores": after.totals() if ends else after.scores(), "covered": [[] for _ in seats]}
    view["played"] = [*view["played"], *codes[len(before.open_cards()) :]]
    if viewer is not None and by.get(viewer) in view["hand"][viewer]:
        view["hand"][viewer].remove(by[viewer])
    cards = trick[len(before.open_cards()) :]
    told = [*tell_trick(game, before, cards, after, seats, listed, drawn=True)]
    told += special_cards(game, codes if before.round == 1 else (), drawn=True)
    yield view, [msg("sq-complete", "Trick {trick} is complete.", trick=before.trick), *told]
    if ends and after.actor != OVER:
        view = {**view, "leaders": [], "trick": "", "hand": [[] for _ in seats], "to_act": OVER}
        view |= {"results": after.results, "scores": after.totals(), "middle": []}
        yield view, [*account_of_round(game, before, action, after, seats, drawn=True)]


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


def places_on(game: SkullQueen, plank: Sequence[int]) -> Both:
    """Say where the pirates on a *plank* stand, the first number of which is its side."""
    side, *fields = plank
    places = tuple(
        msg(
            "sq-say-on-field",
            "{colour} on space {field} (worth {value})",
            colour=colour.name,
            field=field,
            value=game.values[side][field],
        )
        if field != WATER
        else msg("sq-say-in-water", "{colour} in the water", colour=colour.name)
        for colour, field in zip(game.model.colours, fields, strict=False)
    )
    return Both(places, commas=True)


def account_of_round(
    game: SkullQueen,
    before: SkullPosition,
    action: int,
    after: SkullPosition,
    seats: Sequence[Name],
    *,
    drawn: bool = False,
) -> Iterator[Text]:
    """Say what each pirate scores in the round that *action* has ended, if it has ended one.

    It is short where the planks are *drawn* beside it.
    """
    if len(after.results) == len(before.results):
        return
    planks = planks_after(game, before, trick_with(before, action))
    yield msg(
        "sq-round-ends",
        "Round {round} ends. Every pirate scores the value of its space, or nothing in the water.",
        round=before.round,
    )
    for seat, plank in enumerate(planks):
        values = [game.values[plank[0]][field] for field in plank[1:]]
        scores = tuple(
            Message("pirate", "{colour} {value}", {"colour": colour.name, "value": value})
            for colour, value in zip(game.model.colours, values, strict=False)
        )
        yield msg(
            "sq-account",
            "{seat:cap}: {pirates}; {points} this round, {total} in total.",
            seat=named(seats[seat]),
            pirates=Both(scores, commas=True) if drawn else places_on(game, plank),
            points=after.results[len(before.results) + seat],
            total=after.totals()[seat],
        )


def why_moves(game: SkullQueen, trick: Sequence[int], middle: Sequence[int], colour: int,
              steps: int, what: Message, *, drawn: bool = False) -> Iterator[Text]:  # fmt: skip
    """Say by which card (perhaps *drawn*) a pirate of *colour* goes *steps*, and *what* it does."""
    led = next((one for card in trick if (one := game.colour_of[card]) != NO_COLOUR), colour)
    colours = (colour, NO_COLOUR) if colour == led else (colour,)
    own = [card for card in (*trick, *middle) if game.colour_of[card] in colours]
    best = (max if steps > 0 else min)(own, key=lambda card: int(game.number_of[card]))
    card: Text = Message("the-card", "{card:nom}", {"card": game.card_names[best]})
    if drawn:
        card = game.codes_of([best])[0]
    elif game.colour_of[best] == NO_COLOUR:
        card = msg("sq-counting", "{card:nom} (which counts {number})",
                   card=game.card_names[best], number=game.number_of[best])  # fmt: skip
    highest = msg("sq-by-highest", "{card} is the highest. {what}", card=card, what=what)
    lowest = msg("sq-by-lowest", "{card} is the lowest. {what}", card=card, what=what)
    yield Message("by-card", "{what:cap}", {"what": highest if steps > 0 else lowest})
    by = game.up_of if steps > 0 else game.down_of
    for further in own if abs(steps) > 1 else ():
        if by[further] == abs(steps):
            told = msg("sq-further", "{card:nom} moves a pirate {count} spaces instead of 1.",
                       count=abs(steps), card=game.card_names[further])  # fmt: skip
            yield Message("further", "{what:cap}", {"what": told})
            return


def tell_trick(
    game: SkullQueen,
    before: SkullPosition,
    cards: Sequence[int],
    after: SkullPosition,
    seats: Sequence[Name],
    listed: Callable[[Sequence[str]], Text | Both],
    *,
    drawn: bool = False,
) -> Iterator[Text]:
    """Tell the result of the trick that *cards* complete, and what follows; *listed* names them.

    It is short where the planks are *drawn* beside it.
    """
    trick = [*before.open_cards(), *cards]
    moves, middle = game.judge(trick, before.leaders[-1], before.middle)
    own = [seat for seat, name in enumerate(seats) if name.you]  # the first is not cut
    for colour, seat, steps in sorted(moves, key=lambda move: move[1] not in own):
        what = tell_move(before, colour, seat, steps, seats, drawn=drawn)
        if seat == NOBODY or before.planks[seat][1 + colour] == WATER:
            yield what
        else:
            yield from why_moves(game, trick, before.middle, colour, steps, what, drawn=drawn)
    goes_on = len(after.results) == len(before.results)
    alone = [card for card in middle if card not in before.middle]
    if alone and goes_on:  # after the last trick no card can come
        yield msg(
            "sq-to-middle",
            "Waiting in the middle for another card of the same colour: {cards}.",
            cards=listed(game.codes_of(alone)),
        )
    if goes_on and not game.king:
        name = seats[after.leaders[-1]]
        yield msg(
            "sq-next", "{seat} played the highest number and leads the next trick.", seat=name
        ).to_you(seat=msg("sq-you-next", "You played the highest number and lead the next trick."))
