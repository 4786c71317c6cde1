"""The guide for authors of plugins: each of its snippets is a file, and does what the guide says.

``SPLITPICK_GOLDEN=write pytest tests/test_plugins_guide.py`` writes the files into
plugins/README.md.  Read the difference before you commit it.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import polib
import pytest

import splitpick.core
from command import run
from golden import writing
from splitpick.core import Engine, Match, load_game
from splitpick.core.hooks import API
from splitpick.core.hooks.discovery import API_GROUP, GROUP
from splitpick.core.hooks.hook_validation import HOOKS
from splitpick.core.hooks.plugin_template import write_plugin
from splitpick.core.rules.load import parse_ruleset
from splitpick.core.testing import check_bot, check_game
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "plugins" / "README.md"
SNIPPETS = Path(__file__).parent / "guide" / "plugins"
SNIPPET = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)
NAMES = sorted(path.name for path in SNIPPETS.iterdir() if path.is_file())
IMPORTED = re.compile(r"^from (splitpick\.[\w.]+) import (\([^)]*\)|[^\n(]*)", re.MULTILINE)
MODULES = ("row", "coin", "bold", "diary", "shelf")
"""The snippets that are whole plugins, besides that of the package."""


def text() -> str:
    return GUIDE.read_text(encoding="utf-8")


def shown() -> dict[str, str]:
    """Return what stands in the guide, by the name of the file."""
    return {match[1]: match[3] for match in SNIPPET.finditer(text())}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package that the guide begins with, after what its first part says."""
    folder, _ = write_plugin(Engine(), "raider", "effect", tmp_path_factory.mktemp("guide"))
    inside = folder / "src" / "splitpick_raider"
    for snippet, file in {
        "raider.py": inside / "__init__.py",
        "splitpick_raider.po": inside / "locales" / "de" / "LC_MESSAGES" / "splitpick_raider.po",
        "test_raider.py": folder / "tests" / "test_raider.py",
    }.items():
        assert file.is_file()
        assert str(file.relative_to(folder)) in text()
        file.write_bytes((SNIPPETS / snippet).read_bytes())
    return folder


