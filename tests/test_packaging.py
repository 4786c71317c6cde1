"""What an installation puts where, and that the README's commands are those that CI runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, distribution
from importlib.resources import files
from pathlib import Path

import polib
import pytest

from splitpick.cli.version import VERSION

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def installed() -> Distribution:
    """Return the distribution these tests run against."""
    return distribution("splitpick")


def kernel() -> list[str]:
    """Return the modules that hatch_build.py compiles, as core/game and so on."""
    hook = (ROOT / "hatch_build.py").read_text(encoding="utf-8")
    return re.findall(r'^    "(.+)\.py",$', hook, flags=re.MULTILINE)


def translations(catalog: polib.MOFile | polib.POFile) -> dict[object, object]:
    """Return what the catalog says, by context and message."""
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalog.translated_entries()
    }


def is_editable(installed: Distribution) -> bool:
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    return bool(origin.get("dir_info", {}).get("editable"))


def test_only_splitpick_lands_in_site_packages(installed: Distribution) -> None:
    """Nothing named core or cli, and no shared library of mypyc's beside the package."""
    paths = [Path(file) for file in installed.files or []]
    top = {path.parts[0] for path in paths if path.parts[0] != ".."}  # .. leads to bin/
    metadata = f"splitpick-{installed.version}.dist-info"
    allowed = {"_splitpick.pth", metadata} if is_editable(installed) else {"splitpick", metadata}

    assert top == allowed


def test_the_version_is_that_of_this_checkout(installed: Distribution) -> None:
    """What is installed was made from it."""
    assert installed.version == VERSION


@pytest.mark.parametrize("room", ["core", "cli", "plugins"])
def test_type_checkers_may_read_the_annotations(room: str) -> None:
    """Each portion of the namespace says so itself."""
    assert (files(f"splitpick.{room}") / "py.typed").is_file()


@pytest.mark.parametrize(
    "po",
    sorted((ROOT / "locales").glob("*/LC_MESSAGES/*.po")),
    ids=lambda po: f"{po.parts[-3]}-{po.stem}",
)
def test_every_catalog_is_installed_compiled(po: Path) -> None:
    """A .po file has its .mo file in the package, and not a stale one from before an edit."""
    mo = files("splitpick.locales") / po.parts[-3] / "LC_MESSAGES" / f"{po.stem}.mo"

    assert translations(polib.mofile(str(mo))) == translations(polib.pofile(str(po)))


def test_german_and_english_are_there() -> None:
    """The two languages that this project promises."""
    languages = {po.parts[-3] for po in (ROOT / "locales").glob("*/LC_MESSAGES/splitpick.po")}

    assert languages >= {"de", "en"}


def test_every_rule_set_is_installed() -> None:
    """The package holds the rule sets of the checkout."""
    names = {path.name for path in files("splitpick.rulesets").iterdir()}

    assert names >= {path.name for path in (ROOT / "rulesets").glob("*.yaml")} > set()


def test_the_kernel_is_compiled_as_a_whole_or_not_at_all(installed: Distribution) -> None:
    """SPLITPICK_PURE=0, as in CI, means compiled, 1 means not; otherwise the compiler decides."""
    suffix = EXTENSION_SUFFIXES[0]
    compiled = {f"splitpick/{module}{suffix}" for module in [*kernel(), "core/kernel__mypyc"]}
    nothing: set[str] = set()
    wish = os.environ.get("SPLITPICK_PURE")
    allowed = {"0": [compiled], "1": [nothing]}.get(wish or "", [compiled, nothing])
    binaries = {str(file) for file in installed.files or [] if file.suffix in (".so", ".pyd")}

    assert binaries in allowed


def test_the_whole_splitting_kernel_is_compiled() -> None:
    """A new module of these rooms is named in hatch_build.py too, unless it only has words."""
    rooms = ("core/splitting", "core/tables/crews")
    words = ("_presenter", "_rules_text", "_facts", "_legend", "_reasons", "_story", "_view")
    modules = {
        f"{room}/{path.stem}"
        for room in rooms
        for path in (ROOT / room).glob("[!_]*.py")
        if not path.stem.endswith(words)
    }

    assert modules <= set(kernel())


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
