"""The sentences about what decisions cost."""

from pathlib import Path

import pytest

from random_matches import loaded, played, seated
from splitpick.core.game import CHANCE
from splitpick.core.scene import addressed
from splitpick.core.session.review import tell_cost
from splitpick.core.text import Language

OFFERS = Path(__file__).parents[2] / "offers.yaml"


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize(
    ("name", "variant", "players"),
    [
        ("jolly-roger", "all-cards", 2),
        ("skull-queen", None, 3),
        ("dead-mans-dice", None, 2),
        ("galley-thieves", None, 3),
        ("smugglers-cove", None, 2),
        (str(OFFERS), "hand", 2),
        (str(OFFERS), "secrets", 2),
    ],
)
def test_each_move_is_told_with_whoever_made_it(
    name: str, variant: str | None, players: int, viewer: int | None
) -> None:
    """Also where another seat's card is turned up at that moment, and nothing of it is hidden."""
    found = loaded(name, variant, players=seated(players))
    found.presenter.seats = addressed(found.presenter.seats, viewer)
    english = Language("en")
    steps = found.replay(played(found, 4).entries).steps
    for entry, step in enumerate(steps):
        if step.before.to_act() == CHANCE:
            continue
        cost = tell_cost(found.presenter, step, entry, step.action, 1.0, viewer)
        told = english.say(cost)
        mover = step.before.to_act()
        own = ("You ", "you:", "your ", "You:", "Your ")
        other = english.say(found.presenter.seats[mover])
        done = told.partition(": ")[2].partition(" Better: ")[0]

        assert any(word in f"{done} " for word in (own if mover == viewer else [other])), told
        assert done == done.strip(), told
        assert "?" not in done, told
