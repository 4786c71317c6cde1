"""Hints and reasons for a move at Skull Queen: what the expected trick does to the planks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core.declared import DeclaredPresenter
from ...core.declared.action_kind import TARGET_MASK
from ...core.declared.zone import HIDDEN
from ...core.scene import Advised, worth
from ...core.text import Both, Message, Name, Param, Text, in_turn, msg, nmsg
from .queen_game import SkullPosition, SkullQueen
from .queen_outlook import Outlook, gain_of, gained, lands, outlook
from .queen_rules import NO_COLOUR, NOBODY, PLACE, PLAY, SIDE, WATER, Move, SkullRules

NEAR = 1.0
"""Points below which a search that plays at random cannot tell two moves apart."""


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
            where = self.where(position.planks[position.actor][0], _field_of(self.game, action))
            return msg("sq-the-space", "the space {where}", where=where) if self.pointed else where
        code = position.notation(action)
        return self.card_name(code) if self.spoken else code

    def where(self, side: int, field: int) -> Message:
        """Name a space by its number, which is typed, and its value; on a page by that alone."""
        value = self.game.values[side][field]
        if self.pointed:
            return msg("sq-value", "worth {value}", value=value)
        return msg("sq-space", "space {number} (worth {value})", number=field, value=value)

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
        about |= {"steps": moved, "where": self.where(side, landing)}
        return msg("sq-moves", "{seat:gen} {pirate} moves {steps}: {where}.", **about).to_you(
            seat=msg("sq-yours-moves", "Your {pirate} moves {steps}: {where}.")
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
        if position.phase == SIDE:
            return msg("sq-nudge-side", "Are the numbers in your hand mostly high or mostly low?")
        colours = self.game.model.colours
        if position.phase != PLAY:
            return msg(
                "sq-nudge-place",
                "Look at your cards of that colour: will {pirate:nom} go up or down?",
                pirate=colours[_placed(position)].pirate,
            )
        moves = outlook(position, seat, best.action).moves
        for colour, mover, _ in sorted(moves, key=lambda move: move[1] != seat):
            if mover == seat:
                pirate = colours[colour].pirate
                return msg(
                    "sq-nudge-own", "What will your {pirate} do in this trick?", pirate=pirate
                )
            return msg("sq-nudge-plank", "Look at {seat}'s plank.", seat=self.seats[mover])
        return msg("sq-nudge-keep", "Think about which cards you want to keep for later tricks.")

    def reasons(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        told = self._told(position, seat, best, other, brief=False)
        return [*told, *self._worth(position, seat, best, other)]

    def short_reasons(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        told = in_turn([*self._told(position, seat, best, other, brief=True)])
        return [told, *([*self._worth(position, seat, best, other)][:1] if other else [])]

    def _worth(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> Iterator[Message]:
        """Tell what *best* is worth, in whole points: playing at random, nothing finer shows."""
        move = self.name_move(position, other.action) if other else ""
        name = self.seats[seat]
        return worth(best, other, move, lambda value: self.amount(round(abs(value))), name, NEAR)

    def _told(
        self,
        position: SkullPosition,
        seat: int,
        best: Advised,
        other: Advised | None,
        *,
        brief: bool,
    ) -> Iterator[Message]:
        """Yield what comes of *best*, and what speaks for it beyond that.

        In *brief*, that is told only where what comes of it is no reason yet.
        """
        near = other is None or best.value - other.value < NEAR
        tried = msg("sq-why-tried", "Played out to the end many times, it did best.")
        if other is None and position.phase == PLAY:
            tried = msg("sq-why-only", "No other card would do better.")
        elif other and near:
            tried = msg(
                "sq-why-alike", "Played out to the end many times, nothing did clearly better."
            )
        if position.phase != PLAY:
            yield from self._of_plank(position, seat, best, other, tried)
            return
        mine = outlook(position, seat, best.action)
        facts = self._facts(position, seat, mine, brief=brief)
        yield from facts
        gains = gained(position, seat, mine.moves)
        hurts = any(gain_of(position, move) < 0 for move in mine.moves if move[1] != seat)
        is_reason, why = gains > 0 or (hurts and not gains), None
        if other is not None:
            its = outlook(position, seat, other.action)
            is_reason = is_reason and (near or its.lead <= mine.lead)
            instead = [one for one in self._facts(position, seat, its) if one not in facts]
            if instead and not brief:
                move = self.name_move(position, other.action)
                yield from [msg("why-instead", "With {move} instead:", move=move), *instead]
            why = next(self._beyond(position, seat, (best, mine), (other, its), brief), None)
        if not (is_reason and (brief or why is None)):
            yield why or tried

    def _facts(
        self, position: SkullPosition, seat: int, ahead: Outlook, *, brief: bool = False
    ) -> list[Message]:
        """Say what probably comes of a card: to one's own pirates, to the leader's and to others.

        In *brief*, one's own that gain are enough, else what others lose; and who leads, at last.
        """
        points = position.scores()

        def place(move: Move) -> tuple[bool, bool, int]:
            return move[1] != seat, gain_of(position, move) >= 0, -points[move[1]]

        moves, gains = sorted(ahead.moves, key=place), gained(position, seat, ahead.moves) > 0
        telling = [one for one in moves if one[1] == seat or not (gains or place(one)[1])]
        told = [self.tell_move(position, move) for move in (brief and telling) or moves]
        if ahead.quiet:
            told.append(msg("sq-why-none", "Nobody's pirate moves."))
        if ahead.leads != NOBODY and not (brief and told):
            leads = msg("sq-leads", "{seat} leads the next trick.", seat=self.seats[ahead.leads])
            told.append(leads.to_you(seat=msg("sq-you-lead", "You lead the next trick.")))
        if not told:
            return [msg("sq-why-depends", "Which pirates move depends on the cards of the others.")]
        probably = msg("sq-why-expected", "This will probably happen in this trick:")
        return told if ahead.sure else [probably, *told]

    def _beyond(
        self,
        position: SkullPosition,
        seat: int,
        best: tuple[Advised, Outlook],
        other: tuple[Advised, Outlook],
        brief: bool,
    ) -> Iterator[Message]:
        """Yield what speaks for *best* beyond what it does in the trick, the most telling first."""
        (one, mine), (two, its), rules = best, other, self.game
        after, plank = position.copy(), position.planks[seat]
        for step in mine.moves:
            if step[1] == seat:
                plank[1 + step[0]] = lands(position, step)
        after.put("planks", plank, seat)
        move = self.name_move(position, two.action)
        if one.value - two.value >= NEAR:  # nothing is better of moves that are about as good
            for step in its.moves:
                if step[1] == seat and lands(position, step) == WATER and step not in mine.moves:
                    yield msg(
                        "sq-why-saves",
                        "With {move}, {pirate:nom} might fall into the water.",
                        move=move,
                        pirate=rules.model.colours[step[0]].pirate,
                    )
            if (points := round(mine.lead - its.lead)) > 0:
                yield msg(
                    "sq-why-lesser-evil",
                    "With {move}, this trick would probably be {points} worse.",
                    move=move,
                    points=self.amount(points),
                )
        for advised in (two, one):
            card, kept = advised.action, advised is two
            colour, way = int(rules.colour_of[card]), _height(rules, card)
            if kept and colour == NO_COLOUR:
                yield msg("sq-why-keep-any", "{move:cap} stays in hand and suits any colour.",
                          move=move)  # fmt: skip
            step = (colour, seat, int(rules.up_of[card] if way > 0 else -rules.down_of[card]))
            gain = gain_of(after, step) if way and colour != NO_COLOUR else 0
            about: dict[str, Param] = {"pirate": rules.model.colours[colour].pirate}
            if kept and gain > 0:
                yield msg(
                    "sq-why-keep",
                    "{move:cap} stays in hand; later, it may move {pirate:acc}: {where}.",
                    move=move,
                    where=self.where(after.planks[seat][0], lands(after, step)),
                    **about,
                )
            elif not kept and gain < 0 and not any(m[:2] == step[:2] for m in mine.moves):
                yield msg(
                    "sq-why-rid",
                    "If kept, {move} might later cost {pirate:acc} points.",
                    move=self.name_move(position, card),
                    **about,
                )
        if its.lead <= mine.lead:
            yield msg(
                "sq-why-no-better",
                "{move:cap} would be worth no more points in this trick.",
                move=move,
            )
        if brief and seat in (its.leads, mine.leads) and its.leads not in (NOBODY, mine.leads):
            told = msg("sq-why-leads", "With {move}, {seat} would probably lead the next trick.")
            yours = msg("sq-why-you-lead", "With {move}, you would probably lead the next trick.")
            yield told.to_you(seat=yours).filled(move=move, seat=self.seats[its.leads])

    def _of_plank(
        self,
        position: SkullPosition,
        seat: int,
        best: Advised,
        other: Advised | None,
        tried: Message,
    ) -> Iterator[Message]:
        """Yield what in the hand of *seat* speaks for a side or a space, or else *tried*."""
        rules, hand = self.game, position.hand[seat]
        if position.phase == SIDE:
            high = sum(_height(rules, card) > 0 for card in hand)
            values = rules.values[best.action & TARGET_MASK]
            rises = values[-1] > values[1]
            strength = sum(_height(rules, card) for card in hand)
            if strength and rises is (strength > 0):
                tried = msg("sq-why-strong-low", "The low cards are stronger than the high ones.")
                if rises:
                    tried = msg(
                        "sq-why-strong-high", "The high cards are stronger than the low ones."
                    )
            if rises is (2 * high > len(hand)) and 2 * high != len(hand):
                tried = msg(
                    "sq-why-hand-of",
                    "{high} of {seat}'s {count} cards are high. High cards send pirates up, low"
                    " ones down.",
                    high=high,
                    count=len(hand),
                    seat=self.seats[seat],
                ).to_you(
                    seat=msg(
                        "sq-why-hand",
                        "{high} of your {count} cards are high. High cards send your pirates up,"
                        " low ones down.",
                    )
                )
            yield tried
            yield msg(
                "sq-why-side",
                "On that side, the lowest space is worth {bottom} and the highest {top}.",
                bottom=values[1],
                top=values[-1],
            )
            return
        colour = _placed(position)
        yield cards_in(rules, hand, colour, self.seats[seat])
        ways = [_height(rules, card) for card in hand if rules.colour_of[card] == colour]
        low, high = (sum(sign * way > 0 for way in ways) for sign in (-1, 1))
        field, fields = _field_of(rules, best.action), int(rules.fields)
        values = rules.values[position.planks[seat][0]]
        more = msg("sq-why-more", "The spaces are worth more that way.")
        room = msg("sq-why-room", "That way, the water is a long way off.")
        if 2 * low > len(ways) and 2 * field > fields:  # there is room to go down
            every = msg("sq-why-low", "Low cards like these send the pirate down.")
            most = msg("sq-why-mostly-low", "Most of them are low and send the pirate down.")
            yield every if low == len(ways) else most
            yield more if values[1] > values[-1] else room
        elif 2 * high > len(ways) and 2 * field <= fields + 1:
            every = msg("sq-why-high", "High cards like these send the pirate up.")
            most = msg("sq-why-mostly-high", "Most of them are high and send the pirate up.")
            yield every if high == len(ways) else most
            yield more if values[-1] > values[1] else room
        elif ways and low == high and 1 < field < fields:
            yield msg("sq-why-even", "As many are low as high: the pirate may go either way.")
        else:
            yield (other and self._beside(position, field, other, values)) or tried
        yield _why_field(position, best.action)

    def _beside(
        self, position: SkullPosition, field: int, other: Advised, values: Sequence[int]
    ) -> Message | None:
        """Say in what a space is better than that of *other*, if in anything."""
        there, end = _field_of(self.game, other.action), int(self.game.fields) + 1
        about: dict[str, Param] = {"move": self.name_move(position, other.action)}
        if min(field, end - field) > min(there, end - there):
            return msg("sq-why-nearer", "{move:cap} is nearer to the water.", **about)
        if (more := values[field] - values[there]) > 0:
            about["points"] = self.amount(more)
            return msg("sq-why-less", "{move:cap} is worth {points} less to start with.", **about)
        return None


def _height(rules: SkullRules, card: int) -> int:
    """Return how high the number of *card* is, in halves above the middle; below, it is low."""
    return 2 * int(rules.number_of[card]) - rules.numbers[0] - rules.numbers[-1]


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
