"""Rule sets of Skull Queen: what they may say, their faults, and games made of others."""

from collections.abc import Mapping
from importlib.resources import files
from random import Random

import pytest
import yaml

from skull_queen_tables import hold, skull_queen, words
from splitpick.core import OVER, Engine, RulesetError
from splitpick.core.rules.load import RulesetFile
from splitpick.core.text import Language, Message, Text, in_turn
from splitpick.plugins.skull_queen.queen_game import SkullPosition, SkullQueen
from splitpick.plugins.skull_queen.queen_rules import PLAY
from splitpick.plugins.skull_queen.queen_rules_text import KING_LEADS, KING_SHORTLY, SHORTLY
from tables import random_action
from tiny_ruleset import parse

TEXT = files("splitpick.rulesets").joinpath("skull-queen.yaml").read_text(encoding="utf-8")


def say(cell: Text | int) -> str:
    return Language("en").say(str(cell) if isinstance(cell, int) else cell)


def changed(changes: Mapping[str, object]) -> RulesetFile:
    """Read the rule set with other values; ``None`` takes a key out."""
    rules = {**yaml.safe_load(TEXT), **changes}
    kept = {key: value for key, value in rules.items() if value is not None}
    return parse(yaml.safe_dump(kept, sort_keys=False))


def faults(changes: Mapping[str, object]) -> list[str]:
    """List the codes of all faults of such a rule set."""
    with pytest.raises(RulesetError) as refused:
        changed(changes)
    return [finding.message.code for finding in refused.value.findings]


def test_the_rule_set_is_found_by_its_name() -> None:
    assert "skull-queen" in Engine().rulesets()
    assert Engine().ruleset_file("skull-queen").variant().players == (2, 6)


def test_it_needs_its_plugin() -> None:
    with pytest.raises(RulesetError) as refused:
        Engine({}).load_game("skull-queen")

    assert refused.value.code == "unknown-game"


def test_every_ruling_is_an_option_that_is_explained() -> None:
    ruleset = Engine().ruleset_file("skull-queen").variant()

    assert ruleset.options == dict.fromkeys(ruleset.options, True)
    assert set(ruleset.options) == set(ruleset.model.options.meanings())


def test_the_plank_is_marked_as_not_verified() -> None:
    """Only that it goes from 1 to 8 stands in a source."""
    before, _, _ = TEXT.partition("plank:")

    assert "UNVERIFIED" in before.splitlines()[-2] + before.splitlines()[-1]


RED = {"id": "red", "code": "R", "name": "red", "card": "red", "pirate": "red pirate"}
BLUE = {"id": "blue", "code": "B", "name": "blue", "card": "blue", "pirate": "blue pirate"}


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"numbers": {"least": 12, "most": 1}}, ["reversed-range"]),
        ({"colours": [RED, {**BLUE, "code": "R"}]}, ["duplicate-id"]),
        ({"colours": [RED, {**BLUE, "code": "B1"}]}, ["bad-text"]),
        ({"colours": [RED]}, ["too-few"]),
        ({"cards": [{"code": "R0", "number": 0, "name": "Ape"}]}, ["sq-code-taken"]),
        ({"cards": [{"code": "A7", "number": 7, "name": "Ape"}]}, ["sq-number-taken"]),
        ({"king": [3]}, ["not-one-of"]),
        ({"numbers": {"least": 1, "most": 2}}, ["sq-few-cards"]),
        ({"plank": [1]}, ["too-few"]),
        ({"plank": None}, ["missing-key"]),
        ({"options": {"later-lead": True}}, ["unknown-key"]),
        ({"orders": [{"id": "o", "number": 8, "moves": "left", "steps": 2, "name": "O"}]}, None),
    ],
)
def test_faults_are_found(changes: Mapping[str, object], codes: list[str] | None) -> None:
    found = faults(changes)

    assert len(found) == 1
    if codes is not None:
        assert found == codes


def made(changes: Mapping[str, object], players: int) -> SkullQueen:
    """Make a game of such a rule set."""
    game = changed(changes).variant().build(players)
    assert isinstance(game, SkullQueen)
    return game


def play_at_random(game: SkullQueen, seed: int = 1) -> SkullPosition:
    """Play a game to its end, resampling on the way."""
    rng = Random(seed)
    position = game.new_position()
    while position.to_act() != OVER:
        seat = max(0, position.to_act())
        again = position.resample(seat, rng)
        assert again.view(seat) == position.view(seat)
        position.apply(random_action(position, rng))
    return position


