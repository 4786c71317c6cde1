"""A session: a match that is played without a screen, as every front end plays it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from splitpick.core import Engine
from splitpick.core.errors import IllegalAction, StoreError
from splitpick.core.game import Position
from splitpick.core.hooks.guard import Guard
from splitpick.core.lab.analysis import Analysing, analyse
from splitpick.core.matches.entry import HINTED
from splitpick.core.matches.exports.narration import Narration
from splitpick.core.matches.match import Match, Result
from splitpick.core.matches.record import settle
from splitpick.core.matches.records.record_reader import read_record
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.matches.store import Store
from splitpick.core.players import Captain, Weighed
from splitpick.core.players.bot import Bot
from splitpick.core.scene import Presenter
from splitpick.core.session import play_session
from splitpick.core.session.menu import Menu, MenuItem
from splitpick.core.session.move_reader import MoveReader
from splitpick.core.session.play_session import Session, UndoRequest
from splitpick.core.text import Language, Message, Text, msg

ENGINE = Engine()


def session_of(*players: str, name: str = "jolly-roger", practice: bool = False) -> Session:
    """Begin a session of the game *name* with *players*."""
    rules = ENGINE.ruleset_file(name).variant(None)
    return Session(ENGINE, settle(ENGINE, rules, players, 0, 7, practice=practice), rules=rules)


def to_the_first_card(session: Session) -> None:
    """Split, and pick a set."""
    session.play(session.match.legal()[0])
    session.play(session.match.legal()[0])


def test_a_typed_line_means_one_thing() -> None:
    """An action, a command, a kind, or why not; nothing if it is empty."""
    session = session_of("human", "human")
    to_the_first_card(session)
    menu = session.menu(session.loaded.presenter)
    german = MoveReader(Language("de"), session.loaded.presenter, session.match.game.info().codes)
    first = menu.items[0]
    card = first.choice.notation
    read = [german.read(text, menu) for text in ("", "1", card.lower(), "regeln", "99", "x9")]

    assert [(one.action, one.command, one.kind) for one in read[:4]] == [
        (None, "", ""),
        (first.action, "", ""),
        (first.action, "", ""),
        (None, "rules", ""),
    ]
    assert [one.refusal and one.refusal.code for one in read[4:]] == ["no-choice", "not-a-play"]


@pytest.mark.parametrize("code", ["en", "de", "nl"])
def test_the_words_of_a_choice_can_be_typed(code: str) -> None:
    """As they are on the screen, or as much of them as tells it from the others."""
    session = session_of("human", "human")
    to_the_first_card(session)
    language, menu = Language(code), session.menu(session.loaded.presenter)
    reader = MoveReader(language, session.loaded.presenter, session.match.game.info().codes)
    for item in menu.items:
        said = language.say(item.choice.sentence)

        assert reader.read(said, menu).action == item.action
        assert reader.read(said.partition(":")[0].upper(), menu).action == item.action


def test_a_word_alone_lists_the_choices_of_its_kind() -> None:
    """Where there are too many for one list."""
    session = session_of("human", "human")
    choice = session.menu(session.loaded.presenter).items[0].choice
    kinds = [kind for kind in ("gift", "keep") for _ in range(20)]
    items = [
        MenuItem(at, at, type(choice)("", f"{kind} {at}", "", "", kind=kind))
        for at, kind in enumerate(kinds, 1)
    ]
    reader = MoveReader(Language("en"), session.loaded.presenter)

    assert reader.read("GIFT", Menu(session.position, items)).kind == "gift"


def test_others_have_to_agree_where_an_undo_hides_what_they_saw() -> None:
    """The last one to agree takes back; a refusal ends the request."""
    session = session_of("human", "human")
    session.play(session.match.legal()[0])
    request = session.request_undo(0, [0])
    assert isinstance(request, UndoRequest)
    assert request.waits_for == {1}
    assert session.undo_pending is request

    session.answer_undo(request, 1, agrees=False)
    assert session.undo_pending is None

    again = session.request_undo(0, [0])
    assert isinstance(again, UndoRequest)
    session.answer_undo(again, 1, agrees=True)
    assert session.position.to_act() == 0
    assert session.undo_pending is None


def test_a_request_to_undo_ends_when_somebody_acts() -> None:
    session = session_of("human", "human")
    session.play(session.match.legal()[0])
    session.request_undo(0, [0])
    session.play(session.match.legal()[0])

    assert session.undo_pending is None


def test_there_may_be_nothing_to_undo() -> None:
    refusal = session_of("human", "human").request_undo(0, [0])

    assert isinstance(refusal, Message)
    assert refusal.code == "nothing-to-undo"


def test_a_resignation_is_in_the_record_and_ends_the_match() -> None:
    """Whoever resigns may do so out of turn, but only once, and takes nothing back."""
    session = session_of("human", "human")
    session.resign(1)
    session.resign(0)

    assert [(one.seat, one.text) for one in session.record.entries][-1] == (1, "forfeit resign")
    assert session.over
    assert session.record.result == Result((0, 0), (0,), 1)
    assert read_record(write_text(session.record), ENGINE).result == session.record.result
    refusal = session.request_undo(0, [0])
    assert isinstance(refusal, Message)
    for viewer, told in ((None, "Roger resigns."), (1, "You resign.")):
        narration = Narration(session.presenter_of(viewer), session.match, viewer)
        assert Language("en").say(narration.scoring()[0]) == told


def test_hints_go_from_a_nudge_to_the_reasons() -> None:
    """The last one is given again and again, until the match goes on."""
    session = session_of("human", "human")
    presenter = session.presenter_of(0)
    given = [session.hint(presenter) for _ in range(4)]

    assert given[2] == given[3] != given[0]
    assert session.last_hint == given[3]
    assert session.hints_given == 4
    session.play(session.match.legal()[0])
    assert session.last_hint == []
    assert not session.knows_hints


def test_a_position_that_comes_back_has_the_same_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is weighed again after undo: a search that is cut short might find another move."""
    session = session_of("human", "human")
    presenter = session.presenter_of(0)
    told = [session.hint(presenter) for _ in range(3)][-1]
    session.play(session.match.legal()[0])
    request = session.request_undo(0, [0])
    assert isinstance(request, UndoRequest)
    session.take_back(request)
    monkeypatch.setattr(Guard, "weigh", lambda *_: pytest.fail("weighed again"))

    assert session.last_hint == []
    assert session.knows_hints
    assert session.hint(presenter) == told


