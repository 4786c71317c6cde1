"""The bot protocol as core/matches/README.md specifies it: lines, transcripts, examples, secrets.

``SPLITPICK_GOLDEN=write pytest tests/test_protocol.py`` writes what splitpick says, and the example
bots, into the specification.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden import writing
from programs import EXAMPLES, engine, load, program, short
from splitpick.core.errors import BotFailed, NotationError, ProtocolError
from splitpick.core.game import CHANCE, Action, Position
from splitpick.core.matches import protocol
from splitpick.core.matches.match import Match
from splitpick.core.matches.player import close_all
from splitpick.core.matches.process import ProcessBot
from splitpick.core.matches.record import Loaded
from splitpick.core.matches.session import EngineSession
from splitpick.core.text import Language

ROOT = Path(__file__).resolve().parent.parent
SPECIFICATION = ROOT / "core" / "matches" / "README.md"
GAMES = ("jolly-roger", "skull-queen", "dead-mans-dice")
SEED = 918273645546372819
"""One that nobody would write by chance."""


def block(mark: str) -> re.Match[str]:
    """Find the block of the specification behind a mark."""
    text = SPECIFICATION.read_text("utf-8")
    found = re.search(rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```\n", text, re.DOTALL)
    assert found
    return found


def same_as_block(mark: str, expected: str) -> None:
    """Compare a block of the specification with what it has to be."""
    found = block(mark)
    if writing():
        text = SPECIFICATION.read_text("utf-8")
        SPECIFICATION.write_text(text[: found.start(1)] + expected + text[found.end(1) :], "utf-8")

    assert block(mark).group(1) == expected


# Lines.


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(st.characters()), JSON, max_size=4))
def test_what_is_written_can_be_read_by_anybody(message: dict[str, Any]) -> None:
    """It is one line of ASCII, and has no half characters."""
    line = protocol.write(message)

    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8")
    assert protocol.read(line) == json.loads(line)


def test_half_characters_are_written_as_question_marks() -> None:
    """Strict readers would refuse the line; whole ones stay."""
    assert (
        protocol.write({"a": "x\ud800y", "b": "\U0001f3b2"})
        == b'{"a":"x?y","b":"\\ud83c\\udfb2"}\n'
    )


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_line_is_read_or_refused(line: bytes) -> None:
    """With a code, and with nothing else."""
    try:
        found = "" if isinstance(protocol.read(line), dict) else "no object"
    except ProtocolError as error:
        found = error.code

    assert found == "" or found.startswith("line-")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "line-not-json"),
        (b"{", "line-not-json"),
        (b"{} {}", "line-not-json"),
        (b'{"a":NaN}', "line-not-json"),
        (b'{"a":-Infinity}', "line-not-json"),
        (b'{"a":' + b"9" * 5000 + b"}", "line-not-json"),
        (b"\xef\xbb\xbf{}", "line-not-json"),
        (b"[]", "line-not-object"),
        (b'"text"', "line-not-object"),
        (b"null", "line-not-object"),
        (b'{"a":"\xff"}', "line-not-utf-8"),
        (b'{"a":"\xed\xa0\x80"}', "line-not-utf-8"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "line-too-deep"),
        (b"[" * 500_000, "line-too-deep"),
        (b'{"a":' * 150_000, "line-too-deep"),
        (b'{"a":"' + b"x" * protocol.MOST_LINE + b'"}', "line-too-long"),
    ],
)
def test_a_line_that_is_no_message(line: bytes, code: str) -> None:
    """Each for a reason of its own."""
    with pytest.raises(ProtocolError) as refused:
        protocol.read(line)

    assert refused.value.code == code


def test_the_longest_and_the_deepest_line_that_can_be_read() -> None:
    """The limits are those of the specification."""
    longest = b'{"a":"' + b"x" * (protocol.MOST_LINE - 8) + b'"}'
    deepest = b'{"a":' * 32 + b"1" + b"}" * 32

    assert len(longest) == protocol.MOST_LINE
    assert protocol.read(longest + b"\r\n")["a"]
    assert protocol.read(deepest)["a"]
    text = SPECIFICATION.read_text("utf-8")
    assert f"A line has at most {protocol.MOST_LINE:,} bytes" in text
    assert f"at most {protocol.MOST_DEPTH} deep" in text


# The specification.


CODES = re.compile(r'\bmsg\(\s*"([a-z0-9-]+)"')


def test_the_specification_names_every_code() -> None:
    """Those of lines, of sessions and of programs on a seat, and no other."""
    room = ROOT / "core" / "matches"
    files = ("protocol.py", "session.py", "perft.py", "process.py")
    codes = {code for name in files for code in CODES.findall((room / name).read_text("utf-8"))}
    codes -= {"bot-log"}  # a part of others
    text = SPECIFICATION.read_text("utf-8")
    section = text.partition("\n## The bot protocol\n")[2].partition("\n## ")[0]
    listed = re.findall(r"(?m)^\| ((?:`[a-z0-9-]+`(?:, )?)+) \| [^|]+ \|$", section)
    named = {code for cell in listed for code in re.findall("[a-z0-9-]+", cell)}

    assert {code for code in named if "-" in code} == codes


def test_the_specification_shows_the_examples_as_they_are() -> None:
    """To the letter."""
    for name in ("bot.py", "bot.mjs"):
        same_as_block(f"file: tests/examples/{name}", (EXAMPLES / name).read_text("utf-8"))


RECORDER = """
script = open(sys.argv[2]).read().splitlines()
with open(sys.argv[3], "w") as record:
    for line in sys.stdin:
        record.write("S " + line)
        del script[:1]
        while script and script[0].startswith("P "):
            record.write(script[0] + "\\n")
            record.flush()
            print(script.pop(0)[2:], flush=True)
