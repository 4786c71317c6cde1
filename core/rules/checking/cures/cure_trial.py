"""Try other values in place of wrong ones: whether the rules have fewer faults with them."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from ...value_findings import Path, Plain, ValueFinding, real_path
from .forms import replaced


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
