"""Checks of what seats do in secret in a declared game: it comes out, and people hear of it."""

from __future__ import annotations

from ..declared import DeclaredGame, DeclaredPosition, DeclaredPresenter
from ..game import Game
from ..scene import Presenter
from .failure import located, require, title
from .random_lines import random_line


def check_hidden(game: Game, presenter: Presenter, games: int, seed: int) -> None:
    """Check that the hidden actions of seats are revealed and then told; raises `CheckFailed`.

    It is enough if that happens in one of the random *games*; a presenter with a `tell` of its own
    is trusted to tell.
    """
    if not isinstance(game, DeclaredGame):
        return
    kinds = [kind for kind in game.kinds if kind.hidden and not kind.chance]
    hidden: set[str] = set()
    revealed: set[str] = set()
    for number in range(games) if kinds else ():
        line = random_line(game, seed + number)
        end = line.positions[-1]
        assert isinstance(end, DeclaredPosition)
        for at, done in enumerate(line.done):
            (hidden if at in end.secret else revealed).add(done.kind)
    is_derived = type(presenter).tell is DeclaredPresenter.tell
    with located(title(game)):
        for kind in kinds:
            require(kind.name not in hidden - revealed, "check-never-revealed", kind=kind.name)
            is_told = kind.name not in revealed or bool(kind.kept_in) or not is_derived
            require(is_told, "check-reveal-untold", kind=kind.name)
