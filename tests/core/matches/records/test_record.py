"""A record holds a whole match: what is written is read again, to the letter."""

from dataclasses import replace
from pathlib import Path

import pytest

from command import run
from golden import same_as_file
from random_matches import (
    GAMES,
    check_round_trip,
    check_round_trips,
    engine,
    loaded,
    rules,
    untimed,
    wild,
)
from sample_sizes import each_sample
from splitpick.core.errors import RecordError
from splitpick.core.hooks.provider import Provider
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.record import Loaded, Record, record_of
from splitpick.core.matches.records.record_reader import read_json, read_text
from splitpick.core.matches.records.record_writer import WIDTH, write_json, write_text
from splitpick.core.matches.records.redact import program_name, redact
from splitpick.core.matches.store import Store
from tables import VARIANTS

EIGHT = Path(__file__).parents[3] / "sample_rulesets/board/eight-seats.yaml"
RECORDS = Path(__file__).parents[3] / "golden" / "records"


@pytest.mark.often(3)
@each_sample("records")
@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_a_match_comes_back_as_it_went_out(
    name: str, variant: str, players: int, seeds: range
) -> None:
    """In text, in JSON and as a token."""
    check_round_trips(name, variant, players, seeds)


def test_a_match_of_eight_comes_back_as_it_went_out(tmp_path: Path) -> None:
    file = tmp_path / "eight.txt"
    seats = ("jolly", "roger", "anne", "mary", "jack", "bess", "ned", "kate")
    players = [word for seat in seats for word in ("--seat", f"{seat}=random")]
    home = {"SPLITPICK_HOME": str(tmp_path)}
    run("play", str(EIGHT), "--players", "8", *players, "--seed", "1", variables=home)
    run("matches", "export", "eight-seats-1", "--out", str(file), variables=home)
    again = run("matches", "import", str(file), language="en", variables=home)

    assert again.out == "This match is already saved as eight-seats-1.\n"


@pytest.mark.often(2)
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("skull-queen", ["--players", "2"]),
        *(("jolly-roger", ["--variant", variant]) for variant in VARIANTS),
        ("skull-queen", ["--players", "4"]),
        *(("dead-mans-dice", ["--players", players]) for players in "24"),
    ],
)
def test_a_golden_match_comes_back_as_it_went_out(
    game: str, words: list[str], tmp_path: Path
) -> None:
    """The match of a playthrough, kept by the command that plays it."""
    players = int(words[1]) if words[0] == "--players" else 2
    for number, (seat, _) in enumerate(rules(game).seats[:players]):
        words = [*words, "--seat", f"{seat}={'random' if number else 'greedy'}"]
    ended = run("play", game, *words, "--seed", "1", variables={"SPLITPICK_HOME": str(tmp_path)})
    store = Store(tmp_path)
    record = store.load(None).record
    store.close()

    assert ended.code == 0
    assert record.result is not None
    check_round_trip(record)


def scripted(name: str, plays: int, players: tuple[str, ...]) -> Record:
    """Play a match by the first, second, third, ... choice in turn."""
    begun = begin(name, {"jolly-roger": "advanced", "dead-mans-dice": "short"}.get(name), players)
    match = begun.match()
    for number in range(plays):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[number % len(legal)])
    return record_of(begun.setup, match)


def begin(name: str, variant: str | None, players: tuple[str, ...]) -> Loaded:
    """Begin a match with the second seat, on the 20th of November 2026."""
    begun = loaded(name, variant, players=players, first=1, uid=f"{7:016x}")
    return replace(begun, setup=replace(begun.setup, created=1_795_179_600_130))


