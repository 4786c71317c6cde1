"""Games without Python: what cards can do, what every line of scoring counts, and who wins ties."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from command import run
from golden import same_as_file
from splitpick.core import Engine, IllegalAction, InvalidNotation, RulesetError
from splitpick.core.matches.record import settle
from splitpick.core.session.play_session import Session
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.words.fairness import Worths, picked
from splitpick.core.tables.collection import CollectionTable
from splitpick.core.tables.collection.collection_rules_text import explain_rule
from splitpick.core.text import Language, Name
from tables import play
from tiny_ruleset import parse

HERE = Path(__file__).parents[3]

RULES = """\
format: 1
id: tiny
game: splitting
table: collection
name: Tiny
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}, {id: cid, name: Cid}]
players: {least: 2, most: 3}
draw: 6
set-size: {least: 1, most: 4}
turns: 2
set-aside: 38
uses: [keep, eat, discard]
hidden: [keep, discard]
kinds: [{id: rum, name: rum}, {id: map, name: map}, {id: gem, name: gem}]
cards:
  - {code: R, kind: rum, number: 5, points: 2, count: 10}
  - {code: M1, kind: map, number: 1, count: 10}
  - {code: M2, kind: map, number: 2, count: 10}
  - {code: G3, kind: gem, number: 3, points: 4, count: 10}
  - {code: X, name: barrel, count: 10}
