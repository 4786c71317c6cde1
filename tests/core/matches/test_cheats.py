"""Cheats by post and by a server, each named by the program, and honest matches, never accused."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from command import run
from postal_side import Side, give_shares, play_by_post
from random_matches import engine, rules
from splitpick.core.game import CHANCE
from splitpick.core.matches import Entry, Record
from splitpick.core.matches.fair_deal import unfair_entry
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.matches.records.token import write_token
from splitpick.core.matches.setup import commitment, new_nonce, new_seed
from tables import random_action
from tiny_ruleset import TINY, parse

NONCES = ["0123456789abcdef" * 4, "fedcba9876543210" * 4]
SHARES = ("a" * 32, "b" * 32)


# By post.


@pytest.fixture
def ann(tmp_path: Path) -> Side:
    side = Side(tmp_path / "ann")
    side.begin(nonce=NONCES[0], seed=7, shares=("", ""))
    return side


@pytest.fixture
def ben(tmp_path: Path) -> Side:
    return Side(tmp_path / "ben")


def sent(side: Side, **cheats: object) -> str:
    """Return the token of *side*, whose setup is changed by *cheats*."""
    record = side.record
    return write_token(engine(), replace(record, setup=replace(record.setup, **cheats)))  # type: ignore[arg-type]


def play_out(ann: Side, ben: Side, token: Callable[[], str]) -> None:
    """Play to the end; *token* returns those that Ben sends before it."""
    rng = Random(1)
    while True:
        ann.move(rng)
        ben.take(ann.token())
        ben.move(rng)
        if ben.record.result:
            return
        ann.take(token())


def begun(ann: Side, ben: Side) -> None:
    give_shares(ann, ben)
    ann.move(Random(1))
    ben.take(ann.token())
    ben.move(Random(2))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a match in which Ben has decided last, and sent nothing of it."""
    folder = tmp_path_factory.mktemp("played")
    ann, ben = Side(folder / "ann"), Side(folder / "ben")
    ann.begin(nonce=NONCES[0], seed=7, shares=("", ""))
    play_out(ann, ben, ben.token)  # Ben's tokens before the end are honest
    (folder / "names").write_text(f"{ann.name} {ben.name}")
    for side in (ann, ben):
        side.store.close()
    return folder


@pytest.mark.often(3)
@pytest.mark.parametrize(
    ("cheats", "code"),
    [
        ({}, "post-fair"),
        ({"seed": 5}, "post-other-shown"),
        ({"nonce": "f" * 64}, "post-other-shown"),
        ({"nonce": ""}, "post-not-shown"),
        ({"seed": None}, "post-not-shown"),
        ({"seed": 7, "nonce": NONCES[0]}, "post-own-shown"),
        ({"nonce": NONCES[0]}, "post-own-shown"),
    ],
)
def test_at_the_end_a_cheat_with_the_seed_is_named(
    cheats: dict[str, object], code: str, played: Path, tmp_path: Path
) -> None:
    """The last token is the only one in which the other side shows its seed."""
    copytree(played, tmp_path, dirs_exist_ok=True)
    ann, ben = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    ann.name, ben.name = (tmp_path / "names").read_text().split()
    told = ann.take(sent(ben, **cheats)).fairness

    assert told is not None
    assert told.code == code
    file = tmp_path / "match.txt"
    file.write_text(write_text(ann.record), "utf-8")
    said = run("verify", str(file))
    assert (said.code == 0) == (code == "post-fair")
    assert ("neither has chosen it" in said.out) == (code == "post-fair")
    # Whoever shows it later after all has kept the promise.
    later = ann.take(ben.token()).fairness
    assert later is not None
    assert later.code == "post-fair"


@pytest.mark.slow
def test_who_never_promises_is_named_at_the_end(ann: Side, ben: Side) -> None:
    ann.begin(nonce=NONCES[0], seed=7)  # as an earlier version does, without shares
    play_out(ann, ben, lambda: sent(ben, nonce=""))
    told = ann.take(ben.token()).fairness

    assert told is not None
    assert told.code == "post-no-promise"


