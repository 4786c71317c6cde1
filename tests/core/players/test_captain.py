"""Captain searches a turn whole, and never looks at what it may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from random import Random
from statistics import fmean

import pytest

from analysts import check_weighed, moments
from splitpick.core import OVER, Position, load_game
from splitpick.core.evaluable import Evaluable
from splitpick.core.game import JSON, Action
from splitpick.core.players import Captain
from splitpick.core.players.captain import CLOSE, ERRORS, FAR_NODES, NARROW, Thought, value_of
from splitpick.core.players.race import LEAST_SAMPLES, Race, SampledDeals
from splitpick.core.players.search import FAR, Splits, TurnSearch, Width
from splitpick.core.players.value import WON, Value, final
from splitpick.core.players.weights import plain_weights, read_weights, weights_for
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.phases import SPLIT
from splitpick.core.splitting.plain.plain_position import PlainGame, PlainPosition
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.splitting.table import Table
from tables import (
    VARIANTS,
    crews_of,
    drawn,
    jolly_roger,
    lay,
    offered,
    play,
    played_out,
    random_action,
    take,
)
from ticks import Ticks

EVALUATION = "splitpick.plugins.jolly_roger.evaluation"


def bot(nodes: int = 600, turns: int = 1) -> Captain:
    captain = Captain()
    captain.nodes, captain.turns = nodes, turns
    return captain


def choose(position: Position, nodes: int = 600, turns: int = 1, seed: int = 1) -> str:
    action = bot(nodes, turns).choose(position, position.to_act(), Random(seed), 0)
    return position.notation(action)


# What it chooses.


def test_it_takes_the_game_that_it_can_win_now() -> None:
    """The last set of the last turn: only both red cards at the red ship win."""
    position = lay(green="roger: G2", red="roger: R4", jolly="R2 R3", turn=10)

    play(position, choose(position))
    play(position, choose(position))
    assert position.to_act() == OVER
    assert position.winners() == [0]


def test_it_thinks_of_the_best_answer() -> None:
    """A captain on the red ship would be gone at once; green is all that is left to Jolly."""
    position = lay("all-cards", jolly="R1", roger="R5", turn=10)

    assert choose(position) in ("R1?green", "R1?yellow", "R1?blue")


def test_a_line_once_found_is_followed() -> None:
    """Without another thought: after the first card there would be no nodes for it."""
    position = lay("all-cards", jolly="G1 Y1 B1 R1", turn=10)
    captain = bot()
    line = Thought(captain, value_of(position), position, 0, Random(1), 0).choices[0].line
    played = [captain.choose(position, 0, Random(1), 0)]
    captain.nodes = 1
    while position.to_act() == 0:
        position.apply(played[-1])
        if len(position.legal_actions()) > 1:
            played.append(captain.choose(position, 0, Random(1), 0))

    assert played == line[: len(played)]
    assert len(played) == 4


def test_a_plan_is_dropped_where_the_game_went_on_otherwise() -> None:
    position = lay("all-cards", jolly="G1 Y1 B1", turn=10)
    captain = bot()
    captain.choose(position, 0, Random(1), 0)

    other = lay("all-cards", jolly="R1 R2", turn=10)
    assert captain.choose(other, 0, Random(1), 0) == bot().choose(other, 0, Random(1), 0)


@pytest.mark.slow
@pytest.mark.parametrize("sets", ["G5 G5 / R2 R2 B1", "KR / G1 G1 R1 R1"])
def test_it_picks_as_trying_everything_would_in_the_last_turn(sets: str) -> None:
    """With nothing to come the result is what counts: it is that of playing all that can be."""
    position = offered(sets)
    position.turn = 9
    search = bot(nodes=10**9)
    weighed = search.weigh(position, 1, Random(1), 0)

    assert search.choose(position, 1, Random(1), 0) == weighed[0].action
    assert weighed[0].value == best_result(position, 1)


def test_what_a_card_of_the_last_turn_costs_is_known() -> None:
    """Replies to it are searched whole: three parrots may take a ship back."""
    position = offered("G1 Y1 B1 / R2 B5")
    position.turn = 9
    for action in ("pick 2", "R2?blue"):
        position.apply(position.parse(action))

    for one in bot(20000).weigh(position, 1, Random(1), 0):
        after = position.copy()
        after.apply(one.action)
        assert one.value == best_result(after, 1), position.notation(one.action)


def best_result(position: SplitPosition, me: int) -> float:
    """Play everything out that can be: `me` wants the most, the other the least."""
    known: dict[object, float] = {}

    def value(position: SplitPosition) -> float:
        seat = position.to_act()
        if seat == OVER:
            return final(position, me)
        key = position.key()
        if key not in known:
            after = []
            for action in position.legal_actions():
                there = position.copy()
                there.apply(action)
                after.append(value(there))
            known[key] = max(after) if seat == me else min(after)
        return known[key]

    return value(position)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_it_weighs_is_what_it_chooses(variant: str) -> None:
    for position in moments(jolly_roger(variant), 5):
        values = [one.value for one in check_weighed(position, bot())]
        assert values == sorted(values, reverse=True)


def test_no_action_is_weighed_by_what_it_cannot_be_above() -> None:
    """Where a comparison was cut short its bound is no value: that is searched for."""
    for position in moments(jolly_roger("advanced"), 14, seed=3)[2:4]:
        seat = position.to_act()
        value = value_of(position)
        width = Width(NARROW[0], NARROW[1], NARROW[2])
        for one in bot(2500).weigh(position, seat, Random(1), 0)[1:]:
            search = TurnSearch(value, seat, 0, 0.0)
            found = search.solve(search.step(position, one.action), -FAR, FAR, width, [])
            assert one.value <= found.value


@pytest.mark.slow
def test_the_order_of_two_cards_that_come_to_the_same_costs_next_to_nothing() -> None:
    costs: list[float] = []
    for position in moments(jolly_roger("advanced"), 300, seed=4):
        seat, best, *rest = (
            position.to_act(),
            *bot(8000).weigh(position, position.to_act(), Random(1), 0),
        )
        if position.is_choice() or len(best.line) < 2:
            continue
        end, moves = position.copy(), list[str]()
        for action in best.line[:2]:
            moves.append(end.notation(action))
            end.apply(action)
        for one in rest:
            after = position.copy()
            after.apply(one.action)
            if position.notation(one.action) != moves[1] or after.to_act() != seat:
                continue
            names = {after.notation(action): action for action in after.legal_actions()}
            if moves[0] in names:
                after.apply(names[moves[0]])
                if after.key() == end.key():
                    costs.append(best.value - one.value)

    # In hints alone; an analysis looks at the next decision, too.
    assert len(costs) > 50
    assert fmean(costs) < 0.3
    assert sorted(costs)[len(costs) * 3 // 4] < 0.1


# What it may know, and how long it may think.


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "nodes"), [(1, 600), (2, FAR_NODES)])
def test_the_choice_hangs_on_nothing_but_nodes_and_generator(turns: int, nodes: int) -> None:
    for position in moments(jolly_roger("advanced"), 5 - 2 * turns, seed=2):
        assert choose(position.copy(), nodes, turns) == choose(position, nodes, turns)


@pytest.mark.slow
def test_two_turns_are_told_by_sampled_deals() -> None:
    """Too few samples are seen at once: the rest of the budget is left to the search of this turn.

    In the last turn no time is kept for the next.
    """
    position = lay("advanced", red="roger: R2", jolly="R1 B2", turn=7)
    value = value_of(position)

    def think(turns: int) -> Thought:
        return Thought(bot(FAR_NODES, turns), value, position, 0, Random(1), 0)

    thought = think(1)
    assert think(2).deals >= LEAST_SAMPLES
    assert thought.deals == 0
    thought.nodes, thought.error, thought.close = 3000, 1.0, 2.0
    search = TurnSearch(value, 0, 3000, 0.0)
    narrow = Width(NARROW[0], NARROW[1], NARROW[2])
    assert not thought.search_on(search, narrow, 0)
    assert search.used < 1500
    search = TurnSearch(value, 0, FAR_NODES, 0.0)
    thought.nodes = FAR_NODES
    assert thought.search_on(search, narrow, 0)
    assert thought.deals >= LEAST_SAMPLES

    position = lay("advanced", red="roger: R2", jolly="R1 B2", turn=8)
    for position.turn, error in ((6, ERRORS[0]), (7, 0.0)):
        assert (think(2).error, think(2).close) == (error, CLOSE * error)


def last_splits() -> list[PlainPosition]:
    """Return the splits of the last turn of some random games."""
    results = []
    for seed in range(6):
        rng = Random(seed)
        position = jolly_roger("advanced").new_position()
        while position.turns_left() or position.phase != SPLIT:
            position.apply(random_action(position, rng))
        results.append(position)
    return results


def test_a_glance_finds_the_splits_that_are_worth_a_search() -> None:
    """In the last turn, where what cards do together decides: better than cards valued alone."""
    lost = Counter[str]()
    for position in last_splits():
        seat = position.to_act()
        search = TurnSearch(value_of(position), seat, 0, 0.0)
        width = Width(2, 2, 99)
        worth = {
            split: search.solve(search.step(position, split), -FAR, FAR, width, []).value
            for split in position.legal_actions()
        }
        glance = search.glance(position, 99, 4)
        first = {"glance": [line[0] for line in glance.lines]}
        first["alone"] = search.likely(position, position.legal_actions(), Width(1, 1, 4))
        for how, splits in first.items():
            lost[how] += int(100 * (max(worth.values()) - max(worth[one] for one in splits)))
        assert glance.seat == seat
        for line in glance.lines:
            assert play_line(position, line).to_act() == OVER
    assert lost["glance"] < lost["alone"]


def play_line(position: SplitPosition, line: list[int]) -> SplitPosition:
    """Return the position after legal actions."""
    position = position.copy()
    for action in line:
        assert action in position.legal_actions()
        position.apply(action)
    return position


def test_splits_serve_another_position_only_where_they_are_legal() -> None:
    """No glance, another seat, a pick or the end of the game: then every split may be searched."""
    position = drawn("G5 Y1 B2 R3 KR")
    search = TurnSearch(value_of(position), 0, 0, 0.0)
    splits = Splits(0, [[0, 1], [99], [3]])

    assert splits.at(position) == [[0, 1], [3]]
    assert splits.at(drawn("G5 Y1 B2 R3 KR", first=1)) == []
    assert splits.at(play(position.copy(), "G5 Y1 / B2 R3 KR")) == []
    assert search.glance(position, 0, 4).lines == []
    assert search.glance(played_out(position.copy()), 16, 4).lines == []


def race(*samples: list[float], thoughts: Sequence[float] = (0.0, 0.0)) -> Race:
    """Run a race in which every one comes to *samples* as long as it runs."""
    found = Race(list(thoughts), error=1.0)
    for deal in zip(*samples, strict=True):
        found.add([deal[at] for at in found.running])
    return found


def test_a_rival_is_beaten_only_where_it_is_settled() -> None:
    """The lead goes to whom the deals favour; earlier thoughts count until these are sure."""
    clear, changed = race([3.0] * 9, [0.0] * 9), race([0.0] * 9, [3.0] * 9)
    assert (clear.leader, clear.running) == (0, [0])
    assert (changed.leader, changed.running) == (1, [1])
    assert changed.lead(0, 1) == -changed.lead(1, 0) < -2.5
    assert race([3.0] * (LEAST_SAMPLES - 1), [0.0] * (LEAST_SAMPLES - 1)).running == [0, 1]
    assert race([5.0] * 8, [0.0, 9.0] * 4).running == [0, 1]

    assert race([0.0] * 50, [3.0] * 50, thoughts=(1.0, 0.0)).lead(1, 0) == pytest.approx(3, abs=0.2)
    unsure = race([0.0] * 8, [9.0, -9.0] * 4, thoughts=(1.0, 0.0))
    assert unsure.lead(1, 0) == pytest.approx(-1, abs=0.2)


@pytest.mark.parametrize(("variant", "cards"), [("advanced", 50), ("introductory", 43)])
def test_sampled_deals_use_up_the_deck_before_it_is_shuffled_again(
    variant: str, cards: int
) -> None:
    """Ten deals of five are all 50 cards; of 43, the ninth takes the last three, and two more.

    The next shuffled deck begins with the deal that the last one ended in, or after it.
    """
    position = jolly_roger(variant).new_position()
    deck = Counter(dict(position.chance_outcomes()))
    deals = SampledDeals(position, Random(1))

    dealt = [deals.deal() for _ in range(20)]
    assert {len(deal) for deal in dealt} == {5}
    assert all(not Counter(deal) - deck for deal in dealt)
    for first in (0, cards // 5):
        assert Counter([*chain(*dealt[first:])][:cards]) == deck


@pytest.mark.parametrize("seats", [1, 3])
def test_sampled_deals_are_all_equally_likely(seats: int) -> None:
    """Two of six coins use up the deck; of four of 18, every fifth deal is of two shuffles."""
    position = coin_game(seats).new_position()
    deck = dict(position.chance_outcomes())
    deals = SampledDeals(position, Random(1))
    found = Counter(tuple(sorted(deals.deal())) for _ in range(6000))
    coins = [card for card, count in deck.items() for _ in range(count)]
    ways = Counter(combinations(coins, seats + 1))
    for cards, count in ways.items():
        assert found[cards] / 6000 == pytest.approx(count / ways.total(), abs=0.02)


def test_it_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at the clock every few positions, and ends with the look that is too late."""
    position = drawn("G5 Y1 B2 R3 KR")
    for step in (0.01, 0.001):
        clock = Ticks(step)
        monkeypatch.setattr("splitpick.core.players.captain.perf_counter", clock)
        monkeypatch.setattr("splitpick.core.players.search.perf_counter", clock)
        action = Captain().choose(position, 0, Random(1), 0.1)
        chosen = clock.looks
        weighed = Captain().weigh(position, 0, Random(1), 0.05)

        assert action in position.legal_actions()
        assert chosen * step == pytest.approx(0.1, abs=6 * step)
        assert sorted(one.action for one in weighed) == position.legal_actions()
        # Once more for the actions that this one cut short, and twice if none was; each action
        # that comes too late looks once for each of the two searches.
        late = 2 * len(weighed)
        assert clock.looks - chosen <= 3 * 0.05 / step + late


