"""The JSON Schema of rule sets, for editors: made from the models and what plugins bring.

It says of every key what may stand there and what it is for.  What only makes sense of several
values together is left to ``splitpick rulesets check``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ..text import Language, Message, msg
from .extending import NAME
from .kinds import GameKind, RulesShape
from .labels import SCHEMAS
from .models import RulesetModel, Strict, Variant
from .patches import PATCHES
from .plugin_errors import Nonsense
from .splitting import SplittingKind
from .validation import fields_of, shape_of, unfolded
from .variants import EXTENDS, VARIANTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, Any]

Known: TypeAlias = Mapping[str, Mapping[str, str]]
"""What can be extended by name, ``jolly-roger/advanced``, with the game and the table of each."""

_DEFINITIONS = "#/$defs/"
_OWN = ("format", "id", "name")
"""What a rule set has to say for itself, also where it extends another."""

_NOTHING: Schema = {"type": "object", "additionalProperties": False}


def shapes_of(game: GameKind) -> list[Callable[[], list[RulesShape]]]:
    """List what gives the shapes of the rule sets of *game*, one by one: each may raise anything.

    Raises `Nonsense` for what is no shape.
    """
    if isinstance(game, SplittingKind):
        return [lambda table=table: [game.shape_of(table)] for table in game.tables.values()]  # type: ignore[misc]
    return [lambda: _sound_shapes(game)]


def _sound_shapes(game: GameKind) -> list[RulesShape]:
    shapes: Any = game.shapes()
    found: list[Any] = list(shapes) if isinstance(shapes, Iterable) else [shapes]
    for shape in found:
        if not isinstance(shape, RulesShape) or shape.when.get("game") != game.id:
            raise Nonsense("splitpick_games", game.id, "shapes()", shape)
        model: object = shape.model
        if not isinstance(model, type) or not issubclass(model, RulesetModel):
            raise Nonsense("splitpick_games", game.id, "shapes()", model)
    return found


def schema_of(shapes: Sequence[RulesShape], known: Known, language: Language) -> Schema:
    """Make the schema of rule sets that have one of *shapes*, described in *language*."""
    models = list(dict.fromkeys(shape.model for shape in shapes))
    refs, whole = models_json_schema(
        [(model, "validation") for model in models],
        by_alias=True,
        ref_template=_DEFINITIONS + "{model}",
    )
    texts: dict[str, Schema] = {name: {"anyOf": choices} for name, choices in SCHEMAS.items()}
    definitions: dict[str, Schema] = {**texts, **whole["$defs"]}
    names = {
        model: refs[model, "validation"]["$ref"].removeprefix(_DEFINITIONS) for model in models
    }
    classes = {cls.__name__: cls for model in models for cls in _classes(model)}
    for name, definition in list(definitions.items()):
        _describe(definition, classes.get(name, classes.get(definition.get("title", ""))), language)
    for shape in shapes:
        _name_parts(definitions, names[shape.model], shape)
    for model in models:
        _add_ways(definitions, names[model], model)
    del definitions[Variant.__name__]  # each kind of rule set has got its own
    chosen = {
        "if": {"required": [EXTENDS]},
        "then": _by_extended(shapes, known, names),
        "else": _by_game(shapes, names),
    }
    used = _used(chosen, definitions)
    return {
        "$schema": DIALECT,
        "title": language.say(msg("schema-title", "A rule set of splitpick")),
        "type": "object",
        "required": list(_OWN),
        **chosen,
        "$defs": {name: definitions[name] for name in sorted(used)},
    }


# Which shape a rule set has.


def _by_game(shapes: Sequence[RulesShape], names: Mapping[type[RulesetModel], str]) -> Schema:
    """Choose the shape by the game, and the table where that has several."""
    games = sorted({shape.when["game"] for shape in shapes})
    rules: list[Schema] = []
    for game in games:
        of_game = [shape for shape in shapes if shape.when["game"] == game]
        keys = sorted({key for shape in of_game for key in shape.when if key != "game"})
        for key in keys:
            values = sorted({shape.when[key] for shape in of_game if key in shape.when})
            rules.append(
                {
                    "if": {"properties": {"game": {"const": game}}, "required": ["game"]},
                    "then": {"required": [key], "properties": {key: {"enum": values}}},
                }
            )
        for shape in of_game:
            constants = {key: {"const": value} for key, value in shape.when.items()}
            rules.append(
                {
                    "if": {"properties": constants, "required": list(constants)},
                    "then": {"$ref": _DEFINITIONS + names[shape.model]},
                }
            )
    return {"required": ["game"], "properties": {"game": {"enum": games}}, "allOf": rules}


def _by_extended(
    shapes: Sequence[RulesShape], known: Known, names: Mapping[type[RulesetModel], str]
) -> Schema:
    """Choose the shape by what is extended; where nobody knows that, any may be meant."""
    rules: list[Schema] = []
    for shape in shapes:
        of_shape = sorted(
            name
            for name, has in known.items()
            if all(has.get(key) == value for key, value in shape.when.items())
        )
        if of_shape:
            rules.append(
                {
                    "if": {"properties": {EXTENDS: {"enum": of_shape}}},
                    "then": {"$ref": _extending(names[shape.model])},
                }
            )
    anything = [{"$ref": _extending(name)} for name in dict.fromkeys(names.values())]
    rules.append(
        {
            "if": {"properties": {EXTENDS: {"not": {"enum": sorted(known)}}}},
            "then": {"anyOf": anything},
        }
    )
    return {"allOf": rules}


def _extending(name: str) -> str:
    return f"{_DEFINITIONS}{name}.extending"


# What pydantic writes, for people.


def _describe(definition: Schema, cls: type[BaseModel] | None, language: Language) -> None:
    """Say of each key of a model what it is for, and nothing that is only for programmers."""
    definition.pop("title", None)
    definition.pop("description", None)
    meanings = _meanings(cls)
    for key, value in definition.get("properties", {}).items():
        value.pop("title", None)
        if "default" in value and value["default"] in (None, "", [], {}):
            del value["default"]
        _share_texts(value)
        if key in meanings:
            value["description"] = language.say(meanings[key])


def _share_texts(value: Schema) -> None:
    """Refer to what a text is instead of saying it at each one."""
    for name, choices in SCHEMAS.items():
        if value.get("anyOf", [])[: len(choices)] == choices:
            left = value.pop("anyOf")[len(choices) :]
            reference = {"$ref": _DEFINITIONS + name}
            value |= {"anyOf": [reference, *left]} if left else reference


def _meanings(cls: type[BaseModel] | None) -> dict[str, Message]:
    found: dict[str, Message] = {}
    for base in reversed(cls.__mro__ if cls else ()):
        if issubclass(base, Strict):
            found |= base.__dict__.get("meanings", {})
    return found


def _classes(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Go through *model* and the models of all that is in it."""
    yield model
    for field in fields_of(model).values():
        yield from _classes_in(field)


