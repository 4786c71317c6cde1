"""A small rule set to change, variants for it, and rule sets from a text."""

from collections.abc import Mapping
from io import BytesIO
from unittest.mock import MagicMock

from splitpick.core import Engine
from splitpick.core.rules.checking.file_check import read_ruleset
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.load import RulesetFile

GAMES = Engine().games


def parse(text: str, games: Mapping[str, GameKind] = GAMES) -> RulesetFile:
    """Read *text* as a file that is in no folder."""
    file = MagicMock(**{"is_dir.return_value": False, "__str__.return_value": "test.yaml"})
    file.open.return_value = BytesIO(text.encode("utf-8", "surrogatepass"))
    file.name = "test.yaml"
    return read_ruleset(file, games)


TINY = """\
format: 1
id: tiny
game: splitting
table: crews
name: Tiny
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
draw: 3
set-size: {least: 1, most: 2}
turns: 2
captains: 1
parrot: 1
colours: [{id: green, code: G, name: green}]
ships: [{id: green, colour: green, gold: 3, name: green ship}]
cards:
  - {code: G1, colour: green, strength: 1, count: 4}
  - {code: KR, effect: kraken, count: 2, name: Kraken}
"""

VARIANTS = """\
variants:
  first:
    name: first
    set: {turns: 1, set-aside: 1, set-size: {least: 1, most: 2}}
    change: {cards: {G1: {count: 2, strength: 5}}, ships: {green: {gold: 9}}}
  second:
    name: second
    extends: first
    set: {set-aside: 0}
    remove: {cards: [G1]}
    add: {cards: [{code: G2, colour: green, strength: 2, count: 1}]}
  third:
    name: third
    set: {turns: 2, set-aside: 2}
    remove: {cards: [KR]}
    add: {cards: [{code: KR, effect: tortuga, name: Other, count: 4}]}
"""
