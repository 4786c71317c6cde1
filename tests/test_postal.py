"""Play by post: two stores, and tokens between them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from command import PROGRAM, Ended, run, run_in_terminal
from random_matches import engine, loaded
from splitpick.core.errors import BadValue, RecordError, SplitpickError
from splitpick.core.game import CHANCE
from splitpick.core.matches import Entry, Match, Record, Setup
from splitpick.core.matches.match import Result
from splitpick.core.matches.postal import (
    Taken,
    far_seats,
    posted,
    posted_actions,
    take_in,
    token_for,
)
from splitpick.core.matches.record import load_setup, record_of
from splitpick.core.matches.records.token import Token, read_token, write_token
from splitpick.core.matches.store import Store


class Side:
    """One who plays by post: a store of the own and a match in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder)
        self.name = ""

    def read(self, text: str) -> Token:
        return read_token(engine(), text, self._held)

    def _held(self, uid: str) -> Setup | None:
        name = self.store.find(uid)
        return self.store.load(name).record.setup if name else None

    def begin(
        self,
        game: str = "jolly-roger",
        players: tuple[str, ...] = ("human", "post"),
        **settled: object,
    ) -> None:
        """Begin a match as `splitpick play` does."""
        found = loaded(game, players=players)
        setup = replace(found.setup, **settled)  # type: ignore[arg-type]
        self.name = self.store.create(record_of(setup, replace(found, setup=setup).match()))

    @property
    def record(self) -> Record:
        return self.store.load(self.name).record

    def match(self) -> Match:
        """Take the match up; what is done in it is kept."""
        match = load_setup(engine(), self.record.setup).match(self.record.entries)
        match.keep = self.store.keep(self.name)
        return match

    def is_on(self) -> bool:
        """Say whether a seat that is played here acts."""
        match = self.match()
        return not match.over and self.record.setup.players[match.position.to_act()] != "post"

    def move(self, rng: Random) -> None:
        """Play at random until others are to act."""
        match = self.match()
        players = self.record.setup.players
        while not match.over and players[match.position.to_act()] != "post":
            legal = match.position.legal_actions()
            match.apply(legal[int(rng.random() * len(legal))])

    def token(self) -> str:
        return token_for(engine(), self.record)

    def take(self, text: str, seats: tuple[int, ...] = ()) -> Taken:
        taken = take_in(self.store, self.read(text), seats=seats)
        self.name = taken.name
        return taken

    def refuses(self, text: str, name: str | None = None) -> str:
        """Return the code of why it does not take *text* in; nothing may change by that."""
        before = self.store.list(), self.record
        with pytest.raises(SplitpickError) as caught:
            take_in(self.store, self.read(text), name=name)
        assert (self.store.list(), self.record) == before
        return caught.value.code

    def journal(self) -> list[tuple[int, str]]:
        return [(entry.seat, entry.text) for entry in self.record.entries]


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Side]:
    side = Side(tmp_path / "ann")
    yield side
    side.store.close()


@pytest.fixture
def ben(tmp_path: Path) -> Iterator[Side]:
    side = Side(tmp_path / "ben")
    yield side
    side.store.close()


@pytest.fixture
def carl(tmp_path: Path) -> Iterator[Side]:
    side = Side(tmp_path / "carl")
    yield side
    side.store.close()


def exchange(sides: list[Side], rng: Random, most: int = 10_000) -> int:
    """Play on until it is over, everybody getting every token; return how many were sent."""
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


@pytest.mark.parametrize("game", ["jolly-roger", "skull-queen", "dead-mans-dice"])
def test_a_match_goes_by_post_from_beginning_to_end(game: str, ann: Side, ben: Side) -> None:
    """Both see the same in the end, though each draws its own cards for its own actions."""
    ann.begin(game)
    ann.move(Random(1))
    ben.take(ann.token())
    exchange([ann, ben], Random(2))

    assert ann.journal() == ben.journal()
    assert ann.record.result == ben.record.result != None  # noqa: E711
    assert ann.record.setup.seed != ben.record.setup.seed