"""
"""A program that answers as it stands in a transcript, and writes down all that is said."""


@pytest.mark.parametrize("name", ["seat", "failure"])
def test_the_transcript_of_a_program_on_a_seat(name: str, tmp_path: Path) -> None:
    """Word for word, with nothing of it left out."""
    script, record = tmp_path / "script", tmp_path / "record"
    script.write_text(block(f"transcript: {name}").group(1), "utf-8")
    command = program(tmp_path, RECORDER)
    bot = ProcessBot(shlex.join([*shlex.split(command), str(script), str(record)]))
    loaded = short()
    match = loaded.match()
    bot.open(loaded, 0)
    try:
        while not match.over:
            if match.position.to_act() == 0:
                match.apply(bot.choose(match, 0))
            else:
                match.apply(match.position.legal_actions()[0])
    except BotFailed as failed:
        match.forfeit(0, failed.code)
    bot.close()

    same_as_block(f"transcript: {name}", record.read_text("utf-8"))
    assert match.result
    assert match.result.forfeited == (0 if name == "failure" else None)


def test_the_transcript_of_a_session() -> None:
    """Word for word."""
    files = {"short": engine().ruleset_file(str(EXAMPLES / "short.yaml"))}
    session = EngineSession(engine(), Language("en"), files, "0.1.0")
    said: list[str] = []
    for line in block("transcript: engine").group(1).splitlines():
        if line.startswith("P "):
            said += [line, f"S {session.answer(line[2:])}"]

    same_as_block("transcript: engine", "\n".join(said) + "\n")
    assert session.over


# The examples.


def example(name: str) -> str:
    """Return the command of an example; a machine without node cannot run those for it."""
    if name.endswith(".mjs"):
        node = shutil.which("node")
        if not node:
            pytest.skip("NODE IS MISSING: the example bot in JavaScript was NOT run")
        return shlex.join([node, str(EXAMPLES / name)])
    return shlex.join([sys.executable, str(EXAMPLES / name)])


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("name", ["bot.py", "bot.mjs"])
def test_an_example_plays_a_whole_game(name: str, ruleset: str) -> None:
    """Of every kind, on every seat."""
    loaded = load(ruleset)
    bots = [ProcessBot(example(name)) for _ in loaded.setup.seats]
    match = loaded.match()
    for seat, bot in enumerate(bots):
        bot.open(loaded, seat)
        assert bot.name.startswith("random bot in")
    while not match.over:
        seat = match.position.to_act()
        match.apply(bots[seat].choose(match, seat, 10))
    close_all(bots)

    assert match.result
    assert match.result.forfeited is None
    assert all(bot.log is None for bot in bots)


# Secrets.


KEEPER = """
with open(sys.argv[2], "w") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        asked = json.loads(line)
        if asked["type"] == "hello": say(type="hello", version=1)
        if asked["type"] == "choose":
            answer(asked, action=asked["legal"][asked["id"] % len(asked["legal"])])
