"""The JSON Schema of rule sets, for editors: pydantic's, of the models and what plugins provide.

It says of every key what may stand there and what it is for.  What only makes sense of several
values together is left to ``splitpick rulesets check``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from ...text import Language, msg
from ..kinds import GameKind, RulesShape
from ..models import ID_PATTERN, VARIANTS, RulesetModel, Variant
from ..plugin_errors import Nonsense
from ..splitting import SplittingKind
from .file_check import NAME
from .inheritance import EXTENDS
from .patches import PATCHES
from .validation import shape_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, Any]

Known: TypeAlias = Mapping[str, Mapping[str, str]]
"""Names that can be extended, ``jolly-roger/advanced``, with the game and the table of each."""

_OWN = ("format", "id", "name")
"""Keys that a rule set needs also where it extends another."""

_DEFINITIONS = "#/$defs/"
_TEXT = {"type": "string"}


def shapes_of(game: GameKind) -> list[Callable[[], list[RulesShape]]]:
    """List functions that return the shapes of the rule sets of *game*; each may raise anything.

    Raises `Nonsense` for what is no shape.
    """
    if isinstance(game, SplittingKind):
        return [lambda table=table: [game.shape_of(table)] for table in game.tables.values()]  # type: ignore[misc]
    return [lambda: _sound_shapes(game)]


def _sound_shapes(game: GameKind) -> list[RulesShape]:
    shapes: Any = game.shapes()
    found: list[Any] = list(shapes) if isinstance(shapes, Iterable) else [shapes]
    for shape in found:
        wrong = not isinstance(shape, RulesShape) or shape.when.get("game") != game.id
        model: Any = None if wrong else shape.model
        if not isinstance(model, type) or not issubclass(model, RulesetModel):
            raise Nonsense("splitpick_games", game.id, "shapes()", model or shape)
    return found


def schema_of(shapes: Sequence[RulesShape], known: Known, language: Language) -> Schema:
    """Make the schema of rule sets that have one of *shapes*, described in *language*."""
    definitions: dict[str, Schema] = {}
    for shape in shapes:
        definitions |= _definitions(shape, language)
    return {
        "$schema": DIALECT,
        "title": language.say(msg("schema-title", "A rule set of splitpick")),
        "type": "object",
        "required": list(_OWN),
        "if": {"required": [EXTENDS]},
        "then": _by_extended(shapes, known),
        "else": _by_game(shapes),
        "$defs": dict(sorted(definitions.items())),
    }


def _name(shape: RulesShape) -> str:
    return "-".join(shape.when.values())


def _ref(name: str) -> Schema:
    return {"$ref": _DEFINITIONS + name}


# Which shape a rule set has.


def _by_game(shapes: Sequence[RulesShape]) -> Schema:
    """Choose the shape by the game, and the table where that has several."""
    games = sorted({shape.when["game"] for shape in shapes})
    rules: list[Schema] = []
    for game in games:
        of_game = [shape.when for shape in shapes if shape.when["game"] == game]
        for key in sorted({key for when in of_game for key in when} - {"game"}):
            values = sorted({when[key] for when in of_game if key in when})
            then = {"required": [key], "properties": {key: {"enum": values}}}
            rules.append({"if": _has({"game": game}), "then": then})
    rules += [{"if": _has(shape.when), "then": _ref(_name(shape))} for shape in shapes]
    return {"required": ["game"], "properties": {"game": {"enum": games}}, "allOf": rules}


def _has(when: Mapping[str, str]) -> Schema:
    constants = {key: {"const": value} for key, value in when.items()}
    return {"properties": constants, "required": list(constants)}


def _by_extended(shapes: Sequence[RulesShape], known: Known) -> Schema:
    """Choose the shape by the name that is extended; an unknown name may have any."""
    rules: list[Schema] = []
    refs = [_ref(f"{_name(shape)}-extending") for shape in shapes]
    for shape, ref in zip(shapes, refs, strict=True):
        of_shape = sorted(name for name, has in known.items() if shape.when.items() <= has.items())
        rules.append({"if": {"properties": {EXTENDS: {"enum": of_shape}}}, "then": ref})
    unknown = {"properties": {EXTENDS: {"not": {"enum": sorted(known)}}}}
    return {"allOf": [*rules, {"if": unknown, "then": {"anyOf": refs}}]}


# The definitions of one shape.


def _definitions(shape: RulesShape, language: Language) -> dict[str, Schema]:
    """Define whole rule sets of *shape*, those that extend another, and their parts."""
    name = _name(shape)
    parts: dict[str, Schema] = {}

    class Described(GenerateJsonSchema):
        """pydantic's schemas with what keys are for, and nothing that is for programmers."""

        def model_schema(self, schema: Any) -> Schema:
            made, meanings = super().model_schema(schema), schema["cls"].meanings()
            for key, value in made["properties"].items():
                value.pop("title", None)
                if value.get("default") in (None, "", [], {}):
                    value.pop("default", None)
                if key in meanings:
                    value["description"] = language.say(meanings[key])
                if key in shape.names:
                    value["enum"] = sorted({*value.get("enum", ()), *shape.names[key]})
            return _mapping(made["properties"], made.get("required", []))

    def define(model: type[BaseModel]) -> Schema:
        made = model.model_json_schema(
            ref_template=_ref(f"{name}-{{model}}")["$ref"], schema_generator=Described
        )
        parts.update({f"{name}-{key}": each for key, each in made.pop("$defs", {}).items()})
        return made

    def some(value: Schema, but: str = "") -> Schema:
        """Return the mapping at *value* with all keys optional; those of all kinds in a union."""
        kinds: list[Schema] = [value, *(value.get("oneOf") or value.get("anyOf") or ())]
        keys: dict[str, Schema] = {}
        for ref in [each["$ref"] for each in kinds if "$ref" in each]:
            properties = parts[ref.removeprefix(_DEFINITIONS)]["properties"]
            keys |= {key: {"$ref": f"{ref}/properties/{key}"} for key in properties if key != but}
        return _mapping(keys)

    whole, variant, shapes = define(shape.model), define(Variant), shape_of(shape.model)
    parts |= {name: whole, f"{name}-variant": variant}
    keys, extends = whole["properties"], variant["properties"][EXTENDS]
    extends["pattern"] = f"^(?:{NAME.pattern})$"
    keys |= {key: {**keys[key], "const": value} for key, value in shape.when.items()}
    by_id = {"type": "object", "propertyNames": {"pattern": ID_PATTERN}}
    keys[VARIANTS] = {
        **by_id,
        "description": keys[VARIANTS]["description"],
        "additionalProperties": _ref(f"{name}-variant"),
    }
    patches: dict[str, dict[str, Schema]] = {patch: {} for patch in PATCHES}
    for key, known_by in shapes.lists.items():
        items = keys[key]["items"]
        changed = {"type": "object", "additionalProperties": some(items, known_by)}
        one = {"type": "array", "items": _TEXT}, changed, {"type": "array", "items": items}
        for patch, value in zip(PATCHES, one, strict=True):
            patches[patch][key] = value
    for key, possible in shapes.mappings.items():
        if possible:
            patches["remove"][key] = {"type": "array", "items": {"enum": possible}}
            patches["change"][key] = patches["add"][key] = some(keys[key])
    same = {key: _ref(f"{name}/properties/{key}") for key in keys if key not in PATCHES}
    parts[f"{name}-set"] = _mapping({key: same[key] for key in same if key not in shapes.fixed})
    variant["properties"]["set"] = {
        "description": variant["properties"]["set"]["description"],
        **_ref(f"{name}-set"),
    }
    for patch in PATCHES:
        variant["properties"][patch] |= _mapping(dict(patches[patch]))
    patches["remove"][VARIANTS] = {"type": "array", "items": _TEXT}
    patches["change"][VARIANTS] = {**by_id, "additionalProperties": some(_ref(f"{name}-variant"))}
    patches["add"][VARIANTS] = {**by_id, "additionalProperties": _ref(f"{name}-variant")}
    extending = {**same, EXTENDS: extends}
    extending |= {patch: {**keys[patch], **_mapping(patches[patch])} for patch in PATCHES}
    parts[f"{name}-extending"] = _mapping(extending, (*_OWN, EXTENDS))
    for key in (EXTENDS, *PATCHES):
        del keys[key]
    # The variants may say what is missing above them.
    whole |= {"if": {"not": {"required": [VARIANTS]}}, "then": {"required": whole["required"]}}
    whole["required"] = [key for key in whole["required"] if key in (*_OWN, "game", "table")]
    return parts


def _mapping(properties: dict[str, Schema], required: Sequence[str] = ()) -> Schema:
    made: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**made, "required": list(required)} if required else made
