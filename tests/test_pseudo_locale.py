"""In the pseudo-locale every message is in brackets, so what is outside escaped translation.

Names and codes may stand outside: they are the same in every language.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract

from command import (
    Ended,
    code_of,
    command_paths,
    help_pages,
    run,
    usage_errors,
)
from splitpick.core.text import PSEUDO
from splitpick.core.width import display_width

NAMES = {
    "splitpick",
    *(word for path in command_paths() for word in path),
    # of examples
    *("mcts", "ms", "process", "mybot"),
    # in examples and lists: rule sets, variants, seats, players and a file
    *("dead", "mans", "dice", "skull", "queen", "standard", "short"),
    *("jolly", "roger", "introductory", "advanced", "all", "cards", "human", "greedy", "random"),
    *("my", "deck", "yaml", "match", "html", "ruleset", "json", "card", "effect"),
    *("games", "csv", "svg", "marked", "txt", "nodes"),
    # ids that a rule set is written with, and the one option's value
    *("green", "yellow", "blue", "red", "kraken", "skeleton", "tortuga", "memory", "false"),
    # how a token begins
    "SP",
    # card codes of the notation
    *("G", "Y", "B", "R", "KR", "SK", "TO"),
    # of the version
    "Python",
}

OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def outside(text: str) -> str:
    """Return what stands outside all brackets; brackets may stand within brackets."""
    depth = 0
    kept = []
    for character in text:
        depth += character == "⟦"
        kept.append(character if depth == 0 else " ")
        depth -= character == "⟧"
    assert depth == 0, "a bracket is not closed: a message was cut off"
    return "".join(kept)


def escaped(text: str) -> list[str]:
    """List the words of *text* that no translator would ever see."""
    words = re.findall(r"[^\W\d_]+", OPTION.sub(" ", outside(text)))
    return [word for word in words if word not in NAMES]


def speak(*arguments: str, width: int = 80) -> Ended:
    """Run a command in the pseudo-locale."""
    return run(*arguments, language=PSEUDO, width=width)


def test_words_outside_of_brackets_are_found() -> None:
    """The test of the test."""
    assert escaped("⟦Usage: ⟦x y⟧ --seed~~~⟧ play --seed Show this") == ["Show", "this"]
    with pytest.raises(AssertionError):
        escaped("⟦Usage: splitpick")


@pytest.mark.parametrize("width", [40, 80])
def test_all_help_can_be_translated_and_fits(width: int) -> None:
    for name, ended in help_pages(PSEUDO, width).items():
        assert (ended.code, ended.err) == (0, ""), name
        assert escaped(ended.out) == [], name
        assert max(map(display_width, ended.out.splitlines())) <= width, name


@pytest.mark.parametrize("width", [40, 80])
def test_the_greeting_and_the_version_can_be_translated(width: int) -> None:
    for ended in (speak(width=width), speak("--version", width=width)):
        assert "⟦" in ended.out
        assert escaped(ended.out) == []


def test_all_usage_errors_can_be_translated() -> None:
    for name, ended in usage_errors(PSEUDO).items():
        assert ended.error_code == code_of(name), name
        assert escaped(ended.err) == [], name


def test_the_note_on_an_unknown_language_can_be_translated() -> None:
    ended = run("--lang", PSEUDO, variables={"SPLITPICK_LANG": "tlh"})
    noted = run(variables={"SPLITPICK_LANG": "tlh", "LANG": "de_DE"})

    assert ended.err == ""  # --lang decides, and nobody asks the variable
    assert noted.err.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    [
        "rules",
        "rules jolly-roger --variant introductory",
        "rules jolly-roger --variant all-cards",
        "rulesets list",
        "rulesets show jolly-roger",
        "rulesets show jolly-roger --variant all-cards",
        "plugins list",
    ],
)
def test_what_commands_say_can_be_translated(line: str) -> None:
    ended = speak(*line.split())

    assert (ended.code, ended.err) == (0, "")
    assert escaped(ended.out) == []


GAME = ("play", "--variant", "advanced", "--first", "jolly", "--seed", "4")

TYPED = "99\nwhat\nhint\nG1 / G1\n9\nG1$\nG9@x\nhelp\n1\nundo\n1\n1\ntable\nlog\nquit\n"
"""Slips and every word, through a split and the play of a set."""


@pytest.mark.parametrize("accessible", [[], ["--accessible"]], ids=["drawn", "accessible"])
@pytest.mark.parametrize("players", ["bots", "person"])
def test_a_game_can_be_translated(players: str, accessible: list[str]) -> None:
    """Whole games of bots with their scoring, and a person's turn with all words."""
    bots = ("--seat", "jolly=greedy", "--seat", "roger=random") if players == "bots" else ()
    ended = run(*GAME, *bots, *accessible, typed=TYPED, language=PSEUDO, width=36)
    said = "\n".join(line for line in ended.out.splitlines() if not line.startswith("⟦>"))
    words = {"pick", "resume", "seat", "first", "variant", PSEUDO}

    assert (ended.code, ended.err) == (0, "")
    assert [word for word in escaped(said) if word not in words] == []


