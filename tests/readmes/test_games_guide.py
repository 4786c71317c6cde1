"""The guide to declared games: a package is made as its steps say, and works after each of them.

``SPLITPICK_GOLDEN=write pytest tests/readmes/test_games_guide.py`` writes the view into the guide.
"""

import ast
import json
import re
import runpy
from pathlib import Path

import pytest

from command import run
from golden import writing
from plugin_sites import Site
from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine, load_game
from splitpick.core.declared import DeclaredGame
from splitpick.core.text import Language

GUIDE = Path(__file__).resolve().parents[2] / "core" / "declared" / "README.md"
BLOCK = re.compile(r"<!-- ([\w.]+) -->\n```\w+\n(.*?)```\n", re.DOTALL)
SECTIONS = GUIDE.read_text("utf-8").split("\n## ")
STEPS = [section for section in SECTIONS if "<!-- __init__.py -->" in section]
PACKAGE = "splitpick_jewels"


def key(node: ast.stmt) -> str:
    """Name what a statement defines, or the module that it imports from."""
    match node:
        case ast.ImportFrom():
            return f"from {node.module}"
        case ast.FunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign():
            return ast.unparse(node.targets[0])
        case ast.AnnAssign():
            return ast.unparse(node.target)
    return ""


def change(body: list[ast.stmt], changes: list[ast.stmt]) -> None:
    """Replace the statements of *body* that *changes* name too, and add the others."""
    for node in changes:
        same = [at for at, one in enumerate(body) if key(one) == key(node) != ""]
        if same and isinstance(node, ast.ClassDef):
            old = body[same[0]]
            assert isinstance(old, ast.ClassDef)
            change(old.body, node.body)
        elif same:
            body[same[0]] = node
        elif isinstance(node, ast.ImportFrom):
            body.insert(1, node)
        elif isinstance(node, ast.FunctionDef):
            body.append(node)
        elif key(node):  # values come before the classes that use them
            kinds = (ast.ClassDef, ast.FunctionDef)
            body.insert(next(at for at, one in enumerate(body) if isinstance(one, kinds)), node)


def follow(step: str, folder: Path) -> None:
    """Change the package in *folder* as *step* says."""
    for name, text in BLOCK.findall(step):
        for file in [*folder.rglob(name)] or [folder / "src" / PACKAGE / name]:
            old = file.read_text("utf-8") if file.exists() else ""
            if file.suffix == ".py":
                module = ast.parse(old)
                change(module.body, ast.parse(text).body)
                file.write_text(ast.unparse(module), "utf-8")
            else:
                file.write_text(f"{old}\n{text}", "utf-8")


@pytest.mark.parametrize("steps", range(len(STEPS) + 1))
def test_the_game_works_after_each_step(steps: int, tmp_path: Path) -> None:
    """Its own tests pass, in which the conformance kit is the last; the view is Bob's."""
    folder, _ = write_plugin(Engine(), "jewels", "game", tmp_path)
    for step in STEPS[:steps]:
        follow(step, folder)
    site = Site(folder / "src")
    site.modules.append(PACKAGE)
    site.plant("jewels", "", distribution="points", target=PACKAGE)
    with site.on_path():
        tests = runpy.run_path(str(folder / "tests" / "test_jewels.py"))
        for name in [name for name in tests if name.startswith("test_")]:
            tests[name]()
        game = load_game("jewels")
        assert isinstance(game, DeclaredGame)
        assert [*map(Language("de").say, game.seat_names)] == ["Ann", "Bob"]
        view = tests["play"](*["lay R R S"][: steps // 2]).view(1)
    if steps == 3:  # a finding without an example has no heading for one
        words = ("rulesets", "explain", "small-deck")
        ended = run(*words, language="de", variables=site.variables)
        assert "small-deck (Juwelen)" in ended.out
        assert "Beispiel" not in ended.out
    if steps == 2:
        shown = "{\n" + ",\n".join(f'  "{k}": {json.dumps(v)}' for k, v in view.items()) + "\n}\n"
        block = re.compile(r"(<!-- view -->\n```json\n).*?```\n", re.DOTALL)
        if writing():
            text = GUIDE.read_text("utf-8")
            GUIDE.write_text(block.sub(lambda found: f"{found[1]}{shown}```\n", text), "utf-8")
        assert shown in GUIDE.read_text("utf-8")


def test_the_guide_begins_as_plugins_do() -> None:
    """With the commands that the guide to plugins has been tested with."""
    commands = SECTIONS[1].partition("```text\n")[2].partition("```")[0].splitlines()

    assert commands[0] == "splitpick plugins new jewels --kind game"
    assert commands[1:] == [
        "cd splitpick-jewels",
        'python -m pip install -e ".[test]"',
        "pytest",
        "splitpick play jewels",
    ]
    assert [len(BLOCK.findall(step)) for step in STEPS] == [3, 3, 4]
