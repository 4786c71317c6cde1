"""Kinds of games and of tables, which make a game and its presenter from a checked rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from ..game import Game
from ..scene import Presenter
from ..splitting.table import Table
from ..tables.crews import Effect
from ..text import Message, Text
from .faults import Fault, Path, Plain

if TYPE_CHECKING:
    from .models import RulesetModel, SplittingModel


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of a rule set in rows and columns, for people."""

    title: Message
    columns: Sequence[Message]
    rows: Sequence[Sequence[Text | int]]


class Kind:
    """Base of the kinds of games and tables, with defaults for most methods."""

    id: str = ""
    """Name of the kind in YAML, after ``game:`` or ``table:``."""

    def check(self, rules: Any) -> Iterator[Fault]:
        """Yield the faults of values that are right by themselves but do not fit together."""
        yield from ()

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        """Yield the texts about parts of *rules*, such as cards, each with the path of its part."""
        yield from ()

    def listings(self, rules: Any) -> Sequence[Listing]:
        """Return the listings that show *rules* to people."""
        return []

    def explained_in(self) -> Sequence[Traversable]:
        """Return the YAML files that explain the findings of this kind; see `explain`."""
        return []


class GameKind(Kind):
    """A kind of game: the keys of its rule sets, and how they are played and shown."""

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        """Return the pydantic model for *rules*, which are not checked yet."""
        raise NotImplementedError

    def parts(self, rules: RulesetModel) -> Iterator[tuple[str, str]]:
        """Yield hook and id of each thing that *rules* use and plugins may provide."""
        yield "splitpick_games", self.id

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        """Make the game of *variant*; *players* is a number that the rules allow."""
        raise NotImplementedError

    def presenter(self, rules: RulesetModel, game: Game) -> Presenter:
        """Make the presenter of *game*, which has its words and panels."""
        seats = [seat.name for seat in rules.seats]
        return Presenter(rules.name, rules.variant_name(game.variant), seats)


class TableKind(Kind):
    """A table for split-and-choose games: the keys it adds to rule sets, and how it is set up."""

    def model(self) -> type[SplittingModel]:
        """Return the pydantic model of rule sets with this table."""
        raise NotImplementedError

    def names(self) -> Mapping[str, Sequence[str]]:
        """Return the names from plugins that are possible values, by key: ``{"effect": [...]}``."""
        return {}

    def parts(self, rules: SplittingModel) -> Iterator[tuple[str, str]]:
        """Yield what the table uses in *rules*, in the form of `GameKind.parts`."""
        yield "splitpick_tables", self.id

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        """Set up the empty table for *seats*."""
        raise NotImplementedError

    def presenter(self, rules: SplittingModel, game: Game) -> Presenter:
        """Make the presenter of *game*; this default shows splits and picks, but no table."""
        from ..splitting.position import SplitGame
        from ..splitting.split_presenter import SplitPresenter

        assert isinstance(game, SplitGame)
        seats = [seat.name for seat in rules.seats[: game.players]]
        return SplitPresenter(rules.name, rules.variant_name(game.variant), seats, game)


Effects = Mapping[str, type[Effect]]  # the special cards that are registered, by id
