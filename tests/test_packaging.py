"""An installation puts every file in its place, and CI runs the README's commands."""

import json
import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import pytest

from splitpick.cli.version import VERSION

ROOT = Path(__file__).resolve().parents[1]

INSTALLED = distribution("splitpick")
KERNEL = re.findall(r'^    "(.+)\.py",$', (ROOT / "hatch_build.py").read_text("utf-8"), re.M)
"""Modules that hatch_build.py compiles, as core/game and so on."""


def test_only_splitpick_of_this_version_lands_in_site_packages() -> None:
    """Nothing named core or cli, and no shared library of mypyc's beside the package."""
    paths = [Path(file) for file in INSTALLED.files or []]
    origin = json.loads(INSTALLED.read_text("direct_url.json") or "{}")
    package = "_splitpick.pth" if origin.get("dir_info", {}).get("editable") else "splitpick"

    assert {path.parts[0] for path in paths if path.parts[0] != ".."} == {  # .. leads to bin/
        package,
        f"splitpick-{VERSION}.dist-info",
    }


def test_languages_rule_sets_and_the_marker_of_types_are_installed() -> None:
    """That the compiled catalogs are those of this checkout is in test_locales.py."""
    languages = {folder.name for folder in files("splitpick.locales").iterdir()}
    rulesets = {path.name for path in files("splitpick.rulesets").iterdir()}

    assert languages >= {"de", "en", "nl"}
    assert rulesets >= {path.name for path in (ROOT / "rulesets").glob("*.yaml")} > set()
    for room in ("core", "cli", "plugins"):  # each portion of the namespace says so itself
        assert (files(f"splitpick.{room}") / "py.typed").is_file()


def test_the_kernel_is_compiled_as_a_whole_or_not_at_all() -> None:
    """SPLITPICK_PURE=0, as in CI, means compiled, 1 means not; otherwise the compiler decides."""
    suffix = EXTENSION_SUFFIXES[0]
    compiled = {f"splitpick/{module}{suffix}" for module in [*KERNEL, "core/kernel__mypyc"]}
    nothing: set[str] = set()
    choice = os.environ.get("SPLITPICK_PURE", "")
    binaries = {str(file) for file in INSTALLED.files or [] if file.suffix in (".so", ".pyd")}

    assert binaries in {"0": [compiled], "1": [nothing]}.get(choice, [compiled, nothing])


def test_the_whole_splitting_kernel_is_compiled() -> None:
    """A new module of these rooms is named in hatch_build.py too, unless it only has words."""
    words = (
        "_presenter",
        "_rules_text",
        "_facts",
        "_legend",
        "_reasons",
        "_story",
        "_view",
        "_zones",
        "_models",
        "_checks",
        "_kind",
        "no_captains",
    )
    modules = {
        f"{room}/{path.stem}"
        for room in (
            "core/splitting",
            "core/splitting/offers",
            "core/splitting/offers/parts",
            "core/splitting/plain",
            "plugins/jolly_roger",
        )
        for path in (ROOT / room).glob("[!_]*.py")
        if not path.stem.endswith(words)
    }

    assert modules <= set(KERNEL)


@pytest.mark.parametrize(
    ("block", "command"),
    [
        (1, ".venv/bin/pip install -q . && .venv/bin/splitpick play"),
        (2, ".venv/bin/pip install -q '.[test]' && .venv/bin/pytest -q -n auto --dist worksteal"),
    ],
)
def test_ci_runs_the_commands_of_the_readme(block: int, command: str) -> None:
    """The first two shell blocks of README.md are the commands, and CI takes them from there."""
    printed = subprocess.run(
        [ROOT / ".ci" / "readme-command", str(block)], capture_output=True, check=True, text=True
    )

    assert printed.stdout == f"python3 -m venv .venv && {command}\n"
    assert f"readme {block}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.process
def test_python_runs_the_package() -> None:
    command = [sys.executable, "-m", "splitpick", "--version"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ended.stdout.startswith(f"splitpick {VERSION}")
