"""Observers hear of everything that counts in a match, and cannot change it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from splitpick.core import Action, Engine, Game, Match, PluginError, Position, load_game
from splitpick.core.game import CHANCE
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.guard import Guard
from splitpick.core.hooks.observers import Observer
from splitpick.core.text import Language


class Diary(Observer):
    """Observer that writes down everything."""

    def __init__(self) -> None:
        self.pages: list[tuple[Any, ...]] = []
        self.positions: list[Position] = []

    def began(self, game: Game, actions: Sequence[Action], position: Position) -> None:
        self.write(position, "began", game.id, [action.notation for action in actions])

    def acted(self, action: Action, position: Position) -> None:
        self.write(position, "acted", action.notation)

    def took_back(self, actions: int, position: Position) -> None:
        self.write(position, "took back", actions)

    def ended(
        self, scores: Sequence[int], winners: Sequence[int], forfeited: int | None = None
    ) -> None:
        self.pages.append(("ended", list(scores), list(winners), forfeited))

    def write(self, position: Position, *page: Any) -> None:
        self.pages.append(page)
        self.positions.append(position)


@pytest.fixture
def match() -> Match:
    return Match(load_game("jolly-roger", variant="introductory"), seed=4)


def watched(match: Match) -> Diary:
    diary = Diary()
    match.observe(diary)
    return diary


def test_an_observer_hears_of_every_action_in_order(match: Match) -> None:
    """First those that were done before; also those of chance, each with its position."""
    diary = watched(match)
    assert diary.pages == [("began", "jolly-roger", match.journal)]
    assert len(match.journal) == 5
    while not match.over:
        match.play(match.legal()[-1])

    heard = [page[1] for page in diary.pages if page[0] == "acted"]
    assert heard == match.journal[5:]
    assert any(action.seat == CHANCE for action in match.actions[5:])
    assert diary.positions[-1].view(None) == match.position.view(None)
    scores, winners = match.position.scores(), match.position.winners()
    assert diary.pages[-1] == ("ended", scores, winners, None)


def test_an_observer_hears_what_is_taken_back_and_that_a_seat_gives_up(match: Match) -> None:
    before = match.position.view(None)
    diary = watched(match)
    match.play(match.legal()[0])
    match.undo()
    match.forfeit(1, "resigns")

    for position in diary.positions:  # they are copies
        position.apply(position.legal_actions()[-1])
    assert match.position.view(None) == before
    assert diary.pages[-2:] == [("took back", 1), ("ended", [0, 0], [0], 1)]


def test_what_is_refused_or_not_kept_is_not_heard_of(match: Match) -> None:
    """It does not count."""

    def full(*_: object) -> None:
        raise OSError("no space")

    diary = watched(match)
    match.keep = full
    for attempt in (lambda: match.play(match.legal()[0]), lambda: match.forfeit(0, "resigns")):
        with pytest.raises(OSError, match="no space"):
            attempt()  # type: ignore[no-untyped-call]

    assert len(diary.pages) == 1


# Under guard.


class Deaf(Observer):
    def acted(self, action: Action, position: Position) -> None:
        raise KeyError(action.notation)


class Watchers:
    """A plugin that brings observers."""

    __version__ = "1.2"

    def __init__(self, *made: Callable[[], Any]) -> None:
        self.made = list(made)

    @hookimpl
    def splitpick_observers(self) -> list[Callable[[], Any]]:
        return self.made


@pytest.mark.parametrize("made", [Deaf, lambda: 1 / 0, lambda: None])
def test_an_observer_that_fails_is_named_once_and_the_match_goes_on(
    match: Match, made: Callable[[], Any]
) -> None:
    """The others still hear everything."""
    diary = Diary()
    reported: list[PluginError] = []
    guard = Guard(Engine({"watchers": Watchers(made, lambda: diary)}))
    guard.tell(reported.append)
    for observer in guard.observers():
        match.observe(observer)
    while not match.over:
        match.play(match.legal()[0])
    (fault,) = reported

    assert len(diary.pages) == len(match.actions) - 5 + 2
    assert fault.code == "observer-fails"
    assert isinstance(fault.__cause__, Exception)
    assert "watchers 1.2" in Language("en").say(fault.message)
    assert Language("de").say(fault.message) != Language("en").say(fault.message)
