from collections.abc import Sequence
from pathlib import Path

from splitpick.core.game import Action, Position
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.observers import Observer


class Diary(Observer):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def acted(self, action: Action, position: Position) -> None:
        self.lines.append(f"{action.seat}: {action.notation}")

    def took_back(self, actions: int, position: Position) -> None:
        self.lines.append(f"{actions} taken back")

    def ended(
        self, scores: Sequence[int], winners: Sequence[int], forfeited: int | None = None
    ) -> None:
        Path("diary.txt").write_text("\n".join([*self.lines, f"won by {list(winners)}"]))


@hookimpl
def splitpick_observers() -> list[type[Observer]]:
    return [Diary]
