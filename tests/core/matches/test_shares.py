"""Shares in the deal: each side gives one, once the other is bound, and nobody chooses the deal."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from command import run
from postal_side import Side, give_shares
from random_matches import engine, rules
from splitpick.core.errors import RecordError
from splitpick.core.game import CHANCE
from splitpick.core.matches import Entry, Record
from splitpick.core.matches.fair_deal import describe_shares, unfair_entry
from splitpick.core.matches.postal import caution
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.records.record_reader import read_record
from splitpick.core.matches.records.record_writer import write_json, write_text
from splitpick.core.matches.records.token import read_token, write_token
from splitpick.core.matches.setup import (
    commitment,
    dealt_seed,
    dealt_text,
    new_share,
    promised_text,
    unpromised,
)
from tables import random_action

NONCE = "0123456789abcdef" * 4
SHARES = ("a" * 32, "b" * 32)
PROMISES = Path(__file__).parent / "fixtures" / "promises"


@pytest.fixture
def ann(tmp_path: Path) -> Side:
    side = Side(tmp_path / "ann")
    side.begin(nonce=NONCE, seed=7, shares=("", ""))
    return side


@pytest.fixture
def ben(tmp_path: Path) -> Side:
    return Side(tmp_path / "ben")


def sent(side: Side, entries: tuple[Entry, ...] = (), **cheats: object) -> str:
    """Return the token of *side*, whose setup is changed by *cheats*, with more *entries*."""
    record = side.record
    setup = replace(record.setup, **cheats)  # type: ignore[arg-type]
    return write_token(engine(), replace(record, setup=setup, entries=(*record.entries, *entries)))


# By post.


def test_two_tokens_go_before_the_first_card(ann: Side, ben: Side) -> None:
    assert ann.record.setup.awaits_shares
    first = ben.take(ann.token())
    assert (first.new, first.added, ben.record.entries) == (True, 0, ())
    assert ben.record.setup.awaits_shares
    second = ann.take(ben.token())
    assert second.added == 5
    assert not ann.record.setup.awaits_shares
    assert ben.take(ann.token()).added == 5
    assert ann.record.setup.shares == ben.record.setup.shares
    assert ann.journal() == ben.journal()


def test_what_a_side_draws_follows_from_its_promise_and_the_share_of_the_other(
    ann: Side, ben: Side
) -> None:
    give_shares(ann, ben)
    ben.take(ann.token())
    for side, other in ((ann, 1), (ben, 0)):
        setup = side.record.setup
        text = f"{promised_text(setup)} {setup.shares[other]}"
        assert dealt_text(setup) == text
        assert dealt_seed(setup) == int(sha256(text.encode()).hexdigest()[:16], 16) >> 1
    dealt = load_setup(engine(), ann.record.setup).match().entries
    assert [entry.text for entry in dealt] == [entry.text for entry in ann.record.entries]


def test_a_share_goes_out_only_to_a_side_that_is_bound(ann: Side, ben: Side) -> None:
    """Whoever knows the other side's share could choose what it promises."""
    with pytest.raises(RecordError, match="post-unpromised"):
        ben.take(sent(ann, nonce=""))  # and so no promise
    ben.take(ann.token())
    assert read_token(engine(), ann.token()).record.setup.shares == ("", "")
    assert ann.refuses(sent(ben, nonce="")) == "post-unpromised"
    assert ann.record.setup.shares == ("", "")


def test_who_deals_before_the_other_side_has_its_share_is_named(ann: Side, ben: Side) -> None:
    card = Entry(CHANCE, "+G1")
    with pytest.raises(RecordError, match="post-early"):
        ben.take(sent(ann, (card,)))
    ben.take(ann.token())
    assert ann.refuses(sent(ben, (card,))) == "post-early"


def test_a_share_stays_as_it_was(ann: Side, ben: Side) -> None:
    """Neither the own one nor that of the other side changes; and all tokens have them."""
    give_shares(ann, ben)
    ben.take(ann.token())
    jolly, roger = ann.record.setup.shares
    for shares in ((new_share(), roger), (jolly, new_share())):
        assert ann.refuses(sent(ben, shares=shares)) == "post-other-share"
    assert ben.refuses(sent(ann, shares=(jolly, new_share()))) == "post-other-share"
    assert ben.refuses(sent(ann, shares=())) == "post-no-share"


def test_a_deal_from_another_share_is_found_at_the_end(ann: Side, ben: Side) -> None:
    """Ann leaves Ben's share out, and draws from a seed that she has chosen."""
    give_shares(ann, ben)
    settled = ann.record.setup
    match = load_setup(engine(), replace(settled, shares=())).match()
    match.forfeit(0, "resign")
    ann.store.delete(ann.name)
    ann.name = ann.store.create(record_of(settled, match))
    told = ben.take(ann.token()).fairness

    assert told is not None
    assert told.code == "post-unfair"


def test_the_own_token_read_again_changes_nothing(ann: Side, ben: Side) -> None:
    assert ann.take(ann.token()).added == 0
    assert ann.record.setup.shares == ("", "")
    ben.take(ann.token())
    before = ben.record
    assert ben.take(ben.token()).added == ben.take(ann.token()).added == 0
    assert ben.record == before


