"""A table that brings no presenter is told all the same: the course of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from splitpick.core import Engine, InvalidNotation, Match
from splitpick.core.game import JSON, Action
from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind
from splitpick.core.rules.load import Ruleset
from splitpick.core.rules.models import SplittingModel
from splitpick.core.scene import Section
from splitpick.core.splitting.split_presenter import SplitPresenter
from splitpick.core.splitting.table import Table
from splitpick.core.testing.check_ruleset import check_texts
from splitpick.core.text import msg
from tiny_ruleset import parse

RULES = """
format: 1
id: heaps
game: splitting
table: heaps
name: {en: Heaps, de: Haufen}
seats: [{id: jolly, name: {en: Jolly, de: Jolly}}, {id: roger, name: {en: Roger, de: Roger}}]
draw: 3
set-size: {least: 1, most: 2}
turns: 2
set-aside: 2
cards: [{code: A, count: 4}, {code: B, count: 4}]
variants: {only: {name: {en: only game, de: einziges Spiel}}}
"""


class Heaps(Table):
    """Table on which every card goes onto a heap; the larger heap wins."""

    def __init__(self, heaps: Sequence[Sequence[int]] = ((), ())) -> None:
        self.heaps = [list(heap) for heap in heaps]

    def copy(self) -> Heaps:
        return Heaps(self.heaps)

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        return [2 * card + heap for card in sorted(set(hand)) for heap in (0, 1)]

    def play(self, seat: int, play: int) -> int:
        self.heaps[play % 2].append(play // 2)
        return play // 2

    def scores(self) -> list[int]:
        return [len(heap) for heap in self.heaps]

    def notation(self, play: int) -> str:
        return f"{'AB'[play // 2]}>{play % 2 + 1}"

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        for known in self.legal_plays(seat, hand):
            if self.notation(known) == text:
                return known
        raise InvalidNotation(msg("no-heap", "There is no such heap."))

    def describe(self, seat: int, play: int) -> Action:
        return Action("heap", seat, self.notation(play))

    def view(self) -> dict[str, JSON]:
        return {"heaps": [list(heap) for heap in self.heaps]}

    def cards(self) -> list[int]:
        return [card for heap in self.heaps for card in heap]


class HeapsKind(TableKind):
    """Brings the table, and no words for it."""

    id = "heaps"

    def model(self) -> type[SplittingModel]:
        return SplittingModel

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        return Heaps()


class Plugin:
    """As a package would bring it."""

    @hookimpl
    def splitpick_tables(self) -> list[TableKind]:
        return [HeapsKind()]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine({"heaps": Plugin()})


@pytest.fixture(scope="module")
def ruleset(engine: Engine) -> Ruleset:
    return parse(RULES, engine.games).variant()


def test_everything_can_be_said_in_english_and_german(engine: Engine, ruleset: Ruleset) -> None:
    check_texts(engine, ruleset, ruleset.build(), ("en", "de"), 5)


def story(engine: Engine, ruleset: Ruleset, language: str) -> Iterator[str]:
    """Tell a game of first choices."""
    match = Match(ruleset.build(), seed=5)
    presenter, say = ruleset.presenter(match.game), engine.language(language).say
    while not match.over:
        before, done = match.position, len(match.actions) + 1
        match.apply(before.legal_actions()[0])
        action = before.parse(match.actions[done - 1].notation)
        yield from map(say, presenter.tell(before, action, match.at(done), None))


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("splits", "takes", "gets")), ("de", ("teilt auf", "nimmt", "bekommt"))],
)
def test_splits_and_picks_are_told_and_plays_are_written(
    language: str, words: tuple[str, ...], engine: Engine, ruleset: Ruleset
) -> None:
    text = "\n".join(story(engine, ruleset, language))

    assert all(word in text for word in words)
    assert "A>1" in text


def test_the_rules_of_the_course_have_the_numbers_of_the_game(ruleset: Ruleset) -> None:
    presenter = ruleset.presenter(ruleset.build())
    assert isinstance(presenter, SplitPresenter)
    sections: list[Section] = presenter.rules()
    params: list[Mapping[str, object]] = [
        text.params for section in sections for text in section.paragraphs
        if not isinstance(text, str) and hasattr(text, "params")
    ]  # fmt: skip

    sizes = msg("sizes-or", "{least} or {most}", least=1, most=2)
    assert {"draw": 3, "sets": 2, "sizes": sizes} in params
    assert {"count": 2} in params
