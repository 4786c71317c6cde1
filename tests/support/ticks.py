"""A clock that goes on only when somebody looks at it: what a time limit does, on any machine."""

from dataclasses import dataclass


@dataclass
class Ticks:
    """The seconds since its start as a callable, each time *step* later."""

    step: float
    looks: int = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self.step
