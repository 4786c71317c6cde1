"""Every sentence that explains a move, in both languages, at a list of positions.

``SPLITPICK_GOLDEN=write pytest tests/plugins/jolly_roger/test_reasons.py`` writes ``sentences.txt``
anew: read the difference before you commit it.
"""

import ast
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from command import LANGUAGES
from golden import same_as_file
from splitpick.core.game import CHANCE, OVER, Game
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analyst import alternative
from splitpick.core.players import Captain, Weighed
from splitpick.core.scene import Presenter, addressed
from splitpick.core.splitting.phases import PICK, SPLIT
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.text import Both, Language, Message, Name, Text
from tables import SEATS, jolly_roger, lay, mark, play

ROOT = Path(__file__).resolve().parents[3]
REASONS = Path(__file__).parents[2] / "golden" / "reasons"
POSITIONS = yaml.safe_load((REASONS / "positions.yaml").read_text("utf-8"))
ENGINE = Engine()
SAILORS = [Name("Jolly"), Name("Roger")]


@cache
def presenter(rules: str = "") -> tuple[Game, Presenter]:
    """Load Jolly & Roger, or the rules in a file beside the positions."""
    if not rules:
        game: Game = jolly_roger()
        return game, ENGINE.ruleset_file("jolly-roger").variant("all-cards").presenter(game)
    ruleset = ENGINE.ruleset_at(REASONS / rules).variant(None)
    game = ruleset.build(3)
    return game, ruleset.presenter(game)


def seat_of(one: dict[str, Any]) -> int:
    return 0 if "rules" in one else SEATS.index(one["seat"])


def position_of(one: dict[str, Any]) -> SplitPosition:
    """Set up a position of the list."""
    seat = seat_of(one)
    if "rules" in one:
        began = presenter(one["rules"])[0].new_position(seat)
        assert isinstance(began, SplitPosition)
        return play(began, *one["moves"].split(";"))
    hands = {name: one.get(name, "") for name in SEATS}
    position = lay(**one.get("ships", {}), **hands, turn=one["turn"])
    if "drawn" in one:
        mark(position, {-1: one["drawn"].split()})
        position.phase, position.actor, position.splitter = SPLIT, seat, seat
    if "sets" in one:
        mark(position, {at: cards.split() for at, cards in enumerate(one["sets"].split("/"))})
        position.phase, position.actor, position.splitter = PICK, seat, 1 - seat
    return position


def weighed(position: SplitPosition, value: float, moves: str) -> Weighed:
    """Read a line."""
    now = position.copy()
    line = []
    for move in moves.split(";"):
        line.append(now.parse(move))
        now.apply(line[-1])
    return Weighed(line[0], value, line)


def told(one: dict[str, Any], reader: int | None, *, favours: bool = False) -> list[Text]:
    """Return what is said to *reader* of a position of the list: the nudge, then the reasons.

    What the first hint says beside the difference stands between them.
    """
    position = position_of(one)
    seat = seat_of(one)
    best = weighed(position, *one["best"])
    other = weighed(position, *one["other"]) if "other" in one else None
    words = copy(presenter(one.get("rules", ""))[1])
    words.seats, words.spoken = addressed(words.seats, reader), one.get("spoken", False)
    words.favours = favours
    nudge = words.nudge(position, seat, best, other)
    short = words.short_reasons(position, seat, best, other)[:-1] if other else []
    return [nudge, *short, *words.reasons(position, seat, best, other)]


def generic(reader: int | None) -> list[Text]:
    """Return what is said to *reader* of a game that brings no words of its own."""
    position = play(jolly_roger().new_position(), "+G1", "+G2", "+G3", "+G4", "+G5")
    of_two = play(position.copy(), "G1 / G2 G3 G4 G5")
    words = Presenter(Name("x"), Name("y"), addressed(SAILORS, reader))
    best, near, far = (
        Weighed(action, value, []) for action, value in ((0, 5.0), (1, 4.9), (2, 0.5))
    )
    return [
        words.nudge(position, 0, best, near),
        *words.reasons(position, 0, best, near),
        words.nudge(position, 0, best, far),
        *words.reasons(position, 0, best, far),
        words.nudge(of_two, 0, best, far),
    ]


