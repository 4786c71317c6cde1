"""Table and story of a roll at Dead Man's Dice, and of what it leads to."""

from collections.abc import Iterator
from random import Random

from splitpick.core import CHANCE, OVER, Action, Engine, load_game
from splitpick.core.scene import Presenter
from splitpick.core.text import Language
from splitpick.plugins.dead_mans_dice.dice import JOLLY, LOOK, SKULL
from splitpick.plugins.dead_mans_dice.dice_game import ROLL_D, DicePosition


def presenter(players: int) -> Presenter:
    """Return the presenter of the standard game, as a page has it."""
    variant = Engine().ruleset_file("dead-mans-dice").variant(None)
    words = variant.presenter(variant.build(players))
    words.pointed = True
    return words


def steps(players: int, seed: int) -> Iterator[tuple[DicePosition, int, DicePosition]]:
    """Yield the actions of a random game, with what was before and after each."""
    position, rng = load_game("dead-mans-dice", players=players).new_position(0), Random(seed)
    assert isinstance(position, DicePosition)
    while (seat := position.to_act()) != OVER:
        before = position.copy()
        x = rng.random()
        action = position.draw_at(x) if seat == CHANCE else position.action_at(x)
        position.apply(action)
        yield before, action, position.copy()


def test_a_die_that_goes_back_is_seen_with_who_has_rolled_it() -> None:
    words, passed = presenter(3), 0
    for before, action, after in steps(3, 1):
        view = words.passing_view(before, action, after, 0)
        goes = before.to_act() == CHANCE and not (before.opening or after.placed or after.rolled)
        if after.round != before.round or after.to_act() == OVER:
            assert view is None
            continue
        if after.to_act() == CHANCE:
            continue
        zones = {one.id: one for one in words.scene(view or after.view(0), 0).walk()}
        assert before.seat == next(one.owner for one in zones.values() if one.acts)
        assert (not after.rolled and "rolled" in zones) == goes
        passed += goes
    assert passed


def test_what_fits_is_said_before_each_roll_and_no_face_that_is_not_to_roll() -> None:
    words, say, found = presenter(2), Language("en").say, set[str]()
    for before, _, _ in [step for seed in range(9) for step in steps(2, seed)]:
        seat = before.to_act()
        if seat < 0 or ROLL_D not in before.legal_actions() or not before.pile(seat):
            continue
        asked, has_skull = say(words.question(before.view(seat))), JOLLY in before.unplaced[seat]
        assert asked.endswith(" and skull.") == has_skull
        found.add(f"{before.pile(seat)[-1] & LOOK} {has_skull}")
    assert {f"{SKULL} False", "3 False", "3 True"} <= found


def test_a_choice_that_ends_the_round_says_so() -> None:
    words, say, found = presenter(2), Language("en").say, set[str]()
    for before, _, _ in [step for seed in range(9) for step in steps(2, seed)]:
        for action in before.legal_actions():
            then = before.copy()
            then.apply(action)
            choice = words.choice(before, action)
            assert (" the round" in say(choice.sentence)) == bool(then.last_round)
            found.add(choice.kind * bool(then.last_round))
    assert "stack" in found


def test_what_a_skull_does_is_said_of_the_first_one() -> None:
    words, say, told = presenter(3), Language("en").say, 0
    for before, action, after in [step for seed in range(9) for step in steps(3, seed)]:
        if before.to_act() != CHANCE:
            continue
        lines = words.deal([before.describe(action)], after, 0)
        doubles = any("doubles the whole pile" in say(line) for line in lines)
        lies = "S/" in str(before.view(0)["piles"])
        first = after.round == 1 and action == 0 and not before.opening and not lies
        assert doubles == first
        told += doubles
    assert told


def test_of_several_ties_in_a_row_the_last_one_is_told() -> None:
    words, say, longest = presenter(2), Language("en").say, 0
    for seed in range(150):
        rolls: list[Action] = []
        for before, action, after in steps(2, seed):
            rolls = [*rolls, before.describe(action)] if before.to_act() == CHANCE else []
            if before.opening and not after.opening:
                told = [say(text) for text in words.deal(rolls, after, 0)]
                assert sum("tie" in line for line in told) == (len(rolls) > 2)
                assert sum("rolls" in line or "You roll" in line for line in told) <= 5
                longest = max(longest, len(rolls))
                break
    assert longest > 4
