"""`splitpick engine`: a program uses the rules, and whatever it says it gets one answer."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from command import PROGRAM, environment, run
from perfts import counts
from programs import EXAMPLES, engine, load
from splitpick.cli import exits
from splitpick.core.game import CHANCE, Position
from splitpick.core.matches import perft, protocol
from splitpick.core.matches.match import Match
from splitpick.core.matches.protocol import MOST_LINE
from splitpick.core.matches.session import MOST_MATCHES, EngineSession
from splitpick.core.text import Language

CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "perft" / "jolly-roger.yaml").read_text(encoding="utf-8")
)


def begin() -> EngineSession:
    """Begin a session that also knows the short game."""
    files = {"short": engine().ruleset_file(str(EXAMPLES / "short.yaml"))}
    return EngineSession(engine(), Language("en"), files)


def ask(session: EngineSession, type: str, **fields: Any) -> dict[str, Any]:
    """Ask, and expect an answer."""
    answer = json.loads(session.answer(json.dumps({"type": type, "id": 1, **fields})))
    assert answer["type"] == type, answer
    assert answer["id"] == 1
    return answer  # type: ignore[no-any-return]


def fault(session: EngineSession, type: str, **fields: Any) -> dict[str, Any]:
    """Ask, and expect an error."""
    answer = json.loads(session.answer(json.dumps({"type": type, "id": 1, **fields})))
    assert answer["type"] == "error", answer
    assert answer["id"] == 1
    assert answer["message"]
    return answer  # type: ignore[no-any-return]


# Any line at all.


def check_answer(answer: str) -> dict[str, Any]:
    """An answer is one line, of ASCII, an object with a type, and JSON for strict readers."""
    assert answer.isascii()
    assert "\n" not in answer
    assert "NaN" not in answer
    message = json.loads(answer)
    json.dumps(message, ensure_ascii=False).encode("utf-8")
    assert isinstance(message["type"], str)
    if message["type"] == "error":
        assert set(message) >= {"id", "code", "message"}
    return message  # type: ignore[no-any-return]


SESSION = begin()
SESSION.answer('{"type":"new","id":1,"ruleset":"short","seed":1}')
SESSION.answer('{"type":"new","id":1,"ruleset":"skull-queen","seed":1}')


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_any_line_has_one_answer(line: bytes | str) -> None:
    """And nothing raises."""
    assert check_answer(SESSION.answer(line))["type"] == "error"


TYPES = ("hello", "ping", "rulesets", "rules", "new", "state", "view", "legal", "apply", "undo",
         "perft", "close", "x-new", "")  # fmt: skip
FIELDS = ("ruleset", "variant", "options", "players", "first", "seed", "journal", "moves", "match",
          "seat", "action", "depth", "chance", "version", "x-y")  # fmt: skip
WORDS = st.sampled_from(
    ["short", "skull-queen", "dead-mans-dice", "m1", "m2", "standard", "memory", "pick 1",
     "G1 G2 / G1 G2", "+G1", "+G2", "G1@green", "../short.yaml", "/dev/zero", "\ud800", "\x1b[2J"]
)  # fmt: skip
VALUES = st.recursive(
    WORDS
    | st.none()
    | st.booleans()
    | st.integers(-2, 8)
    | st.integers()
    | st.floats()
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6),
    st.just(1) | VALUES,
)
def test_any_request_has_one_answer(type: str, fields: dict[str, Any], id: Any) -> None:
    """Whatever is in its fields; the id comes back, or it is null."""
    if fields.get("depth") in range(4, 21):
        fields["depth"] = 3  # deep counting has a limit and a test of its own
    message = check_answer(SESSION.answer(json.dumps({"type": type, "id": id, **fields})))

    assert message["id"] in (id, None)
    assert message.get("code") != "engine-fault"
    for name in list(SESSION._matches)[50:]:
        ask(SESSION, "close", match=name)
    if not SESSION._matches:
        ask(SESSION, "new", ruleset="short")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "line-not-json"),
        ("x" * (MOST_LINE + 1), "line-too-long"),
        ("[" * 100_000, "line-too-deep"),
        ('{"type":"ping"}', "bad-id"),
        ('{"type":"ping","id":true}', "bad-id"),
        ('{"type":"ping","id":1.5}', "bad-id"),
        ('{"type":"ping","id":null}', "bad-id"),
        ('{"type":"ping","id":[1]}', "bad-id"),
        ('{"type":"ping","id":9007199254740993}', "bad-id"),
        ('{"type":"ping","id":"\\ud800"}', "bad-id"),
        ('{"type":"ping","id":"' + "x" * 201 + '"}', "bad-id"),
        ('{"id":1}', "no-type"),
        ('{"type":7,"id":1}', "no-type"),
        ('{"type":"PING","id":1}', "unknown-type"),
        ('{"type":"hello","id":1,"version":2}', "unknown-version"),
        ('{"type":"hello","id":1,"version":true}', "unknown-version"),
        ('{"type":"new","id":1}', "field-text"),
        ('{"type":"new","id":1,"ruleset":7}', "field-text"),
        ('{"type":"new","id":1,"ruleset":"shirt"}', "unknown-ruleset"),
        ('{"type":"new","id":1,"ruleset":"tests/examples/short.yaml"}', "unknown-ruleset"),
        ('{"type":"new","id":1,"ruleset":"short","variant":"long"}', "unknown-variant"),
        ('{"type":"new","id":1,"ruleset":"short","options":[]}', "field-options"),
        ('{"type":"new","id":1,"ruleset":"short","options":"x"}', "field-options"),
        ('{"type":"new","id":1,"ruleset":"short","options":{"x":1}}', "unknown-option"),
        ('{"type":"new","id":1,"ruleset":"short","options":{"memory":{}}}', "option-value"),
        ('{"type":"new","id":1,"ruleset":"short","players":3}', "number-of-players"),
        ('{"type":"new","id":1,"ruleset":"short","players":"2"}', "field-number"),
        ('{"type":"new","id":1,"ruleset":"short","first":2}', "field-number"),
        ('{"type":"new","id":1,"ruleset":"short","seed":-1}', "bad-seed"),
        ('{"type":"new","id":1,"ruleset":"short","seed":9223372036854775808}', "bad-seed"),
        ('{"type":"new","id":1,"ruleset":"short","seed":1e3}', "bad-seed"),
        ('{"type":"new","id":1,"ruleset":"short","moves":"pick 1"}', "field-list"),
        ('{"type":"new","id":1,"ruleset":"short","moves":[1]}', "not-an-action"),
        ('{"type":"new","id":1,"ruleset":"short","journal":[[0,"+G1"]]}', "journal-seat"),
        ('{"type":"new","id":1,"ruleset":"short","journal":[{}]}', "not-an-action"),
        ('{"type":"state","id":1,"match":"m7"}', "unknown-match"),
        ('{"type":"state","id":1,"match":[]}', "field-text"),
    ],
)
def test_what_is_wrong_has_a_code(line: str, code: str) -> None:
    """One of those in the specification."""
    assert check_answer(begin().answer(line))["code"] == code


def test_messages_are_in_the_language_of_the_session() -> None:
    """Codes are not."""
    german = EngineSession(engine(), engine().language("de"))
    english = EngineSession(engine(), engine().language("en"))
    line = '{"type":"new","id":1,"ruleset":"jolly-rodger"}'
    one, other = json.loads(german.answer(line)), json.loads(english.answer(line))

    assert one["code"] == other["code"] == "unknown-ruleset"
    assert 'Did you mean "jolly-roger"?' in other["message"]
    assert "jolly-roger" in one["message"]
    assert one["message"] != other["message"]


def test_a_fault_of_a_plugin_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is as it was, and the session goes on."""
    session = begin()
    ask(session, "new", ruleset="short", seed=1)
    at = session._matches["m1"].match.position
    before = ask(session, "state")

    def raises(self: Position, action: int) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(at), "apply", raises)
        assert fault(session, "apply", action="G1 G2 / G1 G2")["code"] == "engine-fault"
    assert ask(session, "state") == before
    assert ask(session, "apply", action="G1 G2 / G1 G2")["to_act"] == 1