def test_a_promise_sent_back_or_changed_is_refused(ann: Side, ben: Side) -> None:
    begun(ann, ben)
    ours = ann.record.setup
    assert ann.refuses(sent(ben, seed=ours.seed, nonce=ours.nonce)) == "post-own-promise"
    ann.take(ben.token())
    ann.move(Random(3))
    ben.take(ann.token())
    ben.move(Random(4))
    assert ann.refuses(sent(ben, nonce=new_nonce())) == "post-other-promise"


@pytest.mark.slow
def test_a_chosen_card_is_found_at_the_end(ann: Side, ben: Side) -> None:
    """Ben promises one seed, and draws from another."""
    give_shares(ann, ben)
    ann.move(Random(1))
    ben.take(ann.token())
    promised = ben.record.setup
    rng = Random(1)
    while True:
        record = ben.record
        loaded = load_setup(engine(), replace(promised, seed=99))
        match = loaded.match(record.entries)
        match.keep = ben.store.keep(ben.name)
        while not match.over and promised.players[match.position.to_act()] != "post":
            match.apply(random_action(match.position, rng))
        if ben.record.result:
            break
        ann.take(ben.token())
        ann.move(rng)
        ben.take(ann.token())
        if ann.record.result:
            break
    told = ann.take(ben.token()).fairness

    assert told is not None
    assert told.code == "post-unfair"


def test_tokens_that_do_not_continue_the_match_are_refused(
    ann: Side, ben: Side, tmp_path: Path
) -> None:
    """The other side plays my turn, an old turn anew, other rules, another match, a newer token."""
    give_shares(ann, ben)
    ann.move(Random(1))
    ben.take(ann.token())
    copytree(ben.folder, tmp_path / "twice")
    twice = Side(tmp_path / "twice")  # a second one at the same seat
    twice.name = ben.name
    twice.move(Random(9))
    ben.move(Random(2))
    first = ben.token()
    ann.take(first)
    assert ann.refuses(twice.token()) == "post-another-course"
    ann.move(Random(5))
    assert ann.refuses(first) in ("post-older", "post-another-course")
    other = Side(tmp_path / "other")
    other.begin(uid="f" * 16)
    assert ann.refuses(other.token(), ann.name) == "post-other-match"
    assert ann.refuses("SP2" + ben.token()[3:]) == "token-newer"
    assert ann.refuses(sent(ben, practice=True)) == "post-other-rules"


@pytest.mark.parametrize(
    "count", [pytest.param(5, marks=pytest.mark.slow), pytest.param(500, marks=pytest.mark.weekly)]
)
def test_honest_matches_by_post_are_never_accused(count: int, tmp_path: Path) -> None:
    honest_matches(tmp_path, count)


def honest_matches(folder: Path, count: int) -> None:
    """Play *count* matches by post in *folder*, each to its end; both sides check the other."""
    rng = Random(31)
    for number in range(count):
        ann, ben = (Side(folder / f"{name}-{number}") for name in ("ann", "ben"))
        ann.begin(
            nonce=new_nonce(),
            seed=new_seed(),
            first=rng.randrange(2),
            uid=f"{rng.getrandbits(64):016x}",
            practice=rng.random() < 0.2,
            shares=("", ""),
        )
        play_by_post(ann, ben, rng)
        for one, other in ((ann, ben), (ben, ann)):
            told = one.take(other.token()).fairness
            assert told is not None
            assert told.code == "post-fair", number
        ann.store.close()
        ben.store.close()


# By a server.


def served(seed: int = 7, rng: Random | None = None, **settings: object) -> Record:
    """Return a match as a server makes it, played at random to its end."""
    ruleset = rules("jolly-roger")
    settled = {"uid": "0011223344556677", "nonce": NONCES[0], "shares": SHARES, **settings}
    uid = settled.pop("uid")
    setup = settle(engine(), ruleset, ["human", "human"], 0, seed, **settled)
    setup = replace(setup, uid=str(uid))
    rng = rng or Random(1)
    match = load_setup(engine(), setup, ruleset).match()
    while not match.over:
        match.apply(random_action(match.position, rng))
    return record_of(setup, match)


def shown(record: Record, **changes: object) -> Record:
    """Return *record* with another setup, and what it would have been like in it."""
    setup = replace(record.setup, **changes)  # type: ignore[arg-type]
    loaded = load_setup(engine(), setup)
    match = loaded.match()
    rng = Random(1)
    while not match.over:
        match.apply(random_action(match.position, rng))
    return record_of(setup, match)


