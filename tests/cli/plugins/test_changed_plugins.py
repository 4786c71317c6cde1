"""Matches of a game that somebody has installed, changed, broken or uninstalled since."""

import shutil
from pathlib import Path

import pytest

from command import Ended, run
from plugin_sites import Site
from splitpick.cli import exits
from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine

BOTS = ("--seat", "ann=greedy", "--seat", "bob=greedy", "--first", "ann", "--seed", "1")
PLACE = "            self.offer.remove(target)\n"


class Game:
    """The package of a new game, installed in a folder."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        made, _ = write_plugin(Engine(), "pearls", "game", folder)
        self.site = Site(made / "src")
        self.code = made / "src" / "splitpick_pearls" / "__init__.py"

    def release(self, version: str, right: str = "", wrong: str = "") -> None:
        """Install *version*, with a change in the code."""
        self.uninstall()
        self.site.plant("pearls", "", version=version)
        text = self.code.read_text("utf-8")
        assert right in text
        # What Python compiled is kept where size and second are the same.
        shutil.rmtree(self.code.parent / "__pycache__", ignore_errors=True)
        self.code.write_text(text.replace(right, wrong) if right else text, encoding="utf-8")

    def uninstall(self) -> None:
        for old in self.site.folder.glob("*.dist-info"):
            shutil.rmtree(old)

    def run(self, *words: str, typed: str = "", language: str = "en") -> Ended:
        variables = {**self.site.variables, "SPLITPICK_HOME": str(self.home)}
        return run(*words, typed=typed, language=language, width=300, variables=variables)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path)


def test_a_match_of_another_version_names_it_and_how_to_get_it(game: Game) -> None:
    """It is not called damaged, whether it is over or not; with its own version it goes on."""
    game.release("0.1.0")
    ended = game.run("play", "pearls", *BOTS)
    begun = game.run("play", "pearls", *BOTS[2:], "--seat", "ann=human", typed="1\nquit\n")
    game.release("0.3.0", '    "lay",\n', '    "put",\n')
    found = [game.run("matches", "show", "pearls-1"), game.run("resume", "pearls-2")]
    german = game.run("resume", "pearls-2", language="de")
    game.release("0.1.0", '    "put",\n', '    "lay",\n')
    again = game.run("resume", "pearls-2", typed="quit\n")

    assert (ended.code, begun.code, again.code) == (exits.FINE, exits.FINE, exits.FINE)
    for one in (*found, german):
        assert (one.code, one.error_code) == (exits.BAD_INPUT, "plugins-changed")
        assert "pearls 0.1.0 (splitpick-pearls)" in one.err
        assert "pearls 0.3.0 (splitpick-pearls)" in one.err
        assert "splitpick plugins install pearls==0.1.0" in one.err
        assert "damaged" not in one.err


def test_code_that_changed_without_a_new_version_is_a_reason_as_well(game: Game) -> None:
    game.release("0.1.0")
    game.run("play", "pearls", *BOTS)
    game.release("0.1.0", '    "lay",\n', '    "put",\n')
    ended = game.run("matches", "show", "pearls-1")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "plugins-edited")
    assert "With pearls 0.1.0 (splitpick-pearls)" in ended.err
    assert "without a new version" in ended.err


def test_a_match_of_a_plugin_that_is_gone_says_how_to_install_it(game: Game) -> None:
    game.release("0.1.0")
    game.run("play", "pearls", *BOTS)
    game.uninstall()
    ended = game.run("matches", "show", "pearls-1")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "plugins-missing")
    assert ended.err.rstrip().endswith("splitpick plugins install pearls==0.1.0")


def test_a_game_that_fails_says_that_its_match_is_saved(game: Game) -> None:
    """To leave its plugin out would help nobody; once it is mended, the match goes on."""
    game.release("0.1.0", PLACE, f"            self.offers\n{PLACE}")
    failed = game.run("play", "pearls", *BOTS)
    game.release("0.1.1", f"            self.offers\n{PLACE}", PLACE)
    again = game.run("resume", "pearls-1")

    assert (failed.code, failed.error_code) == (exits.INTERNAL, "plugin-raises")
    assert "--without" not in failed.err
    assert "Everything so far is saved." in failed.out
    assert "resume pearls-1" in failed.out
    assert again.code == exits.FINE


def test_a_plugin_whose_folder_is_gone_can_be_uninstalled(game: Game) -> None:
    """As after ``pip install -e`` of a folder that was deleted: its name stays taken."""
    game.release("0.1.0")
    shutil.rmtree(game.code.parent)
    (game.site.folder / "splitpick_pearls.py").unlink()
    listed = game.run("plugins", "list")

    assert "splitpick plugins uninstall pearls" in listed.out
    assert "ModuleNotFoundError" not in listed.out


def test_a_game_that_nobody_here_has_may_be_a_plugin_of_others(game: Game) -> None:
    unknown, likely = game.run("play", "truffles"), game.run("play", "skull-qeen")

    assert unknown.error_code == likely.error_code == "unknown-ruleset"
    assert "splitpick plugins search truffles" in unknown.err
    assert "search" not in likely.err
