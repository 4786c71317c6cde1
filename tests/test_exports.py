"""What every export of a match holds to: the language asked for, and what an onlooker may know."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import combinations

import pytest

from accounts import (
    ENGLISH,
    EXPORTS,
    GERMAN,
    TABLES,
    Export,
    decision,
    loaded_match,
    play_on,
    played,
    remarked,
)
from splitpick.core import CHANCE
from splitpick.core.errors import JournalError
from splitpick.core.game import Position
from splitpick.core.matches import Entry, Record
from splitpick.core.matches.exports.account import Account
from splitpick.core.matches.record import Loaded, record_of
from splitpick.core.scene import Presenter, Scene, View
from splitpick.core.text import Text
from splitpick.plugins.skull_queen.queen_game import SkullPosition  # fmt: skip

every_export = pytest.mark.parametrize("export", EXPORTS.values(), ids=EXPORTS)
every_game = pytest.mark.parametrize(("ruleset", "players"), TABLES)


def notations(account: Account) -> list[str]:
    """Return all that an account has in the notation."""
    return [
        notation
        for chapter in account.chapters
        for passage in chapter.passages
        for step in passage.steps
        for notation in step.notations
    ]


def told(account: Account) -> str:
    """Return all that an account tells in sentences."""
    return " ".join(
        sentence
        for chapter in account.chapters
        for sentence in [
            chapter.heading,
            *(said for passage in chapter.passages for step in passage.steps
              for said in step.sentences),
        ]
    )  # fmt: skip


# Languages.


@every_export
@every_game
def test_a_match_is_told_in_the_language_asked_for(
    export: Export, ruleset: str, players: int
) -> None:
    """Whatever it was played in: a match holds no language."""
    loaded, record = played(ruleset, players)

    english, german = export(loaded, record, ENGLISH), export(loaded, record, GERMAN)
    assert english != german
    assert export(loaded, record, ENGLISH) == english


@every_game
def test_the_notation_is_the_same_in_every_language(ruleset: str, players: int) -> None:
    loaded, record = played(ruleset, players)
    english, german = (Account(loaded, record, language) for language in (ENGLISH, GERMAN))

    assert notations(english) == notations(german)
    assert told(english) != told(german)


@every_game
def test_of_a_match_that_is_over_every_action_is_shown(ruleset: str, players: int) -> None:
    loaded, record = played(ruleset, players)

    shown = " ".join(notations(Account(loaded, record, ENGLISH)))
    assert shown == " ".join(entry.text for entry in record.entries)


# The whole story.


def test_passages_have_the_numbers_of_the_turns_in_the_record() -> None:
    loaded, record = played("dead-mans-dice", 2, 12)
    (chapter,) = Account(loaded, record, ENGLISH).chapters

    assert next(passage.first for passage in chapter.passages) == 1
    for before, after in zip(chapter.passages, chapter.passages[1:], strict=False):
        assert before.last + 1 == after.first
    assert {passage.numbers for passage in chapter.passages} > {"1–2"}


def test_a_new_turn_of_the_game_begins_a_chapter() -> None:
    loaded, record = played("jolly-roger")
    account = Account(loaded, record, ENGLISH)

    assert [chapter.heading.partition(":")[0] for chapter in account.chapters] == [
        f"Turn {number}" for number in range(1, 9)
    ]


def test_what_was_taken_back_is_told_as_such() -> None:
    loaded = loaded_match("jolly-roger")
    match = play_on(loaded.match(), 3)
    taken = match.actions[-1].notation
    match.undo()
    account = Account(loaded, record_of(loaded.setup, play_on(match, 1, choices=9)), ENGLISH)
    steps = [step for passage in account.chapters[0].passages for step in passage.steps]

    assert [step.notations for step in steps if step.undone] == [[taken]]
    assert "Roger takes 1 action back." in told(account)


def test_a_match_that_was_lost_early_says_why_and_who_has_won() -> None:
    loaded = loaded_match("jolly-roger")
    match = play_on(loaded.match(), 4)
    match.forfeit(1, "no-reason-we-know")
    account = Account(loaded, record_of(loaded.setup, match), ENGLISH)

    assert account.outcome == "Roger has lost: no-reason-we-know. Jolly wins."
    assert account.scoring[0] == "Roger has lost: no-reason-we-know."
    assert account.scoring[1].startswith("It stood: Jolly ")
    assert account.scoring[2:] == ["Jolly wins."]


def test_an_unfinished_match_says_who_is_to_act() -> None:
    loaded, record = played("jolly-roger", decisions=1)
    account = Account(loaded, record, ENGLISH)

    assert account.outcome == "The match is not over yet. Roger, pick a set."
    assert account.scoring == []


def test_a_record_that_ends_before_chance_is_told_as_far_as_it_goes() -> None:
    """Chance is never made up: what comes next is another's to draw."""
    loaded, record = played("jolly-roger", decisions=1)
    short = replace(record, entries=record.entries[:3])
    account = Account(loaded, short, ENGLISH)

    assert notations(account) == [" ".join(entry.text for entry in short.entries)]
    assert account.outcome == "The match is not over yet."


