"""The commands of the guide to the laboratory run, one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from splitpick.cli.main import main

GUIDE = Path(__file__).resolve().parent.parent / "core" / "lab" / "README.md"


def test_the_commands_of_the_guide_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In their order, with few games by bots that do not think, in this process alone."""
    monkeypatch.chdir(tmp_path)
    block = re.search(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert block
    for line in block[1].splitlines():
        words = shlex.split(re.sub(r"-n (\d+)", lambda n: f"-n {int(n[1]) // 2500 + 1}", line))
        seats = [] if "--seat" in words else ["--seat", "roger=random"]
        jobs = [] if "--jobs" in words or "rulesets" in words else ["--jobs", "1"]
        assert words[0] == "splitpick"
        assert main([*words[1:], *seats, "--seat", "jolly=random", *jobs]) == 0, line
        assert capsys.readouterr().out
    rows = (tmp_path / "games.csv").read_text("utf-8").splitlines()

    assert len(rows) == 1 + 20000 // 2500 + 1
    assert (tmp_path / "games.svg").read_text("utf-8").startswith("<?xml")


def test_the_guide_names_every_module() -> None:
    rows = re.findall(
        r"^\| (`[^|]*) \|", GUIDE.read_text("utf-8").partition("## ")[0], re.MULTILINE
    )
    named = re.findall(r"`(\w+\.py|\w+/)`", "".join(rows))
    modules = {path.name for path in GUIDE.parent.glob("[!_]*.py")} | {"files/", "statistics/"}

    assert sorted(named) == sorted(modules)
