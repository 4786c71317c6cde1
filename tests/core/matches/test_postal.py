"""Play by post: two stores, and tokens between them."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from command import PROGRAM, Ended, run, run_in_terminal
from postal_side import Side
from random_matches import engine, loaded
from splitpick.core.errors import BadValue, RecordError
from splitpick.core.game import CHANCE
from splitpick.core.matches import Entry
from splitpick.core.matches.postal import (
    far_seats,
    posted,
    posted_actions,
)
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.records.token import write_token


@pytest.fixture
def ann(tmp_path: Path) -> Side:
    return Side(tmp_path / "ann")


@pytest.fixture
def ben(tmp_path: Path) -> Side:
    return Side(tmp_path / "ben")


@pytest.fixture
def carl(tmp_path: Path) -> Side:
    return Side(tmp_path / "carl")


def exchange(sides: list[Side], rng: Random, most: int = 10_000) -> int:
    """Play on, everybody getting every token, to the end or *most*; return how many were sent."""
    sent = 0
    while sent < most and not sides[0].match().over:
        (acting,) = [side for side in sides if side.is_on()]
        acting.move(rng)
        for side in sides:
            if side is not acting:
                side.take(acting.token())
        sent += 1
    return sent


# Whole matches.


@pytest.mark.parametrize(
    "game",
    [
        "jolly-roger",
        *(pytest.param(game, marks=pytest.mark.slow) for game in ("skull-queen", "dead-mans-dice")),
    ],
)
def test_a_match_goes_by_post_from_beginning_to_end(game: str, ann: Side, ben: Side) -> None:
    """Both see the same in the end, though each draws the cards for its own actions."""
    ann.begin(game)
    ann.move(Random(1))
    ben.take(ann.token())
    assert ben.record.setup.players == ("post", "human")
    assert ben.record.setup.uid == ann.record.setup.uid
    exchange([ann, ben], Random(2))

    assert ann.journal() == ben.journal()
    assert ann.record.result == ben.record.result
    assert ann.record.result
    seed = ben.record.setup.seed
    assert seed is not None
    assert seed > 2**33
    assert "has nothing new" in post(ben.folder, ann.token()).err


@pytest.mark.slow
def test_four_play_by_post(ann: Side, ben: Side, carl: Side) -> None:
    """One of them with a bot of her own, which is played where she is."""
    ann.begin("skull-queen", ("human", "post", "random", "post"))
    token = ann.token()
    for seats, code in (((), "post-which-seat"), ((0,), "post-seat-taken")):
        with pytest.raises(BadValue) as caught:
            ben.take(token, seats=seats)
        assert caught.value.code == code
        assert ben.store.list() == []
    ben.take(token, seats=(1,))
    carl.take(token, seats=(3,))

    assert carl.record.setup.players == ("post", "post", "post", "human")
    assert exchange([ann, ben, carl], Random(2), most=12) == 12
    assert ann.journal() == ben.journal() == carl.journal()
    assert {entry.seat for entry in ann.record.entries} == {CHANCE, 0, 1, 2, 3}


# What is sent.


def test_half_a_turn_is_not_sent_and_only_that_may_be_taken_back(ann: Side, ben: Side) -> None:
    """Several cards in a turn are sent together; what is taken back before goes along."""
    ann.begin()
    before = ann.token()
    players = ann.record.setup.players
    assert posted_actions(ann.match(), players) == 5  # the cards that were drawn
    match = ann.match()
    match.play(match.legal()[0])  # a split: the other picks now
    assert posted_actions(ann.match(), players) == 6
    ben.take(ann.token())
    match = ben.match()
    match.play("pick 1")
    match.undo()
    match.play("pick 2")
    while ben.record.setup.players[match.position.to_act()] == "human":
        assert len(ben.read(ben.token()).record.entries) == len(ann.record.entries)
        assert posted_actions(ben.match(), ben.record.setup.players) == 6
        match.play(match.legal()[0])

    assert len(ann.read(before).record.entries) == 5
    assert ann.take(ben.token()).added == len(ben.record.entries) - 6
    assert ann.journal() == ben.journal()
    own = loaded("jolly-roger", players=("human", "human")).match()
    assert posted(own, ("human", "human")) == len(own.entries)


# What does not fit.


def started(ann: Side, ben: Side) -> None:
    """Let each have acted once."""
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())
    ben.move(Random(2))
    ann.take(ben.token())


def test_an_older_token_is_refused_and_an_equal_one_is_nothing_new(ann: Side, ben: Side) -> None:
    """A match that was lost here comes back with any token."""
    started(ann, ben)
    old = ben.token()
    taken = ann.take(old)
    assert (taken.new, taken.added) == (False, 0)
    ann.move(Random(3))
    ben.take(ann.token())
    assert ann.refuses(old) == ben.refuses(old) == "post-older"

    ben.store.delete(ben.name)
    assert ben.take(ann.token()).new
    assert ben.journal() == ann.journal()
    assert far_seats(ben.record.setup) == [0]


def test_a_finished_match_can_be_shown_to_anybody(ann: Side, carl: Side) -> None:
    """It stays as it is, with its seed."""
    ann.begin(players=("human", "greedy"))
    match = ann.match()
    while not match.over:
        match.play(match.legal()[0])
    carl.take(ann.token())

    assert carl.record.setup.players == ("human", "greedy")
    assert carl.record.setup.seed == ann.record.setup.seed
    assert carl.journal() == ann.journal()


def test_a_token_of_another_match_or_with_other_rules_is_refused(
    ann: Side, ben: Side, carl: Side
) -> None:
    """Of another match where this one was meant; else it is a new one."""
    started(ann, ben)
    carl.begin(uid="ff" * 8)
    carl.move(Random(1))
    assert ann.refuses(carl.token(), ann.name) == "post-other-match"

    found = loaded("jolly-roger", "advanced")
    carl.name = carl.store.create(record_of(found.setup, found.match()))
    assert ann.refuses(carl.token()) == "post-other-rules"
    carl.begin(first=1)
    assert ann.refuses(carl.token()) == "post-other-rules"


def test_a_token_that_went_another_way_is_refused_without_telling_secrets(
    ann: Side, ben: Side, carl: Side
) -> None:
    """It says from where on, and who did what there: the wrong token must not tell a hand."""
    ann.begin()
    carl.begin()
    for side, choice in ((ann, 0), (carl, 1)):
        match = side.match()
        match.play(match.legal()[choice])
    ben.take(ann.token())
    said = _other_way(ben, carl.token())
    assert "Entry 6 here: Jolly" in said
    assert "in the token: Jolly" in said

    ann.begin("skull-queen", uid="ab" * 8)
    carl.begin("skull-queen", uid="ab" * 8, seed=8)
    assert _other_way(ann, carl.token()).endswith("Entry 1 here: chance; in the token: chance.")


def _other_way(side: Side, token: str) -> str:
    before = side.record
    with pytest.raises(RecordError) as caught:
        side.take(token)
    assert caught.value.code == "post-another-course"
    assert side.record == before
    return engine().language("en").say(caught.value.message)


def forged(side: Side, *entries: Entry) -> str:
    """Make a token of the match of *side* with more in it, as a cheat or a faulty program would."""
    record = side.record
    return write_token(engine(), replace(record, entries=(*record.entries, *entries), result=None))


def test_a_token_acts_for_far_seats_alone_and_takes_back_nothing_that_was_sent(
    ann: Side, ben: Side
) -> None:
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())

    for text in ("pick 1", "forfeit time", "undo 1"):
        assert ben.refuses(forged(ben, Entry(1, text))) == "post-own-seat"
    assert ben.refuses(forged(ben, Entry(0, "undo 1"))) == "post-takes-back"


def test_a_token_that_takes_back_what_chance_has_shown_is_refused(ann: Side, ben: Side) -> None:
    """The cards of the next turn are seen: that cannot be undone, but for practice."""
    ann.begin()
    rng = Random(4)
    while True:
        ann.move(rng)
        before = len(ann.record.entries)
        ben.take(ann.token())
        ben.move(rng)
        if any(entry.seat == CHANCE for entry in ben.record.entries[before:]):
            break
        ann.take(ben.token())
    match = ben.match()
    match.keep = None
    decisions = [at for at, done in enumerate(match.actions) if done.seat == 1]
    match.undo(len(match.actions) - decisions[-1], 1)
    match.apply(match.position.legal_actions()[-1])
    token = write_token(engine(), replace(ben.record, entries=tuple(match.entries), result=None))
    assert ann.refuses(token) == "post-uncovers"

    ann.begin(practice=True, uid="ef" * 8)
    ann.move(Random(1))
    ben.take(ann.token())
    assert ann.match().undo(1, 0)
    ann.move(Random(5))
    assert ben.take(ann.token()).added == 2
    assert ben.journal() == ann.journal()


def test_own_rules_go_along_until_they_were_answered(ann: Side, ben: Side, tmp_path: Path) -> None:
    """The token of a match with a modder's YAML carries the rules; later ones are short again."""
    text = Path(str(engine().rulesets()["jolly-roger"])).read_text("utf-8")
    deck = tmp_path / "my-deck.yaml"
    deck.write_text(text.replace("id: jolly-roger", "id: my-deck", 1).replace("gold: 9", "gold: 8"))
    ruleset = engine().ruleset_file(str(deck)).variant()
    setup = settle(engine(), ruleset, ["human", "post"], 0, 7)
    ann.name = ann.store.create(record_of(setup, load_setup(engine(), setup, ruleset).match()))
    first = ann.token()
    ann.move(Random(1))
    told = post(ben.folder, ann.token())
    assert "The rules of this match came with the token" in told.err
    ben.take(ann.token())
    ben.move(Random(2))
    ann.take(ben.token())
    ann.move(Random(3))
    second = ann.token()
    ben.take(second)

    assert len(second) < len(first) / 3
    assert ann.journal() == ben.journal()
    assert ben.record.setup.rules == ann.record.setup.rules


