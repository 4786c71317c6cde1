"""Gains and losses by line of scoring, and their reasons, in the log and in hints."""

from typing import Any

import pytest

from splitpick.core import Engine
from splitpick.core.matches.exports.narration import news_since
from splitpick.core.matches.record import settle
from splitpick.core.players.bot import Weighed
from splitpick.core.scene import addressed
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language, Text

say = Language("en").say


def session_after(*moves: str) -> Session:
    engine = Engine()
    rules = engine.ruleset_file("smugglers-cove").variant(None)
    session = Session(engine, settle(engine, rules, ["human", "human"], 0, 3), rules=rules)
    session.play_moves([*moves])
    return session


def reasons(session: Session, best: int, other: int, *, short: bool = False) -> list[Text]:
    """Return why the seat to act does *best* rather than *other*, worth two points less."""
    seat, position = session.position.to_act(), session.position
    presenter: Any = session.presenter_of(seat)
    presenter.seats = addressed(presenter.seats, seat)
    ask = presenter.short_reasons if short else presenter.reasons
    told: list[Text] = ask(position, seat, Weighed(best, 2.0, [best]), Weighed(other, 0.0, [other]))
    return told


def score_now(session: Session) -> str:
    """Return the last line of the log that tells the score."""
    news = news_since(session.loaded.presenter, session.match, 0, None)
    told = [say(text) for one in news for text in one.told]
    return [line for line in told if line.startswith("Score now")][-1]


FIRST = "G (P) / T C1 (C1)", "pick 2"
"""Nell has G and P, Silas T, C1 and C1."""

MORE = "S1 (G) / S1 G (L)", "pick 1"


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (
            (),
            ("Score now: Nell 6 (assortments +1, markets +5 (spice)), Silas 5 (markets +5 (tea))."),
        ),
        (
            MORE,
            (
                "Score now: Nell 9 (silk +1, assortments +2), Silas 11 (silk +1,"
                " lanterns +2, assortments +3)."
            ),
        ),
    ],
)
def test_the_log_says_of_which_kind_there_are_the_most(moves: tuple[str, ...], told: str) -> None:
    assert score_now(session_after(*FIRST, *moves)) == told


def test_the_log_says_why_a_market_is_lost() -> None:
    """By a tie, and to somebody who has more."""
    session = session_after(*FIRST)
    presenter: Any = session.loaded.presenter
    position: Any = session.position
    before = position.table
    tie, passed = before.copy(), before.copy()
    spice = before.rules.codes.index("G")
    tie.keep(1, spice)
    passed.keep(1, spice)
    passed.keep(1, spice)
    told = [
        [say(text) for points, text in presenter.gains(before, after, 0, None) if points < 0]
        for after in (tie, passed)
    ]

    assert told == [["markets −5 (a tie in spice)"], ["markets −5 (Silas has more spice)"]]
    presenter.seats = addressed(presenter.seats, 1)
    lost = presenter.gains(before, passed, 0, None)
    assert [say(text) for _, text in lost] == ["markets −5 (you have more spice)"]


def test_a_hint_at_a_pick_says_which_lines_make_the_difference() -> None:
    """The largest first, for both; and what lies open in each set is accounted for."""
    session = session_after(*FIRST, "S1 G (S1) / G (L)")
    told = [*map(say, reasons(session, 0, 1))]

    assert told[0] == (
        "The face-up cards bring you 3 points with set 1 (silk +1, assortments +2), 0 points with"
        " set 2; what lies face down is estimated."
    )
    assert told[1] == (
        "Compared with set 2, set 1 brings at once: assortments +2, silk +1 for you; assortments"
        " −2 for Silas."
    )
    assert say(reasons(session, 0, 1, short=True)[0]) == told[1]


def test_a_hint_says_nothing_of_differences_that_speak_against_it() -> None:
    session = session_after(*FIRST, "S1 G (S1) / G (L)")

    assert not any("difference" in say(text) for text in reasons(session, 1, 0))
