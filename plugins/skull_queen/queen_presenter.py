"""The presenter of Skull Queen: the table, choices, the log, advice and rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ...core.declared.action_kind import TARGET_MASK
from ...core.declared.zone import HIDDEN
from ...core.game import CHANCE, OVER, Action
from ...core.scene import Choice, Section, View, no_rulebook
from ...core.text import Message, Name, Text, in_turn, msg, named, nmsg, written
from ...core.things import Piece, Scene, SceneCounter, SceneZone
from .queen_game import SkullPosition
from .queen_outlook import hides_card, lands, real_moves, trick_of
from .queen_reasons import cards_in, side_of
from .queen_rules import NO_COLOUR, NOBODY, PLACE, SIDE, SIDES, WATER
from .queen_rules_text import (
    BRIEF_ORDERS,
    DRAWN,
    KING_LEADS,
    KING_SHORTLY,
    PLANK,
    PLANK_SIGN,
    SHORTLY,
    SINGLE,
    cards_sign,
    queen_rules_text,
    rule_of,
    special_cards,
    tell_jokers,
    tell_orders,
)
from .queen_story import DEALT, KING, KING_TURNS, SkullQueenStory


class SkullQueenPresenter(SkullQueenStory):
    """Presenter of Skull Queen."""

    labels: ClassVar = {"round": msg("sq-round", "Round"), "trick": msg("sq-trick-number", "trick")}
    told_heads = tuple(labels)
    plays_forced = True

    def scene(self, view: View, seat: int | None) -> Scene:
        now: Any = view
        seats = [self.seat_zone(view, owner) for owner in self.top_down(seat)]
        hands: Any = view["hand"]
        own = [] if seat is None or HIDDEN in hands[seat] else hands[seat]
        trick = SceneZone("trick", msg("sq-trick", "Trick"), self._trick(view), ordered=True)
        zones = {zone.name: zone for zone in self.game.zones}
        beside = [
            self.zone(zones[name], name, lying)
            for name, lying in (("pile", now["pile"]), ("middle", now["middle"]), ("hand", own))
            if lying
        ]
        if own:
            assert seat is not None
            id = f"hand:{self.game.seats[seat]}"
            beside[-1] = replace(beside[-1], id=id, owner=seat)
        return Scene(self.heads(view), [*seats, *([trick] if trick.pieces else []), *beside])

    def seat_zone(self, view: View, owner: int) -> SceneZone:
        """Lay out the seat *owner* with its plank; while it may choose a side, with both."""
        now: Any = view
        plank, seat = now["planks"][owner], super().seat_zone(view, owner)
        worth: list[SceneCounter] = []
        if plank and plank[0] != HIDDEN and now["to_act"] != OVER:  # nothing is scored yet
            scored = sum(now["results"][owner :: self.game.players])
            points = replace(seat.counters[0], label=self.amount(scored), value=written(scored))
            seat = replace(seat, counters=[points])
            if len(plank) > len(self.game.colours):
                aboard = msg("sq-worth", "worth {count}", count=now["scores"][owner] - scored)
                worth.append(SceneCounter(aboard, aboard))
        chooses = "side" in now["possible"] and now["to_act"] == owner
        both = self.pointed and chooses and HIDDEN not in now["hand"][owner]
        planks = [plank] if plank or not self.pointed else []
        planks = [[side] for side in range(len(SIDES))] if both else planks
        drawn = [self.plank_zone(owner, one, worth) for one in planks]
        if both:  # an id is unique
            drawn[1] = replace(drawn[1], id=f"{drawn[1].id}:", zones=[
                replace(one, id=f"{one.id}:") for one in drawn[1].zones])  # fmt: skip
        return replace(seat, zones=drawn)

    def plank_zone(
        self, owner: int, plank: Sequence[Any], worth: Sequence[SceneCounter]
    ) -> SceneZone:
        """Lay out the *plank* of *owner* from the top down, with coins on a page."""
        game, id, side = self.game, self.game.seats[owner], side_of(plank)
        fields = []
        for number in range(game.fields, -1, -1) if plank and plank[0] != HIDDEN else ():
            value = game.values[plank[0]][number]
            points = msg("sq-value", "worth {value}", value=value)
            counters = [
                SceneCounter(points, written(value), picture="coin" if self.pointed else "")
            ]
            title: Text = "" if self.pointed else str(number)
            called: Text = msg(
                "sq-on-field", "on space {field} (worth {value})", field=number, value=value
            )
            if number == WATER:
                title, called = msg("sq-water", "water"), msg("sq-in-water", "in the water")
                counters = []
            there = [
                Piece(colour.code, colour.pirate, " ", ink=colour.shown_ink, picture="pirate")
                for colour, at in zip(game.model.colours, plank[1:], strict=False)
                if at == number
            ]
            fields.append(SceneZone(f"field:{id}:{number}", title, there, counters, (), called,
                                    "field", owner))  # fmt: skip
        of = msg("sq-plank-of", "{seat:gen} plank", seat=self.seats[owner]).to_you(
            seat=msg("sq-your-plank", "your plank")
        )
        title = side if self.pointed else msg("sq-plank-title", "plank")
        counters = [*([] if self.pointed else [SceneCounter(side, side)]), *worth]
        return SceneZone(f"plank:{id}", title, (), counters, fields, of, "track", owner)

    def _trick(self, view: View) -> list[Piece]:
        """Return the cards of the trick on the table, none after the end, with their players."""
        now: Any = view
        if not now["leaders"] or now["to_act"] == OVER:
            return []
        codes = now["played"][(len(now["leaders"]) - 1) * self.game.trick_size :]
        codes += [f"({code})" for covered in now["covered"] for code in covered]
        pieces = []
        for seat, code in zip(self.game.orders[now["leaders"][-1]], codes, strict=False):
            name: Text = KING if seat == NOBODY else named(self.seats[seat])
            card, about = self.piece(code), {"seat": name, "card": self.card_name(code)}
            pieces.append(
                replace(
                    card,
                    name=msg("sq-say-played", "{seat} {card}", **about),
                    shown=self.played(seat, code),
                    owner=seat,
                    by=msg("sq-king-short", "King") if seat == NOBODY else "",
                    note=now.get("did", {}).get(code, card.note),
                )
            )
        return pieces

    def word_name(self, word: str) -> Text:
        game = self.game
        if word in SIDES:
            return side_of([SIDES.index(word)])
        at, field = divmod(game.kinds[PLACE].words.index(word), game.fields)
        pirate = game.model.colours[at].pirate
        return msg("sq-place-on", "{pirate:nom} on space {field}", pirate=pirate, field=field + 1)

    def piece(self, code: str) -> Piece:
        """Return a card; one that moves its pirate further than a space says so."""
        piece, bare = super().piece(code), code.strip("()")
        if bare not in self.game.codes:
            return piece
        card = self.game.codes.index(bare)
        up, down = self.game.up_of[card], self.game.down_of[card]
        return replace(piece, note=f"↑{up}" if up > 1 else f"↓{down}" if down > 1 else "")

    def card_rules(self, code: str) -> Text:
        return rule_of(self.game, code)

    # Decisions.

    def question(self, view: View) -> Text:
        now: Any = view
        colours = self.game.model.colours
        if "side" in now["possible"] and self.pointed:  # the buttons say what is on each
            return msg("sq-ask-which-side", "Which side of your plank?")
        if "place" in now["possible"]:
            seat = now["to_act"]
            pirate = colours[placed := len(now["planks"][seat]) - 1].pirate
            asks = msg(
                "sq-ask-place",
                "{seat}, on which space does {pirate:nom} start, counting from the bottom?",
                pirate=pirate,
            )
            yours = msg(
                "sq-ask-your-place",
                "On which space does {pirate:nom} start, counting from the bottom?",
            )
            asked = asks.to_you(seat=yours).filled(seat=self.seats[seat])
            hand = now["hand"][seat]
            if self.pointed:
                return msg("sq-ask-drawn", "Where does {pirate:nom} start?", pirate=pirate)
            if HIDDEN in hand or (self.in_sentences and not self.spoken):
                return asked  # the cards can be seen, or a tip says it unasked
            own = map(self.game.codes.index, hand)
            return in_turn([asked, cards_in(self.game, own, placed, self.seats[seat])])
        if "play" in now["possible"] and not self.game.king and (lying := self._trick(view)):
            if now["led"] == NO_COLOUR:
                asks = msg(
                    "sq-ask-colour",
                    "{seat}, play a card: {card:nom} was led, so this card sets the colour.",
                    card=self.game.card_names[self.game.codes.index(lying[0].code)],
                )
                yours = msg(
                    "sq-ask-your-colour",
                    "Play a card: {card:nom} was led, so your card sets the colour.",
                )
            else:
                led = colours[now["led"]].name
                asks = msg("sq-ask-follow", "{seat}, play a card: {colour} was led.", colour=led)
                yours = msg("sq-ask-you-follow", "Play a card: {colour} was led.")
            return asks.to_you(seat=yours).filled(seat=self.seats[now["to_act"]])
        return super().question(view)

    def choice(self, position: SkullPosition, action: int) -> Choice:
        choice, colours = super().choice(position, action), self.game.model.colours
        kind, target = self.game.kind(action), action & TARGET_MASK
        heard = self.spoken and not self.pointed  # what all have in common is in the question
        if kind.name == "play" and not self.pointed:  # no letter is to be remembered
            colour = self.game.colour_of[target]
            of = self.game.card_names[target] if colour == NO_COLOUR else colours[colour].name
            choice = replace(choice, group=Message("suit", "{of:cap}", {"of": of}))
        if kind.name == "side" and not heard:
            rises = msg("sq-side-rises", "Rising: going up, your pirates gain.")
            falls = msg("sq-side-falls", "Falling: going down, your pirates gain.")
            values = " ".join(map(str, self.game.values[target][1:]))
            text = msg("sq-side-told", "The {side} side: {values} from the bottom up.",
                       side=side_of([target]), values=values)  # fmt: skip
            drawn = falls if target else rises
            return replace(choice, sentence=drawn if self.pointed else text)
        if kind.name == "play" and self.pointed:
            told = [msg("sq-play", "Play {card:acc}.", card=self.game.card_names[target])]
            if not (position.open_cards() or position.covered[position.starter]):
                told = [msg("sq-lead", "Lead {card:acc}.", card=self.game.card_names[target])]
            hidden = hides_card(position, position.actor)  # a pause tells the rest
            moves = trick.moves if not hidden and (trick := trick_of(position, [action])) else []
            if not moves and self.game.colour_of[target] == NO_COLOUR != position.led:
                up = self.game.number_of[target] > self.game.numbers[-1]
                fall = (position.led, position.actor, 1 if up else -1)  # whatever comes after it
                moves = [fall] if lands(position, fall) == WATER else []
            told += [
                self.tell_move(position, move, drawn=True)
                for move in real_moves(position, moves)
                if move[1] == position.actor
            ]
            return replace(choice, sentence=in_turn(told))
        if kind is not self.game.kinds[PLACE]:
            return choice
        field = (action & TARGET_MASK) % self.game.fields + 1
        points = self.game.values[position.planks[position.actor][0]][field]
        short = nmsg("sq-points", "{count} point", "{count} points", points)
        what: Text = self.word_name(choice.notation.partition(" ")[2])
        if heard:
            what = msg("sq-the-field", "space {field}", field=field)
        elif self.pointed:  # planks show no numbers of spaces
            what = self.game.model.colours[len(position.planks[position.actor]) - 1].pirate
        text = msg("sq-place-told", "{what:cap}: {points}", what=what, points=short)
        zone = f"field:{self.game.seats[position.actor]}:{field}"
        return replace(choice, sentence=text, short=short, effect=text, zone=zone)

    # The log.

    def deal(
        self, outcomes: Sequence[Action], after: SkullPosition, seat: int | None
    ) -> list[Text]:
        texts: list[Text] = [""]
        for done in outcomes:
            if done.kind == "king":
                card = self.listed([str(done.details["card"])])
                texts.append(KING_TURNS.filled(trick=after.trick, card=card))
        if after.phase == SIDE:
            starts, cards = self.seats[after.starter], self.game.hand_size
            texts.append(DEALT.filled(round=after.round, cards=cards, seat=starts))
        return texts

    def journal(
        self, actions: Sequence[Action], position: SkullPosition, seat: int | None
    ) -> list[tuple[int, str]]:
        """List a card that was swapped into a hand as if it had been dealt to it."""
        listed: list[Action] = []
        swapped: list[object] = []
        for done in reversed(actions):
            details = done.details
            if done.kind == "swap":
                swapped.append(details["card"])
                dealt = {"card": details["for"], "seat": details["seat"]}
                done = Action("deal", CHANCE, f"+{details['for']}", dealt)
            elif done.kind != "deal":
                swapped.clear()
            elif details["card"] in swapped:
                done = replace(done, details={**details, "seat": NOBODY})
            listed.append(done)
        return super().journal(listed[::-1], position, seat)

    # Typing, advice and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        colours = self.game.model.colours
        return [
            *super().words(),
            *((side_of([number]), word) for number, word in enumerate(SIDES)),
            # Cards are shown by their codes, the first word for a letter; colours can be typed too.
            *((Name(here=(("en", colour.code),)), colour.code) for colour in colours),
            *((colour.name, colour.code) for colour in colours),
            (msg("sq-word-on", "on"), "on"),
        ]

    def aim(self) -> Message:
        return msg(
            "sq-aim",
            "You play {count} rounds. After each, every pirate scores the value of its space."
            " Whoever has the most points at the end wins.",
            count=self.game.players,
        )

    def primer(self) -> Text:
        if not self.pointed:  # the cards are explained with the first trick
            jokers = tell_jokers(self.game) if self.spoken else ()
            king = [KING_SHORTLY] if self.game.king else []
            return in_turn([SHORTLY.filled(count=self.game.players), *king, *jokers])
        return in_turn([SINGLE, *tell_orders(self.game), *self._king_leads()])  # after the aim

    def _king_leads(self) -> list[Message]:
        return [KING_LEADS] if self.game.king else []

    def advice(self, view: View) -> Message | None:
        if view["possible"] != ["play"]:
            if self.pointed:
                return self._special(view) if view["possible"] == ["place"] else DRAWN
            if self.in_sentences:
                return None  # the primer says it
            jokers = [*self._king_leads(), *tell_jokers(self.game)] if self.spoken else []
            return replace(
                in_turn([PLANK, *tell_orders(self.game, BRIEF_ORDERS), *jokers]), code=PLANK.code
            )
        follow = msg("sq-advice-play", "You have to follow the colour that was led if you can.")
        if not (self._trick(view) or self.game.king):
            follow = msg("sq-advice-lead", "Whoever can must play the colour that you lead; so must"
                         " you when others lead.")  # fmt: skip
        if self.pointed:  # the help says the rest
            special = self._special(view) if view["led"] != NO_COLOUR else None
            return in_turn([*self._king_leads(), special or follow])
        king = [] if self.spoken else self._king_leads()  # said with the planks
        orders = tell_orders(self.game, BRIEF_ORDERS) if self.in_sentences else []
        single = [SINGLE] if view["middle"] else []
        if single and view["trick"] != 1 and (king or not self.game.left_over):
            return SINGLE  # the first time that cards lie there
        return replace(in_turn([*king, follow, *orders, *single]), code="sq-advice-play")

    def _special(self, view: View) -> Message | None:
        """Explain the cards in the trick that do more than others, or one of those in the hand."""
        now: Any = view
        hand, placed = now["hand"][now["to_act"]], len(now["planks"][now["to_act"]])
        codes = [piece.code for piece in self._trick(view)] if now["leaders"] else hand
        numbers = {self.piece(code).sign for code in codes}
        orders = zip(self.game.model.orders, tell_orders(self.game), strict=True)
        told = [text for order, text in orders if str(order.number) in numbers]
        told = [*special_cards(self.game, codes, drawn=True), *told]
        if not now["leaders"]:  # another with each pirate that is placed
            told = told[placed % len(told) :][:1] if told else []
        return in_turn(told) if told else None

    def legend(self) -> list[Text]:
        if self.pointed:
            return [
                msg(
                    "sq-legend-drawn",
                    "The number on a space of the plank is what a pirate there scores at the end of"
                    " the round.",
                )
            ]
        signs = [cards_sign(self.game), *super().legend()[1:], PLANK_SIGN]
        return [*signs, *special_cards(self.game, self.game.codes)]

    def signs(self, new: Sequence[str]) -> list[Text]:
        if self.spoken:
            return []
        texts = super().signs(new)
        if {*new} & {colour.code for colour in self.game.model.colours}:  # a pirate on a plank
            texts.append(PLANK_SIGN)
        return [*texts, *special_cards(self.game, new)]

    def rules(self) -> list[Section]:
        about, cards = super().rules()
        if not self.game.king:
            kings = ("sq-rules-pile", "sq-rules-covered")
            points = [one for one in cards.points if getattr(one, "code", "") not in kings]
            cards = replace(cards, points=points)
        sections = [about, *queen_rules_text(self.game), cards]
        return sections if self.game.has_rulebook else no_rulebook(sections)
