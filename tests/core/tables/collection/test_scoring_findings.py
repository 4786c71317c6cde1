"""Lines of scoring that do something else than they seem to, each told at its place."""

from pathlib import Path

import pytest

from splitpick.core import Engine, RulesetError

ENGINE = Engine()
REEF = """\
format: 1
id: mine
game: splitting
table: collection
name: {en: Reef, de: Riff}
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}]
offer: {draw: 5}
turns: 6
kinds: [{id: pearl, name: {en: pearl, de: Perle}}]
cards:
  - {code: P, kind: pearl, points: 2, count: 26}
  - {code: S, name: {en: sea urchin, de: Seeigel}, count: 4}
"""


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["uses: [keep]", "scoring:", "  - {score: points}"], []),
        (["uses: [keep]", "hidden: [eat]", "scoring: [{score: points}]"], [(14, "only-hidden")]),
        (["hidden: [eat]", "scoring: [{score: points, of: eaten}]"], []),
        (["uses: [keep]", "scoring: [{score: points, of: eaten}]"], [(14, "never-there")]),
        (
            ["uses: [keep]", "scoring: [{score: points}]", "tie-break: [fewest-kept, most-eaten]"],
            [(15, "idle-tie-break")],
        ),
        (
            ["uses: [keep]", "scoring: [{score: multiplier, by: S, times: 2}]"],
            [(14, "multiplier-alone")],
        ),
        (
            [
                "uses: [keep]",
                "scoring:",
                "- {score: multiplier, by: S, times: 2}",
                "- {score: points, kinds: [pearl]}",
            ],
            [],
        ),
        (
            [
                "uses: [keep, eat]",
                "scoring:",
                "- {score: multiplier, by: S, times: 2}",
                "- {score: points, of: eaten}",
            ],
            [(15, "multiplier-alone")],
        ),
        (
            ["uses: [keep]", "scoring: [{score: penalty, cards: [S], points: -3}]"],
            [(14, "negative-penalty")],
        ),
        (
            ["uses: [keep]", "scoring: [{score: runs, least: 3, points: 1}]"],
            [(14, "runs-without-numbers")],
        ),
    ],
)
def test_a_line_that_does_not_do_what_it_seems_to_is_told(
    tmp_path: Path, lines: list[str], found: list[tuple[int, str]]
) -> None:
    data = (REEF + "\n".join(lines) + "\n").encode()
    try:
        findings = ENGINE.ruleset_at(tmp_path / "mine.yaml", thorough=True, data=data).warnings
    except RulesetError as error:
        findings = error.findings

    assert [(each.line, each.message.code) for each in findings] == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("players: {least: 4, most: 4}", "add some, or let fewer people play."),
        ("offer: {sets: {2: 3, 3: 4}}", "one number, or variants"),
    ],
)
def test_a_number_of_players_or_of_a_seat_gets_what_to_write(
    tmp_path: Path, change: str, message: str
) -> None:
    head = "format: 1\nid: mine\nname: {en: A, de: B}\nextends: jolly-roger/advanced\n"
    with pytest.raises(RulesetError) as caught:
        ENGINE.ruleset_at(tmp_path / "mine.yaml", thorough=True, data=f"{head}{change}\n".encode())

    assert message in ENGINE.language("en").say(caught.value.findings[0].message)