@pytest.mark.parametrize("nodes", [1, 20, 60])
def test_it_answers_with_hardly_a_node(nodes: int) -> None:
    for position in (drawn("G5 Y1 B2 R3 KR"), offered("G1 / R2 R3 R4 R5"), lay(jolly="R1 R2")):
        for turns in (1, 2):
            seat = position.to_act()
            chosen = bot(nodes, turns).choose(position, seat, Random(1), 0)
            assert chosen in position.legal_actions()


# Games that offer it nothing.


@pytest.mark.parametrize("name", ["skull-queen", "dead-mans-dice"])
def test_it_plays_games_it_cannot_value(name: str) -> None:
    game = load_game(name)
    first = game.new_position()
    assert not isinstance(first, Evaluable) or not first.term_names()
    for position in moments(game, 4):
        check_weighed(position.resample(position.to_act(), Random(1)), bot(60))


class Coins(Table):
    """Every card is as many coins as its number, and more in a seat's left pocket; no keys."""

    def __init__(self, coins: list[int]) -> None:
        self.coins = coins

    def copy(self) -> Coins:
        return Coins(self.coins[:])

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        return [2 * card + pocket for card in dict.fromkeys(hand) for pocket in (0, 1)]

    def play(self, seat: int, play: int) -> int:
        self.coins[seat] += play
        return play // 2

    def scores(self) -> list[int]:
        return self.coins[:]

    def notation(self, play: int) -> str:
        return f"{play}"

    def describe(self, seat: int, play: int) -> Action:
        return Action("coin", seat, f"{play}", {})

    def view(self) -> dict[str, JSON]:
        return {"coins": [*self.coins]}


