"""Workflows of GitHub, which run nowhere else: they say what README, packages and changelog say."""

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from splitpick.cli.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def jobs(name: str) -> dict[str, Any]:
    text = (GITHUB / "workflows" / f"{name}.yml").read_text("utf-8")
    return dict(yaml.safe_load(text)["jobs"])


def commands(job: dict[str, Any]) -> str:
    return "\n".join(step["run"] for step in job["steps"] if "run" in step)


def pythons() -> list[str]:
    """List the Pythons that the package says it runs on."""
    classifiers = " ".join(PROJECT["project"]["classifiers"])
    return re.findall(r"Python :: (3\.\d+)", classifiers)


def test_everything_is_checked_on_every_python_that_is_promised() -> None:
    linux = jobs("check")["linux"]

    assert linux["strategy"]["matrix"]["python"] == pythons()
    assert commands(linux) == ".ci/run"
    for job in jobs("check").values():
        chosen = [str(step.get("with", {}).get("python-version")) for step in job["steps"]]
        assert {*chosen} <= {*pythons(), "None", "${{ matrix.python }}"}


def test_the_commands_for_windows_are_those_of_the_readme() -> None:
    (line,) = re.findall("On Windows: (.*)", (ROOT / "README.md").read_text("utf-8"))
    first, second, third = re.findall("`(.*?)`", line)
    typed = commands(jobs("check")["windows"])

    assert f"{first}\n{second}\n" in typed
    assert third in typed


def test_there_is_a_compiled_wheel_for_every_python_and_the_kernel_must_compile() -> None:
    wheels = PROJECT["tool"]["cibuildwheel"]

    assert wheels["build"] == [f"cp{python.replace('.', '')}-*" for python in pythons()]
    assert wheels["environment"] == {"SPLITPICK_PURE": "0"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_may_only_what_it_needs_and_uses_what_has_a_version(path: Path) -> None:
    text = path.read_text("utf-8")
    workflow = yaml.safe_load(text)
    writing = [name for name, job in workflow["jobs"].items() if "permissions" in job]

    assert workflow["permissions"] == {"contents": "read"}
    assert writing == {"release": ["publish"], "site": ["publish"]}.get(path.stem, [])
    assert all(re.fullmatch(r"[\w./-]+@(v[\d.]+|release/v1)", used) for used in uses(workflow))
    assert "secrets." not in text


def uses(workflow: dict[str, Any]) -> list[str]:
    """List the actions of others that a *workflow* uses."""
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    return [step["uses"].partition(" ")[0] for step in steps if "uses" in step]


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="a script for bash")
def test_a_release_needs_the_version_and_a_word_in_the_changelog(tmp_path: Path) -> None:
    script = ROOT / ".ci" / "release-notes"
    notes = subprocess.run([script, VERSION], capture_output=True, text=True)
    other = subprocess.run([script, "99.0"], capture_output=True, text=True)

    assert notes.returncode == 0
    assert notes.stdout.lstrip().startswith("### ")
    assert "## [" not in notes.stdout.replace("### [", "")
    assert (other.returncode, other.stdout) == (1, "")
    assert "99.0" in other.stderr


def test_what_contributors_are_told_to_try_is_there() -> None:
    told = (GITHUB / "CONTRIBUTING.md").read_text("utf-8")
    paths = re.findall(r"\b(?:tests|cli|core)/[\w/.]+|\.ci/\w+", told)

    assert len(paths) > 12
    assert [path for path in paths if not (ROOT / path.rstrip(".")).exists()] == []