def test_four_play_by_post(ann: Side, ben: Side, carl: Side) -> None:
    """One of them with a bot of her own, which is played where she is."""
    ann.begin("skull-queen", ("human", "post", "random", "post"))
    token = ann.token()
    ben.take(token, seats=(1,))
    carl.take(token, seats=(3,))

    assert carl.record.setup.players == ("post", "post", "post", "human")
    assert exchange([ann, ben, carl], Random(2), most=40) == 40
    assert ann.journal() == ben.journal() == carl.journal()
    assert {entry.seat for entry in ann.record.entries} == {CHANCE, 0, 1, 2, 3}


def test_the_one_who_got_a_token_plays_the_other_seat(ann: Side, ben: Side) -> None:
    ann.begin()
    taken = ben.take(ann.token())

    assert taken.new
    assert ben.record.setup.players == ("post", "human")
    assert ben.record.setup.uid == ann.record.setup.uid


def test_a_lost_match_comes_back_with_the_next_token(ann: Side, ben: Side) -> None:
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())
    ben.move(Random(2))
    ann.take(ben.token())
    ben.store.delete(ben.name)
    ann.move(Random(3))
    taken = ben.take(ann.token())

    assert taken.new
    assert ben.journal() == ann.journal()
    assert far_seats(ben.record.setup) == [0]


def test_a_finished_match_can_be_shown_to_anybody(ann: Side, carl: Side) -> None:
    """Who it is shown to keeps it as it is, with its seed."""
    ann.begin(players=("human", "greedy"))
    match = ann.match()
    while not match.over:
        match.play(match.legal()[0])
    carl.take(ann.token())

    assert carl.record.setup.players == ("human", "greedy")
    assert carl.record.setup.seed == ann.record.setup.seed
    assert carl.journal() == ann.journal()


def test_with_several_seats_free_one_has_to_be_named(ann: Side, ben: Side) -> None:
    ann.begin("skull-queen", ("human", "post", "post"))
    with pytest.raises(BadValue) as caught:
        ben.take(ann.token())

    assert caught.value.code == "post-which-seat"
    assert ben.store.list() == []


def test_nobody_takes_a_seat_of_the_sender(ann: Side, ben: Side) -> None:
    ann.begin("skull-queen", ("human", "post", "post"))
    with pytest.raises(BadValue) as caught:
        ben.take(ann.token(), seats=(0,))

    assert caught.value.code == "post-seat-taken"


# What is sent.


def test_half_a_turn_is_not_sent(ann: Side, ben: Side) -> None:
    """Whoever plays several cards in a turn sends them together, and may take them back before."""
    ann.begin()
    before = ann.token()
    match = ann.match()
    match.play(match.legal()[0])  # a split: the other picks now
    ben.take(ann.token())
    match = ben.match()
    match.play("pick 1")
    while ben.record.setup.players[match.position.to_act()] == "human":
        assert ben.token().startswith("SP1")
        assert len(ben.read(ben.token()).record.entries) == len(ann.record.entries)
        match.play(match.legal()[0])

    assert len(ann.read(before).record.entries) == 5
    assert len(ben.read(ben.token()).record.entries) == len(ben.record.entries)


def test_an_undo_may_not_reach_into_what_was_posted(ann: Side, ben: Side) -> None:
    """That is all up to the others' last action, and everything while it is their turn."""
    ann.begin()
    players = ann.record.setup.players
    assert posted_actions(ann.match(), players) == 5  # the cards that were drawn
    ann.move(Random(1))
    assert posted_actions(ann.match(), players) == 6
    ben.take(ann.token())
    match = ben.match()
    match.play("pick 1")
    match.play(match.legal()[0])

    assert posted_actions(ben.match(), ben.record.setup.players) in (6, 8)
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


