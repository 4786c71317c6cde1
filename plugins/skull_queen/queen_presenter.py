"""The words and panels of Skull Queen: planks, tricks, what was judged, what it scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from ...core.game import CHANCE, OVER, Action, Position
from ...core.scene import Choice, Line, Panel, Presenter, Row, Scene, Section, Span, View
from ...core.text import Both, Message, Name, Text, msg, nmsg
from .queen_game import SkullPosition
from .queen_rules import NOBODY, PLACE, PLAY, SIDE, SIDES, WATER, SkullRules, Verdict
from .queen_rules_text import skull_queen_rules

MOST_IN_ROW = 4
"""With more players their planks stand in two rows."""


class PlayedCard(TypedDict):
    """A card of a trick, as the view tells it."""

    seat: int
    card: str | None


class TableView(TypedDict):
    """What `SkullPosition.view` tells."""

    phase: str
    round: int
    rounds: int
    to_act: int
    starter: int
    leader: int
    led: str | None
    hand: list[str]
    hand_sizes: list[int]
    pile_size: int | None
    middle: list[str]
    tricks: list[list[PlayedCard]]
    face_down: str | None
    sides: list[str | None]
    pirates: list[dict[str, int]]
    placing: str | None
    totals: list[int]
    scores: list[int]


@dataclass(frozen=True)
class Looks:
    """How cards and pirates look and what they are called: what a game does not need to know."""

    colours: Sequence[Name]
    pirates: Sequence[Name]
    inks: Sequence[str]
    cards: dict[str, Name]
    orders: dict[int, Name]
    """What the numbers are called that move pirates further."""


class SkullQueenPresenter(Presenter):
    """Puts Skull Queen into words and panels.

    *rules* are those of the game that is played, *all_rules* those for each number of players.
    """

    secrets = True

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        rules: SkullRules,
        looks: Looks,
        all_rules: Sequence[SkullRules],
    ) -> None:
        super().__init__(name, variant, seats)
        self.skull_rules = rules
        self.looks = looks
        self.all_rules = all_rules

    # Names.

    def card_name(self, card: str) -> Text:
        return self.looks.cards.get(card, card)

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "deal": msg("sq-kind-deal", "dealt"),
            "swap": msg("sq-kind-swap", "dealt anew"),
            "side": msg("sq-kind-side", "chose a side"),
            "place": msg("sq-kind-place", "placed a pirate"),
            "play": msg("sq-kind-play", "played"),
            "king": msg("sq-kind-king", "led by the old king"),
        }
        return kinds.get(kind, kind)

    def _card(self, code: str) -> Name:
        return self.looks.cards[code]

    def _ink(self, code: str) -> str:
        colour = self.skull_rules.colour_of[self.skull_rules.cards_by_code[code]]
        return self.looks.inks[colour] if colour >= 0 else ""

    def _codes(self, codes: Sequence[str]) -> Line:
        return tuple(Span(code, ink=self._ink(code)) for code in codes)

    def _cards(self, codes: Sequence[str]) -> Both:
        return Both(tuple(self._card(code) for code in codes))

    def _listed(self, codes: Sequence[str]) -> Text | Both:
        """List cards in the story: by their codes, or by name for who listens."""
        return self._cards(codes) if self.spoken else " ".join(codes)

    def _colour_name(self, id: str) -> Name:
        return self.looks.colours[self.skull_rules.colours.index(id)]

    def _player(self, seat: int) -> Text:
        return msg("sq-king", "the old pirate king") if seat == NOBODY else self.seats[seat]

    def _value(self, side: str | None, field: int) -> int:
        return self.skull_rules.values[SIDES.index(side or SIDES[0])][field]

    def _coloured(self, codes: Sequence[str]) -> list[list[str]]:
        """Sort *codes* by colour; those without one come last."""
        colour_of, number_of = self.skull_rules.colour_of, self.skull_rules.cards_by_code
        kinds: dict[int, list[str]] = {}
        for code in codes:
            kinds.setdefault(colour_of[number_of[code]], []).append(code)
        return list(kinds.values())

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        now = cast(TableView, view)
        lines: list[Line | Row] = [(Span(self._head(now), strong=True),)]
        panels = [self._panel(now, owner) for owner in range(len(self.seats))]
        in_row = len(panels) if len(panels) <= MOST_IN_ROW else -(-len(panels) // 2)
        for start in range(0, len(panels), in_row):
            lines.append(Row(panels[start : start + in_row]))
        if now["pile_size"]:
            lines.append((Span(self._pile(now["pile_size"])),))
        if now["middle"]:
            lines.append((Span(msg("sq-middle", "Middle:")), *self._codes(now["middle"])))
        lines += self._trick_line(now)
        if now["face_down"]:
            face_down = msg("sq-face-down-own", "Face down:")
            lines.append((Span(face_down), *self._codes([now["face_down"]])))
        if now["hand"]:
            lines.append(self._hand_line(now["hand"]))
        return lines

    def _hand_line(self, codes: Sequence[str]) -> Line:
        spans = [Span(msg("sq-hand", "Your hand:"))]
        for number, alike in enumerate(self._coloured(codes)):
            if number:
                spans.append(Span("·", faint=True))
            spans += self._codes(alike)
        return tuple(spans)

    def _head(self, now: TableView) -> Message:
        round = msg(
            "sq-round", "Round {round} of {rounds}", round=now["round"], rounds=now["rounds"]
        )
        if not now["tricks"]:
            return msg(
                "sq-head", "{round} · {seat} begins", round=round, seat=self.seats[now["starter"]]
            )
        return msg(
            "sq-trick-head",
            "{round} · Trick {trick} of {tricks}",
            round=round,
            trick=len(now["tricks"]),
            tricks=self.skull_rules.hand_size,
        )

    def _panel(self, now: TableView, owner: int) -> Panel:
        side = now["sides"][owner]
        pirates = now["pirates"][owner]
        title = msg(
            "sq-panel", "{seat}: {score}", seat=self.seats[owner], score=now["scores"][owner]
        )
        lines: list[Line] = [(Span(self._side(now, side), faint=side is None),)]
        for field in range(self.skull_rules.fields, -1, -1):
            there = [colour for colour, at in pirates.items() if at == field]
            if field == WATER:
                begin: Text = msg("sq-water", "water")
                if not there:
                    continue
            elif side is None:
                begin = msg("sq-field", "{field}:", field=field)
            else:
                begin = msg(
                    "sq-field-value",
                    "{field}: {value}",
                    field=field,
                    value=f"{self._value(side, field):2}",
                )
            lines.append((Span(begin), *(self._pirate_span(colour) for colour in there)))
        return Panel((Span(title, strong=now["to_act"] == owner),), lines)

    def _side(self, now: TableView, side: str | None) -> Message:
        if side is None:
            if now["phase"] in ("side", "place"):
                return msg("sq-secret", "still secret")
            return msg("sq-no-side", "no side yet")
        if side == SIDES[0]:
            return msg("sq-rising", "rising")
        return msg("sq-falling", "falling")

    def _pirate_span(self, colour: str) -> Span:
        at = self.skull_rules.colours.index(colour)
        return Span(self.skull_rules.letters[at], ink=self.looks.inks[at], strong=True)

    def _pile(self, count: int) -> Message:
        return nmsg(
            "sq-pile",
            "The old pirate king has {count} card left.",
            "The old pirate king has {count} cards left.",
            count,
        )

    def _trick_line(self, now: TableView) -> list[Line]:
        """Show the cards that lie on the table in this trick."""
        trick = now["tricks"][-1] if now["tricks"] else []
        if not trick or now["phase"] == "end":
            return []
        spans: list[Span] = [Span(msg("sq-trick", "Trick:"))]
        for played in trick:
            code = played["card"]
            spans.append(Span(self._player(played["seat"])))
            spans.append(Span(code, ink=self._ink(code)) if code else Span("?", faint=True))
        if now["led"]:
            colour = self.skull_rules.colours.index(now["led"])
            spans.append(
                Span(
                    msg("sq-led", "· {colour} was led", colour=self.looks.colours[colour]),
                    ink=self.looks.inks[colour],
                )
            )
        return [tuple(spans)]

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(TableView, view)
        said: list[Text] = [msg("sq-say-head", "{head}.", head=self._head(now))]
        for owner in range(len(self.seats)):
            said.append(self._say_plank(now, owner))
        if now["pile_size"]:
            said.append(self._pile(now["pile_size"]))
        if now["middle"]:
            said.append(
                msg("sq-say-middle", "In the middle: {cards}.", cards=self._cards(now["middle"]))
            )
        said += self._say_trick(now)
        if now["face_down"]:
            said.append(
                msg(
                    "sq-say-face-down",
                    "You have laid {card:acc} face down.",
                    card=self._card(now["face_down"]),
                )
            )
        if now["hand"]:
            said.append(msg("sq-say-hand", "Your hand: {cards}.", cards=self._cards(now["hand"])))
        return said

    def _say_plank(self, now: TableView, owner: int) -> Message:
        side, score = now["sides"][owner], now["scores"][owner]
        if side is None:
            return nmsg(
                "sq-say-hidden-plank",
                "{seat}: {count} point, {side}.",
                "{seat}: {count} points, {side}.",
                score,
                seat=self.seats[owner],
                side=self._side(now, side),
            )
        return nmsg(
            "sq-say-plank",
            "{seat}: {count} point, {side} plank; {pirates}.",
            "{seat}: {count} points, {side} plank; {pirates}.",
            score,
            seat=self.seats[owner],
            side=self._side(now, side),
            pirates=self._say_pirates(side, now["pirates"][owner]),
        )

    def _say_pirates(self, side: str | None, pirates: dict[str, int]) -> Both:
        return Both(
            tuple(
                msg("sq-say-in-water", "{colour} in the water", colour=self._colour_name(colour))
                if field == WATER
                else msg(
                    "sq-say-on-field",
                    "{colour} on field {field} ({value})",
                    colour=self._colour_name(colour),
                    field=field,
                    value=self._value(side, field),
                )
                for colour, field in pirates.items()
            ),
            commas=True,
        )

    def _say_trick(self, now: TableView) -> list[Text]:
        trick = now["tricks"][-1] if now["tricks"] else []
        if not trick or now["phase"] == "end":
            return []
        cards = Both(
            tuple(
                msg(
                    "sq-say-played",
                    "{seat} {card}",
                    seat=self._player(played["seat"]),
                    card=self._card(played["card"])
                    if played["card"]
                    else msg("sq-say-covered", "a card face down"),
                )
                for played in trick
            ),
            commas=True,
        )
        said: list[Text] = [msg("sq-say-trick", "In this trick: {cards}.", cards=cards)]
        if now["led"]:
            said.append(msg("sq-say-led", "Led: {colour}.", colour=self._colour_name(now["led"])))
        return said

    # Who does what.

    def status(self, view: View) -> Text:
        return self._head(cast(TableView, view))

    def question(self, view: View) -> Text:
        now = cast(TableView, view)
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
                colour=self._colour_name(now["led"]),
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
        card = self._card(notation)
        if name and colour >= 0:
            return Choice(
                group,
                notation,
                "",
                msg("sq-choose-order", "{card:cap}, “{name}”", card=card, name=name),
            )
        return Choice(group, notation, "", msg("sq-choose-card", "{card:cap}", card=card))

    def _choose_side(self, side: int) -> tuple[str, Message]:
        values = " ".join(map(str, self.skull_rules.values[side][1:]))
        if SIDES[side] == SIDES[0]:
            said = msg(
                "sq-choose-rising", "The rising side, from the bottom {values}", values=values
            )
        else:
            said = msg(
                "sq-choose-falling", "The falling side, from the bottom {values}", values=values
            )
        return values, said

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

    # The story.

    def deal(self, outcomes: Sequence[Action], after: Position, seat: int | None) -> list[Text]:
        assert isinstance(after, SkullPosition)
        told: list[Text] = [""]  # a new round or trick stands apart
        if any(done.kind == "deal" for done in outcomes):
            told.append(
                msg(
                    "sq-dealt",
                    "Round {round}: the cards are dealt, {cards} to each. {seat} begins.",
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
        for done in outcomes:
            if done.kind == "king":
                told.append(
                    msg(
                        "sq-king-turns",
                        "The old pirate king turns over {card:acc}.",
                        card=self._card(cast(str, done.details["card"])),
                    )
                )
        return told

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert isinstance(before, SkullPosition)
        assert isinstance(after, SkullPosition)
        if before.phase == SIDE:
            return []
        if before.phase == PLACE:
            return self._tell_placing(before, after)
        if before.phase != PLAY:
            return super().tell(before, action, after, seat)
        told = self._tell_card(before, action, seat)
        if not before.completes_trick:
            return told
        return [*told, *self._tell_judging(before, action, after)]

    def _tell_placing(self, before: SkullPosition, after: SkullPosition) -> list[Text]:
        """Say that a plank is set up, and when all are, how."""
        if after.actor == before.actor and after.phase == PLACE:
            return []
        told: list[Text] = [
            msg("sq-placed", "{seat} has set up the plank.", seat=self.seats[before.actor])
        ]
        if not after.choosing:
            told.append(msg("sq-revealed", "Now all planks are shown:"))
            for seat, name in enumerate(self.seats):
                side = SIDES[after.sides[seat]]
                told.append(
                    msg(
                        "sq-reveals",
                        "{seat}, {side} plank: {pirates}.",
                        seat=name,
                        side=msg("sq-rising", "rising")
                        if side == SIDES[0]
                        else msg("sq-falling", "falling"),
                        pirates=self._say_pirates(side, self._pirates_of(after, seat)),
                    )
                )
        return told

    def _pirates_of(self, position: SkullPosition, seat: int) -> dict[str, int]:
        return {
            colour: position.field(seat, number)
            for number, colour in enumerate(self.skull_rules.colours)
        }

    def _tell_card(self, before: SkullPosition, action: int, seat: int | None) -> list[Text]:
        """Say who played which card; face down, the two are told together."""
        rules = self.skull_rules
        if not rules.king:
            return [self._plays(before.actor, action)]
        if before.actor == before.starter:
            if seat == before.actor:
                card = self._card(rules.codes[action])
                return [msg("sq-lays-own", "You lay {card:acc} face down.", card=card)]
            return [msg("sq-lays", "{seat} lays a card face down.", seat=self.seats[before.actor])]
        return [self._plays(before.starter, before.played[-1]), self._plays(before.actor, action)]

    def _plays(self, seat: int, card: int) -> Message:
        return msg(
            "sq-plays",
            "{seat} plays {card:acc}.",
            seat=self.seats[seat],
            card=self._card(self.skull_rules.codes[card]),
        )

    def _tell_judging(self, before: SkullPosition, action: int, after: SkullPosition) -> list[Text]:
        """Say what the trick does, colour by colour, and what comes after it."""
        told: list[Text] = []
        verdicts, middle = before.verdicts_with(action)
        for verdict in verdicts:
            told += self._tell_verdict(before, verdict)
        if middle:
            codes = [self.skull_rules.codes[card] for card in middle]
            told.append(
                msg(
                    "sq-to-middle",
                    "Single cards lie in the middle: {cards}.",
                    cards=self._listed(codes),
                )
            )
        if len(after.results) > len(before.results):
            told.append(msg("sq-round-over", "Round {round} is over.", round=before.round + 1))
            told.append(
                msg("sq-round-scores", "It brings: {points}.", points=self._points(after, before))
            )
            if after.actor != OVER:
                told.append(
                    msg("sq-totals", "All in all: {points}.", points=self._sums(after.totals()))
                )
        elif not self.skull_rules.king:
            told.append(
                msg("sq-leads", "{seat} leads the next trick.", seat=self.seats[after.leaders[-1]])
            )
        return told

    def _tell_verdict(self, before: SkullPosition, verdict: Verdict) -> list[Text]:
        told: list[Text] = []
        if verdict.riser != NOBODY:
            told += self._tell_move(before, verdict.riser, verdict.colour, verdict.up)
        if verdict.sinker != NOBODY:
            told += self._tell_move(before, verdict.sinker, verdict.colour, -verdict.down)
        if not told:
            colour = self.looks.colours[verdict.colour]
            told.append(msg("sq-nobody-moves", "{colour:cap}: nobody moves.", colour=colour))
        return told

    def _tell_move(self, before: SkullPosition, seat: int, colour: int, steps: int) -> list[Text]:
        field = before.field(seat, colour)
        if field == WATER:
            return [
                msg(
                    "sq-swims",
                    "{seat}: {pirate:nom} is in the water already.",
                    seat=self.seats[seat],
                    pirate=self.looks.pirates[colour],
                )
            ]
        landing = self.skull_rules.landing(field, steps)
        if landing == WATER:
            return [
                msg(
                    "sq-falls",
                    "{seat}: {pirate:nom} goes over the end of the plank and falls into the water.",
                    seat=self.seats[seat],
                    pirate=self.looks.pirates[colour],
                )
            ]
        value = self.skull_rules.values[before.sides[seat]][landing]
        if steps > 0:
            return [
                msg(
                    "sq-goes-up",
                    "{seat}: {pirate:nom} goes up by {steps}, to field {field} ({value}).",
                    seat=self.seats[seat],
                    pirate=self.looks.pirates[colour],
                    steps=steps,
                    field=landing,
                    value=value,
                )
            ]
        return [
            msg(
                "sq-goes-down",
                "{seat}: {pirate:nom} goes down by {steps}, to field {field} ({value}).",
                seat=self.seats[seat],
                pirate=self.looks.pirates[colour],
                steps=-steps,
                field=landing,
                value=value,
            )
        ]

    def _points(self, after: SkullPosition, before: SkullPosition) -> Both:
        return self._sums(after.results[len(before.results) :])

    def _sums(self, points: Sequence[int]) -> Both:
        return Both(
            tuple(
                msg("sq-seat-points", "{seat} {points}", seat=name, points=number)
                for name, number in zip(self.seats, points, strict=True)
            ),
            commas=True,
        )

    def journal(
        self, actions: Sequence[Action], position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        """List what *seat* may know: of the deal the own hand, and what is not secret any more."""
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
        """Return from which entry of the journal on decisions are secret."""
        if position.face_down != NOBODY:
            return len(actions) - 1
        if position.choosing:
            last = [number for number, done in enumerate(actions) if done.seat == CHANCE]
            return last[-1] + 1
        return len(actions)

    def _kept(self, dealt: Action, later: Sequence[Action]) -> bool:
        """Say whether a card was still there when the deal was over."""
        for done in later:
            if done.kind == "swap" and done.details["card"] == dealt.details["card"]:
                return False
            if done.kind not in ("deal", "swap"):
                break
        return True

    # The end.

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, SkullPosition)
        players = len(self.seats)
        told: list[Text] = [
            msg(
                "sq-score-round",
                "Round {round}: {points}.",
                round=number + 1,
                points=self._sums(position.results[number * players : (number + 1) * players]),
            )
            for number in range(len(position.results) // players)
        ]
        totals = position.totals()
        for seat, name in enumerate(self.seats):
            told.append(
                nmsg(
                    "sq-total",
                    "{seat}: {count} point.",
                    "{seat}: {count} points.",
                    totals[seat],
                    seat=name,
                )
            )
        winners = position.winners()
        names = Both(tuple(self.seats[seat] for seat in winners))
        best = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if len(winners) > 1:
            told.append(msg("sq-share-win", "{seats} share the win.", seats=names))
        elif len(best) > 1:
            told.append(
                msg("sq-wins-late", "Equal sums: the last round decides. {seat} wins.", seat=names)
            )
        else:
            told.append(msg("sq-wins", "{seat} wins.", seat=names))
        return told

    # Typing, signs and rules.

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
            "The most points win: when the cards of a round are played, every pirate who still"
            " stands on your plank brings those of its field.",
        )

    def advice(self, view: View) -> Message | None:
        now = cast(TableView, view)
        if now["phase"] == "side":
            return msg(
                "sq-advice-side",
                "Whoever plays the highest card of a colour moves the own pirate of that colour up,"
                " whoever plays the lowest moves it down: on the rising side up is worth more, on"
                " the falling side less.",
            )
        if now["phase"] == "place":
            return msg(
                "sq-advice-place",
                "Field 1 is the lowest. Over either end a pirate falls into the water and brings"
                " nothing.",
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
                msg("legend-card", "{code} is {card:nom}", code=code, card=self._card(code))
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
                " ? is still secret.",
                card=shown[0],
            ),
        ]

    def rules(self) -> list[Section]:
        return skull_queen_rules(self.name, self.variant, self.all_rules, self.looks)
