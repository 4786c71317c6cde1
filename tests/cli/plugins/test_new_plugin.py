"""`splitpick plugins new` writes a package that works as it is."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import polib
import pytest
from trove_classifiers import classifiers as trove

from command import LANGUAGES, run
from plugin_sites import Site
from splitpick.cli import exits
from splitpick.cli.plugins.environment import VERIFIED_GROUP
from splitpick.cli.plugins.new_plugin import KINDS, write_plugin
from splitpick.cli.plugins.package_index import KEYWORD
from splitpick.cli.version import VERSION
from splitpick.core import BadValue, Engine, Match, PluginError, UnknownName
from splitpick.core.hooks import API
from splitpick.core.matches.record import settle
from splitpick.core.players import RandomBot, bot_generator
from splitpick.core.session.play_session import Session
from splitpick.core.testing import check_effect
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "tests" / "examples"
NAME = "sea-wave"
PACKAGE = "splitpick_sea_wave"
CARDS = ("jolly_roger", "kraken", "skeleton", "tortuga")


@contextmanager
def imported(folder: Path, name: str) -> Iterator[tuple[Engine, ModuleType]]:
    """Import the new plugin in *folder*, and load it beside our special cards."""
    package = f"splitpick_{name.replace('-', '_')}"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "src"))
        try:
            ours = {card: import_module(f"splitpick.plugins.{card}") for card in CARDS}
            module = import_module(package)
            yield Engine({**ours, name: module}), module
        finally:
            for loaded in [one for one in sys.modules if one.partition(".")[0] == package]:
                del sys.modules[loaded]


def play_to_the_end(engine: Engine, name: str, kind: str) -> Match:
    """Let a new bot play one of our games, and a random bot any other new thing."""
    bot = engine.bots[name]() if kind == "bot" else RandomBot()
    game = Engine().load_game("jolly-roger") if kind == "bot" else engine.load_game(name)
    match = Match(game, seed=3)
    while not match.over:
        seat = match.position.to_act()
        rng = bot_generator(3, seat, len(match.actions))
        match.apply(bot.choose(match.position.resample(seat, rng), seat, rng, 0))
    return match


def files_of(kind: str) -> set[str]:
    """Return the paths of the files that a new package with a *kind* of thing has."""
    code = ["__init__.py", f"locales/de/LC_MESSAGES/{PACKAGE}.po"]
    if kind != "bot":
        code.append(f"rulesets/{NAME}.yaml")
    if kind == "table":
        code.append("table.py")
    inside = {f"src/{PACKAGE}/{path}" for path in code}
    workflows = {f".github/workflows/{name}.yml" for name in ("test", "publish")}
    around = {
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "babel.cfg",
        ".gitignore",
        "pyproject.toml",
        *workflows,
    }
    return {*around, "tests/test_sea_wave.py", *inside}


def files_in(folder: Path) -> list[str]:
    """List the files in *folder*, apart from those that Python has compiled."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return [path.as_posix() for path in files if "__pycache__" not in path.parts]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_package_is_whole_and_is_played(tmp_path: Path, kind: str) -> None:
    """It has a project, a German catalog, tests, and what it needs to be published and found."""
    folder, written = write_plugin(Engine(), NAME, kind, tmp_path)
    texts = {path: (folder / path).read_text("utf-8") for path in written}
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    with imported(folder, NAME) as (engine, _):
        (plugin,) = [plugin for plugin in engine.plugins if plugin.provider.name == NAME]
        match = play_to_the_end(engine, NAME, kind)

    assert set(written) == files_of(kind)
    assert written == sorted(files_in(folder))
    placeholders = re.compile(r"\$(?!\{\{)")  # GitHub's own stand in two braces
    assert not [path for path, text in texts.items() if placeholders.search(text)]
    assert project["name"] == "splitpick-sea-wave"
    assert KEYWORD in project["keywords"]
    assert {name for name in trove if name in project["classifiers"]} == {*project["classifiers"]}
    assert project["entry-points"] == {
        "splitpick.plugins": {NAME: PACKAGE},
        "splitpick.api": {NAME: f"v{API}"},
        VERIFIED_GROUP: {NAME: f"v{VERSION}"},
    }
    assert plugin.brings[f"splitpick_{kind}s"] == (NAME,)
    assert plugin.brings["splitpick_catalogs"] == (PACKAGE,)
    assert plugin.brings.get("splitpick_rulesets", ()) == (() if kind == "bot" else (NAME,))
    assert match.position.winners()


