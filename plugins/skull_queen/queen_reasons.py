"""Hints and reasons for a move at Skull Queen: what the expected trick does to the planks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ...core.declared import DeclaredPresenter
from ...core.declared.action_kind import TARGET_MASK
from ...core.declared.zone import HIDDEN
from ...core.game import lead_in
from ...core.scene import CLOSE, Advised
from ...core.text import Both, Message, Name, Param, Text, in_turn, msg, nmsg
from ...core.vectors import i64, vec
from .queen_game import SkullPosition, SkullQueen
from .queen_rules import NOBODY, PLACE, PLAY, SIDE, WATER, Move, SkullRules

GUESSES = 25
"""Number of cards that may lie face down, drawn at random, of which the likeliest trick is told."""


@dataclass
class Trick:
    """A trick as a search expects it to end, or as it has ended.

    Attributes:
        cards: all its cards.
        moves: what the pirates do.
        middle: the cards that lie in the middle after it.
        ends: True if it is the last of the round.
        leads: the seat that leads the next trick; `NOBODY` with the old pirate king or if it is
            the last.
        expected: True if other seats have still to play in it.
    """

    cards: list[int]
    moves: list[Move]
    middle: list[int]
    ends: bool
    leads: int
    expected: bool


def trick_of(position: SkullPosition, line: Sequence[int]) -> Trick | None:
    """Return the current trick as *line* ends it, or ``None`` if it stops before."""
    if position.choosing:
        return None
    rules = position.rules
    played = position.open_cards() + position.covered[position.starter]
    left = int(rules.trick_size) - len(played)
    if not 0 < left <= len(line):
        return None
    trick = [*played, *(action & TARGET_MASK for action in line[:left])]
    leader = position.leaders[-1]
    moves, middle = rules.judge(trick, leader, position.middle)
    ends = len(position.hand[position.actor]) == 1
    leads = rules.leads_next(vec[i64](trick), 0, leader)
    return Trick(trick, moves, middle, ends, NOBODY if ends or rules.king else leads, left > 1)


def real_moves(position: SkullPosition, moves: Sequence[Move]) -> list[Move]:
    """Return those of *moves* that a pirate makes which is not in the water at *position*."""
    return [
        (colour, seat, steps)
        for colour, seat, steps in moves
        if seat != NOBODY and position.planks[seat][1 + colour] != WATER
    ]


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


def side_of(plank: Sequence[Any]) -> Message:
    """Return the adjective for the side of *plank*, as far as it is known."""
    if not plank:
        return msg("sq-no-side", "no side yet")
    if plank[0] == HIDDEN:
        return msg("sq-secret", "still secret")
    return msg("sq-falling", "falling") if plank[0] else msg("sq-rising", "rising")


class SkullQueenReasons(DeclaredPresenter[SkullPosition, SkullQueen]):
    """The part of the presenter that names moves and explains them."""

    def name_move(self, position: SkullPosition, action: int) -> Text:
        kind, target = self.game.kind(action), action & TARGET_MASK
        if kind.name == "side":
            return msg("sq-the-side", "the {side} side", side=side_of([target]))
        if kind is self.game.kinds[PLACE]:
            side = position.planks[position.actor][0]
            value = self.game.values[side][_field_of(self.game, action)]
            return msg("sq-the-space", "the space worth {value}", value=value)
        code = position.notation(action)
        return self.card_name(code) if self.spoken else code

    def tell_move(
        self, before: SkullPosition, move: Move, further: Text = "", *, drawn: bool = False
    ) -> Message:
        """Tell where the pirate of *move* goes, *further* by a card of that name.

        If *drawn*, cards show how far.
        """
        colour, seat, steps = move
        side, *fields = before.planks[seat]
        landing = self.game.landing(fields[colour], steps)
        about: dict[str, Param] = {
            "seat": self.seats[seat],
            "pirate": self.game.model.colours[colour].pirate,
        }
        if fields[colour] == WATER:
            return msg("sq-swims", "{seat:gen} {pirate} is already in the water.", **about).to_you(
                seat=msg("sq-yours-swims", "Your {pirate} is already in the water.")
            )
        way = msg("sq-up", "up") if steps > 0 else msg("sq-down", "down")
        moved: Message = nmsg("sq-steps", "{way} {count} space", "{way} {count} spaces",
                              abs(steps), way=way)  # fmt: skip
        if further:
            moved = msg("sq-steps-by", "{steps} because of {card:dat}", steps=moved, card=further)
        if landing == WATER and further and not drawn:  # drawn cards show the steps
            by = msg("sq-falls-by", "{seat:gen} {pirate} moves {steps} and falls into the water.",
                     steps=moved, **about)  # fmt: skip
            yours = msg("sq-yours-falls-by",
                        "Your {pirate} moves {steps} and falls into the water.")  # fmt: skip
            return by.to_you(seat=yours)
        if landing == WATER:
            return msg(
                "sq-falls",
                "{seat:gen} {pirate} goes off the end of the plank and falls into the water.",
                **about,
            ).to_you(
                seat=msg(
                    "sq-yours-falls",
                    "Your {pirate} goes off the end of the plank and falls into the water.",
                )
            )
        about |= {"steps": moved, "value": self.game.values[side][landing]}
        return msg("sq-moves", "{seat:gen} {pirate} moves {steps}: worth {value}.", **about).to_you(
            seat=msg("sq-yours-moves", "Your {pirate} moves {steps}: worth {value}.")
        )

    def why_forced(self, position: SkullPosition) -> Text:
        (action,) = position.legal_actions()
        card = self.name_move(position, action)
        if len(position.hand[position.actor]) == 1:
            return msg("sq-last-card", "You can only play {card:acc}, your last card.", card=card)
        colour = self.game.model.colours[position.led].name
        return msg(
            "sq-must-follow",
            "You must follow suit, and {colour} was led: you can only play {card:acc}.",
            colour=colour,
            card=card,
        )

    def nudge(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> Text:
        position = with_likely_card(position, seat, best, other)
        if position.phase == SIDE:
            return msg("sq-nudge-side", "Are the numbers in your hand mostly high or mostly low?")
        colours = self.game.model.colours
        if position.phase != PLAY:
            return msg(
                "sq-nudge-place",
                "Look at your cards of that colour: will {pirate:nom} go up or down?",
                pirate=colours[_placed(position)].pirate,
            )
        trick = trick_of(position, best.line)
        movers = [(mover, colour) for colour, mover, _ in trick.moves] if trick else []
        for mover, colour in movers:
            if mover == seat:
                pirate = colours[colour].pirate
                return msg(
                    "sq-nudge-own", "What will your {pirate} do in this trick?", pirate=pirate
                )
        for mover, _ in movers:
            if mover != NOBODY:
                return msg("sq-nudge-plank", "Look at {seat}'s plank.", seat=self.seats[mover])
        return msg("sq-nudge-keep", "Think about which cards you want to keep for later tricks.")

    def reasons(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        position = with_likely_card(position, seat, best, other)
        texts, told = self._expected(position, seat, best), [*self._why(position, best)]
        instead = [text for text in self._why(position, other) if text not in told] if other else []
        if other and instead and position.phase != SIDE:
            move = self.name_move(position, other.action)
            texts += [msg("why-instead", "With {move} instead:", move=move), *instead]
        texts += self._later(position, seat, best, other)
        return [*texts, *super().reasons(position, seat, best, other)]

    def short_reasons(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        position = with_likely_card(position, seat, best, other)
        texts = self._expected(position, seat, best, brief=True)
        texts += self._later(position, seat, best, other, alone=True)
        together = [in_turn(texts)] if texts else []
        return [*together, *super().short_reasons(position, seat, best, other)]

    def _expected(
        self, position: SkullPosition, seat: int, best: Advised, *, brief: bool = False
    ) -> list[Message]:
        """Say what the hand of *seat* is like, and what comes of *best*, in the likeliest trick.

        In *brief*, the pirates of *seat* matter most, then those of others, then who leads next.
        """
        told = [*self._why(position, best)]
        if brief and position.phase == PLAY:
            own = [text for text in told if text.params.get("seat") == self.seats[seat]]
            told = [text for text in own or told if text.code != "sq-leads"] or told
        texts = [*self._hand(position, seat, best.action)]
        trick = trick_of(position, best.line)
        if trick and told and hides_card(position, seat):
            starter = self.seats[position.starter]
            texts.append(
                msg("sq-why-likely", "Most likely, as {seat}'s card lies face down:", seat=starter)
            )
        elif trick and trick.expected and told:
            texts.append(msg("sq-why-expected", "This trick will probably go like this:"))
        return [*texts, *told]

    def _why(self, position: SkullPosition, one: Advised) -> Iterator[Message]:
        """Yield what comes of *one*, which a search expects to go on with its line."""
        if position.phase == SIDE:
            values = self.game.values[one.action & TARGET_MASK]
            yield msg(
                "sq-why-side",
                "On that side, the lowest space is worth {bottom} and the highest {top}.",
                bottom=values[1],
                top=values[-1],
            )
        elif position.phase != PLAY:
            yield _why_field(position, one.action)
        elif trick := trick_of(position, one.line):
            moved = real_moves(position, trick.moves)
            yield from (self.tell_move(position, move) for move in moved)
            if not moved:
                yield msg("sq-why-none", "Nobody's pirate moves.")
            if trick.leads != NOBODY:
                name = self.seats[trick.leads]
                yield msg("sq-leads", "{seat} leads the next trick.", seat=name).to_you(
                    seat=msg("sq-you-lead", "You lead the next trick.")
                )

    def _later(
        self,
        position: SkullPosition,
        seat: int,
        best: Advised,
        other: Advised | None,
        *,
        alone: bool = False,
    ) -> Iterator[Message]:
        """Yield what speaks for *best* where this trick does not, rather for the *other*.

        Where *best* is told *alone*, without what comes of the other, say why it is good to lose
        by it. Of two that are about as good, that is told only if one's own pirate loses by *best*.
        """
        if position.phase != PLAY:
            return
        move = self.name_move(position, other.action) if other else ""
        tricks = trick_of(position, best.line), trick_of(position, (other or best).line)
        loses = _loses(position, seat, tricks[0])
        close = other is None or best.value - other.value < CLOSE
        if not all(tricks) or (close and not loses):
            return
        mine, instead = (lead_after(position, seat, trick.moves) for trick in tricks if trick)
        if other is None:
            yield msg("sq-why-only", "No other card would do better.")
        elif close and mine < instead:
            yield msg(
                "sq-why-evens-out",
                "In this trick, {move} would be {points} better, but if you keep it, it should be"
                " worth about as much later.",
                move=move,
                points=self.amount(instead - mine),
            )
        elif close and mine == instead:
            yield msg(
                "sq-why-no-better",
                "{move:cap} would be worth no more points in this trick.",
                move=move,
            )
        elif mine < instead:
            yield msg(
                "sq-why-worse-now",
                "In this trick, {move} would be {points} better, but it should be worth even more"
                " if you keep it for a later trick.",
                move=move,
                points=self.amount(instead - mine),
            )
        elif mine == instead:
            yield msg(
                "sq-why-later",
                "{move:cap} would be worth as many points in this trick; what counts is the card"
                " that you keep.",
                move=move,
            )
        elif (
            (alone or close)
            and (saved := _falls(position, seat, tricks[1]))
            and saved != _falls(position, seat, tricks[0])
        ):
            yield msg(
                "sq-why-saves",
                "With {move}, your {pirate} might fall into the water.",
                move=move,
                pirate=saved,
            )
        elif (alone or close) and (loses or mine < lead_after(position, seat, [])):
            yield msg(
                "sq-why-lesser-evil",
                "With {move}, this trick would be {points} worse for you.",
                move=move,
                points=self.amount(mine - instead),
            )

    def _hand(self, position: SkullPosition, seat: int, action: int) -> Iterator[Message]:
        """Yield what in the hand of *seat* speaks for *action*, before the first trick."""
        rules, hand = self.game, position.hand[seat]
        middle = (rules.numbers[0] + rules.numbers[-1]) / 2
        if position.phase == PLAY:
            return
        if position.phase == SIDE:
            high = sum(float(rules.number_of[card]) > middle for card in hand)
            values = rules.values[action & TARGET_MASK]
            if (values[-1] > values[1]) is not (2 * high > len(hand)) or 2 * high == len(hand):
                return
            yield msg(
                "sq-why-hand-of",
                "{high} of {seat}'s {count} cards are high. High cards send pirates up, low ones"
                " down.",
                high=high,
                count=len(hand),
                seat=self.seats[seat],
            ).to_you(
                seat=msg(
                    "sq-why-hand",
                    "{high} of your {count} cards are high. High cards send your pirates up, low"
                    " ones down.",
                )
            )
            return
        colour = _placed(position)
        yield cards_in(rules, hand, colour, self.seats[seat])
        numbers = [rules.number_of[card] for card in hand if rules.colour_of[card] == colour]
        low, high = (
            sum(sign * (float(number) - middle) > 0 for number in numbers) for sign in (-1, 1)
        )
        field, fields = _field_of(rules, action), int(rules.fields)
        values = rules.values[position.planks[seat][0]]
        more = msg("sq-why-more", "The spaces are worth more that way.")
        room = msg("sq-why-room", "That way, the water is a long way off.")
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


def _loses(position: SkullPosition, seat: int, trick: Trick | None) -> bool:
    """Return whether *trick* makes a pirate of *seat* worth less."""
    side, *fields = position.planks[seat]
    values, landing = position.rules.values[side], position.rules.landing
    return any(
        mover == seat and values[landing(fields[colour], steps)] < values[fields[colour]]
        for colour, mover, steps in (trick.moves if trick else ())
    )


def _falls(position: SkullPosition, seat: int, trick: Trick | None) -> Name | None:
    """Return the pirate of *seat* that *trick* makes fall into the water, if it does."""
    rules = position.rules
    for colour, mover, steps in trick.moves if trick else ():
        field = position.planks[mover][1 + colour] if mover == seat else WATER
        if field != WATER and rules.landing(field, steps) == WATER:
            return rules.model.colours[colour].pirate
    return None


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


def _why_field(position: SkullPosition, action: int) -> Message:
    """Say what the field of a place is worth, and how far it is to the water from there."""
    rules = position.rules
    field, fields = _field_of(rules, action), int(rules.fields)
    worth = rules.values[position.planks[position.actor][0]][field]
    points = nmsg("sq-points", "{count} point", "{count} points", worth)
    told = msg(
        "sq-why-field",
        "{points} to start with; from there it falls into the water after {down} down or {up} up.",
        up=fields - field + 1,
        down=field,
    )
    if field == fields:
        told = msg("sq-why-top", "{points} to start with; but one step up from there is the water.")
    elif field == 1:
        told = msg(
            "sq-why-bottom", "{points} to start with; but one step down from there is the water."
        )
    return told.filled(points=points)


def _field_of(rules: SkullRules, action: int) -> int:
    """Return the number of the space on which *action* places a pirate."""
    return (action & TARGET_MASK) % int(rules.fields) + 1


def _placed(position: SkullPosition) -> int:
    """Return the colour of the pirate that is placed now."""
    return len(position.planks[position.actor]) - 1