@every_export
@every_game
def test_a_match_without_entries_can_be_exported(
    export: Export, ruleset: str, players: int
) -> None:
    loaded = loaded_match(ruleset, players)
    game = ENGLISH.say(loaded.presenter.name)

    assert html.unescape(game) in html.unescape(export(loaded, Record(loaded.setup, ()), ENGLISH))


@every_export
def test_an_entry_that_cannot_have_been_is_an_error(export: Export) -> None:
    loaded = loaded_match("jolly-roger")

    with pytest.raises(JournalError):
        export(loaded, Record(loaded.setup, (Entry(0, "pick 1"),)), ENGLISH)


def test_only_options_that_are_not_as_usual_are_named() -> None:
    usual, other = (loaded_match("jolly-roger", option=option) for option in ("", "memory"))

    def labels(loaded: Loaded) -> dict[str, str]:
        account = Account(loaded, Record(loaded.setup, ()), ENGLISH)
        return {fact.label: fact.value for fact in account.facts}

    assert "Options" not in labels(usual)
    assert labels(other)["Options"] == "memory: yes"


def test_the_head_says_who_when_and_under_which_rules() -> None:
    loaded, record = played("jolly-roger")
    facts = {fact.label: fact.value for fact in Account(loaded, record, ENGLISH).facts}

    assert facts == {
        "Players": "Jolly (human), Roger (greedy)",
        "Begins": "Jolly",
        "Variant": "introductory game",
        "Date": "November 20, 2025",
        "Rule set": f"jolly-roger {loaded.setup.hash[:12]}",
        "Seed": "7",
        "Match": "0123456789abcdef",
    }


def test_a_match_for_practice_and_a_game_of_two_say_so() -> None:
    loaded, record = played("jolly-roger", decisions=2)
    loaded = replace(loaded, setup=replace(loaded.setup, practice=True, leg=2))
    facts = {fact.label: fact.value for fact in Account(loaded, record, ENGLISH).facts}

    assert facts["Practice"] == "yes: everything may be taken back"
    assert facts["Duplicate"] == "game 2 of 2 on the same deal"


@pytest.mark.parametrize(
    ("player", "shown"),
    [
        ("post", "by post"),
        ("process:/home/anne/bots/mybot --key=secret", "program mybot"),
        ("process:C:\\Users\\anne\\bot.exe", "program bot.exe"),
        ("program:mybot", "program mybot"),
        ("process:", "program process"),
        ("somebody", "somebody"),
    ],
)
def test_of_a_program_only_its_name_goes_out(player: str, shown: str) -> None:
    """Where it lies, and how it is called, is nobody else's business."""
    loaded, record = played("jolly-roger", decisions=2)
    loaded = replace(loaded, setup=replace(loaded.setup, players=("human", player)))
    facts = {fact.label: fact.value for fact in Account(loaded, record, ENGLISH).facts}

    assert facts["Players"] == f"Jolly (human), Roger ({shown})"


def test_a_time_that_no_calendar_has_is_left_out() -> None:
    loaded, record = played("jolly-roger", decisions=2)
    loaded = replace(loaded, setup=replace(loaded.setup, created=10**20))

    assert "Date" not in {fact.label for fact in Account(loaded, record, ENGLISH).facts}


# Secrets.


@every_export
@every_game
def test_the_seed_of_an_unfinished_match_is_not_told(
    export: Export, ruleset: str, players: int
) -> None:
    """All that is still to come follows from it."""
    loaded, record = played(ruleset, players, 5)
    loaded = replace(loaded, setup=replace(loaded.setup, seed=918_273_645))

    assert "918273645" not in export(loaded, record, ENGLISH)
    assert "918,273,645" not in export(loaded, record, ENGLISH)


def cards_at_hand(loaded: Loaded, record: Record) -> set[str]:
    """Return the cards that only their holders know, and those nobody knows."""
    position = loaded.match(record.entries).position
    assert isinstance(position, SkullPosition)
    hidden = [card for hand in position.hands for card in hand] + position.pile
    if position.face_down >= 0:
        hidden.append(position.played[-1])
    return {position.rules.codes[card] for card in hidden}


@every_export
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_no_hidden_card_of_an_unfinished_match_is_in_any_export(
    export: Export, players: int
) -> None:
    """Neither by its code nor by its name, at whatever moment of the first two rounds."""
    moments = checked = 0
    for decisions in range(0, 200, 17):
        loaded, record = played("skull-queen", players, decisions)
        if loaded.match(record.entries).over:
            break
        presenter = loaded.presenter
        # The legend explains the notation with cards, and a field is no card: place R3.
        text = export(loaded, record, ENGLISH)
        for line in Account(loaded, record, ENGLISH).legend:
            text = text.replace(line, "")
        text = re.sub(r"Signs and notation.*", "", re.sub(r"place \w\d", "", text), flags=re.DOTALL)
        # What an earlier round has shown is known of that round.
        text = text[text.rfind("the cards are dealt") :] if export is not EXPORTS["svg"] else text
        moments += 1
        for code in cards_at_hand(loaded, record):
            name = ENGLISH.say(presenter.card_name(code))
            assert not re.search(rf"\b{code}\b|\b{name}\b", text), (decisions, code)
            checked += 1

    assert moments > 4
    assert checked > 50