@pytest.mark.parametrize("left", ["self.actor = 7", "self.pack = [99]"])
def test_a_new_game_that_cannot_be_played_on_is_its_plugins_fault(
    tmp_path: Path, left: str
) -> None:
    """Even where the fault shows in splitpick, with none of the plugin's code running."""
    folder, _ = write_plugin(Engine(), NAME, "game", tmp_path)
    code = folder / "src" / PACKAGE / "__init__.py"
    wrong = code.read_text("utf-8").replace(
        "            self.pack.remove(target)", f"            {left}"
    )
    code.write_text(wrong, encoding="utf-8")

    def begin(engine: Engine) -> None:
        rules = engine.ruleset_file(NAME).variant(None)
        session = Session(engine, settle(engine, rules, ["human", "human"], 0, 7), rules=rules)
        session.menu(session.loaded.presenter)

    with imported(folder, NAME) as (engine, _), pytest.raises(PluginError) as raised:
        begin(engine)

    assert f"The plugin {NAME} fails: " in Language("en").say(raised.value.message)


@pytest.mark.slow
def test_a_card_for_any_table_passes_the_conformance_kit(tmp_path: Path) -> None:
    """One without templates of its own; a table that is not there is named."""
    folder, _ = write_plugin(Engine(), NAME, "effect", tmp_path, "collection")
    with imported(folder, NAME) as (engine, module):
        check_effect(module.Gift, engine, games=1)
        match = play_to_the_end(engine, NAME, "effect")
    with pytest.raises(UnknownName, match="unknown-effect-table"):
        write_plugin(Engine(), "other", "effect", tmp_path, "colection")

    assert match.position.winners()


# Decks of others, whose names come before ours.

DECK_OF_OTHERS = """\
from importlib.resources import files
from splitpick.core.hooks import hookimpl

@hookimpl
def splitpick_rulesets():
    return [files("aaa_data")]
"""
EXTENDING = "format: 1\nid: {name}\nname: {name}\nextends: {extends}\n"


def plant_deck(site: Site, text: str) -> None:
    """Install the rule set ``aaa-deck`` with the distribution ``aaa``."""
    site.modules.append("aaa_data")
    files = {"aaa_data/__init__.py": "", "aaa_data/aaa-deck.yaml": text}
    site.plant("aaa", DECK_OF_OTHERS, distribution="aaa", files=files)


def new_effect(tmp_path: Path, table: str) -> tuple[str, list[str]]:
    """Write a package with an effect for *table*; return what it extends and depends on."""
    folder, _ = write_plugin(Engine(), NAME, "effect", tmp_path, table)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    (deck,) = folder.rglob("*.yaml")
    extends = re.search("^extends: (.*)$", deck.read_text("utf-8"), re.MULTILINE)
    assert extends
    return extends[1], [re.sub(">=.*", "", needed) for needed in project["dependencies"]]