def coin_game(seats: int) -> PlainGame:
    return PlainGame(
        "coins",
        "",
        seats=[f"s{seat}" for seat in range(seats)],
        codes=["A", "B", "C"],
        counts=[2 * seats] * 3,
        offer=Offer(
            draw=seats + 1 if seats > 1 else 2, sets=seats, least=1 if seats > 1 else 2, most=2
        ),
        turns=3,
        empty_table=Coins([0] * seats),
    )


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_plays_at_any_table_for_any_number(seats: int) -> None:
    for position in moments(coin_game(seats), 5):
        check_weighed(position, bot(200))


def test_positions_without_keys_are_rivals_too() -> None:
    position = coin_game(2).new_position()
    for card in (0, 1, 2):
        position.apply(card)
    thought = Thought(bot(FAR_NODES, 2), value_of(position), position, 0, Random(1), 0)

    assert len(thought.rivals()) > 1


# What it thinks by.


def test_terms_are_each_others_opposite() -> None:
    """Points that one of two seats can expect are lost to the other."""
    for position in moments(jolly_roger("advanced"), 20):
        names = position.term_names()
        own, other = position.terms(0), position.terms(1)
        assert len(own) == len(names)
        assert own == pytest.approx([-term for term in other])


def test_terms_tell_who_is_ahead() -> None:
    position = lay(red="jolly: R4", green="jolly: G1 | roger: G2", jolly_chest="B3", jolly="G3")
    terms = dict(zip(position.term_names(), position.terms(0), strict=True))

    assert terms["chest"] == 3
    assert terms["captains"] == 9 - 3
    assert terms["margin-close"] > 0


