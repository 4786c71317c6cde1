"""Words and zones of the crews table, for any ships, cards and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from ...core.game import Action
from ...core.scene import Advised, Choice, Presenter, Section, View, points, whole_of
from ...core.splitting.offers.offer_notation import UNKNOWN
from ...core.splitting.phases import PICK, PLAY
from ...core.splitting.plain.plain_rules import PlainRules
from ...core.splitting.position import SplitPosition
from ...core.splitting.words.offer_view import SplitView
from ...core.text import Both, Message, Name, Param, Text, in_turn, msg, named, nmsg
from ...core.things import SceneCounter, signed
from .crews import Crews
from .crews_facts import Facts, name_play
from .crews_zones import CrewsZones
from .no_captains import held
from .words.crews_legend import (
    FIRST_ADVICE,
    SPOKEN_ADVICE,
    SPOKEN_FIRST,
    aim_of,
    crews_legend,
    example_gold,
    example_strengths,
    parrot_sign,
    pointed_advice,
    pointed_legend,
    pointed_primer,
    primer_of,
)
from .words.crews_reasons import brief_from, nudge_from, reasons_from
from .words.crews_rules_text import crews_rules_text
from .words.crews_scoring import tell_scoring
from .words.crews_story import (
    against_at,
    changed_ships,
    changes_at,
    gained_at,
    gold_moved,
    moved_at,
    outcome_at,
    places_at,
    say_gains,
    tell_captain,
    tell_gains,
    tell_ships,
)


class CrewsPresenter(CrewsZones):
    """Presenter of a game with the crews table."""

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
            moved = [against_at(table, after, ship, seat) for ship in ships]
            if len(ships) > 1:
                names = [self.crew_rules.ship_names[ship] for ship in ships]
                moved = [
                    msg("strengths-there", "{strengths} {ship:loc}", strengths=one, ship=name)
                    for one, name in zip(moved, names, strict=True)
                ]
            moved += tell_gains(table, after, self.seats, seat)
            if self.pointed and moved:
                moves = Both((*moved,), commas=True)
                sentence = msg(
                    "point-effect",
                    "{card:cap} ({moves}): {what}",
                    card=card,
                    moves=moves,
                    what=tells,
                )
            text = Message("effect", "{what}", {"what": tells})
            effects = self._effects_of(table, after, seat, gains=not self.pointed)
            if len(ships) == 1 and not self.spoken:  # signs, which are no sentence
                effects[0] = Message("in-brackets", "({signs})", {"signs": effects[0]})
            effect = in_turn([text, *effects])
            if len(ships) != 1:
                sentence = in_turn([sentence, *effects]) if self.pointed else sentence
                drawn = [SceneCounter("", tells)] if moved or after.given() else []
                return Choice(
                    code, done.notation, tells, sentence, effect=effect, piece=code, way=tells,
                    changes=drawn,
                )  # fmt: skip
            return Choice(
                code, done.notation, self._short(table, after, ships[0], seat), sentence,
                effect=effect, piece=code, zone=self.crew_rules.ships[ships[0]], way=tells,
                changes=changes_at(
                    table, after, ships[0], seat, self.seats, (tells, self.pictures.get(code, ""))
                ),
            )  # fmt: skip
        if done.kind == "board":
            number = self.game.cards_by_code[code]
            gold = self.crew_rules.golds[number]
            earned = self.amount(gold)
            boarded = self.crew_rules.ship_names[table.boarded_ship(seat, number)]
            about: dict[str, Param] = {"card": card, "ship": boarded, "gold": earned}
            sentence = msg(
                "choose-board", "{card:cap} boards {ship:acc}: {gold} for your chest.", **about
            )
            zone = f"chest:{self.game.seats[seat]}"
            won: Text = earned if self.spoken else in_turn(gold_moved(table, after, seat))
            gains = msg("chest-gains", "chest {gold}", gold=signed(gold))
            chest = SceneCounter("", gains)
            way = msg("way-board", "boards {ship:acc}: {gold} safe in your chest", **about)
            if self.spoken and not self.pointed:
                way = Message("say-way", "{way}.", {"way": way})
            return Choice(
                code, done.notation, won, sentence, piece=code, zone=zone, changes=[chest], way=way
            )
        ship = cast(str, done.details["ship"])
        number = self.crew_rules.ships.index(ship)
        against = against_at(after, after, number, seat)
        short = against if self.spoken else self._short(table, after, number, seat)
        if not self.spoken:
            against = outcome_at(table, after, number, self.seats, against)
        elif self.pointed:
            against = gained_at(table, after, seat, self.seats, against)
        own = places_at(after, number, seat)[0]
        about = {"card": card, "ship": self._ship(ship), "strengths": against}
        about["count"] = after.strengths[own] - table.strengths[own]
        if done.kind == "parrot":
            sentence = msg("choose-parrot", "{card:cap} as a parrot {ship:loc}: {strengths}.")
            if self.pointed:  # both ways may be offered for one card at one ship
                sentence = msg(
                    "point-parrot",
                    "{card:cap} face down {ship:loc} counts {count} as a parrot: {strengths}.",
                )
            way = msg("way-parrot", "parrot {ship:loc}: {strengths}")
        else:
            sentence = msg("choose-join", "{card:cap} joins your crew {ship:loc}: {strengths}.")
            if self.pointed:
                sentence = msg(
                    "point-join", "{card:cap} face up {ship:loc} counts {count}: {strengths}."
                )
            way = msg("way-join", "joins your crew {ship:loc}: {strengths}")
        sentence, way = sentence.filled(**about), way.filled(**about)
        effects = self._effects_of(table, after, seat, gains=not self.pointed)
        if self.spoken:
            sentence = in_turn([sentence, *effects])
            way = in_turn([Message("say-way", "{way}.", {"way": way}), *effects])
        effect = in_turn(effects)
        by = (msg("parrot", "parrot"), "parrot") if done.kind == "parrot" else ("", "")
        changes = changes_at(table, after, number, seat, self.seats, by)
        reached = [after.strengths[at] for at in places_at(after, number, seat)]
        return Choice(
            code, done.notation, short, sentence, effect=effect, result=f"{ship} {reached}",
            piece=code, zone=ship, changes=changes, way=way,
        )  # fmt: skip

    def _short(self, old: Crews, new: Crews, ship: int, seat: int) -> Message:
        """Write the strengths at *ship* before and after, and gold: ``3>6 : 5, +7 : −7``."""
        moved = moved_at(old, new, ship, seat)
        if not (gold := gold_moved(old, new, seat)):
            return moved
        return Message("short", "{strengths}, {gold}", {"strengths": moved, "gold": gold[0]})

    def _effects_of(
        self, old: Crews, new: Crews, seat: int, *, gains: bool = True
    ) -> list[Message]:
        """Tell *seat* what a play does: strengths before and after, captains, and *gains*."""
        ships = changed_ships(old, new)
        texts: list[Message] = []
        for ship in ships:
            moved = self._short(old, new, ship, seat)
            if len(ships) > 1:
                moved = moved_at(old, new, ship, seat)
                name = self.crew_rules.ship_names[ship]
                moved = msg("effect-ship", "{ship:cap} {strengths}.", ship=name, strengths=moved)
            if not self.spoken:
                texts.append(moved)
            if old.captain_of[ship] != new.captain_of[ship]:
                texts.append(tell_captain(old, new, ship, self.seats))
        if not self.spoken:
            return texts if len(ships) == 1 else [*texts, *gold_moved(old, new, seat)]
        return (say_gains(old, new, self.seats, self.amount) if gains else []) or texts

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
        own = done.seat == seat and done.kind != "effect"
        ships = tell_ships(old, new, self.seats, spoken=self.spoken, own=own)
        return [self._tell_play(old, done, new, seat), *ships]

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
        gains = tell_gains(old, new, self.seats)
        return (
            [msg("brief-gains", "{text}: {gains}", text=text, gains=gains[0])] if gains else [text]
        )

    def scoring(self, position: SplitPosition) -> list[Text]:
        return tell_scoring(self, position)

    def amount(self, points: int) -> Message:
        return nmsg("gold", "{count} gold", "{count} gold", points)

    # Typing, hints and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [*super().words(), *((word, ship) for ship, word in self.looks.ship_words.items())]

    def aim(self) -> Text:
        return aim_of(self.crew_rules)

    def primer(self) -> Text:
        if self.pointed:
            course = self._course()
            left = msg("primer-left", "Whoever splits gets the set that is left.")
            return in_turn([pointed_primer(self.crew_rules), *course, *([left] if course else [])])
        return primer_of(self.crew_rules, self.amount, spoken=self.spoken)

    def _course(self) -> list[Message]:
        """Say how many turns there are, and who plays first, where both are as usual."""
        if not isinstance(self.game, PlainRules) or self.game.players != 2:
            return []
        return [
            msg(
                "primer-course",
                "There are {turns} turns. You take turns splitting the cards; whoever picks a set"
                " plays first, and all cards of a set must be played.",
                turns=self.game.turns,
            )
        ]

    def advice(self, view: View) -> Message | None:
        now = cast(SplitView, view)
        if now["phase"] == "play" and self.pointed:
            return in_turn(self._advice_on(now["hands"][now["to_act"]]))
        return super().advice(view)

    def _advice_on(self, hand: Sequence[str]) -> Sequence[Message]:
        """Say of the cards of *hand* what they can do: pirates, else special cards."""
        rules, numbers = self.crew_rules, self.game.cards_by_code
        if any(not rules.special[numbers[code]] for code in hand):
            return [pointed_advice(rules)]
        down = msg("advice-down", "Face down at any ship, a special card is a parrot and counts"
                   " {parrot}.", parrot=rules.parrot)  # fmt: skip
        return [*cast(Sequence[Message], self.special_cards(hand)), down]

    def advice_to_play(self) -> Message | None:
        if self.spoken:
            return SPOKEN_FIRST if self.in_sentences else SPOKEN_ADVICE
        if self.in_sentences:
            gold = held(self.crew_rules, FIRST_ADVICE)
            return replace(in_turn([pointed_advice(self.crew_rules), gold]), code=gold.code)
        return nmsg(
            "advice-play",
            "@ joins the crew at a ship face up, ? joins it face down as a parrot, $ boards."
            " {example} is your strength there before and after, then your opponent's; {gold} is"
            " your gain or loss in gold, then your opponent's.",
            "@ joins the crew at a ship face up, ? joins it face down as a parrot, $ boards."
            " {example} is your strength there before and after, then that of the others; {gold}"
            " is your gain or loss in gold, then that of the others.",
            self.game.players - 1,
            example=example_strengths(self.crew_rules),
            gold=example_gold(self.crew_rules),
        )

    def nudge(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> Text:
        if self._guesses(position):
            return super().nudge(position, seat, best, other)
        return nudge_from(Facts(self, position, seat, best, other))

    def reasons(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        if self._guesses(position):
            return super().reasons(position, seat, best, other)
        told = reasons_from(Facts(self, position, seat, best, other))
        # The facts take the place of what any table tells of sets and plays.
        return [*told, *Presenter.reasons(self, position, seat, best, other)]

    def short_reasons(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        if other:
            short = super().short_reasons(position, seat, best, other)
            if position.phase == PICK or self._guesses(position):
                return short
            return [*brief_from(Facts(self, position, seat, best, other)), *short]
        told = self.reasons(position, seat, best, other)
        begins = isinstance(told[0], Message) and told[0].text.endswith(":")
        return told[: 1 + begins]

    def name_move(self, position: SplitPosition, action: int) -> Text:
        done = position.describe(action)
        named = name_play(position, done)
        if done.kind == "effect" and (self.spoken or (self.in_sentences and not named)):
            return self.card_name(cast(str, done.details["card"]))
        return named or super().name_move(position, action)

    def expected_amount(self, value: float) -> Message:
        if (whole := whole_of(value)) is not None:
            return self.amount(whole)
        return msg("amount-gold", "{points} gold", points=points(value))

    def _guesses(self, position: SplitPosition) -> bool:
        """Return whether facts about the line of a move would rest on cards that it guesses."""
        return self.game.offer.is_secret() and position.phase != PLAY

    def legend(self) -> list[Text]:
        if self.pointed:
            return pointed_legend(self.crew_rules)
        rules, words, offer = self.crew_rules, self.looks.ship_words, self.game.offer
        legend = crews_legend(rules, words, offer, numbers=not self.in_sentences)
        return [*legend, *self.special_cards(self.game.codes)]

    def signs(self, new: Sequence[str]) -> list[Text]:
        written = self.in_sentences and not self.spoken
        parrot = parrot_sign(self.crew_rules, new) if written else []
        return [*super().signs(new), *parrot]

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
        heard = self.spoken and not self.pointed
        return crews_rules_text(self.name, self.variant, self.game, self.empty, heard=heard)
