"""The guides of the rooms: their Python runs, and their tables list the parts that exist."""

import ast
import importlib
import inspect
import re
import textwrap
from pathlib import Path

import pytest

from splitpick.core import game

ROOT = Path(__file__).resolve().parents[2]
GUIDES = [ROOT / "README.md", *sorted(ROOT.glob("[!.]*/README.md")), *ROOT.glob("core/*/README.md")]
SNIPPETS = [
    pytest.param(match.group(1), id=f"{guide.parent.name}-{number}")
    for guide in GUIDES
    if guide.parent.name not in ("declared", "plugins")  # these have tests of their own
    for number, match in enumerate(
        re.finditer(r"```python\n(.*?)```", guide.read_text("utf-8"), re.DOTALL), 1
    )
]


@pytest.mark.parametrize("room", ["core", "cli"])
def test_the_table_of_a_guide_lists_every_part_of_its_room_once(room: str) -> None:
    guide = (ROOT / room / "README.md").read_text("utf-8")
    named = re.findall(r"`([\w/]+(?:\.py|/))`", " ".join(re.findall(r"^\| (`.*?) \|", guide, re.M)))
    parts = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / room).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }

    assert sorted(named) == sorted(parts - {"__init__.py"})


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs_by_itself(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "README.md", "exec"), {"__name__": "snippet"})

    if "print(" in snippet:
        assert capsys.readouterr().out


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_links_lead_to_files_and_headings_that_exist(guide: Path) -> None:
    text = guide.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        place, _, heading = link.partition("#")
        target = guide.parent / place if place else guide
        assert target.exists(), link
        if heading:
            titles = re.findall(r"(?m)^#+ (.+)$", target.read_text("utf-8"))
            words = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in words, link


@pytest.mark.skipif(not game.__file__.endswith(".py"), reason="mypyc drops docstrings")
@pytest.mark.parametrize(
    "name",
    [
        *("splitpick.core", "splitpick.core.declared", "splitpick.core.scene"),
        *("splitpick.core.testing", "splitpick.core.rules.kinds", "splitpick.plugins.jolly_roger"),
    ],
)
def test_help_names_every_public_attribute(name: str) -> None:
    """Those that a class declares, and those that it sets at its beginning."""
    module = importlib.import_module(name)
    named = [getattr(module, one) for one in getattr(module, "__all__", vars(module))]
    kinds = [one for one in named if inspect.isclass(one) and one.__module__.startswith(name)]
    assert kinds
    for kind in kinds:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        assert isinstance(tree, ast.ClassDef)
        texts = {ast.unparse(part.target) for part in tree.body if isinstance(part, ast.AnnAssign)}
        for part in tree.body:
            if isinstance(part, ast.Assign):
                texts.add(ast.unparse(part.targets[0]))
            elif isinstance(part, ast.FunctionDef) and part.name == "__init__":
                stored = [node for node in ast.walk(part) if isinstance(node, ast.Attribute)]
                texts |= {node.attr for node in stored if isinstance(node.ctx, ast.Store)}
        words = re.findall(r"\w+", inspect.getdoc(kind) or "")

        assert [one for one in texts - {*words} if one[0] != "_"] == [], kind
