"""The JSON Schema of rule sets, for editors: pydantic's, of the models and what plugins bring.

It says of every key what may stand there and what it is for.  What only makes sense of several
values together is left to ``splitpick rulesets check``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from ...text import Language, Message, msg
from ..kinds import GameKind, RulesShape
from ..models import VARIANTS, Id, RulesetModel, Strict, Variant
from ..plugin_errors import Nonsense
from ..splitting import SplittingKind
from .file_check import NAME
from .patches import PATCHES
from .shapes import is_model, shape_of, unfolded
from .variants import EXTENDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema: TypeAlias = dict[str, Any]

Known: TypeAlias = Mapping[str, Mapping[str, str]]
"""What can be extended by name, ``jolly-roger/advanced``, with the game and the table of each."""

_REF = "#/$defs/"
_OWN = ("format", "id", "name")
"""What a rule set has to say for itself, also where it extends another."""

_Named = Annotated[str, Field(pattern=f"^(?:{NAME.pattern})$")]


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
    ways = [(shape, *_ways(shape)) for shape in shapes]
    names: dict[type[BaseModel], dict[str, Sequence[str]]] = {}
    for shape in shapes:
        for cls in _classes(shape.model):
            names.setdefault(cls, {}).update(shape.names)

    class Described(GenerateJsonSchema):
        """pydantic's schemas with what keys are for, and nothing that is for programmers."""

        def model_schema(self, schema: Any) -> Schema:
            made, cls = super().model_schema(schema), schema["cls"]
            made.pop("title", None)
            made.pop("description", None)
            for key, value in made.get("properties", {}).items():
                value.pop("title", None)
                if key in (meanings := _meanings(cls)):
                    value["description"] = language.say(meanings[key])
                for each in getattr(cls, "made_of", [cls]):
                    if listed := names.get(each, {}).get(key):
                        value["enum"] = sorted({*value.get("enum", ()), *listed})
            return made

        def default_schema(self, schema: Any) -> Schema:
            made = super().default_schema(schema)
            if made.get("default") in (None, "", [], {}):
                made.pop("default", None)
            return made

    refs, made = models_json_schema(
        [(model, "validation") for _, *both in ways for model in both],
        ref_template=_REF + "{model}",
        schema_generator=Described,
    )
    definitions = made["$defs"]
    both = [
        (shape, refs[whole, "validation"], refs[extending, "validation"])
        for shape, whole, extending in ways
    ]
    for _, ref, _ in both:
        _let_variants_complete(definitions[ref["$ref"].removeprefix(_REF)])
    schema = {
        "$schema": DIALECT,
        "title": language.say(msg("schema-title", "A rule set of splitpick")),
        "type": "object",
        "required": list(_OWN),
        "if": {"required": [EXTENDS]},
        "then": _by_extended([(shape, ref) for shape, _, ref in both], known),
        "else": _by_game([(shape, ref) for shape, ref, _ in both]),
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }
    text = json.dumps(schema)
    for name in definitions:
        if f'"{_REF}{name}"' not in text:  # pydantic leaves that of the class of the texts
            del schema["$defs"][name]  # type: ignore[attr-defined]
    return schema


def _meanings(cls: type[BaseModel]) -> dict[str, Message]:
    found: dict[str, Message] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, Strict):
            found |= base.__dict__.get("meanings", {})
    return found


def _classes(model: Any) -> Iterator[type[BaseModel]]:
    """List *model* and the models of all that is in it."""
    for each in unfolded(model):
        if is_model(each):
            yield each
            for field in each.model_fields.values():
                yield from _classes(field.annotation)
        else:
            for inner in get_args(each):
                yield from _classes(inner)


# Which shape a rule set has.


def _by_game(shapes: Sequence[tuple[RulesShape, Schema]]) -> Schema:
    """Choose the shape by the game, and the table where that has several."""
    games = sorted({shape.when["game"] for shape, _ in shapes})
    rules: list[Schema] = []
    for game in games:
        of_game = [shape.when for shape, _ in shapes if shape.when["game"] == game]
        for key in sorted({key for when in of_game for key in when} - {"game"}):
            values = sorted({when[key] for when in of_game if key in when})
            then = {"required": [key], "properties": {key: {"enum": values}}}
            rules.append({"if": _has({"game": game}), "then": then})
    rules += [{"if": _has(shape.when), "then": ref} for shape, ref in shapes]
    return {"required": ["game"], "properties": {"game": {"enum": games}}, "allOf": rules}


def _has(when: Mapping[str, str]) -> Schema:
    constants = {key: {"const": value} for key, value in when.items()}
    return {"properties": constants, "required": list(constants)}


