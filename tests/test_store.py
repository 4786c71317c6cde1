"""The store: what was kept is there again, under its name, the newest first."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from splitpick.core.errors import StoreError, UnknownName
from splitpick.core.hooks.engine import Provider
from splitpick.core.matches import Entry, Record, Result, Setup
from splitpick.core.matches.home import FILE, home
from splitpick.core.matches.schema import VERSION
from splitpick.core.matches.store import Store
from splitpick.core.text import Language
from stores import GAMES, KEPT, VERSIONS, begin, contents, engine, loaded, resume


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with nothing in it."""
    opened = Store(tmp_path / "home")
    yield opened
    opened.close()


# A match.


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_there_again_with_all_that_happened(store: Store, game: str) -> None:
    """Undos, times and all; and again in another process's eyes."""
    playing = begin(store, game)
    times = iter(range(1000, 10_000))
    playing.match.clock = lambda: next(times)
    playing.go_on(8)
    playing.match.undo()
    playing.go_on(8)

    other = Store(store.folder)
    saved = other.load(playing.name)
    other.close()
    assert saved.record == playing.record
    assert store.load(playing.name) == saved
    assert saved.record.entries[-1].at > 1000


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_to_its_end(store: Store, game: str) -> None:
    """Its result is in the list and in the match; who takes an end back has none any more."""
    name = begin(store, game).go_on(5).name
    playing = resume(store, name).go_on()

    result = playing.match.result
    assert result
    assert store.load(name).record.result == result
    assert store.list()[0].result == result

    playing.match.undo()
    assert store.load(name).record.result is None
    assert store.list()[0].result is None


def test_a_forfeit_is_kept_with_the_loser(store: Store) -> None:
    playing = begin(store).go_on(3)
    playing.match.forfeit(1, "time")

    record = store.load(playing.name).record
    assert record.entries[-1].text == "forfeit time"
    assert record.result == playing.match.result
    assert record.result
    assert record.result.forfeited == 1


def test_every_field_of_a_setup_comes_back(store: Store) -> None:
    setup = Setup(
        "a-game", "big", '{"ä": "€"}', "ab" * 32, ("a", "b"), ("process:./bot ü", "post"), 1, None,
        {"memory": True, "n": 3}, (Provider("p", "1.0", "dist"), Provider("q")), True, "uid", 5,
        "broken-\udcff.yaml", 2, "other",
    )  # fmt: skip
    entries = (Entry(-1, "+G4", 7), Entry(0, "pick 1", 0, "??", "Nein! {so} „nicht“\x00."))
    record = Record(setup, entries, Result((3, 4), (1,), 0))

    name = store.create(record)
    assert name == "a-game-1"
    assert store.load(name).record == record


def test_a_match_that_was_not_touched_yet_is_kept_too(store: Store) -> None:
    """A token from afar may begin a match without an entry."""
    record = Record(loaded("jolly-roger").setup, ())
    name = store.create(record)

    assert store.load(name).record == record
    assert store.list()[0].entries == 0


def test_rules_are_told_apart_by_what_they_are_not_by_what_they_are_said_to_be(
    store: Store,
) -> None:
    """A record from elsewhere cannot slip its rules under the matches of others."""
    setup = loaded("jolly-roger").setup
    forged = replace(setup, rules=setup.rules.replace("3", "4"), uid="forged")
    names = [store.create(Record(one, ())) for one in (forged, setup)]

    assert [store.load(name).record.setup.rules for name in names] == [forged.rules, setup.rules]


@pytest.mark.parametrize(
    "entry",
    [Entry(0, "\ud800"), Entry(0, "x", 2**63), Entry(2**70, "x"), Entry(0, "x", 0, "", "\udfff")],
)
def test_what_cannot_be_kept_is_refused_and_changes_nothing(store: Store, entry: Entry) -> None:
    """However it got into a record."""
    before = begin(store)
    with pytest.raises(StoreError) as caught:
        store.create(Record(loaded("jolly-roger").setup, (entry,)))

    assert caught.value.code == "store-unfit"
    assert list(contents(store)) == [before.name]


# Names and the list.


def test_a_name_is_the_rule_set_and_a_number(store: Store) -> None:
    """One that no other match has, whatever its game."""
    assert [begin(store, game).name for game in GAMES] == [
        "dead-mans-dice-1",
        "jolly-roger-2",
        "skull-queen-3",
    ]