def test_the_same_token_again_is_nothing_new(ann: Side, ben: Side) -> None:
    started(ann, ben)
    taken = ann.take(ben.token())

    assert (taken.new, taken.added) == (False, 0)


def test_an_older_token_is_refused(ann: Side, ben: Side) -> None:
    started(ann, ben)
    old = ben.token()
    ann.move(Random(3))
    ben.take(ann.token())

    assert ann.refuses(old) == "post-older"
    assert ben.refuses(old) == "post-older"


def test_a_token_of_another_match_is_refused(ann: Side, ben: Side, carl: Side) -> None:
    """Where a match was named; else it is a new one."""
    started(ann, ben)
    carl.begin(uid="ff" * 8)
    carl.move(Random(1))

    assert ann.refuses(carl.token(), ann.name) == "post-other-match"
    assert ann.take(carl.token()).new


def test_a_token_with_other_rules_is_refused(ann: Side, carl: Side) -> None:
    ann.begin()
    found = loaded("jolly-roger", "advanced")
    carl.name = carl.store.create(record_of(found.setup, found.match()))
    token = carl.token()

    assert ann.refuses(token) == "post-other-rules"


def test_a_token_with_another_first_seat_is_refused(ann: Side, carl: Side) -> None:
    ann.begin()
    carl.begin(first=1)

    assert ann.refuses(carl.token()) == "post-other-rules"


def test_a_token_that_tells_another_course_is_refused(ann: Side, ben: Side, carl: Side) -> None:
    """It says from where on, and who did what there."""
    ann.begin()
    carl.begin()
    for side, choice in ((ann, 0), (carl, 1)):
        match = side.match()
        match.play(match.legal()[choice])
    ben.take(ann.token())
    before = ben.record
    with pytest.raises(RecordError) as caught:
        ben.take(carl.token())

    assert caught.value.code == "post-another-course"
    said = engine().language("en").say(caught.value.message)
    assert "Entry 6 here: Jolly" in said
    assert "in the token: Jolly" in said
    assert ben.record == before


def test_a_secret_is_not_told_with_the_reason(ann: Side, carl: Side) -> None:
    """A player who pastes the wrong token must not learn what another has in hand."""
    ann.begin("skull-queen")
    carl.begin("skull-queen", seed=8)
    with pytest.raises(RecordError) as caught:
        ann.take(carl.token())

    assert caught.value.code == "post-another-course"
    said = engine().language("en").say(caught.value.message)
    assert said.endswith("Entry 1 here: chance; in the token: chance.")


def forged(side: Side, *entries: Entry) -> str:
    """Make a token of the match of *side* with more in it, as a cheat or a faulty program would."""
    record = side.record
    return write_token(engine(), replace(record, entries=(*record.entries, *entries), result=None))


def test_a_token_that_plays_for_my_own_seat_is_refused(ann: Side, ben: Side) -> None:
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())

    assert ben.refuses(forged(ben, Entry(1, "pick 1"))) == "post-own-seat"
    assert ben.refuses(forged(ben, Entry(1, "forfeit time"))) == "post-own-seat"
    assert ben.refuses(forged(ben, Entry(1, "undo 1"))) == "post-own-seat"


def test_a_token_that_takes_back_what_was_posted_is_refused(ann: Side, ben: Side) -> None:
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())

    assert ben.refuses(forged(ben, Entry(0, "undo 1"))) == "post-takes-back"


def test_a_token_that_takes_back_what_chance_has_shown_is_refused(ann: Side, ben: Side) -> None:
    """The cards of the next turn are seen: that cannot be undone."""
    ann.begin()
    rng = Random(4)
    while True:
        ann.move(rng)
        before = len(ann.record.entries)
        ben.take(ann.token())
        ben.move(rng)
        shown = [entry for entry in ben.record.entries[before:] if entry.seat == CHANCE]
        if shown:
            break
        ann.take(ben.token())
    match = load_setup(engine(), ben.record.setup).match(ben.record.entries)
    decisions = [at for at, done in enumerate(match.actions) if done.seat == 1]
    match.undo(len(match.actions) - decisions[-1], 1)
    match.apply(match.position.legal_actions()[-1])
    token = write_token(engine(), replace(ben.record, entries=tuple(match.entries), result=None))

    assert ann.refuses(token) == "post-uncovers"