def _classes_in(kind: Any) -> Iterator[type[BaseModel]]:
    for each in unfolded(kind):
        if isinstance(each, type) and issubclass(each, BaseModel):
            yield from _classes(each)
        else:
            for inner in get_args(each):
                yield from _classes_in(inner)


# What plugins bring.


def _name_parts(definitions: dict[str, Schema], name: str, shape: RulesShape) -> None:
    """List the names that may stand under keys such as ``effect``, and the fixed values."""
    for key, value in shape.when.items():
        definitions[name]["properties"][key]["const"] = value
    for below in _used({"$ref": _DEFINITIONS + name}, definitions):
        properties = definitions[below].get("properties", {})
        for key, known in shape.names.items():
            if key in properties:
                properties[key]["enum"] = sorted({*properties[key].get("enum", ()), *known})


def _used(value: Any, definitions: Mapping[str, Schema]) -> list[str]:
    """List the definitions that *value* refers to, and those that these refer to, each once."""
    found: list[str] = []
    left = [*_references(value)]
    while left:
        name = left.pop()
        if name in definitions and name not in found:
            found.append(name)
            left += _references(definitions[name])
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix(_DEFINITIONS).partition("/")[0]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


# Variants, and what extends.


def _add_ways(definitions: dict[str, Schema], name: str, model: type[RulesetModel]) -> None:
    """Add what a rule set of *model* looks like that extends another, and what its variants do."""
    whole = definitions[name]
    properties: dict[str, Schema] = whole["properties"]
    variant: dict[str, Schema] = definitions[Variant.__name__]["properties"]
    named = {"pattern": f"^(?:{NAME.pattern})$"}
    own = [key for key in properties if key not in model.fixed and key not in PATCHES]
    definitions[f"{name}.variant"] = {
        **_NOTHING,
        "required": ["name"],
        "properties": {
            **variant,
            EXTENDS: variant[EXTENDS] | named,
            "set": variant["set"] | _NOTHING | {"properties": _pointers(name, own)},
            **_patches(definitions, name, model, variant),
        },
    }
    id = next(iter(properties[VARIANTS]["patternProperties"]))
    properties[VARIANTS] |= {
        "additionalProperties": False,
        "patternProperties": {id: {"$ref": f"{_DEFINITIONS}{name}.variant"}},
    }
    definitions[f"{name}.extending"] = {
        **_NOTHING,
        "required": [*_OWN, EXTENDS],
        "properties": {
            **_pointers(name, [key for key in properties if key not in (*PATCHES, EXTENDS)]),
            EXTENDS: properties[EXTENDS] | named,
            **_patches(definitions, name, model, properties, VARIANTS),
        },
    }
    for key in (*PATCHES, EXTENDS):
        del properties[key]
    # What is missing may stand in the variants.
    whole["if"] = {"not": {"required": [VARIANTS]}}
    whole["then"] = {"required": whole["required"]}
    whole["required"] = [key for key in whole["required"] if key in (*_OWN, *model.fixed)]


