"""Faults and completions that an editor shows in rule sets, by the server that editors run.

Skipped where `SPLITPICK_YAML_SERVER` does not name its script (``npm install
yaml-language-server``, ``bin/yaml-language-server``).
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from lacking import lacking
from yaml_server import YamlServer

ROOT = Path(__file__).resolve().parents[3]
TESTS = ROOT / "tests"
SHIPPED = ROOT / "rulesets"
SCRIPT = os.environ.get("SPLITPICK_YAML_SERVER", "")
HEAD = "# yaml-language-server: $schema=ruleset.schema.json\n"
MINE = HEAD + "format: 1\nid: mine\nname: Mine\n"

ELSEWHERE = {"impossible-escape", "open-brace", "variant-bad-id"}
"""Wrong files in which the server underlines another line, such as the one above or below."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[YamlServer]:
    if not SCRIPT:
        lacking("yaml-language-server, which SPLITPICK_YAML_SERVER names")
    with YamlServer(SHIPPED, "node", SCRIPT, "--stdio") as server:
        yield server


def test_nothing_is_underlined_in_what_is_shipped(server: YamlServer) -> None:
    """Nor in the samples of the guides."""
    files = [*SHIPPED.glob("*.yaml"), *TESTS.glob("sample_rulesets/*.yaml")]

    texts = [file.read_text("utf-8") for file in files]
    found = server.look_at(*(text if text.startswith(HEAD) else HEAD + text for text in texts))

    assert len(files) > 8
    assert [file.name for file, faults in zip(files, found, strict=True) if faults] == []


def test_a_mistake_is_underlined_at_its_place(server: YamlServer) -> None:
    """In the wrong files of which the schema, or YAML itself, sees anything."""
    expected = (TESTS / "bad_rulesets" / "expected.txt").read_text().splitlines()
    texts, wanted = {}, {}
    for name, _, findings in (each.partition(": ") for each in expected if each[:1].isalpha()):
        wanted[name] = [each.partition(" ")[0].split(":") for each in findings.split(", ")]
        with suppress(UnicodeDecodeError):
            texts[name] = HEAD + (TESTS / "bad_rulesets" / f"{name}.yaml").read_text("utf-8")
    exact, line, elsewhere = 0, 0, set()
    for name, faults in zip(texts, server.look_at(*texts.values()), strict=True):
        found = {(at - 1, column) for at, column, _ in faults}  # below the line of the schema
        if found & {(int(at), int(column)) for at, column in wanted[name]}:
            exact += 1
        elif {at for at, _ in found} & {int(at) for at, _ in wanted[name]}:
            line += 1
        elif found:
            elsewhere.add(name)

    assert elsewhere == ELSEWHERE
    assert exact > 140
    assert exact > 10 * line


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("extends: jolly-roger\nturns: eight\n", "Incorrect type"),
        ("extends: galley-thieves\noffer: {draw: {9: 3}}\n", "Incorrect type"),
        ("extends: jolly-roger\ncaptian: 3\n", "Property captian is not allowed."),
        ("extends: jolly-roger\nremove: {cards: XX}\n", "Incorrect type"),
        ("extends: jolly-roger/advanced\nturns: 0\n", "Value is below the minimum of 1."),
    ],
)
def test_the_message_says_what_is_wrong(server: YamlServer, written: str, message: str) -> None:
    (found,) = server.look_at(MINE + written)

    assert any(message in said for _, _, said in found), found
    assert {line for line, _, _ in found} == {6}


@pytest.mark.parametrize(
    ("written", "column", "offered"),
    [
        ("extends: \n", 10, {"jolly-roger", "jolly-roger/advanced", "galley-thieves"}),
        ("extends: jolly-roger/advanced\nchange:\n  cards:\n    \n", 5, {"G1", "R5", "KR", "TO"}),
        ("extends: jolly-roger/advanced\nremove:\n  cards:\n    - \n", 7, {"G1", "R5", "KR"}),
        ("extends: jolly-roger\nchange:\n  ships:\n    \n", 5, {"green", "red"}),
        ("extends: jolly-roger\nremove:\n  colours:\n    - \n", 7, {"green", "red"}),
    ],
)
def test_names_are_completed(
    server: YamlServer, written: str, column: int, offered: set[str]
) -> None:
    """Of rule sets and variants to extend, and of what these have, where it is changed."""
    server.look_at(MINE + written)
    found = server.complete((MINE + written).count("\n"), column)

    assert offered <= {*found}
    assert not any("undefined" in label for label in found)
