"""Bots choose through the contract alone; greedy looks at the whole of its cards."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from _thread import interrupt_main
from pathlib import Path
from random import Random
from threading import Timer

import pytest

import piles
from splitpick.core import CHANCE, OVER, Game, Match, Position
from splitpick.core.game import JSON, Action
from splitpick.core.players import BUILT_IN, Bot, Captain, Greedy, Mcts, RandomBot, bot_generator
from splitpick.core.players.expectimax import Expectimax, margin_of
from splitpick.core.players.greedy import LONGEST, LineSearch
from tables import (
    VARIANTS,
    captain,
    drawn,
    jolly_roger,
    lay,
    legal,
    offered,
    play,
    random_positions,
)

SUPPORT = str(Path(__file__).parents[2] / "support")


def choose(bot: Bot, position: Position, seed: int = 1) -> str:
    """Ask a bot for its choice; return it in the notation."""
    seat = position.to_act()
    return position.notation(bot.choose(position, seat, Random(seed), 0))


def duel(game: Game, bots: list[Bot], seed: int, first: int) -> Match:
    """Play a match between two bots, as the command does."""
    match = Match(game, seed, first)
    generators = [bot_generator(seed, seat) for seat in range(game.players)]
    while not match.over:
        seat = match.position.to_act()
        own = match.position.resample(seat, generators[seat])
        match.apply(bots[seat].choose(own, seat, generators[seat], 0))
    return match


def test_the_built_in_bots_have_names() -> None:
    ids = {"random", "greedy", "mcts", "captain"}
    assert {bot.id for bot in BUILT_IN} == ids
    assert {bot.title.code for bot in BUILT_IN} == {f"bot-{id}" for id in ids}


# Every bot.


def hasty(make: type[Bot]) -> Bot:
    """Make a bot that searches little, if it searches."""
    bot = make()
    bot.nodes = 5
    return bot


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("make", BUILT_IN)
def test_a_bot_plays_whole_games(make: type[Bot], variant: str) -> None:
    """Each choice is legal, and the position it was shown is as it was."""
    bot = hasty(make)
    position = jolly_roger(variant).new_position()
    rng = Random(1)
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.chance_outcomes()[-1][0])
            continue
        before = position.view(None)
        action = bot.choose(position, seat, rng, 0)
        assert position.view(None) == before
        assert action in position.legal_actions()
        position.apply(action)


@pytest.mark.often(2)
@pytest.mark.parametrize("make", BUILT_IN)
def test_a_bot_does_not_use_the_global_generator(make: type[Bot]) -> None:
    random.seed(1)
    before = random.getstate()
    one = duel(jolly_roger(), [hasty(make), hasty(make)], seed=5, first=0)
    assert random.getstate() == before

    random.seed(2)
    assert duel(jolly_roger(), [hasty(make), hasty(make)], seed=5, first=0).journal == one.journal


def test_a_bots_generator_is_its_own() -> None:
    """Seeded from the match and the seat, so that no bot changes the cards or another's luck."""
    numbers = {bot_generator(seed, seat).random() for seed in range(3) for seat in range(3)}

    assert len(numbers) == 9
    assert bot_generator(7, 1).random() == bot_generator(7, 1).random()


# Random.


def test_random_chooses_every_action_alike() -> None:
    position = lay(jolly="TO")
    rng = Random(1)
    chosen = [RandomBot().choose(position, 0, rng, 0) for _ in range(1000)]

    for action in position.legal_actions():
        assert 150 < chosen.count(action) < 250


# Greedy.


def one_card_greedy(position: Position) -> str:
    """Choose what brings most at once, as greedy must not."""
    seat = position.to_act()

    def gain(text: str) -> int:
        after = position.copy()
        after.apply(after.parse(text))
        return margin_of(after, seat)

    return max(legal(position), key=gain)