@pytest.mark.parametrize("typed", ["jolly-roger-2", "Jolly-Roger-2", " 2 ", "2", "#2", "002"])
def test_a_match_is_found_by_what_people_type(store: Store, typed: str) -> None:
    for game in GAMES:
        begin(store, game)

    assert store.load(typed).name == "jolly-roger-2"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("skull-queen-2", 'There is no match "skull-queen-2". Did you mean "jolly-roger-2"?'),
        ("joly-roger-2x", 'There is no match "joly-roger-2x". Did you mean "jolly-roger-2"?'),
        ("jolly-roger", 'There is no match "jolly-roger". Did you mean "jolly-roger-2"?'),
        ("-2", 'There is no match "-2". Did you mean "jolly-roger-2"?'),
        ("77", 'There is no match "77". The newest: skull-queen-5, skull-queen-4, skull-queen-3.'),
        ("", 'There is no match "". The newest: skull-queen-5, skull-queen-4, skull-queen-3.'),
        ("9" * 30, None),
        ("²", None),
        ("../x", None),
        ("a\0b", None),
        ("' OR 1", None),
    ],
)
def test_an_unknown_name_is_answered_with_the_likely_one(
    store: Store, typed: str, said: str | None
) -> None:
    """Or with a few of the newest, never with thousands."""
    for game in (*GAMES, "skull-queen", "skull-queen"):
        begin(store, game)
    for use in (store.load, store.keep, store.delete, lambda name: store.seat(name, ["human"])):
        with pytest.raises(UnknownName) as caught:
            use(typed)
        assert caught.value.code == "unknown-match"
        if said:
            assert Language("en").say(caught.value.message) == said


def test_an_empty_store_has_no_newest_match(store: Store) -> None:
    for name, code in ((None, "no-matches"), ("1", "unknown-match")):
        with pytest.raises(UnknownName) as caught:
            store.load(name)
        assert caught.value.code == code
    assert store.list() == []


def test_the_newest_is_the_one_something_was_done_in_last(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if all that happens within a millisecond, or somebody sets the clock back."""
    clock = iter([5, 5, 5, 5, 4, 3, 3, 3, 2])
    monkeypatch.setattr("splitpick.core.matches.store.now", lambda: next(clock))
    one, two, three = (begin(store) for _ in range(3))
    assert _names(store) == [three.name, two.name, one.name]

    for playing in (one, three, two, one):
        playing.go_on(1)
        assert store.load().name == playing.name
    assert _names(store) == [one.name, two.name, three.name]


def _names(store: Store) -> list[str]:
    return [summary.name for summary in store.list()]


def test_a_list_says_what_there_is_to_say_of_a_match(store: Store) -> None:
    playing = begin(store, "skull-queen").go_on(4)

    summary = store.list()[0]
    assert summary.name == "skull-queen-1"
    assert (summary.ruleset, summary.variant) == ("skull-queen", playing.setup.variant)
    assert (summary.seats, summary.players) == (playing.setup.seats, ("human", "human"))
    assert summary.entries == len(playing.match.entries)
    assert (summary.created, summary.practice, summary.leg) == (1, False, 0)
    assert summary.touched == store.load().touched > 1_600_000_000_000


def test_a_match_is_found_by_its_uid(store: Store) -> None:
    playing = begin(store)
    begin(store)

    assert store.find(playing.setup.uid) == playing.name
    assert store.find("nobody") is None


# Changes.


def test_a_deleted_match_is_gone_and_its_number_with_it(store: Store) -> None:
    kept, gone = begin(store), begin(store).go_on(5)
    store.delete(gone.name)

    assert _names(store) == [kept.name]
    assert store.find(gone.setup.uid) is None
    assert begin(store).name == "jolly-roger-3"
    with pytest.raises(StoreError) as caught:
        gone.go_on(1)
    assert caught.value.code == "match-deleted"


def test_of_a_deleted_match_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    """Its rules go with the last match that has them."""
    store = Store(tmp_path)
    playing = begin(store, "skull-queen").go_on(20)
    store.annotate(playing.name, 3, "?", "Nobody shall read this.")
    other = begin(store, "dead-mans-dice")
    store.delete(playing.name)
    store.close()

    data = (tmp_path / FILE).read_bytes()
    assert b"Nobody shall read this" not in data
    assert playing.setup.uid.encode() not in data
    assert playing.setup.rules.encode()[:300] not in data
    assert other.setup.rules.encode()[:300] in data


def test_other_players_sit_down(store: Store) -> None:
    playing = begin(store).go_on(3)
    store.seat(playing.name, ["greedy", "human"])
    playing.go_on(1)

    assert store.load().record.setup.players == ("greedy", "human")
    assert store.list()[0].players == ("greedy", "human")
    assert store.load().record.entries == tuple(playing.match.entries)


def test_a_note_on_an_entry_is_kept_changed_and_taken_away(store: Store) -> None:
    playing = begin(store).go_on(3)
    for mark, comment in (("?!", "Hm."), ("??", ""), ("", "Doch „gut“."), ("", "")):
        store.annotate(playing.name, 6, mark, comment)

        entries = store.load().record.entries
        assert entries[6] == replace(playing.match.entries[6], mark=mark, comment=comment)
        assert entries[:6] == tuple(playing.match.entries[:6])
    playing.go_on(1)


def test_two_that_go_on_with_one_match_do_not_mix(store: Store) -> None:
    """The first action counts; who comes second is told so, and has lost nothing."""
    one = begin(store).go_on(3)
    other = Store(store.folder)
    two = resume(other, one.name)
    one.go_on(1)

    before = list(two.match.entries)
    with pytest.raises(StoreError) as caught:
        two.go_on(1)
    other.close()
    assert caught.value.code == "match-elsewhere"
    assert two.match.entries == before
    assert store.load(one.name).record == one.record


def test_a_store_may_be_used_from_another_thread(store: Store) -> None:
    """As by whoever waits for a program's answer there."""
    playing = begin(store)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda seed: begin(store, "skull-queen", seed).go_on(3), range(12)))
        threads.submit(playing.go_on, 3).result()

    assert store.load(playing.name).record == playing.record
    assert len(contents(store)) == 13


