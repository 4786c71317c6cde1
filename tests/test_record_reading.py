"""A record is text from strangers: read leniently where it is clear, refused with the place."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from journals import ENGINE, loaded, untimed
from splitpick.core.errors import RecordError
from splitpick.core.game import JSON, Game, Position
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.engine import Engine, Provider
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.json_text import canonical
from splitpick.core.matches.record import Record, record_of, settle
from splitpick.core.matches.record_json import read_json, write_json
from splitpick.core.matches.record_reader import finding, read_any, read_text
from splitpick.core.matches.record_tags import TAGS
from splitpick.core.matches.record_text import write_text
from splitpick.core.matches.sharing import MOST_CHARACTERS, program_name, shared
from splitpick.core.rules.findings import render
from splitpick.core.rules.kinds import GameKind
from splitpick.core.rules.load import parse_ruleset
from splitpick.core.rules.models import RulesetModel
from splitpick.core.text import Language


def played(plays: int = 6) -> Record:
    """A match in the introductory variant: roger has split, jolly has picked and played."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("introductory")
    begun = loaded(ruleset, ("human", "greedy"), seed=7, first=1)
    match = begun.match()
    for _ in range(plays):
        if not match.over:
            match.play(match.legal()[0])
    return record_of(begun.setup, match)


RECORD = played()
TEXT = write_text(RECORD)
"""What the tests change::

    [Splitpick "1"] [Match "0000000000000007"] [Rules "jolly-roger"] ...

    1. * +Y1; +G3; +B4; +G1; +B1
    2. roger: G1 / G3 Y1 B1 B4
    3. jolly: pick 1; G1@green
    4. roger: G3@green; ...
"""
OVER = played(1_000)
OVER_TEXT = write_text(OVER)
FULL_TEXT = write_text(RECORD, with_rules=True)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_any(text, ENGINE)
    return caught.value


# Leniently.


def test_blank_lines_and_other_line_ends_mean_nothing() -> None:
    """Nor does a byte order mark."""
    assert read_text("\n\n" + TEXT.replace("\n", "\r\n\r\n"), ENGINE) == untimed(RECORD)
    assert read_text("\ufeff" + TEXT.replace("\n", "\r"), ENGINE) == untimed(RECORD)


def test_lines_may_be_joined_and_broken_anywhere() -> None:
    """As mail programs do."""
    assert read_text(" ".join(TEXT.split()), ENGINE) == untimed(RECORD)
    assert read_text("\n".join(TEXT.split()), ENGINE) == untimed(RECORD)
    assert read_text("\t".join(TEXT.split()), ENGINE) == untimed(RECORD)


def test_blanks_about_the_signs_mean_nothing() -> None:
    loose = TEXT.replace(";", " ; ").replace(":\x20", " : ").replace("[", " [ ").replace("]", " ]")
    tight = re.sub(r"; |(?<=\.) |(?<=r:) |(?<=y:) ", lambda found: found[0].strip(), TEXT)

    assert read_text(loose, ENGINE) == untimed(RECORD)
    assert read_text(tight, ENGINE) == untimed(RECORD)


def test_tags_stand_in_any_order() -> None:
    head, _, turns = TEXT.partition("\n\n")
    backwards = "\n".join(reversed(head.splitlines()))
    seats = backwards.replace('[Seat "roger" "greedy"]\n', "").replace(
        '[Seat "jolly" "human"]', '[Seat "jolly" "human"]\n[Seat "roger" "greedy"]'
    )

    assert read_text(f"{seats}\n{turns}", ENGINE) == untimed(RECORD)


def test_most_tags_may_be_missing() -> None:
    text = TEXT
    for name, form in TAGS.items():
        if not form.required:
            text = re.sub(rf"\[{name} .*\]\n", "", text)
    bare = replace(untimed(RECORD).setup, uid="", seed=None, created=0)

    assert read_text(text, ENGINE) == Record(bare, untimed(RECORD).entries)


def test_tags_of_ones_own_are_passed_over() -> None:
    assert read_text('[X-Event "Essen 2026"] [X-Round]' + TEXT, ENGINE) == untimed(RECORD)


def test_the_result_need_not_be_told() -> None:
    """It follows from what was played."""
    text = re.sub(r"\[(Result|Winner) .*\]\n", "", OVER_TEXT)

    assert read_text(text, ENGINE) == untimed(OVER)


def test_a_turn_may_be_cut_into_several() -> None:
    text = TEXT.replace("3. jolly: pick 1; ", "3. jolly: pick 1\n4. jolly: ")
    text = text.replace("\n4. roger:", "\n5. roger:")
    assert "5. roger" in text

    assert read_text(text, ENGINE) == untimed(RECORD)
    assert write_text(read_text(text, ENGINE)) == TEXT