# Matches.


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("jolly-roger", 2), ("skull-queen", 2), ("skull-queen", 4), ("dead-mans-dice", 3)],
)
def test_a_session_plays_the_match_of_the_seed(ruleset: str, players: int) -> None:
    """To the end, and it says of it what the rules say; the seed it does not say."""
    seed = 918273645546372819
    session = begin()
    wish = {"ruleset": ruleset, "players": players, "seed": seed, "first": 1}
    said = json.dumps(ask(session, "new", **wish))
    loaded = load(ruleset, players)
    match = Match(loaded.game, seed, 1)
    rng = Random(3)
    while not match.over:
        seat = match.position.to_act()
        legal = ask(session, "legal")
        assert (legal["seat"], legal["legal"]) == (seat, match.legal())
        for viewer in (None, *range(players)):
            seen = ask(session, "view", seat=viewer)
            assert seen["view"] == json.loads(json.dumps(match.position.view(viewer)))
            said += json.dumps(seen)
        action = rng.choice(legal["legal"])
        match.play(action)
        done = ask(session, "apply", action=action, seat=seat)
        assert (done["action"], done["seat"]) == (action, seat)
        assert (done["over"], done["to_act"]) == (match.over, protocol.stand(match)["to_act"])
        said += json.dumps(done)
    state = ask(session, "state")
    assert match.result
    assert state["over"]
    assert tuple(state["scores"]) == match.result.scores
    assert tuple(state["winners"]) == match.result.winners
    assert ask(session, "legal")["legal"] == []
    assert fault(session, "apply", action=action)["code"] == "match-over"
    assert fault(session, "perft", depth=1)["code"] == "match-over"
    assert str(seed) not in said + json.dumps(state)


