"""Sentences on the end of a round, and on cards that count for more in a trick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.text import Both, Message, Name, Text, msg, named, written
from .queen_game import SkullPosition, SkullQueen
from .queen_rules import NOBODY


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