def test_actions_are_read_as_the_game_reads_them_and_kept_as_it_writes_them() -> None:
    typed = TEXT.replace("G1@green", "g1 @GREEN").replace("G1 / G3 Y1 B1 B4", "b4 y1 b1 g3/ g1")
    assert typed != TEXT

    assert read_text(typed, ENGINE) == untimed(RECORD)


def test_a_colon_may_stand_behind_chance() -> None:
    assert read_text(TEXT.replace("1. *", "1. *:"), ENGINE) == untimed(RECORD)


def test_comments_behind_one_another_are_one() -> None:
    text = TEXT.replace("pick 1;", "pick 1 ?{one}{} {two\n  lines};")

    assert read_text(text, ENGINE).entries[6] == Entry(0, "pick 1", 0, "?", "one two lines")


def test_undo_and_forfeit_are_read_in_any_case() -> None:
    text = TEXT.rstrip() + "; UNDO 1\n5. jolly: Forfeit Gave-Up"

    assert [entry.text for entry in read_text(text, ENGINE).entries[-2:]] == [
        "undo 1",
        "forfeit gave-up",
    ]


def test_a_record_may_end_where_chance_is_to_act() -> None:
    """What chance brings next is no part of it."""
    cut = "; ".join(TEXT.split("; ")[:2]) + "\n"
    record = read_text(cut, ENGINE)

    assert record.entries == untimed(RECORD).entries[:2]
    assert write_text(record) == cut


def test_a_record_of_a_match_that_has_not_begun() -> None:
    record = Record(RECORD.setup, ())

    assert read_text(write_text(record), ENGINE) == record
    assert read_any(write_json(record), ENGINE) == record


# Refused, with the place: what is between « and » is at fault.

