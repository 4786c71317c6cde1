"""Bot games summed up, and the intervals that are told of them."""

import signal
import sys
from collections.abc import Callable, Iterable
from random import Random
from statistics import mean, stdev

import pytest

from gifts import Gifts, wrong
from splitpick.core import CHANCE, OVER, Engine, Game, Position, load_game
from splitpick.core.errors import BotError
from splitpick.core.kernel.quick_random import QuickRandom
from splitpick.core.lab.batches import Games, simulate_batch
from splitpick.core.lab.card_tally import CardTally, Use
from splitpick.core.lab.games import Arena, Played
from splitpick.core.lab.inference import Mean, student, wilson
from splitpick.core.lab.statistics import STATISTIC_OF
from splitpick.core.lab.trial import Trial
from splitpick.core.matches.match import MOST_SEED
from splitpick.core.players import Greedy, RandomBot, bot_generator

GAMES = 6


class Foreign(RandomBot):
    """Chooses an action that no game has."""

    id = "foreign"

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return 10**9


@pytest.fixture(scope="module")
def engine() -> Engine:
    made = Engine()
    vars(made)["bots"] = {**made.bots, Foreign.id: Foreign}
    return made


def games(engine: Engine, *bots: str) -> Callable[[int], Played]:
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    return Games(ruleset.text, bots, seed=3).begin(engine)


def summed(played: list[Played]) -> Trial:
    trial = Trial(load_game("jolly-roger", variant="advanced"), ["green", "yellow", "blue", "red"])
    for one in played:
        trial.count(one)
    return trial


@pytest.fixture(scope="module")
def trial(engine: Engine) -> Trial:
    play = games(engine, "random", "random")
    return summed([play(number) for number in range(GAMES)])


def test_every_win_and_every_card_is_counted_once(trial: Trial) -> None:
    """In this game each drawn card is played in its turn: 8 turns of 5 cards.

    Of a set that is picked all cards are counted, and those of the other set are not.
    """
    used: dict[str, int] = {}
    picked = {card: count for (card, kind), count in trial.uses.items() if kind == "pick"}
    for (card, kind), count in trial.uses.items():
        if card and kind != "pick":
            used[card] = used.get(card, 0) + count

    assert trial.games == trial.ended == GAMES
    assert all(sum(held.values()) == GAMES for held in trial.prizes.values())
    assert trial.total("wins", "0") + trial.total("wins", "1") == pytest.approx(GAMES)
    assert 0 <= trial.total("starts") <= GAMES
    assert used == dict(trial.came)
    assert sum(used.values()) == GAMES * 8 * 5
    assert trial.uses["", "split"] == GAMES * 8 < sum(picked.values()) < GAMES * 8 * 4
    assert all(count <= trial.came[card] for card, count in picked.items())
    offered = trial.offered.items()
    assert all(trial.uses[use] <= times for use, times in offered if use[1] != "pick")
    assert not set(trial.never_used()) & set(trial.uses)


def test_games_count_alike_one_by_one_and_in_a_batch(trial: Trial) -> None:
    """Each of the statistics, whose mean, margin and extremes are shown."""
    game = load_game("jolly-roger", variant="advanced")
    together = Trial(game)
    together.add(simulate_batch(game, ["random", "random"], 3, GAMES))

    assert [*together.facts] == [*trial.facts]
    assert {fact[0] for fact in trial.facts} == STATISTIC_OF.keys()
    for fact, one in together.facts.items():
        other = trial.facts[fact]
        assert (one.least, one.most, one.count) == (other.least, other.most, GAMES)
        assert (one.mean, one.margin) == pytest.approx((other.mean, other.margin))


def test_a_card_that_never_came_is_missed(engine: Engine) -> None:
    """One game deals 40 of 50 cards; some type of which there is one card stays out."""
    trial = summed([games(engine, "random", "random")(0)])
    deck = set(load_game("jolly-roger", variant="advanced").codes)  # type: ignore[attr-defined]

    assert trial.never_came() == sorted(deck - set(trial.came))
    assert trial.never_came()


def test_a_game_without_end_is_given_up(engine: Engine) -> None:
    endless = Gifts(wrong("what is offered always comes back"))

    def first(position: Position, seat: int, moment: int) -> int:
        return position.legal_actions()[0]

    trial = Trial(endless)
    arena = Arena(engine, engine.ruleset_file("jolly-roger").variant().text, 2)
    arena.game = endless
    trial.count(arena.play([first, first], 0, 0, lambda seat, error: ""))

    assert (trial.games, trial.endless, trial.ended) == (1, 1, 0)
    assert trial.interval("wins", "0") == (0, 1)