def _pointers(name: str, keys: Iterable[str]) -> Schema:
    """Refer to what the definition *name* says of *keys*."""
    return {key: {"$ref": f"{_DEFINITIONS}{name}/properties/{key}"} for key in keys}


def _patches(
    definitions: Mapping[str, Schema],
    name: str,
    model: type[RulesetModel],
    described: Mapping[str, Schema],
    *more: str,
) -> dict[str, Schema]:
    """Return what can be removed, changed and added, where *described* says what for.

    *more* are keys that can be patched although all variants share them.
    """
    shape = shape_of(model)
    properties = definitions[name]["properties"]
    remove: dict[str, Schema] = {}
    change: dict[str, Schema] = {}
    add: dict[str, Schema] = {}
    for key, known_by in shape.lists.items():
        items = properties[key]["items"]
        parts = _parts(definitions, items)
        remove[key] = _list_of({"type": "string"})
        change[key] = _mapping_of(_some_of(definitions, parts, known_by))
        add[key] = _list_of(items)
    for key, known in shape.mappings.items():
        if key in model.fixed and key not in more:
            continue
        if key != VARIANTS:
            remove[key] = _list_of({"enum": list(known)} if known else {"type": "string"})
            change[key] = add[key] = _some_of(definitions, _parts(definitions, properties[key]))
        else:
            remove[key] = _list_of({"type": "string"})
            change[key] = _mapping_of(_some_of(definitions, [f"{name}.variant"]))
            add[key] = {"$ref": f"{_DEFINITIONS}{name}/properties/{key}"}
    return {
        patch: described[patch] | _NOTHING | {"properties": properties}
        for patch, properties in (("remove", remove), ("change", change), ("add", add))
    }


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _mapping_of(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _parts(definitions: Mapping[str, Schema], value: Schema) -> list[str]:
    """List the definitions that *value* may be, one or one of several."""
    return [name for name in _references(value) if "properties" in definitions.get(name, {})]


def _some_of(definitions: Mapping[str, Schema], names: Iterable[str], *without: str) -> Schema:
    """Make the schema of any keys of the definitions *names*, but those *without*."""
    found: Schema = {}
    for name in names:
        found |= _pointers(name, definitions[name]["properties"])
    return {**_NOTHING, "properties": {key: found[key] for key in found if key not in without}}
