"""The words and panels of Jolly & Roger's table, for any ships, crews and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from ...game import Action, Position
from ...scene import Advised, Choice, Line, Panel, Row, Scene, Section, Span, View
from ...splitting.position import SplitGame, SplitPosition
from ...splitting.split_presenter import CourseView, SplitPresenter
from ...text import Both, Message, Name, Text, msg, nmsg
from .crews import NOBODY, Crews
from .crews_reasons import Reasons
from .crews_rules_text import crew_rules


class LaidCard(TypedDict):
    """A card in a crew, as the view tells it."""

    card: str
    up: bool
    strength: int


class Ship(TypedDict):
    """A ship with its crews, as the view tells it."""

    ship: str
    gold: int
    captain: int
    strengths: list[int]
    crews: list[list[LaidCard]]


class Chest(TypedDict):
    """A treasure chest, as the view tells it."""

    gold: int
    cards: list[str]


class TableView(CourseView):
    """What `SplitPosition.view` tells with the crews table."""

    ships: list[Ship]
    chests: list[Chest]
    supply: list[int]


@dataclass(frozen=True)
class Looks:
    """How cards and ships look and what players call them: what a game does not need to know."""

    card_inks: dict[str, str]
    ship_inks: dict[str, str]
    ship_words: dict[str, Name]
    """A word for each ship that can be typed, such as its colour."""


class CrewsPresenter(SplitPresenter):
    """Puts the crews table into words and panels.

    With *memory*, opponents' parrots and chests are hidden on the screen, though everybody has seen
    every card: players then have to remember.
    """

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        looks: Looks,
        memory: bool = False,
    ) -> None:
        table = game.empty_table
        assert isinstance(table, Crews)
        self.crew_rules = table.rules
        names = dict(zip(game.codes, self.crew_rules.card_names, strict=True))
        super().__init__(name, variant, seats, game, names, looks.card_inks)
        self.looks = looks
        self.memory = memory

    # Names.

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "join": msg("kind-join", "joined a crew"),
            "parrot": msg("kind-parrot", "laid as a parrot"),
            "board": msg("kind-board", "boarded"),
            "effect": msg("kind-effect", "played as what it is"),
        }
        return kinds.get(kind) or super().kind_name(kind)

    def prizes(self, position: Position) -> Sequence[tuple[str, int]]:
        assert isinstance(position, SplitPosition)
        table = position.table
        assert isinstance(table, Crews)
        return list(zip(self.crew_rules.ships, table.captain_of, strict=True))

    def prize_name(self, prize: str) -> Text:
        return self._ship(prize)

    def _ship(self, ship: str) -> Name:
        return self.crew_rules.ship_names[self.crew_rules.ships.index(ship)]

    def _hidden(self, owner: int, seat: int | None) -> bool:
        """Say whether *seat* must remember what *owner* laid face down or took."""
        return self.memory and owner != seat

    # The table.

    def table_scene(self, view: View, seat: int | None) -> Scene:
        now = cast(TableView, view)
        lines: list[Line | Row] = [Row([self._panel(ship, seat) for ship in now["ships"]])]
        for owner in self.top_down(seat):
            lines.append(self._chest_line(now, owner, seat))
        return lines

    def _panel(self, ship: Ship, seat: int | None) -> Panel:
        ink = self.looks.ship_inks.get(ship["ship"], "")
        lines: list[Line] = [(Span(nmsg("gold", "{count} gold", "{count} gold", ship["gold"])),)]
        for owner in self.top_down(seat):
            holds = ship["captain"] == owner
            lines.append(
                (
                    Span(
                        msg(
                            "crew-strength",
                            "{seat}: {strength}",
                            seat=self.seats[owner],
                            strength=ship["strengths"][owner],
                        ),
                        strong=holds,
                    ),
                )
            )
            crew = tuple(self._laid(laid, owner, seat) for laid in ship["crews"][owner])
            lines.append(crew or (Span("–", faint=True),))
        lines.append((Span(self._captain(ship["captain"]), strong=ship["captain"] != NOBODY),))
        return Panel((Span(self._ship(ship["ship"]), ink=ink, strong=True),), lines)

    def _captain(self, holder: int) -> Message:
        if holder == NOBODY:
            return msg("no-captain-here", "no captain")
        return msg("captain-here", "Captain: {seat}", seat=self.seats[holder])

    def _laid(self, laid: LaidCard, owner: int, seat: int | None) -> Span:
        """Show a card of a crew: G4, and G4? for a parrot that is one."""
        code = laid["card"]
        if laid["up"]:
            return self.code_span(code)
        if self._hidden(owner, seat):
            return Span("?", faint=True)
        return Span(f"{code}?", faint=True)

    def _chest_line(self, now: TableView, owner: int, seat: int | None) -> Line:
        return (*self._chest(now, owner, seat), *self._supply(now, owner))

    def _chest(self, now: TableView, owner: int, seat: int | None) -> Line:
        chest = now["chests"][owner]
        if self._hidden(owner, seat):
            return (
                Span(
                    nmsg(
                        "chest-hidden",
                        "{seat}: {count} card in the chest",
                        "{seat}: {count} cards in the chest",
                        len(chest["cards"]),
                        seat=self.seats[owner],
                    )
                ),
            )
        total = now["scores"][owner]
        if not chest["cards"]:
            nothing = nmsg(
                "chest-empty",
                "{seat}: {count} gold so far, the chest is empty",
                "{seat}: {count} gold so far, the chest is empty",
                total,
                seat=self.seats[owner],
            )
            return (Span(nothing),)
        opened = nmsg(
            "chest-open",
            "{seat}: {count} gold so far, {chest} of it in the chest:",
            "{seat}: {count} gold so far, {chest} of it in the chest:",
            total,
            seat=self.seats[owner],
            chest=chest["gold"],
        )
        return (Span(opened), *self.code_line(chest["cards"]))

    def _supply(self, now: TableView, owner: int) -> Line:
        """Show how many captains are left, where they can run out."""
        if self.crew_rules.captains >= self.crew_rules.ship_count:
            return ()
        return (
            Span(
                nmsg(
                    "captains-left",
                    "· {count} captain in supply",
                    "· {count} captains in supply",
                    now["supply"][owner],
                )
            ),
        )

    def table_sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(TableView, view)
        said: list[Text] = []
        for ship in now["ships"]:
            said.append(
                nmsg(
                    "say-ship",
                    "{ship:cap}, {count} gold, {captain}.",
                    "{ship:cap}, {count} gold, {captain}.",
                    ship["gold"],
                    ship=self._ship(ship["ship"]),
                    captain=self._captain(ship["captain"]),
                )
            )
            for owner in self.top_down(seat):
                said.append(self._say_crew(ship, owner, seat))
        for owner in self.top_down(seat):
            said.append(self._say_chest(now, owner, seat))
        return said

    def _say_crew(self, ship: Ship, owner: int, seat: int | None) -> Message:
        crew = ship["crews"][owner]
        if not crew:
            return msg("say-no-crew", "{seat} has no crew there.", seat=self.seats[owner])
        return msg(
            "say-crew",
            "Crew of {seat}, strength {strength}: {cards}.",
            seat=self.seats[owner],
            strength=ship["strengths"][owner],
            cards=Both(tuple(self._say_laid(laid, owner, seat) for laid in crew)),
        )

    def _say_laid(self, laid: LaidCard, owner: int, seat: int | None) -> Text:
        card = self.card_name(laid["card"])
        if laid["up"]:
            return card
        if self._hidden(owner, seat):
            return msg("parrot", "parrot")
        return msg("parrot-known", "parrot ({card})", card=card)

    def _say_chest(self, now: TableView, owner: int, seat: int | None) -> Message:
        chest = now["chests"][owner]
        if self._hidden(owner, seat):
            return nmsg(
                "say-chest-hidden",
                "{seat} has {count} card in the treasure chest.",
                "{seat} has {count} cards in the treasure chest.",
                len(chest["cards"]),
                seat=self.seats[owner],
            )
        return msg(
            "say-chest",
            "{seat} has {total} gold, {chest} of it in the treasure chest.",
            seat=self.seats[owner],
            total=now["scores"][owner],
            chest=chest["gold"],
        )

    # Who does what.

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        table = position.table
        assert isinstance(table, Crews)
        code = cast(str, done.details["card"])
        card = self.card_name(code)
        seat = done.seat
        after = table.copy()
        after.play(seat, action)
        if done.kind == "effect":
            tells = self._effect(table, done)
            said = msg("plays-effect", "{card:cap}: {what}", card=card, what=tells)
            ships = self._changed(table, after)
            short = self._strengths(after, ships[0], seat) if len(ships) == 1 else tells
            return Choice(code, done.notation, short, said)
        if done.kind == "board":
            gold = self.crew_rules.golds[self.game.cards_by_code[code]]
            earned = nmsg("gold-more", "{count} gold", "{count} gold", gold)
            return Choice(
                code,
                done.notation,
                earned,
                msg("choose-board", "{card:cap} boards: {gold}.", card=card, gold=earned),
            )
        ship = cast(str, done.details["ship"])
        strengths = self._strengths(after, self.crew_rules.ships.index(ship), seat)
        if done.kind == "parrot":
            said = msg(
                "choose-parrot",
                "{card:cap} as a parrot {ship:loc}: {strengths}.",
                card=card,
                ship=self._ship(ship),
                strengths=strengths,
            )
            return Choice(code, done.notation, strengths, said)
        said = msg(
            "choose-join",
            "{card:cap} joins the crew {ship:loc}: {strengths}.",
            card=card,
            ship=self._ship(ship),
            strengths=strengths,
        )
        return Choice(code, done.notation, strengths, said)

    def _strengths(self, table: Crews, ship: int, seat: int) -> Text:
        """Write the strengths at *ship*, those of *seat* first: 7:5."""
        ships = self.crew_rules.ship_count
        count = self.game.players
        order = [(seat + step) % count for step in range(count)]
        own, *others = [str(table.strengths[owner * ships + ship]) for owner in order]
        if not self.spoken:
            return ":".join([own, *others])
        return msg("against", "{own} against {others}", own=own, others=Both(tuple(others)))

    def _effect(self, table: Crews, done: Action) -> Text:
        """Say what a special card does, in its own words."""
        card = self.game.cards_by_code[cast(str, done.details["card"])]
        effect = self.crew_rules.effects[card]
        assert effect is not None
        return effect.tell(table, done.seat, cast(int, done.details["option"])) or done.notation

    # The story.

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        old, new = before.table, after.table
        assert isinstance(old, Crews)
        assert isinstance(new, Crews)
        return [self._tell_play(old, done, new, seat), *self._tell_ships(old, new)]

    def _tell_play(self, old: Crews, done: Action, new: Crews, viewer: int | None) -> Message:
        seat = self.seats[done.seat]
        card = self.card_name(cast(str, done.details["card"]))
        if done.kind == "effect":
            return msg(
                "tell-effect",
                "{seat} plays {card:acc}. {what}",
                seat=seat,
                card=card,
                what=self._effect(old, done),
            )
        if done.kind == "board":
            gold = new.chest_golds[done.seat] - old.chest_golds[done.seat]
            number = self.game.cards_by_code[cast(str, done.details["card"])]
            boarded = old.boarded_ship(done.seat, number)
            if self._hidden(done.seat, viewer):
                return nmsg(
                    "tell-board-hidden",
                    "{seat} boards {ship:acc} with {card:dat}: {count} gold.",
                    "{seat} boards {ship:acc} with {card:dat}: {count} gold.",
                    gold,
                    seat=seat,
                    card=card,
                    ship=self.crew_rules.ship_names[boarded],
                )
            return nmsg(
                "tell-board",
                "{seat} boards {ship:acc} with {card:dat}: {count} gold, {chest} in the chest now.",
                "{seat} boards {ship:acc} with {card:dat}: {count} gold, {chest} in the chest now.",
                gold,
                seat=seat,
                card=card,
                ship=self.crew_rules.ship_names[boarded],
                chest=new.chest_golds[done.seat],
            )
        ship = self._ship(cast(str, done.details["ship"]))
        if done.kind == "parrot":
            return msg(
                "tell-parrot",
                "{seat} lays {card:acc} face down as a parrot {ship:loc}.",
                seat=seat,
                card=card,
                ship=ship,
            )
        return msg(
            "tell-join",
            "{seat} reinforces the crew {ship:loc} with {card:dat}.",
            seat=seat,
            card=card,
            ship=ship,
        )

    def _tell_ships(self, old: Crews, new: Crews) -> list[Text]:
        """Say how the crews stand at each ship where something has changed, and whose captain."""
        told: list[Text] = []
        count = self.crew_rules.ship_count
        for ship in self._changed(old, new):
            crews = Both(
                tuple(
                    msg(
                        "seat-strength",
                        "{seat} {strength}",
                        seat=self.seats[seat],
                        strength=new.strengths[seat * count + ship],
                    )
                    for seat in range(self.game.players)
                ),
                commas=True,
            )
            told.append(
                msg(
                    "stand",
                    "Strength {ship:loc}: {crews}. {captain}",
                    ship=self.crew_rules.ship_names[ship],
                    crews=crews,
                    captain=self._tell_captain(old.captain_of[ship], new.captain_of[ship]),
                )
            )
        return told

    def _changed(self, old: Crews, new: Crews) -> list[int]:
        """List the ships where a crew is another than before."""
        seats = range(self.game.players)
        return [
            ship
            for ship in range(self.crew_rules.ship_count)
            if any(old.crew(seat, ship) != new.crew(seat, ship) for seat in seats)
        ]

    def _tell_captain(self, old: int, new: int) -> Message:
        if old == new:
            if new == NOBODY:
                return msg("still-no-captain", "No captain stands there.")
            return msg("captain-stays", "{seat}'s captain stays.", seat=self.seats[new])
        if new == NOBODY:
            return msg("captain-goes", "{seat}'s captain has to leave.", seat=self.seats[old])
        if old == NOBODY:
            return msg("captain-comes", "{seat}'s captain goes aboard.", seat=self.seats[new])
        return msg(
            "captain-changes",
            "{new}'s captain drives out {old}'s.",
            new=self.seats[new],
            old=self.seats[old],
        )

    # The end.

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, SplitPosition)
        table = position.table
        assert isinstance(table, Crews)
        told: list[Text] = [self._score_chest(table, seat) for seat in range(len(self.seats))]
        for ship, ship_name in enumerate(self.crew_rules.ship_names):
            told.append(self._score_ship(ship_name, table, ship))
        scores = table.scores()
        for seat, name in enumerate(self.seats):
            told.append(
                nmsg(
                    "score-total",
                    "{seat}: {count} gold.",
                    "{seat}: {count} gold.",
                    scores[seat],
                    seat=name,
                )
            )
        return [*told, *self._tell_winners(table, scores)]

    def _score_chest(self, table: Crews, seat: int) -> Message:
        codes = [self.game.codes[card] for card in sorted(table.chests[seat])]
        if not codes:
            return msg("score-empty", "Treasure chest of {seat}: empty.", seat=self.seats[seat])
        return nmsg(
            "score-chest",
            "Treasure chest of {seat}: {count} gold ({cards}).",
            "Treasure chest of {seat}: {count} gold ({cards}).",
            table.chest_golds[seat],
            seat=self.seats[seat],
            cards=" ".join(codes),
        )

    def _score_ship(self, name: Name, table: Crews, ship: int) -> Message:
        gold = self.crew_rules.ship_golds[ship]
        holder = table.captain_of[ship]
        if holder == NOBODY:
            return nmsg(
                "score-nobody",
                "{ship:cap} ({count} gold): no captain, nobody gets it.",
                "{ship:cap} ({count} gold): no captain, nobody gets it.",
                gold,
                ship=name,
            )
        return nmsg(
            "score-ship",
            "{ship:cap} ({count} gold): captured by {seat}.",
            "{ship:cap} ({count} gold): captured by {seat}.",
            gold,
            ship=name,
            seat=self.seats[holder],
        )

    def _tell_winners(self, table: Crews, scores: list[int]) -> list[Text]:
        winners = table.winners()
        names = Both(tuple(self.seats[seat] for seat in winners))
        level = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(winners) > 1:
            if all(table.best_ship(seat) == 0 for seat in winners):
                why = msg("draw-no-ship", "Equal gold, and nobody captured a ship.")
            else:
                why = msg("draw-ships", "Equal gold, and ships of equal worth.")
            return [why, msg("draw", "It is a draw between {seats}.", seats=names)]
        told: list[Text] = []
        if len(level) > 1:
            ship = max(
                (ship for ship, holder in enumerate(table.captain_of) if holder == winners[0]),
                key=lambda ship: self.crew_rules.ship_golds[ship],
            )
            told.append(
                msg(
                    "tie-break",
                    "Equal gold: the most valuable captured ship decides, {ship:nom} of {seat}.",
                    ship=self.crew_rules.ship_names[ship],
                    seat=names,
                )
            )
        told.append(msg("wins", "{seat} wins and is the new pirate king.", seat=names))
        return told

    # Typing, signs and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            *super().words(),
            *((word, ship) for ship, word in self.looks.ship_words.items()),
        ]

    def aim(self) -> Text:
        return msg(
            "crews-aim",
            "The most gold wins: that of the ships your captains hold at the end, and what you"
            " board into your treasure chest on the way.",
        )

    def advice_to_play(self) -> Message | None:
        return msg(
            "advice-play",
            "@ joins the crew at a ship face up, ? lies there face down as a parrot, $ boards."
            " {example} is what the crews count then, your own first.",
            example=self._example(),
        )

    def _example(self) -> str:
        """Write strengths at a ship as the choices do, for as many crews as there are."""
        return ":".join(["7", "5", "3", "2", "1", "0"][: self.game.players])

    def _word(self, ship: str) -> Text:
        """Return what players type for *ship*, in their language."""
        return self.looks.ship_words.get(ship, ship)

    def nudge(self, position: Position, seat: int, best: Advised, other: Advised | None) -> Text:
        assert isinstance(position, SplitPosition)
        return Reasons(self, position, seat, best, other).nudge()

    def reasons(
        self, position: Position, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        assert isinstance(position, SplitPosition)
        return Reasons(self, position, seat, best, other).told()

    def legend(self) -> list[Text]:
        rules, codes = self.crew_rules, self.game.codes
        pirates = [card for card, effect in enumerate(rules.effects) if effect is None]
        # One pirate of each ship is enough to tell the letters of the colours.
        ships = dict.fromkeys(tuple(rules.card_ships[card]) for card in pirates)
        shown = [
            next(card for card in pirates if tuple(rules.card_ships[card]) == key) for key in ships
        ]
        cards = Both(
            tuple(
                msg(
                    "legend-card",
                    "{code} is {card:nom}",
                    code=codes[card],
                    card=rules.card_names[card],
                )
                for card in shown
            ),
            commas=True,
        )
        code = codes[shown[0] if shown else 0]
        ship = self._word(rules.ships[0])
        legend: list[Text] = [
            *([msg("legend-cards", "The cards: {cards}.", cards=cards)] if shown else []),
            msg(
                "legend-split",
                "{text}: a split into {sets} sets.",
                text=" / ".join([code] * self.game.players) + " …",
                sets=self.game.players,
            ),
            msg(
                "legend-join",
                "{text}: joins your crew there, face up.",
                text=_notation(f"{code}@", ship),
            ),
            msg(
                "legend-parrot",
                "{text}: lies there face down, as a parrot; on the table too, {card}? is a parrot.",
                text=_notation(f"{code}?", ship),
                card=code,
            ),
            msg("legend-board", "{text}: boards, into your treasure chest.", text=f"{code}$"),
            msg("legend-draw", "{text}: was drawn; it stands in the log.", text=f"+{code}"),
            msg(
                "legend-strength",
                "{example}: what the crews at the ship count then, your own first.",
                example=self._example(),
            ),
        ]
        for card, options in enumerate(rules.effect_options):
            if options:
                written = [codes[card] + option for option in options]
                more = " …" if len(written) > 2 else ""
                legend.append(
                    msg(
                        "legend-effect",
                        "{text}: plays {card:acc}.",
                        text=", ".join(written[:2]) + more,
                        card=rules.card_names[card],
                    )
                )
        return legend

    def journal(
        self, actions: Sequence[Action], position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        if not self.memory:
            return super().journal(actions, position, seat)
        return [
            (done.seat, self._remembered(done) if done.seat != seat else done.notation)
            for done in actions
        ]

    def _remembered(self, done: Action) -> str:
        """Write an action without the card that lies face down or in a chest since."""
        if done.kind not in ("parrot", "board"):
            return done.notation
        return "?" + done.notation.removeprefix(cast(str, done.details["card"]))

    def rules(self) -> list[Section]:
        return crew_rules(self.name, self.variant, self.game, self.crew_rules, self.memory)


def _notation(start: str, ship: Text) -> Message:
    """Write a play with its ship in the player's word for it."""
    return Message("notation", "{start}{ship}", {"start": start, "ship": ship})