def test_equal_keys_mean_the_same_table() -> None:
    """The order of cards counts inside a crew, which a Kraken takes the last of, and else not."""
    one = play(lay(jolly="G1 Y1 B2", roger="R1"), "G1@green", "Y1@yellow")
    two = play(lay(jolly="G1 Y1 B2", roger="R1"), "Y1@yellow", "G1@green")
    assert one.key() == two.key()

    three = play(lay(jolly="G1 G2 B2", roger="R1"), "G1@green", "G2@green")
    four = play(lay(jolly="G1 G2 B2", roger="R1"), "G2@green", "G1@green")
    assert three.key() != four.key()
    assert crews_of(three).strengths == crews_of(four).strengths


def test_an_outlook_has_a_number_for_every_split() -> None:
    position = drawn("G1 G1 G5 B2 KR")
    assert position.phase == SPLIT
    weights = [1.0] * len(position.term_names())

    outlook = position.outlook(weights)
    assert len(outlook) == len(position.legal_actions())
    assert len(set(outlook)) > 1
    assert offered("G1 / R2 R3 R4 R5").outlook(weights) == []


def test_winning_on_equal_gold_is_worth_less_than_a_point() -> None:
    position = lay(red="jolly: R4", green="roger: G2", yellow="roger: Y1", turn=10, jolly="B1")
    play(position, "B1?red")
    assert position.scores() == [9, 8]
    assert Value([]).of(position, 0) == 1.0
    crews_of(position).board(1, take(position, "G1"))
    assert Value([]).of(position, 0) == WON
    assert Value([]).of(position, 1) == -WON


