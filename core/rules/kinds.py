"""Kinds of games and of tables, which make a game and its presenter from a checked rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass
from functools import partial
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from typing_extensions import TypeVar

from ..game import Game
from ..scene import Presenter
from ..splitting.card_effect import CardEffect
from ..splitting.table import Table
from ..splitting.table_rules import TableRules
from ..text import Message, Name, Text, msg
from ..things import is_drawn
from .special_cards import KnownEffect, make_effect
from .value_findings import Path, Plain, ValueFinding

if TYPE_CHECKING:
    from ..declared import ActionKind, DeclaredGame, DeclaredPosition, DeclaredPresenter, Zone
    from ..splitting.position import SplitGame
    from .models import DeclaredModel, RulesetModel, SplittingModel

G = TypeVar("G", bound=Game, default=Any)

Row: TypeAlias = Sequence[Text | int]


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of a rule set for people: a *title*, and *rows* below the titles of *columns*."""

    title: Message
    columns: Sequence[Text]
    rows: Sequence[Row]


class Kind:
    """Base of the kinds of games and tables, with defaults for most methods.

    Attributes:
        id: name of the kind in YAML, after ``game:`` or ``table:``.
        summary: a sentence about the games, for lists of them; the description in a rule set
            goes before it.
    """

    id: str = ""
    summary: Text = ""

    def check(self, rules: Any) -> Iterator[ValueFinding]:
        """Yield the faults of values that are right by themselves but do not fit together."""
        yield from ()

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        """Yield the texts about parts of *rules*, such as cards, each with the path of its part."""
        yield from ()

    def titles(self, rules: RulesetModel, game: Game) -> tuple[Name, Name, list[Name]]:
        """Return the names of *rules*, of the variant and of the seats of *game*."""
        seats = [seat.name for seat in rules.seats[: game.players]]
        return rules.name, rules.variant_name(game.variant), seats

    def listings(self, rules: Any) -> Sequence[Listing]:
        """Return the listings that show *rules* to people; by default, the keys of this kind.

        These are a listing of single values, and one for each list of items.
        """
        from .models import RulesetModel, SplittingModel

        base = SplittingModel if isinstance(rules, SplittingModel) else RulesetModel
        fixed = {*base.model_fields} - {"cards"}
        values, lists = _values_and_lists(rules, fixed)
        title = msg("listed-values", "Values")
        return [*([Listing(title, (), values)] if values else []), *lists]

    def explained_in(self) -> Sequence[Traversable]:
        """Return the YAML files that explain the findings of this kind; see `explain`."""
        return []


class GameKind(Kind, Generic[G]):
    """A kind of game: the keys of its rule sets, and how they are played and shown."""

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        """Return the pydantic model for *rules*, which are not checked yet."""
        raise NotImplementedError

    def parts(self, rules: RulesetModel) -> Iterator[tuple[str, str]]:
        """Yield hook and id of each thing that *rules* use and plugins may provide."""
        yield "splitpick_games", self.id

    def summary_of(self, rules: Any) -> Text:
        """Return the summary of *rules*, which do not describe themselves."""
        return self.summary

    def build(self, rules: RulesetModel, variant: str, players: int) -> G:
        """Make the game of *variant*; *players* is a number that the rules allow."""
        raise NotImplementedError

    def presenter(self, rules: RulesetModel, game: G) -> Presenter:
        """Make the presenter of *game*, which has its words and panels."""
        return Presenter(*self.titles(rules, game))


class DeclaredKind(GameKind["DeclaredGame"]):
    """A kind of game on `splitpick.core.declared`; its cards and names come from a rule set.

    Parameters:
        id: name of the kind in rule sets, after ``game:``.
        position: class with the rules.
        zones: places where cards lie, in the order of the screen; see `zones_for`.
        kinds: kinds of actions.
        presenter: class with the sentences that the game wants better than the general ones.
        model: model of rule sets with keys of the game's own, which positions find in
            ``self.game.ruleset``.

    Raises `ValueError` if one of *kinds* names an unknown zone, or a zone has a name that positions
    use.
    """

    def __init__(
        self,
        id: str,
        position: Callable[[DeclaredGame, int], DeclaredPosition],
        zones: Sequence[Zone],
        kinds: Sequence[ActionKind],
        presenter: type[DeclaredPresenter] | None = None,
        model: type[DeclaredModel] | None = None,
    ) -> None:
        from ..declared import DeclaredPosition
        from ..declared.action_kind import check_zones
        from ..declared.declared_position import TAKEN

        check_zones(kinds, zones)
        for zone in zones:
            if zone.name in TAKEN or hasattr(DeclaredPosition, zone.name):
                raise ValueError(f"zone {zone.name}: positions have an attribute of that name")
        self.id = id
        self._position = position
        self.zones = zones
        self._kinds = kinds
        self._presenter = presenter
        self._model = model

    def zones_for(self, players: int) -> Sequence[Zone]:
        """Return the zones of a match of *players*, all of them by default."""
        return self.zones

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        from .models import DeclaredModel

        return self._model or DeclaredModel

    def build(self, rules: Any, variant: str, players: int) -> DeclaredGame:
        from ..declared import DeclaredGame

        return DeclaredGame(
            rules.id,
            variant,
            seats=[seat.id for seat in rules.seats[:players]],
            seat_names=[seat.name for seat in rules.seats[:players]],
            codes=[card.code for card in rules.cards],
            counts=[card.count for card in rules.cards],
            zones=self.zones_for(players),
            kinds=self._kinds,
            card_names=[card.name or card.code for card in rules.cards],
            position=self._position,
            ruleset=rules,
        )

    def presenter(self, rules: Any, game: DeclaredGame) -> Presenter:
        from ..declared import DeclaredPresenter

        inks = {card.code: card.ink or "" for card in rules.cards}
        made = (self._presenter or DeclaredPresenter)(*self.titles(rules, game), game, inks)
        made.pictures = {card.code: card.picture or "" for card in rules.cards}
        return made


