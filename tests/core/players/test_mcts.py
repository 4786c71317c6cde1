"""Monte Carlo tree search plays every game, by its view and its nodes alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from analysts import check_weighed, moments
from splitpick.core import CHANCE, OVER, Position, load_game
from splitpick.core.evaluable import Evaluable
from splitpick.core.game import JSON, Action
from splitpick.core.players import Captain, Mcts, bot_generator
from splitpick.core.players.experience import SLOTS, Experience, slot_of
from splitpick.core.players.mcts import COVERED, HIDDEN, SEEN, TreeSearch
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.offers.offer_position import OfferGame
from splitpick.core.splitting.position import SplitGame
from splitpick.core.testing import check_bot
from tables import jolly_roger, offered, random_positions
from ticks import Ticks

GAMES = [("jolly-roger", 2)] + [
    (name, players) for name in ("skull-queen", "dead-mans-dice") for players in range(2, 7)
]


def mcts(nodes: int, learns: bool = False) -> Mcts:
    bot = Mcts()
    bot.nodes = nodes
    bot.learns = learns
    return bot


def captain(nodes: int) -> Captain:
    bot = Captain()
    bot.nodes = nodes
    return bot


def choice(position: Position, nodes: int, seed: int = 1) -> str:
    """Let it choose; return the choice in the notation."""
    seat = position.to_act()
    return position.notation(mcts(nodes).choose(position, seat, Random(seed), 0))


def cove(hand: int) -> Position:
    """Return a position of Smugglers' Cove where a hand of so many cards is to be split."""
    shipped = load_game("smugglers-cove")
    assert isinstance(shipped, SplitGame)
    game = OfferGame(
        "cove", "", seats=shipped.seats, codes=shipped.codes, counts=shipped.counts, turns=2,
        offer=Offer("hand", 5, hand=hand, refill=True, least=2, most=3, face_down=1),
        empty_table=shipped.empty_table,
    )  # fmt: skip
    position, rng = game.new_position(), Random(1)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(rng.random()))
    return position


@pytest.mark.slow
def test_of_very_many_splits_it_tries_few_but_these_often() -> None:
    """A hand of eight can have 3,360: trying each once takes minutes and says nothing."""
    position = cove(8)
    search = TreeSearch(position, 0, Random(1))
    search.run(300, 0)

    assert len(position.legal_actions()) > 1000
    assert len(search.root.ways) == 18
    assert max(way.visits for way in search.root.ways.values()) > 2 * 300 / 18
    assert search.weighed(search.ranked()[0]).line


@pytest.mark.slow
def test_splits_that_were_passed_over_are_valued_all_the_same() -> None:
    position = cove(6)
    weighed = mcts(100).weigh(position, 0, Random(1), 0)

    assert len(weighed) == len(position.legal_actions()) > 100
    assert len({one.value for one in weighed}) > 50
    assert weighed[0].action == mcts(100).choose(position, 0, Random(1), 0)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_weighs_what_is_legal_in_every_game(name: str, players: int) -> None:
    """For two to six; each line can be played as far as chance."""
    for position in moments(load_game(name, players=players), 5, seed=3):
        check_weighed(position, mcts(12))


@pytest.mark.parametrize("learns", [False, True])
@pytest.mark.parametrize(("name", "players"), [("skull-queen", 2), ("skull-queen", 4)])
def test_it_does_not_see_what_its_seat_cannot(name: str, players: int, learns: bool) -> None:
    """Its choice is the same whatever the others hold: the view decides, and its own lot."""
    compared = 0
    for position in moments(load_game(name, players=players), 4, seed=5):
        seat = position.to_act()
        others = [position.resample(seat, Random(seed)) for seed in range(4)]
        values = [
            [(one.action, one.value) for one in mcts(150, learns).weigh(other, seat, Random(9), 0)]
            for other in others
        ]
        assert all(value == values[0] for value in values)
        compared += len({str([other.view(of) for of in range(players)]) for other in others}) > 1
    assert compared


def test_the_same_nodes_are_the_same_choice() -> None:
    """Without a time no clock is looked at: only the generator counts."""
    for position in moments(jolly_roger(), 3, seed=4):
        seat = position.to_act()

        def values(position: Position = position, seat: int = seat) -> list[tuple[int, float]]:
            weighed = mcts(40).weigh(position, seat, Random(6), 0)
            return [(one.action, one.value) for one in weighed]

        assert values() == values()


def test_with_nodes_and_a_time_the_search_ends_at_whichever_comes_first() -> None:
    """A hint is not waited for longer than people like to."""
    position = moments(jolly_roger(), 1, seed=4)[0]
    in_time, in_nodes = (TreeSearch(position, position.to_act(), Random(6)) for _ in range(2))

    in_time.run(1_000_000, 0.01)
    in_nodes.run(40, 600.0)

    assert in_time.done < 1_000_000
    assert in_nodes.done == 40


def test_playouts_learn_which_actions_win() -> None:
    """Each seat for itself; what was never played comes first, and equal ones in their order."""
    found = Experience(2)
    for action, reward in ((5, 1.0), (6, 0.0)):
        found.note(0, action)
        found.learn([reward, 1.0 - reward])

    assert found.best([6, 5], 0) == 5
    assert found.best([6, 7, 5], 0) == 7
    assert found.best([6, 5], 1) == 6


