"""Undos and forfeits: what may be taken back, and that nothing counts before it is kept."""

from __future__ import annotations

from random import Random

import pytest

from splitpick.core import CHANCE, Match, load_game
from splitpick.core.matches import Entry
from splitpick.core.matches.takeback import last_decision, would_unsee


def jolly_roger() -> Match:
    return Match(load_game("jolly-roger", "advanced"), seed=7)


def play_until(match: Match, decisions: int, choices: int = 3) -> None:
    """Play at random until so many decisions were taken."""
    rng = Random(choices)
    while decisions and not match.over:
        legal = match.position.legal_actions()
        match.apply(legal[int(rng.random() * len(legal))])
        decisions -= 1


def first_action(match: Match) -> None:
    match.apply(match.position.legal_actions()[0])


# What counts as seen.


def test_open_answers_may_go_back_and_drawn_cards_may_not() -> None:
    """After a whole turn that is open to all, who plays its last card knows the next five."""
    match = jolly_roger()
    split, splitter = len(match.actions), match.position.to_act()
    drawn = False
    while not drawn:
        before, seat = len(match.actions), match.position.to_act()
        first_action(match)
        drawn = any(done.seat == CHANCE for done in match.actions[before:])
        assert would_unsee(match, before, seat) == drawn
        assert would_unsee(match, split, splitter) == drawn


def test_a_secret_choice_may_go_back_while_it_is_secret() -> None:
    """Skull Queen: where the pirates stand on their planks is chosen in secret."""
    match = Match(load_game("skull-queen", players=2), seed=7)
    first = len(match.actions)
    seat = match.position.to_act()
    while match.position.to_act() == seat:
        first_action(match)
        assert not would_unsee(match, first, seat)
    other = match.position.to_act()

    # The other one chooses too; it stays secret until the last of it turns everything over.
    while True:
        assert match.position.to_act() == other
        first_action(match)
        if match.position.view(seat)["phase"] not in ("side", "place"):
            break
        assert not would_unsee(match, first, seat)

    assert would_unsee(match, first, seat)


def test_the_last_decision_of_one_of_several_seats() -> None:
    """Whatever others and chance have done since."""
    match = jolly_roger()
    assert last_decision(match, [0, 1]) is None

    play_until(match, 9)
    last, own = last_decision(match, [0, 1]), last_decision(match, [0])
    assert last is not None
    assert all(done.seat == CHANCE for done in match.actions[last + 1 :])
    assert own is not None
    assert match.actions[own].seat == 0
    assert all(done.seat != 0 for done in match.actions[own + 1 :])


# The journal.


def test_an_undo_is_in_the_journal_and_can_be_replayed() -> None:
    """With what was taken back before it, so a match that is resumed is the same."""
    match = jolly_roger()
    play_until(match, 6)
    before = match.journal
    play_until(match, 2)
    more = len(match.journal) - len(before)
    assert match.undo(more)

    assert match.journal == before
    assert match.entries[-1].takes_back == more
    again = Match(match.game, seed=8, entries=match.entries)
    assert again.journal == match.journal
    assert again.entries == match.entries
    assert again.position.view(None) == match.position.view(None)


def test_what_cannot_be_kept_has_not_happened() -> None:
    """Not an action, not what chance brings, not an undo, not a forfeit."""

    def full(number: int, entries: object, result: object) -> None:
        raise OSError("no space")

    match = jolly_roger()
    play_until(match, 5)
    was = (match.journal, list(match.entries), match.position.view(None), None)
    match.keep = full
    for change in (
        lambda: first_action(match),
        lambda: match.undo(),
        lambda: match.forfeit(0, "time"),
    ):
        with pytest.raises(OSError, match="no space"):
            change()
        now = match.journal, match.entries, match.position.view(None), match.forfeited
        assert now == was
    match.keep = None
    play_until(match, 40)
    assert len(match.journal) > len(was[0])


def test_a_forfeit_ends_the_match_for_the_other() -> None:
    """Whoever leads."""
    match = jolly_roger()
    play_until(match, 20)
    match.forfeit(1, "time")
    match.forfeit(0, "too-late")

    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.forfeited) == ((0,), 1)
    assert match.entries[-1] == Entry(1, "forfeit time")
    assert not match.undo()
    assert Match(match.game, 7, 0, match.entries).result == match.result
