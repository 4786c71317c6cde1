"""A match: chance from a seed, the journal, undo, and the turns of a journal."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from command import run
from splitpick.core import CHANCE, OVER, BadValue, IllegalAction, InvalidNotation, Match
from splitpick.core.errors import JournalError
from splitpick.core.game import draw_outcome
from splitpick.core.matches.entry import Entry, turns
from splitpick.core.matches.match import MOST_SEED, numbers
from splitpick.core.matches.setup import new_seed
from splitpick.core.matches.store import Store
from tables import VARIANTS, jolly_roger, view


def play_on(match: Match, decisions: int = 1000, choices: int = 5) -> None:
    """Play at random to the end, or as many decisions; *choices* is the seed of the decisions."""
    rng = random.Random(choices)
    while decisions and not match.over:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
        decisions -= 1


def draws(match: Match) -> list[str]:
    return [text for text in match.journal if text.startswith("+")]


# Chance.


def test_chance_takes_the_outcome_at_its_share() -> None:
    """Three shares of six for the first, one for the second, two for the third."""
    outcomes = [(7, 3), (4, 1), (9, 2)]

    assert [draw_outcome(outcomes, x / 6) for x in range(6)] == [7, 7, 7, 4, 9, 9]
    assert draw_outcome(outcomes, 0.0) == 7
    assert draw_outcome(outcomes, 1 - 2**-53) == 9
    with pytest.raises(ValueError, match="no outcomes"):
        draw_outcome([], 0.5)


def test_the_first_cards_follow_from_the_seed() -> None:
    """DESIGN 2 to the letter, done here by hand: one number a card from the seed's generator."""
    deck = view(jolly_roger().new_position())["unseen"]
    rng = random.Random(7)
    pile = [code for code, count in deck.items() for _ in range(count)]
    expected = [pile.pop(int(rng.random() * len(pile))) for _ in range(5)]

    match = Match(jolly_roger(), seed=7)
    assert match.journal == [f"+{code}" for code in expected]
    assert view(match.position)["drawn"] == sorted(expected, key=list(deck).index)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_seed_is_the_same_game_whatever_the_global_generator_does(variant: str) -> None:
    one, other = (Match(jolly_roger(variant), seed=11) for _ in range(2))
    random.seed(99)
    before = random.getstate()
    play_on(one)
    assert random.getstate() == before
    while not other.over:
        random.random()
        other.play(one.journal[len(other.journal)])

    assert one.journal == other.journal
    assert one.position.view(None) == other.position.view(None)


def test_another_seed_is_another_game() -> None:
    assert len({tuple(Match(jolly_roger(), seed).journal) for seed in range(20)}) == 20


def test_a_decision_does_not_change_the_cards() -> None:
    """Whatever is decided, the same numbers draw the same places of the unseen cards."""
    one, other = (Match(jolly_roger(), seed=4) for _ in range(2))
    play_on(one, choices=1)
    play_on(other, choices=2)

    assert draws(one) == draws(other)


# Seeds and seats.


def test_a_seed_is_from_0_to_2_to_the_63_less_1() -> None:
    assert [Match(jolly_roger(), seed).seed for seed in (0, 2**63 - 1)] == [0, MOST_SEED]
    for seed in (-1, 2**63):
        with pytest.raises(BadValue) as caught:
            Match(jolly_roger(), seed)
        assert caught.value.code == "bad-seed"


def test_a_new_seed_has_63_bits() -> None:
    """Fewer could be found again from the cards that everybody has seen."""
    seeds = [new_seed() for _ in range(100)]

    assert 2**62 < max(seeds) <= MOST_SEED
    assert len(set(seeds)) == 100


def test_play_takes_any_seed_and_makes_one_of_63_bits(tmp_path: Path) -> None:
    for words in ([], ["--seed", str(MOST_SEED)]):
        given = {"SPLITPICK_HOME": str(tmp_path)}
        assert (
            run("play", "jolly-roger", *words, "--seat", "jolly=human", variables=given).code == 0
        )
    store = Store(tmp_path)
    made, asked = (store.load(name).record.setup.seed for name in ("1", "2"))
    store.close()

    assert made is not None
    assert made > 2**33
    assert asked == MOST_SEED


def test_the_first_seat_splits_first() -> None:
    assert [Match(jolly_roger(), 1, first).position.to_act() for first in (0, 1)] == [0, 1]
    assert Match(jolly_roger(), seed=1).first == 0
    for first in (-1, 2):
        with pytest.raises(BadValue) as caught:
            Match(jolly_roger(), seed=1, first=first)
        assert caught.value.code == "bad-first"


# The journal.