def test_what_is_taken_back_within_a_turn_goes_along(ann: Side, ben: Side) -> None:
    """Nobody has seen it before; the journal says that it was."""
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())
    match = ben.match()
    match.play("pick 1")
    if match.position.to_act() == 1:
        match.undo()
        match.play("pick 2")
    ben.move(Random(2))
    taken = ann.take(ben.token())

    assert taken.added
    assert ann.journal() == ben.journal()


def test_in_practice_everything_may_be_taken_back(ann: Side, ben: Side) -> None:
    ann.begin(practice=True)
    ann.move(Random(1))
    ben.take(ann.token())
    match = ann.match()
    assert match.undo(1, 0)
    ann.move(Random(5))
    assert ben.take(ann.token()).added == 2

    assert ben.journal() == ann.journal()


def test_a_damaged_token_changes_nothing(ann: Side, ben: Side) -> None:
    started(ann, ben)
    ann.move(Random(1))
    token = ann.token()

    assert ben.refuses(token[:-1]) == "token-damaged"


def test_a_token_is_not_taken_in_twice_by_two_processes(ann: Side, ben: Side) -> None:
    """The store has gone on meanwhile: nothing is there twice."""
    started(ann, ben)
    ann.move(Random(1))
    token = ben.read(ann.token())
    held = ben.record
    ben.take(ann.token())
    keep = ben.store.keep(ben.name)

    with pytest.raises(SplitpickError) as caught:
        keep(len(held.entries), token.record.entries[len(held.entries) :], None)
    assert caught.value.code == "match-elsewhere"
    assert ben.journal() == ann.journal()


# Own rules.


def own_deck(folder: Path) -> str:
    text = Path(str(engine().rulesets()["jolly-roger"])).read_text("utf-8")
    path = folder / "my-deck.yaml"
    path.write_text(text.replace("id: jolly-roger", "id: my-deck", 1).replace("gold: 9", "gold: 8"))
    return str(path)


def test_own_rules_go_along_until_they_were_answered(ann: Side, ben: Side, tmp_path: Path) -> None:
    """Whoever has answered has them; so the tokens are short again."""
    from splitpick.core.matches.record import settle

    ruleset = engine().ruleset_file(own_deck(tmp_path)).variant()
    setup = settle(engine(), ruleset, ["human", "post"], 0, 7)
    ann.name = ann.store.create(record_of(setup, load_setup(engine(), setup).match()))
    first = ann.token()
    ann.move(Random(1))
    told = post(ben.folder, ann.token())
    assert "The rules of this match came with the token" in told.err
    ben.take(ann.token())
    ben.move(Random(2))
    answer = ben.token()
    ann.take(answer)
    ann.move(Random(3))
    second = ann.token()
    ben.take(second)

    assert len(second) < 300 < len(first)
    assert ann.journal() == ben.journal()
    assert ben.record.setup.rules == ann.record.setup.rules


# The command.


def post(folder: Path, *words: str, typed: str = "", language: str = "") -> Ended:
    return run(
        "post", *words, typed=typed, language=language,
        variables={"SPLITPICK_HOME": str(folder)},
    )  # fmt: skip


def test_the_command_prints_the_token_alone_on_its_output(ann: Side) -> None:
    """What there is to say besides goes to the error output."""
    ann.begin()
    ann.move(Random(1))
    ended = post(ann.folder)

    assert ended.code == 0
    assert ended.out == ann.token() + "\n"
    assert ended.err.startswith("Now it is the turn of Roger, far away. Send this line there")


