"""Seats that play together: `partners` of a rule set, on ships and in collections."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import run
from splitpick.core import CHANCE, OVER, Match, load_game
from splitpick.core.game import are_together, lead_in
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.statistics import SHARE, EndedGames
from splitpick.core.lab.training.self_play import solved
from splitpick.core.learning.learning_game import LearningGame
from splitpick.core.matches.exports.narration import Narration
from splitpick.core.matches.match import result_of
from splitpick.core.matches.programs.protocol import introduce
from splitpick.core.players.search import TurnSearch
from splitpick.core.players.value import Value
from splitpick.core.splitting.offers.parts.splitter import next_leader

BOARD = Path(__file__).parents[2] / "sample_rulesets" / "board"
NAMES = ("jolly", "roger", "anne", "mary")
SHIPS, PAIRS = BOARD / "two-against-two.yaml", BOARD / "in-pairs.yaml"
SIDES = [0, 1, 0, 1]


def ended(file: Path, seed: int) -> Any:
    position, rng = load_game(str(file)).new_position(seed % 4), Random(seed)
    while position.to_act() != OVER:
        chance = position.to_act() == CHANCE
        draw = position.draw_at if chance else position.action_at
        position.apply(draw(rng.random()))
    return position


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("file", [SHIPS, PAIRS], ids=["ships", "collection"])
def test_partners_add_up_what_they_have_and_win_together(file: Path, seed: int) -> None:
    position = ended(file, seed)
    own, scores = position.own_scores(), position.scores()

    assert scores == [own[0] + own[2], own[1] + own[3]] * 2
    assert position.winners() in ([0, 2], [1, 3], [0, 1, 2, 3])
    best = 0 if scores[0] > scores[1] else 1
    if scores[0] != scores[1]:
        assert position.winners() == [best, best + 2]
    leads = [position.lead_of(seat) for seat in range(4)]
    assert leads == [scores[0] - scores[1], scores[1] - scores[0]] * 2
    assert leads == [lead_in(scores, seat, position.sides()) for seat in range(4)]


@pytest.mark.parametrize("file", [SHIPS, PAIRS], ids=["ships", "collection"])
@pytest.mark.parametrize("seed", range(4))
def test_the_evaluation_sees_partners_as_one(seed: int, file: Path) -> None:
    """Of any table, it says the same to both; at a ship, the stronger of their crews counts."""
    game: Any = load_game(str(file))
    position, rng = game.new_position(), Random(seed)
    for _ in range(60):
        position.apply(
            position.draw_at(rng.random())
            if position.to_act() == CHANCE
            else position.action_at(rng.random())
        )
    terms = [position.terms(seat) for seat in range(4)]
    weights = [1.0] * len(terms[0])

    assert (terms[0], terms[1]) == (terms[2], terms[3])
    assert terms[0] != terms[1]
    worth = [position.weighted(weights, seat) for seat in range(4)]
    assert worth == [pytest.approx(sum(each)) for each in terms]


def test_a_search_expects_a_partner_to_help() -> None:
    search = TurnSearch(Value([]), 2, 0, 0.0, SIDES)

    assert [search.helps(seat) for seat in range(4)] == [True, False, True, False]
    assert [TurnSearch(Value([]), 2, 0, 0.0).helps(seat) for seat in range(4)] == [
        seat == 2 for seat in range(4)
    ]


def test_what_is_done_to_opponents_is_not_done_to_a_partner(tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    file.write_text(SHIPS.read_text("utf-8").replace("two-against-two", "more").replace(
        "add:\n",
        "change:\n  cards:\n"
        "    SK: {effect: {take: {from: opponent, which: strongest}}}\n"
        "    TO: {effect: {score: {to: opponents, gold: -3}}}\nadd:\n",
    ))  # fmt: skip
    game: Any = load_game(str(file))
    table = game.new_position().table
    cards = {code: number for number, code in enumerate(game.codes)}
    for seat in range(4):
        table.join(seat, 0, cards["G3"])
        table.join(seat, 1, cards["Y2"])

    for code in ("KR", "SK"):
        plays = [table.notation(play) for play in table.legal_plays(0, [cards[code]])]
        hit = {play.split(":")[1] for play in plays if ":" in play}
        assert hit == {"roger", "mary"}
    (play,) = [
        play for play in table.legal_plays(0, [cards["TO"]]) if "TO*" in table.notation(play)
    ]
    table.play(0, play)
    assert table.chest_golds == [0, -3, 0, -3]


def test_with_hidden_chests_partners_show_each_other_theirs() -> None:
    position: Any = load_game(str(SHIPS), options={"memory": True}).new_position()
    position.table.lay_parrot(0, 0, 2)
    seen = [position.view(seat)["ships"][0]["crews"][0][0]["card"] for seat in range(4)]

    assert [card == "?" for card in seen] == [False, True, False, True]
    assert [score is None for score in position.view(2)["scores"]] == [False, True, False, True]
    assert position.view(None)["scores"] == [None] * 4


def changed(tmp_path: Path, more: str, file: Path = SHIPS) -> Path:
    """Write a rule set like that in *file*, with *more* lines."""
    changed = tmp_path / "changed.yaml"
    text = re.sub(r"^id: .*", "id: changed", file.read_text("utf-8"), flags=re.MULTILINE)
    changed.write_text(text + more, "utf-8")
    return changed


def test_the_gold_of_a_side_ends_the_game(tmp_path: Path) -> None:
    game: Any = load_game(str(changed(tmp_path, "end: {gold: 7}\n")))
    cards = {code: number for number, code in enumerate(game.codes)}

    table = game.new_position().table
    table.board(0, cards["G4"])
    table.board(1, cards["Y5"])
    assert not table.is_over()
    assert table.is_over([0, 0, 0, 2])  # of the other side, what it was paid for sets
    assert not table.is_over([-4, 0, 0, 1])
    table.board(2, cards["B3"])
    assert table.is_over()
    assert not table.is_over([-1, 0, 0, 1])


def test_the_points_of_a_side_decide_who_is_behind(tmp_path: Path) -> None:
    behind = changed(tmp_path, "", PAIRS)
    behind.write_text(behind.read_text("utf-8").replace("offer: {", "offer: {splitter: behind, "))
    position: Any = load_game(str(behind)).new_position()
    cards = {code: number for number, code in enumerate(position.game.codes)}

    position.table.keep(0, cards["S"])
    position.paid = [0, 1, 0, -1]
    assert position.open_scores() == position.scores() == [2, 0, 2, 0]
    position.leader = 1
    assert next_leader(position) == 3  # seat 2 has nothing, but its partner 2 points


@pytest.mark.parametrize(
    ("partners", "said"),
    [
        ("[[1, 3], [2, 4]]", "Jolly and Anne play together, against Roger and Mary."),
        ("[[1], [2, 3, 4]]", "Roger, Anne and Mary play together, against Jolly."),
        ("[[1], [2, 3], [4]]", "Roger and Anne play together. Jolly plays alone. Mary plays"),
    ],
)
def test_the_rules_name_the_sides(tmp_path: Path, partners: str, said: str) -> None:
    file = tmp_path / "sides.yaml"
    file.write_text(SHIPS.read_text("utf-8").replace("[[1, 3], [2, 4]]", partners))

    rules = " ".join(run("rules", str(file)).out.split())
    assert said in rules
    assert rules.count("The side with the most gold") == 2
    assert "Cards that affect opponents do not affect a partner." in rules


def test_rules_speak_of_opponents_only_where_a_card_does_something_to_them() -> None:
    assert "opponents" not in run("rules", str(PAIRS)).out


def test_the_rules_say_what_ends_a_game_and_that_partners_can_be_second(tmp_path: Path) -> None:
    ships = "change: {ships: {red: {second: 4}}}\ntie-break: [most-ships]\n"
    rules = run("rules", str(changed(tmp_path, "end: {gold: 25}\n" + ships))).out
    rules = " ".join(rules.split())

    assert "if one side together has 25 gold or more" in rules
    assert "A partner of whoever captured the ship can come second as well." in rules
    assert "A tie for the most gold is won by the side that captured the most ships." in rules


def test_the_gold_of_a_side_is_shown_once() -> None:
    loaded = Engine().ruleset_file(str(SHIPS)).variant(None)
    game: Any = loaded.build(4)
    position = game.new_position()
    position.table.board(2, 0)
    presenter = loaded.presenter(game)
    say = Engine().language("en").say
    zones = presenter.scene(position.view(None), None).zones
    shown = {
        zone.id.removeprefix("chest:"): [say(counter.label) for counter in zone.counters]
        for zone in zones
        if zone.id.startswith("chest:")
    }

    assert shown["jolly"] == ["1 gold with Anne", "0 in this chest"]
    assert shown["anne"] == ["1 in this chest"]
    assert shown["mary"] == ["0 in this chest"]


def test_programs_are_told_the_sides() -> None:
    four, two = (Engine().ruleset_file(name).variant() for name in (str(SHIPS), "jolly-roger"))
    tried = json.loads(run("simulate", str(SHIPS), "-n", "1", "--json").out)

    assert introduce(four, 4)["sides"] == SIDES
    assert "sides" not in introduce(two, 2)
    assert [seat["side"] for seat in tried["seats"]] == SIDES


def test_a_draw_of_all_sides_names_no_seat() -> None:
    loaded = Engine().ruleset_file(str(SHIPS)).variant()
    game = loaded.build(4)
    scoring = loaded.presenter(game).scoring(game.new_position())
    told = [Engine().language("en").say(text) for text in scoring]

    assert told[-1] == "It is a draw: all sides are level."


def test_whoever_gives_up_loses_with_the_partner() -> None:
    result = result_of(ended(SHIPS, 1), forfeited=2)

    assert result is not None
    assert result.winners == (1, 3)


def test_statistics_count_the_win_of_partners_whole() -> None:
    games = EndedGames(4, SIDES)
    games.add([9, 5, 9, 5], [0, 2], 1, 8, 20)
    games.add([7, 7, 7, 7], [0, 1, 2, 3], 2, 8, 20)

    assert games.wins == [SHARE, 0, SHARE, 0] + [SHARE // 2] * 4
    assert games.leads == [4, -4, 4, -4, 0, 0, 0, 0]
    assert (games.winners, games.margins) == ([1, 2], [4, 0])


def test_simulations_count_by_side(tmp_path: Path) -> None:
    bots = [word for seat in NAMES for word in ("--seat", f"{seat}=random")]
    told = run("simulate", str(SHIPS), "-n", "12", "--jobs", "1", *bots).out
    other = str(changed(tmp_path, ""))
    counted = run("compare", str(SHIPS), other, "-n", "3", "--jobs", "1", *bots).out

    for out in (told, counted):
        assert "Jolly and Anne win " in out
        assert "Score of Roger and Mary " in out
        assert "Mary wins" not in out
    scores = told[told.index("Scores:") :]
    assert "  Jolly and Anne  " in scores
    assert "\n  Mary" not in scores


def test_a_learning_program_is_rewarded_with_its_partner() -> None:
    learning = LearningGame.__new__(LearningGame)
    position = next(
        end for end in (ended(SHIPS, seed) for seed in range(9)) if len(end.winners()) == 2
    )

    rewards = [learning.reward(position, seat, "win") for seat in range(4)]
    assert rewards == [1.0 if seat in position.winners() else -1.0 for seat in range(4)]


def test_a_match_tells_who_has_won_together() -> None:
    loaded = Engine().ruleset_file(str(SHIPS)).variant(None)
    game = loaded.build(4)
    match, rng = Match(game, seed=3), Random(3)
    while not match.over:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
    assert match.result is not None
    assert are_together(match.result.winners, match.position.sides())
    language = Engine().language("en")
    lines = [language.say(text) for text in Narration(loaded.presenter(game), match).scoring()]

    names = "Jolly and Anne" if 0 in match.result.winners else "Roger and Mary"
    assert lines[-1] == f"{names} win together, the new pirate kings."
    assert lines[-3].startswith("Jolly and Anne: ")
    assert lines[-2] == f"Roger and Mary: {match.result.scores[1]} gold."


@pytest.mark.parametrize(
    ("partners", "seats", "column", "finding"),
    [
        ("[[1, 3], [2, 4]]", 3, 24, "partner-without-seat"),
        ("[[1, 3], [2, 3]]", 3, 24, "partner-twice"),
        ("[[1, 3]]", 3, 11, "partner-left-out"),
        ("[[1, 2, 3]]", 3, 11, "partners-alone"),
        ("[[1, 2]]", 2, 11, "partners-alone"),
        ("[[1], [2], [3]]", 3, 1, "no-partners"),
        ("[1, 3]", 3, 11, "not-a-list"),
        ("[[0, 3], [2]]", 3, 13, "too-small"),
    ],
)  # fmt: skip
def test_partners_that_cannot_be_are_one_finding(
    tmp_path: Path, partners: str, seats: int, column: int, finding: str
) -> None:
    file = tmp_path / "wrong.yaml"
    lines = ["format: 1", "id: wrong", "name: X", "extends: jolly-roger/advanced"]
    if seats == 3:
        lines += ["players: {least: 3, most: 3}", "draw: 6", "turns: 8", "set-aside: 2"]
        lines.append("add: {seats: [{id: anne, name: Anne}]}")
    file.write_text("\n".join([*lines, f"partners: {partners}\n"]))

    checked = run("rulesets", "check", str(file))
    assert f":{len(lines) + 1}:{column}: error[{finding}]" in checked.out, checked.out
    assert checked.out.count("error[") == 1


def test_partners_need_all_their_seats(tmp_path: Path) -> None:
    file = tmp_path / "fewer.yaml"
    file.write_text(SHIPS.read_text("utf-8").replace("least: 4", "least: 3"))

    checked = run("rulesets", "check", str(file))
    assert "error[partners-fewer]" in checked.out
    assert "Write players: {least: 4, most: 4}" in checked.out


@pytest.mark.parametrize("seed", range(3))
def test_the_training_of_bots_lets_partners_help_each_other(seed: int) -> None:
    """A turn that is solved is worth the same to both, and the opposite to their opponents."""
    position: Any = load_game(str(SHIPS)).new_position()
    rng = Random(seed)
    while position.to_act() == CHANCE or position.is_choice():
        chance = position.to_act() == CHANCE
        position.apply((position.draw_at if chance else position.action_at)(rng.random()))
    values = [solved(position, Value([]), seat, (1, 1, 1))[0] for seat in range(4)]

    assert values[0] == values[2] == -values[1] == -values[3]
