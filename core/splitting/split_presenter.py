"""Words and zones of a split-and-choose game with any table: deal, split, pick, play.

A table's own presenter is a subclass that lays out the table and tells what is played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Generic, cast

from typing_extensions import TypeVar

from ..game import CHANCE, OVER, Action
from ..scene import CLOSE, Advised, Choice, Section, View
from ..scene_lines import head_of
from ..text import Both, Message, Name, Param, Text, in_turn, msg, named, nmsg, pmsg
from ..things import Scene, SceneCounter, SceneZone
from .offers.parts.all_parts import offer_legend, parts_of
from .offers.parts.face_down import said_by_ear
from .offers.parts.price import tell_price
from .offers.parts.sets import sizes_of_sets
from .phases import PICK, PLAY, SPLIT
from .position import SplitPosition
from .split_rules_text import splitting_rules
from .table import Table
from .words.differences import tell_difference
from .words.effect_words import rules_of, say_effect
from .words.fairness import consider_picker, fairness_of, tell_at_once, tell_gains, why_less
from .words.offer_view import OfferView, SplitView, in_play, sets_of
from .words.split_story import tell_deal, tell_pick, tell_split
from .words.split_words import SplitWords

SPECIAL = msg("sign-special", "{card:cap} ({code}): {what}")

T = TypeVar("T", bound=Table, default=Any)


class SplitPresenter(SplitWords, Generic[T]):
    """Presenter of a split-and-choose game, for tables without a subclass."""

    told_heads = (
        *("turn-number", "cards-left", "pile-empty", "doing-roll", "doing-draw", "doing-nothing"),
        *("doing-split", "doing-pick", "doing-pick-of", "doing-play"),
    )

    @property
    def empty(self) -> T:
        """The table before the game."""
        return cast(T, self.game.empty_table)

    def table_of(self, position: SplitPosition) -> T:
        """Return the table of *position*, which is of the same class as the empty one."""
        return cast(T, position.table)

    # For subclasses to override.

    def table_zones(self, view: View, seat: int | None) -> Sequence[SceneZone]:
        """Lay out the table, as *seat* sees it: by default the points of each seat."""
        return [self.seat_zone(view, owner) for owner in self.top_down(seat)]

    def seat_zone(
        self, view: View, owner: int, zones: Sequence[SceneZone] = (), *more: SceneCounter
    ) -> SceneZone:
        """Return the zone of the seat *owner*, with its points and *more*, and *zones* within."""
        zone = self.place_of(owner, self.game.seats[owner], view, zones, more)
        if not self.has_partners(owner):
            return zone
        return replace(zone, counters=[*self.points_together(owner, zone.counters[0].label), *more])

    def has_partners(self, owner: int) -> bool:
        """Return whether the seat *owner* has a partner."""
        return len(self.game.partners_of(owner)) > 1

    def points_together(self, owner: int, points: Text) -> list[SceneCounter]:
        """Say what the side of *owner* has, which is *points*: only once, with one of its seats.

        That is the seat of whoever looks, or else the first of the side.
        """
        team = self.game.partners_of(owner)
        if owner != next((seat for seat in team if self.seats[seat].you), team[0]):
            return []
        others = Both(tuple(named(self.seats[seat]) for seat in team if seat != owner))
        text = msg("points-together", "{points} with {seats}", seats=others, points=points)
        return [SceneCounter(text, text)]

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        """Return *action*, the play of a card that *done* describes, for a list of choices.

        By default it is its notation, and for the effect of a special card what that tells.
        """
        code = cast(str, done.details.get("card", ""))
        if done.kind != "effect":
            return Choice("", done.notation, "", done.notation, piece=code)
        tells = say_effect(position.table, done)
        card = self.card_name(code)
        sentence = msg("plays-effect", "Play {card:acc}. {what}", what=tells, card=card)
        return Choice(code, done.notation, tells, sentence, piece=code)

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        """Tell how the play *done* has changed *before* to *after*, as far as *seat* may know.

        By default it is its notation, and for the effect of a special card what that tells.
        """
        if done.kind != "effect":
            return [done.notation]
        card = self.card_name(cast(str, done.details["card"]))
        what, who = say_effect(before.table, done), self.seats[done.seat]
        text = msg(
            "tells-effect", "{seat} plays {card:acc}. {what}", what=what, seat=who, card=card
        )
        return [text.to_you(seat=msg("you-play-effect", "You play {card:acc}. {what}"))]

    def brief_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        """Tell in as few words as possible what `tell_play` does."""
        return self.tell_play(before, done, after, seat)

    def advice_to_play(self) -> Message | None:
        """Explain to a newcomer how to play a card; ``None`` for no explanation."""
        return None

    # The table.

    def scene(self, view: View, seat: int | None) -> Scene:
        now = cast(SplitView, view)
        in_hand = in_play(self, cast(OfferView, now), self.game.offer, self.game.seats)
        return Scene(self._heads(now), [*self.table_zones(view, seat), *in_hand])

    def _heads(self, now: SplitView) -> list[Text]:
        turn = msg("turn-number", "Turn {turn} of {turns}", turn=now["turn"], turns=now["turns"])
        heads: list[Text] = [turn] if self.pointed else [turn, self._doing(now)]
        if self._draws_on():
            left = nmsg(
                "cards-left",
                "{count} card left to draw",
                "{count} cards left to draw",
                now["cards_left"],
            )
            heads.append(left if now["cards_left"] else msg("pile-empty", "draw pile empty"))
        return [*heads, *self.tell_paid(cast(OfferView, now).get("paid", []))]

    def _draws_on(self) -> bool:
        """Return whether cards are drawn from the pile throughout the game."""
        offer = self.game.offer
        return offer.source in ("deck", "ring") or offer.refill

    def _doing(self, now: SplitView) -> Message:
        """Tell which seat acts and what it does, or that cards are drawn or the game is over."""
        offer = self.game.offer
        if now["to_act"] == CHANCE and offer.source == "dice":
            return msg("doing-roll", "dice are rolled")
        if now["to_act"] == CHANCE:
            return msg("doing-draw", "cards are drawn")
        if now["to_act"] == OVER:
            return msg("doing-nothing", "the end")
        seat = self.seats[now["to_act"]]
        if now["phase"] == "split":
            doing, yours = (
                msg("doing-split", "{seat} splits", seat=seat),
                msg("you-split", "you split"),
            )
            return doing.to_you(seat=yours)
        if now["phase"] == "pick" and offer.splitter == "all":
            splitter = self.seats[now["splitter"]]
            return msg(
                "doing-pick-of", "{seat} picks one of {of:gen} sets", seat=seat, of=splitter
            ).to_you(
                seat=msg("you-pick-of", "you pick one of {of:gen} sets"),
                of=msg("doing-pick-yours", "{seat} picks one of your sets"),
            )
        if now["phase"] == "pick":
            return msg("doing-pick", "{seat} picks", seat=seat).to_you(
                seat=msg("you-pick", "you pick")
            )
        return msg("doing-play", "{seat} plays", seat=seat).to_you(seat=msg("you-play", "you play"))

    def tell_paid(self, paid: Sequence[int]) -> list[Message]:
        """Tell what each seat has received for its sets, less what it has *paid*, if anything."""
        if not any(paid):
            return []
        return [msg("paid-so-far", "From prices: {points}", points=self.points_of(paid))]

    # Decisions.

    def status(self, view: View) -> Text:
        return head_of(Scene(self._heads(cast(SplitView, view)), ()))

    def question(self, view: View) -> Text:
        now = cast(SplitView, view)
        if now["to_act"] == OVER:
            return msg("game-over", "The game is over.")
        seat = self.seats[now["to_act"]]
        offer = self.game.offer
        if now["phase"] == "split" and offer.source == "hand":
            ask = msg("ask-split-hand", "{seat}, split cards from your hand.", seat=seat).to_you(
                seat=msg("ask-you-split-hand", "Split cards from your hand.")
            )
            return in_turn([ask, *sizes_of_sets(offer)])
        if now["phase"] == "split":
            return msg("ask-split", "{seat}, split the cards.", seat=seat).to_you(
                seat=msg("ask-you-split", "Split the cards.")
            )
        if now["phase"] == "pick" and offer.take == "card":
            return msg("ask-pick-card", "{seat}, pick a card.", seat=seat).to_you(
                seat=msg("ask-you-pick-card", "Pick a card.")
            )
        if now["phase"] == "pick" and offer.splitter == "all" and self.spoken:
            return Message("ask-pick-of", "{doing:cap}.", {"doing": self._doing(now)})
        if now["phase"] == "pick":
            return msg("ask-pick", "{seat}, pick a set.", seat=seat).to_you(
                seat=msg("ask-you-pick", "Pick a set.")
            )
        return msg("ask-play", "{seat}, play a card.", seat=seat).to_you(
            seat=msg("ask-you-play", "Play a card.")
        )

    def choice(self, position: SplitPosition, action: int) -> Choice:
        done = position.describe(action)
        if position.phase == SPLIT:
            _, prices = sets_of(done)
            notation, offer = self.split_written(position, action), self.game.offer
            runs = self.runs(position, done)
            said = in_turn([self.say_set(n + 1, codes, prices) for n, codes in sorted(runs)])
            # Of many splits, those of the same cards or with the same first set are listed apart.
            kind, place = notation.partition(" / ")[0], self.game.codes.index
            rank: list[int] = []
            if offer.source == "hand":
                codes = sorted(chain(*cast(list[list[str]], done.details["sets"])), key=place)
                kind = " ".join(codes)
                rank += map(place, codes)
            # A small first set before a large one, and equally large ones in the order of the deck.
            for _, cards in runs:
                rank += [len(cards), *(place(code.strip("()")) for code in cards)]
            return Choice("", notation, "", said, kind=kind, rank=(*rank, *prices))
        if position.phase == PICK:
            return self._choice_to_pick(position, done)
        return self.choice_to_play(position, action, done)

    def _choice_to_pick(self, position: SplitPosition, done: Action) -> Choice:
        now = cast(OfferView, position.view(position.to_act()))
        number = cast(int, done.details["set"])
        price = now["prices"][number - 1] if self.game.offer.price else 0
        costs = self.amount(price) if price else None
        pays = f" ={price}" if self.game.offer.price else ""
        if self.game.offer.take == "card":
            codes = cast(list[str], done.details["cards"])
            sentence = msg(
                "take-card",
                "Take {card:acc} from set {number}.",
                card=self.card_name(codes[0]),
                number=number,
            )
            return Choice(
                "", done.notation, pays.strip(), tell_price(sentence, costs),
                piece=codes[0], zone=f"set:{number}",
            )  # fmt: skip
        codes = now["sets"][number - 1]  # as far as the seat knows them before it takes them
        sentence = msg("take-set", "Take {cards}.", cards=self.cards(codes))
        if self.pointed:  # no number stands in front of it
            sentence = msg("take-this-set", "Take this set: {cards}.", cards=self.cards(codes))
        short = " ".join(codes) + pays
        return Choice(
            "", done.notation, short, tell_price(sentence, costs), number, zone=f"set:{number}"
        )

    # The log.

    def deal(
        self, outcomes: Sequence[Action], after: SplitPosition, seat: int | None
    ) -> list[Text]:
        return tell_deal(self, outcomes, after, seat)

    def tell(
        self, before: SplitPosition, action: int, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        done = after.masked(before.describe(action), seat)
        if before.phase == SPLIT:
            return tell_split(self, before, done, after, seat)
        if before.phase == PICK:
            return tell_pick(self, before, done, after, seat)
        return self.tell_play(before, done, after, seat)

    def brief(
        self, before: SplitPosition, action: int, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        if before.phase == SPLIT:
            return []  # the sets lie on the table until they are taken, which is told
        if before.phase == PICK:
            return self.tell(before, action, after, seat)
        return self.brief_play(before, after.masked(before.describe(action), seat), after, seat)

    def journal(
        self, actions: Sequence[Action], position: SplitPosition, seat: int | None
    ) -> list[tuple[int, str]]:
        return [(done.seat, position.masked(done, seat).notation) for done in actions]

    # Hints.

    def reasons(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        told: list[Text] = [*fairness_of(self, position, seat, best.line or [best.action])]
        plays = position.phase == PLAY and not position.table.secret
        if plays:
            told += tell_at_once(self, position, seat, best.action)
        if other and best.value - other.value >= CLOSE:
            told += [*tell_difference(self, position, seat, best, other)] or [
                *why_less(self, position, seat, best.action, other.action)
            ]
            if plays:
                told += tell_gains(self, position, seat, best, other)
        return [*told, *super().reasons(position, seat, best, other)]

    def nudge(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> Text:
        if other is None or best.value - other.value < CLOSE:
            return super().nudge(position, seat, best, other)
        if position.phase == SPLIT and self.game.players == 2:
            return consider_picker(self.seats[1 - seat])
        done = position.describe(best.action)
        if position.phase == PLAY and "card" in done.details:
            card = self.card_name(cast(str, done.details["card"]))
            return msg("nudge-first", "Think about {card} first.", card=card)
        return super().nudge(position, seat, best, other)

    # Typing, advice and rules.

    def ends_turn(self, position: SplitPosition, action: int) -> bool:
        if position.phase != PLAY:
            return False
        after = position.copy()
        after.apply(action)
        return after.to_act() != position.to_act()

    def unseen(
        self, actions: Sequence[Action], position: SplitPosition, seat: int | None
    ) -> Sequence[str] | None:
        if self.game.offer.source == "dice":
            return None
        unseen = cast(OfferView, position.view(seat)).get("unseen")
        if unseen is None and self.secrets:
            return None
        counts = unseen or dict(zip(self.game.codes, position.pool, strict=True))
        return [code for code in self.game.codes for _ in range(counts.get(code, 0))]

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        effects = [effect for effect in self.game.empty_table.effects if effect]
        options = "".join(option for effect in effects for option in effect.options())
        seats = zip(self.seats, self.game.seats, strict=True)
        named = [(name, id) for name, id in seats if id in re.split("[^a-z0-9-]+", options)]
        # Translators: shown in front of the number of a set, as in "pick 2": German "Set 2".
        shown = pmsg("shown", "word-set", "Set")
        return [(shown, "pick"), (msg("word-pick", "pick"), "pick"), *named]

    def card_rules(self, code: str) -> Text:
        for effect in self.empty.effects:
            if effect and effect.rules.codes[effect.card] == code:
                return in_turn(cast(list[Message], rules_of(effect)))  # or a single name
        return ""

    def advice(self, view: View) -> Message | None:
        phase, offer = cast(SplitView, view)["phase"], self.game.offer
        texts: list[Message] = []
        for part in parts_of(offer):
            if self.pointed:  # these say what to type
                break
            if phase == "split":
                texts += part.advice_to_split(offer, self.game.players)
            elif phase == "pick":
                texts += part.advice_to_pick(offer)
        if phase == "play":
            return self.advice_to_play()
        two = self.game.players == 2 and offer.is_all_taken(2)
        if phase == "pick" and two and (self.in_sentences or self.pointed):
            other = self.seats[1 - cast(SplitView, view)["to_act"]]
            texts.append(msg("advice-pick-other", "{seat} gets the other set.", seat=other))
        if self.spoken:
            texts = [*map(said_by_ear, texts)]
        return replace(in_turn(texts), code=f"advice-{phase}") if texts else None

    def signs(self, new: Sequence[str]) -> list[Text]:
        return [*([] if self.spoken else super().signs(new)), *self.special_cards(new)]

    def special_cards(self, codes: Sequence[str]) -> list[Text]:
        """Say of each special card among *codes* what it does, in the first sentences of its rules.

        Each has a code of its own, as what has a code is said once a game.
        """
        codes_of = self.game.codes
        told: list[Text] = []
        for effect in self.empty.effects:
            if effect and codes_of[effect.card] in codes and (does := rules_of(effect)):
                code = codes_of[effect.card]
                about: dict[str, Param] = {
                    "card": self.card_name(code),
                    "code": code,
                    "what": does[0],
                }
                text = (
                    "{card:cap}: {what}" if self.spoken or self.pointed else SPECIAL.text
                )  # codes are not heard
                told.append(Message(f"sign-{code}", text, about))
        return told

    def never_drawn(self, position: SplitPosition) -> int:
        left = cast(SplitView, position.view(None))["cards_left"]
        return sum(position.pool) - left if self._draws_on() else 0

    def legend(self) -> list[Text]:
        return [] if self.pointed else [*offer_legend(self.game.offer, self.game.codes[0])]

    def rules(self) -> list[Section]:
        return splitting_rules(self.name, self.variant, self.game)
