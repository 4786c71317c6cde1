"""Resolved rules as YAML: they read back the same, and each value says where it came from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.core import Engine
from splitpick.core.rules.characters import FORBIDDEN
from splitpick.core.rules.faults import Plain
from splitpick.core.rules.files import decode
from splitpick.core.rules.load import parse_ruleset
from splitpick.core.rules.nodes import Entry, Items, Keys, Node, Place, Scalar, Source, plain
from splitpick.core.rules.reader import MOST_LEVELS, read_mapping
from splitpick.core.rules.writing import origins, short_names, written

ENGINE = Engine()
SAMPLES = sorted((Path(__file__).parent / "sample_rulesets").glob("*.yaml"))
NAMES = [*ENGINE.rulesets(), *map(str, SAMPLES)]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_what_is_written_reads_back_the_same(name: str) -> None:
    """With the same hash, in every variant; no line is wider than people like to read."""
    file = ENGINE.ruleset_file(name)
    for id, _ in file.variants:
        ruleset = file.variant(id)
        assert ruleset.tree
        lines = [line.text for line in written(ruleset.tree)]
        again = parse_ruleset("\n".join(lines), ENGINE.games).variant()

        assert again.hash == ruleset.hash
        assert max(map(len, lines)) <= 100


def test_every_value_stands_where_its_origin_says() -> None:
    """The line of the file holds the value, and that of what is extended is another file's."""
    ruleset = ENGINE.ruleset_file(str(SAMPLES[0].with_name("stormy-sea.yaml"))).variant("calm")
    assert ruleset.tree
    found = dict(origins(ruleset.tree))

    def at(*path: str | int) -> tuple[str, str]:
        place = found[path]
        line = place.source.lines[place.line - 1]
        return Path(place.source.name).name, line[place.column - 1 :][: place.length]

    assert at("id") == ("stormy-sea.yaml", "stormy-sea")
    assert at("captains") == ("stormy-sea.yaml", "3")
    assert at("parrot") == ("jolly-roger.yaml", "1")
    assert at("set-size", "most") == ("stormy-sea.yaml", "3")
    assert at("variants", "calm", "name", "de") == ("stormy-sea.yaml", "ruhiges Spiel")
    cards = ruleset.data["cards"]
    assert isinstance(cards, list)
    last = len(cards) - 1
    assert at("cards", last, "code") == ("jolly-roger.yaml", "TO")
    assert at("cards", last, "count") == ("stormy-sea.yaml", "5")
    assert len(found) == len(set(found)) > 100


def test_files_of_one_name_are_named_in_full() -> None:
    one, other, third = Source("/a/x.yaml"), Source("/b/x.yaml"), Source("/b/y.yaml")

    assert list(short_names([one, other, third]).values()) == ["/a/x.yaml", "/b/x.yaml", "y.yaml"]


SOURCE = Source("test.yaml")


def node(value: Plain, line: list[int]) -> Node:
    """Make a tree of *value*, in which every value stands on a line of its own or not."""
    line[0] += line[1]
    place = Place(SOURCE, line[0], 1, 1)
    if isinstance(value, list):
        return Items(place, [node(item, line) for item in value])
    if isinstance(value, dict):
        return Keys(place, {key: Entry(place, node(item, line)) for key, item in value.items()})
    return Scalar(place, value)


TEXTS = st.text(max_size=120).filter(lambda text: not FORBIDDEN.search(text) and "\t" not in text)
SCALARS = st.none() | st.booleans() | st.integers(-(10**13), 10**14) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=MOST_LEVELS,
)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), st.sampled_from([0, 1]))
def test_whatever_the_reader_can_read_is_written_as_it_reads(
    value: dict[str, Plain], steps: int
) -> None:
    """Texts that look like numbers, of many lines or with any sign in them, and all nesting."""
    tree = node(value, [1, steps])
    assert isinstance(tree, Keys)
    text = "\n".join(line.text for line in written(tree))

    assert plain(read_mapping(*decode("test.yaml", text.encode()))) == value


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("green ship", "a: green ship"),
        ("Jolly & Roger", "a: Jolly & Roger"),
        ("no", 'a: "no"'),
        ("7", 'a: "7"'),
        ("a: b", 'a: "a: b"'),
        ("Stürmische See", "a: Stürmische See"),
        ("two\nlines", 'a: "two\\nlines"'),
        (7, "a: 7"),
        (None, "a: null"),
        (False, "a: false"),
        ({}, "a: {}"),
        ([], "a: []"),
    ],
)
def test_texts_have_quotes_only_where_they_need_them(value: Plain, line: str) -> None:
    tree = node({"a": value}, [1, 0])
    assert isinstance(tree, Keys)

    assert [found.text for found in written(tree)] == [line]