def test_the_journal_is_the_whole_game() -> None:
    """50 cards are drawn and played, each of ten turns has a split and a pick; chance plays itself.

    Read into a new position it comes to the same end.
    """
    match = Match(jolly_roger(), seed=1, first=1)
    while not match.over:
        assert match.position.to_act() != CHANCE
        play_on(match, decisions=1)
    position = jolly_roger().new_position(1)
    for text in match.journal:
        position.apply(position.parse(text))

    assert match.position.to_act() == OVER
    assert len(match.journal) == 50 + 10 + 10 + 50
    assert [action.notation for action in match.actions] == match.journal
    assert {action.seat for action in match.actions} == {CHANCE, 0, 1}
    assert position.view(None) == match.position.view(None)


@pytest.mark.parametrize("write", [str.lower, str.upper, str.title])
def test_a_whole_game_may_be_typed_in_any_case(write: Callable[[str], str]) -> None:
    """The journal has one way of writing; an action may be given as its number, too."""
    plain, typed = (Match(jolly_roger(), seed=6) for _ in range(2))
    play_on(plain)
    typed.apply(typed.position.parse(plain.actions[5].notation))
    for action in plain.actions[6:]:
        if action.seat != CHANCE:
            typed.play(f"  {write(action.notation).replace(' / ', '/')} ")

    assert typed.journal == plain.journal


def test_the_turns_of_a_journal_are_runs_of_one_actor() -> None:
    """An undo and another action are one turn; each entry is in exactly one."""
    match = Match(jolly_roger(), seed=8)
    play_on(match, 12)
    match.undo()
    play_on(match, 6)
    divided = turns(match.entries)

    assert [entry for turn in divided for entry in turn.entries] == match.entries
    assert [turn.number for turn in divided] == list(range(1, len(divided) + 1))
    assert all({entry.seat for entry in turn.entries} == {turn.seat} for turn in divided)
    assert all(one.seat != other.seat for one, other in pairwise(divided))
    assert all(match.entries[turn.start] is turn.entries[0] for turn in divided)
    assert turns([]) == []


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([Entry(1, "pick 1")], "journal-seat"),
        ([Entry(CHANCE, "+X9")], "unknown-card"),
        ([Entry(CHANCE, "undo 1")], "journal-undo"),
        ([Entry(0, "undo 9")], "journal-undo"),
        ([Entry(2, "forfeit time")], "journal-seat"),
        ([Entry(0, "forfeit time"), Entry(0, "undo 1")], "journal-goes-on"),
    ],
)
def test_an_entry_that_does_not_fit_is_named(entries: list[Entry], code: str) -> None:
    before = [Entry(CHANCE, "+G1"), Entry(CHANCE, "+G2")]
    with pytest.raises(JournalError) as caught:
        Match(jolly_roger(), 1, 0, [*before, *entries])

    assert (caught.value.code, caught.value.number) == (code, len(before) + len(entries) - 1)


# Undo.


def test_undo_is_exact_and_chance_comes_again_the_same() -> None:
    """Back decision by decision to the beginning, and forwards again to the same end."""
    match = Match(jolly_roger(), seed=8)
    start = match.journal
    assert not match.undo()
    rng = random.Random(5)
    steps: list[tuple[list[str], object, str]] = []
    while not match.over:
        legal = match.legal()
        text = legal[int(rng.random() * len(legal))]
        steps.append((match.journal, match.position.view(None), text))
        match.play(text)
    end = match.journal

    for journal, seen, _ in reversed(steps):
        assert match.undo()
        assert match.journal == journal
        assert match.position.view(None) == seen
    assert match.journal == start
    for _, _, text in steps:
        match.play(text)
    assert match.journal == end


def test_another_decision_after_an_undo_draws_the_same_cards_unless_chance_is_replaced() -> None:
    match = Match(jolly_roger(), seed=8)
    play_on(match)
    before = draws(match)
    for chance, same in ((match.chance, True), (numbers(9), False)):
        for _ in range(60):
            match.undo()
        match.chance = chance
        play_on(match, choices=6)
        assert (draws(match) == before) == same
    assert Match(match.game, 8, 0, match.entries).journal == match.journal


# Refusals.


@pytest.mark.parametrize("text", ["", "nonsense", "+G1", "pick 1", "G5@red", "X9 / Y1"])
def test_an_illegal_play_changes_nothing(text: str) -> None:
    """Nor does it use up any of chance."""
    match, twin = (Match(jolly_roger(), seed=2) for _ in range(2))
    play_on(match, 40)
    play_on(twin, 40)
    if text == "pick 1":
        assert view(match.position)["phase"] != "pick"
    with pytest.raises((IllegalAction, InvalidNotation)):
        match.play(text)

    play_on(match)
    play_on(twin)
    assert match.journal == twin.journal
    assert match.legal() == []
    with pytest.raises(IllegalAction) as caught:
        match.play("G1@green")
    assert caught.value.code == "game-over"
