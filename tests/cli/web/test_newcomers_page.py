"""The page as somebody sees it who is new: who is missing, what a turn did, what the end shows."""

import re
from collections.abc import Iterator

import pytest

from splitpick.cli.web.match_review import MatchReview
from splitpick.core.matches.exports.words import Words
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language
from web_tables import Person, TestServer, ask, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def acting(people: list[Person]) -> Person | None:
    return next((one for one in people if one.look() and one.moves), None)


def test_a_turn_of_several_cards_begins_with_their_number(server: TestServer) -> None:
    """The line that stays on a phone is that one, for the others and not for whoever played."""
    people = server.begin("galley-thieves", mary="human", finn="human")[:2]
    told = set[str]()
    for _ in range(120):
        person = acting(people)
        if person is None:
            break
        told |= {*re.findall(r'<p class="key"><span>(\w+ plays [0-9]+ cards\.)', person.page)}
        own = re.findall(r"(\w+) plays [0-9]+ cards\.", person.page)
        assert own in ([], ["Finn" if person is people[0] else "Mary"])
        person.play()
    assert told
    assert not any(" 1 " in one for one in told)


@pytest.mark.parametrize(
    ("game", "adds"), [("dead-mans-dice", False), ("jolly-roger", True)], ids=str
)
def test_the_end_tells_only_what_the_result_does_not_show(
    server: TestServer, game: str, adds: bool
) -> None:
    seats = {"dead-mans-dice": ("jack", "bart"), "jolly-roger": ("jolly", "roger")}[game]
    people = server.begin(game, **dict.fromkeys(seats, "human"))[:2]
    while person := acting(people):
        person.play()
    assert 'class="result"' in people[0].look()
    assert ("How the scores add up" in people[0].page) is adds


def test_a_page_without_cards_says_who_is_missing(server: TestServer) -> None:
    form = {"game": "jolly-roger", "seat-jolly": "human", "seat-roger": "human", "first": "jolly"}
    reply = ask(server.origin, server.host_path, form)
    host = ask(server.origin, reply.headers["location"].partition("?")[0]).text
    assert "Still missing: Jolly and Roger." in host
    jolly = server.seats_of(reply.headers["location"])[0]
    assert "Still missing: Jolly and Roger." in jolly.look()
    jolly.send(do="promise", share="0" * 64)
    assert "Still missing: Roger." in jolly.look()


def test_whoever_waits_for_a_game_of_dice_is_told_of_no_cards(server: TestServer) -> None:
    form = {"game": "dead-mans-dice", "seat-jack": "human", "seat-bart": "human"}
    reply = ask(server.origin, server.host_path, form)
    jack = server.seats_of(reply.headers["location"])[0].look().partition('id="choices"')[2]
    assert "The match begins once everybody is here." in jack
    assert not re.search(r"[Cc]ards?\b(?! or dice)", jack.partition("<aside>")[0])


def test_ones_own_name_stands_above_what_begins_a_match(server: TestServer) -> None:
    page = ask(server.origin, server.host_path).text
    assert page.index('id="name"') < page.index('value="bot">')


def test_whoever_looks_at_the_matches_of_a_browser_finds_back(server: TestServer) -> None:
    mine = ask(server.origin, "/mine").text
    assert re.search(r'<a class="button" id="to-start" hidden>To the start page</a>', mine)
    script = re.search(r'src="(/static/[0-9a-f]+/start[.]js)"', mine)
    assert script
    assert "to-start" in ask(server.origin, script[1]).text
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    assert '<h1><a id="to-start"' in jolly.look()


def test_a_reason_that_ends_in_a_colon_stands_with_what_it_announces() -> None:
    review, language = MatchReview.__new__(MatchReview), Language("en")
    review._say, review._vocabulary = Words(language), Vocabulary(language, ())
    lines = review._joined(["It is so.", "With 3 instead:", "You win.", "You lead."])
    assert lines == ["It is so.", "With 3 instead: You win.", "You lead."]


def test_help_is_about_the_cards_in_hand(server: TestServer) -> None:
    """Whoever has special cards alone is told of them, and of no pirate."""
    told: dict[bool, set[str]] = {True: set(), False: set()}
    while not all(told.values()):
        people = server.begin("jolly-roger", "advanced", jolly="human", roger="human")[:2]
        while person := acting(people):
            if all(re.match("[A-Z]", one) and " / " not in one for one in person.moves):
                special = all(re.match("KR|SK|TO", one) for one in person.moves)
                (advice,) = re.findall(r'class="(?:explains|advice)">(?:<.*</summary><p>)?(.*?)<',
                                       person.page)  # fmt: skip
                told[special].add(advice)
            person.play()
    assert all(re.match("(Kraken|Skeleton|Tortuga): ", one) for one in told[True])
    assert all(one.startswith("Face up at the ship of its colour") for one in told[False])


def test_whoever_picks_is_told_of_the_other_set_or_of_special_cards(server: TestServer) -> None:
    people = server.begin("jolly-roger", jolly="human", roger="human")[:2]
    people[0].play()
    assert 'class="explains">Jolly gets the other set.<' in people[1].look()
    told = None
    while not told:
        people = server.begin("jolly-roger", "advanced", jolly="human", roger="human")[:2]
        people[0].play()
        told = re.search(
            'class="explains">((Kraken|Skeleton|Tortuga): [^.]*[.] ?)+<', people[1].look()
        )