class TableKind(Kind):
    """A table for split-and-choose games: the keys it adds to rule sets, and how it is set up.

    Attributes:
        effect_class: class that the effects of its special cards subclass, a subclass of
            `CardEffect`; ``None`` at a table without special cards.
        effect_templates: folder with the templates of a package with a special card for it, as
            ``splitpick plugins new`` writes it; by default, a card for any table.
        known_effects: all effects that plugins provide, for this table and others, by id.
    """

    effect_class: ClassVar[type[CardEffect[Any, Any]] | None] = None
    effect_templates: Traversable | None = None
    known_effects: Mapping[str, KnownEffect] = MappingProxyType({})

    def with_effects(self, known: Mapping[str, KnownEffect]) -> TableKind:
        """Return a copy of this kind whose special cards may have those of *known* that fit."""
        kind = copy(self)
        kind.known_effects = known
        return kind

    @property
    def effects(self) -> Mapping[str, KnownEffect]:
        """Effects for special cards of this table, by id."""
        own = self.effect_class or ()
        return {
            id: known_effect
            for id, known_effect in self.known_effects.items()
            if issubclass(known_effect.kind, own)
        }

    def effects_of(self, rules: TableRules, cards: Sequence[Any]) -> list[Any]:
        """Return the effect of each of *cards* or ``None``, and list their options in *rules*.

        `build` calls it before the table is made; the table keeps the list as `Table.effects`.
        Raises `EffectError`, which names the plugin, if an effect is no use.
        """
        effects, note = self.effects, partial(self.make_special, rules)
        return [
            make_effect(rules, number, card, effects, note) if card.effect else None
            for number, card in enumerate(cards)
        ]

    def make_special(self, rules: Any, card: int, effect: Any) -> None:
        """Note in the table's *rules* that *card* has *effect*; by default, there is no need."""

    def model(self) -> type[SplittingModel]:
        """Return the pydantic model of rule sets with this table.

        The model of its cards is a subclass of `EffectCard` if they may be special.
        """
        raise NotImplementedError

    def names(self) -> Mapping[str, Any]:
        """Return the names from plugins that are possible values, by key.

        For ``effect``, these are a mapping to the classes of the effects.
        """
        if not self.effect_class:
            return {}
        return {"effect": {id: known.kind for id, known in self.effects.items()}}

    def parts(self, rules: SplittingModel) -> Iterator[tuple[str, str]]:
        """Yield what the table uses in *rules*, in the form of `GameKind.parts`."""
        yield "splitpick_tables", self.id
        uses = (use for card in rules.cards for use in getattr(card, "uses", ()))
        yield from (("splitpick_effects", use.id) for use in uses)

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        table = self.build(rules, [seat.id for seat in rules.seats])
        for number, effect in enumerate(table.effects):
            for text in effect.rules_text() if effect else ():
                yield ("cards", number, "effect"), text

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        """Set up the empty table for *seats*."""
        raise NotImplementedError

    def presenter(self, rules: SplittingModel, game: SplitGame) -> Presenter:
        """Make the presenter of *game*; this default shows splits and picks, but no table."""
        from ..splitting.split_presenter import SplitPresenter

        return SplitPresenter(*self.titles(rules, game), game)


def _values_and_lists(
    rules: Any, fixed: Set[str] = frozenset(), above: str = ""
) -> tuple[list[Row], list[Listing]]:
    """Return rows of value and meaning for *rules*, without *fixed*, and the lists of items."""
    from .models import Strict

    values: list[Row] = []
    lists: list[Listing] = []
    meanings = rules.meanings()
    for field, about in type(rules).model_fields.items():
        value, key = getattr(rules, field), about.alias or field
        name, meaning = above + key, meanings.get(key, "")
        if field in fixed or value in (None, ()):
            continue
        if isinstance(value, Strict):
            inner, more = _values_and_lists(value, above=f"{name}.")
            values += inner
            lists += more
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Strict):
            title = msg("listed-key", "{key}: {meaning}", key=name, meaning=meaning)
            lists.append(_listed(title, value))
        else:
            text = msg("listed-value", "{key}: {value}", key=name, value=_cell(value))
            values.append((text, meaning))
    return values, lists


def _listed(title: Message, items: Sequence[Any]) -> Listing:
    """Return a table of *items*, with a column for each key that one of them has."""
    rows = [
        {
            about.alias or field: getattr(item, field)
            for field, about in type(item).model_fields.items()
            if getattr(item, field) is not None
        }
        for item in items
    ]
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return Listing(title, keys, [[_cell(row.get(key, "")) for key in keys] for row in rows])


def _cell(value: Any) -> Text | int:
    """Return *value* as it is shown in a table."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {one}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, str) and is_drawn(value):
        return "SVG"
    if isinstance(value, str | Name) or type(value) is int:
        return value
    return str(value).lower()  # true or false
