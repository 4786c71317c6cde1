"""Every piece of Python in the guides runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDES = [ROOT / "README.md", *sorted(ROOT.glob("[!.]*/README.md")), *ROOT.glob("core/*/README.md")]
SNIPPETS = [
    pytest.param(match.group(1), id=f"{guide.parent.name}-{number}")
    for guide in GUIDES
    if guide.parent.name != "plugins"  # see test_plugins_guide.py
    for number, match in enumerate(
        re.finditer(r"```python\n(.*?)```", guide.read_text("utf-8"), re.DOTALL), 1
    )
]


def test_every_room_has_its_guide() -> None:
    """One README for each whose readers need one."""
    rooms = {guide.parent.name for guide in GUIDES[1:]}

    assert rooms >= {"core", "rulesets", "plugins", "locales", "cli"}


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As it stands there, by itself."""
    exec(compile(snippet, "README.md", "exec"), {"__name__": "snippet"})

    if "print(" in snippet:
        assert capsys.readouterr().out
