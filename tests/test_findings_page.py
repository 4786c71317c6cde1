"""The page of findings in rulesets/README.md: every code, an example, what is said, and the cure.

``SPLITPICK_GOLDEN=write pytest tests/test_findings_page.py`` writes the page anew, from the
examples and cures in ``tests/findings/``.  Read the difference before you commit it.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from command import LANGUAGES
from golden import writing
from splitpick.cli.rulesets.check_rulesets import check_rulesets
from splitpick.cli.screen import Screen
from splitpick.core.hooks.engine import Engine
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = Path(__file__).parent / "findings"
PAGE = ROOT / "rulesets" / "README.md"
MARK = "<!-- findings: tests/test_findings_page.py writes what follows -->\n"

INSTALLED = str(Path(str(files("splitpick.rulesets") / "jolly-roger.yaml")).parent)

GROUPS = yaml.safe_load((EXAMPLES / "cures.yml").read_text(encoding="utf-8"))
CODES = [code for group in GROUPS for code in group["cures"]]

NO_FINDINGS = {
    # what is said when something is typed, and not of a file
    *("number-of-players", "unknown-option"),
    *("folder-changes", "folder-no-python", "unknown-folder"),
    # what is said of a file when rule sets are listed, and as taken-id when it is checked
    *("rename-ruleset", "rename-yml"),
    # faults of plugins, which are errors of their own
    *("effect-options", "effect-unready"),
    # what is said of saved rules
    "bad-saved-rules",
    # parts of other messages
    *("file-and-line", "finding", "finding-warning", "line-number", "more-findings"),
    *("list-with", "list-without", "value-is", "schema-title", "elsewhere"),
    # only for values that no rule set of ours has
    "bad-value",
    # titles and headings of what a rule set holds
    *(
        "captains-each",
        "card",
        "gold-column",
        "cards",
        "cards-drawn",
        "cards-in-deck",
        "cards-set-aside",
    ),
    *("colour", "count", "course", "crews", "least-in-set", "most-in-set", "name"),
    *("parrot-strength", "ship", "ships", "standard-variant", "strength", "turns"),
    *("sq-colourless", "sq-colours", "sq-deck-and-planks", "sq-fields-down", "sq-fields-up"),
    *("sq-highest-number", "sq-left-out", "sq-left-out-with", "sq-lowest-number", "sq-number"),
    *("sq-orders", "sq-pirate", "sq-plank-values"),
    *("dd-idle-laps", "dd-most-rounds", "dd-ordinary-dice", "dd-penalty", "dd-skull-worth"),
    "dd-target",
}
"""Codes in the same modules that no finding has."""

SOURCES = [
    *(ROOT / "core" / "rules").rglob("*.py"),
    ROOT / "core" / "hooks" / "own.py",
    *(ROOT / "plugins").glob("*/*kind.py"),
]


def codes_in(source: Path) -> set[str]:
    """List the codes of the messages that *source* makes, but of options and numbers of a game."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        at = {"msg": 0, "nmsg": 0, "pmsg": 1}.get(node.func.id)
        code = node.args[at] if at is not None else None
        if isinstance(code, ast.Constant):
            found.add(str(code.value))
    return {code for code in found if not re.match("(sq-|dd-)?(option|about)-", code)}


def example(code: str) -> Path:
    (found,) = [EXAMPLES / f"{code}{end}" for end in (".yaml", ".sh") if _is(code, end)]
    return found


def _is(code: str, end: str) -> bool:
    return (EXAMPLES / f"{code}{end}").is_file()


def beside(code: str) -> dict[str, Path]:
    """Return the files beside an example, by name."""
    return {path.name.removeprefix(f"{code}."): path for path in EXAMPLES.glob(f"{code}.*.yaml")}


