"""The keys that rule sets may have, and the parts of them that can be patched."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ..models import VARIANTS, Item, RulesetModel


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a rule set that can be patched by id."""

    lists: Mapping[str, str]
    """Lists, each with the key that tells its items apart: ``{"cards": "code"}``."""
    mappings: Mapping[str, Sequence[str]]
    """Mappings, each with its possible keys; empty if any key is possible, as with variants."""
    fixed: Sequence[str]
    """Keys that are the same in all variants."""


@lru_cache(maxsize=64)  # a model is asked for its shape in every trial of a cure
def shape_of(model: type[RulesetModel]) -> Shape:
    """Return the `Shape` of rule sets of *model*."""
    lists, mappings = {}, {}
    for key, field in fields_of(model).items():
        kind, models = field.annotation, models_in(field.annotation)
        if {Sequence, list} & {get_origin(each) for each in (kind, *get_args(kind))}:
            if models and issubclass(models[0], Item):
                lists[key] = models[0].known_by
        elif models:
            mappings[key] = [] if key == VARIANTS else list(fields_of(models[0]))
    return Shape(lists, mappings, model.fixed)


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of *model* by the keys of the YAML."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def models_in(kind: Any) -> list[type[BaseModel]]:
    """List the models that *kind* is made of: a model, a list of one, a union or a mapping."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for inner in get_args(kind) for model in models_in(inner)]


def keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* allows at *path*, which is written as in pydantic's errors."""
    return [key for each in models_at(model, path) for key in fields_of(each)]


def words_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the words that *model* allows as the value at *path*; none if it may be any other."""
    fields = [fields_of(each).get(str(path[-1])) for each in models_at(model, path[:-1])]
    return _words_of(field.annotation for field in fields if field)


def words_in_list_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the words that the items of a list at *path* may be; none if they may be any others."""
    fields = [fields_of(each).get(str(path[-1])) for each in models_at(model, path[:-1])]
    return _words_of(each for field in fields if field for each in get_args(field.annotation))


def _words_of(kinds: Iterable[Any]) -> list[str]:
    """List the words that the types *kinds* allow."""
    return [
        word
        for kind in kinds
        if get_origin(kind) is Literal
        for word in get_args(kind)
        if isinstance(word, str)
    ]


def lacking_at(
    model: type[BaseModel], path: Sequence[str | int], word: str, there: Any
) -> list[str]:
    """List the keys that *there* lacks beside the key at the end of *path* with the value *word*.

    Models say that under ``needed``, by key and word.
    """
    return [
        key
        for each in models_at(model, path[:-1])
        for key in getattr(each, "needed", {}).get(str(path[-1]), {}).get(word, ())
        if isinstance(there, Mapping) and key not in there
    ]


def models_at(model: type[BaseModel], path: Sequence[str | int]) -> list[type[BaseModel]]:
    """List the models of the values at *path*."""
    models = [model]
    for step in path:
        tagged = [each for each in models if getattr(each, "tag", "") == step]
        fields = [field for each in models if (field := fields_of(each).get(str(step)))]
        inner = [model for field in fields for model in models_in(field.annotation)]
        models = tagged or inner or models  # or an index, or an id
    return models