HASH = RECORD.setup.hash
TAGS_BEFORE = TEXT[: TEXT.index("[Seed")].count("[")
FAULTS = [
    ("record-no-tag", '[Splitpick "1"]\n', ""),
    ("record-no-tag", '[First "roger"]\n', ""),
    ("record-no-tag", f'[Hash "sha256:{HASH}"]\n', ""),
    ("record-version", '"1"', '«"2"»'),
    ("record-version", '"1"', '«"2"» "and" "more"'),
    ("record-unknown-tag", "[Seed", "[«Sead»"),
    ("record-unknown-tag", "[Rules", "[«rules»"),
    ("record-unknown-tag", "[Seed", "[«Event» \"Essen\"]\n[Seed"),
    ("record-tag", '[Seed "7"]', '[Seed «7]»'),
    ("record-tag", '[Seed "7"]', '[«"Seed"» "7"]'),
    ("record-tag", '[Seed "7"]', '[Seed «"7]»'),
    ("record-tag", '[Seed "7"]', '[Seed «"\\7"]»'),
    ("record-tag", '[Seed "7"]', '[S«öed» "7"]'),
    ("record-tag", '[Seed "7"]', '[Seed "7" «[Date»'),
    ("record-tag-value", '[Seed "7"]', "[«Seed»]"),
    ("record-tag-value", '[Seed "7"]', '[«Seed» "7" "8"]'),
    ("record-tag-value", '[Seed "7"]', '[Seed «"-7"»]'),
    ("record-tag-value", '[Seed "7"]', '[Seed «"\N{ARABIC-INDIC DIGIT SEVEN}"»]'),
    ("record-tag-value", '[Seed "7"]', '[Seed «"77777777777777777777"»]'),
    ("record-tag-value", '"jolly-roger"', '«"../jolly-roger"»'),
    ("record-tag-value", '"jolly-roger"', '«"Jolly \\"&\\" Roger"»'),
    ("record-tag-value", "[Seed", '[Source «"/etc/passwd"»]\n[Seed'),
    ("record-tag-value", "[Seed", '[Source «"..\\\\x"»]\n[Seed'),
    ("record-tag-value", "[Seed", f'[Source «"{"x" * 201}"»]\n[Seed'),
    ("record-tag-value", f'"sha256:{HASH}"', '«"sha256:abc"»'),
    ("record-tag-twice", '[Seed "7"]', '[Seed "7"]\n[«Seed» "7"]'),
    ("record-tag-twice", '[Seat "roger"', '[Seat «"jolly"»'),
    ("record-tag-twice", "[Seed", '[Option «"memory"» "true"]\n[Seed'),
    ("record-tags", "[Seed", '[X-A "1"]\n' * (1_000 - TAGS_BEFORE) + '[«X-A» "2"]\n[Seed'),
    ("record-player", '"greedy"', '«"process:./reboot"»'),
    ("record-player", '"greedy"', '«"program:./reboot"»'),
    ("record-player", '"greedy"', '«"program:"»'),
    ("record-player", '"greedy"', '«"Greedy"»'),
    ("record-date", '"2026-11-20T13:00:00.130Z"', '«"2026-02-30"»'),
    ("record-date", '"2026-11-20T13:00:00.130Z"', '«"1969-12-31"»'),
    ("bad-seed", '[Seed "7"]', '[Seed «"9223372036854775808"»]'),
    ("unknown-seat", '[First "roger"]', '[First «"rogr"»]'),
    ("unknown-seat", TEXT[TEXT.index('[Seat "r') : TEXT.index("[Seed")],
     '[Seat «"bart"» "greedy"]\n[First "jolly"]\n', TEXT[TEXT.index("1. *") :], ""),
    ("record-seats", '[Seat "jolly" "human"]\n[Seat "roger" "greedy"]',
     '[Seat «"roger"» "greedy"]\n[Seat "jolly" "human"]'),
    ("unknown-seat", "3. jolly:", "3. «joly»:"),
    ("unknown-option", '"memory" "false"', '"mem" «"false"»'),
    ("record-option", '"memory" "false"', '"memory" «"no"»'),
    ("record-option", '"memory" "false"', '"memory" «"0"»'),
    ("rules-missing", '"jolly-roger"', '"jolly-rogers"', f'"sha256:{HASH}"', f'«"sha256:{HASH}"»'),
    ("rules-missing", '"introductory"', '"advanced"', f'"sha256:{HASH}"', f'«"sha256:{HASH}"»'),
    ("rules-missing", f'"sha256:{HASH}"', f'«"sha256:{"0" * 64}"»'),
    ("plugins-missing", "[Seed", '[Plugin "kraken"]\n[Plugin «"ghosts"» "1.0" "spooks"]\n[Seed'),
    ("record-turn", "1. *", "«2.» *"),
    ("record-turn", "3. jolly", "«4.» jolly"),
    ("record-actor", "3. jolly:", "3.«0.» jolly:"),
    ("record-turn", "1. *", "«one.» *"),
    ("record-turn", "1. * ", "«*» "),
    ("record-turn", "\n3. jolly", "{so}«3.» jolly"),
    ("record-actor", "3. jolly:", "3. «jolly»"),
    ("record-actor", "3. jolly:", "3. «:»"),
    ("record-actor", "3. jolly:", f"3. «{'j' * 40}»{'j' * 9}:"),
    ("record-no-action", "pick 1;", "«;»"),
    ("record-no-action", "pick 1;", "pick 1; «;»"),
    ("record-no-action", "pick 1;", "«??»;"),
    ("record-no-action", ": pick 1; G1@green\n4.", ":\n«4.»"),
    ("record-no-action", "; G1@green\n4.", ";\n«4.»"),
    ("record-stray", "pick 1;", "pick 1 {x} «pick» 1;"),
    ("record-stray", "pick 1;", "pick 1 ?! «?!;»"),
    ("record-stray", "pick 1;", "pick 1 «};»"),
    ("record-stray", "pick 1;", 'pick 1 «";»'),
    ("record-stray", "pick 1;", "pick ?! «1;»"),
    ("record-mark", "pick 1;", "pick 1 «!!»;"),
    ("record-mark", "pick 1;", "pick 1 «???»;"),
    ("record-comment", "pick 1;", "pick 1 «{»never closed\\};"),
    ("record-escape", "pick 1;", "pick 1 {C:«\\n»o};"),
    ("record-escape", "pick 1;", "pick 1 {two\nlines «\\ö»};"),
    ("record-long-comment", "pick 1;", f"pick 1 «{{»{'x' * 10_001}}};"),
    ("record-long-comment", "pick 1;", f"pick 1 «{{»{'x' * 6_000}}} {{{'x' * 6_000}}};"),
    ("record-long", "pick 1;", f"«{'pick ' * 40}p»;"),
    ("record-entries", "pick 1;", "pick 1" + "; undo 1; pick 1" * 9_996 + "; undo 1; «pick 1»;"),
    ("record-notation", "pick 1;", "«pïck 1»;"),
    ("record-reserved", "pick 1;", "«undo»;"),
    ("record-reserved", "pick 1;", "«undo 0»;"),
    ("record-reserved", "pick 1;", "«Undo all»;"),
    ("record-reserved", "pick 1;", "«forfeit my game»;"),
    ("record-late-tag", "3. jolly", '[«Seed» "7"]\n3. jolly'),
    ("forbidden-character", "pick 1;", "pick 1 {«\x1b»[2J};"),
    ("forbidden-character", "pick 1;", "pick 1 {«\u202e»};"),
    ("forbidden-character", "pick 1;", "pick 1 {«\udc80»};"),
    ("forbidden-character", "pick 1;", "pick 1 {«\ufeff»};"),
    ("forbidden-character", "[Seed", "[«\0»Seed"),
    ("no-captain", "G1@green", "«G1$»"),
    ("not-in-hand", "G1@green", "«R5@red»"),
    ("unknown-card", "G1@green", "«X9@green»"),
    ("pick-now", "pick 1;", "«G1@green»;"),
    ("journal-seat", "3. jolly: pick 1", "3. roger: «pick 1»"),
    ("journal-seat", "3. jolly: pick 1", "3. * «pick 1»"),
    ("journal-undo", "pick 1;", "«undo 100»;"),
    ("journal-undo", "pick 1;", "«undo 2»;"),
    ("journal-goes-on", "pick 1;", "forfeit time; «pick 1»;"),
    ("record-not-over", "[Seed", '[Result «"3:0"»]\n[Seed'),
    ("record-not-over", "[Seed", '[Winner «"jolly"»]\n[Seed'),
    ("record-not-over", "[Seed", '[Forfeit «"jolly"» "time"]\n[Seed'),
]  # fmt: skip


