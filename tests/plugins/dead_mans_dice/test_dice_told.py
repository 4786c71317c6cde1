"""What a table of Dead Man's Dice shows and says of a roll, and of what it leads to."""

from collections.abc import Iterator
from random import Random

from splitpick.core import CHANCE, OVER, Engine, load_game
from splitpick.core.scene import Presenter
from splitpick.plugins.dead_mans_dice.dice_game import DicePosition


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
