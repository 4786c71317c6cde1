"""The commands of the guides to the laboratory run, one after the other."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from splitpick.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "core" / "lab" / "README.md"
BOTS = ROOT / "core" / "matches" / "programs" / "README.md"


@pytest.mark.slow
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
    modules = {path.name for path in GUIDE.parent.glob("[!_]*.py")} | {"files/", "training/"}

    assert sorted(named) == sorted(modules)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_the_commands_for_bot_writers_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In their order, from the folder the guide is read in, on a single deal."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    out = tmp_path / "games.json"
    blocks = re.findall(r"```sh\n(.*?)```", BOTS.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if " tournament " in line]
    assert len(lines) == 3
    for line in lines:
        words = shlex.split(line.replace("games.json", str(out)))
        assert words[0] == "splitpick"
        assert main([*words[1:], "-n", "1", "--jobs", "1", "--lang", "en"]) == 0, line
        shown = capsys.readouterr().out
        assert "Deals: 1." in shown
        assert "has lost" not in shown  # the program of the guide plays by the rules

    assert len(json.loads(out.read_text("utf-8"))["deals"]) == 1
