"""Kinds of games and of tables: how a checked rule set becomes a game and its words."""

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
    """The word for it in YAML, after ``game:`` or ``table:``."""

    def check(self, rules: Any) -> Iterator[Fault]:
        """Find what is wrong with values of *rules* together, each being right by itself."""
        yield from ()

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        """List the rules texts of parts of *rules*, each with the path of the part."""
        yield from ()

    def listings(self, rules: Any) -> Sequence[Listing]:
        """Return the listings that show *rules* to people."""
        return []

    def explained_in(self) -> Sequence[Traversable]:
        """List the YAML files that explain findings of its own; see `explain`."""
        return []


class GameKind(Kind):
    """A kind of game: the keys of its rule sets, and how they are played and shown."""

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        """Return the pydantic model for *rules*, which are not checked yet."""
        raise NotImplementedError

    def parts(self, rules: RulesetModel) -> Iterator[tuple[str, str]]:
        """List the parts of *rules*: the hook that provides a part, and the part's id."""
        yield "splitpick_games", self.id

    def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
        """Make the game; *players* is among those the rule set allows."""
        raise NotImplementedError

    def presenter(self, rules: RulesetModel, game: Game) -> Presenter:
        """Make the words and panels for *game*."""
        seats = [seat.name for seat in rules.seats]
        return Presenter(rules.name, rules.variant_name(game.variant), seats)


class TableKind(Kind):
    """A table for split-and-choose games: the further keys it reads, and how it is set up."""

    def model(self) -> type[SplittingModel]:
        """Return the pydantic model of rule sets with this table."""
        raise NotImplementedError

    def names(self) -> Mapping[str, Sequence[str]]:
        """Return the names from plugins that are values of a key: ``{"effect": [...]}``."""
        return {}

    def parts(self, rules: SplittingModel) -> Iterator[tuple[str, str]]:
        """List the table's parts in *rules*; see `GameKind.parts`."""
        yield "splitpick_tables", self.id

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        """Set up the empty table for *seats*."""
        raise NotImplementedError

    def presenter(self, rules: SplittingModel, game: Game) -> Presenter:
        """Make the words and panels for *game*; here those of its course, without the table's."""
        from ..splitting.position import SplitGame
        from ..splitting.split_presenter import SplitPresenter

        assert isinstance(game, SplitGame)
        seats = [seat.name for seat in rules.seats[: game.players]]
        return SplitPresenter(rules.name, rules.variant_name(game.variant), seats, game)


Effects = Mapping[str, type[Effect]]  # the special cards that are registered, by id
