"""Windows, as far as it can be tried without one: what it lacks, its consoles, its file names."""

import re
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from command import environment
from lacking import lacking
from sample_sizes import weekly_if

ROOT = Path(__file__).resolve().parents[1]

LACKING = """\
import os, signal, sys

for module in ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[module] = None  # an import of it fails
for name in ("fork", "forkpty", "getpgid", "getuid", "killpg", "setsid", "mkfifo", "wait3"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("HUP", "QUIT", "USR1", "USR2", "ALRM", "TSTP", "WINCH", "CHLD"):
    name = f"SIG{name}"
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("alarm", "setitimer", "pthread_sigmask", "pause"):
    if hasattr(signal, name):
        delattr(signal, name)


def link(*_, **__):
    raise OSError("no links on this drive")


os.link = link
"""
"""Code at the start of Python that takes away all that Windows lacks, and links of files."""

GUARDED = {
    ("cli/screen.py", "readline"): "an import of readline that may fail",
    ("cli/terminal/arrow_keys.py", "readline"): "an import of readline that may fail",
    ("cli/terminal/page.py", "readline"): "an import of readline that may fail",
    ("cli/terminal/page.py", "termios"): "the handler of SIGTSTP, which Windows lacks",
    ("core/lab/games.py", "signal"): "only where there is signal.setitimer",
    ("core/lab/workers.py", "signal"): "only where there is signal.pthread_sigmask",
}
"""Uses of what Windows lacks, by file and module, with what keeps them away from it."""

ODD = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')


def splitpick(tmp_path: Path, *words: str, encoding: str = "utf-8") -> str:
    """Run a command in a Python without what Windows lacks, on a console with *encoding*."""
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    variables = {
        "PYTHONPATH": str(tmp_path),
        "SPLITPICK_HOME": str(tmp_path / "home"),
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": encoding,
    }
    asked = [sys.executable, "-m", "splitpick.cli.main", *words]
    given = environment({}) | variables
    ended = subprocess.run(asked, env=given, capture_output=True, check=False, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr.decode(encoding)
    assert b"Traceback" not in ended.stderr
    return ended.stdout.decode(encoding)


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="it lacks all of this anyway")
def test_a_match_is_played_saved_and_shared_without_what_windows_lacks(tmp_path: Path) -> None:
    bots = ("--seat", "jolly=greedy", "--seat", "roger=mcts:nodes=10", "--seed", "1")
    played = splitpick(tmp_path, "play", "jolly-roger", *bots, "--lang", "en")
    listed = splitpick(tmp_path, "matches", "list", "--lang", "en")
    record = splitpick(tmp_path, "matches", "export", "jolly-roger-1")
    games = splitpick(tmp_path, "simulate", "skull-queen", "-n", "4", "--jobs", "2", "--lang", "en")

    assert "wins" in played
    assert "jolly-roger-1" in listed
    assert "jolly" in record
    assert "Games: 4, never finished: 0." in games


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("encoding", weekly_if({"cp850", "cp1252"}, ["cp437", "cp850", "cp1252"]))
def test_each_console_shows_each_language_without_a_traceback(
    tmp_path: Path, encoding: str
) -> None:
    """A box or a sign that its code page lacks has a stand-in."""
    bots = ("--seat", "jolly=greedy", "--seat", "roger=greedy", "--seed", "1")
    for language in ("en", "de", "nl"):
        shown = splitpick(
            tmp_path, "play", "jolly-roger", *bots, "--lang", language, encoding=encoding
        )
        assert "Roger" in shown


def test_no_file_has_a_name_that_windows_refuses() -> None:
    """No reserved word, sign or case alone that tells two apart, and no path that is too long."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        lacking("a checkout")
    paths = listed.stdout.splitlines()
    parts = {part for path in paths for part in Path(path).parts}
    reserved = {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(10)),
    }

    assert [part for part in parts if ODD.search(part)] == []
    assert [part for part in parts if part.casefold().partition(".")[0] in reserved] == []
    assert len({path.casefold() for path in paths}) == len(paths)
    assert max(map(len, map(str, map(PureWindowsPath, paths)))) < 160


@pytest.mark.weekly
@pytest.mark.process
def test_what_windows_lacks_is_used_behind_a_guard_alone(tmp_path: Path) -> None:
    """As mypy finds it for that platform; a new use needs a guard, and a line in the table."""
    asked = ["mypy", "--platform", "win32", "--cache-dir", str(tmp_path), "build/ns/splitpick"]
    ended = subprocess.run(
        [sys.executable, "-m", *asked], cwd=ROOT, capture_output=True, text=True, check=False
    )
    found = re.findall(r"^build/ns/splitpick/(\S+?):(\d+): error: Module has", ended.stdout, re.M)
    used = set()
    for file, line in found:
        source = (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
        used |= {(file, name) for name in re.findall(r"\b(os|signal|readline|termios)\.", source)}

    assert used == set(GUARDED)
