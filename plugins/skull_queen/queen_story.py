"""Sentences about what has happened in Skull Queen: planks, cards, judged tricks, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.game import OVER
from ...core.text import Both, Message, Param, Text, msg, nmsg
from .queen_names import QueenNames
from .queen_rules import NOBODY, PLACE, SIDES, WATER, Judgement
from .queen_state import SkullState


def tell_placing(names: QueenNames, before: SkullState, after: SkullState) -> list[Text]:
    """Tell that a plank is complete, and if all are, show them; tell nothing of single pirates."""
    if after.actor == before.actor and after.phase == PLACE:
        return []
    placed = msg("sq-placed", "{seat}'s plank is set up.", seat=names.seats[before.actor])
    if after.choosing:
        return [placed]
    return [
        placed,
        msg("sq-revealed", "Now all planks are shown:"),
        *(_reveal(names, after, seat) for seat in range(len(names.seats))),
    ]


def _reveal(names: QueenNames, after: SkullState, seat: int) -> Message:
    side = SIDES[after.sides[seat]]
    fields = {
        colour: after.field(seat, number) for number, colour in enumerate(names.rules.colours)
    }
    return msg(
        "sq-reveals",
        "{seat}, {side} plank: {pirates}.",
        seat=names.seats[seat],
        side=names.side(side),
        pirates=names.pirates(side, fields),
    )


def tell_card(names: QueenNames, before: SkullState, card: int, viewer: int | None) -> list[Text]:
    """Tell who plays *card*; one laid face down is named to others once both are laid."""
    if not names.rules.king:
        return [_plays(names, before.actor, card)]
    if before.actor != before.starter:
        first = _plays(names, before.starter, before.played[-1])
        return [first, _plays(names, before.actor, card)]
    if viewer == before.actor:
        name = names.card(names.rules.codes[card])
        return [msg("sq-lays-own", "You lay {card:acc} face down.", card=name)]
    return [msg("sq-lays", "{seat} lays a card face down.", seat=names.seats[before.actor])]


def _plays(names: QueenNames, seat: int, card: int) -> Message:
    return msg(
        "sq-plays",
        "{seat} plays {card:acc}.",
        seat=names.seats[seat],
        card=names.card(names.rules.codes[card]),
    )


def tell_trick(
    names: QueenNames,
    before: SkullState,
    card: int,
    after: SkullState,
    listed: Callable[[Sequence[str]], Text | Both],
) -> list[Text]:
    """Tell the result of the trick that *card* completes and what follows; *listed* lists cards."""
    judgements, middle = before.judgements_with(card)
    told = [text for judged in judgements for text in _tell_judgement(names, before, judged)]
    if middle:
        cards = listed([names.rules.codes[card] for card in middle])
        told.append(msg("sq-to-middle", "Single cards in the middle: {cards}.", cards=cards))
    if len(after.results) > len(before.results):
        points = after.results[len(before.results) :]
        told.append(msg("sq-round-over", "Round {round} is over.", round=before.round + 1))
        told.append(
            msg("sq-round-scores", "Points in this round: {points}.", points=names.points(points))
        )
        if after.actor != OVER:
            totals = names.points(after.totals())
            told.append(msg("sq-totals", "In all: {points}.", points=totals))
    elif not names.rules.king:
        leader = names.seats[after.leaders[-1]]
        told.append(msg("sq-leads", "{seat} leads the next trick.", seat=leader))
    return told


def _tell_judgement(names: QueenNames, before: SkullState, judgement: Judgement) -> list[Text]:
    told: list[Text] = []
    if judgement.riser != NOBODY:
        told.append(_move(names, before, judgement.riser, judgement.colour, judgement.up))
    if judgement.sinker != NOBODY:
        told.append(_move(names, before, judgement.sinker, judgement.colour, -judgement.down))
    if told:
        return told
    colour = names.looks.colours[judgement.colour]
    return [msg("sq-nobody-moves", "{colour:cap}: nobody moves.", colour=colour)]


def _move(names: QueenNames, before: SkullState, seat: int, colour: int, steps: int) -> Message:
    """Tell where a pirate goes when it moves *steps* up, or down if negative."""
    field = before.field(seat, colour)
    landing = names.rules.landing(field, steps)
    about: dict[str, Param] = {
        "seat": names.seats[seat],
        "pirate": names.looks.pirates[colour],
        "steps": abs(steps),
        "field": landing,
        "value": names.rules.values[before.sides[seat]][landing],
    }
    if field == WATER:
        return msg("sq-swims", "{seat}: {pirate:nom} is already in the water.", **about)
    if landing == WATER:
        return msg(
            "sq-falls",
            "{seat}: {pirate:nom} goes over the end of the plank and falls into the water.",
            **about,
        )
    if steps > 0:
        return msg(
            "sq-goes-up",
            "{seat}: {pirate:nom} goes up by {steps}, to field {field} ({value}).",
            **about,
        )
    return msg(
        "sq-goes-down",
        "{seat}: {pirate:nom} goes down by {steps}, to field {field} ({value}).",
        **about,
    )


def tell_scoring(names: QueenNames, end: SkullState) -> list[Text]:
    """Give the points of each round and in all, and name the winners."""
    players = len(names.seats)
    totals = end.totals()
    told: list[Text] = [
        msg(
            "sq-score-round",
            "Round {round}: {points}.",
            round=number + 1,
            points=names.points(end.results[number * players : (number + 1) * players]),
        )
        for number in range(len(end.results) // players)
    ]
    told += [
        nmsg("sq-total", "{seat}: {count} point.", "{seat}: {count} points.", total, seat=name)
        for name, total in zip(names.seats, totals, strict=True)
    ]
    winners = end.winners()
    seats = Both(tuple(names.seats[seat] for seat in winners))
    if len(winners) > 1:
        told.append(msg("sq-share-win", "{seats} share the win.", seats=seats))
    elif totals.count(max(totals)) > 1:
        told.append(
            msg("sq-wins-late", "Equal totals: the last round decides. {seat} wins.", seat=seats)
        )
    else:
        told.append(msg("sq-wins", "{seat} wins.", seat=seats))
    return told