"""
"""A program that keeps all that it is sent."""


@pytest.mark.parametrize(("ruleset", "players"), [("skull-queen", 2), ("skull-queen", 4)])
def test_nothing_is_sent_but_what_a_seat_may_know(
    ruleset: str, players: int, tmp_path: Path
) -> None:
    """Over whole games: each message is that of any position which the seat takes for the same."""
    loaded = load(ruleset, players, SEED)
    bots: list[ProcessBot] = []
    for seat in range(players):
        folder = tmp_path / str(seat)
        folder.mkdir()
        words = [*shlex.split(program(folder, KEEPER)), str(folder / "kept")]
        bots.append(ProcessBot(shlex.join(words)))
        bots[-1].open(loaded, seat)
    match = loaded.match()
    rng = Random(1)
    expected: list[list[bytes]] = [[] for _ in bots]
    while not match.over:
        seat = match.position.to_act()
        hidden = match.position.resample(seat, rng)
        message = protocol.ask(match, hidden, loaded.presenter, seat)
        number = len(expected[seat]) + 1
        asked = {"type": "choose", "id": number, **message, "time_ms": 5000}
        expected[seat].append(protocol.write(asked))
        match.apply(bots[seat].choose(match, seat, 5))
    close_all(bots)

    for seat in range(players):
        kept = (tmp_path / str(seat) / "kept").read_bytes()
        hello, *questions, over, leave = kept.splitlines(keepends=True)
        assert questions == expected[seat]
        told = protocol.introduce(loaded.ruleset, players, 0)
        greeting = {"type": "hello", "id": 0, "version": 1, **told, "seat": seat, "time_ms": 10000}
        assert hello == protocol.write(greeting)
        assert match.result
        assert over == protocol.write({"type": "over", **protocol.outcome(match.result)})
        assert leave == b'{"type":"quit"}\n'
        assert str(SEED).encode() not in kept


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_history_tells_no_card_that_a_seat_has_not_seen(players: int) -> None:
    """Nor a choice: where two cards change places, or another seat chooses otherwise in secret.

    All that was done is done again with the change, and the seat to act hears the same.
    """
    loaded = load("skull-queen", players)
    compared = 0
    for seed in range(6):
        match = Match(loaded.game, seed)
        rng = Random(seed)
        while match.position.view(None)["round"] == 1:
            seat = match.position.to_act()
            said = protocol.write(protocol.ask(match, match.position, loaded.presenter, seat))
            others = [*exchanged(loaded, match, said.decode(), rng), *chosen(loaded, match, rng)]
            for other in others:
                again = protocol.ask(other, other.position, loaded.presenter, seat)
                assert protocol.write(again) == said
                compared += 1
            match.apply(rng.choice(match.position.legal_actions()))

    assert compared > 100


def exchanged(loaded: Loaded, match: Match, said: str, rng: Random) -> Iterator[Match]:
    """Exchange two cards in *match* that are not in what is *said* to a seat, where that can be."""
    done = [action.notation for action in match.actions]
    seen = set(re.findall(r"[A-Z]\d+", said))
    unseen = sorted({card for text in done for card in re.findall(r"[A-Z]\d+", text)} - seen)
    for _ in range(3):
        if len(unseen) < 2:
            return
        one, two = rng.sample(unseen, 2)
        # By way of a name that no card has.
        texts = [rename(rename(rename(text, one, "?"), two, one), "?", two) for text in done]
        replayed = replay(loaded, texts)
        if replayed and texts != done:
            yield replayed


def chosen(loaded: Loaded, match: Match, rng: Random) -> Iterator[Match]:
    """Let another seat choose otherwise what all choose in secret at the same time."""
    seat = match.position.to_act()
    if match.position.view(seat)["phase"] not in ("side", "place"):
        return
    secret = [
        number
        for number, done in enumerate(match.actions)
        if done.kind in ("side", "place") and done.seat != seat
    ]
    for number in {*secret[-1:], *rng.sample(secret, min(2, len(secret)))}:
        position = match.at(number)
        texts = [action.notation for action in match.actions]
        legal = set(map(position.notation, position.legal_actions())) - {texts[number]}
        texts[number] = rng.choice(sorted(legal))
        replayed = replay(loaded, texts)
        if replayed:
            yield replayed


def rename(text: str, card: str, other: str) -> str:
    """Write *other* for *card* in a notation, but not in the name of a longer one."""
    return re.sub(rf"{re.escape(card)}(?!\d)", other, text)


def replay(loaded: Loaded, texts: list[str]) -> Match | None:
    """Play *texts*, chance and all; ``None`` where that cannot be."""
    position: Position = loaded.game.new_position()
    actions: list[Action] = []
    for text in texts:
        try:
            action = position.parse(text)
        except NotationError:
            return None
        actions.append(position.describe(action))
        position.apply(action)
    if position.to_act() == CHANCE:
        return None
    match = Match(loaded.game, 0)
    match.actions = actions
    match._positions = [position]
    return match


def test_nobody_hears_in_a_session_what_an_onlooker_may_not() -> None:
    """Scores too: what the seats have now may be secret."""
    loaded = load("skull-queen", 3)
    match = Match(loaded.game, SEED)
    rng = Random(2)
    for _ in range(200):
        if match.over:
            break
        hidden = match.position.resample(rng.randrange(3), rng)
        twin = Match(loaded.game, SEED)
        twin._positions = [hidden]
        assert protocol.stand(twin) == protocol.stand(match)
        told = protocol.look(match, match.position, loaded.presenter, None)
        assert protocol.look(match, hidden, loaded.presenter, None) == told
        match.apply(rng.choice(match.position.legal_actions()))


def test_no_line_of_a_match_is_near_the_limit() -> None:
    """Of the longest there are: six players, to the end."""
    longest = 0
    for ruleset in GAMES:
        loaded = load(ruleset, load(ruleset).ruleset.players[1])
        match = Match(loaded.game, 5)
        rng = Random(5)
        while not match.over:
            seat = match.position.to_act()
            message = protocol.ask(match, match.position, loaded.presenter, seat)
            longest = max(longest, len(protocol.write(message)))
            match.apply(rng.choice(match.position.legal_actions()))

    assert longest < protocol.MOST_LINE / 20
