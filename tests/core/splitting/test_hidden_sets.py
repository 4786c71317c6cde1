"""Sets that lie face down as a whole beside others that are open: ``hidden-sets`` of an offer."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import run
from splitpick.core import CHANCE, OVER, Engine, load_game
from splitpick.core.errors import IllegalAction
from splitpick.core.splitting.offer import Offer
from splitpick.core.splitting.splits import count_splits, splits_of

POKE = Path(__file__).parents[2] / "sample_rulesets" / "board" / "pig-in-a-poke.yaml"


def at_split(seed: int) -> Any:
    position, rng = load_game(str(POKE)).new_position(), Random(seed)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(rng.random()))
    return position


@pytest.mark.parametrize("hidden", [1, 2])
def test_every_split_is_there_once_with_each_choice_of_hidden_sets(hidden: int) -> None:
    """By hand: 4 different cards make 6 partitions into a pair and two single cards."""
    offer = Offer(draw=4, sets=3, least=1, most=2, hidden_sets=hidden)
    splits = splits_of([0, 1, 2, 3], offer)

    for split in splits:
        assert [not up for up, _, _ in split] == [True] * hidden + [False] * (3 - hidden)
        assert sorted(card for up, down, _ in split for card in (*up, *down)) == [0, 1, 2, 3]
    assert len(splits) == len(set(splits))
    # Hidden: the pair or one of the single cards; or two sets, of which two singles look alike.
    assert len(splits) == (6 * 3 if hidden == 1 else 6 * (1 * 2 + 2))
    assert count_splits(offer, 4) >= 6 * 3


@pytest.mark.parametrize("seed", range(5))
def test_nobody_but_the_splitter_sees_the_hidden_set_until_it_is_taken(seed: int) -> None:
    position = at_split(seed)
    actions = position.legal_actions()
    position.apply(actions[Random(seed).randrange(len(actions))])
    own, other, onlooker = (position.view(seat)["sets"] for seat in (0, 1, None))

    assert {*other[0]} == {"(?)"}
    assert len(other[0]) == len(own[0]) == len(position.sets[0])
    assert (other[1:], onlooker) == (own[1:], other)
    assert "?" not in str(own)
    position.apply(position.legal_actions()[0])
    assert position.to_act() == 2
    hands = [position.view(seat)["hands"][1] for seat in (0, 1, 2, None)]
    assert sorted(hands[0]) == sorted(hands[1]) == sorted(card.strip("()") for card in own[0])
    assert hands[2] == hands[3] == ["?"] * len(own[0])


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_is_drawn_anew_for_the_others(seed: int) -> None:
    position = at_split(seed)
    position.apply(position.legal_actions()[-1])
    seen = [position.resample(1, Random(again)) for again in range(30)]

    assert {str(twin.view(1)) for twin in seen} == {str(position.view(1))}
    assert len({tuple(twin.sets[0]) for twin in seen}) > 1
    assert {str(position.resample(0, Random(again)).view(0)) for again in range(3)} == {
        str(position.view(0))
    }


def test_a_split_is_written_with_all_cards_of_that_set_in_brackets() -> None:
    position = at_split(1)
    for action in position.legal_actions():
        text = position.notation(action)
        assert position.parse(text) == action
        assert text.startswith("(")
        assert text.count("(") == 1
    one, *others = position.notation(position.legal_actions()[0]).split(" / ")
    for wrong in (one.strip("()"), *(f"({other})" for other in others)):
        written = " / ".join([wrong, *others]) if wrong == one.strip("()") else ""
        written = written or " / ".join([one, wrong, others[1 - others.index(wrong.strip("()"))]])
        with pytest.raises(IllegalAction, match="One set lies face down"):
            position.parse(written)


@pytest.mark.parametrize(
    ("keys", "finding"),
    [
        ("hidden-sets: 3", "all-sets-hidden"),
        ("hidden-sets: 1, face-down: 1", "hidden-sets-alone"),
        ("hidden-sets: 1, contiguous: true", "hidden-sets-alone"),
        ("hidden-sets: 1, take: card", "blind-pick"),
        ("hidden-sets: one", "not-a-number"),
    ],
)
def test_hidden_sets_that_cannot_be_are_one_finding(
    tmp_path: Path, keys: str, finding: str
) -> None:
    file = tmp_path / POKE.name
    file.write_text(POKE.read_text("utf-8").replace("hidden-sets: 1", keys))

    checked = run("rulesets", "check", str(file))
    assert f":10:22: error[{finding}]" in checked.out, checked.out
    assert checked.out.count("error[") == 1


@pytest.mark.parametrize(("name", "players"), [("smugglers-cove", 2), ("galley-thieves", 3)])
def test_every_seat_can_count_the_cards_that_it_has_not_seen(name: str, players: int) -> None:
    """Those in other hands and face down are among them, and what lies open is not."""
    engine, rng = Engine(), Random(3)
    rules = engine.ruleset_file(name).variant()
    game: Any = rules.build(players)
    presenter: Any = engine.presenter(rules, game)
    position, deck = game.new_position(0), Counter(dict(zip(game.codes, game.counts, strict=True)))
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        view = position.view(seat)
        seen = Counter[str]()
        for cards in (*view["held"], *view["sets"], *view["hands"], view["out"]):
            seen.update(card.strip("()") for card in cards)
        for own in view["collections"]:
            seen.update([*own["kept"], *own["eaten"]])
        seen.update(view["discarded"])
        del seen["?"]

        assert Counter(presenter.unseen([], position, seat)) == deck - seen
        position.apply(position.action_at(rng.random()))