@pytest.fixture
def modules(written: Path) -> Iterator[Mapping[str, ModuleType]]:
    """The snippets that are plugins, imported as files of their names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SNIPPETS))
        patch.syspath_prepend(str(written / "src"))
        found = {name: importlib.import_module(name) for name in MODULES}
        yield {"raider": importlib.import_module("splitpick_raider"), **found}
    for name in (*MODULES, "splitpick_raider"):
        del sys.modules[name]


def ruleset(engine: Engine, name: str) -> Any:
    return parse_ruleset((SNIPPETS / f"{name}.yaml").read_text("utf-8"), engine.games, name)


# What is shown.


def test_every_snippet_is_a_file_and_every_file_is_shown() -> None:
    """But for the commands at the beginning, which `plugins new` prints, and for one more."""
    assert sorted(shown()) == NAMES
    assert text().count("```") == 2 * (len(NAMES) + 2)


@pytest.mark.parametrize("name", NAMES)
def test_a_snippet_is_its_file(name: str) -> None:
    wanted = (SNIPPETS / name).read_text(encoding="utf-8")
    if writing():
        block = re.compile(rf"(<!-- {re.escape(name)} -->\n```\w+\n).*?```\n", re.DOTALL)
        GUIDE.write_text(block.sub(lambda found: f"{found[1]}{wanted}```\n", text()), "utf-8")

    assert shown()[name] == wanted


def test_the_guide_begins_with_what_the_command_prints(tmp_path: Path) -> None:
    """Word for word, but for where it was written to."""
    ended = run("plugins", "new", "raider", "--into", str(tmp_path), language="en")
    commands = [line.strip().replace(f"{tmp_path}/", "") for line in ended.out.splitlines()[-4:]]
    block = text().partition("```text\n")[2].partition("```")[0]

    assert block.splitlines() == ["splitpick plugins new raider", *commands]


def test_every_hook_has_its_place() -> None:
    headings = " ".join(line for line in text().splitlines() if line.startswith("### splitpick_"))

    assert {name for name in HOOKS if name in headings} == set(HOOKS)


# What is said.


def test_the_plugins_of_the_guide_are_loaded_together(modules: Mapping[str, ModuleType]) -> None:
    """Each brings what its section is about."""
    engine = Engine({name: module for name, module in modules.items() if name != "shelf"})

    assert "raider" in engine.effects
    assert {"row", "coin"} & set(engine.games) == {"coin"}
    assert "bold" in engine.bots
    assert len(engine.brought("observers")) == 1


def test_the_first_card_is_at_most_25_lines_besides_its_texts() -> None:
    tree = ast.parse((SNIPPETS / "raider.py").read_text("utf-8"))
    (card,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    hook = [node for node in tree.body if getattr(node, "name", "") == "splitpick_effects"]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    kept = [node for node in card.body if getattr(node, "name", "") not in ("rules_text", "tell")]
    parts = [ast.unparse(node).splitlines() for node in (*imports, *kept, *hook)]

    assert 15 < len(["class Raider(Effect):", *chain(*parts)]) <= 25


def test_the_first_card_passes_its_tests_and_is_played(written: Path, tmp_path: Path) -> None:
    """As it is after following the guide, in a process that finds it as if it were installed."""
    installed = tmp_path / "splitpick_raider-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: splitpick-raider\nVersion: 0.1.0\n", "utf-8"
    )
    (installed / "entry_points.txt").write_text(
        f"[{GROUP}]\nraider = splitpick_raider\n[{API_GROUP}]\nraider = v{API}\n", "utf-8"
    )
    path = os.pathsep.join([str(written / "src"), str(tmp_path)])
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=written,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    for language, taken in {
        "en": "Roger plays the Raider. It takes",
        "de": "Roger spielt die Karte Raider. Nimmt",
    }.items():
        seats = ("--seat", "jolly=greedy", "--seat", "roger=greedy")
        ended = run("play", "raider", "--seed", "1", *seats, language=language,
                    variables={"PYTHONPATH": path})  # fmt: skip

        assert (ended.code, ended.err) == (0, "")
        assert taken in ended.out


@pytest.mark.parametrize("name", ["row", "coin"])
def test_a_game_of_the_guide_passes_the_conformance_kit(
    modules: Mapping[str, ModuleType], name: str
) -> None:
    engine = Engine({name: modules[name]})

    check_game(ruleset(engine, name).variant().build())


def test_the_bot_of_the_guide_passes_the_conformance_kit(
    modules: Mapping[str, ModuleType],
) -> None:
    check_bot(modules["bold"].Bold, [load_game("jolly-roger")])


def test_the_observer_of_the_guide_keeps_a_diary(
    modules: Mapping[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = Match(load_game("jolly-roger"), seed=1)
    match.observe(modules["diary"].Diary())
    match.play(match.legal()[0])
    match.undo()
    while not match.over:
        match.play(match.legal()[0])
    lines = (tmp_path / "diary.txt").read_text().splitlines()

    assert "1 taken back" in lines
    assert lines[-1].startswith("won by [")


def test_the_shelf_of_the_guide_has_what_a_new_plugin_has(
    modules: Mapping[str, ModuleType],
) -> None:
    """A rule set and catalogs, in the package that the guide begins with."""
    (plugin,) = Engine({"shelf": modules["shelf"]}).plugins

    assert plugin.brings == {
        "splitpick_catalogs": ("splitpick_raider",),
        "splitpick_rulesets": ("raider",),
    }


def test_the_words_of_the_guide_are_said_in_german(
    modules: Mapping[str, ModuleType], tmp_path: Path
) -> None:
    """From the catalog as it is shown, which has all of them."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "splitpick_raider.po").write_bytes((SNIPPETS / "splitpick_raider.po").read_bytes())
    german = Language("de", [("splitpick_raider", tmp_path)])
    spoken = modules["raider"].Raider
    card = spoken.__new__(spoken)
    said = [german.say(text) for text in card.rules_text()]
    entries = polib.pofile(str(SNIPPETS / "splitpick_raider.po"))
    source = (SNIPPETS / "raider.py").read_text("utf-8")

    assert said == [
        "Lege sie an irgendein Schiff. Wer sonst dort eine Crew hat, verliert eine Karte."
    ]
    assert all(f'"{entry.msgid}"' in source for entry in entries)
    assert len(entries) == len(re.findall(r"\bn?msg\(", source))