def test_without_a_seed_nobody_knows_what_comes() -> None:
    """Two matches are not the same."""
    session = begin()
    for _ in range(2):
        ask(session, "new", ruleset="jolly-roger")

    one = ask(session, "state", match="m1")["history"]
    assert one != ask(session, "state", match="m2")["history"]


def test_what_is_taken_back_comes_again() -> None:
    """Decision for decision, to the beginning."""
    session = begin()
    ask(session, "new", ruleset="jolly-roger", seed=4)
    states = [ask(session, "state")]
    for _ in range(30):
        ask(session, "apply", action=ask(session, "legal")["legal"][0])
        states.append(ask(session, "state"))
    for state in states[-2::-1]:
        ask(session, "undo")
        assert ask(session, "state") == state
    assert fault(session, "undo")["code"] == "nothing-to-undo"


def test_a_match_begins_where_another_is() -> None:
    """By its history, where that is all public, or by the decisions and the seed."""
    session = begin()
    ask(session, "new", ruleset="jolly-roger", variant="all-cards", seed=9)
    moves = []
    for number in range(40):
        legal = ask(session, "legal")["legal"]
        moves.append(legal[number % len(legal)])
        ask(session, "apply", action=moves[-1])
    there = ask(session, "state")
    history = there["history"]
    same = {"ruleset": "jolly-roger", "variant": "all-cards", "seed": 9}
    ask(session, "new", **same, journal=history)
    ask(session, "new", **same, journal=[text for _, text in history])
    ask(session, "new", **same, moves=moves)
    ask(session, "new", **same, journal=history[:3], moves=moves)

    for match in ("m2", "m3", "m4", "m5"):
        assert {**ask(session, "state", match=match), "match": "m1"} == {
            **there,
            "match": "m1",
        } or (match == "m5")
    assert ask(session, "state", match="m5")["history"][:3] == history[:3]


@pytest.mark.parametrize(
    ("fields", "code", "at"),
    [
        ({"moves": ["G1 G2 / G1 G2", "pick 3"]}, "no-such-set", 1),
        ({"moves": ["G1 G2 / G1 G2", "pick 1", "x" * 300]}, "not-an-action", 2),
        ({"moves": ["G1 G2 / G1 G2", "pick 1", *["G1?green", "G2?green"] * 3]}, "match-over", 6),
        ({"journal": ["+G1", "+G1", "+G1"]}, "none-left", 2),
        ({"journal": ["+G1", "+G1", "+G2", [0, "+G2"]]}, "journal-seat", 3),
    ],
)
def test_what_cannot_have_been_is_told_with_its_place(
    fields: dict[str, Any], code: str, at: int
) -> None:
    """From 0; and no match is begun."""
    session = begin()
    wrong = fault(session, "new", ruleset="short", seed=1, **fields)

    assert wrong["at"] == at
    assert wrong["code"] == code
    assert fault(session, "state")["code"] == "field-text"


