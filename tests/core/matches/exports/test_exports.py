"""Every export of a match: the language asked for, and only what an onlooker may know."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from export_accounts import (
    ENGLISH,
    EXPORTS,
    TABLES,
    Export,
    decision,
    loaded_match,
    played,
    remarked,
)
from splitpick.core import CHANCE
from splitpick.core.errors import JournalError
from splitpick.core.matches import Record
from splitpick.core.matches.exports.account import Account
from splitpick.core.matches.record import Loaded, record_of
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from splitpick.plugins.skull_queen.queen_presenter import SkullQueenPresenter

every_export = pytest.mark.parametrize("export", EXPORTS.values(), ids=EXPORTS)


def notations(account: Account) -> str:
    """Return all notations that an account shows."""
    passages = [passage for chapter in account.chapters for passage in chapter.passages]
    done = [action for passage in passages for action in passage.done]
    return " ".join(notation for action in done for notation in action.notations)


def facts(loaded: Loaded, record: Record | None = None) -> dict[str, str]:
    account = Account(loaded, record or Record(loaded.setup, ()), ENGLISH)
    return {fact.label: fact.value for fact in account.facts}


def test_an_unfinished_match_is_told_as_far_as_it_goes() -> None:
    """Chance is never made up: what comes next is another's to draw."""
    loaded, record = played("jolly-roger", decisions=1)
    account = Account(loaded, record, ENGLISH)
    assert account.outcome == "The match is not over yet. Roger, pick a set."
    assert account.scoring == []

    short = replace(record, entries=record.entries[:3])
    account = Account(loaded, short, ENGLISH)
    assert notations(account) == " ".join(entry.text for entry in short.entries)
    assert account.outcome == "The match is not over yet."


def test_the_head_says_who_when_and_under_which_rules() -> None:
    loaded, record = played("jolly-roger")

    assert facts(loaded, record) == {
        "Players": "Jolly (human), Roger (greedy)",
        "Starting player": "Jolly",
        "Variant": "introductory game",
        "Date": "20 November 2025",
        "Rule set": f"jolly-roger {loaded.setup.hash[:12]}",
        "Seed": "7",
        "Match": "0123456789abcdef",
    }
    assert facts(loaded_match("jolly-roger", option="memory"))["Options"] == "memory: yes"


@every_export
def test_the_seed_of_an_unfinished_match_is_not_told(export: Export) -> None:
    """All that is still to come follows from it."""
    for ruleset, players in TABLES:
        loaded, record = played(ruleset, players, 5)
        loaded = replace(loaded, setup=replace(loaded.setup, seed=918_273_645))

        assert not re.search("918.?273.?645", export(loaded, record, ENGLISH))


def cards_at_hand(loaded: Loaded, record: Record) -> set[str]:
    """Return the cards that only their holders know, and those nobody knows."""
    position = loaded.match(record.entries).position
    assert isinstance(position, SkullPosition)
    hidden = [card for hand in (*position.hand, *position.covered) for card in hand]
    return {position.rules.codes[card] for card in hidden + position.pile}


@pytest.mark.often(1)
@every_export
@pytest.mark.parametrize("players", [2, 4, pytest.param(6, marks=pytest.mark.weekly)])
def test_no_hidden_card_of_an_unfinished_match_is_in_any_export(
    export: Export, players: int
) -> None:
    """Neither by its code nor by its name, at whatever moment of the first two rounds."""
    moments = checked = 0
    for decisions in range(0, 200, 34):
        loaded, record = played("skull-queen", players, decisions)
        if record.result:
            break
        # The legend explains the notation with cards.
        text = export(loaded, record, ENGLISH)
        for line in Account(loaded, record, ENGLISH).legend:
            text = text.replace(line, "")
        text = re.sub(r"Signs and notation.*", "", text, flags=re.DOTALL)
        text = re.sub(r' d="[^"]*"', "", text)  # the outlines of symbols begin like a card: M0
        # What an earlier round has shown is known of that round.
        text = text[text.rfind("the cards are dealt") :] if export is not EXPORTS["svg"] else text
        moments += 1
        presenter = loaded.presenter
        assert isinstance(presenter, SkullQueenPresenter)
        for code in cards_at_hand(loaded, record):
            name = ENGLISH.say(presenter.card_name(code))
            assert not re.search(rf"\b{code}\b|\b{name}\b", text), (decisions, code)
            checked += 1

    assert moments > 2
    assert checked > 25


@pytest.mark.slow
@every_export
def test_matches_that_look_alike_to_an_onlooker_have_the_same_export(export: Export) -> None:
    """Two cards still in hand change places, and not a letter of an export is another."""
    compared = 0
    for players, decisions in [(2, 14), (3, 15), (4, 30)]:
        loaded, record = played("skull-queen", players, decisions)
        seen = export(loaded, record, ENGLISH)
        hidden = cards_at_hand(loaded, record)
        dealt = [
            number
            for number, entry in enumerate(record.entries)
            if entry.seat == CHANCE and entry.text.removeprefix("+") in hidden
        ]
        for one, other in list(combinations(dealt, 2))[::37]:
            entries = list(record.entries)
            entries[one], entries[other] = entries[other], entries[one]
            swapped = replace(record, entries=tuple(entries))
            try:
                assert export(loaded, swapped, ENGLISH) == seen
            except JournalError:
                continue  # somebody would have had to follow suit
            compared += 1

    assert compared > 10


@every_export
def test_a_secret_choice_is_not_told_before_it_is_shown(export: Export) -> None:
    """Another side and other fields, until the last has chosen too, also if it was taken back."""
    loaded = loaded_match("skull-queen", 3)

    def chosen(texts: str, *, undone: bool) -> str:
        match = loaded.match()
        for text in texts.split(","):
            match.play(text)
        if undone:
            match.undo(len(texts.split(",")))
        return export(loaded, record_of(loaded.setup, match), ENGLISH)

    one = "up,place R on 1,place Y on 2,place G on 3,place B on 4"
    other = "down,place R on 5,place Y on 5,place G on 5,place B on 5"
    assert chosen(one, undone=False) == chosen(other, undone=False)
    assert chosen(one, undone=True) == chosen(other, undone=True)


@pytest.mark.often(1)
@every_export
def test_a_remark_about_a_secret_waits_until_it_is_none(export: Export) -> None:
    loaded, unfinished = played("skull-queen", 3, 3)
    number = decision(unfinished, 1)
    loaded, finished = played("skull-queen", 3)

    said = remarked(unfinished, number, "?", "I should have taken field 5")
    assert "field 5" not in export(loaded, said, ENGLISH)
    if export is not EXPORTS["svg"]:
        said = remarked(finished, number, "?", "I should have taken field 5")
        assert "I should have taken field 5" in export(loaded, said, ENGLISH)
