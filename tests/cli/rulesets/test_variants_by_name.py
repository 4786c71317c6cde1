"""`jolly-roger/advanced` names a variant in every command, and a file alone has what it extends."""

from pathlib import Path

import pytest

from command import run
from splitpick.cli.rulesets.diff_rulesets import _changes
from splitpick.core import load_game

MINE = """\
format: 1
id: mine
name: {en: Mine, de: Meins}
extends: jolly-roger/advanced
turns: 7
set-aside: 15
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.splitpick.yaml"
    file.write_text(MINE, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "words",
    [
        "rules {}",
        "rulesets check {}",
        "rulesets show {}",
        "play {} --seat jolly=random --seat roger=random --seed 7 --no-save",
        "simulate {} -n 2 --seat jolly=random --seat roger=random --jobs 1",
    ],
)
def test_a_variant_is_named_behind_a_slash(words: str) -> None:
    """As `--variant` names it; a wrong one is an unknown variant and no missing file."""
    command = words.format("jolly-roger/all-cards").split()
    alone = words.format("jolly-roger").split()
    wrong = run(*words.format("jolly-roger/all-crads").split())
    named = run(*command)

    assert (named.code, named.err) == (0, "")
    if words != "rulesets check {}":  # which looks at the whole file
        assert named.out == run(*alone, "--variant", "all-cards").out or "show" in words
        assert named.out != run(*alone).out
    assert 'There is no variant "all-crads". Did you mean "all-cards"?' in wrong.out + wrong.err


def test_programs_name_a_variant_likewise() -> None:
    assert load_game("jolly-roger/all-cards").variant == "all-cards"
    assert load_game("jolly-roger", "all-cards").variant == "all-cards"


def test_a_path_that_exists_is_one_even_if_it_could_be_a_variant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jolly-roger" / "all-cards").mkdir(parents=True)
    (tmp_path / "jolly-roger" / "all-cards" / "mine.yaml").write_text(MINE)

    assert "mine.yaml: no errors." in run("rulesets", "check", "jolly-roger/all-cards").out


def test_a_file_of_the_editor_s_pattern_is_played_by_the_name_before_it(
    monkeypatch: pytest.MonkeyPatch, mine: str
) -> None:
    """Its id is that name as well, so `check` has no warning."""
    monkeypatch.chdir(Path(mine).parent)
    extending = Path("other.yaml")
    extending.write_text(
        MINE.replace("id: mine", "id: other").replace("jolly-roger/advanced", "mine")
    )
    checked = run("rulesets", "check", mine, str(extending))
    asked = run("rules", "mine")

    assert (checked.code, checked.err) == (0, "")
    assert "warning" not in checked.out
    assert asked.error_code == "unknown-ruleset"
    assert "./mine.splitpick.yaml" in asked.err


def test_one_rule_set_alone_is_compared_with_the_one_it_extends(mine: str) -> None:
    bots = ("--seat", "jolly=random", "--seat", "roger=random", "-n", "20", "--jobs", "1")
    alone = run("compare", mine, *bots)

    assert alone.code == 0
    assert alone.out == run("compare", "jolly-roger/advanced", mine, *bots).out
    assert "Jolly & Roger, advanced game and Mine, standard game." in alone.out


def test_a_trial_says_what_the_change_did(mine: str) -> None:
    """On the same deals, in the few figures that differ most clearly; nothing without a base."""
    bots = ("--seat", "jolly=random", "--seat", "roger=random", "-n", "40")
    tried = run("rulesets", "try", mine, *bots)
    _, found, compared = tried.out.partition(
        "Jolly & Roger, advanced game and Mine, standard game."
    )

    assert tried.code == 0
    assert found
    assert "Decisions" in compared.partition("Differences, with confidence intervals (95%):")[2]
    assert compared.count("±") < 20
    assert "Differences" not in run("rulesets", "try", "jolly-roger", *bots).out


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        (
            "en",
            """\
From Jolly & Roger, advanced game to Mine, standard game

In the file
turns: 7
set-aside: 15

Before the game
- The cards are shuffled, and 10 are set aside unseen. The rest form the draw
  pile.
+ The cards are shuffled, and 15 are set aside unseen. The rest form the draw
  pile.

End of the game
- The game ends after 8 turns, when the draw pile is used up.
+ The game ends after 7 turns, when the draw pile is used up.
""",
        ),
        (
            "de",
            """\
Von „Jolly & Roger, Profispiel“ zu „Meins, Standardspiel“

In der Datei
turns: 7
set-aside: 15

Vor dem Spiel
- Die Karten werden gemischt, und 10 werden ungesehen beiseitegelegt. Die
  übrigen bilden den Nachziehstapel.
+ Die Karten werden gemischt, und 15 werden ungesehen beiseitegelegt. Die
  übrigen bilden den Nachziehstapel.

Spielende
- Nach 8 Zügen ist der Nachziehstapel leer und das Spiel zu Ende.
+ Nach 7 Zügen ist der Nachziehstapel leer und das Spiel zu Ende.
""",
        ),
    ],
)
def test_a_change_is_shown_in_keys_and_in_sentences(mine: str, language: str, shown: str) -> None:
    ended = run("rulesets", "diff", "jolly-roger/advanced", mine, language=language)

    assert (ended.code, ended.out) == (0, shown)


def test_a_changed_sentence_that_begins_with_a_sign_is_shown(mine: str) -> None:
    """It is no line of the head of a diff."""
    text = Path(mine).read_text("utf-8") + "credits: --Ahoy\ndescription: ++Ahoy\n"
    Path(mine).write_text(text, encoding="utf-8")
    shown = run("rulesets", "diff", "jolly-roger/advanced", mine, language="en").out

    assert "credits: --Ahoy" in shown
    assert _changes(["-1 gold"], ["+1 gold"]) == ["- -1 gold", "+ +1 gold"]
    assert _changes(["same"], ["same"]) == []


@pytest.mark.parametrize("other", ["skull-queen", "galley-thieves", "dead-mans-dice"])
def test_rule_sets_of_different_games_are_shown_side_by_side(other: str) -> None:
    assert run("rulesets", "diff", "jolly-roger", other).code == 0
    assert run("rulesets", "diff", other, "jolly-roger").code == 0
    assert "The rules are the same." in run("rulesets", "diff", other, other, language="en").out
