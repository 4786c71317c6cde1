"""`splitpick engine`: a program uses the rules, and whatever it says it gets one answer."""

import io
import json
import subprocess
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import PROGRAM, environment, run
from plain_perft import perft as perft_of
from program_players import EXAMPLES, engine, load
from splitpick.cli import exits
from splitpick.cli.play.engine_command import lines
from splitpick.core.game import CHANCE, Position
from splitpick.core.matches.match import Match
from splitpick.core.matches.programs import perft, protocol
from splitpick.core.matches.programs.protocol import MOST_LINE
from splitpick.core.matches.programs.session import MOST_MATCHES, EngineSession
from splitpick.core.text import Language


def begin(language: Language | None = None) -> EngineSession:
    """Begin a session that also knows the short game."""
    files = {"short": engine().ruleset_file(str(EXAMPLES / "short.yaml"))}
    return EngineSession(engine(), language or Language("en"), files)


def say(session: EngineSession, line: str | bytes) -> dict[str, Any]:
    """Return the answer to *line*: one line of ASCII, an object with a type, as strict JSON."""
    answer = session.answer(line if isinstance(line, bytes) else line.encode("utf-8", "replace"))
    assert answer.isascii()
    assert answer.find(b"\n") == len(answer) - 1
    message: dict[str, Any] = json.loads(answer)
    json.dumps(message, ensure_ascii=False, allow_nan=False).encode("utf-8")
    if message["type"] == "error":
        assert set(message) >= {"id", "code", "message"}
    return message


def ask(session: EngineSession, type: str, **fields: Any) -> dict[str, Any]:
    """Ask, and expect an answer."""
    answer = say(session, json.dumps({"type": type, "id": 1, **fields}))
    assert (answer["type"], answer["id"]) == (type, 1), answer
    return answer


def refused(session: EngineSession, type: str, **fields: Any) -> dict[str, Any]:
    """Ask, and expect an error."""
    answer = say(session, json.dumps({"type": type, "id": 1, **fields}))
    assert (answer["type"], answer["id"]) == ("error", 1), answer
    return answer


SESSION = begin()


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_any_line_has_one_answer(line: bytes | str) -> None:
    assert say(SESSION, line)["type"] == "error"


TYPES = ("hello", "ping", "rulesets", "rules", "new", "state", "view", "legal", "apply", "undo",
         "perft", "close", "x-new", "")  # fmt: skip
FIELDS = ("ruleset", "variant", "options", "players", "first", "seed", "journal", "moves", "match",
          "seat", "action", "depth", "chance", "version", "x-y")  # fmt: skip
WORDS = st.sampled_from(
    ["short", "skull-queen", "dead-mans-dice", "m1", "m2", "standard", "memory", "pick 1",
     "G1 G2 / G1 G2", "+G1", "+G2", "G1@green", "../short.yaml", "/dev/zero", "\ud800", "\x1b[2J"]
)  # fmt: skip
VALUES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(FIELDS), st.integers(-2, 8) | VALUES, max_size=6),
    st.just(1) | VALUES,
)
def test_any_request_has_one_answer(type: str, fields: dict[str, Any], id: Any) -> None:
    """The id comes back, or it is null."""
    if fields.get("depth") in range(4, 21):
        fields["depth"] = 3  # deep counting has a limit and a test of its own
    for name in list(SESSION._matches)[50:]:
        ask(SESSION, "close", match=name)
    if not SESSION._matches:
        ask(SESSION, "new", ruleset="short")
    message = say(SESSION, json.dumps({"type": type, "id": id, **fields}))

    assert message["id"] in (id, None)
    assert message.get("code") != "engine-fault"


BAD_LINES = {
    "line-not-json": ["", "{"],
    "line-too-long": ["x" * (MOST_LINE + 1)],
    "bad-request-id": [
        *('{"type":"ping"}', '{"type":"ping","id":true}', '{"type":"ping","id":1.5}'),
        *('{"type":"ping","id":9007199254740993}', '{"id":"' + "x" * 201 + '"}'),
    ],
    "no-type": ['{"id":1}', '{"type":7,"id":1}'],
    "unknown-type": ['{"type":"PING","id":1}'],
    "unknown-version": [
        *('{"type":"hello","id":1,"version":2}', '{"type":"hello","id":1,"version":true}'),
    ],
    "unknown-match": ['{"type":"state","id":1,"match":"m7"}'],
    "field-text": ['{"type":"state","id":1,"match":[]}'],
}


def test_a_bad_line_has_a_code() -> None:
    for code, lines_ in BAD_LINES.items():
        for line in lines_:
            assert say(begin(), line)["code"] == code, line