def test_the_command_takes_a_token_in(ann: Side, ben: Side) -> None:
    """And tells what has happened, and how to go on."""
    ann.begin()
    ann.move(Random(1))
    ended = post(ben.folder, ann.token())

    assert ended.code == 0
    assert ended.err == ""
    assert "This match is kept as jolly-roger-1." in ended.out
    assert "Jolly: post, Roger: human" in ended.out
    assert "Jolly splits" in ended.out
    assert ended.out.endswith("splitpick resume jolly-roger-1\n")


def test_a_token_may_come_in_pieces_or_through_a_pipe(ann: Side, ben: Side, carl: Side) -> None:
    ann.begin()
    token = ann.token()

    assert post(ben.folder, token[:20], token[20:]).code == 0
    assert post(carl.folder, "-", typed=f"> {token[:9]}\n> {token[9:]}\n").code == 0


def test_the_newest_match_by_post_is_sent(ann: Side) -> None:
    """Not the one against a bot that was played since."""
    ann.begin()
    expected = ann.token()
    ann.begin(players=("human", "greedy"), uid="ab" * 8)

    assert post(ann.folder).out.strip() == expected


def test_the_command_says_that_nothing_is_new(ann: Side, ben: Side) -> None:
    ann.begin()
    post(ben.folder, ann.token())
    ended = post(ben.folder, ann.token())

    assert ended.code == 0
    assert "nothing is new" in ended.err


def test_each_refusal_has_its_code(ann: Side, ben: Side, carl: Side) -> None:
    """On the command line as elsewhere, and nothing is kept of it."""
    started(ann, ben)
    ann.move(Random(5))
    token = ann.token()
    carl.begin(uid="cd" * 8)

    def code(*words: str) -> str:
        ended = post(ben.folder, *words)
        assert ended.code == 2
        assert ended.out == ""
        return ended.error_code

    before = ben.record
    assert code("SP1") == "token-damaged"
    assert code(token[:-2]) == "token-damaged"
    assert code("x" * 100) == "not-a-token"
    assert code("-") == "not-a-token"
    assert code("SP9" + token[3:]) == "token-newer"
    assert code(token + " " + carl.token()) == "several-tokens"
    assert code("no-such-match") == "unknown-match"
    assert code("no-such-match", token) == "unknown-match"
    assert code(ben.name, carl.token()) == "post-other-match"
    assert code(carl.token(), "--as", "nobody") == "unknown-seat"
    assert code(carl.token(), "--as", "jolly") == "post-seat-taken"
    assert code(token, "--as", "roger") == "post-seats-settled"
    assert ben.record == before
    assert len(ben.store.list()) == 1


def test_without_a_match_there_is_nothing_to_send(tmp_path: Path) -> None:
    ended = post(tmp_path)

    assert (ended.code, ended.error_code) == (2, "no-matches")


def test_secrets_are_spoken_of_once(ann: Side) -> None:
    """The token of a game with secrets holds them."""
    ann.begin("skull-queen")
    ended = post(ann.folder)

    assert ended.err.count("secrets") == 1


def test_programs_get_json(ann: Side, ben: Side) -> None:
    ann.begin()
    ann.move(Random(1))
    sent = json.loads(post(ann.folder, "--json").out)
    taken = json.loads(post(ben.folder, sent["token"], "--json").out)

    assert sent == {
        "match": ann.name,
        "uid": ann.record.setup.uid,
        "to_act": "roger",
        "yours": False,
        "over": False,
        "token": ann.token(),
    }
    assert (taken["new"], taken["yours"], taken["entries"]) == (True, True, 6)


def test_the_end_is_told_to_the_other(ann: Side, ben: Side) -> None:
    ann.begin()
    ann.move(Random(1))
    ben.take(ann.token())
    exchange([ann, ben], Random(3), most=1000)
    result = ann.record.result
    assert isinstance(result, Result)
    post_of_ben = post(ben.folder, ann.token())

    assert "nothing is new" in post_of_ben.err
    assert "gold" in post_of_ben.out


