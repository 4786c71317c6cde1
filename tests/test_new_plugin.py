"""`splitpick plugins new` writes a package that works as it is."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from command import LANGUAGES, run
from sites import Site
from splitpick.cli import exits
from splitpick.core import BadValue, Engine, Match, UnknownName
from splitpick.core.hooks import API
from splitpick.core.hooks.new import KINDS, write_plugin
from splitpick.core.players import RandomBot, bot_generator
from splitpick.core.text import Language

NAME = "sea-wave"
CARDS = ("kraken", "skeleton", "tortuga")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def package(tmp_path: Path, kind: str) -> Iterator[Path]:
    """A new package of each kind, that can be imported."""
    folder, _ = write_plugin(Engine(), NAME, kind, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "src"))
        yield folder
    for module in list(sys.modules):
        if module.partition(".")[0] == "splitpick_sea_wave":
            del sys.modules[module]


def with_it() -> Engine:
    """Load the engine with the new plugin and our special cards."""
    ours = {name: import_module(f"splitpick.plugins.{name}") for name in CARDS}
    return Engine({**ours, NAME: import_module("splitpick_sea_wave")})


def test_a_package_has_all_that_a_package_needs(package: Path, kind: str) -> None:
    """The project, the plugin, its tests, catalogs in two languages, a guide."""
    written = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}

    assert {
        ".gitignore",
        "README.md",
        "pyproject.toml",
        "src/splitpick_sea_wave/__init__.py",
        "src/splitpick_sea_wave/locales/de/LC_MESSAGES/splitpick_sea_wave.po",
        "src/splitpick_sea_wave/locales/en/LC_MESSAGES/splitpick_sea_wave.po",
        "src/splitpick_sea_wave/py.typed",
        "tests/test_sea_wave.py",
    } <= written
    assert ("src/splitpick_sea_wave/rulesets/sea-wave.yaml" in written) == (kind != "bot")
    assert not [path for path in written if "$" in (package / path).read_text("utf-8")]


def test_the_project_names_the_plugin_and_the_interface(package: Path) -> None:
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["name"] == "splitpick-sea-wave"
    assert project["entry-points"] == {
        "splitpick.plugins": {NAME: "splitpick_sea_wave"},
        "splitpick.api": {NAME: f"v{API}"},
    }


def test_it_brings_what_was_asked_for(package: Path, kind: str) -> None:
    """Under its name, with its texts and, but for a bot, with a rule set."""
    (plugin,) = [plugin for plugin in with_it().plugins if plugin.provider.name == NAME]

    assert plugin.brings[KINDS[kind]] == (NAME,)
    assert plugin.brings["splitpick_catalogs"] == ("splitpick_sea_wave",)
    assert plugin.brings.get("splitpick_rulesets", ()) == (() if kind == "bot" else (NAME,))


def test_it_is_played_to_the_end(package: Path, kind: str) -> None:
    """A bot plays one of our games, all others are played in their own."""
    engine = with_it()
    bot = engine.bots[NAME]() if kind == "bot" else RandomBot()
    game = Engine().load_game("skull-queen") if kind == "bot" else engine.load_game(NAME)
    match = Match(game, seed=3)
    while not match.over:
        seat = match.position.to_act()
        rng = bot_generator(3, seat, len(match.actions))
        match.apply(bot.choose(match.position.resample(seat, rng), seat, rng, 0))

    assert match.position.winners()


TABLE_PLAYED = {
    "en": (
        "Ann, pick a set.",
        " 1 pick 1  A         2 pick 2  B         3 pick 3  B C D D",
        "Set 3: B C D D",
        "Ann takes A.",
        "A   1 A*  +1   2 A?  +2",
        "Ann keeps A.",
        "· kept: A",
    ),
    "de": (
        "Ann, wähle ein Set aus.",
        " 1 nimm 1  A         2 nimm 2  B         3 nimm 3  B C D D",
        "Set 3: B C D D",
        "Ann nimmt A.",
        "A   1 A*  +1   2 A?  +2",
        "Ann behält A.",
        "· behalten: A",
    ),
}
"""What people are shown who play the new table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_told_who_decides_and_what(tmp_path: Path, language: str) -> None:
    """On the new table: by name, with the cards of each set, in their language."""
    seats = [f"--seat={seat}=human" for seat in ("ann", "bob", "cleo")]
    folder, _ = write_plugin(Engine(), NAME, "table", tmp_path)
    site = Site(folder / "src")
    site.plant(NAME, "", distribution="points", target="splitpick_sea_wave")
    for width in (50, 80):
        ended = run(
            "play", NAME, *seats, "--seed", "3", language=language, width=width,
            typed="1\n1\n2\n1\nquit\n", variables=site.variables,
        )  # fmt: skip
        shown = [line.rstrip() for line in ended.out.splitlines()]

        assert (ended.code, ended.err) == (0, "")
        for told in TABLE_PLAYED[language]:
            if width >= len(told):
                assert told in shown