def test_other_decks_planks_and_colours_make_games_too() -> None:
    game = made(
        {
            "colours": [RED, BLUE],
            "numbers": {"least": 3, "most": 20},
            "left-out": None,
            "cards": None,
            "orders": None,
            "plank": [-1, 0, 3],
            "king": None,
        },
        players=2,
    )
    end = play_at_random(game)

    assert game.codes[0] == "R3"
    assert game.hand_size == 18
    assert not game.king
    assert len(end.results) == 4


def test_two_without_the_king_may_play_a_trick_without_a_colour() -> None:
    """Then nothing is judged for it; the cards leave play."""
    game = made({"king": None, "left-out": None}, players=2)
    position = game.new_position()
    deck = game.codes
    position.phase, position.actor = PLAY, 0
    position.leave([])
    for seat, hand in enumerate((["R3", "M0"], ["R7", "F13"])):
        hold(position, seat, [deck.index(code) for code in hand])
        position.put("planks", [0, 3, 3, 3, 3], seat)
    position.put("leaders", [0])
    for code in ("M0", "F13"):
        position.apply(position.parse(code))

    assert position.planks == [[0, 3, 3, 3, 3]] * 2
    assert position.middle == []
    assert position.to_act() == 1
    for seed in range(5):
        play_at_random(game, seed)


@pytest.mark.parametrize("players", range(2, 7))
def test_any_setting_of_the_options_can_be_played(players: int) -> None:
    draw = Random(players)
    names = ("middle_orders", "later_leads", "deal_passes", "swap_middle", "swap_king")
    options = {name: draw.random() < 0.5 for name in names}

    play_at_random(skull_queen(players, **options))


def test_the_listings_show_every_key_with_its_meaning() -> None:
    """They follow from the model: one of single values, and one for each list of items."""
    ruleset = Engine().ruleset_file("skull-queen").variant()
    values, colours, cards, orders = ruleset.kind.listings(ruleset.model)

    assert [say(cell) for cell in values.rows[2]] == [
        "left-out.players: 2, 3",
        "Applies with these numbers of players.",
    ]
    assert say(orders.title) == "orders: Numbers that move a pirate further."
    assert (orders.columns[1], [row[1] for row in orders.rows]) == ("number", [8, 5])
    assert [row[0] for row in cards.rows] == ["M0", "F13"]
    assert colours.columns == ["id", "code", "name", "pirate", "card"]


def rules_of(changes: Mapping[str, object], players: int) -> str:
    """Say all rules of a game with other values."""
    ruleset = changed(changes).variant()
    sections = ruleset.presenter(ruleset.build(players)).rules()
    return "\n".join(
        say(text) for one in sections for text in (one.title, *one.paragraphs, *one.points)
    )


def test_the_rules_of_a_game_of_ones_own_say_what_is_in_it() -> None:
    """Numbers that it has not do not stay in the box, and it has no rulebook."""
    own = rules_of(
        {
            "id": "storm",
            "numbers": {"least": 2, "most": 10},
            "left-out": {"players": [3], "numbers": [10, 12]},
            "cards": [{"code": "F13", "number": 13, "name": "First Mate"}],
            "orders": [
                {"id": "gust", "number": 8, "moves": "up", "steps": 1, "name": "Gust"},
                {"id": "reef", "number": 5, "moves": "down", "steps": 3, "name": "Reef"},
            ],
            "plank": [-5, -3, 4],
        },
        players=3,
    )

    assert "the number 10 stays in the box" in own
    assert "First Mate (F13): It can be played at any time and, as 13, is the highest card" in own
    assert "the third card sets it" not in own
    assert "moves their pirate up 1 space." in own
    assert "moves their pirate down 3 spaces." in own
    assert "are worth −5, −3, 4 from the bottom up, on its falling side 4, −3, −5." in own
    assert "rulebook" not in own
    assert "between the lowest and the highest" not in own


@pytest.mark.parametrize("players", range(2, 7))
def test_a_first_match_explains_the_plank_before_the_cards(players: int) -> None:
    """And the old pirate king, where he plays, with the first trick."""
    position, rng = skull_queen(players).new_position(0), Random(1)
    while position.to_act() < 0:
        position.apply(position.draw_at(rng.random()))
    presenter = words(position)
    presenter.in_sentences = True
    primer = presenter.primer()

    assert isinstance(primer, Message)
    assert primer == in_turn(
        [SHORTLY.filled(count=players), *([KING_SHORTLY] if players == 2 else [])]
    )
    told = Language("en").say(primer)
    assert "Both ends of the plank drop into the water." in told
    assert "scores the value of its space" in told
    assert presenter.advice(position.view(position.to_act())) is None
    while position.phase != PLAY:
        position.apply(random_action(position, rng))
    advice = presenter.advice(position.view(position.to_act()))
    assert advice
    assert (KING_LEADS in advice.params.values()) == (players == 2)