def fault(*changes: str) -> tuple[str, int, int, int]:
    """Change the record, and return the text with the line, column and length that are at fault.

    *changes* are what is there and what it becomes, in turn.  What stands between « and » is at
    fault; without these, no place is known.
    """
    text = TEXT
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    if "«" not in text:
        return text, 0, 0, 0
    start, end = text.index("«"), text.index("»") - 1
    text = re.sub("[«»]", "", text)
    line = text.count("\n", 0, start) + 1
    return text, line, start - text.rfind("\n", 0, start), end - start


@pytest.mark.parametrize("change", FAULTS, ids=lambda change: f"{change[0]} {change[2][:20]!a}")
def test_what_is_wrong_is_told_with_its_place(change: tuple[str, ...]) -> None:
    code, *changes = change
    text, line, column, length = fault(*changes)
    error = refused(text)

    assert error.code == code
    if line:
        assert (error.line, error.column, error.length) == (line, column, length)
    else:
        assert error.line > 0
        assert error.column > 0


def test_what_is_no_record_at_all_is_told() -> None:
    """Whatever it is."""
    for text in ("", "  \n", "Dear Anne,", "<html>", "\0", "\ufeff", "Seat", "]"):
        assert refused(text).code == "record-unknown"
    assert refused("[").code == "record-tag"
    with pytest.raises(RecordError) as caught:
        read_any("Dear Anne", ENGINE, "match.JSON")
    assert caught.value.code == "record-json"


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    begun = time.perf_counter()
    for start in ("[", "{"):
        assert refused(start + "x" * MOST_CHARACTERS).code == "record-big"

    assert time.perf_counter() - begun < 1


RULES = FULL_TEXT[FULL_TEXT.index("[Definition]") :]


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("record-json", '"captains": 4', '"captains": «f»our'),
        ("record-json", '"captains": 4', '"captains": «NaN»'),
        ("record-json", '"captains": 4', '"captains": -«I»nfinity'),
        ("record-json", RULES, "[Definition]\n{«»"),
        ("record-json", RULES, "[Definition]«»"),
        ("record-json", RULES[-2:], "}\n«[»]"),
        ("too-deep", '"captains": 4', '"captains": ' + "[" * 23 + "«[»"),
        ("long-number", '"captains": 4', '"captains": «1»' + "0" * 5_000),
        ("record-key-twice", '"captains": 4', '"captains": 4, "captains": 4'),
        ("rules-changed", '"captains": 4', '"captains": 3'),
        ("rules-unreadable", '"captains": 4', '"captains": -4'),
        ("rules-unreadable", '"captains": 4', '"captains": 1e999'),
        ("rules-unreadable", '"green ship"', '"\\ud800 ship"'),
        ("rules-unreadable", RULES, "[Definition] []"),
        ("rules-unreadable", RULES, "[Definition] " + "[" * 20 + "]" * 20),
        ("rules-unreadable", RULES, "[Definition] 7"),
        ("rules-unreadable", '"introductory"', '"advanced"'),
        ("record-ruleset", '[Rules "jolly-roger"]', '[Rules «"dead-mans-dice"»]'),
        ("number-of-players", '[Seat "roger"', '[Seat "bart" "human"]\n[Seat "roger"'),
    ],
)
def test_what_is_wrong_with_the_rules_is_told(code: str, old: str, new: str) -> None:
    assert old in FULL_TEXT
    text = FULL_TEXT.replace(old, new, 1)
    start = text.find("«")
    text = re.sub("[«»]", "", text)
    error = refused(text)

    assert error.code == code
    assert error.line > 0
    if start >= 0:
        line = text.count("\n", 0, start) + 1
        assert (error.line, error.column) == (line, start - text.rfind("\n", 0, start))


