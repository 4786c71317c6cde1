"""Reasons for a play or a pick, compared with what they come to."""

import re
from random import Random
from typing import cast

import pytest

from splitpick.core import CHANCE, OVER, Engine
from splitpick.core.players import Weighed
from splitpick.core.splitting.phases import PICK, PLAY
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.splitting.words.fairness import Worths
from splitpick.core.tables.collection.collection_presenter import CollectionPresenter
from splitpick.core.text import Language, Message

ENGINE = Engine()
GALLEY = ENGINE.ruleset_file("galley-thieves").variant(None)
COVE = ENGINE.ruleset_file("smugglers-cove").variant(None)

EFFECTS = ("why-brings-of", "why-costs-of")
WHY_LESS = ("why-denies", "why-last-set-of", "why-next-card", "why-long-run")


def plays(position: SplitPosition, rng: Random) -> list[int]:
    """Return random plays of the seat to act, up to the end of its turn."""
    now, line, seat = position.copy(), list[int](), position.to_act()
    while now.phase == PLAY and now.to_act() == seat:
        line.append(rng.choice(now.legal_actions()))
        now.apply(line[-1])
    return line


def score(position: SplitPosition, seat: int, line: list[int]) -> int:
    now = position.copy()
    for action in line:
        now.apply(action)
    return now.scores()[seat]


def lead(position: SplitPosition, seat: int, line: list[int]) -> int:
    return 2 * score(position, seat, line) - sum(score(position, one, line) for one in (0, 1))


def test_a_reason_to_play_says_what_both_plays_bring_in_this_turn() -> None:
    game, rng = GALLEY.build(2), Random(5)
    words = GALLEY.presenter(game)
    position, seen = game.new_position(0), set[str]()
    assert isinstance(position, SplitPosition)
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        if position.phase == PLAY and len(position.legal_actions()) > 1:
            lines = [plays(position, rng) for _ in range(2)]
            best, other = (Weighed(line[0], 1.0 - at, line) for at, line in enumerate(lines))
            reasons = words.reasons(position, seat, best, other)
            (*all_gains,) = (
                one for one in reasons if isinstance(one, Message) and "gains" in one.code
            )
            once = [lead(position, seat, line[:1]) for line in lines]
            first, second = (score(position, seat, line) for line in lines)
            if not all_gains:  # what it changes at once says it
                assert once[0] > once[1]
            effects = [one for one in reasons if isinstance(one, Message) and one.code in EFFECTS]
            assert effects or lead(position, seat, []) == once[0]
            codes = {1: "why-gains-of", 0: "why-gains-same", -1: "why-gains-later-of"}
            if position.turns_left() == 0:  # nothing comes later
                codes |= {0: "why-gains-last-same", -1: "why-gains-last-of"}

            for gains in all_gains:
                seen.add(gains.code)
                assert gains.code == codes[(first > second) - (first < second)]
        position.apply(rng.choice(position.legal_actions()))

    assert len(seen) >= 3


@pytest.mark.parametrize("differs", [True, False])
def test_a_hint_to_take_what_is_no_more_at_once_says_why(
    differs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless what *differs* between the sets says it, as most tables can tell."""
    game, rng = COVE.build(2), Random(1)
    words = COVE.presenter(game)
    if not differs:
        monkeypatch.setattr(CollectionPresenter, "gains", lambda *of: [])
    position, told = game.new_position(0), list[str]()
    assert isinstance(position, SplitPosition)
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        if position.phase == PICK:
            worths = Worths(position.table, position.game.cards_by_code)
            open_sets = cast(list[list[str]], position.view(seat)["sets"])
            sets = [[card for card in cards if card != "(?)"] for cards in open_sets]
            both = list(zip(sets, reversed(sets), strict=True))
            mine, theirs = (
                [worths.of(one, cards, {1 - one: rest}) for cards, rest in both]
                for one in (seat, 1 - seat)
            )
            best, other = Weighed(0, 2.0, [0]), Weighed(1, 0.0, [1])
            reasons = words.reasons(position, seat, best, other)
            codes = [one.code for one in reasons if isinstance(one, Message)]
            why = [code for code in codes if code in WHY_LESS]
            # The first set costs this seat less than it keeps from the other one.
            denies = theirs[0] > 0 and theirs[0] - theirs[1] > mine[1] - mine[0]
            less = mine[0] <= mine[1] and "why-differs" not in codes

            assert len(why) == less
            assert ("why-denies" in why) is (less and denies)
            assert "why-denies" in why or ("why-last-set-of" in why) is bool(
                why and position.turns_left() == 0
            )
            for one in reasons:
                if isinstance(one, Message) and one.code == "why-next-card":
                    code = next(
                        c for c in position.game.codes if words.card_name(c) == one.params["card"]
                    )
                    brings = [
                        worths.of(seat, [*cards, code], {1 - seat: rest})
                        - worths.of(seat, cards, {1 - seat: rest})
                        for cards, rest in both
                    ]

                    assert brings[0] - brings[1] > mine[1] - mine[0]
                    assert [one.params["more"], one.params["less"]] == [*map(words.amount, brings)]
            told += why
        position.apply(rng.choice(position.legal_actions()))

    assert {"why-next-card"} <= {*told} <= {*WHY_LESS}
    assert ("why-denies" in told) is not differs


@pytest.mark.parametrize(("name", "players"), [("galley-thieves", 2), ("smugglers-cove", 2),
                                               ("galley-thieves", 3)])  # fmt: skip
def test_what_makes_the_difference_speaks_for_the_hint(name: str, players: int) -> None:
    """Also if only the largest differences are told: they add up to something good."""
    rules = ENGINE.ruleset_file(name).variant(None)
    game, english, told = rules.build(players), Language("en"), 0
    words = rules.presenter(game)
    for seed in range(6):
        position, rng = game.new_position(0), Random(seed)
        assert isinstance(position, SplitPosition)
        while (seat := position.to_act()) != OVER:
            if seat == CHANCE:
                position.apply(position.draw_at(rng.random()))
                continue
            legal = position.legal_actions()
            pair = rng.sample(legal, 2) if position.phase != PLAY and len(legal) > 1 else []
            judged = [Weighed(one, -9.0 * at, [one]) for at, one in enumerate(pair)]
            for one in words.reasons(position, seat, *judged) if judged else []:
                if not (isinstance(one, Message) and one.code.startswith("why-differs")):
                    continue
                told, good, own = told + 1, 0, english.say(words.seats[seat])
                for part in english.say(one).partition(": ")[2].split("; "):
                    amounts = re.findall(r"([+\u2212])(\d+)", part)
                    points = sum(
                        int(count) * (-1 if sign == "\u2212" else 1) for sign, count in amounts
                    )
                    good += points if part.strip(".").endswith(f" for {own}") else -points
                assert good > 0, english.say(one)
            position.apply(rng.choice(legal))
    assert told
