"""A record is text from strangers: read leniently where it is clear, refused with the place."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from random_matches import engine, loaded, untimed
from splitpick.core.errors import RecordError
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.record import Record, record_of
from splitpick.core.matches.records.record_reader import finding, read_record
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.records.redact import MOST_CHARACTERS
from splitpick.core.rules.finding_lines import render

ENGLISH = engine().language("en")


def begun(plays: int = 6) -> Record:
    """Return a match in which roger has split, jolly has picked and played."""
    found = loaded("jolly-roger", "introductory", players=("human", "greedy"), first=1)
    found = replace(found, setup=replace(found.setup, created=1_795_179_600_130))
    match = found.match()
    for _ in range(plays):
        if not match.over:
            match.play(match.legal()[0])
    return record_of(found.setup, match)


RECORD = begun()
TEXT = write_text(RECORD)
"""Text that the tests change::

    [Splitpick "1"] [Match "00112233445566ff"] [Rules "jolly-roger"] ...

    1. * +Y1; +G3; +B4; +G1; +B1
    2. roger: G1 / G3 Y1 B1 B4
    3. jolly: pick 1; G1@green
    4. roger: G3@green; ...
"""
OVER = begun(1_000)
OVER_TEXT = write_text(OVER)
FULL_TEXT = write_text(RECORD, with_rules=True)


def read(text: str) -> Record:
    return read_record(text, engine())


def refused(text: str, name: str = "") -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text, engine(), name)
    return caught.value


HEAD, _, TURNS = TEXT.partition("\n\n")
LENIENT = {
    "blank lines and line ends of Windows": "\n\n" + TEXT.replace("\n", "\r\n\r\n"),
    "a byte order mark and line ends of old Macs": "\ufeff" + TEXT.replace("\n", "\r"),
    "on one line": " ".join(TEXT.split()),
    "blanks about the signs": TEXT.replace(";", " ; ").replace(": ", " : ").replace("[", " [ "),
    "tags of one's own": '[X-Event "Essen 2026"] [X-Round]' + TEXT,
    "a turn cut in two": TEXT.replace("3. jolly: pick 1; ", "3. jolly: pick 1\n9. jolly: "),
    "typed actions": TEXT.replace("G1@g", "g1 @G").replace("G1 / G3 Y1 B1 B4", "b4 y1 b1 g3/ g1"),
    "a colon behind chance": TEXT.replace("1. *", "1. *:"),
}  # fmt: skip


@pytest.mark.parametrize("how", LENIENT)
def test_a_record_that_was_edited_by_hand_is_read(how: str) -> None:
    assert LENIENT[how] != TEXT

    assert read(LENIENT[how]) == untimed(RECORD)


def test_what_may_be_missing() -> None:
    """In both forms: everything but the rules, the seats and who begins."""
    needless = "Match|Source|Plugin|Seed|Practice|Date|Result|Winner"
    plain = json.loads(write_json(RECORD))
    for key in ("format", "match", "source", "options", "plugins", "seed", "practice", "created",
                "leg", "partner", "daily", "result"):  # fmt: skip
        del plain[key]
    plain |= {"x-event": {"rating": 1.5, "tags": [None, [], {}]}}  # and what may be added
    bare = replace(untimed(RECORD).setup, uid="", seed=None, created=0)

    assert read(re.sub(rf"\[({needless}) .*\]\n", "", TEXT)) == replace(untimed(RECORD), setup=bare)
    assert read(json.dumps(plain)) == replace(RECORD, setup=bare)
    assert read(re.sub(r"\[(Result|Winner) .*\]\n", "", OVER_TEXT)) == untimed(OVER)


# Refused, with the place: what is between « and » is at fault.

HASH = RECORD.setup.hash
FAULTS = [
    ("record-no-tag", '[Splitpick "1"]\n', ""),
    ("record-no-tag", f'[Hash "sha256:{HASH}"]\n', ""),
    ("record-newer", '[Splitpick "1"]', '«[Splitpick "2"]»'),
    ("record-unknown-tag", '[Seed "7"]', '«[Sead "7"]»'),
    ("record-tag", '[Seed "7"]', '«[Seed» "7]'),
    ("record-tag-value", '[Seed "7"]', '«[Seed "9223372036854775808"]»'),
    ("record-tag-value", '[Rules "jolly-roger"]', '«[Rules "../jolly-roger"]»'),
    ("record-tag-value", "[Seed", '«[Source "/etc/passwd"]»\n[Seed'),
    ("record-tag-value", f'[Hash "sha256:{HASH}"]', '«[Hash "sha256:abc"]»'),
    ("record-tag-value", '[Seat "roger" "greedy"]', '«[Seat "roger" "process:./reboot"]»'),
    ("record-tag-value", '[Date "2026-11-20T13:00:00.130Z"]', '«[Date "2026-02-30"]»'),
    ("record-tag-value", "[Seed", '«[Daily "2026-02-30"]»\n[Seed'),
    ("unknown-seat", '[First "roger"]', '«[First "rogr"]»'),
    ("unknown-seat", "3. jolly: pick 1", "3. joly: «pick 1»"),
    ("record-seats", '[Seat "jolly" "human"]\n[Seat "roger" "greedy"]',
     '[Seat "roger" "greedy"]\n«[Seat "jolly" "human"]»'),
    ("rules-missing", '"jolly-roger"', '"jolly-rogers"', "[Hash", "«[Hash", '"]\n[O', '"]»\n[O'),
    ("plugins-missing", "[Seed", '[Plugin "kraken"]\n«[Plugin "ghosts" "1.0" "spooks"]»\n[Seed'),
    ("record-odd", "pick 1;", "pick 1 «!!;»"),
    ("record-comment", "pick 1;", "pick 1 «{never» closed\\};"),
    ("long-text", "pick 1;", f"«pick 1» {{{'x' * 6_000}}} {{{'x' * 6_000}}};"),
    ("too-many", "pick 1;", f"«{'pick ' * 40}p»;"),
    ("too-many", "pick 1;", "pick 1" + "; undo 1; pick 1" * 9_997 + ";"),
    ("play-now", "pick 1;", "pick 1 {x} «pick 1»;"),
    ("forbidden-character", "pick 1;", "pick 1 {«\x1b»[2J};"),
    ("not-in-hand", "G1@green", "«R5@red»"),
    ("journal-seat", "3. jolly: pick 1", "3. roger: «pick 1»"),
    ("journal-undo", "pick 1;", "«undo 100»;"),
    ("record-not-over", "[Seed", '«[Result "3:0"]»\n[Seed'),
]  # fmt: skip


@pytest.mark.parametrize("change", FAULTS, ids=lambda change: f"{change[0]} {change[2][:20]!a}")
def test_a_mistake_is_told_with_its_place(change: tuple[str, ...]) -> None:
    code, *changes = change
    text = TEXT
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    start, length = text.find("«"), text.find("»") - text.find("«") - 1
    text = re.sub("[«»]", "", text)
    error = refused(text)

    assert error.code == code
    assert error.line > 0
    if start >= 0:
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        assert (error.line, error.column, error.length) == (line, column, length)


RULES = FULL_TEXT[FULL_TEXT.index("[Definition]") :]


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("record-json", '"captains": 4', '"captains": NaN'),
        ("record-json", '"captains": 4', '"captains": ' + "[" * 1_000),
        ("record-json", '"captains": 4', '"captains": 1' + "0" * 5_000),
        ("record-json", RULES, "[Definition]"),
        ("rules-changed", '"captains": 4', '"captains": 3'),
        ("rules-unreadable", '"captains": 4', '"captains": -4'),
        ("rules-unreadable", RULES, "[Definition] {}"),
        ("rules-changed", '"introductory"', '"advanced"'),
        ("number-of-players", '[Seat "roger"', '[Seat "bart" "human"]\n[Seat "roger"'),
    ],
)
def test_a_mistake_in_the_rules_is_told(code: str, old: str, new: str) -> None:
    assert old in FULL_TEXT
    error = refused(FULL_TEXT.replace(old, new, 1))

    assert error.code == code
    assert error.line > 0


JSON_FAULTS: list[tuple[str, str, object]] = [
    ("hash", "missing-key", None),
    ("hash", "bad-text", "abc"),
    ("version", "record-newer", 2),
    ("plugins[0]", "plugins-missing", {"name": "ghosts", "version": "1.0"}),
    ("seats[1].player", "bad-value", "process:reboot"),
    ("first", "unknown-seat", "rogr"),
    ("seed", "not-a-number", 1.0),
    ("entries[5].seat", "unknown-seat", "bart"),
    ("entries[5].text", "not-these-cards", "R5 / R5"),
    ("entries[5].comment", "bad-value", "\x9b"),
    ("result", "record-not-over", {"scores": [3, 0], "winners": ["jolly"]}),
    ("rules", "rules-unreadable", {"format": 1}),
]


@pytest.mark.parametrize(("way", "code", "value"), JSON_FAULTS, ids=lambda it: str(it)[:20])
def test_a_mistake_in_json_is_told_with_the_path_to_it(way: str, code: str, value: object) -> None:
    plain: Any = json.loads(write_json(RECORD))
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", way)]
    inner = plain
    for step in steps[:-1]:
        inner = inner[step]
    if value is None:
        del inner[steps[-1]]
    elif isinstance(inner, list):
        inner[steps[-1] : steps[-1] + 1] = [value]
    else:
        inner[steps[-1]] = value
    error = refused(json.dumps(plain))

    assert error.code == code
    assert ENGLISH.say(error.message).startswith(f"{way}: ")


def test_text_that_is_no_record_is_told() -> None:
    for text in ("", "  \n", "Dear Anne,", "<html>", "Seat", "]"):
        assert refused(text).code == "record-unknown"
    assert refused("Dear Anne", "match.JSON").code == "record-json"
    assert refused("[" + "x" * MOST_CHARACTERS).code == "record-big"


def test_an_error_is_shown_like_those_of_rule_sets() -> None:
    """With the line and carets below it."""
    text = TEXT.replace("G1@green", "R5@green")
    shown = render(finding(refused(text), "match.txt", text), ENGLISH)
    assert shown == [
        "match.txt:16:19: error[not-in-hand]: R5 is not among your cards.",
        "    16 | 3. jolly: pick 1; R5@green",
        "       |                   ^^^^^^^^",
    ]


def test_a_wrong_end_is_refused() -> None:
    """Scores, winners and forfeits are those of the match that was played."""
    end = OVER.result
    assert end
    scores = ":".join(map(str, end.scores))
    for old, new in (
        (f'"{scores}"', f'"{scores}0"'),
        ('[Winner "jolly"]', '[Winner "roger"]'),
        ("[Winner", '[Forfeit "roger" "time"]\n[Winner'),
    ):
        assert old in OVER_TEXT
        error = refused(OVER_TEXT.replace(old, new))
        assert error.code == "record-other-end"
        assert OVER_TEXT.splitlines()[error.line - 1][:7] in ("[Result", "[Winner")
    given_up = (
        (Path(__file__).parents[3] / "golden" / "records")
        .joinpath("with-rules.txt")
        .read_text("utf-8")
    )
    assert refused(given_up.replace('"roger" "time"', '"time" "roger"')).code == "record-other-end"
    plain = json.loads(write_json(OVER))
    plain["result"]["scores"][0] += 1
    assert refused(json.dumps(plain)).code == "record-other-end"


def test_a_missing_plugin_is_named_with_its_version() -> None:
    """And no other error hides it."""
    found = loaded("jolly-roger", "advanced")
    record = record_of(found.setup, found.match())
    for text in (write_text(record, with_rules=True), write_json(record)):
        with pytest.raises(RecordError) as caught:
            read_record(text, Engine({}))
        assert caught.value.code == "plugins-missing"
        assert "kraken 0.1.0 (splitpick)" in ENGLISH.say(caught.value.message)


def test_rules_that_another_version_of_a_plugin_could_read_name_that_version() -> None:
    plain = json.loads(write_json(Record(loaded("jolly-roger", "advanced").setup, ())))
    plain["rules"] |= {"captains": -4}
    plain["plugins"][0]["version"] = "9.9"
    error = refused(json.dumps(plain))

    assert error.code == "plugins-changed"
    assert "jolly-roger 9.9" in ENGLISH.say(error.message)


def test_a_game_that_fails_on_a_record_does_not_take_the_reader_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plugin raises what it likes where somebody's text is no notation of it."""

    def fails(self: object, text: str) -> int:
        raise ValueError("no side of a coin")

    monkeypatch.setattr(type(loaded().game.new_position()), "parse", fails)
    error = refused(TEXT)

    assert error.code == "record-game-fails"
    assert "ValueError" in str(error)
