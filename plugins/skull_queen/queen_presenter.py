"""The presenter of Skull Queen: questions, choices, log, advice and rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import cast

from ...core.game import CHANCE, OVER, Action, Position
from ...core.scene import Choice, Presenter, Scene, Section, View
from ...core.text import Both, Message, Name, Text, msg, nmsg
from .queen_drawing import draw, head, say_table
from .queen_game import SkullPosition
from .queen_names import QueenLooks, QueenNames
from .queen_rules import NOBODY, PLACE, PLAY, RISING, SIDE, SIDES, SkullRules
from .queen_rules_text import queen_rules_text
from .queen_story import tell_card, tell_placing, tell_scoring, tell_trick
from .queen_view import QueenView


class SkullQueenPresenter(Presenter):
    """Presents a game by *rules*; *all_rules* are the rules for each number of players."""

    secrets = True

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        *,
        rules: SkullRules,
        looks: QueenLooks,
        all_rules: Sequence[SkullRules],
    ) -> None:
        super().__init__(name, variant, seats)
        self.skull_rules = rules
        self.looks = looks
        self.all_rules = all_rules
        self.names = QueenNames(rules, looks, seats)

    # Names.

    def card_name(self, card: str) -> Text:
        return self.looks.cards.get(card, card)

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "deal": msg("sq-kind-deal", "dealt"),
            "swap": msg("sq-kind-swap", "dealt again"),
            "side": msg("sq-kind-side", "chose a side"),
            "place": msg("sq-kind-place", "placed a pirate"),
            "play": msg("sq-kind-play", "played"),
            "king": msg("sq-kind-king", "led by the old king"),
        }
        return kinds.get(kind, kind)

    def _listed(self, codes: Sequence[str]) -> Text | Both:
        """List cards by their *codes*, or by their names for screen readers."""
        return self.names.cards(codes) if self.spoken else " ".join(codes)

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        return draw(self.names, cast(QueenView, view))

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        return say_table(self.names, cast(QueenView, view))

    def status(self, view: View) -> Text:
        return head(self.names, cast(QueenView, view))

    # Decisions.

    def question(self, view: View) -> Text:
        now = cast(QueenView, view)
        if now["to_act"] == OVER:
            return msg("game-over", "The game is over.")
        seat = self.seats[now["to_act"]]
        if now["phase"] == "side":
            return msg("sq-ask-side", "{seat}, choose the side of your plank.", seat=seat)
        if now["placing"]:
            pirate = self.looks.pirates[self.skull_rules.colours.index(now["placing"])]
            return msg(
                "sq-ask-place", "{seat}, where does {pirate:nom} begin?", seat=seat, pirate=pirate
            )
        if self.skull_rules.king:
            return msg("sq-ask-face-down", "{seat}, lay a card face down.", seat=seat)
        if now["led"]:
            return msg(
                "sq-ask-follow",
                "{seat}, play a card: {colour} was led.",
                seat=seat,
                colour=self.names.colour(now["led"]),
            )
        return msg("sq-ask-lead", "{seat}, play a card.", seat=seat)

    def choice(self, position: Position, action: int) -> Choice:
        assert isinstance(position, SkullPosition)
        notation = position.notation(action)
        if position.phase == SIDE:
            return Choice("", notation, *self._choose_side(action))
        if position.phase == PLACE:
            return Choice("", notation, *self._choose_field(position, action))
        if position.phase != PLAY:
            return super().choice(position, action)
        colour = position.rules.colour_of[action]
        group = position.rules.letters[colour] if colour >= 0 else ""
        name = self.looks.orders.get(position.rules.number_of[action])
        card = self.names.card(notation)
        said = msg("sq-choose-card", "{card:cap}", card=card)
        if name and colour >= 0:
            said = msg("sq-choose-order", "{card:cap}, “{name}”", card=card, name=name)
        return Choice(group, notation, "", said)

    def _choose_side(self, side: int) -> tuple[str, Message]:
        values = " ".join(map(str, self.skull_rules.values[side][1:]))
        if side == RISING:
            return values, msg(
                "sq-choose-rising", "The rising side, from the bottom up {values}", values=values
            )
        return values, msg(
            "sq-choose-falling", "The falling side, from the bottom up {values}", values=values
        )

    def _choose_field(self, position: SkullPosition, field: int) -> tuple[Message, Message]:
        value = self.skull_rules.values[position.sides[position.actor]][field]
        return (
            nmsg("sq-points", "{count} point", "{count} points", value),
            nmsg(
                "sq-choose-field",
                "Field {field}, {count} point",
                "Field {field}, {count} points",
                value,
                field=field,
            ),
        )

    # The log.

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        assert isinstance(after, SkullPosition)
        told: list[Text] = [""]  # a new round or trick stands apart
        if any(done.kind == "deal" for done in outcomes):
            told.append(
                msg(
                    "sq-dealt",
                    "Round {round}: the cards are dealt, {cards} to each player. {seat} begins.",
                    round=after.round + 1,
                    cards=self.skull_rules.hand_size,
                    seat=self.seats[after.starter],
                )
            )
            if after.laid:
                codes = [self.skull_rules.codes[card] for card in after.laid]
                told.append(
                    msg("sq-laid", "Left for the middle: {cards}.", cards=self._listed(codes))
                )
        told += [
            msg(
                "sq-king-turns",
                "The old pirate king turns over {card:acc}.",
                card=self.names.card(cast(str, done.details["card"])),
            )
            for done in outcomes
            if done.kind == "king"
        ]
        return told

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert isinstance(before, SkullPosition)
        assert isinstance(after, SkullPosition)
        if before.phase == SIDE:
            return []
        if before.phase == PLACE:
            return tell_placing(self.names, before, after)
        if before.phase != PLAY:
            return super().tell(before, action, after, seat)
        told = tell_card(self.names, before, action, seat)
        if before.completes_trick:
            told += tell_trick(self.names, before, action, after, self._listed)
        return told

    def journal(
        self, actions: Sequence[Action], position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        """List actions as *seat* knows them: of the deal only its own cards, secrets as ``?``."""
        assert isinstance(position, SkullPosition)
        listed: list[tuple[int, str]] = []
        secret = self._secret_from(actions, position)
        for number, done in enumerate(actions):
            if done.kind == "deal":
                if done.details["seat"] == seat and self._kept(done, actions[number:]):
                    listed.append((CHANCE, done.notation))
            elif done.kind == "swap":
                if done.details["seat"] == seat:
                    listed.append((CHANCE, f"+{done.details['for']}"))
            elif number >= secret and done.seat != seat:
                listed.append((done.seat, "?"))
            else:
                listed.append((done.seat, done.notation))
        return listed

    def _secret_from(self, actions: Sequence[Action], position: SkullPosition) -> int:
        """Return the index of the first action that is still secret, or the number of *actions*."""
        if position.face_down != NOBODY:
            return len(actions) - 1
        if position.choosing:
            last = [number for number, done in enumerate(actions) if done.seat == CHANCE]
            return last[-1] + 1
        return len(actions)

    def _kept(self, dealt: Action, later: Sequence[Action]) -> bool:
        """Return whether the hand kept the card *dealt* through this deal's swaps in *later*."""
        deal = takewhile(lambda done: done.kind in ("deal", "swap"), later)
        swapped = [done.details["card"] for done in deal if done.kind == "swap"]
        return dealt.details["card"] not in swapped

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, SkullPosition)
        return tell_scoring(self.names, position)

    # Typing, advice and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        letters = self.skull_rules.letters
        return [
            (msg("sq-word-place", "place"), "place"),
            (msg("sq-rising", "rising"), SIDES[0]),
            (msg("sq-falling", "falling"), SIDES[1]),
            # Cards are shown by their codes, the first word for a letter; colours can be typed too.
            *((Name(here=(("en", letter),)), letter) for letter in letters),
            *zip(self.looks.colours, letters, strict=True),
        ]

    def aim(self) -> Text:
        return msg(
            "sq-aim",
            "The most points win: at the end of a round, every pirate still on your plank"
            " scores the points of its field.",
        )

    def advice(self, view: View) -> Message | None:
        now = cast(QueenView, view)
        if now["phase"] == "side":
            return msg(
                "sq-advice-side",
                "Whoever plays the highest card of a colour moves their own pirate of that colour"
                " up, whoever plays the lowest moves theirs down. On the rising side, higher"
                " fields are worth more, on the falling side less.",
            )
        if now["phase"] == "place":
            return msg(
                "sq-advice-place",
                "Field 1 is the lowest. A pirate that goes past either end falls into the water"
                " and scores nothing.",
            )
        return msg(
            "sq-advice-play",
            "A card is its colour and number, like {card}. You have to play the colour that was"
            " led, if you can.",
            card=self.skull_rules.codes[0],
        )

    def legend(self) -> list[Text]:
        rules = self.skull_rules
        shown = [rules.codes[colour * len(rules.numbers)] for colour in range(len(rules.colours))]
        shown += rules.codes[rules.first_special :]
        cards = Both(
            tuple(
                msg("legend-card", "{code} is {card:nom}", code=code, card=self.names.card(code))
                for code in shown
            ),
            commas=True,
        )
        letter = rules.letters[0]
        return [
            msg("legend-cards", "The cards: {cards}.", cards=cards),
            msg(
                "sq-legend-side",
                "{rising}, {falling}: chooses that side of the plank.",
                rising=SIDES[0],
                falling=SIDES[1],
            ),
            msg(
                "sq-legend-place",
                "{text}: puts {pirate:acc} on field 3, counted from the bottom.",
                text=f"place {letter}3",
                pirate=self.looks.pirates[0],
            ),
            msg("sq-legend-play", "{text}: plays that card.", text=shown[0]),
            msg(
                "sq-legend-plank",
                "On a plank: the number of the field, its points, and the pirates by their colour's"
                " letter.",
            ),
            msg(
                "sq-legend-log",
                "In the log, +{card} is a card that was dealt or turned over, and"
                " ? is a choice that is still secret.",
                card=shown[0],
            ),
        ]

    def rules(self) -> list[Section]:
        return queen_rules_text(self.name, self.variant, self.all_rules, self.looks)
