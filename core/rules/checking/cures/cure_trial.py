"""Try other values in place of wrong ones: whether the rules have fewer faults with them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from ....text import Message, msg
from ...value_findings import Path, Plain, ValueFinding, likely, real_path, to_write, value_at
from ..shapes import keys_at
from .forms import (
    EMPTY_VALUE,
    EVERYTHING,
    NOT_A_MAPPING,
    ONLY_ONE,
    flow,
    ranges,
    replaced,
    several,
)


@dataclass
class CureTrial:
    """Trial of cures: whether *model* finds fewer faults in *values* with them than *before*."""

    model: type[BaseModel]
    values: Plain
    before: int
    left: int
    find: Callable[[type[BaseModel], Plain, ValidationError, int], list[ValueFinding]]
    """It returns the faults of other values, having tried so many cures."""

    def better(self, values: Plain, way: Path, same: bool = False) -> bool:
        """Return whether *values* have fewer faults; with *same*, no more will do."""
        if self.left <= 0:
            return False
        self.left -= 1
        try:
            self.model.model_validate(values)
        except ValidationError as error:
            details = error.errors(include_url=False)
            inside = any(real_path(values, each["loc"])[: len(way)] == way for each in details)
            return len(details) < self.before + same and (same or not inside)
        return True

    def at(self, way: Path) -> Callable[[Plain], bool]:
        """Return a function that tells whether a value at *way* is better."""
        return lambda new: self.better(replaced(self.values, way, new), way)

    def of_other_list(self, way: Path, written: Sequence[str | int]) -> Message | None:
        """Return that another key is meant, if the list at *way* names the items of that."""
        mapping, listed = value_at(self.values, way[:-2]), value_at(self.values, way[:-1])
        if not isinstance(mapping, dict) or not isinstance(listed, list):
            return None
        for key in keys_at(self.model, written[:-2]):
            ids = self.items_by_id(key)
            named = ids and all(isinstance(it, str) and it in ids for it in listed)
            if named and key not in mapping and self.renamed(way[:-1], key):
                message = msg("no-such-card", 'There is no card "{name}".')
                return likely(message, str(listed[int(way[-1])]), [key], key)
        return None

    def items_by_id(self, key: str, known_by: str = "id") -> dict[str, dict[str, Plain]]:
        """Return the items of the list *key* of the rules by their ids, or as they are known."""
        items = value_at(self.values, (key,))
        listed = (
            [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
        )
        return {str(each[known_by]): each for each in listed if known_by in each}

    def of_item(self, id: Plain, key: str) -> Plain:
        """Return the value of *key* that the item *id* has, if *id* itself cannot be that value."""
        if not isinstance(id, str) or id in self.items_by_id(f"{key}s"):
            return None
        lists = self.values if isinstance(self.values, dict) else ()
        found = (self.items_by_id(each).get(id, {}).get(key) for each in lists)
        return next((value for value in found if isinstance(value, str) and value != id), None)

    def players(self) -> range:
        """Return the possible numbers of players; none if they are not known."""
        between = value_at(self.values, ("players",))
        seats = value_at(self.values, ("seats",))
        most = len(seats) if isinstance(seats, list) else 0
        least = between.get("least") if isinstance(between, dict) else most
        return range(least, most + 1) if type(least) is int else range(0)

    def unvalued(self, way: Path) -> tuple[Path, Message] | None:
        """Return what keys without values, as in ``{4}`` or ``{KR}``, are meant to be, and where.

        None of the values of their mapping is there.
        """
        mapping = value_at(self.values, way[:-1])
        if not isinstance(mapping, dict) or any(each is not None for each in mapping.values()):
            return None
        keys = [int(key) if key.isdecimal() else key for key in mapping]
        alone = keys[:1] if len(keys) == 1 else ()
        forms: list[Plain] = [*alone, [*keys], dict.fromkeys(mapping, True)]
        for new in forms:
            if self.at(way[:-1])(new):
                return way[:-1], to_write(EMPTY_VALUE, flow(new))
        if len(keys) > 1 and any(self.at(way[:-1])(key) for key in keys):
            return way[:-1], ONLY_ONE
        return None

    def least_and_most(self, way: Path) -> tuple[Path, Message] | None:
        """Return what ``{1, 4}`` at *way* is meant to be, where a range is wanted."""
        mapping = value_at(self.values, way)
        if not isinstance(mapping, dict) or any(each is not None for each in mapping.values()):
            return None
        if len(mapping) < 2 or not all(map(str.isdecimal, mapping)):
            return None
        for new in ranges(" ".join(mapping)):
            if self.at(way)(new):
                return way, to_write(NOT_A_MAPPING, flow(new))
        return None

    def of_siblings(self, way: Path) -> str:
        """Return the one key that all items like that at *way* have, and it has not."""
        items, own = value_at(self.values, way[:-2]), value_at(self.values, way[:-1])
        if not isinstance(items, list) or not isinstance(own, dict):
            return ""

        def kind_of(item: Any) -> Any:
            code = re.sub(r"\d+$", "", str(item.get("code", "")))
            return code, *(item.get(key) for key in ("kind", "colour", "score"))

        others = [each for each in items if isinstance(each, dict) and each is not own]
        alike = [{*each} for each in others if kind_of(each) == kind_of(own)]
        lacking = {*set.intersection(*alike)} - {*own} if alike else set[str]()
        return next(iter(lacking)) if len(lacking) == 1 else ""

    def renamed(self, way: Path, new: str, same: bool = False) -> bool:
        # A key of that name may come of extended rules.
        return self.better(replaced(self.values, way, None, rename=new), (*way[:-1], new), same)

    def all_of(self, way: Path, value: Plain) -> list[Plain]:
        """Return the ids of all items of the list that the key at the end of *way* is about.

        Those that are excepted are left out: ``all but cake``.
        """
        items = self.values.get(str(way[-1])) if way and isinstance(self.values, dict) else None
        if not isinstance(items, list) or way[1:] == ():
            return []
        ids = [each.get("id") or each.get("code") for each in items if isinstance(each, dict)]
        text, but, others = re.split(
            r" (but|except|ausser|behalve) |$", f"{value}".casefold(), maxsplit=1
        )
        out = several(others) if but else []
        return (
            [[id for id in ids if id not in out]] if text in EVERYTHING and {*out} < {*ids} else []
        )
