"""Fair deals: what is promised before the first card, and whether it was kept."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from command import run
from postal_side import Side, play_by_post
from splitpick.core.errors import BadValue
from splitpick.core.game import CHANCE
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.entry import Entry
from splitpick.core.matches.fair_deal import post_fairness, unfair_entry
from splitpick.core.matches.match import Match
from splitpick.core.matches.record import Loaded, Record, load_setup, record_of, settle
from splitpick.core.matches.records.record_reader import read_record
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.records.token import read_token, write_token
from splitpick.core.matches.setup import commitment, new_nonce
from tiny_ruleset import TINY, parse

ENGINE = Engine()
NONCE = "0123456789abcdef" * 4


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
    assert ended.out == f"Entry 1 is {second.text}, but the seed 7 gives {first.text}.\n"


def test_a_commitment_is_the_hash_of_all_that_makes_the_deal() -> None:
    _, record = played()
    setup = record.setup

    text = f"7 {NONCE} {setup.hash} jolly,roger jolly {setup.uid}"
    assert commitment(setup) == sha256(text.encode()).hexdigest()
    assert commitment(replace(setup, nonce="")) == ""
    assert commitment(replace(setup, seed=None)) == ""
    assert len({new_nonce() for _ in range(100)}) == 100
    assert {len(new_nonce()) for _ in range(100)} == {64}


def test_a_promise_binds_rules_options_seats_first_seat_and_match() -> None:
    promised = set()
    for variant, options in (
        ("introductory", {}),
        ("advanced", {}),
        ("advanced", {"memory": True}),
    ):
        rules = ENGINE.ruleset_file("jolly-roger").variant(variant).with_options(options)
        for first in (0, 1):
            setup = settle(ENGINE, rules, ["human", "human"], first, 7, nonce=NONCE)
            promised |= {commitment(setup), commitment(replace(setup, uid="f" * 16))}
    dice = ENGINE.ruleset_file("dead-mans-dice").variant()
    for players in (2, 3):
        setup = settle(ENGINE, dice, ["human"] * players, 0, 7, nonce=NONCE)
        promised.add(commitment(replace(setup, uid="0" * 16)))

    assert len(promised) == 3 * 2 * 2 + 2


def test_two_records_with_one_promise_and_another_deck_are_told_apart(tmp_path: Path) -> None:
    """The seed may be the same: the other rules make another deal of it."""
    _, record = played()
    promised = commitment(record.setup)
    other = ENGINE.ruleset_file("jolly-roger").variant("all-cards")
    setup = settle(ENGINE, other, ["human", "human"], 0, 7, nonce=NONCE)
    setup = replace(setup, uid=record.setup.uid)
    match = load_setup(ENGINE, setup, other).match()
    match.forfeit(0, "time")
    file = tmp_path / "other.txt"
    file.write_text(write_text(record_of(setup, match)), "utf-8")
    ended = run("verify", str(file), "--commitment", promised)

    assert ended.code == 1
    assert ended.out.splitlines()[-1] == f"That is not the one you were shown: {promised}"


def test_verify_says_whose_rules_a_record_has(tmp_path: Path) -> None:
    """Those installed here, those of the user's folder, or those that the record brings."""
    _, record = played()
    file, home = tmp_path / "match.txt", tmp_path / "home"
    file.write_text(write_text(record), "utf-8")
    shipped = run("verify", str(file)).out.splitlines()[1]
    own = parse(TINY).variant()
    setup = settle(ENGINE, own, ["human", "human"], 0, 7, nonce=NONCE)
    record = record_of(setup, load_setup(ENGINE, setup, own).match())
    file.write_text(write_text(record, with_rules=True), "utf-8")
    brought = run("verify", str(file)).out.splitlines()[1]
    (home / "rulesets").mkdir(parents=True)
    (home / "rulesets" / "tiny.yaml").write_text(TINY, "utf-8")
    here = run("verify", str(file), variables={"SPLITPICK_HOME": str(home)}).out.splitlines()[1]

    assert shipped == "The rules are those of jolly-roger, introductory, as installed here."
    assert brought == (
        f"The record brought its own rules. They call themselves tiny, standard, and are not those"
        f" of any rule set installed here: sha256:{setup.hash}."
    )
    assert here == "The rules are those of tiny, standard, in your own folder of rule sets."


def test_verify_compares_what_was_promised(tmp_path: Path) -> None:
    _, record = played()
    file = tmp_path / "match.txt"
    file.write_text(write_text(record), "utf-8")
    promised = commitment(record.setup)

    assert run("verify", str(file)).code == 0
    kept = run("verify", str(file), "--commitment", promised)
    assert (kept.code, kept.out.splitlines()[-1]) == (0, "That is the one you were shown.")
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
    play_by_post(ann, ben, Random(1))
    return ann, ben


def test_by_post_each_side_checks_the_cards_of_the_other(tmp_path: Path) -> None:
    ann, ben = by_post(tmp_path)
    promises = [commitment(side.record.setup) for side in (ann, ben)]

    assert [ben.record.setup.promise, ann.record.setup.promise] == promises
    counts = []
    for one, other in ((ann, ben), (ben, ann)):
        told = one.take(other.token()).fairness
        assert told is not None
        assert told.code == "post-fair"
        counts.append(int(str(told.params["count"])))
    drawn = sum(entry.seat == CHANCE for entry in ann.record.entries)
    assert sum(counts) == drawn - 5


@pytest.mark.slow
def test_verify_judges_a_match_by_post_with_what_the_other_side_has_shown(tmp_path: Path) -> None:
    ann, ben = by_post(tmp_path)
    ann.take(ben.token())
    file = tmp_path / "match.txt"
    file.write_text(write_text(ann.record), "utf-8")
    kept = run("verify", str(file))
    hidden = replace(ann.record, setup=replace(ann.record.setup, opened=""))
    file.write_text(write_text(hidden), "utf-8")
    broken = run("verify", str(file))

    assert read_record(write_text(ann.record), ENGINE).setup.opened == ann.record.setup.opened
    assert kept.code == 0
    assert "that the other side has drawn follow from the seed" in kept.out
    assert broken.code == 1
    assert broken.out.startswith("The other side has not shown the seed that it promised")


def test_by_post_the_first_deal_is_checked_too() -> None:
    """Whoever began the match has drawn it, from one of the two seeds that were promised."""
    loaded, record = played()
    theirs = replace(record.setup, seed=5)
    setup = replace(
        record.setup,
        players=("human", "post"),
        promise=commitment(theirs),
        opened=f"5 {NONCE}",
    )
    for seed, code in ((7, "post-fair"), (5, "post-fair"), (99, "post-unfair")):
        dealt = [*Match(loaded.game, seed).entries, Entry(0, "forfeit time")]
        told = post_fairness(setup, loaded.match(dealt))

        assert told is not None
        assert told.code == code
