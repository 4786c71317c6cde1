"""The menus' suggestions to people who have finished a match here before."""

from contextlib import closing
from pathlib import Path

from command import PROGRAM, run, run_in_terminal
from sample_home import played, to_the_end, until
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.play.play_games import STRONGER, against_stronger, next_round
from splitpick.cli.screen import Screen
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.exports.facts import title
from splitpick.core.matches.record import record_of, settle
from splitpick.core.matches.store import Store
from splitpick.core.scene import addressed
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language

ENGINE = Engine()

SEAT_AND_BOT = "1\n1\n"
"""Answers to the questions before that for the variant."""


def keep(home: Path, variant: str, *, over: bool = True, game: str = "jolly-roger") -> None:
    rules = ENGINE.ruleset_file(game).variant(variant)
    setup = settle(ENGINE, rules, ["human", "greedy"], 0, 7, source=game)
    match = played(ENGINE, setup, to_the_end if over else until(3))
    with closing(Store(home)) as store:
        store.create(record_of(setup, match))


def asked(home: Path, *, language: str = "en", game: str = "jolly-roger") -> str:
    """Return the question for the variant."""
    variables = {"SPLITPICK_HOME": str(home)}
    typed = SEAT_AND_BOT if game == "jolly-roger" else f"2\n{SEAT_AND_BOT}"
    return run("play", game, typed=typed, language=language, variables=variables).out


def test_after_the_first_variant_the_next_one_is_suggested(tmp_path: Path) -> None:
    """And then that of the last match."""
    keep(tmp_path, "introductory", over=False)
    new = asked(tmp_path)
    keep(tmp_path, "introductory")
    returns = asked(tmp_path)
    keep(tmp_path, "all-cards")

    assert "If you are new, start with the first." in new
    assert new.endswith("(Enter for 1): \n\nNo game was started.\n")
    assert "If you are new" not in returns
    assert returns.endswith("(Enter for 2): \n\nNo game was started.\n")
    assert asked(tmp_path).endswith("(Enter for 3): \n\nNo game was started.\n")
    assert asked(tmp_path, game="dead-mans-dice").endswith(
        "(Enter for 1): \n\nNo game was started.\n"
    )


def test_variants_say_how_they_differ(tmp_path: Path) -> None:
    german = asked(tmp_path, language="de", game="dead-mans-dice")

    assert "2: advanced game. With the special cards; ten cards stay unseen." in asked(tmp_path)
    assert "1: Standardspiel. Bis 100 Dublonen." in german
    assert "2: kurzes Spiel. Bis 50 Dublonen." in german


def test_no_first_game_is_suggested_to_whoever_has_played_it(tmp_path: Path) -> None:
    variables = {"SPLITPICK_HOME": str(tmp_path)}
    keep(tmp_path, "short", game="dead-mans-dice")
    other = run("play", language="en", variables=variables).out
    keep(tmp_path, "introductory")
    returns = run("play", language="de", variables=variables).out

    assert other.startswith("Welcome back!")
    assert "1: Jolly & Roger – a first game, with hints" in other
    assert returns.startswith("Willkommen zurück!")
    assert "1: Jolly & Roger. Einer teilt auf" in returns
    assert "6: Jolly & Roger – eine erste Partie mit Tipps" in returns


def test_an_analysis_says_before_how_it_is_stopped(tmp_path: Path) -> None:
    keep(tmp_path, "introductory")

    ended = run_in_terminal(
        [*PROGRAM, "analyse"],
        typed="\x03",
        after="Judging the decisions (Ctrl-C stops)",
        variables={"SPLITPICK_HOME": str(tmp_path)},
    )

    assert ended.code == 130


def test_the_title_of_an_analysis_is_addressed_to_its_reader(tmp_path: Path) -> None:
    """Wherever that reader sits."""
    rules = ENGINE.ruleset_file("jolly-roger").variant(None)
    shown = rules.presenter(rules.build())
    names = shown.seats
    for reader, told in (
        (0, "du gegen Roger"),
        (1, "Jolly gegen dich"),
        (None, "Jolly gegen Roger"),
    ):
        shown.seats = addressed(names, reader)
        assert Language("de").say(title(shown)) == f"Jolly & Roger: {told}"


def test_whoever_has_won_alone_is_offered_the_next_level() -> None:
    """With the same bots a level higher; not after a defeat, nor above the highest level."""
    rules = ENGINE.ruleset_file("jolly-roger").variant("introductory")
    for person in (0, 1):
        for level, above in (("ships-boy", "mate"), ("pirate-king", ""), ("greedy", "")):
            players = ["human", level] if person == 0 else [level, "human"]
            setup = settle(ENGINE, rules, players, 0, 7)
            session = Session(ENGINE, setup)
            session.match = played(ENGINE, setup, to_the_end)
            result = session.match.result
            assert result
            offered = against_stronger(GameLoop(Screen(Language("en")), session))

            assert bool(offered) is (bool(above) and result.winners == (person,))
            if offered:
                assert str(Language("en").say(offered[STRONGER])).endswith(f": {above}")
                assert above in next_round(STRONGER, players, 0)[0]