def test_a_card_extends_a_deck_that_comes_with_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a stranger's, which the package would not depend on, nor one of the user's own."""
    home = tmp_path / "home"
    (home / "rulesets").mkdir(parents=True)
    own = EXTENDING.format(name="aaa-own", extends="galley-thieves")
    (home / "rulesets" / "aaa-own.yaml").write_text(own)
    monkeypatch.setenv("SPLITPICK_HOME", str(home))
    site = Site(tmp_path)
    plant_deck(site, EXTENDING.format(name="aaa-deck", extends="galley-thieves"))
    with site.on_path():
        known = [*Engine().playable()]
        extends, needed = new_effect(tmp_path, "collection")

    assert known[:2] == ["aaa-deck", "aaa-own"]
    assert (extends, needed) == ("galley-thieves", ["splitpick"])


def test_a_card_depends_on_the_plugin_whose_deck_it_extends(tmp_path: Path) -> None:
    """At a table that comes without a deck."""
    site = Site(tmp_path)
    stalls = tmp_path / "splitpick_stalls"
    shutil.copytree(EXAMPLES / "splitpick-stalls" / "splitpick_stalls", stalls)
    text = (stalls / "rulesets" / "fish-market.yaml").read_text("utf-8")
    (stalls / "rulesets" / "fish-market.yaml").unlink()
    site.plant("stalls", "")
    with site.on_path(), pytest.raises(BadValue, match="table-unplayed"):
        new_effect(tmp_path, "stalls")
    plant_deck(site, text.replace("fish-market", "aaa-deck"))
    with site.on_path():
        extends, needed = new_effect(tmp_path, "stalls")

    assert (extends, needed) == ("aaa-deck", ["splitpick", "aaa", "splitpick-stalls"])


@pytest.mark.parametrize("kind", KINDS)
def test_its_catalog_has_every_text_of_its_code(tmp_path: Path, kind: str) -> None:
    """In German; a plural has both forms."""
    folder, _ = write_plugin(Engine(), NAME, kind, tmp_path)
    (catalog,) = folder.rglob("*.po")
    entries = polib.pofile(str(catalog))
    written = {
        ast.literal_eval(node.args[1])
        for path in folder.rglob("src/**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("msg", "nmsg")
    }

    assert catalog.parent.parent.name == "de"
    assert {entry.msgid for entry in entries} == written
    for entry in entries:
        assert all(entry.msgstr_plural.values()) if entry.msgid_plural else entry.msgstr


SENTENCE = re.compile(r"(\w+=)?msg\(.*\),$")
"""A line that is nothing but a text, as in ``asks=msg("ask", "{seat}, take a card."),``."""

PLAYED = [
    # (kind, language, typed, lines of the output)
    ("table", "en", "1\n1\n2\n1\n", ["Ann, pick a set.", "Set 3: B C D D", "Kept: A"]),
    ("table", "de", "1\n1\n2\n1\n", ["Ann, wähle ein Set aus.", "Set 3: B C D D", "Behalten: A"]),
    (
        "game",
        "en",
        "take r\nlay x\ntake r\nlay r r s\n",
        [
            "You take a ruby.",
            "There is no card x.",
            "That is not possible now. Type, for example: lay R R S.",
            "You lay R R S.",
        ],
    ),
    (
        "game",
        "de",
        "nimm r\nnimm r\nlege r r s\n",
        [
            "Du nimmst einen Rubin.",
            "Das geht jetzt nicht. Tippe zum Beispiel: lege R R S.",
            "Du legst R R S aus.",
        ],
    ),
]


@pytest.mark.parametrize(("kind", "language", "typed", "lines"), PLAYED)
def test_people_play_a_new_thing_in_their_language(
    tmp_path: Path, kind: str, language: str, typed: str, lines: list[str]
) -> None:
    folder, _ = write_plugin(Engine(), NAME, kind, tmp_path)
    site = Site(folder / "src")
    site.plant(NAME, "", distribution="points", target=PACKAGE)
    others = ("bob=human", "cleo=human") if kind == "table" else ("bob=greedy",)
    seats = [f"--seat={seat}" for seat in ("ann=human", *others)]
    words = ("play", NAME, *seats, "--seed", "3")
    ended = run(*words, language=language, typed=f"{typed}quit\n", variables=site.variables)

    assert (ended.code, ended.err) == (0, "")
    assert [line for line in lines if line not in ended.out] == []


def test_a_game_with_hidden_hands_takes_eighty_lines_besides_texts(tmp_path: Path) -> None:
    """Blank lines apart."""
    folder, _ = write_plugin(Engine(), NAME, "game", tmp_path)
    (code,) = (folder / "src").rglob("*.py")
    lines = [line.strip() for line in code.read_text("utf-8").splitlines()]

    assert len([line for line in lines if line and not SENTENCE.match(line)]) <= 80


@pytest.mark.slow
@pytest.mark.process
def test_every_kind_passes_mypy_and_ruff(tmp_path: Path) -> None:
    folders = [write_plugin(Engine(), f"my-{kind}", kind, tmp_path)[0] for kind in KINDS]
    parts = [f"{folder}/{part}" for folder in folders for part in ("src", "tests")]
    call(tmp_path, sys.executable, "-m", "mypy", "--strict", *parts)
    for folder in folders:
        for words in (
            "ruff check --isolated --line-length=100 --select=E,F,I,UP,W,B,RUF,N,PT .",
            "ruff format --isolated --line-length=100 --check .",
        ):
            call(folder, sys.executable, "-m", *words.split())


# Names.


@pytest.mark.parametrize(
    ("name", "likely"),
    [
        ("My-Card", "my-card"),
        ("my_card", "my-card"),
        ("2fast", "fast"),
        ("Räuber", "raeuber"),
        ("café au lait", "cafe-au-lait"),
        ("x" * 41, "x" * 40),
        *((name, "") for name in ("", "海", "ä/")),
        ("wave-", "wave"),
        ("a--b", "a-b"),
        ("../x1", "x1"),
    ],
)
def test_an_impossible_name_is_refused_and_one_like_it_suggested(
    tmp_path: Path, name: str, likely: str
) -> None:
    """It would become the name of a folder, of a package and an id."""
    with pytest.raises(BadValue) as refused:
        write_plugin(Engine({}), name, "effect", tmp_path)
    said = Language("en").say(refused.value.message)

    assert refused.value.code == "new-plugin-name"
    assert said.endswith(f'Did you mean "{likely}"?') == bool(likely)
    assert list(tmp_path.iterdir()) == []


TAKEN = (
    "splitpick effect, splitpick-splitpick bot, random bot, kraken effect, crews table, human bot,"
    " splitting game, jolly-roger effect, skull-queen bot, splitpick-kraken effect"
)


@pytest.mark.parametrize("taken", TAKEN.split(", "))
def test_a_name_that_is_taken_is_refused(tmp_path: Path, taken: str) -> None:
    name, kind = taken.split()
    with pytest.raises(BadValue, match="name-taken"):
        write_plugin(Engine(), name, kind, tmp_path)


def test_an_unknown_kind_an_idle_table_and_a_folder_that_exists_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="unknown-kind"):
        write_plugin(Engine(), NAME, "efect", tmp_path)
    with pytest.raises(BadValue, match="table-without-effect"):
        write_plugin(Engine(), NAME, "bot", tmp_path, "collection")
    (tmp_path / "splitpick-sea-wave").mkdir()
    with pytest.raises(BadValue, match="folder-there"):
        write_plugin(Engine(), NAME, "effect", tmp_path)

    assert list((tmp_path / "splitpick-sea-wave").iterdir()) == []


# Names that mean something in Python or in YAML, or are used in the templates.

NASTY = {
    "effect": "none true null yes message crews list sweep r1",
    "bot": "null true random-bot position texts leader",
    "game": "null game presenter jewels ruby ruleset",
    "table": "null table collections presenter choice splitting",
}


@pytest.mark.often(1)
@pytest.mark.parametrize("kind", NASTY)
def test_every_name_that_is_allowed_works(tmp_path: Path, kind: str) -> None:
    for name in NASTY[kind].split():
        folder, _ = write_plugin(Engine({}), name, kind, tmp_path)
        with imported(folder, name) as (engine, module):
            for tests in (folder / "tests").glob("*.py"):
                exec(tests.read_text("utf-8"), {"__name__": module.__name__})

            assert play_to_the_end(engine, name, kind).over


# The command.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_what_it_wrote_and_how_to_go_on(tmp_path: Path, language: str) -> None:
    words = ("plugins", "new", "wave", "--into", str(tmp_path))
    ended = run(*words, language=language, width=200)
    again = run(*words, language=language)

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "  src/splitpick_wave/__init__.py" in ended.out.splitlines()
    assert ended.out.splitlines()[-4:] == [
        f"  cd {tmp_path}/splitpick-wave",
        '  python -m pip install -e ".[test]"',
        "  pytest",
        "  splitpick play wave",
    ]
    assert (again.code, again.error_code) == (exits.BAD_INPUT, "folder-there")


def test_the_command_says_how_to_play_a_bot(tmp_path: Path) -> None:
    ended = run("plugins", "new", "splitpick-wave", "--kind", "bot", "--into", str(tmp_path))
    nowhere = run("plugins", "new", "wave", "--into", str(tmp_path / "x"))

    assert ended.out.splitlines()[-1] == "  splitpick play --seat roger=wave"
    assert (nowhere.code, nowhere.error_code) == (exits.BAD_INPUT, "no-folder")


# Installed with pip, in one fresh environment, for which pip needs its index.


def call(folder: Path, program: str | Path, *words: str | Path, **variables: str) -> str:
    """Run a program in *folder*; return its output."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env = {**inherited, "SPLITPICK_LANG": "en", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **variables}
    ended = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, env=env)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.weekly
