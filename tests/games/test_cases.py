"""The facts in cases/*.yaml: each sets a position up, does something and says what then holds.

A fact is a list of steps, and the keys of a step are worked through in their order: a way to set a
position up (``lay``, ``new``, ...), ``play`` with actions, or what to read off the position, with
the expected value: ``VERB [SEAT] [has | lacks]``.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import piles
import skull_queen_tables
import tables
from splitpick.core import Position
from splitpick.core.scene import Presenter
from splitpick.core.scene_lines import Row, drawing_of
from splitpick.core.text import Language
from tables import actor, illegal, legal, unreadable

FOLDER = Path(__file__).parents[1] / "cases"
GAMES: dict[str, ModuleType] = {
    "jolly_roger": tables,
    "skull_queen": skull_queen_tables,
    "dead_mans_dice": piles,
}


class StrictLoader(yaml.SafeLoader):
    """Refuses a key that stands twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        found = super().construct_mapping(node, deep)
        assert len(found) == len(node.value), f"a key stands twice{node.start_mark}"
        return found


def cases() -> list[Any]:
    return [
        pytest.param(module, steps, id=f"{name}: {fact}")
        for name, module in GAMES.items()
        for fact, steps in yaml.load((FOLDER / f"{name}.yaml").read_text(), StrictLoader).items()
    ]


@pytest.mark.parametrize(("game", "steps"), cases())
def test_fact(game: ModuleType, steps: list[dict[str, Any]]) -> None:
    position: Any = None
    for step in steps:
        for key, value in step.items():
            verb, *rest = key.split()
            if verb == "play":
                for text in value.split(", ") * int(rest[0] if rest else 1):
                    position.apply(position.parse(text))
            elif verb in game.SETUPS:
                make = game.SETUPS[verb]
                position = make(**value) if isinstance(value, dict) else make(value)
            else:
                assert read(game, position, verb, rest, value) == value, key


def read(game: ModuleType, position: Any, verb: str, rest: list[str], expected: Any) -> Any:
    """Read off the position what a step expects; *rest* may hold a seat, ``has`` or ``lacks``."""
    seat = next((game.SEATS.index(word) for word in rest if word in game.SEATS), None)
    if verb in game.READERS:
        return {of: game.READERS[verb](position, *of.split()) for of in expected}
    if verb in BY_ACTION:
        return {text: BY_ACTION[verb](game, position, seat, text) for text in expected}
    if verb == "view":
        return like(position.view(seat), expected)
    if verb == "actor":
        return actor(position, game.SEATS)
    if verb in ("can", "cannot"):
        allowed = legal(position)
        return ", ".join(t for t in expected.split(", ") if (t in allowed) == (verb == "can"))
    found = WHOLE[verb](game, position, seat)
    if rest and rest[-1] in ("has", "lacks"):
        found = "\n".join(found) if verb == "drawing" else found
        return [one for one in expected if (one in found) == (rest[-1] == "has")]
    return found


def like(value: Any, expected: Any) -> Any:
    """Leave out of *value* what nothing is expected of."""
    if isinstance(expected, dict):
        return {key: like(value[key], part) for key, part in expected.items()}
    if isinstance(expected, list) and len(expected) == len(value):
        return [like(*pair) for pair in zip(value, expected, strict=True)]
    return value


def done(game: ModuleType, position: Position, seat: int | None, text: str) -> Any:
    """Describe an action as data."""
    action = position.describe(position.parse(text))
    return {"kind": action.kind, "notation": action.notation, **action.details}


# In words.


@cache
def english() -> Language:
    return Language("en")


def say(texts: Any) -> list[str]:
    return [english().say(text) for text in texts]


def tells(game: ModuleType, position: Position, seat: int | None, text: str) -> list[str]:
    """Do an action, and return what *seat* is told of it."""
    before, action = position.copy(), position.parse(text)
    position.apply(action)
    return say(game.words(position).tell(before, action, position, seat))


def deals(game: ModuleType, position: Position, seat: int | None, texts: str) -> list[str]:
    """Let chance act, and return what *seat* is told of it."""
    outcomes = []
    for text in texts.split(", "):
        action = position.parse(text)
        outcomes.append(position.describe(action))
        position.apply(action)
    return say(game.words(position).deal(outcomes, position, seat))


def choice(game: ModuleType, position: Position, seat: int | None, text: str) -> list[str]:
    found = game.words(position).choice(position, position.parse(text))
    return [found.notation, *say([found.group, found.short, found.sentence])]


def drawing(words: Presenter, position: Position, seat: int | None) -> list[str]:
    """Return the lines of the scene, those of its panels one below the other."""
    lines: list[Any] = []
    for block in drawing_of(words.scene(position.view(seat), seat)):
        if isinstance(block, Row):
            lines += [line for panel in block.panels for line in (panel.title, *panel.lines)]
        else:
            lines.append(block)
    return [" ".join(say(span.text for span in line)) for line in lines]


def advice(words: Presenter, position: Position, seat: int | None) -> str:
    message = words.advice(position.view(position.to_act()))
    return message.code if message else ""


def in_words(read: Callable[[Presenter, Any, Any], Any]) -> Callable[..., Any]:
    return lambda game, position, seat: read(game.words(position), position, seat)


BY_ACTION: dict[str, Callable[..., Any]] = {
    "refuses": lambda game, position, seat, text: illegal(position, text),
    "unreadable": lambda game, position, seat, text: unreadable(position, text),
    "reads": lambda game, position, seat, text: position.notation(position.parse(text)),
    "does": done,
    "tells": tells,
    "deals": deals,
    "choice": choice,
}
WHOLE: dict[str, Callable[..., Any]] = {
    "legal": lambda game, position, seat: ", ".join(legal(position)),
    "outcomes": lambda game, position, seat: {
        position.notation(action): weight for action, weight in position.chance_outcomes()
    },
    "scores": lambda game, position, seat: position.scores(),
    "winners": lambda game, position, seat: position.winners(),
    "question": in_words(
        lambda words, position, seat: english().say(words.question(position.view(position.actor)))
    ),
    "advice": in_words(advice),
    "status": in_words(
        lambda words, position, seat: english().say(words.status(position.view(seat)))
    ),
    "scoring": in_words(lambda words, position, seat: say(words.scoring(position))),
    "sentences": in_words(
        lambda words, position, seat: say(words.sentences(position.view(seat), seat))
    ),
    "drawing": in_words(drawing),
    "choices": in_words(
        lambda words, position, seat: say(
            words.choice(position, action).sentence for action in position.legal_actions()
        )
    ),
}


def test_a_wrong_fact_is_noticed() -> None:
    """Each way to read is compared with what is expected of it."""
    position = tables.lay(jolly="G1")
    for verb, expected in [
        ("can", "G5$"), ("cannot", "G1?red"), ("captain", {"red": "jolly"}), ("legal", ""),
        ("actor", "roger"), ("view", {"turn": 9}), ("scores", [1, 0]),
    ]:  # fmt: skip
        assert read(tables, position, verb, [], expected) != expected
