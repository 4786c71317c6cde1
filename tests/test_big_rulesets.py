"""Rule sets as big as they may be: each is judged in less than 2 seconds and 200 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from splitpick.core.rules.reading.files import MOST_BYTES

SECONDS = 2
MEGABYTES = 200

HEAD = "format: 1\nid: mine\nname: {en: Mine, de: Meins}\n"
ADVANCED = HEAD + "extends: jolly-roger/advanced\n"
ALL = HEAD + "extends: jolly-roger\n"

CHECK = """\
import json, resource, sys, time
from splitpick.core import Engine, RulesetError
from splitpick.core.rules.findings import render_all

engine = Engine()
german = engine.language("de")
begin = time.process_time()
try:
    findings = engine.ruleset_file(sys.argv[1], thorough=True).warnings
except RulesetError as error:
    findings = error.findings
shown = list(render_all(findings, german))
seconds = time.process_time() - begin
megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([len(findings), len(shown), seconds, megabytes]))
"""


def lines(count: int, line: Callable[[int], str]) -> str:
    return "".join(line(at) for at in range(count))


def fifty_variants(more: str = "") -> str:
    return "variants:\n" + lines(50, lambda at: f"  v{at}: {{name: n{more}}}\n")


def filled(head: str, line: Callable[[int], str]) -> str:
    """Write lines behind *head* until there are nearly as many bytes as there may be."""
    return head + lines((MOST_BYTES - len(head) - 10) // len(line(10**7)), line)


def letters() -> Iterator[str]:
    for one in "abcdefghijklm":
        for other in "abcdefghijklmnopqrstuvwxyz":
            for third in "abcdefghijklmnopqrstuvwxyz":
                yield one + other + third


BIG = {
    "comments": lambda: filled(ADVANCED, lambda at: "# a\n"),
    "one text": lambda: ADVANCED + f"description: {'x' * 999_000}\n",
    "brackets": lambda: ADVANCED + "x: " + "[" * 900_000,
    "escapes": lambda: filled(ADVANCED + "x:\n", lambda at: '  - "\\u0041"\n'),
    "tabs": lambda: filled(ADVANCED, lambda at: "\t\n"),
    "texts": lambda: filled(ADVANCED + "description:\n", lambda at: f"  {at:08}: {'x' * 900}\n"),
    "unknown keys": lambda: ADVANCED + lines(9_900, lambda at: f"k{at}: 1\n"),
    "added cards": lambda: (
        ALL
        + "add:\n  cards:\n"
        + lines(3_500, lambda at: f"    - {{code: A{at}, colour: red}}\n")
        + fifty_variants()
    ),
    "removed cards": lambda: (
        ADVANCED + "remove:\n  cards:\n" + lines(18_000, lambda at: f"    - {'A' * 30}{at}\n")
    ),
    "colours": lambda: (
        ADVANCED
        + "colours:\n"
        + lines(3_000, lambda at: f"  - {{id: colour-{at:05}, code: R{at % 100}}}\n")
        + "add:\n  cards:\n"
        + lines(900, lambda at: f"    - {{code: A{at}, colour: colour-{at + 7_000:05}}}\n")
    ),
    "languages": lambda: (
        ADVANCED
        + "description:\n"
        + "".join(f"  {code}: text\n" for code in letters())
        + fifty_variants()
    ),
    "variants of nobody": lambda: ALL + fifty_variants(", extends: nobody/x"),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts memory in another way")
@pytest.mark.parametrize("name", BIG)
def test_the_biggest_files_cost_little(name: str, tmp_path: Path) -> None:
    """Whatever they are full of; and no more than fifty findings are shown."""
    file = tmp_path / "mine.yaml"
    file.write_text(BIG[name](), encoding="utf-8")
    assert file.stat().st_size <= MOST_BYTES
    ended = subprocess.run(
        [sys.executable, "-c", CHECK, str(file)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    found, shown, seconds, megabytes = json.loads(ended.stdout)

    assert shown <= 3 * 50 + 1
    assert (found > 0) == (name != "comments")
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