def test_only_so_many_matches_are_open() -> None:
    """One that is closed makes room, and its name does not come again."""
    session = begin()
    for number in range(MOST_MATCHES):
        assert ask(session, "new", ruleset="short")["match"] == f"m{number + 1}"
    assert fault(session, "new", ruleset="short")["code"] == "too-many-matches"
    ask(session, "close", match="m5")
    assert ask(session, "new", ruleset="short")["match"] == f"m{MOST_MATCHES + 1}"
    assert fault(session, "state", match="m5")["code"] == "unknown-match"


def test_rules_are_what_their_hash_stands_for() -> None:
    """As anybody can check: SHA-256 of the canonical JSON."""
    from hashlib import sha256

    for name in ("jolly-roger", "skull-queen", "dead-mans-dice"):
        told = ask(begin(), "rules", ruleset=name)
        text = json.dumps(told["rules"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert sha256(text.encode()).hexdigest() == told["hash"]
        assert ask(begin(), "new", ruleset=name)["hash"] == told["hash"]


def test_a_rule_set_with_faults_is_told_with_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not hide the others."""
    bad = tmp_path / "bad.yaml"
    bad.write_text((EXAMPLES / "short.yaml").read_text("utf-8").replace("turns: 1", "turns: x"))
    found = {**engine().places(), "bad": [bad]}
    monkeypatch.setattr(engine(), "places", lambda: found)
    session = EngineSession(engine(), Language("en"))
    listed = {item["ruleset"]: item for item in ask(session, "rulesets")["rulesets"]}

    assert listed["bad"] == {"ruleset": "bad", "faults": 1}
    assert listed["jolly-roger"]["players"] == [2, 2]
    wrong = fault(session, "new", ruleset="bad")
    assert [finding["line"] for finding in wrong["findings"]] == [12]
    assert wrong["findings"][0]["code"] == wrong["code"]


# Counting.


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [case for case in counts(CASES, "counts") if case.values[2] < 50_000],
)
def test_perft(name: str, depth: int, count: int) -> None:
    """The same as in the tests of the rules."""
    case = CASES[name]
    draws = [f"+{code}" for turn in case["draws"] for code in turn.split()]
    played = [text.strip() for turn in case.get("played", []) for text in turn.split(",")]
    first = ("jolly", "roger").index(case["first"])
    position = load("jolly-roger", variant=case["variant"]).game.new_position(first)
    journal: list[str] = []
    for text in [*played, ""]:
        while position.to_act() == CHANCE and draws:
            journal.append(draws.pop(0))
            position.apply(position.parse(journal[-1]))
        if text:
            journal.append(text)
            position.apply(position.parse(text))
    session = begin()
    ask(
        session, "new", ruleset="jolly-roger", variant=case["variant"], first=first, journal=journal
    )
    told = ask(session, "perft", depth=depth, chance=draws)

    assert told["count"] == count
    assert sum(told["moves"].values()) == count
    assert list(told["moves"]) == ask(session, "legal")["legal"]


def test_chance_that_does_not_fit_ends_the_counting() -> None:
    """Of the sequences that get so far; what is no notation at all is refused."""
    session = begin()
    ask(session, "new", ruleset="jolly-roger", journal=["+G1", "+G1", "+G1", "+G1", "+Y1"])
    fits = ["+B1", "+B1", "+B1", "+B1", "+R5"]
    counted = {
        name: ask(session, "perft", depth=8, chance=chance)["count"]
        for name, chance in {"none": [], "wrong": [*fits[:4], "+B1"], "right": fits}.items()
    }

    assert counted == {"none": 0, "wrong": 0, "right": 309704}
    assert fault(session, "perft", depth=2, chance=[1])["code"] == "not-an-action"


def test_a_catalog_that_does_not_fit_costs_the_translation_alone() -> None:
    """A plugin's, as the texts of ours are compared."""

    class Broken(Language):
        def say(self, text: Any, form: str = "") -> str:
            raise KeyError(text)

    wrong = fault(EngineSession(engine(), Broken("en")), "new", ruleset="x")

    assert wrong["code"] == "unknown-ruleset"


def test_counting_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever, and the session goes on."""
    monkeypatch.setattr(perft, "MOST_COUNTED", 5000)
    session = begin()
    ask(session, "new", ruleset="jolly-roger", seed=1)

    assert fault(session, "perft", depth=8)["code"] == "perft-too-big"
    assert fault(session, "perft", depth=21)["code"] == "field-number"
    assert fault(session, "perft", depth=0)["code"] == "field-number"
    assert ask(session, "perft", depth=1)["count"] == len(ask(session, "legal")["legal"])


# The command.


def said(out: str) -> Iterator[dict[str, Any]]:
    """Read what the command has written."""
    for line in out.splitlines():
        yield check_answer(line)


def test_the_command_ends_with_its_input() -> None:
    """With 0, as it does after quit; what comes behind that is not read."""
    ended = run("engine", typed='{"type":"ping","id":1}')
    assert (ended.code, ended.err) == (exits.FINE, "")
    assert list(said(ended.out)) == [{"type": "ping", "id": 1}]

    ended = run("engine", typed='{"type":"quit","id":1}\n{"type":"ping","id":2}\n')
    assert (ended.code, ended.err) == (exits.FINE, "")
    assert list(said(ended.out)) == [{"type": "quit", "id": 1}]

    ended = run("engine")
    assert (ended.code, ended.out, ended.err) == (exits.FINE, "", "")


def test_the_command_knows_the_files_of_its_line() -> None:
    """By the id in the file."""
    typed = '{"type":"new","id":1,"ruleset":"short"}\n{"type":"legal","id":2}\n'
    ended = run("engine", str(EXAMPLES / "short.yaml"), typed=typed)

    assert [answer["type"] for answer in said(ended.out)] == ["new", "legal"]


def test_a_file_with_faults_is_told_before_anything_is_read() -> None:
    """On the error output, as by any command."""
    ended = run("engine", "no-such-file.yaml", typed='{"type":"ping","id":1}\n')

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert "no-such-file.yaml" in ended.err


def test_the_command_answers_whatever_it_reads() -> None:
    """A line of 100 MB, nothing but bytes, no end of the last line: one answer each, in order."""
    lines = [
        b"\x00\xff\xfe\x80",
        b"x" * 100_000_000,
        b'{"type":"ping","id":1}\r',
        b"[" * 1_000_000,
        b"",
        b'{"type":"ping","id":2}',
    ]
    ended = subprocess.run(
        [*PROGRAM, "engine"],
        input=b"\n".join(lines),
        capture_output=True,
        env=environment({}),
        timeout=60,
        check=False,
    )
    answers = list(said(ended.stdout.decode()))

    assert ended.returncode == exits.FINE
    assert ended.stderr == b""
    assert [answer.get("code", answer["id"]) for answer in answers] == [
        *("line-not-utf-8", "line-too-long", 1, "line-too-deep", "line-not-json", 2)
    ]


def test_each_answer_comes_before_the_next_question() -> None:
    """Nothing is kept back until there is more."""
    with subprocess.Popen(
        [*PROGRAM, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment({}),
        bufsize=0,
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(b'{"type":"ping","id":%d}\n' % number)
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(10) == exits.FINE


def test_messages_of_the_command_are_in_the_language_asked_for() -> None:
    """Of a match as well."""
    typed = '{"type":"new","id":1,"ruleset":"jolly-roger"}\n'
    typed += '{"type":"apply","id":2,"action":"pick 1"}\n'
    german, english = (run("engine", "--lang", lang, typed=typed).out for lang in ("de", "en"))

    (_, wrong), (_, same) = said(german), said(english)
    assert wrong["code"] == same["code"]
    assert wrong["message"] != same["message"]
