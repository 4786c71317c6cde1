"""Tokens: a match as one line of letters and digits."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from random_matches import GAMES, engine, loaded, played, seated
from splitpick.core.errors import RecordError
from splitpick.core.matches import Record
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.records import codec
from splitpick.core.matches.records.codec import (
    DIGITS,
    MOST_CHARACTERS,
    looks_like_token,
    pack,
    unpack,
)
from splitpick.core.matches.records.redact import MOST_STEPS
from splitpick.core.matches.records.token import Token, read_token, write_token

# That every match comes back from its token is checked with all records, in test_record.py.

RECORD = played(loaded(), 3)
TOKEN = write_token(engine(), RECORD)


def read(text: str) -> Token:
    return read_token(engine(), text)


def refusal(text: str) -> str:
    """Return the code of why *text* is not taken for a token."""
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value.code


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_a_match_under_way_comes_back_at_every_moment(
    name: str, variant: str, players: int
) -> None:
    """All but the seed, which says what comes next."""
    whole = played(loaded(name, variant, players=seated(players)), 5)
    for count in range(0, len(whole.entries), 97):
        setup = replace(whole.setup, seed=None)
        cut = Record(setup, whole.entries[:count])
        assert read(write_token(engine(), replace(cut, setup=whole.setup))).record == cut


def test_what_only_its_owner_knows_stays_here() -> None:
    """Times, remarks, and the path of the rules."""
    setup = replace(loaded().setup, created=123, source="/home/ann/jolly-roger.yaml")
    entries = loaded().match().entries
    noted = [replace(entry, at=99, mark="?", comment="hm") for entry in entries]
    back = read(write_token(engine(), Record(setup, tuple(noted)))).record

    assert list(back.entries) == entries
    assert (back.setup.created, back.setup.source) == (0, "jolly-roger")


def test_the_seed_goes_along_only_when_it_tells_nothing_more() -> None:
    """Under way not even in the digits, nor in the first of two matches with the same cards."""
    entries = tuple(loaded().match().entries)
    one, other = (
        write_token(engine(), Record(loaded(seed=seed).setup, entries)) for seed in (7, 8)
    )
    assert one == other

    first = replace(RECORD, setup=replace(RECORD.setup, leg=1))
    assert read(write_token(engine(), first)).record.setup.seed is None
    match = loaded(seed=41).match()
    match.forfeit(1, "time")
    back = read(write_token(engine(), record_of(loaded(seed=41).setup, match))).record
    assert (back.setup.seed, back.result) == (41, match.result)


def broken(at: int, before: str) -> str:
    return before.join(TOKEN[start : start + at] for start in range(0, len(TOKEN), at))


def test_a_token_survives_what_chats_do() -> None:
    assert set(TOKEN) <= set(DIGITS)  # no messenger makes markup, a link or a line break of them
    for text in (
        f"„{TOKEN}“",
        f"[14.03., 12:41] Ann: My move: `{TOKEN}`. Your turn!",
        "> >> " + broken(40, "\r\n> >> ") + "\n\nOn Monday Ann wrote:",
        broken(30, "\u00ad"),
        f"{TOKEN[:-9]}\n{TOKEN}\n{TOKEN}",
    ):
        assert read(text) == read(TOKEN)


def test_a_changed_missing_or_swapped_character_is_found() -> None:
    """Zeros that fill up the last block mean nothing: what is read then is the same."""
    content = unpack(TOKEN)
    for at in range(3, len(TOKEN)):
        other = DIGITS[(DIGITS.index(TOKEN[at]) + 1 + at) % 62]
        for damaged in (
            TOKEN[:at] + other + TOKEN[at + 1 :],
            TOKEN[:at] + TOKEN[at + 1 :],
            TOKEN[:at] + TOKEN[at] + TOKEN[at:],
            TOKEN[: at - 1] + TOKEN[at] + TOKEN[at - 1] + TOKEN[at + 1 :] if at > 3 else TOKEN[:at],
        ):
            if damaged != TOKEN and at < len(TOKEN) - 11:
                assert refusal(damaged) == "token-damaged"
            else:
                with suppress(RecordError):
                    assert unpack(damaged) == content
    for changed in (TOKEN[:40], TOKEN.lower(), TOKEN.upper(), TOKEN.swapcase()):
        assert refusal("SP1" + changed[3:]) == "token-damaged"


def test_text_without_a_token_is_told() -> None:
    for text in ("", " ", "hello", "SP", "SPX123", "jolly-roger-1", "S P 1", "xSP1", "\u2620"):
        assert refusal(text) == "not-a-token"
        assert not looks_like_token(text)
    assert refusal(f"{TOKEN}\n{write_token(engine(), played(loaded(), 4))}") == "several-tokens"
    assert refusal("SP2" + TOKEN[3:]) == "token-newer"
    assert looks_like_token("SP2" + TOKEN[3:])


@pytest.fixture
def own(tmp_path: Path) -> Record:
    """Begin a match by rules that are not installed."""
    text = Path(str(engine().rulesets()["jolly-roger"])).read_text("utf-8")
    path = tmp_path / "my-deck.yaml"
    path.write_text(text.replace("id: jolly-roger", "id: my-deck", 1).replace("gold: 9", "gold: 8"))
    ruleset = engine().ruleset_file(str(path)).variant()
    setup = settle(engine(), ruleset, ["human", "post"], 0, 7, source="my-deck")
    return record_of(setup, load_setup(engine(), setup, ruleset).match())


def test_rules_that_are_not_installed_go_along(own: Record) -> None:
    """Installed ones on request; those that are neither here nor in the token are named."""
    back = read(write_token(engine(), own))
    short, long = (write_token(engine(), RECORD, with_rules=carried) for carried in (False, True))
    bare = write_token(engine(), own, with_rules=False)

    assert back.record == replace(own, setup=replace(own.setup, seed=None))
    assert back.loaded.match(back.record.entries).position.view(None)
    assert (back.brings_rules, read(long).brings_rules) == (True, False)
    assert len(short) == len(TOKEN) < len(long) < 1_500
    assert read(short) == read(long)
    assert refusal(bare) == "token-unknown-rules"
    held = {own.setup.uid: own.setup}
    assert read_token(engine(), bare, held.get).record.setup.hash == own.setup.hash


# Hostile input: a right checksum over anything at all.

CONTENT: dict[str, Any] = json.loads(unpack(TOKEN))


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("token-senseless", {"steps": "0"}),
        ("token-senseless", {"steps": [2**62]}),
        ("token-senseless", {"steps": [*CONTENT["steps"], 0]}),
        ("token-senseless", {"steps": ["0 undo 1"]}),
        ("token-senseless", {"steps": [0, "0 undo 999999999"]}),
        ("token-senseless", {"steps": ["9 forfeit time", 0]}),
        ("token-senseless", {"steps": [0] * (MOST_STEPS + 1)}),
        ("token-senseless", {"seats": [{"id": "jolly", "player": "process:reboot"}] * 2}),
        ("token-senseless", {"seats": CONTENT["seats"][::-1]}),
        ("token-senseless", {"first": "nobody"}),
        ("token-newer", {"version": 2}),
        ("token-other-course", {"steps": CONTENT["steps"][:9]}),
        ("token-unknown-rules", {"hash": "00000000"}),
        ("token-bad-rules", {"rules": {"format": 1, "game": "splitting"}}),
    ],
)
def test_content_that_makes_no_sense_is_refused(code: str, changes: dict[str, object]) -> None:
    assert refusal(pack(json.dumps({**CONTENT, **changes}))) == code


@given(
    st.text()
    | st.text(DIGITS + " \n>SP1").map(lambda text: "SP1" + text)
    | st.text(st.characters(codec="utf-8"), min_size=1).map(pack)
)
@example("SP1" * 50)
def test_no_text_raises_anything_but_the_own_error(text: str) -> None:
    with pytest.raises(RecordError):
        read(text)


def test_a_long_text_is_not_unpacked_without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal("SP1 " * (MOST_CHARACTERS // 4)) == "token-damaged"
    assert refusal("SP1" + "x" * MOST_CHARACTERS) == "token-too-long"
    with monkeypatch.context() as patch:
        patch.setattr(codec, "MOST_BYTES", 40_000_000)
        bomb = pack(" " * 30_000_000)
    assert refusal(bomb) == "token-damaged"


def test_a_game_that_fails_on_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin raises what it likes; whoever pastes a token sees one sentence."""
    position = type(loaded().game.new_position())

    def fails(self: object, action: int) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(position, "apply", fails)

    assert refusal(TOKEN) == "token-game-fails"