def test_an_error_is_shown_as_those_of_rule_sets_are() -> None:
    """With the line and carets below it; nothing in it steers a terminal."""
    text = TEXT.replace("G1@green", "R5@green")
    shown = render(finding(refused(text), "match.txt", text), Language("en"))

    assert shown == [
        "match.txt:15:19: error[not-in-hand]: R5 is not among your cards.",
        "    15 | 3. jolly: pick 1; R5@green",
        "       |                   ^^^^^^^^",
    ]
    text = text.replace("R5@green", "G1@green {\x1b[2J}")
    assert render(finding(refused(text), "match.txt", text), Language("en"))[1:] == [
        "    15 | 3. jolly: pick 1; G1@green {\ufffd[2J}",
        "       |                             ^",
    ]


# The rules, found by their hash.


def test_the_rules_are_found_with_the_options_that_were_chosen() -> None:
    """Those of the installed rule set, set as the record says."""
    for options in ({"memory": "true"}, {"memory": "false"}):
        ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced").with_options(options)
        record = record_of((begun := loaded(ruleset, ("human", "post"), 3, 0)).setup, begun.match())

        assert read_text(write_text(record), ENGINE) == record
        assert read_text(write_text(record, with_rules=True), ENGINE) == record
        assert record.setup.options == {"memory": options["memory"] == "true"}


def changed_rules(**keys: JSON) -> Record:
    """A match by rules that are installed nowhere."""
    data: dict[str, Any] = json.loads(RECORD.setup.rules)
    text = canonical({**data, **keys})
    ruleset = parse_ruleset(text, ENGINE.games).variant("introductory")
    begun = loaded(ruleset, ("human", "human"), seed=5, first=0)
    match = begun.match()
    match.play(match.legal()[0])
    return record_of(begun.setup, match)


def test_a_record_with_its_rules_needs_no_installed_ones() -> None:
    """Long texts, blanks in a row and other alphabets are in them too."""
    text = "  Zwei   Sets: «für» alle, 分牌者先选。 " + "Wort\nfür  Wort. " * 40
    record = changed_rules(captains=2, description={"de": text, "en": '\\ "x" ] ['})
    written = write_text(record, with_rules=True)

    assert read_text(written, ENGINE) == record
    assert read_text(" ".join(written.split()), ENGINE) == record
    assert read_any(write_json(record), ENGINE) == record
    assert refused(write_text(record)).code == "rules-missing"


def test_rules_that_are_missing_are_named_with_their_hash() -> None:
    message = Language("en").say(refused(write_text(changed_rules(captains=1))).message)

    assert "jolly-roger, introductory, sha256:" in message


