"""Fair deals: what is promised before the first card, and whether it was kept."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from command import run
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.fair_deal import commitment, new_nonce, unfair_entry
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.records.record_reader import read_record
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.records.token import read_token, write_token

ENGINE = Engine()
NONCE = "0123456789abcdef" * 2


def played(name: str = "jolly-roger", nonce: str = NONCE) -> tuple[Loaded, Record]:
    """Return a match that is over, with an undo in the middle."""
    rules = ENGINE.ruleset_file(name).variant()
    setup = settle(ENGINE, rules, ["human", "human"], 0, 7, nonce=nonce)
    loaded = load_setup(ENGINE, setup, rules)
    match = loaded.match()
    while not match.over:
        match.play(match.legal()[0])
        if len(match.entries) in (9, 10) and not match.over:
            match.undo()
    return loaded, record_of(setup, match)


@pytest.mark.parametrize("name", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_what_chance_brought_follows_from_the_seed(name: str) -> None:
    loaded, record = played(name)

    assert unfair_entry(loaded, record.entries) is None
    assert unfair_entry(loaded, record.entries[:12]) is None


def test_another_card_is_found(tmp_path: Path) -> None:
    loaded, record = played()
    first, second, *rest = record.entries
    swapped = (second, first, *rest)

    assert unfair_entry(loaded, swapped) == (0, first.text)
    file = tmp_path / "swapped.txt"
    file.write_text(write_text(replace(record, entries=swapped)), "utf-8")
    ended = run("verify", str(file))
    assert ended.code == 1
    assert ended.out == f"Entry 1 is {second.text}, but from the seed 7 follows {first.text}.\n"


def test_a_commitment_is_the_hash_of_seed_and_nonce() -> None:
    _, record = played()

    assert commitment(record.setup) == sha256(f"7 {NONCE}".encode()).hexdigest()
    assert commitment(replace(record.setup, nonce="")) == ""
    assert commitment(replace(record.setup, seed=None)) == ""
    assert len({new_nonce() for _ in range(100)}) == 100


def test_verify_compares_what_was_promised(tmp_path: Path) -> None:
    _, record = played()
    file = tmp_path / "match.txt"
    file.write_text(write_text(record), "utf-8")
    promised = commitment(record.setup)

    assert run("verify", str(file)).code == 0
    kept = run("verify", str(file), "--commitment", promised)
    assert (kept.code, kept.out.splitlines()[-1]) == (0, "That is the one that you were shown.")
    assert run("verify", str(file), "--commitment", "0" * 64).code == 1
    file.write_text(write_text(replace(record, setup=replace(record.setup, nonce=""))), "utf-8")
    assert run("verify", str(file)).code == 0
    assert run("verify", str(file), "--commitment", promised).code == 1


def test_without_a_seed_nothing_can_be_verified(tmp_path: Path) -> None:
    loaded, record = played()
    seedless = replace(record.setup, seed=None)
    file = tmp_path / "match.txt"
    file.write_text(write_text(replace(record, setup=seedless)), "utf-8")

    with pytest.raises(BadValue):
        unfair_entry(replace(loaded, setup=seedless), record.entries)
    assert run("verify", str(file)).error_code == "verify-no-seed"
    assert run("verify", str(tmp_path / "none.txt")).code == 2


def test_the_nonce_goes_through_every_form_and_is_missing_where_there_is_none() -> None:
    _, record = played()
    without = replace(record, setup=replace(record.setup, nonce=""))

    for write in (write_text, write_json):
        assert read_record(write(record), ENGINE).setup.nonce == NONCE
        assert "onc" not in write(without)
    assert read_token(ENGINE, write_token(ENGINE, record)).record.setup.nonce == NONCE


def test_a_token_tells_no_nonce_before_the_end() -> None:
    loaded, record = played()
    begun = loaded.replay(record.entries[:6])

    assert read_token(ENGINE, write_token(ENGINE, begun)).record.setup.nonce == ""


def test_a_forfeit_ends_a_fair_match() -> None:
    loaded, record = played()
    ended = (*record.entries[:6], Entry(0, "forfeit time"))

    assert unfair_entry(loaded, ended) is None
