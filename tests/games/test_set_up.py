"""Set-up and course of each game: players, decks, rounds; the single facts are in cases/*.yaml."""

from collections import Counter
from random import Random

import pytest

import reference
import skull_queen_reference
from piles import PLAYERS, dice_game
from skull_queen_tables import skull_queen
from splitpick.core import OVER, BadValue
from splitpick.plugins.jolly_roger import Crews, Effect
from splitpick.plugins.skull_queen.queen_rules import PLAY
from tables import (
    VARIANTS,
    build,
    crews_of,
    illegal,
    jolly_roger,
    legal,
    play,
    played_out,
    random_action,
    view,
)

TURNS = {"introductory": 8, "advanced": 8, "all-cards": 10}
SET_ASIDE = {"introductory": 3, "advanced": 10, "all-cards": 0}

# Jolly & Roger.


def test_jolly_and_roger_is_for_two() -> None:
    assert jolly_roger().seats == ["jolly", "roger"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_strength_and_gold_of_a_pirate_are_its_number(variant: str) -> None:
    position = jolly_roger(variant).new_position()
    rules = crews_of(position).rules

    assert view(position)["unseen"] == reference.deck(variant)
    for card, code in enumerate(rules.codes):
        if code[1].isdigit():
            assert rules.strengths[card] == rules.golds[card] == int(code[1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_has_its_turns_and_leaves_the_cards_set_aside_unseen(variant: str) -> None:
    """Eight turns, or ten with all cards: when the draw pile is used up."""
    position = jolly_roger(variant).new_position()
    rng = Random(3)
    splitters = []
    while position.to_act() != OVER:
        if view(position)["phase"] == "split":
            splitters.append(position.to_act())
        position.apply(random_action(position, rng))

    assert splitters == [0, 1] * (TURNS[variant] // 2)
    assert view(position)["cards_left"] == 0
    assert view(position)["turn"] == view(position)["turns"] == TURNS[variant]
    assert sum(position.pool) == SET_ASIDE[variant]


class Storm(Effect):
    """A third party's card that can blow only where its player has a crew, and says nothing."""

    id = "storm"

    def options(self) -> list[str]:
        return ["*away", "*home"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0] if table.crew(seat, 0) else []

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)


def test_a_special_card_without_an_option_is_laid_as_a_parrot() -> None:
    position = build(
        deck={"A": (2, 1, 1, ["sloop"]), "ST": (2, 0, 0, [])}, ships={"sloop": 3},
        effects={"ST": Storm}, draw=4, most=3, turns=1,
    ).new_position()  # fmt: skip
    play(position, "+A", "+A", "+ST", "+ST", "A A / ST ST", "pick 2")
    assert legal(position) == ["ST?sloop"]
    assert illegal(position, "ST*away") == "not-possible"
    play(position, "ST?sloop")

    assert legal(position) == ["ST*away", "ST?sloop"]
    assert illegal(position, "ST*home") == "not-possible"
    effect = crews_of(position).effects[1]
    assert effect is not None
    assert effect.tell(crews_of(position), 0, 0) is None
    assert effect.rules_text() == []


# Skull Queen.


@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_is_that_of_the_box(players: int) -> None:
    """Four colours from 1 to 12, a 0 and a 13; with two and three players no 1 and no 12."""
    deck = skull_queen(players).codes
    numbers = list(range(2, 12)) if players < 4 else list(range(1, 13))

    assert deck == skull_queen_reference.deck(players)
    for letter in "RYGB":
        assert [int(code[1:]) for code in deck if code[0] == letter] == numbers


def test_each_has_a_plank_of_five_fields_from_one_to_eight() -> None:
    """On the rising side from the bottom up, on the falling side from the top down."""
    rising, falling = skull_queen(3).values

    assert len(rising[1:]) == 5
    assert (rising[1], rising[5]) == (1, 8)
    assert falling[1:] == rising[:0:-1]


@pytest.mark.parametrize("players", PLAYERS)
def test_as_many_rounds_are_played_as_there_are_players(players: int) -> None:
    end = played_out(skull_queen(players).new_position())

    assert len(end.results) == players**2
    assert end.scores() == end.view(None)["scores"]


def test_the_player_left_of_the_dealer_leads_and_the_deal_passes() -> None:
    """Seat after seat begins a round, chooses first and leads."""
    position = skull_queen(3).new_position(first=1)
    starters = []
    rng = Random(1)
    while position.to_act() != OVER:
        if position.phase == PLAY and not position.played:
            starters.append(position.to_act())
        position.apply(random_action(position, rng))

    assert starters == [1, 2, 0]


def test_every_deal_is_equally_likely() -> None:
    rng = Random(3)
    firsts = Counter(random_action(skull_queen(4).new_position(), rng) for _ in range(5_000))

    assert len(firsts) == 50
    assert max(firsts.values()) < 150


# Dead Man's Dice.


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_two_ordinary_dice_and_a_jolly_roger(players: int) -> None:
    """With six players the twelve ordinary dice and six others of the box."""
    position = dice_game(players).new_position()

    assert position.view(None)["unplaced"] == [["D", "D", "J"]] * players
    assert position.view(None)["piles"] == [[]] * players


@pytest.mark.parametrize("players", [1, 7])
def test_no_other_number_plays(players: int) -> None:
    with pytest.raises(BadValue) as refused:
        dice_game(players)

    assert refused.value.code == "number-of-players"
