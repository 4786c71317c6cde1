"""Each kind of card says in a line what it is worth when it first appears."""

from pathlib import Path
from typing import Any

import pytest

from splitpick.core import Engine
from splitpick.core.tables.collection.collection_legend import tell_values
from splitpick.core.tables.collection.collection_presenter import CollectionPresenter
from splitpick.core.text import Language
from tiny_ruleset import parse

HERE = Path(__file__).parents[3]

ASSORTMENTS = (
    "Assortments (silk, spice, pearl, tea): 1, 3 or 7 points for 2, 3 or 4 different cards kept."
)


def presenter_of(name: str, players: int = 2) -> CollectionPresenter:
    variant = Engine().ruleset_file(name).variant(None)
    presenter: Any = variant.presenter(variant.build(players))
    assert isinstance(presenter, CollectionPresenter)
    return presenter


def values(name: str, *codes: str, spoken: bool = False, language: str = "en") -> list[str]:
    rules = presenter_of(name).empty.rules
    return [*map(Language(language).say, tell_values(rules, codes, spoken=spoken))]


def test_new_cards_are_told_with_their_worth_what_matters_most_first() -> None:
    assert values("smugglers-cove", "P", "L", "S2", "T", "C3", "X") == [
        "P pearl: 9 points for every 3 (necklaces)",
        "L lantern: makes one silk card count 3 times",
        "T tea: 5 points for whoever has the most, none in a tie (markets)",
        "S1, S2, S4 silk: 1, 2 or 4 points each",
        "C1–C5 chart: 2 points each in a run of at least 2 numbers (sea routes)",
        "X informer: −3 points each",
        ASSORTMENTS,
    ]
    assert values("smugglers-cove", "X", "P", spoken=True, language="de")[:2] == [
        "Perle: 9 Punkte für je 3 (Halsketten).",
        "Spitzel: je −3 Punkte.",
    ]


def test_where_cards_are_kept_or_eaten_it_is_said_what_counts_how() -> None:
    told = values("galley-thieves", "H2", "RAT")

    assert told[:2] == [
        "H1, H2 ham: eaten 1 or 2 points each; kept 7 points for whoever has the most (hoards)",
        "RAT rat: eaten −1 point each; kept −6 points for whoever has the most",
    ]


@pytest.mark.parametrize(
    ("line", "codes", "told"),
    [
        ("{score: alike, each: kind, size: 2, points: 3}", "M1",
         "M1, M2 map: 3 points for every 2"),
        ("{score: alike, each: number, size: 2, points: 3, kinds: [map]}", "M1",
         "3 points for every 2 with the same number"),
        ("{score: alike, each: kind, points: [0, 1, 5], jokers: [X]}", "R",
         "R rum: 1 or 5 points for 2 or 3 of them"),
        ("{score: alike, each: kind, points: [0, 1, 5], jokers: [X]}", "X",
         "X barrel: stands for any other card"),
        ("{score: points, when: turn}", "R", "R rum: 2 points each after every turn"),
        ("{score: points}", "X", "X barrel: no points by itself"),
        ("{score: most, points: 4}", "R", "Most cards: points for the most cards kept."),
        ("{score: multiplier, by: X, times: 2}", "X", "X barrel: makes one card count 2 times"),
        ("{score: most, each: number, kinds: [map], points: 4}", "M1",
         "4 points for whoever has the most with the same number"),
    ],
)  # fmt: skip
def test_every_line_of_scoring_is_said_of_a_kind(line: str, codes: str, told: str) -> None:
    text = (HERE / "core/tables/collection/test_collection.py").read_text("utf-8")
    rules = text.partition('RULES = """\\\n')[2].partition('"""')[0]
    rules = (
        rules.replace("LINES", line).replace("TIES", "").replace("hidden: [keep, discard]\n", "")
    )
    rules = rules.replace("uses: [keep, eat, discard]", "uses: [keep, discard]")
    variant = parse(rules).variant()
    presenter: Any = variant.presenter(variant.build(2))
    said = map(Language("en").say, tell_values(presenter.empty.rules, [codes], spoken=False))

    assert told in " / ".join(said)


def test_a_kind_that_was_explained_is_not_explained_again() -> None:
    """All cards of a kind have the code of the first, and a code is said once a game."""
    presenter = presenter_of("smugglers-cove")
    first, then = (
        [getattr(text, "code", "") for text in presenter.signs([code])] for code in ("S1", "S4")
    )

    assert first == then
    assert len({*first}) == len(first)


def test_the_aim_names_no_words_that_nobody_knows_yet() -> None:
    """The worth of the cards follows as they appear; a page has room for all of it."""
    presenter = presenter_of("smugglers-cove")
    said = Language("en").say(presenter.aim())
    presenter.pointed = True

    assert said == "Collect cards; whoever has the most points wins."
    assert "Necklaces" in Language("en").say(presenter.aim())