def test_greedy_finds_the_two_cards_that_take_a_ship_together() -> None:
    """Either red card alone wins nothing; a parrot at the green ship would win 3 gold at once."""
    position = lay(red="roger: R4", jolly="R2 R3")
    assert one_card_greedy(position) in ("R2?green", "R2?yellow", "R2?blue")

    play(position, choose(Greedy(), position))
    play(position, choose(Greedy(), position))
    assert captain(position, "red") == "jolly"
    assert position.scores() == [9, 0]


@pytest.mark.parametrize("make", [Greedy, Captain])
def test_a_bot_wins_a_captain_first_and_boards_after(make: type[Bot]) -> None:
    """Reinforcing with the small card lets the great one board; no other ship is in reach."""
    bot = make()
    bot.nodes = 600
    position = lay(
        green="roger: G2", yellow="roger: Y5", blue="roger: B5", red="roger: R5",
        jolly="G3 G5", turn=10,
    )  # fmt: skip
    for move in ("G3@green", "G5$"):
        assert choose(bot, position) == move
        play(position, move)


def test_greedy_thinks_of_the_reply() -> None:
    """The red ship is worth most now, but Roger would take it back at once."""
    position = lay(jolly="R1", roger="R5")
    assert one_card_greedy(position) == "R1@red"

    assert choose(Greedy(), position) == "R1?blue"


def test_greedy_picks_the_set_that_is_worth_more() -> None:
    """It follows both picks through what the other will do with the rest."""
    assert choose(Greedy(), offered("G1 / R2 R3 R4 R5")) == "pick 2"


def test_greedy_chooses_the_same_whatever_its_luck() -> None:
    position = lay(red="roger: R4", green="jolly: G1", jolly="R2 R3 G4")

    assert len({choose(Greedy(), position, seed) for seed in range(5)}) == 1


def test_greedy_expects_the_best_it_can_do_with_what_it_rolls() -> None:
    """On a 5 fit a 2, 5 and 6 and a skull, which doubles; a placed Jolly Roger die saves 7."""
    position = piles.lay(jack="5", bart="S")
    worths = {"roll D": (2, 5, 6, 0, 0, 0), "roll J": (26, 9, 12, 13, 0, 0)}
    for roll, gains in worths.items():
        after = play(position.copy(), roll)
        assert Expectimax(0).value(after) == pytest.approx(-16 + sum(gains) / 6)

    assert choose(Greedy(), position) == "roll J"
    assert choose(Greedy(), piles.new(2)) == "roll J"


def test_greedy_looks_no_further_than_its_nodes_and_its_turn() -> None:
    """Cards that are dealt, one after the other, belong to nobody's turn."""
    position = piles.lay(jack="5", options={"roll-again": "true"})
    search = Expectimax(0, nodes=20)
    search.value(play(position, "roll D"))
    assert -12 <= search.nodes <= 0

    game = jolly_roger()
    deal = next(one for one in random_positions(game, 1) if 0 < len(one.chance_outcomes()) < 8)
    search = Expectimax(0, nodes=20)
    assert (search.value(deal), search.nodes) == (margin_of(deal, 0), 19)


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """Forty games on twenty deals with the seats changed: at least 36."""
    wins = 0
    for seed in range(20):
        for first in (0, 1):
            match = duel(jolly_roger("advanced"), [Greedy(), RandomBot()], seed, first)
            wins += match.position.winners() == [0]

    assert wins >= 36


@pytest.mark.weekly
def test_captain_beats_greedy_in_the_dice_by_what_it_learns() -> None:
    """Twenty games on ten deals with the seats changed: at least 12, with 1000 playouts."""
    captain = Captain()
    captain.nodes = 1000
    wins = 0.0
    for seed in range(10):
        for first in (0, 1):
            winners = duel(piles.dice_game(), [captain, Greedy()], seed, first).position.winners()
            wins += (0 in winners) / len(winners)

    assert wins >= 12


# Greedy knows no game: it plays one that it has never seen.


