"""The store: matches come back as they were, under their names, the newest first."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from splitpick.core.errors import StoreError, UnknownName
from splitpick.core.hooks.provider import Provider
from splitpick.core.matches import Entry, Record, Result, Setup
from splitpick.core.matches.store import FILE, Store
from splitpick.core.text import Language
from stores import GAMES, begin, contents, loaded, resume, together


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give an empty store."""
    opened = Store(tmp_path / "home")
    yield opened
    opened.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_and_goes_on_to_its_end(store: Store, game: str) -> None:
    """With undos and times; the list has its result, unless the end is taken back."""
    playing = begin(store, game)
    times = iter(range(1000, 10_000))
    playing.match.clock = lambda: next(times)
    playing.go_on(8)
    playing.match.undo()
    playing.go_on(3)
    other = Store(store.folder)
    saved = other.load(playing.name)
    other.close()
    assert saved.record == playing.record
    assert saved.record.entries[-1].at > 1000

    playing = resume(store, playing.name).go_on()
    result = playing.match.result
    assert result
    assert store.load(playing.name).record == playing.record
    assert store.list()[0].result == result

    playing.match.undo()
    assert store.load(playing.name).record.result is None
    assert store.list()[0].result is None


def test_every_field_of_a_setup_comes_back(store: Store) -> None:
    setup = Setup(
        "a-game", "big", '{"ä": "€"}', "ab" * 32, ("a", "b"), ("process:./bot ü", "post"), 1, None,
        {"memory": True, "n": 3}, (Provider("p", "1.0", "dist"), Provider("q")), True, "uid", 5,
        "broken-\udcff.yaml", 2, "other", "2026-11-22",
    )  # fmt: skip
    entries = (Entry(-1, "+G4", 7), Entry(0, "pick 1", 0, "??", "Nein! {so} „nicht“\x00."))
    records = [Record(setup, entries, Result((3, 4), (1,), 0)), Record(setup, ())]

    assert [store.create(record) for record in records] == ["a-game-1", "a-game-2"]
    assert list(contents(store).values()) == records[::-1]


def test_rules_are_shared_by_what_they_say_not_by_their_hash(store: Store) -> None:
    """A record from elsewhere cannot slip its rules under the matches of others."""
    setup = loaded("jolly-roger").setup
    forged = replace(setup, rules=setup.rules.replace("3", "4"), uid="forged")
    names = [store.create(Record(one, ())) for one in (forged, setup)]

    assert [store.load(name).record.setup.rules for name in names] == [forged.rules, setup.rules]


@pytest.mark.parametrize("entry", [Entry(0, "\ud800"), Entry(0, "x", 2**63), Entry(2**70, "x")])
def test_what_cannot_be_kept_is_refused_and_changes_nothing(store: Store, entry: Entry) -> None:
    before = begin(store)
    with pytest.raises(StoreError) as caught:
        store.create(Record(loaded("jolly-roger").setup, (entry,)))

    assert caught.value.code == "store-unfit"
    assert list(contents(store)) == [before.name]


def test_an_action_is_synced_to_the_disk_by_four_statements(store: Store) -> None:
    """However much chance brings after it."""
    playing = begin(store)
    for name, value in {"journal_mode": "wal", "synchronous": 2}.items():
        assert store._database.read(lambda db: [*db.execute(f"PRAGMA {name}")]) == [(value,)]  # noqa: B023
    traced: list[str] = []
    store._database.read(lambda db: db.set_trace_callback(traced.append))
    for _ in range(20):
        traced.clear()
        playing.go_on(1)
        words = [statement.split()[0] for statement in traced]
        assert words == ["BEGIN", "INSERT", "UPDATE", "COMMIT"]


UNKNOWN = {
    "skull-queen-2": 'There is no match "skull-queen-2". Did you mean "jolly-roger-2"?',
    "joly-roger-2x": 'There is no match "joly-roger-2x". Did you mean "jolly-roger-2"?',
    "77": 'There is no match "77". The newest: skull-queen-5, skull-queen-4, skull-queen-3.',
}


def test_an_unknown_name_is_answered_with_the_likely_one(store: Store) -> None:
    """Or with a few of the newest, never with thousands."""
    with pytest.raises(UnknownName) as caught:
        store.load()
    assert caught.value.code == "no-matches"
    for game in (*GAMES, "skull-queen", "skull-queen"):
        begin(store, game)
    for typed in [*UNKNOWN, "9" * 30, "²", "../x", "a\0b", "' OR 1"]:
        with pytest.raises(UnknownName) as caught:
            store.load(typed)
        assert caught.value.code == "unknown-match"
        said = Language("en").say(caught.value.message)
        assert said == UNKNOWN.get(typed, said)


