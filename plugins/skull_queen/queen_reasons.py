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
        return msg("sq-no-side", "not set up yet")
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
            if self.pointed:
                return msg("sq-the-space", "the space {where}", where=where)
            pirate, number = (
                self.game.model.colours[_placed(position)].pirate,
                where.params["number"],
            )
            return msg(
                "sq-on-space", "{pirate:nom} on {where}", pirate=pirate, where=where, number=number
            )
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
        return [*self._told(position, best, other, brief=False)]

    def short_reasons(
        self, position: SkullPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        told = [*self._told(position, best, other, brief=True)]
        end = len(told) - (other is not None)
        return [in_turn(told[:end]), *told[end:]]

    def _told(
        self, position: SkullPosition, best: Advised, other: Advised | None, *, brief: bool
    ) -> Iterator[Message]:
        """Yield what comes of *best* and what speaks for it, and one conclusion.

        Points are whole, and told only where it is clearly better: playing at random, nothing
        finer shows.
        """
        near = other is not None and best.value - other.value < NEAR
        tried = () if near else (TRIED,)
        if position.phase == PLAY:
            yield from self._of_card(position, best, other, brief, tried)
        else:
            yield from self._of_plank(position, best.action, brief, tried)
        if other is not None:
            move, name = self.name_move(position, other.action), self.seats[position.actor]
            told = worth(best, other, move, lambda it: self.amount(round(abs(it))), name, NEAR)
            yield from [*told][: 1 if brief or near else 2]

    def _of_card(
        self,
        position: SkullPosition,
        best: Advised,
        other: Advised | None,
        brief: bool,
        tried: tuple[Message, ...],
    ) -> Iterator[Message]:
        """Yield what a card does, its dangers first, and why it is best beyond that.

        A loss or risk always has its reason, else only what is clearly better and no reason by
        itself.
        """
        seat = position.actor
        mine = outlook(position, seat, best.action)
        if mine.risk:
            yield self._warning(position, best.action, mine.risk)
        if mine.moves or not (mine.risk and brief):  # the warning says enough
            yield from self._facts(position, seat, mine, brief=brief)
        gains = gained(position, seat, mine.moves)
        hurts = any(gain_of(position, one) < 0 for one in mine.moves if one[1] != seat)
        if brief and gains > 0 and not mine.risk:
            return
        if why := next(self._beyond(position, best.action, mine, other, near=not tried), None):
            yield why
        elif other is None and not mine.risk:
            yield msg("sq-why-only", "No other card would do better.")
        elif gains < 0 or mine.risk:
            yield msg("sq-why-even-so",
                      "Even so, played out to the end many times, no card did better.")  # fmt: skip
        elif not (gains or hurts):
            yield from tried

    def _warning(self, position: SkullPosition, card: int, risk: Move) -> Message:
        """Say which *risk* a *card* brings to one's own pirate."""
        colour, _, steps = risk
        told = msg("sq-why-if-highest", "Careful, if {card} turns out to be the highest card in"
                   " {colour}, this can happen: {what}")  # fmt: skip
        if steps < 0:
            told = msg("sq-why-if-lowest", "Careful, if {card} turns out to be the lowest card in"
                       " {colour}, this can happen: {what}")  # fmt: skip
        name, what = self.game.model.colours[colour].name, self.tell_move(position, risk)
        return told.filled(card=self.name_move(position, card), colour=name, what=what)

    def _facts(
        self, position: SkullPosition, seat: int, ahead: Outlook, *, brief: bool = False
    ) -> list[Message]:
        """Say what probably comes of a card: to one's own pirates, to the leader's and to others.

        In *brief*, one's own are enough; otherwise it tells who leads at last.
        """
        if not (ahead.moves or ahead.quiet):
            return [msg("sq-why-depends", "Which pirates move depends on the cards of the others.")]
        points = position.scores()
        moves = sorted(ahead.moves, key=lambda move: (move[1] != seat, -points[move[1]]))
        own = [move for move in moves if move[1] == seat]
        told = [self.tell_move(position, move) for move in (brief and own) or moves]
        if ahead.quiet:
            told.append(msg("sq-why-none", "Nobody's pirate moves."))
        if ahead.leads != NOBODY and not brief:
            leads = msg("sq-leads", "{seat} leads the next trick.", seat=self.seats[ahead.leads])
            told.append(leads.to_you(seat=msg("sq-you-lead", "You lead the next trick.")))
        probably = msg("sq-why-expected", "This will probably happen in this trick:")
        return told if ahead.sure else [probably, *told]

    def _beyond(
        self,
        position: SkullPosition,
        card: int,
        mine: Outlook,
        other: Advised | None,
        *,
        near: bool,
    ) -> Iterator[Message]:
        """Yield what speaks for *card* beyond what it does in the trick, the most telling first.

        Of what is *near*, only what excuses a loss.
        """
        rules, seat, two = self.game, position.actor, other.action if other else card
        loses = mine.risk or gained(position, seat, mine.moves) < 0
        if not loses and (near or not other):
            return
        its, move = outlook(position, seat, two), self.name_move(position, two)
        for step in its.moves:
            if step[1] == seat and lands(position, step) == WATER and step not in mine.moves:
                pirate = rules.model.colours[step[0]].pirate
                yield msg("sq-why-saves", "With {move}, {pirate:nom} might fall into the water.",
                          move=move, pirate=pirate)  # fmt: skip
        if loses:
            ahead = [outlook(position, seat, one) for one in position.legal_actions()]
            if its.loss > mine.loss and not near:
                yield msg("sq-why-riskier", "With {move}, even more would be at risk.", move=move)
            if all(one.loss >= mine.loss for one in ahead):
                yield msg("sq-why-safest", "No card is safer.")
            if all(one.risk or gained(position, seat, one.moves) < 0 for one in ahead):
                yield msg("sq-why-all-cost", "Every card may cost you something here.")
            if near and its.loss < mine.loss:
                yield msg("sq-why-safer", "In this trick, {move} would be safer, but later tricks"
                          " even that out.", move=move)  # fmt: skip
        if near or not other:
            return
        after, plank = position.copy(), position.planks[seat]
        own = [one for one in mine.moves if one[1] == seat]
        for one in own:
            plank[1 + one[0]] = lands(position, one)
        after.put("planks", plank, seat)
        if rules.colour_of[two] == NO_COLOUR:
            yield msg("sq-why-keep-any", "So {move} stays in your hand and suits any colour.",
                      move=move)  # fmt: skip
        if (kept := _alone(rules, seat, two)) and gain_of(after, kept) > 0:
            yield msg(
                "sq-why-keep",
                "So {move} stays in your hand and may move {pirate:acc} later: {where}.",
                move=move,
                pirate=rules.model.colours[kept[0]].pirate,
                where=self.where(plank[0], lands(after, kept)),
            )
        if not own and (gone := _alone(rules, seat, card)) and gain_of(after, gone) < 0:
            pirate = rules.model.colours[gone[0]].pirate
            yield msg("sq-why-rid", "If kept, {move} might later cost {pirate:acc} points.",
                      move=self.name_move(position, card), pirate=pirate)  # fmt: skip
        if (points := round(mine.lead - its.lead)) > 0:
            worse = msg("sq-why-lesser-evil",
                        "With {move}, this trick would probably be {points} worse.")  # fmt: skip
            yield worse.filled(move=move, points=self.amount(points))

    def _of_plank(
        self, position: SkullPosition, best: int, brief: bool, tried: tuple[Message, ...]
    ) -> Iterator[Message]:
        """Yield what in the hand speaks for a side or a space."""
        rules, seat, own = self.game, position.actor, position.hand[position.actor]
        colour = _placed(position)  # below 0 before the side is chosen
        ways = [_height(rules, one) for one in own if colour in (-1, rules.colour_of[one])]
        low, high = (sum(sign * way > 0 for way in ways) for sign in (-1, 1))
        if position.phase == SIDE:
            values = rules.values[best & TARGET_MASK]
            way = 1 if values[-1] > values[1] else -1
            hand = msg("sq-why-hand-of", "High cards in {seat}'s hand: {high} of {count}. They"
                       " bring pirates up, low ones down.")  # fmt: skip
            yours = msg("sq-why-hand", "High cards in your hand: {high} of {count}. They bring your"
                        " pirates up, low ones down.")  # fmt: skip
            yield hand.to_you(seat=yours).filled(high=high, count=len(ways), seat=self.seats[seat])
            if (high - low) * way <= 0:
                sums = msg("sq-why-sum", "But all numbers taken together speak for this side.")
                yield from (sums,) if sum(ways) * way > 0 else tried
            yield msg("sq-why-side", "On that side, the lowest space is worth {bottom} and the"
                      " highest {top}.", bottom=values[1], top=values[-1])  # fmt: skip
            return
        field, end = _field_of(rules, best), int(rules.fields) + 1
        values = rules.values[position.planks[seat][0]]
        room = end - 2 * field if high > low else 2 * field - end
        yield cards_in(rules, own, colour, self.seats[seat])
        if not ways:
            still = msg("sq-why-still", "So the pirate will hardly move: take the most valuable"
                        " space.")  # fmt: skip
            yield from (still,) if values[field] == max(values) else tried
        elif high != low and room >= 0:
            sent = nmsg("sq-why-high", "The high card sends the pirate up.",
                        "The high cards send the pirate up.", high)  # fmt: skip
            if low > high:
                sent = nmsg("sq-why-low", "The low card sends the pirate down.",
                            "The low cards send the pirate down.", low)  # fmt: skip
            yield sent
            if (values[-1] > values[1]) is (high > low):
                yield msg("sq-why-more", "The spaces are worth more that way.")
            elif room:
                yield msg("sq-why-room", "The water is further off that way.")
        elif high == low and 1 < field < end - 1:
            yield msg("sq-why-even", "As many are low as high: the pirate may go either way.")
        else:
            yield from tried
        if not brief or field in (1, end - 1):
            yield _why_field(position, best)


TRIED = msg("sq-why-tried", "Played out to the end many times, it did best.")


def _alone(rules: SkullRules, seat: int, card: int) -> Move | None:
    """Return what the number of *card* by itself would do to the pirate of *seat*, if anything."""
    colour, way = int(rules.colour_of[card]), _height(rules, card)
    step = int(rules.up_of[card] if way > 0 else -rules.down_of[card])
    return (colour, seat, step) if way and colour != NO_COLOUR else None


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
    field = _field_of(rules, action)
    worth = rules.values[position.planks[position.actor][0]][field]
    return msg(
        "sq-why-field",
        "{points} to start with; from there it falls into the water after {down} down or {up} up.",
        points=nmsg("sq-points", "{count} point", "{count} points", worth),
        up=int(rules.fields) - field + 1,
        down=field,
    )


def _field_of(rules: SkullRules, action: int) -> int:
    """Return the number of the space on which *action* places a pirate."""
    return (action & TARGET_MASK) % int(rules.fields) + 1


def _placed(position: SkullPosition) -> int:
    """Return the colour of the pirate that is placed now."""
    return len(position.planks[position.actor]) - 1