def _by_extended(shapes: Sequence[tuple[RulesShape, Schema]], known: Known) -> Schema:
    """Choose the shape by what is extended; where nobody knows that, any may be meant."""
    rules: list[Schema] = []
    for shape, ref in shapes:
        of_shape = sorted(name for name, has in known.items() if shape.when.items() <= has.items())
        if of_shape:
            rules.append({"if": {"properties": {EXTENDS: {"enum": of_shape}}}, "then": ref})
    unknown = {"properties": {EXTENDS: {"not": {"enum": sorted(known)}}}}
    rules.append({"if": unknown, "then": {"anyOf": [ref for _, ref in shapes]}})
    return {"allOf": rules}


def _let_variants_complete(whole: Schema) -> None:
    """Let the variants say what is missing above them."""
    whole["if"] = {"not": {"required": [VARIANTS]}}
    whole["then"] = {"required": whole["required"]}
    whole["required"] = [key for key in whole["required"] if key in (*_OWN, "game", "table")]


# The models of rule sets that extend others, and of what patches them.


def _ways(shape: RulesShape) -> tuple[type[BaseModel], type[BaseModel]]:
    """Make the models of whole rule sets of *shape*, and of those that extend another."""
    model, name, fields = shape.model, shape.model.__name__, _fields(shape.model)
    constants = {key: (Literal[value], ...) for key, value in shape.when.items()}
    patches = _patches(model)
    own = {key: each for key, each in fields.items() if key not in (*model.fixed, *PATCHES)}
    variant = create_model(
        f"{name}Variant",
        __base__=Variant,
        extends=(_Named, ""),
        set=(_made(f"{name}Set", _optional(own), model), {}),
        **_patching(f"{name}Variant", patches),
    )
    variants: dict[str, Any] = {VARIANTS: (dict[Id, variant], {})}  # type: ignore[valid-type]
    some = _made(f"{name}SomeOfVariant", _optional(_fields(variant)), variant)
    patches[VARIANTS] = Sequence[str], dict[str, some], dict[Id, variant]  # type: ignore[valid-type]
    whole = {key: each for key, each in fields.items() if key not in (EXTENDS, *PATCHES)}
    extending = {
        **_optional({**fields, **constants, **variants}),
        **{key: fields[key] for key in _OWN},
        EXTENDS: (_Named, ...),
        **_patching(f"{name}Extending", patches),
    }
    return (
        _made(name, {**whole, **constants, **variants}, model),
        _made(f"{name}Extending", extending, model),
    )


def _patches(model: type[RulesetModel]) -> dict[str, tuple[Any, Any, Any]]:
    """Return, by field of *model*, the types of what is removed, changed and added there."""
    shape = shape_of(model)
    found: dict[str, tuple[Any, Any, Any]] = {}
    for field, info in model.model_fields.items():
        key = info.alias or field
        name = f"{model.__name__}SomeOf{field.title().replace('_', '')}"
        models = _direct(info.annotation)
        if key in shape.lists:
            (listed,) = [each for each in unfolded(info.annotation) if get_origin(each)]
            items: Any = get_args(listed)[0]
            some = _optional(_fields(*_direct(items)), but=shape.lists[key])
            changed: Any = _made(name, some, *_direct(items))
            found[field] = Sequence[str], dict[str, changed], Sequence[items]
        elif shape.mappings.get(key):
            part = _made(name, _optional(_fields(*models)), *models)
            found[field] = Sequence[Literal[tuple(shape.mappings[key])]], part, part  # type: ignore[misc]
    return found


def _patching(name: str, patches: Mapping[str, tuple[Any, Any, Any]]) -> dict[str, Any]:
    """Return the fields ``remove``, ``change`` and ``add`` of a model called *name*."""
    made: dict[str, Any] = {}
    for at, patch in enumerate(PATCHES):
        fields = {field: (types[at], None) for field, types in patches.items()}
        made[patch] = _made(f"{name}{patch.title()}", fields), {}
    return made


def _fields(*models: type[BaseModel]) -> dict[str, Any]:
    """Return the fields of *models* as `create_model` takes them."""
    return {
        name: (field.rebuild_annotation(), ... if field.is_required() else field.default)
        for model in models
        for name, field in model.model_fields.items()
    }


def _optional(fields: Mapping[str, Any], but: str = "") -> dict[str, Any]:
    return {name: (kind, None) for name, (kind, _) in fields.items() if name != but}


def _direct(kind: Any) -> list[type[BaseModel]]:
    """List the models that *kind* may be."""
    return [
        each for each in unfolded(kind) if isinstance(each, type) and issubclass(each, BaseModel)
    ]


def _made(name: str, fields: Mapping[str, Any], *of: type[BaseModel]) -> type[BaseModel]:
    """Make a model called *name*, whose *fields* mean what they mean in the models *of*."""
    made = create_model(name, __base__=Strict, **fields)
    made.meanings = {key: told for model in of for key, told in _meanings(model).items()}
    made.made_of = of  # type: ignore[attr-defined]
    return made
