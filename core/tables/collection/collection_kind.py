"""The kind of table on which cards are collected, made from its rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...rules.kinds import Listing, TableKind
from ...rules.special_cards import KnownEffect
from ...rules.value_findings import ValueFinding
from ...scene import Presenter
from ...splitting.position import SplitGame
from ...text import Text, msg
from . import CollectionEffect, CollectionRules, CollectionTable
from .collection_rules import FACE_DOWN, USES
from .scoring_rules import (
    ALL,
    EATEN,
    KEPT,
    NOBODY_WINS,
    SHARED,
    Alike,
    AlikeBySize,
    Different,
    LineFacts,
    Most,
    Multiplied,
    PrintedPoints,
    Runs,
    ScoringRule,
)

if TYPE_CHECKING:
    from ...rules.models import SplittingModel
    from .collection_models import CollectionModel, ScoringLine

PLACES = {"kept": [KEPT], "eaten": [EATEN], "both": [KEPT, EATEN]}
TIES = {"all": ALL, "shared": SHARED, "none": NOBODY_WINS}


class CollectionKind(TableKind):
    """The table of games without Python."""

    id = "collection"
    summary = msg(
        "about-collection-game", "Split cards for each other, and collect those that score."
    )
    effect_class = CollectionEffect

    def with_effects(self, known: Mapping[str, KnownEffect]) -> TableKind:
        from .verbs.card_verbs import COLLECTION_VERBS

        own = {verb.id: KnownEffect(verb, "splitpick") for verb in COLLECTION_VERBS}
        return super().with_effects({**known, **own})

    def make_special(self, rules: CollectionRules, card: int, effect: CollectionEffect) -> None:
        rules.reaches = rules.reaches or bool(effect.reaches)

    def model(self) -> type[SplittingModel]:
        from .collection_models import CollectionModel

        return CollectionModel

    def check(self, rules: Any) -> Iterator[ValueFinding]:
        from .collection_checks import check_collection

        return check_collection(rules)

    def build(self, rules: CollectionModel, seats: list[str]) -> CollectionTable:  # type: ignore[override]
        cards, kinds = rules.cards, [kind.id for kind in rules.kinds]
        collection_rules = CollectionRules(
            seats=seats,
            seat_names=[seat.name for seat in rules.seats[: len(seats)]],
            codes=[card.code for card in cards],
            card_names=[rules.card_name(card) for card in cards],
            numbers=[-1 if card.number is None else card.number for card in cards],
            points=[card.points for card in cards],
            kinds=[kinds.index(card.kind) if card.kind else -1 for card in cards],
            kind_names=[kind.name for kind in rules.kinds],
            uses=[
                *(number for number, use in enumerate(USES) if use in rules.uses),
                *(FACE_DOWN + number for number, use in enumerate(USES) if use in rules.hidden),
            ],
            scoring=[scoring_rule(rules, line, len(seats)) for line in rules.scoring],
            tie_break=list(rules.tie_break),
            turns=rules.turns_for(len(seats)),
            sides=rules.sides(len(seats)),
        )
        return CollectionTable(collection_rules, self.effects_of(collection_rules, cards))

    def presenter(self, rules: Any, game: SplitGame) -> Presenter:
        from .collection_presenter import CollectionPresenter

        names = {card.code: rules.card_name(card) for card in rules.cards}
        of_kinds = {kind.id: kind.ink or "" for kind in rules.kinds}
        inks = {card.code: of_kinds.get(card.kind, "") for card in rules.cards}
        presenter = CollectionPresenter(*self.titles(rules, game), game, names, inks)
        of_kinds = {kind.id: kind.picture or "" for kind in rules.kinds}
        presenter.pictures = {
            card.code: card.picture or of_kinds.get(card.kind, "") for card in rules.cards
        }
        return presenter

    def listings(self, rules: Any) -> Sequence[Listing]:
        number, points = msg("number-column", "Number"), msg("points-column", "Points")
        columns = (msg("card", "Card"), msg("name", "Name"), number, points, msg("count", "Count"))
        cards = [
            (
                card.code,
                rules.card_name(card),
                "" if card.number is None else card.number,
                card.points,
                card.count,
            )
            for card in rules.cards
        ]
        return [Listing(msg("cards", "Cards"), columns, cards)]


def scoring_rule(rules: CollectionModel, line: ScoringLine, players: int) -> ScoringRule:
    """Return the rule that *line* describes, for that many *players*."""
    from .collection_checks import group_of, selected

    chosen = selected(rules, line)
    kinds = [kind.name for id in line.kinds if (kind := rules.kind(id))]
    named = [rules.card_name(card) for card in rules.cards if card.code in line.cards]
    numbers = [msg("only-number", "number {number}", number=number) for number in line.numbers]
    words: list[Text] = [*kinds, *named, *numbers]
    if sum(map(bool, (kinds, named, numbers))) > 1:  # only cards that fit all of these
        words = [rules.card_name(rules.cards[number]) for number in chosen]
    about = LineFacts(
        len(rules.cards), PLACES[line.of], chosen, words, line.name or "", line.when == "turn"
    )
    points = line.points if isinstance(line.points, int) else 0
    if line.score in ("points", "penalty"):
        each = [card.points if line.score == "points" else -points for card in rules.cards]
        return PrintedPoints(line.score, each, about)
    if line.score == "multiplier":
        card = next(number for number, one in enumerate(rules.cards) if one.code == line.by)
        printed = [one.points for one in rules.cards]
        return Multiplied(card, line.times or 2, printed, about)
    groups: dict[str | int, list[int]] = {}
    jokers = [number for number, card in enumerate(rules.cards) if card.code in line.jokers]
    for number in chosen:
        if number not in jokers and (group := group_of(rules.cards[number], line.each)) is not None:
            groups.setdefault(group, []).append(number)
    if line.score == "runs":
        return Runs(
            line.each or "",
            [_by_number(rules, cards) for cards in groups.values()],
            line.least or 2,
            points,
            about,
        )
    names = [_group_name(rules, line.each, cards[0]) for cards in groups.values()]
    grouped = line.each or "", [*groups.values()], names, about
    if line.score == "different":
        assert not isinstance(line.points, int | str | None)
        return Different(*grouped, jokers).prepare(list(line.points))
    if line.score == "alike" and not isinstance(line.points, int | str | None):
        return AlikeBySize(*grouped, jokers).prepare(list(line.points), line.best or 0)
    if line.score == "alike":
        return Alike(*grouped, jokers).prepare(line.size or 2, points)
    by_number = line.points == "number"
    printed_numbers = [rules.cards[cards[0]].number or 0 for cards in groups.values()]
    worth = printed_numbers if by_number else [points] * len(groups)
    return Most(*grouped).prepare(worth, by_number, TIES[line.ties], line.second, players)


def _by_number(rules: CollectionModel, cards: Sequence[int]) -> list[list[int]]:
    """Return the *cards* of each number, from the lowest number to the highest."""
    numbers = [number for card in cards if (number := rules.cards[card].number) is not None]
    return [
        [card for card in cards if rules.cards[card].number == number]
        for number in range(min(numbers, default=0), max(numbers, default=0) + 1)
    ]


def _group_name(rules: CollectionModel, each: str | None, card: int) -> Text:
    """Return the name of the group that *card* is in."""
    one = rules.cards[card]
    if each == "kind":
        kind = rules.kind(one.kind)
        assert kind is not None
        return kind.name
    return str(one.number) if each == "number" else rules.card_name(one) if each else ""
