"""The guide to declared games: a package is made as its steps say, and works after each of them.

``SPLITPICK_GOLDEN=write pytest tests/readmes/test_games_guide.py`` writes the view into the guide.
"""

import ast
import json
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import run
from golden import writing
from plugin_sites import Site
from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine, load_game
from splitpick.core.declared import DeclaredGame
from splitpick.core.matches.exports.faces import symbols
from splitpick.core.matches.exports.templates import symbol_id
from splitpick.core.testing import check_ruleset
from splitpick.core.text import Language

GUIDE = Path(__file__).resolve().parents[2] / "core" / "declared" / "README.md"
BLOCK = re.compile(r"<!-- ([\w.]+) -->\n```\w+\n(.*?)```\n", re.DOTALL)
SECTIONS = GUIDE.read_text("utf-8").split("\n## ")
LANTERNS = Path(__file__).parents[1] / "guide" / "games"
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


@pytest.fixture
def lanterns(tmp_path: Path) -> Iterator[Site]:
    """The last game of the guide, installed."""
    blocks = dict(BLOCK.findall(SECTIONS[-1]))
    for name in blocks if writing() else ():
        wanted = (LANTERNS / name).read_text("utf-8")
        text = GUIDE.read_text("utf-8").replace(blocks[name], wanted)
        GUIDE.write_text(text, "utf-8")
    assert (
        dict(BLOCK.findall(GUIDE.read_text("utf-8"))).items()
        >= {
            name: (LANTERNS / name).read_text("utf-8") for name in ("lanterns.py", "lanterns.yaml")
        }.items()
    )
    package = tmp_path / "splitpick_lanterns"
    shutil.copytree(LANTERNS / "pictures", package / "rulesets" / "pictures")
    shutil.copy(LANTERNS / "lanterns.yaml", package / "rulesets")
    shutil.copy(LANTERNS / "lanterns.py", package / "__init__.py")
    site = Site(tmp_path)
    site.modules.append(package.name)
    site.plant("lanterns", "", distribution="points", target=package.name)
    with site.on_path():
        yield site


def test_the_last_game_has_a_row_for_each_player_and_passes_the_kit(lanterns: Site) -> None:
    check_ruleset("lanterns", languages=["en"], games=2)

    for players in (2, 3):
        position = load_game("lanterns", players=players).new_position()
        assert [row for row in position.view(0) if row.startswith("row")] == [
            f"row{n}" for n in range(1, players + 1)
        ]


def test_in_the_last_game_one_secret_comes_out_and_another_stays(lanterns: Site) -> None:
    rules = Engine().ruleset_file("lanterns").variant(None)
    game = load_game("lanterns", players=2)
    presenter = rules.presenter(game)
    position = game.new_position()
    for text in ("+R", "+G") * 4:
        position.apply(position.parse(text))
    assert Language("en").say(presenter.status(position.view(0))) == "Round 1 of 3"
    offered = presenter.choice(position, position.parse("wish R")).sentence
    assert Language("en").say(offered).startswith("Wish for red: worth 3 points")
    for text in ("wish R", "wish G", "lay R"):
        position.apply(position.parse(text))
    before, action = position.copy(), position.parse("lay G")

    position.apply(action)

    told = [Language("en").say(text) for text in presenter.tell(before, action, position, 1)]
    assert told == ["Bob lays green.", "Ann lays red."]
    assert position.view(1)["row1"] == ["R"]
    assert position.view(1)["wish"] == [["?"], ["G"]]
    assert "Round 2 of 3" in Language("en").say(presenter.status(position.view(1)))


def test_the_picture_of_the_last_game_is_drawn(lanterns: Site) -> None:
    """Its cards, on the page and in exports, have the shapes of the file."""
    rules = Engine().ruleset_file("lanterns").variant(None)
    presenter = rules.presenter(load_game("lanterns"))

    (lamp,) = {*presenter.pictures.values()}
    assert 'd="M7 3h6v2H7zM5 6h10v9H5zM7 16h6v2H7z"' in lamp
    assert "M7 3h6v2H7z" in symbols([lamp], {symbol_id(lamp)})


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ("<script>alert(1)</script>", "<script> is not allowed"),
        (f'<path d="M{"0 " * 4000}"/>', "at most 8000 bytes"),
    ],
)
def test_a_picture_that_is_not_shapes_is_refused(lanterns: Site, shapes: str, words: str) -> None:
    file = lanterns.folder / "splitpick_lanterns/rulesets/pictures/lamp.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{shapes}</svg>')

    ended = run("plugins", "check", "lanterns", language="en", variables=lanterns.variables)

    assert words in ended.out + ended.err


def test_a_fact_with_a_label_is_heard_when_it_changes(lanterns: Site) -> None:
    """The game's code does nothing else for it: before the next choice, and not again."""
    code = lanterns.folder / "splitpick_lanterns/__init__.py"
    head = "class LanternsPresenter(DeclaredPresenter):\n"
    labelled = f'{head}    labels = {{"round": msg("the-round", "Lamp round")}}\n'
    code.write_text(code.read_text("utf-8").replace(head, labelled), "utf-8")
    options = ("--no-save", "--accessible", "--seed", "1", "--seat", "ann=human")
    heard = run(
        "play", "lanterns", *options, language="en", typed="1\n" * 9, variables=lanterns.variables
    ).out

    assert re.findall(r"^Lamp round (\d)\.$", heard, re.MULTILINE) == ["1", "2", "3"]
    assert "Bob lays green.\nLamp round 2.\n" in heard
