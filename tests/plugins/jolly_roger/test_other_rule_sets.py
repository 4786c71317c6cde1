"""The kernel in games that are not Jolly & Roger: more players, other ships, other numbers."""

from collections.abc import Sequence
from random import Random
from typing import TypedDict

import pytest

from audit import Audit, go_on
from splitpick.core import CHANCE, OVER
from splitpick.core.splitting.position import SplitPosition
from splitpick.plugins.jolly_roger import NOBODY as NO_SEAT
from splitpick.plugins.jolly_roger import Effect
from splitpick.plugins.kraken import Kraken
from splitpick.plugins.skeleton import Skeleton
from splitpick.plugins.tortuga import Tortuga
from tables import (
    NOBODY,
    actor,
    build,
    captain,
    chest,
    crew,
    crews_of,
    hand,
    illegal,
    legal,
    play,
    random_action,
    strength,
    supply,
    unreadable,
    view,
)


class Facts(TypedDict, total=False):
    """Arguments of `build`."""

    players: int
    deck: dict[str, tuple[int, int, int, Sequence[str]]]
    ships: dict[str, int]
    captains: int
    parrot: int
    draw: int
    least: int
    most: int
    turns: int
    effects: dict[str, type[Effect]]


EFFECTS: dict[str, type[Effect]] = {"KR": Kraken, "SK": Skeleton, "TO": Tortuga}

FLEET: Facts = {
    "players": 3,
    # Two ships fly red, none flies white, and "W" and "X" have no gold of use.
    "deck": {
        "R1": (5, 1, 1, ["sloop", "brig"]),
        "R4": (3, 4, 2, ["sloop", "brig"]),
        "B2": (5, 2, 2, ["galleon"]),
        "X3": (2, 3, 0, ["galleon"]),
        "W5": (3, 5, 5, []),
        "KR": (4, 0, 0, []),
        "SK": (2, 3, 0, []),
        "TO": (2, 0, 0, []),
    },
    "ships": {"sloop": 3, "brig": 3, "galleon": 8},
    "captains": 2,
    "draw": 6,
    "most": 4,
    "turns": 4,
    "effects": EFFECTS,
}

GAMES: dict[str, Facts] = {
    "three players and few captains": FLEET,
    "four players": {**FLEET, "players": 4, "draw": 8, "turns": 3, "most": 5},
    "one captain each": {**FLEET, "captains": 1},
    "sets of two and three": {**FLEET, "players": 2, "draw": 5, "least": 2, "most": 3, "turns": 5},
    "strong parrots and one ship": {
        "players": 2,
        "deck": {"A": (9, 1, 3, ["raft"]), "KR": (3, 0, 0, []), "TO": (2, 0, 0, [])},
        "ships": {"raft": 1},
        "captains": 1,
        "parrot": 2,
        "draw": 4,
        "most": 3,
        "turns": 3,
        "effects": {"KR": Kraken, "TO": Tortuga},
    },
    "three cards for three": {**FLEET, "draw": 3, "most": 1, "turns": 8},
    "a whole hand of cards": {**FLEET, "players": 2, "draw": 10, "most": 9, "turns": 2},
}


@pytest.mark.often(2)
@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_any_numbers_keep_every_invariant(name: str) -> None:
    game = build(**GAMES[name])
    deck = GAMES[name]["deck"].values()
    audit = Audit(
        game,
        [count for count, _, _, _ in deck],
        [strength for _, strength, _, _ in deck],
        [gold for _, _, gold, _ in deck],
        list(GAMES[name]["ships"].values()),
        GAMES[name]["captains"],
        GAMES[name].get("parrot", 1),
    )
    for seed in range(20):
        position, rng = game.new_position(seed % game.players), Random(seed)
        audit.check(position)
        while position.to_act() != OVER:
            go_on(position, rng)
            audit.check(position)


@pytest.mark.parametrize("name", GAMES)
def test_sets_have_the_sizes_that_are_allowed(name: str) -> None:
    game = build(**GAMES[name])
    position = game.new_position()
    rng = Random(1)
    while position.to_act() == CHANCE:
        position.apply(random_action(position, rng))
    for text in legal(position):
        sizes = [len(part.split()) for part in text.split("/")]
        assert len(sizes) == game.players
        assert all(game.offer.least <= size <= game.offer.most for size in sizes)


