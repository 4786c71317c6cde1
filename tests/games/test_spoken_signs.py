"""Random positions of all games by ear: no signs that a voice leaves out or spells."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from splitpick.cli.play.about_match import About
from splitpick.cli.screen import Screen
from splitpick.core import Engine
from splitpick.core.matches.exports.narration import Narration, news_since
from splitpick.core.matches.record import settle
from splitpick.core.matches.setup import HUMAN
from splitpick.core.scene_lines import sentences_of
from splitpick.core.session.move_reader import MoveReader
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language

GAMES = ("jolly-roger", "smugglers-cove", "galley-thieves", "skull-queen", "dead-mans-dice")

SIGNS = re.compile(
    r"[×→†@$*<>|_^~\\{}\[\]]|\w[=!?/:]\w|[=!?/:]\d| [!?/:] |\(\?|\b[A-Z]{1,2}\d+\b|\b[B-HJ-Z]\b"
)
"""Signs of the notation, chains of numbers, and codes of cards and colours; sums are spoken."""


def said(screen: Screen, session: Session, decisions: int, seed: int) -> Iterator[str]:
    """Yield all that one hears in a match of random choices."""
    rng, words = Random(seed), screen.words
    presenter = session.presenter_of(0)
    presenter.spoken = True
    reader = MoveReader(screen.language, presenter, session.match.game.info().codes)
    about = About(screen, reader.vocabulary, presenter, session.match, 0)
    yield words(presenter.aim())
    yield words(presenter.primer() or "")
    for command in ("rules", "help"):
        yield from about.lines(command)
    yield from about.lines("help", "rest")
    for _ in range(decisions):
        if session.over:
            break
        position = session.position
        seat, view = position.to_act(), position.view(0)
        if seat == 0:
            yield words(presenter.question(view))
            yield words(presenter.advice(view) or "")
            presenter.in_sentences = rng.random() < 0.5
            for item in session.menu(presenter).items:
                yield from map(words, (item.choice.sentence, item.choice.way))
                yield words(presenter.name_move(position, item.action))
        yield from map(words, sentences_of(presenter.scene(view, 0)))
        yield from about.lines("table")
        yield from about.lines("cards")
        done = len(session.match.line)
        session.apply(rng.choice(position.legal_actions()))
        for news in news_since(presenter, session.match, done, 0):
            yield from map(words, news.told)
    yield from about.lines("log")
    if session.over:
        yield from map(words, Narration(presenter, session.match).scoring())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_what_is_spoken_has_no_signs(game: str, language: str) -> None:
    engine = Engine()
    ruleset = engine.ruleset_file(game)
    screen = Screen(Language(language), accessible=True)
    found = set[str]()
    for seed, variant in enumerate((None, ruleset.variants[-1][0])):
        rules = ruleset.variant(variant)
        session = Session(engine, settle(engine, rules, [HUMAN] * 2, 0, seed), rules=rules)
        found |= {line for line in said(screen, session, 60, seed) if SIGNS.search(line)}

    assert found == set()