def annotated() -> Record:
    """Return an unfinished match with everything that somebody may write into one."""
    begun = begin("jolly-roger", "advanced", ("human", "process:./bots/my-bot --level 3"))
    match = begun.match()
    for number in range(5):
        match.play(match.legal()[number])
    match.undo(seat=0)
    match.play(match.legal()[0])
    match.play(match.legal()[-1])
    match.forfeit(1, "time")
    notes = {
        5: ("?!", "Zwei Einsen für einen Piraten: {3} ist viel zu viel, meint der Papagei."),
        6: ("", "A path C:\\decks and [brackets]."),
        8: ("??", ""),
        9: ("", "这是一个很好的选择因为对手不能再拿走那艘船上的任何东西所以我们应该留下它。"),
    }  # fmt: skip
    for number, (mark, comment) in notes.items():
        match.entries[number] = replace(match.entries[number], mark=mark, comment=comment)
    setup = replace(begun.setup, practice=True, leg=2, partner="f" * 16, daily="2026-11-22")
    return record_of(setup, match)


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("jolly-roger", scripted("jolly-roger", 200, ("human", "greedy"))),
        ("skull-queen", scripted("skull-queen", 200, ("human", "random", "post", "human"))),
        ("dead-mans-dice", scripted("dead-mans-dice", 60, ("human", "random", "human"))),
        ("annotated", annotated()),
        ("with-rules", annotated()),
    ],
)
def test_a_record_can_be_read_by_people(name: str, record: Record) -> None:
    """The files are for looking at; ``SPLITPICK_GOLDEN=write`` writes them anew."""
    text = write_text(record, with_rules=name == "with-rules")
    same_as_file(RECORDS / f"{name}.txt", text)
    turns = text.partition("\n\n")[2].partition("[Definition]")[0]

    assert read_text(text, engine()) == untimed(redact(record))
    assert max(map(len, turns.splitlines())) <= WIDTH


def test_a_record_in_json_can_be_read_by_people() -> None:
    same_as_file(RECORDS / "annotated.json", write_json(annotated()))

    back = read_json((RECORDS / "annotated.json").read_text("utf-8"), engine())
    assert back == redact(annotated())


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/home/me/bots/my-bot.py --key secret", "my-bot.py"),
        ("KEY=secret PATH=/x '/opt/a b/run me' now", "run-me"),
        ('"C:\\bots\\bot.exe"', "bot.exe"),
        ("python3 'open quote", "python3"),
        ("../..", "program"),
        ("./böt\x1b[2J", "b-t-2J"),
        ("x" * 100, "x" * 40),
    ],
)
def test_of_a_process_only_its_name_goes_out(command: str, name: str) -> None:
    """Neither where it lies, nor how it was called, nor its secrets."""
    record = Record(replace(loaded().setup, players=("human", f"process:{command}")), ())

    assert program_name(command) == name
    assert redact(record).setup.players == ("human", f"program:{name}")


def test_control_characters_do_not_go_out() -> None:
    """Nor more than one line, whatever a comment, a version or a source holds."""
    odd = "a\x1b[2J\x9b\u202e\r\nb\tc\ud800\x00"
    clean = "a\ufffd[2J\ufffd\ufffd b c\ufffd\ufffd"
    entry = replace(wild(loaded(), 1).entries[0], comment=odd, at=-5)
    setup = replace(loaded().setup, source=odd, plugins=(Provider(odd, odd, odd),))
    redacted = redact(Record(setup, (entry,)))

    assert redacted.setup.plugins == (Provider(clean, clean, clean),)
    assert (redacted.setup.source, redacted.entries[0].comment) == (clean, clean)
    assert redacted.entries[0].at == 0
    assert redact(redacted) == redacted


def test_a_notation_that_could_be_misread_is_not_written() -> None:
    """A plugin's game may have one; no record is better than a wrong one."""
    for text in ("a; b", "{x}", "[x]", "x ?", "?! x", "3. x", "ü", "a  b", "", "Undo x", 'a "b"',
                 "a\nb", "x" * 201):  # fmt: skip
        with pytest.raises(RecordError) as caught:
            write_text(Record(loaded().setup, (Entry(0, text),)))
        assert caught.value.code == "record-notation"


def test_a_match_that_no_record_can_hold_is_not_written() -> None:
    entry = Entry(0, "pick 1", comment="x" * 10_000)
    for entries in ((Entry(0, "pick 1"),) * 20_001, (entry,) * 500):
        for write in (write_text, write_json):
            with pytest.raises(RecordError) as caught:
                write(Record(loaded().setup, entries))
            assert caught.value.code == "record-too-long"