@pytest.mark.parametrize(("language", "word"), [("en", "take"), ("de", "nimm")])
def test_a_new_game_is_typed_in_the_own_language(tmp_path: Path, language: str, word: str) -> None:
    folder, _ = write_plugin(Engine(), NAME, "game", tmp_path)
    site = Site(folder / "src")
    site.plant(NAME, "", distribution="points", target="splitpick_sea_wave")
    seats = ["--seat=ann=human", "--seat=bob=human"]
    ended = run(
        "play", NAME, *seats, "--seed", "3", language=language, typed=f"{word} 2\nquit\n",
        variables=site.variables,
    )  # fmt: skip
    before, _, after = ended.out.partition(f"> {word} 2\n")

    assert f" 1 {word} 1   2 {word} 2   3 {word} 3" in before
    assert " 2 " in after.splitlines()[0]


def test_its_catalogs_have_every_text_of_its_code(package: Path) -> None:
    """In both languages; a plural has both forms."""
    written: set[str] = set()
    for path in (package / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("msg", "nmsg"):
                sentence = node.args[1]
                assert isinstance(sentence, ast.Constant)
                written.add(str(sentence.value))
    for catalog in (package / "src").rglob("*.po"):
        entries = polib.pofile(str(catalog))
        assert {entry.msgid for entry in entries} == written
        for entry in entries:
            assert all(entry.msgstr_plural.values()) if entry.msgid_plural else entry.msgstr


def test_a_new_special_card_is_at_most_25_lines_of_python_besides_texts(tmp_path: Path) -> None:
    """Counted are lines with code: no texts, and none of what only finds texts and decks."""
    folder, _ = write_plugin(Engine(), NAME, "effect", tmp_path)
    source = (folder / "src" / "splitpick_sea_wave" / "__init__.py").read_text("utf-8")
    texts = {"why_not", "tell", "rules_text", "splitpick_catalogs", "splitpick_rulesets"}
    tree = ast.parse(source)
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.arg | ast.expr) and not _is_text(node):
            lines.update(range(node.lineno, node.lineno + 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in texts:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            lines -= set(range(first, (node.end_lineno or 0) + 1))

    assert 15 < len(lines) <= 25


def _is_text(node: ast.AST) -> bool:
    """Say whether *node* is a docstring, or an import or name that only texts need."""
    said = ast.unparse(node)
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or any(
        word in said for word in ("importlib.resources", "Texts", "splitpick_sea_wave")
    )


@pytest.mark.slow
def test_it_is_typed_and_tidy(package: Path) -> None:
    """For mypy --strict and for ruff, where those are installed."""
    pytest.importorskip("mypy")
    pytest.importorskip("ruff")
    for words in (
        ["mypy", "--strict", "src", "tests"],
        ["ruff", "check", "--isolated", "--line-length=100", "--select=E,F,I,UP,W,B,RUF,N,PT", "."],
        ["ruff", "format", "--isolated", "--line-length=100", "--check", "."],
    ):
        ended = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=package,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


# What cannot be.


@pytest.mark.parametrize(
    "name", ["", "Wave", "2waves", "wave-", "a--b", "../x", "a/b", "x" * 41, "ä"]
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    """It becomes the name of a folder, of a package and of an id."""
    with pytest.raises(BadValue) as refused:
        write_plugin(Engine(), name, "effect", tmp_path)

    assert refused.value.code == "new-plugin-name"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "likely"),
    [
        ("My-Card", "my-card"),
        ("my_card", "my-card"),
        ("2fast", "fast"),
        ("Räuber", "raeuber"),
        ("café au lait", "cafe-au-lait"),
        ("x" * 41, "x" * 40),
        ("海", ""),
        ("", ""),
    ],
)
def test_a_name_like_it_is_proposed(tmp_path: Path, name: str, likely: str) -> None:
    """That can be one; what is too long says so."""
    with pytest.raises(BadValue) as refused:
        write_plugin(Engine({}), name, "effect", tmp_path)
    said = Language("en").say(refused.value.message)

    assert said.endswith(f'Did you mean "{likely}"?') == bool(likely)
    assert ("at most 40 letters" in said) == (len(name) > 40)
    if likely:
        write_plugin(Engine({}), likely, "effect", tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("splitpick", "effect"),
        ("splitpick-splitpick", "bot"),
        ("random", "bot"),
        ("kraken", "effect"),
        ("crews", "table"),
        ("greedy", "bot"),
        ("human", "bot"),
        ("splitting", "game"),
        ("jolly-roger", "effect"),
        ("skull-queen", "bot"),
        ("splitpick-kraken", "effect"),
    ],
)
def test_a_name_that_is_taken_is_refused(tmp_path: Path, name: str, kind: str) -> None:
    """By a thing of that kind, a rule set or a plugin."""
    with pytest.raises(BadValue) as refused:
        write_plugin(Engine(), name, kind, tmp_path)

    assert refused.value.code == "name-taken"