READERS: dict[str, int | None] = {"": 0, " to the next seat": 1, " to an onlooker": None}
"""Readers of a sentence, counted from the seat that it is about."""

SAID = [
    *(
        (
            position["name"],
            {
                reader: told(position, None if by is None else (seat_of(position) + by) % count)
                for reader, by in READERS.items()
                for count in [len(presenter(position.get("rules", ""))[1].seats)]
            },
        )
        for position in POSITIONS
    ),
    ("a game without words", {reader: generic(by) for reader, by in READERS.items()}),
]


def test_the_sentences_in_both_languages() -> None:
    """Side by side: the nudge first, then why; to others where that is something else."""
    languages = [(code, Language(code)) for code in LANGUAGES]
    lines = []
    for name, texts in SAID:
        lines.append(f"{name}")
        for same in zip(*texts.values(), strict=True):
            before: set[str] = set()
            for reader, text in zip(texts, same, strict=True):
                said = [f"{code}{reader}: {language.say(text)}" for code, language in languages]
                lines += [f"  {one}" for one in said if one.partition(": ")[2] not in before]
                before |= {one.partition(": ")[2] for one in said}
        lines.append("")
    same_as_file(REASONS / "sentences.txt", "\n".join(lines))


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_is_translated(code: str) -> None:
    language = Language(code)

    assert [
        one.text
        for _, texts in SAID
        for one in messages([*texts.values()])
        if not language.knows(one)
    ] == []


def messages(value: object) -> Iterator[Message]:
    """Go through all messages in *value* as they are said, and those in their parameters."""
    if isinstance(value, Message):
        you = (param for param in value.yours if getattr(value.params.get(param), "you", False))
        said = next(you, "")
        yield value.yours[said] if said else value
        yield from messages(list(value.params.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from messages(one)
    elif isinstance(value, Both):
        yield from messages(value.items)


def codes_in(path: str, *functions: str) -> set[str]:
    """Find the codes of the messages that the *functions* of a module make, or all of it."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    parts = [
        node
        for node in ast.walk(tree)
        if not functions or (isinstance(node, ast.FunctionDef) and node.name in functions)
    ]
    return {
        node.args[0].value
        for part in parts
        for node in ast.walk(part)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("msg", "nmsg")
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda one: one["name"])
def test_the_end_of_a_match_tells_nothing_that_speaks_against_the_better_move(
    position: dict[str, Any],
) -> None:
    against = {"why-can-board", "why-can-captain", "why-can-lose-of", "why-after-effect-of"}
    codes = {one.code for one in messages(told(position, seat_of(position), favours=True))}

    assert codes.isdisjoint(against)


def test_every_code_has_a_position() -> None:
    """A sentence that nobody has read in its place is none to be shown."""
    made = codes_in("plugins/jolly_roger/words/crews_reasons.py")
    made |= codes_in("plugins/jolly_roger/crews_facts.py")
    made |= codes_in("core/scene.py", "nudge", "reasons", "worth", "points", "expected_amount")
    seen = {one.code for _, texts in SAID for one in messages([*texts.values()])}

    assert len(made) > 30
    assert made - seen == set()


def test_the_same_cards_in_another_order_are_no_alternative() -> None:
    position = lay(green="roger: G1", jolly="G3 Y1", turn=2)
    lines = [(3, "G3@green; Y1@yellow"), (3, "Y1@yellow; G3@green"), (1, "G3?red; Y1@yellow")]

    other = alternative(position, [weighed(position, *line) for line in lines])

    assert other is not None
    assert position.notation(other.action) == "G3?red"


@pytest.mark.slow
def test_a_nudge_points_at_the_ship_that_the_move_is_played_at() -> None:
    """At every play of a game of two bots."""
    game, words = presenter()
    position, rng = game.new_position(0), Random(3)
    bot = Captain()
    bot.nodes, seen = 300, 0
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        best, *others = bot.weigh(position, seat, rng, 0.0)
        ship = position.describe(best.action).details.get("ship")
        nudge = words.nudge(position, seat, best, others[0] if others else None)
        if ship and isinstance(nudge, Message) and nudge.code == "nudge-ship":
            assert nudge.params["ship"] == words.prize_name(str(ship))
            seen += 1
        position.apply(position.action_at(rng.random()))

    assert seen > 10
