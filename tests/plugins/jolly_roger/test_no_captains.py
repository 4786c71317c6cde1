"""Games with ``captains: none``: the strongest crews hold the ships, and no text has captains."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

from command import run
from splitpick.core import CHANCE, OVER, load_game
from splitpick.core.errors import IllegalAction
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analyst import alternative
from splitpick.core.players import Captain
from splitpick.core.scene import Presenter, addressed
from splitpick.core.testing.check_texts import lasting_texts, texts_of
from splitpick.plugins.jolly_roger.crew_rules import NOBODY

HANDS = Path(__file__).parents[2] / "sample_rulesets" / "board" / "bare-hands.yaml"
CAPTAIN = re.compile("captain|kapit|käpt", re.IGNORECASE)
LOCALES = Path(__file__).parents[3] / "locales"
SUPPLIES = {
    "rules-supply",
    "rules-supply-chests",
    "rules-own-supply",
    "rules-no-captain-left",
    "captains-left",
}
LANGUAGES = ["en", "de", "nl"]


def presenters() -> Iterator[tuple[Presenter[Any], int | None]]:
    """Yield the presenters of all ways to be told, each with its reader."""
    loaded = Engine().ruleset_file(str(HANDS)).variant(None)
    game = loaded.build(2)
    for viewer in (0, 1, None):
        for spoken, plain in ((False, False), (True, False), (False, True)):
            presenter: Any = loaded.presenter(game)
            presenter.seats = addressed(presenter.seats, viewer)
            presenter.spoken, presenter.in_sentences = spoken, plain
            yield presenter, viewer


def told(presenter: Presenter[Any], viewer: int | None, seed: int) -> Iterator[Any]:
    """Yield every text of a game that two bots play, with hints before each decision."""
    yield from lasting_texts(presenter)
    yield presenter.primer()
    position: Any = load_game(str(HANDS)).new_position(seed % 2)
    rng, bot = Random(seed), Captain()
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        view = position.view(viewer)
        yield from (presenter.status(view), presenter.question(view), presenter.advice(view))
        yield from texts_of(presenter.scene(view, viewer))
        yield from presenter.sentences(view, viewer)
        weighed = bot.weigh(position, seat, Random(1), -60.0)
        other = alternative(position, weighed)
        yield presenter.nudge(position, seat, weighed[0], other)
        yield from presenter.reasons(position, seat, weighed[0], other)
        for action in position.legal_actions()[:40]:
            choice = presenter.choice(position, action)
            yield from (choice.short, choice.sentence, choice.effect)
        for code in ("G1", "Y1", "B1", "R1", "GO"):
            try:
                position.parse(f"{code}$")
            except IllegalAction as error:
                yield error.message
        before = position.copy()
        action = weighed[0].action if rng.random() < 0.5 else position.action_at(rng.random())
        position.apply(action)
        yield from presenter.tell(before, action, position, viewer)
        yield from presenter.brief(before, action, position, viewer)
    yield from presenter.scoring(position)


def _is_played(files: list[str]) -> bool:
    return any("/ruleset/" not in file for file in files)


def test_every_sentence_about_captains_has_one_without() -> None:
    """Except those that are left out: about supplies, and in the words of modders."""
    twins, with_captains = set(), set()
    with (LOCALES / "splitpick.pot").open("rb") as file:
        catalog = read_po(file)
    for said in catalog:
        files = {str(file) for file, _ in said.locations}
        text = said.id if isinstance(said.id, str) else said.id[0]
        if "plugins/jolly_roger/no_captains.py" in files:
            twins |= {code.removesuffix("-held") for code in said.auto_comments}
        elif CAPTAIN.search(re.sub(r"\{.*?\}", "", text)):
            theirs = [one for one in files if one.startswith("plugins/jolly_roger/")]
            with_captains |= {*said.auto_comments} if _is_played(theirs) else set()

    assert len(twins) > 40
    assert with_captains - twins == SUPPLIES


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_text_of_a_game_without_captains_mentions_any(seed: int) -> None:
    languages = [Engine().language(code) for code in LANGUAGES]
    said: set[tuple[str, str]] = set()
    for presenter, viewer in presenters():
        for text in told(presenter, viewer, seed):
            said |= {(language.code, language.say(text)) for language in languages if text}

    assert [words for words in sorted(said) if CAPTAIN.search(words[1])] == []
    for hold in ("holds the ship", "hält das Schiff", "heeft het schip"):
        assert any(hold in words for _, words in said), hold
    assert len(said) > 1000


@pytest.mark.parametrize("language", LANGUAGES)
def test_neither_do_commands(language: str) -> None:
    bots = ["--seat", "jolly=greedy", "--seat", "roger=random", "--seed", "3", "--no-save"]
    lines: list[list[str]] = [
        ["rules", str(HANDS)],
        ["rulesets", "show", str(HANDS)],
        ["rulesets", "check", str(HANDS)],
        [
            "rulesets",
            "try",
            str(HANDS),
            "-n",
            "2",
            "--seat",
            "jolly=random",
            "--seat",
            "roger=random",
        ],
        ["play", str(HANDS), *bots],
        ["play", str(HANDS), *bots, "--accessible"],
    ]
    for line in lines:
        ended = run(*line, language=language)
        assert ended.code == 0, line
        assert CAPTAIN.findall(ended.out + ended.err) == [], line


def test_the_strongest_crew_alone_holds_a_ship() -> None:
    """However many ships a seat holds, and a pirate boards the one of its colour."""
    position: Any = load_game(str(HANDS)).new_position()
    table, codes = position.table, position.game.codes
    number: Callable[[str], int] = codes.index
    for ship, code in enumerate(("G1", "Y1", "B1", "R1")):
        table.join(0, ship, number(code))
    assert table.captain_of == [0, 0, 0, 0]
    assert table.is_over()
    assert table.notation(table.legal_plays(0, [number("R2")])[1]) == "R2$"

    table.lay_parrot(1, 2, number("G1"))
    assert table.captain_of == [0, 0, NOBODY, 0]
    assert table.scores() == [3 + 5 + 9, 0]


def test_a_seat_has_no_captains_of_its_own_there(tmp_path: Path) -> None:
    file = tmp_path / "bare-hands.yaml"
    file.write_text(HANDS.read_text("utf-8") + "change: {seats: {roger: {captains: 2}}}\n")

    checked = run("rulesets", "check", str(file))
    assert ":11:26: error[no-captains-here]: In this game there are no captains." in checked.out
    assert checked.out.count("error[") == 1