def test_the_newest_is_the_one_played_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the clock stands still or is set back."""
    times = iter([*[9] * 10, *range(9, 0, -1), 1, 1])
    monkeypatch.setattr("splitpick.core.matches.store.now", lambda: next(times))
    one, two, three = (begin(store) for _ in range(3))
    assert _names(store) == [three.name, two.name, one.name]

    for playing in (one, three, two, one):
        playing.go_on(1)
        assert store.load().name == playing.name
    assert _names(store) == [one.name, two.name, three.name]


def _names(store: Store) -> Sequence[str]:
    return [summary.name for summary in store.list()]


def test_a_deleted_match_is_gone_and_its_number_with_it(store: Store) -> None:
    kept, gone = begin(store), begin(store).go_on(5)
    store.delete(gone.name)

    assert _names(store) == [kept.name]
    assert store.find(gone.setup.uid) is None
    assert begin(store).name == "jolly-roger-3"
    with pytest.raises(StoreError) as caught:
        gone.go_on(1)
    assert caught.value.code == "match-deleted"


def test_nothing_of_a_deleted_match_stays_in_the_file(store: Store) -> None:
    """Its rules go with the last match that has them."""
    playing = begin(store, "skull-queen").go_on(20)
    store.annotate(playing.name, 3, "?", "Nobody shall read this.")
    other = begin(store, "dead-mans-dice")
    store.delete(playing.name)
    store.close()

    data = (store.folder / FILE).read_bytes()
    assert b"Nobody shall read this" not in data
    assert playing.setup.uid.encode() not in data
    assert playing.setup.rules.encode()[:300] not in data
    assert other.setup.rules.encode()[:300] in data


def test_players_and_notes_can_be_changed(store: Store) -> None:
    playing = begin(store).go_on(3)
    store.seat(playing.name, ["greedy", "human"])
    playing.go_on(1)
    assert store.load().record.setup.players == store.list()[0].setup.players == ("greedy", "human")

    for mark, comment in (("?!", "Hm."), ("??", ""), ("", "Doch „gut“."), ("", "")):
        store.annotate(playing.name, 6, mark, comment)
        entries = list(playing.match.entries)
        entries[6] = replace(entries[6], mark=mark, comment=comment)
        assert store.load().record.entries == tuple(entries)
    playing.go_on(1)


def test_two_that_go_on_with_one_match_do_not_mix(store: Store) -> None:
    """The first action counts; the second program is told so, and has lost nothing."""
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


def test_a_row_that_makes_no_sense_is_named_and_can_be_deleted(store: Store) -> None:
    """SQLite does not see a flipped bit in a text; the other matches are not harmed."""
    begin(store)
    for column, value in {"setup": "{", "players": "7", "result": "[[]]"}.items():
        name = begin(store).name
        change = f"UPDATE matches SET {column} = ? WHERE id = ?"
        values = value, name.rpartition("-")[2]
        store._database.write(lambda db: db.execute(change, values))  # noqa: B023
        with pytest.raises(StoreError) as caught:
            store.load(name)
        assert caught.value.code == "match-damaged"
        assert caught.value.message.params["name"] == name
        store.delete(name)
    assert len(store.list()) == 1


posix = pytest.mark.skipif(os.name != "posix", reason="only POSIX forks")


@posix
def test_many_open_a_store_that_is_not_there_yet(tmp_path: Path) -> None:
    """One of them makes it, and all begin a match in it."""
    folder = tmp_path / "home"

    def begin_one(number: int) -> None:
        store = Store(folder)
        begin(store, GAMES[number % 3], number).go_on(2)
        assert store.notices == []
        store.close()

    together(12, begin_one)
    store = Store(folder)
    assert len(contents(store)) == 12
    assert store.notices == []
    store.close()


@posix
@pytest.mark.parametrize("matches", [5, pytest.param(40, marks=pytest.mark.slow)])
def test_two_processes_at_one_match_keep_one_line_of_it(quick: Path, matches: int) -> None:
    """At each action one of them is first; the other takes the match up again from there."""
    folder = quick / f"{matches}"
    store = Store(folder)
    names = [begin(store, GAMES[number % 3], number).name for number in range(matches)]
    store.close()

    def go_on(number: int) -> None:
        store = Store(folder)
        for name in names:
            playing = resume(store, name, number)
            while not playing.match.over:
                try:
                    playing.go_on(1)
                except StoreError as error:
                    if error.code != "match-elsewhere":
                        raise
                    playing = resume(store, name, number)
        store.close()

    together(2, go_on)
    store = Store(folder)
    for name in names:
        record = store.load(name).record
        assert resume(store, name).record == record
        assert record.result
    store.close()
