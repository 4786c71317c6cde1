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
from .queen_rules import NO_COLOUR, NOBODY, WATER, Move
from .queen_rules_text import special_cards

KING = msg("sq-king", "the old pirate king")

CHANGES_NOTHING = "changes-nothing"
"""Code of what is told of a card that does nothing, as its pirate is in the water."""


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
    if before.round == 1:  # one by one, since both would hide the planks on a phone
        told += special_cards(game, codes, drawn=True)[:1]
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


def why_moves(game: SkullQueen, before: SkullPosition, own: Sequence[int], move: Move,
              sign: int, seats: Sequence[Name], *, drawn: bool = False) -> Message:  # fmt: skip
    """Say which of the judged cards, *own*, is the highest or by *sign* the lowest, and its *move*.

    It is short where the planks are *drawn* beside it.
    """
    colour, seat, steps = move
    best = (max if sign > 0 else min)(own, key=lambda card: int(game.number_of[card]))
    names: list[Text] = [*(game.codes if drawn else game.card_names)]
    card: Text = Message("the-card", "{card:nom}", {"card": names[best]})
    if drawn:
        pass
    elif seat == NOBODY and best not in before.middle:
        card = msg("sq-from-king", "{card:nom} of the old pirate king", card=names[best])
    elif seat == NOBODY:
        card = msg("sq-from-middle", "{card:nom} from the middle", card=names[best])
    elif game.colour_of[best] == NO_COLOUR:
        card = msg("sq-counting", "{card:nom} (which counts {number})",
                   card=names[best], number=game.number_of[best])  # fmt: skip
    what, code = msg("sq-nobody-moves", "Nobody moves."), "by-card"
    if seat != NOBODY:
        by = game.up_of if sign > 0 else game.down_of
        further = [names[one] for one in own if by[one] == abs(steps) > 1]
        what = tell_move(before, colour, seat, steps, seats, [*further, ""][0], drawn=drawn)
        if before.planks[seat][1 + colour] == WATER:
            code = CHANGES_NOTHING
            if drawn:
                return what
    highest = msg("sq-by-highest", "{card} is the highest. {what}", card=card, what=what)
    lowest = msg("sq-by-lowest", "{card} is the lowest. {what}", card=card, what=what)
    return Message(code, "{what:cap}", {"what": highest if sign > 0 else lowest})


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
    led = next((one for card in trick if (one := game.colour_of[card]) != NO_COLOUR), NO_COLOUR)
    told: list[tuple[bool, Text]] = []
    for colour in range(len(game.colours)):
        taken = (colour, NO_COLOUR) if colour == led else (colour,)
        own = [card for card in (*trick, *before.middle) if game.colour_of[card] in taken]
        moving = [move for move in moves if move[0] == colour and move[1] != NOBODY]
        for sign in (1, -1) if len(own) > 1 else ():
            nobody = (colour, NOBODY, 0)
            move = next((one for one in moving if one[2] * sign > 0), nobody)
            if not (drawn and moving and move == nobody):  # room is scarce
                other = move[1] == NOBODY or not seats[move[1]].you
                why = why_moves(game, before, own, move, sign, seats, drawn=drawn)
                told.append((other, why))
    yield from (text for _, text in sorted(told, key=lambda one: one[0]))  # the first is not cut
    goes_on = len(after.results) == len(before.results)
    if goes_on and not {*middle} <= {*before.middle}:  # after the last trick no card can come
        yield msg(
            "sq-to-middle",
            "In the middle: {cards}.",
            cards=listed(game.codes_of(middle)),
        )
    if goes_on and not game.king:
        name = seats[after.leaders[-1]]
        yield msg(
            "sq-next", "{seat} played the highest number and leads the next trick.", seat=name
        ).to_you(seat=msg("sq-you-next", "You played the highest number and lead the next trick."))
