"""Each finding is explained: its example has it, in every language, and the page shows all of them.

``SPLITPICK_GOLDEN=write pytest tests/core/rules/test_explain.py`` writes
rulesets/findings/README.md.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import run
from golden import writing
from splitpick.cli import exits
from splitpick.cli.rulesets.explain_finding import FILE, Explanation, finding_groups, found_in
from splitpick.cli.screen import Screen
from splitpick.core import Engine, RulesetError
from splitpick.core.rules.kinds import GameKind
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "rulesets" / "findings" / "README.md"
HEAD = """\
# Findings

What `splitpick rulesets check` finds, by the code in brackets. `splitpick rulesets explain CODE`
says the same in your language. An example is a file `my-deck.yaml`. (This page is written by
`tests/core/rules/test_explain.py` from `findings.yml`.)
"""

ENGINE = Engine()
LANGUAGES = [ENGINE.language(code) for code in ("en", "de", "nl")]
GROUPS = finding_groups(ENGINE.games.values())
FINDINGS = {code: each for group in GROUPS for code, each in group.findings.items()}

NO_FINDINGS = {
    # what is said when something is typed, and not of a file
    *("number-of-players", "unknown-option", "folder-no-python"),
    "allowed-unreadable",
    "unknown-folder",
    # faults of plugins, which are errors of their own, and of saved rules
    *("effect-options", "many-options", "effect-unready", "bad-saved-rules", "picture-alone"),
    # what is said of a file with rule sets from elsewhere
    *("bundle-damaged", "bundle-empty", "bundle-files", "bundle-folder", "bundle-odd-file"),
    *("bundle-too-big", "bundle-twice"),
    # parts of other messages
    *("form-number", "form-list", "form-either", "form-word"),
    *("file-and-line", "finding", "finding-warning", "line-number", "more-findings"),
    *("not-xml", "picture-element", "picture-elements", "picture-text", "picture-attribute"),
    "picture-box",
    *("list-with", "list-without", "value-is", "schema-title", "elsewhere", "only-number"),
    "verb-may-part",
    # only for values that no rule set of ours has
    "bad-value",
    # titles and headings of what a rule set holds
    *("captains-each", "card", "gold-column", "cards", "cards-drawn", "cards-in-deck"),
    *("cards-set-aside", "colour", "count", "course", "crews", "least-in-set", "most-in-set"),
    *("by-players", "number-column", "points-column"),
    *("name", "parrot-strength", "ship", "ships", "standard-variant", "strength", "turns"),
    *("listed-key", "listed-value", "listed-values", "dd-idle-laps", "dd-most-rounds"),
    *("dd-ordinary-dice", "dd-penalty", "dd-skull-worth", "dd-target", "ruleset-elsewhere"),
}
"""Codes in the same modules that no finding has."""


def codes_in(source: ast.AST) -> Iterator[str]:
    """List the codes of the messages that *source* makes, but of options and keys of a game."""
    for node in ast.walk(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            at = {"msg": 0, "nmsg": 0, "pmsg": 1}.get(node.func.id)
            code = node.args[at] if at is not None else None
            if isinstance(code, ast.Constant) and not re.search("(option|about)-", str(code.value)):
                yield str(code.value)


def test_every_code_is_explained() -> None:
    """Also one that will be written tomorrow: the codes are those of the sources."""
    sources = [
        *(ROOT / "core" / "rules").rglob("*.py"),
        *(ROOT / "core" / "tables").rglob("*_kind.py"),
        *(ROOT / "core" / "tables").rglob("*_checks.py"),
        *(ROOT / "plugins").rglob("*_checks.py"),
        *(ROOT / "plugins").rglob("crews_models.py"),
        ROOT / "core" / "hooks" / "user_rulesets.py",
        *(ROOT / "plugins").rglob("*kind.py"),
    ]
    known = {code for source in sources for code in codes_in(ast.parse(source.read_text("utf-8")))}
    for source in (ROOT / "core" / "splitting" / "offers" / "parts").glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in ("conflicts", "problems"):
                known |= {*codes_in(node)}
    for source in (ROOT / "plugins").rglob("verbs/*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "missing":
                known |= {*codes_in(node)}

    assert known - NO_FINDINGS == FINDINGS.keys()
    assert sum(len(group.findings) for group in GROUPS) == len(FINDINGS) > 90


def made(explained: Explanation) -> str:
    """Make the example in the working folder, and return what it is called."""
    for name, text in {**explained.files, FILE: explained.example}.items():
        if text:
            Path(name).write_text(text, encoding="utf-8")
    if not explained.shell:
        return f"./{FILE}"
    *script, last = explained.shell.splitlines()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    command = ["bash", "-eu", "-c", "\n".join(script)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return last.split()[-1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="some examples are made by its shell")
@pytest.mark.parametrize("by_shell", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_example_has_its_finding(
    by_shell: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words of each language."""
    for code, explained in FINDINGS.items():
        if bool(explained.shell) != by_shell:
            continue
        folder = tmp_path / code
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("SPLITPICK_HOME", str(folder / "home"))
        name = made(explained)
        try:
            findings = (Engine() if explained.shell else ENGINE).ruleset_file(name, thorough=True)
            found = findings.warnings
        except RulesetError as error:
            found = [*error.findings, *error.warnings]
        messages = [each.message for each in found if each.message.code == code]
        assert messages, code
        assert len({language.say(messages[0]) for language in LANGUAGES}) == 3


