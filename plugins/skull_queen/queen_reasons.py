"""Hints and reasons for a move at Skull Queen: what the expected trick does to the planks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ...core.declared.action_kind import TARGET_MASK
from ...core.game import lead_in
from ...core.scene import Advised
from ...core.text import Both, Message, Name, Param, Text, msg, nmsg
from .queen_game import SkullPosition
from .queen_rules import NOBODY, PLAY, SIDE, WATER, Move, SkullRules

GUESSES = 25
"""Number of cards that may lie face down, drawn at random, of which the likeliest trick is told."""


@dataclass
class Trick:
    """A trick as a search expects it to end.

    Attributes:
        moves: what the pirates do.
        leads: the seat that leads the next trick; `NOBODY` with the old pirate king or if it is
            the last.
        expected: True if other seats have still to play in it.
    """

    moves: list[Move]
    leads: int
    expected: bool


def trick_of(position: SkullPosition, line: Sequence[int]) -> Trick | None:
    """Return the current trick as *line* ends it, or ``None`` if it stops before."""
    rules = position.rules
    played = position.open_cards() + position.covered[position.starter]
    left = int(rules.trick_size) - len(played)
    if not 0 < left <= len(line):
        return None
    trick = [*played, *(action & TARGET_MASK for action in line[:left])]
    leader = position.leaders[-1]
    moves, _ = rules.judge(trick, leader, position.middle)
    most = max(rules.number_of[card] for card in trick)
    last = [at for at, card in enumerate(trick) if rules.number_of[card] == most]
    leads = rules.orders[leader][last[-1 if rules.rulings.later_leads else 0]]
    ends = rules.king or len(position.hand[position.actor]) == 1
    return Trick(moves, NOBODY if ends else leads, left > 1)


def lead_after(position: SkullPosition, seat: int, moves: Sequence[Move]) -> int:
    """Return by how many points *seat* leads once pirates have made *moves*."""
    rules, scores = position.rules, position.scores()
    for colour, mover, steps in moves:
        if mover != NOBODY:
            side, *fields = position.planks[mover]
            values, field = rules.values[side], fields[colour]
            scores[mover] += values[rules.landing(field, steps)] - values[field]
    return lead_in(scores, seat, position.sides())


def hides_card(position: SkullPosition, seat: int) -> bool:
    """Return whether the trick that *seat* plays to has a card of another seat face down."""
    starter = position.starter
    return position.phase == PLAY and starter != seat and bool(position.covered[starter])


def with_likely_card(
    position: SkullPosition, seat: int, best: Advised, other: Advised | None
) -> SkullPosition:
    """Return *position* with a card face down that does to both moves what is most likely.

    So all that is told of *best*, beside *other* or alone, is told of one card.

    It is one of `GUESSES` drawn at random, with the outcome that most of them share.
    """
    if not hides_card(position, seat):
        return position

    def told(world: SkullPosition) -> tuple[object, ...]:
        tricks = [trick_of(world, one.line) for one in (best, other) if one]
        return tuple((*trick.moves, trick.leads) for trick in tricks if trick)

    worlds = [position.resample(seat, Random(guess)) for guess in range(GUESSES)]
    outcomes = [*map(told, worlds)]
    return worlds[outcomes.index(max(outcomes, key=outcomes.count))]


def nudge_from(position: SkullPosition, seat: int, best: Advised, seats: Sequence[Name]) -> Message:
    """Say where to look for the best move, without naming it."""
    rules = position.rules
    if position.phase == SIDE:
        return msg("sq-nudge-side", "Are the numbers in your hand mostly high or mostly low?")
    if position.phase != PLAY:
        pirate = rules.model.colours[_placed(position)].pirate
        return msg(
            "sq-nudge-place",
            "Look at your cards of that colour: will {pirate:nom} go up or down?",
            pirate=pirate,
        )
    trick = trick_of(position, best.line)
    moves = trick.moves if trick else []
    for colour, mover, _ in moves:
        if mover == seat:
            pirate = rules.model.colours[colour].pirate
            return msg("sq-nudge-own", "What will your {pirate} do in this trick?", pirate=pirate)
    for _, mover, _ in moves:
        if mover != NOBODY:
            return msg("sq-nudge-plank", "Look at {seat}'s plank.", seat=seats[mover])
    return msg("sq-nudge-keep", "Think about which cards you want to keep for later tricks.")


def tell_move(
    before: SkullPosition,
    colour: int,
    seat: int,
    steps: int,
    seats: Sequence[Name],
    further: Text = "",
    *,
    drawn: bool = False,
) -> Message:
    """Tell where the pirate of that *colour* and *seat* goes, *further* by a card of that name.

    If *drawn*, spaces show no number.
    """
    looks = before.rules.model.colours[colour]
    side, *fields = before.planks[seat]
    landing = before.rules.landing(fields[colour], steps)
    about: dict[str, Param] = {"seat": seats[seat], "pirate": looks.pirate}
    if fields[colour] == WATER:
        return msg("sq-swims", "{seat:gen} {pirate} is already in the water.", **about).to_you(
            seat=msg("sq-yours-swims", "Your {pirate} is already in the water.")
        )
    way = msg("sq-up", "up") if steps > 0 else msg("sq-down", "down")
    moved: Message = nmsg("sq-steps", "{way} {count} space", "{way} {count} spaces",
                          abs(steps), way=way)  # fmt: skip
    if further:
        moved = msg("sq-steps-by", "{steps} because of {card:dat}", steps=moved, card=further)
    if landing == WATER:
        falls = msg(
            "sq-falls",
            "{seat:gen} {pirate} goes off the end of the plank and falls into the water.",
            **about,
        ).to_you(
            seat=msg(
                "sq-yours-falls",
                "Your {pirate} goes off the end of the plank and falls into the water.",
            )
        )
        by = msg("sq-falls-by", "{what} It moves {steps}.", what=falls, steps=moved)
        return by if further and not drawn else falls  # drawn cards show the steps
    about |= {"steps": moved, "value": before.rules.values[side][landing]}
    if drawn:
        return msg("sq-moves", "{seat:gen} {pirate} moves {steps}: worth {value}.", **about).to_you(
            seat=msg("sq-yours-moves", "Your {pirate} moves {steps}: worth {value}.")
        )
    return msg(
        "sq-goes",
        "{seat:gen} {pirate} moves {steps}, to space {field} (worth {value}).",
        field=landing,
        **about,
    ).to_you(
        seat=msg("sq-yours-goes", "Your {pirate} moves {steps}, to space {field} (worth {value}).")
    )


def why_of(
    position: SkullPosition, action: int, line: Sequence[int], seats: Sequence[Name]
) -> Iterator[Message]:
    """Yield what comes of an *action* that a search expects to go on with *line*."""
    if position.phase == SIDE:
        values = position.rules.values[action & TARGET_MASK]
        yield msg(
            "sq-why-side",
            "On that side, the lowest space is worth {bottom} and the highest {top}.",
            bottom=values[1],
            top=values[-1],
        )
        return
    if position.phase != PLAY:
        yield from _why_field(position, action)
        return
    trick = trick_of(position, line)
    if trick is None:
        return
    moved = [
        move
        for move in trick.moves
        if move[1] != NOBODY and position.planks[move[1]][1 + move[0]] != WATER
    ]
    for colour, seat, steps in moved:
        yield tell_move(position, colour, seat, steps, seats)
    if not moved:
        yield msg("sq-why-none", "Nobody's pirate moves.")
    if trick.leads != NOBODY:
        yield msg("sq-leads", "{seat} leads the next trick.", seat=seats[trick.leads]).to_you(
            seat=msg("sq-you-lead", "You lead the next trick.")
        )


def why_later(
    position: SkullPosition,
    seat: int,
    best: Advised,
    other: Advised,
    move: Text,
    amount: Callable[[int], Message],
    alone: bool,
) -> Iterator[Message]:
    """Yield what speaks for *best* where this trick does not, rather for the *other*, *move*.

    Where *best* is told *alone*, without what comes of the other, say why it is good to lose by it.
    """
    tricks = trick_of(position, best.line), trick_of(position, other.line)
    if not all(tricks):
        return
    mine, instead = (lead_after(position, seat, trick.moves) for trick in tricks if trick)
    if mine < instead:
        yield msg(
            "sq-why-worse-now",
            "In this trick {move} would be {points} better, but it should be worth more than that"
            " if you keep it for a later one.",
            move=move,
            points=amount(instead - mine),
        )
    elif mine == instead:
        yield msg(
            "sq-why-later",
            "{move:cap} would do the same in this trick; what counts is the card that you keep.",
            move=move,
        )
    elif (
        alone
        and (saved := _falls(position, seat, tricks[1]))
        and saved != _falls(position, seat, tricks[0])
    ):
        yield msg(
            "sq-why-saves",
            "With {move}, your {pirate} might fall into the water.",
            move=move,
            pirate=saved,
        )
    elif alone and mine < lead_after(position, seat, []):
        yield msg(
            "sq-why-lesser-evil",
            "With {move}, this trick would be {points} worse for you.",
            move=move,
            points=amount(mine - instead),
        )


def _falls(position: SkullPosition, seat: int, trick: Trick | None) -> Name | None:
    """Return the pirate of *seat* that *trick* makes fall into the water, if it does."""
    rules = position.rules
    for colour, mover, steps in trick.moves if trick else ():
        field = position.planks[mover][1 + colour] if mover == seat else WATER
        if field != WATER and rules.landing(field, steps) == WATER:
            return rules.model.colours[colour].pirate
    return None


def _high_cards(position: SkullPosition, seat: int) -> int:
    rules = position.rules
    middle = (rules.numbers[0] + rules.numbers[-1]) / 2
    return sum(float(rules.number_of[card]) > middle for card in position.hand[seat])


def hand_of(position: SkullPosition, seat: int, name: Name, action: int) -> Iterator[Message]:
    """Yield what in the hand of *seat* speaks for *action*, before the first trick."""
    rules = position.rules
    middle = (rules.numbers[0] + rules.numbers[-1]) / 2
    hand = position.hand[seat]
    if position.phase == PLAY:
        return
    if position.phase == SIDE:
        high, values = _high_cards(position, seat), rules.values[action & TARGET_MASK]
        if (values[-1] > values[1]) is not (2 * high > len(hand)) or 2 * high == len(hand):
            return
        yield msg(
            "sq-why-hand-of",
            "{high} of {seat}'s {count} cards are high. High cards send pirates up, low ones down.",
            high=high,
            count=len(hand),
            seat=name,
        ).to_you(
            seat=msg(
                "sq-why-hand",
                "{high} of your {count} cards are high. High cards send your pirates up, low ones"
                " down.",
            )
        )
        return
    colour = _placed(position)
    yield cards_in(rules, hand, colour, name)
    numbers = [rules.number_of[card] for card in hand if rules.colour_of[card] == colour]
    low, high = (sum(sign * (float(number) - middle) > 0 for number in numbers) for sign in (-1, 1))
    field, fields = _field_of(rules, action), int(rules.fields)
    values = rules.values[position.planks[seat][0]]
    more = msg("sq-why-more", "The spaces are worth more that way.")
    room = msg("sq-why-room", "So it starts far from that end of the plank.")
    if 2 * low > len(numbers) and 2 * field > fields:  # there is room to go down
        every = msg("sq-why-low", "Low cards like these send the pirate down.")
        most = msg("sq-why-mostly-low", "Most of them are low and send the pirate down.")
        yield every if low == len(numbers) else most
        yield more if values[1] > values[-1] else room
    elif 2 * high > len(numbers) and 2 * field <= fields + 1:
        every = msg("sq-why-high", "High cards like these send the pirate up.")
        most = msg("sq-why-mostly-high", "Most of them are high and send the pirate up.")
        yield every if high == len(numbers) else most
        yield more if values[-1] > values[1] else room
    elif numbers and low == high and 1 < field < fields:
        yield msg("sq-why-even", "As many are low as high: the pirate may go either way.")


def cards_in(rules: SkullRules, hand: Iterable[int], colour: int, name: Name) -> Message:
    """List the cards of a *colour* in the *hand* of the seat *name*."""
    own = sorted(rules.number_of[card] for card in hand if rules.colour_of[card] == colour)
    about: dict[str, Param] = {"colour": rules.model.colours[colour].name, "seat": name}
    if not own:
        return msg("sq-why-no-cards-of", "{seat} has no card in {colour}.", **about).to_you(
            seat=msg("sq-why-no-cards", "You have no card in {colour}.")
        )
    cards = Both(tuple(str(int(number)) for number in own), commas=True)
    text = msg("sq-why-cards-of", "{seat}'s {colour} cards: {cards}.", cards=cards, **about)
    return text.to_you(seat=msg("sq-why-cards", "Your {colour} cards: {cards}."))


def _why_field(position: SkullPosition, action: int) -> Iterator[Message]:
    """Yield what the field of a place is worth, and how far it is to the water from there."""
    rules = position.rules
    field, fields = _field_of(rules, action), int(rules.fields)
    about: dict[str, Param] = {
        "field": field,
        "points": nmsg("sq-points", "{count} point", "{count} points",
                       rules.values[position.planks[position.actor][0]][field]),
        "up": fields - field + 1,
        "down": field,
    }  # fmt: skip
    if field == fields:
        yield msg(
            "sq-why-top",
            "{points} to start with, on space {field}; but one step up from there is the water.",
            **about,
        )
        return
    if field == 1:
        yield msg(
            "sq-why-bottom",
            "{points} to start with, on space {field}; but one step down from there is the water.",
            **about,
        )
        return
    yield msg(
        "sq-why-field",
        "{points} to start with, on space {field}; from there it falls into the water after {down}"
        " down or {up} up.",
        **about,
    )


def _field_of(rules: SkullRules, action: int) -> int:
    """Return the number of the space on which *action* places a pirate."""
    return (action & TARGET_MASK) % int(rules.fields) + 1


def _placed(position: SkullPosition) -> int:
    """Return the colour of the pirate that is placed now."""
    return len(position.planks[position.actor]) - 1
