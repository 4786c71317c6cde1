"""What pydantic's models say of a rule set's shape: its keys, and the lists that have ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from ..models import VARIANTS, Item, RulesetModel


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a rule set that can be patched by id."""

    lists: Mapping[str, str]
    """Lists, each with the key that tells its items apart: ``{"cards": "code"}``."""
    mappings: Mapping[str, Sequence[str]]
    """Mappings, each with the keys it knows; none where they may be any, as with variants."""
    fixed: Sequence[str] = ()
    """Keys that are the same in all variants."""


def shape_of(model: type[RulesetModel]) -> Shape:
    """Return the shape of rule sets of *model*."""
    lists, mappings = {}, {}
    for key, field in fields_of(model).items():
        for kind in unfolded(field):
            if get_origin(kind) in (Sequence, list):
                items = [item for item in unfolded(get_args(kind)[0]) if is_model(item)]
                if items and issubclass(items[0], Item):
                    lists[key] = items[0].known_by
            elif is_model(kind):
                mappings[key] = list(fields_of(kind))
            elif key == VARIANTS:
                mappings[key] = []
    return Shape(lists, mappings, model.fixed)


def keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* knows in the mapping at *path*, a way as pydantic writes it."""
    kinds: list[Any] = [model]
    for step in path:
        if isinstance(step, str) and step.startswith("="):
            kinds = [kind for kind in kinds if getattr(kind, "tag", step) == step]
            continue
        inner: list[Any] = []
        for kind in kinds:
            if is_model(kind):
                inner += unfolded(fields_of(kind).get(str(step)))
            elif get_args(kind):
                inner += unfolded(get_args(kind)[-1])
        kinds = inner
    return [key for kind in kinds if is_model(kind) for key in fields_of(kind)]


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the types of the fields of *model*, by the keys of the YAML."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def unfolded(kind: Any) -> Iterator[Any]:
    """List the types that *kind*, perhaps annotated or a union, stands for."""
    if get_origin(kind) is Annotated:
        yield from unfolded(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for choice in get_args(kind):
            yield from unfolded(choice)
    else:
        yield kind


def is_model(kind: Any) -> bool:
    """Return true for a pydantic model."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)