# The command.

GAME = (
    *("play", "jolly-roger", "--variant", "introductory", "--first", "jolly", "--seed", "4"),
    *("--seat", "jolly=human", "--seat", "roger=post"),
)


def post(folder: Path, *words: str, typed: str = "") -> Ended:
    return sit(folder, "post", *words, typed=typed)


def sit(folder: Path, *words: str, typed: str = "") -> Ended:
    return run(*words, typed=typed, variables={"SPLITPICK_HOME": str(folder)})


def test_the_command_prints_the_token_alone_and_takes_it_in(ann: Side, ben: Side) -> None:
    """The rest goes to the error output; the other side hears what happened and how to go on."""
    ann.begin()
    ann.move(Random(1))
    token, uid = ann.token(), ann.record.setup.uid
    sent = json.loads(post(ann.folder, "--json").out)
    fields = {"to_act": "roger", "yours": False, "over": False}
    assert sent == {"match": ann.name, "uid": uid, "token": token, **fields}
    ann.begin(players=("human", "greedy"), uid="ab" * 8)  # newer, but not by post
    ended = post(ann.folder)
    assert (ended.code, ended.out) == (0, token + "\n")
    assert ended.err.startswith("It is Roger's turn.\nSend this line to Roger")

    pieces = post(ben.folder, "-", "--json", typed=f"> {token[:9]}\n> {token[9:]}\n")
    heard = json.loads(pieces.out)
    assert (heard["new"], heard["yours"], heard["entries"]) == (True, True, 6)
    ben.store.delete("1")
    taken = post(ben.folder, token[:20], token[20:])
    assert (pieces.code, taken.code, taken.err) == (0, 0, "")
    assert "This match is saved as jolly-roger-2." in taken.out
    assert "Jolly: post, Roger: human" in taken.out
    assert "Jolly splits" in taken.out
    assert taken.out.endswith("splitpick resume jolly-roger-2\n")
    assert "has nothing new" in post(ben.folder, token).err
    ann.begin("skull-queen")  # whose token holds secrets
    assert post(ann.folder).err.count("secrets") == 1


