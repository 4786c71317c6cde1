"""The Tab key in the shell: commands, options, and names of rule sets, seats and matches."""

from pathlib import Path

import pytest

from command import run


def completed(words: str, home: Path, shell: str = "bash") -> list[str]:
    """Return what *shell* would be told for *words*, the last of which is not complete."""
    asked = {
        "_SPLITPICK_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "SPLITPICK_HOME": str(home),
    }
    ended = run(variables=asked, language="de")

    assert (ended.code, ended.err) == (0, "")
    return ended.out.split("\n")[:-1]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("splitpick pl", ["play", "plugins"]),
        ("splitpick matches re", ["resume", "replay"]),
        ("splitpick play --no-c", ["--no-confirm", "--no-color"]),
        ("splitpick rules sk", ["skull-queen"]),
        ("splitpick rules jolly-roger/a", ["jolly-roger/advanced", "jolly-roger/all-cards"]),
        ("splitpick play --variant a", ["advanced", "all-cards"]),
        ("splitpick play skull-queen --seat mary=m", ["mary=mate", "mary=mcts"]),
        ("splitpick play nothing --seat a", [""]),
    ],
)
def test_the_tab_key_completes(words: str, found: list[str], tmp_path: Path) -> None:
    assert completed(words, tmp_path) == found


def test_matches_are_completed_by_their_names(tmp_path: Path) -> None:
    run("play", "--variant", "advanced", variables={"SPLITPICK_HOME": str(tmp_path)})

    assert completed("splitpick resume ", tmp_path) == ["jolly-roger-1"]
    assert completed("splitpick analyse jo", tmp_path, "fish")[0].startswith("jolly-roger-1")


def test_it_is_installed_once_and_for_known_shells(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    for _ in range(2):
        ended = run("--install-completion", "bash", variables=home, language="de")
        assert ended.code == 0
        assert "Sie wirkt in neuen Terminals." in ended.out
    refused = run("--install-completion", "tcsh", variables=home)

    assert (tmp_path / ".bashrc").read_text().count("splitpick") == 1
    assert (refused.code, refused.error_code) == (2, "unknown-shell")


@pytest.mark.parametrize("asked", ["complete_bash", "complete_tcsh", "source_bash", "x"])
def test_variables_that_no_shell_sets_are_refused(asked: str) -> None:
    ended = run(variables={"_SPLITPICK_COMPLETE": asked})

    assert (ended.code, ended.out, ended.error_code) == (2, "", "bad-completion")


def test_powershell_is_refused_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer would run it to find the place of its profile."""
    monkeypatch.setenv("PATH", "")
    ended = run("--install-completion", "powershell", language="en")

    assert (ended.code, ended.error_code) == (2, "no-such-shell")
