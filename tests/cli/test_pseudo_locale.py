"""In the pseudo-locale every message is in brackets, so words outside are in no catalog.

Names and codes may stand outside: they are the same in every language.
"""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.extract import extract

from command import Ended, code_of, command_paths, help_pages, run, usage_errors
from splitpick.core.text import PSEUDO
from splitpick.core.width import display_width

NAMES = {
    *(word for path in command_paths() for word in path),
    # the program, its tokens, its version
    *("splitpick", "SP", "Python"),
    # rule sets, variants, seats, players and files in examples and lists
    *("galley", "thieves", "smugglers", "cove"),
    *("dead", "mans", "dice", "skull", "queen", "standard", "short", "mcts", "ms", "process"),
    *("galley", "thieves", "smugglers", "cove"),
    *("jolly", "roger", "introductory", "advanced", "all", "cards", "human", "greedy", "random"),
    *("my", "deck", "yaml", "match", "html", "ruleset", "json", "card", "effect", "mybot"),
    *("games", "csv", "svg", "zip", "marked", "txt", "nodes", "bad", "code"),
    # ids in a rule set, and the one option's value
    *("green", "yellow", "blue", "red", "kraken", "skeleton", "tortuga", "memory", "false"),
    # codes of cards
    *("G", "Y", "B", "R", "KR", "SK", "TO"),
}

OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def escaped(text: str) -> list[str]:
    """List the words of *text* outside all brackets, which no translator would ever see."""
    depth = 0
    outside = ""
    for character in text:
        depth += character == "⟦"
        outside += " " if depth else character
        depth -= character == "⟧"
    assert depth == 0, "a bracket is not closed: a message was cut off"
    words = re.findall(r"[^\W\d_]+", OPTION.sub(" ", outside))
    return [word for word in words if word not in NAMES]


def speak(*words: str, width: int = 80) -> Ended:
    return run(*words, language=PSEUDO, width=width)


def test_words_outside_of_brackets_are_found() -> None:
    """The test of the test."""
    assert escaped("⟦Usage: ⟦x y⟧ --seed~~~⟧ play --seed Show this") == ["Show", "this"]
    with pytest.raises(AssertionError):
        escaped("⟦Usage: splitpick")


@pytest.mark.parametrize("width", [40, 80])
def test_help_greeting_and_version_can_be_translated_and_fit(width: int) -> None:
    for name, ended in help_pages(PSEUDO, width).items():
        assert (ended.code, ended.err) == (0, ""), name
        assert "⟦" in ended.out
        assert escaped(ended.out) == [], name
        assert max(map(display_width, ended.out.splitlines())) <= width, name
    assert escaped(speak("--version").out) == escaped(speak().out) == []


def test_all_usage_errors_can_be_translated() -> None:
    for name, ended in usage_errors(PSEUDO).items():
        assert ended.error_code == code_of(name), name
        assert escaped(ended.err) == [], name


def test_the_variable_for_the_language_is_not_read_where_an_option_gives_one() -> None:
    given = run("--lang", PSEUDO, variables={"SPLITPICK_LANG": "tlh"})
    noted = run(variables={"SPLITPICK_LANG": "tlh", "LANG": "de_DE"})

    assert given.err == ""
    assert noted.err.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    [
        "rules",
        "rules jolly-roger --variant introductory",
        "rules jolly-roger --variant all-cards",
        "rulesets list",
        "rulesets show jolly-roger --variant all-cards",
        "plugins list",
    ],
)
def test_answers_of_commands_can_be_translated(line: str) -> None:
    ended = speak(*line.split())

    assert (ended.code, ended.err) == (0, "")
    assert escaped(ended.out) == []


