"""The kit names the slips of an author at their places, in the package of a new game."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from splitpick.cli.plugins.new_plugin import write_plugin
from splitpick.core import Engine
from splitpick.core.testing import CheckFailed, check_games
from splitpick.core.testing.check_plugins import parts_of
from splitpick.core.text import Language

CODE = "__init__.py"
PO = "locales/de/LC_MESSAGES/splitpick_pearls.po"

WATCHED = """    facts = ("watched",)

    def set_up(self) -> None:
        self.watched = 0
"""
POSSIBLE = "    def possible(self) -> list[int]:\n"
TAKES = "            self.won[self.actor].append(target)\n"

SLIPS: list[tuple[str, str, str, str, list[str]]] = [
    # (file, what is written, what is written by mistake, code, what the finding says)
    (CODE, 'msg("ask-lay", "{seat}, lay jewels.")', '"Lay jewels."', "check-plain-text",
     ["lay: asks='Lay jewels.'", "splitpick_pearls/__init__.py:"]),
    (CODE, 'msg("offer", "offer")', '"offer"', "check-plain-text",
     ["offer: label='offer'", "splitpick_pearls/__init__.py:"]),
    (CODE, "    def aim(self)", '    labels = {"actor": "To act"}\n\n    def aim(self)',
     "check-plain-text", ["labels['actor']='To act'", "splitpick_pearls/__init__.py:"]),
    (CODE, "{seat} takes {card:acc}.", "{seat} takes {crad:acc}.", "check-unknown-gap",
     ["{crad}", "{card}, {seat}"]),
    (CODE, "Take {card:acc}.", "Take {card:akk}.", "check-unknown-case",
     ["{card:akk}", "acc"]),
    (PO, "{seat} nimmt {card:acc}.", "{seat} nimmt {card:akk}.", "check-unknown-case",
     ["splitpick_pearls.po:", "{card:akk}", "acc"]),
    (PO, "{seat} nimmt {card:acc}.", "{seat} nimmt {karte:acc}.", "check-catalog-gaps",
     ["splitpick_pearls.po:", "{karte}"]),
    (PO, 'msgid "take"\nmsgstr "nimm"', 'msgid "take"\nmsgstr "nimm dir"', "check-two-words",
     ['"nimm dir"', "take", "de"]),
    (CODE, POSSIBLE, f"{POSSIBLE}        self.taken = 0\n", "check-looking-method",
     ["possible()", "taken"]),
    (CODE, '    def scores(self) -> list[int]:\n',
     '    facts = ("told",)\n    told = ""\n\n    def scores(self) -> list[int]:\n', "check-leak",
     ["told", "Everybody sees a fact"]),
]  # fmt: skip


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, str]]:
    """Return a function that writes a package with a slip, and checks it."""
    monkeypatch.setattr(check_games, "PROBES", 100)

    def check(file: str = CODE, right: str = "", wrong: str = "") -> dict[str, str]:
        folder, _ = write_plugin(Engine(), "pearls", "game", tmp_path)
        package = folder / "src" / "splitpick_pearls"
        text = (package / file).read_text("utf-8")
        assert right in text
        (package / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
        if wrong.startswith("    facts"):
            code = (package / file).read_text("utf-8")
            draws = "            self.pack.remove(target)\n"
            told = f"{draws}            self.told = self.game.codes[target]\n"
            (package / file).write_text(code.replace(draws, told), encoding="utf-8")
        if "self.taken" in wrong:
            code = (package / file).read_text("utf-8")
            told = f"{TAKES}            self.taken = 1\n"
            (package / file).write_text(code.replace(TAKES, told), encoding="utf-8")
        monkeypatch.syspath_prepend(str(package.parent))
        engine = Engine({"pearls": importlib.import_module("splitpick_pearls")})
        found = {}
        for part in parts_of("pearls", engine, games=1):
            try:
                part.check()
            except CheckFailed as failed:
                Language("de").say(failed.message)
                found[failed.code] = str(failed)
        del sys.modules["splitpick_pearls"]
        return found

    return check


def test_the_package_of_a_new_game_has_no_fault(check: Callable[..., dict[str, str]]) -> None:
    assert check() == {}


@pytest.mark.often(3)
@pytest.mark.parametrize(("file", "right", "wrong", "code", "says"), SLIPS)
def test_a_slip_in_a_package_is_named_with_its_place_and_cure(
    check: Callable[..., dict[str, str]],
    file: str,
    right: str,
    wrong: str,
    code: str,
    says: list[str],
) -> None:
    found = check(file, right, wrong)

    assert code in found, found
    assert [part for part in says if part not in found[code]] == []
