"""Resolved rules as YAML: they read back the same, and each line says where it came from."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from splitpick.cli.rulesets.written_rules import short_names, written
from splitpick.core import Engine
from splitpick.core.rules.characters import FORBIDDEN
from splitpick.core.rules.reading.nodes import leaves, line_at, plain
from splitpick.core.rules.reading.reader import MOST_LEVELS, read_mapping
from splitpick.core.rules.value_findings import Plain
from tiny_ruleset import parse

ENGINE = Engine()
SAMPLES = Path(__file__).parents[2] / "sample_rulesets"


def test_what_is_written_reads_back_the_same() -> None:
    """With the same hash, in every variant of every rule set."""
    for name in [*ENGINE.rulesets(), *map(str, SAMPLES.glob("*.yaml"))]:
        for ruleset in ENGINE.ruleset_file(name).rulesets.values():
            assert ruleset.node
            lines = written(ruleset.node)
            again = parse("\n".join(line for line, _ in lines)).variant()

            assert again.hash == ruleset.hash
            assert sum(len(marks) for _, marks in lines) > 5


def test_every_value_stands_where_its_origin_says() -> None:
    """The line of the file holds the value, and that of what is extended is another file's."""
    ruleset = ENGINE.ruleset_file(str(SAMPLES / "stormy-sea.yaml")).variant("calm")
    assert ruleset.node
    origins = {}
    for path, node in leaves(ruleset.node):
        mark = node.start_mark
        text = line_at(mark)[mark.column : node.end_mark.column]
        origins[path] = Path(mark.name).name, text
    last = max(path[1] for path in origins if path[0] == "cards")

    assert origins["id",] == ("stormy-sea.yaml", "stormy-sea")
    assert origins["parrot",] == ("jolly-roger.yaml", "1")
    assert origins["set-size", "most"] == ("stormy-sea.yaml", "3")
    assert origins["variants", "calm", "name", "de"] == ("stormy-sea.yaml", "ruhiges Spiel")
    assert origins["cards", last, "code"] == ("jolly-roger.yaml", "TO")
    assert origins["cards", last, "count"] == ("stormy-sea.yaml", "5")


def test_files_of_one_name_are_named_in_full() -> None:
    assert short_names(["/a/x.yaml", "/b/x.yaml", "/b/y.yaml"]) == {
        "/a/x.yaml": "/a/x.yaml",
        "/b/x.yaml": "/b/x.yaml",
        "/b/y.yaml": "y.yaml",
    }


WORDS = ["no", "7", "010", "1e3", "12:30", "a: b", "~", "=", "<<", "-", "2020-01-01", "&a"]
TEXTS = st.sampled_from(WORDS) | st.text(max_size=120).filter(
    lambda text: not FORBIDDEN.search(text) and "\t" not in text
)
SCALARS = st.none() | st.booleans() | st.integers(-(10**13), 10**14) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=MOST_LEVELS,
)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4))
def test_whatever_the_reader_can_read_is_written_as_it_reads(value: dict[str, Plain]) -> None:
    """Texts that look like numbers, of many lines or with any sign in them, and all nesting."""
    node = read_mapping("test.yaml", json.dumps(value, ensure_ascii=False).encode())
    text = "\n".join(line for line, _ in written(node))

    assert plain(node) == value
    assert plain(read_mapping("test.yaml", text.encode())) == value
