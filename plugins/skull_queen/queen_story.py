"""Sentences and views of the result of a trick and of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.declared.zone import HIDDEN
from ...core.game import OVER
from ...core.scene import Closing
from ...core.text import Both, Message, Text, msg, named
from .queen_game import SkullPosition
from .queen_outlook import Trick, real_moves, trick_of
from .queen_reasons import SkullQueenReasons, side_of
from .queen_rules import NO_COLOUR, NOBODY, PLAYS, WATER, Move
from .queen_rules_text import special_cards

KING = msg("sq-king", "the old pirate king")

DEALT = msg(
    "sq-dealt", "Round {round}: the cards are dealt, {cards} to each player. {seat} begins."
).to_you(
    seat=msg(
        "sq-dealt-you", "Round {round}: the cards are dealt, {cards} to each player. You begin."
    )
)

TRICK = msg("sq-trick-begins", "Trick {trick}: {seat} leads.").to_you(
    seat=msg("sq-you-begin", "Trick {trick}: you lead.")
)

NEXT_TRICK = msg("sq-next", "Trick {trick}: {seat} played the highest number and leads.").to_you(
    seat=msg("sq-you-next", "Trick {trick}: you played the highest number and lead.")
)

NEXT_TIED = msg(
    "sq-next-tied", "Trick {trick}: {seat} leads, as the later of two equally high numbers counts."
).to_you(
    seat=msg(
        "sq-you-next-tied",
        "Trick {trick}: you lead, as the later of two equally high numbers counts.",
    )
)

KING_TURNS = msg("sq-king-turns", "Trick {trick}: the old pirate king turns over {card:acc}.")


class SkullQueenStory(SkullQueenReasons):
    """The part of the presenter that tells the tricks, in few words where planks are drawn."""

    def tell(
        self, before: SkullPosition, action: int, after: SkullPosition, seat: int | None
    ) -> list[Text]:
        if before.choosing:
            return self._tell_plank(before, after)
        texts = super().tell(before, action, after, seat)
        trick, starter = trick_of(before, [action]), before.starter
        if trick is None:
            return texts
        for card in before.covered[starter] if seat != starter else ():  # which is turned over now
            name, card_name = self.seats[starter], self.game.card_names[card]
            texts.insert(0, PLAYS.filled(seat=name, card=card_name))
        told = self._tell_trick(before, trick, after)
        return [*texts, *told, *self.tell_round(before, action, after)]

    def brief(
        self, before: SkullPosition, action: int, after: SkullPosition, seat: int | None
    ) -> list[Text]:
        """Tell tricks that are complete: until then, the table shows what was played."""
        trick = trick_of(before, [action])
        if trick is None:
            return []
        played = map(
            self.played, self.game.orders[before.leaders[-1]], self.game.codes_of(trick.cards)
        )
        cards = Message("cards-played", "{cards:cap}.", {"cards": Both((*played,), commas=True)})
        told = self.tell(before, action, after, seat)
        return [cards, *(text for text in told if getattr(text, "code", "") != PLAYS.code)]

    def played(self, seat: int, code: str) -> Message:
        """Say who has played a card, perhaps the old pirate king."""
        name = KING if seat == NOBODY else named(self.seats[seat])
        return Message("played", "{seat} {card}", {"seat": name, "card": code})

    def closings(
        self, before: SkullPosition, action: int, after: SkullPosition, seat: int | None
    ) -> list[Closing]:
        """Return the trick that *action* completes, and the end of a round.

        Sentences say of each card what it has done; so do the notes on the cards, as ``did``.
        """
        trick = trick_of(before, [action])
        if trick is None:
            return []
        lying = len(before.open_cards())
        order, codes = self.game.orders[before.leaders[-1]], self.game.codes_of(trick.cards)
        by = dict(zip(order, codes, strict=True))
        did = dict.fromkeys(codes, "")
        for _, mover, steps in real_moves(before, trick.moves):
            did[by[mover]] = f"↑{steps}" if steps > 0 else f"↓{-steps}"
        view: Any = before.view(seat)
        view |= {"planks": self._planks_after(before, trick), "did": did, "possible": []}
        view |= {"scores": after.totals() if trick.ends else after.scores(), "to_act": -1}
        view |= {"covered": [[] for _ in self.seats], "played": [*view["played"], *codes[lying:]]}
        if seat is not None and by.get(seat) in view["hand"][seat]:
            view["hand"][seat].remove(by[seat])
        heading = msg("sq-complete", "Trick {trick} is complete.", trick=before.trick)
        told = [heading, *self._tell_trick(before, trick, after)]
        if before.round == 1:  # one by one, since both would hide the planks on a phone
            told += special_cards(self.game, codes, drawn=True)[:1]
        closed: list[Closing] = [(self.scene(view, seat), told)]
        if trick.ends and after.actor != OVER:
            view |= {"leaders": [], "trick": "", "hand": [[] for _ in self.seats], "to_act": OVER}
            view |= {"results": after.results, "scores": after.totals(), "middle": []}
            closed.append((self.scene(view, seat), self.tell_round(before, action, after)))
        return closed

    def _planks_after(self, before: SkullPosition, trick: Trick) -> list[list[int]]:
        """Return the planks once *trick* is judged."""
        planks = before.planks
        for colour, seat, steps in trick.moves:
            if seat != NOBODY:
                planks[seat][1 + colour] = self.game.landing(planks[seat][1 + colour], steps)
        return planks

    def _tell_plank(self, before: SkullPosition, after: SkullPosition) -> list[Text]:
        """Tell that a plank is complete, and if all are, show them."""
        if after.actor == before.actor and after.choosing:
            return []
        name = self.seats[before.actor]
        placed = msg("sq-placed", "{seat}'s plank is set up.", seat=name)
        texts: list[Text] = [placed.to_you(seat=msg("sq-placed-yours", "Your plank is set up."))]
        if not (after.choosing or self.pointed):  # a page draws them
            texts += [self.say_plank(seat, plank) for seat, plank in enumerate(after.planks)]
        if not (after.choosing or self.game.king):
            texts.append(TRICK.filled(trick=after.trick, seat=self.seats[after.actor]))
        return texts

    def say_plank(self, owner: int, plank: Sequence[Any]) -> Message:
        """Say the side of a plank, and where the pirates stand if it is shown."""
        about: dict[str, Text] = {"seat": self.seats[owner], "side": side_of(plank)}
        if len(plank) < 2 or plank[0] == HIDDEN:
            return msg("sq-say-no-plank", "{seat}, plank: {side}.", **about).to_you(
                seat=msg("sq-say-your-side", "Your plank: {side}.")
            )
        return msg(
            "sq-say-plank",
            "{seat}, {side} plank: {pirates}.",
            pirates=self.places_on(plank),
            **about,
        ).to_you(seat=msg("sq-say-your-plank", "Your {side} plank: {pirates}."))

    def tell_round(self, before: SkullPosition, action: int, after: SkullPosition) -> list[Text]:
        """Say what each pirate scores in the round that *action* has ended, if it has ended one."""
        trick = trick_of(before, [action])
        if trick is None or not trick.ends:
            return []
        texts: list[Text] = [
            msg(
                "sq-round-ends",
                "Round {round} ends. Every pirate scores the value of its space, or nothing if it"
                " is in the water.",
                round=before.round,
            )
        ]
        for seat, plank in enumerate(self._planks_after(before, trick)):
            account = msg(
                "sq-account",
                "{seat:cap}: {pirates}; {points} this round, {total} in total.",
                seat=named(self.seats[seat]),
                pirates=self.places_on(plank, scored=True),
                points=after.results[len(before.results) + seat],
                total=after.totals()[seat],
            )
            texts.append(account)
        return texts

    def places_on(self, plank: Sequence[int], *, scored: bool = False) -> Both:
        """Say where the pirates on a *plank* stand, the first number of which is its side.

        Once they are *scored*, what they are worth is enough.
        """
        side, *fields = plank
        stands = msg("sq-say-on", "{colour} on {where}")
        if self.pointed:
            stands = Message("pirate", "{colour} {value}")
        elif scored:
            stands = msg("sq-say-scores", "{colour} scores {value}")
        places = tuple(
            stands.filled(
                colour=colour.name,
                value=self.game.values[side][field],
                where=self.where(side, field),
            )
            if field != WATER
            else msg("sq-say-in-water", "{colour} in the water", colour=colour.name)
            for colour, field in zip(self.game.model.colours, fields, strict=False)
        )
        return Both(places, commas=True)

    def _tell_trick(
        self, before: SkullPosition, trick: Trick, after: SkullPosition
    ) -> Iterator[Text]:
        """Tell the result of *trick*, and what follows."""
        game = self.game
        led = next(
            (one for card in trick.cards if (one := game.colour_of[card]) != NO_COLOUR), NO_COLOUR
        )
        told: list[tuple[bool, Text]] = []
        for colour in range(len(game.colours)):
            taken = (colour, NO_COLOUR) if colour == led else (colour,)
            own = [card for card in (*trick.cards, *before.middle) if game.colour_of[card] in taken]
            moving = [move for move in trick.moves if move[0] == colour and move[1] != NOBODY]
            for sign in (1, -1) if len(own) > 1 else ():
                nobody = (colour, NOBODY, 0)
                move = next((one for one in moving if one[2] * sign > 0), nobody)
                if not (self.pointed and moving and move == nobody):  # room is scarce
                    other = move[1] == NOBODY or not self.seats[move[1]].you
                    told.append((other, self._why_moves(before, own, move, sign)))
        told.sort(key=lambda one: one[0])  # the first is not cut
        yield from (text for _, text in told)
        if not trick.ends and not {*trick.middle} <= {*before.middle}:  # no card can come after it
            cards = self.listed(game.codes_of(trick.middle))
            yield msg("sq-to-middle", "In the middle: {cards}.", cards=cards)
        if trick.leads != NOBODY:
            numbers = [game.number_of[card] for card in trick.cards]
            tied = numbers.count(max(numbers)) > 1 and game.later_leads
            text = NEXT_TIED if tied else TRICK if self.spoken else NEXT_TRICK
            yield text.filled(trick=after.trick, seat=self.seats[trick.leads])

    def _why_moves(
        self, before: SkullPosition, own: Sequence[int], move: Move, sign: int
    ) -> Message:
        """Say which of the judged cards *own* is the highest or lowest, and its *move*."""
        (colour, seat, steps), game, drawn = move, self.game, self.pointed
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
        what = msg("sq-nobody-moves", "Nobody moves.")
        if seat != NOBODY:
            by = game.up_of if sign > 0 else game.down_of
            further = [names[one] for one in own if by[one] == abs(steps) > 1]
            what = self.tell_move(before, move, [*further, ""][0], drawn=drawn)
            if drawn and before.planks[seat][1 + colour] == WATER:
                return what
        highest = msg("sq-by-highest", "{card} is the highest. {what}", card=card, what=what)
        lowest = msg("sq-by-lowest", "{card} is the lowest. {what}", card=card, what=what)
        return Message("by-card", "{what:cap}", {"what": highest if sign > 0 else lowest})
