"""Words and zones of a collection, for any cards, uses and scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, cast

from ...game import Action
from ...scene import Advised, Choice, Section, View
from ...splitting.phases import PICK
from ...splitting.position import SplitPosition
from ...splitting.split_presenter import SplitPresenter
from ...splitting.table import Table
from ...splitting.words.fairness import Worths, known, picked
from ...splitting.words.offer_view import OfferView, SplitView
from ...splitting.words.split_words import course_of
from ...text import MINUS, Both, Message, Name, Param, Text, in_turn, msg, named, pmsg
from ...things import DOWN, SceneCounter, SceneZone, signed
from .collection_legend import collection_legend, tell_values
from .collection_rules import FACE_DOWN, USES
from .collection_rules_text import collection_rules_text
from .collection_story import gains_of, tell_play, tell_scoring
from .collection_table import CollectionTable
from .collection_words import aim_of, label_of, primer_of


class HiddenCardView(TypedDict):
    """A card face down; *card* is ``?`` for those who do not know it."""

    card: str
    use: str


class OwnedView(TypedDict):
    """The cards of a seat, by code."""

    kept: list[str]
    eaten: list[str]
    hidden: list[HiddenCardView]


class CollectionView(SplitView):
    """A view of a game with a collection; *points* are by line of scoring and then by seat."""

    collections: list[OwnedView]
    discarded: list[str]
    points: list[list[int]]


class CollectionPresenter(SplitPresenter[CollectionTable]):
    """Presenter of a game with a collection."""

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "keep": msg("kind-keep", "kept a card"),
            "eat": msg("kind-eat", "ate a card"),
            "discard": msg("kind-discard", "discarded a card"),
        }
        return kinds.get(kind) or super().kind_name(kind)

    # The table.

    def table_zones(self, view: View, seat: int | None) -> Sequence[SceneZone]:
        now = cast(CollectionView, view)
        zones = [self._seat(view, owner) for owner in self.top_down(seat)]
        if now["discarded"] or self._may(view, "discard"):
            title = msg("discarded", "Discarded")
            zones.append(SceneZone("discarded", title, self.pieces(now["discarded"]), form="heap"))
        return zones

    def _seat(self, view: View, owner: int) -> SceneZone:
        now = cast(CollectionView, view)
        own, seat, id = now["collections"][owner], self.seats[owner], self.game.seats[owner]
        # Translators: cards that lie there, as a heading.
        kept = pmsg("cards", "kept-cards", "kept")
        eaten = pmsg("cards", "eaten-cards", "eaten")
        down = msg("hidden-cards", "face down")
        hidden = [replace(self.piece(card["card"]), face=DOWN) for card in own["hidden"]]
        names = {
            "kept": msg("seat-kept", "{seat} has kept", seat=seat).to_you(
                seat=msg("you-kept", "you have kept")
            ),
            "eaten": msg("seat-eaten", "{seat} has eaten", seat=seat).to_you(
                seat=msg("you-eaten", "you have eaten")
            ),
            "hidden": msg("cards-of-seat", "{seat:cap}, {place}", seat=named(seat), place=down),
        }
        zones = [
            SceneZone(
                f"{place}:{id}", title, pieces, form="heap", owner=owner, name=names[place]
            )
            for place, title, pieces in (
                ("kept", kept, self.pieces(own["kept"])),
                ("eaten", eaten, self.pieces(own["eaten"])),
                ("hidden", down, hidden),
            )
            if pieces
            or place == "kept"
            or (place == "eaten" and now["to_act"] == owner and self._may(view, "eat"))
        ]  # fmt: skip
        return self.seat_zone(view, owner, zones, *self._account(now, owner))

    def _may(self, view: View, use: str) -> bool:
        """Return whether a card may be put to *use* now, so that its place has to be there."""
        uses = {use % FACE_DOWN for use in self.empty.rules.uses}
        return view["phase"] == "play" and USES.index(use) in uses

    def _account(self, now: CollectionView, owner: int) -> list[SceneCounter]:
        """Say what each line of scoring is worth to *owner* now; nothing for a single line."""
        rules = self.empty.rules
        if len(rules.scoring) == 1:
            return []
        return [
            SceneCounter(line, line)
            for rule, points in zip(rules.scoring, now["points"], strict=True)
            if points[owner]
            for what in [label_of(rules, rule)]
            for line in [
                msg("line-points-heard", "{points} for {what}", points=points[owner], what=what)
                if self.spoken and not self.pointed  # "silk 1" would be a card
                else msg("line-points", "{what} {points}", points=signed(points[owner]), what=what)
            ]
        ]

    def gains(
        self, before: Table, after: Table, owner: int, viewer: int | None
    ) -> Sequence[tuple[int, Text]]:
        old, new = cast(CollectionTable, before), cast(CollectionTable, after)
        return gains_of(old, new, owner, viewer, self.seats)

    # Choices.

    def question(self, view: View) -> Text:
        uses = {USES[use % FACE_DOWN] for use in self.empty.rules.uses}
        if self.pointed and view["phase"] == "play" and uses == {"keep", "eat"}:
            return msg("ask-keep-or-eat", "Keep a card or eat it.")
        return super().question(view)

    def choice(self, position: SplitPosition, action: int) -> Choice:
        """Say of a set, too, what its open cards are worth now, if nothing is decided of them."""
        choice = super().choice(position, action)
        if position.phase != PICK or not self.empty.automatic:
            return choice
        seat = position.to_act()
        now = cast(OfferView, position.view(seat))
        got: tuple[list[str], dict[int, list[str]]] = known(position, [choice.piece]), {}
        if not choice.piece:
            got = picked(position, seat, now["sets"], int(choice.zone[4:]) - 1)
        worths = Worths(self.table_of(position), self.game.cards_by_code)
        change = self._change(worths.of(seat, *got))
        if "?" in now["sets"][int(choice.zone[4:]) - 1]:
            open_only = msg("worth-open", "{worth} without what lies face down", worth=change.label)
            change = replace(change, label=open_only)
        return replace(choice, changes=[change])

    def name_move(self, position: SplitPosition, action: int) -> Text:
        done = position.describe(action)
        if done.kind not in ("keep", "eat", "discard"):
            return super().name_move(position, action)
        code = cast(str, done.details["card"])
        card = self.card_name(code) if self.spoken or self.in_sentences else code
        names = {
            "keep": msg("name-keep", "keep {card:acc}", card=card),
            "eat": msg("name-eat", "eat {card:acc}", card=card),
            "discard": msg("name-discard", "discard {card:acc}", card=card),
        }
        return msg("named-move", '"{move}"', move=names[done.kind])

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        if done.kind == "effect":
            return super().choice_to_play(position, action, done)
        table = self.table_of(position)
        code = cast(str, done.details["card"])
        after = table.copy()
        after.play(done.seat, action)
        old, new = table.scores_for(done.seat), after.scores_for(done.seat)
        gains = {seat: new[seat] - old[seat] for seat in range(len(new)) if new[seat] != old[seat]}
        own = gains.pop(done.seat, 0)
        mine = [self._worth(own)] if own or not gains else []
        told = [
            msg("worth-of", "{seat} {points}", seat=self.seats[seat], points=self._worth(more))
            for seat, more in gains.items()
        ]
        others = [
            one.filled(points=signed(more)) for one, more in zip(told, gains.values(), strict=True)
        ]
        worth = _listed([*mine, *told])
        if len(others) > 1:
            others = [msg("worth-others", "others {points}", points=signed(sum(gains.values())))]
        about: dict[str, Param] = {"card": self.card_name(code), "worth": worth}
        sentences = {
            ("keep", False): msg("choose-keep", "Keep {card:acc}: {worth}.", **about),
            ("eat", False): msg("choose-eat", "Eat {card:acc}: {worth}.", **about),
            ("discard", False): msg("choose-discard", "Discard {card:acc}: {worth}.", **about),
            ("keep", True): msg("choose-keep-down", "Keep {card:acc} face down: {worth}.", **about),
            ("eat", True): msg("choose-eat-down", "Eat {card:acc} face down: {worth}.", **about),
            ("discard", True): msg(
                "choose-discard-down", "Discard {card:acc} face down: {worth}.", **about
            ),
        }
        sentence = sentences[done.kind, done.details["face-down"] is True]
        place = {"keep": "kept", "eat": "eaten"}.get(done.kind, "")
        zone = f"{place}:{self.game.seats[done.seat]}" if place else "discarded"
        effect = _listed([*mine, *others]) if own or gains else ""
        changes = [self._change(own)] if own else []
        if len(gains) == 1:  # the sentence tells of several
            ((other, more),) = gains.items()
            changes += [SceneCounter("", named(self.seats[other])), self._change(more)]
        return Choice(code, done.notation, effect, sentence, piece=code, zone=zone, changes=changes)

    def _change(self, points: int) -> SceneCounter:
        return SceneCounter(self._worth(points), signed(points), picture="coin")

    def _worth(self, more: int) -> Message:
        if more == 0:
            return msg("worth-nothing", "no points now")
        return msg("worth-more" if more > 0 else "worth-less", "{sign}{points}",
                   sign="+" if more > 0 else MINUS, points=self.amount(abs(more)))  # fmt: skip

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        if done.kind == "effect":
            return super().tell_play(before, done, after, seat)
        code = cast(str, done.details["card"])
        return [tell_play(self.seats[done.seat], self.card_name(code), done)]

    def short_reasons(
        self, position: SplitPosition, seat: int, best: Advised, other: Advised | None
    ) -> list[Text]:
        short = super().short_reasons(position, seat, best, other)
        reasons = self.reasons(position, seat, best, other)[: -1 - len(short)]
        # What makes the difference, or else of a split what it makes sure of, stands last.
        told = [text for text in reasons if isinstance(text, Message)]
        differs = (at for at, text in enumerate(told) if text.code.startswith("why-differs"))
        why = told[next(differs, -2) :]
        # Who gets what may speak against a split that is best for all that.
        return [in_turn(why)] if why and not why[0].code.startswith("why-expected") else short

    def scoring(self, position: SplitPosition) -> list[Text]:
        return tell_scoring(self, position)

    # Typing, hints and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            *super().words(),
            (msg("word-keep", "keep"), "keep"),
            (msg("word-eat", "eat"), "eat"),
            (msg("word-discard", "discard"), "discard"),
        ]

    def aim(self) -> Text:
        if not self.pointed:
            return primer_of(self.empty.rules)
        return in_turn([*course_of(self.game), aim_of(self.empty.rules)])

    def advice_to_play(self) -> Message | None:
        return msg(
            "advice-collect",
            "Each choice shows how it changes your points now; they can still go up or down before"
            " the end.",
        )

    def legend(self) -> list[Text]:
        return [] if self.pointed else collection_legend(self.empty, self.game)

    def signs(self, new: Sequence[str]) -> list[Text]:
        values = tell_values(self.empty.rules, new, spoken=self.spoken)
        return [*values, *([] if self.spoken else self.special_cards(new))]

    def rules(self) -> list[Section]:
        return collection_rules_text(self.name, self.variant, self.game, self.empty)


def _listed(gains: Sequence[Message]) -> Message:
    return Message("all-gains", "{gains}", {"gains": Both((*gains,), commas=True)})