def page() -> Iterator[str]:
    screen = Screen(Language("en"))
    yield HEAD
    for group in GROUPS:
        yield f"## {screen.words(group.title)}\n\n{screen.words(group.about)}\n"
        for code, each in group.findings.items():
            yield f"### `{code}`\n\n{screen.words(each.meaning)}\n"
            yield f"```{'sh' if each.shell else 'yaml'}\n{each.shell or each.example}```\n"
            for name, text in each.files.items():
                yield f"With `{name}` beside it:\n\n```yaml\n{text}```\n"
            if each.example:
                lines = "\n".join(found_in(screen, ENGINE, code, each))
                yield f"```text\n{re.sub('/[^ ]*/rulesets/', '.../rulesets/', lines)}\n```\n"
            yield f"{screen.words(each.cure)}\n"


@pytest.mark.slow
def test_the_page_shows_every_explanation() -> None:
    wanted = "\n".join(page())
    if writing():
        PAGE.write_text(wanted, encoding="utf-8")

    assert PAGE.read_text(encoding="utf-8") == wanted


def test_a_finding_is_explained_in_the_readers_language() -> None:
    """With its example and what is said of that; a plugin's codes as well."""
    english = run("rulesets", "explain", "unknown-effect", language="en").out
    german = run("rulesets", "explain", "sq-few-cards", language="de").out

    assert english.startswith("unknown-effect (The rule set as a whole)\n\nNo installed plugin ")
    assert '\nmy-deck.yaml:5:31: error[unknown-effect]: There is no effect "krakken".' in english
    assert "\nCure: Write the id of an effect that is installed" in english
    assert "\nAbhilfe: Füge Zahlen oder Farben hinzu" in german


def test_all_codes_are_listed_and_others_refused() -> None:
    listed = run("rulesets", "explain").out
    ended = run("rulesets", "explain", "deck-missmatch", language="en")
    of_plugin = run("rulesets", "explain", "check-leak")

    assert all(f"\n  {code}" in listed for code in FINDINGS)
    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "unknown-finding")
    assert 'Did you mean "deck-mismatch"?' in ended.err
    assert of_plugin.error_code == "fault-of-plugin"


def test_a_fault_in_explanations_has_its_place(tmp_path: Path) -> None:
    """They may be a plugin's."""
    file = tmp_path / "findings.yml"
    file.write_text("format: 1\ngroups: [{title: T, about: A, findings: {x: {cure: C}}}]\n")
    game = GameKind()
    game.explained_in = lambda: [file]  # type: ignore[method-assign]
    with pytest.raises(RulesetError) as caught:
        finding_groups([game])

    (finding,) = caught.value.findings
    assert (finding.line, finding.column, finding.message.code) == (2, 45, "missing-key")