def with_variant(record: Record, variant: str) -> Record:
    ruleset = rules("jolly-roger", variant)
    setup = settle(engine(), ruleset, ["human", "human"], 0, 7, nonce=NONCES[0], shares=SHARES)
    return shown(
        record_of(replace(setup, uid=record.setup.uid), load_setup(engine(), setup).match())
    )


def own_rules(record: Record) -> Record:
    ruleset = parse(TINY.replace("id: tiny", "id: jolly-roger")).variant()
    setup = settle(engine(), ruleset, ["human", "human"], 0, 7, nonce=NONCES[0], shares=SHARES)
    return shown(
        record_of(replace(setup, uid=record.setup.uid), load_setup(engine(), setup).match())
    )


def with_shares(record: Record, *shares: str) -> Record:
    return replace(record, setup=replace(record.setup, shares=shares))


def swapped(record: Record) -> Record:
    first, second, *rest = record.entries
    return replace(record, entries=(second, first, *rest))


def left_out(record: Record) -> Record:
    entries = list(record.entries)
    del entries[next(at for at, entry in enumerate(entries) if entry.seat != CHANCE)]
    return replace(record, entries=tuple(entries))


CHEATS: dict[str, Callable[[Record], Record]] = {
    "another card": swapped,
    "a decision left out": left_out,
    "another seed": lambda record: shown(record, seed=8),
    "another nonce": lambda record: replace(record, setup=replace(record.setup, nonce=NONCES[1])),
    "no nonce": lambda record: replace(record, setup=replace(record.setup, nonce="")),
    "no seed": lambda record: replace(record, setup=replace(record.setup, seed=None)),
    "no shares": lambda record: replace(record, setup=replace(record.setup, shares=())),
    "another share": lambda record: with_shares(record, SHARES[0], "c" * 32),
    "a share left out": lambda record: with_shares(record, SHARES[0], "-"),
    "a share that was never opened, it says": lambda record: with_shares(
        record, "!" + sha256(SHARES[0].encode()).hexdigest(), SHARES[1]
    ),
    "shares changed round": lambda record: with_shares(record, *reversed(SHARES)),
    "another deck": lambda record: with_variant(record, "all-cards"),
    "rules of its own under a known name": own_rules,
    "another first seat": lambda record: shown(record, first=1),
    "another match": lambda record: replace(record, setup=replace(record.setup, uid="f" * 16)),
    "another end": lambda record: replace(
        record, entries=(*record.entries[:20], Entry(1, "forfeit time"))
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_shows_another_deal_is_named(cheat: str, tmp_path: Path) -> None:
    record = served()
    promised = commitment(record.setup)
    file = tmp_path / "match.txt"
    text = write_text(CHEATS[cheat](record), with_rules=True)
    if cheat == "another end":  # the record claims the end that was not
        text = text.replace('[Winner "jolly"]', '[Winner "roger"]')
    file.write_text(text, "utf-8")
    said = run("verify", str(file), "--commitment", promised)

    assert said.code in (1, 2)
    assert said.out or "error[" in said.err
    assert "That is the one" not in said.out
    assert "nobody has chosen" not in said.out


def test_a_new_deal_from_another_share_is_named_by_whoever_gave_it(tmp_path: Path) -> None:
    """The server has kept its promise, and dealt from a share that it has made up."""
    record = shown(served(), shares=(SHARES[0], "c" * 32))
    file = tmp_path / "match.txt"
    file.write_text(write_text(record), "utf-8")
    asked = ["--commitment", commitment(record.setup), "--share", SHARES[1]]
    said = run("verify", str(file), *asked)

    assert said.code == 1
    assert f"Your share is not in the deal: {SHARES[1]}" in said.out


@pytest.mark.parametrize("count", [20, pytest.param(500, marks=pytest.mark.weekly)])
def test_honest_matches_of_a_server_are_never_accused(count: int) -> None:
    rng = Random(31)
    for number in range(count):
        record = served(rng.getrandbits(63), rng, shares=rng.choice([SHARES, (SHARES[0], "-"), ()]))
        assert unfair_entry(load_setup(engine(), record.setup), record.entries) is None, number
