"""The JSON Schema of rule sets, for editors: made by pydantic from the models and plugins.

It describes every key and its possible values.  ``splitpick rulesets check`` also finds values
that do not fit together.
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import GenerateJsonSchema

from ...text import Language, msg
from ..kinds import GameKind, TableKind
from ..models import ID_PATTERN, MOST_EFFECTS, VARIANTS, RulesetModel, Strict, Variant
from ..plugin_errors import listed
from ..resolver import NAME
from ..splitting_kind import SplittingKind
from ..value_findings import Plain
from .cures.finding_edits import EXTENDS, PATCHES
from .effect_checks import settings_model
from .shapes import fields_of, models_in, shape_of
from .validation import model_of

_EFFECTS = "effects"  # marks the key that refers to the definition of all effects

Schema: TypeAlias = dict[str, Any]


class RulesShape(NamedTuple):
    """Model of the rule sets with the values *when*, and *names* from plugins as further values.

    Both are by key: ``{"game": "splitting", "table": "collection"}``, and ``{"effect": {...}}``.
    """

    when: Mapping[str, str]
    model: type[RulesetModel]
    names: Mapping[str, Any]


def tables_of(game: GameKind) -> Mapping[str, TableKind | None]:
    """Return the tables of *game* by id; a game without tables has the table ``""``."""
    return game.tables if isinstance(game, SplittingKind) else {"": None}


def rules_shape(game: GameKind, id: str, table: TableKind | None) -> RulesShape:
    """Ask *game* and *table* for the shape of their rule sets; raise `InvalidReturn` on failure."""
    when = {"game": game.id} | ({"table": id} if table else {})
    names = listed(Mapping, "splitpick_tables", id, "names", [table.names()])[0] if table else {}
    return RulesShape(when, model_of(game, {**when}), names)


def schema_of(
    shapes: Sequence[RulesShape], known: Mapping[str, Mapping[str, Plain]], language: Language
) -> Schema:
    """Make the schema of rule sets that have one of *shapes*, described in *language*.

    *known* has the names that can be extended, ``my-deck/short``, with the rules they stand for.
    """
    definitions: dict[str, Schema] = {}
    extending: list[Schema] = []
    whole: list[Schema] = []
    offered: list[Schema] = []
    for shape in shapes:
        name = "-".join(shape.when.values())
        definitions |= _definitions(name, shape, language)
        ref = {"$ref": f"#/$defs/{name}"}
        like = [
            {key: rules.get(key) for key in shape.when} == shape.when for rules in known.values()
        ]
        names = sorted(compress(known, like))
        extending.append({"if": {"properties": {EXTENDS: {"enum": names}}}, "then": ref})
        lists = shape_of(shape.model).lists
        offered += [
            {"if": {"properties": {EXTENDS: {"const": name}}}, "then": _ids(known[name], lists)}
            for name in names
        ]
        constants = {key: {"const": value} for key, value in shape.when.items()}
        there = {"properties": constants, "required": list(constants)}
        needed = [key for key, field in fields_of(shape.model).items() if field.is_required()]
        # Keys that are missing here may be in the variants.
        complete = {"if": {"not": {"required": [VARIANTS]}}, "then": {"required": needed}}
        whole.append({"if": there, "then": {"allOf": [ref, complete]}})
    unknown = {"properties": {EXTENDS: {"not": {"enum": sorted(known)}}}}
    any_of_them = {"anyOf": [one["then"] for one in extending]}
    patches = dict.fromkeys(PATCHES, False)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        # As a title it would be told as the name of a type.
        "description": language.say(msg("schema-title", "A rule set of splitpick")),
        "type": "object",
        "required": ["format", "id", "name"],
        "if": {"required": [EXTENDS]},
        "then": {"allOf": [*extending, {"if": unknown, "then": any_of_them}, *offered]},
        "properties": {EXTENDS: {"anyOf": [{"enum": sorted(known)}, {}]}},  # to be completed
        "else": {"anyOf": [one["if"] for one in whole], "allOf": whole, "properties": patches},
        "$defs": dict(sorted(definitions.items())),
    }


def _ids(rules: Mapping[str, Plain], lists: Mapping[str, str]) -> Schema:
    """Return a schema of everything, from which editors complete the ids in *lists* of *rules*."""
    ids = {
        key: [str(item[known_by]) for item in items if isinstance(item, Mapping)]
        for key, known_by in lists.items()
        if isinstance(items := rules.get(key), Sequence)
    }
    change: Schema = {key: {"properties": {id: {} for id in each}} for key, each in ids.items()}
    remove = {
        key: {"items": {"anyOf": [{"enum": each}, {"type": "string"}]}} for key, each in ids.items()
    }
    return {"properties": {"change": {"properties": change}, "remove": {"properties": remove}}}


def _definitions(name: str, shape: RulesShape, language: Language) -> dict[str, Schema]:
    """Return the definitions of the rule sets of *shape* and of their parts, by name."""

    class Described(GenerateJsonSchema):
        """Generator of schemas that describes keys, and omits titles and empty defaults."""

        def dict_schema(self, schema: Any) -> Schema:
            made = super().dict_schema(schema)
            if names := made.get("propertyNames", {}).get("enum"):
                # Editors do not take the number 2 for a name in such a list, but for this pattern.
                values = made.pop("additionalProperties")
                made["patternProperties"] = {f"^({'|'.join(names)})$": values}
                made |= {"additionalProperties": False}
                del made["propertyNames"]
            return made

        def model_schema(self, schema: Any) -> Schema:
            made, meanings = super().model_schema(schema), schema["cls"].meanings()
            made = {key: made[key] for key in made.keys() - {"title", "description"}}
            for key, value in made["properties"].items():
                value.pop("title", None)
                if value.get("default") in (None, "", [], {}):
                    value.pop("default", None)
                if key in meanings:
                    value["description"] = language.say(meanings[key])
                if names := shape.names.get(key):
                    for form in "anyOf", "oneOf":
                        value.pop(form, None)
                    value |= {_EFFECTS: True} if key == "effect" else {"enum": sorted(names)}
            return made

    made = _file(shape).model_json_schema(
        ref_template=f"#/$defs/{name}-{{model}}", schema_generator=Described
    )
    parts = {f"{name}-{key}": part for key, part in made.pop("$defs").items()}
    for part in parts.values():
        # pydantic knows only references of its own
        if (effect := part.get("properties", {}).get("effect", {})).pop(_EFFECTS, False):
            effect["$ref"] = f"#/$defs/{name}-effects"
            parts = parts | {f"{name}-effects": _effects(shape.names["effect"])}
    return {name: made, **parts}


def _effects(kinds: Mapping[str, Any]) -> Schema:
    """Return the schema of the effects of a card, which are some of *kinds*, each with settings."""
    each = {id: _settings(kind) for id, kind in sorted(kinds.items())}
    ids: Schema = {"enum": sorted(kinds)}
    some: Schema = {"type": "object", "properties": each, "additionalProperties": False}
    some |= {"minProperties": 1, "maxProperties": MOST_EFFECTS}
    listed = {"anyOf": [ids, {**some, "maxProperties": 1}]}
    several: Schema = {"type": "array", "items": listed, "minItems": 1, "maxItems": MOST_EFFECTS}
    return {"anyOf": [ids, some, several]}


def _settings(kind: Any) -> Schema:
    """Return the schema of the settings of *kind*: by name, or only the first one."""
    if not kind.settings:
        return {"type": "null"}
    made = settings_model(kind).model_json_schema()["properties"]
    for one in made.values():
        one.pop("title")
        one.pop("default")
    by_name = {"type": "object", "properties": made, "additionalProperties": False}
    return {"anyOf": [{"type": "null"}, by_name, next(iter(made.values()))]}


def _file(shape: RulesShape) -> type[BaseModel]:
    """Make the model of files of *shape*; no key is required, since a file may extend another."""
    whole, parts, about = shape.model, shape_of(shape.model), shape.model.meanings()
    kinds: dict[str, tuple[Any, Any, Any]] = {}
    for key, field in fields_of(whole).items():
        change: Any = _some("change-" + key, field.annotation, parts.lists.get(key, ""))
        if key in parts.lists:
            kinds[key] = list[str], dict[str, change], field.annotation
        elif possible := parts.mappings.get(key):
            kinds[key] = list[Literal[tuple(possible)]], change, change  # type: ignore[misc]

    def patches(of: str) -> dict[str, Any]:
        typed = {key: [Annotated[kind, about.get(key)] for kind in kinds[key]] for key in kinds}
        return {
            name: _with(f"{of}-{name}", Strict, {key: each[at] for key, each in typed.items()})
            for at, name in enumerate(PATCHES)
        }

    extends = Annotated[str, Field(pattern=f"^(?:{NAME.pattern})$")]
    some = _some("set", whole, *parts.fixed, *PATCHES)
    variant: Any = _with("variant", Variant, {"set": some, EXTENDS: extends, **patches("variant")})
    ids = Field(json_schema_extra={"propertyNames": {"pattern": ID_PATTERN}})
    change, variants = _some("change-variants", variant), Annotated[dict[str, variant], ids]
    kinds[VARIANTS] = list[str], Annotated[dict[str, change], ids], variants
    when = {key: Literal[value] for key, value in shape.when.items()}
    types = {**when, EXTENDS: extends, VARIANTS: variants, **patches("file")}
    return _some("file", _with("whole", whole, types))


def _with(name: str, base: type[BaseModel], types: Mapping[str, Any]) -> type[BaseModel]:
    """Make a subclass of *base* in which the keys of *types* have that type or are missing."""
    fields: Any = {key: (kind, None) for key, kind in types.items()}
    return create_model(name, __base__=base, **fields)


def _some(name: str, kind: Any, *but: str) -> type[BaseModel]:
    """Make a model of all keys of the models in *kind*, except *but*; each may be missing."""
    keys: dict[str, Any] = {}
    for model in models_in(kind):
        for key, field in fields_of(model).items():
            if key not in but:
                default = None if field.is_required() or field.default_factory else field.default
                about = model.meanings().get(key)  # type: ignore[attr-defined]
                keys[key] = Annotated[field.rebuild_annotation(), about], default
    return create_model(name, __base__=Strict, **keys)