@pytest.mark.parametrize("width", [36, 72, 80, 120])
def test_a_drawn_table_holds_longer_words(width: int) -> None:
    """Nothing is cut off and nothing is wider than the screen."""
    ended = run(*GAME, "--moves", "G1 G3 / G2 G5 Y3", language=PSEUDO, width=width)
    table = [line for line in ended.out.splitlines() if line[:1] in "╭│╰"]

    assert table
    assert max(map(display_width, table)) <= width
    assert "…" not in "".join(table)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("play no-such-game", "unknown-ruleset"),
        ("rules no-such-game", "unknown-ruleset"),
        ("rulesets show no-such-game", "unknown-ruleset"),
        ("rules jolly-roger --variant x", "unknown-variant"),
    ],
)
def test_what_goes_wrong_in_commands_can_be_translated(line: str, code: str) -> None:
    ended = speak(*line.split())

    assert (ended.code, ended.error_code) == (2, code)
    assert escaped(ended.err) == []


def test_findings_can_be_translated(tmp_path: Path) -> None:
    """But for the file's name and its own lines."""
    broken = tmp_path / "my-deck.yaml"
    broken.write_text("format: 1\nname: [\n", encoding="utf-8")
    ended = speak("rulesets", "check", str(broken))

    assert ended.code == 1
    said = (ended.out + ended.err).replace(str(broken), "")
    lines = [line for line in said.splitlines() if not re.match(r"\s*\d*\s*\|", line)]
    assert escaped("\n".join(lines)) == []


# What pybabel does not find in the source can never be translated.

ROOMS = ("core", "cli", "plugins")
TEXTS = {"msg": [1], "nmsg": [1, 2], "pmsg": [2]}
"""Which arguments of these functions are sentences."""

KEYWORDS: dict[str, tuple[int | tuple[int, str], ...]] = {
    "msg": (2,),
    "nmsg": (2, 3),
    "pmsg": ((1, "c"), 3),
}
"""What `.ci/catalogs` tells pybabel: ``-k msg:2 -k nmsg:2,3 -k pmsg:1c,3``."""


def sources() -> list[Path]:
    root = Path(__file__).resolve().parent.parent
    return sorted(path for room in ROOMS for path in (root / room).rglob("*.py"))


def test_every_sentence_is_a_literal_that_pybabel_finds() -> None:
    """It finds none in an f-string, and of a variable it cannot know what it holds."""
    for source in sources():
        tree = ast.parse(source.read_text(encoding="utf-8"))
        written: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for position in TEXTS.get(node.func.id, []):
                    sentence = node.args[position]
                    where = f"{source}:{sentence.lineno}"
                    assert isinstance(sentence, ast.Constant), f"{where}: not a literal"
                    assert isinstance(sentence.value, str), where
                    written.add(sentence.value)
        with source.open("rb") as file:
            extracted = list(extract("splitpick_python", file, KEYWORDS))
        found = set()
        for _, texts, _, _ in extracted:
            found |= {texts} if isinstance(texts, str) else set(texts)

        assert written <= found, source
