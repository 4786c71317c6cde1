"""Fair deals: what is promised before the first card, and whether it was kept."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from command import run
from postal_side import Side
from splitpick.core.errors import BadValue
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.fair_deal import commitment, far_fairness, new_nonce, unfair_entry
from splitpick.core.matches.match import Match
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
    begun = record_of(loaded.setup, loaded.replay(record.entries[:6]))

    assert read_token(ENGINE, write_token(ENGINE, begun)).record.setup.nonce == ""


def test_a_forfeit_ends_a_fair_match() -> None:
    loaded, record = played()
    ended = (*record.entries[:6], Entry(0, "forfeit time"))

    assert unfair_entry(loaded, ended) is None


def by_post(tmp_path: Path) -> tuple[Side, Side]:
    """Let two sides play a match by post to its end, each with a promise; return both."""
    ann, ben = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    ann.begin(nonce=NONCE)
    rng = Random(1)
    while ann.is_on() or not ann.record.result:
        ann.move(rng)
        ben.take(ann.token())
        ben.move(rng)
        ann.take(ben.token())
    return ann, ben


def test_by_post_each_side_checks_the_cards_of_the_other(tmp_path: Path) -> None:
    ann, ben = by_post(tmp_path)
    promises = [commitment(side.record.setup) for side in (ann, ben)]

    assert [ben.record.setup.promise, ann.record.setup.promise] == promises
    for one, other in ((ann, ben), (ben, ann)):
        told = one.take(other.token()).fairness
        assert told is not None
        assert told.code == "post-fair"
        assert one.take(one.token()).fairness is None  # its own says nothing
    drawn = sum(entry.seat == CHANCE for entry in ann.record.entries)
    counts = [one.take(other.token()).fairness for one, other in ((ann, ben), (ben, ann))]
    assert sum(int(str(count.params["count"])) for count in counts if count) == drawn - 5


def test_by_post_a_broken_promise_is_found(tmp_path: Path) -> None:
    ann, ben = by_post(tmp_path)
    other = replace(ann.record.setup, seed=5)
    told = ben.take(write_token(ENGINE, replace(ann.record, setup=other))).fairness

    assert told is not None
    assert told.code == "post-unfair"


def test_by_post_no_other_promise_is_taken_in(tmp_path: Path) -> None:
    ann, ben = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    ann.begin(nonce=NONCE)
    ann.move(Random(1))
    ben.take(ann.token())
    other = replace(ann.record.setup, nonce="f" * 32)

    assert (
        ben.refuses(write_token(ENGINE, replace(ann.record, setup=other))) == "post-other-promise"
    )


def test_verify_does_not_judge_a_match_by_post(tmp_path: Path) -> None:
    ann, _ = by_post(tmp_path)
    file = tmp_path / "match.txt"
    file.write_text(write_text(ann.record), "utf-8")

    assert run("verify", str(file)).error_code == "verify-post"


def test_by_post_the_first_deal_is_checked_too() -> None:
    """Whoever began the match has drawn it, from one of the two seeds that were promised."""
    loaded, record = played()
    theirs = replace(record.setup, seed=5)
    for seed, code in ((7, "post-fair"), (5, "post-fair"), (99, "post-unfair")):
        dealt = Match(loaded.game, seed).entries
        told = far_fairness(theirs, commitment(theirs), loaded.match(dealt), {1})

        assert told.code == code
