"""Words that all of a split-and-choose game's presenter shares: names, cards, sets and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ...card_presenter import CardPresenter
from ...game import Action
from ...text import Both, Message, Name, Text, msg, named
from ..phases import PICK, SPLIT
from ..position import SplitGame, SplitPosition
from ..splits import along
from ..table import Table
from .offer_view import OfferView, set_title, sets_of, written


class SplitWords(CardPresenter[SplitPosition]):
    """Names of actions, lists of sets and points."""

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        cards: Mapping[str, Text] = {},
        inks: Mapping[str, str] = {},
    ) -> None:
        super().__init__(name, variant, seats, cards, inks)
        self.game = game
        self.secrets = game.info().secrets

    def name_move(self, position: SplitPosition, action: int) -> Text:
        """Name *action* inside a sentence: the set it takes, the split, or else its notation."""
        notation = position.notation(action)
        if position.phase == SPLIT and self.spoken:
            sets, _ = sets_of(position.describe(action))
            if len(sets) == 2 and not any("(" in code for one in sets for code in one):
                one = self.cards(sets[0])
                return msg("the-split-said", "the split with {cards} in one set", cards=one)
            each = tuple(
                msg("cards-in-set", "{cards} in set {number}", cards=self.cards(one), number=number)
                for number, one in enumerate(sets, 1)
            )
            return msg("the-split-sets", "the split with {sets}", sets=Both(each, commas=True))
        if position.phase == SPLIT:
            move = self.split_written(position, action)
            return msg("the-split", "the split {move}", move=move)
        if position.phase == PICK and position.game.offer.take != "card":
            number = cast(int, position.describe(action).details["set"])
            if self.in_sentences:  # the cards are listed with the choices
                return msg("the-set-number", "set {number}", number=number)
            known = cast(OfferView, position.view(position.to_act()))["sets"][number - 1]
            cards = self.listed(known)
            return msg("the-set", "set {number} ({cards})", number=number, cards=cards)
        # "eat F2" would read as an order within a sentence.
        return msg("named-move", '"{move}"', move=notation) if " " in notation else notation

    def gains(
        self, before: Table, after: Table, owner: int, viewer: int | None
    ) -> Sequence[tuple[int, Text]]:
        """Return what has changed the points of *owner*, and by how much, if the table knows it.

        As far as the seat *viewer* may know; ``None`` is an onlooker.
        """
        return []

    def split_written(self, position: SplitPosition, action: int) -> str:
        """Write the split *action*; sets of a row or circle in the order in which they lie."""
        done = position.describe(action)
        runs, (_, prices) = self.runs(position, done), sets_of(done)
        if not self.game.offer.contiguous or self.game.offer.face_down:
            return done.notation
        costs = [prices[number] for number, _ in runs] if prices else ()
        return written([codes for _, codes in runs], costs)

    def runs(self, position: SplitPosition, done: Action) -> list[tuple[int, list[str]]]:
        """Return the sets of the split *done* with their numbers from 0, as `split_written`."""
        (sets, _), offer = sets_of(done), self.game.offer
        if not offer.contiguous or offer.face_down:
            return [*enumerate(sets)]
        return along(cast(list[str], position.view(done.seat)["drawn"]), sets, offer)

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "draw": msg("kind-draw", "drawn"),
            "split": msg("kind-split", "split"),
            "pick": msg("kind-pick", "picked"),
            "effect": msg("kind-effect", "took effect"),
        }
        return kinds.get(kind, kind)

    def say_sets(self, sets: Sequence[Sequence[str]], prices: Sequence[int] = ()) -> list[Message]:
        """List the cards of each set that is not taken yet."""
        return [
            self.say_set(number, codes, prices) for number, codes in enumerate(sets, 1) if codes
        ]

    def say_set(self, number: int, codes: Sequence[str], prices: Sequence[int] = ()) -> Message:
        """List the cards of set *number*, and its price if there are *prices*."""
        title = set_title(number, prices)
        return msg("say-titled", "{title}: {cards}.", title=title, cards=self.cards(codes))

    def points_of(self, points: Sequence[int | None], gains: Sequence[Sequence[Text]] = ()) -> Both:
        """List the *points* of each seat, and its *gains*; ``None`` are not known."""
        unknown = msg("points-unknown", "unknown") if self.spoken else "?"
        each = [
            msg(
                "seat-points",
                "{seat} {points}",
                seat=named(seat),
                points=unknown if count is None else count,
            )
            for seat, count in zip(self.seats, points, strict=True)
        ]
        for seat, gained in enumerate(gains):
            if gained:
                what = Both(tuple(gained), commas=True)
                each[seat] = msg("points-gained", "{points} ({what})", points=each[seat], what=what)
        return Both(tuple(each), commas=True)


def course_of(game: SplitGame) -> list[Message]:
    """Say in a sentence how a turn goes, where players take turns to split cards into sets."""
    offer = game.offer
    is_said = offer.splitter == "turns" and offer.take == "set" and offer.source != "dice"
    if not is_said or game.turns < 2:
        return []
    if game.players == 2 and offer.is_all_taken(2):
        course = (
            msg(
                "course-two-hand",
                "In each of the {turns} turns one of you splits cards from their own hand into"
                " two sets, and the other takes one of them; you take turns splitting.",
            )
            if offer.source == "hand"
            else msg(
                "course-two",
                "In each of the {turns} turns one of you splits cards into two sets, and the other"
                " takes one of them; you take turns splitting.",
            )
        )
    elif not offer.splitter_picks:
        return []
    else:
        course = (
            msg(
                "course-many-hand",
                "In each of the {turns} turns one player splits cards from their own hand into"
                " sets, and the others pick first; then it is the next player's turn to split.",
            )
            if offer.source == "hand"
            else msg(
                "course-many",
                "In each of the {turns} turns one player splits cards into sets, and the others"
                " pick first; then it is the next player's turn to split.",
            )
        )
    return [course.filled(turns=game.turns)]
