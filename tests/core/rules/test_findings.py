"""Findings: every planted mistake at its place, and the way findings are shown."""

import re
from collections.abc import Callable, Iterator, Sequence
from cProfile import Profile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sample_sizes import weekly_if
from splitpick.cli.screen import plain as plain_for_terminals
from splitpick.core import Engine, RulesetError
from splitpick.core.errors import Finding
from splitpick.core.rules.finding_lines import MOST_SHOWN, as_json, render, render_all
from splitpick.core.rules.reading.reader import MOST_BYTES
from splitpick.core.text import Language, msg
from splitpick.core.width import display_width
from tiny_ruleset import TINY, VARIANTS, parse

BAD = Path(__file__).parents[2] / "bad_rulesets"
ENGINE = Engine()
ENGLISH = Language("en")


def findings_of(text: str) -> Sequence[Finding]:
    with pytest.raises(RulesetError) as caught:
        parse(text)
    return caught.value.findings


def expected() -> Iterator[tuple[str, str]]:
    for line in (BAD / "expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, findings = line.partition(": ")
            yield name, findings


def test_every_planted_mistake_is_found_where_it_is_and_told_in_every_language() -> None:
    """Every finding of each file, with line, column and code, in words of ours, and no other."""
    german, dutch, pseudo = (ENGINE.language(code) for code in ("de", "nl", "qps"))
    theirs = re.compile(r"(?i)pydantic|input should|field required|while (pars|scan)")
    files = dict(expected())
    for name, wanted in files.items():
        with pytest.raises(RulesetError) as caught:
            ENGINE.ruleset_file(str(BAD / f"{name}.yaml"))
        findings = caught.value.findings
        places = [f"{each.line}:{each.column} {each.message.code}" for each in findings]
        assert ", ".join(places) == wanted, name
        for finding in findings:
            assert finding.file == str(BAD / f"{name}.yaml")
            meant = finding.source[finding.column - 1 :][: finding.length]
            assert len(meant) == finding.length or not meant
            text = ENGLISH.say(finding.message)
            assert not theirs.search(text)
            assert len({text, german.say(finding.message), dutch.say(finding.message)}) == 3, text
            assert pseudo.say(finding.message).startswith("⟦")
            assert finding.message.code != "bad-value"
    codes = {code for each in files.values() for code in re.findall(r"\d ([a-z0-9-]+)", each)}

    assert sorted(files) == sorted(file.stem for file in BAD.glob("*.yaml"))
    assert len(files) > 190
    assert len(codes) >= 60
    assert sum(each.count(", ") == 2 for each in files.values()) >= 14


def test_a_fault_of_some_variants_names_them_and_one_of_all_does_not() -> None:
    text = TINY.replace("colour: green, strength", "colour: gren, strength")
    more = (
        "variants:\n  a: {name: a}\n  b: {name: b}\n"
        "  c: {name: c, change: {cards: {G1: {colour: green}}}}\n"
    )
    (some,) = findings_of(text + more)
    (all_of_them,) = findings_of(text + more.partition("  c:")[0])
    sentence = 'There is no colour "gren". Did you mean "green"?'

    assert some.message.code == all_of_them.message.code == "unknown-colour"
    assert ENGLISH.say(some.message) == f"{sentence} (only in a, b)"
    assert ENGLISH.say(all_of_them.message) == sentence


# How they are shown.


def test_a_finding_is_shown_with_its_line_and_one_of_the_whole_file_without() -> None:
    """Place, severity and code in a line; then the line of the file, with a mark below."""
    (finding,) = findings_of(TINY.replace("effect: kraken", "effect: krakken"))
    (empty,) = findings_of("")

    assert render(finding, ENGLISH) == [
        (
            'test.yaml:16:24: error[unknown-effect]: There is no effect "krakken".'
            ' Did you mean "kraken"?'
        ),
        "    16 |   - {code: KR, effect: krakken, count: 2, name: Kraken}",
        "       |                        ^^^^^^^",
    ]
    assert render(empty, ENGLISH) == [
        "test.yaml: error[empty]: This file is empty: a rule set begins with: format: 1"
    ]


def shown(line: str, column: int, length: int, width: int = 60) -> tuple[str, str]:
    finding = Finding("f.yaml", 1, column, length, msg("code", "What."), line)
    _, source, carets = render(finding, ENGLISH, width)
    return source[9:], carets[9:]


def test_carets_stand_below_wide_and_harmful_characters() -> None:
    """Tabs are one blank, wide characters two columns, accents none, controls are replaced."""
    assert shown("\ta: 漢字 e\u0301 \x1b[2Jx", 4, 1) == (" a: 漢字 e\u0301 �[2Jx", "   ^")
    assert shown("a: 漢字", 4, 2) == ("a: 漢字", "   ^^^^")
    assert shown("漢字: x", 5, 1) == ("漢字: x", "      ^")
    assert shown("e\u0301: x", 5, 1) == ("e\u0301: x", "   ^")
    assert shown("ab", 3, 1) == ("ab", "  ^")
    hostile = Finding("\x1b[2J.yaml", 0, 1, 1, msg("code", "{x}", x="\x1b[31m\u202e"))
    assert not re.search("[\x1b\u202e]", "".join(render(hostile, ENGLISH)))


@given(st.text(max_size=99), st.integers(1, 99), st.integers(1, 99), st.integers(20, 60))
def test_a_shown_finding_is_never_wider_than_the_screen(
    line: str, column: int, length: int, width: int
) -> None:
    """Whatever the line holds, carets stand under it."""
    line = " ".join(line.splitlines())
    column = min(column, len(line) + 1)
    source, carets = shown(line, column, length, width)

    assert carets.strip() == "^" * len(carets.strip()) != ""
    assert len(carets) <= width - 9 + (column > len(line))
    assert display_width(source) <= width - 9
    assert plain_for_terminals(source) == source


def test_a_long_line_is_cut_around_what_is_meant() -> None:
    source, carets = shown("x" * 500 + "HERE" + "y" * 500, 501, 4)

    assert source.startswith("...x")
    assert source.endswith("y...")
    assert source[carets.index("^") :].startswith("HERE")
    assert carets.count("^") == 4


def test_fifty_findings_are_shown_and_the_others_counted() -> None:
    cards = lines(60, lambda at: f"  - {{code: A{at}, colour: gre{at}, strength: 1, count: 1}}\n")
    findings = findings_of(TINY + cards.replace("gre0,", "grey,"))
    shown = list(render_all(findings, ENGLISH))
    told: Any = as_json(findings, ENGLISH)

    assert len([line for line in shown if "error[" in line]) == MOST_SHOWN
    assert shown[-1] == "... and 11 more."
    assert told["more"] == 11
    assert told["findings"][1] == {
        "file": "test.yaml",
        "line": 17,
        "column": 24,
        "length": 4,
        "severity": "error",
        "code": "unknown-colour",
        "message": 'There is no colour "grey". Did you mean "green"?',
        "end_line": 17,
        "end_column": 28,
        "suggestion": "green",
        "edits": [{"line": 17, "column": 24, "end_line": 17, "end_column": 28, "text": "green"}],
    }


# Whatever is written.

WORDS = re.findall(r"[\w.-]+|[^\w\s]|\n *", TINY + VARIANTS)


@given(st.data())
def test_whatever_is_done_to_a_rule_set_only_findings_come_out(data: st.DataObject) -> None:
    """Words are dropped, doubled and swapped: the file is read, or every fault has its place."""
    words = re.split(r"(\s+)", TINY + VARIANTS)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.lists(st.sampled_from(WORDS), max_size=3)
        )
    findings: Sequence[Finding] = []
    try:
        file = parse("".join(words))
    except RulesetError as error:
        findings = error.findings
    else:
        assert all(file.variant(id).build() for id, _ in file.variants)
    places = [(finding.line, finding.column) for finding in findings]

    assert places == sorted(places)
    assert all(render(found, ENGLISH) for found in findings)