def test_what_a_hint_calls_about_as_good_is_advised_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def hints(match: Match, guard: Guard, presenter: Presenter) -> Iterator[list[Text]]:
        one, two, *_ = match.position.legal_actions()
        best = msg("hint", "Hint: {notation}", notation=match.position.notation(one))
        move = presenter.name_move(match.position, two)
        yield [best, msg("why-as-good", "{move:cap} would be about as good.", move=move)]

    monkeypatch.setattr(play_session, "hints_for", hints)
    for number, mark in enumerate((HINTED, HINTED, "")):
        session = session_of("human", "human")
        session.hint(session.presenter_of(0))
        session.apply(session.position.legal_actions()[number])
        assert next(one.mark for one in session.record.entries if one.seat == 0) == mark


def test_a_hint_that_was_followed_is_kept_and_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a longer look finds: here it holds all others to be far better."""
    session = session_of("human", "human")
    with closing(Store(tmp_path)) as store:
        session.keep_in(store)
        presenter = session.presenter_of(0)
        session.hint(presenter)
        assert not session.advised  # it does not name a move yet
        session.hint(presenter)
        advised = session.position.parse(session.advised)
        session.apply(advised)
        ignored = session.hint(session.presenter_of(1)) and session.hint(session.presenter_of(1))
        assert ignored
        legal = session.position.legal_actions()
        session.apply(next(one for one in legal if one != session.position.parse(session.advised)))
        saved = store.load(session.name).record

    def weigh(self: Bot, position: Position, *of: object) -> list[Weighed]:
        legal = sorted(position.legal_actions(), key=lambda one: one == advised)
        return [Weighed(one, -9.0 * at, [one]) for at, one in enumerate(legal)]

    own = [entry.mark for entry in saved.entries if entry.seat >= 0]
    monkeypatch.setattr(Captain, "weigh", weigh)
    unmarked = replace(saved, entries=tuple(replace(one, mark="") for one in saved.entries))
    records = saved, unmarked
    found = [analyse(Analysing(one, samples=0, engine=ENGINE)).decisions[0] for one in records]
    assert own[:2] == [HINTED, ""]
    written = read_record(write_text(saved), ENGINE)
    assert [entry.mark for entry in written.entries if entry.seat >= 0] == own
    assert [one.mark for one in found] == ["", "??"]
    assert found[0].regret == 0


def test_nothing_counts_before_it_is_saved(tmp_path: Path) -> None:
    session = session_of("human", "human")
    with closing(Store(tmp_path)) as store:
        session.keep_in(store)
        session.play(session.match.legal()[0])
        saved = store.load(session.name).record.entries
        assert saved == tuple(session.match.entries)

        store.delete(session.name)
        with pytest.raises(StoreError) as error:
            session.play(session.match.legal()[0])
        assert error.value.code == "match-deleted"
        assert saved == tuple(session.match.entries)


def test_moves_that_cannot_be_played_are_quoted() -> None:
    session = session_of("human", "human")
    with pytest.raises(IllegalAction) as error:
        session.play_moves(["pick 1"])

    assert "pick 1" in str(error.value)