class Coins(Position):
    """Seat 0 takes from pile after pile, then chance pays seat 1 a coin and all is over.

    A pile lists what may be taken; who takes the most there is gets nothing from the next pile.
    """

    def __init__(self, piles: list[list[int]], taken: tuple[int, ...] = ()) -> None:
        self.piles = piles
        self.taken = taken
        self.paid = 0

    def to_act(self) -> int:
        if len(self.taken) < len(self.piles):
            return 0
        return OVER if self.paid else CHANCE

    def legal_actions(self) -> list[int]:
        return list(range(len(self.piles[len(self.taken)]))) if self.to_act() == 0 else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(1, 1)] if self.to_act() == CHANCE else []

    def apply(self, action: int) -> None:
        if self.to_act() == CHANCE:
            self.paid = action
        else:
            self.taken += (action,)

    def copy(self) -> Coins:
        return Coins(self.piles, self.taken)

    def scores(self) -> list[int]:
        own = 0
        spoilt = False
        for pile, action in zip(self.piles, self.taken, strict=False):
            own += 0 if spoilt else pile[action]
            spoilt = pile[action] == max(pile) and len(pile) > 1
        return [own, self.paid]

    def winners(self) -> list[int]:
        return [0]

    def notation(self, action: int) -> str:
        return f"{len(self.taken)}:{action}"

    def parse(self, text: str) -> int:
        return int(text.partition(":")[2])

    def describe(self, action: int) -> Action:
        return Action("take", self.to_act(), self.notation(action))

    def view(self, seat: int | None) -> dict[str, JSON]:
        return {"taken": list(self.taken)}

    def resample(self, seat: int, rng: Random) -> Coins:
        return self.copy()


class CoinGame(Game):
    """The game of `Coins` with a great pile behind a small one."""

    def new_position(self, first: int = 0) -> Coins:
        return Coins([[1, 2], [0, 9]])


def test_greedy_plays_a_game_it_does_not_know() -> None:
    """Two coins now would spoil nine coins later; where there is one action nothing is weighed."""
    game = CoinGame("coins", "", 2)
    position = game.new_position()
    assert one_card_greedy(position) == "0:1"
    assert choose(Greedy(), position) == "0:0"
    assert Greedy().choose(Coins(piles=[[0]]), 0, Random(1), 0) == 0

    match = duel(game, [Greedy(), RandomBot()], seed=1, first=0)
    assert match.journal == ["0:0", "1:1", "2:1"]
    assert match.position.scores() == [10, 1]


def test_greedy_answers_where_a_seat_acts_on_and_on() -> None:
    """It looks no further than `LONGEST` actions ahead."""
    search = LineSearch(width=2)
    search.find(Coins([[1, 0]] * (LONGEST + 20)), 0)

    assert [line.end().to_act() for line in iter(search.take, None)] == [0, 0]


@pytest.mark.slow
@pytest.mark.process
def test_long_lines_are_freed_in_order() -> None:
    """mypyc's acyclic classes corrupt the heap where more than 50 objects are freed in a row.

    They go through CPython's trashcan, which writes into a header that they do not have.
    """
    freeing = "import test_bots; test_bots.test_greedy_answers_where_a_seat_acts_on_and_on()"
    checked = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONPATH": SUPPORT}
    ended = subprocess.run(
        [sys.executable, "-c", freeing], cwd=Path(__file__).parent, env=checked, check=False
    )

    assert ended.returncode == 0


def test_what_the_others_do_is_followed_to_the_next_moment_of_chance() -> None:
    assert Greedy().settle(Coins([[1, 0], [5]])).to_act() == CHANCE
    assert Greedy().settle(offered("G1 / R2 R3 R4 R5")).to_act() == CHANCE


@pytest.mark.parametrize("kind", [Greedy, Mcts, Captain])
def test_ctrl_c_ends_a_thought_at_once(kind: type[Bot]) -> None:
    """Compiled code has to ask for it, and to let other threads run."""
    thinker = kind()
    thinker.nodes = 10**9
    position = drawn("G1 Y2 B3 R4 R5")

    def think() -> None:
        Timer(0.0, interrupt_main).start()
        thinker.choose(position, position.to_act(), Random(1), 0)

    with pytest.raises(KeyboardInterrupt):
        think()