def test_a_plugin_that_is_missing_is_named_with_its_version() -> None:
    """And no other error hides it."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    begun = loaded(ruleset, ("human", "human"), seed=5, first=0)
    bare = Engine({})
    for text in (
        write_text(record_of(begun.setup, begun.match()), with_rules=True),
        write_json(record_of(begun.setup, begun.match())),
    ):
        with pytest.raises(RecordError) as caught:
            read_any(text, bare)
        assert caught.value.code == "plugins-missing"
        assert "kraken 0.1.0 (splitpick)" in Language("en").say(caught.value.message)


def rehashed(record: Record, **keys: JSON) -> str:
    """Write *record* in JSON with other rules, and with the hash of those."""
    plain = json.loads(write_json(record))
    plain["rules"] |= keys
    plain["hash"] = sha256(canonical(plain["rules"]).encode()).hexdigest()
    return json.dumps(plain)


def test_rules_that_another_version_of_a_plugin_could_read_name_that_version() -> None:
    """What was written long ago may be beyond the plugins of today."""
    ruleset = ENGINE.ruleset_file("jolly-roger").variant("advanced")
    setup = loaded(ruleset, ("human", "human"), seed=5, first=0).setup
    same = rehashed(Record(setup, ()), captains=-4)
    other = same.replace('"version": "0.1.0"', '"version": "9.9"', 1)

    assert refused(same).code == "rules-unreadable"
    assert refused(other).code == "plugins-changed"
    assert "kraken 9.9" in Language("en").say(refused(other).message)


class CoinPosition(Position):
    """Heads or tails; who writes anything else breaks the game."""

    def to_act(self) -> int:
        return 0

    def parse(self, text: str) -> int:
        return ("heads", "tails").index(text)


class CoinGame(Game):
    def new_position(self, first: int = 0) -> CoinPosition:
        return CoinPosition()


class CoinKind(GameKind):
    id = "coin"

    def model(self, rules: object) -> type[RulesetModel]:
        return RulesetModel

    def build(self, rules: RulesetModel, variant: str, players: int) -> CoinGame:
        return CoinGame(rules.id, variant, players)


class CoinPlugin:
    @hookimpl
    def splitpick_games(self) -> list[GameKind]:
        return [CoinKind()]


COIN = """
format: 1
id: coin
game: coin
name: Coin
seats: [{id: a, name: A}, {id: b, name: B}]
variants: {standard: {name: Standard}}
"""


def test_a_game_that_fails_on_a_record_does_not_take_the_reader_down() -> None:
    """Whatever a plugin raises where somebody's text is no notation of it."""
    engine = Engine({"coin": CoinPlugin()})
    ruleset = parse_ruleset(COIN, engine.games).variant()
    setup = settle(engine, ruleset, ("human", "human"), 0, 1)
    text = write_text(Record(setup, (Entry(0, "edge"),)), with_rules=True)
    with pytest.raises(RecordError) as caught:
        read_text(text, engine)

    assert caught.value.code == "record-game-fails"
    assert "ValueError" in str(caught.value)


# What does not go out, and does not come in.


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("./mybot", "mybot"),
        ("/home/me/bots/my-bot.py --key secret", "my-bot.py"),
        ("KEY=secret PATH=/x '/opt/a b/run me' now", "run-me"),
        ("C:\\bots\\bot.exe /x", "bot.exe"),
        ("python3 'open quote", "python3"),
        ("", "program"),
        ("../..", "program"),
        ("./böt\x1b[2J", "b-t-2J"),
        ("-rf", "rf"),
        ("x" * 100, "x" * 40),
    ],
)
def test_of_a_process_only_its_name_goes_out(command: str, name: str) -> None:
    """Neither where it lies, nor how it was called, nor its secrets."""
    if command.startswith("C:"):
        command = f'"{command.split()[0]}"'
    setup = replace(RECORD.setup, players=("human", f"process:{command}"))
    record = Record(setup, ())

    assert program_name(command) == name
    assert f'[Seat "roger" "program:{name}"]' in write_text(record)
    assert json.loads(write_json(record))["seats"][1]["player"] == f"program:{name}"
    for read in (read_text(write_text(record), ENGINE), read_any(write_json(record), ENGINE)):
        assert read.setup.players == ("human", f"program:{name}")


def test_of_a_path_only_its_last_part_goes_out() -> None:
    for source in ("/home/me/my deck.yaml", "..\\me\\my deck.yaml", "my deck.yaml"):
        record = Record(replace(RECORD.setup, source=source), ())

        assert '[Source "my deck.yaml"]' in write_text(record)
        assert '"/home' not in write_json(record)
        assert read_any(write_json(record), ENGINE).setup.source == "my deck.yaml"


def test_what_steers_a_terminal_does_not_go_out() -> None:
    """Nor more than one line, whatever a comment, a version or a source holds."""
    odd = "a\x1b[2J\x9b\u202e\r\nb\tc\ud800\x00"
    setup = replace(RECORD.setup, source=odd, plugins=(Provider(odd, odd, odd),))
    record = Record(setup, (replace(RECORD.entries[0], comment=odd * 2_000, at=-5),))
    clean = shared(record)

    assert clean.entries[0].comment == ("a\ufffd[2J\ufffd\ufffd b c\ufffd\ufffd" * 2_000)[:10_000]
    assert clean.entries[0].at == 0
    assert "\x1b" not in write_text(record) + write_json(record)
    assert read_json(write_json(record)) == clean


def test_a_notation_that_could_be_read_otherwise_is_not_written() -> None:
    """A plugin's game may have one; better no record than a wrong one."""
    for text in ("a; b", "{x}", "[x]", "x ?", "?! x", "3. x", "ü", "a  b", "", "Undo x", 'a "b"',
                 "a\nb", "x" * 201):  # fmt: skip
        record = Record(RECORD.setup, (Entry(0, text),))
        for write in (write_text, write_json):
            with pytest.raises(RecordError) as caught:
                write(record)
            assert caught.value.code == "record-notation"