@pytest.mark.parametrize("name", ["skull-queen", "dead-mans-dice"])
def test_what_is_learnt_of_one_action_is_not_told_of_another(name: str) -> None:
    """Actions of a game differ in their slots, which are few enough to be made for each search."""
    actions: set[int] = set()
    for seed in range(3):
        for position in random_positions(load_game(name, players=6), seed):
            actions.update(position.legal_actions())

    assert len({slot_of(action) for action in actions}) == len(actions) < SLOTS


def test_playouts_end_with_the_round() -> None:
    """The points of a new round would only hide those that count."""
    for name in ("skull-queen", "dead-mans-dice"):
        game = load_game(name, players=3)
        position = moments(game, 1)[0]
        assert isinstance(position, Evaluable)
        search = TreeSearch(position, position.to_act(), Random(1))
        ends = []
        for _ in range(20):
            played = position.resample(position.to_act(), search.rng)
            search.descend(played)
            search.play_out(played)
            assert isinstance(played, Evaluable)
            ends.append(played)
        starts = [end for end in ends if end.to_act() != OVER]

        assert position.round_number() == 1
        assert starts
        assert {start.round_number() for start in starts} == {2}


@pytest.mark.slow
def test_mistakes_are_as_frequent_as_wished() -> None:
    """A bot that always errs plays at random; the same generator is the same mistake."""
    position = offered("G1 / R2 R3 R4 R5")
    for bot in (mcts(40), captain(400)):
        for mistakes, least, most in ((0, 60, 60), (50, 34, 56), (100, 19, 41)):
            bot.mistakes = mistakes
            chosen = [bot.choose(position, 1, Random(seed), 0) for seed in range(60)]
            better = sum(position.notation(one) == "pick 2" for one in chosen)
            assert least <= better <= most, (bot.id, mistakes, better)


def test_replies_to_a_covered_card_are_the_same_whatever_it_is() -> None:
    """Both play face down against the king; a die lies open."""
    tricks = random_positions(load_game("skull-queen", players=2), 1)
    covered = next(
        trick for trick in tricks if trick.view(None)["trick"] == 1 and trick.to_act() != CHANCE
    )
    for position, shows in ((covered, HIDDEN), (moments(load_game("dead-mans-dice"), 1)[0], SEEN)):
        search = TreeSearch(position, position.to_act(), Random(1), learns=True)
        search.run(100, 0)

        assert search.root.shows == shows
        assert (COVERED in search.root.ways) == (shows == HIDDEN)


def test_it_keeps_to_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at the clock after each playout, and at its end no more."""
    clock = Ticks(0.01)
    monkeypatch.setattr("splitpick.core.players.mcts.perf_counter", clock)
    position = moments(load_game("dead-mans-dice", players=3), 1)[0]
    search = TreeSearch(position, position.to_act(), Random(1), learns=False)
    search.run(0, 0.055)

    assert search.done == 6
    assert clock.looks == 7  # the first of them at the start


def test_it_picks_the_set_that_is_worth_more() -> None:
    assert choice(offered("G1 / R2 R3 R4 R5"), nodes=150) == "pick 2"


def test_the_check_for_bots_of_others_finds_nothing() -> None:
    class Quick(Mcts):
        id = "quick"

        def __init__(self) -> None:
            self.nodes = 2

    check_bot(Quick, [jolly_roger(), load_game("dead-mans-dice", players=3)])


# A game that can be won for certain.


class Stones(Evaluable):
    """From a heap each seat in turn takes one to three stones; who takes the last has won.

    Whoever leaves a number that four divides wins for certain.
    """

    def __init__(self, stones: int, seat: int = 0) -> None:
        self.stones = stones
        self.seat = seat

    def to_act(self) -> int:
        return self.seat if self.stones else OVER

    def legal_actions(self) -> list[int]:
        return list(range(1, min(3, self.stones) + 1))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return []

    def apply(self, action: int) -> None:
        self.stones -= action
        self.seat = 1 - self.seat

    def copy(self) -> Stones:
        return Stones(self.stones, self.seat)

    def scores(self) -> list[int]:
        return [0, 0] if self.stones else [self.seat, 1 - self.seat]

    def winners(self) -> list[int]:
        return [1 - self.seat]

    def notation(self, action: int) -> str:
        return f"take {action}"

    def parse(self, text: str) -> int:
        return int(text.split()[1])

    def describe(self, action: int) -> Action:
        return Action("take", self.seat, self.notation(action))

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {"stones": self.stones, "to_act": self.to_act()}

    def resample(self, seat: int, rng: Random) -> Stones:
        return self.copy()


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_it_finds_a_win_that_can_be_forced(stones: int) -> None:
    assert choice(Stones(stones), nodes=600) == f"take {stones % 4}"


def test_a_single_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Stones, "resample")

    assert Mcts().choose(Stones(1), 0, Random(1), 60) == 1


class LastingStones(Stones):
    """The same where the numbers say all."""

    lasting_actions = True

    def copy(self) -> LastingStones:
        return LastingStones(self.stones, self.seat)

    def notation(self, action: int) -> str:
        raise AssertionError("nobody needs it")


def test_numbers_that_last_are_as_good_as_the_notation() -> None:
    def weighed(position: Stones) -> Sequence[tuple[int, float]]:
        found = mcts(200).weigh(position, 0, bot_generator(1, 0), 0)
        return [(one.action, one.value) for one in found]

    assert weighed(LastingStones(9)) == weighed(Stones(9))


def test_actions_of_jolly_and_roger_last() -> None:
    """Its positions have no secrets, so bots may know its actions by their numbers."""
    assert jolly_roger().new_position().lasting_actions
