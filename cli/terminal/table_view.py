"""The table of a game, as a drawing or in sentences."""

from __future__ import annotations

from ...core.game import Position
from ...core.scene import Presenter
from ..screen import Screen


def show_table(screen: Screen, presenter: Presenter, position: Position, seat: int | None) -> None:
    """Show *position* as *seat* sees it; ``None`` is an onlooker."""
    view = position.view(seat)
    if screen.accessible:
        screen.say(*presenter.sentences(view, seat))
        return
    from .drawing import draw_scene  # rich is not needed before

    draw_scene(screen, presenter.scene(view, seat))