def test_a_bot_that_chooses_an_illegal_action_is_named(engine: Engine) -> None:
    with pytest.raises(BotError) as found:
        games(engine, "random", "foreign")(0)

    assert found.value.code == "trial-bot-illegal"
    assert "Zufall" in engine.language("de").say(found.value.message)


def test_intervals_agree_with_published_examples() -> None:
    """E. B. Wilson's for 15 of 30 at 95 %, by hand; W. S. Gosset's t at 0.975, of every table."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}

    assert wilson(15, 30) == pytest.approx((0.33154, 0.66846), abs=1e-5)
    assert (wilson(0, 10)[0], wilson(10, 10)[1]) == pytest.approx((0, 1))
    assert {freedom: student(freedom) for freedom in table} == pytest.approx(table, abs=0.01)


def test_a_mean_agrees_with_the_standard_library() -> None:
    values = [3, -1, 4, 1, -5, 9]
    found = Mean()
    for value in values:
        found.add(value)

    assert found.mean == pytest.approx(mean(values))
    assert found.deviation == pytest.approx(stdev(values))
    assert found.margin == pytest.approx(2.5706 * stdev(values) / 6**0.5, rel=0.002)
    assert (found.least, found.most) == (-5, 9)


@pytest.mark.often(1)
@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (load_game("jolly-roger", variant="advanced"), ("random", "random")),
        (load_game("jolly-roger", variant="advanced"), ("random", "greedy")),
        (load_game("galley-thieves", players=2), ("random", "random")),
        (load_game("skull-queen", players=2), ("random", "random")),
        (load_game("dead-mans-dice", variant="short", players=2), ("random", "greedy")),
    ],
    ids=lambda given: given.id if isinstance(given, Game) else "-".join(given),
)
def test_a_batch_is_what_a_loop_over_the_contract_plays_and_counts(
    game: Game, bots: tuple[str, str]
) -> None:
    """Scores, uses, offers and draws are those of a loop that describes every action."""
    seed, count = 5, 6
    batch = simulate_batch(game, bots, seed, count)
    tally = CardTally(game.players)
    scores: list[int] = []
    for number in range(count):
        position, rng = game.new_position(number % 2), Random(seed + number)
        own = [bot_generator(seed + number, seat) for seat in range(2)]
        quick = [QuickRandom((seed + number) * 2 + seat) for seat in range(2)]
        greedy = [Greedy(), Greedy()]
        while (seat := position.to_act()) != OVER:
            if seat == CHANCE:
                action = position.draw_at(rng.random())
                tally.draw(position, action)
            else:
                if bots[seat] == "random":
                    action = position.action_at(quick[seat].random())
                else:
                    seen = position.resample(seat, own[seat])
                    action = greedy[seat].choose(seen, seat, own[seat], 0)
                tally.decide(position, seat, action)
            position.apply(action)
        scores += position.scores()

    def counted(uses: list[Use], numbers: Iterable[int]) -> dict[Use, int]:
        return {use: number for use, number in zip(uses, numbers, strict=False) if number}

    def of(seat: int, used: Iterable[int]) -> list[int]:
        return [*used][seat :: game.players]

    assert list(batch.scores) == scores
    assert batch.leads[0] == scores[0] - scores[1] == -batch.leads[1]
    assert counted(batch.uses, batch.offered) == counted(tally.uses, tally.offered)
    assert counted(batch.uses, batch.came) == counted(tally.uses, tally.came)
    for seat in range(2):
        kinds = counted(tally.uses, of(seat, tally.used))
        found = counted(batch.uses, of(seat, batch.used))
        assert {use: times for use, times in found.items() if use[1]} == kinds


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a timer that sends signals")
def test_ctrl_c_ends_a_simulation_of_any_seed_at_any_moment() -> None:
    """Compiled, it aborted where it came in a product of long numbers, which looks for signals."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    game = load_game("jolly-roger", variant="advanced")
    before = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        for microseconds in range(1000, 2000, 10):
            signal.setitimer(signal.ITIMER_VIRTUAL, microseconds / 1e6)
            with pytest.raises(KeyboardInterrupt):
                simulate_batch(game, ["random", "random"], MOST_SEED, 1_000_000)
    finally:
        signal.signal(signal.SIGVTALRM, before)
