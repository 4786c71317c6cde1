"""The guide for authors of plugins: each of its snippets is a file, and does what the guide says.

``SPLITPICK_GOLDEN=write pytest tests/readmes/test_plugins_guide.py`` writes the files into
plugins/README.md.  Read the difference before you commit it.
"""

import importlib
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import polib
import pytest
from babel.messages.frontend import CommandLineInterface

import splitpick.core
from command import Ended, run
from golden import writing
from plugin_sites import Site
from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine, Match, load_game
from splitpick.core.hooks import API
from splitpick.core.hooks.hook_validation import HOOKS
from splitpick.core.rules.special_cards import KnownEffect
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.tables.collection import CollectionTable
from splitpick.core.testing import check_bot, check_effect
from tables import captain, crew, crews_of, lay, strength
from tiny_ruleset import parse

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "plugins" / "README.md"
SNIPPETS = Path(__file__).parents[1] / "guide" / "plugins"
SNIPPET = re.compile(r"<!-- ([\w.-]+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)
NAMES = sorted(path.name for path in SNIPPETS.iterdir() if path.is_file())
IMPORTED = re.compile(r"^from (splitpick\.[\w.]+) import (\([^)]*\)|[^\n(]*)", re.MULTILINE)
RAIDER = "splitpick_raider"


def text() -> str:
    return GUIDE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package that the guide begins with, with the contents that it asks for."""
    folder, _ = write_plugin(Engine(), "raider", "effect", tmp_path_factory.mktemp("guide"))
    for snippet, file in {
        "raider.py": f"src/{RAIDER}/__init__.py",
        f"{RAIDER}.po": f"src/{RAIDER}/locales/de/LC_MESSAGES/{RAIDER}.po",
        "test_raider.py": "tests/test_raider.py",
    }.items():
        assert (folder / file).is_file()
        assert file in text()
        (folder / file).write_bytes((SNIPPETS / snippet).read_bytes())
    return folder


@pytest.fixture
def modules(written: Path) -> Iterator[Mapping[str, ModuleType]]:
    """The snippets that are plugins, imported as if they were installed."""
    names = (RAIDER, "bold", "diary", "tally")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SNIPPETS))
        patch.syspath_prepend(str(written / "src"))
        yield {name: importlib.import_module(name) for name in names}
    for name in names:
        del sys.modules[name]


# The text.


def test_every_snippet_is_its_file() -> None:
    """But for the commands at the beginning and `plugins check`."""
    for name in NAMES if writing() else ():
        wanted = (SNIPPETS / name).read_text(encoding="utf-8")
        block = re.compile(rf"(<!-- {re.escape(name)} -->\n```\w+\n).*?```\n", re.DOTALL)
        shown = block.sub(lambda found, wanted=wanted: f"{found[1]}{wanted}```\n", text())  # type: ignore[misc]
        GUIDE.write_text(shown, "utf-8")

    shown_files = {match[1]: match[3] for match in SNIPPET.finditer(text())}
    assert shown_files == {name: (SNIPPETS / name).read_text("utf-8") for name in NAMES}
    assert text().count("```") == 2 * (len(NAMES) + 4)


def test_the_guide_begins_with_what_the_command_prints(tmp_path: Path) -> None:
    ended = run("plugins", "new", "raider", "--into", str(tmp_path), language="en")
    commands = [line.strip().replace(f"{tmp_path}/", "") for line in ended.out.splitlines()[-4:]]
    block = text().partition("```text\n")[2].partition("```")[0]

    assert block.splitlines() == ["splitpick plugins new raider", *commands]


def test_every_hook_has_a_section() -> None:
    headings = " ".join(line for line in text().splitlines() if line.startswith("### splitpick_"))

    assert {name for name in HOOKS if name in headings} == set(HOOKS)


# The card.


@pytest.mark.slow
def test_the_card_passes_its_tests_and_is_played(written: Path) -> None:
    site = Site(written / "src")
    site.modules.append(RAIDER)
    site.plant("raider", "", distribution="points", target=RAIDER)
    with site.on_path():
        tests = runpy.run_path(str(written / "tests" / "test_raider.py"))
        for name in [name for name in tests if name.startswith("test_")]:
            tests[name]()
    for language, taken in {
        "en": "Roger plays the Raider. It takes",
        "de": "Roger spielt die Karte Raider. Nimmt",
    }.items():
        words = ("play", "raider", "--seed", "1", "--seat=jolly=greedy", "--seat=roger=greedy")
        ended = run(*words, language=language, variables=site.variables)

        assert (ended.code, ended.err) == (0, "")
        assert taken in ended.out


def test_its_catalog_has_all_its_texts() -> None:
    entries = polib.pofile(str(SNIPPETS / "splitpick_raider.po"))
    source = (SNIPPETS / "raider.py").read_text("utf-8")

    assert all(f'"{entry.msgid}"' in source for entry in entries)
    assert len(entries) == len(re.findall(r"\bn?msg\(", source))


def test_texts_are_collected_begun_and_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those within other messages."""
    folder, _ = write_plugin(Engine(), "raider", "effect", tmp_path)
    with (folder / "src" / RAIDER / "__init__.py").open("a", encoding="utf-8") as module:
        module.write('msg("outer", "It says {what}.", what=msg("inner", "arr"))\n')
    (folder / "babel.cfg").write_bytes((SNIPPETS / "babel.cfg").read_bytes())
    monkeypatch.chdir(folder)
    for command in (SNIPPETS / "texts.sh").read_text("utf-8").splitlines():
        assert not CommandLineInterface().run(command.split())  # type: ignore[no-untyped-call]
    french, german = (
        folder / "src" / RAIDER / "locales" / code / "LC_MESSAGES" / f"{RAIDER}.po"
        for code in ("fr", "de")
    )
    fresh = {"It says {what}.", "arr"}

    assert fresh <= {entry.msgid for entry in polib.pofile(str(french))}
    assert fresh == {entry.msgid for entry in polib.pofile(str(german)).untranslated_entries()}
    assert german.with_suffix(".mo").is_file()


# The other snippets.


@pytest.mark.slow
def test_the_second_card_takes_the_strongest_and_passes_the_conformance_kit() -> None:
    effect = runpy.run_path(str(SNIPPETS / "press_gang.py"))["PressGang"]
    check_effect(effect, games=1)
    position = lay(green="jolly: G1 | roger: G1? G4 SK? G2", blue="roger: B2 SK")
    table = crews_of(position)
    gang = effect(table.rules, 0)
    assert gang.legal(table, 0) == [0]
    gang.play(table, 0, 0)

    assert crew(position, "roger", "green") == "G1? SK? G2"
    assert (strength(position, "roger", "green"), captain(position, "green")) == (4, "roger")
    assert [table.can_take(1, 0, place) for place in (-1, 0, 2, 3)] == [False, True, True, False]
    assert not table.can_take(1, 2, 0)  # the Skeleton on top keeps its crew safe
    table.lay_parrot(1, 2, 5)
    assert [table.can_take(1, 2, place) for place in (0, 1, 2)] == [True, False, True]


@pytest.mark.slow
def test_the_card_for_a_collection_passes_the_conformance_kit_and_has_a_setting() -> None:
    effect = runpy.run_path(str(SNIPPETS / "cutpurse.py"))["Cutpurse"]
    check_effect(effect, games=1, languages=("en",))
    games = Engine().games_with({"cutpurse": KnownEffect(effect)})
    card = "{code: CU, effect: {cutpurse: {most: 2}}, count: 2, name: Cut}"
    text = (ROOT / "rulesets" / "galley-thieves.yaml").read_text("utf-8")
    game = parse(text.replace("cards:\n", f"cards:\n  - {card}\n"), games).variant().build(2)
    position = game.new_position()
    assert isinstance(position, SplitPosition)
    table = position.table
    assert isinstance(table, CollectionTable)
    for code in ("B1", "C1", "R1"):
        table.keep(1, table.rules.codes.index(code))
    table.play(0, table.parse(0, [0], "CU*finn"))

    owned = table.view()["collections"]
    assert [one["kept"] for one in owned] == [["C1", "R1"], ["B1"]]  # type: ignore[index, union-attr, call-overload]


def test_the_plugins_of_the_guide_bring_what_their_sections_say(
    modules: Mapping[str, ModuleType],
) -> None:
    kinds = {hook[10:] for plugin in Engine(modules).plugins for hook in plugin.brings}

    assert kinds == {hook[10:] for hook in HOOKS} - {"games", "tables"}


def test_the_bot_passes_the_conformance_kit(modules: Mapping[str, ModuleType]) -> None:
    check_bot(modules["bold"].Bold, [load_game("jolly-roger", "introductory")])


def test_the_observer_keeps_a_diary(
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


def test_a_command_and_an_export_of_a_plugin_are_as_ours_are(tmp_path: Path) -> None:
    """A plugin that is installed: its fault is named, and names of our own come first."""
    site = Site(tmp_path / "site")
    source = (SNIPPETS / "tally.py").read_text("utf-8")
    site.folder.mkdir()
    site.plant("tally", source.replace('[("tally", tally)]', '[("tally", tally), ("play", tally)]'))
    variables = {**site.variables, "SPLITPICK_HOME": str(tmp_path)}

    def typed(*words: str) -> Ended:
        return run(*words, language="en", variables=variables)

    players = ("--seat", "jolly=greedy", "--seat", "roger=greedy", "--seed", "1")
    assert typed("play", *players).code == 0
    counted, wrong = typed("tally", "jolly-roger"), typed("tally", "nowhere")
    lines = typed("matches", "export", "jolly-roger-1", "--format", "lines")
    without = typed("--without", "tally", "tally", "jolly-roger")
    checked, listed = typed("plugins", "check", "tally"), typed("plugins", "list")

    assert counted.out == "jolly-roger: 20 kinds of cards\n"
    assert (wrong.code, wrong.error_code) == (2, "unknown-ruleset")
    assert "Count the cards of a rule set." in typed("tally", "--help").out
    assert lines.out.startswith("Jolly & Roger\n+")
    assert without.error_code == "unknown-command"
    assert "command: tally, play" in listed.out
    assert "format for exports lines: fine" in checked.out


def test_the_entry_points_are_those_of_a_new_plugin(written: Path) -> None:
    project = tomllib.loads((written / "pyproject.toml").read_text("utf-8"))
    guide = tomllib.loads((SNIPPETS / "entries.toml").read_text("utf-8"))

    assert guide["project"]["entry-points"] == project["project"]["entry-points"]


def test_a_program_under_guard_plays_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(SNIPPETS / "guarded.py"))

    assert names["match"].over
    assert "kraken 0.1.0 (splitpick) loaded" in capsys.readouterr().out.splitlines()


def test_the_promised_names_exist_and_are_all_that_plugins_use() -> None:
    """The worked example, the guides, what `plugins new` writes, and our own special cards."""
    promised = runpy.run_path(str(SNIPPETS / "promised.py"))
    assert set(splitpick.core.__all__) <= set(promised)
    assert f"now {API} (`splitpick.core.hooks.API`)" in text()
    folders = (
        "tests/examples",
        "tests/guide",
        "cli/plugins/templates",
        "plugins/jolly_roger/templates",
    )
    kinds = ("*.py", "*.py.tmpl")  # not the *.pyc that Python may have left beside them
    sources = [file for folder in folders for kind in kinds for file in (ROOT / folder).rglob(kind)]
    sources += [ROOT / "plugins" / f"{card}.py" for card in ("kraken", "skeleton", "tortuga")]
    assert len(sources) > 15
    for source in sources:
        code = source.read_text("utf-8").replace("from ..core", "from splitpick.core")
        for module, listed in IMPORTED.findall(code):
            for name in re.findall(r"\w+", listed) if source.name != "promised.py" else ():
                assert name in promised or module == "splitpick.core.testing", (source, name)
