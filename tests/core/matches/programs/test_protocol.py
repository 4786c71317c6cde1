"""The bot protocol as its README specifies it: lines, codes, transcripts, examples, secrets.

``SPLITPICK_GOLDEN=write pytest tests/core/matches/programs/test_protocol.py`` writes what splitpick
says, and the example bots, into the specification.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from golden import writing
from lacking import lacking
from program_players import EXAMPLES, engine, load, play_out, program
from splitpick.core.errors import JournalError, ProtocolError
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.match import BAD_SEED, Match
from splitpick.core.matches.programs import protocol, protocol_errors
from splitpick.core.matches.programs.process_bot import ProcessBot
from splitpick.core.matches.programs.session import EngineSession
from splitpick.core.matches.record import Loaded
from splitpick.core.text import Language

SPECIFICATION = Path(__file__).parents[4] / "core" / "matches" / "programs" / "README.md"
GAMES = ("jolly-roger", "skull-queen", "dead-mans-dice")
SEED = 918273645546372819
"""A seed that is in no line by chance."""


def block(mark: str) -> re.Match[str]:
    """Find the block of the specification after a mark."""
    text = SPECIFICATION.read_text("utf-8")
    match = re.search(rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```\n", text, re.DOTALL)
    assert match
    return match


def same_as_block(mark: str, expected: str) -> None:
    """Compare a block of the specification with what it has to be."""
    found = block(mark)
    if writing():
        text = SPECIFICATION.read_text("utf-8")
        SPECIFICATION.write_text(text[: found.start(1)] + expected + text[found.end(1) :], "utf-8")

    assert block(mark).group(1) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"a":NaN}', "line-not-json"),
        (b'{"a":' + b"9" * 5000 + b"}", "line-not-json"),
        (b"null", "line-not-object"),
        (b'{"a":"\xed\xa0\x80"}', "line-not-utf-8"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "line-too-deep"),
        (b"[" * 500_000, "line-too-deep"),
        (b'{"a":"' + b"x" * protocol.MOST_LINE + b'"}', "line-too-long"),
    ],
)
def test_a_line_that_is_no_message_has_a_code(line: bytes, code: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        protocol.read(line)

    assert refused.value.code == code


def test_the_specification_names_every_code() -> None:
    """And no other, but those of rule sets."""
    text = SPECIFICATION.read_text("utf-8")
    listed = re.findall(r"(?m)^\| ((?:`[a-z0-9-]+`(?:, )?)+) \| [^|]+ \|$", text)
    named = {code for cell in listed for code in re.findall("[a-z0-9-]+", cell) if "-" in code}

    table = Path(protocol_errors.__file__).read_text("utf-8")
    assert named == {*re.findall(r'msg\("([a-z0-9-]+)"', table), BAD_SEED.code, "unknown-ruleset"}


def test_the_specification_shows_the_examples_as_they_are() -> None:
    """They can be started as they are."""
    for name in ("bot.py", "bot.mjs"):
        text = (EXAMPLES / name).read_text("utf-8")
        same_as_block(f"file: tests/examples/{name}", text)
        assert os.access(EXAMPLES / name, os.X_OK)
        assert text.startswith("#!/usr/bin/env ")


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


@pytest.mark.parametrize(("name", "forfeited"), [("seat", None), ("failure", 0)])
def test_the_transcript_of_a_program_at_a_seat(
    name: str, forfeited: int | None, tmp_path: Path
) -> None:
    script, record = tmp_path / "script", tmp_path / "record"
    script.write_text(block(f"transcript: {name}").group(1), "utf-8")
    command = f"{program(tmp_path, RECORDER)} {shlex.join([str(script), str(record)])}"
    ended = play_out(ProcessBot(command), seconds=2)

    same_as_block(f"transcript: {name}", record.read_text("utf-8"))
    assert ended.result.forfeited == forfeited


def test_the_transcript_of_a_session() -> None:
    files = {"short": engine().ruleset_file(str(EXAMPLES / "short.yaml"))}
    session = EngineSession(engine(), Language("en"), files, "0.1.0")
    texts: list[str] = []
    for line in block("transcript: engine").group(1).splitlines():
        if line.startswith("P "):
            texts += [f"{line}\n", f"S {session.answer(line[2:].encode()).decode()}"]

    same_as_block("transcript: engine", "".join(texts))
    assert session.over


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [("bot.py", "jolly-roger"), ("bot.py", "skull-queen"), ("bot.mjs", "dead-mans-dice")],
)
def test_an_example_plays_a_whole_game(name: str, ruleset: str) -> None:
    """In every seat."""
    runner = sys.executable if name.endswith(".py") else shutil.which("node")
    if runner is None:
        lacking("node, for the example bot in JavaScript")
    loaded = load(ruleset)
    bots = [ProcessBot(shlex.join([runner, str(EXAMPLES / name)])) for _ in loaded.setup.seats]
    match = loaded.match()
    for seat, bot in enumerate(bots):
        bot.open(loaded, seat)
        assert bot.title.startswith("random bot in")
    while not match.over:
        seat = match.position.to_act()
        match.apply(bots[seat].choose(match, seat, 60))
    for bot in bots:
        bot.close()

    assert match.result
    assert match.result.forfeited is None
    assert not any(bot.log and bot.log.exists() for bot in bots)


@pytest.mark.often(1)
@pytest.mark.parametrize("ruleset", GAMES)
def test_a_seat_or_an_onlooker_is_told_only_what_it_may_know(ruleset: str) -> None:
    """Any position that a seat cannot tell from the real one makes the same message.

    With as many players as can be; no message is near the limit of a line, or holds the seed.
    """
    loaded = load(ruleset, load(ruleset).ruleset.players[1], SEED)
    match, twin = loaded.match(), loaded.match()
    rng = Random(2)
    while not match.over:
        position, seat = match.position, match.position.to_act()
        hidden = position.resample(seat, rng)
        twin.position = hidden
        told = protocol.ask(match, position, loaded.presenter, seat)
        seen = protocol.look(match, position, loaded.presenter, None)

        assert protocol.ask(match, hidden, loaded.presenter, seat) == told
        assert protocol.look(match, hidden, loaded.presenter, None) == seen
        assert protocol.stand(twin) == protocol.stand(match)
        line = protocol.write(told)
        assert len(line) < protocol.MOST_LINE / 20
        assert str(SEED).encode() not in line
        match.apply(rng.choice(position.legal_actions()))


def test_the_history_tells_no_card_that_a_seat_has_not_seen() -> None:
    """Two cards change places, all that was done is done again, and a seat hears the same."""
    loaded = load("skull-queen", 5)
    compared = 0
    for seed in range(2):
        match = Match(loaded.game, seed)
        rng = Random(seed)
        while match.position.view(None)["round"] == 1:
            seat = match.position.to_act()
            said = protocol.write(protocol.ask(match, match.position, loaded.presenter, seat))
            for texts in exchanged(match, said.decode(), rng):
                if texts != match.journal and (other := replay(loaded, texts)):
                    again = protocol.ask(other, other.position, loaded.presenter, seat)
                    assert protocol.write(again) == said
                    compared += 1
            match.apply(rng.choice(match.position.legal_actions()))

    assert compared > 20


def exchanged(match: Match, said: str, rng: Random) -> Iterator[list[str]]:
    """Exchange two cards in the journal of *match* that are not in what is *said* to a seat."""
    journal = "\n".join(match.journal)
    unseen = sorted(set(re.findall(r"[A-Z]\d+", journal)) - set(re.findall(r"[A-Z]\d+", said)))
    if len(unseen) >= 2:
        one, two = rng.sample(unseen, 2)
        swap = {one: two, two: one}
        yield re.sub(r"[A-Z]\d+", lambda card: swap.get(card[0], card[0]), journal).split("\n")


def replay(loaded: Loaded, texts: list[str]) -> Match | None:
    """Play *texts*, chance and all; ``None`` where they are impossible or were played."""
    match = Match(loaded.game, 0, goes_on=False)
    for text in texts:
        try:
            match.replay(Entry(match.position.to_act(), text))
        except JournalError:
            return None
    return match if match.position.to_act() >= 0 else None