def lines(count: int, line: Callable[[int], str]) -> str:
    return "".join(line(at) for at in range(count))


MOST_CALLS = 16_000_000
"""Calls of functions that checking the biggest file may take."""

HEAD = "format: 1\nid: mine\nname: {en: Mine, de: Meins}\n"
ADVANCED, ALL = f"{HEAD}extends: jolly-roger/advanced\n", f"{HEAD}extends: jolly-roger\n"
FIFTY = "variants:\n" + lines(50, lambda at: f"  v{at}: {{name: n}}\n")
BIG = {
    "unknown keys": lambda: ADVANCED + lines(9_900, lambda at: f"k{at}: 1\n"),
    "added cards": lambda: (
        f"{ALL}add:\n  cards:\n"
        + lines(3_500, lambda at: f"    - {{code: A{at}, colour: red}}\n")
        + FIFTY
    ),
    "removed cards": lambda: (
        f"{ADVANCED}remove:\n  cards:\n" + lines(18_000, lambda at: f"    - {'A' * 30}{at}\n")
    ),
    "colours": lambda: (
        f"{ADVANCED}colours:\n"
        + lines(3_000, lambda at: f"  - {{id: colour-{at:05}, code: R{at % 100}}}\n")
        + "add:\n  cards:\n"
        + lines(900, lambda at: f"    - {{code: A{at}, colour: colour-{at + 7_000:05}}}\n")
    ),
    "variants of nobody": lambda: ALL + FIFTY.replace("name: n", "name: n, extends: nobody/x"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", weekly_if({"unknown keys", "added cards", "removed cards"}, BIG))
def test_the_biggest_files_cost_little(name: str, tmp_path: Path) -> None:
    """Whatever they are full of; and no more than fifty findings are shown."""
    text = BIG[name]()
    assert len(text) <= MOST_BYTES

    findings: Sequence[Finding] = ()
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with Profile() as calls:
        try:
            findings = ENGINE.ruleset_file(str(file), thorough=True).warnings
        except RulesetError as error:
            findings = error.findings

    assert len(list(render_all(findings, ENGLISH))) <= 3 * 50 + 1
    assert findings
    assert sum(each.callcount for each in calls.getstats()) < MOST_CALLS