scoring: [LINES]
tie-break: [TIES]
"""


def table(line: str, *piles: str, ties: str = "") -> CollectionTable:
    """Make a table with one line of scoring; each seat has kept cards, and eaten those behind |."""
    text = RULES.replace("LINES", line).replace("TIES", ties)
    game = parse(text).variant().build(len(piles) or 2)
    assert isinstance(game, SplitGame)
    made = game.empty_table
    assert isinstance(made, CollectionTable)
    for seat, pile in enumerate(piles):
        kept, _, eaten = pile.partition("|")
        for code in kept.split():
            made.keep(seat, made.rules.codes.index(code))
        for code in eaten.split():
            made.eat(seat, made.rules.codes.index(code))
    return made


LINES: dict[str, tuple[str, Sequence[str], list[int]]] = {
    "eaten points": ("{score: points, of: eaten}", ["R | R R", "G3 | G3 X"], [4, 4]),
    "points of a kind": ("{score: points, of: both, kinds: [gem]}", ["R G3", "G3 | G3"], [4, 8]),
    "points of a number": ("{score: points, numbers: [5]}", ["R G3", "G3 G3"], [2, 0]),
    "the most": ("{score: most, each: kind, points: 3}", ["R M1 M2", "R R G3"], [3, 6]),
    "the cards' number": ("{score: most, each: card, points: number, numbers: [5, 3]}",
                          ["R G3", "G3"], [8, 3]),
    "a tie shares": ("{score: most, points: 7, ties: shared}", ["R R", "R R", "R"], [3, 3, 0]),
    "a tie gets nothing": ("{score: most, points: 7, ties: none}", ["R R", "R R", "R"], [0, 0, 0]),
    "second place": ("{score: most, points: 7, second: 2}", ["R", "R R R", "R R"], [0, 7, 2]),
    "no second after a tie": ("{score: most, points: 7, second: 2}", ["R R", "R R", "R"],
                              [7, 7, 0]),
    "the most lose": ("{score: most, cards: [X], points: -4}", ["X", ""], [-4, 0]),
    "different kinds": ("{score: different, each: kind, points: [1, 3, 6]}",
                        ["R R M1 M2 G3", "G3 G3"], [9, 2]),
    "no more than the largest": ("{score: different, each: card, points: [0, 3]}",
                                 ["R M1 M2 G3", "R"], [3, 0]),
    "pairs": ("{score: alike, each: card, size: 2, points: 3}", ["R R R M1 M2", "X X X X"], [3, 6]),
    "triples of a kind": ("{score: alike, each: kind, size: 3, points: 5}",
                          ["M1 M2 M1 R R", "R R R"], [5, 5]),
    "runs": ("{score: runs, least: 3, points: 2}", ["M1 M2 G3 M1 M2", "M1 G3 R"], [6, 0]),
    "runs of a kind": ("{score: runs, each: kind, least: 2, points: 1}",
                       ["M1 M2 G3 M1 M2", "M2 G3"], [4, 0]),
    "penalty": ("{score: penalty, cards: [X], of: both, points: 3}", ["X | X", "R"], [-6, 0]),
    "multiplier": ("{score: multiplier, by: X, times: 3}", ["X X R G3 R", "X M1"], [12, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_each_line_scores_what_it_says(name: str) -> None:
    """By what is kept up to date play by play, and counted anew."""
    line, piles, wanted = LINES[name]
    made = table(line, *piles)

    assert made.scores() == made.account(-1)[0] == wanted


@pytest.mark.parametrize(
    "line",
    [
        "{score: runs, least: 4, points: 1}",
        "{score: runs, least: 2, points: 1, numbers: [3, 5]}",
        "{score: runs, each: number, least: 2, points: 1}",
    ],
)
def test_runs_that_can_never_score_are_refused(line: str) -> None:
    """The numbers are 1, 2, 3 and 5."""
    with pytest.raises(RulesetError) as caught:
        table(line)

    assert [finding.message.code for finding in caught.value.findings] == ["no-card-scores"]


def test_points_of_every_turn_stay() -> None:
    line = "{score: points, of: eaten, when: turn}"
    made = table(line, "| R", "")
    made.finish_turn(0)
    made.take_eaten(0, 0)
    made.finish_turn(1)

    assert made.scores() == [2, 0]


@pytest.mark.parametrize(
    ("ties", "winners"),
    [
        *(("", [0, 1, 2]), ("most-kept", [0]), ("fewest-kept", [1, 2]), ("most-eaten", [2])),
        *(("fewest-kept, latest-splitter", [1]), ("fewest-eaten, earliest-splitter", [0])),
    ],
)
def test_ties_are_broken_in_order(ties: str, winners: list[int]) -> None:
    made = table("{score: points, kinds: [gem]}", "R R", "R", "R | R", ties=ties)
    for splitter in (0, 2, 1):
        made.finish_turn(splitter)

    assert made.winners() == winners


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{score: points, kinds: [gem, map], numbers: [2, 3]}", "Only map 2 and gem cards count."),
        ("{score: points, numbers: [3]}", "Only number 3 cards count."),
        ("{score: penalty, points: 2, kinds: [gem]}", "Each gem card that you have kept costs"),
        ("{score: penalty, points: 2, kinds: [gem, map]}", "costs you 2 points: gem and map."),
        ("{score: most, points: -7, ties: shared}", "share the loss, rounded up."),
        ("{score: multiplier, by: R, times: 2}", "counts 2 times"),
    ],
)
def test_rules_say_exactly_what_a_line_scores(line: str, said: str) -> None:
    rules = table(line).rules

    assert said in Engine().language("en").say(explain_rule(rules, rules.scoring[0]))


@pytest.mark.parametrize(
    ("ties", "offer", "said"),
    [
        (
            "latest-splitter",
            "",
            "A tie for the most points is won by whoever was the splitter most recently.",
        ),
        ("earliest-splitter", ", splitter: all", "last time as first splitter is longest ago."),
        ("latest-splitter", ", splitter: behind", "most recently. If that is equal too, the win"),
        ("most-kept, fewest-eaten", "", "cards, or, if that is equal too, whoever has eaten"),
        ("", ", shapes: [[3, 3]], face-down: 1", "Until it is played face up, a card that lay"),
    ],
)
def test_rules_say_who_wins_a_tie_and_who_knows_a_card(ties: str, offer: str, said: str) -> None:
    """Of seats that split in turn, no two did so in the same turn."""
    text = RULES.replace("LINES", "{score: points}").replace("TIES", ties).replace("38", "8")
    text = text.replace("draw: 6\nset-size: {least: 1, most: 4}", f"offer: {{draw: 6{offer}}}")
    text = text.replace("most: 3}", "most: 2}")
    variant = parse(text).variant()
    sections = variant.presenter(variant.build(2)).rules()
    say = Engine().language("en").say
    sentence = " ".join(say(each) for part in sections for each in (*part.paragraphs, *part.points))

    assert said in sentence
    assert ("the win is shared" in sentence) is (not ties.endswith("splitter") or "behind" in offer)


def test_cards_face_down_are_known_to_those_who_saw_them() -> None:
    """Until the end, when they are turned up; the points that a seat sees count no other card."""
    made = table("{score: points}")
    made.play_known(0, made.parse(0, [3], "keep G3?"), 0b001)
    made.play_known(1, made.parse(1, [0], "keep R?"), 0b111)

    assert made.scores() == made.scores_for(0) == [4, 2]
    assert made.scores_for(1) == made.scores_for(None) == [0, 2]
    assert made.hidden_from(1) == [3]
    made.put_hidden(1, [0])
    assert made.scores() == [2, 2]
    made.finish_turn(0)
    made.finish_turn(1)
    assert made.hidden_from(1) == []


@pytest.mark.parametrize(("text", "left"), [("keep R", "?"), ("keep R?", "R")])
def test_a_play_does_not_tell_which_of_two_equal_cards_it_is(text: str, left: str) -> None:
    """Bob took an R face up and one face down: what he shows is the first, what he hides not."""
    offer = "offer: {draw: 4, shapes: [[2, 2]], sets: 2, face-down: 1, splitter-picks: false}"
    text_of = RULES.replace("draw: 6\nset-size: {least: 1, most: 4}\n", f"{offer}\n")
    game = parse(text_of.replace("LINES", "{score: points}").replace("TIES", "")).variant().build(3)
    position = play(game.new_position(), "+R", "+R", "+M1", "+M2", "R (R) / M1 (M2)", "pick 1")

    assert play(position, text).view(None)["hands"] == [[], [left], ["M1", "?"]]


def test_plays_are_read_and_refused_with_a_reason() -> None:
    made = table("{score: points}")
    plays = ["keep R", "eat R", "discard R", "keep R?", "discard R?"]

    assert [made.notation(play) for play in made.legal_plays(0, [0, 0])] == plays
    for text, error, code in (
        ("eat R?", IllegalAction, "not-a-use"),
        ("keep G3", IllegalAction, "not-in-hand"),
        ("keep Z", InvalidNotation, "unknown-card"),
        ("R", InvalidNotation, "no-play"),
    ):
        with pytest.raises(error) as refused:
            made.parse(0, [0], text)
        assert refused.value.code == code


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(
    ("name", "seats"), [("galley-thieves", "mary finn"), ("smugglers-cove", "nell silas")]
)
def test_our_games_in_yaml_alone_are_explained_and_played(
    name: str, seats: str, language: str
) -> None:
    """To be read as they are; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    bots = [word for seat in seats.split() for word in ("--seat", f"{seat}=random")]
    game = ("play", name, "--players", "2", "--first", seats.split()[0], "--seed", "3", *bots)
    for folder, words in (("rules", ("rules", name)), ("playthroughs", game)):
        ended = run(*words, language=language)

        assert (ended.code, ended.err) == (0, "")
        same_as_file(HERE / "golden" / folder / f"{name}.{language}.txt", ended.out)


