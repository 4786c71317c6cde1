"""The table on the page: points below each other, and cards that stay together."""

import re
from random import Random
from typing import Any

import pytest

from splitpick.cli.screen import Screen
from splitpick.cli.terminal.drawing import scene_lines
from splitpick.core import CHANCE, OVER, Engine
from splitpick.core.scene_lines import drawing_of
from splitpick.core.text import Language
from splitpick.core.width import display_width


@pytest.mark.parametrize("columns", [50, 80])
@pytest.mark.parametrize(
    ("name", "players"),
    [("smugglers-cove", 2), *(("galley-thieves", players) for players in range(2, 6))],
)
def test_points_are_aligned_and_cards_are_not_broken(
    name: str, players: int, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind of pile is on one line as long as it fits there, below the points if need be."""
    monkeypatch.setenv("COLUMNS", str(columns))
    engine, rng = Engine(), Random(players)
    rules = engine.ruleset_file(name).variant()
    game: Any = rules.build(players)
    presenter = engine.presenter(rules, game)
    position, screen = game.new_position(0), Screen(Language("en"))
    seats = [screen.words(name) for name in presenter.seats]
    while position.to_act() != OVER:
        if position.to_act() == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        drawing = drawing_of(presenter.scene(position.view(0), 0), head=False)
        lines = scene_lines(screen, drawing, boxes=False)
        place = re.compile(rf"(?:{'|'.join(seats)}) +−?\d+(?= points?)")
        ends = {len(found[0]) for line in lines if (found := place.match(line))}
        position.apply(position.action_at(rng.random()))

        assert max(map(display_width, lines)) <= columns
        assert len(ends) == 1
        # A line that goes on begins with what is counted, or what pile it is, or follows a title.
        for before, line in zip(["", *lines], lines, strict=False):
            whole = ":" in line or re.search(r"[a-z] [−+]?\d", line) or before.endswith(":")
            assert whole or len(f"{before} {line}") > columns + 20, "\n".join(lines)