Check = Callable[[str, str], list[str]]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Check the example of a code in a language, and return what is shown, line by line."""

    def check(code: str, language: str) -> list[str]:
        folder, home = tmp_path / f"{code}.{language}", tmp_path / f"home.{code}.{language}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("SPLITPICK_HOME", str(home))
        path = example(code)
        name = "my-deck.yaml"
        if path.suffix == ".sh":
            *script, last = path.read_text(encoding="utf-8").splitlines()
            name = last.removeprefix("splitpick rulesets check ")
            run_script("\n".join(script))
        else:
            (folder / name).write_bytes(path.read_bytes())
        for other, source in beside(code).items():
            (folder / other).write_bytes(source.read_bytes())
        engine = Engine()
        screen = Screen(Language(language))
        screen.language = engine.language(language)
        check_rulesets(screen, engine, [name])
        shown = capsys.readouterr().out
        for where, called in [
            (INSTALLED, ".../rulesets"),
            (str(home), "$SPLITPICK_HOME"),
        ]:
            shown = shown.replace(where, called)
        return shown.splitlines()

    return check


def run_script(script: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["bash", "-eu", "-c", script],
        env={**os.environ, "PATH": path},
        check=True,
        capture_output=True,
        timeout=60,
    )


def found(lines: list[str]) -> list[tuple[str, str]]:
    """List place and code of each finding in *lines*."""
    return [
        (match[1], match[2])
        for line in lines
        if (match := re.match(r"(.+?): \w+\[([a-z0-9-]+)\]: .", line))
    ]


def entry(code: str, cure: str, shown: list[str]) -> str:
    """Write what the page says of *code*."""
    path = example(code)
    text = path.read_text(encoding="utf-8").rstrip("\n")
    blocks = [f"```{path.suffix.removeprefix('.')}\n{text}\n```"]
    for name, other in beside(code).items():
        blocks.append(f"with `{name}` beside it:")
        blocks.append(f"```yaml\n{other.read_text(encoding='utf-8').rstrip()}\n```")
    said = "\n".join(["```text", *shown[:-1], "```"])
    return "\n\n".join([f"#### `{code}`", *blocks, said, cure])


def test_every_code_has_an_example() -> None:
    """Also one that will be written tomorrow: the codes are those of the sources."""
    known = set().union(*(codes_in(source) for source in SOURCES))

    assert known - NO_FINDINGS == set(CODES)
    assert known >= NO_FINDINGS
    assert len(CODES) == len(set(CODES)) > 90
    examples = {path.name.partition(".")[0] for path in EXAMPLES.iterdir()} - {"cures"}
    assert examples == set(CODES)


def page() -> str:
    return PAGE.read_text(encoding="utf-8").partition(MARK)[2]


@pytest.mark.skipif(sys.platform != "linux", reason="some examples are made by its shell")
@pytest.mark.skipif(not writing(), reason="nothing is to be written")
def test_the_page_is_written(check: Check) -> None:
    """It runs before all others that look at it."""
    parts = []
    for group in GROUPS:
        parts += [f"### {group['title']}", group["about"]]
        parts += [entry(code, cure, check(code, "en")) for code, cure in group["cures"].items()]
    before, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(before + mark + "\n" + "\n\n".join(parts) + "\n", encoding="utf-8")


def test_the_page_has_every_finding_in_its_group() -> None:
    """And no heading besides."""
    wanted = []
    for group in GROUPS:
        wanted += [f"### {group['title']}", *(f"#### `{code}`" for code in group["cures"])]

    assert re.findall(r"(?m)^###.*", page()) == wanted
    assert all(f"\n### {group['title']}\n\n{group['about']}\n\n####" in page() for group in GROUPS)


@pytest.mark.skipif(sys.platform != "linux", reason="some examples are made by its shell")
@pytest.mark.parametrize("code", CODES)
def test_an_example_is_found_in_both_languages(code: str, check: Check) -> None:
    """At the same places, each in words of its own; and the page shows it to the letter."""
    shown = {language: check(code, language) for language in LANGUAGES}
    english, german = (found(shown[language]) for language in LANGUAGES)
    (cure,) = (group["cures"][code] for group in GROUPS if code in group["cures"])

    assert code in [code for _, code in english]
    assert german == english
    for one, other in zip(shown["en"], shown["de"], strict=True):
        assert (one == other) == (not re.search(r"\[[a-z0-9-]+\]: |: \d+ (fault|warn)", one)), one
    assert f"\n{entry(code, cure, shown['en'])}\n" in page()
