"""The shape of the house: who knows whom, how big files and folders are, one name for one thing."""

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

LONGEST_FILE = 500
MOST_FILES = 13  # besides those that Python has named

RANKS = re.compile(r"(?i)\bships-boy\b|\bship's boy\b|\bmate\b|\bcaptain\b")
"""Names of levels and of a bot, whatever is played: ranks on a ship."""

OTHER_GAMES = re.compile(r"(?i)\b(planks?|tricks?|skulls?|monkey|mate|doubloons?|plunder\w*)\b")
"""Words of the games that are plugins; dice are no such word, since offers can be rolled."""

OWN_FAMILY = re.compile(r"(?i)\b(ships?|crews?|captains?|parrots?|chests?|kraken|tortuga)\b")
"""Words of Jolly & Roger, which is a plugin."""

FIRST_GAME = re.compile(r"(?i)\b(jolly|roger)\b")
"""The first game and its seats, by name."""

_HELP = "an example in the help is a line that can be typed as it stands"
FIRST_GAME_SHOWN = {
    "cli/lab/analyse.py": _HELP,
    "cli/lab/compare.py": _HELP,
    "cli/lab/simulate.py": _HELP,
    "cli/options.py": _HELP,
    "cli/play/play_command.py": _HELP,
    "cli/play/post_command.py": _HELP,
    "cli/plugins/new_plugin.py": "a new bot is tried in the game that is played by default",
    "cli/rulesets/diff_rulesets.py": _HELP,
    "cli/rulesets/new_ruleset.py": _HELP,
    "cli/rulesets/show_rules.py": _HELP,
    "cli/typed_values.py": "the game that is played by default",
    "core/matches/records/codec.py": "tokens that were sent are read with this dictionary",
    "core/matches/records/record_reader.py": "a refusal shows a turn as it may be written",
    "core/matches/records/tags.py": "a refusal shows a tag as it may be written",
    "core/rules/checking/file_check.py": "a refusal shows a name that can be extended",
}
"""Files that may name the first game, with the reason why."""

RELATIVE_CLAUSE = re.compile(r'^ *"""((?:What|Who|Whose|Whom|Whether|Which|How)\b.*)', re.MULTILINE)
"""First line of a docstring, or of the text below an attribute, that is a clause and no noun."""


@cache
def sources(*rooms: str) -> list[Path]:
    """List the Python files of some rooms."""
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def house() -> list[Path]:
    return sources("core", "cli", "plugins")


def test_core_and_cli_have_no_word_of_the_other_games() -> None:
    """Not in comments either: a core that needs one is built around that game."""
    results = {
        place(path): words
        for path in {*sources("core", "cli")} - {ROOT / "core" / "things.py"}  # names of symbols
        if (words := OTHER_GAMES.findall(RANKS.sub("", path.read_text("utf-8"))))
    }

    assert results == {}


def test_core_and_cli_know_no_ships() -> None:
    """The first game is a plugin; only examples in docstrings and comments show its things.

    Babel's extractor of texts runs without plugins and knows which key holds names of places, and
    the symbols that any rule set may put on its cards have names.
    """
    results = {}
    for path in {*sources("cli", "core")} - {ROOT / "core" / "things.py"}:
        code = re.sub(r'(?s)""".*?"""|#[^\n]*', "", path.read_text("utf-8"))
        if words := OWN_FAMILY.findall(RANKS.sub("", code)):
            results[place(path)] = words

    assert results == {"core/rules/extract.py": ["ships"]}


def test_core_and_cli_name_jolly_and_roger_in_examples_alone() -> None:
    """Not in docstrings and comments either; the game that is played by default has to be named."""
    results = {
        place(path)
        for path in {*sources("cli", "core")}
        if FIRST_GAME.search(path.read_text("utf-8"))
    }

    assert results == set(FIRST_GAME_SHOWN)


def test_files_and_folders_are_small() -> None:
    long = {
        place(path): lines
        for path in house()
        if (lines := path.read_text("utf-8").count("\n")) > LONGEST_FILE
    }
    full = {
        folder: files
        for folder, files in Counter(
            place(path.parent) for path in house() if not path.name.startswith("__")
        ).items()
        if files > MOST_FILES
    }

    assert (long, full) == ({}, {})


def test_no_file_name_and_no_class_name_is_used_twice() -> None:
    names = Counter(path.name for path in house() if path.name != "__init__.py")
    classes = Counter(
        node.name
        for path in house()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
    )
    twice = sorted(name for name, times in (names + classes).items() if times > 1)

    assert twice == []


def imported(path: Path) -> Iterator[Path]:
    """Give the files of ours that *path* imports, also for its types alone."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for name in node.names:
                for file in (folder / f"{name.name}.py", folder / name.name / "__init__.py"):
                    if file.is_file():
                        yield file
                        break
                else:
                    file = folder.with_suffix(".py")
                    yield file if file.is_file() else folder / "__init__.py"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not for their types alone either: what is read together belongs together."""
    graph = {path: {other for other in imported(path) if other != path} for path in house()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = [place(path) for path in error.args[1]]
        raise AssertionError(f"a circle: {' <- '.join(circle)}") from None


def test_every_message_code_has_one_sentence() -> None:
    said = defaultdict(set)
    for path in house():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = {"msg": 0, "nmsg": 0, "pmsg": 1}.get(node.func.id)
                if first is not None and len(node.args) > first + 1:
                    code, sentence = node.args[first : first + 2]
                    if isinstance(code, ast.Constant) and isinstance(sentence, ast.Constant):
                        said[code.value].add(sentence.value)
    several = {code: sentences for code, sentences in said.items() if len(sentences) > 1}

    assert several == {}


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    results = [
        f"{place(path)}: {line}"
        for path in (*house(), *sources("tests"))
        for line in RELATIVE_CLAUSE.findall(path.read_text("utf-8"))
    ]

    assert results == []


def test_nothing_else_lies_at_the_top() -> None:
    """Whatever a test run or a trial leaves behind belongs to nobody."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    top = {name.partition("/")[0] for name in listed if not name.startswith(".")}

    assert top <= {
        *("core", "cli", "plugins", "rulesets", "locales", "tests"),
        *("CHANGELOG.md", "LICENSE", "README.md", "hatch_build.py", "pyproject.toml"),
    }