@pytest.mark.parametrize("points", [-5000.0, -3.0, 0.0, 3.0, 5000.0])
def test_a_promise_is_fair_however_far_the_lead(points: float) -> None:
    position = jolly_roger().new_position()
    promised = Value([]).promise(points, position)
    assert promised == pytest.approx(-Value([]).promise(-points, position))
    assert abs(promised) <= abs(points) + 1e-9


# The weights.


def test_the_weights_are_those_of_the_shipped_games() -> None:
    """There are some for every variant and for 0, 1, 2, ... turns left, up to the first deal."""
    for variant in VARIANTS:
        position = jolly_roger(variant).new_position()
        fitted = read_weights(EVALUATION)[position.terms_id()]
        assert sorted(fitted) == sorted(position.term_names())
        assert {len(turns) for turns in fitted.values()} == {position.turns_left()}


def test_rules_that_nobody_fitted_have_weights_too() -> None:
    names = ["chest", "captains", "top-XX"]

    weights = weights_for(EVALUATION, "my-game/plain", names)
    assert weights[1][0] == pytest.approx(1.0, abs=0.3)
    assert weights[1][2] == 0.0
    assert weights_for("", "market", ["lead"]) == [[1.0], [1.0]]
    assert weights_for(EVALUATION, "mine", ["coal"]) == []
    names = jolly_roger().new_position().term_names()
    assert plain_weights("", ["lead", "never-heard-of"]) == [[1.0, 0.0], [1.0, 0.0]]
    assert all(any(row) for row in plain_weights(EVALUATION, names))