def test_post_says_what_nobody_can_check(ann: Side) -> None:
    setup = ann.record.setup
    three = replace(setup, seats=("a", "b", "c"), players=("human", "post", "post"), shares=())

    assert caution(setup) is None
    assert caution(replace(setup, players=("human", "greedy"), shares=())) is None
    for case, code in ((three, "post-unchecked"), (replace(setup, shares=()), "post-unshared")):
        told = caution(case)
        assert told is not None
        assert told.code == code


# In a record.


def served(shares: tuple[str, ...] = SHARES, rng: Random | None = None, seed: int = 7) -> Record:
    """Return a match as a server makes it, played at random to its end."""
    ruleset = rules("jolly-roger")
    setup = settle(engine(), ruleset, ["human", "human"], 0, seed, nonce=NONCE, shares=shares)
    match = load_setup(engine(), setup, ruleset).match()
    rng = rng or Random(1)
    while not match.over:
        match.apply(random_action(match.position, rng))
    return record_of(setup, match)


def test_the_shares_go_through_every_form() -> None:
    record = served()

    for write in (write_text, write_json):
        assert read_record(write(record), engine()).setup.shares == SHARES
    assert read_token(engine(), write_token(engine(), record)).record.setup.shares == SHARES


def test_the_deal_is_made_of_the_promise_and_of_all_shares() -> None:
    record = served()
    setup = record.setup
    text = f"{promised_text(setup)} {SHARES[0]} {SHARES[1]}"

    assert dealt_text(setup) == text
    for shares in ((SHARES[0], "-"), ("-", SHARES[0]), ("!" + "0" * 64, SHARES[0])):
        one = replace(setup, shares=shares)
        assert dealt_text(one) == f"{promised_text(setup)} {SHARES[0]}"
    assert (
        dealt_seed(replace(setup, shares=("-", "-"))) == dealt_seed(replace(setup, shares=())) == 7
    )
    assert unfair_entry(load_setup(engine(), setup), record.entries) is None


@pytest.mark.parametrize(
    ("shares", "codes"),
    [
        (SHARES, ["shares-many"]),
        ((SHARES[0], "-"), ["shares-one", "share-missing"]),
        ((SHARES[0], "!" + "0" * 64), ["shares-one", "share-withheld"]),
        (("-", "-"), ["shares-none"]),
        ((), []),
    ],
)
def test_a_record_says_who_had_a_share(shares: tuple[str, ...], codes: list[str]) -> None:
    setup = replace(served().setup, shares=shares)

    assert [told.code for told in describe_shares(setup, setup.seats)] == codes


def test_verify_looks_for_the_share_that_a_page_gave(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    record = served()
    file.write_text(write_text(record), "utf-8")
    promised = ["--commitment", commitment(record.setup)]
    found = run("verify", str(file), *promised, "--share", SHARES[1])
    missing = run("verify", str(file), *promised, "--share", "c" * 32)

    assert found.code == 0
    assert "Shares of Jolly and Roger went into the deal." in found.out
    assert "Your share is that of Roger." in found.out
    assert dealt_text(record.setup) in found.out
    assert missing.code == 1
    assert f"Your share is not in the deal: {'c' * 32}" in missing.out


def test_a_match_that_waits_for_shares_is_not_dealt(tmp_path: Path) -> None:
    ruleset = rules("jolly-roger")
    setup = settle(engine(), ruleset, ["human", "human"], 0, 7, nonce=NONCE, shares=("", "-"))
    match = load_setup(engine(), setup).match()
    file = tmp_path / "match.txt"
    file.write_text(write_text(record_of(setup, match)), "utf-8")

    assert match.entries == []
    assert run("verify", str(file)).error_code == "verify-undealt"
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    assert run("matches", "import", str(file), variables=home).code == 0
    assert run("resume", "1", variables=home).error_code == "match-awaits-shares"
    assert run("matches", "show", "1", variables=home).code == 0


def test_another_match_on_the_same_deal_has_promised_nothing() -> None:
    setup = served().setup
    again = unpromised(setup, "0" * 16)

    assert (again.seed, again.nonce, again.shares) == (dealt_seed(setup), "", ())
    assert dealt_seed(again) == dealt_seed(setup)


@pytest.mark.parametrize("count", [10, pytest.param(500, marks=pytest.mark.weekly)])
def test_honest_matches_of_a_server_with_shares_are_never_accused(count: int) -> None:
    rng = Random(32)
    for number in range(count):
        shares = [f"{rng.getrandbits(128):032x}", f"{rng.getrandbits(128):032x}"]
        if rng.random() < 0.3:
            shares[rng.randrange(2)] = rng.choice(["-", "!" + "0" * 64])
        record = served((*shares,), rng, rng.getrandbits(63))
        assert unfair_entry(load_setup(engine(), record.setup), record.entries) is None, number


# Every version of the promise that ever was.


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whole-deal", "Nobody can tell whether other deals were tried"),
        ("shares", "Shares of Jolly and Roger went into the deal."),
        ("post", "that the other side has drawn follow from the seed"),
        ("post-shares", "A share of each side went into the deal, so neither has chosen it."),
    ],
)
def test_a_record_with_an_earlier_promise_is_still_judged(name: str, said: str) -> None:
    promised = (PROMISES / f"{name}.sha256").read_text().strip()
    judged = run("verify", str(PROMISES / f"{name}.txt"), "--commitment", promised)

    assert judged.code == 0
    assert said in judged.out