# People who play.

GAME = (
    *("play", "jolly-roger", "--variant", "introductory", "--first", "jolly", "--seed", "4"),
    *("--seat", "jolly=human", "--seat", "roger=post"),
)


def sit(folder: Path, *words: str, typed: str = "") -> Ended:
    return run(*words, typed=typed, variables={"SPLITPICK_HOME": str(folder)})


def line_of(ended: Ended) -> str:
    """Return the token that was shown, on a line by itself."""
    (token,) = [line for line in ended.out.splitlines() if line.startswith("SP1")]
    return token


def test_play_shows_the_token_and_ends_where_it_is_anothers_turn(tmp_path: Path) -> None:
    """And the other is asked for a decision right after it is taken in."""
    ann, ben = tmp_path / "ann", tmp_path / "ben"
    played = sit(ann, *GAME, typed="1\n")
    assert played.code == 0
    assert "Now it is the turn of Roger, far away." in played.out
    token = line_of(played)

    assert sit(ann, "resume").out.splitlines()[-3] == token
    taken = sit(ben, "post", token)
    assert taken.out.splitlines()[-1] == "splitpick resume jolly-roger-1"
    answered = sit(ben, "resume", typed="1\n1\n1\n1\n")
    assert "Roger, pick a set." in answered.out
    back = sit(ann, "post", line_of(answered))
    assert "Roger takes" in back.out


def test_in_a_terminal_a_token_leads_into_the_game(tmp_path: Path) -> None:
    """Nobody has to know another command."""
    token = line_of(sit(tmp_path / "ann", *GAME, typed="1\n"))
    ended = run_in_terminal(
        [*PROGRAM, "post", token],
        typed="1\nquit\n",
        after="Commands:",
        variables={"SPLITPICK_HOME": str(tmp_path / "ben"), "SPLITPICK_LANG": "en"},
        columns=100,
    )

    assert "Roger, pick a set." in ended.out
    assert "Roger takes" in ended.out


def test_what_was_sent_is_not_taken_back(tmp_path: Path) -> None:
    """Until the other has acted there is nothing to do here; then the own decision is out."""
    ann, ben = tmp_path / "ann", tmp_path / "ben"
    token = line_of(sit(ann, *GAME, typed="1\n"))
    sit(ben, "post", token)
    answer = line_of(sit(ben, "resume", typed="1\n1\n1\n1\n"))
    sit(ann, "post", answer)
    before = Store(ann)
    entries = before.load().record.entries
    ended = sit(ann, "resume", typed="undo\n")

    assert "it was sent already" in ended.out
    assert before.load().record.entries == entries
    before.close()


@pytest.mark.slow
def test_a_whole_match_goes_by_post_through_the_commands(tmp_path: Path) -> None:
    """Two people in two places with nothing but a chat between them."""
    homes = [tmp_path / "ann", tmp_path / "ben"]
    ended = sit(homes[0], *GAME, typed="1\n")
    acting = 1
    for _ in range(200):
        taken = sit(homes[acting], "post", line_of(ended))
        assert taken.code == 0
        if "splitpick resume" not in taken.out:
            break
        ended = sit(homes[acting], "resume", typed="1\n" * 12)
        assert ended.code == 0
        acting = 1 - acting
    stores = [Store(home) for home in homes]
    records = [store.load().record for store in stores]
    for store in stores:
        store.close()

    assert records[0].result is not None
    assert records[0].result == records[1].result
    journals = [[(one.seat, one.text) for one in record.entries] for record in records]
    assert journals[0] == journals[1]
    assert len(journals[0]) == 96


def test_a_duplicate_does_not_go_by_post(tmp_path: Path) -> None:
    """The other side has a seed of its own, so it would not be the same deal."""
    ended = sit(tmp_path, *GAME, "--duplicate")

    assert (ended.code, ended.error_code) == (2, "duplicate-post")
