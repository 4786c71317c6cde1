"""Words and zones of the crews table, for any ships, cards and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from ...core.game import OVER, Action
from ...core.scene import Advised, Choice, Section, View, points
from ...core.splitting.offers.offer_notation import UNKNOWN
from ...core.splitting.phases import PLAY
from ...core.splitting.position import SplitGame, SplitPosition
from ...core.splitting.split_presenter import SplitPresenter
from ...core.text import MINUS, Both, Message, Name, Param, Text, in_turn, msg, named, nmsg
from ...core.things import DOWN, HIDDEN, Piece, SceneCounter, SceneZone
from .crew_rules import NOBODY
from .crews import Crews
from .crews_facts import Facts, name_play
from .crews_legend import (
    CAPTAIN,
    FIRST_ADVICE,
    SPOKEN_ADVICE,
    crews_legend,
    example_gold,
    example_strengths,
    primer_of,
)
from .crews_reasons import nudge_from, reasons_from
from .crews_rules_text import crews_rules_text
from .crews_story import changed_ships, gains_of, tell_captain, tell_scoring, tell_ships
from .crews_table import CrewsTable
from .crews_view import CrewCardView, CrewsLooks, CrewsView, ShipView


class CrewsPresenter(SplitPresenter[CrewsTable]):
    """Presenter of a game with the crews table."""

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        looks: CrewsLooks,
    ) -> None:
        super().__init__(name, variant, seats, game, {}, looks.card_inks)
        self.pictures = looks.card_pictures
        self.crew_rules = self.empty.rules
        self._effects = self.empty.effects
        self._names = dict(zip(game.codes, self.crew_rules.card_names, strict=True))
        self.looks = looks

    # Names.

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "join": msg("kind-join", "joined a crew"),
            "parrot": msg("kind-parrot", "laid as a parrot"),
            "board": msg("kind-board", "boarded"),
        }
        return kinds.get(kind) or super().kind_name(kind)

    def prizes(self, position: SplitPosition) -> Sequence[tuple[str, int]]:
        captains = self.table_of(position).captain_of
        return list(zip(self.crew_rules.ships, captains, strict=True))

    def prize_name(self, prize: str) -> Text:
        return self._ship(prize)

    def _ship(self, ship: str) -> Name:
        return self.crew_rules.ship_names[self.crew_rules.ships.index(ship)]

    # The table.

    def table_zones(self, view: View, seat: int | None) -> Sequence[SceneZone]:
        now = cast(CrewsView, view)
        ships = [self._ship_zone(ship, seat) for ship in now["ships"]]
        return [*ships, *(self._chest(now, owner) for owner in self.top_down(seat))]

    def _ship_zone(self, ship: ShipView, seat: int | None) -> SceneZone:
        gold = nmsg("gold", "{count} gold", "{count} gold", ship["gold"])
        return SceneZone(
            ship["ship"],
            self._ship(ship["ship"]),
            [self._captain(ship["captain"])],
            [SceneCounter(gold, str(ship["gold"]), picture="coin"), *self._second(ship)],
            [self._crew(ship, owner) for owner in self.top_down(seat)],
            form="sides",
            picture="ship",
            ink=self.looks.ship_inks.get(ship["ship"], ""),
        )

    def _second(self, ship: ShipView) -> list[SceneCounter]:
        if not (gold := ship.get("second")):
            return []
        label = nmsg(
            "gold-second", "{count} gold for the second", "{count} gold for the second", gold
        )
        return [SceneCounter(label, str(gold), picture="coin")]

    def _captain(self, holder: int) -> Piece:
        if holder == NOBODY:
            return Piece("-", msg("no-captain-here", "no captain"), shown=" ")
        name = msg("say-captain", "{seat}'s captain", seat=self.seats[holder]).to_you(
            seat=msg("say-your-captain", "your captain")
        )
        return Piece("*", name, shown=CAPTAIN, picture="captain", owner=holder)

    def _crew(self, ship: ShipView, owner: int) -> SceneZone:
        strength = ship["strengths"][owner]
        crew = msg("crew-of", "{seat}'s crew", seat=self.seats[owner]).to_you(
            seat=msg("your-crew", "your crew")
        )
        return SceneZone(
            f"crew:{ship['ship']}:{self.game.seats[owner]}",
            self.heading(owner),
            [self._laid(laid) for laid in ship["crews"][owner]],
            [
                SceneCounter(
                    msg("strength-of", "strength {strength}", strength=strength),
                    str(strength),
                    leads=ship["captain"] == owner,
                )
            ],
            name=crew,
            form="side",
            owner=owner,
            ordered=True,
        )

    def _laid(self, laid: CrewCardView) -> Piece:
        """Return a card of a crew: ``G4``, as a parrot ``G4?``, or ``?`` if it is hidden."""
        code = laid["card"]
        if laid["up"]:
            return self.piece(code)
        name: Text = msg("parrot", "parrot")
        if code != UNKNOWN:
            name = msg("parrot-known", "parrot ({card})", card=self.card_name(code))
        shown = code if code == UNKNOWN else f"{code}?"
        face = HIDDEN if code == UNKNOWN else DOWN
        return Piece(code, name, str(laid["strength"]), shown, face=face, picture="parrot")

    def _chest(self, now: CrewsView, owner: int) -> SceneZone:
        chest = now["chests"][owner]
        counters: list[SceneCounter] = []
        if chest["gold"] is None:
            count = len(chest["cards"])
            inside = nmsg(
                "chest-hidden", "{count} card in the chest", "{count} cards in the chest", count
            )
            counters.append(SceneCounter(msg("gold-unknown", "? gold"), "?", picture="coin"))
            counters.append(SceneCounter(inside, str(count), picture="chest"))
        else:
            gold = now["scores"][owner]
            label = self.amount(gold)
            if now["to_act"] != OVER:
                label = nmsg("gold-now", "{count} gold so far", "{count} gold so far", gold)
            counters.append(SceneCounter(label, str(gold), picture="coin"))
            inside = msg("chest-gold", "{chest} of it in the chest", chest=chest["gold"])
            counters.append(SceneCounter(inside, str(chest["gold"]), picture="chest"))
        if min(self.crew_rules.captains) < self.crew_rules.ship_count:
            supply = now["supply"][owner]
            left = nmsg(
                "captains-left",
                "{count} captain in the supply",
                "{count} captains in the supply",
                supply,
            )
            counters.append(SceneCounter(left, str(supply), picture="captain"))
        return SceneZone(
            f"chest:{self.game.seats[owner]}",
            self.heading(owner),
            () if chest["gold"] is None else self.pieces(chest["cards"]),
            counters,
            form="purse",
            owner=owner,
            picture="captain",
            acts=now["to_act"] == owner,
        )

    # Who does what.

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        table = self.table_of(position)
        code = cast(str, done.details["card"])
        card = self.card_name(code)
        seat = done.seat
        after = table.copy()
        after.play(seat, action)
        if done.kind == "effect":
            tells = self._effect(table, done)
            sentence = msg("plays-effect", "Play {card:acc}. {what}", card=card, what=tells)
            ships = changed_ships(table, after)
            short: Text = tells
            if len(ships) == 1:
                short = self._short(table, after, ships[0], seat)
            text = Message("effect", "{what}", {"what": tells})
            effect = in_turn([text, *self._effects_of(table, after, seat)])
            zone = self.crew_rules.ships[ships[0]] if len(ships) == 1 else ""
            return Choice(
                code, done.notation, short, sentence, effect=effect, piece=code, zone=zone
            )
        if done.kind == "board":
            gold = self.crew_rules.golds[self.game.cards_by_code[code]]
            earned = self.amount(gold)
            sentence = msg(
                "choose-board", "{card:cap} boards: {gold} for your chest.", card=card, gold=earned
            )
            zone = f"chest:{self.game.seats[seat]}"
            won: Text = earned if self.spoken else in_turn(self._gold_of(table, after, seat))
            return Choice(code, done.notation, won, sentence, piece=code, zone=zone)
        ship = cast(str, done.details["ship"])
        number = self.crew_rules.ships.index(ship)
        against = self._against(after, number, seat)
        short = against if self.spoken else self._short(table, after, number, seat)
        if gains := [] if self.spoken else self._gains(table, after):
            against = msg("outcome", "{strengths}; {gains}", strengths=against, gains=gains[0])
        about: dict[str, Param] = {"card": card, "ship": self._ship(ship), "strengths": against}
        sentence = msg(
            "choose-join", "{card:cap} joins your crew {ship:loc}: {strengths}.", **about
        )
        if done.kind == "parrot":
            sentence = msg(
                "choose-parrot", "{card:cap} as a parrot {ship:loc}: {strengths}.", **about
            )
        effects = self._effects_of(table, after, seat)
        if self.spoken:
            sentence = in_turn([sentence, *effects])
        effect = in_turn(effects)
        reached = [after.strengths[at] for at in self._places(number, seat)]
        return Choice(
            code, done.notation, short, sentence, effect=effect, result=f"{ship} {reached}",
            piece=code, zone=ship,
        )  # fmt: skip

    def _short(self, old: Crews, new: Crews, ship: int, seat: int) -> Message:
        """Write the strengths at *ship* before and after, and gold: ``3>6 : 5, +7 : −7``."""
        moved = self._moved(old, new, ship, seat)
        if not (gold := self._gold_of(old, new, seat)):
            return moved
        return Message("short", "{strengths}, {gold}", {"strengths": moved, "gold": gold[0]})

    def _gold_of(self, old: Crews, new: Crews, seat: int) -> list[Message]:
        """Write the gold that seats gain or lose, *seat* first: ``+7 : −7``; nothing if none do."""
        gains = gains_of(old, new)
        shown = " : ".join(map(signed, gains[seat:] + gains[:seat]))
        return [Message("gold-moved", "{gold}", {"gold": shown})] if any(gains) else []

    def _effects_of(self, old: Crews, new: Crews, seat: int) -> list[Message]:
        """Tell *seat* what a play does: strengths before and after, captains, gold."""
        ships = changed_ships(old, new)
        texts: list[Message] = []
        for ship in ships:
            moved = self._short(old, new, ship, seat)
            if len(ships) > 1:
                moved = self._moved(old, new, ship, seat)
                name = self.crew_rules.ship_names[ship]
                moved = msg("effect-ship", "{ship:cap} {strengths}.", ship=name, strengths=moved)
            if not self.spoken:
                texts.append(moved)
            if old.captain_of[ship] != new.captain_of[ship]:
                captain = tell_captain(old.captain_of[ship], new.captain_of[ship], self.seats)
                texts.append(captain)
        if not self.spoken:
            return texts if len(ships) == 1 else [*texts, *self._gold_of(old, new, seat)]
        gains = [msg("effect-golds", "{gains:cap}.", gains=gain) for gain in self._gains(old, new)]
        return [*texts, *gains]

    def _gains(self, old: Crews, new: Crews) -> list[Message]:
        """Say what seats gain or lose in gold: "you +7 gold, Roger −7"; nothing if none do."""
        pairs = zip(self.seats, gains_of(old, new), strict=True)
        texts = [
            msg("gains-less", "{seat} {gold}", seat=named(name), gold=signed(gain))
            if at
            else msg("gains", "{seat} {gold} gold", seat=named(name), gold=signed(gain))
            for at, (name, gain) in enumerate(pair for pair in pairs if pair[1])
        ]
        return [Message("all-gains", "{gains}", {"gains": Both((*texts,), True)})] if texts else []

    def _moved(self, old: Crews, new: Crews, ship: int, seat: int) -> Message:
        """Write the strengths at *ship* before and after, beginning with *seat*: ``3>4 : 2``."""
        texts = []
        for at in self._places(ship, seat):
            before, after = old.strengths[at], new.strengths[at]
            texts.append(str(after) if before == after else f"{before}>{after}")
        return Message("strengths", "{strengths}", {"strengths": " : ".join(texts)})

    def _places(self, ship: int, seat: int) -> list[int]:
        """Return the places in `Crews.strengths` of the crews at *ship*, that of *seat* first."""
        count, ships = self.game.players, self.crew_rules.ship_count
        return [(seat + step) % count * ships + ship for step in range(count)]

    def _against(self, new: Crews, ship: int, seat: int) -> Message:
        """Say the strengths at *ship*, that of *seat* first: "3 against 5"."""
        own, *others = [str(new.strengths[at]) for at in self._places(ship, seat)]
        return msg("against", "{own} against {others}", own=own, others=Both(tuple(others)))

    def _effect(self, table: Crews, done: Action) -> Text:
        """Return the special card's sentence about the play *done*, or the notation of *done*."""
        card = self.game.cards_by_code[cast(str, done.details["card"])]
        effect = self._effects[card]
        assert effect is not None
        told = effect.tell(table, done.seat, cast(int, done.details["option"]))
        if told is None:
            return done.notation
        # An effect has the names of seats from the rules, which do not know who reads.
        seats: dict[object, Param] = {
            name: self.seats[seat] for seat, name in enumerate(self.crew_rules.seat_names)
        }
        shown = {
            key: seats.get(value, value) if isinstance(value, Name) else value
            for key, value in told.params.items()
        }
        return replace(told, params=shown)

    # The story.

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        old, new = self.table_of(before), self.table_of(after)
        return [self._tell_play(old, done, new, seat), *tell_ships(old, new, self.seats)]

    def _tell_play(self, old: Crews, done: Action, new: Crews, viewer: int | None) -> Message:
        code = cast(str, done.details["card"])
        about: dict[str, Param] = {"seat": self.seats[done.seat], "card": self.card_name(code)}
        if done.kind == "effect":
            what = self._effect(old, done)
            return msg("tell-effect", "{seat} plays {card:acc}. {what}", what=what, **about).to_you(
                seat=msg("tell-your-effect", "You play {card:acc}. {what}")
            )
        if done.kind == "board":
            gold = new.chest_golds[done.seat] - old.chest_golds[done.seat]
            boarded = old.boarded_ship(done.seat, self.game.cards_by_code[code])
            about["ship"] = self.crew_rules.ship_names[boarded]
            if self._forgets(done, viewer):
                if viewer is None:
                    seat, ship = about["seat"], about["ship"]
                    return msg("tell-boards", "{seat} boards {ship:acc}.", seat=seat, ship=ship)
                return nmsg(
                    "tell-board-hidden",
                    "{seat} boards {ship:acc} with {card}: {count} gold.",
                    "{seat} boards {ship:acc} with {card}: {count} gold.",
                    gold,
                    **about,
                )
            return nmsg(
                "tell-board",
                "{seat} boards {ship:acc} with {card}: {count} gold, {chest} in the chest now.",
                "{seat} boards {ship:acc} with {card}: {count} gold, {chest} in the chest now.",
                gold,
                chest=new.chest_golds[done.seat],
                **about,
            ).to_you(
                seat=nmsg(
                    "tell-your-board",
                    "You board {ship:acc} with {card}: {count} gold, {chest} in the chest now.",
                    "You board {ship:acc} with {card}: {count} gold, {chest} in the chest now.",
                    gold,
                )
            )
        about["ship"] = self._ship(cast(str, done.details["ship"]))
        if done.kind == "parrot":
            if viewer is None and self.crew_rules.memory:
                seat, ship = about["seat"], about["ship"]
                return msg("tell-lays", "{seat} lays a parrot {ship:loc}.", seat=seat, ship=ship)
            return msg(
                "tell-parrot", "{seat} lays {card} face down as a parrot {ship:loc}.", **about
            ).to_you(seat=msg("you-lay", "You lay {card} face down as a parrot {ship:loc}."))
        return msg("tell-join", "{seat} adds {card} to their crew {ship:loc}.", **about).to_you(
            seat=msg("you-reinforce", "You add {card} to your crew {ship:loc}.")
        )

    def brief_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        if done.kind == "effect" or self._forgets(done, seat):
            return self.tell_play(before, done, after, seat)
        old, new = self.table_of(before), self.table_of(after)
        code = cast(str, done.details["card"])
        if done.kind == "board":
            boarded = old.boarded_ship(done.seat, self.game.cards_by_code[code])
        else:
            boarded = self.crew_rules.ships.index(cast(str, done.details["ship"]))
        about: dict[str, Param] = {
            "seat": named(self.seats[done.seat]),
            "card": code,
            "ship": self.crew_rules.ship_names[boarded],
        }
        text = msg("brief-join", "{seat:cap}: {card} {ship:loc}", **about)
        if done.kind == "board":
            text = msg("brief-board", "{seat:cap}: {card} boards {ship:acc}", **about)
        elif done.kind == "parrot":
            text = msg("brief-lay", "{seat:cap}: {card}, parrot {ship:loc}", **about)
        gains = self._gains(old, new)
        return (
            [msg("brief-gains", "{text}: {gains}", text=text, gains=gains[0])] if gains else [text]
        )

    def scoring(self, position: SplitPosition) -> list[Text]:
        table, scores = self.table_of(position), position.scores()
        paid = [score - own for score, own in zip(scores, table.scores(), strict=True)]
        told = [Message("say-paid", "{paid}.", {"paid": text}) for text in self.tell_paid(paid)]
        return tell_scoring(table, scores, self.seats, told)

    def amount(self, points: int) -> Message:
        return nmsg("gold", "{count} gold", "{count} gold", points)

    # Typing, hints and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            *super().words(),
            *((word, ship) for ship, word in self.looks.ship_words.items()),
        ]

    def aim(self) -> Text:
        return msg(
            "crews-aim",
            "Whoever has the most gold at the end wins: ships with your captain on board, and the"
            " cards under your treasure chest.",
        )

    def primer(self) -> Text:
        return primer_of(self.crew_rules, self.amount, spoken=self.spoken)

    def advice_to_play(self) -> Message | None:
        if self.spoken:
            return SPOKEN_ADVICE
        if self.in_sentences:
            return FIRST_ADVICE
        return nmsg(
            "advice-play",
            "@ joins the crew at a ship face up, ? joins it face down as a parrot, $ boards."
            " {example} is your strength there before and after, then your opponent's; {gold} is"
            " the gold that you gain or lose, then your opponent.",
            "@ joins the crew at a ship face up, ? joins it face down as a parrot, $ boards."
            " {example} is your strength there before and after, then that of the others; {gold} is"
            " the gold that you gain or lose, then the others.",
            self.game.players - 1,
            example=example_strengths(self.crew_rules),
            gold=example_gold(self.crew_rules),
        )

    def nudge(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> Text:
        if self._guesses(position):
            return super().nudge(position, seat, best, other)
        return nudge_from(self._facts(position, seat, best, other))

    def reasons(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        if self._guesses(position):
            return super().reasons(position, seat, best, other)
        facts = self._facts(position, seat, best, other)
        return reasons_from(facts, self.listed, self.expected_amount)

    def name_move(self, position: SplitPosition, action: int) -> Text:
        return name_play(position, position.describe(action)) or super().name_move(position, action)

    def expected_amount(self, value: float) -> Message:
        return msg("amount-gold", "{points} gold", points=points(value))

    def _guesses(self, position: SplitPosition) -> bool:
        """Return whether facts about the line of a move would rest on cards that it guesses."""
        return self.game.offer.is_secret() and position.phase != PLAY

    def _facts(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> Facts:
        return Facts(position, seat, best, other, self.seats)

    def legend(self) -> list[Text]:
        return crews_legend(self.crew_rules, self.looks.ship_words, self.game.offer)

    def journal(
        self, actions: Sequence[Action], position: SplitPosition, seat: int | None
    ) -> list[tuple[int, str]]:
        listed = super().journal(actions, position, seat)
        for number, done in enumerate(actions):
            if done.kind in ("parrot", "board") and self._forgets(done, seat):
                code = cast(str, done.details["card"])
                listed[number] = done.seat, UNKNOWN + done.notation.removeprefix(code)
        return listed

    def _forgets(self, done: Action, seat: int | None) -> bool:
        """Return whether *seat* has to remember what *done* puts into a crew or a chest."""
        return self.crew_rules.memory and done.seat != seat

    def rules(self) -> list[Section]:
        return crews_rules_text(self.name, self.variant, self.game, self.empty)


def signed(gain: int) -> str:
    """Write a gain with its sign."""
    return f"{gain:+d}".replace("-", MINUS) if gain else "0"
