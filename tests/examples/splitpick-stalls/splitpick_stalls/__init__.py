"""Stalls: a table for split-and-choose games, for which other packages can make special cards."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from splitpick.core.game import Action
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind
from splitpick.core.rules.models import EffectCard, NamedCard, SplittingModel
from splitpick.core.scene import Choice, Presenter
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.core.splitting.split_presenter import SplitPresenter
from splitpick.core.splitting.table_rules import TableRules
from splitpick.core.text import Text, Texts

from .table import StallEffect, Stalls

__all__ = ["StallEffect", "Stalls"]

msg = Texts("splitpick_stalls").msg


class Goods(NamedCard, EffectCard):
    """A type of goods, or a special card."""


class StallsModel(SplittingModel):
    """A game on this table."""

    cards: Sequence[Goods]


class StallsKind(TableKind):
    """The table, for rule sets with ``table: stalls``."""

    id = "stalls"
    effect_class = StallEffect

    def model(self) -> type[SplittingModel]:
        return StallsModel

    def build(self, rules: Any, seats: list[str]) -> Stalls:
        table_rules = TableRules(
            seats,
            [seat.name for seat in rules.seats[: len(seats)]],
            [card.code for card in rules.cards],
            [card.name or card.code for card in rules.cards],
        )
        return Stalls(table_rules, self.effects_of(table_rules, rules.cards))

    def presenter(self, rules: Any, game: SplitGame) -> Presenter:
        seats = [seat.name for seat in rules.seats[: game.players]]
        names = {card.code: card.name or card.code for card in rules.cards}
        inks = {card.code: card.ink or "" for card in rules.cards}
        variant = rules.variant_name(game.variant)
        return StallsPresenter(rules.name, variant, seats, game, names, inks)


class StallsPresenter(SplitPresenter[Stalls]):
    """Words of the table; those of splits, picks and special cards are inherited."""

    def kind_name(self, kind: str) -> Text:
        kinds = {"shelve": msg("kind-shelve", "shelved"), "sell": msg("kind-sell", "sold")}
        return kinds.get(kind) or super().kind_name(kind)

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        if done.kind == "effect":
            return super().choice_to_play(position, action, done)
        card = self.card_name(str(done.details["card"]))
        said = {
            "shelve": msg("choose-shelve", "Shelve {card:acc}.", card=card),
            "sell": msg("choose-sell", "Sell {card:acc}.", card=card),
        }[done.kind]
        return Choice(str(done.details["card"]), done.notation, "", said)

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        if done.kind == "effect":
            return super().tell_play(before, done, after, seat)
        who, card = self.seats[done.seat], self.card_name(str(done.details["card"]))
        if done.kind == "sell":
            return [msg("sells", "{seat} sells {card:acc}.", seat=who, card=card)]
        return [msg("shelves", "{seat} shelves {card:acc}.", seat=who, card=card)]

    def aim(self) -> Text:
        return msg(
            "aim",
            "Shelve many goods of a kind: n of them are worth n times n points. Whatever you sell"
            " is worth 2 points.",
        )


@hookimpl
def splitpick_tables() -> list[TableKind]:
    """Return the table."""
    return [StallsKind()]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Return the folder with a game on it."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Return the folder of translations."""
    return [("splitpick_stalls", files(__name__) / "locales")]
