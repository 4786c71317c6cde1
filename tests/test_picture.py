"""The picture in README.md is what splitpick draws; ``SPLITPICK_GOLDEN=write`` draws it anew."""

from __future__ import annotations

from pathlib import Path

from command import ROOT, run
from golden import same_as_file


def test_the_picture_in_the_readme_is_drawn_by_splitpick(tmp_path: Path) -> None:
    """Jolly picks a set, in the middle of a game of two bots."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    bots = ("--seat", "jolly=greedy", "--seat", "roger=greedy")
    run("play", "--variant", "all-cards", *bots, "--seed", "3", variables=home)
    shown = run(
        "matches", "export", "--format", "svg", "--turn", "18", "jolly-roger-1", variables=home
    )

    same_as_file(ROOT / "cli" / "table.svg", shown.out)