def test_a_match_that_no_record_can_hold_is_not_written() -> None:
    """Nothing is written that could not be read."""
    long = replace(RECORD.entries[0], comment="x" * 10_000)
    for entries in (RECORD.entries[:1] * 20_001, (long,) * 500):
        for write in (write_text, write_json):
            with pytest.raises(RecordError) as caught:
                write(Record(RECORD.setup, entries))
            assert caught.value.code == "record-too-long"


# No text takes long.


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "[Splitpick " + '"1" ' * 250_000 + "]",
        '[Splitpick "' + "\\" * 1_000_000,
        TEXT + "{" * 1_000_000,
        TEXT + "{" + "\\{" * 400_000,
        TEXT + "{}" * 500_000 + "!",
        TEXT.replace("pick 1", "pick" + " " * 1_000_000 + "1") + "!",
        TEXT.replace("pick 1", "pick 1 {" + " \\_" * 3_000 + "}") + "!",
        TEXT.replace("G1@green", "x" * 1_000_000),
        TEXT.replace("jolly:", "j" * 1_000_000),
        TEXT.replace("jolly:", "jolly" + " " * 1_000_000),
        TEXT.replace('[First "roger"]', '[First "' + "r" * 1_000_000 + '"]'),
        TEXT.replace("[First", "[" + "F" * 1_000_000),
        TEXT.replace("[Seed", '[Seat "x" "y"]' * 70_000 + "[Seed"),
        TEXT.replace("pick 1", "pick 1; undo 1; " * 9_990 + "pick 3"),
        TEXT + "[Definition] " + "[" * 1_000_000,
        TEXT + "[Definition] " + "{}," * 330_000,
        TEXT + '[Definition] {"a": "' + "  \n" * 300_000 + '"}',
        TEXT + '[Definition] "' + "\\u0020" * 160_000,
        "{" * 1_000_000,
        '{"a":' * 200_000,
        '{"format": "splitpick-record", "entries": [' + "{}," * 300_000 + "{}]}",
        '{"format": "splitpick-record", "x": ' + "1" * 1_000_000 + "}",
        '{"format": "splitpick-record", "' + "a" * 1_000_000 + '": {}}',
    ],
    ids=range(24),
)
def test_a_megabyte_of_mischief_is_refused_soon(text: str) -> None:
    """No reader looks at anything twice."""
    begun = time.perf_counter()
    refused(text)

    assert time.perf_counter() - begun < 10


# JSON.

JSON_FAULTS: list[tuple[str, str, object]] = [
    ("hash", "missing-key", None),
    ("hash", "bad-text", "abc"),
    ("version", "record-version", 2),
    ("version", "missing-key", None),
    ("version", "not-a-number", "1"),
    ("format", "record-format", "chess"),
    ("match", "bad-text", "../x"),
    ("ruleset", "bad-id", "Jolly & Roger"),
    ("source", "record-path", "/etc/passwd"),
    ("source", "record-path", "..\\x"),
    ("source", "forbidden-character", "\x1b"),
    ("source", "several-lines", "a\nb"),
    ("source", "long-text", "x" * 201),
    ("options", "not-a-mapping", []),
    ("options.memory", "record-option", 0),
    ("options.memory", "record-option", True),
    ("options.mem", "unknown-option", True),
    ("plugins", "not-a-list", {}),
    ("plugins[0]", "missing-key", {"version": "1"}),
    ("plugins[0]", "plugins-missing", {"name": "ghosts", "version": "1.0"}),
    ("seats", "too-few", [{"id": "jolly", "player": "human"}]),
    ("seats[1].player", "record-player", "process:reboot"),
    ("seats[1].player", "not-text", 7),
    ("first", "unknown-seat", "rogr"),
    ("seed", "too-small", -1),
    ("seed", "too-large", 2**63),
    ("seed", "not-a-number", 1.0),
    ("seed", "not-a-number", True),
    ("practice", "not-true-or-false", 1),
    ("created", "too-large", 2**48),
    ("leg", "too-large", 3),
    ("entries", "not-a-list", "x"),
    ("entries[5].seat", "unknown-seat", "bart"),
    ("entries[5].seat", "bad-text", "Roger"),
    ("entries[5].text", "record-notation", "a; b"),
    ("entries[5].text", "record-notation", "undo"),
    ("entries[5].text", "long-text", "x" * 201),
    ("entries[5]", "not-these-cards", {"seat": "roger", "text": "R5 / R5"}),
    ("entries[5].text", "missing-key", None),
    ("entries[5].at", "not-a-number", "soon"),
    ("entries[5].mark", "not-one-of", "!!"),
    ("entries[5].comment", "forbidden-character", "\ud800"),
    ("entries[5].comment", "long-text", "x" * 10_001),
    ("entries[5]", "not-a-mapping", ["roger", "pick 1"]),
    ("result", "record-not-over", {"scores": [3, 0], "winners": ["jolly"]}),
    ("result.winners", "unknown-seat", {"scores": [3, 0], "winners": ["bart"]}),
    ("result.scores", "too-few", {"scores": [3], "winners": ["jolly"]}),
    ("rules", "rules-changed", {}),
    ("rules", "rules-changed", {"a": "\ud800"}),
    ("rules", "not-a-mapping", []),
]


