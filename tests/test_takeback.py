"""What may be taken back: nothing that would hide again what somebody has seen."""

from __future__ import annotations

from random import Random

import pytest

from splitpick.core import CHANCE, Match, load_game
from splitpick.core.matches import Entry
from splitpick.core.matches.takeback import last_decision, would_unsee


def play_until(match: Match, decisions: int, lot: int = 3) -> None:
    """Play by lot until so many decisions were taken."""
    rng = Random(lot)
    while decisions and not match.over:
        legal = match.position.legal_actions()
        match.apply(legal[int(rng.random() * len(legal))])
        decisions -= 1


# What counts as seen.


def test_cards_that_were_drawn_since_have_been_seen() -> None:
    """Whoever takes the last play of a turn back knows the next five cards."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    while True:
        seat = match.position.to_act()
        before = len(match.actions)
        match.apply(match.position.legal_actions()[0])
        drawn = any(done.seat == CHANCE for done in match.actions[before:])

        assert would_unsee(match, before, seat) == drawn
        if drawn:
            return


def test_open_answers_of_others_are_no_secret() -> None:
    """Jolly splits, Roger picks and plays: all of it is on the table, and may go back."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    split = len(match.actions)
    splitter = match.position.to_act()
    match.apply(match.position.legal_actions()[0])
    while match.position.to_act() != splitter:
        match.apply(match.position.legal_actions()[0])

    assert not would_unsee(match, split, splitter)


def test_a_secret_choice_may_go_back_while_it_is_secret() -> None:
    """Skull Queen: where the pirates stand on their planks is chosen in secret."""
    match = Match(load_game("skull-queen", players=2), seed=7)
    first = len(match.actions)
    seat = match.position.to_act()
    while match.position.to_act() == seat:
        match.apply(match.position.legal_actions()[0])
        assert not would_unsee(match, first, seat)
    other = match.position.to_act()

    # The other one chooses too; it stays secret until the last of it turns everything over.
    while True:
        assert match.position.to_act() == other
        match.apply(match.position.legal_actions()[0])
        if match.position.view(seat)["phase"] not in ("side", "place"):
            break
        assert not would_unsee(match, first, seat)

    assert would_unsee(match, first, seat)


def test_a_card_from_a_hidden_hand_has_been_seen() -> None:
    """Skull Queen: an answer in the trick shows a card nobody knew."""
    match = Match(load_game("skull-queen", players=2), seed=7)
    for _ in range(400):
        seat = match.position.to_act()
        before = len(match.actions)
        match.apply(match.position.legal_actions()[0])
        if match.over or match.actions[before].kind != "play" or match.position.to_act() == seat:
            continue
        other = len(match.actions)
        match.apply(match.position.legal_actions()[0])
        if match.actions[other].kind == "play":
            assert would_unsee(match, before, seat)
            return
    pytest.fail("nobody answered a card with a card")


def test_the_last_decision_of_one_of_several_seats() -> None:
    """Whatever others and chance have done since."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    assert last_decision(match, [0, 1]) is None

    play_until(match, 9)
    last = last_decision(match, [0, 1])
    assert last is not None
    assert all(done.seat == CHANCE for done in match.actions[last + 1 :])
    own = last_decision(match, [0])
    assert own is not None
    assert match.actions[own].seat == 0
    assert all(done.seat != 0 for done in match.actions[own + 1 :])


# The journal.


def test_an_undo_is_in_the_journal_and_can_be_done_again() -> None:
    """With what was taken back before it, so a match taken up again is the same."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
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


def test_chance_brings_the_same_again_after_an_undo() -> None:
    """Whatever was decided in between, the n-th card follows from the n-th number of the seed."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_until(match, 30)
    straight = [done.notation for done in match.actions if done.seat == CHANCE]
    while match.undo():
        pass
    play_until(match, 30, lot=4)

    drawn = [done.notation for done in match.actions if done.seat == CHANCE]
    assert drawn[: len(straight)] == straight[: len(drawn)]


def test_chance_cannot_be_taken_back_alone() -> None:
    """What is left must end where a seat decides."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_until(match, 12)
    for count in range(len(match.actions) + 3):
        left = len(match.actions) - count
        fits = 0 < count <= len(match.actions) and match.actions[left].seat != CHANCE
        if not fits:
            assert not match.undo(count)


def test_what_cannot_be_kept_has_not_happened() -> None:
    """Not an action, not what chance brings, not an undo, not a forfeit."""

    def full(number: int, entries: object, result: object) -> None:
        raise OSError("no space")

    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_until(match, 5)
    was = (match.journal, list(match.entries), match.position.view(None))
    match.keep = full
    for change in (
        lambda: match.apply(match.position.legal_actions()[0]),
        lambda: match.undo(),
        lambda: match.forfeit(0, "time"),
    ):
        with pytest.raises(OSError, match="no space"):
            change()
        assert (match.journal, match.entries, match.position.view(None)) == was
        assert match.forfeited is None
    match.keep = None
    play_until(match, 40)
    assert len(match.journal) > len(was[0])


def test_a_forfeit_ends_the_match_for_the_other() -> None:
    """Whoever leads."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_until(match, 20)
    match.forfeit(1, "time")

    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.forfeited) == ((0,), 1)
    assert match.entries[-1] == Entry(1, "forfeit time")
    assert not match.undo()
    assert Match(match.game, 7, 0, match.entries).result == match.result
