"""A match: chance from a seed, the journal, undo, and the turns of a journal."""

import random
from pathlib import Path

import pytest

from command import run
from splitpick.core import CHANCE, OVER, BadValue, Match, load_game
from splitpick.core.errors import JournalError
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.match import MOST_SEED, numbers
from splitpick.core.matches.store import Store
from splitpick.core.matches.takeback import would_unsee
from tables import jolly_roger, view


def play_on(match: Match, decisions: int = 1000, choices: int = 5) -> None:
    """Play at random to the end, or as many decisions; *choices* is the seed of the decisions."""
    rng = random.Random(choices)
    while decisions and not match.over:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
        decisions -= 1


def draws(match: Match) -> list[str]:
    return [text for text in match.journal if text.startswith("+")]


def test_the_first_cards_follow_from_the_seed() -> None:
    """Chance done by hand: one number a card from the seed's generator, times all weights."""
    deck = view(jolly_roger().new_position())["unseen"]
    rng = random.Random(7)
    pile = [code for code, count in deck.items() for _ in range(count)]
    expected = [pile.pop(int(rng.random() * len(pile))) for _ in range(5)]

    match = Match(jolly_roger(), seed=7)
    assert match.journal == [f"+{code}" for code in expected]
    assert view(match.position)["drawn"] == sorted(expected, key=list(deck).index)


def test_a_match_keeps_each_entry_as_it_was_applied() -> None:
    """Also what was taken back; without going on, chance after the entries is left out."""
    played = Match(jolly_roger(), seed=7)
    play_on(played, decisions=3)
    undo = Entry(played.entries[7].seat, "undo 1")
    match = Match(played.game, 7, 0, [*played.entries[:8], undo])
    kept = Match(match.game, 7, 0, match.entries[:3], goes_on=False)

    assert [step.undone for step in match.steps] == [number == 7 for number in range(9)]
    for entry, step in zip(match.entries[:8], match.steps, strict=False):
        assert step.before.notation(step.action) == entry.text
        assert step.done is not None
        assert (step.done.seat, step.is_chance) == (entry.seat, entry.seat == CHANCE)
    assert match.position is match.steps[7].before
    assert (len(kept.entries), kept.position.to_act()) == (3, CHANCE)


def test_the_same_seed_is_the_same_game_whatever_the_global_generator_does() -> None:
    one, other = (Match(jolly_roger("all-cards"), seed=11) for _ in range(2))
    random.seed(99)
    before = random.getstate()
    play_on(one)
    assert random.getstate() == before
    while not other.over:
        random.random()
        other.play(one.journal[len(other.journal)])

    assert one.journal == other.journal
    assert one.position.view(None) == other.position.view(None)


def test_a_seed_is_from_0_to_2_to_the_63_less_1() -> None:
    assert [Match(jolly_roger(), seed).seed for seed in (0, 2**63 - 1)] == [0, MOST_SEED]
    for code, seed, first in (("bad-seed", -1, 0), ("bad-seed", 2**63, 0), ("bad-first", 1, 2)):
        with pytest.raises(BadValue) as caught:
            Match(jolly_roger(), seed, first)
        assert caught.value.code == code


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


def first_action(match: Match) -> None:
    match.apply(match.position.legal_actions()[0])


def test_open_answers_may_go_back_and_drawn_cards_may_not() -> None:
    """After a whole turn that is open to all, who plays its last card knows the next five."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    split, splitter = len(match.actions), match.position.to_act()
    drawn = False
    while not drawn:
        before, seat = len(match.actions), match.position.to_act()
        first_action(match)
        drawn = any(done.seat == CHANCE for done in match.actions[before:])
        assert would_unsee(match, before, seat) == drawn
        assert would_unsee(match, split, splitter) == drawn


def test_a_secret_choice_may_go_back_while_it_is_secret() -> None:
    """Skull Queen: where the pirates stand on their planks is chosen in secret."""
    match = Match(load_game("skull-queen", players=2), seed=7)
    first = len(match.actions)
    seat = match.position.to_act()
    while match.position.to_act() == seat:
        first_action(match)
        assert not would_unsee(match, first, seat)
    other = match.position.to_act()

    # The other one chooses too; it stays secret until the last of it turns everything over.
    while True:
        assert match.position.to_act() == other
        first_action(match)
        if "?" not in str(match.position.view(seat)["planks"]):
            break
        assert not would_unsee(match, first, seat)

    assert would_unsee(match, first, seat)


def test_what_cannot_be_kept_has_not_happened() -> None:
    """Not an action, not what chance brings, not an undo, not a forfeit."""

    def full(number: int, entries: object, result: object) -> None:
        raise OSError("no space")

    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_on(match, 5)
    was = (match.journal, list(match.entries), match.position.view(None), None)
    match.keep = full
    for change in (
        lambda: first_action(match),
        lambda: match.undo(),
        lambda: match.forfeit(0, "time"),
    ):
        with pytest.raises(OSError, match="no space"):
            change()
        now = match.journal, match.entries, match.position.view(None), match.forfeited
        assert now == was
    match.keep = None
    play_on(match, 40)
    assert len(match.journal) > len(was[0])


def test_a_forfeit_ends_the_match_for_the_other() -> None:
    """Whoever leads."""
    match = Match(load_game("jolly-roger", "advanced"), seed=7)
    play_on(match, 20)
    match.forfeit(1, "time")
    match.forfeit(0, "too-late")

    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.forfeited) == ((0,), 1)
    assert match.entries[-1] == Entry(1, "forfeit time")
    assert not match.undo()
    assert Match(match.game, 7, 0, match.entries).result == match.result
