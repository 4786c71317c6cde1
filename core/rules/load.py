"""Rule sets that were checked, and the games made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..errors import BadValue, Finding, RulesetError, UnknownName
from ..game import Game
from ..scene import Presenter
from ..text import Both, Name, Text, msg
from .kinds import GameKind
from .reading.inks import own_inks
from .value_findings import Plain, likely

if TYPE_CHECKING:
    from yaml.nodes import MappingNode

    from .models import RulesetModel

MOST_CHARACTERS = 1_000_000  # of the JSON of saved rules


@dataclass(frozen=True)
class Ruleset:
    """The rules of one variant, with options: everything a game is made of."""

    source: str
    """The file that the rules were read from; for saved rules, the name given instead."""
    kind: GameKind
    variant_id: str
    model: RulesetModel
    data: Mapping[str, Plain]
    """The rules as plain values: a complete rule set with this variant alone."""
    node: MappingNode | None = field(default=None, repr=False, compare=False)
    """YAML nodes of `data` with their places; ``None`` after `with_options` and for saved rules."""

    @property
    def id(self) -> str:
        return self.model.id

    @property
    def name(self) -> Name:
        return self.model.name

    @property
    def variant_name(self) -> Name:
        return self.model.variant_name(self.variant_id)

    @property
    def title(self) -> Both:
        """The name of the game, and that of its variant."""
        return Both((self.name, self.variant_name), commas=True)

    @property
    def summary(self) -> Text:
        """A sentence about the game; may be empty."""
        return self.model.description or self.kind.summary_of(self.model)

    @property
    def seats(self) -> list[tuple[str, Name]]:
        return [(seat.id, seat.name) for seat in self.model.seats]

    @property
    def players(self) -> tuple[int, int]:
        return self.model.player_counts

    @property
    def options(self) -> dict[str, object]:
        return self.model.options.model_dump(by_alias=True)

    @cached_property
    def text(self) -> str:
        """The rules as canonical JSON, which `restore_ruleset` reads."""
        return json.dumps(self.data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of `text`, in hexadecimal: equal for equal rules."""
        return sha256(self.text.encode()).hexdigest()

    def with_options(self, options: Mapping[str, object]) -> Ruleset:
        """Return the rules with *options* set; values may be strings such as ``"true"``.

        Raises `UnknownName` for an unknown option, `BadValue` for an invalid value.
        """
        if not options:
            return self
        settings = self.options
        for name, value in options.items():
            if name not in settings:
                message = msg("unknown-option", 'There is no option "{name}".')
                raise UnknownName(likely(message, name, list(settings)))
            if str(value).lower() not in ("true", "false"):
                message = msg("option-value", '"{name}" must be true or false.', name=name)
                raise BadValue(message)
            settings[name] = str(value).lower() == "true"
        chosen = type(self.model.options).model_validate(settings)
        model = self.model.model_copy(update={"options": chosen})
        data = {**self.data, "options": chosen.model_dump(mode="json", by_alias=True)}
        return replace(self, model=model, data=data, node=None)

    def build(self, players: int | None = None) -> Game:
        """Make the game for *players* players, by default for the most that the rules allow.

        Raises `BadValue` if the rules do not allow that number.
        """
        least, most = self.players
        players = most if players is None else players
        if not least <= players <= most:
            many = str(most) if least == most else f"{least}–{most}"
            raise BadValue(msg("number-of-players", "This game is for {many} players.", many=many))
        game: Game = self.kind.build(self.model, self.variant_id, players)
        return game

    def presenter(self, game: Game) -> Presenter:
        """Make the presenter of *game*, which must be one that `build` made."""
        presenter = self.kind.presenter(self.model, game)
        presenter.own_inks = own_inks(self.data)
        return presenter


@dataclass(frozen=True)
class RulesetFile:
    """A rule set without errors, in all its variants."""

    rulesets: Mapping[str, Ruleset]
    """The rules by variant, in the order of the file."""
    warnings: Sequence[Finding] = ()
    """Warnings, sorted by position."""
    extends: str = ""
    """The rules that the file extends, ``galleon`` or ``galleon/long``; empty if there are none."""

    def only(self, id: str) -> RulesetFile:
        """Return this rule set with the variant *id* alone; raises `UnknownName` if it has none."""
        return replace(self, rulesets={id: self.variant(id)})

    @property
    def variants(self) -> list[tuple[str, Name]]:
        return [(id, ruleset.variant_name) for id, ruleset in self.rulesets.items()]

    def variant(self, id: str | None = None) -> Ruleset:
        """Return the rules of the variant *id*, by default of the first one.

        Raises `UnknownName` if there is no such variant.
        """
        id = next(iter(self.rulesets)) if id is None else id
        if id not in self.rulesets:
            raise unknown_variant(id, self.rulesets)
        return self.rulesets[id]


def unknown_variant(name: str, known: Iterable[str], meant: str = "") -> UnknownName:
    """Make the error for a variant called *name*, which is not among those *known*.

    *meant* is the one to suggest, if that is known better than by its letters.
    """
    message = msg("unknown-variant", 'There is no variant "{name}".')
    return UnknownName(likely(message, name, [*known], meant or None))


def restore_ruleset(text: str, games: Mapping[str, GameKind], name: str = "") -> Ruleset:
    """Read saved rules back from *text*, the JSON of `Ruleset.text`: no YAML is involved.

    *name* is the file in findings.  The text may come from anywhere, so it is checked like a file.
    Raises `RulesetError` with all errors, which have no line.
    """
    from pydantic_core import from_json

    from .checking.validation import check_rules, unknown_game

    data: Any = None
    with suppress(ValueError):
        data = from_json(text, allow_inf_nan=False) if len(text) <= MOST_CHARACTERS else None
    is_settled = isinstance(data, dict) and not {"extends", "add", "change", "remove"} & {*data}
    variants = data.get("variants") if is_settled else None
    if not isinstance(variants, dict) or len(variants) != 1:
        message = msg("bad-saved-rules", "These saved rules cannot be read.")
        raise RulesetError([Finding(name, 0, 1, 1, message)])
    game, (variant,) = str(data.get("game")), variants
    kind = games.get(game)
    model, faults = check_rules(kind, data) if kind else (None, [unknown_game(game, games)])
    errors = [fault for fault in faults if not fault.warning]
    if kind and model and not errors:
        return Ruleset(name, kind, variant, model, data)
    findings = []
    for fault in errors:
        place = "/".join(map(str, fault.other or ()))  # a path, since there is no line
        findings.append(Finding(name, 0, 1, 1, fault.message.filled(place=place)))
    raise RulesetError(findings)
