"""Special cards that rule sets say with verbs and settings, without any Python."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import run
from golden import same_as_file
from splitpick.core import CHANCE, OVER, load_game
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.exports.svg import table_svg
from splitpick.core.splitting.card_effect import CardEffect
from splitpick.core.tables.collection.scoring_rules import best_groups_with_jokers
from splitpick.core.testing import check_effect, check_ruleset
from splitpick.plugins.jolly_roger.verbs import VERBS

TESTS = Path(__file__).parents[2]
BOARD = sorted((TESTS / "sample_rulesets" / "board").glob("*.yaml"))
SAID = TESTS / "sample_rulesets" / "board" / "said-in-yaml.yaml"
LONGEST = 15


def decisions_of(game: Any, seed: int) -> list[Any]:
    """Play a random game, and return all that a player sees of it, decision by decision."""
    position, rng = game.new_position(seed % game.players), Random(seed)
    seen: list[Any] = []
    while position.to_act() != OVER:
        if position.to_act() == CHANCE:
            action = position.draw_at(rng.random())
        else:
            legal = position.legal_actions()
            action = legal[int(rng.random() * len(legal))]
            seen.append((legal, [*map(position.notation, legal)], position.view(None)))
            seen.append((position.key(), position.scores()))
        position.apply(action)
    return [*seen, position.scores(), position.winners()]


@pytest.mark.parametrize("seed", range(8))
def test_kraken_skeleton_and_tortuga_can_be_said_in_yaml(seed: int) -> None:
    """They make equal games: legal actions, notations, views, keys, scores and winners."""
    plugins, said = load_game("jolly-roger", variant="all-cards"), load_game(str(SAID))

    assert decisions_of(said, seed) == decisions_of(plugins, seed)


def test_a_fixed_ship_is_the_only_one_with_as_many_players_as_ships(tmp_path: Path) -> None:
    """Three players, three ships, and a card that takes from the red ship alone."""
    file = tmp_path / "fixed.yaml"
    file.write_text(
        "format: 1\nid: fixed\nname: X\nextends: jolly-roger/all-cards\ndraw: 6\nturns: 7\n"
        "set-aside: 2\nset-size: {least: 1, most: 4}\nadd: {seats: [{id: anne, name: Anne}]}\n"
        "remove: {ships: [green], cards: [G1, G2, G3, G4, G5, SK, TO]}\n"
        "change: {cards: {KR: {count: 14, effect: {take: {from: opponent, ship: red}}}}}\n"
    )
    game = load_game(str(file), players=3)
    played = 0
    for seed in range(12):
        position, rng = game.new_position(seed % 3), Random(seed)
        while position.to_act() != OVER:
            if position.to_act() == CHANCE:
                position.apply(position.draw_at(rng.random()))
                continue
            legal = position.legal_actions()
            taking = [action for action in legal if position.notation(action).startswith("KR*")]
            written = {position.notation(action) for action in taking}
            assert all("yellow" not in text and "blue" not in text for text in written)
            assert len(written) == len(taking)
            played += bool(taking)
            position.apply(rng.choice(taking or legal))

    assert played > 20


def test_with_three_players_the_games_are_equal_too(tmp_path: Path) -> None:
    """There the victim is named as well."""
    games = []
    (tmp_path / SAID.name).write_text(SAID.read_text("utf-8"))
    for name in ("jolly-roger/all-cards", "said-in-yaml"):
        file = tmp_path / f"{name.replace('/', '-')}-three.yaml"
        lines = [
            *("format: 1", f"id: {file.stem}", "name: X", f"extends: {name}", "draw: 6"),
            *("set-size: {least: 1, most: 4}", "turns: 8", "set-aside: 2"),
            "add: {seats: [{id: anne, name: Anne}]}",
        ]
        file.write_text("\n".join(lines))
        games.append(load_game(str(file)))

    for seed in range(4):
        assert decisions_of(games[0], seed) == decisions_of(games[1], seed)


@pytest.mark.slow
@pytest.mark.parametrize("file", BOARD, ids=lambda file: file.stem)
def test_a_rule_set_of_few_lines_is_played_by_bots(file: Path) -> None:
    """It has no findings, and the conformance kit passes in English and German."""
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST
    check_ruleset(file, games=1)
    played = run("rulesets", "try", str(file), "-n", "1")
    assert played.code == 0
    assert "Games: 1, never finished: 0." in played.out


@pytest.mark.parametrize("file", BOARD, ids=lambda file: file.stem)
def test_it_has_no_findings(file: Path) -> None:
    checked = run("rulesets", "check", str(file), "--strict")

    assert checked.out.endswith(": no errors.\n"), checked.out


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("file", BOARD, ids=lambda file: file.stem)
def test_its_rules_say_what_it_changes(file: Path, language: str) -> None:
    """Only what the game that it extends does not say; ``SPLITPICK_GOLDEN=write`` writes it."""
    known = run("rules", "jolly-roger", "--variant", "all-cards", "--no-pager", language=language)
    said = run("rules", str(file), "--no-pager", language=language)
    old = known.out.replace("\n  ", " ").splitlines()
    lines = [line for line in said.out.replace("\n  ", " ").splitlines() if line not in old]

    path = TESTS / "golden" / "rules" / "board" / f"{file.stem}.{language}.txt"
    same_as_file(path, "\n".join(line for line in lines if line.strip("-")) + "\n")


@pytest.mark.weekly
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.id)
def test_every_verb_passes_the_kit_for_effects(verb: type[CardEffect[Any, Any]]) -> None:
    check_effect(verb)


@pytest.mark.parametrize(
    ("effect", "finding"),
    [
        ("tak", 'error[unknown-effect]: There is no effect "tak". Did you mean "take"?'),
        ("{tak: }", 'error[unknown-effect]: There is no effect "tak". Did you mean "take"?'),
        ("{take: {form: own}}", 'error[unknown-key]: There is no key "form" here.'),
        ("{take: {from: oponent}}", 'error[not-one-of]: "oponent" is not allowed here.'),
        ("{take: oponent}", 'Did you mean "opponent"?'),
        ("{take: {ship: gren}}", 'error[not-one-of]: "gren" is not allowed here. Did you mean'),
        ("{take: {may: 1}}", "error[not-true-or-false]: This must be true or false."),
        ("{draw: 7}", "error[too-large]: This must be at most 6."),
        ("{draw: two}", "error[not-a-number]"),
        ("{fetch: 2}", 'error[no-settings]: The effect "fetch" has no settings.'),
        ("{join: , treasure: 2}", "error[laid-twice]"),
        ("[kraken, turn]", 'error[effect-alone]: The effect "kraken" can only stand alone'),
        ("[]", "error[too-few]"),
        ("[{take: , turn: }]", "error[too-many]"),
        ("5", "error[not-text]"),
    ],
)
def test_a_wrong_setting_is_one_finding(tmp_path: Path, effect: str, finding: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "format: 1\nid: mine\nname: {en: Mine, de: Meins}\nextends: jolly-roger/advanced\n"
        f"change:\n  cards:\n    KR:\n      effect: {effect}\n"
    )
    checked = run("rulesets", "check", str(file))

    assert finding in checked.out
    assert "mine.yaml: 1 error." in checked.out
    assert "mine.yaml:8:" in checked.out


def test_too_many_ways_to_play_a_card_are_an_error(tmp_path: Path) -> None:
    """Each of several effects multiplies them: here 32 x 4 x 4 x 4."""
    file = tmp_path / "many.yaml"
    file.write_text(
        "format: 1\nid: many\nname: {en: Many, de: Viele}\nextends: jolly-roger/advanced\n"
        "change: {cards: {KR: {effect: {move: {from: anyone}, swap: , take: , hide: }}}}\n"
    )
    checked = run("rulesets", "check", str(file))

    assert "cannot be played: it has 2048 options, more than 1000." in checked.out


def test_the_schema_knows_the_settings_of_every_verb() -> None:
    parts = Engine().schema(Engine().language("en"))["$defs"]
    ids, some, several = parts["splitting-crews-effects"]["anyOf"]

    assert {verb.id for verb in VERBS} < set(ids["enum"])
    settings = some["properties"]["take"]["anyOf"][1]["properties"]
    assert settings["which"]["enum"] == ["last", "strongest", "weakest", "parrot"]
    assert settings["may"] == {"type": "boolean"}
    assert some["properties"]["draw"]["anyOf"][2] == {"maximum": 6, "minimum": 1, "type": "integer"}
    assert several["maxItems"] == 4


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("captains: {2: 4}", "mine.yaml:8:11: error[draw-lacks-players]"),
        ("change: {ships: {red: {gold: {3: 4}}}}", "mine.yaml:8:30: error[draw-lacks-players]"),
        ("change: {seats: {jolly: {gold: 1000}}}", "error[too-large]: This must be at most 999."),
        ("change: {cards: {G1: {colour: [green, red]}}}", "error[needs-own-name]"),
        ("change: {cards: {G1: {colour: [green, rde], name: Zebra}}}", 'Did you mean "red"?'),
        ("change: {cards: {G1: {colour: []}}}", "error[too-few]"),
        ("change: {ships: {red: {colour: [red, gren]}}}", 'Did you mean "green"?'),
        ("change: {seats: {jolly: {captains: {3: 2}}}}", "8:36: error[draw-lacks-players]"),
        ("change: {seats: {jolly: {start: [R2@green]}}}\nset-aside: 2", "8:34: error[start-play]"),
        ("change: {seats: {jolly: {start: [R2@gren]}}}\nset-aside: 2", "Write R2@green"),
        ("change: {seats: {jolly: {start: [RR@green]}}}\nset-aside: 2", "error[no-such-card]"),
        (
            "change: {seats: {jolly: {start: [R4@red, R4$]}}}\nset-aside: 1",
            "8:42: error[start-too-many]",
        ),
        ("change: {seats: {jolly: {start: [R4]}}}", "8:34: error[bad-start]: Say where the card"),
        (
            "change: {seats: {jolly: {start: [G1@green]}}}",
            '8:33: error[deck-mismatch]: Without those of "start"',
        ),
        (
            "change: {seats: {jolly: {start: {2: [R2@red]}}}}\nset-aside: 2",
            "8:33: error[draw-lacks-players]: There is nothing for 3 players. Write 3: ...",
        ),
        (
            "change: {seats: {jolly: {start: {2: [], 3: [R2@gren]}}}}\nset-aside: 2",
            "Write R2@green",
        ),
        ("change: {seats: {jolly: {start: {2: R2@red, 3: []}}}}", "8:37: error[not-a-list]"),
        ("end: {gold: x}", "error[not-a-number]"),
        ("end: {ships: full}", 'error[not-one-of]: "full" is not allowed here.'),
        ("end: {deck: empty}\noffer: {rest: back, sets: 3}", "8:13: error[endless-deck]"),
    ],
)
def test_a_fault_of_the_board_is_said_where_it_is(
    tmp_path: Path, change: str, finding: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "format: 1\nid: mine\nname: {en: Mine, de: Meins}\nextends: jolly-roger/introductory\n"
        "players: {least: 2, most: 3}\nset-size: {least: 1, most: 3}\n"
        f"add: {{seats: [{{id: anne, name: Anne}}]}}\n{change}\n"
    )
    checked = run("rulesets", "check", str(file))

    assert finding in checked.out
    assert checked.out.count(": error[") == 1


def test_the_second_crew_gets_gold_and_ties_are_broken_as_the_rules_say() -> None:
    """Nobody is second without a captain, or on a tie; scores and leads agree at every end."""
    file = TESTS / "sample_rulesets" / "board" / "second-place.yaml"
    game = load_game(str(file), players=3)
    seconds, ties = 0, 0
    for seed in range(60):
        position, rng = game.new_position(seed % 3), Random(seed)
        while position.to_act() != OVER:
            if position.to_act() == CHANCE:
                action = position.draw_at(rng.random())
            else:
                action = position.action_at(rng.random())
            position.apply(action)
        view: Any = position.view(None)
        table: Any = position
        table = table.table
        gold = [chest["gold"] for chest in view["chests"]]
        for ship in view["ships"]:
            if ship["captain"] < 0:
                continue
            gold[ship["captain"]] += ship["gold"]
            others = [*ship["strengths"]]
            others[ship["captain"]] = 0
            if max(others) and others.count(max(others)) == 1:
                gold[others.index(max(others))] += ship["second"]
                seconds += bool(ship["second"])
        leads = [gold[seat] - max(gold[:seat] + gold[seat + 1 :]) for seat in range(3)]
        assert position.scores() == gold
        assert [table.lead_of(seat) for seat in range(3)] == leads
        ahead = [seat for seat in range(3) if gold[seat] == max(gold)]
        ties += len(ahead) > 1
        captains = [ship["captain"] for ship in view["ships"]]
        ranks = {seat: (captains.count(seat), table.chest_golds[seat]) for seat in ahead}
        best = [seat for seat in ahead if ranks[seat] == max(ranks.values())]
        assert position.winners() == best

    assert seconds > 20
    assert ties > 0


def test_groups_alike_score_by_size_and_all_but_the_best_cost_points() -> None:
    file = TESTS / "sample_rulesets" / "board" / "shells.yaml"
    points = [0, 1, 3, 6, 10, 15]
    for seed in range(20):
        position, rng = load_game(str(file)).new_position(seed % 2), Random(seed)
        while position.to_act() != OVER:
            if position.to_act() == CHANCE:
                action = position.draw_at(rng.random())
            else:
                action = position.action_at(rng.random())
            position.apply(action)
        table: Any = position
        for seat, score in enumerate(position.scores()):
            worth = sorted(points[min(table.table.kept(seat, card), 5)] for card in range(3))

            assert score == worth[2] + worth[1] - worth[0]


def board(name: str) -> Any:
    return load_game(str(TESTS / "sample_rulesets" / "board" / f"{name}.yaml"))


def test_a_handicap_lies_on_the_table_from_the_start_and_not_in_the_deck() -> None:
    game = board("handicap")
    view = game.new_position().view(None)
    red = view["ships"][3]

    assert [card["card"] for card in red["crews"][1]] == ["R2", "Y1"]
    assert (red["strengths"], red["captain"]) == ([0, 3], 1)
    assert view["chests"][1] == {"gold": 5, "cards": ["G3"]}
    assert view["supply"] == [2, 2]
    assert view["unseen"]["R2"] == 1
    assert view["cards_left"] == sum(view["unseen"].values()) == 40


def test_what_lies_on_the_table_from_the_start_depends_on_the_number_of_players() -> None:
    file = str(TESTS / "sample_rulesets" / "board" / "by-players.yaml")
    views: list[Any] = [
        load_game(file, players=players).new_position().view(0) for players in (2, 3)
    ]
    crews = [
        [
            [card["card"] for card in crew]
            for ship in view["ships"]
            for crew in ship["crews"]
            if crew
        ]
        for view in views
    ]

    assert crews == [[["R2"]], [["Y1"]]]
    assert [view["cards_left"] for view in views] == [40, 42]


@pytest.mark.parametrize("seed", range(12))
def test_a_game_ends_with_the_turn_in_which_its_condition_comes_true(seed: int) -> None:
    """All ships held, or a seat with 25 gold; otherwise only after the last turn."""
    for name in ("handicap", "short-and-sweet"):
        position, rng = board(name).new_position(seed % 2), Random(seed)
        turns = position.view(None)["turns"]
        while position.to_act() != OVER:
            before = position.copy()
            draws = position.to_act() == CHANCE
            position.apply((position.draw_at if draws else position.action_at)(rng.random()))
        view, last = position.view(None), before.view(None)
        captains = [ship["captain"] for ship in view["ships"]]
        met = min(captains) >= 0 if name == "handicap" else max(view["scores"]) >= 25
        assert met or view["turn"] == turns
        assert last["turn"] == view["turn"]
        assert (view["cards_left"], position.turns_left()) == (5 * (turns - view["turn"]), 0)


def test_a_game_to_the_last_card_has_as_many_turns_as_the_deck() -> None:
    game = board("to-the-last-card")

    assert (sum(game.counts), game.draw, game.turns, game.set_aside) == (46, 5, 9, 1)
    assert game.empty_table.rules.card_ships[0] == [0, 3]


def test_jokers_complete_the_groups_where_they_score_most() -> None:
    """Compared with trying all ways to give them to groups."""
    points = [0, 0, 1, 3, 6, 10, 15]
    given = 0
    for seed in range(30):
        position, rng = board("pearls").new_position(seed % 2), Random(seed)
        while position.to_act() != OVER:
            draws = position.to_act() == CHANCE
            position.apply((position.draw_at if draws else position.action_at)(rng.random()))
        table: Any = position
        for seat, score in enumerate(position.scores()):
            black, white, jokers = (table.table.kept(seat, card) for card in range(3))
            ways = (
                (black + one, white + two)
                for one in range(jokers + 1)
                for two in range(jokers + 1 - one)
            )
            assert score == max(sum(points[min(size, 6)] for size in way) for way in ways)
            given += jokers

    assert given > 30


def test_beside_best_jokers_go_where_they_give_the_most() -> None:
    """Compared with trying all ways, where some groups count and all others cost points."""
    rng, differ = Random(3), 0
    for _ in range(400):
        points = [rng.randrange(-3, 9) for _ in range(rng.randrange(1, 5))]
        sizes = [rng.randrange(4) for _ in range(rng.randrange(1, 4))]
        jokers, best = rng.randrange(1, 4), rng.randrange(1, 4)

        def score(way: Sequence[int], points: Sequence[int] = points, best: int = best) -> int:
            groups = [points[min(size, len(points)) - 1] for size in way if size]
            groups.sort(reverse=True)
            return sum(groups[:best]) - sum(groups[best:])

        ways = [
            [size + more for size, more in zip(sizes, added, strict=True)]
            for added in product(range(jokers + 1), repeat=len(sizes))
            if sum(added) <= jokers
        ]
        assert best_groups_with_jokers(sizes, points, jokers, best) == max(map(score, ways))
        differ += max(map(score, ways)) > score(sizes)

    assert differ > 100


def test_nobody_but_the_splitter_sees_a_set_that_lies_face_down() -> None:
    position = board("pearls").new_position()
    rng = Random(1)
    while position.to_act() == CHANCE:
        position.apply(position.draw_at(rng.random()))
    position.apply(position.legal_actions()[-1])
    own, other = position.view(0)["sets"], position.view(1)["sets"]

    assert other == [["(?)", "(?)"], ["(?)", "(?)"]]
    assert "?" not in str(own)
    assert len(position.legal_actions()) == 2


def test_further_colours_are_drawn_only_where_a_game_uses_them() -> None:
    files = {name: f"{TESTS}/sample_rulesets/board/{name}.yaml" for name in ("new-colours", "rest")}
    files["rest"] = str(SAID)
    engine = Engine()
    drawn = {}
    for name, file in files.items():
        loaded = engine.ruleset_file(file).variant(None)
        game = loaded.build(2)
        view = game.new_position().view(None)
        drawn[name] = table_svg(loaded.presenter(game), view, None, "", engine.language("en"))

    assert ".i-orange{fill:#a84300" in drawn["new-colours"]
    assert ".i-orange{fill:#ffab66" in drawn["new-colours"]
    assert "i-navy" not in drawn["new-colours"]
    assert "i-orange" not in drawn["rest"]


def test_cards_of_a_collection_take_spoil_salvage_and_draw() -> None:
    """Each does what its rules say, and the card itself leaves the game."""
    done: dict[str, int] = {}
    for seed in range(30):
        position, rng = board("low-tide").new_position(seed % 3), Random(seed)
        while position.to_act() != OVER:
            if position.to_act() == CHANCE:
                position.apply(position.draw_at(rng.random()))
                continue
            action = position.action_at(rng.random())
            seat, played = position.to_act(), position.describe(action)
            before: Any = position.copy()
            position.apply(action)
            if played.kind != "effect" or position.to_act() == OVER:
                continue
            table: Any = position
            old, new, verb = before.table, table.table, played.details["effect"]
            kept = [sum(t.kept(s, c) for c in range(7)) for t in (old, new) for s in range(3)]
            gains = [kept[3 + at] - kept[at] for at in range(3)]
            box = sum(new.box) - sum(old.box)
            own = gains.pop(seat)
            wanted = {
                "take": (1, -1, 1),
                "spoil": (0, -1, 2),
                "salvage": (1, 0, 0),
                "draw": (0, 0, 1),
            }
            left = verb == "take" and played.details["option"] == 0
            assert (own, sum(gains), box) == ((0, 0, 1) if left else wanted[str(verb)])
            done[str(verb)] = done.get(str(verb), 0) + 1

    assert min(done[verb] for verb in ("take", "spoil", "salvage", "draw")) > 4