MOVES = ["G1 G2 / G1 G2", "pick 1", *["G1?green", "G2?green"] * 2]
BAD_MATCHES: dict[str, list[dict[str, Any]]] = {
    "field-text": [{"ruleset": None}, {"ruleset": 7}],
    "unknown-ruleset": [{"ruleset": "shirt"}, {"ruleset": "tests/examples/short.yaml"}],
    "unknown-variant": [{"variant": "long"}],
    "field-options": [{"options": []}, {"options": ""}],
    "unknown-option": [{"options": {"x": 1}}],
    "option-value": [{"options": {"memory": {}}}],
    "number-of-players": [{"players": 3}],
    "field-number": [{"players": "2"}, {"first": 2}],
    "bad-seed": [{"seed": -1}, {"seed": 2**63}, {"seed": 1e3}],
    "field-list": [{"moves": "pick 1"}],
    "not-an-action": [{"moves": [*MOVES[:4], "x" * 201], "at": 4}, {"journal": [{}], "at": 0}],
    "no-such-set": [{"moves": [MOVES[0], "pick 3"], "at": 1}],
    "match-over": [{"moves": [*MOVES, "pick 1"], "at": 6}],
    "none-left": [{"journal": ["+G1", "+G1", "+G1"], "at": 2}],
    "journal-seat": [{"journal": ["+G1", "+G1", "+G2", [0, "+G2"]], "at": 3}],
}


@pytest.mark.parametrize("code", BAD_MATCHES)
def test_a_match_that_cannot_be_has_a_code_and_is_not_begun(code: str) -> None:
    """An error in a list has its place, from 0."""
    for fields in BAD_MATCHES[code]:
        session = begin()
        wrong = refused(session, "new", **{"ruleset": "short", "seed": 1, **fields})
        assert (wrong["code"], wrong.get("at")) == (code, fields.get("at"))
        assert refused(session, "state")["code"] == "field-text"


def test_a_fault_of_a_plugin_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is as it was, and the session goes on."""
    session = begin()
    ask(session, "new", ruleset="short", seed=1)
    before = ask(session, "state")

    def raises(self: Position, action: int) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(session._matches["m1"].match.position), "apply", raises)
        assert refused(session, "apply", action="G1 G2 / G1 G2")["code"] == "engine-fault"
    assert ask(session, "state") == before
    assert ask(session, "apply", action="G1 G2 / G1 G2")["to_act"] == 1


@pytest.mark.often(1)
@pytest.mark.parametrize(
    ("ruleset", "players"), [("jolly-roger", 2), ("skull-queen", 4), ("dead-mans-dice", 3)]
)
def test_a_session_plays_the_match_of_the_seed(ruleset: str, players: int) -> None:
    """To the end, and it says of it what the rules say; the seed it does not say."""
    seed = 918273645546372819
    session = begin()
    texts = [ask(session, "new", ruleset=ruleset, players=players, seed=seed, first=1)]
    match = Match(load(ruleset, players).game, seed, 1)
    rng = Random(3)
    while not match.over:
        seat, viewer = match.position.to_act(), rng.choice([None, *range(players)])
        legal = ask(session, "legal")["legal"]
        seen = ask(session, "view", seat=viewer)
        action = rng.choice(legal)
        assert legal == match.legal()
        assert seen["view"] == json.loads(json.dumps(match.position.view(viewer)))
        match.play(action)
        done = ask(session, "apply", action=action, seat=seat)
        assert done.items() >= {"seat": seat, "action": action, **protocol.stand(match)}.items()
        texts += [seen, done]

    assert ask(session, "legal")["legal"] == []
    assert refused(session, "apply", action=action)["code"] == "match-over"
    assert refused(session, "perft", depth=1)["code"] == "match-over"
    assert str(seed) not in json.dumps([*texts, ask(session, "state")])


def play_to_a_deal(session: EngineSession) -> list[str]:
    """Play the first turn of the only match; return the cards that are dealt after it."""
    while not (cards := cards_after(session, ask(session, "legal")["legal"][-1])):
        pass
    return cards


def cards_after(session: EngineSession, move: str) -> list[str]:
    """Do *move*, and list the cards that chance brings after it."""
    before = len(ask(session, "state")["history"])
    ask(session, "apply", action=move)
    history = ask(session, "state")["history"][before:]
    return [text for seat, text in history if seat == CHANCE]


@pytest.mark.parametrize("seed", [None, 5])
def test_what_chance_brings_after_an_undo_is_independent(seed: int | None) -> None:
    """After the same move and after another, with a seed and without: it cannot be foreseen.

    What it has brought is in the journal, which replays exactly.
    """
    session = begin()
    for _ in range(2):
        ask(session, "new", ruleset="jolly-roger", seed=seed)
    begun = [ask(session, "state", match=name)["history"] for name in ("m1", "m2")]
    assert (begun[0] == begun[1]) == (seed is not None)

    ask(session, "close", match="m2")
    dealt = {tuple(play_to_a_deal(session))}
    for number in range(12):
        ask(session, "undo")
        move = ask(session, "legal")["legal"][-1 - number % 2]
        dealt.add(tuple(cards_after(session, move)))
    assert len(dealt) > 10  # five of fifty cards in order: hardly ever the same twice
    match = session._matches["m1"].match
    assert Match(match.game, 99, 0, match.entries).journal == match.journal


def test_a_match_begins_where_another_is() -> None:
    """By its history with or without seats, where that is public, or by decisions and the seed."""
    session = begin()
    same = {"ruleset": "jolly-roger", "variant": "all-cards", "seed": 9}
    ask(session, "new", **same)
    states = [ask(session, "state")]
    moves: list[str] = []
    for number in range(40):
        legal = ask(session, "legal")["legal"]
        moves.append(legal[number % len(legal)])
        ask(session, "apply", action=moves[-1])
        states.append(ask(session, "state"))
    history = states[-1]["history"]
    for begun in (
        *({"journal": history}, {"journal": [text for _, text in history]}),
        *({"moves": moves}, {"journal": history[:3], "moves": moves}),
    ):
        name = ask(session, "new", **same, **begun)["match"]
        assert ask(session, "state", match=name) == {**states[-1], "match": name}

    for state in states[-2::-1]:
        ask(session, "undo", match="m1")
        assert ask(session, "state", match="m1") == state
    assert refused(session, "undo", match="m1")["code"] == "nothing-to-undo"


def test_only_so_many_matches_are_open() -> None:
    """One that is closed makes room, and its name does not come again."""
    session = begin()
    for number in range(MOST_MATCHES):
        assert ask(session, "new", ruleset="short")["match"] == f"m{number + 1}"
    assert refused(session, "new", ruleset="short")["code"] == "too-many-matches"
    ask(session, "close", match="m5")
    assert ask(session, "new", ruleset="short")["match"] == f"m{MOST_MATCHES + 1}"
    assert refused(session, "state", match="m5")["code"] == "unknown-match"


def test_perft_counts_on_through_what_chance_is_said_to_bring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As far as that goes, and has an end; within a turn it counts like the tests of the rules."""
    session = begin()
    ask(session, "new", ruleset="jolly-roger", seed=3)
    cards = play_to_a_deal(session)
    position = session._matches["m1"].match.position
    counted = [ask(session, "perft", depth=depth) for depth in (1, 2, 3)]
    expected = [perft_of(position, [], 0, depth) for depth in (1, 2, 3)]
    assert [told["count"] for told in counted] == expected
    assert [sum(told["moves"].values()) for told in counted] == expected
    splits = ask(session, "legal")["legal"]
    assert list(counted[0]["moves"]) == splits

    monkeypatch.setattr(perft, "MOST_COUNTED", 1000)
    for depth, code in ((8, "perft-too-big"), (21, "field-number"), (0, "field-number")):
        assert refused(session, "perft", depth=depth)["code"] == code
    monkeypatch.undo()
    ask(session, "undo")
    last = len(ask(session, "legal")["legal"])
    for chance, count in ((cards, last * len(splits)), (cards[:4], 0), (["+G1"] * 5, 0)):
        assert ask(session, "perft", depth=2, chance=chance)["count"] == count
    assert refused(session, "perft", depth=2, chance=[1])["code"] == "not-an-action"