def test_the_entry_points_of_the_guide_are_those_of_a_new_plugin(tmp_path: Path) -> None:
    folder, _ = write_plugin(Engine(), "raider", "effect", tmp_path)
    written = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    guide = tomllib.loads((SNIPPETS / "entries.toml").read_text("utf-8"))

    assert guide["project"]["entry-points"] == written["project"]["entry-points"]
    assert set(guide["project"]["entry-points"]) == {GROUP, API_GROUP}
    assert guide["project"]["entry-points"][API_GROUP] == {"raider": f"v{API}"}


def test_a_program_under_guard_plays_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(SNIPPETS / "guarded.py"))

    assert names["match"].over
    assert "kraken 0.1.0 (splitpick) loaded" in capsys.readouterr().out.splitlines()


def test_texts_are_collected_begun_and_compiled(tmp_path: Path) -> None:
    """With the commands of the guide, in a new plugin: also those within other messages."""
    folder, _ = write_plugin(Engine(), "raider", "effect", tmp_path)
    module = folder / "src" / "splitpick_raider" / "__init__.py"
    nested = 'msg("outer", "It says {what}.", what=msg("inner", "arr"))\n'
    module.write_text(module.read_text("utf-8") + nested, "utf-8")
    (folder / "babel.cfg").write_bytes((SNIPPETS / "babel.cfg").read_bytes())
    for command in (SNIPPETS / "texts.sh").read_text("utf-8").splitlines():
        program, *words = command.split()
        assert program == "pybabel"
        subprocess.run(
            [sys.executable, "-m", "babel.messages.frontend", *words],
            cwd=folder,
            check=True,
            capture_output=True,
        )
    locales = folder / "src" / "splitpick_raider" / "locales"
    french = polib.pofile(str(locales / "fr" / "LC_MESSAGES" / "splitpick_raider.po"))
    german = polib.pofile(str(locales / "de" / "LC_MESSAGES" / "splitpick_raider.po"))

    assert {"It says {what}.", "arr"} <= {entry.msgid for entry in french}
    assert french.metadata["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    assert {"It says {what}.", "arr"} == {entry.msgid for entry in german.untranslated_entries()}
    assert (locales / "de" / "LC_MESSAGES" / "splitpick_raider.mo").is_file()


def test_what_is_promised_is_there() -> None:
    """And all of `splitpick.core` is promised."""
    names = runpy.run_path(str(SNIPPETS / "promised.py"))

    assert set(splitpick.core.__all__) <= set(names)
    assert f"now {API} (`splitpick.core.hooks.API`)" in text()


@pytest.mark.parametrize("folder", ["tests/examples", "tests/guide", "core/hooks/templates"])
def test_what_plugins_of_ours_for_others_use_is_promised(folder: str) -> None:
    """The worked examples, the guides and what `plugins new` writes."""
    promised = runpy.run_path(str(SNIPPETS / "promised.py"))
    sources = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.name.endswith((".py", ".py.tmpl")) and path.name != "promised.py"
    ]
    for source in sources:
        for module, listed in IMPORTED.findall(source.read_text("utf-8")):
            for name in re.findall(r"\w+", listed):
                assert name in promised or module == "splitpick.core.testing", (source, name)
    assert sources