def dealt(*, jolly: str = "", roger: str = "", anne: str = "") -> SplitPosition:
    """Deal the sets of the first turn; Anne splits, so Jolly picks and plays first."""
    position = build(**FLEET).new_position(2)
    hands = [hand.split() for hand in (jolly, roger, anne)]
    assert sum(map(len, hands)) == position.game.draw
    play(position, *(f"+{code}" for cards in hands for code in cards))
    play(position, " / ".join(" ".join(cards) for cards in hands))
    for cards in hands[:-1]:
        wanted = sorted(cards, key=position.game.codes.index)
        play(position, f"pick {view(position)['sets'].index(wanted) + 1}")
    return position


# More than two players.


def test_three_choose_in_seat_order_from_the_splitters_left() -> None:
    drawn = play(build(**FLEET).new_position(), "+R1", "+R1", "+B2", "+B2", "+W5", "+KR")
    assert illegal(drawn, "R1 R1 B2 / B2 W5 KR") == "number-of-sets"
    assert drawn.notation(drawn.parse("KR W5 / B2 R1 B2 / R1")) == "R1 / R1 B2 B2 / W5 KR"

    position = play(drawn, "R1 R1 / B2 B2 / W5 KR")
    assert actor(position) == "roger"
    assert legal(position) == ["pick 1", "pick 2", "pick 3"]
    play(position, "pick 2")
    assert actor(position) == "anne"
    assert legal(position) == ["pick 1", "pick 3"]
    assert illegal(position, "pick 2") == "no-such-set"
    play(position, "pick 3")

    hands = [hand(position, seat) for seat in ("jolly", "roger", "anne")]
    assert hands == ["R1 R1", "B2 B2", "W5 KR"]
    assert view(position)["sets"] == []


def test_three_play_in_the_order_they_chose() -> None:
    """The splitter plays last, and the seat to the left splits next."""
    position = dealt(jolly="R1 R1", roger="R1 R1", anne="R1 B2")
    order = []
    while position.to_act() != CHANCE:
        order.append(actor(position))
        position.apply(position.legal_actions()[0])

    assert order == ["jolly", "jolly", "roger", "roger", "anne", "anne"]
    assert view(position)["splitter"] == 0


def test_the_strictly_strongest_of_three_holds_the_captain() -> None:
    """If the two strongest are equal, nobody does, whatever the third has."""
    position = dealt(jolly="R4 R1", roger="R4 R1", anne="SK TO")
    play(position, "R4@sloop", "R1@brig")
    assert captain(position, "sloop") == "jolly"
    play(position, "R4@sloop", "R1@brig")
    assert [captain(position, ship) for ship in ("sloop", "brig")] == [NOBODY, NOBODY]
    play(position, "SK@sloop")
    assert captain(position, "sloop") == NOBODY
    play(position, "TO?brig")

    assert [strength(position, seat, "brig") for seat in ("jolly", "roger", "anne")] == [1, 1, 1]
    assert captain(position, "brig") == NOBODY


def test_the_winner_of_three() -> None:
    """With equal gold the best ship decides; seats that are equal in both share the victory."""
    position = dealt(jolly="R1 R4", roger="X3 B2", anne="R1 W5")
    play(position, "R1@sloop", "R4$", "X3?brig", "B2?brig")
    assert position.scores() == [3 + 2, 3, 0]
    assert position.winners() == [0]

    even = dealt(jolly="R1 B2", roger="R1 B2", anne="W5 W5")
    play(even, "R1@sloop", "B2?sloop", "R1@brig", "B2?brig")
    assert even.scores() == [3, 3, 0]
    assert even.winners() == [0, 1]

    table = crews_of(even)
    for at, number in enumerate([0, NO_SEAT, 2]):
        table.numbers[table.rules.captain_at + at] = number
    for at, number in enumerate([17, 20, 0]):
        table.numbers[table.rules.gold_at + at] = number
    assert even.scores() == [20, 20, 8]
    assert even.winners() == [0]  # though Anne has the most valuable ship of all