def scored(line: str, *piles: str) -> list[str]:
    """Return what is told at the end of a game with one *line* of scoring."""
    rules = parse(RULES.replace("LINES", line).replace("TIES", "")).variant()
    words: Any = rules.presenter(game := rules.build(3))
    words.seats = [Name(name) for name in ("Ann", "Bob", "Cid")]
    position: Any = game.new_position()
    position.table = table(line, *piles)
    return [*map(Language("en").say, words.scoring(position))]


@pytest.mark.parametrize(
    ("second", "piles", "told"),
    [
        (0, ("R R", "R R", "R"), "Most rum cards (2): Ann and Bob, 5 points each."),
        (5, ("R R", "R", "M1"), "Most rum cards (2): Ann gets 5 points and Bob gets 5 points."),
        (0, ("R R", "R", "M1"), "Most rum cards (2): Ann gets 5 points."),
    ],
)
def test_who_has_the_most_is_told_together_only_if_all_have(
    second: int, piles: tuple[str, ...], told: str
) -> None:
    """Whoever is second has not the most, though it may bring as many points."""
    line = f"{{score: most, each: kind, kinds: [rum], points: 5, second: {second}}}"
    assert scored(line, *piles)[0] == told


def test_a_line_by_which_nobody_has_points_is_not_told() -> None:
    """To who listens, "you 0, Bob 0, Cid 0" is many words for nothing."""
    said = scored("{score: points, of: both, kinds: [gem]}", "R", "R", "R")

    assert said[0] == "Ann: 0 points."


def test_a_set_says_what_its_open_cards_are_worth_now() -> None:
    """Nothing is given away of the card that lies face down, here of a second kind."""
    engine = Engine()
    rules = engine.ruleset_file("smugglers-cove").variant(None)
    session = Session(engine, settle(engine, rules, ["human", "human"], 0, 3), rules=rules)
    session.play_moves(["G (P) / T C1 (C1)"])
    choices = [item.choice for item in session.menu(session.presenter_of(1)).items]

    assert [Language("en").say(one.changes[0].label) for one in choices] == ["+5 points"] * 2


def test_of_two_sets_the_other_player_gets_the_other_which_counts_in_their_worth() -> None:
    """With as many of a kind as the other player, nobody has the most of it."""
    engine = Engine()
    rules = engine.ruleset_file("smugglers-cove").variant(None)
    session = Session(engine, settle(engine, rules, ["human", "human"], 0, 3), rules=rules)
    session.play_moves(["G (P) / T C1 (C1)"])
    position: Any = session.position
    sets = position.view(1)["sets"]
    worths = Worths(position.table, position.game.cards_by_code)

    assert picked(position, 1, sets, 0) == (["G"], {0: ["T", "C1"]})
    assert worths.of(1, ["G"]) == worths.of(1, *picked(position, 1, sets, 0)) == 5
    assert worths.of(1, ["G"], {0: ["G"]}) == 0


def test_a_card_typed_without_a_use_is_answered_with_an_effect_that_does_something() -> None:
    """The gull may also be played for nothing, which is no example of what it is for."""
    low_tide = HERE / "sample_rulesets" / "board" / "low-tide.yaml"
    game = Engine().ruleset_file(str(low_tide)).variant(None).build(3)
    assert isinstance(game, SplitGame)
    made = game.empty_table
    assert isinstance(made, CollectionTable)
    made.keep(1, 0)
    gull = made.rules.codes.index("G")
    with pytest.raises(InvalidNotation) as refused:
        made.parse(0, [gull], "G")

    assert f"G*, G*{made.rules.seats[1]}" in str(refused.value)