def test_what_is_said_of_matches_can_be_translated(tmp_path: Path) -> None:
    """But for dates, hashes and the table, whose columns break messages."""
    home, out = {"SPLITPICK_HOME": str(tmp_path)}, str(tmp_path / "out.txt")
    bots = "--seat jolly=greedy --seat roger=greedy --variant introductory --seed 1"
    run("play", "jolly-roger", *bots.split(), variables=home)
    for words in (
        *(["export", "1", "--out", out], ["export", "1", "--out", out]),
        *(["import", out], ["import", out, "--copy"], ["import", str(tmp_path)]),
        *(["show", "1"], ["delete", "1"], ["delete", "1", "--yes"], ["delete", "2", "--yes"]),
        ["list"],
    ):
        ended = run("matches", *words, language=PSEUDO, variables=home)
        said = (ended.out + ended.err).replace(str(tmp_path), "").partition("╭")[0]

        assert "⟦" in said, words
        said = re.sub(r"[0-9a-f]{12,16}|\d+ \w+ \d{4}", "", said)
        assert escaped(said) == [], words


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("play no-such-game", "unknown-ruleset"),
        ("rules no-such-game", "unknown-ruleset"),
        ("rulesets show no-such-game", "unknown-ruleset"),
        ("rules jolly-roger --variant x", "unknown-variant"),
    ],
)
def test_errors_of_commands_can_be_translated(line: str, code: str) -> None:
    ended = speak(*line.split())

    assert (ended.code, ended.error_code) == (2, code)
    assert escaped(ended.err) == []


def test_findings_can_be_translated(tmp_path: Path) -> None:
    """But for the file's name and its own lines."""
    broken = tmp_path / "my-deck.yaml"
    broken.write_text("format: 1\nname: [\n", encoding="utf-8")
    ended = speak("rulesets", "check", str(broken))
    said = (ended.out + ended.err).replace(str(broken), "")

    assert ended.code == 1
    assert escaped(re.sub(r"(?m)^\s*\d*\s*\|.*$", "", said)) == []


GAME = ("play", "--variant", "advanced", "--first", "jolly", "--seed", "4")

TYPED = "99\nwhat\nhint\nG1 / G1\n9\n\nG1$\nG9@x\nhelp\n1\n\nundo\n1\n\n1\n\ntable\nlog\nquit\n"
"""Slips and every word, through a split and the play of a set."""


@pytest.mark.parametrize("accessible", [[], ["--accessible"]], ids=["drawn", "accessible"])
@pytest.mark.parametrize("players", ["bots", "person"])
def test_a_game_can_be_translated(players: str, accessible: list[str]) -> None:
    """Whole bot games with their scoring, and a person's turn with all words."""
    bots = ("--seat", "jolly=greedy", "--seat", "roger=random") if players == "bots" else ()
    ended = run(*GAME, *bots, *accessible, typed=TYPED, language=PSEUDO, width=36)
    text = "\n".join(line for line in ended.out.splitlines() if not line.startswith("⟦>"))
    words = {"pick", "resume", "seat", "first", "variant", PSEUDO}

    assert (ended.code, ended.err) == (0, "")
    assert {*escaped(text)} <= words


@pytest.mark.parametrize("width", [36, 72, 80, 120])
def test_a_drawn_table_holds_longer_words(width: int) -> None:
    """Nothing is cut off and nothing is wider than the screen."""
    ended = speak(*GAME, "--moves", "G1 G3 / G2 G5 Y3", width=width)
    table = [line for line in ended.out.splitlines() if line[:1] in "╭│╰"]

    assert table
    assert max(map(display_width, table)) <= width
    assert "…" not in "".join(table)


def test_every_sentence_is_a_literal_that_pybabel_finds() -> None:
    """It finds none in an f-string or a variable."""
    sentences = {"msg": [1], "nmsg": [1, 2], "pmsg": [2]}
    keywords: dict[str, tuple[int | tuple[int, str], ...]]  # `-k` of `.ci/catalogs`
    keywords = {"msg": (2,), "nmsg": (2, 3), "pmsg": ((1, "c"), 3)}
    root = Path(__file__).resolve().parents[2]
    for source in chain(*((root / room).rglob("*.py") for room in ("core", "cli", "plugins"))):
        text = source.read_text("utf-8")
        if not re.search(r"msg\(", text):
            continue
        written = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for sentence in (node.args[number] for number in sentences.get(node.func.id, [])):
                    assert isinstance(sentence, ast.Constant), f"{source}:{sentence.lineno}"
                    written.add(sentence.value)
        with source.open("rb") as file:
            extracted = [texts for _, texts, _, _ in extract("splitpick_python", file, keywords)]

        assert written <= set(chain(*([one] if isinstance(one, str) else one for one in extracted)))
