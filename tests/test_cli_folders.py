"""The folders of cli/ form no circle: computed from imports, those inside functions included."""

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CLI = Path(__file__).resolve().parents[1] / "cli"


def imports(cli: Path) -> Mapping[str, set[str]]:
    """Return what each folder, and each module at the top level, of *cli* imports of the others."""
    graph: dict[str, set[str]] = {}
    for file in sorted(cli.rglob("*.py")):
        own = file.relative_to(cli).with_suffix("").parts
        seen = graph.setdefault(own[0], set())
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                place = (node.module or "").split(".")
                parts = [*own[: len(own) - node.level], *place] if node.level else place
                if node.level and node.level > len(own):  # core/, above cli/
                    continue
                if not node.level:
                    if parts[:2] != ["splitpick", "cli"]:
                        continue
                    parts = parts[2:]
                parts = [part for part in parts if part]
                seen |= {parts[0]} if parts else {name.name for name in node.names}
    return {own: seen & graph.keys() - {own} for own, seen in graph.items()}


def test_no_circle_between_the_folders() -> None:
    graph = imports(CLI)

    assert {"play", "web", "screen"} <= graph.keys()
    assert "screen" in graph["play"]
    assert "terminal" in graph["play"]
    assert [*TopologicalSorter(graph).static_order()]


@pytest.mark.parametrize(
    "planted",
    [
        "from ..play.game_loop import GameLoop\n",
        "def late():\n    from ..play import game_loop\n",
        "from splitpick.cli.play import game_loop\n",
        "def late():\n    from .. import play\n",
    ],
)
def test_a_planted_circle_is_found(tmp_path: Path, planted: str) -> None:
    for folder, text in (("play", "from ..terminal.page import Page\n"), ("terminal", planted)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.py").write_text(text, "utf-8")

    with pytest.raises(CycleError):
        TopologicalSorter(imports(tmp_path)).prepare()