def said(*arguments: str, typed: str) -> list[dict[str, Any]]:
    ended = run("engine", *arguments, typed=typed)
    assert (ended.code, ended.err) == (exits.FINE, "")
    return [json.loads(line) for line in ended.out.splitlines()]


def test_the_command_ends_with_its_input_or_after_quit() -> None:
    """Input after quit is not read."""
    ping = '{"type":"ping","id":1}'
    for typed, types in ((ping, ["ping"]), ('{"type":"quit","id":1}\n' + ping, ["quit"]), ("", [])):
        assert [answer["type"] for answer in said(typed=typed)] == types


def test_the_command_knows_the_files_of_its_line_and_speaks_the_language_asked_for() -> None:
    """Codes are the same in every language."""
    typed = '{"type":"new","id":1,"ruleset":"short"}\n{"type":"apply","id":2,"action":"pick 1"}\n'
    file = str(EXAMPLES / "short.yaml")
    german, english = (said(file, "--lang", lang, typed=typed) for lang in ("de", "en"))

    assert [answer["type"] for answer in german] == ["new", "error"]
    assert german[1]["code"] == english[1]["code"]
    assert german[1]["message"] != english[1]["message"]


def test_a_line_of_any_length_is_one_line() -> None:
    """Of one that is too long only enough is kept to see that it is."""
    typed = [b"\x00\xff", b"x" * 9 * MOST_LINE, b'{"type":"ping","id":1}\r', b"", b"{}"]
    read = list(lines(io.BytesIO(b"\n".join(typed))))

    assert [line.rstrip(b"\n")[:50] for line in read] == [line[:50] for line in typed]
    assert max(map(len, read)) == MOST_LINE + 2
    codes = [say(SESSION, line).get("code") for line in read]
    assert codes == ["line-not-utf-8", "line-too-long", None, "line-not-json", "bad-request-id"]


@pytest.mark.process
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
        assert process.wait(60) == exits.FINE