def test_each_refusal_has_its_code(ann: Side, ben: Side, carl: Side) -> None:
    """On the command line as elsewhere, and nothing is kept of it."""
    assert (post(ann.folder).code, post(ann.folder).error_code) == (2, "no-matches")
    started(ann, ben)
    ann.move(Random(5))
    token = ann.token()
    carl.begin(uid="cd" * 8)
    refused = {
        ("SP1",): "token-damaged",
        (token[:-2],): "token-damaged",
        ("x" * 100,): "not-a-token",
        ("-",): "not-a-token",
        ("SP9" + token[3:],): "token-newer",
        (token + " " + carl.token(),): "several-tokens",
        ("no-such-match",): "unknown-match",
        ("no-such-match", token): "unknown-match",
        (ben.name, carl.token()): "post-other-match",
        (carl.token(), "--as", "nobody"): "unknown-seat",
        (carl.token(), "--as", "jolly"): "post-seat-taken",
        (token, "--as", "roger"): "post-seats-settled",
    }
    before = ben.record
    for words, code in refused.items():
        ended = post(ben.folder, *words)
        assert (ended.code, ended.out, ended.error_code) == (2, "", code)
    assert ben.record == before
    assert len(ben.store.list()) == 1


# People who play.


def shared(ann: Path, ben: Path) -> None:
    """Let *ann* begin the match of `GAME`, and both sides give their shares."""
    begun = sit(ann, *GAME)
    assert "each side adds something of its own" in begun.out
    answered = sit(ben, "post", begun.out.splitlines()[-2])
    assert "each side adds something of its own" in answered.out
    assert "It is Jolly's turn." in sit(ann, "post", answered.out.splitlines()[-2]).out