@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="venv/bin has another name there")
def test_new_plugins_are_installed_tested_and_played(tmp_path: Path) -> None:
    """One of each kind beside the others, and nothing but splitpick, uncompiled."""
    bin, home = tmp_path / "venv" / "bin", str(tmp_path / "home")
    call(tmp_path, sys.executable, "-m", "venv", "venv")
    call(tmp_path, bin / "pip", "install", "-q", ROOT, SPLITPICK_PURE="1")
    for kind in KINDS:
        call(tmp_path, bin / "splitpick", "plugins", "new", f"my-{kind}", "--kind", kind)
    packages = [f"./splitpick-my-{kind}" for kind in KINDS]
    editable = [word for package in packages for word in ("-e", f"{package}[test]")]
    call(tmp_path, bin / "pip", "install", "-q", *editable)
    for kind, package in zip(KINDS, packages, strict=True):
        name = f"my-{kind}"
        tested = call(tmp_path / package, bin / "pytest", "-q", SPLITPICK_HOME=home)
        seats = ("jolly", "roger") if kind in ("bot", "effect") else ("ann", "bob")
        players = (name if kind == "bot" else "greedy", "random")
        chosen = [f"--seat={seat}={player}" for seat, player in zip(seats, players, strict=True)]
        words = ("play", "jolly-roger" if kind == "bot" else name, "--no-save", *chosen)
        played = call(tmp_path, bin / "splitpick", *words, SPLITPICK_HOME=home)

        assert " passed" in tested
        assert "failed" not in tested
        *_, result, _seed = played.splitlines()
        assert "win" in result