# The Kraken among more than two.


def test_a_kraken_names_the_opponent_among_three() -> None:
    position = dealt(jolly="R1 B2", roger="R1 R4", anne="R1 KR")
    play(position, "R1@sloop", "B2@galleon", "R1@brig", "R4@sloop", "R1@sloop")

    assert legal(position)[:4] == [
        "KR*sloop:jolly",
        "KR*galleon:jolly",
        "KR*sloop:roger",
        "KR*brig:roger",
    ]
    assert legal(position)[4] == "KR*"
    play(position, "kr * Sloop : ROGER")
    assert crew(position, "roger", "sloop") == ""
    assert crew(position, "jolly", "sloop") == "R1"
    assert view(position)["box"] == ["KR", "R4"]


def test_a_kraken_among_three_is_refused_with_the_reason() -> None:
    position = dealt(jolly="R1 B2", roger="SK R4", anne="R1 KR")
    play(position, "R1@sloop", "B2@galleon", "SK@brig", "R4@sloop", "R1@sloop")

    assert illegal(position, "KR*sloop:anne") == "own-crew"
    assert illegal(position, "KR*brig:roger") == "protected"
    assert illegal(position, "KR*brig:jolly") == "nothing-to-take"
    assert unreadable(position, "KR*sloop") == "no-such-play"
    assert unreadable(position, "KR*sloop:bart") == "no-such-play"


# Ships, colours and captains.


@pytest.mark.parametrize("ship", ["sloop", "brig"])
def test_a_colour_of_two_ships_joins_and_boards_from_either(ship: str) -> None:
    position = dealt(jolly="R1 R4", roger="B2 B2", anne="W5 W5")
    assert legal(position)[:2] == ["R1@sloop", "R1@brig"]
    assert illegal(position, "R4$") == "no-captain"
    play(position, f"R1@{ship}", "R4$")

    assert crew(position, "jolly", ship) == "R1"
    assert chest(position, "jolly") == "R4"
    assert position.scores() == [3 + 2, 0, 0]


def test_a_colour_without_a_ship_makes_parrots_only() -> None:
    position = dealt(jolly="W5", roger="B2 B2 B2", anne="R1 R1")

    assert legal(position) == ["W5?sloop", "W5?brig", "W5?galleon"]
    assert illegal(position, "W5@sloop") == "wrong-ship"
    assert illegal(position, "W5$") == "never-boards"


def test_a_pirate_without_gold_never_boards() -> None:
    position = play(dealt(jolly="B2 X3", roger="R1 R1", anne="W5 W5"), "B2@galleon")

    assert captain(position, "galleon") == "jolly"
    assert "X3$" not in legal(position)
    assert illegal(position, "X3$") == "never-boards"


def test_without_a_captain_in_the_supply_no_captain_comes() -> None:
    """With two captains for three ships, the third ship has none."""
    position = dealt(jolly="R1 R1 B2 B2", roger="W5", anne="R1")
    play(position, "R1@sloop", "R1@brig", "B2@galleon")

    assert captain(position, "galleon") == NOBODY
    assert supply(position, "jolly") == 0
    assert illegal(position, "B2$") == "no-captain"


def test_a_captain_who_comes_home_waits_for_the_next_card() -> None:
    """The captain moves when the strength at that ship is checked again."""
    position = dealt(jolly="R1 R1 B2", roger="R4", anne="KR W5")
    play(position, "R1@sloop", "R1@brig", "B2@galleon", "R4@sloop")
    assert captain(position, "sloop") == "roger"
    assert supply(position, "jolly") == 1
    assert captain(position, "galleon") == NOBODY
    play(position, "W5?galleon")

    assert captain(position, "galleon") == "jolly"
    assert supply(position, "jolly") == 0


def test_a_parrot_has_the_strength_that_the_rules_give_it() -> None:
    position = build(**GAMES["strong parrots and one ship"]).new_position()
    play(position, "+A", "+A", "+KR", "+TO", "A A / KR TO", "pick 1", "A?raft", "A@raft")

    assert strength(position, "roger", "raft") == 2 + 1