def test_a_kind_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName) as refused:
        write_plugin(Engine(), NAME, "efect", tmp_path)

    assert refused.value.code == "unknown-kind"


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "splitpick-sea-wave").mkdir()
    with pytest.raises(BadValue) as refused:
        write_plugin(Engine(), NAME, "effect", tmp_path)

    assert refused.value.code == "folder-there"
    assert list((tmp_path / "splitpick-sea-wave").iterdir()) == []


def test_a_package_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full leaves nothing behind."""
    write_text = Path.write_text

    def full(path: Path, *args: object, **named: object) -> int:
        if path.name == "README.md":
            raise OSError(28, "full")
        return write_text(path, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="full"):
        write_plugin(Engine(), NAME, "effect", tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_name_of_one_letter_gets_a_code(tmp_path: Path) -> None:
    """That is no other card's."""
    folder, _ = write_plugin(Engine(), "r1", "effect", tmp_path)

    assert 'code: "RXX"\n      effect: "r1"\n' in (
        folder / "src" / "splitpick_r1" / "rulesets" / "r1.yaml"
    ).read_text("utf-8")


# The command.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_what_it_wrote_and_how_to_go_on(tmp_path: Path, language: str) -> None:
    ended = run("plugins", "new", "wave", "--into", str(tmp_path), language=language, width=200)

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "  src/splitpick_wave/__init__.py" in ended.out.splitlines()
    assert ended.out.splitlines()[-4:] == [
        f"  cd {tmp_path}/splitpick-wave",
        '  python -m pip install -e ".[test]"',
        "  pytest",
        "  splitpick play wave",
    ]
    again = run("plugins", "new", "wave", "--into", str(tmp_path), language=language)
    assert (again.code, again.error_code) == (exits.BAD_INPUT, "folder-there")


def test_a_bot_is_tried_at_a_seat(tmp_path: Path) -> None:
    ended = run("plugins", "new", "splitpick-wave", "--kind", "bot", "--into", str(tmp_path))

    assert ended.out.splitlines()[-1] == "  splitpick play --seat roger=wave"


def test_a_folder_there_is_not_is_refused(tmp_path: Path) -> None:
    ended = run("plugins", "new", "wave", "--into", str(tmp_path / "x"), language="en")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "no-folder")


def test_the_templates_are_installed() -> None:
    """All files of every kind, none of which a tool takes for what it is not."""
    templates = files("splitpick.core.hooks") / "templates"
    parts = {part.name for part in templates.iterdir()}

    assert parts == {"all", *KINDS}


# Names that mean something in Python or in YAML, or that the code has already.

NASTY = {
    "effect": "none true null yes message crews list",
    "bot": "null true random-bot position texts",
    "game": "null game presenter stones stone-game ruleset",
    "table": "null table collections presenter choice splitting",
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in NASTY.items() for name in names.split()]
)
def test_every_name_that_is_allowed_works(tmp_path: Path, kind: str, name: str) -> None:
    """The code can be imported, its tests too, and what it brings is played."""
    folder, _ = write_plugin(Engine(), name, kind, tmp_path)
    package = f"splitpick_{name.replace('-', '_')}"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "src"))
        try:
            ours = {card: import_module(f"splitpick.plugins.{card}") for card in CARDS}
            engine = Engine({**ours, name: import_module(package)})
            for tests in (folder / "tests").glob("*.py"):
                tested = {"__name__": package}
                exec(compile(tests.read_text("utf-8"), str(tests), "exec"), tested)
            bot = engine.bots[name]() if kind == "bot" else RandomBot()
            game = engine.load_game("jolly-roger" if kind == "bot" else name)
            match = Match(game, seed=3)
            while not match.over:
                seat = match.position.to_act()
                rng = bot_generator(3, seat, len(match.actions))
                match.apply(bot.choose(match.position.resample(seat, rng), seat, rng, 0))
            ruleset = None if kind == "bot" else engine.ruleset_file(name).variant()
            presenter = ruleset.presenter(game) if ruleset else None
        finally:
            for module in list(sys.modules):
                if module.partition(".")[0] == package:
                    del sys.modules[module]

    (plugin,) = [plugin for plugin in engine.plugins if plugin.provider.name == name]
    assert plugin.brings[KINDS[kind]] == (name,)
    assert match.position.winners()
    if presenter:
        assert presenter.scoring(match.position) or kind == "effect"
