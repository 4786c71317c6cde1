"""The guide for those who write bots says how to measure one: its commands run."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from splitpick.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "core" / "matches" / "programs" / "README.md"


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_the_commands_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In their order, from the folder the guide is read in, on a single deal."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    out = tmp_path / "games.json"
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if " tournament " in line]
    assert len(lines) == 3
    for line in lines:
        words = shlex.split(line.replace("games.json", str(out)))
        assert words[0] == "splitpick"
        assert main([*words[1:], "-n", "1", "--jobs", "1", "--lang", "en"]) == 0, line
        shown = capsys.readouterr().out
        assert "games on 1 deal" in shown
        assert "fault" not in shown  # the program of the guide plays by the rules

    assert len(json.loads(out.read_text("utf-8"))["deals"]) == 1