@every_export
def test_matches_that_look_alike_to_an_onlooker_have_the_same_export(export: Export) -> None:
    """Two cards still in hand change places, and not a letter of an export is another."""
    compared = 0
    for players, decisions in [(2, 14), (2, 21), (3, 15), (3, 24), (4, 30)]:
        loaded, record = played("skull-queen", players, decisions)
        seen = export(loaded, record, ENGLISH)
        hidden = cards_at_hand(loaded, record)
        dealt = [
            number
            for number, entry in enumerate(record.entries)
            if entry.seat == CHANCE and entry.text.removeprefix("+") in hidden
        ]
        for one, other in list(combinations(dealt, 2))[::11]:
            entries = list(record.entries)
            entries[one], entries[other] = entries[other], entries[one]
            swapped = replace(record, entries=tuple(entries))
            try:
                assert export(loaded, swapped, ENGLISH) == seen
            except JournalError:
                continue  # somebody would have had to follow suit
            compared += 1

    assert compared > 30


@every_export
def test_what_is_chosen_in_secret_is_not_told_before_it_is_shown(export: Export) -> None:
    """Another side and other fields, until the last has chosen too."""
    loaded = loaded_match("skull-queen", 3)

    def chosen(texts: str, *, undone: bool) -> str:
        match = loaded.match()
        for text in texts.split(","):
            match.play(text)
        if undone:
            match.undo(len(texts.split(",")))
        return export(loaded, record_of(loaded.setup, match), ENGLISH)

    one = "up,place R1,place Y2,place G3,place B4"
    other = "down,place R5,place Y5,place G5,place B5"
    assert chosen(one, undone=False) == chosen(other, undone=False)
    assert chosen(one, undone=True) == chosen(other, undone=True)


@every_export
def test_a_card_that_lay_face_down_and_was_taken_back_stays_secret(export: Export) -> None:
    loaded = loaded_match("skull-queen", 2)

    def laid(number: int) -> str:
        match = play_on(loaded.match(), 10)
        match.play(match.legal()[number])
        match.undo()
        return export(loaded, record_of(loaded.setup, match), ENGLISH)

    assert laid(0) == laid(1)


@every_export
def test_what_is_said_about_a_secret_waits_until_it_is_none(export: Export) -> None:
    loaded, unfinished = played("skull-queen", 3, 3)
    number = decision(unfinished, 1)
    loaded, finished = played("skull-queen", 3)

    said = remarked(unfinished, number, "?", "I should have taken field 5")
    assert "field 5" not in export(loaded, said, ENGLISH)
    if export is not EXPORTS["svg"]:
        said = remarked(finished, number, "?", "I should have taken field 5")
        assert "I should have taken field 5" in export(loaded, said, ENGLISH)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("decisions", [3, 12, 13, 20])
def test_all_that_an_onlooker_may_know_is_shown(players: int, decisions: int) -> None:
    loaded, record = played("skull-queen", players, decisions)
    match = loaded.match(record.entries)
    public = loaded.presenter.journal(match.actions, match.position, None)

    shown = " ".join(notations(Account(loaded, record, ENGLISH)))
    assert shown == " ".join(text for _, text in public)


class Secretive(Presenter):
    """Tells onlookers alone, and lists what happened in a way of its own: in a single line."""

    secrets = True

    def scene(self, view: View, seat: int | None) -> Scene:
        assert seat is None
        return super().scene(view, seat)

    def sentences(self, view: View, seat: int | None) -> list[Text]:
        assert seat is None
        return super().sentences(view, seat)

    def tell(self, before: Position, action: int, after: Position, seat: int | None) -> list[Text]:
        assert seat is None
        return ["Something happened."]

    def deal(self, outcomes: object, after: Position, seat: int | None) -> list[Text]:
        assert seat is None
        return []

    def journal(
        self, actions: object, position: Position, seat: int | None
    ) -> list[tuple[int, str]]:
        assert seat is None
        return [(0, "all of it")]


def test_where_it_cannot_be_told_what_is_secret_nothing_is_shown() -> None:
    loaded, record = played("jolly-roger", decisions=4)
    presenter = loaded.presenter
    secretive = Secretive(presenter.name, presenter.variant, presenter.seats)
    account = Account(replace(loaded, presenter=secretive), record, ENGLISH)

    for export in EXPORTS.values():
        shown = export(replace(loaded, presenter=secretive), record, ENGLISH)
        assert record.entries[0].text not in shown
    assert notations(account) == []
    assert told(account).replace("Something happened.", "").strip() == ""