def put(plain: Any, way: str, value: object) -> None:
    """Put *value* at the end of *way*; ``None`` takes away what is there."""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", way)]
    for step in steps[:-1]:
        if step in ("winners", "scores"):
            break
        plain = plain[step]
    if value is None:
        del plain[steps[-1]]
    elif isinstance(steps[-1], int) and steps[-1] == len(plain):
        plain.append(value)
    else:
        plain[steps[-1]] = value


@pytest.mark.parametrize(("way", "code", "value"), JSON_FAULTS, ids=lambda it: str(it)[:20])
def test_what_is_wrong_in_json_is_told_with_the_way_to_it(
    way: str, code: str, value: object
) -> None:
    plain = json.loads(write_json(RECORD))
    put(plain, "result" if way.startswith("result") else way, value)
    error = refused(json.dumps(plain))
    said = Language("en").say(error.message)
    parent = way.rpartition(".")[0] if code == "missing-key" and value is None else way

    assert error.code == code
    assert said.startswith(f"{parent}: ") or code in ("record-format", "missing-key")
    assert parent in said or code == "record-format"


def test_json_that_is_none_is_told_with_its_place() -> None:
    for text, line, column in (
        ("{", 1, 2),
        ('{"a": 1,\n "b" 2}', 2, 6),
        ('{"a": "\n"}', 1, 8),
        ('{"a": NaN}', 1, 7),
        ("{'a': 1}", 1, 2),
        ("{} {}", 1, 4),
    ):
        error = refused(text)
        assert (error.code, error.line, error.column) == ("record-json", line, column)


def test_a_key_that_comes_twice_is_refused_in_json() -> None:
    """Others might read the first, others the last."""
    text = write_json(RECORD).replace('"seed": 7', '"seed": 7, "seed": 8')

    assert refused(text).code == "record-key-twice"


def test_keys_that_nobody_knows_are_passed_over_in_json() -> None:
    plain = json.loads(write_json(RECORD))
    plain |= {"x-event": {"rating": 1.5, "tags": [None, [], {}]}}
    plain["entries"][0] |= {"x-seconds": 3}
    plain["seats"][0] |= {"name": "Anne"}

    assert read_any(json.dumps(plain), ENGINE) == RECORD


def test_what_may_be_missing_in_json() -> None:
    """As in text."""
    plain = json.loads(write_json(RECORD))
    for key in ("match", "source", "options", "plugins", "seed", "practice", "created", "leg",
                "partner", "result"):  # fmt: skip
        del plain[key]
    bare = replace(RECORD.setup, uid="", seed=None, created=0)

    assert read_any(json.dumps(plain), ENGINE) == Record(bare, RECORD.entries)


def test_a_wrong_end_is_refused() -> None:
    """Scores, winners and forfeits are those of the match that was played."""
    end = OVER.result
    assert end
    scores = ":".join(map(str, end.scores))
    for old, new in (
        (f'"{scores}"', f'"{scores}0"'),
        ('[Winner "jolly"]', '[Winner "roger"]'),
        ('[Winner "jolly"]', '[Winner "jolly" "roger"]'),
        ("[Winner", '[Forfeit "roger" "time"]\n[Winner'),
    ):
        assert old in OVER_TEXT
        error = refused(OVER_TEXT.replace(old, new))
        assert error.code == "record-other-end"
        assert OVER_TEXT.splitlines()[error.line - 1][:7] in ("[Result", "[Winner")
    plain = json.loads(write_json(OVER))
    plain["result"]["scores"][0] += 1
    assert refused(json.dumps(plain)).code == "record-other-end"


def test_a_forfeit_has_the_reason_it_had() -> None:
    begun = loaded(ENGINE.ruleset_file("jolly-roger").variant("advanced"), ("human",) * 2, 7, 0)
    match = begun.match()
    match.forfeit(1, "time")
    text = write_text(record_of(begun.setup, match))
    assert '[Forfeit "roger" "time"]' in text

    assert read_text(text, ENGINE).result == match.result
    assert refused(text.replace('"time"', '"illegal"')).code == "record-other-forfeit"