def test_a_closed_store_is_opened_again_where_it_is_used(store: Store) -> None:
    playing = begin(store)
    store.close()

    playing.go_on(1)
    assert store.load().record == playing.record


# Where, and in which version.


def test_the_home_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    assert home() == tmp_path

    monkeypatch.delenv("SPLITPICK_HOME")
    assert home().name == "splitpick"
    assert home().is_absolute()


def test_every_action_is_synced_to_the_disk(store: Store) -> None:
    """Write-ahead logging, and FULL, which is 2: at each commit, not now and then."""
    database = store._database
    asked = ("journal_mode", "synchronous", "user_version")

    assert [
        database.read(lambda db, name=name: db.execute(f"PRAGMA {name}").fetchone()[0])  # type: ignore[misc]
        for name in asked
    ] == ["wal", 2, VERSION]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_store_of_any_version_can_be_used(tmp_path: Path, version: int) -> None:
    """It is brought up to date; every match is what it was, and can be played on."""
    shutil.copy(KEPT / f"version-{version}.sqlite3", tmp_path / FILE)
    expected = json.loads((KEPT / "matches.json").read_text("utf-8"))
    store = Store(tmp_path)

    assert {name: _plain(store, name) for name in _names(store)} == expected
    assert _names(store) == list(expected)
    assert store.notices == []
    for name in expected:
        assert resume(store, name).go_on().match.over
    assert begin(store).name == "jolly-roger-6"  # the fifth had been deleted
    store.close()


def _plain(store: Store, name: str) -> object:
    saved = store.load(name)
    setup = saved.record.setup
    fields = {field: getattr(setup, field) for field in Setup.__dataclass_fields__}
    fields["plugins"] = [[one.name, one.version, one.distribution] for one in setup.plugins]
    result = saved.record.result
    plain = {
        "touched": saved.touched,
        "setup": fields,
        "entries": [
            [one.seat, one.text, one.at, one.mark, one.comment] for one in saved.record.entries
        ],
        "result": [result.scores, result.winners, result.forfeited] if result else None,
    }
    return json.loads(json.dumps(plain))


def test_a_store_of_a_newer_splitpick_is_left_as_it_is(tmp_path: Path) -> None:
    """In one clear message, whether this one might understand the rest or not."""
    store = Store(tmp_path)
    begin(store)
    store.close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.execute("ALTER TABLE store ADD COLUMN more TEXT")
    db.close()
    before = _files(tmp_path)

    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "store-newer"
    assert str(tmp_path / FILE) in Language("en").say(caught.value.message)
    assert _files(tmp_path) == before


def test_a_store_that_becomes_newer_while_it_is_open_is_left_alone_too(store: Store) -> None:
    playing = begin(store).go_on(2)
    db = sqlite3.connect(store.file)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.execute("ALTER TABLE store ADD COLUMN more TEXT")
    db.close()

    for use in (lambda: playing.go_on(1), store.list, store.load):
        with pytest.raises(StoreError) as caught:
            use()
        assert caught.value.code == "store-newer"


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()
    before = _files(tmp_path)

    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "store-foreign"
    assert _files(tmp_path) == before


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.stat().st_size}


def test_an_empty_file_is_an_empty_store(tmp_path: Path) -> None:
    """As one that was killed before it had written anything leaves it."""
    (tmp_path / FILE).touch()
    store = Store(tmp_path)

    assert begin(store).name == "jolly-roger-1"
    assert store.notices == []
    store.close()


def test_the_engine_of_the_tests_knows_all_games() -> None:
    assert set(GAMES) <= set(engine().rulesets())
