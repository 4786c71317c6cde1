"""Words and panels of a collection, for any cards, uses and scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from ...game import Action
from ...scene import Choice, Line, Panel, Row, Scene, Section, Span, View
from ...splitting.position import SplitGame, SplitPosition
from ...splitting.split_presenter import SplitPresenter
from ...splitting.words.offer_words import SplitView
from ...text import Both, Message, Name, Param, Text, msg, named, nmsg
from .collection_legend import collection_legend
from .collection_rules_text import collection_rules_text
from .collection_story import tell_play, tell_scoring
from .collection_table import CollectionTable
from .collection_words import aim_of, amount, label_of


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

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        inks: Mapping[str, str],
    ) -> None:
        super().__init__(name, variant, seats, game, {}, inks)
        self.collection_rules = self.empty.rules
        self._names = dict(zip(game.codes, self.collection_rules.card_names, strict=True))

    def kind_name(self, kind: str) -> Text:
        kinds: dict[str, Message] = {
            "keep": msg("done-kept", "kept"),
            "eat": msg("done-eaten", "eaten"),
            "discard": msg("kind-discard", "discarded"),
        }
        return kinds.get(kind) or super().kind_name(kind)

    # The table.

    def table_scene(self, view: View, seat: int | None) -> Scene:
        now = cast(CollectionView, view)
        scene: list[Line | Row] = [Row([self._panel(now, owner) for owner in self.top_down(seat)])]
        if now["discarded"]:
            discarded = msg("discarded", "Discarded:")
            scene.append((Span(discarded), *self._counted(now["discarded"])))
        return scene

    def _panel(self, now: CollectionView, owner: int) -> Panel:
        own = now["collections"][owner]
        name, score = named(self.seats[owner]), now["scores"][owner]
        title = msg("panel-title", "{seat:cap}: {points}", seat=name, points=score)
        lines: list[Line] = []
        for heading, codes in (
            (msg("kept-cards", "kept:"), own["kept"]),
            (msg("eaten-cards", "eaten:"), own["eaten"]),
            (msg("hidden-cards", "face down:"), [card["card"] for card in own["hidden"]]),
        ):
            if codes:
                lines.append((Span(heading), *self._counted(codes)))
        lines += [(Span(text, faint=True),) for text in self._account(now, owner)]
        return Panel((Span(title, strong=True),), lines or [(Span("–", faint=True),)])

    def _counted(self, codes: Sequence[str]) -> Line:
        """Show codes, equal ones once with their number."""
        return tuple(
            self.code_span(code, code if count == 1 else f"{code}×{count}")
            for code, count in Counter(codes).items()
        )

    def _account(self, now: CollectionView, owner: int) -> list[Message]:
        """Say what each line of scoring is worth to *owner* now; nothing for a single line."""
        rules = self.collection_rules
        if len(rules.scoring) == 1:
            return []
        return [
            msg("line-points", "{what}: {points}", points=points[owner], what=label_of(rules, rule))
            for rule, points in zip(rules.scoring, now["points"], strict=True)
            if points[owner]
        ]

    def table_sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(CollectionView, view)
        texts: list[Text] = []
        for owner in self.top_down(seat):
            own, about = now["collections"][owner], {"seat": self.seats[owner]}
            points = now["scores"][owner]
            texts.append(
                nmsg(
                    "say-points", "{seat} has {count} point.", "{seat} has {count} points.",
                    points, **about,
                ).to_you(
                    seat=nmsg(
                        "say-your-points", "You have {count} point.", "You have {count} points.",
                        points,
                    )
                )
            )  # fmt: skip
            if own["kept"]:
                cards = self.cards(own["kept"])
                kept = msg("say-kept", "{seat} has kept {cards}.", cards=cards, **about)
                texts.append(kept.to_you(seat=msg("say-you-kept", "You have kept {cards}.")))
            if own["eaten"]:
                cards = self.cards(own["eaten"])
                eaten = msg("say-eaten", "{seat} has eaten {cards}.", cards=cards, **about)
                texts.append(eaten.to_you(seat=msg("say-you-ate", "You have eaten {cards}.")))
            known = [card["card"] for card in own["hidden"] if card["card"] != "?"]
            if own["hidden"]:
                texts.append(
                    nmsg(
                        "say-hidden",
                        "{seat} has {count} card face down.",
                        "{seat} has {count} cards face down.",
                        len(own["hidden"]),
                        **about,
                    ).to_you(
                        seat=nmsg(
                            "say-your-hidden",
                            "You have {count} card face down.",
                            "You have {count} cards face down.",
                            len(own["hidden"]),
                        )
                    )
                )
            if known:
                cards = self.cards(known)
                texts.append(msg("say-known", "Among them you know {cards}.", cards=cards))
            if lines := self._account(now, owner):
                scored = Both(tuple(lines), commas=True)
                texts.append(msg("say-lines", "Points so far: {lines}.", lines=scored))
        return texts

    # Plays.

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        if done.kind == "effect":
            return super().choice_to_play(position, action, done)
        table = self.table_of(position)
        code = cast(str, done.details["card"])
        after = table.copy()
        after.play(done.seat, action)
        more = after.scores_for(done.seat)[done.seat] - table.scores_for(done.seat)[done.seat]
        worth = self._worth(more)
        about: dict[str, Param] = {"card": self.card_name(code), "worth": worth}
        texts = {
            ("keep", False): msg("choose-keep", "Keep {card}: {worth}.", **about),
            ("eat", False): msg("choose-eat", "Eat {card}: {worth}.", **about),
            ("discard", False): msg("choose-discard", "Discard {card}: {worth}.", **about),
            ("keep", True): msg("choose-keep-down", "Keep {card} face down: {worth}.", **about),
            ("eat", True): msg("choose-eat-down", "Eat {card} face down: {worth}.", **about),
            ("discard", True): msg(
                "choose-discard-down", "Discard {card} face down: {worth}.", **about
            ),
        }
        sentence = texts[done.kind, done.details["face-down"] is True]
        return Choice(code, done.notation, worth if more else "", sentence)

    def _worth(self, more: int) -> Message:
        if more == 0:
            return msg("worth-nothing", "no points now")
        return msg("worth-more" if more > 0 else "worth-less", "{sign}{points}",
                   sign="+" if more > 0 else "-", points=amount(abs(more)))  # fmt: skip

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        if done.kind == "effect":
            return super().tell_play(before, done, after, seat)
        code = cast(str, done.details["card"])
        return [tell_play(self.seats[done.seat], self.card_name(code), done)]

    def scoring(self, position: SplitPosition) -> list[Text]:
        all_split = position.game.offer.splitter == "all"
        table, scores = self.table_of(position), position.scores()
        return tell_scoring(table, scores, position.winners(), self.seats, all_split)

    # Typing, hints and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            *super().words(),
            (msg("word-keep", "keep"), "keep"),
            (msg("word-eat", "eat"), "eat"),
            (msg("word-discard", "discard"), "discard"),
        ]

    def aim(self) -> Text:
        return aim_of(self.collection_rules)

    def advice_to_play(self) -> Message | None:
        return msg(
            "advice-collect",
            "Each choice says what it changes about your points now; points can still be lost"
            " or grow until the end.",
        )

    def legend(self) -> list[Text]:
        return collection_legend(self.empty, self.game)

    def rules(self) -> list[Section]:
        return collection_rules_text(self.name, self.variant, self.game, self.empty)