def test_play_ends_with_a_token_and_goes_on_after_the_next(tmp_path: Path) -> None:
    """Tokens stand on lines by themselves, and what was sent is not taken back."""
    ann, ben = tmp_path / "ann", tmp_path / "ben"
    shared(ann, ben)
    played = sit(ann, "resume", typed="1\n")
    assert played.code == 0
    assert "It is Roger's turn.\nSend this" in played.out
    token = played.out.splitlines()[-2]

    assert sit(ann, "resume").out.splitlines()[-2] == token
    taken = sit(ben, "post", token)
    assert taken.out.splitlines()[-1] == "splitpick resume jolly-roger-1"
    answered = sit(ben, "resume", typed="1\n1\n1\n1\n")
    assert "Pick a set." in answered.out
    back = sit(ann, "post", answered.out.splitlines()[-2])
    assert "Roger takes" in back.out
    assert "it has already been sent" in sit(ann, "resume", typed="undo\n").out
    assert sit(ann, *GAME, "--duplicate").error_code == "duplicate-post"


@pytest.mark.slow
@pytest.mark.process
def test_in_a_terminal_a_token_leads_into_the_game(tmp_path: Path) -> None:
    """Nobody has to know another command."""
    shared(tmp_path / "ann", tmp_path / "ben")
    token = sit(tmp_path / "ann", "resume", typed="1\n").out.splitlines()[-2]
    ended = run_in_terminal(
        [*PROGRAM, "post", token],
        typed="1\nquit\n",
        after="explains the commands",
        variables={"SPLITPICK_HOME": str(tmp_path / "ben"), "SPLITPICK_LANG": "en"},
        columns=100,
    )

    assert "Pick a set." in ended.out
    assert "You take" in ended.out
